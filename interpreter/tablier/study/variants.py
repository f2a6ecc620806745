"""Which rulesets a study compares: a default, and others that differ from it in readings, or altogether."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from pathlib import Path

from tablier.diagnostics import suggest
from tablier.model.load import load
from tablier.model.ruleset import Ruleset
from tablier.study.faults import StudyError

MOST_VARIANTS = 100
"""More rulesets than this are compared only when asked for by a higher limit."""


@dataclass(frozen=True)
class Variant:
    """One ruleset of a study: how it is called there, and where it differs from the default."""

    label: str
    ruleset: Ruleset
    changes: Mapping[str, str]
    """Readings that do not have the value of the study's default."""


@dataclass(frozen=True)
class Question:
    """What is to be compared."""

    ruleset: str | Path
    readings: Mapping[str, str]
    """Readings chosen for the default."""
    constants: Mapping[str, int]
    asked: Sequence[str] | None = None
    """Readings to be tried (None: all)."""
    cross: bool = False
    """Every combination of their values, not one reading at a time."""
    versus: str | Path | None = None
    """Another ruleset to compare with, in place of readings."""
    limit: int = MOST_VARIANTS


def variants(question: Question) -> list[Variant]:
    """Return the rulesets to be compared, the default first; it stands alone where nothing is doubtful.

    Raises:
        StudyError: when there is no such reading, or too much to compare.
        RulesetError: when a ruleset cannot be used.
    """
    base = load(question.ruleset, question.readings, question.constants)
    found = [Variant(_base_label(question, base), base, {})]
    if question.versus is not None:
        found.append(Variant(*_other(question, base), {}))
    for changes in _changes(question, base):
        ruleset = load(question.ruleset, {**question.readings, **changes}, question.constants)
        found.append(
            Variant(", ".join(f"{name}: {value}" for name, value in changes.items()), ruleset, changes)
        )
    return found


def _base_label(question: Question, base: Ruleset) -> str:
    return base.name if question.versus is not None else "default"


def _other(question: Question, base: Ruleset) -> tuple[str, Ruleset]:
    assert question.versus is not None
    ruleset = load(question.versus)
    return ruleset.name if ruleset.name != base.name else f"{ruleset.name} (versus)", ruleset


def _changes(question: Question, base: Ruleset) -> Iterator[dict[str, str]]:
    """Yield what each variant changes in the default."""
    names = list(base.readings) if question.asked is None else list(question.asked)
    if question.versus is not None and question.asked is None:
        return
    for name in names:
        if name not in base.readings:
            close = suggest(name, base.readings)
            known = f"it has {', '.join(base.readings)}" if base.readings else "it has none"
            meant = f"; did you mean {close}?" if close else ""
            raise StudyError(f"'{base.name}' has no reading '{name}': {known}{meant}")
    others = {
        name: [one for one in base.readings[name].values if one != base.readings[name].chosen]
        for name in names
    }
    count = (
        prod(len(values) + 1 for values in others.values())
        if question.cross
        else 1 + sum(map(len, others.values()))
    )
    if count > question.limit:
        raise StudyError(
            f"that would be {count:,} rulesets, and the limit is {question.limit:,}; "
            "choose fewer readings, or set --limit higher"
        )
    yield from _crossed(others) if question.cross else _singly(others)


def _singly(others: Mapping[str, list[str]]) -> Iterator[dict[str, str]]:
    for name, values in others.items():
        for value in values:
            yield {name: value}


def _crossed(others: Mapping[str, list[str]]) -> Iterator[dict[str, str]]:
    for chosen in product(*([None, *values] for values in others.values())):
        changes = {name: value for name, value in zip(others, chosen, strict=True) if value is not None}
        if changes:
            yield changes
