"""The text of a file, its lines, and the places in it."""

import os
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tablier.diagnostics import Diagnostic, Severity, Span

LARGEST_FILE = 1024 * 1024
_BREAK = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True)
class SourceFile:
    """A file's name, as people know it, and its text without a byte order mark."""

    name: str
    text: str

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their line ends; an empty file has one empty line."""
        return _BREAK.split(self.text)

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in _BREAK.finditer(self.text))]

    def place(self, index: int) -> tuple[int, int]:
        """Line and column, both from 1, of the character at `index` of the text."""
        line = bisect_right(self._starts, index)
        return line, index - self._starts[line - 1] + 1

    def span(self, start: int, end: int) -> Span:
        """The span of the characters from `start` up to, but not with, `end`."""
        return Span(self.name, *self.place(start), *self.place(max(start, end)))


_UNSAVED: ContextVar[Mapping[str, str]] = ContextVar("unsaved", default={})  # noqa: B039 - never changed


@contextmanager
def unsaved(texts: Mapping[str, str]) -> Iterator[None]:
    """Within this, files read by these paths have these texts, whatever is on disk."""
    before = _UNSAVED.set(texts)
    try:
        yield
    finally:
        _UNSAVED.reset(before)


def is_unsaved(path: str | os.PathLike[str]) -> bool:
    """Whether a file's text is for the moment another than that on disk."""
    return os.fspath(path) in _UNSAVED.get()


def read_source(
    path: str | os.PathLike[str], *, other_encoding: str | None = None
) -> tuple[SourceFile | None, list[Diagnostic]]:
    """Read a text file: the file and no diagnostics, or None and the reason it cannot be read.

    With `other_encoding` a file that is not UTF-8 is read in that encoding, with a warning.
    """
    name = os.fspath(path)
    if is_unsaved(name):
        return SourceFile(name, _UNSAVED.get()[name]), []
    try:
        content = _read(Path(name))
    except (OSError, ValueError) as error:
        return None, [_refusal("T101", name, _why(name, error))]
    if len(content) > LARGEST_FILE:
        limit = "the file is larger than 1 MiB, more than any ruleset needs"
        return None, [_refusal("T106", name, limit)]
    return _decode(name, content, other_encoding)


def _read(path: Path) -> bytes:
    # A FIFO or device could hang the program or never end; only plain files are rulesets.
    if path.exists() and not path.is_file():
        raise IsADirectoryError if path.is_dir() else OSError("this is not a file of text")
    with path.open("rb") as file:
        return file.read(LARGEST_FILE + 1)


def _why(name: str, error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return f"there is no file '{name}'"
    if isinstance(error, IsADirectoryError):
        return f"'{name}' is a folder, not a file"
    if isinstance(error, PermissionError):
        return f"you have no permission to read '{name}'"
    reason = (getattr(error, "strerror", None) or str(error)).lower()
    return f"'{name}' cannot be read: {reason}"


def _decode(
    name: str, content: bytes, other_encoding: str | None
) -> tuple[SourceFile | None, list[Diagnostic]]:
    remarks: list[Diagnostic] = []
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # `start` counts from after a byte order mark, which `object` no longer holds.
        before = error.object[: error.start].decode("utf-8", "replace")
        if other_encoding is None:
            return None, [_misplaced(name, before, "the file is not UTF-8 text; save it as UTF-8")]
        text = content.decode(other_encoding, "replace")
        line, column = SourceFile(name, before).place(len(before))
        message = f"the file is not UTF-8 text; it is read as {other_encoding}"
        span = Span(name, line, column, line, column + 1)
        remarks = [Diagnostic("T708", message, span, Severity.WARNING)]
    if "\0" in text:
        before = text[: text.index("\0")]
        return None, [_misplaced(name, before, "the file holds a NUL byte: it is not a text")]
    return SourceFile(name, text), remarks


def _misplaced(name: str, before: str, message: str) -> Diagnostic:
    line, column = SourceFile(name, before).place(len(before))
    message = f"{message} (the first fault is at line {line}, column {column})"
    return Diagnostic("T101", message, Span(name, line, column, line, column + 1))


def _refusal(code: str, name: str, message: str) -> Diagnostic:
    return Diagnostic(code, message, Span(name, 1, 1, 1, 1))
