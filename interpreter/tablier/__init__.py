"""Historical tables games as readable rulesets, run by one generic interpreter.

>>> import tablier
>>> jacquet = tablier.load("jacquet")
>>> engine = tablier.Engine(jacquet)
>>> rows = tablier.read_position(jacquet, {"white": {"1": 14, "7": 1}, "black": {"1": 15}})
>>> for play in tablier.plays_of_throw(engine, rows, player=0, faces=(4, 1)):
...     print(tablier.play_to_json(engine, play)["notation"])
7/11/12

A game is a chain of immutable states; chance comes from one seed:

>>> game = tablier.new_game(jacquet, seed=7)
>>> game.play_out()
True
>>> game.state.outcome
Outcome(winner=1, points=1, clause='end.all_off')
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tablier.diagnostics import Diagnostic, RulesetError, Severity, Span
    from tablier.model.load import examine, load
    from tablier.model.ruleset import Ruleset
    from tablier.play.chance import Chance, game_seed
    from tablier.play.engine import Engine
    from tablier.play.game import Action, Game, new_game, replay
    from tablier.play.plays import Play, legal_plays, play_to_json
    from tablier.play.requests import Desk, plays_of_given, plays_of_throw
    from tablier.play.state import Outcome, Stage, State, position, read_position
    from tablier.study.comparing import Study, compare
    from tablier.study.examples import check_examples
    from tablier.study.faults import StudyError
    from tablier.study.simulate import Tally, simulate
    from tablier.study.solving import Solution, solve

__version__ = "0.1.0"

_HOME = {
    "tablier.diagnostics": ("Diagnostic", "RulesetError", "Severity", "Span"),
    "tablier.model.load": ("examine", "load"),
    "tablier.model.ruleset": ("Ruleset",),
    "tablier.play.chance": ("Chance", "game_seed"),
    "tablier.play.engine": ("Engine",),
    "tablier.play.game": ("Action", "Game", "new_game", "replay"),
    "tablier.play.plays": ("Play", "legal_plays", "play_to_json"),
    "tablier.play.requests": ("Desk", "plays_of_given", "plays_of_throw"),
    "tablier.play.state": ("Outcome", "Stage", "State", "position", "read_position"),
    "tablier.study.comparing": ("Study", "compare"),
    "tablier.study.examples": ("check_examples",),
    "tablier.study.faults": ("StudyError",),
    "tablier.study.simulate": ("Tally", "simulate"),
    "tablier.study.solving": ("Solution", "solve"),
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "Action",
    "Chance",
    "Desk",
    "Diagnostic",
    "Engine",
    "Game",
    "Outcome",
    "Play",
    "Ruleset",
    "RulesetError",
    "Severity",
    "Solution",
    "Span",
    "Stage",
    "State",
    "Study",
    "StudyError",
    "Tally",
    "check_examples",
    "compare",
    "examine",
    "game_seed",
    "legal_plays",
    "load",
    "new_game",
    "play_to_json",
    "plays_of_given",
    "plays_of_throw",
    "position",
    "read_position",
    "replay",
    "simulate",
    "solve",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for: `tablier list` needs none of them."""
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module 'tablier' has no attribute '{name}'")
    return getattr(import_module(module), name)


def __dir__() -> list[str]:
    """All public names."""
    return sorted([*__all__, "__version__"])
