"""Throws as people and machines write them: `6-5`, `65`, `6:5`, `[6, 5]`, `4`."""

from __future__ import annotations

import re
from collections.abc import Set
from typing import Any

from tablier.diagnostics import Diagnostic, RulesetError
from tablier.model.ruleset import Ruleset
from tablier.play.device import Device


def read_cast(ruleset: Ruleset, given: Any) -> tuple[int, ...]:
    """Return the faces of a throw as written.

    Raises:
        RulesetError: T706 when it is not a throw of this ruleset's dice.
    """
    device = Device.of(ruleset)
    if device.is_lots:
        return _checked(read_numbers(given), 1, device.allowed, "the throw of lots is one number")
    shown = device.shown
    rule = f"a throw is {shown} {'die' if shown == 1 else 'dice'}"
    return _checked(read_numbers(given, shown), shown, device.allowed, rule)


def read_numbers(given: Any, dice: int = 0) -> tuple[int, ...]:
    """Return whole numbers written as a list, as `6-5`, or as digits alone when `dice` are as many."""
    if isinstance(given, int) and not isinstance(given, bool):
        given = str(given)
    written = given
    if isinstance(given, str):
        parts = (
            list(given.strip())
            if given.strip().isdecimal() and len(given.strip()) == dice
            else re.split(r"[-:,\s]+", given.strip())
        )
        given = [int(part) if part.isdecimal() and len(part) < 4 else part for part in parts]
    if not isinstance(given, list | tuple) or not all(type(one) is int and 0 <= one <= 99 for one in given):
        raise _bad(f"{written!r} is not a throw; write 6-5 or [6, 5]")
    if len(given) > 64:
        raise _bad("so many numbers cannot be played")
    return tuple(given)


def _checked(faces: tuple[int, ...], count: int, allowed: Set[int], rule: str) -> tuple[int, ...]:
    if len(faces) != count:
        raise _bad(f"{rule}, but {len(faces)} were given")
    for face in faces:
        if face not in allowed:
            listed = ", ".join(str(one) for one in sorted(allowed))
            raise _bad(f"{face} cannot be thrown; it may be {listed}")
    return faces


def _bad(message: str) -> RulesetError:
    return RulesetError([Diagnostic("T706", message)])
