"""Nothing is left undocumented, the made pages are up to date, and what the others show is true."""

import argparse
import doctest
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import transcripts

from tablier import cli
from tablier.authoring import reference
from tablier.authoring.reference import markdown
from tablier.authoring.reference.commands_page import subcommands
from tablier.authoring.reference.words_page import FORMS
from tablier.codes import CODES
from tablier.model.vocabulary import KEYWORDS, VOCABULARY
from tablier.syntax.expression import parse
from tablier.syntax.schema import ruleset_schema

Golden = Callable[[Path, str], None]
DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
RUN = [page for page in PAGES if re.search(r"```console|<!-- shown:", page.read_text(encoding="utf-8"))]
PYTHON = [page for page in PAGES if ">>> " in page.read_text(encoding="utf-8")]
PARSER = cli.build_parser()


def text_of(name: str) -> str:
    return (DOCS / "reference" / name).read_text(encoding="utf-8")


def named(page: Path) -> str:
    return page.relative_to(DOCS).as_posix()


# --- what is made -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(reference.pages(PARSER)))
def test_the_page_is_up_to_date(name: str, golden: Golden) -> None:
    golden(DOCS / "reference" / name, reference.pages(PARSER)[name])


def test_the_command_writes_and_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["docs", "--check", str(tmp_path)]) == cli.FINDINGS
    assert "commands.md is not up to date" in capsys.readouterr().out
    assert cli.main(["docs", str(tmp_path)]) == cli.FINE
    assert cli.main(["docs", "--check", str(tmp_path)]) == cli.FINE
    assert not reference.write(tmp_path, PARSER)


def test_every_command_and_option_is_documented() -> None:
    page = text_of("commands.md")
    for name, one in subcommands(PARSER).items():
        section = page.partition(f"\n## tablier {name}\n")[2].partition("\n## ")[0]
        assert one.description and one.description in section, name
        for action in one._actions:
            if not isinstance(action, argparse._HelpAction) and action.help is not argparse.SUPPRESS:
                assert all(option in section for option in action.option_strings), (name, action.dest)
                assert action.help, f"{name}: {action.dest} has no help"


def test_every_key_is_documented() -> None:
    schema = ruleset_schema()
    page = text_of("rulesets.md")
    for name, one in schema["properties"].items():
        assert f"\n## {name}\n" in page or f"| `{name}`" in page, name
        definition = schema["definitions"].get(f"section_{name}", one)
        assert definition["description"], name
        section = page.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
        for key in definition.get("properties", {}):
            assert f"`{key}" in section or f"| `{key}`" in page, f"{name}.{key}"
        inner = definition.get("additionalProperties")
        for key in inner.get("properties", {}) if isinstance(inner, dict) else ():
            assert f"`NAME.{key}" in section or f"| `{key}`" in page, f"{name}.NAME.{key}"


def test_every_key_has_a_meaning() -> None:
    assert re.findall(r"^\| `[^|]*\| +\|.*$", text_of("rulesets.md"), re.MULTILINE) == []


def test_every_section_is_shown_on_a_real_game() -> None:
    page = text_of("rulesets.md")
    sections = re.split(r"^## ", page, flags=re.MULTILINE)[3:]
    assert [one.split("\n")[0] for one in sections if "```yaml" not in one] == []


def test_every_word_is_documented_on_one_page() -> None:
    page = text_of("expressions.md")
    for word in [*VOCABULARY, *KEYWORDS]:
        assert re.search(rf"^\|.*`{word}[(`]", page, re.MULTILINE), word
    assert len(VOCABULARY) + len(KEYWORDS) <= 70, "the vocabulary no longer fits on a page"


@pytest.mark.parametrize(
    "text", [*(form for form, _ in FORMS), *(one.example for one in VOCABULARY.values())]
)
def test_every_example_of_an_expression_can_be_read(text: str) -> None:
    parse(text)


def test_every_code_is_documented() -> None:
    page = text_of("diagnostics.md")
    assert [code for code in CODES if f"\n### {code}\n" not in page] == []


def test_a_table_keeps_its_cells() -> None:
    assert markdown.table(["a"], [["x | y\nz"]])[2] == "| x \\| y z |"


# --- what is written ----------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="the pages show a POSIX shell")
@pytest.mark.parametrize("page", RUN, ids=named)
def test_the_page_says_what_happens(page: Path, tmp_path: Path, golden: Golden) -> None:
    golden(page, transcripts.run(page, tmp_path))


@pytest.mark.parametrize(
    "page", [page for page in PAGES if ">>> " in page.read_text(encoding="utf-8")], ids=named
)
def test_the_python_on_the_page_runs(page: Path) -> None:
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert tried and not failed


@pytest.mark.parametrize("page", [*PAGES, DOCS.parent / "README.md"], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    targets = [target for target in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in target]
    for target in targets:
        file, _, place = target.partition("#")
        found = (page.parent / file).resolve() if file else page
        assert found.exists(), target
        if place:
            heads = re.findall(r"^#+ (.*)$", found.read_text(encoding="utf-8"), re.MULTILINE)
            assert place in [markdown.anchor(head) for head in heads], target


def test_every_page_can_be_reached_from_the_first() -> None:
    text = (DOCS / "index.md").read_text(encoding="utf-8")
    reached = {
        (DOCS / target).resolve() for target in re.findall(r"\]\(([^)#\s]+)\)", text) if "://" not in target
    }
    assert [named(page) for page in PAGES if page.resolve() not in reached and page.name != "index.md"] == []


def test_a_transcript_is_compared_to_the_letter() -> None:
    assert transcripts.matches("a\n...\nd\n", "a\nb\nc\nd\n")
    assert transcripts.matches("...\n", "")
    assert not transcripts.matches("a\n", "a\nb\n")
    assert not transcripts.matches("a\n...\nb\n", "a\nc\n")
