"""Drawn boards: every ruleset's, whole, accessible, and the same each time."""

import re
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from tablier import cli
from tablier.diagnostics import RulesetError
from tablier.model import survey
from tablier.model.load import load
from tablier.play.engine import Engine
from tablier.play.state import Stage, State, read_position
from tablier.show import diagram
from tablier.show.board_plan import plan
from tablier.show.board_svg import Drawing, draw, placed
from tablier.show.board_text import Pile

SVG = "{http://www.w3.org/2000/svg}"
GAMES = list(survey.games())


def root_of(image: str) -> Xml.Element:
    return Xml.fromstring(image)


def start(name: str) -> tuple[Engine, State]:
    engine = Engine(load(name))
    return engine, State(engine.ruleset.setup, Stage.LEAD, 0)


@pytest.mark.parametrize("name", GAMES)
def test_every_board_is_drawn(name: str) -> None:
    engine, state = start(name)
    image = draw(engine.ruleset, state)
    root = root_of(image)
    assert root.get("role") == "img"
    assert (root.findtext(f"{SVG}title") or "").startswith(engine.ruleset.title)
    assert "White has" in (root.findtext(f"{SVG}desc") or "")
    assert image == draw(engine.ruleset, state)
    for element in root.iter():
        for key in ("x", "y", "cx", "cy"):
            assert float(element.get(key, 0)) >= 0


@pytest.mark.parametrize("name", GAMES)
def test_every_point_has_its_place_and_name(name: str) -> None:
    engine, state = start(name)
    laid = plan(engine.ruleset, state.rows)
    points = {one for row in engine.ruleset.rows for one in row.split()} - {"|", "."}
    assert set(laid.seats) == set(laid.labels) == points
    assert len({(seat.x, seat.y) for seat in laid.seats.values()}) == len(points)
    turned = plan(engine.ruleset, state.rows, flip=True)
    assert set(turned.seats) == points


@pytest.mark.parametrize("name", GAMES)
def test_every_man_is_drawn_or_counted(name: str) -> None:
    engine, state = start(name)
    root = root_of(draw(engine.ruleset, state))
    for side in (0, 1):
        discs = [one for one in root.iter(f"{SVG}circle") if one.get("class") == f"b-man{side}"]
        written = [
            int(one.text or 0) for one in root.iter(f"{SVG}text") if one.get("class") == f"b-count{side}"
        ]
        assert discs
        assert len(discs) + sum(written) >= min(engine.ruleset.men[side], 5)


def test_the_sides_differ_by_more_than_tone() -> None:
    engine, state = start("backgammon")
    root = root_of(draw(engine.ruleset, state))
    rings = [one.tag for one in root.iter() if one.get("class") == "b-ring0"]
    lozenges = [one.tag for one in root.iter() if one.get("class") == "b-ring1"]
    assert set(rings) == {f"{SVG}circle"}
    assert set(lozenges) == {f"{SVG}polygon"}


def test_more_than_five_men_are_a_number() -> None:
    assert placed([Pile(0, "", 15)], 5)[-1] == (Pile(0, "", 15), 4.0, 15)
    assert [count for _, _, count in placed([Pile(0, "", 5)], 5)] == [1] * 5


def test_a_man_in_a_layer_overlaps_his_neighbour() -> None:
    pinned = placed([Pile(1, "pinned", 1), Pile(0, "", 2)], 5)
    assert [at for _, at, _ in pinned] == [0.0, 0.5, 1.5]
    stacked = placed([Pile(0, "", 1), Pile(0, "stacked", 2)], 5)
    assert [at for _, at, _ in stacked] == [0.0, 0.5, 1.0]


def test_men_on_the_bar_and_off_are_seen() -> None:
    ruleset = load("backgammon")
    given = {"white": {"19": 13, "bar": 1, "off": 1}, "black": {"19": 13, "bar": 2}}
    state = State(read_position(ruleset, given), Stage.THROW, 0)
    described = root_of(draw(ruleset, state)).findtext(f"{SVG}desc") or ""
    assert "1 on the bar" in described
    assert "2 on the bar" in described


def test_a_play_is_shown_by_arrows() -> None:
    engine, _ = start("backgammon")
    scene = diagram.scene(engine, None, 0, "6-5", "24/18/13")
    image = draw(engine.ruleset, scene.state, Drawing(steps=scene.steps))
    assert image.count('class="b-arrow"') == 2
    assert image.count('class="b-die"') == 2


def test_light_dark_and_the_readers_own() -> None:
    engine, state = start("jacquet")
    assert "prefers-color-scheme: dark" in draw(engine.ruleset, state)
    light = draw(engine.ruleset, state, Drawing(theme="light"))
    dark = draw(engine.ruleset, state, Drawing(theme="dark"))
    assert "prefers-color-scheme" not in light + dark
    assert light != dark


def test_marked_regions_are_explained_below() -> None:
    engine, state = start("jacquet")
    image = draw(engine.ruleset, state, Drawing(marked=["last_table"], caption="A caption"))
    texts = [one.text for one in root_of(image).iter(f"{SVG}text")]
    assert "last table" in texts
    assert "A caption" in texts


def test_nothing_is_loaded_from_elsewhere() -> None:
    for name in GAMES:
        engine, state = start(name)
        image = draw(engine.ruleset, state).replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://|url\(|href", image)


def test_the_command_writes_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "board.svg"
    asked = ["board", "backgammon", "--throw", "3-1", "--play", "8/5 6/5", "-o", str(target)]
    assert cli.main(asked) == 0
    assert "White plays 3-1: 8/5 6/5" in target.read_text(encoding="utf-8")
    assert cli.main(["board", "jacquet", "--text"]) == 0
    assert "White" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("extra", "word"),
    [
        (["--throw", "6-5", "--play", "24/12"], "T702"),
        (["--play", "24/18"], "--throw"),
        (["--position", "{"], "JSON"),
        (["--mark", "nowhere"], "no region"),
        (["--from", "missing.txt"], "cannot be read"),
    ],
)
def test_what_cannot_be_drawn_is_said(
    extra: list[str], word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["board", "backgammon", "--svg", *extra]) == 2
    assert word in capsys.readouterr().err


def test_a_recorded_position_is_drawn(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    lines = ["ruleset: jacquet", "", "lead: white 5, black 3", "1. white 6-5: 1/7/12", "2. black 4-1: 1/5/6"]
    record.write_text("\n".join(lines) + "\n", encoding="utf-8")
    engine = Engine(load("jacquet"))
    scene = diagram.recorded(engine, str(record), 2)
    assert scene.state.player == 1
    assert scene.state.throw == (4, 1)
    assert len(scene.steps) == 2
    with pytest.raises(RulesetError, match="no throw 3"):
        diagram.recorded(engine, str(record), 3)


def test_png_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "cairosvg", None)
    with pytest.raises(RulesetError, match=r"tablier\[png\]"):
        diagram.png("<svg/>")
