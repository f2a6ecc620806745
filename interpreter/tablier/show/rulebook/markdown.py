"""A rulebook as Markdown, for a forge or a text editor: diagrams are drawn with letters and signs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from tablier.model.ruleset import Ruleset
from tablier.show import board_text
from tablier.show.rulebook.pages import (
    Block,
    Book,
    Case,
    Doubt,
    Entry,
    Facts,
    Figure,
    Ground,
    Paragraph,
    Quote,
    Rule,
)
from tablier.show.words.english import full


def markdown(ruleset: Ruleset, book: Book) -> str:
    """Return a rulebook as Markdown."""
    return "\n\n".join(_Printer(ruleset, book).parts()) + "\n"


@dataclass
class _Printer:
    ruleset: Ruleset
    book: Book

    def parts(self) -> Iterable[str]:
        yield f"# {_plain(self.book.title)}"
        if self.book.subtitle:
            yield f"*{_plain(self.book.subtitle)}*"
        if self.book.summary:
            yield _plain(self.book.summary)
        for section in self.book.sections:
            yield f"## {section.title}"
            for block in section.blocks:
                yield from self.block(block)
        yield "---"
        yield f"Written by Tablier {self.book.version} from the clauses of the ruleset `{self.book.ruleset}`."

    def block(self, block: Block) -> Iterable[str]:
        says: dict[type, Callable[[Any], Iterable[str]]] = {
            Rule: self.rule,
            Facts: self.facts,
            Paragraph: self.paragraph,
            Figure: self.figure,
            Doubt: self.doubt,
            Case: self.case,
            Entry: self.entry,
        }
        return says[type(block)](block)

    def rule(self, rule: Rule) -> Iterable[str]:
        head = f"**{_plain(rule.name)}.** " if rule.name else ""
        yield f"{head}{_plain(rule.wording or rule.sentence)}{_ground(rule.ground)}"
        if rule.wording:
            yield f"As it is played: {_plain(rule.sentence)}"
        yield from _quotes(rule.quotes)
        if rule.note:
            yield f"*Note.* {_plain(rule.note)}"

    def facts(self, facts: Facts) -> Iterable[str]:
        yield "\n".join(f"- **{_plain(label)}:** {_plain(text)}" for label, text in facts.rows)

    def paragraph(self, paragraph: Paragraph) -> Iterable[str]:
        yield f"{_plain(paragraph.text)}{_ground(paragraph.ground)}"

    def figure(self, figure: Figure) -> Iterable[str]:
        player = figure.state.player
        moves = [(step.move[2], step.move[3]) for step in figure.steps]
        last = board_text.marks(self.ruleset, player, moves) if moves else None
        drawn = board_text.draw(self.ruleset, figure.state, last=last)
        yield f"```text\n{drawn}\n```"
        yield f"*{_plain(full(figure.caption))}*"

    def doubt(self, doubt: Doubt) -> Iterable[str]:
        yield f"### {_plain(doubt.name)}"
        yield _plain(doubt.question)
        lines = []
        for value in doubt.values:
            mark = " (chosen)" if value.chosen else ""
            quoted = "".join(f" “{_plain(one.words)}”" for one in value.quotes)
            ground = _ground(value.ground)
            lines.append(f"- **{_plain(value.name)}**{mark}: {_plain(value.argument)}{quoted}{ground}")
        yield "\n".join(lines)

    def case(self, case: Case) -> Iterable[str]:
        yield f"### {_plain((case.about or case.name).rstrip('.'))}"
        if case.figure is not None:
            yield from self.figure(case.figure)
        if case.lines:
            yield _plain(" ".join(case.lines)) + _ground(case.ground)
        if case.note:
            yield f"*Note.* {_plain(case.note)}"

    def entry(self, entry: Entry) -> Iterable[str]:
        facts = [one for one in (entry.date, entry.language) if one]
        about = f" ({', '.join(facts)})" if facts else ""
        link = f" <{entry.url}>" if entry.url else ""
        note = f" {_plain(entry.note)}" if entry.note else ""
        yield f"\\[{entry.number}\\] {_plain(full(entry.cite) + about)}{link}{note}"


def _ground(ground: Ground) -> str:
    """What a sentence rests on, behind it."""
    cited = [f"{one.number}{', ' + one.passage if one.passage else ''}" for one in ground.citations]
    said = "".join(f" \\[{_plain(one)}\\]" for one in cited)
    if ground.default:
        said += f" *(our default: {_plain(ground.default).rstrip('.')})*"
    return said


def _quotes(quotes: Iterable[Quote]) -> Iterable[str]:
    for quote in quotes:
        lang = f' lang="{quote.language}"' if quote.language and quote.language != "en" else ""
        yield f"> <q{lang}>{_plain(quote.words)}</q>" if lang else f"> “{_plain(quote.words)}”"


def _plain(text: str) -> str:
    """Text whose signs Markdown would take for its own."""
    text = " ".join(text.split()).replace("\\", "\\\\")
    for sign in "*_`[]<>":
        text = text.replace(sign, f"\\{sign}")
    return text
