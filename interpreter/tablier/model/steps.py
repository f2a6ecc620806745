"""Short texts that list points or steps: `1..24`, `13..24, 1..12`, `A4 A3 A2 A1 B1..B8`."""

from __future__ import annotations

import re

_RANGE = re.compile(r"([A-Za-z]*)(\d+)\.\.([A-Za-z]*)(\d+)")
LONGEST_ROUTE = 200
"""Most points that a route may have."""


class StepsFault(ValueError):
    """A list that cannot be read; `part` is the piece that is wrong."""

    def __init__(self, part: str, message: str) -> None:
        """Keep the piece and the sentence."""
        super().__init__(message)
        self.part = part


def parse_points(text: str) -> tuple[str, ...]:
    """Return the names that a list of points stands for, in order.

    >>> parse_points("13..15, 1")
    ('13', '14', '15', '1')
    >>> parse_points("A2 A1 B1..B3")
    ('A2', 'A1', 'B1', 'B2', 'B3')
    """
    points: list[str] = []
    for part in text.replace(",", " ").split():
        points.extend(_expand(part) if ".." in part else [part])
        if len(points) > LONGEST_ROUTE:
            raise StepsFault(part, f"this lists more than {LONGEST_ROUTE} points")
    return tuple(points)


def parse_steps(text: str) -> tuple[int, ...]:
    """Return the steps that a list stands for, in order.

    >>> parse_steps("4, 8, 12..14")
    (4, 8, 12, 13, 14)
    """
    steps = []
    for part in parse_points(text):
        if not part.isdecimal():
            raise StepsFault(part, f"'{part}' is not a step; steps are numbers, such as 1..6")
        steps.append(int(part))
    return tuple(steps)


def _expand(part: str) -> list[str]:
    found = _RANGE.fullmatch(part)
    if found is None or found[1] != found[3]:
        raise StepsFault(
            part,
            f"'{part}' is not a range; write 1..6, or B1..B8 with the same letters on both sides",
        )
    first, last = int(found[2]), int(found[4])
    if abs(last - first) >= LONGEST_ROUTE:
        raise StepsFault(part, f"'{part}' is too long a range (at most {LONGEST_ROUTE})")
    direction = 1 if last >= first else -1
    return [f"{found[1]}{number}" for number in range(first, last + direction, direction)]
