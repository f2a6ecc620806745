"""A worked case on paper: the drawn board, what was expected, and what happened."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from tablier.model.layout import SIDES
from tablier.model.load import load
from tablier.model.ruleset import Example, Ruleset
from tablier.play.notation import format_play
from tablier.play.plays import Play
from tablier.play.state import Rows, Stage, State, position
from tablier.show.board_text import draw
from tablier.study.examples import Verdict, written

WIDTH = 96
MOST_PLAYS = 12
"""More plays than this are only counted."""

_BEFORE = ("readings", "throws", "memory")
_EXPECTED = (
    "results",
    "count",
    "includes",
    "excludes",
    "legal",
    "illegal",
    "left",
    "reply",
    "next",
    "outcome",
    "leader",
    "opens",
    "next_game",
    "next_lead",
    "score",
    "match_winner",
)


def line(ruleset: Ruleset, verdict: Verdict) -> str:
    """Return the verdict in one line."""
    mark = "ok    " if verdict.passed else "FAILED"
    about = str(verdict.example.content.get("about", ""))
    return f"{mark} {ruleset.name} {verdict.example.name}: {about}".rstrip(": ")


def as_text(ruleset: Ruleset, verdict: Verdict) -> str:
    """Return everything about a verdict, the board included, for people."""
    example = verdict.example
    lines = [line(ruleset, verdict), *_origin(example)]
    lines += [f"    {row}" for row in _board(_read_as(ruleset, example), verdict)]
    lines += _paragraph("given", _given(example.content))
    for key in _EXPECTED:
        if key in example.content:
            lines += _paragraph("expected", f"{key}: {written(example.content[key])}")
    lines += [one for text in _happened(ruleset, verdict) for one in _paragraph("happened", text)]
    return "\n".join(lines)


def _origin(example: Example) -> Iterator[str]:
    content = example.content
    source = content.get("source")
    ground = "; ".join(map(str, source)) if isinstance(source, list) else str(source or "")
    tests = ", ".join(map(str, content.get("tests") or ()))
    if ground:
        yield f"    source    {ground}"
    if tests:
        yield f"    tests     {tests}"


def _read_as(ruleset: Ruleset, example: Example) -> Ruleset:
    """Return the ruleset with the readings that the example pins."""
    pinned = example.content.get("readings") or {}
    chosen = {**ruleset.chosen_readings, **{str(key): str(value) for key, value in pinned.items()}}
    return load(ruleset.path, chosen) if pinned else ruleset


def _board(ruleset: Ruleset, verdict: Verdict) -> list[str]:
    if verdict.rows is None:
        return []
    player = _player(verdict.example)
    state = State(verdict.rows, Stage.THROW, player)
    return draw(ruleset, state).splitlines()


def _player(example: Example) -> int:
    return SIDES.index(str(example.content.get("player", SIDES[0])))


def _given(content: Mapping[str, Any]) -> str:
    side = str(content.get("player", SIDES[0])).title()
    parts = [f"{key} {written(content[key])}" for key in _BEFORE if key in content]
    if "throw" in content:
        parts.append(f"{side} throws {written(content['throw'])}")
    elif "given" in content:
        parts.append(f"{side} is given {written(content['given'])}")
    elif "lead" in content:
        parts.append(f"for the lead {written(content['lead'])}")
    elif "after_games" in content:
        parts.append(f"after the games {written(content['after_games'])}")
    else:
        parts.append(f"{side} is about to throw")
    return "; ".join(parts)


def _happened(ruleset: Ruleset, verdict: Verdict) -> Iterator[str]:
    if len(verdict.plays) > MOST_PLAYS:
        yield f"{len(verdict.plays)} plays are legal"
    else:
        yield from (_play(ruleset, play, verdict.rows or ruleset.setup) for play in verdict.plays)
    if verdict.passed:
        yield "as expected"
    for one in verdict.diagnostics:
        yield one.message.removeprefix(f"example '{verdict.example.name}': ")


def _play(ruleset: Ruleset, play: Play, before: Rows) -> str:
    """Return a play, what it changed, and what follows from it."""
    moves = format_play(ruleset, play.player, [(step.move, step.hit) for step in play.steps])
    was, now = position(ruleset, before), position(ruleset, play.rows)
    after = [f"{side} {written(now[side])}" for side in SIDES if now[side] != was[side]]
    if play.passed:
        after.append(f"{written(list(play.passed))} passes to the opponent")
    if play.outcome is not None:
        winner = "nobody" if play.outcome.winner is None else SIDES[play.outcome.winner]
        after.append(f"{winner} wins, for {play.outcome.points}")
    return f"{moves or 'no play'}: {'; '.join(after) or 'nothing changes'}"


def _paragraph(label: str, text: str) -> list[str]:
    first, rest = f"    {label:<10}", " " * 14
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest)
