"""The fast executor plays the same games and finds the same plays as the plain one."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from tablier.fast.load import is_available, load_fast
from tablier.fast.module import module_text
from tablier.fast.plays import results
from tablier.model import survey
from tablier.model.load import load
from tablier.model.ruleset import Ruleset
from tablier.play.chance import Chance
from tablier.play.machine import Machine
from tablier.play.search import TooManyPlaysError
from tablier.play.state import Stage
from tablier.play.table import Table
from tablier.study.games import fast_runner, plain_runner

MOST_NODES = 20_000
"""Throws with more positions to look at are left out."""
needs_numba = pytest.mark.skipif(not is_available(), reason="numba is not installed")

# One of each kind; compiling a ruleset takes a quarter of a minute, so the rest waits for `make test-all`.
GAMES = list(survey.games())
FEW = ["backgammon", "doublets-cotton", "senet-kendall"]
ALL = GAMES if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else FEW


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLIER_CACHE", str(tmp_path_factory.getbasetemp() / "compiled"))


@pytest.mark.parametrize("name", GAMES)
def test_every_ruleset_can_be_written_for_it(name: str) -> None:
    """The text is Python; nothing of it is compiled here."""
    compile(module_text(load(name)), name, "exec")


UNEVEN = """\
format: 1
ruleset: uneven
title: Uneven
extends: portes
about: {period: made up for a test, region: nowhere, confidence: D, summary: Black has fewer men.}
sources: {own: {cite: Made up for a test, language: en}}
men: {white: 15, black: 12}
setup:
  white: {1: 2, 12: 5, 17: 3, 19: 5}
  black: {1: 1, 12: 4, 17: 3, 19: 4}
  source: own
"""


@needs_numba
def test_sides_that_differ_have_functions_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "uneven.yaml"
    path.write_text(UNEVEN, encoding="utf-8")
    ruleset = load(path)
    text = module_text(ruleset)
    assert "def moves_1_1(" in text and "def worth_1(" not in text
    compare(ruleset)


@needs_numba
@pytest.mark.parametrize("name", ALL)
def test_the_same_games_and_plays(name: str) -> None:
    """Ends, counts and traffic of whole games; complete results of random throws on the way."""
    compare(load(name))


def compare(ruleset: Ruleset) -> None:
    """The plain executor and the fast one, game for game and play for play."""
    name = ruleset.name
    games = 30
    assert fast_runner(ruleset)(7, 0, games) == plain_runner(ruleset)(7, 0, games)
    assert fast_runner(ruleset)(7, 5, 3)[0] == plain_runner(ruleset)(7, 0, 8)[0][5:]

    module = load_fast(ruleset)
    store, machine, rng = module.new_store(), Machine(ruleset), random.Random(name)
    for table in positions(machine, rng, 60):
        search = machine.search(table)
        due = search.numbers
        try:
            kept, ends = search.positions(due, MOST_NODES)
        except TooManyPlaysError:
            continue
        listed = [moves for moves, _ in (*kept.values(), *ends.values())] or [()]
        rows = (tuple(table.rows[0]), tuple(table.rows[1]))
        have = results(module, store, rows, table.player, table.context, due)
        if have is None:
            continue
        expected = set()
        for moves in listed:
            copy = Table.of(table.freeze())
            for move in moves:
                machine.rules[copy.player].do(
                    copy.rows[copy.player], copy.rows[1 - copy.player], copy.context, move
                )
            expected.add((tuple(copy.rows[0]), tuple(copy.rows[1])))
        assert have == expected, (name, rows, table.throw)


def positions(machine: Machine, rng: random.Random, wanted: int) -> list[Table]:
    """Tables of random games, a throw lying on each, nothing moved yet."""
    from tablier.play.playout import step

    found: list[Table] = []
    while len(found) < wanted:
        table, chance = machine.start(), Chance(rng.getrandbits(64))
        for _ in range(rng.randint(1, 120)):
            if table.stage is not Stage.OVER:
                step(machine, table, chance)
        if table.stage is Stage.THROW:
            machine.lay(table, machine.device.draw(chance, table.kept))
            if all(number > 0 for group in table.left for number in group):
                found.append(table)
    return found
