"""Commands import nothing heavy that they do not need."""

import subprocess
import sys

import pytest

HEAVY = ("numpy", "numba", "matplotlib", "dask", "distributed", "pandas", "multiprocessing")
SCRIPT = f"""
import sys
from tablier.cli import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ["list"],
        ["--help"],
        ["study", "--help"],
        ["plays", "jacquet", "--throw", "6-5"],
        ["validate", "jacquet"],
    ],
    ids=" ".join,
)
def test_nothing_heavy(arguments: list[str]) -> None:
    command = [sys.executable, "-c", SCRIPT, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert done.stderr.splitlines()[-1] == "[]"


def test_a_short_simulation_needs_no_compiler() -> None:
    command = [sys.executable, "-c", SCRIPT, "simulate", "jacquet", "--games", "2"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert "numba" not in done.stderr
    assert "numpy" not in done.stderr
