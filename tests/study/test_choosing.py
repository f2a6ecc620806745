"""Which executor plays: the fast one where it pays, the plain one where it cannot or must not."""

from __future__ import annotations

import importlib.util
import logging
from pathlib import Path

import pytest

import tablier
from tablier.study import runs, simulate
from tablier.study.runs import COMPILING, FASTER, WAKING, Run, is_worth, pays

RACE = str(Path(__file__).parents[1] / "bad" / "race.yaml")


@pytest.fixture
def run() -> Run:
    return Run(tablier.load(RACE), seed=11)


def test_what_is_worth_compiling() -> None:
    assert not is_worth(COMPILING, COMPILING)
    assert is_worth(COMPILING, 4 * COMPILING)
    assert is_worth(WAKING, 10)
    assert FASTER > 1


def test_without_numba(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    assert not pays(run, 1e6)


def test_players_who_think_are_never_compiled() -> None:
    assert not pays(Run(tablier.load(RACE), 1, ("expect", "random")), 1e6)


def test_the_same_numbers_by_both(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    if importlib.util.find_spec("numba") is None:
        pytest.skip("needs numba: pip install 'tablier[fast]'")
    monkeypatch.setattr(simulate, "TRIAL", 0.0)
    monkeypatch.setattr(simulate, "pays", lambda *_: True)
    plain = simulate.simulate(run.ruleset, 400, 11, plain=True)
    quick = simulate.simulate(run.ruleset, 400, 11)
    assert (plain.executor, quick.executor) == ("plain", "fast")
    assert plain.moments == quick.moments
    assert plain.traffic == quick.traffic


def test_a_compiler_that_fails_is_not_the_end(
    run: Run, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: object) -> None:
        raise RuntimeError("the compiler is out of order")

    monkeypatch.setattr(runs, "fast_runner", broken)
    monkeypatch.setattr(runs, "_RUNNERS", {})
    with caplog.at_level(logging.WARNING):
        batch = runs.play(run, range(3), fast=True)
    assert (batch.executor, len(batch.results)) == ("plain", 3)
    assert "out of order" in caplog.text
