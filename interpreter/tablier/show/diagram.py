"""From what is asked for on the command line to a position that can be drawn."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tablier.diagnostics import Diagnostic, RulesetError, suggest
from tablier.model.generate import Move
from tablier.model.layout import SIDES
from tablier.model.ruleset import Ruleset
from tablier.play.casts import read_cast
from tablier.play.engine import Engine
from tablier.play.game import Game
from tablier.play.notation import format_play
from tablier.play.plays import Step
from tablier.play.record import from_position, read
from tablier.play.refusals import PlayError
from tablier.play.state import Stage, State, read_position
from tablier.play.typed import read_moves, with_hits
from tablier.show import board_svg, board_text
from tablier.show.board_ink import Theme
from tablier.show.board_svg import Drawing

_CODES = {"unreadable": "T701", "illegal": "T702", "ambiguous": "T703"}


@dataclass(frozen=True, slots=True)
class Scene:
    """A position, and the play that is shown on it."""

    state: State
    steps: tuple[Step, ...] = ()


def scene(
    engine: Engine, position: str | None, player: int | None, throw: str | None, play: str | None
) -> Scene:
    """Return the position given as JSON (or the start), with a throw and a play of it.

    Raises:
        RulesetError: when the position, the throw or the play cannot be read or is against the rules.
    """
    state = (
        engine.start() if position is None else from_position(engine, _rows(engine, position), player or 0)
    )
    if player is not None:
        state = state.changed(player=player, stage=Stage.THROW)
    if throw is None:
        if play is not None:
            raise _fault("a play needs the throw that is played: --throw 6-5")
        return Scene(state)
    state = engine.laid(state.changed(stage=Stage.THROW), read_cast(engine.ruleset, throw))
    return Scene(state) if play is None else Scene(state, steps(engine, state, play))


def _rows(engine: Engine, position: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    try:
        return read_position(engine.ruleset, json.loads(position))
    except RulesetError:
        raise
    except (ValueError, RecursionError) as error:
        raise _fault(f"the position is not JSON: {error}") from None


def steps(engine: Engine, state: State, play: str) -> tuple[Step, ...]:
    """Return the moves of a typed play.

    Raises:
        RulesetError: when it cannot be played.
    """
    try:
        return _steps(engine, state, read_moves(engine, state, play))
    except PlayError as error:
        code = _CODES.get(error.kind, "T702")
        clause = error.clause.id if error.clause is not None else None
        raise RulesetError([Diagnostic(code, str(error), clause=clause)]) from None


def recorded(engine: Engine, path: str, at: int | None) -> Scene:
    """Return a game's position as it was when its N-th throw lay on the table, with what was played.

    Without a number it is the position that the record ends with.

    Raises:
        RulesetError: when the record cannot be read, or has no such throw.
    """
    try:
        replay = read(engine, Path(path).read_text(encoding="utf-8"), path)
    except (OSError, UnicodeDecodeError) as error:
        raise _fault(f"'{path}' cannot be read: {error}") from None
    if replay.diagnostics:
        raise RulesetError(replay.diagnostics)
    if at is None:
        return Scene(replay.game.state)
    throws = list(_throws(replay.game))
    if not 1 <= at <= len(throws):
        raise _fault(f"the record has {len(throws)} throws; there is no throw {at}")
    state, moves = throws[at - 1]
    return Scene(state, _steps(engine, state, moves))


def _steps(engine: Engine, state: State, moves: Sequence[Move]) -> tuple[Step, ...]:
    return tuple(Step(move, hit) for move, hit in with_hits(engine, state, moves))


def _throws(game: Game) -> Iterator[tuple[State, list[Move]]]:
    """Each throw (or what was given) as it lay on the table, and the moves made with it."""
    state: State | None = None
    moves: list[Move] = []
    for index, action in enumerate(game.actions):
        before, after = game.states[index], game.states[index + 1]
        if action.kind == "move":
            number, kind, origin, target = action.values
            state = state or before
            moves.append((number, kind, origin, target))
        elif action.kind == "throw":
            if state is not None:
                yield state, moves
            due = after.stage in (Stage.PLAY, Stage.CHOOSE) and after.player == before.player
            state, moves = after if due else before.changed(throw=action.values), []
    if state is not None:
        yield state, moves


@dataclass(frozen=True, slots=True)
class Looks:
    """How a scene is to be drawn: `text`, `svg` or `png`, and what goes with it."""

    form: str
    caption: str = ""
    dark: bool = False
    flip: bool = False
    marked: Sequence[str] | None = None


def form_of(path: str | None) -> str:
    """Return the form that a file's name asks for; text where it does not say."""
    ending = Path(path or "").suffix.removeprefix(".").casefold()
    return ending if ending in ("svg", "png") else "text"


def drawn(ruleset: Ruleset, scene: Scene, looks: Looks) -> str | bytes:
    """Return a scene as text, as SVG or as the bytes of a PNG."""
    for region in looks.marked or ():
        if region not in ruleset.regions:
            close = suggest(region, ruleset.regions)
            raise RulesetError([Diagnostic("T706", f"there is no region '{region}'", suggestion=close)])
    if looks.form == "text":
        return _as_text(ruleset, scene, looks)
    theme: Theme = "dark" if looks.dark else "auto" if looks.form == "svg" else "light"
    caption = looks.caption or sentence(ruleset, scene)
    drawing = Drawing(flip=looks.flip, theme=theme, caption=caption, steps=scene.steps, marked=looks.marked)
    image = board_svg.draw(ruleset, scene.state, drawing)
    return image if looks.form == "svg" else png(image)


def _as_text(ruleset: Ruleset, scene: Scene, looks: Looks) -> str:
    moves = [(step.move[2], step.move[3]) for step in scene.steps]
    last = board_text.marks(ruleset, scene.state.player, moves) if moves else None
    picture = board_text.draw(ruleset, scene.state, flip=looks.flip, last=last)
    caption = looks.caption or sentence(ruleset, scene)
    return f"{picture}\n\n{caption}\n" if caption else f"{picture}\n"


def sentence(ruleset: Ruleset, scene: Scene) -> str:
    """Return what the play shown is, where there is one."""
    if not scene.steps:
        return ""
    state = scene.state
    written = format_play(ruleset, state.player, [(step.move, step.hit) for step in scene.steps])
    return f"{SIDES[state.player].title()} plays {'-'.join(map(str, state.throw))}: {written}"


def png(svg: str) -> bytes:
    """Return an SVG image as PNG, twice as large.

    Raises:
        RulesetError: when the library for it is not installed.
    """
    try:
        from cairosvg import svg2png
    except (ImportError, OSError):
        message = "drawing PNG needs CairoSVG; install it with: pip install 'tablier[png]', or use --svg"
        raise _fault(message) from None
    image: bytes = svg2png(bytestring=svg.encode(), scale=2)
    return image


def _fault(message: str) -> RulesetError:
    return RulesetError([Diagnostic("T706", message)])
