"""The counts of a simulation, for people, and its progress on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def progress(games: int, *, shown: bool) -> Iterator[Callable[[], None]]:
    """A bar on a terminal; nothing elsewhere."""
    if not shown or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=games)
        yield lambda: bar.advance(task)


def as_text(tally: Any) -> str:
    """Return a tally for people."""
    found = tally.to_json()
    lines = [f"{found['games']} games of {found['ruleset']}, both sides at random (seed {found['seed']})"]
    for name, value in found["readings"].items():
        lines.append(f"  reading {name}: {value}")
    lines += ["  ended by", *_shares(found["ends"], found["games"])]
    if found["unfinished"]:
        lines.append(f"    unfinished        {found['unfinished']}")
    lines += ["  winner", *_shares(found["winners"], found["games"])]
    lines += ["  points", *_shares(found["points"], found["games"])]
    throws = found["throws"]
    lines.append(f"  throws: {throws['mean']:.1f} on average, from {throws['least']} to {throws['most']}")
    lines.append(f"  won by the side that threw first: {100 * found['first_player_share']:.1f} %")
    lines.append(f"  {found['games_per_second']:.1f} games a second")
    return "\n".join(lines)


def _shares(counts: dict[str, int], games: int) -> list[str]:
    return [f"    {name:<18}{count:>7}  {100 * count / games:5.1f} %" for name, count in counts.items()]
