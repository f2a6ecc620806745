"""Damages rulesets in many small ways, as hurried authors do, and looks at what they are told.

Run as a script for a report over the whole library: `python tests/mutations/test_damage.py`.
"""

from __future__ import annotations

import os
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tablier.diagnostics import Diagnostic, Span
from tablier.model import library, survey
from tablier.model.build import CLAUSES
from tablier.model.load import examine
from tablier.model.merge import SINGLE
from tablier.source import SourceFile
from tablier.study.examples import check_examples
from tablier.syntax.yaml_tree import Map, Node, Scalar, parse

KEYWORDS = {"and", "or", "not", "if", "else", "in", "has", "every", "some", "count", "their", "of", "then"}
_WORD = re.compile(r"[a-z_]{3,}")


@dataclass(frozen=True)
class Damage:
    """A damaged text, the line where it was damaged, and for misspellings the right word."""

    kind: str
    text: str
    line: int
    column: int | None = None
    meant: str | None = None
    may_be_valid: bool = False
    """A shifted number is another game: then an example should notice."""


@dataclass
class File:
    """A ruleset file taken apart."""

    text: str
    tree: Map
    rng: random.Random

    def replaced(self, span: Span, new: str) -> str:
        """The text with a span replaced."""
        lines = self.text.split("\n")
        start = sum(len(line) + 1 for line in lines[: span.line - 1]) + span.column - 1
        end = sum(len(line) + 1 for line in lines[: span.end_line - 1]) + span.end_column - 1
        return self.text[:start] + new + self.text[end:]

    def clauses(self) -> Iterator[tuple[str, Scalar, Map]]:
        """Section, key and map of every clause."""
        for key, node in self.tree.items:
            if key.text not in CLAUSES or not isinstance(node, Map):
                continue
            if key.text in SINGLE:
                yield key.text, key, node
            else:
                yield from ((key.text, name, one) for name, one in node.items if isinstance(one, Map))

    def expressions(self) -> list[Scalar]:
        """Every expression, on one line and without quotes' complications."""
        found = []
        for section, _, node in self.clauses():
            for key, value in node.items:
                if (
                    key.text in CLAUSES[section]
                    and isinstance(value, Scalar)
                    and value.span.line == value.span.end_line
                ):
                    found.append(value)
        return found

    def pick(self, items: list[Scalar], wanted: Callable[[Scalar], bool] = lambda _: True) -> Scalar | None:
        """One of them at random."""
        fit = [item for item in items if wanted(item)]
        return self.rng.choice(fit) if fit else None


def misspelt(word: str, rng: random.Random) -> str:
    """A word with one slip: a letter dropped, doubled, swapped or changed."""
    while True:
        at = rng.randrange(len(word))
        slip = rng.randrange(4)
        if slip == 0:
            new = word[:at] + word[at + 1 :]
        elif slip == 1:
            new = word[:at] + word[at] + word[at:]
        elif slip == 2 and at + 1 < len(word):
            new = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        else:
            new = word[:at] + rng.choice("aeiorstlnm") + word[at + 1 :]
        if new != word and re.fullmatch(r"[a-z][a-z0-9_]*", new):
            return new


def damages(text: str, rng: random.Random) -> Iterator[Damage]:
    """Every kind of damage once, at a random place each."""
    tree, _ = parse(SourceFile("ruleset.yaml", text))
    assert isinstance(tree, Map)
    file = File(text, tree, rng)
    for make in KINDS:
        found = make(file)
        if found is not None and found.text != text:
            yield found


def _key_damage(file: File, kind: str, keys: list[Scalar]) -> Damage | None:
    key = file.pick(keys, lambda one: len(one.text) >= 4 and one.text.isidentifier())
    if key is None:
        return None
    new = misspelt(key.text, file.rng)
    return Damage(kind, file.replaced(key.span, new), key.span.line, key.span.column, key.text)


def section_misspelt(file: File) -> Damage | None:
    return _key_damage(file, "section misspelt", [key for key, _ in file.tree.items])


def clause_key_misspelt(file: File) -> Damage | None:
    keys = [key for _, _, node in file.clauses() for key, _ in node.items]
    return _key_damage(file, "clause key misspelt", keys)


def about_key_misspelt(file: File) -> Damage | None:
    about = file.tree.get("about")
    return _key_damage(
        file, "about key misspelt", [k for k, _ in about.items] if isinstance(about, Map) else []
    )


def example_key_misspelt(file: File) -> Damage | None:
    examples = file.tree.get("examples")
    items = examples.items if isinstance(examples, Map) else []
    return _key_damage(
        file, "example key misspelt", [k for _, one in items if isinstance(one, Map) for k, _ in one.items]
    )


def _in_expression(
    file: File, kind: str, change: Callable[[str], tuple[str, int, str | None] | None]
) -> Damage | None:
    """Change an expression's text; the change says where (an offset) and which word was meant."""
    expressions = file.expressions()
    file.rng.shuffle(expressions)
    for one in expressions:
        changed = change(one.text)
        if changed is None:
            continue
        new, offset, meant = changed
        span = one.span_of(0, len(one.text))
        place = one.span_of(min(offset, len(one.text)), min(offset, len(one.text)))
        return Damage(kind, file.replaced(span, new), place.line, place.column, meant)
    return None


def word_misspelt(file: File) -> Damage | None:
    def change(text: str) -> tuple[str, int, str | None] | None:
        words = [found for found in _WORD.finditer(text) if found[0] not in KEYWORDS and len(found[0]) >= 4]
        if not words:
            return None
        found = file.rng.choice(words)
        new = misspelt(found[0], file.rng)
        return text[: found.start()] + new + text[found.end() :], found.start(), found[0]

    return _in_expression(file, "word misspelt", change)


def _sub(pattern: str, new: str) -> Callable[[str], tuple[str, int, str | None] | None]:
    def change(text: str) -> tuple[str, int, str | None] | None:
        found = re.search(pattern, text)
        if found is None:
            return None
        return text[: found.start()] + new + text[found.end() :], found.start(), None

    return change


def bracket_dropped(file: File) -> Damage | None:
    return _in_expression(file, "closing bracket dropped", _sub(r"\)(?=[^)]*$)", ""))


def opening_dropped(file: File) -> Damage | None:
    return _in_expression(file, "opening bracket dropped", _sub(r"(?<=\w)\(", " "))


def bracket_added(file: File) -> Damage | None:
    return _in_expression(file, "bracket too many", _sub(r"\)(?=[^)]*$)", "))"))


def operator_dropped(file: File) -> Damage | None:
    return _in_expression(file, "operator dropped", _sub(r" (>=|==|\+|<=|!=) ", "  "))


def operator_doubled(file: File) -> Damage | None:
    return _in_expression(file, "operator doubled", _sub(r" >= ", " >= >= "))


def joined_by_comma(file: File) -> Damage | None:
    return _in_expression(file, "joined by a sign", _sub(r" and ", " & "))


def side_for_number(file: File) -> Damage | None:
    return _in_expression(file, "a side for a number", _sub(r"(?<=[=><] )\d+$", "mine"))


def argument_dropped(file: File) -> Damage | None:
    return _in_expression(file, "argument dropped", _sub(r", (to|from|bar|off)\)", ")"))


def foreign_word(file: File) -> Damage | None:
    return _in_expression(file, "word of another time", _sub(r"\b(doublet|high|from|to)\b", "numbers_given"))


def unfinished(file: File) -> Damage | None:
    return _in_expression(file, "unfinished", lambda text: (text + " and", len(text) + 4, None))


def _line_damage(file: File, kind: str, node: Node, new: str, **more: bool) -> Damage:
    return Damage(kind, file.replaced(node.span, new), node.span.line, None, None, **more)


def list_for_map(file: File) -> Damage | None:
    entries = [
        (key, node)
        for key, node in file.tree.items
        if isinstance(node, Scalar) and key.text in ("title", "men")
    ]
    if not entries:
        return None
    return _line_damage(file, "list for a value", file.rng.choice(entries)[1], "[a, b]")


def text_for_clause(file: File) -> Damage | None:
    found = [(key, node) for section, key, node in file.clauses() if section not in SINGLE]
    if not found:
        return None
    _, node = file.rng.choice(found)
    return Damage("text for a clause", file.replaced(node.span, "just so\n"), node.span.line)


def key_twice(file: File) -> Damage | None:
    named = [(key, node) for section, key, node in file.clauses() if section not in SINGLE]
    if not named:
        return None
    key, node = file.rng.choice(named)
    lines = file.text.split("\n")
    indent = " " * (key.span.column - 1)
    at = node.span.end_line - (1 if node.span.end_column == 1 else 0)
    while at > key.span.line and not lines[at - 1].strip():
        at -= 1
    lines.insert(at, f"{indent}{key.text}: {{if: always, default: twice}}")
    return Damage("key twice", "\n".join(lines), at + 1)


def indent_broken(file: File) -> Damage | None:
    lines = file.text.split("\n")
    deep = [i for i, line in enumerate(lines) if re.match(r"    [a-z_]+: [a-z]", line) and "|" not in line]
    if not deep:
        return None
    at = file.rng.choice(deep)
    lines[at] = " " + lines[at]
    return Damage("indent broken", "\n".join(lines), at + 1)


def tab_for_spaces(file: File) -> Damage | None:
    lines = file.text.split("\n")
    deep = [i for i, line in enumerate(lines) if re.match(r"    [a-z_]+: ", line)]
    if not deep:
        return None
    at = file.rng.choice(deep)
    lines[at] = "\t" + lines[at].lstrip()
    return Damage("tab", "\n".join(lines), at + 1)


def colon_dropped(file: File) -> Damage | None:
    key = file.pick([key for key, node in file.tree.items if isinstance(node, Scalar)])
    if key is None:
        return None
    return Damage(
        "colon dropped", file.replaced(key.span, key.text + "~").replace("~:", "", 1), key.span.line
    )


def unknown_source(file: File) -> Damage | None:
    sources = [value for _, _, node in file.clauses() if isinstance(value := node.get("source"), Scalar)]
    one = file.pick(sources)
    if one is None:
        return None
    return _line_damage(file, "unknown source", one, "nobody-1999, p. 3")


def unknown_parent(file: File) -> Damage | None:
    extends = file.tree.get("extends")
    return (
        _line_damage(file, "unknown parent", extends, extends.text + "x")
        if isinstance(extends, Scalar)
        else None
    )


def men_missing(file: File) -> Damage | None:
    men = file.tree.get("men")
    if not isinstance(men, Scalar) or not isinstance(men.value, int):
        return None
    setup = file.tree.get("setup")
    text = file.replaced(men.span, str(men.value + 1))
    return Damage("men not adding up", text, (setup or men).span.line, None, None, may_be_valid=True)


def off_the_route(file: File) -> Damage | None:
    regions = file.tree.get("regions")
    scalars = (
        [value for _, value in regions.items if isinstance(value, Scalar)] if isinstance(regions, Map) else []
    )
    one = file.pick(scalars)
    return _line_damage(file, "region off the route", one, "90..99") if one is not None else None


def count_shifted(file: File) -> Damage | None:
    expressions = file.expressions()
    file.rng.shuffle(expressions)
    for one in expressions:
        found = re.search(r"\b\d+\b(?!\.)", one.text)
        if found is None:
            continue
        new = one.text[: found.start()] + str(int(found[0]) + 1) + one.text[found.end() :]
        return Damage(
            "number shifted",
            file.replaced(one.span_of(0, len(one.text)), new),
            one.span.line,
            None,
            None,
            may_be_valid=True,
        )
    return None


def example_broken(file: File) -> Damage | None:
    examples = file.tree.get("examples")
    items = examples.items if isinstance(examples, Map) else []
    throws = [
        v
        for _, one in items
        if isinstance(one, Map)
        and one.get("results") is not None
        and isinstance(v := one.get("throw"), Scalar)
    ]
    one = file.pick(throws, lambda throw: re.fullmatch(r"[1-6]-[1-6]", throw.text) is not None)
    if one is None:
        return None
    new = "-".join(str(7 - int(face)) for face in one.text.split("-"))
    return _line_damage(file, "example broken", one, new, may_be_valid=True)


def octal_men(file: File) -> Damage | None:
    men = file.tree.get("men")
    return _line_damage(file, "octal number", men, "017") if isinstance(men, Scalar) else None


def unknown_word_for_choice(file: File) -> Damage | None:
    lead = file.tree.get("lead")
    by = lead.get("by") if isinstance(lead, Map) else None
    if not isinstance(by, Scalar):
        return None
    return Damage(
        "value not allowed",
        file.replaced(by.span, "hihger"),
        by.span.line,
        None,
        "higher" if by.text == "higher" else None,
    )


def nothing_removed(file: File) -> Damage | None:
    title = file.tree.key_node("title")
    if title is None or "remove:" in file.text:
        return None
    text = file.text.replace("\ntitle:", "\nremove: [forbidden.nonesuch]\ntitle:", 1)
    return Damage("removing what is not there", text, title.span.line)


KINDS: list[Callable[[File], Damage | None]] = [
    section_misspelt, clause_key_misspelt, about_key_misspelt, example_key_misspelt, word_misspelt,
    word_misspelt, bracket_dropped, opening_dropped, bracket_added, operator_dropped, operator_doubled,
    joined_by_comma, side_for_number, argument_dropped, foreign_word, unfinished, list_for_map,
    text_for_clause, key_twice,
    indent_broken, tab_for_spaces, colon_dropped, unknown_source, unknown_parent, men_missing, off_the_route,
    count_shifted, count_shifted, example_broken, octal_men, unknown_word_for_choice, nothing_removed,
]  # fmt: skip


@dataclass
class Report:
    """What became of the damaged files."""

    total: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)
    """Damaged, not a valid game, and not reported on its line."""
    silent: list[str] = field(default_factory=list)
    """Another valid game that no example notices."""
    misspellings: int = 0
    right: int = 0
    wrong_suggestions: list[str] = field(default_factory=list)


def judge(path: Path, damage: Damage, report: Report) -> None:
    """Validate one damaged file (and run its examples where it is another game)."""
    report.total[damage.kind] += 1
    found = [one for one in survey.validate(str(path)) if one.severity == "error"]
    where = f"{path.stem} {damage.kind} at line {damage.line}"
    if not found:
        _look_at_examples(path, damage, report, where)
        return
    own = [one for one in found if one.span is not None and Path(one.span.file).name == path.name]
    first = min(own, key=_place, default=None)
    if damage.meant is not None:
        _look_at_suggestion(found, damage, report, where)
    if first is None or first.span is None:
        report.missed.append(f"{where}: no place ({found[0].message})")
    elif abs(first.span.line - damage.line) > (1 if damage.kind in LOOSE else 0) and not damage.may_be_valid:
        report.missed.append(f"{where}: reported at line {first.span.line}: {first.message}")


def _place(diagnostic: Diagnostic) -> tuple[int, int]:
    span = diagnostic.span
    return (span.line, span.column) if span is not None else (0, 0)


LOOSE = {
    "indent broken",
    "colon dropped",
    "text for a clause",
    "key twice",
    "section misspelt",
    "list for a value",
}
"""Where YAML itself notices only on the next line, or the whole block is the place."""


def _look_at_examples(path: Path, damage: Damage, report: Report, where: str) -> None:
    ruleset, _ = examine(path)
    if ruleset is None:
        report.missed.append(f"{where}: refused without a word")
    elif ruleset.abstract:
        return
    elif all(verdict.passed for verdict in check_examples(ruleset)):
        report.silent.append(where)


def _look_at_suggestion(found: list[Diagnostic], damage: Damage, report: Report, where: str) -> None:
    report.misspellings += 1
    near = [one for one in found if one.span is not None and one.span.line == damage.line]
    said = [f"{one.suggestion} {one.example} {one.message}" for one in near]
    if any(damage.meant is not None and re.search(rf"\b{damage.meant}\b", text) for text in said):
        report.right += 1
    else:
        report.wrong_suggestions.append(f"{where}: meant {damage.meant}, told {said[:1]}")


def survey_damage(paths: list[Path], rounds: int = 1) -> Report:
    """Damage every file in every way, `rounds` times; each copy lies in a folder of its own."""
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            for turn in range(rounds):
                for damage in damages(path.read_text(encoding="utf-8"), random.Random(f"{path.stem} {turn}")):
                    # A folder of its own: a parent is looked for beside the file first.
                    copy = Path(folder) / path.stem / path.name
                    copy.parent.mkdir(exist_ok=True)
                    copy.write_text(damage.text, encoding="utf-8")
                    judge(copy, damage, report)
    return report


LIBRARY = list(library.files())
FEW = [path for path in LIBRARY if path.stem in ("jacquet", "senet-kendall", "doublets-cotton")]
PATHS = LIBRARY if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else FEW


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_slips_are_reported_at_their_place(path: Path) -> None:
    """Each damaged line is named; nine of ten misspellings get the right word."""
    report = survey_damage([path])
    assert not report.missed
    assert report.right >= 0.9 * report.misspellings


def main() -> int:
    """Print what was missed, what nobody noticed, and how many suggestions were right."""
    wanted = sys.argv[1:]
    paths = [path for path in library.files() if not wanted or path.stem in wanted]
    report = survey_damage(paths)
    print(f"{sum(report.total.values())} damaged files, {len(report.total)} kinds of damage")
    for title, lines in (
        ("missed", report.missed),
        ("unnoticed", report.silent),
        ("suggestions", report.wrong_suggestions),
    ):
        print(f"\n{title}: {len(lines)}")
        print("\n".join(f"  {line}" for line in lines))
    print(f"\nright suggestions: {report.right} of {report.misspellings}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
