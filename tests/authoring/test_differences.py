"""`tablier diff` says what differs, and only that."""

import json
from pathlib import Path

import pytest

from tablier import cli
from tablier.authoring.differences import Change, as_text, compare
from tablier.model import library
from tablier.model.load import load
from tablier.show import flat


def changes(first: str, second: str) -> dict[str, Change]:
    found = compare(load(first), load(second))
    return {f"{one.section}.{one.name}".rstrip("."): one for one in found}


@pytest.mark.parametrize("path", list(library.files()), ids=lambda path: path.stem)
def test_a_ruleset_is_like_itself(path: Path) -> None:
    assert compare(load(path), load(path)) == []


def test_a_child_shows_what_it_changes() -> None:
    found = changes("jacquet", "spanish-jacquet")
    assert found["end.all_off"].kind == "changed"
    assert found["define.penalty"].kind == "added"
    assert found["readings.double_game"].kind == "removed"
    assert not any(name.startswith(("forbidden", "moves", "routes")) for name in found)


def test_the_other_way_round_is_the_mirror_image() -> None:
    there, back = changes("jacquet", "spanish-jacquet"), changes("spanish-jacquet", "jacquet")
    assert there.keys() == back.keys()
    assert all((there[name].old, there[name].new) == (back[name].new, back[name].old) for name in there)


def test_the_order_of_obligations_counts(tmp_path: Path) -> None:
    text = flat.flat(load("jacquet").path)
    first, second = text.index("  most_numbers:"), text.index("  higher_die:")
    end = text.index("\nleftovers:")
    swapped = text[:first] + text[second:end] + text[first:second] + text[end:]
    (tmp_path / "swapped.yaml").write_text(swapped, encoding="utf-8")
    found = compare(load("jacquet"), load(tmp_path / "swapped.yaml"))
    assert [(one.section, one.new) for one in found] == [
        ("obligations", {"order": "higher_die, most_numbers"})
    ]


def test_two_readings_of_one_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    status = cli.main(["diff", "jacquet", "--versus-reading", "six_points=any_six"])
    said = capsys.readouterr().out
    assert status == cli.FINDINGS
    assert "+ jacquet with six_points=any_six" in said
    assert "  ~ unearned_bouchon" in said


def test_statuses(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["diff", "jacquet", "jacquet"]) == cli.FINE
    assert capsys.readouterr().out == "jacquet and jacquet have the same rules.\n"
    assert cli.main(["diff", "jacquet"]) == cli.MISUSE
    assert cli.main(["diff", "jacquet", "jaquette"]) == cli.MISUSE


def test_for_machines(capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["diff", "jacquet", "spanish-jacquet", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert {"section", "name", "kind", "old", "new"} == set(found[0])


def test_no_line_is_too_long() -> None:
    first, second = load("jacquet"), load("backgammon")
    assert max(map(len, as_text(first, second, compare(first, second)).splitlines())) <= 110
