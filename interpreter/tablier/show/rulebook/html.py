"""A rulebook as one HTML page that needs nothing else: readable, printable, with drawn diagrams."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any
from xml.etree import ElementTree as Xml
from xml.etree.ElementTree import Element

from tablier.model.ruleset import Ruleset
from tablier.show.board_ink import stylesheet
from tablier.show.board_svg import Drawing, picture
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
    Section,
)
from tablier.show.words.english import full


def html(ruleset: Ruleset, book: Book) -> str:
    """Return a rulebook as an HTML page."""
    page = _Printer(ruleset, book).page()
    return "<!DOCTYPE html>\n" + Xml.tostring(page, encoding="unicode", method="html") + "\n"


@dataclass
class _Printer:
    ruleset: Ruleset
    book: Book
    figures: int = field(default=0)

    def page(self) -> Element:
        page = Element("html", {"lang": "en"})
        head = _add(page, "head")
        _add(head, "meta", charset="utf-8")
        _add(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
        _add(head, "meta", name="color-scheme", content="light dark")
        _add(head, "title", f"{self.book.title}: rulebook")
        _add(head, "style", f"{stylesheet('auto')}\n{_STYLE}\n{_PRINT}")
        body = _add(page, "body")
        _add(body, "a", "To the rules", href="#rules", **{"class": "skip"})
        self.header(body)
        self.contents(body)
        main = _add(body, "main", id="rules")
        for section in self.book.sections:
            self.section(main, section)
        footer = _add(body, "footer")
        _add(
            footer,
            "p",
            f"Written by Tablier {self.book.version} from the clauses of the ruleset {self.book.ruleset}.",
        )
        return page

    def header(self, body: Element) -> None:
        header = _add(body, "header")
        _add(header, "h1", self.book.title)
        if self.book.subtitle:
            _add(header, "p", self.book.subtitle, **{"class": "subtitle"})
        if self.book.summary:
            _add(header, "p", self.book.summary, **{"class": "summary"})

    def contents(self, body: Element) -> None:
        nav = _add(body, "nav", **{"aria-label": "Contents"})
        items = _add(nav, "ol")
        for section in self.book.sections:
            _add(_add(items, "li"), "a", section.title, href=f"#{section.anchor}")

    def section(self, main: Element, section: Section) -> None:
        heading = f"{section.anchor}-heading"
        part = _add(main, "section", id=section.anchor, **{"aria-labelledby": heading})
        _add(part, "h2", section.title, id=heading)
        inside = _add(part, "ol", **{"class": "sources"}) if section.anchor == "sources" else part
        for block in section.blocks:
            self.block(inside, block)

    def block(self, parent: Element, block: Block) -> None:
        says: dict[type, Callable[[Element, Any], None]] = {
            Rule: self.rule,
            Facts: self.facts,
            Paragraph: self.paragraph,
            Figure: self.figure,
            Doubt: self.doubt,
            Case: self.case,
            Entry: self.entry,
        }
        says[type(block)](parent, block)

    # --- rules ----------------------------------------------------------------------------------

    def rule(self, parent: Element, rule: Rule) -> None:
        block = _add(parent, "div", id=f"clause-{_anchor(rule.clause)}", **{"class": "rule"})
        if rule.name:
            _add(block, "h3", rule.name)
        said = _add(block, "p", rule.wording or rule.sentence)
        self.ground(said, rule.ground)
        if rule.wording:
            _add(block, "p", f"As it is played: {rule.sentence}", **{"class": "note"})
        self.quotes(block, rule.quotes)
        if rule.note:
            _add(block, "p", rule.note, **{"class": "note"})

    def ground(self, parent: Element, ground: Ground) -> None:
        """What the sentence rests on, behind it."""
        for citation in ground.citations:
            link = _add(parent, "a", **{"class": "cite", "href": f"#source-{citation.number}"})
            passage = f", {citation.passage}" if citation.passage else ""
            link.text = f"[{citation.number}{passage}]"
            _space_before(parent, link)
        if ground.default:
            reason = full(ground.default).rstrip(".")
            said = _add(parent, "span", f"(our default: {reason})", **{"class": "default"})
            _space_before(parent, said)

    def quotes(self, parent: Element, quotes: Iterable[Quote]) -> None:
        for quote in quotes:
            block = _add(parent, "blockquote")
            language = {"lang": quote.language} if quote.language else {}
            _add(block, "p", f"“{quote.words}”", **language)

    def facts(self, parent: Element, facts: Facts) -> None:
        rows = _add(parent, "dl")
        for label, text in facts.rows:
            _add(rows, "dt", label)
            _add(rows, "dd", text)

    def paragraph(self, parent: Element, paragraph: Paragraph) -> None:
        self.ground(_add(parent, "p", paragraph.text), paragraph.ground)

    def figure(self, parent: Element, figure: Figure) -> None:
        self.figures += 1
        block = _add(parent, "figure")
        drawing = Drawing(
            title=figure.title, steps=figure.steps, identity=f"figure-{self.figures}", embedded=True
        )
        block.append(picture(self.ruleset, figure.state, drawing))
        _add(block, "figcaption", full(figure.caption))

    # --- readings, examples, sources ------------------------------------------------------------

    def doubt(self, parent: Element, doubt: Doubt) -> None:
        block = _add(parent, "div", **{"class": "reading"})
        _add(block, "h3", doubt.name)
        _add(block, "p", doubt.question)
        values = _add(block, "ul")
        for value in doubt.values:
            item = _add(values, "li", **({"class": "chosen"} if value.chosen else {}))
            _add(item, "strong", value.name)
            if value.chosen:
                mark = _add(item, "span", "chosen", **{"class": "mark"})
                _space_before(item, mark)
            said = _add(item, "p", value.argument)
            self.ground(said, value.ground)
            self.quotes(item, value.quotes)

    def case(self, parent: Element, case: Case) -> None:
        block = _add(parent, "article", **{"class": "case"})
        _add(block, "h3", case.about.rstrip(".") or case.name)
        if case.figure is not None:
            self.figure(block, case.figure)
        said = _add(block, "p", " ".join(case.lines))
        self.ground(said, case.ground)
        if case.note:
            _add(block, "p", case.note, **{"class": "note"})

    def entry(self, parent: Element, entry: Entry) -> None:
        item = _add(parent, "li", id=f"source-{entry.number}", value=str(entry.number))
        facts = ", ".join(one for one in (entry.date, entry.language) if one)
        item.text = full(entry.cite) + (f" ({facts})" if facts else "")
        if entry.url.startswith(("http://", "https://")):
            link = _add(item, "a", entry.url, href=entry.url, rel="noreferrer")
            _space_before(item, link)
        if entry.note:
            note = _add(item, "span", entry.note, **{"class": "note"})
            _space_before(item, note)


def _add(parent: Element, tag: str, text: str = "", **attributes: str) -> Element:
    element = Xml.SubElement(parent, tag, attributes)
    if text:
        element.text = text
    return element


def _space_before(parent: Element, child: Element) -> None:
    """A space between a child and what stands before it."""
    index = list(parent).index(child)
    if index == 0:
        parent.text = (parent.text or "") + " "
    else:
        before = parent[index - 1]
        before.tail = (before.tail or "") + " "


def _anchor(text: str) -> str:
    return text.replace(".", "-").replace("_", "-")


_STYLE = """
:root {
  --ink: #1f1b16; --paper: #fffdf8; --quiet: #6b5d4d;
  --line: #d8cbb4; --link: #7a2e12; --soft: #f6efe0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #ece6d8; --paper: #16181c; --quiet: #b3a68f;
    --line: #453c31; --link: #f0a888; --soft: #221f1b;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 46rem; padding: 1.5rem 1.2rem 4rem;
  background: var(--paper); color: var(--ink);
  font: 1.06rem/1.55 Georgia, "Times New Roman", "DejaVu Serif", serif;
}
h1 { font-size: 2.2rem; line-height: 1.15; margin: 0.4rem 0 0; }
h2 {
  font-size: 1.45rem; margin: 2.6rem 0 0.6rem;
  padding-bottom: 0.2rem; border-bottom: 1px solid var(--line);
}
h3 { font-size: 1.06rem; margin: 1.3rem 0 0.1rem; }
p { margin: 0.3rem 0 0.6rem; }
a { color: var(--link); }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; }
.subtitle, .note, .default, figcaption, footer { color: var(--quiet); }
.subtitle { font-style: italic; }
.summary { font-size: 1.12rem; }
.note, .default { font-size: 0.94rem; }
.cite { text-decoration: none; font-size: 0.9rem; }
nav ol { columns: 2; padding-left: 1.4rem; font-size: 0.96rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1.1rem; margin: 0.5rem 0; }
dt { font-weight: bold; max-width: 12rem; }
dd { margin: 0; }
blockquote {
  margin: 0.3rem 0 0.6rem; padding-left: 0.9rem;
  border-left: 3px solid var(--line); font-style: italic;
}
blockquote p { margin: 0; }
figure { margin: 1rem 0; text-align: center; }
figure .b-paper { fill: none; }
figure .b-halo { stroke: var(--paper); }
figure svg { max-width: 100%; height: auto; }
figcaption { font-size: 0.94rem; font-style: italic; }
.reading ul { list-style: none; padding-left: 0; }
.reading li { padding: 0.35rem 0.8rem; margin: 0.3rem 0; border-left: 3px solid var(--line); }
.reading li.chosen { background: var(--soft); border-left-color: var(--link); }
.reading li p { margin: 0.1rem 0; }
.mark { font-size: 0.82rem; border: 1px solid currentColor; border-radius: 0.6rem; padding: 0 0.45rem; }
.sources li { margin: 0.5rem 0; overflow-wrap: anywhere; }
@media (max-width: 34rem) {
  nav ol { columns: 1; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: 0.5rem; }
}
"""
_PRINT = """
@media print {
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  nav, .skip { display: none; }
  h2, h3 { break-after: avoid; }
  figure, .rule, .reading li { break-inside: avoid; }
  a { color: inherit; text-decoration: none; }
}
"""
