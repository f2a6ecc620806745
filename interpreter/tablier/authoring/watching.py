"""Looks at files again and again, and calls when one was saved."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from tablier.model import library

PAUSE = 0.3
"""Seconds between two looks."""

Stamp = tuple[tuple[str, int, int], ...]


def saves(
    names: Iterable[str], pause: float = PAUSE, sleep: Callable[[float], None] = time.sleep
) -> Iterator[None]:
    """Yield at once, and then each time that one of the rulesets, or a ruleset beside it, is saved."""
    watched = list(names)
    last: Stamp | None = None
    while True:
        now = stamp(watched)
        if now != last:
            last = now
            yield
        sleep(pause)


def stamp(names: Iterable[str]) -> Stamp:
    """Return which files there are and when each was last changed; parents may lie beside a file."""
    files = {path for name in names for path in _near(name)}
    found = []
    for path in sorted(files):
        try:
            status = path.stat()
        except OSError:
            continue
        found.append((str(path), status.st_mtime_ns, status.st_size))
    return tuple(found)


def _near(name: str) -> Iterator[Path]:
    path = library.find(name) or Path(name)
    yield path
    if path.parent.is_dir():
        yield from path.parent.glob(f"*{library.SUFFIX}")
