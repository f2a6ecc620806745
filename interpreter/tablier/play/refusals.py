"""Why a typed play was not played: it cannot be read, is against the rules, or could mean several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablier.model.generate import Move
from tablier.model.ruleset import Clause


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a play is refused: `unreadable`, `illegal` or `ambiguous`, a sentence, and the clause."""

    kind: str
    message: str
    clause: Clause | None = None
    sources: tuple[str, ...] = ()


class PlayError(ValueError):
    """A typed play that cannot be played."""

    kind = "illegal"

    def __init__(self, message: str, refusal: Refusal | None = None) -> None:
        """Take a sentence, and the refusal where there is one."""
        super().__init__(message)
        self.refusal = refusal or Refusal(self.kind, message)

    @property
    def clause(self) -> Clause | None:
        """The clause that refuses the play, where one does."""
        return self.refusal.clause


class UnreadablePlay(PlayError):
    """Text that is not a play, or not a throw."""

    kind = "unreadable"


class IllegalPlay(PlayError):
    """A play that can be read but is against the rules; `refusal` says by which."""


class AmbiguousPlay(PlayError):
    """A play that could mean several; `ways` are the moves of each, `texts` how to write them."""

    kind = "ambiguous"

    def __init__(self, text: str, ways: Sequence[tuple[Move, ...]], texts: Sequence[str]) -> None:
        """Name every way."""
        super().__init__(f"'{text}' could mean {' or '.join(texts)}")
        self.ways = list(ways)
        self.texts = list(texts)
