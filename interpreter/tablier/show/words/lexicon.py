"""The ruleset's own phrases: which terms they are, and which of them are called by their names.

A phrase that is said in a few words is said in them wherever it occurs. A long one that is only a
part of a rule is called by its name there, and explained once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any

from tablier.model import terms
from tablier.model.ruleset import Ruleset
from tablier.model.terms import Term
from tablier.show.words.english import plain
from tablier.show.words.shape import flipped, parts, shaped

LONGEST = 110
"""A phrase of more letters than this is called by its name where it is a part of something."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A phrase as it is met: its name, whether the opponent's is meant, whether the opposite."""

    name: str
    of_opponent: bool
    negated: bool
    is_truth: bool


@dataclass
class Lexicon:
    """The phrases of one ruleset."""

    ruleset: Ruleset
    used: dict[str, None] = field(default_factory=dict)
    """Names that were used in place of what they stand for, in the order of their use."""
    lengths: dict[str, int] = field(default_factory=dict)

    @cached_property
    def entries(self) -> dict[Term, Entry]:
        """Every phrase, from either side, and its opposite."""
        found: dict[Term, Entry] = {}
        for name, phrase in self.ruleset.phrases.items():
            term = phrase.term
            if isinstance(term, terms.Places) or any(_is_numbers(part) for part in parts(term)):
                continue
            for turned, of_opponent in ((term, False), (flipped(term), True)):
                is_truth = is_condition(turned)
                found.setdefault(normal(shaped(turned)), Entry(name, of_opponent, False, is_truth))
                if is_truth:
                    opposite = normal(shaped(terms.Not(turned)))
                    found.setdefault(opposite, Entry(name, of_opponent, True, True))
        return found

    def find(self, term: Term, length: Callable[[Term], int]) -> Entry | None:
        """Return the phrase that a shaped term is, if it is one that is called by its name."""
        entry = self.entries.get(normal(term)) if self.entries else None
        if entry is None:
            return None
        if entry.name not in self.lengths:
            self.lengths[entry.name] = 0
            self.lengths[entry.name] = length(self.ruleset.phrases[entry.name].term)
        if self.lengths[entry.name] <= LONGEST:
            return None
        self.used[entry.name] = None
        return entry


def is_condition(term: Term) -> bool:
    """Whether a term is true or false."""
    if isinstance(term, terms.If):
        return is_condition(term.then)
    if isinstance(term, terms.Quantified):
        return term.quantifier != "count"
    return isinstance(
        term,
        terms.And
        | terms.Or
        | terms.Not
        | terms.Truth
        | terms.Compare
        | terms.Flag
        | terms.IsAt
        | terms.Within
        | terms.AllIn
        | terms.PlayQuery,
    )


def _is_numbers(term: Term) -> bool:
    return isinstance(
        term,
        terms.Dice | terms.Nothing | terms.Chosen | terms.Copies | terms.Joined | terms.InOrder | terms.Rungs,
    )


def normal(term: Term) -> Term:
    """Return a term with its bound variables called by their order, so that equal ones are equal."""
    names: dict[str, str] = {}
    for part in parts(term):
        if isinstance(part, terms.Quantified):
            names.setdefault(part.variable, f"bound {len(names)}")
    return _renamed(term, names) if names else term


def _renamed(term: Term, names: dict[str, str]) -> Term:
    changes: dict[str, Any] = {}
    for one in fields(term):
        held = getattr(term, one.name)
        if isinstance(held, Term):
            changes[one.name] = _renamed(held, names)
        elif isinstance(held, tuple):
            changes[one.name] = tuple((_renamed(low, names), _renamed(high, names)) for low, high in held)
        elif one.name in ("variable", "name") and held in names:
            changes[one.name] = names[held]
    return replace(term, **changes) if changes else term


def called(entry: Entry, names: tuple[str, str]) -> str:
    """Return a condition called by its name, as a clause."""
    holds = "does not hold" if entry.negated else "holds"
    whom = names[entry.of_opponent]
    return f"“{plain(entry.name)}” {holds} for {'him' if whom == 'he' else whom}"
