"""Typed plays: tolerant in the writing, strict in the rules, and never guessed."""

import json

import pytest

from tablier.model.load import load
from tablier.play.engine import Engine
from tablier.play.refusals import AmbiguousPlay, IllegalPlay, PlayError, UnreadablePlay
from tablier.play.state import Stage, State, read_position
from tablier.play.typed import only_play, read_moves, read_throw, resolve, result, write_moves

BACKGAMMON = Engine(load("backgammon"))
START = '{"white": {"1": 2, "12": 5, "17": 3, "19": 5}, "black": {"1": 2, "12": 5, "17": 3, "19": 5}}'
ON_BAR = (
    '{"white": {"bar": 1, "1": 1, "12": 5, "17": 3, "19": 5}, "black": {"1": 2, "12": 5, "17": 3, "19": 5}}'
)
HOME = '{"white": {"19": 1, "24": 2, "off": 12}, "black": {"24": 2, "off": 13}}'


def thrown(position: str, faces: tuple[int, ...], engine: Engine = BACKGAMMON, player: int = 0) -> State:
    rows = read_position(engine.ruleset, json.loads(position))
    return engine.throw(State(rows, Stage.THROW, player), faces)


def reached(state: State, text: str) -> object:
    for move in read_moves(BACKGAMMON, state, text):
        state = BACKGAMMON.move(state, move)
    return result(state)


@pytest.mark.parametrize(
    ("faces", "texts"),
    [
        ((6, 5), ["24/18/13", "24/13", "24/18 18/13", "18/13 24/18", "24-13", "24/13*", "24→13"]),
        ((6, 5), ["24 to 18 to 13", "24 / 18 / 13"]),
        ((6, 5), ["24/18 13/8", "13/8 24/18", "13/8, 24/18", "13/8*;24/18*", "24/18 by 6 13/8 with the 5"]),
        ((1, 1), ["8/7(2) 6/5(2)", "8/7 8/7 6/5 6/5", "6/5(2) 8/7(2)"]),
        ((3, 1), ["8/5 6/5", "6/5 8/5"]),
    ],
)  # fmt: skip
def test_one_play_may_be_written_in_many_ways(faces: tuple[int, ...], texts: list[str]) -> None:
    state = thrown(START, faces)
    assert len({reached(state, text) for text in texts}) == 1


def test_bar_and_off_may_be_numbers() -> None:
    state = thrown(ON_BAR, (4, 2))
    assert (
        reached(state, "bar/21")
        == reached(state, "25/21")
        == reached(state, "BAR/21")
        == reached(state, "21")
    )
    state = thrown(HOME, (6, 1))
    assert reached(state, "6/off") == reached(state, "6/0") == reached(state, "6/OFF")


def test_a_place_alone_is_enough_where_it_is_unique() -> None:
    state = thrown(START, (6, 5))
    assert write_moves(BACKGAMMON, state, read_moves(BACKGAMMON, state, "18")) == "24/18"
    with pytest.raises(AmbiguousPlay) as caught:
        read_moves(BACKGAMMON, thrown(HOME, (6, 1)), "off")
    assert len(caught.value.ways) == 2


def test_two_routes_with_different_hits_are_asked() -> None:
    position = '{"white": {"12": 1, "1": 2, "off": 12}, "black": {"7": 1, "6": 1, "1": 2, "off": 11}}'
    with pytest.raises(AmbiguousPlay) as caught:
        read_moves(BACKGAMMON, thrown(position, (6, 5)), "13/2")
    assert caught.value.texts == ["13/7*/2", "13/8/2"]


def test_one_man_and_two_dice_are_asked_and_can_be_told_apart() -> None:
    position = '{"white": {"24": 2, "23": 1, "off": 12}, "black": {"1": 15}}'
    state = thrown(position, (6, 5))
    with pytest.raises(AmbiguousPlay) as caught:
        read_moves(BACKGAMMON, state, "2/off")
    assert caught.value.texts == ["2/off by 6", "2/off by 5"]
    assert [move[0] for move in read_moves(BACKGAMMON, state, "2/off by 5")] == [5]
    assert len(resolve(BACKGAMMON, state, "2/off 1/off")) == 1


@pytest.mark.parametrize(
    ("position", "faces", "text", "clause", "says"),
    [
        (START, (6, 5), "24/19", "forbidden.made_point", "5 men of Black stand on 19"),
        (START, (6, 5), "24/20", None, "needs a 4"),
        (START, (6, 5), "13/14", None, "no number"),
        (START, (6, 5), "12/6", None, "White has no man on 12; 5 men of Black stand there"),
        (START, (6, 5), "13/7 13/7", None, "needs a 6; left to play: 5"),
        (START, (6, 5), "13/7 13/8 6/5", None, "no number"),
        (START, (5, 5), "24/14", "forbidden.made_point", "24/19"),
        (ON_BAR, (4, 2), "13/9", "forbidden.bar_first", "13/9"),
        (START, (6, 5), "13/off", None, "no number takes a man by 13/off"),
    ],
)
def test_a_refusal_names_the_rule(
    position: str, faces: tuple[int, ...], text: str, clause: str | None, says: str
) -> None:
    with pytest.raises(IllegalPlay) as caught:
        read_moves(BACKGAMMON, thrown(position, faces), text)
    found = caught.value
    assert (found.clause.id if found.clause else None) == clause, str(found)
    assert says in str(found)


def test_a_play_that_leaves_too_much_is_refused_when_it_must_be_complete() -> None:
    state = thrown(START, (6, 5))
    assert resolve(BACKGAMMON, state, "24/18")
    with pytest.raises(IllegalPlay) as caught:
        resolve(BACKGAMMON, state, "24/18", complete=True)
    assert caught.value.clause is not None
    assert caught.value.clause.id == "obligations.most_numbers"


@pytest.mark.parametrize(
    "text", ["", "zz", "24//18", "24/18(", "(2)", "24/18(100)", "1/2 " * 80, "24/18=", "²/1"]
)
def test_what_is_not_a_play_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadablePlay):
        read_moves(BACKGAMMON, thrown(START, (6, 5)), text)


@pytest.mark.parametrize("text", ["6-5", "65", "6 5", "6:5", "6,5", "5-6"])
def test_throws_may_be_written_in_many_ways(text: str) -> None:
    state = State(BACKGAMMON.ruleset.setup, Stage.THROW, 0)
    assert sorted(read_throw(BACKGAMMON, state, text).values) == [5, 6]


@pytest.mark.parametrize("text", ["", "7-5", "6", "6-5-4", "six five", "0-1", "9" * 50])
def test_what_cannot_be_thrown_is_refused(text: str) -> None:
    state = State(BACKGAMMON.ruleset.setup, Stage.THROW, 0)
    with pytest.raises(PlayError):
        read_throw(BACKGAMMON, state, text)


def test_a_forced_play_is_found_and_a_choice_is_not() -> None:
    engine = Engine(load("jacquet"))
    start = '{"white": {"1": 15}, "black": {"1": 15}}'
    assert only_play(engine, thrown(start, (6, 5), engine)) is not None
    assert only_play(BACKGAMMON, thrown(START, (6, 5))) is None
