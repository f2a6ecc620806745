"""Rulebooks: complete, in plain English, true to their sources, and the same each time."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tablier import cli
from tablier.model import survey
from tablier.model.load import load
from tablier.model.ruleset import Ruleset
from tablier.show.rulebook.book import book, clauses_shown
from tablier.show.rulebook.html import html
from tablier.show.rulebook.markdown import markdown
from tablier.show.rulebook.pages import Book, Case, Doubt, Entry, Paragraph, Rule, Value
from tablier.show.words import sentence

GAMES = list(survey.games())
GOLDEN = Path(__file__).parents[1] / "golden"
SYNTAX = re.compile(
    r"\bmen\(|\bwas\(|all_in|>=|<=|==|!=|\.\.|\btheir [a-z]+_|\b[a-z]+_[a-z]+|\b(mine|theirs)\b"
    r"|\b(every|some|count) [a-z] in\b|\bif .* else\b"
)
"""What only an expression would say."""


@cache
def written(name: str) -> tuple[Ruleset, Book]:
    ruleset = load(name)
    return ruleset, book(ruleset)


def readings_of(name: str) -> Iterator[Ruleset]:
    ruleset = load(name)
    yield ruleset
    for reading in ruleset.readings.values():
        for value in reading.values:
            if value != reading.default:
                yield load(name, {reading.name: value})


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_is_said_without_syntax(name: str) -> None:
    for ruleset in readings_of(name):
        for clauses in ruleset.clauses.values():
            for clause in clauses:
                said = sentence(ruleset, clause)
                assert said.endswith("."), (clause.id, said)
                assert said[0].isupper(), (clause.id, said)
                assert not SYNTAX.search(said), (clause.id, said)
                assert "  " not in said, (clause.id, said)


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_that_runs_appears_once(name: str) -> None:
    ruleset, found = written(name)
    due = sorted(clause.id for clauses in ruleset.clauses.values() for clause in clauses)
    assert sorted(clauses_shown(found)) == due


@pytest.mark.parametrize("name", GAMES)
def test_every_source_cited_is_in_the_bibliography(name: str) -> None:
    ruleset, found = written(name)
    blocks = [block for section in found.sections for block in section.blocks]
    entries = {block.number for block in blocks if isinstance(block, Entry)}
    values = [value for block in blocks if isinstance(block, Doubt) for value in block.values]
    grounded: list[Rule | Paragraph | Case | Value] = [
        *(block for block in blocks if isinstance(block, Rule | Paragraph | Case)),
        *values,
    ]
    for one in grounded:
        assert {citation.number for citation in one.ground.citations} <= entries
    for rule in (block for block in blocks if isinstance(block, Rule)):
        clause = ruleset.clause(rule.clause)
        assert clause is not None
        assert len(rule.ground.citations) == len(clause.sources)


@pytest.mark.parametrize("name", GAMES)
def test_every_reading_and_example_is_told(name: str) -> None:
    ruleset, found = written(name)
    blocks = [block for section in found.sections for block in section.blocks]
    assert len([one for one in blocks if isinstance(one, Doubt)]) == len(ruleset.readings)
    assert len([one for one in blocks if isinstance(one, Case)]) == len(ruleset.examples)
    for doubt in (one for one in blocks if isinstance(one, Doubt)):
        assert [value.chosen for value in doubt.values].count(True) == 1


@pytest.mark.parametrize("name", GAMES)
def test_markdown_is_plain_and_the_same_each_time(name: str) -> None:
    ruleset, found = written(name)
    text = markdown(ruleset, found)
    assert text == markdown(load(name), book(load(name)))
    for line in re.sub(r"```.*?```|<http[^>]*>|`[^`]*`", "", text, flags=re.DOTALL).splitlines():
        assert not re.search(r"men\(|all_in|>=|==|\\_", line), line


class Page(HTMLParser):
    """Keeps what a page opens, closes, names and loads."""

    VOID = ("meta", "br", "hr", "img", "link", "input")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []
        self.headings: list[int] = []
        self.tags: set[str] = set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag not in self.VOID:
            self.open.append(tag)
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        for key, value in attrs:
            if key == "id":
                self.ids.append(value or "")
            if key == "href":
                (self.links if tag == "a" else self.loads).append(value or "")
            if key in ("src", "srcset", "xlink:href"):
                self.loads.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", GAMES)
def test_html_is_well_formed_and_self_contained(name: str) -> None:
    ruleset, found = written(name)
    text = html(ruleset, found)
    page = Page(text)
    assert not page.open
    assert not page.loads
    assert not {"script", "link", "iframe"} & page.tags
    assert {"header", "nav", "main", "footer", "h1"} <= page.tags
    assert not re.search(r"url\(|@import", text)
    assert len(page.ids) == len(set(page.ids))
    assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.ids)
    steps = zip(page.headings, page.headings[1:], strict=False)
    assert page.headings[0] == 1
    assert all(later <= earlier + 1 for earlier, later in steps)


def test_the_author_s_own_wording_stands_first(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    lines = [
        "format: 1",
        "ruleset: own",
        "title: My own game",
        "extends: backgammon",
        "forbidden:",
        "  made_point:",
        "    landing: men(theirs, to) >= 2",
        "    text: Two men together make a point.",
        "    source: gnubg",
    ]
    own.write_text("\n".join(lines) + "\n", encoding="utf-8")
    ruleset = load(own)
    text = markdown(ruleset, book(ruleset))
    assert "**Made point.** Two men together make a point. \\[1\\]" in text
    assert "As it is played: A man may not stop or rest on a point" in text


def test_a_reading_chosen_is_said_and_marked() -> None:
    ruleset = load("jacquet-versailles", {"unplayed": "lost"})
    text = markdown(ruleset, book(ruleset))
    assert "**Readings chosen:** unplayed: lost" in text
    assert "A number that cannot be played is lost." in text


def test_quotations_keep_their_language() -> None:
    ruleset, found = written("jacquet")
    assert 'lang="fr"' in html(ruleset, found)


@pytest.mark.parametrize("name", ["jacquet", "backgammon"])
def test_golden_rulebooks(name: str, golden: Callable[[Path, str], None]) -> None:
    golden(GOLDEN / f"rulebook-{name}.md", markdown(*written(name)))


def test_the_command_writes_both_forms(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "rules.html"
    assert cli.main(["rulebook", "doublets-cotton", "-o", str(target)]) == 0
    assert target.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert cli.main(["rulebook", "doublets-cotton"]) == 0
    assert capsys.readouterr().out.startswith("# Doublets")
