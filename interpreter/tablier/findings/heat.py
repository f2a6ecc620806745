"""Where men go, as a map on the drawn board: shades and figures in text, tones and figures in SVG."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree import ElementTree as Xml

from tablier.model.ruleset import Ruleset
from tablier.show.board_plan import BAR, CELL, GAP, SQUARE, TRIANGLE, plan
from tablier.study.comparing import by_point
from tablier.study.tally import Tally

SHADES = " ░▒▓█"
PLAIN = " .:*#"
WIDTH = 6


def entered(ruleset: Ruleset, tally: Tally) -> dict[str, float]:
    """Return how often a man enters each point in a game, both sides together."""
    return {
        point: count / max(1, tally.games)
        for point, count in by_point(ruleset, tally.traffic.entered).items()
    }


def held(ruleset: Ruleset, tally: Tally) -> dict[str, float]:
    """Return how many men stand on each point on average, both sides together."""
    throws = max(1, tally.moments.totals.get("throws", 1)) / 2
    return {point: count / throws for point, count in by_point(ruleset, tally.traffic.held).items()}


def _level(value: float, most: float) -> int:
    """The shade of a value, 0 to 4: 0 for nothing at all."""
    return 0 if not value or not most else min(4, 1 + int(4 * value / most))


def as_text(ruleset: Ruleset, values: Mapping[str, float], *, shades: str = SHADES) -> str:
    """Return the board with a shade and a figure for each point."""
    most = max(values.values(), default=0.0)
    lines = []
    for row in ruleset.rows:
        drawn: tuple[list[str], list[str], list[str]] = ([], [], [])
        for point in row.split():
            if point in (BAR, GAP):
                cells = ("|", "|", "|") if point == BAR else (" " * WIDTH,) * 3
            else:
                tone = shades[_level(values[point], most)] * (WIDTH - 2)
                cells = (point.center(WIDTH), tone.center(WIDTH), _figure(values[point]).center(WIDTH))
            for line, cell in zip(drawn, cells, strict=True):
                line.append(cell)
        lines += ["".join(line).rstrip() for line in drawn]
    return "\n".join(lines)


def _figure(value: float) -> str:
    return f"{value:.0f}" if value >= 99.5 else f"{value:.1f}" if value >= 9.95 else f"{value:.2f}"


# --- SVG ---------------------------------------------------------------------------------------


def as_svg(ruleset: Ruleset, values: Mapping[str, float], title: str, unit: str) -> str:
    """Return the board as SVG: the tone of a point says how great its value is, and a figure says it too."""
    laid = plan(ruleset, ruleset.setup)
    most = max(values.values(), default=0.0)
    frame = laid.frame
    root = Xml.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"{frame.x - 4:g} {frame.y - 22:g} {frame.width + 8:g} {frame.height + 44:g}",
            "role": "img",
            "aria-label": title,
            "class": "heat",
        },
    )
    Xml.SubElement(root, "title").text = title
    _rect(root, frame.x, frame.y, frame.width, frame.height, "ground")
    for point, seat in laid.seats.items():
        share = values.get(point, 0.0) / most if most else 0.0
        _point(
            root,
            point,
            (seat.x, seat.y, seat.way),
            laid.is_tables,
            share,
            f"{values.get(point, 0.0):.2f} {unit}",
        )
        x, y = _label(seat.x, seat.y, seat.way, laid.is_tables)
        _text(root, x, y, _figure(values.get(point, 0.0)), "figure")
    for point, (x, y) in laid.labels.items():
        _text(root, x + (0 if laid.is_tables else 6), y, point, "name")
    return Xml.tostring(root, encoding="unicode")


def _point(
    root: Xml.Element, name: str, seat: tuple[float, float, int], tables: bool, share: float, said: str
) -> None:
    x, y, way = seat
    width, height = (CELL - 4, TRIANGLE) if tables else (SQUARE - 4, SQUARE - 4)
    top = y - 4 - height / 2 if not way else y - 20 if way > 0 else y + 20 - height
    cell = _rect(root, x - width / 2, top, width, height, "cell")
    cell.set("style", f"fill-opacity: {share:.3f}")
    Xml.SubElement(cell, "title").text = f"{name}: {said}"


def _label(x: float, y: float, way: int, tables: bool) -> tuple[float, float]:
    return (x, y + way * (TRIANGLE - 60) + 5) if tables else (x, y + 5)


def _rect(root: Xml.Element, x: float, y: float, width: float, height: float, kind: str) -> Xml.Element:
    numbers = {"x": x, "y": y, "width": width, "height": height}
    return Xml.SubElement(
        root, "rect", {**{key: f"{value:g}" for key, value in numbers.items()}, "class": kind}
    )


def _text(root: Xml.Element, x: float, y: float, text: str, kind: str) -> None:
    element = Xml.SubElement(
        root, "text", {"x": f"{x:g}", "y": f"{y:g}", "class": kind, "text-anchor": "middle"}
    )
    element.text = text


STYLE = """
.heat { max-width: 46rem; width: 100%; height: auto; }
.heat .ground { fill: none; stroke: currentColor; }
.heat .cell { fill: var(--tone); stroke: currentColor; stroke-width: 0.6; }
.heat text { font: 13px system-ui, sans-serif; fill: currentColor; }
.heat text { paint-order: stroke; stroke: var(--page); stroke-width: 3px; stroke-linejoin: round; }
.heat text.name { font-size: 11px; }
"""
__all__ = ["PLAIN", "SHADES", "STYLE", "as_svg", "as_text", "entered", "held"]
