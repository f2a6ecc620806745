"""Matches and what they are played for: score, rotation, leader, the cube, Crawford and Jacoby."""

import io

import pytest

from tablier.model.load import load
from tablier.play.chance import Chance
from tablier.play.engine import Engine
from tablier.play.game import Action, Game
from tablier.play.match import Result, format_match, read_match, standing
from tablier.play.record import read, split, write
from tablier.play.stakes import Cube, new_cube, stakes_of
from tablier.play.state import Stage, State
from tablier.repl import run
from tablier.repl.saves import Saves

ENGINE = Engine(load("backgammon"))
RULES = ENGINE.ruleset


def to_throw(cube: Cube | None = None, side: int = 0) -> State:
    """The start, with a side about to throw."""
    return ENGINE.start(side, cube)


def nearly_won(cube: Cube | None, black_off: int) -> State:
    """White has one man left; Black has all men home, some of them off."""
    layout = RULES.layout
    rows = [[0] * layout.size, [0] * layout.size]
    rows[0][24], rows[0][layout.off] = 1, 14
    rows[1][24], rows[1][layout.off] = 15 - black_off, black_off
    return to_throw(cube).changed(rows=(tuple(rows[0]), tuple(rows[1])))


def finish(state: State) -> State:
    state = ENGINE.throw(state, (2, 1))
    return ENGINE.move(state, ENGINE.moves(state)[0])


# --- the cube -----------------------------------------------------------------------------------


def test_without_a_cube_nobody_doubles() -> None:
    assert not ENGINE.may_double(to_throw())


def test_a_double_is_taken_and_the_cube_changes_hands() -> None:
    offered = ENGINE.double(to_throw(Cube()))
    assert (offered.stage, offered.player) == (Stage.ANSWER, 1)
    taken = ENGINE.take(offered)
    assert (taken.stage, taken.player, taken.cube) == (Stage.THROW, 0, Cube(2, 1))
    assert not ENGINE.may_double(taken)
    assert ENGINE.may_double(taken.changed(player=1))


def test_a_double_that_is_dropped_loses_what_the_cube_showed() -> None:
    over = ENGINE.drop(ENGINE.double(to_throw(Cube(4, 0))))
    assert over.outcome is not None
    assert (over.outcome.winner, over.outcome.points, over.outcome.clause) == (0, 4, "dropped")


def test_nobody_doubles_after_the_throw() -> None:
    assert not ENGINE.may_double(ENGINE.throw(to_throw(Cube()), (2, 1)))


@pytest.mark.parametrize(
    ("cube", "black_off", "points"),
    [
        (None, 0, 2),
        (None, 1, 1),
        (Cube(), 0, 2),
        (Cube(4, 1), 0, 8),
        (Cube(4, 1), 1, 4),
        (Cube(jacoby=True), 0, 1),
        (Cube(2, 1, jacoby=True), 0, 4),
    ],
)
def test_what_a_game_comes_to(cube: Cube | None, black_off: int, points: int) -> None:
    outcome = finish(nearly_won(cube, black_off)).outcome
    assert outcome is not None and outcome.points == points


def test_stakes_are_what_the_ruleset_says() -> None:
    assert stakes_of(RULES).cube and stakes_of(RULES).crawford and stakes_of(RULES).jacoby
    assert not stakes_of(load("jacquet")).cube
    assert new_cube(RULES, in_match=False) == Cube(jacoby=True)
    assert new_cube(RULES, in_match=True) == Cube()
    assert new_cube(RULES, in_match=True, crawford=True) is None


# --- the standing -------------------------------------------------------------------------------


def test_the_cube_rests_once() -> None:
    games = [Result(0, 4), Result(1, 1), Result(1, 1)]
    found = [standing(RULES, games[:count], 5).crawford for count in range(4)]
    assert found == [False, True, False, False]
    assert standing(RULES, games, 5).score == (4, 2)


def test_a_length_from_outside_wins() -> None:
    games = [Result(0, 2), Result(None, 0), Result(0, 1)]
    assert standing(RULES, games, 3).winner == 0
    assert standing(RULES, games).winner is None


def test_a_match_in_one_line() -> None:
    games = [Result(0, 2), Result(None, 0), Result(1, 3)]
    for length in (5, None):
        assert read_match(format_match("some-game", length, games)) == ("some-game", length, games)
    assert read_match("some-game to 5") == ("some-game", 5, [])
    assert read_match("?") is None


# --- records ------------------------------------------------------------------------------------


def doubled(*answers: str) -> Game:
    """A game whose side doubles after the opening."""
    game = Game(ENGINE, Chance(1), [ENGINE.start(cube=Cube())])
    game.act(Action("lead", (6, 5)))
    while game.state.stage is Stage.PLAY:
        game.act(Action("move", ENGINE.moves(game.state)[0]))
    for answer in ("double", *answers):
        game.act(Action(answer))
    return game


def test_a_record_with_a_cube() -> None:
    game = doubled("take")
    text = write(game)
    assert "stakes: cube" in text and "black doubles to 2" in text and "white takes" in text
    found = read(ENGINE, text)
    assert not found.diagnostics and found.game.actions == game.actions and found.game.state == game.state
    dropped = write(doubled("drop"))
    assert "white drops" in dropped and "result: black wins 1 point" in dropped
    assert not read(ENGINE, dropped).diagnostics


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("stakes: cube\n", ""), "without a doubling cube"),
        (("white takes", "black takes"), "it is not black's turn"),
        (("doubles to 2", "doubles to 4"), "the cube shows 1; doubled it is 2"),
        (("white takes", "white takes\nblack doubles"), "the cube is white's"),
        (("black doubles to 2\n", ""), "an answer to a double is not due"),
    ],
)
def test_a_record_whose_cube_is_against_the_rules(change: tuple[str, str], message: str) -> None:
    found = read(ENGINE, write(doubled("take")).replace(*change))
    assert len(found.diagnostics) == 1 and message in found.diagnostics[0].message


def test_several_games_in_a_file() -> None:
    one = write(doubled("drop"))
    parts = split(one + "\n" + one)
    assert len(parts) == 2 and parts[1][0] == one.count("\n") + 1
    broken = split(one + "\n" + one.replace("white drops", "white doubles"))[1]
    found = read(ENGINE, broken[1], "two.txt", broken[0]).diagnostics[0]
    line = (one + "\n" + one).splitlines().index("white drops", broken[0]) + 1
    assert found.span is not None and found.span.line == line


# --- at the keyboard ----------------------------------------------------------------------------


def sitting(name: str, lines: str, **more: object) -> str:
    out = io.StringIO()
    run(load(name), seed=3, lines=lines.splitlines(), out=out, saves=Saves(None), **more)  # type: ignore[arg-type]
    return out.getvalue()


def test_machines_play_a_match_through() -> None:
    both = {"white": "cautious", "black": "random"}
    text = sitting("backgammon", "score", players=both, match=5, cube=True)
    assert "White has won the match" in text
    rotating = sitting("tavli", "score", players=both, match=3)
    assert "Game 2: Plakoto." in rotating and "has won the match" in rotating


def test_doubling_by_hand() -> None:
    lines = "6-5\n24/18/13\ndouble\nboard\ntake\ndouble\n3-1\n8/5 6/5\ndouble\ndrop\nscore"
    text = sitting("backgammon", lines, cube=True)
    assert "Black doubles to 2." in text and "White takes; the cube is at 2." in text
    assert "The cube is not yours to turn now." in text
    assert "White doubles to 4." in text and "White wins 2 points" in text
    assert "without a doubling cube" in sitting("backgammon", "6-5\n24/18/13\ndouble")


def test_a_double_is_taken_back() -> None:
    lines = "6-5\n24/18/13\ndouble\ntake\nundo\nundo\nroll"
    text = sitting("backgammon", lines, cube=True)
    assert text.count("White: take or drop? ") == 2 and "Black throws" in text


def test_the_next_game_of_a_match_begins_by_itself() -> None:
    text = sitting("backgammon", "resign 1\nresign 2\nundo\nscore", match=5)
    assert "Game 2: Backgammon." in text and "after 2 games" in text
