"""Faults are shown at their place, whatever the file is like, and near words are proposed."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablier import resources
from tablier.codes import CODES
from tablier.diagnostics import Diagnostic, RulesetError, Severity, Span, slips, suggest
from tablier.report import github, ordered, render, to_json
from tablier.source import SourceFile, read_source

WORDS = [
    *("men", "mine", "theirs", "board", "last_table", "first_table", "rearmost", "foremost"),
    *("number", "doublet", "throws", "landed", "numbers_played", "highest_played"),
    *("pips_played", "all_played", "name", "points", "bar", "off", "hand", "from", "to"),
]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("nmae", "name"),
        ("lst_table", "last_table"),
        ("their", "theirs"),
        ("Foremost", "foremost"),
        ("last-table", "last_table"),
        ("pts", "points"),
        ("bra", "bar"),
        ("zzz", None),
        ("", None),
        ("x" * 1000, None),
        ("name", None),
    ],
)
def test_near_words(word: str, meant: str | None) -> None:
    assert suggest(word, WORDS) == meant


@given(st.sampled_from([w for w in WORDS if len(w) > 4]), st.data())
def test_one_slip_is_nearly_always_seen_through(word: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(word) - 2))
    letter = data.draw(st.sampled_from("abcdefghijklmnopqrstuvwxyz"))
    slipped = data.draw(
        st.sampled_from(
            [
                word[:at] + word[at + 1 :],
                word[:at] + letter + word[at:],
                word[:at] + letter + word[at + 1 :],
                word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            ]
        )
    )
    if slipped not in WORDS:
        assert suggest(slipped, WORDS) == word


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_slips_count_both_ways(one: str, other: str) -> None:
    assert slips(one, other) == slips(other, one)
    assert (slips(one, other) == 0) == (one == other)


def file_of(text: str) -> dict[str, SourceFile]:
    return {"t.yaml": SourceFile("t.yaml", text)}


def test_carets_stand_under_the_span_and_all_is_told() -> None:
    text = "a: 1\nblocked:\tmen(their, to) >= 2\n"
    fault = Diagnostic(
        "T401",
        "nothing is called 'their'",
        Span("t.yaml", 2, 14, 2, 19),
        notes=(("first given here", Span("t.yaml", 1, 1, 1, 2)),),
        clause="forbidden.blocked",
        source="Soumille 1766, p. 23",
        suggestion="theirs",
        example="men(theirs, to) >= 2",
    )
    assert render([fault], file_of(text)).splitlines() == [
        "t.yaml:2:14: error[T401]: nothing is called 'their'",
        "  2 | blocked:    men(their, to) >= 2",
        "    |                 ^^^^^ did you mean 'theirs'?",
        "  clause forbidden.blocked — Soumille 1766, p. 23",
        "  for example: men(theirs, to) >= 2",
        "  t.yaml:1:1: first given here",
        "  1 | a: 1",
        "    | ^",
    ]


def test_long_lines_are_clipped_around_the_caret() -> None:
    line = "x" * 500 + "here" + "y" * 500
    report = render([Diagnostic("T401", "m", Span("t.yaml", 1, 501, 1, 505))], file_of(line))
    _, excerpt, carets = report.splitlines()
    assert len(excerpt) - len("  1 | ") <= 100
    start = carets.index("^")
    assert excerpt[start : start + 4] == "here"
    assert carets.count("^") == 4


def test_wide_and_control_characters_do_not_move_the_caret() -> None:
    line = "雙陸 e\N{COMBINING ACUTE ACCENT}\x1b[31m target"
    column = line.index("target") + 1
    fault = Diagnostic("T401", "\x1b[2J", Span("t.yaml", 1, column, 1, column + 6))
    report = render([fault], file_of(line))
    assert "\x1b" not in report
    _, excerpt, carets = report.splitlines()
    # Two wide characters take two columns more, one combining mark takes one less.
    assert carets.index("^") == excerpt.index("target") + 1


@pytest.mark.parametrize(
    "span",
    [
        Span("t.yaml", 9, 1, 9, 2),
        Span("t.yaml", 0, 0, 0, 0),
        Span("t.yaml", 1, 99, 1, 120),
        Span("t.yaml", 1, 2, 2, 1),
        Span("no/such/file", 1, 1, 1, 1),
        Span("\0", 1, 1, 1, 1),
        Span("<text>", 1, 1, 1, 1),
    ],
)
def test_an_excerpt_never_fails(span: Span) -> None:
    assert "error[T401]: m" in render([Diagnostic("T401", "m", span)], file_of("abc\nd"))


def test_an_excerpt_of_a_binary_file(tmp_path: Path) -> None:
    file = tmp_path / "binary"
    file.write_bytes(b"\xff\xfe\0")
    span = Span(str(file), 1, 1, 1, 1)
    assert render([Diagnostic("T101", "m", span)]).endswith("error[T101]: m")


def test_order_and_repetition() -> None:
    first = Diagnostic("T102", "m", Span("a", 1, 1, 1, 2))
    later = Diagnostic("T101", "m", Span("a", 10, 1, 10, 2))
    nowhere = Diagnostic("T705", "m")
    assert ordered([later, first, later, nowhere]) == [nowhere, first, later]


def test_json_has_every_key_and_is_json() -> None:
    full = Diagnostic("T103", "m", Span("a", 1, 2, 3, 4), notes=(("n", Span("b", 1, 1, 1, 1)),))
    bare = Diagnostic("T705", "m", severity=Severity.WARNING)
    assert to_json(full).keys() == to_json(bare).keys()
    assert json.loads(json.dumps(to_json(full)))["notes"][0]["file"] == "b"
    assert to_json(bare)["severity"] == "warning"
    assert to_json(bare)["line"] is None


def test_the_github_form_is_one_line() -> None:
    fault = Diagnostic("T401", "50% off\nhere", Span("a,b", 1, 2, 1, 4), suggestion="bar")
    assert github(fault) == (
        "::error file=a%2Cb,line=1,endLine=1,col=2,endColumn=4,title=T401"
        "::50%25 off%0Ahere (did you mean 'bar'?)"
    )


def test_an_error_tells_all_and_needs_a_reason() -> None:
    faults = [Diagnostic("T705", "one"), Diagnostic("T706", "two")]
    error = RulesetError(faults)
    assert error.diagnostics == faults
    assert str(error) == "error[T705]: one\n\nerror[T706]: two"
    with pytest.raises(ValueError, match="at least one"):
        RulesetError([])


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_explained(code: str) -> None:
    entry = CODES[code]
    assert entry.code == code
    assert all((entry.title, entry.explanation, entry.bad, entry.good))
    assert entry.bad != entry.good


def refusal(path: Path) -> Diagnostic:
    source, faults = read_source(path)
    assert source is None
    assert len(faults) == 1
    return faults[0]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert refusal(tmp_path).message.endswith("is a folder, not a file")
    assert refusal(tmp_path / "none").code == "T101"
    assert refusal(Path("nul\0name")).code == "T101"
    assert refusal(Path("/dev/zero")).code == "T101"
    file = tmp_path / "latin"
    file.write_bytes(b"a: 1\nb: caf\xe9")
    assert refusal(file).span == Span(str(file), 2, 7, 2, 8)
    file.write_bytes(b"a\0")
    assert "NUL" in refusal(file).message
    file.write_bytes(b"x" * (1024 * 1024 + 1))
    assert refusal(file).code == "T106"


def test_reading_leaves_out_the_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "bom"
    file.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2")
    source, faults = read_source(file)
    assert faults == []
    assert source is not None
    assert source.lines == ["a: 1", "b: 2"]
    assert source.place(source.text.index("b")) == (2, 1)


def test_the_folders_are_there() -> None:
    assert (resources.folder("schemas") / "ruleset.schema.json").is_file()
    with pytest.raises(resources.MissingResourceError, match="'nonsense' is missing"):
        resources.folder("nonsense")  # type: ignore[arg-type]
