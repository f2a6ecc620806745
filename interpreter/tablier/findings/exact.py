"""A solved game for people: the odds, the length, and the plays of a throw from the best to the worst."""

from __future__ import annotations

from collections.abc import Sequence

from tablier.findings.sheets import Sheet
from tablier.study.solving import BEST, Advice, Odds, Solution


def as_text(solution: Solution) -> str:
    """Return what was worked out."""
    ruleset, odds = solution.ruleset, solution.odds
    constants = "".join(f", {name} = {value}" for name, value in ruleset.constants.items())
    lines = [f"{ruleset.title} ({ruleset.name}{constants}), {_how(solution)}"]
    lines += [f"  reading {name}: {value}" for name, value in ruleset.chosen_readings.items()]
    lines.append(f"  undecided positions with a side to throw: {solution.positions:,}")
    lines.append(f"  {solution.told_from} wins {odds.win:.9f}" + _drawn(odds))
    lines.append(f"  and may expect {odds.points:+.9f} points".replace("-", "\N{MINUS SIGN}"))
    lines.append(f"  throws in a game: {odds.throws:.6f} on average{_spread(solution)}")
    return "\n".join(lines)


def _how(solution: Solution) -> str:
    if not solution.has_choice:
        return "in which nobody ever has a choice, worked out exactly"
    if solution.players != BEST:
        return "both sides at random, worked out exactly"
    return (
        f"both sides playing as well as can be (for {'points' if solution.aim == 'points' else 'the game'})"
    )


def _drawn(odds: Odds) -> str:
    return (
        f", loses {odds.loss:.9f}, draws {odds.draw:.9f}"
        if odds.draw
        else f" and loses {odds.loss:.9f} of all games"
    )


def _spread(solution: Solution) -> str:
    found = solution.length_shares
    if len(found) < 3:
        return ""
    return f"; half of the games at most {found['50 %']}, nine in ten from {found['5 %']} to {found['95 %']}"


def advice_sheet(found: Sequence[Advice]) -> Sheet:
    """Return the plays of a throw, the best first."""
    rows = [
        [one.notation, f"{one.odds.win:.9f}", f"{one.odds.points:+.6f}", f"{one.odds.throws:.3f}"]
        for one in found
    ]
    return Sheet("Plays, the best first", ["play", "wins", "points", "throws to come"], rows)
