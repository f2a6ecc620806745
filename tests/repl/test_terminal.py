"""Sessions on a pseudo-terminal, with line editing and on a dumb one; killed and resumed."""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pty = pytest.importorskip("pty")

PLAY = "import sys; from tablier.cli import main; sys.exit(main(sys.argv[1:]))"


class Terminal:
    """A program on a pseudo-terminal, and what it has written."""

    def __init__(self, folder: Path, *arguments: str, term: str = "xterm") -> None:
        self.end, other = pty.openpty()
        environment = {**os.environ, "TERM": term, "XDG_STATE_HOME": str(folder), "HOME": str(folder)}
        environment.pop("NO_COLOR", None)
        command = [sys.executable, "-c", PLAY, "play", *arguments]
        self.process = subprocess.Popen(command, stdin=other, stdout=other, stderr=other, env=environment)
        os.close(other)
        self.text = ""

    def until(self, *wanted: str, seconds: float = 30) -> str:
        """Read until one of the texts has been written since the last call."""
        start, limit = len(self.text), time.monotonic() + seconds
        while not any(one in self.text[start:] for one in wanted):
            assert time.monotonic() < limit, f"none of {wanted} came: {self.text[start:]!r}"
            if select.select([self.end], [], [], 0.2)[0]:
                try:
                    self.text += os.read(self.end, 65536).decode("utf-8", "replace")
                except OSError:
                    break
        return self.text[start:]

    def type(self, line: str) -> None:
        os.write(self.end, line.encode() + b"\r")

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(10)
        os.close(self.end)


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for one in opened:
        one.close()


@pytest.mark.parametrize("term", ["xterm", "dumb"])
def test_a_game_can_be_killed_in_the_middle_of_a_throw_and_resumed(
    term: str, tmp_path: Path, terminals: list[Terminal]
) -> None:
    first = Terminal(tmp_path, "backgammon", "--seed", "3", term=term)
    terminals.append(first)
    first.until("lead>")
    first.type("6-5")
    first.until("White 6-5>")
    first.type("24/18")
    first.until("left 5>")
    first.process.send_signal(signal.SIGKILL)
    first.process.wait(10)
    second = Terminal(tmp_path, "backgammon", "--resume", term=term)
    terminals.append(second)
    second.until("left 5>")
    second.type("18/13")
    second.until("to throw>")
    second.type("undo")
    second.until("left 5>")
    second.type("quit")
    second.until("[y/N]")
    second.type("y")
    assert second.process.wait(20) == 0


def test_nothing_but_text_on_a_dumb_terminal(tmp_path: Path, terminals: list[Terminal]) -> None:
    one = Terminal(tmp_path, "backgammon", "--ascii", term="dumb")
    terminals.append(one)
    one.until("lead>")
    os.write(one.end, b"\x04")
    assert one.process.wait(20) == 0
    assert "\x1b" not in one.text
    assert one.text.isascii()
