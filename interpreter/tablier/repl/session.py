"""One sitting at the board: the game, who plays, what can be taken back, and what is shown when."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tablier import __version__
from tablier.model.generate import Move
from tablier.model.layout import SIDES
from tablier.model.load import load
from tablier.model.ruleset import Clause, Ruleset
from tablier.model.terms import bounds
from tablier.play.chance import Chance
from tablier.play.engine import Engine
from tablier.play.game import Action, Game
from tablier.play.match import Result, Standing, format_match, read_match, standing
from tablier.play.notation import format_play
from tablier.play.record import (
    Replay,
    Scribe,
    from_position,
    read,
    read_headers,
    read_readings,
    read_settings,
)
from tablier.play.stakes import new_cube
from tablier.play.state import Rows, Stage, State
from tablier.play.typed import Moves, only_play
from tablier.players import hint as best_play
from tablier.repl import tell
from tablier.repl.players import HUMAN, Hinter, Machines, is_player
from tablier.repl.saves import Saves
from tablier.repl.screen import Screen
from tablier.show import board_text

MOST_MACHINE_STEPS = 20_000
"""Two machines that have not finished after so many decisions are interrupted."""

DECISIONS = (Stage.PLAY, Stage.CHOOSE, Stage.ADOPT, Stage.ANSWER)

_KEPT = ("title", "date", "event", "place", "round")
"""Headers of a record that stay with its game."""

MOST_GAMES = 10_000
"""A match of more games than this is not played on by itself."""


@dataclass
class Play:
    """A game being played, with what is needed to take things back exactly."""

    game: Game
    seed: int
    file: Path | None = None
    entries: list[int] = field(default_factory=list)
    """How many actions there were before each thing that a person entered."""
    undone: list[tuple[list[Action], list[int], int]] = field(default_factory=list)
    """What was taken back, last first: the actions, the chance before each, the chance after."""
    chances: list[int] = field(default_factory=list)
    comments: dict[int, list[str]] = field(default_factory=dict)
    mark: int = -1
    """What the source of chance was before the next action draws from it."""
    is_saved: bool = True
    is_seen: bool = False
    """Whether its board has been drawn."""
    kept: State | None = None
    """The state in which the game was written to its file last."""
    is_counted: bool = False
    """Whether its result is in the score."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """What stood above the game in the record that it was read from."""

    def __post_init__(self) -> None:
        """Nothing has been drawn yet."""
        self.mark = self.game.chance.state

    def act(self, action: Action) -> State:
        """Do one thing, which may have been drawn from the chance already."""
        self.chances.append(self.mark)
        self.is_saved = False
        after = self.game.act(action)
        self.mark = self.game.chance.state
        return after

    def set_chance(self, state: int) -> None:
        """Let the chance go on from a state."""
        self.mark = self.game.chance.state = state

    def undo(self) -> bool:
        """Take back the last thing that a person entered and all that followed from it."""
        if not self.entries:
            return False
        start = self.entries.pop()
        game = self.game
        self.undone.append((game.actions[start:], self.chances[start:], game.chance.state))
        self.set_chance(self.chances[start])
        del game.actions[start:], game.states[start + 1 :], self.chances[start:]
        self.is_saved = False
        return True

    def redo(self) -> bool:
        """Do again what was taken back last, with the same dice."""
        if not self.undone:
            return False
        actions, chances, after = self.undone.pop()
        self.entries.append(len(self.game.actions))
        for action in actions:
            self.act(action)
        self.chances[-len(chances) :] = chances
        self.set_chance(after)
        return True


class Session:
    """Everything that commands work on."""

    def __init__(
        self,
        ruleset: Ruleset,
        screen: Screen,
        *,
        players: Mapping[str, str],
        seed: int,
        saves: Saves,
        hint: Hinter | None = None,
        match: int | None = None,
        cube: bool = False,
    ) -> None:
        """Set up a game that has not begun: the first of a match to so many points, with a cube or not."""
        self.home = ruleset
        """The ruleset of the match, which says what is played in turn."""
        self.match, self.with_cube = match, cube
        self.ruleset, self.engine = ruleset, Engine(ruleset)
        self.screen, self.saves = screen, saves
        self.players = [players.get(side, HUMAN) for side in SIDES]
        self.hint: Hinter = hint or best_play
        self.machines = Machines()
        self.scribe = Scribe(self.engine)
        self.shelf: list[Play] = []
        self.results: list[Result] = []
        self.play = Play(Game(self.engine, Chance(seed), [self.first_state()]), seed)
        self.question: list[Moves] = []
        self.refused: Clause | None = None
        self.flipped = self.in_words = self.auto_plays = self.auto_throws = False
        self.is_done = self.is_interactive = self.holds = False
        self.stale = True
        self.confirm: Callable[[str], bool] = lambda question: True
        self.buffer: list[str] = []

    @property
    def game(self) -> Game:
        """The game on the board."""
        return self.play.game

    @property
    def state(self) -> State:
        """The state of the game on the board."""
        return self.play.game.state

    # --- the rhythm of a game -----------------------------------------------------------------

    def begin(self) -> None:
        """Greet, and go on to the first thing that a person decides."""
        self.screen.say(f"{self.ruleset.title}: {self.who()}. Type `help` for the commands.")
        if self.is_interactive and not self.game.actions and self.saves.newest(self.ruleset.name):
            self.screen.say("A game that was not finished is kept: `resume` goes on with it.")
        self.go_on()

    def who(self) -> str:
        """The players in words."""
        return ", ".join(f"{side.title()} {name}" for side, name in zip(SIDES, self.players, strict=True))

    def is_human(self, player: int) -> bool:
        """Whether a person plays this side."""
        return self.players[player] == HUMAN

    def go_on(self) -> None:
        """Do what needs no person: machines' decisions, forced plays, throws where asked for."""
        for _ in range(MOST_MACHINE_STEPS):
            if not self.holds and self.next_is_due():
                self.begin_next()
            action = None if self.holds else self.automatic()
            if action is None:
                break
            self.act(action)
        self.flush()
        self.keep()
        self.flush()
        self.show_if_stale()

    def automatic(self) -> Action | None:
        """What happens by itself now, or None when a person is to decide."""
        state, game = self.state, self.game
        if state.stage is Stage.OVER:
            return None
        if state.stage is Stage.LEAD:
            return game.cast() if self.auto_throws or HUMAN not in self.players else None
        if state.stage is Stage.THROW and not self.is_human(state.player) and self.machine_doubles():
            return Action("double")
        if state.stage is Stage.THROW:
            return game.cast() if self.auto_throws or not self.is_human(state.player) else None
        if not self.is_human(state.player):
            return self.machines.decide(self.players[state.player], game)
        return self.forced() if self.auto_plays else None

    def machine_doubles(self) -> bool:
        """Whether the machine on turn turns the cube."""
        may = self.engine.may_double(self.state)
        return may and self.machines.doubles(self.players[self.state.player], self.game)

    def forced(self) -> Action | None:
        """The next move of a play that is the only legal one."""
        if self.state.stage is not Stage.PLAY:
            return None
        move = only_play(self.engine, self.state)
        return None if move is None else Action("move", move)

    def act(self, action: Action) -> None:
        """Do one thing and tell what came of it."""
        before = self.state
        self.play.undone.clear()
        after = self.play.act(action)
        self.stale = True
        self.tell(before, action, after)

    def enter(self, actions: Sequence[Action]) -> None:
        """Do what a person decided, as one thing to be taken back at once."""
        self.holds = False
        self.play.entries.append(len(self.game.actions))
        for action in actions:
            self.act(action)

    # --- telling --------------------------------------------------------------------------------

    def tell(self, before: State, action: Action, after: State) -> None:
        """Keep the sentences of a machine's turn together; print a person's at once."""
        self.buffer += tell.told(self.ruleset, before, action, after)
        ended = not tell.goes_on(before, action, after)
        if ended and action.kind in ("move", "stop"):
            played = self.last_play_text(len(self.game.actions) - 1)
            self.buffer.append(f"{tell.NAMES[before.player]} plays {played or 'nothing'}.")
        self.buffer += tell.followed(self.ruleset, before, action, after)
        if ended:
            self.flush()

    def flush(self) -> None:
        """Print what has been told."""
        if self.buffer:
            self.screen.tell(" ".join(self.buffer))
            self.buffer.clear()

    def last_play(self, upto: int | None = None) -> tuple[int, list[tuple[Move, bool]]]:
        """The last throw in which anybody moved: who, and the moves, each with whether it hit."""
        game = self.game
        index = len(game.actions) if upto is None else upto + 1
        steps: list[tuple[Move, bool]] = []
        last: State | None = None
        while index and (last is None or self.is_same_throw(index - 1, last)):
            index -= 1
            if game.actions[index].kind == "move":
                number, kind, origin, target = game.actions[index].values
                move = (number, kind, origin, target)
                last = last or game.states[index]
                steps.insert(0, (move, self.engine.moved(game.states[index], move)[1]))
        return (last.player if last is not None else 0), steps

    def is_same_throw(self, index: int, last: State) -> bool:
        """Whether an action belongs to the throw of a later state."""
        state, kind = self.game.states[index], self.game.actions[index].kind
        return (
            kind in ("move", "choose", "stop") and state.player == last.player and state.before == last.before
        )

    def last_play_text(self, upto: int | None = None) -> str:
        """The last play in the ruleset's notation; "" when there is none."""
        player, steps = self.last_play(upto)
        return format_play(self.ruleset, player, steps)

    # --- showing --------------------------------------------------------------------------------

    def show_if_stale(self) -> None:
        """Draw the board where something has changed and somebody is to look at it."""
        if self.stale and (self.state.stage in (*DECISIONS, Stage.OVER) or not self.play.is_seen):
            self.show()

    def show(self) -> None:
        """Draw the board, or say it in words."""
        self.stale, self.play.is_seen = False, True
        if self.in_words:
            self.screen.tell(self.words())
        else:
            self.screen.board("\n" + self.drawn() + "\n")

    def drawn(self) -> str:
        """The board as text."""
        player, steps = self.last_play()
        last = board_text.marks(self.ruleset, player, [move[2:] for move, _ in steps])
        return board_text.draw(
            self.ruleset,
            self.state,
            flip=self.flipped,
            ascii=self.screen.ascii,
            last=last,
            viewer=self.viewer,
        )

    @property
    def viewer(self) -> int:
        """Whose numbering the board has: the side on turn, or the only person at the board."""
        people = [player for player in (0, 1) if self.is_human(player)]
        return people[0] if len(people) == 1 else self.state.player

    def words(self) -> str:
        """The board in words."""
        player, steps = self.last_play()
        last = f"{tell.NAMES[player]}'s {format_play(self.ruleset, player, steps)}" if steps else ""
        return board_text.words(self.ruleset, self.state, viewer=self.viewer, last=last)

    @property
    def prompt(self) -> str:
        """What is due, for the line that a person types."""
        state, side = self.state, tell.NAMES[self.state.player]
        if self.question:
            return f"which one, 1-{len(self.question)}? "
        match state.stage:
            case Stage.OVER:
                return "game over> "
            case Stage.LEAD:
                return "throw for the lead> "
            case Stage.THROW:
                return f"{side} to throw> "
            case Stage.ADOPT:
                return f"{side}: play {tell.dashed(state.throw)}, yes or no? "
            case Stage.CHOOSE:
                return f"{side} names a number, 1-6> "
            case Stage.ANSWER:
                return f"{side}: take or drop? "
        given = " given" if state.after is not None and state.passed else ""
        return f"{side}{given} {tell.dashed(state.throw)}{self.left_text()}> "

    def left_text(self) -> str:
        """The numbers left to play, where the throw does not say it."""
        state = self.state
        left = [number for group in state.left for number in group if number > 0]
        untouched = state.left == state.numbers and len(left) <= len(state.throw)
        return "" if untouched else f", left {tell.dashed(left)}"

    # --- games ----------------------------------------------------------------------------------

    def put_on_board(self, play: Play) -> None:
        """Play another game; the one before comes back with `undo`."""
        self.shelf.append(self.play)
        self.play = play
        self.holds = False
        self.stale = True

    def new(self) -> None:
        """Begin another game, by the rules that are next; after a match, the first of another."""
        if self.standing.winner is not None:
            self.results.clear()
        if self.game.is_over and self.standing.ruleset != self.ruleset.name and self.rotates:
            self.turn_to(load(self.standing.ruleset))
        chance = Chance(self.game.chance.state)
        self.put_on_board(Play(Game(self.engine, chance, [self.first_state()]), self.play.seed))

    @property
    def rotates(self) -> bool:
        """Whether the games of the match are played by several rulesets in turn."""
        clause = self.home.one("match")
        return clause is not None and len(clause.values.get("games") or ()) > 1

    @property
    def standing(self) -> Standing:
        """How the match stands."""
        return standing(self.home, self.results, self.match)

    def first_state(self) -> State:
        """Where the next game begins: who leads follows from the last result where the rules say so."""
        now = self.standing
        cube = None
        if self.with_cube:
            cube = new_cube(self.home, in_match=now.length is not None, crawford=now.crawford)
        if now.leader is None:
            return self.engine.start(cube=cube)
        return from_position(self.engine, self.ruleset.setup, now.leader, cube)

    def turn_to(self, ruleset: Ruleset) -> None:
        """Play by other rules from now on."""
        self.ruleset, self.engine = ruleset, Engine(ruleset)
        self.scribe = Scribe(self.engine)

    def next_is_due(self) -> bool:
        """Whether a match that was agreed upon goes on with another game."""
        if self.match is None or not self.game.is_over:
            return False
        self.count()
        return self.standing.winner is None and len(self.results) < MOST_GAMES

    def begin_next(self) -> None:
        """Begin the next game of a match."""
        self.flush()
        self.keep()
        self.screen.say(self.score())
        self.new()
        self.screen.say(f"Game {len(self.results) + 1}: {self.ruleset.title}.")

    def begin_from(self, game: Game) -> None:
        """Play a game that has been set up elsewhere; there is none before it."""
        self.play = Play(game, self.play.seed)

    def set_position(self, rows: Rows, player: int) -> None:
        """Begin a game from a position, with a side about to throw."""
        state = from_position(self.engine, rows, player, self.state.cube)
        game = Game(self.engine, self.game.chance, [state])
        self.put_on_board(Play(game, self.play.seed))

    def undo(self) -> bool:
        """Take back the last thing entered, or bring back the game before this one."""
        if not self.play.undo():
            if not self.shelf:
                return False
            self.play = self.shelf.pop()
            self.ruleset, self.engine = self.game.ruleset, self.game.engine
            self.scribe = Scribe(self.engine)
        self.uncount()
        self.stale, self.holds = True, True
        return True

    def redo(self) -> bool:
        """Do again what was taken back."""
        if not self.play.redo():
            return False
        self.stale, self.holds = True, True
        return True

    def uncount(self) -> None:
        """A game that goes on again is not in the score."""
        if self.play.is_counted and not self.game.is_over:
            self.play.is_counted = False
            self.results.pop()

    def worth(self, winner: int) -> int:
        """The least that a win is worth; where that may be nothing, what it would be worth now."""
        wins = [clause for clause in self.ruleset.section("end") if clause.values.get("wins") == "mine"]
        term = wins[0].term("points") if wins else None
        least = bounds(term)[0] if term is not None else 1
        return least if least >= 1 else self.worth_now(winner)

    def worth_now(self, winner: int) -> int:
        """What the winner would get if he won in this position."""
        rules, rows = self.engine.rules[winner], self.state.rows
        _, _, context = self.engine.view(self.state)
        points = [test for test, wins in zip(rules.points, rules.wins, strict=True) if wins == "mine"]
        worth = max(int(points[0](rows[winner], rows[1 - winner], context)), 1) if points else 1
        return worth if self.state.cube is None else self.state.cube.worth(worth)

    def score(self) -> str:
        """The points won so far."""
        now = self.standing
        games = f"{len(self.results)} game{'' if len(self.results) == 1 else 's'}"
        target, rests = now.length, self.with_cube and now.crawford
        text = f"White {now.score[0]}, Black {now.score[1]} after {games}"
        if now.winner is not None:
            return f"{text}: {tell.NAMES[now.winner]} has won the match."
        text = f"{text}; the match is to {target} points" if target else text
        return f"{text}; in the next game the cube rests." if rests else f"{text}."

    # --- keeping --------------------------------------------------------------------------------

    def record(self, *, with_chance: bool = False) -> str:
        """The game as a record; with the state of the chance where it is to go on."""
        read_from = self.play.headers
        headers = {key: read_from[key] for key in _KEPT if key in read_from}
        headers["version"] = __version__
        for index, side in enumerate(SIDES):
            name = read_from.get(side, "")
            is_named = name and self.is_human(index) and not is_player(name)
            headers[side] = name if is_named else self.players[index]
        if self.match is not None or self.rotates:
            headers["match"] = format_match(self.home.name, self.match, self.counted_before())
        headers["seed"] = str(self.play.seed)
        if with_chance:
            headers["chance"] = str(self.game.chance.state)
        headers.setdefault("date", datetime.date.today().isoformat())
        return self.scribe.write(self.game, headers, self.play.comments)

    def counted_before(self) -> list[Result]:
        """The results of the match before this game."""
        return self.results[:-1] if self.play.is_counted else self.results

    def keep(self) -> None:
        """Write the running game where `resume` finds it; count one that is over."""
        play = self.play
        if self.game.is_over:
            self.count()
            if play.file is not None:
                self.saves.forget(play.file)
            return
        if not self.game.actions or self.saves.folder is None or play.kept is self.state:
            return
        play.kept = self.state
        play.file = play.file or self.saves.new_file(self.home.name)
        if play.file is not None and not self.saves.write(play.file, self.record(with_chance=True)):
            self.saves = Saves(None)

    def count(self) -> None:
        """Put the result of a finished game into the score, once."""
        outcome = self.state.outcome
        if outcome is not None and not self.play.is_counted:
            self.play.is_counted = True
            self.results.append(Result(outcome.winner, outcome.points))
            if self.match is not None and self.standing.winner is not None:
                self.buffer.append(self.score())

    def resume(self) -> bool:
        """Go on with the newest unfinished game of this ruleset."""
        path = self.saves.newest(self.home.name)
        if path is None or path == self.play.file:
            return False
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, ValueError):
            return False
        asked = self.ruleset
        replay = self.open_record(text, str(path))
        self.play.file = path
        self.tell_of_other_rules(asked)
        return not replay.diagnostics

    def tell_of_other_rules(self, asked: Ruleset) -> None:
        """Say where a game that was taken up is played by other readings or constants than asked for."""
        now = self.ruleset
        pairs = {**now.chosen_readings, **now.constants}.items()
        before = {**asked.chosen_readings, **asked.constants}
        others = [f"{name}={value}" for name, value in pairs if before.get(name) != value]
        if others:
            self.buffer.append(f"This game was begun, and goes on, with {', '.join(others)}.")

    def open_record(self, text: str, name: str) -> Replay:
        """Put the game of a record on the board, with its rules and players.

        Raises:
            RulesetError: when its ruleset cannot be used.
        """
        headers = read_headers(text)
        self.use(headers)
        replay = read(self.engine, text, name)
        if replay.diagnostics:
            return replay
        self.go_on_with_match(headers)
        for player, side in enumerate(SIDES):
            if is_player(headers.get(side, "")):
                self.players[player] = headers[side]
        self.put_on_board(self.opened(replay))
        return replay

    def go_on_with_match(self, headers: Mapping[str, str]) -> None:
        """Take up the match that a record was a game of."""
        found = read_match(headers.get("match", ""))
        self.with_cube = self.with_cube or "stakes" in headers
        if found is not None:
            name, self.match, self.results = found
            self.home = self.ruleset if name == self.ruleset.name else load(name)

    def use(self, headers: Mapping[str, str]) -> None:
        """Change to the ruleset, the readings and the constants that a record names."""
        now, name = self.ruleset, headers.get("ruleset", self.ruleset.name)
        readings, settings = read_readings(headers), read_settings(headers)
        same = name in (now.name, *now.about.aliases)
        as_chosen = all(now.chosen_readings.get(key) == value for key, value in readings.items())
        if same and as_chosen and settings == now.settings:
            return
        self.turn_to(load(now.path if same else name, readings, settings))
        self.home = self.ruleset

    def opened(self, replay: Replay) -> Play:
        """A game read from a record, ready to go on."""
        seed, chance = replay.headers.get("seed", ""), replay.headers.get("chance", "")
        number = int(seed) if seed.lstrip("-").isdecimal() and len(seed) < 21 else self.play.seed
        replay.game.chance = Chance(int(chance) if chance.isdecimal() and len(chance) < 21 else number)
        state = replay.game.chance.state
        play = Play(replay.game, number, comments=replay.comments, headers=replay.headers)
        play.chances = [state] * len(replay.game.actions)
        play.entries = [i for i in range(len(replay.game.actions)) if self.was_entered(replay.game, i)]
        play.is_counted = replay.game.is_over
        return play

    def was_entered(self, game: Game, index: int) -> bool:
        """Whether a person made this action of a game, as something of its own."""
        action, state = game.actions[index], game.states[index]
        if action.kind == "lead":
            return HUMAN in self.players
        if not self.is_human(state.player):
            return False
        return (
            action.kind != "move"
            or game.actions[index - 1].kind != "move"
            or game.states[index - 1].player != state.player
        )

    def farewell(self) -> None:
        """The lines have ended, or somebody quits."""
        self.is_done = True
        if not self.game.is_over and self.game.actions and self.play.file is not None:
            self.screen.say("The game is kept: the same command with `--resume` goes on with it.")
