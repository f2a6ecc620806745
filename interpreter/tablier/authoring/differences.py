"""What differs between two rulesets, or between two readings of one, section by section."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablier.model.layout import SIDES
from tablier.model.ruleset import Clause, Reading, Ruleset
from tablier.show.words import sentence

WIDTH = 100

Said = Mapping[str, str]
"""What one entry says, by key."""
Facts = dict[str, dict[str, Said]]
"""Everything that is compared: by section, by name."""


@dataclass(frozen=True, slots=True)
class Change:
    """One entry of a section that was added (`old` is None), removed (`new` is None) or changed."""

    section: str
    name: str
    old: Said | None
    new: Said | None

    @property
    def kind(self) -> str:
        """`added`, `removed` or `changed`."""
        return "added" if self.old is None else "removed" if self.new is None else "changed"

    def to_json(self) -> dict[str, Any]:
        """The change for machines."""
        return {
            "section": self.section,
            "name": self.name,
            "kind": self.kind,
            "old": None if self.old is None else dict(self.old),
            "new": None if self.new is None else dict(self.new),
        }


def compare(old: Ruleset, new: Ruleset) -> list[Change]:
    """Return every difference of the rules, the equipment, the sources and the readings.

    Examples, remarks and quotations are left out: they change nothing in play.

    >>> from tablier import load
    >>> found = compare(load("jacquet"), load("spanish-jacquet"))
    >>> [f"{one.kind}: {one.section}.{one.name}" for one in found if one.section == "end"]
    ['changed: end.all_off']
    """
    before, after = facts(old), facts(new)
    sections = list(dict.fromkeys([*before, *after]))
    return [
        change
        for section in sections
        for change in _changes(section, before.get(section, {}), after.get(section, {}))
    ]


def _changes(section: str, old: Mapping[str, Said], new: Mapping[str, Said]) -> Iterator[Change]:
    for name in dict.fromkeys([*old, *new]):
        if _told(section, old.get(name)) != _told(section, new.get(name)):
            yield Change(section, name, old.get(name), new.get(name))
    if section in _ORDERED:
        both = [[name for name in one if name in old and name in new] for one in (old, new)]
        if both[0] != both[1]:
            first, second = ({"order": ", ".join(names)} for names in both)
            yield Change(section, "", first, second)


_ORDERED = ("obligations", "end")
"""Sections whose clauses are looked at in order."""
_IN_WORDS = "in words"


def _told(section: str, said: Said | None) -> Said | None:
    """Return what of an entry is compared: where order counts, a sentence may only lean on the one before."""
    if said is None or section not in _ORDERED:
        return said
    return {key: text for key, text in said.items() if key != _IN_WORDS}


# --- what a ruleset says -----------------------------------------------------------------------


def facts(ruleset: Ruleset) -> Facts:
    """Return everything about a ruleset that is compared, as texts."""
    found: Facts = {
        "about": {"": _about(ruleset)},
        "terms": {name: {"": meaning} for name, meaning in ruleset.terms.items()},
        "sources": {name: {"": source.cite} for name, source in ruleset.sources.items()},
        **_equipment(ruleset),
        "define": {name: {"": _one_line(phrase.text)} for name, phrase in ruleset.phrases.items()},
    }
    for section, clauses in ruleset.clauses.items():
        found[section] = {clause.name: _clause(ruleset, clause) for clause in clauses}
    found["readings"] = {name: _reading(reading) for name, reading in ruleset.readings.items()}
    return found


def _about(ruleset: Ruleset) -> Said:
    about = ruleset.about
    said = {
        "title": ruleset.title,
        "family": about.family,
        "aliases": ", ".join(about.aliases),
        "period": about.period,
        "century": "" if about.century is None else str(about.century),
        "region": about.region,
        "confidence": about.confidence,
    }
    return {key: value for key, value in said.items() if value}


def _equipment(ruleset: Ruleset) -> Facts:
    layout = ruleset.layout
    setups = (_placed(ruleset, row) for row in ruleset.setup)
    sides = tuple(name.title() for name in SIDES)
    return {
        "board": {f"row {n}": {"": " ".join(row.split())} for n, row in enumerate(ruleset.rows, 1)},
        "routes": {side: {"": " ".join(route)} for side, route in zip(sides, layout.routes, strict=True)},
        "regions": {name: {"": ", ".join(map(str, steps))} for name, steps in ruleset.regions.items()},
        "layers": {name: {"": ""} for name in layout.layers},
        "constants": {name: {"": str(value)} for name, value in ruleset.constants.items()},
        "men": {side: {"": str(men)} for side, men in zip(sides, ruleset.men, strict=True)},
        "setup": {side: {"": text} for side, text in zip(sides, setups, strict=True)},
    }


def _placed(ruleset: Ruleset, row: Sequence[int]) -> str:
    names = ruleset.layout.place_names
    return ", ".join(f"{row[i]} on {names[i]}" for i in range(1, ruleset.layout.men_end) if row[i])


def _clause(ruleset: Ruleset, clause: Clause) -> Said:
    said = {_IN_WORDS: _one_line(sentence(ruleset, clause))}
    said |= {key: _one_line(one.text) for key, one in clause.expressions.items()}
    said |= {key: str(value) for key, value in clause.values.items()}
    ground = {"source": "; ".join(clause.sources), "default": clause.default or "", "text": clause.text or ""}
    return said | {key: value for key, value in ground.items() if value}


def _reading(reading: Reading) -> Said:
    values = {name: value.argument for name, value in reading.values.items()}
    return {"chosen": reading.chosen, "question": reading.question, **values}


def _one_line(text: str) -> str:
    return " ".join(text.split())


# --- for people --------------------------------------------------------------------------------


def as_text(old: Ruleset, new: Ruleset, changes: Sequence[Change]) -> str:
    """Return the differences for people: - what the first says, + what the second says."""
    first, second = _called(old, new), _called(new, old)
    if not changes:
        return f"{first} and {second} have the same rules."
    head = f"- {first}\n+ {second}"
    if old.name in new.parents:
        head += f"\n{new.name} extends {old.name} and changes this:"
    blocks = [head]
    for section in dict.fromkeys(change.section for change in changes):
        lines = [line for one in changes if one.section == section for line in _lines(one)]
        blocks.append("\n".join([section, *lines]))
    return "\n\n".join(blocks)


def _called(one: Ruleset, other: Ruleset) -> str:
    """Return a ruleset's name, with the readings in which it differs from the other."""
    chosen, theirs = one.chosen_readings, other.chosen_readings
    differing = [f"{name}={value}" for name, value in chosen.items() if theirs.get(name, value) != value]
    return one.name + (f" with {', '.join(differing)}" if differing else "")


_MARKS = {"added": "+", "removed": "-", "changed": "~"}


def _lines(change: Change) -> Iterator[str]:
    if change.old is not None and change.new is not None:
        yield from _changed(change, change.old, change.new)
        return
    mark, said = _MARKS[change.kind], change.new or change.old or {}
    whole = f"{change.name}: {said['']}".removesuffix(": ") if "" in said else change.name
    yield from _wrapped(f"{mark} ", whole or "(this clause)", "  ")
    for key, text in said.items():
        yield from _wrapped(f"{mark} ", f"{key}: {text}" if key else "")


def _changed(change: Change, old: Said, new: Said) -> Iterator[str]:
    if change.name:
        yield f"  ~ {change.name}"
    for key in dict.fromkeys([*old, *new]):
        if old.get(key) != new.get(key):
            label = f"{key}: " if key else ""
            yield from _wrapped("- ", f"{label}{old[key]}" if key in old else "")
            yield from _wrapped("+ ", f"{label}{new[key]}" if key in new else "")


def _wrapped(mark: str, text: str, pad: str = "      ") -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=f"{pad}{mark}", subsequent_indent=f"{pad}    ")
