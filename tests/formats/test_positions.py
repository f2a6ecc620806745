"""Positions in one line: known values, and round trips of any position."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablier.cli import main
from tablier.diagnostics import RulesetError
from tablier.formats.board import Men, Setting, men_of, opposite, rows_of
from tablier.formats.positions import (
    READERS,
    WRITERS,
    read_fibs,
    read_gnubg_id,
    read_match_id,
    read_position_id,
    read_xgid,
    write_gnubg_id,
    write_match_id,
    write_position_id,
    write_xgid,
)
from tablier.model.load import load

RULES = load("backgammon")
START = Setting(men_of(RULES, RULES.setup))


def test_the_start() -> None:
    assert write_position_id(START) == "4HPwATDgc/ABMA"
    assert write_xgid(START).startswith("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:")
    assert read_position_id("4HPwATDgc/ABMA").men == START.men
    assert read_xgid("-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10") == START
    assert rows_of(RULES, START.men)[0][:28] == RULES.setup[0][:28]


def test_the_turn_does_not_mirror_the_board() -> None:
    black = read_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:-1:52:0:0:0:0:10")
    assert black.men == START.men and black.turn == 1 and black.dice == (5, 2)


def test_what_surrounds_a_position() -> None:
    found = read_xgid("XGID=-b----E-C---eE---c-e----B-:2:-1:1:D:3:5:1:7:10")
    assert (found.cube, found.owner, found.is_doubled) == (4, 1, True)
    assert (found.score, found.length, found.crawford) == ((3, 5), 7, True)
    assert read_xgid("-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10").jacoby


def test_the_side_not_on_roll_comes_first() -> None:
    """One man of White's off: the bits of the side on roll follow those of the other."""
    men = (1, *START.men[0][1:24], 1, 0)
    white, black = (write_position_id(Setting((men, START.men[1]), turn=turn)) for turn in (0, 1))
    assert white != black
    assert read_position_id(white, 0).men == read_position_id(black, 1).men == (men, START.men[1])


def test_a_line_of_fibs() -> None:
    line = (
        "board:You:Opp:5:2:1:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:3:0:0:2:0:1:0:1:-1:0:25"
        ":0:0:0:0:2:0:0:0"
    )
    found = read_fibs(line)
    assert found.men == START.men and found.turn == 0 and found.dice == (6, 3)
    assert (found.length, found.score, found.cube, found.owner) == (5, (2, 1), 2, 1)
    other = line.replace(":1:-1:0:25:", ":-1:1:25:0:")
    assert read_fibs(other).men == (START.men[1], START.men[0])


@st.composite
def men(draw: st.DrawFn) -> tuple[Men, Men]:
    """Up to fifteen men a side, never both on one point."""
    mine = draw(st.lists(st.integers(1, 25), max_size=15))
    free = [p for p in range(1, 26) if p == 25 or opposite(p) not in mine]
    theirs = draw(st.lists(st.sampled_from(free), max_size=15))
    return counted(mine), counted(theirs)


def counted(side: list[int]) -> Men:
    return (15 - len(side), *(side.count(point) for point in range(1, 26)))


@st.composite
def settings_of(draw: st.DrawFn) -> Setting:
    length = draw(st.integers(0, 25))
    score = draw(st.tuples(st.integers(0, max(length - 1, 0)), st.integers(0, max(length - 1, 0))))
    log = draw(st.integers(0, 6))
    dice = draw(st.one_of(st.just(()), st.tuples(st.integers(1, 6), st.integers(1, 6))))
    return Setting(
        draw(men()),
        turn=draw(st.integers(0, 1)),
        dice=tuple(sorted(dice, reverse=True)),
        cube=1 << log,
        owner=draw(st.sampled_from([0, 1])) if log else None,
        score=score,
        length=length,
        crawford=draw(st.booleans()) if length else False,
        jacoby=False if length else draw(st.booleans()),
    )


@given(settings_of())
def test_round_trips(setting: Setting) -> None:
    assert read_xgid(write_xgid(setting)) == setting
    assert read_gnubg_id(write_gnubg_id(setting)) == setting
    assert men_of(RULES, rows_of(RULES, setting.men)) == setting.men


@given(men(), st.integers(0, 1))
def test_a_fibs_board_keeps_the_men(both: tuple[Men, Men], turn: int) -> None:
    setting = Setting(both, turn=turn)
    assert READERS["fibs"](WRITERS["fibs"](setting)) == setting


@given(settings_of())
def test_a_double_that_is_offered(setting: Setting) -> None:
    offered = Setting(setting.men, turn=setting.turn, is_doubled=True)
    assert read_xgid(write_xgid(offered)).is_doubled
    assert read_match_id(write_match_id(offered)).turn == setting.turn


@given(st.sampled_from(sorted(READERS)), st.text(max_size=80))
def test_other_text_is_refused(form: str, text: str) -> None:
    try:
        READERS[form](text)
    except RulesetError as error:
        assert error.diagnostics[0].code == "T709"


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("xgid", "XGID=-b----E-C"),
        ("gnubg-id", "4HPwATDgc/ABM"),
        ("gnubg-id", "//////////////"),
        ("fibs", "board:a:b:1:2"),
    ],
)
def test_what_cannot_be_read_is_said(form: str, text: str) -> None:
    with pytest.raises(RulesetError) as caught:
        READERS[form](text)
    assert caught.value.diagnostics[0].code == "T709"


def test_too_many_men_are_refused() -> None:
    crowd = read_xgid("-P-------------------------:0:0:1:00:0:0:0:0:10"[:26] + ":0:0:1:00:0:0:0:0:10")
    with pytest.raises(RulesetError, match="White has 15 men, but the position has 16"):
        rows_of(RULES, crowd.men)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["position", "backgammon", "--gnubg-id", "4HPwATDgc/ABMA", "--to", "xgid"]) == 0
    assert capsys.readouterr().out.startswith("XGID=-b----E-C---eE---c-e----B-:0:0:1:00")
    place = '{"white": {"24": 1, "off": 14}, "black": {"bar": 1, "off": 14}}'
    assert main(["position", "backgammon", "--json", place]) == 0
    assert "XGID=aA" in capsys.readouterr().out
    assert main(["position", "jacquet"]) == 0
    assert "xgid" not in capsys.readouterr().out
    assert main(["position", "jacquet", "--to", "xgid"]) == 2
    assert "declares none" in capsys.readouterr().err
