"""The trees of the expression language, as they were written: nothing is resolved yet.

Each node remembers `start` and `end`, its place in the expression's text (end exclusive).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Node:
    """Any expression, with its place in the text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A whole number, `12`."""

    value: int


@dataclass(frozen=True, slots=True)
class Word(Node):
    """A name: a region, a phrase, a constant, a memory, or a word of the vocabulary."""

    name: str


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`men(mine, 1..6)`."""

    name: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Unary(Node):
    """`not a`, `-a` or `their a`."""

    operator: str
    operand: Node


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """`a + b`, `a and b`, `a == b`, `a in b`, `a..b`, `a of b`, `a then b`, ..."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Choice(Node):
    """`a if c else b`."""

    then: Node
    condition: Node
    otherwise: Node


@dataclass(frozen=True, slots=True)
class Layer(Node):
    """`to:pinned`."""

    place: Node
    name: str
    name_start: int


@dataclass(frozen=True, slots=True)
class Quantified(Node):
    """`every p in 1..6 has ...`, with `some` and `count` alike."""

    quantifier: str
    variable: str
    places: Node
    condition: Node


@dataclass(frozen=True, slots=True)
class Ladder(Node):
    """`each n in high..6 then 4 of n`: one ordered group for each n."""

    variable: str
    places: Node
    body: Node


@dataclass(frozen=True, slots=True)
class PlayQuery(Node):
    """`every play has ...` or `some play has ...`."""

    quantifier: str
    condition: Node
