"""A study on the terminal or a pipe, and as a file of comma-separated values."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator

from tablier.findings import heat
from tablier.findings.sheets import CONFIDENCE, Sheet, changes, distributions, heading, overview, verdicts
from tablier.study.comparing import Study


def tell(study: Study) -> None:
    """Print a study: with drawn tables on a terminal, as plain text elsewhere."""
    if not sys.stdout.isatty():
        print(as_text(study))
        return
    from rich.console import Console

    console = Console(highlight=False)
    for part in _parts(study):
        console.print(part.as_rich() if isinstance(part, Sheet) else part, markup=False)


def as_text(study: Study) -> str:
    """Return a study as plain text."""
    return "\n".join(part.as_text() if isinstance(part, Sheet) else part for part in _parts(study))


def _parts(study: Study) -> Iterator[Sheet | str]:
    yield heading(study) + "\n"
    for sentence in verdicts(study):
        yield f"* {sentence}"
    if study.comparisons:
        yield f"\n{CONFIDENCE}\n"
        yield changes(study)
        yield ""
    yield overview(study)
    for variant, tally in study.sides:
        if not variant.changes:
            yield f"\n{variant.label}"
            yield from (f"  {line}" for line in distributions(tally))
            yield "  how often a man comes to each point in a game, both sides together\n"
            shades = heat.SHADES if _can_shade() else heat.PLAIN
            yield heat.as_text(variant.ruleset, heat.entered(variant.ruleset, tally), shades=shades)
    if study.players == ("random", "random") and not study.skill:
        yield "\nRandom play says what the rules allow, not what good players make of them."


def _can_shade() -> bool:
    try:
        heat.SHADES.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def as_csv(study: Study) -> str:
    """Return one line for each ruleset and figure, after a head."""
    rows = study.to_rows()
    file = io.StringIO()
    writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()
