"""Match logs and SGF: every dialect is read, checked against the rules, and written again."""

from pathlib import Path

import dialects
import pytest
from dialects import DIALECTS, Dialect
from played import one_match

from tablier.cli import main
from tablier.diagnostics import RulesetError
from tablier.formats.files import Opened, convert, form_of, open_games
from tablier.formats.transcript import Step, read_steps, write_steps
from tablier.play.game import Action, Game
from tablier.play.state import Stage
from tablier.source import SourceFile

Matches = dict[int, list[Game]]


@pytest.fixture(scope="module")
def matches() -> Matches:
    """Three matches, by their lengths."""
    return {length: one_match(length, length) for length in (1, 5, 9)}


def opened(text: str, name: str = "some.mat") -> Opened:
    return open_games(SourceFile(name, text.removeprefix("\ufeff")))


def ends(games: list[Game]) -> list[object]:
    """What two ways to the same game have in common: positions, throws, the cube and the outcome."""
    return [
        [(one.rows, one.cube) for one in game.states if one.stage in (Stage.THROW, Stage.OVER, Stage.ANSWER)]
        + [game.state.outcome]
        for game in games
    ]


# --- round trips --------------------------------------------------------------------------------


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda one: one.name)
@pytest.mark.parametrize("length", [1, 5, 9])
def test_a_match_in_every_dialect(matches: Matches, length: int, dialect: Dialect) -> None:
    games = matches[length]
    found = opened(dialects.write(games, length, dialect))
    assert not found.faults, [str(one) for one in found.faults]
    assert ends(found.games) == ends(games)
    assert found.match.names == ("Anna", "Bela") and found.match.length == length


@pytest.mark.parametrize("form", ["mat", "sgf", "record"])
@pytest.mark.parametrize("length", [1, 5, 9])
def test_what_is_written_is_read_again(matches: Matches, length: int, form: str) -> None:
    games = matches[length]
    first = opened(dialects.write(games, length, dialects.JELLYFISH))
    again = opened(convert(first, form), f"some.{form}")
    assert again.form == form and not again.faults, [str(one) for one in again.faults]
    assert ends(again.games) == ends(games)
    assert convert(again, form) == convert(first, form)


def test_points_beyond_the_match_may_be_cut(matches: Matches) -> None:
    found = opened(dialects.write(matches[5], 5, dialects.GALAXY, cut=True))
    assert not found.faults


# --- by hand ------------------------------------------------------------------------------------

DOUBLED = """\
; [Site "Galaxy"]
 5 point match

 Game 1
 Anna : 0                     Bela : 0
  1)                          31: 8/5 6/5
  2) 64: 24/18 18/14          Doubles => 2
  3) Takes                    55: 8/3 8/3 6/1 6/1
  4) 61: 25/24 14/8           66: 24/18 24/18 18/12 18/12
  5) 52:                      Wins 2 points
"""


def test_a_throw_that_was_not_played() -> None:
    """The same look as a throw of which nothing can be played: the game was given up."""
    for text in (
        "63: ",
        "63: ????",
        "63:",
    ):
        found = opened(f" 3 point match\n\n Game 1\n A : 0     B : 0\n 1) {text}\n     Wins 2 points\n")
        assert found.faults == [] or text != "63: ????"
        outcome = found.games[0].state.outcome
        assert outcome is not None and outcome.clause == "resigned" and outcome.points == 2


ILLEGAL = """\
 3 point match

 Game 1
 Anna : 0                           Bela : 0
  1) 31: 8/5 6/5                    66: 24/18(2) 13/7(2)
  2) 21: 13/10                      {}
"""


@pytest.mark.parametrize(
    ("entry", "line", "message"),
    [
        ("62: 24/16 8/6", 6, "Black has no man on 24"),
        ("62: 24/16*", 6, ""),
        ("77: 8/1", 6, "77 is not a throw of two dice"),
        ("11: 8/7[9] 6/5", 6, "'8/7[9]' is not a move"),
        ("00: 8/5 6/5", 6, "00 is not a throw of two dice"),
        ("62: 8/x", 6, "'8/x' is not a move"),
        ("62:                   62: 8/2", 6, ""),
        (" Drops", 6, "no double for black to answer"),
    ],
)
def test_a_fault_is_told_at_its_line(entry: str, line: int, message: str) -> None:
    found = opened(ILLEGAL.format(entry))
    assert found.faults, entry
    span = found.faults[0].span
    assert span is not None and span.line == line
    assert message in found.faults[0].message or not message


def test_a_move_against_a_rule_names_the_rule() -> None:
    found = opened(ILLEGAL.format("66: 13/7(2) 8/2").replace("21: 13/10", "11: 8/7 6/5"))
    assert [one.code for one in found.faults] == ["T702"]
    assert found.faults[0].clause is not None and found.faults[0].source is not None


ODD = """\
 3 point match

 Game 1
 Anna : 0                           Bela : 0
  1)                                31: 8/5 6/5
  2)  Doubles => 2                   Drops
  3)  Wins 1 point

 Game 2
 Anna : 2                           Bela : 0
  1) 31: 8/5 6/5                     Doubles => 2
  2)  Drops                          Wins 1 point
"""


def test_odd_records_are_understood_and_told() -> None:
    found = opened(ODD)
    assert [(one.code, one.span.line if one.span else 0) for one in found.faults] == [
        ("T708", 9),
        ("T708", 11),
    ]
    assert "the game begins at 2-0" in found.faults[0].message
    assert "by Crawford's rule" in found.faults[1].message
    assert [game.state.outcome.winner for game in found.games if game.state.outcome] == [0, 1]


def test_jacoby_is_seen_from_the_points() -> None:
    """Money: a gammon with the cube in the middle counts single where the Jacoby rule is played."""
    head = " 0 point match\n\n Game 1\n A : 0        B : 0\n"
    found = opened(head + " 1) 31: 8/5 6/5        42: 8/4 6/4\n 2) Wins 1 point\n")
    assert not found.faults


def test_no_play_and_hits_without_stars() -> None:
    text = """\
 1 point match

 Game 1
 Anna : 0                     Bela : 0
  1) 62: 24/18 13/11          61: 13/7* 8/7
  2) 66:                      31: 6/3 4/3
"""
    found = opened(text)
    assert [one.span.line for one in found.faults if one.span] == [6]
    assert len([a for a in found.games[0].actions if a.kind == "throw"]) >= 2
    unmarked = opened(text.replace("*", ""))
    assert ends(unmarked.games) == ends(found.games)


def test_hits_tell_two_ways_apart() -> None:
    """24/16* hits at its end only; over the other rest a second man would have been hit."""
    steps = read_steps("24/16*")
    assert steps == (Step(24, 16, True),)


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("bar/22* 13/7(2)", (Step(25, 22, True), Step(13, 7), Step(13, 7))),
        ("24/18*/13*", (Step(24, 18, True), Step(18, 13, True))),
        ("25/20 6/0", (Step(25, 20), Step(6, 0))),
        ("Bar/20 6/Off", (Step(25, 20), Step(6, 0))),
        ("6/off(3)", (Step(6, 0),) * 3),
    ],
)
def test_moves(text: str, steps: tuple[Step, ...]) -> None:
    assert read_steps(text) == steps
    assert read_steps(write_steps(steps)) == steps


def test_the_last_man_may_go_by_either_number() -> None:
    """The game is over either way: that is no doubt which play is meant."""
    text = "(;FF[4]GM[6]PL[W]AE[a:y]AW[a]AB[x][w];W[21az])"
    found = opened(text, "some.sgf")
    assert not found.faults and found.games[0].is_over


def test_a_man_borne_off_over_a_rest() -> None:
    """3/off by 5 and 2: the five alone would do, but then the two is not played."""
    text = "(;FF[4]GM[6]PL[W]AE[a:y]AW[c]AB[x][w]CV[1];W[52cz])"
    assert not opened(text, "some.sgf").faults
    text = "(;FF[4]GM[6]PL[W]AE[a:y]AW[c][f][f]AB[x][w]CV[1];W[21cz];B[11xzwz])"
    found = opened(text, "some.sgf")
    moves = [action.values[0] for action in found.games[0].actions if action.kind == "move"]
    assert not found.faults and sorted(moves[:2]) == [1, 2]


def test_words_that_are_no_moves() -> None:
    for text in ("8", "8/99", "eight/five", "8/5(9)"):
        assert read_steps(text) == text


GIVEN_UP = """\
 7 point match

 Game 1
 Anna : 0                           Bela : 0
  1)                                31: 8/5 6/5
  2)  Concedes                       Wins 2 point

 Game 2
 Anna : 0                           Bela : 2
  1) 31: 8/5 6/5                    62: Concedes
  4)  Wins 1 point

 Game 3
 Anna : 1                           Bela : 2
  1) 31: 8/5 6/5                    00: ????
  2)  Wins 1 point

 Game 4
 Anna : 2                           Bela : 2
  1) 31: 8/5 6/5                     Concedes
"""


def test_games_given_up_before_and_after_a_throw() -> None:
    found = opened(GIVEN_UP)
    ends = [game.state.outcome for game in found.games]
    assert [(end.winner, end.points, end.clause) for end in ends if end] == [
        (1, 2, "resigned"),
        (0, 1, "resigned"),
        (0, 1, "resigned"),
    ]
    assert [(one.code, one.span.line if one.span else 0) for one in found.faults] == [("T708", 20)]
    assert "no line says how many points" in found.faults[0].message


def test_equal_moves_apart_keep_their_order() -> None:
    """What is written back tells the same game, move by move."""
    rows = " 1) 31: 8/5 6/5                    22: 13/11 11/9 8/6 11/9 13/11\n"
    text = f" 1 point match\n\n Game 1\n A : 0     B : 0\n{rows}".replace("11/9 13/11", "13/11")
    first = opened(text)
    assert not first.faults
    assert "22: 13/11 11/9 8/6 13/11" in convert(first, "mat")
    assert convert(opened(convert(first, "mat")), "record") == convert(first, "record")


CONTRADICTED = """\
 3 point match

 Game 1
 Anna : 0                           Bela : 0
  1) 31: 8/5 6/5                    42: 8/4 6/4
  2)  Wins 1 point
  3) blah 31: 24/23                  Takes gladly
  4)                                 Wins 4 points

 Game 2
 Bela : 4                           Anna : 0
  1) 31: 8/5 6/5                     Concedes
  2)                                 Wins 0 points
"""


def test_what_contradicts_itself_is_remarked_on() -> None:
    said = [
        (one.span.line, one.message) for one in opened(CONTRADICTED).faults if one.span and one.code == "T708"
    ]
    for line, words in (
        (7, "'blah' says nothing"),
        (7, "'gladly' says nothing"),
        (7, "goes on here after its result"),
        (8, "another result already"),
        (10, "the match was won before"),
        (11, "those names are kept"),
        (13, "a point at least"),
        (13, "gives the game up wins it"),
    ):
        assert any(row == line and words in message for row, message in said), (line, words)


def test_after_what_cannot_be_read_nothing_is_guessed() -> None:
    """One fault, at its place: the moves before it stand, those after it are left."""
    text = ILLEGAL.format("72: 8/4 6/4") + "  3) 65: 24/13\n"
    found = opened(text)
    assert [one.code for one in found.faults] == ["T701"]
    assert sum(action.kind == "move" for action in found.games[0].actions) == 8


def test_names_with_line_breaks_stay_in_their_line() -> None:
    first = opened("(;FF[4]GM[6]PW[An\nna]PB[Be\u0085la]MI[length:5][game:0][ws:0][bs:0];W[31hefe])")
    for form in ("mat", "record"):
        again = opened(convert(first, form))
        assert not again.faults and again.match.names == ("An na", "Be la"), form


def test_a_record_keeps_its_event_in_other_formats() -> None:
    first = opened('; [Event "Friday"]\n; [Round "2"]\n' + GIVEN_UP)
    again = opened(convert(opened(convert(first, "record")), "mat"))
    assert again.match.tags["Event"] == "Friday" and again.match.tags["Round"] == "2"


def test_a_player_may_be_called_ruleset() -> None:
    assert opened(GIVEN_UP.replace("Anna", "ruleset")).form == "mat"


@pytest.mark.parametrize(
    ("header", "row", "message"),
    [
        ("constants: men_each", 2, "written NAME=VALUE"),
        ("constants: men_each=2, men_each=3", 2, "each once"),
        ("constants: foo=1", 2, "no constant 'foo'"),
        ("constants: men_each=x", 2, "no whole number"),
        ("readings: middle_rosette", 2, "written NAME=VALUE"),
    ],
)
def test_faults_of_headers_have_their_place(header: str, row: int, message: str) -> None:
    with pytest.raises(RulesetError) as caught:
        opened(f"ruleset: ur-finkel\n{header}\n\n1. white 1: hand/A4\n")
    fault = caught.value.diagnostics[0]
    assert fault.span is not None and fault.span.line == row and message in fault.message


def test_an_event_with_a_hash_in_its_name() -> None:
    first = opened('; [Event "Live #92"]\n' + GIVEN_UP)
    record = convert(first, "record")
    assert 'event: "Live #92"\n' in record
    assert "# 92" not in record and convert(opened(record), "record") == record


def test_names_in_the_encoding_of_windows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "old.mat"
    source.write_bytes(GIVEN_UP.replace("Anna", "Jürg").encode("cp1252"))
    assert main(["convert", str(source), "--to", "record"]) == 0
    out, err = capsys.readouterr()
    assert "white: Jürg" in out and "T708" in out + err


def test_garbage_is_reported_never_raised(matches: Matches) -> None:
    text = dialects.write(matches[1], 1, dialects.XG)
    for cut in range(0, len(text), 97):
        opened(text[:cut] or "?")
        opened(text[:cut] + "\x01)(*&" + text[cut + 3 :])
    assert opened("nothing").faults[0].code == "T701"


# --- SGF ----------------------------------------------------------------------------------------

SGF = """(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.06]MI[length:3][game:0][ws:0][bs:0]
PW[An\\]na]PB[Bela]DT[2001-02-03]RU[Crawford]RE[B+1]
;W[31hefe]A[some analysis][more]
;B[double]C[a remark \\] with a bracket]
(;W[take];B[65aggl](;W[66];B[31])(;W[11]))(;W[drop]))
"""


def test_sgf_by_hand() -> None:
    found = opened(SGF, "some.sgf")
    assert found.match.names == ("An]na", "Bela") and found.match.length == 3
    kinds = [action.kind for action in found.games[0].actions]
    assert kinds[:7] == ["lead", "move", "move", "double", "take", "throw", "move"]
    layout = found.games[0].ruleset.layout
    # B[65aggl] is 24/18 18/13: Black's step 12 holds six men then.
    state = next(
        one
        for one in found.games[0].states
        if one.player == 0 and one.cube and one.cube.value == 2 and one.stage is Stage.THROW
    )
    assert state.rows[1][12] == 6 and state.rows[1][1] == 1 and layout.last == 24


def test_sgf_from_a_position() -> None:
    text = "(;FF[4]GM[6]PL[B]AE[a:y]AW[a][a]AB[x][w]CV[4]CP[b];B[21xzwz])"
    found = opened(text, "some.sgf")
    assert not found.faults
    outcome = found.games[0].state.outcome
    assert outcome is not None and (outcome.winner, outcome.points) == (1, 4)
    again = opened(convert(found, "sgf"), "some.sgf")
    assert ends(again.games) == ends(found.games)
    with pytest.raises(Exception, match="games from their beginning only"):
        convert(found, "mat")


def test_what_sgf_is_not() -> None:
    for text in ("(;GM[1]B[aa])", "(;FF[4]GM[6];W[31xx9])", "(oops", "()"):
        assert opened(text, "some.sgf").faults or not opened(text, "some.sgf").games


# --- commands -----------------------------------------------------------------------------------


def test_forms_are_told_apart() -> None:
    assert [form_of(text) for text in (SGF, DOUBLED, "\ufeff; [A]\n", "# mine\nruleset: x")] == [
        "sgf",
        "mat",
        "mat",
        "record",
    ]


def test_convert_and_replay(tmp_path: Path, matches: Matches, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "match.mat"
    source.write_text(dialects.write(matches[5], 5, dialects.STUDIO), encoding="utf-8", newline="")
    for form in ("sgf", "record", "mat"):
        target = tmp_path / f"again.{form}"
        assert main(["convert", str(source), "--to", form, "-o", str(target)]) == 0
        assert main(["replay", str(target), "--check"]) == 0
        out = capsys.readouterr().out
        assert f"{len(matches[5])} game" in out
        source = target


def test_replay_shows_every_throw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "one.mat"
    source.write_text(ODD, encoding="utf-8")
    assert main(["replay", str(source), "--boards", "--ascii"]) == 0
    out = capsys.readouterr().out
    assert "1. black 3-1: 8/5 6/5" in out and "white doubles to 2" in out and "+---" in out
    assert "Game 2, Anna 2, Bela 0" in out


def test_a_broken_record_is_reported_at_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "mine.txt"
    source.write_text(
        "ruleset: backgammon\n\nlead: white 3, black 1\n1. white 3-1: 8/5 6/5\n2. black 6-6: 24/12\n",
        encoding="utf-8",
    )
    assert main(["replay", str(source), "--check"]) == 1
    assert "mine.txt:5:1: error[T702]" in capsys.readouterr().err


def test_an_undeclared_format_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "mine.txt"
    source.write_text("ruleset: jacquet\n\nlead: white 3, black 1\n", encoding="utf-8")
    assert main(["convert", str(source), "--to", "mat"]) == 2
    assert "does not say that it can be written as 'mat'" in capsys.readouterr().err


def test_a_file_without_a_name_for_its_rules(tmp_path: Path) -> None:
    source = tmp_path / "one.mat"
    source.write_text(ODD, encoding="utf-8")
    assert main(["replay", str(source), "--check", "--ruleset", "backgammon"]) == 0
    assert main(["replay", str(source), "--check", "--ruleset", "jacquet"]) == 2


def test_actions_are_plain() -> None:
    """A record of a match goes on where it stands: the cube is in the states."""
    found = opened(ODD)
    assert Action("double") in found.games[0].actions
