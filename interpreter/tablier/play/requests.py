"""The machine interface: one request for the plays of a throw, one answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tablier.diagnostics import Diagnostic, RulesetError, suggest
from tablier.model.layout import SIDES
from tablier.model.load import load
from tablier.play.casts import read_cast, read_numbers
from tablier.play.engine import Engine
from tablier.play.plays import Play, finished, legal_plays, play_to_json
from tablier.play.search import TooManyPlaysError
from tablier.play.state import After, Rows, Stage, State, read_position

_KEYS = ("ruleset", "player", "position", "throw", "given", "readings", "constants")


@dataclass
class Desk:
    """Answers requests; keeps the engines of rulesets that it has been asked about."""

    engines: dict[Any, Engine] = field(default_factory=dict)

    def engine(
        self, name: str, readings: Mapping[str, str], constants: Mapping[str, int] | None = None
    ) -> Engine:
        """Return the engine of a ruleset with readings and constants."""
        constants = constants or {}
        key = (name, tuple(sorted(readings.items())), tuple(sorted(constants.items())))
        if key not in self.engines:
            self.engines[key] = Engine(load(name, readings, constants))
        return self.engines[key]

    def answer(self, request: Any) -> dict[str, Any]:
        """Return the answer to a request, or `{"error": {...}}`; nothing is raised for a bad request."""
        try:
            return self._answer(request)
        except RulesetError as error:
            first = error.diagnostics[0]
            return {
                "error": {
                    "code": first.code,
                    "message": "; ".join(one.message for one in error.diagnostics),
                }
            }
        except TooManyPlaysError:
            message = "this throw has too many plays to list; play it move by move"
            return {"error": {"code": "T707", "message": message}}

    def _answer(self, request: Any) -> dict[str, Any]:
        if not isinstance(request, Mapping):
            raise bad_request("a request is a JSON object")
        for key in request:
            if key not in _KEYS:
                raise bad_request(f"a request has no key '{key}'", suggest(str(key), _KEYS))
        name, readings = request.get("ruleset"), request.get("readings") or {}
        if not isinstance(name, str) or not name:
            raise bad_request("a request names its `ruleset`")
        if not isinstance(readings, Mapping):
            raise bad_request('`readings` is a map: {"NAME": "VALUE"}')
        constants = request.get("constants") or {}
        if not isinstance(constants, Mapping) or not all(type(one) is int for one in constants.values()):
            raise bad_request('`constants` is a map to whole numbers: {"NAME": 2}')
        engine = self.engine(name, {str(key): str(value) for key, value in readings.items()}, constants)
        player = read_side(request.get("player", "white"))
        rows = engine.ruleset.setup
        if request.get("position") is not None:
            rows = read_position(engine.ruleset, request["position"])
        plays, cast = self._plays(engine, rows, player, request)
        return {
            "ruleset": engine.ruleset.name,
            "player": SIDES[player],
            "throw": list(cast),
            "plays": [play_to_json(engine, play) for play in plays],
        }

    def _plays(
        self, engine: Engine, rows: Rows, player: int, request: Mapping[str, Any]
    ) -> tuple[list[Play], tuple[int, ...]]:
        if (request.get("throw") is None) == (request.get("given") is None):
            raise bad_request("a request has either a `throw` or `given` numbers")
        if request.get("throw") is not None:
            faces = read_cast(engine.ruleset, request["throw"])
            return plays_of_throw(engine, rows, player, faces), faces
        numbers = read_numbers(request["given"])
        return plays_of_given(engine, rows, player, numbers), numbers


def plays_of_throw(engine: Engine, rows: Rows, player: int, faces: tuple[int, ...]) -> list[Play]:
    """Return every play of a throw that a side makes from a position."""
    before = State(rows, Stage.THROW, player)
    return _listed(engine, before, engine.throw(before, faces))


def plays_of_given(engine: Engine, rows: Rows, player: int, numbers: tuple[int, ...]) -> list[Play]:
    """Return every play of numbers passed to a side, which then has its own turn."""
    before = State(rows, Stage.THROW, player)
    groups = (tuple(numbers),) if numbers else ()
    return _listed(engine, before, engine.give(before, groups, After(SIDES[player])))


def _listed(engine: Engine, before: State, state: State) -> list[Play]:
    is_due = state.stage in (Stage.PLAY, Stage.CHOOSE) and state.player == before.player and state.left
    if is_due and not state.passed:
        return legal_plays(engine, state)
    return [finished(before, state)]


def read_side(given: Any) -> int:
    """Return 0 for white, 1 for black."""
    if given not in SIDES:
        raise bad_request(f"a player is white or black, not {given!r}")
    return SIDES.index(given)


def bad_request(message: str, suggestion: str | None = None) -> RulesetError:
    """Return the error for a request that cannot be understood."""
    return RulesetError([Diagnostic("T706", message, suggestion=suggestion)])
