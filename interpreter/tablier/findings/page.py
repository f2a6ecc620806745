"""A study as one HTML page that needs nothing from elsewhere, and reads well aloud and in print."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from tablier import __version__
from tablier.findings import drawings, heat
from tablier.findings.sheets import (
    CONFIDENCE,
    Sheet,
    by_figure,
    changes,
    distributions,
    heading,
    overview,
    shown,
)
from tablier.study.comparing import Study
from tablier.study.tally import Tally
from tablier.study.variants import Variant
from tablier.study.verdicts import verdict

STYLE = """
:root {
  color-scheme: light dark;
  --page: #fffdf8; --ink: #23201c; --tone: #8a4b14; --rule: #d9d0c2;
}
@media (prefers-color-scheme: dark) {
  :root { --page: #1c1a17; --ink: #ece5d8; --tone: #e0a45e; --rule: #4a443b; }
}
body {
  background: var(--page); color: var(--ink); font: 1rem/1.5 Georgia, serif;
  margin: 0 auto; max-width: 64rem; padding: 1.5rem;
}
h1 { font-size: 1.7rem; line-height: 1.2; } h2 { font-size: 1.25rem; margin-top: 2.2rem; }
table { border-collapse: collapse; font: 0.9rem/1.35 system-ui, sans-serif; }
td { font-variant-numeric: tabular-nums; white-space: nowrap; }
caption { text-align: left; font-weight: 600; padding: 0.3rem 0; }
th, td { padding: 0.25rem 0.7rem 0.25rem 0; text-align: right; border-bottom: 1px solid var(--rule); }
th { font-weight: 600; vertical-align: bottom; } th[scope=row], thead th:first-child { text-align: left; }
.wide { overflow-x: auto; margin: 1rem 0; } .verdicts li { margin: 0.35rem 0; }
.note, figcaption { font-size: 0.9rem; opacity: 0.85; } figure { margin: 1rem 0; }
summary { cursor: pointer; }
a { color: inherit; } :focus-visible { outline: 3px solid var(--tone); outline-offset: 2px; }
@media print { details > * { display: block; } body { max-width: none; } }
"""


def page(study: Study) -> str:
    """Return the page."""
    title = f"{study.base.ruleset.title}: what its doubtful clauses change"
    if not any(variant.changes for variant, _ in study.sides):
        title = " and ".join(variant.ruleset.title for variant, _ in study.sides) + " in figures"
    body = "\n".join(_body(study, title))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}{heat.STYLE}{drawings.STYLE}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _body(study: Study, title: str) -> Iterator[str]:
    yield f"<h1>{escape(title)}</h1>"
    yield f"<p>{escape(heading(study))}.</p>"
    if study.stopped:
        played = f"after {study.games:,} of {study.due:,} games"
        yield f"<p><strong>The study was {escape(study.stopped)}</strong> {played}.</p>"
    if study.comparisons:
        yield from _verdicts(study)
    yield "<h2>Figures</h2>"
    yield _table(overview(study))
    if study.comparisons:
        yield from _changes(study)
    yield "<h2>Each figure with its interval</h2>"
    for figure in shown(study):
        sheet = by_figure(study, figure)
        yield f"<details><summary>{escape(sheet.title)}</summary>{_table(sheet)}</details>"
    yield "<h2>Length, points and traffic</h2>"
    for number, (variant, tally) in enumerate(study.sides):
        inside = "\n".join(_side(variant, tally))
        is_open = " open" if number == 0 else ""
        yield f"<details{is_open}><summary>{escape(variant.label)}</summary>{inside}</details>"
    yield from _colophon(study)


def _verdicts(study: Study) -> Iterator[str]:
    yield "<h2>Verdicts</h2>"
    for name, reading in study.base.ruleset.readings.items():
        concerned = [one for one in study.comparisons if list(one.variant.changes) == [name]]
        if concerned:
            yield f"<h3>{escape(reading.question or name)}</h3>"
            yield f"<p class='note'>default: {escape(reading.chosen)}</p>"
            yield _list([verdict(study, one) for one in concerned])
    others = [one for one in study.comparisons if len(one.variant.changes) != 1]
    if others:
        yield _list([verdict(study, one) for one in others])
    yield f"<p class='note'>{escape(CONFIDENCE)}</p>"


def _list(sentences: list[str]) -> str:
    return "<ul class='verdicts'>" + "".join(f"<li>{escape(one)}</li>" for one in sentences) + "</ul>"


def _changes(study: Study) -> Iterator[str]:
    yield "<h2>Changes</h2>"
    for title, unit, rows in (
        (
            "Change of the length of the game",
            "%",
            [(one.variant.label, one.change("throws")) for one in study.comparisons],
        ),
        (
            "Change of the share won by the side that throws first",
            "points",
            [(one.variant.label, one.difference("lead_wins")) for one in study.comparisons],
        ),
    ):
        drawn = drawings.forest(title, rows, unit)
        caption = f"{title}, with 95 % intervals; a full circle is told from no change"
        yield _figure(caption, drawn)
    yield _table(changes(study))


def _side(variant: Variant, tally: Tally) -> Iterator[str]:
    yield _list(distributions(tally))
    yield _figure("How long games are, in throws", drawings.lengths("Length of games", tally))
    for title, unit, values in (
        (
            "How often a man comes to each point in a game",
            "times in a game",
            heat.entered(variant.ruleset, tally),
        ),
        ("How many men stand on each point on average", "men", heat.held(variant.ruleset, tally)),
    ):
        drawn = heat.as_svg(variant.ruleset, values, f"{title}: {variant.label}", unit)
        yield _figure(f"{title}, both sides together", drawn)


def _figure(caption: str, drawn: str) -> str:
    return f"<figure><figcaption>{escape(caption)}</figcaption>{drawn}</figure>"


def _table(sheet: Sheet) -> str:
    heads = "".join(f"<th scope='col'>{escape(head)}</th>" for head in sheet.heads)
    rows = "".join(
        f"<tr><th scope='row'>{escape(row[0])}</th>"
        + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in sheet.rows
    )
    note = f"<p class='note'>{escape(sheet.note)}</p>" if sheet.note else ""
    return (
        f"<div class='wide' tabindex='0'><table><caption>{escape(sheet.title)}</caption>"
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>{note}"
    )


def _colophon(study: Study) -> Iterator[str]:
    ruleset = study.base.ruleset
    sources = "".join(f"<li>{escape(one.cite)}</li>" for one in ruleset.sources.values())
    if sources:
        yield f"<h2>Sources of the rules</h2><ul>{sources}</ul>"
    constants = "".join(f" --set {name}={value}" for name, value in ruleset.constants.items())
    yield (
        f"<p class='note'>Made by Tablier {escape(__version__)} ({escape(study.executor)} executor, "
        f"{study.seconds:.0f} s). The same numbers again: <code>tablier study {escape(ruleset.name)}"
        f"{escape(constants)} --games {study.games} --seed {study.seed}</code></p>"
    )
