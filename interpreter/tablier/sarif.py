"""Diagnostics in SARIF 2.1.0, the form that code hosts and editors read from analysis tools."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from tablier.codes import CODES, Code
from tablier.diagnostics import Diagnostic, Severity, Span
from tablier.report import ordered

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def log(diagnostics: Iterable[Diagnostic], version: str) -> dict[str, Any]:
    """Return a SARIF log of one run, as plain data for JSON.

    Args:
        diagnostics: what was found.
        version: the version of Tablier that found it.
    """
    found = ordered(diagnostics)
    codes = [CODES[code] for code in sorted({one.code for one in found}) if code in CODES]
    driver = {"name": "Tablier", "version": version, "rules": [_rule(code) for code in codes]}
    names = [code.code for code in codes]
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "results": [_result(one, names) for one in found],
            }
        ],
    }


def _rule(code: Code) -> dict[str, Any]:
    return {
        "id": code.code,
        "shortDescription": {"text": code.title},
        "fullDescription": {"text": code.explanation},
        "help": {"text": f"not so:\n{code.bad}\n\nbut so:\n{code.good}"},
    }


def _result(diagnostic: Diagnostic, rules: Sequence[str]) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "level": _LEVELS[diagnostic.severity],
        "message": {"text": _text(diagnostic)},
    }
    if diagnostic.code in rules:
        result["ruleIndex"] = rules.index(diagnostic.code)
    if diagnostic.span is not None:
        result["locations"] = [_location(diagnostic.span, diagnostic.clause)]
    if diagnostic.notes:
        result["relatedLocations"] = [
            {**_location(span), "message": {"text": label}} for label, span in diagnostic.notes
        ]
    return result


def _text(diagnostic: Diagnostic) -> str:
    hint = f" (did you mean '{diagnostic.suggestion}'?)" if diagnostic.suggestion else ""
    return diagnostic.message + hint


def _location(span: Span, clause: str | None = None) -> dict[str, Any]:
    place: dict[str, Any] = {
        "physicalLocation": {
            "artifactLocation": {"uri": _uri(span.file)},
            "region": {
                "startLine": span.line,
                "startColumn": span.column,
                "endLine": span.end_line,
                "endColumn": span.end_column,
            },
        }
    }
    if clause:
        place["logicalLocations"] = [{"fullyQualifiedName": clause}]
    return place


def _uri(file: str) -> str:
    """Return a path as a URI: relative where the path is, so that it holds on another machine."""
    from urllib.parse import quote

    path = Path(file)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())
