"""Match logs, `.mat` or `.txt`: Jellyfish, GNU Backgammon, Galaxy, Backgammon Studio, XG.

    ; [Site "..."]
     5 point match

     Game 1
     Anna : 0                              Bela : 0
      1)                                  31: 8/5 6/5
      2) 64: 24/14                         Doubles => 2
      3)  Drops                             Wins 1 point

The dialects differ in how wide the columns are, whether points in between are written, whether hits
are marked, and how a throw that cannot be played or a game that is given up looks; all of them are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tablier.diagnostics import Diagnostic, Span
from tablier.formats.transcript import (
    Event,
    GameText,
    Kind,
    MatchText,
    Step,
    Won,
    fault,
    read_steps,
    warning,
    write_steps,
)

_TAG = re.compile(r';?\s*\[(\w[\w ]*?)\s+"(.*)"\]')
_MATCH = re.compile(r"(\d{1,5})\s+points?\s+match", re.IGNORECASE)
_GAME = re.compile(r"Game\s+(\d{1,5})", re.IGNORECASE)
_PLAYERS = re.compile(r"\s*(\S.*?)\s*:\s*(\d{1,5})\s+(\S.*?)\s*:\s*(\d{1,5})\s*")
_ROW = re.compile(r"\s*\d{1,4}\)(.*)")
_HEAD = re.compile(
    r"(?<!\S)(?:(?P<dice>[0-9][0-9]):"
    r"|(?P<double>Doubles|Redoubles|Beavers)(?:\s*(?:=>|to)?\s*(?P<value>\d{1,7}))?(?!\w)"
    r"|(?P<take>Takes|Accepts)(?!\w)|(?P<drop>Drops|Passes|Rejects)(?!\w)"
    r"|(?P<gives_up>Concedes|Resigns)(?!\w)"
    r"|(?P<end>Wins|Losses|Loses)\s+(?P<points>\d{1,6})\s+points?(?:\s+and\s+the\s+match)?)",
    re.IGNORECASE,
)
_NOTHING = {"", "cannot move", "can't move", "cant move", "(no play)", "no play", "fan", "no move", "dance"}
_NOT_THROWN = "00"
"""What stands for the dice of a side that gave the game up instead of throwing."""
_UNPLAYED = re.compile(r"[?\s]+")
_NEAR = 12
"""An entry that begins within so many places of the row's number stands in the left column."""


def read(text: str, name: str) -> MatchText:
    """Return what a match log says; what cannot be read is among its faults, each at its line."""
    return _Reader(text, name).read()


@dataclass
class _Entry:
    """One entry of a row: what it begins with, what follows, and where."""

    head: re.Match[str]
    rest: str
    start: int
    """The column, from 0."""


class _Reader:
    def __init__(self, text: str, name: str) -> None:
        self.lines = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
        self.name, self.match = name, MatchText()
        self.right = 34
        """Where the right column was seen to begin last."""
        self.row = 0
        self.other_names = ("", "")
        """Names of a later game that were remarked on."""

    def read(self) -> MatchText:
        for row, line in enumerate(self.lines, start=1):
            self.row = row
            self.read_line(line.replace("\t", "        ").replace("\ufeff", ""))
        if not self.match.games:
            message = "this is no match log: it has no line 'Game 1'"
            self.match.faults.append(fault("T701", message, Span(self.name, 1, 1, 1, 1)))
        self.match.faults += _left_open(self.match.games)
        return self.match

    def read_line(self, line: str) -> None:
        text = line.strip()
        if not text or self.read_head(text):
            return
        row = _ROW.fullmatch(line)
        game = self.match.games[-1] if self.match.games else None
        if game is None:
            return
        players = _PLAYERS.fullmatch(line)
        if players is not None and not game.events:
            self.read_players((players[1], players[3]), game)
            game.score = (int(players[2]), int(players[4]))
        elif row is not None:
            self.read_row(line, row.start(1), game)
        elif _HEAD.match(text):
            self.read_row(line, 0, game)
        elif not text.startswith(";"):
            self.complain(f"'{text[:40]}' is not a line of a match log", line.find(text), len(text))

    def read_players(self, names: tuple[str, str], game: GameText) -> None:
        """The sides of a game; the first game's are the match's."""
        if game is self.match.games[0]:
            self.match.names = names
        elif names not in (self.match.names, self.other_names):
            self.other_names = names
            kept = " and ".join(self.match.names)
            message = f"in the first game {kept} stand left and right; those names are kept"
            self.remark(message, 0, len(self.lines[self.row - 1]))

    def read_head(self, text: str) -> bool:
        """Read a line that stands before the throws of a game."""
        tag, length, game = _TAG.match(text), _MATCH.match(text), _GAME.fullmatch(text)
        if tag is not None:
            self.match.tags[tag[1]] = tag[2]
            self.match.jacoby = self.match.jacoby or (tag[1] == "Jacoby" and tag[2].casefold() == "on")
        elif length is not None:
            if self.match.games and self.match.length != int(length[1]):
                self.remark(f"the match was to {self.match.length} points; that is kept", 0, len(text))
            else:
                self.match.length = int(length[1])
        elif game is not None:
            self.match.games.append(GameText(int(game[1]), (0, 0), self.span(0, len(text))))
        return bool(tag or length or game) or text.startswith(";")

    def read_row(self, line: str, start: int, game: GameText) -> None:
        entries = list(_entries(line, start))
        if not entries and line[start:].strip() and not _UNPLAYED.fullmatch(line[start:]):
            self.complain("this row has neither a throw nor anything else that is known", start, len(line))
        before = line[start : entries[0].start].strip() if entries else ""
        if before and not _UNPLAYED.fullmatch(before):
            self.remark(f"'{before[:40]}' says nothing that is known", start, len(before))
        if len(entries) == 2:
            self.right = entries[1].start
        for index, entry in enumerate(entries):
            side = index if len(entries) == 2 else self.side_of(entry, start, game)
            self.read_entry(entry, side, game)

    def side_of(self, entry: _Entry, start: int, game: GameText) -> int:
        """The column of an entry that stands alone."""
        if entry.head["end"]:
            return int(entry.start * 2 > self.right)
        return int(entry.start - start > _NEAR)

    def read_entry(self, entry: _Entry, side: int, game: GameText) -> None:
        head, span = entry.head, self.span(entry.start, entry.start + len(entry.head[0]))
        self.look_for_oddities(entry, side, game)
        if head["gives_up"]:
            game.gives_up, game.gives_up_side = span, side
        elif head["dice"]:
            self.read_throw(entry, side, game)
        elif head["double"]:
            game.events.append(Event(Kind.DOUBLE, side, span, value=int(head["value"] or 0)))
        elif head["take"] or head["drop"]:
            game.events.append(Event(Kind.TAKE if head["take"] else Kind.DROP, side, span))
        elif head["end"].casefold() == "wins":
            game.won = Won(side, int(head["points"]), span)
        elif game.won is None:
            game.won = Won(1 - side, int(head["points"]), span)

    def look_for_oddities(self, entry: _Entry, side: int, game: GameText) -> None:
        """Words that say nothing, a game that goes on after its end, two ends of one game."""
        head, length = entry.head, len(entry.head[0])
        rest = entry.rest.strip()
        if not head["dice"] and rest and not _UNPLAYED.fullmatch(rest):
            self.remark(f"'{rest[:40]}' says nothing that is known", entry.start + length, len(entry.rest))
        if game.won is not None and not head["end"]:
            self.remark("the game goes on here after its result", entry.start, length)
        if head["end"] is None:
            return
        won = side if head["end"].casefold() == "wins" else 1 - side
        said = (won, int(head["points"]))
        if not said[1]:
            self.remark("a game that is won counts a point at least", entry.start, length)
        if game.won is not None and (game.won.side, game.won.points) != said:
            self.remark("the game has another result already; the last one is kept", entry.start, length)
        if game.gives_up_side == won:
            self.remark("the side that gives the game up wins it", entry.start, length)

    def read_throw(self, entry: _Entry, side: int, game: GameText) -> None:
        text = entry.rest.strip()
        start = entry.start
        length = max(len((entry.head[0] + entry.rest).rstrip()), 3)
        span = self.span(start, start + length)
        dice = tuple(map(int, entry.head["dice"]))
        if entry.head["dice"] == _NOT_THROWN and _UNPLAYED.fullmatch(text):
            return
        if not all(1 <= face <= 6 for face in dice):
            self.complain(f"{entry.head['dice']} is not a throw of two dice", start, length)
            game.events.append(Event(Kind.PLAY, side, span, is_unread=True))
            return
        if _UNPLAYED.fullmatch(text):
            game.events.append(Event(Kind.PLAY, side, span, dice, is_unplayed=True))
            return
        steps = () if text.casefold() in _NOTHING else read_steps(text)
        if isinstance(steps, str):
            at = start + len(entry.head[0]) + entry.rest.index(steps)
            self.complain(f"'{steps[:40]}' is not a move; moves are written 13/7 or bar/20", at, len(steps))
            game.events.append(Event(Kind.PLAY, side, span, dice, is_unread=True))
            return
        game.events.append(Event(Kind.PLAY, side, span, dice, steps))

    def remark(self, message: str, start: int, length: int) -> None:
        self.match.faults.append(warning(message, self.span(start, start + max(length, 1))))

    def complain(self, message: str, start: int, length: int) -> None:
        self.match.faults.append(fault("T701", message, self.span(start, start + max(length, 1))))

    def span(self, start: int, end: int) -> Span:
        return Span(self.name, self.row, start + 1, self.row, end + 1)


def _left_open(games: Sequence[GameText]) -> Iterator[Diagnostic]:
    """Yield a remark on each game that is given up for nobody knows how many points."""
    message = "the game is given up here, but no line says how many points it counts"
    return (warning(message, one.gives_up) for one in games if one.gives_up and one.won is None)


def _entries(line: str, start: int) -> Iterator[_Entry]:
    heads = list(_HEAD.finditer(line, start))
    for index, head in enumerate(heads):
        end = heads[index + 1].start() if index + 1 < len(heads) else len(line)
        yield _Entry(head, line[head.end() : end], head.start())


# --- writing ------------------------------------------------------------------------------------

_WIDTH = 34


def write(match: MatchText) -> str:
    """Return a match log as GNU Backgammon writes it, with hits marked and equal moves counted."""
    lines = [f'; [{_one_line(key)} "{_one_line(value)}"]' for key, value in match.tags.items()]
    lines += [f" {match.length} point match", ""]
    for game in match.games:
        lines += [f" Game {game.number}", _columns(*_scores(match, game)), *_rows(match, game), ""]
    return "\n".join(lines)


def _scores(match: MatchText, game: GameText) -> tuple[str, str]:
    white, black = map(_one_line, match.names)
    return f" {white} : {game.score[0]}", f" {black} : {game.score[1]}"


def _one_line(text: str) -> str:
    return " ".join(text.splitlines())


def _rows(match: MatchText, game: GameText) -> Iterator[str]:
    cells = [(event.side, _cell(event)) for event in game.events]
    if game.won is not None:
        wins = _wins(match, game, game.won)
        if cells and cells[-1][0] == game.won.side and cells[-1][1].strip():
            cells.append((1 - game.won.side, ""))
        cells.append((game.won.side, wins))
    for number, (left, right) in enumerate(_paired(cells), start=1):
        yield f"{number:3}) {_columns(left, right)}".rstrip()


def _paired(cells: Sequence[tuple[int, str]]) -> Iterator[tuple[str, str]]:
    """Two entries a row: the left side's, then the right side's."""
    row: list[str] = []
    for side, text in cells:
        if side == 0 and row:
            yield row[0], ""
            row = []
        if side == 0:
            row = [text]
        else:
            yield (row or [""])[0], text
            row = []
    if row:
        yield row[0], ""


def _columns(left: str, right: str) -> str:
    return f"{left:<{_WIDTH}} {right}".rstrip()


def _cell(event: Event) -> str:
    match event.kind:
        case Kind.DOUBLE:
            return f" Doubles => {event.value}"
        case Kind.TAKE:
            return " Takes"
        case Kind.DROP:
            return " Drops"
    head = "".join(map(str, event.dice))
    return f"{head}: ????" if event.is_unplayed else f"{head}: {_text(event.steps)}"


def _text(steps: Sequence[Step]) -> str:
    return write_steps(steps) or "Cannot Move"


def _wins(match: MatchText, game: GameText, won: Won) -> str:
    points = f" Wins {won.points} point{'' if won.points == 1 else 's'}"
    ended = match.length and game.score[won.side] + won.points >= match.length
    return f"{points} and the match" if ended else points
