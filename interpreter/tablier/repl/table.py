"""The table of commands: what `help` is made of, and what a typed word may mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from inspect import cleandoc

from tablier.diagnostics import suggest
from tablier.repl.session import Session

Run = Callable[[Session, str], None]


@dataclass(frozen=True, slots=True)
class Command:
    """A word that can be typed: what may follow it, what it does, its other names."""

    name: str
    usage: str
    summary: str
    run: Run
    aliases: tuple[str, ...] = ()

    @property
    def explanation(self) -> str:
        """What `help` says about this command alone."""
        return "\n".join(
            f"  {line}" if line else "" for line in cleandoc(self.run.__doc__ or "").splitlines()
        )


COMMANDS: dict[str, Command] = {}
"""Every command by name, in the order of `help`."""


class UnknownCommandError(ValueError):
    """A word that is no command, or the beginning of several."""


def command(name: str, *aliases: str, usage: str = "") -> Callable[[Run], Run]:
    """Enter a function into the table; the first line of its docstring is its help."""

    def enter(run: Run) -> Run:
        summary = (run.__doc__ or "").strip().splitlines()[0].rstrip(".")
        COMMANDS[name] = Command(name, usage, summary, run, aliases)
        return run

    return enter


def exact(word: str) -> Command | None:
    """The command of exactly this name or alias."""
    folded = word.casefold()
    return next((one for one in COMMANDS.values() if folded in (one.name, *one.aliases)), None)


def find(word: str) -> Command:
    """Return the command that a word names or begins.

    Raises:
        UnknownCommandError: with a sentence on what was probably meant.
    """
    known = exact(word)
    if known is not None:
        return known
    folded = word.casefold()
    begun = [
        one for one in COMMANDS.values() if any(name.startswith(folded) for name in (one.name, *one.aliases))
    ]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise UnknownCommandError(f"'{word}' could be {_or([one.name for one in begun])}")
    close = suggest(word, COMMANDS)
    hint = f"; did you mean `{close}`?" if close else "; `help` lists the commands"
    raise UnknownCommandError(f"'{word[:40]}' is neither a command nor a move{hint}")


def help_lines() -> Iterator[str]:
    """Yield the table for people."""
    width = max(len(f"{one.name} {one.usage}") for one in COMMANDS.values())
    for one in COMMANDS.values():
        yield f"  {f'{one.name} {one.usage}':<{width}}  {one.summary}"


def _or(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"
