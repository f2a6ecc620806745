"""Records: what is written is read back to the same state, and what breaks a rule is named at its line."""

import pytest

from tablier.diagnostics import RulesetError
from tablier.formats.files import convert, open_games
from tablier.model import library
from tablier.model.load import load
from tablier.play.engine import Engine
from tablier.play.game import Action, Game, new_game
from tablier.play.record import read, read_headers, read_readings, write
from tablier.play.typed import result
from tablier.source import SourceFile

NAMES = [path.stem for path in library.files() if not load(path).abstract]


def played(engine: Engine, seed: int, most: int) -> Game:
    game = new_game(engine.ruleset, seed, engine)
    for _ in range(most):
        if not game.is_over:
            game.act(game.random_action())
    return game


@pytest.mark.parametrize("name", NAMES)
def test_a_record_leads_back_to_the_same_state(name: str) -> None:
    engine = Engine(load(name))
    for seed, most in ((1, 30), (2, 31), (3, 57), (4, 400)):
        game = played(engine, seed, most)
        replay = read(engine, write(game))
        assert replay.diagnostics == []
        assert result(replay.game.state) == result(game.state)
        assert write(replay.game) == write(game)


def test_constants_that_were_set_are_kept() -> None:
    engine = Engine(load("ur-finkel", constants={"men_each": 2}))
    text = write(played(engine, 1, 40))
    assert "constants: men_each=2\n" in text
    found = open_games(SourceFile("game.txt", text))
    assert found.faults == [] and found.games[0].ruleset.men == (2, 2)
    assert convert(found, "record") == text
    with pytest.raises(RulesetError, match="no whole number"):
        open_games(SourceFile("game.txt", text.replace("men_each=2", "men_each=two")))


RECORD = """\
ruleset: jacquet
white: Anna   # a friend
event: "Club #2"  # in May
seed: 7

# at the fireside
lead: white 5, black 3
1. white 6-5: 1/7/12
2. black 4-1: 1/5 5/6
"""


def test_comments_and_headers_are_kept() -> None:
    replay = read(Engine(load("jacquet")), RECORD)
    assert replay.diagnostics == []
    assert replay.comments == {0: ["a friend", "in May", "at the fireside"]}
    assert read_headers(RECORD)["seed"] == "7"
    assert read_headers(RECORD)["white"] == "Anna"
    assert read_headers(RECORD)["event"] == "Club #2"
    assert "# at the fireside" in write(replay.game, comments=replay.comments)
    assert read_readings({"readings": "a=b, c=d"}) == {"a": "b", "c": "d"}


@pytest.mark.parametrize(
    ("line", "code", "clause"),
    [
        ("3. white 3-2: 1/4", "T702", "forbidden.courier_first"),
        ("3. white 3-2: 12/15", "T702", "obligations.most_numbers"),
        ("3. white 3-2: 12/19", "T702", None),
        ("3. white 7-5: 12/18", "T701", None),
        ("3. white 3-2: 12/x", "T701", None),
        ("3. white 3-2: no move", "T702", "obligations.most_numbers"),
        ("3. black 3-2: 6/12", "T702", None),
        ("3. white given 3-2: 6/12", "T702", None),
        ("lead: white 5, black 3", "T702", None),
        ("white adopts 6-5", "T702", None),
        ("result: white wins 2 points", "T702", None),
        ("3. white 3-2: 12/15/17, passes 5", "T702", None),
        ("nonsense", "T701", None),
    ],
)
def test_a_bad_line_is_reported_where_it_stands(line: str, code: str, clause: str | None) -> None:
    replay = read(Engine(load("jacquet")), RECORD + line + "\n4. black 1-1: ...\n", "evening.txt")
    [fault] = replay.diagnostics
    assert (fault.code, fault.clause) == (code, clause), fault.message
    assert fault.span is not None
    assert (fault.span.file, fault.span.line) == ("evening.txt", len(RECORD.splitlines()) + 1)


def test_an_unfinished_throw_is_read_as_far_as_it_goes() -> None:
    replay = read(Engine(load("jacquet")), RECORD + "3. white 3-2: 12/15 ...\n")
    assert replay.diagnostics == []
    assert replay.game.state.left == ((2,),)


def test_resigning_is_part_of_the_record() -> None:
    game = read(Engine(load("jacquet")), RECORD).game
    game.act(Action("resign", (0, 2)))
    text = write(game)
    assert text.splitlines()[-2:] == ["white resigns 2 points", "result: black wins 2 points"]
    replay = read(game.engine, text)
    assert replay.diagnostics == []
    assert replay.game.state.outcome == game.state.outcome


@pytest.mark.parametrize(
    "text", ["", "\0", "position: {", "ruleset: jacquet\nposition: []\n", "#\n#\n", "lead: white 9, black 1"]
)
def test_any_text_is_read_without_a_fall(text: str) -> None:
    read(Engine(load("jacquet")), text)
