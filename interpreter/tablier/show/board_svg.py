"""The board as SVG, for print and screen, drawn from nothing but the ruleset's rows.

White's men are light discs with a ring, Black's dark discs with a lozenge, so that neither hue nor
tone is needed to tell them apart. A man in a layer overlaps the man beneath or above him.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from xml.etree import ElementTree as Xml

from tablier.model.ruleset import Ruleset
from tablier.play.plays import Step
from tablier.play.state import State
from tablier.show.board_ink import Theme, stylesheet
from tablier.show.board_plan import (
    CELL,
    MAN,
    MARGIN,
    SQUARE,
    TALLEST,
    TRIANGLE,
    Plan,
    Rect,
    Seat,
    Tray,
    plan,
)
from tablier.show.board_text import Pile, label, piles, words

_SIDES = ("White", "Black")
_SPOTS = ("hand", "bar", "off")
_OVERLAP = 0.5
"""How far a man in a layer stands from the one beneath, in men."""
_OFFSET = 11.0
"""How far from the middle of a man his arrow begins."""
_LINE = 20.0
"""Height of a line of the caption."""
MARKS = ("rosette", "diamond", "cross", "ring", "star", "dot")
"""The signs by which regions are told apart."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a board is to be drawn.

    `viewer` is the side in whose numbering points are labelled (by default the side on turn),
    `steps` is a play shown by arrows, `marked` the regions to be marked (by default those scattered
    over a board of squares). An `embedded` drawing has no style of its own; the page gives it.
    """

    viewer: int | None = None
    flip: bool = False
    theme: Theme = "auto"
    caption: str = ""
    title: str = ""
    steps: Sequence[Step] = ()
    marked: Sequence[str] | None = None
    identity: str = "board"
    embedded: bool = False


def draw(ruleset: Ruleset, state: State, drawing: Drawing | None = None) -> str:
    """Return a position as the text of an SVG image."""
    Xml.register_namespace("", "http://www.w3.org/2000/svg")
    element = picture(ruleset, state, drawing or Drawing())
    return Xml.tostring(element, encoding="unicode") + "\n"


def picture(ruleset: Ruleset, state: State, drawing: Drawing) -> Xml.Element:
    """Return a position as an SVG element."""
    return _Picture(ruleset, state, drawing).element()


def scattered(ruleset: Ruleset) -> list[str]:
    """Return the regions that are no stretch of the route: single squares here and there."""
    if len(ruleset.rows) == 2:
        return []
    return [
        name
        for name, steps in ruleset.regions.items()
        if len(steps) <= ruleset.layout.last // 3
        and all(later - earlier > 1 for earlier, later in pairwise(steps))
    ]


@dataclass
class _Picture:
    ruleset: Ruleset
    state: State
    drawing: Drawing
    plan: Plan = field(init=False)
    viewer: int = field(init=False)
    root: Xml.Element = field(init=False)

    def __post_init__(self) -> None:
        self.plan = plan(self.ruleset, self.state.rows, flip=self.drawing.flip)
        self.viewer = self.state.player if self.drawing.viewer is None else self.drawing.viewer

    def element(self) -> Xml.Element:
        """The whole image."""
        notes = self.below()
        height = self.plan.height + len(notes) * _LINE + (MARGIN if notes else 0)
        self.root = self.opened(height)
        self.add("rect", "b-paper", x=0, y=0, width=self.plan.width, height=height)
        self.tables() if self.plan.is_tables else self.squares()
        self.labels()
        for tray in self.plan.trays:
            self.tray(tray)
        self.men()
        self.dice()
        self.arrows()
        self.footer(notes)
        return self.root

    def opened(self, height: float) -> Xml.Element:
        """The root, with the position in words for those who cannot see it."""
        identity, width = self.drawing.identity, self.plan.width
        root = Xml.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": f"0 0 {_n(width)} {_n(height)}",
                "width": _n(width),
                "height": _n(height),
                "role": "img",
                "aria-labelledby": f"{identity}-title {identity}-words",
            },
        )
        title = Xml.SubElement(root, "title", {"id": f"{identity}-title"})
        title.text = self.drawing.title or f"{self.ruleset.title}: a position"
        described = Xml.SubElement(root, "desc", {"id": f"{identity}-words"})
        described.text = words(self.ruleset, self.state, viewer=self.viewer)
        if not self.drawing.embedded:
            Xml.SubElement(root, "style").text = stylesheet(self.drawing.theme)
        return root

    def add(self, tag: str, kind: str, **attributes: float | str) -> Xml.Element:
        """Add a shape of a class."""
        plain = {
            key.replace("_", "-"): one if isinstance(one, str) else _n(one) for key, one in attributes.items()
        }
        return Xml.SubElement(self.root, tag, {"class": kind, **plain})

    def text(self, kind: str, x: float, y: float, text: str, anchor: str = "middle") -> None:
        self.add("text", kind, x=x, y=y, text_anchor=anchor).text = text

    def box(self, kind: str, rect: Rect, **more: float | str) -> None:
        self.add("rect", kind, x=rect.x, y=rect.y, width=rect.width, height=rect.height, **more)

    # --- the board ------------------------------------------------------------------------------

    def tables(self) -> None:
        """The field, its points, and the bar."""
        self.box("b-field", self.plan.frame)
        for name, seat in self.plan.seats.items():
            base = seat.y - seat.way * (MAN + 2)
            tip = base + seat.way * TRIANGLE
            left, right = seat.x - CELL / 2 + 1, seat.x + CELL / 2 - 1
            corners = _corners([(left, base), (right, base), (seat.x, tip)])
            self.add("polygon", f"b-tone{self.plan.tones[name]}", points=corners)
            for index, region in enumerate(self.marked()):
                if name in self.points_of(region):
                    self.mark(MARKS[index % len(MARKS)], seat.x, tip + seat.way * 12, 8)
        for band in self.plan.bands:
            self.box("b-band", band)

    def squares(self) -> None:
        """A square for each point, marked where it belongs to a marked region."""
        for name, seat in self.plan.seats.items():
            half = SQUARE / 2
            self.box("b-square", Rect(seat.x - half, seat.y - half - 4, SQUARE, SQUARE))
            for index, region in enumerate(self.marked()):
                if name in self.points_of(region):
                    self.mark(MARKS[index % len(MARKS)], seat.x, seat.y, 21)

    def marked(self) -> Sequence[str]:
        """The regions that are marked."""
        return scattered(self.ruleset) if self.drawing.marked is None else self.drawing.marked

    def points_of(self, region: str) -> set[str]:
        """The points that either side's route has in a region."""
        steps = self.ruleset.regions.get(region, ())
        return {
            route[step - 1] for route in self.ruleset.layout.routes for step in steps if step <= len(route)
        }

    def mark(self, sign: str, x: float, y: float, size: float) -> None:
        """The sign of a region."""
        match sign:
            case "rosette":
                self.add("path", "b-mark", d=_rosette(x, y, size))
                self.add("circle", "b-marked", cx=x, cy=y, r=size / 6)
            case "diamond":
                self.add("polygon", "b-mark", points=_corners(_around(x, y, size * 0.9, 4)))
            case "cross":
                arm = size * 0.65
                path = f"M{_n(x - arm)} {_n(y - arm)}L{_n(x + arm)} {_n(y + arm)}"
                path += f"M{_n(x - arm)} {_n(y + arm)}L{_n(x + arm)} {_n(y - arm)}"
                self.add("path", "b-mark", d=path)
            case "star":
                self.add("polygon", "b-mark", points=_corners(_star(x, y, size)))
            case "ring":
                self.add("circle", "b-mark", cx=x, cy=y, r=size * 0.8)
            case _:
                self.add("circle", "b-marked", cx=x, cy=y, r=size * 0.35)

    def labels(self) -> None:
        """The name of each point, in the numbering of the viewer."""
        for name, (x, y) in self.plan.labels.items():
            text = label(self.ruleset, self.viewer, name)
            if self.plan.is_tables:
                self.text("b-label", x, y, text)
            else:
                self.text("b-small", x, y, text, "start")

    # --- men ------------------------------------------------------------------------------------

    def men(self) -> None:
        """Every man on the board, and those on the bar where it is drawn."""
        for name, seat in self.plan.seats.items():
            found = piles(self.ruleset, self.state, name)
            if seat.way:
                self.heap(seat, found)
            else:
                self.crowd(seat, found)
        for side, seat in self.plan.bar.items():
            count = self.state.rows[side][self.ruleset.layout.bar]
            if count:
                self.heap(seat, [Pile(side, "", count)], tallest=4)

    def heap(self, seat: Seat, found: Sequence[Pile], tallest: int = TALLEST) -> None:
        """Men in a pile from the edge; too many are counted on the last man drawn."""
        for pile, at, count in placed(found, tallest):
            self.man(*seat.man(at), pile, count)

    def crowd(self, seat: Seat, found: Sequence[Pile]) -> None:
        """Men on a square: one for each kind, with their number."""
        for index, pile in enumerate(found):
            shift = (index - (len(found) - 1) / 2) * 16
            self.man(seat.x + shift, seat.y + shift / 3, pile, pile.count)

    def man(self, x: float, y: float, pile: Pile, count: int = 1) -> None:
        """One man, or several as one with their number."""
        side = pile.side
        self.add("circle", f"b-man{side}", cx=x, cy=y, r=MAN - 1)
        if pile.layer:
            self.add("circle", f"b-layer{side}", cx=x, cy=y, r=MAN - 4)
        if count > 1:
            self.text(f"b-count{side}", x, y + 5.2, str(count))
        elif side == 0:
            self.add("circle", "b-ring0", cx=x, cy=y, r=MAN * 0.6)
        else:
            self.add("polygon", "b-ring1", points=_corners(_around(x, y, MAN * 0.42, 4)))

    def tray(self, tray: Tray) -> None:
        """A side's men beside the board, as one man with their number."""
        self.box("b-tray", tray.rect, rx=6)
        seat, layout = tray.seat, self.ruleset.layout
        count = self.state.rows[tray.side][layout.spot(tray.spot)]
        if count:
            self.man(seat.x, seat.y, Pile(tray.side, "", count), count)
        bottom = tray.rect.y + tray.rect.height
        self.text("b-small", seat.x, bottom - 19, _SIDES[tray.side])
        self.text("b-small", seat.x, bottom - 6, tray.spot)

    def dice(self) -> None:
        """The throw on the table, on the half of the side that made it."""
        clause = self.ruleset.one("throw")
        if not self.plan.is_tables or clause is None or "lots" in clause.values:
            return
        frame = self.plan.frame
        x = frame.x + frame.width * (0.75 if self.state.player == 0 else 0.25)
        faces = [face for face in self.state.throw if 1 <= face <= 6]
        for index, face in enumerate(faces if len(faces) <= 4 else []):
            shift = (index - (len(faces) - 1) / 2) * 34
            self.die(x + shift, frame.y + frame.height / 2, face)

    def die(self, x: float, y: float, face: int) -> None:
        self.box("b-die", Rect(x - 14, y - 14, 28, 28), rx=5)
        for column, row in _PIPS[face]:
            self.add("circle", "b-pip", cx=x + column * 7.5, cy=y + row * 7.5, r=2.7)

    # --- arrows ---------------------------------------------------------------------------------

    def arrows(self) -> None:
        """The moves of the play, each from the man's place to where he comes to stand."""
        heights = {name: self.height(name) for name in self.plan.seats}
        ways = [self.way(step, heights) for step in self.drawing.steps]
        for start, end in (one for one in ways if one is not None and one[0] != one[1]):
            self.arrow(start, end)

    def height(self, name: str) -> float:
        """Where the next man of a point would stand."""
        found = placed(piles(self.ruleset, self.state, name), TALLEST)
        return min(found[-1][1] + 1, TALLEST) if found else 0.0

    def way(
        self, step: Step, heights: dict[str, float]
    ) -> tuple[tuple[float, float], tuple[float, float]] | None:
        """The start and the end of a move's arrow."""
        _, _, origin, target = step.move
        start = self.leave(origin, heights)
        end = self.reach(target, heights, hit=step.hit)
        return None if start is None or end is None else (start, end)

    def leave(self, index: int, heights: dict[str, float]) -> tuple[float, float] | None:
        seat, name = self.seat(index)
        if seat is None or not seat.way or name not in heights:
            return None if seat is None else (seat.x, seat.y)
        heights[name] = max(heights[name] - 1, 0.0)
        return seat.man(heights[name])

    def reach(self, index: int, heights: dict[str, float], *, hit: bool) -> tuple[float, float] | None:
        seat, name = self.seat(index)
        if seat is None or not seat.way or name not in heights:
            return None if seat is None else (seat.x, seat.y)
        if hit:
            heights[name] = max(heights[name] - 1, 0.0)
        heights[name] += 1
        return seat.man(heights[name] - 1)

    def seat(self, index: int) -> tuple[Seat | None, str]:
        """Where a place of the mover's row is drawn, with the name of its point."""
        layout, player = self.ruleset.layout, self.state.player
        for spot in _SPOTS:
            if index == layout.spot(spot):
                return self.plan.spot(player, spot), ""
        step, route = layout.step_of[index], layout.routes[player]
        if not 1 <= step <= len(route):
            return None, ""
        return self.plan.seats[route[step - 1]], route[step - 1]

    def arrow(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """A bent arrow, bowed towards the middle of the board."""
        (x0, y0), (x1, y1) = start, end
        far = math.hypot(x1 - x0, y1 - y0)
        x0, y0 = x0 + (x1 - x0) / far * _OFFSET, y0 + (y1 - y0) / far * _OFFSET
        far = max(far - _OFFSET, 1.0)
        bow = min(far * 0.18, 46)
        middle = self.plan.frame.y + self.plan.frame.height / 2
        away = ((y1 - y0) / far * bow, (x0 - x1) / far * bow)
        bend = max((1, -1), key=lambda way: -abs((y0 + y1) / 2 + way * away[1] - middle))
        bx, by = (x0 + x1) / 2 + bend * away[0], (y0 + y1) / 2 + bend * away[1]
        angle = math.atan2(y1 - by, x1 - bx)
        tx, ty = x1 - 11 * math.cos(angle), y1 - 11 * math.sin(angle)
        path = f"M{_n(x0)} {_n(y0)}Q{_n(bx)} {_n(by)} {_n(tx)} {_n(ty)}"
        self.add("path", "b-halo", d=path)
        self.add("path", "b-arrow", d=path)
        wings = [(x1 + 15 * math.cos(angle + turn), y1 + 15 * math.sin(angle + turn)) for turn in (2.7, -2.7)]
        self.add("polygon", "b-head", points=_corners([(x1, y1), *wings]))

    # --- below ----------------------------------------------------------------------------------

    def below(self) -> list[tuple[str, str]]:
        """Lines under the board: the marks and what they mean, then the caption."""
        signs = [
            (MARKS[index % len(MARKS)], name.replace("_", " ")) for index, name in enumerate(self.marked())
        ]
        width = max(int((self.plan.width - 2 * MARGIN) / 7.4), 20)
        return [*signs, *(("", line) for line in textwrap.wrap(self.drawing.caption, width))]

    def footer(self, notes: Iterable[tuple[str, str]]) -> None:
        y = self.plan.height + 14
        for sign, text in notes:
            if sign:
                self.mark(sign, self.plan.frame.x + 8, y - 5, 8)
                self.text("b-label", self.plan.frame.x + 24, y, text, "start")
            else:
                self.text("b-caption", self.plan.width / 2, y, text)
            y += _LINE


def placed(found: Sequence[Pile], tallest: int) -> list[tuple[Pile, float, int]]:
    """Return the men to draw for piles from the bottom up: pile, place in the heap, number on the man."""
    total = sum(pile.count for pile in found)
    men: list[tuple[Pile, float, int]] = []
    at = 0.0
    for index, pile in enumerate(found):
        drawn = pile.count if total <= tallest else 1 if len(found) > 1 else tallest
        if index and (pile.layer or found[index - 1].layer):
            at -= 1 - _OVERLAP
        for one in range(drawn):
            is_last = one == drawn - 1
            men.append((pile, at, pile.count if is_last and drawn < pile.count else 1))
            at += _OVERLAP if pile.layer and not is_last else 1
    return men


_PIPS: Mapping[int, Sequence[tuple[int, int]]] = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}


def _n(value: float) -> str:
    """A number as short as it may be."""
    return f"{round(value, 1):g}"


def _corners(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in points)


def _around(x: float, y: float, radius: float, corners: int) -> list[tuple[float, float]]:
    turns = [2 * math.pi * index / corners - math.pi / 2 for index in range(corners)]
    return [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]


def _star(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    outer, inner = _around(x, y, radius, 10)[::2], _around(x, y, radius * 0.45, 10)[1::2]
    return [point for pair in zip(outer, inner, strict=True) for point in pair]


def _rosette(x: float, y: float, radius: float) -> str:
    """Eight petals around the middle."""
    path = ""
    for tip_x, tip_y in _around(x, y, radius, 8):
        angle = math.atan2(tip_y - y, tip_x - x)
        sides = [
            (x + radius * 0.62 * math.cos(angle + turn), y + radius * 0.62 * math.sin(angle + turn))
            for turn in (0.36, -0.36)
        ]
        (ax, ay), (bx, by) = sides
        path += (
            f"M{_n(x)} {_n(y)}Q{_n(ax)} {_n(ay)} {_n(tip_x)} {_n(tip_y)}Q{_n(bx)} {_n(by)} {_n(x)} {_n(y)}Z"
        )
    return path
