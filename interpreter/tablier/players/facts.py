"""What a ruleset says about progress and chance, worked out once: nothing here knows a game."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from tablier.model.layout import Layout
from tablier.model.ruleset import Ruleset
from tablier.play.machine import CHOICES, Machine

Faces = tuple[int, ...]

PER_MAN = 3
"""Pips that a man not yet off counts beside his way: his number is seldom used up exactly."""
PER_LAYER = 4
"""Pips that a man in a layer counts more: he has still to come out of it."""
PER_CAPTIVE = 10
"""... and when nothing but the other side can set him free."""


@dataclass(frozen=True)
class Facts:
    """How far each place is from the end of the way, and how the dice fall."""

    machine: Machine

    @property
    def ruleset(self) -> Ruleset:
        """The rules."""
        return self.machine.ruleset

    @cached_property
    def distances(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """For each side, the pips that a man at each index of a row has still to go."""
        return self._distances(0), self._distances(1)

    def _distances(self, side: int) -> tuple[int, ...]:
        layout = self.ruleset.layout
        rail = len(layout.routes[side]) + 1
        found = [0] * layout.men_end
        for index in range(1, layout.men_end):
            if index != layout.off:
                found[index] = max(rail - layout.step_of[index], 0) + PER_MAN + self._burden(layout, index)
        return tuple(found)

    def _burden(self, layout: Layout, index: int) -> int:
        layer = layout.place_names[index].partition(":")[2]
        if not layer:
            return 0
        return PER_LAYER if layer in self._layers_left else PER_CAPTIVE

    @cached_property
    def _layers_left(self) -> set[str | None]:
        """The layers that some kind of move takes men out of."""
        origins = (clause.places("from") for clause in self.ruleset.section("moves"))
        return {places.layer for places in origins if places is not None}

    # --- chance -----------------------------------------------------------------------------

    @cached_property
    def throws(self) -> tuple[tuple[Faces, float], ...]:
        """Every throw with its chance, order of the dice apart, likeliest first."""
        return self.throws_after(())

    def throws_after(self, kept: Faces) -> tuple[tuple[Faces, float], ...]:
        """The same when some dice stay on the table."""
        return self.machine.device.odds(kept)

    @cached_property
    def numbers(self) -> tuple[tuple[int, float], ...]:
        """Every number with the chance that a throw gives it, as far as the start tells."""
        chances: Counter[int] = Counter()
        for faces, chance in self.throws:
            for number in set(self._due(faces)):
                chances[number] += chance  # type: ignore[assignment]  # a counter of chances
        return tuple(sorted(chances.items()))

    @cached_property
    def pips_of_throw(self) -> float:
        """How many pips a throw is worth on average."""
        return sum(chance * sum(self._due(faces)) for faces, chance in self.throws)

    def _due(self, faces: Faces) -> list[int]:
        """The numbers that a throw gives at the start of a game; any of them where one is named."""
        table = self.machine.start(0)
        self.machine.lay(table, faces)
        flat = [number for group in table.numbers for number in group]
        return [number for number in flat if number > 0] + [
            choice for number in flat if number <= 0 for choice in CHOICES[-1:]
        ]
