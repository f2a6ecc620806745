"""Runs give the same numbers however they are cut and shared, and lose nothing when they are broken off."""

from __future__ import annotations

import importlib.util
import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablier
from tablier.play.chance import game_seed
from tablier.study.crews import Crew, Pending, Stop, alone, drive, pool
from tablier.study.faults import StudyError
from tablier.study.games import GameResult, plain_runner
from tablier.study.runs import Batch, Run, play
from tablier.study.simulate import Means, Simulation, simulate
from tablier.study.tally import Tally

RACE = str(Path(__file__).parents[1] / "bad" / "race.yaml")


@pytest.fixture(scope="module")
def run() -> Run:
    return Run(tablier.load(RACE), seed=7)


def counted(tally: Tally) -> dict[str, Any]:
    found = tally.to_json()
    del found["seconds"], found["games_per_second"], found["executor"]
    return {**found, "traffic": tally.traffic, "lengths": tally.lengths}


def played(run: Run, games: int, crew: Crew, gaps: list[range] | None = None, rate: float = 0.0) -> Tally:
    """The tally of a run driven directly, without the trial that spares small runs their workers."""
    tally, stop = Tally.of(run.ruleset, run.seed), Stop()
    pending = Pending.of(gaps or [range(games)])
    pending.rate = rate
    drive(partial(play, run), pending, crew, lambda _, batch: tally.add(batch.results, batch.traffic), stop)
    crew.dismiss()
    assert not stop.reason
    return tally


def test_any_number_of_workers(run: Run) -> None:
    one = counted(played(run, 300, alone()))
    assert one == counted(played(run, 300, pool(2)))
    assert one == counted(simulate(run.ruleset, 300, 7, workers=2))
    assert one["games"] == 300


@given(st.lists(st.integers(0, 60), max_size=6), st.floats(1, 500))
def test_any_cutting(cuts: list[int], rate: float) -> None:
    run = Run(tablier.load(RACE), seed=7)
    edges = [0, *sorted(cuts), 60]
    gaps = [range(a, b) for a, b in itertools.pairwise(edges)]
    assert counted(played(run, 60, alone(), gaps, rate)) == counted(played(run, 60, alone()))


def test_a_game_is_the_same_alone(run: Run) -> None:
    play_games = plain_runner(run.ruleset)
    many, _ = play_games(7, 0, 20)
    alone_, _ = play_games(7, 17, 1)
    assert many[17] == alone_[0]
    assert game_seed(7, 17) != game_seed(7, 18)


def dies_once(mark: Path, run: Run, games: range) -> Batch:
    """Plays as usual, but the first worker that comes to game 40 is killed."""
    if 40 in games and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play(run, games)


def always_dies(run: Run, games: range) -> Batch:
    if 40 in games:
        os.kill(os.getpid(), signal.SIGKILL)
    return play(run, games)


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_a_killed_worker_costs_nothing(run: Run, tmp_path: Path) -> None:
    tally, crew, stop = Tally.of(run.ruleset, 7), pool(2), Stop()
    work = partial(dies_once, tmp_path / "mark", run)
    drive(
        work, Pending.of([range(100)]), crew, lambda _, batch: tally.add(batch.results, batch.traffic), stop
    )
    crew.dismiss()
    assert (tmp_path / "mark").exists()
    assert counted(tally) == counted(played(run, 100, alone()))


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_workers_that_always_die_end_the_run(run: Run) -> None:
    taken: list[range] = []
    pending, crew, stop = Pending.of([range(100)]), pool(2), Stop()
    drive(partial(always_dies, run), pending, crew, lambda chunk, _: taken.append(chunk), stop)
    crew.dismiss()
    assert "died" in stop.reason
    assert sum(map(len, taken)) + pending.left == 100
    assert any(40 in gap for gap in pending.gaps)


def test_any_executor(run: Run) -> None:
    crew = Crew(2, lambda: ProcessPoolExecutor(2))
    assert counted(played(run, 50, crew)) == counted(played(run, 50, alone()))


# --- files --------------------------------------------------------------------------------------


def test_a_file_holds_every_game_in_order(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    tally = simulate(run.ruleset, 50, 7, out=out)
    head, *lines = out.read_text(encoding="utf-8").splitlines()
    assert json.loads(head)["run"]["seed"] == 7
    games = [json.loads(line) for line in lines]
    assert [game["number"] for game in games] == list(range(50))
    assert sum(game["winner"] == "white" for game in games) == tally.winners["white"]


@pytest.mark.parametrize("cut", [1, 0, -1, -30], ids=lambda cut: f"cut{cut}")
def test_a_file_is_gone_on_with(run: Run, tmp_path: Path, cut: int) -> None:
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    tally = simulate(run.ruleset, 60, 7, out=whole)
    content = whole.read_bytes()
    half = content.index(b"\n", len(content) // 2) + cut
    part.write_bytes(content[:half])
    again = simulate(run.ruleset, 60, 7, out=part, workers=2)
    assert part.read_bytes() == content
    assert again.moments == tally.moments
    assert again.games == 60


def test_holes_in_a_file_are_filled(run: Run, tmp_path: Path) -> None:
    whole, holed = tmp_path / "whole.jsonl", tmp_path / "holed.jsonl"
    tally = simulate(run.ruleset, 40, 7, out=whole)
    lines = whole.read_text(encoding="utf-8").splitlines(keepends=True)
    holed.write_text("".join(lines[:5] + lines[9:20] + lines[9:12] + lines[30:]), encoding="utf-8")
    again = simulate(run.ruleset, 40, 7, out=holed)
    assert again.moments == tally.moments
    assert sorted(set(holed.read_text(encoding="utf-8").splitlines())) == sorted(map(str.strip, lines))


def test_more_games_in_the_same_file(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    simulate(run.ruleset, 20, 7, out=out)
    assert simulate(run.ruleset, 50, 7, out=out).moments == simulate(run.ruleset, 50, 7).moments
    assert len(out.read_text(encoding="utf-8").splitlines()) == 51
    assert simulate(run.ruleset, 30, 7, out=out).games == 30


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ('{"ruleset": "x"}\n', "something else"),
        ("not json\n", "something else"),
        (None, "seed 8, not 7"),
    ],
)
def test_a_file_of_another_run_is_refused(run: Run, tmp_path: Path, content: str | None, words: str) -> None:
    out = tmp_path / "games.jsonl"
    if content is None:
        simulate(run.ruleset, 5, 8, out=out)
    else:
        out.write_text(content, encoding="utf-8")
    before = out.read_bytes()
    with pytest.raises(StudyError, match=words):
        simulate(run.ruleset, 5, 7, out=out)
    assert out.read_bytes() == before


def test_changed_rules_are_another_run(run: Run, tmp_path: Path) -> None:
    text = Path(RACE).read_text(encoding="utf-8")
    (tmp_path / "race.yaml").write_text(text.replace("points: 1", "points: 2"), encoding="utf-8")
    out = tmp_path / "games.jsonl"
    simulate(run.ruleset, 5, 7, out=out)
    with pytest.raises(StudyError, match="another run"):
        simulate(tablier.load(tmp_path / "race.yaml"), 5, 7, out=out)


# --- Ctrl-C -------------------------------------------------------------------------------------


def orphans(mark: str) -> list[str]:
    listed = subprocess.run(["ps", "-ewwo", "args"], capture_output=True, text=True, check=True).stdout
    return [line for line in listed.splitlines() if mark in line]


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs ps")
def test_workers_do_not_outlive_a_run_that_is_killed(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "tablier", "simulate", RACE, "--games", "10000000", "--workers", "2"]
    with subprocess.Popen([*command, "--plain", "--out", str(out)], stderr=subprocess.DEVNULL) as running:
        end = time.monotonic() + 60
        while time.monotonic() < end and (not out.exists() or out.read_bytes().count(b"\n") < 5000):
            time.sleep(0.02)
        begun = orphans(str(out))
        running.kill()
    assert len(begun) == 3
    end = time.monotonic() + 20
    while time.monotonic() < end and orphans(str(out)):
        time.sleep(0.1)
    assert not orphans(str(out))


def interrupted(arguments: list[str], out: Path, games: int) -> subprocess.CompletedProcess[str]:
    """Run `tablier simulate`, and press Ctrl-C when so many games are in the file."""
    command = [sys.executable, "-m", "tablier", "simulate", *arguments, "--out", str(out), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        end = time.monotonic() + 60
        while time.monotonic() < end and (not out.exists() or out.read_bytes().count(b"\n") <= games):
            time.sleep(0.02)
        running.send_signal(signal.SIGINT)
        told, said = running.communicate(timeout=60)
    return subprocess.CompletedProcess(command, running.returncode, told, said)


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_loses_nothing_finished(tmp_path: Path, workers: str) -> None:
    out = tmp_path / "games.jsonl"
    done = interrupted([RACE, "--games", "10000000", "--workers", workers, "--plain"], out, 200)
    assert done.returncode == 130
    assert "interrupted after" in done.stderr
    assert "Traceback" not in done.stderr
    found = json.loads(done.stdout)
    assert len(out.read_bytes().splitlines()) - 1 == found["games"] > 200


# --- flat memory, clusters ----------------------------------------------------------------------


def test_results_are_not_kept(run: Run) -> None:
    simulation = Simulation(run, 500, Means(1))
    simulation.play()
    kept = [value for value in vars(simulation).values() if isinstance(value, list)]
    assert not any(isinstance(one, GameResult) for value in kept for one in value)


@pytest.fixture
def scheduler() -> Iterator[str]:
    if importlib.util.find_spec("distributed") is None:
        pytest.skip("needs Dask: pip install 'tablier[cluster]'")
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster:
        yield str(cluster.scheduler_address)


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_a_cluster_gives_the_same_numbers(run: Run, scheduler: str) -> None:
    from tablier.study.crews import cluster

    crew = cluster(scheduler)
    assert crew.workers == 2
    tally = Simulation(run, 200, Means(plain=True, crew=crew)).play()
    crew.dismiss()
    crew.close()
    assert counted(tally) == counted(simulate(run.ruleset, 200, 7))


def test_nobody_answers(capsys: pytest.CaptureFixture[str]) -> None:
    if importlib.util.find_spec("distributed") is not None:
        pytest.skip("Dask is installed")
    from tablier.cli import main

    assert main(["simulate", RACE, "--cluster", "tcp://127.0.0.1:1"]) == 2
    assert "tablier[cluster]" in capsys.readouterr().err
