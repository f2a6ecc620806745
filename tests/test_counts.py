"""How many distinct plays each throw of the opening position has, one golden file a ruleset.

A throw with more plays than can be listed quickly is written as `too many`.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from tablier.model import survey
from tablier.model.load import load
from tablier.play import search
from tablier.play.engine import Engine
from tablier.play.requests import plays_of_throw
from tablier.play.search import TooManyPlaysError

Golden = Callable[[Path, str], None]

FOLDER = Path(__file__).with_name("counts")
GAMES = list(survey.games())
MOST_NODES = 4_000
TOO_MANY = "too many"


def count(engine: Engine, player: int, faces: tuple[int, ...]) -> str:
    try:
        return str(len(plays_of_throw(engine, engine.ruleset.setup, player, faces)))
    except TooManyPlaysError:
        return TOO_MANY


def table(engine: Engine) -> str:
    """One line a throw; Black has a column of his own where he has other counts."""
    throws = list(dict.fromkeys(engine.throws()))
    white, black = ([count(engine, player, faces) for faces in throws] for player in (0, 1))
    columns = [("both", white)] if white == black else [("white", white), ("black", black)]
    rows = [["throw", *(name for name, _ in columns)]]
    for number, faces in enumerate(throws):
        rows.append(["-".join(map(str, faces)), *(counts[number] for _, counts in columns)])
    rows.append(["all", *(total(counts) for _, counts in columns)])
    lines = ["  ".join([row[0].ljust(8), *(cell.rjust(8) for cell in row[1:])]) for row in rows]
    return "\n".join([f"plays of the opening position: {engine.ruleset.name}", "", *lines, ""])


def total(counts: list[str]) -> str:
    return "-" if TOO_MANY in counts else str(sum(map(int, counts)))


@pytest.mark.parametrize("name", GAMES)
def test_counts(name: str, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MOST_NODES", MOST_NODES)
    golden(FOLDER / f"{name}.txt", table(Engine(load(name))))


def test_no_file_is_left_over() -> None:
    assert {path.stem for path in FOLDER.iterdir()} <= set(GAMES)


# Numbers that independent programs agree on; they may not change with `--update`.
KNOWN = {
    "backgammon": "11:42 21:15 22:75 31:16 32:17 33:73 41:14 42:18 43:17 44:52 51:8 52:8 53:9 54:9 55:4"
    " 61:10 62:14 63:14 64:14 65:7 66:11",
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_counts(name: str) -> None:
    engine = Engine(load(name))
    throws = sorted(engine.throws())
    assert " ".join(f"{a}{b}:{count(engine, 0, (a, b))}" for a, b in throws) == KNOWN[name]
