"""Games as text that people read, one line a throw, checked against the rules when read back.

    ruleset: my-game
    seed: 7

    lead: white 5, black 3
    1. white 6-5: 1/7/12
    2. black 4-1: 1/5 1/2        # a comment
    3. white 6-6: 1/7, passes 6-6-6
       black given 6-6-6: 1/7(3)
    result: white wins 2 points

Where a game is played with a doubling cube, the header `stakes: cube` says so (or `cube, jacoby`), and
there are the lines `white doubles to 2`, `black takes` and `black drops`. A file may hold the games of a
match, each from its own `ruleset:` line on, with `match`, `game` and `score` in its header.

A throw that has not been played to its end closes with `...`; one of which nothing could be played
is `no move`. `names 4` stands where a player names a number, `by 6` where the places do not say
which number was played.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from tablier.diagnostics import Diagnostic, RulesetError, Span
from tablier.model.layout import SIDES
from tablier.model.ruleset import Clause, Ruleset
from tablier.play.chance import Chance
from tablier.play.engine import CHOICES, Engine
from tablier.play.explain import why_not_stop
from tablier.play.game import Action, Game
from tablier.play.refusals import PlayError, Refusal, UnreadablePlay
from tablier.play.stakes import Cube
from tablier.play.state import Outcome, Rows, Stage, State, position, read_position
from tablier.play.typed import read_moves, read_throw, spell

UNFINISHED = "..."
NO_MOVE = "no move"

EVENTS = ("lead", "adopt", "double", "take", "drop", "resign")
"""Actions that have a line of their own."""

Comments = Mapping[int, Sequence[str]]
"""Comments by the number of actions that came before them."""


# --- writing ----------------------------------------------------------------------------------


@dataclass
class _Throw:
    """One line being written: a throw (or numbers given) and what was done with it."""

    player: int
    faces: tuple[int, ...]
    is_given: bool
    state: State | None
    actions: list[Action] = field(default_factory=list)


@dataclass
class Scribe:
    """Writes the record of a game; lines once written are remembered."""

    engine: Engine
    _texts: dict[tuple[int, int], tuple[State, list[Action], str]] = field(default_factory=dict)

    def write(self, game: Game, headers: Mapping[str, str], comments: Comments | None = None) -> str:
        """Return a whole record."""
        known = {**self.about(game), **headers}
        heads = [f"{key}: {_quoted(value)}" for key, value in known.items() if value]
        return "\n".join([*heads, "", *self.lines(game, comments or {}), ""])

    def about(self, game: Game) -> dict[str, str]:
        """The headers that follow from the rules and from where the game began."""
        ruleset = self.engine.ruleset
        found = {"ruleset": ruleset.name}
        readings = ruleset.chosen_readings
        if readings:
            found["readings"] = ", ".join(f"{name}={value}" for name, value in readings.items())
        if ruleset.settings:
            found["constants"] = ", ".join(f"{name}={value}" for name, value in ruleset.settings.items())
        first = game.states[0]
        if first.cube is not None:
            found["stakes"] = "cube, jacoby" if first.cube.jacoby else "cube"
        if first != self.engine.start(cube=first.cube):
            found["position"] = json.dumps(position(ruleset, first.rows))
            found["turn"] = SIDES[first.player]
        return found

    def steps(self, game: Game, comments: Comments | None = None) -> Iterator[tuple[str, int]]:
        """Yield a line for each throw, lead and event, with the number of the state after it."""
        number = 0
        for index, entry, after in _entries(game):
            yield from ((f"# {text}", at) for at in index for text in (comments or {}).get(at, ()))
            if isinstance(entry, str):
                yield entry, index.stop
            else:
                number += not entry.is_given
                yield self.line(entry, number, after), index.stop

    def lines(self, game: Game, comments: Comments) -> Iterator[str]:
        """Yield a line for each throw, lead and event, comments between them."""
        yield from (text for text, _ in self.steps(game, comments))
        yield from (f"# {text}" for text in comments.get(len(game.actions), ()))
        if game.state.outcome is not None:
            yield f"result: {result_text(game.state.outcome)}"

    def line(self, line: _Throw, number: int, after: State | None) -> str:
        """One throw as a line; `after` is None when it has not been played to its end."""
        head = f"   {SIDES[line.player]} given" if line.is_given else f"{number}. {SIDES[line.player]}"
        text = self.text(line) if line.state is not None else ""
        if after is None:
            text = f"{text} {UNFINISHED}".strip()
        text = text or NO_MOVE
        passes = (
            f", passes {_dashed(after.passed)}"
            if after is not None and after.passed and not line.is_given
            else ""
        )
        return f"{head} {_dashed(line.faces)}: {text}{passes}"

    def text(self, line: _Throw) -> str:
        """The moves of a throw, and the numbers named in between."""
        assert line.state is not None
        key = (id(line.state), len(line.actions))
        state, actions, text = self._texts.get(key, (None, [], ""))
        if state is not line.state or actions != line.actions:
            text = " ".join(self.parts(line.state, line.actions))
            self._texts[key] = line.state, line.actions, text
        return text

    def parts(self, state: State, actions: Sequence[Action]) -> Iterator[str]:
        """Yield stretches of moves, with the numbers named between them."""
        start, moves = state, []
        for action in actions:
            if action.kind == "move":
                number, kind, origin, target = action.values
                moves.append((number, kind, origin, target))
                state = self.engine.move(state, moves[-1])
            elif action.kind == "choose":
                if moves:
                    yield spell(self.engine, start, moves)
                yield f"names {action.values[0]}"
                state = start = self.engine.choose(state, action.values[0])
                moves = []
        if moves:
            yield spell(self.engine, start, moves)


def write(game: Game, headers: Mapping[str, str] | None = None, comments: Comments | None = None) -> str:
    """Return the record of a game."""
    return Scribe(game.engine).write(game, headers or {}, comments)


def _entries(game: Game) -> Iterator[tuple[range, _Throw | str, State | None]]:
    """Yield throws and events: the actions each consists of, and the state after it (None: unfinished)."""
    line, first = None, 0
    for index, action in enumerate(game.actions):
        before, after = game.states[index], game.states[index + 1]
        if action.kind in EVENTS:
            if line is not None:
                yield range(first, index), line, None
            yield range(index, index + 1), _event(action, before), after
            line, first = None, index + 1
            continue
        line = line or _opened(action, before, after)
        if action.kind != "throw":
            line.actions.append(action)
        if not _is_open(line, after):
            yield range(first, index + 1), line, after
            line, first = None, index + 1
    if line is not None:
        yield range(first, len(game.actions)), line, None


def _opened(action: Action, before: State, after: State) -> _Throw:
    if action.kind == "throw":
        due = after.stage in (Stage.PLAY, Stage.CHOOSE) and after.player == before.player
        return _Throw(before.player, action.values, False, after if due else None)
    return _Throw(before.player, before.throw, _is_given(before), before)


def _is_given(state: State) -> bool:
    return state.after is not None and bool(state.passed)


def _is_open(line: _Throw, after: State) -> bool:
    return line.state is not None and _same_throw(line.state, after)


def _same_throw(start: State, now: State) -> bool:
    playing = now.stage in (Stage.PLAY, Stage.CHOOSE)
    return playing and now.player == start.player and now.before == start.before and now.after == start.after


def _event(action: Action, before: State) -> str:
    side = SIDES[before.player]
    if action.kind in ("double", "take", "drop"):
        value = before.cube.value * 2 if before.cube is not None else 0
        return f"{side} {action.kind}s" + (f" to {value}" if action.kind == "double" else "")
    if action.kind == "lead":
        return f"lead: white {action.values[0]}, black {action.values[1]}"
    if action.kind == "adopt":
        return f"{side} adopts {_dashed(before.throw)}" if action.values[0] else f"{side} throws anew"
    return f"{SIDES[action.values[0]]} resigns {_points(action.values[1])}"


def result_text(outcome: Outcome) -> str:
    """Return how a game ended: `white wins 2 points`, `nobody wins`."""
    if outcome.winner is None:
        return "nobody wins"
    return f"{SIDES[outcome.winner]} wins {_points(outcome.points)}"


def _points(points: int) -> str:
    return f"{points} point" if points == 1 else f"{points} points"


def _dashed(numbers: Sequence[int]) -> str:
    return "-".join(map(str, numbers))


# --- reading ----------------------------------------------------------------------------------

_HEADER = re.compile(
    r"(?P<key>ruleset|title|version|readings|constants|white|black|seed|chance|date|position|turn|event|place|stakes|match"
    r"|game|score|round)\s*:\s*(?P<value>\"(?:[^\"\\]|\\.)*\"(?=\s*(?:#|$))|[^#]*)\s*(?:#(?P<comment>.*))?"
)
"""A header; a value that holds a `#` is quoted as in JSON."""
_LEAD = re.compile(r"lead:?\s+white\s+(\d+)\s*,?\s+black\s+(\d+)")
_ADOPT = re.compile(r"(white|black)\s+(adopts\b.*|throws anew)")
_PLAY = re.compile(r"(?:\d+[.)]\s*)?(white|black)\s+(given\s+)?([\d\s,-]+?)\s*:\s*(.*)")
_RESIGN = re.compile(r"(white|black)\s+resigns(?:,?\s+(\d{1,6})(?:\s+points?)?)?")
_CUBE = re.compile(r"(white|black)\s+(doubles|takes|drops)(?:\s+(?:to|at)\s+(\d{1,7}))?")
_RESULT = re.compile(r"result:\s*(.*)")
_PASSES = re.compile(r",?\s*passes\s+([\d\s,-]+)$")
_NAMES = re.compile(r"\bnames\s+(\d+)")
_NOTHING = {"", NO_MOVE, "(no play)", "no play", "cannot move", "-"}


@dataclass
class Replay:
    """A record as read: its headers, the game as far as it is legal, comments, and what is wrong."""

    headers: dict[str, str]
    game: Game
    comments: dict[int, list[str]]
    diagnostics: list[Diagnostic]


def read_headers(text: str) -> dict[str, str]:
    """Return the header lines of a record."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        header = _HEADER.fullmatch(_plain(line))
        if header is None and _plain(line):
            break
        if header is not None:
            found[header["key"]] = _unquoted(header["value"].strip())
    return found


def read_readings(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the readings that a record's headers name."""
    return _pairs(headers, "readings")


def read_settings(headers: Mapping[str, str]) -> dict[str, int]:
    """Return the constants that a record's headers set.

    Raises:
        RulesetError: T508 when one is set to what is no whole number.
    """
    found = _pairs(headers, "constants")
    for name, value in found.items():
        if re.fullmatch(r"-?[0-9]{1,9}", value) is None:
            raise RulesetError(
                [Diagnostic("T508", f"'{name}' is set to '{value}', which is no whole number")]
            )
    return {name: int(value) for name, value in found.items()}


def _pairs(headers: Mapping[str, str], key: str) -> dict[str, str]:
    found: dict[str, str] = {}
    text = headers.get(key, "")
    for part in text.split(",") if text.strip() else ():
        name, sign, value = (one.strip() for one in part.partition("="))
        if not (name and sign and value) or found.get(name, value) != value:
            message = f"{key} are written NAME=VALUE, each once, not '{part.strip()}'"
            raise RulesetError([Diagnostic("T508", message)])
        found[name] = value
    return found


def read(engine: Engine, text: str, name: str = "<record>", before: int = 0) -> Replay:
    """Return the game that a record tells, up to the first line that breaks a rule.

    `before` is the number of lines of the file that stand before the text.
    """
    return _Reader(engine, text, name, before).replay()


class _Reader:
    def __init__(self, engine: Engine, text: str, name: str, before: int) -> None:
        self.engine, self.file, self.before = engine, name, before
        self.lines = text.splitlines()
        self.headers = read_headers(text)
        self.comments: dict[int, list[str]] = {}
        self.diagnostics: list[Diagnostic] = []
        self.row = 0

    def replay(self) -> Replay:
        self.game = Game(self.engine, Chance(self.seed()), [self.engine.start(cube=self.cube())])
        try:
            self.set_up()
            for row, line in enumerate(self.lines, start=1):
                self.row = row
                self.read_line(line)
        except PlayError as error:
            self.complain(error)
        except RulesetError as error:
            self.diagnostics.extend(error.diagnostics)
        return Replay(self.headers, self.game, self.comments, self.diagnostics)

    def cube(self) -> Cube | None:
        words = re.findall(r"\w+", self.headers.get("stakes", ""))
        return Cube(jacoby="jacoby" in words) if "cube" in words else None

    def seed(self) -> int:
        seed = self.headers.get("seed", "0")
        return int(seed) if re.fullmatch(r"-?\d{1,20}", seed) else 0

    def set_up(self) -> None:
        given = self.headers.get("position")
        if given is None:
            return
        self.row = next(i for i, line in enumerate(self.lines, 1) if line.strip().startswith("position"))
        try:
            rows = read_position(self.engine.ruleset, json.loads(given))
        except (ValueError, RecursionError) as error:
            if isinstance(error, RulesetError):
                raise
            raise UnreadablePlay(f"the position is not JSON: {error}") from None
        player = int(self.headers.get("turn") == "black")
        self.game.states[:] = [from_position(self.engine, rows, player, self.cube())]

    def complain(self, error: PlayError) -> None:
        kinds = {"unreadable": "T701", "illegal": "T702", "ambiguous": "T703"}
        line = self.lines[self.row - 1] if 0 < self.row <= len(self.lines) else ""
        start = len(line) - len(line.lstrip()) + 1
        row = max(self.row, 1) + self.before
        span = Span(self.file, row, start, row, max(len(line.rstrip()), start) + 1)
        clause = error.clause
        source = cited(self.engine.ruleset, clause) if clause is not None else None
        code = kinds[error.kind]
        self.diagnostics.append(
            Diagnostic(
                code, str(error), span, clause=clause.id if clause is not None else None, source=source
            )
        )

    # --- lines ------------------------------------------------------------------------------

    def read_line(self, line: str) -> None:
        header = None if self.game.actions else _HEADER.fullmatch(_plain(line))
        text, sign, comment = line.partition("#") if header is None else _parted(header)
        if sign:
            self.comments.setdefault(len(self.game.actions), []).append(comment.strip())
        text = _plain(text)
        if not text:
            return
        for pattern, read_one in (
            (_LEAD, self.read_lead),
            (_ADOPT, self.read_adopt),
            (_PLAY, self.read_play),
            (_RESIGN, self.read_resign),
            (_CUBE, self.read_cube),
            (_RESULT, self.read_result),
        ):
            found = pattern.fullmatch(text)
            if found is not None:
                read_one(found)
                return
        raise UnreadablePlay(
            f"'{text[:60]}' is not a line of a record; write, for example, 'white 6-5: 1/7/12'"
        )

    def read_lead(self, found: re.Match[str]) -> None:
        self.due(Stage.LEAD, "the lead")
        self.game.act(read_throw(self.engine, self.game.state, f"{found[1]}-{found[2]}"))

    def read_adopt(self, found: re.Match[str]) -> None:
        self.due(Stage.ADOPT, "a decision about the lead")
        self.of_side(found[1])
        self.game.act(Action("adopt", (int(found[2].startswith("adopts")),)))

    def read_resign(self, found: re.Match[str]) -> None:
        if self.game.is_over:
            raise _illegal("the game is over already")
        side = SIDES.index(found[1])
        self.game.act(Action("resign", (side, int(found[2] or 1))))

    def read_cube(self, found: re.Match[str]) -> None:
        side, verb, value = found.groups()
        state = self.game.state
        if verb == "doubles":
            self.of_side(side)
            if not self.engine.may_double(state):
                raise _illegal(_why_no_double(state))
        else:
            self.due(Stage.ANSWER, "an answer to a double")
            self.of_side(side)
        self.game.act(Action(verb.removesuffix("s")))
        if value and state.cube is not None and verb == "doubles" and int(value) != 2 * state.cube.value:
            raise _illegal(f"the cube shows {state.cube.value}; doubled it is {2 * state.cube.value}")

    def read_result(self, found: re.Match[str]) -> None:
        outcome = self.game.state.outcome
        have = "unfinished" if outcome is None else result_text(outcome)
        if found[1].strip().casefold().removesuffix("s") != have.removesuffix("s"):
            raise _illegal(f"by the rules the result is '{have}'")

    def read_play(self, found: re.Match[str]) -> None:
        side, given, dice, body = found.groups()
        if self.game.state.stage is Stage.THROW and not given:
            self.of_side(side)
            start = self.thrown(dice)
        else:
            start = self.already_thrown(side, dice, bool(given))
        passes = _PASSES.search(body)
        body = body[: passes.start()] if passes else body
        if body.strip().casefold() in _NOTHING:
            self.nothing_played(start)
        else:
            self.played(start, body)
        if passes is not None and list(self.game.state.passed) != [
            int(n) for n in re.findall(r"\d+", passes[1])
        ]:
            raise _illegal(
                f"by the rules {_dashed(self.game.state.passed) or 'nothing'} is passed to the other side"
            )

    def thrown(self, dice: str) -> State | None:
        """Make the throw; the state in which it is to be played, or None when nothing can be."""
        player = self.game.state.player
        after = self.game.act(read_throw(self.engine, self.game.state, dice))
        due = after.stage in (Stage.PLAY, Stage.CHOOSE) and after.player == player
        return after if due else None

    def already_thrown(self, side: str, dice: str, given: bool) -> State:
        """Check a line whose numbers are on the table already: of the lead, of a tie, passed over."""
        state = self.game.state
        numbers = sorted(int(number) for number in re.findall(r"\d+", dice))
        if state.stage not in (Stage.PLAY, Stage.CHOOSE):
            raise _illegal(f"no numbers are to be played here; {_due(state)}")
        self.of_side(side)
        if given is not _is_given(state) or numbers != sorted(state.throw):
            what = "given" if _is_given(state) else "thrown"
            raise _illegal(f"here {side} is {what} {_dashed(state.throw)}")
        return state

    def nothing_played(self, start: State | None) -> None:
        if start is None:
            return
        self.finish(start)

    def played(self, start: State | None, body: str) -> None:
        if start is None:
            raise _illegal("no number of this throw can be played")
        unfinished = body.rstrip().endswith(UNFINISHED)
        body = body.rstrip().removesuffix(UNFINISHED)
        for index, part in enumerate(_NAMES.split(body)):
            if index % 2:
                self.name_number(int(part))
            elif part.strip():
                for move in read_moves(self.engine, self.game.state, part):
                    self.game.act(Action("move", move))
        if not unfinished:
            self.finish(start)

    def name_number(self, number: int) -> None:
        self.due(Stage.CHOOSE, "a number to be named")
        if number not in CHOICES:
            raise _illegal(f"{number} cannot be named")
        self.game.act(Action("choose", (number,)))

    def finish(self, start: State) -> None:
        """The throw must have been played to its end, or may be left as it is."""
        state = self.game.state
        if not _same_throw(start, state):
            return
        if not self.engine.may_stop(state):
            refusal = why_not_stop(self.engine, state) or Refusal("illegal", "numbers are still to be played")
            raise PlayError(refusal.message, refusal)
        self.game.act(Action("stop"))

    # --- checks -----------------------------------------------------------------------------

    def due(self, stage: Stage, what: str) -> None:
        if self.game.state.stage is not stage:
            raise _illegal(f"{what} is not due here; {_due(self.game.state)}")

    def of_side(self, side: str) -> None:
        if SIDES[self.game.state.player] != side:
            raise _illegal(f"it is not {side}'s turn; {_due(self.game.state)}")


def from_position(engine: Engine, rows: Rows, player: int, cube: Cube | None = None) -> State:
    """Return the state in which a side is about to throw from a position."""
    return engine.turn(State(rows, Stage.THROW, player, cube=cube))


def split(text: str) -> list[tuple[int, str]]:
    """Return the games of a file, each with the number of lines before it."""
    lines = text.splitlines(keepends=True)
    starts = [i for i, line in enumerate(lines) if re.match(r"\ufeff?\s*ruleset\s*:", line)]
    marks = [0, *starts[1:], len(lines)]
    return [(first, "".join(lines[first:last])) for first, last in pairwise(marks)]


def cited(ruleset: Ruleset, clause: Clause) -> str | None:
    """Return the sources of a clause as the bibliography has them, with pages."""
    parts = []
    for text in clause.sources:
        name, comma, page = text.partition(",")
        source = ruleset.sources.get(name.strip())
        parts.append(f"{source.cite if source is not None else name}{comma}{page}")
    return "; ".join(parts) or None


def _due(state: State) -> str:
    side = SIDES[state.player]
    return {
        Stage.LEAD: "the lead is to be thrown",
        Stage.THROW: f"{side} is to throw",
        Stage.ADOPT: f"{side} is to say whether the lead is played",
        Stage.CHOOSE: f"{side} is to name a number",
        Stage.ANSWER: f"{side} is to take the double or drop",
        Stage.PLAY: f"{side} is to play {_dashed([n for group in state.left for n in group])}",
        Stage.OVER: "the game is over",
    }.get(state.stage, f"{side} is to decide")


def _why_no_double(state: State) -> str:
    if state.cube is None:
        return "this game is played without a doubling cube"
    if state.stage is Stage.THROW and state.cube.owner not in (None, state.player):
        return f"the cube is {SIDES[1 - state.player]}'s"
    return f"nobody may double here; {_due(state)}"


def _illegal(message: str) -> PlayError:
    return PlayError(message)


def _parted(header: re.Match[str]) -> tuple[str, str, str]:
    """A header like another line that was parted at `#`: nothing is left of it but its comment."""
    comment = header["comment"]
    return "", "" if comment is None else "#", comment or ""


def _quoted(value: str) -> str:
    """A header's value in one line, quoted where it would be read as something else."""
    value = " ".join(value.splitlines())
    return json.dumps(value, ensure_ascii=False) if "#" in value or value[:1] == '"' else value


def _unquoted(text: str) -> str:
    if not text.startswith('"'):
        return text
    try:
        return str(json.loads(text))
    except ValueError:
        return text


def _plain(line: str) -> str:
    return line.replace("\ufeff", "").strip()
