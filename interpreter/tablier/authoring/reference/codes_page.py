"""The page on diagnostics, from the table of codes."""

from __future__ import annotations

from collections.abc import Iterator

from tablier.authoring.reference.markdown import block, joined, made_by, paragraphs
from tablier.codes import CODES, Code

_GROUPS = {
    "T1": "Reading a file, and YAML",
    "T2": "The shape of a ruleset",
    "T3": "The syntax of expressions",
    "T4": "Names and types",
    "T5": "Meaning",
    "T6": "Examples",
    "T7": "Plays, positions and requests",
}


def page() -> str:
    """Return the page on diagnostics."""
    return joined(_lines())


def _lines() -> Iterator[str]:
    yield from made_by(
        "Diagnostics",
        "Every problem that Tablier reports has a code that never changes its meaning."
        " `tablier explain CODE` prints what stands here.",
        "`tablier validate --format json`, `github` and `sarif` give the same for programs: for each problem"
        " its code, severity, message, place, clause, source and suggestion.",
    )
    for prefix in dict.fromkeys(code[:2] for code in CODES):
        yield from (f"## {_GROUPS.get(prefix, prefix)}", "")
        for code in CODES.values():
            if code.code.startswith(prefix):
                yield from _entry(code)


def _entry(code: Code) -> Iterator[str]:
    yield from (f"### {code.code}", "", f"**{code.title[:1].upper()}{code.title[1:]}.**", "")
    yield from paragraphs(code.explanation)
    yield from ("Not so:", "", *block(code.bad, "text"), "But so:", "", *block(code.good, "text"))
