"""What is printed: plain text, with colour on a terminal that wants it, never by hue alone."""

from __future__ import annotations

import os
import textwrap
from dataclasses import dataclass
from typing import TextIO

from tablier.report import printable


def is_plain() -> bool:
    """Whether colour and cursor movements are unwelcome."""
    return "NO_COLOR" in os.environ or os.environ.get("TERM", "") in ("dumb", "")


@dataclass
class Screen:
    """Prints sentences and boards."""

    out: TextIO
    ascii: bool = False
    colour: bool = False

    def say(self, text: str) -> None:
        """Print a sentence or a block of lines."""
        print("\n".join(map(printable, text.split("\n"))), file=self.out, flush=True)

    def tell(self, text: str) -> None:
        """Print sentences, broken between words where they are long."""
        lines = [
            textwrap.wrap(line, 79, break_long_words=False, break_on_hyphens=False)
            for line in text.split("\n")
        ]
        self.say("\n".join(part for line in lines for part in line or [""]))

    def board(self, text: str) -> None:
        """Print a drawn board: White's men bold, the names of points dim, all of it legible without."""
        if not self.colour:
            self.say(text)
            return
        from rich.console import Console
        from rich.text import Text

        drawn = Text(text)
        drawn.highlight_regex(r"[\u2500-\u257f]", "dim")
        drawn.highlight_regex(r"[\u25cb\u25cf\u25b2\u25bc]", "bold")
        drawn.highlight_regex(r"\u25cf", "cyan")
        Console(file=self.out, highlight=False, soft_wrap=True).print(drawn)
