"""What a session keeps of a game, and what it says of one that it takes up; reasons in a running game."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tablier import repl
from tablier.model.load import load

RECORD = """\
ruleset: backgammon
white: Anna
black: Bela
event: "Friday #2"
date: 1999-01-01

lead: white 3, black 1
1. white 3-1: 8/5 6/5
"""


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def told(name: str, lines: list[str], *, resume: bool = False, men: int | None = None) -> str:
    """What a session says to these lines."""
    out = io.StringIO()
    ruleset = load(name, constants={"men_each": men} if men else None)
    repl.run(ruleset, seed=1, lines=[f"{line}\n" for line in lines], out=out, resume=resume)
    return out.getvalue()


def test_headers_stay_with_their_game(tmp_path: Path) -> None:
    old, new = tmp_path / "old.txt", tmp_path / "new.txt"
    old.write_text(RECORD, encoding="utf-8")
    told("jacquet", [f"load {old}", f"save {new}", "quit"])
    text = new.read_text(encoding="utf-8")
    for line in RECORD.splitlines():
        assert line in text


def test_a_game_taken_up_says_by_what_rules() -> None:
    told("game-of-twenty", ["roll 2", "quit"], men=2)
    assert "goes on, with men_each=2" in told("game-of-twenty", ["quit"], resume=True, men=3)
    assert "goes on, with" not in told("game-of-twenty", ["quit"], resume=True, men=2)


@pytest.mark.parametrize(
    ("name", "lines", "words"),
    [
        ("backgammon", ["roll 6-1", "why 6/off"], ["6/off is not allowed", "moves.bear_off"]),
        ("backgammon", ["roll 6-1", "why 13/7"], ["but not alone", "obligations.most_numbers", "source:"]),
        ("tourne-case", ["roll 4-3", "roll 4-3", "why hand/4"], ["only 3 is played", "rule: low", "source:"]),
    ],
)
def test_reasons_name_their_clause(name: str, lines: list[str], words: list[str]) -> None:
    said = told(name, [*lines, "quit"])
    assert all(word in said for word in words), said
