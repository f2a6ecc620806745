"""From transcripts to games: every throw and move is checked against the ruleset's rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tablier.diagnostics import Diagnostic, Span
from tablier.formats.board import bar_of, opposite, rows_of
from tablier.formats.transcript import (
    BAR,
    OFF,
    Event,
    GameText,
    Kind,
    MatchText,
    Step,
    Won,
    warning,
    write_steps,
)
from tablier.model.generate import Move
from tablier.model.layout import SIDES
from tablier.play.chance import Chance
from tablier.play.engine import Engine
from tablier.play.explain import why
from tablier.play.game import Action, Game
from tablier.play.hops import Hop
from tablier.play.record import cited, from_position
from tablier.play.stakes import Cube, stakes_of
from tablier.play.state import Stage, State
from tablier.play.typed import Moves, readings, with_hits


@dataclass
class Imported:
    """A match as far as it is legal: its games, and what is wrong or odd."""

    text: MatchText
    games: list[Game] = field(default_factory=list)
    faults: list[Diagnostic] = field(default_factory=list)


class _Broken(Exception):
    """A game cannot go on: a rule is broken."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def play(engine: Engine, match: MatchText) -> Imported:
    """Return the games of a match, each up to the first thing that breaks a rule."""
    found = Imported(match, faults=list(match.faults))
    score: tuple[int, int] | None = None
    for text in match.games:
        if score is not None and text.score != score:
            found.faults.append(
                warning(
                    f"the game begins at {text.score[0]}-{text.score[1]}; by the games before it stands"
                    f" at {score[0]}-{score[1]}",
                    text.span,
                )
            )
        if score is not None and match.length and max(score) >= match.length:
            found.faults.append(warning("the match was won before this game", text.span))
        one = _Player(engine, match, text)
        found.games.append(one.play())
        found.faults += one.faults
        score = _score_after(text)
    return found


def _score_after(text: GameText) -> tuple[int, int] | None:
    """The score after a game, as the file will have it."""
    won = text.won
    if won is None:
        return None
    score = list(text.score)
    score[won.side] += won.points
    return score[0], score[1]


class _Player:
    """One game being played from its text."""

    def __init__(self, engine: Engine, match: MatchText, text: GameText) -> None:
        self.engine, self.match, self.text = engine, match, text
        self.faults: list[Diagnostic] = []
        self.game = Game(engine, Chance(0), [self.first_state()])

    # --- where it begins --------------------------------------------------------------------

    def first_state(self) -> State:
        setting, cube = self.text.setting, self.cube()
        if setting is None:
            return self.engine.start(cube=cube)
        if cube is not None:
            cube = replace(cube, value=max(setting.cube, 1), owner=setting.owner)
        return from_position(self.engine, rows_of(self.engine.ruleset, setting.men), setting.turn, cube)

    def cube(self) -> Cube | None:
        stakes, length = stakes_of(self.engine.ruleset), self.match.length
        if not stakes.cube:
            return None
        rests = self.rests() and stakes.crawford
        doubles = [event for event in self.text.events if event.kind is Kind.DOUBLE]
        if rests and doubles:
            message = "the cube is turned in the game in which, by Crawford's rule, it rests"
            self.faults.append(warning(message, doubles[0].span))
            rests = False
        if rests:
            return None
        return Cube(jacoby=stakes.jacoby and not length and self.match.jacoby)

    def rests(self) -> bool:
        """Whether this is the first game in which a side is a point short of the match."""
        length = self.match.length
        if not length or self.text.crawford is not None:
            return bool(self.text.crawford)
        short = [game for game in self.match.games if length - 1 in game.score]
        return bool(short) and short[0] is self.text and length > 1

    # --- what happened ----------------------------------------------------------------------

    def play(self) -> Game:
        try:
            for index, event in enumerate(self.text.events):
                if event.is_unread:  # the reader has said so; what follows cannot be played
                    return self.game
                self.act(event, is_last=index + 1 == len(self.text.events))
            self.end()
        except _Broken as error:
            self.faults.append(error.diagnostic)
        return self.game

    def act(self, event: Event, *, is_last: bool) -> None:
        if self.game.is_over:
            raise self.broken("the game is over already", event.span)
        if event.kind is Kind.PLAY:
            self.throw(event)
            self.move(event, is_last=is_last)
        else:
            self.turn_cube(event)

    def turn_cube(self, event: Event) -> None:
        state, side = self.game.state, SIDES[event.side]
        if event.kind is Kind.DOUBLE:
            if state.cube is None:
                name = self.engine.ruleset.name
                raise self.broken(f"'{name}' is played without a doubling cube here", event.span)
            if state.player != event.side or not self.engine.may_double(state):
                raise self.broken(f"{side} may not double here; {_due(state)}", event.span)
            if event.value not in (0, 2 * state.cube.value):
                message = f"the cube shows {state.cube.value}; doubled it is {2 * state.cube.value}"
                self.faults.append(warning(message, event.span))
        elif state.stage is not Stage.ANSWER or state.player != event.side:
            raise self.broken(f"there is no double for {side} to answer; {_due(state)}", event.span)
        self.game.act(Action(str(event.kind)))

    def throw(self, event: Event) -> None:
        state = self.game.state
        if state.stage is Stage.LEAD:
            state = self.lead(event)
        if state.stage is Stage.PLAY and not self.game.actions[1:] and state.player == event.side:
            return  # the numbers of the lead lie there already
        if state.stage is not Stage.THROW or state.player != event.side:
            raise self.broken(f"it is not {SIDES[event.side]}'s turn to throw; {_due(state)}", event.span)
        if tuple(sorted(event.dice, reverse=True)) not in set(self.engine.throws()):
            raise self.broken(f"{_dashed(event.dice)} is not a throw of this game", event.span)
        self.game.act(Action("throw", event.dice))

    def lead(self, event: Event) -> State:
        """The first throw is the lead's own, where the rules say so and two faces decide it."""
        higher, lower = sorted(event.dice, reverse=True)
        values = self.engine.machine.lead_values
        if values.get("opens") == "lead numbers" and higher != lower:
            faces = (higher, lower) if event.side == 0 else (lower, higher)
            return self.game.act(Action("lead", faces))
        if values.get("opens") == "lead numbers":
            message = f"the game is opened with {_dashed(event.dice)}, which decides no lead"
            self.faults.append(warning(message, event.span))
        cube = self.game.state.cube
        self.game.states[:] = [from_position(self.engine, self.engine.ruleset.setup, event.side, cube)]
        return self.game.state

    def move(self, event: Event, *, is_last: bool) -> None:
        state = self.game.state
        due = state.stage is Stage.PLAY and state.player == event.side and bool(state.left)
        if not event.steps:
            if due and not event.is_unplayed and not is_last:
                self.nothing(event, state)
            return
        if not due:
            raise self.broken(f"no number of {_dashed(event.dice)} can be played here", event.span)
        for move in self.moves(event, state):
            self.game.act(Action("move", move))
        after = self.game.state
        if is_same_throw(state, after):
            self.game.act(Action("stop"))

    def nothing(self, event: Event, state: State) -> None:
        if self.engine.may_stop(state):
            self.game.act(Action("stop"))
            return
        refusal = why(self.engine, state, [], complete=True)
        message = "numbers of this throw can be played, and must be"
        raise self.broken(message, event.span, refusal)

    def moves(self, event: Event, state: State) -> Moves:
        hops = [self.hop(step) for step in event.steps]
        whole = next(filter(None, self.whole(state, hops)), [])
        if not whole:
            refusal = why(self.engine, state, hops, complete=True)
            message = refusal.message if refusal else f"{write_steps(event.steps)} cannot be played here"
            raise self.broken(message, event.span, refusal)
        marked = {one.target for one in event.steps if one.hit}
        fitting = [way for way in whole if self.hits(state, way) == marked]
        if len(whole) > 1 and len(fitting) != 1:
            message = f"{write_steps(event.steps)} can be played in {len(whole)} ways with different results"
            self.faults.append(warning(f"{message}; the first is taken", event.span))
        return (fitting or whole)[0]

    def whole(self, state: State, hops: Sequence[Hop]) -> Iterator[list[Moves]]:
        """Yield the whole plays that the hops may mean, the strictest reading first."""
        for ways in readings(self.engine, state, hops):
            yield [way for way in ways if self.is_whole(state, way)]

    def hop(self, step: Step) -> Hop:
        layout, bar = self.engine.ruleset.layout, bar_of(self.engine.ruleset)
        origin = bar if step.origin == BAR else opposite(step.origin)
        target = layout.off if step.target == OFF else opposite(step.target)
        return Hop(write_steps([step]), frozenset({origin}), frozenset({target}))

    def hits(self, state: State, way: Sequence[Move]) -> set[int]:
        """The points on which a way of playing hits."""
        return {own_point(self.engine, move[3]) for move, hit in with_hits(self.engine, state, way) if hit}

    def is_whole(self, state: State, way: Sequence[Move]) -> bool:
        """Whether nothing more need be played after these moves."""
        after = state
        for move in way:
            after = self.engine.move(after, move)
        return not is_same_throw(state, after) or self.engine.may_stop(after)

    # --- the end ----------------------------------------------------------------------------

    def end(self) -> None:
        won, outcome = self.text.won, self.game.state.outcome
        if won is None:
            return
        if outcome is None:
            self.game.act(Action("resign", (1 - won.side, won.points)))
        elif outcome.winner != won.side:
            message = f"by the rules {_winner(outcome.winner)}"
            self.faults.append(warning(f"{message}, not {SIDES[won.side]}", won.span))
        elif outcome.points != won.points and not self.is_cut(won, outcome.points):
            self.differs(won, outcome.points)

    def is_cut(self, won: Won, points: int) -> bool:
        """Whether the file counts no more points than the match still needed."""
        needed = self.match.length - self.text.score[won.side]
        return bool(self.match.length) and won.points == needed < points

    def differs(self, won: Won, points: int) -> None:
        """The file has other points than the rules: by Jacoby's rule perhaps, else it is odd."""
        first = self.game.states[0]
        jacoby = stakes_of(self.engine.ruleset).jacoby and not self.match.length and first.cube is not None
        last = self.game.state.cube
        if jacoby and last is not None and last.owner is None and won.points == 1:
            self.game = _with_jacoby(self.game)
            return
        message = f"by the rules the game is worth {points}; the file has {won.points}"
        self.faults.append(warning(message, won.span))

    def broken(self, message: str, span: Span, refusal: Any = None) -> _Broken:
        clause = getattr(refusal, "clause", None)
        source = cited(self.engine.ruleset, clause) if clause is not None else None
        name = clause.id if clause is not None else None
        return _Broken(Diagnostic("T702", message, span, clause=name, source=source))


def _with_jacoby(game: Game) -> Game:
    """The same game, played by Jacoby's rule."""
    first = game.states[0]
    assert first.cube is not None
    again = Game(game.engine, game.chance, [first.changed(cube=replace(first.cube, jacoby=True))])
    for action in game.actions:
        again.act(action)
    return again


def is_same_throw(state: State, after: State) -> bool:
    """Whether a throw is still being played."""
    return after.stage is Stage.PLAY and after.player == state.player and after.before is state.before


def own_point(engine: Engine, index: int) -> int:
    """Return a place as its side counts it in the formats."""
    layout = engine.ruleset.layout
    if index == layout.off:
        return OFF
    return BAR if index in (layout.bar, layout.hand) else opposite(index)


def _dashed(numbers: Sequence[int]) -> str:
    return "-".join(map(str, numbers))


def _winner(side: int | None) -> str:
    return "nobody wins" if side is None else f"{SIDES[side]} wins"


def _due(state: State) -> str:
    side = SIDES[state.player]
    return {
        Stage.THROW: f"{side} is to throw",
        Stage.PLAY: f"{side} is to play",
        Stage.ANSWER: f"{side} is to take or drop",
        Stage.OVER: "the game is over",
    }.get(state.stage, "the lead is to be thrown")
