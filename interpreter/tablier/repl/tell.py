"""What happened, in sentences: each thing that is done, and what the rules made of it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from tablier.model.ruleset import Clause, Ruleset
from tablier.play.game import Action
from tablier.play.record import cited
from tablier.play.state import After, Outcome, Stage, State
from tablier.show.words import sentence

NAMES = ("White", "Black")

_PLAYING = (Stage.PLAY, Stage.CHOOSE)


def told(ruleset: Ruleset, before: State, action: Action, after: State) -> Iterator[str]:
    """Yield sentences about an action, moves apart."""
    if action.kind == "lead":
        yield from _lead(action, after)
    elif action.kind == "adopt":
        dice = dashed(before.throw)
        yield (
            f"{NAMES[before.player]} plays {dice}."
            if action.values[0]
            else f"{NAMES[before.player]} throws anew."
        )
    elif action.kind == "throw":
        yield f"{NAMES[before.player]} throws {dashed(action.values)}."
    elif action.kind == "choose":
        yield f"{NAMES[before.player]} names {action.values[0]}."
    elif action.kind in ("double", "take", "drop"):
        yield _cube(before, action)
    elif action.kind == "resign":
        yield f"{NAMES[action.values[0]]} resigns."


def followed(ruleset: Ruleset, before: State, action: Action, after: State) -> Iterator[str]:
    """Yield sentences about what the rules made of an action: numbers lost or passed, turns, the end."""
    if after.stage is Stage.OVER:
        if after.outcome is not None:
            yield outcome_text(ruleset, after.outcome)
        return
    if action.kind in ("throw", "move", "stop", "choose") and not goes_on(before, action, after):
        yield from _left_over(before, action, after)
        yield from _next(ruleset, before, after)


def _cube(before: State, action: Action) -> str:
    value = 2 * before.cube.value if before.cube is not None else 0
    to = {"double": f" to {value}", "take": f"; the cube is at {value}", "drop": ""}[action.kind]
    return f"{NAMES[before.player]} {action.kind}s{to}."


def goes_on(before: State, action: Action, after: State) -> bool:
    """Whether the same throw is still being played."""
    if after.stage not in _PLAYING or after.player != before.player:
        return False
    return action.kind == "throw" or after.before == before.before


def _lead(action: Action, after: State) -> Iterator[str]:
    white, black = action.values
    thrown = f"White throws {white}, Black {black}"
    if white != black:
        yield f"{thrown}: {NAMES[after.player]} leads."
    elif after.after in (After.TIE, After.LEAD):
        yield f"{thrown}: both sides play {dashed(after.throw)}, then the lead is thrown again."
    else:
        yield f"{thrown}: the lead is thrown again."


def _left_over(before: State, action: Action, after: State) -> Iterator[str]:
    """Numbers that could not be played: lost, or passed to the other side."""
    side, other = NAMES[before.player], NAMES[1 - before.player]
    if action.kind == "throw":
        yield f"{side} can play nothing of it."
    passed = after.passed if before.after is None else ()
    if passed:
        yield f"{side} passes {dashed(passed)} to {other}."
        if after.after is None:
            kept = f" {other} takes the throw at once and keeps {dashed(after.kept)}." if after.kept else ""
            yield kept.strip() or f"{other} cannot play {'it' if len(passed) == 1 else 'them'} either."
        return
    left = [number for group in before.left for number in group if number > 0]
    if action.kind == "move" and action.values[0] in left:
        left.remove(action.values[0])
    if left and action.kind in ("move", "choose"):
        yield f"{side} cannot play {dashed(left)}."


def _next(ruleset: Ruleset, before: State, after: State) -> Iterator[str]:
    """Another throw, a side that may not throw."""
    if after.stage is not Stage.THROW or after.player != before.player or before.after is not None:
        return
    if after.throw_of_turn > 0:
        yield f"{NAMES[after.player]} throws again."
    else:
        clause = ruleset.one("no_throw")
        said = (clause.text or clause.id).rstrip(".") if clause is not None else ""
        yield f"{NAMES[1 - after.player]} may not throw{f' ({said})' if said else ''}."


def outcome_text(ruleset: Ruleset, outcome: Outcome) -> str:
    """Return how the game ended and by which clause."""
    clause = ruleset.clause(outcome.clause)
    said = f" ({(clause.text or clause.id).rstrip('.')})" if clause is not None else ""
    if outcome.winner is None:
        return f"The game is over: nobody wins{said}."
    points = f"{outcome.points} point{'' if outcome.points == 1 else 's'}"
    return f"The game is over: {NAMES[outcome.winner]} wins {points}{said}."


def dashed(numbers: Sequence[int]) -> str:
    """Return numbers as people write a throw."""
    return "-".join("?" if number < 0 else str(number) for number in numbers)


def clause_lines(ruleset: Ruleset, name: str) -> list[str]:
    """Return a clause in full: its words, its expressions, what it rests on."""
    clause = ruleset.clause(name)
    if clause is None:
        return []
    lines = [clause.id]
    lines += wrapped(said(ruleset, clause))
    for key, expression in clause.expressions.items():
        lines += wrapped(f"{key}: {expression.text}")
    about = {"note": clause.note, "quoted": clause.quote, "source": cited(ruleset, clause)}
    for key, text in {**about, "our choice": clause.default}.items():
        lines += wrapped(f"{key}: {text}") if text else []
    return lines


def said(ruleset: Ruleset, clause: Clause) -> str:
    """Return a clause as a sentence: the author's own, or one made from what runs."""
    return clause.text or sentence(ruleset, clause)


def wrapped(text: str) -> list[str]:
    """Return a text as indented lines for 80 columns."""
    return textwrap.wrap(text, 78, initial_indent="  ", subsequent_indent="  ")
