"""The looks of a drawn board: its colours by day and by night, and the marks for regions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Theme = Literal["auto", "light", "dark"]
"""`auto` follows the reader's own setting."""

_LIGHT = {
    "paper": "#ffffff",
    "ink": "#1f1b16",
    "frame": "#5b4a38",
    "field": "#f7f1e3",
    "tone0": "#d9c7a3",
    "tone1": "#b89b6e",
    "band": "#e9dfc8",
    "white": "#fffdf7",
    "black": "#2b2622",
    "edge": "#1f1b16",
    "edge-black": "#f7f1e3",
    "on-white": "#1f1b16",
    "on-black": "#fffdf7",
    "arrow": "#9c1c1c",
    "mark": "#8a6d3b",
}
_DARK = {
    "paper": "#16181c",
    "ink": "#ece6d8",
    "frame": "#8f7a5e",
    "field": "#2a2620",
    "tone0": "#564836",
    "tone1": "#7b6548",
    "band": "#3a332a",
    "white": "#f4eee0",
    "black": "#111111",
    "edge": "#d8cdb8",
    "edge-black": "#d8cdb8",
    "on-white": "#1f1b16",
    "on-black": "#f4eee0",
    "arrow": "#ff9c8a",
    "mark": "#c9a866",
}

FONT = "Georgia, 'Times New Roman', 'DejaVu Serif', serif"


def stylesheet(theme: Theme, *, within: str = "") -> str:
    """Return the rules for a drawing; `within` narrows them to what stands inside a selector."""
    if theme == "dark":
        return _rules(_DARK, within)
    light = _rules(_LIGHT, within)
    if theme == "light":
        return light
    return f"{light} @media (prefers-color-scheme: dark) {{ {_rules(_DARK, within)} }}"


def _rules(ink: Mapping[str, str], within: str) -> str:
    rules = {
        ".b-paper": f"fill: {ink['paper']}",
        ".b-field": f"fill: {ink['field']}; stroke: {ink['frame']}; stroke-width: 3",
        ".b-square": f"fill: {ink['field']}; stroke: {ink['frame']}; stroke-width: 2",
        ".b-tone0": f"fill: {ink['tone0']}; stroke: {ink['frame']}; stroke-width: 0.6",
        ".b-tone1": f"fill: {ink['tone1']}; stroke: {ink['frame']}; stroke-width: 0.6",
        ".b-band": f"fill: {ink['band']}; stroke: {ink['frame']}; stroke-width: 1.5",
        ".b-tray": f"fill: none; stroke: {ink['frame']}; stroke-width: 1.2",
        ".b-label": f"fill: {ink['ink']}; font: 13px {FONT}",
        ".b-small": f"fill: {ink['ink']}; font: 11px {FONT}",
        ".b-caption": f"fill: {ink['ink']}; font: italic 15px {FONT}",
        ".b-man0": f"fill: {ink['white']}; stroke: {ink['edge']}; stroke-width: 1.6",
        ".b-man1": f"fill: {ink['black']}; stroke: {ink['edge-black']}; stroke-width: 1.6",
        ".b-layer0": f"fill: none; stroke: {ink['on-white']}; stroke-width: 1.1; stroke-dasharray: 3 2",
        ".b-layer1": f"fill: none; stroke: {ink['on-black']}; stroke-width: 1.1; stroke-dasharray: 3 2",
        ".b-ring0": f"fill: none; stroke: {ink['on-white']}; stroke-width: 1.1",
        ".b-ring1": f"fill: {ink['on-black']}; stroke: none",
        ".b-count0": f"fill: {ink['on-white']}; font: bold 15px {FONT}",
        ".b-count1": f"fill: {ink['on-black']}; font: bold 15px {FONT}",
        ".b-mark": f"fill: none; stroke: {ink['mark']}; stroke-width: 1.8",
        ".b-marked": f"fill: {ink['mark']}; stroke: none",
        ".b-arrow": f"fill: none; stroke: {ink['arrow']}; stroke-width: 3; stroke-linecap: round",
        ".b-halo": f"fill: none; stroke: {ink['paper']}; stroke-width: 6; stroke-linecap: round",
        ".b-head": f"fill: {ink['arrow']}; stroke: {ink['paper']}; stroke-width: 0.8",
        ".b-die": f"fill: {ink['white']}; stroke: {ink['edge']}; stroke-width: 1.4",
        ".b-pip": f"fill: {ink['on-white']}",
    }
    before = f"{within} " if within else ""
    return " ".join(f"{before}{selector} {{ {rule} }}" for selector, rule in rules.items())
