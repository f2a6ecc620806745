"""Records of what is wrong and where: made anywhere, printed by `report`."""

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a file: lines and columns count from 1, the end is the first place after it."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


class Severity(StrEnum):
    """How much a diagnostic matters: only an error keeps a ruleset from being used."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault: what is wrong, where, by which clause, and what to write instead.

    `code` is a key of `tablier.codes.CODES`; `notes` are further places, each with a label.
    """

    code: str
    message: str
    span: Span | None = None
    severity: Severity = Severity.ERROR
    notes: tuple[tuple[str, Span], ...] = ()
    clause: str | None = None
    source: str | None = None
    suggestion: str | None = None
    example: str | None = None


class RulesetError(ValueError):
    """A ruleset, play or position could not be used; `diagnostics` holds every reason."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        """Wrap diagnostics, of which there must be at least one."""
        if not diagnostics:
            raise ValueError("a RulesetError needs at least one diagnostic")
        super().__init__(diagnostics)
        self.diagnostics: list[Diagnostic] = list(diagnostics)

    def __str__(self) -> str:
        """The diagnostics as plain text, with excerpts."""
        # Imported late: the report reads these records, so it cannot come first.
        from tablier.report import render

        return render(self.diagnostics)


LONGEST_SUGGESTION = 64


def suggest(word: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate that `word` was probably meant to be, or None.

    >>> suggest("lst_table", ["first_table", "last_table", "number"])
    'last_table'
    >>> suggest("Nmae", ["name", "number"])
    'name'
    """
    if not word or len(word) > LONGEST_SUGGESTION:
        return None
    folded = _fold(word)
    choices = [c for c in dict.fromkeys(candidates) if c != word and len(c) <= LONGEST_SUGGESTION]
    near = [(slips(folded, _fold(choice)), choice) for choice in choices]
    near = [(count, choice) for count, choice in near if count <= _bearable(folded, choice)]
    if near:
        return min(near, key=lambda pair: (pair[0], -_likeness(folded, pair[1]), pair[1]))[1]
    return _alike(folded, choices)


def _fold(word: str) -> str:
    return word.casefold().replace("-", "_").replace(" ", "_")


def _bearable(word: str, candidate: str) -> int:
    """How many slips of the pen still make the two the same word."""
    shorter = min(len(word), len(candidate))
    if shorter <= 1:
        return 0
    return 1 if shorter <= 4 else 2 if shorter <= 9 else 3


def _likeness(word: str, candidate: str) -> float:
    return difflib.SequenceMatcher(None, word, _fold(candidate), autojunk=False).ratio()


def _alike(word: str, choices: Sequence[str]) -> str | None:
    """Find a word with much of the same letters, for what is shortened or turned round."""
    if len(word) < 3:
        return None
    likeness = [(_likeness(word, choice), choice) for choice in choices]
    best = max(likeness, default=(0.0, ""))
    return best[1] if best[0] >= 0.65 else None


def slips(word: str, other: str) -> int:
    """Count the letters to change, add, drop or swap with their neighbour to get `other`.

    >>> slips("nmae", "name")
    1
    """
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(word, 1):
        before, last, row = row, before, [i]
        for j, wanted in enumerate(other, 1):
            cost = min(before[j] + 1, row[-1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and word[i - 2] == wanted:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return row[-1]
