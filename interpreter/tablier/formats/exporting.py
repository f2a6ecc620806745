"""From games to transcripts, as the formats have them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tablier.diagnostics import Diagnostic, RulesetError, Span
from tablier.formats.board import Setting, men_of
from tablier.formats.importing import is_same_throw, own_point
from tablier.formats.transcript import Event, GameText, Kind, MatchText, Step, Won
from tablier.play.game import Action, Game
from tablier.play.stakes import Cube, stakes_of
from tablier.play.state import Stage, State

_NOWHERE = Span("", 1, 1, 1, 1)


def transcribe(games: Sequence[Game], match: MatchText, *, places: bool) -> MatchText:
    """Return games as a format has them, with the names, the length and the tags of a match.

    `places` says whether the format can begin a game from a position.

    Raises:
        RulesetError: T706 when a game cannot be written.
    """
    found = MatchText(match.names, match.length, dict(match.tags), jacoby=match.jacoby)
    score = (0, 0)
    for index, game in enumerate(games):
        old = match.games[index] if index < len(match.games) else None
        score = score if old is None else old.score
        text = GameText(index + 1 if old is None else old.number, score, _NOWHERE)
        text.events = list(_Events(game).found())
        text.won, text.setting = _won(game), _setting(game, places)
        text.crawford = _is_crawford(game, match.length, score)
        found.games.append(text)
        if text.won is not None:
            score = _added(score, text.won)
    return found


def _added(score: tuple[int, int], won: Won) -> tuple[int, int]:
    return (score[0] + won.points, score[1]) if won.side == 0 else (score[0], score[1] + won.points)


def _is_crawford(game: Game, length: int, score: tuple[int, int]) -> bool | None:
    """Whether the cube rests in a game of a match; None where nobody has said so."""
    if not length or not stakes_of(game.ruleset).crawford:
        return None
    return game.states[0].cube is None and length - 1 in score


def _won(game: Game) -> Won | None:
    outcome = game.state.outcome
    if outcome is None or outcome.winner is None:
        return None
    return Won(outcome.winner, outcome.points, _NOWHERE, resigned=outcome.clause == "resigned")


def _setting(game: Game, places: bool) -> Setting | None:
    first = game.states[0]
    if _men(first) == _men(game.engine.start()):
        return None
    if not places:
        message = "this format holds games from their beginning only; the game begins from a position"
        raise RulesetError([Diagnostic("T706", message)])
    cube = first.cube or Cube()
    return Setting(men_of(game.ruleset, first.rows), turn=first.player, cube=cube.value, owner=cube.owner)


def _men(state: State) -> tuple[tuple[int, ...], ...]:
    return tuple(row[:-1] for row in state.rows)


class _Events:
    """What happened in a game, a throw with all its moves as one event."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.start: State | None = None
        """The throw being played."""
        self.steps: list[Step] = []

    def found(self) -> Iterator[Event]:
        for index, action in enumerate(self.game.actions):
            yield from self.of(action, self.game.states[index], self.game.states[index + 1])
        yield from self.broken_off()

    def of(self, action: Action, before: State, after: State) -> Iterator[Event]:
        if action.kind in ("throw", "lead", "adopt"):
            if after.stage is Stage.PLAY and after.throw:
                self.start, self.steps = after, []
            elif action.kind == "throw":
                yield Event(Kind.PLAY, before.player, _NOWHERE, action.values)
        elif action.kind in ("move", "stop"):
            yield from self.played(action, before, after)
        elif action.kind == "resign":
            yield from self.broken_off()
        elif action.kind in ("double", "take", "drop"):
            value = 2 * before.cube.value if action.kind == "double" and before.cube is not None else 0
            yield Event(Kind(action.kind), before.player, _NOWHERE, value=value)

    def played(self, action: Action, before: State, after: State) -> Iterator[Event]:
        if action.kind == "move":
            self.steps.append(self.step(before, action))
        if self.start is not None and not is_same_throw(self.start, after):
            yield Event(Kind.PLAY, self.start.player, _NOWHERE, self.start.throw, tuple(self.steps))
            self.start = None

    def broken_off(self) -> Iterator[Event]:
        """A throw that was not played to its end."""
        if self.start is not None:
            start, steps, self.start = self.start, tuple(self.steps), None
            yield Event(Kind.PLAY, start.player, _NOWHERE, start.throw, steps, is_unplayed=not steps)

    def step(self, state: State, action: Action) -> Step:
        number, kind, origin, target = action.values
        engine = self.game.engine
        hit = engine.moved(state, (number, kind, origin, target))[1]
        return Step(own_point(engine, origin), own_point(engine, target), hit)
