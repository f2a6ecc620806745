"""The games of a run as lines of JSON: a head, then one game a line, in order; a file can be gone on with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from tablier.model.layout import SIDES
from tablier.study.faults import StudyError
from tablier.study.games import GameResult
from tablier.study.runs import Run, line

FORMAT = 1
BLOCK = 5000
"""Lines are read in blocks of so many games."""


class GameFile:
    """Writes games in the order of their numbers, whatever order they come in."""

    def __init__(self, path: Path, run: Run, games: int) -> None:
        """Choose a file for a run of so many games; reading and writing it may raise `StudyError`."""
        self.path, self.games = path, games
        self.has = bytearray((games + 7) // 8)
        """A bit for each game that is in the file."""
        self.written = 0
        """Every game before this one is in the file."""
        self.held: dict[int, list[GameResult]] = {}
        self.head = {"tablier": FORMAT, "run": run.to_json()}
        self.file: TextIO | None = None

    def read(self) -> Iterator[list[GameResult]]:
        """Yield the games that the file has already, in blocks; a line that was cut off is dropped."""
        if not self.path.exists() or not self.path.stat().st_size:
            return
        whole = 0
        block: list[GameResult] = []
        with self.path.open("rb") as file:
            for number, text in enumerate(file):
                found = self._parsed(number, text)
                if found is None:
                    break
                whole += len(text)
                if number and 0 <= found["number"] < self.games and not self._has(found["number"]):
                    block.append(_result(found))
                    self._mark(found["number"])
                if len(block) == BLOCK:
                    yield block
                    block = []
        yield block
        with self.path.open("rb+") as file:
            file.truncate(whole)

    def _parsed(self, number: int, text: bytes) -> dict[str, Any] | None:
        """The line as JSON; None when it was cut off."""
        try:
            found = json.loads(text) if text.endswith(b"\n") else None
        except ValueError:
            found = None
        if number == 0 and found != self.head:
            raise StudyError(f"'{self.path}' holds {_other(found, self.head)}; give another file")
        if found is not None and number and not isinstance(found.get("number"), int):
            raise StudyError(f"line {number + 1} of '{self.path}' is not a game")
        return found if isinstance(found, dict) else None

    def __enter__(self) -> GameFile:
        """Open the file for writing, after what it has."""
        try:
            is_new = not self.path.exists() or not self.path.stat().st_size
            self.file = self.path.open("a", encoding="utf-8")
        except OSError as error:
            raise StudyError(
                f"'{self.path}' cannot be written: {(error.strerror or str(error)).lower()}"
            ) from None
        if is_new:
            self.file.write(json.dumps(self.head) + "\n")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Write what was held back for its turn, and close."""
        for first in sorted(self.held):
            self._write(self.held.pop(first))
        assert self.file is not None
        self.file.close()

    def missing(self) -> list[range]:
        """Return the games that are not in the file."""
        gaps, start = [], None
        for number in range(self.games + 1):
            is_there = number == self.games or self._has(number)
            if not is_there and start is None:
                start = number
            elif is_there and start is not None:
                gaps.append(range(start, number))
                start = None
        return gaps

    def add(self, results: list[GameResult]) -> None:
        """Take games that follow each other; they are written when it is their turn."""
        if results:
            self.held[results[0].number] = results
        self._skip()
        while self.written in self.held:
            self._write(self.held.pop(self.written))
            self._skip()
        assert self.file is not None
        self.file.flush()

    def _skip(self) -> None:
        while self.written < self.games and self._has(self.written):
            self.written += 1

    def _write(self, results: list[GameResult]) -> None:
        assert self.file is not None
        self.file.writelines(line(one) + "\n" for one in results)
        for one in results:
            self._mark(one.number)

    def _has(self, number: int) -> bool:
        return bool(self.has[number >> 3] >> (number & 7) & 1)

    def _mark(self, number: int) -> None:
        self.has[number >> 3] |= 1 << (number & 7)


def _result(found: dict[str, Any]) -> GameResult:
    winner = found.get("winner")
    return GameResult(**{**found, "winner": None if winner is None else SIDES.index(winner)})


def _other(found: Any, head: dict[str, Any]) -> str:
    """What a file holds instead: another run, and where it differs, or something else."""
    if not isinstance(found, dict) or not isinstance(found.get("run"), dict) or "tablier" not in found:
        return "something else than games of a run"
    if found["tablier"] != head["tablier"]:
        return "games written by another version"
    theirs, mine = found["run"], head["run"]
    names = [key for key in mine if theirs.get(key) != mine[key]]
    said = {"rules": "the rules have changed since"}
    return "another run: " + "; ".join(
        said.get(key, f"{key} {json.dumps(theirs.get(key))}, not {json.dumps(mine[key])}") for key in names
    )
