"""The SARIF log holds what the standard asks for, and every fault in its place."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import validate

from tablier import cli, sarif
from tablier.diagnostics import Diagnostic, Severity, Span

TEXT: dict[str, Any] = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}
WHOLE: dict[str, Any] = {"type": "integer", "minimum": 1}
LOCATION: dict[str, Any] = {
    "type": "object",
    "required": ["physicalLocation"],
    "properties": {
        "message": TEXT,
        "physicalLocation": {
            "type": "object",
            "required": ["artifactLocation", "region"],
            "properties": {
                "artifactLocation": {"type": "object", "required": ["uri"]},
                "region": {
                    "type": "object",
                    "required": ["startLine"],
                    "properties": dict.fromkeys(["startLine", "startColumn", "endLine", "endColumn"], WHOLE),
                    "additionalProperties": False,
                },
            },
        },
    },
}
RESULT: dict[str, Any] = {
    "type": "object",
    "required": ["message", "ruleId", "level"],
    "properties": {
        "message": TEXT,
        "level": {"enum": ["none", "note", "warning", "error"]},
        "ruleIndex": {"type": "integer", "minimum": 0},
        "locations": {"type": "array", "items": LOCATION},
        "relatedLocations": {"type": "array", "items": LOCATION},
    },
}
RUN: dict[str, Any] = {
    "type": "object",
    "required": ["tool", "results"],
    "properties": {
        "tool": {
            "type": "object",
            "required": ["driver"],
            "properties": {
                "driver": {
                    "type": "object",
                    "required": ["name", "version", "rules"],
                    "properties": {"rules": {"type": "array", "items": {"required": ["id"]}}},
                }
            },
        },
        "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        "results": {"type": "array", "items": RESULT},
    },
}
ESSENTIALS: dict[str, Any] = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {"version": {"const": "2.1.0"}, "runs": {"type": "array", "minItems": 1, "items": RUN}},
}
"""What SARIF 2.1.0 requires of the parts that are written."""


def test_a_log_without_findings() -> None:
    log = sarif.log([], "1.0")
    validate(log, ESSENTIALS)
    assert log["runs"][0]["results"] == []


def test_a_fault_with_everything() -> None:
    span, other = Span("games/été.yaml", 3, 5, 3, 9), Span("/tmp/a b.yaml", 1, 1, 2, 1)
    fault = Diagnostic(
        "T401",
        "nothing is called 'mne'",
        span,
        Severity.WARNING,
        (("first given here", other),),
        "moves.advance",
        suggestion="mine",
    )
    log = sarif.log([fault], "1.0")
    validate(log, ESSENTIALS)
    run = log["runs"][0]
    result = run["results"][0]
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "T401"
    assert result["message"]["text"] == "nothing is called 'mne' (did you mean 'mine'?)"
    place = result["locations"][0]
    assert place["physicalLocation"]["artifactLocation"]["uri"] == "games/%C3%A9t%C3%A9.yaml"
    assert place["logicalLocations"][0]["fullyQualifiedName"] == "moves.advance"
    related = result["relatedLocations"][0]["physicalLocation"]
    assert related["artifactLocation"]["uri"] == "file:///tmp/a%20b.yaml"


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text("format: 1\nruleset: bad\ntitle: Bad\nextends: jaquet\n", encoding="utf-8")
    assert cli.main(["validate", "--format", "sarif", str(path)]) == cli.FINDINGS
    log = json.loads(capsys.readouterr().out)
    validate(log, ESSENTIALS)
    assert "T503" in {result["ruleId"] for result in log["runs"][0]["results"]}
