"""Positions in one line: XGID, GNU Backgammon's Position ID and Match ID, the FIBS board string."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from tablier.diagnostics import Diagnostic, RulesetError
from tablier.formats.board import POINTS, Men, Setting, opposite

MOST = 15
_BAR = POINTS + 1


def _refuse(message: str) -> RulesetError:
    return RulesetError([Diagnostic("T709", message)])


def _whole(points: Iterable[int]) -> Men:
    """Men from their counts on points 1 to 24 and the bar; the others are off."""
    counts = tuple(points)
    return (max(MOST - sum(counts), 0), *counts)


# --- XGID ---------------------------------------------------------------------------------------

_XGID = re.compile(
    r"(?:XGID=)?(?P<board>[-A-Pa-p]{26}):(?P<cube>\d{1,2}):(?P<owner>-?[01]):(?P<turn>-?1):(?P<dice>[0-6DBR]{1,2})"
    r":(?P<bottom>\d{1,5}):(?P<top>\d{1,5}):(?P<rules>\d{1,2}):(?P<length>\d{1,5})(?::\d{1,3})?",
)


def write_xgid(setting: Setting) -> str:
    """Return a setting as XGID, White at the bottom.

    >>> start = (0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0)
    >>> write_xgid(Setting((start, start)))
    'XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10'
    """
    bottom, top = setting.men
    signs = [_sign(bottom[point], top[opposite(point)]) for point in range(1, POINTS + 1)]
    board = "".join([_sign(0, top[_BAR]), *signs, _sign(bottom[_BAR], 0)])
    owner = {0: 1, 1: -1, None: 0}[setting.owner]
    dice = "D" if setting.is_doubled else "".join(map(str, setting.dice)) or "00"
    rules = int(setting.crawford) if setting.length else int(setting.jacoby)
    fields = [setting.cube.bit_length() - 1, owner, 1 if setting.turn == 0 else -1, dice]
    return f"XGID={board}:" + ":".join(map(str, [*fields, *setting.score, rules, setting.length, 10]))


def _sign(bottom: int, top: int) -> str:
    return chr(ord("A") + bottom - 1) if bottom else chr(ord("a") + top - 1) if top else "-"


def read_xgid(text: str) -> Setting:
    """Return the setting that an XGID describes.

    Raises:
        RulesetError: T709 when it is none.
    """
    found = _XGID.fullmatch(text.strip())
    if found is None:
        raise _refuse(
            f"'{text[:60]}' is not an XGID; one is XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
        )
    counts = [ord(sign) - ord("A") + 1 if "A" <= sign <= "P" else 0 for sign in found["board"]]
    others = [ord(sign) - ord("a") + 1 if "a" <= sign <= "p" else 0 for sign in found["board"]]
    bottom = _whole(counts[1 : _BAR + 1])
    top = _whole([*(others[opposite(point)] for point in range(1, _BAR)), others[0]])
    length, rules = int(found["length"]), int(found["rules"])
    dice = found["dice"]
    return Setting(
        (bottom, top),
        turn=0 if found["turn"] == "1" else 1,
        dice=tuple(map(int, dice)) if dice.isdecimal() and "0" not in dice else (),
        cube=1 << min(int(found["cube"]), 30),
        owner={"1": 0, "-1": 1, "0": None, "-0": None}[found["owner"]],
        is_doubled=not dice.isdecimal(),
        score=(int(found["bottom"]), int(found["top"])),
        length=length,
        crawford=bool(length and rules == 1),
        jacoby=bool(not length and rules & 1),
    )


# --- GNU Backgammon -----------------------------------------------------------------------------


def write_position_id(setting: Setting) -> str:
    """Return the Position ID: 14 characters.

    >>> start = (0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0)
    >>> write_position_id(Setting((start, start)))
    '4HPwATDgc/ABMA'
    """
    bits = ""
    for side in (1 - setting.turn, setting.turn):
        for point in range(1, _BAR + 1):
            bits += "1" * setting.men[side][point] + "0"
    if len(bits) > 80:
        raise _refuse(f"a Position ID holds {MOST} men a side; this position has more")
    return _pack(int(bits[::-1], 2), 10)


def read_position_id(text: str, turn: int = 0) -> Setting:
    """Return the setting of a Position ID, given who is on turn.

    Raises:
        RulesetError: T709 when it is none.
    """
    value = _unpack(text.strip(), 10, 14, "Position ID", "4HPwATDgc/ABMA")
    counts, at = [0] * (2 * _BAR), 0
    for index in range(len(counts)):
        while at < 80 and value >> at & 1:
            counts[index] += 1
            at += 1
        at += 1
    if at > 80 or value >> at or max(sum(counts[:_BAR]), sum(counts[_BAR:])) > MOST:
        raise _refuse(f"'{text[:40]}' is not a Position ID: it has more than {MOST} men a side")
    waiting, rolling = _whole(counts[:_BAR]), _whole(counts[_BAR:])
    return Setting((rolling, waiting) if turn == 0 else (waiting, rolling), turn=turn)


_FIELDS: Mapping[str, tuple[int, int]] = {
    "cube": (0, 4),
    "owner": (4, 2),
    "on_roll": (6, 1),
    "crawford": (7, 1),
    "state": (8, 3),
    "turn": (11, 1),
    "doubled": (12, 1),
    "resigned": (13, 2),
    "first": (15, 3),
    "second": (18, 3),
    "length": (21, 15),
    "score_0": (36, 15),
    "score_1": (51, 15),
    "no_jacoby": (66, 1),
}
"""The bits of a Match ID: where each number begins, and how many it has."""


def write_match_id(setting: Setting) -> str:
    """Return the Match ID: 12 characters."""
    first, second = (*sorted(setting.dice, reverse=True), 0, 0)[:2]
    turn = 1 - setting.turn if setting.is_doubled else setting.turn
    values = {
        "cube": setting.cube.bit_length() - 1,
        "owner": 3 if setting.owner is None else setting.owner,
        "on_roll": setting.turn,
        "crawford": int(setting.crawford),
        "state": 1,
        "turn": turn,
        "doubled": int(setting.is_doubled),
        "first": first,
        "second": second,
        "length": setting.length,
        "score_0": setting.score[0],
        "score_1": setting.score[1],
        "no_jacoby": int(not setting.jacoby),
    }
    for name, value in values.items():
        if value >> _FIELDS[name][1]:
            raise _refuse(f"a Match ID cannot hold {name.replace('_', ' ')} {value}")
    return _pack(sum(value << _FIELDS[name][0] for name, value in values.items()), 9)


def read_match_id(text: str) -> Setting:
    """Return what a Match ID says, with nobody on the board.

    Raises:
        RulesetError: T709 when it is none.
    """
    value = _unpack(text.strip(), 9, 12, "Match ID", "cAkAAAAAAAAA")
    got = {name: value >> start & (1 << size) - 1 for name, (start, size) in _FIELDS.items()}
    nobody: Men = (0,) * (_BAR + 1)
    return Setting(
        (nobody, nobody),
        turn=got["on_roll"],
        dice=(got["first"], got["second"]) if got["first"] and got["second"] else (),
        cube=1 << got["cube"],
        owner=got["owner"] if got["owner"] < 2 else None,
        is_doubled=bool(got["doubled"]),
        score=(got["score_0"], got["score_1"]),
        length=got["length"],
        crawford=bool(got["crawford"]),
        jacoby=not got["no_jacoby"] and not got["length"],
    )


def write_gnubg_id(setting: Setting) -> str:
    """Return Position ID and Match ID, with a colon between."""
    return f"{write_position_id(setting)}:{write_match_id(setting)}"


def read_gnubg_id(text: str) -> Setting:
    """Return the setting of a Position ID, with or without a Match ID behind it.

    Raises:
        RulesetError: T709 when it is none.
    """
    position, _, match = text.strip().removeprefix("GNUbgID=").partition(":")
    if not match:
        return read_position_id(position)
    around = read_match_id(match)
    return replace(around, men=read_position_id(position, around.turn).men)


def _pack(value: int, size: int) -> str:
    return base64.b64encode(value.to_bytes(size, "little")).decode().rstrip("=")


def _unpack(text: str, size: int, length: int, what: str, sample: str) -> int:
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        data = b""
    if len(text) != length or len(data) != size:
        raise _refuse(f"'{text[:40]}' is not a {what}; one is {sample}")
    return int.from_bytes(data, "little")


# --- FIBS ---------------------------------------------------------------------------------------

_UNLIMITED = 9999


def write_fibs(setting: Setting, names: tuple[str, str] = ("White", "Black")) -> str:
    """Return a setting as the board string of FIBS, White (O) being `you`."""
    bottom, top = setting.men
    points = [bottom[p] - top[opposite(p)] for p in range(1, POINTS + 1)]
    dice = (*setting.dice, 0, 0)[:2]
    both = [*dice, 0, 0] if setting.turn == 0 else [0, 0, *dice]
    may = [int(not setting.crawford and setting.owner in (None, side)) for side in (0, 1)]
    fields = [
        *(setting.length or _UNLIMITED, *setting.score),
        *(-top[_BAR], *points, bottom[_BAR]),
        *(1 if setting.turn == 0 else -1, *both, setting.cube, *may, int(setting.is_doubled)),
        *(1, -1, 0, _BAR, bottom[0], top[0], bottom[_BAR], top[_BAR], 0, 0, 0, 0),
    ]
    return f"board:{names[0]}:{names[1]}:" + ":".join(map(str, fields))


def read_fibs(text: str) -> Setting:
    """Return the setting of a FIBS board string; `you` is White.

    Raises:
        RulesetError: T709 when it is none.
    """
    parts = text.strip().split(":")
    numbers = parts[3:]
    if parts[0] != "board" or len(numbers) < 41 or not all(re.fullmatch(r"-?\d{1,6}", n) for n in numbers):
        raise _refuse(f"'{text[:60]}' is not a FIBS board: `board:` and two names, then 49 numbers")
    given = list(map(int, numbers))
    length, mine, yours, *rest = given
    points, (turn, *dice), cube, may = rest[:26], rest[26:31], rest[31], rest[32:34]
    doubled, colour, direction = rest[34:37]
    on_bar = rest[41:43] if len(rest) > 42 else []
    bottom = _whole(_fibs_side(points, colour, direction, on_bar[:1]))
    top = _whole(_fibs_side(points, -colour, -direction, on_bar[1:]))
    thrown = dice[:2] if any(dice[:2]) else dice[2:]
    return Setting(
        (bottom, top),
        turn=0 if turn == colour else 1,
        dice=tuple(thrown) if all(thrown) else (),
        cube=max(cube, 1),
        owner=None if all(may) or not any(may) or cube == 1 else may.index(1),
        is_doubled=bool(doubled),
        score=(mine, yours),
        length=0 if length == _UNLIMITED else length,
    )


def _fibs_side(points: list[int], colour: int, direction: int, on_bar: list[int]) -> list[int]:
    """The counts of a side on its points 1 to 24 and its bar."""
    mine = [max(number * colour, 0) for number in points]
    own = mine[1 : POINTS + 1] if direction < 0 else mine[POINTS:0:-1]
    bar = mine[POINTS + 1] if direction < 0 else mine[0]
    return [*own, max(bar, *on_bar) if on_bar else bar]


READERS: Mapping[str, Callable[[str], Setting]] = {
    "xgid": read_xgid,
    "gnubg-id": read_gnubg_id,
    "fibs": read_fibs,
}
WRITERS: Mapping[str, Callable[[Setting], str]] = {
    "xgid": write_xgid,
    "gnubg-id": write_gnubg_id,
    "fibs": write_fibs,
}
