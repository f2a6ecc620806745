"""Where lines come from: a pipe, a plain terminal, or a terminal with history and completion."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TextIO

from tablier.repl.saves import state_folder
from tablier.report import printable

Offers = Callable[[str], Iterable[str]]


class Lines(Protocol):
    """Gives one line after another."""

    def read(self, prompt: str) -> str | None:
        """Return the next line, None when there are no more."""

    def confirm(self, question: str) -> bool:
        """Ask a person yes or no; where there is no person, yes."""


class PipedLines:
    """Lines of a pipe or a list; each is shown after its prompt."""

    def __init__(self, lines: Iterable[str], out: TextIO) -> None:
        """Read from any lines."""
        self.lines: Iterator[str] = iter(lines)
        self.out = out

    def read(self, prompt: str) -> str | None:
        """Return the next line, None when there are no more."""
        try:
            line = next(self.lines, None)
        except UnicodeDecodeError:
            line = ""
        shown = "" if line is None else printable(line.rstrip("\r\n"))
        print(f"{prompt}{shown}".rstrip(), file=self.out, flush=True)
        return line

    def confirm(self, question: str) -> bool:
        """There is nobody to ask."""
        return True


class TypedLines:
    """Lines typed on a terminal, with nothing but the terminal's own editing."""

    def __init__(self, out: TextIO) -> None:
        """Print prompts where everything else is printed."""
        self.out = out
        self.offers: Offers = lambda text: ()

    def read(self, prompt: str) -> str | None:
        """Return the next line, None at the end of input; an interrupted line is empty."""
        try:
            return self.ask(prompt)
        except KeyboardInterrupt:
            print(file=self.out)
            return ""
        except UnicodeDecodeError:
            return ""
        except EOFError:
            print(file=self.out)
            return None

    def ask(self, prompt: str) -> str:
        """Return one line; EOFError at the end."""
        print(prompt, end="", file=self.out, flush=True)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line

    def confirm(self, question: str) -> bool:
        """Ask yes or no; no answer is no, the end of input is yes."""
        answer = self.read(f"{question} [y/N] ")
        return answer is None or answer.strip().casefold() in ("y", "yes")


class EditedLines(TypedLines):
    """Lines with history and completion."""

    def __init__(self, out: TextIO) -> None:
        """Begin with the history of earlier sessions."""
        super().__init__(out)
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import Completer, Completion
        from prompt_toolkit.history import FileHistory, History, InMemoryHistory

        lines = self

        class Offered(Completer):
            def get_completions(self, document: Any, complete_event: Any) -> Iterator[Completion]:
                text = document.text_before_cursor
                word = text.split(" ")[-1]
                yield from (Completion(one, start_position=-len(word)) for one in lines.offers(text))

        history: History = InMemoryHistory()
        folder = state_folder()
        if folder is not None:
            history = FileHistory(str(folder / "history"))
        self.session: PromptSession[str] = PromptSession(
            history=history, completer=Offered(), complete_while_typing=False
        )

    def ask(self, prompt: str) -> str:
        """Return one line; EOFError at the end."""
        return self.session.prompt(prompt)


def terminal_lines(out: TextIO, *, plain: bool) -> TypedLines:
    """Return lines of the terminal: edited ones where it can do that."""
    return TypedLines(out) if plain else EditedLines(out)
