"""The YAML parser's complaints in plain words."""

import re

import yaml

from tablier.diagnostics import Diagnostic, Span
from tablier.source import SourceFile

_QUOTES = "a text with ': ' in it needs quotes"
_RUNS_ON = (
    "this line is read as part of the text above it: is a ':' missing there, or is this line"
    " indented too far?"
)
_AFTER = "this does not belong to the value before it; a ' between single quotes is written ''"
_BRACKET = "this {kind} is not closed, or a comma is missing before this"
_START = "a text cannot begin with this character; put the text in quotes"

# The first row whose pattern is found in "context / problem" speaks. Both of PyYAML's parsers are
# covered: they complain of the same things in other words.
_ROWS: tuple[tuple[str, str, str], ...] = (
    (r"nesting depth", "T105", "this is nested too deep"),
    (r"(scanning|parsing) a tag|tag handle", "T104", "a text that begins with ! needs quotes"),
    (r"scanning an (alias|anchor)", "T104", "a text that begins with * or & needs quotes"),
    (r"mapping values are not allowed", "T102", _QUOTES),
    (r"sequence entries are not allowed", "T102", "a list may not begin on this line"),
    (r"quoted scalar .*(end of stream|document)", "T102", "this quote is never closed"),
    (r"unknown escape|hexadecimal|hexdecimal", "T102", "\\ has a special meaning between double"
     " quotes; write \\\\, or use single quotes"),
    (r"block scalar", "T102", "nothing but a digit, + or - may follow | or > on its line"),
    (r"simple key .*expected ':'", "T102", "a ':' is missing after this key, or a quote around"
     " this text"),
    (r"flow mapping", "T102", _BRACKET.format(kind="'{'")),
    (r"flow sequence", "T102", _BRACKET.format(kind="'['")),
    (r"flow (node|context)", "T102", "a value is missing here"),
    (r"tab character", "T107", "this line is indented with a tab; use spaces instead"),
    (r"cannot start any token|node content", "T102", _START),
    (r"directive", "T102", "a line that begins with % needs quotes, or should be left out"),
    (r"block mapping", "T102", "a key is due here; is the line indented like the keys above it?"),
    (r"block (sequence|collection)", "T102", "a '-' is due here; is the line indented like the"
     " entries above it?"),
    (r"document start", "T102", "this does not belong to what stands above it; is the line"
     " indented as it should be?"),
)  # fmt: skip

# Where the opening mark is the fault, not the place at which the parser gave up.
_AT_CONTEXT = re.compile(r"quoted scalar|simple key")


def explain(source: SourceFile, error: yaml.MarkedYAMLError) -> Diagnostic:
    """The parser's error as a diagnostic, in words for people who do not know YAML's own."""
    complaint = f"{error.context or ''} / {error.problem or ''}".lower()
    code, message = next(
        ((code, said) for pattern, code, said in _ROWS if re.search(pattern, complaint)),
        ("T102", "this cannot be read as YAML; look at the indentation, quotes and brackets"),
    )
    problem, context = _index(source, error.problem_mark), _index(source, error.context_mark)
    main = context if _AT_CONTEXT.search(complaint) and context is not None else problem
    main = main if main is not None else 0
    message = _on_this_line(source, main, message)
    notes = _opened(source, context) if "is not closed" in message else ()
    return Diagnostic(code, message, source.span(main, main + 1), notes=notes)


def _index(source: SourceFile, mark: yaml.Mark | None) -> int | None:
    return None if mark is None else min(mark.index, len(source.text))


def _opened(source: SourceFile, index: int | None) -> tuple[tuple[str, Span], ...]:
    return () if index is None else (("opened here", source.span(index, index + 1)),)


def _on_this_line(source: SourceFile, index: int, message: str) -> str:
    """The message, or a better one where what stands before it on the line tells more."""
    line, column = source.place(index)
    before = source.lines[line - 1][: column - 1]
    if message == _QUOTES and ": " not in before and "{" not in before and line > 1:
        return _RUNS_ON
    if message.startswith("a key is due") and before.strip():
        return _AFTER
    return message
