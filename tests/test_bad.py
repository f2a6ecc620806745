"""Each diagnostic code has a smallest bad file under `bad/`, and the exact text that people see.

`T401-unknown-name.txt` is what `tablier` says of `T401-unknown-name.yaml`; its first line is the
command. Where no ruleset can raise a code, the file is a record of a game, or the command alone is
at fault. `pytest --update` rewrites the texts; git diff is the review.
"""

import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from tablier import report
from tablier.cli import main
from tablier.codes import CODES
from tablier.model.load import load
from tablier.play import search
from tablier.play.engine import Engine
from tablier.play.record import read, read_headers

Golden = Callable[[Path, str], None]

FOLDER = Path(__file__).with_name("bad")
CASES = sorted({path.stem for path in FOLDER.glob("T???-*")})
CHECKED = ("T519", "T520", "T6")
"""Faults that only playing finds."""


def command_for(case: str) -> str:
    """The command that raises a case, as the first line of its text has it."""
    if (FOLDER / f"{case}.record").is_file():
        return f"load {case}.record"
    if (FOLDER / f"{case}.yaml").is_file():
        return f"tablier {'check' if case.startswith(CHECKED) else 'validate'} {case}.yaml"
    return (FOLDER / f"{case}.txt").read_text(encoding="utf-8").partition("\n")[0].removeprefix("$ ")


def run(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command prints, and its exit status."""
    program, *arguments = shlex.split(command)
    if program == "load":
        return load_record(arguments[0])
    status = main(arguments)
    out, err = (text.rstrip("\n") for text in capsys.readouterr())
    return "\n".join(filter(None, [out, err, f"(exit status {status})", ""])) + "\n"


def load_record(name: str) -> str:
    text = Path(name).read_text(encoding="utf-8")
    engine = Engine(load(f"{read_headers(text)['ruleset']}.yaml"))
    return report.render(read(engine, text, name).diagnostics) + "\n"


@pytest.mark.parametrize("case", CASES)
def test_what_is_said(
    case: str, golden: Golden, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FOLDER)
    monkeypatch.setattr(search, "MOST_NODES", 20)
    command = command_for(case)
    said = run(command, capsys)
    assert f"[{case[:4]}]" in said or f'"{case[:4]}"' in said
    golden(FOLDER / f"{case}.txt", f"$ {command}\n{said}")


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_case(code: str) -> None:
    assert any(case.startswith(code) for case in CASES)


@pytest.mark.parametrize("case", CASES)
def test_a_fault_is_told_once(case: str) -> None:
    """No fault is followed by others that are only its consequences."""
    headers = [
        line
        for line in (FOLDER / f"{case}.txt").read_text(encoding="utf-8").splitlines()
        if " error[T" in line or " warning[T" in line
    ]
    assert len(headers) <= (2 if case.startswith("T104") else 1), headers


def test_the_games_that_they_extend_are_without_fault() -> None:
    for name in ("race", "skirmish"):
        assert main(["validate", "--strict", str(FOLDER / f"{name}.yaml")]) == 0
        assert main(["check", "--strict", str(FOLDER / f"{name}.yaml")]) == 0
