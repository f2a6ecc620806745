"""Where everything lies on a drawn board: points, bar, trays and labels, in drawing units.

Two rows of points are laid out as tables, with men piled from the edges towards the middle; any
other rows are laid out as squares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tablier.model.ruleset import Ruleset
from tablier.play.state import Rows

BAR, GAP = "|", "."

CELL, MAN, PITCH = 44.0, 18.0, 35.0
"""Width of a point, radius of a man, distance from man to man in a pile."""
TALLEST = 5
"""More men than this on a point are shown as a number."""
TRIANGLE, MIDDLE = 172.0, 44.0
"""Height of a point, and of the space between the two rows."""
SQUARE = 66.0
MARGIN, LABEL, TRAY = 10.0, 20.0, 58.0


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle by its upper left corner."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Seat:
    """Where men stand: the middle of the first, and the way in which the next ones follow."""

    x: float
    y: float
    way: int
    """1: men pile downwards, -1: upwards, 0: all men stand in the middle."""

    def man(self, index: float) -> tuple[float, float]:
        """The middle of a man of the pile, counted from 0."""
        return self.x, self.y + self.way * index * PITCH


@dataclass(frozen=True, slots=True)
class Tray:
    """A box beside the board for a side's men in hand, off, or waiting on a bar that is not drawn."""

    side: int
    spot: str
    rect: Rect

    @property
    def seat(self) -> Seat:
        """Where its men are drawn."""
        return Seat(self.rect.x + self.rect.width / 2, self.rect.y + 30, 0)


@dataclass(frozen=True)
class Plan:
    """A board laid out."""

    is_tables: bool
    width: float
    height: float
    frame: Rect
    seats: Mapping[str, Seat]
    labels: Mapping[str, tuple[float, float]]
    bands: Sequence[Rect] = ()
    """The bar between the tables."""
    bar: Mapping[int, Seat] = field(default_factory=dict)
    trays: Sequence[Tray] = ()
    tones: Mapping[str, int] = field(default_factory=dict)
    """Which of the two tones of the board each point has."""

    def spot(self, side: int, spot: str) -> Seat | None:
        """Where a side's men in hand, on the bar or off stand."""
        if spot == "bar" and side in self.bar:
            return self.bar[side]
        found = [tray.seat for tray in self.trays if (tray.side, tray.spot) == (side, spot)]
        return found[0] if found else None


def plan(ruleset: Ruleset, rows: Rows, *, flip: bool = False) -> Plan:
    """Lay out a ruleset's board; `flip` shows it from the other side of the table."""
    names = [row.split() for row in ruleset.rows]
    if flip:
        names = [row[::-1] for row in reversed(names)]
    lower = 1 if flip else 0
    spots = _trays_needed(ruleset, rows, names)
    return _tables(names, spots, lower) if len(names) == 2 else _squares(names, spots, lower)


def _trays_needed(ruleset: Ruleset, rows: Rows, names: Sequence[Sequence[str]]) -> list[str]:
    """Hand, bar and off as far as the game has them and they are not drawn on the board."""
    has_bar = len(names) == 2 and any(BAR in row for row in names)
    found = ["hand", "bar", "off"]
    return [
        spot
        for spot in found
        if not (spot == "bar" and has_bar) and uses(ruleset, rows, ruleset.layout.spot(spot), spot)
    ]


def uses(ruleset: Ruleset, rows: Rows, index: int, word: str) -> bool:
    """Whether a place has men now or at the start, or any clause speaks of it."""
    if any(row[index] for row in (*rows, *ruleset.setup)):
        return True
    texts = (
        expression.text
        for clauses in ruleset.clauses.values()
        for clause in clauses
        for expression in clause.expressions.values()
    )
    return any(word in text.replace("(", " ").replace(")", " ").replace(",", " ").split() for text in texts)


# --- tables -----------------------------------------------------------------------------------


def _tables(names: list[list[str]], spots: Sequence[str], lower: int) -> Plan:
    left, right = _sides_of_board(spots)
    frame = Rect(
        MARGIN + (TRAY + MARGIN) * len(left),
        MARGIN + LABEL,
        CELL * max(map(len, names)),
        2 * TRIANGLE + MIDDLE,
    )
    seats: dict[str, Seat] = {}
    labels: dict[str, tuple[float, float]] = {}
    tones: dict[str, int] = {}
    for row, line in enumerate(names):
        for column, name in _points(line):
            x = frame.x + CELL * (column + 0.5)
            seats[name] = _edge_seat(frame, x, row)
            labels[name] = (x, frame.y - 7 if row == 0 else frame.y + frame.height + 16)
            tones[name] = (column + row) % 2
    bars = [column for column, name in enumerate(names[0]) if name == BAR]
    bands = [Rect(frame.x + CELL * column, frame.y, CELL, frame.height) for column in bars]
    bar = {side: _bar_seat(bands[0], frame, side == lower) for side in (0, 1)} if bands else {}
    trays = list(_trays(frame, left, right, lower))
    width = frame.x + frame.width + (TRAY + MARGIN) * len(right) + MARGIN
    height = frame.y + frame.height + LABEL + MARGIN
    return Plan(True, width, height, frame, seats, labels, bands, bar, trays, tones)


def _points(line: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The points of a row with their columns; a bar moves the tones on by one."""
    return ((column, name) for column, name in enumerate(line) if name not in (BAR, GAP))


def _edge_seat(frame: Rect, x: float, row: int) -> Seat:
    if row == 0:
        return Seat(x, frame.y + MAN + 2, 1)
    return Seat(x, frame.y + frame.height - MAN - 2, -1)


def _bar_seat(band: Rect, frame: Rect, is_lower: bool) -> Seat:
    """A side's men on the bar stand on its own half, from the middle outwards."""
    middle = frame.y + frame.height / 2
    x = band.x + band.width / 2
    return Seat(x, middle + MAN + 8, 1) if is_lower else Seat(x, middle - MAN - 8, -1)


def _sides_of_board(spots: Sequence[str]) -> tuple[list[str], list[str]]:
    """What stands left of the board (men who wait) and right of it (men who are done)."""
    return [spot for spot in spots if spot != "off"], [spot for spot in spots if spot == "off"]


def _trays(frame: Rect, left: Sequence[str], right: Sequence[str], lower: int) -> Iterator[Tray]:
    half = frame.height / 2
    height = min(half - 6, 84)
    for column, spot in enumerate([*left, *right]):
        before = MARGIN + (TRAY + MARGIN) * column
        x = before if spot in left else frame.x + frame.width + MARGIN
        for side in (0, 1):
            y = frame.y + frame.height - height if side == lower else frame.y
            yield Tray(side, spot, Rect(x, y, TRAY, height))


# --- squares ----------------------------------------------------------------------------------


def _squares(names: list[list[str]], spots: Sequence[str], lower: int) -> Plan:
    left, right = _sides_of_board(spots)
    height = max(SQUARE * len(names), 2 * 72.0)
    frame = Rect(
        MARGIN + (TRAY + MARGIN) * len(left),
        MARGIN + (height - SQUARE * len(names)) / 2,
        SQUARE * max(map(len, names)),
        SQUARE * len(names),
    )
    seats: dict[str, Seat] = {}
    labels: dict[str, tuple[float, float]] = {}
    for row, line in enumerate(names):
        for column, name in _points(line):
            x, y = frame.x + SQUARE * column, frame.y + SQUARE * row
            seats[name] = Seat(x + SQUARE / 2, y + SQUARE / 2 + 4, 0)
            labels[name] = (x + 6, y + 14)
    outer = Rect(frame.x, MARGIN, frame.width, height)
    trays = list(_trays(outer, left, right, lower))
    width = frame.x + frame.width + (TRAY + MARGIN) * len(right) + MARGIN
    return Plan(False, width, height + 2 * MARGIN, frame, seats, labels, trays=trays)
