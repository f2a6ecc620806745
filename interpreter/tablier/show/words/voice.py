"""Who is spoken of: the player and the opponent, the winner and the loser, and the man who moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tablier.model.terms import MINE


@dataclass(frozen=True, slots=True)
class Voice:
    """How sides and varying places are called while a sentence is made."""

    names: tuple[str, str] = ("the player", "the opponent")
    owns: tuple[str, str] = ("his", "the opponent's")
    """Whose things are meant, where the mover is the subject of the sentence."""
    spots: Mapping[str, str] = field(default_factory=dict)
    """For a varying step, where a man on it stands: `there`."""
    nouns: Mapping[str, str] = field(default_factory=dict)
    """For a varying step, its point as a noun: `that point`."""
    routes: Mapping[str, int] = field(default_factory=dict)
    """For a varying step, on whose route it is counted."""
    alike: bool = False
    """All dice are known to show the same, so that there is one number only."""

    def own(self, route: int, subject: int | None) -> str:
        """Whose a place is, after a subject: `his`, `the opponent's`."""
        if subject is None or subject == MINE:
            return self.owns[route]
        return "his own" if route == subject else f"{self.names[route]}'s"

    def possessive(self, side: int) -> str:
        """Whose a man is, where no subject stands before: `the player's`, `his`."""
        return "his" if self.names[side] == "he" else f"{self.names[side]}'s"

    def meaning(self, name: str, where: str, noun: str, route: int = MINE) -> Voice:
        """The same voice with words for one more varying step, counted on a route."""
        return replace(
            self,
            spots={**self.spots, name: where},
            nouns={**self.nouns, name: noun},
            routes={**self.routes, name: route},
        )

    def is_facing(self, name: str, route: int) -> bool:
        """Whether a varying step is looked for on the other route than the one it is counted on."""
        return route != self.routes.get(name, MINE) and (name in self.routes or name in ("from", "to"))


RULE = Voice()
"""The voice of most rules: the player on turn and his opponent."""

HE = Voice(("he", "his opponent"), ("his", "his opponent's"))
"""The voice of a sentence whose subject is the player already."""

SCORE = Voice(("the winner", "the loser"), ("the winner's", "the loser's"))
"""The voice in which points are counted."""
