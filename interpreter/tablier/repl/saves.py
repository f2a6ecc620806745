"""Running games, kept in the platform's state folder so that a killed session can be resumed."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

MOST_KEPT = 30
"""Unfinished games that are kept; the oldest are forgotten."""


def state_folder() -> Path | None:
    """Return Tablier's folder for what a session leaves behind, made if need be; None if it cannot be."""
    folder = _base() / "tablier"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def _base() -> Path:
    home = Path("~").expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    given = os.environ.get("XDG_STATE_HOME")
    if given and Path(given).is_absolute():
        return Path(given)
    if sys.platform == "darwin":
        return home / "Library" / "Application Support"
    return home / ".local" / "state"


@dataclass
class Saves:
    """A folder of unfinished games; None keeps nothing."""

    folder: Path | None

    @classmethod
    def of_platform(cls) -> Saves:
        """Return the saves of this machine's user."""
        folder = state_folder()
        return cls(None if folder is None else folder / "games")

    def new_file(self, ruleset: str) -> Path | None:
        """Return a file for a game that begins now."""
        if self.folder is None:
            return None
        numbers = [0, *(number for number in map(_number, self.files()) if number is not None)]
        return self.folder / f"{max(numbers) + 1:06}-{os.getpid()}-{ruleset}.txt"

    def files(self) -> list[Path]:
        """Every kept game, oldest first."""
        if self.folder is None or not self.folder.is_dir():
            return []
        return sorted(path for path in self.folder.glob("*.txt") if _number(path) is not None)

    def newest(self, ruleset: str) -> Path | None:
        """The last kept game of a ruleset."""
        found = [path for path in self.files() if path.stem.split("-", 2)[-1] == ruleset]
        return max(found, key=_age, default=None)

    def write(self, path: Path, text: str) -> bool:
        """Write a game whole or not at all; False when it cannot be written."""
        fresh = path.with_suffix(".new")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_text(text, encoding="utf-8")
            fresh.replace(path)
        except OSError:
            return False
        return True

    def forget(self, path: Path) -> None:
        """Drop a game that is over, and the oldest of too many."""
        for one in (path, *self.files()[:-MOST_KEPT]):
            try:
                one.unlink(missing_ok=True)
            except OSError:
                return


def _number(path: Path) -> int | None:
    number = path.name.partition("-")[0]
    return int(number) if number.isdecimal() else None


def _age(path: Path) -> tuple[int, str]:
    try:
        return path.stat().st_mtime_ns, path.name
    except OSError:
        return 0, path.name
