"""Games in a row: the score, which ruleset is next, who leads it, and when the match is won."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tablier.model.ruleset import Ruleset
from tablier.play.stakes import stakes_of


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
    crawford: bool = False
    """Whether the next game is the one in which a cube rests."""
    length: int | None = None
    """The points that win the match."""


def standing(ruleset: Ruleset, results: Iterable[Result], length: int | None = None) -> Standing:
    """Return how a match stands after games with these results; `length` instead of the ruleset's own."""
    clause = ruleset.one("match")
    values: Mapping[str, Any] = clause.values if clause is not None else {}
    target, games = length or match_length(ruleset), tuple(values.get("games") or (ruleset.name,))
    score, leader, winner, played, rested = [0, 0], None, None, 0, False
    for result in results:
        played += 1
        leader = next_leader(values, result)
        rested = rested or _is_short_of(score, target)
        if result.winner is not None:
            score[result.winner] += result.points
            if target is not None and score[result.winner] >= target:
                winner = result.winner
                break
    crawford = stakes_of(ruleset).crawford and not rested and winner is None and _is_short_of(score, target)
    name = games[played % len(games)]
    return Standing((score[0], score[1]), name, leader, winner, crawford, target)


def format_match(name: str, length: int | None, results: Iterable[Result]) -> str:
    """Return a match in one line, for the header of a record.

    >>> format_match("some-game", 5, [Result(0, 2), Result(None, 0)])
    'some-game to 5; white 2, nobody 0'
    """
    sides = {0: "white", 1: "black", None: "nobody"}
    played = ", ".join(f"{sides[result.winner]} {result.points}" for result in results)
    return f"{name}{f' to {length}' if length else ''}; {played}".removesuffix("; ")


def read_match(text: str) -> tuple[str, int | None, list[Result]] | None:
    """Return the ruleset, the length and the results that a header tells, or None."""
    found = re.fullmatch(r"([\w-]+)(?: to (\d{1,4}))?(?:; (.*))?", text.strip())
    if found is None:
        return None
    played = re.findall(r"(white|black|nobody) (\d{1,6})", found[3] or "")
    sides = {"white": 0, "black": 1}
    results = [Result(sides.get(side), int(points)) for side, points in played]
    return found[1], int(found[2]) if found[2] else None, results


def _is_short_of(score: list[int], target: int | None) -> bool:
    """Whether a side is a single point short of the match; of a match to one point both always are."""
    return target is not None and target > 1 and target - 1 in score


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
