"""The counts of a simulation, for people, and the progress of long work on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Progress:
    """Told how much more has been done, and what is being done."""

    tick: Callable[[int], None] = lambda _: None
    tell: Callable[[str], None] = lambda _: None


@contextmanager
def progress(total: int, *, shown: bool, what: str = "games") -> Iterator[Progress]:
    """A bar with rate and time left on a terminal; nothing elsewhere."""
    if not shown or not sys.stderr.isatty():
        yield Progress()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    class Rate(TextColumn):
        def render(self, task: Any) -> Any:
            speed = task.finished_speed or task.speed
            return super().render(task) if speed is None else f"{speed:,.0f} {what}/s"

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(""))
    with Bar(
        *columns, TimeRemainingColumn(), TextColumn("left"), console=Console(stderr=True), transient=True
    ) as bar:
        task = bar.add_task("playing", total=total)
        yield Progress(
            lambda count: bar.advance(task, count), lambda words: bar.update(task, description=words)
        )


def as_text(tally: Any) -> str:
    """Return a tally for people."""
    found = tally.to_json()
    who = (
        "both sides at random" if set(found["players"]) == {"random"} else " against ".join(found["players"])
    )
    lines = [f"{found['games']} games of {found['ruleset']}, {who} (seed {found['seed']})"]
    lines += [f"  reading {name}: {value}" for name, value in found["readings"].items()]
    lines += [f"  constant {name}: {value}" for name, value in found["constants"].items()]
    lines += ["  ended by", *_shares(found["ends"], found["games"])]
    if found["unfinished"]:
        lines.append(f"    unfinished        {found['unfinished']}")
    lines += ["  winner", *_shares(found["winners"], found["games"])]
    lines += ["  points", *_shares(found["points"], found["games"])]
    throws = found["throws"]
    lines.append(f"  throws: {throws['mean']:.1f} on average, from {throws['least']} to {throws['most']}")
    lines.append(f"  won by the side that threw first: {100 * found['first_player_share']:.1f} %")
    if len(set(found["players"])) == 2:
        share = tally.first_player_share()
        lines.append(f"  won by {found['players'][0]}: {100 * share.value:.1f} %")
    lines += _figures(found["figures"])
    lines.append(
        f"  {found['games_per_second']:.1f} games a second ({found['executor']} executor"
        + (f"; {found['workers']})" if found.get("workers") else ")")
    )
    return "\n".join(lines)


def _shares(counts: dict[str, int], games: int) -> list[str]:
    return [f"    {name:<18}{count:>7}  {100 * count / games:5.1f} %" for name, count in counts.items()]


def _figures(figures: dict[str, dict[str, float | None]]) -> list[str]:
    """The means that are not told above, each on a line."""
    value = {name: figure["value"] or 0.0 for name, figure in figures.items()}
    return [
        f"  choices at a decision: {value['choices']:.2f} on average",
        f"  throws without a choice: {100 * value['forced']:.1f} %",
        f"  throws without a move: {100 * value['lost']:.1f} %",
        f"  in a game: {value['hits']:.2f} men hit, {value['passed']:.2f} numbers passed over, "
        f"{value['lead_changes']:.2f} changes of the lead",
    ]
