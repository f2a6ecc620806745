"""A ruleset on paper: its facts, its clauses with their sources, its readings."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from tablier.model.layout import SIDES
from tablier.model.ruleset import Clause, Ruleset
from tablier.show.catalogue import century_text

_WIDTH = 96


def sheet(ruleset: Ruleset) -> str:
    """Return the facts sheet with every clause that runs, for people."""
    parts = [
        _head(ruleset),
        _equipment(ruleset),
        _clauses(ruleset),
        _readings(ruleset),
        _sources(ruleset),
    ]
    return "\n\n".join(part for part in parts if part)


def _head(ruleset: Ruleset) -> str:
    about = ruleset.about
    facts = [
        ("name", ruleset.name),
        ("extends", ", ".join(ruleset.parents)),
        ("family", about.family),
        ("aliases", ", ".join(about.aliases)),
        ("when", about.period or century_text(about.century)),
        ("where", about.region),
        ("confidence", about.confidence),
    ]
    lines = [f"  {name:<11} {value}" for name, value in facts if value]
    return "\n".join(
        [
            ruleset.title,
            *lines,
            *textwrap.wrap(about.summary, _WIDTH, initial_indent="  ", subsequent_indent="  "),
        ]
    )


_WHERE = {"hand": "in hand", "bar": "on the bar", "off": "off"}


def _equipment(ruleset: Ruleset) -> str:
    lines = ["board", *(f"  {row}" for row in ruleset.rows)]
    for side, route, men in zip(SIDES, ruleset.layout.routes, ruleset.men, strict=True):
        lines.append(f"  {side}: {men} men, {len(route)} steps from {route[0]} to {route[-1]}")
    names = ruleset.layout.place_names
    for side, row in zip(SIDES, ruleset.setup, strict=True):
        full = [i for i in range(1, ruleset.layout.men_end) if row[i]]
        placed = ", ".join(f"{row[i]} {_WHERE.get(names[i], f'on {names[i]}')}" for i in full)
        if placed:
            lines.append(f"  {side} begins with {placed}")
    regions = "; ".join(f"{name} {_steps(steps)}" for name, steps in ruleset.regions.items())
    return "\n".join([*lines, f"  regions: {regions}"] if regions else lines)


def _steps(steps: tuple[int, ...]) -> str:
    if len(steps) > 2 and steps == tuple(range(steps[0], steps[-1] + 1)):
        return f"{steps[0]}..{steps[-1]}"
    return ", ".join(map(str, steps))


def _clauses(ruleset: Ruleset) -> str:
    lines = []
    if ruleset.phrases:
        lines += [
            "define",
            *(f"  {name}: {phrase.text}" for name, phrase in ruleset.phrases.items()),
        ]
    for section, clauses in ruleset.clauses.items():
        if clauses:
            lines.append(section)
            for clause in clauses:
                lines.extend(_clause(clause))
    return "\n".join(lines)


def _clause(clause: Clause) -> Iterable[str]:
    said = [f"{key}: {one.text}" for key, one in clause.expressions.items()]
    said += [f"{key}: {value}" for key, value in clause.values.items()]
    head = f"  {clause.name}: " if clause.name else "  "
    yield from textwrap.wrap("; ".join(said), _WIDTH, initial_indent=head, subsequent_indent="      ")
    ground = "; ".join(clause.sources) or (f"our default: {clause.default}" if clause.default else "")
    if ground:
        yield from textwrap.wrap(f"[{ground}]", _WIDTH, initial_indent="      ", subsequent_indent="       ")
    if clause.note:
        yield from textwrap.wrap(clause.note, _WIDTH, initial_indent="      ", subsequent_indent="      ")


def _readings(ruleset: Ruleset) -> str:
    lines = ["readings"] if ruleset.readings else []
    for reading in ruleset.readings.values():
        lines.append(f"  {reading.name}: {reading.question}")
        for value in reading.values.values():
            mark = "*" if value.name == reading.chosen else " "
            ground = f" [{'; '.join(value.sources)}]" if value.sources else ""
            text = f"{mark} {value.name}: {value.argument}{ground}"
            lines.extend(textwrap.wrap(text, _WIDTH, initial_indent="    ", subsequent_indent="        "))
    return "\n".join(lines)


def _sources(ruleset: Ruleset) -> str:
    lines = ["sources"] if ruleset.sources else []
    for source in ruleset.sources.values():
        lines.extend(
            textwrap.wrap(
                f"{source.id}: {source.cite}",
                _WIDTH,
                initial_indent="  ",
                subsequent_indent="      ",
            )
        )
    return "\n".join(lines)
