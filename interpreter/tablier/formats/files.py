"""Files of games, whatever their format: told apart, read, checked, and written in another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from tablier.diagnostics import Diagnostic, RulesetError, Span, suggest
from tablier.formats import mat, sgf
from tablier.formats.board import require
from tablier.formats.exporting import transcribe
from tablier.formats.importing import play
from tablier.formats.transcript import MatchText
from tablier.model import library
from tablier.model.load import load
from tablier.play.engine import Engine
from tablier.play.game import Game
from tablier.play.match import Result, format_match, read_match
from tablier.play.record import Comments, read, read_headers, read_readings, read_settings, split, write
from tablier.source import SourceFile
from tablier.syntax.yaml_tree import head

RECORD = "record"
READERS: Mapping[str, Callable[[str, str], MatchText]] = {"mat": mat.read, "sgf": sgf.read}
WRITERS: Mapping[str, Callable[[MatchText], str]] = {"mat": mat.write, "sgf": sgf.write}
FORMS = (RECORD, *WRITERS)
"""Every format that files of games may have."""


TAGS = {"date": "EventDate", "event": "Event", "place": "Place", "round": "Round"}
"""Headers of a record, and what match logs call them."""


@dataclass
class Opened:
    """The games of a file, as far as they keep the rules, and everything found wrong or odd."""

    form: str
    games: list[Game]
    faults: list[Diagnostic]
    match: MatchText
    headers: list[Mapping[str, str]] = field(default_factory=list)
    comments: list[Comments] = field(default_factory=list)


def form_of(text: str) -> str:
    """Return the format that a text is in.

    >>> form_of("ruleset: some-game"), form_of("(;FF[4]GM[6]"), form_of(" 5 point match")
    ('record', 'sgf', 'mat')
    """
    text = text.removeprefix("\ufeff").lstrip()
    if text.startswith("("):
        return "sgf"
    first = re.search(r"(?mi)^\s*(?:(ruleset)\s*:|\d+\s+points?\s+match|Game\s+\d+\s*$)", text[:2000])
    return RECORD if first is not None and first[1] else "mat"


def open_games(file: SourceFile, ruleset: str | None = None) -> Opened:
    """Return the games of a file, checked against the rules.

    Raises:
        RulesetError: when the ruleset cannot be used.
    """
    form = form_of(file.text)
    if form == RECORD:
        return _records(file)
    rules = load(ruleset or default_ruleset(form))
    require(rules, form)
    found = play(Engine(rules), READERS[form](file.text, file.name))
    return Opened(form, found.games, found.faults, found.text)


def default_ruleset(form: str) -> str:
    """Return the only ruleset of the library that can be written in a format.

    Raises:
        RulesetError: T706 when there are several, or none.
    """
    declared = [path.stem for path in library.files() if form in _declared(path)]
    if len(declared) == 1:
        return declared[0]
    names = f"these can: {', '.join(declared)}" if declared else "none of the library can"
    message = f"say with --ruleset which rules the file is played by; of '{form}', {names}"
    raise RulesetError([Diagnostic("T706", message)])


def _declared(path: Path) -> list[str]:
    found = head(path, ["formats"]).get("formats")
    return [str(one) for one in found] if isinstance(found, list) else []


def _records(file: SourceFile) -> Opened:
    """The games of our own records, which may be of different rulesets."""
    engines: dict[object, Engine] = {}
    found = Opened(RECORD, [], [], MatchText())
    for before, text in split(file.text):
        headers = read_headers(text)
        key = tuple(headers.get(one, "") for one in ("ruleset", "readings", "constants"))
        if key not in engines:
            with _at_headers(file.name, text, before):
                engines[key] = Engine(load(key[0], read_readings(headers), read_settings(headers)))
        replay = read(engines[key], text, file.name, before)
        found.games.append(replay.game)
        found.faults += replay.diagnostics
        found.headers.append(headers)
        found.comments.append(replay.comments)
    first = found.headers[0]
    known = read_match(first.get("match", ""))
    found.match.names = (first.get("white", "White"), first.get("black", "Black"))
    found.match.tags = {tag: first[key] for key, tag in TAGS.items() if key in first}
    found.match.length = (known[1] or 0) if known is not None else 0
    return found


@contextmanager
def _at_headers(name: str, text: str, before: int) -> Iterator[None]:
    """Give faults that have no place in a file that of the header they are about."""
    try:
        yield
    except RulesetError as error:
        lines = [line.partition(":")[0].strip() for line in text.splitlines()]
        rows: dict[str, int] = {
            key: before + lines.index(key) + 1 for key in ("ruleset", "readings", "constants") if key in lines
        }

        def placed(fault: Diagnostic) -> Diagnostic:
            about = "constants" if "constant" in fault.message or "number" in fault.message else "readings"
            row = rows.get(about if fault.code == "T508" else "ruleset") or min(rows.values(), default=1)
            return fault if fault.span is not None else replace(fault, span=Span(name, row, 1, row, 2))

        raise RulesetError(list(map(placed, error.diagnostics))) from None


def convert(opened: Opened, form: str) -> str:
    """Return the games of a file in another format.

    Raises:
        RulesetError: when the format cannot hold them.
    """
    if form not in FORMS:
        message = f"there is no format '{form}'; there are {', '.join(FORMS)}"
        raise RulesetError([Diagnostic("T706", message, suggestion=suggest(form, FORMS))])
    if form == RECORD:
        return "\n".join(write_records(opened))
    for game in opened.games:
        require(game.ruleset, form)
    return WRITERS[form](transcribe(opened.games, opened.match, places=form == "sgf"))


def write_records(opened: Opened) -> list[str]:
    """Return a record for each game, with the match it is of."""
    texts, results = [], list[Result]()
    for index, game in enumerate(opened.games):
        headers = dict(opened.headers[index]) if opened.headers else _headers(opened, game, results)
        for own in ("ruleset", "readings", "constants", "position", "turn", "stakes"):
            headers.pop(own, None)
        texts.append(write(game, headers, opened.comments[index] if opened.comments else None))
        outcome = game.state.outcome
        if outcome is not None:
            results.append(Result(outcome.winner, outcome.points))
    return texts


def _headers(opened: Opened, game: Game, results: list[Result]) -> dict[str, str]:
    match = opened.match
    headers = {"white": match.names[0], "black": match.names[1]}
    keys = {tag: key for key, tag in TAGS.items()} | {"Date": "date", "Site": "place"}
    headers |= {keys[tag]: value for tag, value in match.tags.items() if tag in keys}
    if match.length or len(match.games) > 1:
        headers["match"] = format_match(game.ruleset.name, match.length or None, results)
    return headers
