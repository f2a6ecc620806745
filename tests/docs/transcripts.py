"""Runs the console blocks of a Markdown page, and compares what they print with what the page says.

A block ```console holds commands, each after `$ `, and below each what it prints; a line `...` there
stands for any lines. `<!-- file: NAME -->` before another block says that its text is a file;
`<!-- shown: RULESET PATH -->` that it is that part of a ruleset, such as `end.all_off`. All of a page
runs in one folder, from top to bottom.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tablier.model import library
from tablier.model.merge import read_tree
from tablier.show.yaml_text import document
from tablier.syntax.yaml_tree import Map

PROMPT = "$ "
ELSE = "..."
_BLOCK = re.compile(
    r"(?:<!-- (?P<what>file|shown): (?P<name>[^>]+) -->\n+)?^```(?P<kind>\w*)\n(?P<body>.*?)^```$",
    re.M | re.S,
)


@dataclass(frozen=True)
class Command:
    """A command of a page, and what the page says it prints."""

    text: str
    expected: str


def commands(body: str) -> Iterator[Command]:
    """The commands of a console block."""
    for part in re.split(r"^\$ ", body, flags=re.M)[1:]:
        text, _, expected = part.partition("\n")
        yield Command(text, expected)


def run(page: Path, folder: Path) -> str:
    """Return the page as it should be: what the commands print, run in the folder."""
    text = page.read_text(encoding="utf-8")
    return _BLOCK.sub(lambda block: _played(block, folder), text)


def _played(block: re.Match[str], folder: Path) -> str:
    body = block["body"]
    if block["what"] == "file":
        (folder / block["name"]).write_text(body, encoding="utf-8")
    if block["what"] == "shown":
        done = shown(*block["name"].split())
    elif block["kind"] == "console":
        done = "".join(f"{PROMPT}{one.text}\n{_answer(one, folder)}" for one in commands(body))
    else:
        return block[0]
    return f"{block[0].removesuffix(body + '```')}{done}```"


def shown(name: str, path: str) -> str:
    """A part of a ruleset's own file, as it would be written."""
    file = library.find(name)
    assert file is not None, name
    node = read_tree(file)[0]
    assert node is not None, name
    return document(_part(node, path.split(".")))


def _part(node: Map, path: list[str]) -> Map:
    key, value = next(item for item in node.items if item[0].text == path[0])
    if len(path) > 1:
        assert isinstance(value, Map)
        value = _part(value, path[1:])
    return Map([(key, value)], node.span)


def _answer(command: Command, folder: Path) -> str:
    printed = _printed(command.text, folder)
    return command.expected if matches(command.expected, printed) else printed


def matches(expected: str, printed: str) -> bool:
    """Whether a text is what was expected, where `...` on a line stands for any lines.

    >>> matches("a\\n...\\nd\\n", "a\\nb\\nc\\nd\\n")
    True
    """
    parts = re.split(r"^\.\.\.\n", expected, flags=re.M)
    return re.fullmatch("(?:.*\n)*?".join(map(re.escape, parts)), printed) is not None


def _printed(text: str, folder: Path) -> str:
    """What a command prints, its complaints included, as in a plain terminal of 80 columns."""
    scripts = str(Path(sys.executable).parent)
    path = os.pathsep.join([scripts, os.environ.get("PATH", "")])
    settings = {"PATH": path, "COLUMNS": "80", "NO_COLOR": "1", "PYTHONUTF8": "1", "TERM": "dumb"}
    settings |= {"TABLIER_PATH": str(folder / "own"), "XDG_DATA_HOME": str(folder / "data")}
    done = subprocess.run(
        text,
        shell=True,
        cwd=folder,
        env={**os.environ, **settings},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=120,
        check=False,
    )
    lines = done.stdout.decode("utf-8").splitlines()
    # Not even `--update` may put this on a page.
    assert not any("a fault of Tablier's own" in line for line in lines), done.stdout.decode("utf-8")
    return "".join(f"{line.rstrip()}\n" for line in lines)
