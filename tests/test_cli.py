"""The commands: what they print, for people and for machines, and with which exit status they end."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablier import __version__
from tablier.cli import main
from tablier.codes import CODES
from tablier.model import survey
from tablier.model.load import load

BAD = Path(__file__).with_name("bad")
RACE = str(BAD / "race.yaml")
COMMANDS = ["list", "show", "validate", "check", "plays", "play", "simulate", "explain"]

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """A function that runs a command: its exit status, what it printed, and its complaints."""

    def command(*arguments: str) -> tuple[int, str, str]:
        try:
            status = main(arguments)
        except SystemExit as stop:
            status = int(stop.code or 0)
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return status, out, err

    return command


def process(*arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tablier", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, **more)


# --- help and misuse ----------------------------------------------------------------------------


def test_help_and_version(run: Run) -> None:
    assert run("--version") == (0, f"tablier {__version__}\n", "")
    status, out, _ = run("--help")
    assert status == 0
    assert all(f"    {command} " in out for command in COMMANDS)
    assert run()[0] == 2


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(run: Run, command: str) -> None:
    status, out, _ = run(command, "--help")
    assert status == 0
    assert out.startswith(f"usage: tablier {command}")


@pytest.mark.parametrize(
    "arguments",
    [
        ["dance"],
        ["show"],
        ["validate"],
        ["check"],
        ["plays"],
        ["plays", "backgammon"],
        ["plays", "backgammon", "--throw", "6-5", "--given", "5"],
        ["plays", "backgammon", "--throw", "7-5"],
        ["plays", "backgammon", "--throw", "6-5", "--player", "green"],
        ["plays", "backgammon", "--throw", "6-5", "--position", "{"],
        ["plays", "backgammon", "--throw", "6-5", "--position", "[" * 5000],
        ["plays", "--batch", "no/such/file"],
        ["simulate", "backgammon", "--games", "0"],
        ["simulate", "backgammon", "--games", "many"],
        ["simulate", RACE, "--reading", "unplayed"],
        ["simulate", RACE, "--reading", "unplayed=lost"],
        ["explain", "T999"],
        ["show", "no-such-game"],
        ["show", "no/such/file.yaml"],
        ["validate", "no/such/file.yaml"],
        ["check", "no-such-game"],
    ],
    ids=" ".join,
)
def test_wrong_use_ends_with_2(run: Run, arguments: list[str]) -> None:
    status, out, err = run(*arguments)
    assert status == 2
    assert out or err


def test_an_unknown_ruleset_is_guessed(run: Run) -> None:
    status, _, err = run("show", "backgamon")
    assert status == 2
    assert "T705" in err
    assert "did you mean 'backgammon'?" in err


# --- list and show ------------------------------------------------------------------------------


def test_list(run: Run) -> None:
    status, out, err = run("list")
    assert (status, err) == (0, "")
    assert all(any(line.split()[:1] == [name] for line in out.splitlines()) for name in survey.games())


def test_list_for_machines(run: Run) -> None:
    status, out, _ = run("list", "--json")
    found = json.loads(out)
    assert status == 0
    assert sorted(one["name"] for one in found) == sorted(survey.games())
    for one in found:
        assert {"name", "title", "family", "century", "region", "confidence", "summary", "aliases"} <= set(
            one
        )


def test_show(run: Run) -> None:
    status, out, err = run("show", "jacquet")
    assert (status, err) == (0, "")
    assert load("jacquet").title in out


def test_a_ruleset_is_found_by_alias_title_and_path(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    head = 'format: 1\nruleset: mine\ntitle: "The Queen\\u2019s Own Game"\nextends: race\n'
    file.write_text(f"{head}about: {{aliases: [Dames de la Reine]}}\n", encoding="utf-8")
    (tmp_path / "race.yaml").write_bytes(Path(RACE).read_bytes())
    os.environ["TABLIER_PATH"], before = str(tmp_path), os.environ["TABLIER_PATH"]
    try:
        shown = {run("show", name) for name in ("mine", "MINE", "dames de la reine", "The queen's own game")}
        assert shown == {run("show", str(file))}
        assert next(iter(shown))[0] == 0
        assert "mine" in [one["name"] for one in json.loads(run("list", "--json")[1])]
        assert run("validate", "--all")[0] == 0
    finally:
        os.environ["TABLIER_PATH"] = before
    assert run("show", "mine")[0] == 2


@pytest.mark.parametrize("name", list(survey.games()))
def test_a_flat_file_is_the_same_game(run: Run, tmp_path: Path, name: str) -> None:
    status, text, _ = run("show", "--flat", name)
    assert status == 0
    assert "\nextends:" not in text
    file = tmp_path / f"{name}.yaml"
    file.write_text(text, encoding="utf-8")
    assert run("validate", str(file))[0] == 0, "warnings apart: a parent's examples are its own"
    one, other = load(name), load(file)
    assert (one.setup, one.layout, one.men) == (other.setup, other.layout, other.men)
    assert list(one.clauses) == list(other.clauses)
    terms = [
        [
            (
                clause.id,
                {key: expression.term for key, expression in clause.expressions.items()},
                clause.values,
            )
            for clauses in ruleset.clauses.values()
            for clause in clauses
        ]
        for ruleset in (one, other)
    ]
    assert terms[0] == terms[1]
    assert simulated(run, name, "3") == simulated(run, str(file), "3")


# --- validate and check -------------------------------------------------------------------------


def test_validate_for_machines(run: Run) -> None:
    status, out, err = run("validate", "--format", "json", str(BAD / "T201-unknown-key.yaml"))
    assert (status, err) == (1, "")
    (fault,) = json.loads(out)
    assert fault["code"] == "T201"
    assert (fault["line"], fault["column"], fault["suggestion"]) == (5, 9, "dice")
    assert run("validate", "--format", "json", RACE)[:2] == (0, "[]\n")


def test_validate_for_ci_services(run: Run) -> None:
    status, out, _ = run("validate", "--format", "github", str(BAD / "T201-unknown-key.yaml"))
    assert status == 1
    assert out.startswith("::error file=")


def test_warnings_count_when_strict(run: Run) -> None:
    file = str(BAD / "T507-no-source.yaml")
    assert run("validate", file)[0] == 0
    assert run("validate", "--strict", file)[0] == 1


def test_several_files_are_answered_together(run: Run) -> None:
    files = [str(BAD / f"{name}.yaml") for name in ("T201-unknown-key", "race", "T302-unfinished")]
    status, _, err = run("validate", *files)
    assert status == 1
    assert "T201" in err
    assert "T302" in err


def test_check(run: Run) -> None:
    assert run("check", RACE) == (0, "race: 1 of 1 examples pass\n", "")
    status, out, err = run("check", RACE, str(BAD / "T601-example-fails.yaml"))
    assert (status, out) == (1, "race: 1 of 1 examples pass\nT601-example-fails: 0 of 1 examples pass\n")
    assert "error[T601]" in err


# --- plays --------------------------------------------------------------------------------------


def asked(run: Run, *arguments: str) -> Any:
    status, out, err = run("plays", *arguments, "--json")
    assert (status, err) == (0, "")
    return json.loads(out)


def test_plays_has_the_shape_that_is_promised(run: Run) -> None:
    answer = asked(run, "jacquet", "--throw", "6-5")
    assert list(answer) == ["ruleset", "player", "throw", "plays"]
    assert (answer["ruleset"], answer["player"], answer["throw"]) == ("jacquet", "white", [6, 5])
    (play,) = [one for one in answer["plays"] if one["position"]["white"] == {"1": 14, "12": 1}]
    assert play == {
        "notation": play["notation"],
        "moves": play["moves"],
        "position": {"white": {"1": 14, "12": 1}, "black": {"1": 15}},
        "left": [],
        "next": "opponent",
        "events": [],
        "outcome": None,
    }
    assert sorted(move["number"] for move in play["moves"]) == [5, 6]
    assert all(isinstance(move["from"], str) and isinstance(move["to"], str) for move in play["moves"])


def test_plays_tells_a_hit(run: Run) -> None:
    position = {"white": {"1": 2, "off": 13}, "black": {"20": 1, "off": 14}}
    answer = asked(run, "backgammon", "--throw", "4-6", "--position", json.dumps(position))
    hits = [move for play in answer["plays"] for move in play["moves"] if move.get("hit")]
    assert hits
    assert all(move["to"] == "5" for move in hits)


def test_plays_tells_the_end(run: Run) -> None:
    position = {"white": {"24": 1, "off": 14}, "black": {"1": 15}}
    (play,) = asked(run, "backgammon", "--throw", "2-1", "--position", json.dumps(position))["plays"]
    assert play["next"] == "end"
    assert play["outcome"] == {"winner": "white", "points": 3 if play["outcome"]["points"] == 3 else 2}
    assert play["position"] == {"white": {"off": 15}, "black": {"1": 15}}


def test_no_legal_move_is_one_play_without_moves(run: Run) -> None:
    position = {"white": {"bar": 1, "1": 14}, "black": {str(step): 2 for step in range(19, 25)} | {"1": 3}}
    (play,) = asked(run, "backgammon", "--throw", "6-5", "--position", json.dumps(position))["plays"]
    assert (play["moves"], play["notation"], play["next"]) == ([], "", "opponent")


def test_a_throw_may_be_written_in_many_ways(run: Run) -> None:
    answers = [asked(run, "backgammon", "--throw", text) for text in ("6-5", "65", "6:5", "6 5", "6,5")]
    assert all(answer == answers[0] for answer in answers)


def test_plays_for_people(run: Run) -> None:
    status, out, _ = run("plays", RACE, "--throw", "3")
    assert (status, out) == (0, "1/4\n")
    nobody = '{"white": {"off": 2}, "black": {"1": 2}}'
    assert run("plays", RACE, "--throw", "3", "--position", nobody)[:2] == (0, "(no play)\n")


def test_numbers_given(run: Run) -> None:
    answer = asked(run, "jacquet-versailles", "--given", "5-5", "--player", "black")
    assert answer["throw"] == [5, 5]
    assert answer["plays"]


def test_a_bad_request_for_machines(run: Run) -> None:
    status, out, _ = run(
        "plays", "backgammon", "--throw", "6-5", "--json", "--position", '{"white": {"1": 15}}'
    )
    assert status == 2
    error = json.loads(out)["error"]
    assert error["code"] == "T704"
    assert "black" in error["message"]


def test_batch(run: Run, tmp_path: Path) -> None:
    good = {"ruleset": RACE, "throw": [3]}
    lines = [
        json.dumps(good),
        "{not json",
        "",
        "[]",
        json.dumps({**good, "throw": [7]}),
        json.dumps({**good, "trow": [1]}),
        json.dumps({"ruleset": "no-such-game", "throw": [1]}),
        json.dumps({"throw": [1]}),
        json.dumps({**good, "readings": {"x": "y"}}),
        json.dumps({**good, "readings": 5}),
        json.dumps({**good, "player": 3}),
        json.dumps({**good, "position": {"white": {"1": 1e99}, "black": {"1": True}}}),
        json.dumps({**good, "throw": [[[1]]]}),
        "[" * 100_000,
        json.dumps({**good, "player": "black"}),
    ]
    file = tmp_path / "requests"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    status, out, err = run("plays", "--batch", str(file))
    answers = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (1, "")
    assert len(answers) == len(lines) - 1
    assert ["error" in answer for answer in answers] == [False] + [True] * 12 + [False]
    assert all(answer["error"]["code"] in CODES for answer in answers if "error" in answer)
    assert answers[-1]["player"] == "black"


def test_batch_from_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    request = json.dumps({"ruleset": "jacquet", "throw": [6, 5]})
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{request}\n{request}\n"))
    status, out, _ = run("plays", "--batch", "-")
    one, other = map(json.loads, out.splitlines())
    assert status == 0
    assert one == other == asked(run, "jacquet", "--throw", "6-5")


def test_batch_answers_each_line_at_once() -> None:
    command = [sys.executable, "-m", "tablier", "plays", "--batch", "-"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for face in (1, 2):
            running.stdin.write(json.dumps({"ruleset": RACE, "throw": [face]}) + "\n")
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["throw"] == [face]
        running.stdin.close()
        assert running.wait(timeout=20) == 0


# --- simulate and explain -----------------------------------------------------------------------


def simulated(run: Run, name: str, games: str, seed: str = "1") -> dict[str, Any]:
    status, out, err = run("simulate", name, "--games", games, "--seed", seed, "--json")
    assert (status, err) == (0, "")
    tally: dict[str, Any] = json.loads(out)
    return {
        key: value for key, value in tally.items() if key not in ("ruleset", "seconds", "games_per_second")
    }


def test_the_same_seed_gives_the_same_numbers(run: Run) -> None:
    tally = simulated(run, RACE, "200")
    assert tally == simulated(run, RACE, "200")
    assert tally != simulated(run, RACE, "200", seed="2")
    assert tally["games"] == sum(tally["winners"].values()) == sum(tally["ends"].values()) == 200
    assert tally["unfinished"] == 0
    assert tally["throws"]["least"] <= tally["throws"]["mean"] <= tally["throws"]["most"]
    assert 0 <= tally["first_player_share"] <= 1


def test_simulate_for_people(run: Run) -> None:
    status, out, err = run("simulate", RACE, "--games", "50")
    assert (status, err) == (0, "")
    assert "50 games of race" in out
    assert "end.all_off" in out


@pytest.mark.parametrize("code", CODES)
def test_explain(run: Run, code: str) -> None:
    status, out, _ = run("explain", code.lower())
    assert status == 0
    assert out.startswith(f"{code}: {CODES[code].title}")


def test_explain_lists_all_codes(run: Run) -> None:
    status, out, _ = run("explain")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == list(CODES)


# --- as a real command --------------------------------------------------------------------------


def test_as_a_process() -> None:
    assert process("--version").stdout == f"tablier {__version__}\n"
    assert process("plays", RACE, "--throw", "3").stdout == "1/4\n"
    refused = process("show", "no-such-game")
    assert refused.returncode == 2
    assert "T705" in refused.stderr


def test_the_personal_folder(tmp_path: Path) -> None:
    (tmp_path / "my-race.yaml").write_text(
        Path(RACE).read_text(encoding="utf-8").replace(": race", ": my-race")
    )
    done = process("plays", "my-race", "--throw", "3", env={**os.environ, "TABLIER_PATH": str(tmp_path)})
    assert (done.returncode, done.stdout) == (0, "1/4\n")
    assert process("plays", "my-race", "--throw", "3").returncode == 2


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
def test_a_reader_that_goes_away() -> None:
    command = f"{sys.executable} -m tablier plays backgammon --throw 1-1 --json | head -c 10"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, '{"ruleset"', "")


def test_output_is_plain_without_a_terminal() -> None:
    for arguments in (["list"], ["show", "jacquet"], ["simulate", RACE, "--games", "20"]):
        assert "\x1b" not in process(*arguments).stdout
