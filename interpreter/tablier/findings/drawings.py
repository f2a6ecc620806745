"""Small drawings for pages, as SVG: changes with their intervals, and how long games are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from xml.etree import ElementTree as Xml

from tablier.study.statistics import Interval
from tablier.study.tally import Tally

LEFT, WIDTH, ROW = 250.0, 360.0, 24.0


def forest(title: str, rows: Sequence[tuple[str, Interval]], unit: str) -> str:
    """Return intervals under each other, with the line of no change."""
    known = [(label, one) for label, one in rows if one.low == one.low]
    reach = max((one.bound for _, one in known), default=0.0) or 0.01
    height = ROW * len(known) + 40
    root = _root(title, LEFT + WIDTH + 20, height)
    for share in (-1.0, -0.5, 0.0, 0.5, 1.0):
        x = _x(share * reach, reach)
        _line(root, (x, 8), (x, height - 28), "zero" if not share else "grid")
        _text(root, (x, height - 10), f"{100 * share * reach:+.1f}" if share else f"0 {unit}", "middle")
    for number, (label, one) in enumerate(known):
        y = 20 + ROW * number
        _text(root, (LEFT - 14, y + 4), label, "end")
        line = _line(root, (_x(one.low, reach), y), (_x(one.high, reach), y), "interval")
        Xml.SubElement(line, "title").text = f"{label}: {100 * one.value:+.1f} {unit}"
        kind = "sure" if one.excludes(0) else "unsure"
        Xml.SubElement(
            root, "circle", {"cx": _n(_x(one.value, reach)), "cy": _n(y), "r": "4.5", "class": kind}
        )
    return Xml.tostring(root, encoding="unicode")


def _x(value: float, reach: float) -> float:
    return LEFT + WIDTH / 2 + value / reach * WIDTH / 2


def lengths(title: str, tally: Tally, bars: int = 40) -> str:
    """Return how many games had how many throws, as columns."""
    total, most = max(1, tally.finished), max(tally.lengths, default=1)
    width = max(1, math.ceil((most + 1) / bars))
    counts = [0] * (most // width + 1)
    for length, count in tally.lengths.items():
        counts[length // width] += count
    top, step = max(counts), 600 / len(counts)
    root = _root(title, 620, 150)
    for number, count in enumerate(counts):
        height = 110 * count / top
        column = Xml.SubElement(
            root,
            "rect",
            {
                "x": _n(10 + step * number),
                "y": _n(122 - height),
                "width": _n(step * 0.88),
                "height": _n(height),
                "class": "bar",
            },
        )
        name = f"{width * number} to {width * (number + 1) - 1}" if width > 1 else str(number)
        Xml.SubElement(column, "title").text = f"{name} throws: {100 * count / total:.1f} % of the games"
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        _text(
            root,
            (10 + 600 * share, 142),
            str(round(share * width * len(counts))),
            ("start", "middle", "end")[round(2 * share)],
        )
    return Xml.tostring(root, encoding="unicode")


def _root(title: str, width: float, height: float) -> Xml.Element:
    root = Xml.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {width:g} {height:g}",
            "role": "img",
            "aria-label": title,
            "class": "drawing",
        },
    )
    Xml.SubElement(root, "title").text = title
    return root


def _line(root: Xml.Element, start: tuple[float, float], end: tuple[float, float], kind: str) -> Xml.Element:
    ends = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}
    return Xml.SubElement(root, "line", {**{key: _n(value) for key, value in ends.items()}, "class": kind})


def _text(root: Xml.Element, at: tuple[float, float], text: str, anchor: str) -> None:
    element = Xml.SubElement(root, "text", {"x": _n(at[0]), "y": _n(at[1]), "text-anchor": anchor})
    element.text = text


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


STYLE = """
.drawing { max-width: 46rem; width: 100%; height: auto; }
.drawing text { font: 12px system-ui, sans-serif; fill: currentColor; }
.drawing .grid { stroke: currentColor; stroke-opacity: 0.18; }
.drawing .zero { stroke: currentColor; stroke-opacity: 0.7; }
.drawing .interval { stroke: var(--tone); stroke-width: 3; }
.drawing .sure { fill: var(--tone); stroke: currentColor; }
.drawing .unsure { fill: var(--page); stroke: var(--tone); stroke-width: 2; }
.drawing .bar { fill: var(--tone); }
"""
