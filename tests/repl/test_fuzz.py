"""Whole games through the REPL, typed in every notation, with garbage, undo, redo, save and load between."""

import io
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tablier.model import library
from tablier.model.generate import Move
from tablier.model.load import load
from tablier.model.ruleset import Ruleset
from tablier.play.notation import numbering
from tablier.play.state import Stage, State
from tablier.play.typed import read_moves, result, spell, spell_out, write_moves
from tablier.repl import commands
from tablier.repl.saves import Saves
from tablier.repl.screen import Screen
from tablier.repl.session import Session

GARBAGE = """
13/
/
bar/bar
off/1
1/1
0/0
99/98
7
-
--
((
)(
8/5(99)
8/5(0)
24/18/
move
move move
why
why x
why 1/2/3/4/5/6/7/8
throw 7-7
roll 0
roll 6-5-4-3
6:5
65
666666666666666666666666666
undo 0
undo -3
undo x
redo 9999999
load
load /
save /
load /no/such/file
position {
position []
position {"white": {"1": 99}}
position null
seed x
seed 99999999999999999999999
rules x
rules forbidden
help x
help undo
name 9
name
yes
no
done
auto maybe
moves 77
moves -1
²/³
٣/٤
ÿ
a/b/c
* * *
5/3*
resume maybe
#
# a comment
by 6
1/2 by
1/2 by 77
24 to 18
=6
1/2=6=7
,,,
bar
off
hand
board
words
flip
flip
pips
score
readings
rules
record
help
hint
moves
""".strip().splitlines()
GARBAGE += ["1" * 9000, "save \0", "\x1b[2J", ""]
QUICK = ["doublets-cotton", "jacquet-versailles", "plakoto", "tourne-case"]
RULESETS = [path.stem for path in library.files() if path.parent.name != "abstract"]
OTHERS = [name for name in RULESETS if name not in QUICK]


class Driver:
    """Types at a session as a person with a dictionary of mistakes would."""

    def __init__(self, ruleset: Ruleset, seed: int, folder: Path) -> None:
        self.chance = random.Random(seed)
        self.folder = folder
        self.out = io.StringIO()
        players = self.chance.choice([{}, {"black": "random"}, {"white": "random"}])
        self.session = Session(
            ruleset, Screen(self.out), players=players, seed=seed, saves=Saves(folder / "games")
        )
        self.session.begin()

    def type(self, line: str) -> None:
        commands.enter(self.session, line)

    def step(self) -> None:
        state, chance = self.session.state, self.chance
        if state.stage in (Stage.LEAD, Stage.THROW):
            self.type(chance.choice(["roll", "throw", "r"]))
        elif state.stage is Stage.ADOPT:
            self.type(chance.choice(["yes", "no"]))
        elif state.stage is Stage.CHOOSE:
            self.type(f"name {chance.randrange(1, 7)}")
        else:
            self.play()

    def play(self) -> None:
        session = self.session
        state, engine = session.state, session.engine
        moves = self.some_moves()
        if not moves:
            self.type("done")
            return
        text = self.written(moves)
        goal = state
        for move in moves:
            goal = engine.move(goal, move)
        before = len(session.game.actions)
        self.type(text)
        if session.question:
            self.choose(moves, goal)
        assert len(session.game.actions) > before, f"{text!r} was not taken:\n{self.out.getvalue()[-1500:]}"

    def choose(self, moves: tuple[Move, ...], goal: State) -> None:
        engine, state = self.session.engine, self.session.state
        for number, way in enumerate(self.session.question, start=1):
            reached = state
            for move in way:
                reached = engine.move(reached, move)
            if result(reached) == result(goal):
                self.type(str(number))
                return
        raise AssertionError("the play meant is not among the ways")

    def some_moves(self) -> tuple[Move, ...]:
        """One legal move, or several, up to the end of the throw or a number that must be named."""
        engine, start = self.session.engine, self.session.state
        state, made = start, []
        while state.stage is Stage.PLAY and state.player == start.player and state.before is start.before:
            made.append(self.chance.choice(engine.moves(state)))
            state = engine.move(state, made[-1])
            if self.chance.random() < 0.3:
                break
        return tuple(made)

    def written(self, moves: tuple[Move, ...]) -> str:
        session = self.session
        styles: list[Callable[[], str]] = [
            lambda: write_moves(session.engine, session.state, moves),
            lambda: write_moves(session.engine, session.state, moves).replace("*", ""),
            lambda: f"move {spell(session.engine, session.state, moves)}",
            lambda: spell_out(session.engine, session.state, moves),
            lambda: spell_out(session.engine, session.state, moves).replace("/", " to "),
            lambda: self.compact(moves),
            lambda: self.numbered(moves),
        ]
        return self.chance.choice(styles)()

    def compact(self, moves: tuple[Move, ...]) -> str:
        """Each man's way from its first place to its last only, where that means no other play."""
        session = self.session
        text = write_moves(session.engine, session.state, moves)
        words = ["/".join((word.split("/")[0], word.split("/")[-1])) for word in text.split()]
        short = " ".join(words)
        return short if self.means(short, moves) else text

    def numbered(self, moves: tuple[Move, ...]) -> str:
        """Numbers for the bar and for off."""
        session = self.session
        text = write_moves(session.engine, session.state, moves)
        if numbering(session.ruleset) == "points":
            return text
        last = len(session.ruleset.layout.routes[session.state.player])
        first, final = (last + 1, 0) if numbering(session.ruleset) == "descending" else (0, last + 1)
        short = text.replace("bar", str(first)).replace("hand", str(first)).replace("off", str(final))
        return short if self.means(short, moves) else text

    def means(self, text: str, moves: tuple[Move, ...]) -> bool:
        session = self.session
        try:
            found = read_moves(session.engine, session.state, text)
        except ValueError:
            return False
        return self.reached(found) == self.reached(moves)

    def reached(self, moves: tuple[Move, ...]) -> object:
        state = self.session.state
        for move in moves:
            state = self.session.engine.move(state, move)
        return result(state)

    def disturb(self) -> None:
        """Anything that may be typed at any time and does not end the game."""
        chance, session = self.chance, self.session
        kind = chance.randrange(12)
        if kind == 0:
            self.undo_and_redo()
        elif kind == 1:
            self.save_and_load()
        elif kind == 2:
            self.kill_and_resume()
        else:
            line = chance.choice(GARBAGE) if kind < 9 else "".join(chances(chance))
            if session.state.stage in (Stage.LEAD, Stage.THROW) and line in (
                "6:5",
                "65",
                "throw 7-7",
                "roll 6-5-4-3",
            ):
                return
            self.type(line)

    def undo_and_redo(self) -> None:
        session = self.session
        before, chance = session.state, session.game.chance.state
        times = self.chance.randrange(1, 5)
        possible = min(times, len(session.play.entries))
        if not possible:
            return
        self.type(f"undo {possible}")
        self.type(f"redo {possible}")
        assert session.state == before
        assert session.game.chance.state == chance

    def save_and_load(self) -> None:
        session, file = self.session, self.folder / "game.txt"
        before, chance = session.state, session.game.chance.state
        self.type(f"save {file}")
        self.type(f"load {file}")
        assert result(session.state) == result(before), file.read_text()
        assert session.game.chance.state == chance

    def kill_and_resume(self) -> None:
        old = self.session
        if old.game.is_over or not old.game.actions:
            return
        players = dict(zip(("white", "black"), old.players, strict=True))
        fresh = Session(old.ruleset, Screen(self.out), players=players, seed=99, saves=old.saves)
        assert fresh.resume()
        assert result(fresh.state) == result(old.state)
        assert fresh.game.chance.state == old.game.chance.state
        self.session = fresh


def chances(chance: random.Random) -> list[str]:
    letters = "0123456789/ -*()offbarhand:#=.,xyz\t\x07é"
    return chance.choices(letters, k=chance.randrange(1, 30))


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("name", QUICK + [pytest.param(name, marks=pytest.mark.slow) for name in OTHERS])
def test_a_game_typed_in_every_notation_reaches_its_score(name: str, seed: int, tmp_path: Path) -> None:
    driver = Driver(load(name), seed, tmp_path)
    for _ in range(4000):
        if driver.session.game.is_over:
            break
        if driver.chance.random() < 0.3:
            driver.disturb()
        else:
            driver.step()
    session = driver.session
    assert session.game.is_over
    outcome = session.state.outcome
    assert outcome is not None
    said = driver.out.getvalue()
    assert "The game is over" in said
    assert "Traceback" not in said
    assert session.results[-1].points == outcome.points
    length = len(session.game.actions)
    for line in (
        "roll",
        "1/2",
        "6-5",
        "moves",
        "hint",
        "done",
        "yes",
        "name 3",
        "resign",
        "swap sides",
        "auto",
        "why 1/2",
    ):
        driver.type(line)
    assert len(session.game.actions) == length, "something was played after the end"
