"""The ruleset as one immutable, checked value: what the loader gives and everything later reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tablier.diagnostics import Span
from tablier.model.layout import Layout
from tablier.model.terms import Places, Term


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression of a clause: its text, its place in the file, and its checked term."""

    text: str
    span: Span
    term: Term


@dataclass(frozen=True, slots=True)
class Clause:
    """One rule: where it stands, what it rests on, and its expressions by key."""

    section: str
    name: str
    span: Span
    sources: tuple[str, ...] = ()
    default: str | None = None
    quote: str | None = None
    note: str | None = None
    text: str | None = None
    expressions: Mapping[str, Expression] = field(default_factory=dict)
    values: Mapping[str, Any] = field(default_factory=dict)
    """Keys that are not expressions, as plain values."""

    @property
    def id(self) -> str:
        """`section.name`, or the section alone where it is one clause."""
        return f"{self.section}.{self.name}" if self.name else self.section

    def term(self, key: str) -> Term | None:
        """The checked term of one of its expressions."""
        expression = self.expressions.get(key)
        return None if expression is None else expression.term

    def places(self, key: str) -> Places | None:
        """The places that one of its expressions names."""
        term = self.term(key)
        assert term is None or isinstance(term, Places)
        return term


@dataclass(frozen=True, slots=True)
class ReadingValue:
    """One text of a doubtful clause, with the argument for it."""

    name: str
    argument: str
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """A doubtful clause: the question, its possible texts, and the one in force."""

    name: str
    question: str
    default: str
    values: Mapping[str, ReadingValue]
    chosen: str
    span: Span


@dataclass(frozen=True, slots=True)
class Source:
    """An entry of the bibliography."""

    id: str
    cite: str
    date: str | None = None
    language: str | None = None
    url: str | None = None


@dataclass(frozen=True, slots=True)
class About:
    """The facts sheet."""

    family: str = ""
    aliases: tuple[str, ...] = ()
    period: str = ""
    century: int | None = None
    region: str = ""
    confidence: str = ""
    summary: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """A worked case as written; it is read when it is run."""

    name: str
    span: Span
    content: Mapping[str, Any]
    spans: Mapping[str, Span]


@dataclass(frozen=True)
class Ruleset:
    """A game's rules: checked, complete, and the same for everybody who reads them."""

    name: str
    title: str
    path: Path
    about: About
    abstract: bool
    parents: tuple[str, ...]
    terms: Mapping[str, str]
    sources: Mapping[str, Source]
    rows: tuple[str, ...]
    layout: Layout
    regions: Mapping[str, tuple[int, ...]]
    constants: Mapping[str, int]
    men: tuple[int, int]
    setup: tuple[tuple[int, ...], tuple[int, ...]]
    """Both rows at the start, memories included."""
    clauses: Mapping[str, tuple[Clause, ...]]
    """The clauses of each section, in order."""
    readings: Mapping[str, Reading]
    examples: tuple[Example, ...]
    phrases: Mapping[str, Expression]
    formats: tuple[str, ...] = ()
    """Formats of other programs that can hold its games and positions."""
    settings: Mapping[str, int] = field(default_factory=dict)
    """The constants that were set from outside."""

    def section(self, name: str) -> tuple[Clause, ...]:
        """The clauses of a section, in order; empty when the ruleset has none."""
        return self.clauses.get(name, ())

    def one(self, section: str) -> Clause | None:
        """The clause of a section that is one clause."""
        found = self.section(section)
        return found[0] if found else None

    def clause(self, name: str) -> Clause | None:
        """The clause with this id or name, wherever it stands."""
        for clauses in self.clauses.values():
            for clause in clauses:
                if name in (clause.id, clause.name or clause.section):
                    return clause
        return None

    @property
    def chosen_readings(self) -> dict[str, str]:
        """Every reading and the value in force."""
        return {name: reading.chosen for name, reading in self.readings.items()}
