"""Sessions through a pipe, compared with files.

`NAME.in` holds the arguments and then the lines typed, `NAME.txt` what came of it.
"""

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tablier.model.load import load
from tablier.repl import run
from tablier.repl.saves import Saves

FOLDER = Path(__file__).parents[1] / "transcripts"
SESSIONS = sorted(FOLDER.glob("*.in"))


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_a_session_reads_as_kept(path: Path, golden: Callable[[Path, str], None]) -> None:
    first, *lines = path.read_text(encoding="utf-8").splitlines()
    name, *words = first.split()
    settings = dict(word.split("=") for word in words if "=" in word)
    readings = {key[8:]: value for key, value in settings.items() if key.startswith("reading.")}
    out = io.StringIO()
    status = run(
        load(name, readings),
        players={side: settings.get(side, "human") for side in ("white", "black")},
        seed=int(settings.get("seed", 1)),
        lines=lines,
        out=out,
        ascii="ascii" in words,
        saves=Saves(None),
    )
    assert status == 0
    text = re.sub(r"(?m)^date: .*$", "date: 2026-01-01", out.getvalue())
    golden(path.with_suffix(".txt"), re.sub(r"(?m)^version: .*$", "version: any", text))
