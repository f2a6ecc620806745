"""`tablier replay`: a record read aloud, throw by throw, on a terminal with the keys to go back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tablier.formats.files import Opened
from tablier.model.layout import SIDES
from tablier.play.game import Game
from tablier.play.record import Scribe
from tablier.play.state import State
from tablier.repl.screen import Screen
from tablier.repl.sources import Lines
from tablier.show import board_text

HELP = "Enter goes on, b back, a number to that step, q leaves."


@dataclass(frozen=True, slots=True)
class Step:
    """A line of a record, and the state after it."""

    text: str
    game: Game
    state: State


def steps(opened: Opened) -> Iterator[Step]:
    """Yield every line of every game."""
    for number, game in enumerate(opened.games, start=1):
        if len(opened.games) > 1:
            names = opened.match.names
            texts = opened.match.games
            score = texts[number - 1].score if number <= len(texts) else None
            stands = f", {names[0]} {score[0]}, {names[1]} {score[1]}" if score is not None else ""
            yield Step(f"Game {number}{stands}", game, game.states[0])
        for text, index in Scribe(game.engine).steps(game):
            yield Step(text, game, game.states[index])


def summary(opened: Opened) -> str:
    """Return how many games there are and how they ended."""
    count, wins = len(opened.games), [0, 0]
    for game in opened.games:
        outcome = game.state.outcome
        if outcome is not None and outcome.winner is not None:
            wins[outcome.winner] += 1
    throws = sum(action.kind in ("throw", "lead") for game in opened.games for action in game.actions)
    names = ", ".join(f"{side} won {won}" for side, won in zip(SIDES, wins, strict=True))
    games, thrown = (f"{n} {word}{'' if n == 1 else 's'}" for n, word in ((count, "game"), (throws, "throw")))
    return f"{games}, {thrown} checked; {names}."


def show_all(opened: Opened, screen: Screen, *, boards: bool) -> None:
    """Print every step; with the board after each where asked for."""
    for step in steps(opened):
        screen.say(step.text)
        if boards:
            screen.board(_drawn(step, screen))


def walk(opened: Opened, screen: Screen, lines: Lines) -> None:
    """Let somebody step through a record."""
    found, at = list(steps(opened)), 0
    screen.say(HELP)
    while found:
        screen.say(f"{at + 1}/{len(found)}  {found[at].text}")
        screen.board(_drawn(found[at], screen))
        answer = lines.read("> ")
        if answer is None or answer.strip().casefold() in ("q", "quit"):
            return
        at = min(max(_next(answer.strip().casefold(), at), 0), len(found) - 1)


def _next(answer: str, at: int) -> int:
    if answer.isascii() and answer.isdecimal() and len(answer) < 7:
        return int(answer) - 1
    return at - 1 if answer in ("b", "back") else at + 1


def _drawn(step: Step, screen: Screen) -> str:
    return f"\n{board_text.draw(step.game.ruleset, step.state, ascii=screen.ascii)}\n"
