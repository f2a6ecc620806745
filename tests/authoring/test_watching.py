"""`tablier validate --watch` looks again when a file was saved."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tablier.authoring.starting import write
from tablier.authoring.watching import saves, stamp


def test_a_save_is_noticed(tmp_path: Path) -> None:
    path = write("my-race", None, tmp_path)
    looks: list[str] = []

    def sleep(_: float) -> None:
        looks.append("look")
        if len(looks) == 3:
            path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")

    watched = saves([str(path)], sleep=sleep)
    next(watched)
    assert looks == []
    next(watched)
    assert len(looks) == 3


def test_a_file_beside_it_counts_too(tmp_path: Path) -> None:
    path = write("my-race", None, tmp_path)
    before = stamp([str(path)])
    write("my-jacquet", "jacquet", tmp_path)
    assert stamp([str(path)]) != before


def test_a_file_that_is_not_there_is_waited_for(tmp_path: Path) -> None:
    assert stamp([str(tmp_path / "later.yaml")]) == ()


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent otherwise there")
def test_the_command_shows_the_fault_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    path = write("my-race", None, tmp_path)
    command = [sys.executable, "-m", "tablier", "validate", "--watch", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        # Whatever goes wrong here, the command must not be left running.
        guard = threading.Timer(30, process.kill)
        guard.start()
        try:
            assert process.stdout is not None and process.stderr is not None
            assert "well formed" in process.stdout.readline()
            assert "Watching" in process.stdout.readline()
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace("all_in(off)", "all_in(of)"), encoding="utf-8")
            assert "Watching" in process.stdout.readline()
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=20) == 0
            assert "nothing is called" in process.stderr.read()
        finally:
            guard.cancel()
            process.kill()
