"""Counts what happens in a game while it is played: hits, lost and forced throws, traffic, ...

The fast executor counts the same (`fast/runtime.py.in`, `note`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tablier.model.ruleset import Ruleset
from tablier.play.table import Table


def pips_left(ruleset: Ruleset) -> tuple[int, ...]:
    """Return, for each index of a row that holds men, how many pips a man there is from off."""
    layout = ruleset.layout
    return (0, *(layout.last + 1 - step for step in layout.step_of[1 : layout.men_end]))


@dataclass
class Counts:
    """What one game came to, beside its end."""

    throws: int = 0
    """Throws made, numbers of the lead that were played among them."""
    first: int = -1
    """The side that threw first."""
    hits: int = 0
    """Men sent from their points by a hit."""
    passed: int = 0
    """Numbers passed to the other side."""
    forced: int = 0
    """Throws that were played without one choice."""
    lost: int = 0
    """Throws with which nothing could be played."""
    options: int = 0
    """Legal decisions, added up over all decisions."""
    decisions: int = 0
    lead_changes: int = 0
    """How often the side with fewer pips to go changed."""


@dataclass
class Watcher:
    """Watches one game after another; traffic adds up over all of them."""

    ruleset: Ruleset
    counts: Counts = field(default_factory=Counts)
    entered: tuple[list[int], list[int]] = ([], [])
    """For each side and index: how often a man moved there."""
    held: tuple[list[int], list[int]] = ([], [])
    """For each side and index: men standing there after the side's throws, added up."""
    free: bool = False
    sign: int = 0

    def __post_init__(self) -> None:
        """Begin with empty counts."""
        size = self.ruleset.layout.size
        self.entered, self.held = ([0] * size, [0] * size), ([0] * size, [0] * size)
        self.pips = pips_left(self.ruleset)

    def new_game(self) -> None:
        """A game begins."""
        self.counts, self.free, self.sign = Counts(), False, 0

    def thrown(self, player: int) -> None:
        """A side has thrown."""
        self.counts.throws += 1
        if self.counts.first < 0:
            self.counts.first = player

    def decision(self, options: int) -> None:
        """A side decides among so many options."""
        self.counts.decisions += 1
        self.counts.options += options
        self.free = self.free or options > 1

    def arrival(self, player: int, index: int) -> None:
        """A man moves to a place."""
        self.entered[player][index] += 1

    def played(self, table: Table, passed: int) -> None:
        """A throw, or numbers given, has been played by the side on turn."""
        player, layout = table.player, self.ruleset.layout
        spots = slice(layout.hand, layout.bar + 1)
        before = table.before[1 - player]
        hits = sum(table.rows[1 - player][spots]) - sum(before[spots]) if before else 0
        self.counts.hits += max(hits, 0)
        held, row = self.held[player], table.rows[player]
        for index in range(len(self.pips)):
            held[index] += row[index]
        if table.after is None:
            self.own_throw(table, passed)
        self.free = False

    def own_throw(self, table: Table, passed: int) -> None:
        """It was a throw of one's own."""
        counts = self.counts
        counts.passed += passed
        if not table.moved:
            counts.lost += 1
        elif not self.free:
            counts.forced += 1
        pairs = zip(table.rows[0], table.rows[1], self.pips, strict=False)
        difference = sum((white - black) * pips for white, black, pips in pairs)
        sign = (difference > 0) - (difference < 0)
        if sign:
            counts.lead_changes += self.sign == -sign
            self.sign = sign
