"""Boards of every ruleset as files, and what holds of every drawing."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tablier.model import library
from tablier.model.load import load
from tablier.play.engine import Engine
from tablier.play.game import new_game
from tablier.play.record import from_position
from tablier.play.state import State, read_position
from tablier.show.board_text import WIDEST, draw, has_pips, marks, pips, words

BOARDS = Path(__file__).parents[1] / "boards"
NAMES = [path.stem for path in library.files() if not load(path).abstract]


def state_after(name: str, steps: int, seed: int = 1) -> State:
    game = new_game(load(name), seed)
    for _ in range(steps):
        if not game.is_over:
            game.act(game.random_action())
    return game.state


@pytest.mark.parametrize("name", NAMES)
def test_a_board_looks_as_kept(name: str, golden: Callable[[Path, str], None]) -> None:
    ruleset = load(name)
    begun, later = state_after(name, 0), state_after(name, 60)
    parts = [draw(ruleset, begun), draw(ruleset, later, ascii=True, flip=True), words(ruleset, later)]
    golden(BOARDS / f"{name}.txt", "\n\n".join(parts) + "\n")


@pytest.mark.parametrize("name", NAMES)
def test_no_board_is_wider_than_a_terminal(name: str) -> None:
    ruleset = load(name)
    for steps in (0, 25, 90):
        state = state_after(name, steps, seed=steps)
        for flip in (False, True):
            text = draw(ruleset, state, ascii=True, flip=flip, viewer=random.Random(steps).randrange(2))
            assert text.isascii()
            assert max(map(len, text.splitlines())) <= WIDEST


def test_every_man_is_drawn_or_counted() -> None:
    ruleset = load("backgammon")
    black = {"1": 7, "2": 1, "bar": 2, "off": 5}
    rows = read_position(ruleset, {"white": {"1": 15}, "black": black})
    text = draw(ruleset, from_position(Engine(ruleset), rows, 0), ascii=True)
    assert "15" in text, "a stack over five is a number"
    assert "bar 2" in text
    assert "off 5" in text
    assert text.count("x") == 1 + 4 + 1 + 2, "the name, four and a number, a blot, two on the bar"


def test_men_of_both_sides_on_a_point_are_seen() -> None:
    ruleset = load("plakoto")
    white, black = {"1": 14, "16": 1}, {"1": 14, "9:pinned": 1}
    rows = read_position(ruleset, {"white": white, "black": black})
    state = from_position(Engine(ruleset), rows, 0)
    lines = draw(ruleset, state, ascii=True).splitlines()
    assert "(x)" in lines[-3], "the pinned man lies below"
    assert "pinned" in words(ruleset, state)


def test_the_last_play_is_marked() -> None:
    ruleset = load("jacquet")
    text = draw(ruleset, state_after("jacquet", 0), last=marks(ruleset, 0, [(1, 7), (7, 12)]), ascii=True)
    edge = text.splitlines()[-2]
    assert edge.count("^") == 2
    assert edge.count(".") == 1


def test_a_flipped_board_is_the_same_board_turned_round() -> None:
    ruleset = load("backgammon")
    state = state_after("backgammon", 30)
    straight, turned = draw(ruleset, state, ascii=True), draw(ruleset, state, ascii=True, flip=True)
    assert straight != turned
    first, last = straight.splitlines()[0].split(), turned.splitlines()[-1].split()
    assert first[:12] == last[:12][::-1]


ONE_ROW = """\
format: 1
ruleset: one-row
title: One row
about: {period: made up for a test, region: nowhere, confidence: D, summary: A track of twelve.}
sources: {own: {cite: Made up for a test, language: en}}
board: {rows: [1 2 3 4 5 6 7 8 9 10 11 12]}
routes: {both: 1..12, source: own}
men: 3
setup: {both: {hand: 3}, source: own}
throw: {dice: 1, source: own}
numbers: {rule: dice, source: own}
moves:
  enter: {from: hand, to: number, source: own}
  bear_off: {from: 1..12, to: off, if: from + number >= 13, source: own}
end:
  all_off: {if: all_in(off), wins: mine, source: own}
"""


def test_a_board_too_low_for_both_trays_has_them_below(tmp_path: Path) -> None:
    path = tmp_path / "one-row.yaml"
    path.write_text(ONE_ROW, encoding="utf-8")
    ruleset = load(path)
    lines = draw(ruleset, Engine(ruleset).start()).splitlines()
    assert [line.split()[1] for line in lines if "hand 3" in line] == ["Black", "White"]


def test_pips_are_counted_only_where_men_travel() -> None:
    assert has_pips(load("backgammon"))
    assert pips(load("backgammon"), state_after("backgammon", 0), 0) == 167
    assert not has_pips(load("doublets-willughby"))
