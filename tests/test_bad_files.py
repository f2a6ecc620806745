"""Whatever a file is like, it is answered within a second, at its place, in a sentence."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tablier.cli import main

HEAD = "format: 1\nruleset: bad\ntitle: Bad\n"
RACE = HEAD + "extends: race\n"

KINDS: dict[str, str | bytes] = {
    "misspelt key": RACE + "throw: {dise: 2, source: rules}\n",
    "misspelt section": RACE + "setpu: {both: {1: 2}}\n",
    "misspelt key of an example": RACE + "examples:\n  one: {throw: 1, cuont: 1}\n",
    "unknown name": RACE + "no_throw: {if: men(mine, hoem) >= 1, source: rules}\n",
    "unbalanced bracket in an expression": RACE + "no_throw: {if: (men(mine, home) >= 1, source: rules}\n",
    "unbalanced bracket": RACE + "throw: {dice: 2\n",
    "unclosed quote": RACE + 'title: "Bad\nmen: 2\n',
    "wrong type": RACE + "no_throw: {if: men(mine, home) + 1, source: rules}\n",
    "text for a number": RACE + "men: fifteen\n",
    "repeated key": RACE + "men: 2\nmen: 3\n",
    "bare no as a key": RACE + "no: 3\n",
    "bare no for a count": RACE + "men: no\n",
    "bare yes for a condition": RACE + "no_throw: {if: true, source: rules}\n",
    "octal number": RACE + "men: 0o17\n",
    "number with a leading zero": RACE + "setup: {both: {1: 02}}\n",
    "sexagesimal number": RACE + "men: 6:30\n",
    "alias bomb": RACE
    + "a: &a [x, x, x, x, x, x, x, x, x]\n"
    + "".join(
        f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    ),
    "merge key": RACE + "throw: &two {dice: 2}\nlead: {<<: *two}\n",
    "tag": RACE + "title: !!python/object/apply:os.system [ls]\n",
    "unknown parent": HEAD + "extends: rase\n",
    "parent in another folder": HEAD + "extends: ../../../etc/passwd\n",
    "circular extends": HEAD + "extends: bad\n",
    "men that do not add up": RACE + "men: 3\n",
    "set-up off the board": RACE + "setup: {both: {7: 2}}\n",
    "set-up nowhere": RACE + "setup: {both: {bra: 2}}\n",
    "negative men": RACE + "setup: {both: {1: 3, 2: -1}}\n",
    "route off the board": RACE + "routes: {both: 1..9}\n",
    "endless route": RACE + "routes: {both: 1..999999999}\n",
    "failing example": RACE + "examples:\n  one: {throw: 1, count: 5, source: rules}\n",
    "unreadable example": RACE + "examples:\n  one: {throw: 9-9, count: 5, source: rules}\n",
    "deep nesting": RACE + "terms: " + "[" * 100_000 + "]" * 100_000 + "\n",
    "deep block nesting": RACE + "".join(" " * depth + "a:\n" for depth in range(1_200)),
    "deep negation": RACE + f"define: {{deep: {'not ' * 250}always}}\n",
    "phrases that double": RACE
    + "define:\n  a: men(mine, 1)\n"
    + "".join(
        f"  {b}: {a} + {a}\n" for a, b in zip("abcdefghijklmnopqrst", "bcdefghijklmnopqrstu", strict=True)
    )
    + "no_throw: {if: u >= 1, source: rules}\n",
    "counting without end": RACE
    + "no_throw:\n  source: rules\n  if: >-\n    "
    + "".join(f"some {v} in 1..100000 has " for v in "abcdefg")
    + "a + b == 7\n",
    "huge number": RACE + "men: 99999999999999999999999999999999\n",
    "huge number in an expression": RACE + f"no_throw: {{if: men(mine, 1) == {'9' * 1000}, source: rules}}\n",
    "huge count": RACE + "men: 1000000000\nsetup: {both: {1: 1000000000}}\n",
    "huge board": RACE
    + f"board: {{rows: [{' '.join(map(str, range(90_000)))}]}}\nroutes: {{both: 1..89999}}\n",
    "tabs": RACE + "throw:\n\tdice: 2\n",
    "empty": b"",
    "only a comment": "# to be written\n",
    "only a word": "jacquet\n",
    "a list where a map belongs": "- format: 1\n- ruleset: bad\n",
    "a list of moves": RACE + "moves:\n  - {from: board, to: off}\n",
    "nothing after a key": RACE + "moves:\n",
    "two documents": RACE + "---\n" + RACE,
    "invalid UTF-8": RACE.encode() + b"terms: {caf\xe9: x}\n",
    "a binary file": bytes(range(256)),
    "ten megabytes": RACE + "terms: {a: x}\n" + "# filler\n" * 1_200_000,
    "many faults": RACE + "moves:\n" + "".join(f"  m{n}: {{frm: bar}}\n" for n in range(3_000)),
    "no way to end": RACE + "remove: [end]\n",
    "a newer format": "format: 7\nruleset: bad\ntitle: Bad\n",
}
CHECKED = {"failing example", "unreadable example"}

RACE_FILE = Path(__file__).parent / "bad" / "race.yaml"


@pytest.fixture
def bad(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A file of the kind, beside the parent that it extends."""
    (tmp_path / "race.yaml").write_bytes(RACE_FILE.read_bytes())
    content = KINDS[request.param]
    file = tmp_path / "bad.yaml"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


every_kind = pytest.mark.parametrize(("bad", "kind"), [(kind, kind) for kind in KINDS], indirect=["bad"])


@every_kind
def test_the_answer(bad: Path, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["check" if kind in CHECKED else "validate", str(bad)])
    said = capsys.readouterr().err
    assert status in (1, 2)
    assert re.search(rf"{re.escape(str(bad.parent))}/(bad|race)\.yaml:\d+:\d+: error\[T\d\d\d\]: \w*", said)
    assert "Traceback" not in said


@every_kind
@pytest.mark.parametrize("command", ["show", "show --flat", "check", "plays --throw 1", "simulate --games 1"])
def test_other_commands(bad: Path, kind: str, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    if kind in CHECKED:
        return
    verb, *options = command.split()
    status = main([verb, str(bad), *options])
    out, err = capsys.readouterr()
    assert status in (1, 2)
    assert re.search(r"T\d\d\d", out + err)


def test_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "bad.yaml"
    folder.mkdir()
    assert main(["validate", str(folder)]) == 2
    assert "is a folder, not a file" in capsys.readouterr().err


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "no/such/file.yaml"]) == 2
    assert "there is no file 'no/such/file.yaml'" in capsys.readouterr().err


@pytest.mark.parametrize(
    "bad", ["alias bomb", "deep nesting", "ten megabytes", "invalid UTF-8"], indirect=True
)
def test_as_a_command(bad: Path) -> None:
    command = [sys.executable, "-m", "tablier", "validate", str(bad)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode in (1, 2)
    assert re.search(r"bad\.yaml:\d+:\d+: error\[T\d\d\d\]", done.stderr)
    assert "Traceback" not in done.stderr
