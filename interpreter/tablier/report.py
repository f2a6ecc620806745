"""Diagnostics for people, for programs and for CI services."""

import os
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tablier.diagnostics import Diagnostic, Severity, Span
from tablier.source import SourceFile, read_source

WIDEST_EXCERPT = 100
TAB = 4


def ordered(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics by place, each once; those without a place come first."""
    return sorted(dict.fromkeys(diagnostics), key=_place)


def _place(diagnostic: Diagnostic) -> tuple[str, int, int, str, str]:
    span = diagnostic.span
    if span is None:
        return ("", 0, 0, diagnostic.code, diagnostic.message)
    return (span.file, span.line, span.column, diagnostic.code, diagnostic.message)


def render(diagnostics: Iterable[Diagnostic], sources: Mapping[str, SourceFile] | None = None) -> str:
    """The diagnostics as plain text, in order of place, with a blank line between them.

    Excerpts come from `sources` by name, or else from the files on disk; a file that cannot be
    read has no excerpt.
    """
    shelf = _Shelf(dict(sources or {}))
    return "\n\n".join("\n".join(_render_one(one, shelf)) for one in ordered(diagnostics))


@dataclass
class _Shelf:
    """The files that excerpts were taken from, each read once."""

    files: dict[str, SourceFile | None] = field(default_factory=dict)

    def line(self, span: Span) -> str | None:
        """The line of a span's start, or None when it cannot be had."""
        if span.file not in self.files:
            # A name such as "<text>" is no file; read_source then says so, and there is no line.
            self.files[span.file] = read_source(span.file)[0]
        file = self.files[span.file]
        if file is None or not 1 <= span.line <= len(file.lines):
            return None
        return file.lines[span.line - 1]


def _render_one(diagnostic: Diagnostic, shelf: _Shelf) -> list[str]:
    gutter = _gutter(diagnostic)
    lines = [_header(diagnostic)]
    hint = f"did you mean '{diagnostic.suggestion}'?" if diagnostic.suggestion else ""
    excerpt = _excerpt(diagnostic.span, shelf, gutter, printable(hint))
    lines += excerpt
    if hint and not excerpt:
        lines.append(f"  {printable(hint)}")
    lines += _origin(diagnostic)
    if diagnostic.example:
        lines.append(f"  for example: {printable(diagnostic.example)}")
    for label, span in diagnostic.notes:
        lines.append(f"  {where(span)}: {printable(label)}")
        lines += _excerpt(span, shelf, gutter, "")
    return lines


def _header(diagnostic: Diagnostic) -> str:
    place = f"{where(diagnostic.span)}: " if diagnostic.span else ""
    return f"{place}{diagnostic.severity}[{diagnostic.code}]: {printable(diagnostic.message)}"


def where(span: Span) -> str:
    """The start of a span as `file:line:column`."""
    return f"{printable(span.file)}:{span.line}:{span.column}"


def _origin(diagnostic: Diagnostic) -> list[str]:
    """The line that names the clause and its source, where there is one."""
    clause = f"clause {diagnostic.clause}" if diagnostic.clause else ""
    parts = [printable(part) for part in (clause, diagnostic.source or "") if part]
    return [f"  {' — '.join(parts)}"] if parts else []


def _gutter(diagnostic: Diagnostic) -> int:
    spans = [diagnostic.span, *(span for _, span in diagnostic.notes)]
    return max((len(str(span.line)) for span in spans if span), default=1)


def _excerpt(span: Span | None, shelf: _Shelf, gutter: int, hint: str) -> list[str]:
    line = shelf.line(span) if span else None
    if span is None or line is None:
        return []
    text, start, width = _window(line, span)
    carets = f"{' ' * start}{'^' * width} {hint}".rstrip()
    return [f"  {span.line:>{gutter}} | {text}".rstrip(), f"  {'':>{gutter}} | {carets}"]


def _window(line: str, span: Span) -> tuple[str, int, int]:
    """The part of the line to show, and where on screen its carets begin and how many."""
    first = min(span.column - 1, len(line))
    last = span.end_column - 1 if span.end_line == span.line else len(line)
    last = max(first, min(last, len(line)))
    left, right = _clip(line, first)
    shown_last = min(last, right)
    before = ("…" if left else "") + _expand(line[left:first])
    # Tab stops are counted from the left edge of what is shown.
    upto = ("…" if left else "") + _expand(line[left:shown_last])
    text = ("…" if left else "") + _expand(line[left:right]) + ("…" if right < len(line) else "")
    start = _width(before)
    return text, start, max(1, _width(upto) - start)


def _clip(line: str, first: int) -> tuple[int, int]:
    """Where to cut a long line so that the character at `first` is well inside."""
    if _width(_expand(line)) <= WIDEST_EXCERPT:
        return 0, len(line)
    room = WIDEST_EXCERPT - 2
    left = max(0, min(first - room // 3, len(line) - room))
    right = left
    while right < len(line) and _width(_expand(line[left : right + 1])) <= room:
        right += 1
    return left, max(right, first)


def _expand(text: str) -> str:
    return printable(text.expandtabs(TAB))


def printable(text: str) -> str:
    """The text without characters that could move the cursor or hide what is written."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in text)


def _width(text: str) -> int:
    """How many columns a terminal needs for the text."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def to_json(diagnostic: Diagnostic) -> dict[str, Any]:
    """The diagnostic as plain data for JSON; every key is always there."""
    return {
        "code": diagnostic.code,
        "severity": str(diagnostic.severity),
        "message": diagnostic.message,
        **_span_json(diagnostic.span),
        "clause": diagnostic.clause,
        "source": diagnostic.source,
        "suggestion": diagnostic.suggestion,
        "example": diagnostic.example,
        "notes": [{"label": label, **_span_json(span)} for label, span in diagnostic.notes],
    }


def _span_json(span: Span | None) -> dict[str, Any]:
    names = ("file", "line", "column", "end_line", "end_column")
    return {name: getattr(span, name, None) for name in names}


_GITHUB_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def github(diagnostic: Diagnostic) -> str:
    """The diagnostic as one line that GitHub Actions shows beside the file."""
    message = diagnostic.message
    if diagnostic.suggestion:
        message += f" (did you mean '{diagnostic.suggestion}'?)"
    about = [f"{key}={_escape(value, ':,')}" for key, value in _github_keys(diagnostic).items()]
    level = _GITHUB_LEVELS[diagnostic.severity]
    return f"::{level} {','.join(about)}::{_escape(message)}"


def _github_keys(diagnostic: Diagnostic) -> dict[str, str]:
    keys = {}
    span = diagnostic.span
    if span is not None:
        keys = {"file": os.fspath(span.file), "line": str(span.line)}
        keys["endLine"] = str(span.end_line)
        keys["col"] = str(span.column)
        if span.end_line == span.line:
            keys["endColumn"] = str(span.end_column)
    keys["title"] = diagnostic.code
    return keys


def _escape(text: str, marks: str = "") -> str:
    for mark in "%\r\n" + marks:
        text = text.replace(mark, f"%{ord(mark):02X}")
    return text
