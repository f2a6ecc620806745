"""Studies: the same games for every ruleset, and what is said of the difference."""

from __future__ import annotations

import csv
import importlib.util
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import tablier
from tablier.cli import main
from tablier.findings import heat
from tablier.findings.page import page
from tablier.findings.telling import as_csv, as_text
from tablier.study.comparing import Comparison, Pair, Study, by_point, compare
from tablier.study.faults import StudyError
from tablier.study.games import GameResult
from tablier.study.simulate import simulate
from tablier.study.tally import FIGURES, Tally
from tablier.study.variants import Question, Variant, variants
from tablier.study.verdicts import verdict

RACE = str(Path(__file__).parents[1] / "bad" / "race.yaml")
DOUBTS = """
readings:
  worth:
    question: What is a game worth?
    default: one
    values:
      one: {argument: It is not said.}
      two:
        argument: It may be double.
        changes: {end: {all_off: {if: all_in(off), wins: mine, points: 2, source: rules}}}
  length:
    question: How many men are there to be home?
    default: all
    values:
      all: {argument: It is called the last man home.}
      one:
        argument: One may do.
        changes: {end: {all_off: {if: "men(mine, off) >= 1", wins: mine, points: 1, source: rules}}}
  idle:
    question: Does this matter?
    default: "no"
    values:
      "no": {argument: It never comes up.}
      "yes":
        argument: It cannot come up.
        changes: {forbidden: {never_met: {landing: "to == 2 and men(mine, to) >= 2", source: rules}}}
"""


@pytest.fixture(scope="module")
def doubtful(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("rules") / "race.yaml"
    path.write_text(Path(RACE).read_text(encoding="utf-8") + DOUBTS, encoding="utf-8")
    return str(path)


@pytest.fixture(scope="module")
def found(doubtful: str) -> Study:
    return compare(doubtful, games=300, seed=3)


def essence(study: Study) -> dict[str, Any]:
    said = study.to_json()
    for one in (said, *(variant["run"] for variant in said["variants"])):
        for name in ("seconds", "executor", "games_per_second"):
            one.pop(name, None)
    return said


def test_any_number_of_workers(doubtful: str, found: Study) -> None:
    assert essence(compare(doubtful, games=300, seed=3, workers=2)) == essence(found)


def test_each_ruleset_plays_as_it_does_alone(doubtful: str, found: Study) -> None:
    for variant, tally in found.sides:
        alone = simulate(tablier.load(doubtful, variant.changes), 300, 3)
        assert alone.moments == tally.moments
        assert alone.traffic == tally.traffic


def test_what_is_compared(doubtful: str) -> None:
    def labels(**more: Any) -> list[str]:
        return [one.label for one in variants(Question(doubtful, {}, {}, **more))]

    assert labels() == ["default", "worth: two", "length: one", "idle: yes"]
    assert labels(asked=["length"]) == ["default", "length: one"]
    assert len(labels(cross=True)) == 8
    assert "worth: two, length: one" in labels(cross=True)
    assert labels(versus="jacquet") == ["race", "jacquet"]
    with pytest.raises(StudyError, match="8 rulesets, and the limit is 5"):
        labels(cross=True, limit=5)
    with pytest.raises(StudyError, match="did you mean length"):
        labels(asked=["lenght"])


def test_verdicts(found: Study) -> None:
    worth, length, idle = (verdict(found, one) for one in found.comparisons)
    assert "the points won are 100 % more" in worth
    assert "leaves the length of the game the same" in worth
    assert re.search(r"length: one makes the game [\d.]+ % shorter \([\d.]+ to [\d.]+ %\)", length)
    assert idle.startswith("idle: yes ") or "None of 300 games goes differently" in idle


def test_without_a_difference() -> None:
    ruleset = tablier.load(RACE)
    results = [GameResult(n, n % 2, 1, "end.all_off", 5 + n % 3, 0, 0, 0, 0, 0, 9, 5, 0) for n in range(100)]
    tally, pair = Tally.of(ruleset, 1), Pair()
    tally.add(results)
    pair.add(results, results)
    same = Comparison(Variant("other", ruleset, {}), tally, pair)
    said = verdict(
        Study(Variant("default", ruleset, {}), tally, [same], 100, 100, 1, ("random", "random")), same
    )
    assert said == "None of 100 games goes differently: other matters in fewer than 5.2 % of games."
    assert same.difference("throws").value == 0
    assert same.difference("throws").high > 0


def test_traffic_is_of_the_board(found: Study) -> None:
    ruleset, tally = found.base.ruleset, found.tally
    entered = heat.entered(ruleset, tally)
    assert list(entered) == ["1", "2", "3", "4", "5", "6"]
    assert sum(by_point(ruleset, tally.traffic.entered).values()) == sum(
        sum(row[1 : ruleset.layout.last + 1]) for row in tally.traffic.entered
    )
    drawn = heat.as_text(ruleset, entered)
    assert len(drawn.splitlines()) == 3
    assert heat.as_svg(ruleset, entered, "Traffic", "times").count("<rect") == 7


def test_rows_and_csv(found: Study) -> None:
    rows = found.to_rows()
    assert len(rows) == len(found.sides) * len(FIGURES)
    read = list(csv.DictReader(as_csv(found).splitlines()))
    assert [row["figure"] for row in read] == [row["figure"] for row in rows]
    assert float(read[2]["value"]) == rows[2]["value"]


def test_data_frame(found: Study) -> None:
    pytest.importorskip("pandas")
    assert list(found.to_frame()["variant"][: len(FIGURES)]) == ["default"] * len(FIGURES)


class Checker(HTMLParser):
    """Whether every element is closed, every picture has a name, and nothing is fetched."""

    empty = frozenset({"meta", "br", "link", "img"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.headings: list[int] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        assert not {"src", "href"} & set(found), (tag, found)
        if tag == "svg":
            assert found.get("role") == "img"
            assert found.get("aria-label")
        if tag == "th":
            assert found.get("scope") in ("row", "col")
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag not in self.empty:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_stands_alone(found: Study) -> None:
    text, checker = page(found), Checker()
    checker.feed(text)
    assert not checker.open
    assert checker.headings[0] == 1
    assert all(
        after <= before + 1 for before, after in zip(checker.headings, checker.headings[1:], strict=False)
    )
    assert "url(" not in text
    assert "@import" not in text
    assert '<html lang="en">' in text
    assert "What is a game worth?" in text


# --- the command --------------------------------------------------------------------------------

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*arguments: str) -> tuple[int, str, str]:
        status = main(arguments)
        return (status, *capsys.readouterr())

    return command


def test_as_text(run: Run, doubtful: str, found: Study) -> None:
    status, out, err = run("study", doubtful, "--games", "300", "--seed", "3")
    assert (status, err) == (0, "")
    assert out == as_text(found) + "\n"
    assert "300 games with each of 4 rulesets" in out


def test_files(run: Run, doubtful: str, tmp_path: Path) -> None:
    made = {name: tmp_path / f"study.{name}" for name in ("csv", "html")}
    files = [part for name, path in made.items() for part in (f"--{name}", str(path))]
    status, out, _ = run("study", doubtful, "--games", "40", "--json", *files)
    assert status == 0
    assert json.loads(out)["games"] == 40
    assert made["csv"].read_text(encoding="utf-8").startswith("variant,figure,value,low,high")
    assert made["html"].read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.filterwarnings("default")
def test_plot(run: Run, doubtful: str, tmp_path: Path) -> None:
    if importlib.util.find_spec("matplotlib") is None:
        assert run("study", doubtful, "--games", "5", "--plot", "x.png")[0] == 2
        return
    path = tmp_path / "study.svg"
    assert run("study", doubtful, "--games", "40", "--plot", str(path))[0] == 0
    assert "<svg" in path.read_text(encoding="utf-8")


def test_skill(run: Run, doubtful: str) -> None:
    status, out, _ = run("study", doubtful, "--games", "10", "--readings", "worth", "--skill", "4", "--json")
    assert status == 0
    assert 0 <= json.loads(out)["variants"][0]["skill"]["value"] <= 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--readings", "lenght"], "did you mean length"),
        (["--cross", "--limit", "3"], "the limit is 3"),
        (["--games", "0"], "1 or more"),
        (["--html", "/no/such/folder/x.html"], "no such folder"),
        (["--players", "fool"], "no player 'fool'"),
        (["--versus", "no-such-game"], "no ruleset 'no-such-game'"),
    ],
)
def test_misuse(run: Run, doubtful: str, arguments: list[str], words: str) -> None:
    status, out, err = run("study", doubtful, "--games", "5", *arguments)
    assert (status, out) == (2, "")
    assert words in err


@pytest.mark.parametrize("setting", ["men=2", "men_each", "men_each=two", "men_each=1000000000"])
@pytest.mark.parametrize("command", ["simulate", "study", "solve", "board", "show", "plays", "play"])
def test_settings_are_checked(run: Run, command: str, setting: str) -> None:
    more = ["--throw", "1"] if command == "plays" else []
    status, _, err = run(command, "ur-finkel", "--set", setting, *more)
    assert status == 2 or command == "plays"
    assert "Traceback" not in err


def test_settings_are_recorded(run: Run) -> None:
    _, out, _ = run("simulate", "ur-finkel", "--set", "men_each=1", "--games", "3", "--json")
    assert json.loads(out)["constants"] == {"men_each": 1}
    _, out, _ = run("plays", "ur-finkel", "--set", "men_each=1", "--throw", "4", "--json")
    assert json.loads(out)["plays"][0]["position"]["white"] == {"4": 1}
