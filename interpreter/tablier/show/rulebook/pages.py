"""What a rulebook is made of, before it becomes Markdown or HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tablier.play.plays import Step
from tablier.play.state import State


@dataclass(frozen=True, slots=True)
class Citation:
    """A source by its number in the bibliography, with the page or passage."""

    number: int
    source: str
    passage: str = ""


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of a source in their own language."""

    words: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Ground:
    """What a sentence rests on."""

    citations: tuple[Citation, ...] = ()
    default: str = ""

    def __bool__(self) -> bool:
        """Whether it rests on anything at all."""
        return bool(self.citations or self.default)


@dataclass(frozen=True, slots=True)
class Rule:
    """One clause: its sentence, what it rests on, and what is said beside it."""

    name: str
    clause: str
    sentence: str
    ground: Ground = Ground()
    wording: str = ""
    """The author's own wording, which then stands first."""
    quotes: tuple[Quote, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """Short facts, each with a label."""

    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A sentence or two that belong to no clause."""

    text: str
    ground: Ground = Ground()


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawn position."""

    state: State
    title: str
    caption: str
    steps: Sequence[Step] = ()


@dataclass(frozen=True, slots=True)
class Value:
    """One text that a doubtful clause may have."""

    name: str
    argument: str
    chosen: bool
    default: bool
    ground: Ground = Ground()
    quotes: tuple[Quote, ...] = ()
    option: str = ""
    """How it is chosen on the command line."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A doubtful clause: the question and its values."""

    name: str
    question: str
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """A worked example."""

    name: str
    about: str
    lines: tuple[str, ...]
    figure: Figure | None = None
    ground: Ground = Ground()
    note: str = ""
    tests: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the bibliography."""

    number: int
    source: str
    cite: str
    date: str = ""
    language: str = ""
    url: str = ""
    note: str = ""


Block = Rule | Facts | Paragraph | Figure | Doubt | Case | Entry


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it."""

    title: str
    anchor: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Book:
    """A rulebook."""

    title: str
    subtitle: str
    summary: str
    sections: tuple[Section, ...]
    ruleset: str
    version: str = field(default="")
