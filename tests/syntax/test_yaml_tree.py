"""YAML is read as its author meant it, or refused at its place."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tablier.diagnostics import Span
from tablier.source import SourceFile
from tablier.syntax import yaml_tree
from tablier.syntax.yaml_tree import (
    Map,
    Node,
    Scalar,
    Seq,
    head,
    looks_like_number,
    parse,
    to_plain,
)


@pytest.fixture(params=["CBaseLoader", "BaseLoader"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a test with both of PyYAML's parsers."""
    loader = getattr(yaml, request.param, None)
    if loader is None:
        pytest.skip("PyYAML was built without libyaml")
    monkeypatch.setattr(yaml_tree, "_LOADER", loader)


pytestmark = pytest.mark.usefixtures("parser")


def read(text: str) -> Any:
    node, faults = parse(SourceFile("t.yaml", text))
    assert faults == []
    assert node is not None
    return to_plain(node)


def faults_of(text: str) -> list[tuple[str, int, int]]:
    """The codes and places of what is wrong with the text."""
    found = parse(SourceFile("t.yaml", text))[1]
    return [(f.code, f.span.line, f.span.column) for f in found if f.span]


def scalars(node: Node) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Seq):
        for item in node.items:
            yield from scalars(item)
    else:
        for key, value in node.items:
            yield key
            yield from scalars(value)


def shown(source: SourceFile, span: Span) -> str:
    """What stands in the file between the ends of a span that stays on one line."""
    assert span.line == span.end_line
    return source.lines[span.line - 1][span.column - 1 : span.end_column - 1]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("0", 0),
        ("-12", -12),
        ("15", 15),
        ("'15'", "15"),
        ('"true"', "true"),
        *((word, word) for word in ("off", "no", "on", "yes", "No", "y", "n", "True")),
        *((word, word) for word in ("6:5", "6-5", "190:20:30", "1634-01-01", "1e3", "1.5")),
        *((word, word) for word in ("017", "0o17", "0x1F", "1_000", "0b1", "+1", ".5", ".inf")),
        ("9" * 5000, "9" * 5000),
        ("=", "="),
        ("<<", "<<"),
    ],
)
def test_scalars_mean_what_they_say(written: str, meant: object) -> None:
    value = read(f"key: {written}")["key"]
    assert value == meant
    assert type(value) is type(meant)


def test_keys_are_always_words() -> None:
    text = "1: a\noff: b\nno: c\ntrue: d\n6:5: e\n~: f\n1:stacked: g\n<<: h"
    assert read(text) == dict(
        zip(["1", "off", "no", "true", "6:5", "~", "1:stacked", "<<"], "abcdefgh", strict=True)
    )


@pytest.mark.parametrize(
    "text", ["017", "0o17", "0x1F", "1_000", "6:30", "190:20:30", "1.5", "1e3", "-3", ".5", "12"]
)
def test_numbers_of_other_readers(text: str) -> None:
    assert looks_like_number(text)


@pytest.mark.parametrize("text", ["off", "six", "6-5", "", "1a", "A1", "1634-01-01", ":", "_1"])
def test_words_that_are_no_numbers(text: str) -> None:
    assert not looks_like_number(text)


def test_a_repeated_key_points_at_both() -> None:
    node, faults = parse(SourceFile("t.yaml", "a: 1\nb:\n  c: 1\n  c: 2\n"))
    assert [fault.code for fault in faults] == ["T103"]
    assert faults[0].span == Span("t.yaml", 4, 3, 4, 4)
    assert faults[0].notes == (("first given here", Span("t.yaml", 3, 3, 3, 4)),)
    assert node is not None
    assert to_plain(node) == {"a": 1, "b": {"c": 1}}


def test_a_number_and_its_text_are_the_same_key() -> None:
    assert faults_of("1: a\n'1': b") == [("T103", 2, 1)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ("T109", 1, 1)),
        ("# only a comment\n", ("T109", 1, 1)),
        ("---\n", ("T109", 1, 1)),
        ("a: b: c", ("T102", 1, 5)),
        ("a: 1\n b: 2", ("T102", 2, 3)),
        ("a: [1, 2\nb: 3", ("T102", 2, 2)),
        ("a: {b: 1\n", ("T102", 2, 1)),
        ("a: 'it's'", ("T102", 1, 8)),
        ("a: 'never\nb: closed", ("T102", 1, 4)),
        ('a: "\\q"', ("T102", 1, 4)),
        ("a: @x", ("T102", 1, 4)),
        ("a: | x\n  y", ("T102", 1, 6)),
        ("- a\nb: 1", ("T102", 2, 1)),
        ("a:\n  b: 1\n c: 1", ("T102", 3, 2)),
        ("? [a]\n: 1", ("T102", 1, 3)),
        ("{[a]: 1}", ("T102", 1, 2)),
        ("a: 1\n---\nb: 1", ("T102", 2, 1)),
        ("a: \x07", ("T102", 1, 4)),
        ("a: \ud800", ("T102", 1, 4)),
        ("a: b\N{LINE SEPARATOR}c", ("T102", 1, 5)),
        ("a: &x 1", ("T104", 1, 4)),
        ("a: *x", ("T104", 1, 4)),
        ("a: !x 1", ("T104", 1, 4)),
        ("a: !!python/object:os.system 1", ("T104", 1, 4)),
        ("%YAML 1.1\n---\na: 1", ("T104", 1, 1)),
        ("a:\n\tb: 1", ("T107", 2, 1)),
        ("a:\n  \tb: 1", ("T107", 2, 1)),
        ("a: |\n\ttext", ("T107", 2, 1)),
    ],
)
def test_traps_are_reported_at_their_place(text: str, expected: tuple[str, int, int]) -> None:
    assert faults_of(text)[0] == expected


def test_faults_are_told_in_plain_words() -> None:
    jargon = ("mapping", "scalar", "token", "node", "stream", "scanning", "block end")
    for text in ("a: b: c", "a: [1", "a: {b", "a: 'x", "- a\nb: 1", "a: @x", "a: ]", "a: - b"):
        message = parse(SourceFile("t.yaml", text))[1][0].message
        assert not any(word in message for word in jargon), message


def test_several_faults_in_one_run() -> None:
    codes = [code for code, _, _ in faults_of("a: &x 1\nb: !y 2\na: 3\nb: 4")]
    assert codes == ["T104", "T104", "T103", "T103"]


def test_tabs_between_words_are_spaces() -> None:
    assert read("a:\t1\t# note\t\nb: c\t\n\t\n") == {"a": 1, "b": "c"}


def test_a_version_line_of_yaml_1_2_is_harmless() -> None:
    assert read("%YAML 1.2\n---\na: 1\n...\n") == {"a": 1}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[" * 100_000, "T105"),
        ("[" * 100_000 + "]" * 100_000, "T105"),
        ("- " * 100_000, "T105"),
        ("{a: " * 100_000, "T105"),
        ("- x\n" * 60_000, "T106"),
        ("x" * 10_000_000, "T106"),
        ("a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]", "T104"),
        ("a: x\n" * 100_000, "T103"),
    ],
)
def test_hostile_files_are_refused(text: str, code: str) -> None:
    assert faults_of(text)[0][0] == code


def test_spans_of_values_and_keys() -> None:
    node, _ = parse(SourceFile("t.yaml", "# x\nmoves:\n  enter: {from: bar, to: number}\n\nend: 1\n"))
    assert isinstance(node, Map)
    moves = node.get("moves")
    assert isinstance(moves, Map)
    assert node.span == Span("t.yaml", 2, 1, 5, 7)
    assert moves.span == Span("t.yaml", 3, 3, 3, 33)
    enter = moves.get("enter")
    assert isinstance(enter, Map)
    assert enter.span == Span("t.yaml", 3, 10, 3, 33)
    key, value = enter.key_node("to"), enter.get("to")
    assert key is not None
    assert value is not None
    assert key.span == Span("t.yaml", 3, 22, 3, 24)
    assert value.span == Span("t.yaml", 3, 26, 3, 32)
    assert "to" in enter
    assert "off" not in enter
    assert enter.get("off") is None


@pytest.mark.parametrize(
    "text",
    [
        "a: one two target three",
        "a: 'one ''two'' target three'",
        'a: "one \\"two\\" \\u00e9 \\x41 target three"',
        "a: one\n  two\n\n  target three",
        "a: 'one\n  two\n\n\n  target three'",
        'a: "one\n  tw\\\n  o\n\n  target three"',
        'a: "one   \\\n     \\  two target three"',
        "a: |\n  one\n    two\n\n  target three\n",
        "a: |2-\n    one\n  target three\n",
        "a: >\n  one\n  two\n\n  target three\n\n\nb: 1",
        "a: >+\n  one\n    two\n    three\n\n  target three\n\n\n",
        "a: >3-  # comment\n\n     one\n\n   two\n   target three",
        "a: >\r\n  one\r\n  two\r\n\r\n  target three\r\n",
        "- [x, {a: b target c}]",
        "a:\tone\ttwo\ttarget three",
        "é€𝄞: «𝄞» target three",
        "a: |\n\n\n   \n   one\n   target\n    three",
    ],
)
def test_span_of_a_part_of_the_text(text: str) -> None:
    source = SourceFile("t.yaml", text)
    node, faults = parse(source)
    assert node is not None
    assert faults == []
    holder = next(s for s in scalars(node) if "target" in s.text)
    start = holder.text.index("target")
    assert shown(source, holder.span_of(start, start + 6)) == "target"
    after = holder.span_of(len(holder.text.rstrip()), len(holder.text.rstrip()))
    assert (after.line, after.column) == (after.end_line, after.end_column)


def test_span_of_what_is_escaped() -> None:
    source = SourceFile("t.yaml", "a: \"b\\u00e9c\"\nd: 'e''f'\n")
    node, _ = parse(source)
    assert node is not None
    _, first, _, second = scalars(node)
    assert shown(source, first.span_of(1, 2)) == "\\u00e9"
    assert shown(source, first.span_of(2, 3)) == "c"
    assert shown(source, second.span_of(1, 2)) == "''"
    assert shown(source, second.span_of(0, 3)) == "e''f"
    assert second.span_of(3, 3).column == 9


words = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Zl", "Zp"]), max_size=30)
texts = words | st.text("ab '\"\\\n:#-|>", max_size=40)
documents = st.recursive(
    texts | st.integers(-(10**9), 10**9) | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


@given(
    st.dictionaries(texts.filter(bool), documents, min_size=1, max_size=4),
    st.sampled_from(["'", '"', "|", ">", None]),
    st.booleans(),
)
def test_what_pyyaml_writes_is_read_back(value: Any, style: str | None, flow: bool) -> None:
    text = yaml.safe_dump(value, default_flow_style=flow, allow_unicode=True, width=30)
    if style:
        text = yaml.dump({"key": str(value)}, default_style=style, allow_unicode=True, width=20)
        value = {"key": str(value)}
    results = []
    for loader in ("CBaseLoader", "BaseLoader"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(yaml_tree, "_LOADER", getattr(yaml, loader, yaml.BaseLoader))
            results.append(parse(SourceFile("t.yaml", text)))
    assert results[0] == results[1]
    node, faults = results[0]
    if any(fault.code in ("T102", "T104") for fault in faults):
        return  # PyYAML writes long keys and byte order marks as we refuse to read them
    assert node is not None
    assert to_plain(node) == value


@given(st.text("ab ,\n", min_size=1, max_size=60), st.sampled_from("'\"|>"))
def test_every_character_has_its_place(text: str, style: str) -> None:
    written = yaml.dump({"key": text}, default_style=style, width=12)
    # PyYAML folds a line that begins with a space, and so writes another text than it was given:
    # what is due is what the file says, read by PyYAML itself.
    text = yaml.load(written, Loader=yaml.BaseLoader)["key"]
    source = SourceFile("t.yaml", written)
    node, _ = parse(source)
    assert node is not None
    value = list(scalars(node))[1]
    assert value.text == text
    for index, character in enumerate(text):
        if character not in " \n":
            assert shown(source, value.span_of(index, index + 1)) == character


def test_head_reads_only_what_is_asked(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text(
        "format: 1\nruleset: game\ntitle: A game\nabout:\n  family: race\n  century: 17\nmoves: [[[\n"
    )
    keys = ("title", "about", "extends")
    assert head(file, keys) == {"title": "A game", "about": {"family": "race", "century": 17}}
    assert head(file, ("extends",)) == {}
    assert head(tmp_path / "none.yaml", keys) == {}
