"""Games in a row: the score, which ruleset is next, who leads it, and when the match is won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tablier.model.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Result:
    """What one game of a match came to: the winner (0 White, 1 Black, None nobody) and the points."""

    winner: int | None
    points: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A match between two games."""

    score: tuple[int, int]
    ruleset: str
    """The name of the ruleset that is played next."""
    leader: int | None
    """Who leads the next game; None when the lead is thrown for."""
    winner: int | None
    """Who has won the match, once somebody has."""


def standing(ruleset: Ruleset, results: Iterable[Result]) -> Standing:
    """Return how a match stands after games with these results."""
    clause = ruleset.one("match")
    values: Mapping[str, Any] = clause.values if clause is not None else {}
    target, games = match_length(ruleset), tuple(values.get("games") or (ruleset.name,))
    score, leader, played = [0, 0], None, 0
    for result in results:
        played += 1
        leader = next_leader(values, result)
        if result.winner is not None:
            score[result.winner] += result.points
            if target is not None and score[result.winner] >= target:
                return Standing((score[0], score[1]), games[played % len(games)], leader, result.winner)
    return Standing((score[0], score[1]), games[played % len(games)], leader, None)


def match_length(ruleset: Ruleset) -> int | None:
    """Return the points that win a match, or None where a ruleset does not say."""
    clause = ruleset.one("match")
    to = None if clause is None else clause.values.get("to")
    return ruleset.constants.get(to) if isinstance(to, str) else to


def next_leader(values: Mapping[str, Any], result: Result) -> int | None:
    """Return who leads after a game; None when the lead is thrown for, as after a draw."""
    due = values.get("next_lead", "lead")
    if result.points == 1 and "next_lead_after_single" in values:
        due = values["next_lead_after_single"]
    if result.winner is None or due == "lead":
        return None
    return result.winner if due == "winner" else 1 - result.winner
