"""The tables of a study: what is shown on a terminal, written as plain text, and put on pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tablier.study.comparing import Comparison, Study
from tablier.study.statistics import Interval
from tablier.study.tally import FIGURE, FIGURES, Figure, Tally
from tablier.study.verdicts import verdict

SHORT = {
    "lead_wins": "leader wins",
    "draws": "draws",
    "throws": "throws",
    "points": "points",
    "choices": "choices",
    "forced": "forced",
    "lost": "lost",
    "hits": "hits",
    "passed": "passed",
    "lead_changes": "lead changes",
}
"""Figures as heads of columns."""


@dataclass(frozen=True)
class Sheet:
    """A table: title, heads of columns, rows; the first column is text, the others are figures."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""

    def as_text(self) -> str:
        """Return the table with columns made even by spaces."""
        lines = [self.heads, *self.rows]
        widths = [max(len(line[column]) for line in lines) for column in range(len(self.heads))]
        made = [self.title]
        for line in lines:
            cells = [line[0].ljust(widths[0])]
            cells += [cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)]
            made.append(("  " + "  ".join(cells)).rstrip())
        return "\n".join([*made, *([self.note] if self.note else [])])

    def as_rich(self) -> Any:
        """Return the table for a terminal."""
        from rich.table import Table

        table = Table(title=self.title, title_justify="left", title_style="bold", caption=self.note or None)
        for number, head in enumerate(self.heads):
            table.add_column(head, justify="right" if number else "left", overflow="fold")
        for row in self.rows:
            table.add_row(*row)
        return table


# --- figures as text ---------------------------------------------------------------------------


def number(figure: Figure, value: float) -> str:
    """Return a figure as people write it: shares in per cent, others with two places."""
    if value != value:
        return "-"
    return f"{100 * value:.1f} %" if figure.is_share else f"{value:.2f}"


def span(figure: Figure, interval: Interval) -> str:
    """Return the ends of an interval."""
    if interval.low != interval.low:
        return "-"
    scale = 100 if figure.is_share else 1
    places = 1 if figure.is_share else 2
    return f"{interval.low * scale:.{places}f} to {interval.high * scale:.{places}f}"


def change(interval: Interval, *, points: bool) -> str:
    """Return a change with its sign and interval, in per cent or in points of a hundred."""
    if interval.value != interval.value:
        return "-"
    value, low, high = (_signed(100 * one) for one in (interval.value, interval.low, interval.high))
    return f"{value}{'' if points else ' %'} ({low} to {high})"


def _signed(value: float) -> str:
    return f"{value:+.1f}".replace("-", "\N{MINUS SIGN}")


# --- the tables of a study ---------------------------------------------------------------------


def shown(study: Study) -> list[Figure]:
    """Return the figures that are not nothing in every ruleset."""
    return [
        figure
        for figure in FIGURES
        if any(tally.moments.totals.get(figure.numerator) for _, tally in study.sides)
    ]


def overview(study: Study) -> Sheet:
    """Return every ruleset with its figures."""
    figures = shown(study)
    rows = [
        [variant.label, *(number(figure, tally.figure(figure.name).value) for figure in figures)]
        for variant, tally in study.sides
    ]
    if study.skill:
        for row, (variant, _) in zip(rows, study.sides, strict=True):
            row.append(_skill(study.skill.get(variant.label)))
    heads = ["ruleset", *(SHORT[figure.name] for figure in figures), *(["skill"] if study.skill else [])]
    return Sheet("Figures of each ruleset", heads, rows, _skill_note(study))


def _skill(interval: Interval | None) -> str:
    return (
        "-"
        if interval is None
        else f"{100 * interval.value:.0f} % ({100 * interval.low:.0f} to {100 * interval.high:.0f})"
    )


def _skill_note(study: Study) -> str:
    return f"skill: games that '{study.thinker}' wins against random play" if study.skill else ""


def changes(study: Study) -> Sheet:
    """Return what each variant changes."""
    rows = [
        [
            one.variant.label,
            f"{100 * one.affected:.1f} %",
            change(one.change("throws"), points=False),
            change(one.difference("lead_wins"), points=True),
            change(one.change("points"), points=False),
        ]
        for one in study.comparisons
    ]
    heads = ["reading", "games affected", "length", "leader wins (points)", "points"]
    return Sheet("Changes against the default, with 95 % intervals", heads, rows)


def by_figure(study: Study, figure: Figure) -> Sheet:
    """Return one figure of every ruleset, with its interval and what it changes."""
    rows = []
    for index, (variant, tally) in enumerate(study.sides):
        interval = tally.figure(figure.name)
        row = [variant.label, number(figure, interval.value), span(figure, interval)]
        row += _compared(figure, study.comparisons[index - 1] if index else None)
        rows.append(row)
    heads = ["ruleset", "value", "95 % interval", "difference", "relative"]
    return Sheet(figure.title[:1].upper() + figure.title[1:], heads, rows)


def _compared(figure: Figure, comparison: Comparison | None) -> list[str]:
    if comparison is None:
        return ["", ""]
    found = comparison.difference(figure.name)
    if figure.is_share:
        return [change(found, points=True), ""]
    plain = (
        "-" if found.value != found.value else f"{found.value:+.2f} ({found.low:+.2f} to {found.high:+.2f})"
    )
    return [plain.replace("-", "\N{MINUS SIGN}"), change(comparison.change(figure.name), points=False)]


def distributions(tally: Tally) -> list[str]:
    """Return in words how lengths, points and ends are distributed."""
    low, middle, high = (tally.length_quantile(share) for share in (0.05, 0.5, 0.95))
    least, most = min(tally.lengths, default=0), max(tally.lengths, default=0)
    total = max(1, tally.finished)
    points = ", ".join(
        f"{value}: {100 * count / total:.1f} %" for value, count in sorted(tally.points.items())
    )
    ends = ", ".join(f"{name}: {100 * count / total:.1f} %" for name, count in tally.ends.most_common())
    return [
        f"length in throws: half of the games at most {middle}, nine in ten from {low} to {high}, "
        f"all from {least} to {most}",
        f"points: {points}",
        f"ends: {ends}",
    ]


def verdicts(study: Study) -> list[str]:
    """Return the verdict on each variant."""
    return [verdict(study, one) for one in study.comparisons]


def heading(study: Study) -> str:
    """Return what was played."""
    ruleset = study.base.ruleset
    constants = "".join(f", {name} = {value}" for name, value in ruleset.constants.items())
    who = (
        "both sides at random"
        if len(set(study.players)) == 1 and study.players[0] == "random"
        else (" against ".join(study.players))
    )
    count = len(study.sides)
    played = f"{study.games:,} games" + (f" with each of {count} rulesets" if count > 1 else "")
    dice = ", the same dice for all" if count > 1 else ""
    return f"{ruleset.title} ({ruleset.name}{constants}): {played}, {who}{dice} (seed {study.seed})"


CONFIDENCE = (
    "The intervals in the verdicts hold all together with 95 % confidence; those in tables hold one by one. "
    "Games are compared pair by pair: the same game number has the same dice."
)

__all__ = ["CONFIDENCE", "FIGURE", "Sheet", "by_figure", "changes", "distributions", "heading", "overview"]
