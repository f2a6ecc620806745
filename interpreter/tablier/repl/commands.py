"""What can be typed, and what it does."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from tablier.diagnostics import Diagnostic, RulesetError, suggest
from tablier.model.layout import SIDES
from tablier.play.chance import Chance
from tablier.play.engine import CHOICES
from tablier.play.explain import why_not_stop
from tablier.play.game import Action
from tablier.play.notation import format_play
from tablier.play.plays import Play, legal_plays
from tablier.play.record import cited
from tablier.play.refusals import AmbiguousPlay, PlayError, UnreadablePlay
from tablier.play.search import TooManyPlaysError
from tablier.play.state import Stage, State, position, read_position
from tablier.play.typed import looks_like_dice, read_moves, read_throw, resolve, write_moves
from tablier.repl import tell
from tablier.repl.session import Session
from tablier.repl.table import COMMANDS, UnknownCommandError, command, exact, find, help_lines
from tablier.report import render
from tablier.show.board_text import has_pips, pips
from tablier.source import read_source

PAGE = 20
"""Lines of plays on one page."""

MOST_LISTED = 1000
"""Throws with more positions than this are not listed play by play, for it would take too long."""

LONGEST_LINE = 10_000


def enter(session: Session, line: str) -> None:
    """Do what a line says, then go on with the game; whatever is wrong is said, never raised."""
    text = line.strip()[:LONGEST_LINE]
    if not text:
        return
    try:
        _dispatch(session, text)
    except AmbiguousPlay as error:
        _ask(session, error)
    except PlayError as error:
        _refuse(session, error)
    except UnknownCommandError as error:
        session.screen.tell(_sentence(str(error)))
    except RulesetError as error:
        session.screen.say(render(error.diagnostics))
    if not session.is_done:
        session.go_on()


def _dispatch(session: Session, text: str) -> None:
    if text.startswith("#"):
        session.play.comments.setdefault(len(session.game.actions), []).append(text[1:].strip())
        return
    ways, session.question = session.question, []
    if ways and text.isascii() and text.isdecimal() and 1 <= int(text[:4]) <= len(ways):
        _make(session, ways[int(text) - 1])
        return
    word, _, rest = text.partition(" ")
    known = exact(word)
    if known is not None:
        known.run(session, rest.strip())
    elif looks_like_dice(text) and session.state.stage is not Stage.PLAY:
        _numbers(session, text)
    elif _reads_as_play(session, text):
        move(session, text)
    else:
        find(word).run(session, rest.strip())


def _numbers(session: Session, text: str) -> None:
    """Numbers alone: a throw where one is due, or the number that is to be named."""
    if session.state.stage is Stage.CHOOSE:
        name(session, text)
    elif session.state.stage in (Stage.LEAD, Stage.THROW):
        roll(session, text)
    else:
        session.screen.tell(_sentence(_due(session)))


def _reads_as_play(session: Session, text: str) -> bool:
    """Whether a line is meant as a play rather than as a command."""
    if "/" in text or text[0].isdecimal():
        return True
    if session.state.stage is not Stage.PLAY:
        return False
    try:
        resolve(session.engine, session.state, text)
    except UnreadablePlay:
        return False
    except PlayError:
        return True
    return True


def _ask(session: Session, error: AmbiguousPlay) -> None:
    session.question = list(error.ways)
    session.screen.tell(_sentence(str(error).split(" could mean ")[0] + " could mean:"))
    session.screen.say("\n".join(f"  {number}. {text}" for number, text in enumerate(error.texts, start=1)))


def _refuse(session: Session, error: PlayError) -> None:
    session.screen.tell(_sentence(str(error)))
    clause = error.clause
    if clause is None:
        return
    session.refused = clause
    source = cited(session.ruleset, clause) or "our choice, where no source decides"
    session.screen.say("\n".join(tell.wrapped(f"{clause.id} ({source})")))
    if not clause.text:
        session.screen.say("\n".join(tell.wrapped(tell.said(session.ruleset, clause))))


def _sentence(text: str) -> str:
    first = text.partition(" ")[0]
    start = text[:1] if "/" in first else text[:1].upper()
    return start + text[1:] + ("" if text.endswith((".", "?", ":")) else ".")


def _due(session: Session) -> str:
    """What is due now, as the end of a refusal."""
    side = tell.NAMES[session.state.player]
    return {
        Stage.OVER: "the game is over; `new` begins another",
        Stage.LEAD: "first the lead is thrown: `roll`",
        Stage.THROW: f"{side} is to throw: `roll`",
        Stage.ADOPT: f"{side} is to say `yes` (play the numbers of the lead) or `no` (throw anew)",
        Stage.CHOOSE: f"{side} is to name a number from 1 to 6",
        Stage.ANSWER: f"{side} is to `take` the double or `drop`",
        Stage.PLAY: f"{side} is to play; `moves` shows how",
    }.get(session.state.stage, f"{side} is to decide")


# --- playing -----------------------------------------------------------------------------------


@command("roll", "throw", "r", usage="[DICE]")
def roll(session: Session, rest: str) -> None:
    """Throw the dice, or enter a throw.

    `roll 6-5`, or just `6-5` or `65`, enters what real dice show; for the lead, White's die
    first. After `undo`, `roll` gives the same dice again.
    """
    stage = session.state.stage
    if stage is Stage.ADOPT and not rest:
        session.enter([Action("adopt", (0,))])
        return
    if stage not in (Stage.LEAD, Stage.THROW):
        session.screen.tell(_sentence(_due(session)))
        return
    action = read_throw(session.engine, session.state, rest) if rest else session.game.cast()
    session.enter([action])


@command("move", "m", usage="PLAY")
def move(session: Session, rest: str) -> None:
    """Play men; the word `move` may be left out.

    `24/18 13/8`, `24/18/13`, `24/13` over a rest, `8/5(2)` twice, `bar/20`, `6/off`; `13` alone is
    enough where only one man can get there. All moves of a throw at once, or one by one.
    """
    if session.state.stage is not Stage.PLAY:
        session.screen.tell(_sentence(_due(session)))
        return
    _make(session, read_moves(session.engine, session.state, rest))


def _make(session: Session, moves: Iterable[tuple[int, int, int, int]]) -> None:
    session.enter([Action("move", one) for one in moves])


@command("done", "stop", "pass")
def done(session: Session, rest: str) -> None:
    """Leave the rest unplayed, where that is allowed."""
    if session.state.stage is not Stage.PLAY:
        session.screen.tell(_sentence(_due(session)))
        return
    if not session.engine.may_stop(session.state):
        refusal = why_not_stop(session.engine, session.state)
        raise PlayError(refusal.message if refusal else "the throw must be played on", refusal)
    session.enter([Action("stop")])


@command("name", "choose", usage="NUMBER")
def name(session: Session, rest: str) -> None:
    """Name the number to be played, where you may choose."""
    if session.state.stage is not Stage.CHOOSE:
        session.screen.tell(_sentence(_due(session)))
    elif rest not in map(str, CHOICES):
        session.screen.say("Name a number from 1 to 6.")
    else:
        session.enter([Action("choose", (int(rest),))])


@command("yes", "adopt", "y")
def yes(session: Session, rest: str) -> None:
    """Play the numbers of the lead."""
    _adopt(session, 1)


@command("no", "anew")
def no(session: Session, rest: str) -> None:
    """Throw anew instead of playing the lead."""
    _adopt(session, 0)


def _adopt(session: Session, answer: int) -> None:
    if session.state.stage is Stage.ADOPT:
        session.enter([Action("adopt", (answer,))])
    else:
        session.screen.tell(_sentence(_due(session)))


@command("double")
def double(session: Session, rest: str) -> None:
    """Offer a double before you throw, where a cube is played with."""
    if not session.engine.may_double(session.state):
        cube = session.state.cube
        if cube is None:
            session.screen.say("This game is played without a doubling cube.")
        elif session.state.stage is Stage.THROW:
            session.screen.say("The cube is not yours to turn now.")
        else:
            session.screen.say(_sentence(_due(session)))
        return
    session.enter([Action("double")])


@command("take", "accept")
def take(session: Session, rest: str) -> None:
    """Accept a double; the cube is yours."""
    _answer(session, "take")


@command("drop", "refuse")
def drop(session: Session, rest: str) -> None:
    """Refuse a double; the game is lost for what the cube showed."""
    _answer(session, "drop")


def _answer(session: Session, answer: str) -> None:
    if session.state.stage is Stage.ANSWER:
        session.enter([Action(answer)])
    else:
        session.screen.say(_sentence(f"there is no double to answer; {_due(session)}"))


@command("resign", usage="[POINTS]")
def resign(session: Session, rest: str) -> None:
    """Give the game up.

    It is worth the least that can be won, or as many points as you say.
    """
    if session.game.is_over:
        session.screen.tell(_sentence(_due(session)))
        return
    people = [player for player in (0, 1) if session.is_human(player)]
    loser = people[0] if len(people) == 1 else session.state.player
    if rest and not (rest.isascii() and rest.isdecimal() and len(rest) < 5):
        session.screen.say("Say the points as a whole number, or nothing: `resign 2`.")
        return
    session.enter([Action("resign", (loser, int(rest) if rest else session.worth(1 - loser)))])


@command("hint")
def hint(session: Session, rest: str) -> None:
    """Name a play that could be made."""
    if session.state.stage is not Stage.PLAY:
        session.screen.tell(_sentence(_due(session)))
        return
    moves = session.hint(session.engine, session.state)
    written = write_moves(session.engine, session.state, moves)
    advice = f"You could play {written}." if written else "You could leave the rest unplayed: `done`."
    session.screen.say(advice)


# --- looking -----------------------------------------------------------------------------------


@command("board", "b")
def board(session: Session, rest: str) -> None:
    """Draw the board."""
    session.show()


@command("flip")
def flip(session: Session, rest: str) -> None:
    """Look at the board from the other side."""
    session.flipped = not session.flipped
    session.show()


@command("words", usage="[on|off]")
def words(session: Session, rest: str) -> None:
    """Say the board in sentences.

    `words on` does so in place of every drawing, `words off` draws again.
    """
    if rest.casefold() in ("on", "off"):
        session.in_words = rest.casefold() == "on"
    session.screen.tell(session.words())


@command("moves", "plays", "legal", usage="[PAGE]")
def moves(session: Session, rest: str) -> None:
    """List the legal plays of the throw."""
    if session.state.stage is not Stage.PLAY:
        session.screen.tell(_sentence(_due(session)))
        return
    try:
        session.engine.search(session.state).positions(session.engine.due(session.state), MOST_LISTED)
        lines = _grouped(session, legal_plays(session.engine, session.state))
    except TooManyPlaysError:
        lines = _first_moves(session)
    page = int(rest) if rest.isascii() and rest.isdecimal() and len(rest) < 5 else 1
    pages = max(1, -(-(len(lines) - 1) // PAGE))
    page = min(max(page, 1), pages)
    shown = [lines[0], *lines[1 + (page - 1) * PAGE : 1 + page * PAGE]]
    if page < pages:
        shown.append(f"`moves {page + 1}` shows the next page of {pages}.")
    session.screen.say("\n".join(shown))


def _grouped(session: Session, plays: list[Play]) -> list[str]:
    """The plays, those that begin with the same man together."""
    groups: dict[str, list[str]] = {}
    for play in plays:
        text = _text(session, play)
        first = text.partition(" ")[0].partition("/")[0]
        groups.setdefault(first, []).append(text)
    head = f"{len(plays)} legal play{'' if len(plays) == 1 else 's'}:"
    return [head, *(line for group in groups.values() for line in _filled(group))]


def _filled(texts: list[str]) -> Iterator[str]:
    """Texts side by side, in lines of at most 80 columns."""
    line = " "
    for index, text in enumerate(texts):
        piece = text + ("," if index + 1 < len(texts) else "")
        if len(line) + len(piece) > 78 and line.strip():
            yield line
            line = "   "
        line += f" {piece}"
    yield line


def _text(session: Session, play: Play) -> str:
    steps = [(step.move, step.hit) for step in play.steps]
    return format_play(session.ruleset, play.player, steps) or "no move"


def _first_moves(session: Session) -> list[str]:
    state = session.state
    texts = [write_moves(session.engine, state, [one]) for one in session.engine.moves(state)]
    return ["More plays than can be listed; they begin with:", *_filled(list(dict.fromkeys(texts)))]


@command("pips", "count")
def count(session: Session, rest: str) -> None:
    """Count the pips that each side has to go."""
    if not has_pips(session.ruleset):
        session.screen.say("Men do not travel by pips in this game.")
        return
    parts = [f"{tell.NAMES[side]} {pips(session.ruleset, session.state, side)}" for side in (0, 1)]
    session.screen.say(f"Pips to go: {', '.join(parts)}.")


@command("score")
def score(session: Session, rest: str) -> None:
    """Say the points won so far in this sitting."""
    session.screen.say(session.score())


# --- the rules ---------------------------------------------------------------------------------


@command("why", usage="[PLAY]")
def why(session: Session, rest: str) -> None:
    """Say why a play is legal or not, and by which rule.

    `why 13/7` names the clause, its words and its source; `why` alone shows the clause that
    refused the last play.
    """
    if not rest:
        if session.refused is None:
            session.screen.say("Nothing has been refused; ask about a play: `why 13/7`.")
        else:
            session.screen.say("\n".join(tell.clause_lines(session.ruleset, session.refused.id)))
        return
    if session.state.stage is not Stage.PLAY:
        session.screen.tell(_sentence(_due(session)))
        return
    try:
        ways = resolve(session.engine, session.state, rest)
    except PlayError as error:
        session.screen.tell(_sentence(str(error)))
        if error.clause is not None:
            session.screen.say("\n".join(tell.clause_lines(session.ruleset, error.clause.id)))
        return
    _why_legal(session, rest, ways)


def _why_legal(session: Session, text: str, ways: list[tuple[tuple[int, int, int, int], ...]]) -> None:
    written = write_moves(session.engine, session.state, ways[0])
    if len(ways) > 1:
        session.screen.tell(f"{text} is legal in {len(ways)} ways.")
        return
    try:
        resolve(session.engine, session.state, text, complete=True)
    except PlayError as error:
        session.screen.tell(f"{written} can be played, but not alone: {error}.")
        if error.clause is not None:
            session.screen.say("\n".join(tell.clause_lines(session.ruleset, error.clause.id)))
    else:
        session.screen.tell(f"{written} is legal.")


@command("rules", usage="[CLAUSE]")
def rules(session: Session, rest: str) -> None:
    """List the rules, or show one in full."""
    if rest:
        _one_clause(session, rest)
        return
    lines = []
    for section, clauses in session.ruleset.clauses.items():
        for clause in clauses:
            label = clause.id if clause.name else section
            lines.append(_clipped(f"  {label}: {tell.said(session.ruleset, clause)}"))
    session.screen.say("\n".join([f"{session.ruleset.title}; `rules CLAUSE` shows one in full.", *lines]))


def _one_clause(session: Session, wanted: str) -> None:
    every = [one for clauses in session.ruleset.clauses.values() for one in clauses]
    meant = [one for one in every if wanted in (one.id, one.name)] or [
        one for one in every if wanted in one.id
    ]
    if meant:
        session.screen.say(
            "\n".join(line for one in meant for line in tell.clause_lines(session.ruleset, one.id))
        )
        return
    close = suggest(wanted, [name for one in every for name in (one.id, one.name) if name])
    hint = f"; did you mean `{close}`?" if close else "; `rules` lists them."
    session.screen.say(f"There is no clause '{wanted[:60]}'{hint}")


def _clipped(text: str) -> str:
    return text if len(text) <= 79 else text[:76] + "..."


@command("readings")
def readings(session: Session, rest: str) -> None:
    """Show the doubtful rules and how they are read."""
    lines = []
    for reading in session.ruleset.readings.values():
        lines.append(f"{reading.name}: {reading.question}")
        for value in reading.values.values():
            mark = "*" if value.name == reading.chosen else " "
            lines.append(f"  {mark} {value.name}: {value.argument}")
    session.screen.say("\n".join(lines) or "This ruleset has no doubtful clauses.")


# --- time --------------------------------------------------------------------------------------


@command("undo", "u", usage="[TIMES]")
def undo(session: Session, rest: str) -> None:
    """Take back what was entered last, throws too.

    `redo` does it again with the same dice, and so does `roll`. At the start of a game the game
    before it comes back.
    """
    _repeat(session, rest, session.undo, "There is nothing to take back.")


@command("redo", usage="[TIMES]")
def redo(session: Session, rest: str) -> None:
    """Do again what was taken back."""
    _repeat(session, rest, session.redo, "There is nothing to do again.")


def _repeat(session: Session, rest: str, step: object, empty: str) -> None:
    assert callable(step)
    times = int(rest) if rest.isascii() and rest.isdecimal() and len(rest) < 5 else 1
    made = sum(1 for _ in range(max(times, 1)) if step())
    if not made:
        session.screen.say(empty)
    else:
        session.show()


@command("new")
def new(session: Session, rest: str) -> None:
    """Begin another game.

    `undo` brings the game before it back.
    """
    session.new()
    session.screen.say("A new game begins.")


@command("match", usage="[POINTS]")
def match(session: Session, rest: str) -> None:
    """Say how the match stands, or begin one to so many points."""
    if not rest:
        session.screen.say(session.score())
    elif not (rest.isascii() and rest.isdecimal() and len(rest) < 5 and int(rest)):
        session.screen.say("Say how many points win: `match 5`.")
    elif not session.game.is_over and session.game.actions:
        session.screen.say("Finish this game first, or leave it with `new`.")
    else:
        session.match = int(rest)
        session.results.clear()
        session.new()
        session.screen.say(f"A match to {rest} points begins.")


@command("auto", usage="[throws] [on|off]")
def auto(session: Session, rest: str) -> None:
    """Let forced plays be played by themselves.

    A play that is the only legal one is then made once by itself. `auto throws` lets the throws be
    made by themselves too.
    """
    parts = rest.casefold().split()
    what = "auto_throws" if parts[:1] == ["throws"] else "auto_plays"
    switch = parts[-1] if parts and parts[-1] in ("on", "off") else ""
    session.holds = False
    setattr(session, what, switch == "on" if switch else not getattr(session, what))
    label = "Throws are made" if what == "auto_throws" else "Forced plays are played"
    session.screen.say(f"{label} {'by themselves' if getattr(session, what) else 'by you'} from now on.")


@command("swap", usage="sides")
def swap(session: Session, rest: str) -> None:
    """Change sides with the other player."""
    session.players.reverse()
    session.holds = False
    session.screen.say(f"{session.who()}.")
    session.stale = True


@command("seed", usage="[NUMBER]")
def seed(session: Session, rest: str) -> None:
    """Show the seed of the dice, or set it."""
    if not rest:
        session.screen.say(f"The seed is {session.play.seed}.")
    elif rest.lstrip("-").isascii() and rest.lstrip("-").isdecimal() and len(rest) < 20:
        session.play.seed = int(rest)
        session.play.set_chance(Chance(int(rest)).state)
        session.screen.say(f"The dice are drawn from seed {rest} from now on.")
    else:
        session.screen.say("A seed is a whole number: `seed 7`.")


# --- keeping -----------------------------------------------------------------------------------


@command("record")
def record(session: Session, rest: str) -> None:
    """Show the record of the game."""
    session.screen.say(session.record().rstrip())


@command("save", usage="FILE")
def save(session: Session, rest: str) -> None:
    """Write the game to a file.

    In the middle of a throw too; the file is a record that people can read.
    """
    if not rest:
        session.screen.say("Name a file: `save evening.txt`.")
        return
    try:
        Path(rest).expanduser().write_text(session.record(with_chance=True), encoding="utf-8")
    except (OSError, ValueError, RuntimeError) as error:
        session.screen.tell(_sentence(f"'{rest[:80]}' cannot be written: {_reason(error)}"))
        return
    session.play.is_saved = True
    session.screen.say(f"The game is in {rest}.")


def _reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()


@command("load", usage="FILE")
def load(session: Session, rest: str) -> None:
    """Go on with a game from a file.

    `undo` at its start brings the game before it back.
    """
    if not rest:
        session.screen.say("Name a file: `load evening.txt`.")
        return
    try:
        path = Path(rest).expanduser()
    except RuntimeError:
        path = Path(rest)
    file, faults = read_source(path)
    if file is None:
        session.screen.say(render(faults))
        return
    _opened(session, session.open_record(file.text, rest).diagnostics, f"The game of {rest} is on the board.")


def _opened(session: Session, faults: list[Diagnostic], sentence: str) -> None:
    if faults:
        session.screen.say(render(faults))
        return
    session.screen.say(sentence)
    session.show()


@command("resume")
def resume(session: Session, rest: str) -> None:
    """Go on with the last game that was not finished."""
    if session.resume():
        session.screen.say(f"The game goes on after {len(session.game.actions)} throws and moves.")
        session.show()
    else:
        session.screen.say("No other unfinished game of this ruleset is kept.")


@command("position", usage="[JSON [SIDE]]")
def set_position(session: Session, rest: str) -> None:
    """Show the position as JSON, or set one.

    `position {"white": {"1": 15}, "black": {"1": 15}} black` sets one with Black about to throw.
    """
    if not rest:
        found = position(session.ruleset, session.state.rows)
        session.screen.say(f"{json.dumps(found)} {SIDES[session.state.player]}")
        return
    try:
        given, end = json.JSONDecoder().raw_decode(rest)
    except (ValueError, RecursionError):
        session.screen.say('A position is JSON: `position {"white": {"1": 15}, "black": {"1": 15}} white`.')
        return
    side = rest[end:].strip().casefold() or SIDES[session.state.player]
    if side not in SIDES:
        session.screen.say("Say white or black after the position.")
        return
    session.set_position(read_position(session.ruleset, given), SIDES.index(side))
    session.screen.say("The position is set; `undo` brings the game back.")
    session.show()


# --- about -------------------------------------------------------------------------------------


@command("help", "?", usage="[COMMAND]")
def help_(session: Session, rest: str) -> None:
    """List the commands, or explain one."""
    if rest:
        one = find(rest.split()[0])
        others = f" (also: {', '.join(one.aliases)})" if one.aliases else ""
        session.screen.say(f"{one.name} {one.usage}".rstrip() + f"{others}\n{one.explanation}")
        return
    lines = ["Type a play, such as 24/18 13/8, a throw, such as 6-5, or a command:"]
    lines += help_lines()
    lines.append("The beginning of a command is enough. `help COMMAND` tells more; # is a comment.")
    session.screen.say("\n".join(lines))


@command("quit", "exit", "q")
def quit_(session: Session, rest: str) -> None:
    """Leave."""
    unsaved = not session.game.is_over and session.game.actions and not session.play.is_saved
    if unsaved and session.is_interactive and not session.confirm("The game is not over. Leave it?"):
        return
    session.farewell()


def completions(session: Session, text: str) -> Iterable[str]:
    """Return what may follow on what has been typed: commands, and moves that can be made."""
    first, _, word = text.rpartition(" ")
    if first and exact(first.strip()) is None and "/" not in first:
        return []
    if first in ("rules", "help"):
        clauses = (one.id for all_ in session.ruleset.clauses.values() for one in all_)
        return [one for one in (clauses if first == "rules" else COMMANDS) if one.startswith(word)]
    found: list[str] = [] if first else [one for one in COMMANDS if one.startswith(word.casefold())]
    return found + [one for one in _moves_after(session, first) if one.startswith(word)]


def _moves_after(session: Session, typed: str) -> list[str]:
    """Moves that can follow on moves typed already."""
    state: State = session.state
    if state.stage is not Stage.PLAY:
        return []
    text = typed.partition(" ")[2] if exact(typed.partition(" ")[0]) else typed
    try:
        for one in read_moves(session.engine, state, text) if text.strip() else ():
            state = session.engine.move(state, one)
    except PlayError:
        return []
    if state.stage is not Stage.PLAY or state.player != session.state.player:
        return []
    texts = [write_moves(session.engine, state, [one]) for one in session.engine.moves(state)]
    return list(dict.fromkeys(texts))
