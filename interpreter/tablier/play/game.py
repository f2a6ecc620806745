"""One playing of a ruleset: its states one after another, its chance, its record."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from tablier.model.ruleset import Ruleset
from tablier.play.chance import Chance
from tablier.play.engine import CHOICES, Engine
from tablier.play.state import Outcome, Stage, State

MOST_TURNS = 100_000
"""A game that is not over after so many decisions is given up."""

Chooser = Callable[["Game"], "Action"]


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that happened: its kind and what it consists of.

    Kinds: `lead` (two faces), `adopt` (0 or 1), `throw` (faces), `choose` (a number), `move` (number,
    kind, from, to), `stop`, `double`, `take`, `drop` (nothing), `resign` (the side, the points lost).
    """

    kind: str
    values: tuple[int, ...] = ()


@dataclass
class Game:
    """A game from its start (or from a state) on; every state is kept, so that it can be taken back."""

    engine: Engine
    chance: Chance
    states: list[State] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Begin at the start when no state is given."""
        if not self.states:
            self.states.append(self.engine.start())

    @property
    def ruleset(self) -> Ruleset:
        """The rules of this game."""
        return self.engine.ruleset

    @property
    def state(self) -> State:
        """The state now."""
        return self.states[-1]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.stage is Stage.OVER

    # --- doing ------------------------------------------------------------------------------

    def act(self, action: Action) -> State:
        """Do one thing; what is not legal is not noticed here. Returns the new state."""
        state, engine, values = self.state, self.engine, action.values
        match action.kind:
            case "lead":
                after = engine.lead(state, values[0], values[1])
            case "adopt":
                after = engine.adopt(state, bool(values[0]))
            case "throw":
                after = engine.throw(state, values)
            case "choose":
                after = engine.choose(state, values[0])
            case "move":
                number, kind, origin, target = values
                after = engine.move(state, (number, kind, origin, target))
            case "resign":
                side, points = values
                after = state.changed(stage=Stage.OVER, outcome=Outcome(1 - side, points, "resigned"))
            case kind:
                alone = {
                    "stop": engine.stop,
                    "double": engine.double,
                    "take": engine.take,
                    "drop": engine.drop,
                }
                after = alone[kind](state)
        self.states.append(after)
        self.actions.append(action)
        return after

    def undo(self) -> Action:
        """Take the last thing back and return it.

        Raises:
            IndexError: when nothing has been done.
        """
        action = self.actions.pop()
        self.states.pop()
        return action

    # --- chance -----------------------------------------------------------------------------

    def cast(self) -> Action:
        """Draw the throw, or the dice for the lead, that is due now."""
        if self.state.stage is Stage.LEAD:
            return Action("lead", self.chance.dice(2))
        return Action("throw", self.engine.machine.device.draw(self.chance, self.state.kept))

    def random_action(self) -> Action:
        """Draw what is due: a throw, or one of the legal decisions, each as likely."""
        state = self.state
        match state.stage:
            case Stage.LEAD | Stage.THROW:
                return self.cast()
            case Stage.ADOPT:
                return Action("adopt", (self.chance.below(2),))
            case Stage.CHOOSE:
                return Action("choose", (CHOICES[self.chance.below(len(CHOICES))],))
        options = self.options()
        return options[self.chance.below(len(options))]

    def options(self) -> list[Action]:
        """Return the legal decisions of the side on turn, in canonical order (stopping last)."""
        state = self.state
        match state.stage:
            case Stage.ADOPT:
                return [Action("adopt", (0,)), Action("adopt", (1,))]
            case Stage.CHOOSE:
                return [Action("choose", (number,)) for number in CHOICES]
            case Stage.ANSWER:
                return [Action("take"), Action("drop")]
            case Stage.PLAY:
                found = [Action("move", move) for move in self.engine.moves(state)]
                return [*found, Action("stop")] if self.engine.may_stop(state) else found
        return []

    def play_out(self, chooser: Chooser | None = None, most: int = MOST_TURNS) -> bool:
        """Play to the end, at random or as the chooser decides; False when given up after `most` steps."""
        for _ in range(most):
            if self.is_over:
                return True
            chance_is_due = self.state.stage in (Stage.LEAD, Stage.THROW)
            self.act(self.random_action() if chooser is None or chance_is_due else chooser(self))
        return self.is_over


def new_game(ruleset: Ruleset, seed: int = 0, engine: Engine | None = None) -> Game:
    """Return a game at its start, its chance drawn from a seed."""
    return Game(engine or Engine(ruleset), Chance(seed))


# --- records -----------------------------------------------------------------------------------


def to_json(game: Game) -> dict[str, Any]:
    """Return a game as JSON keeps it: ruleset, readings and everything that happened."""
    return {
        "ruleset": game.ruleset.name,
        "readings": game.ruleset.chosen_readings,
        "actions": [[action.kind, *action.values] for action in game.actions],
    }


def replay(engine: Engine, actions: Iterable[Action]) -> Game:
    """Return the game in which these things happened, each checked against the rules.

    Raises:
        ValueError: at the first thing that the rules do not allow.
    """
    game = Game(engine, Chance(0))
    for number, action in enumerate(actions, start=1):
        if not _is_allowed(game, action):
            raise ValueError(f"action {number}, {action.kind} {action.values}, is against the rules here")
        game.act(action)
    return game


def _is_allowed(game: Game, action: Action) -> bool:
    if action.kind == "resign":
        return not game.is_over and action.values[0] in (0, 1)
    if action.kind == "double":
        return game.engine.may_double(game.state)
    due = {Stage.LEAD: "lead", Stage.THROW: "throw"}.get(game.state.stage)
    if due is not None:
        return action.kind == due and _is_cast(game, action.values)
    return action in game.options()


def _is_cast(game: Game, faces: tuple[int, ...]) -> bool:
    if game.state.stage is Stage.LEAD:
        return len(faces) == 2 and all(1 <= face <= 6 for face in faces)
    kept = list(faces[: len(game.state.kept)]) == list(game.state.kept)
    return kept and tuple(sorted(faces, reverse=True)) in set(game.engine.throws())
