"""Runs the worked cases that a ruleset carries, and says of each what was expected and what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tablier.diagnostics import Diagnostic, RulesetError, Span
from tablier.model.layout import SIDES
from tablier.model.ruleset import Example, Ruleset
from tablier.play.casts import read_cast, read_numbers
from tablier.play.match import Result, standing
from tablier.play.notation import numbering, place_name, read_place
from tablier.play.plays import Play
from tablier.play.refusals import IllegalPlay, PlayError
from tablier.play.requests import Desk, plays_of_given, plays_of_throw, read_side
from tablier.play.search import TooManyPlaysError
from tablier.play.state import After, Outcome, Rows, Stage, State, position, read_position
from tablier.play.typed import resolve

Position = dict[str, dict[str, int]]


@dataclass
class Verdict:
    """What came of one example."""

    example: Example
    diagnostics: list[Diagnostic] = field(default_factory=list)
    plays: list[Play] = field(default_factory=list)
    rows: Rows | None = None

    @property
    def passed(self) -> bool:
        """Whether everything was as expected."""
        return not self.diagnostics


def check_examples(ruleset: Ruleset) -> Iterator[Verdict]:
    """Yield a verdict on each example, in the order of the file."""
    desk = Desk()
    for example in ruleset.examples:
        yield _Run(ruleset, example, desk).verdict()


class _Failure(Exception):
    """Something is not as expected."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


class _Run:
    def __init__(self, ruleset: Ruleset, example: Example, desk: Desk) -> None:
        self.ruleset, self.example, self.desk = ruleset, example, desk
        self.content: Mapping[str, Any] = example.content
        self.result = Verdict(example)

    def verdict(self) -> Verdict:
        try:
            self.run()
        except _Failure as failure:
            self.fail("T601", failure.key, str(failure))
        except RulesetError as error:
            for one in error.diagnostics:
                self.fail("T602", self.place_of(one), one.message, one.suggestion)
        except TooManyPlaysError:
            self.fail("T602", "throw", "this throw has too many plays to list")
        return self.result

    def place_of(self, fault: Diagnostic) -> str:
        """The key of the example that a fault is about: the throw, or else the position."""
        cast = next((key for key in ("throw", "given") if key in self.content), "throw")
        return cast if fault.code == "T706" else "position"

    def fail(self, code: str, key: str, message: str, suggestion: str | None = None) -> None:
        span: Span = self.example.spans.get(key, self.example.span)
        tests = self.content.get("tests") or []
        clause = f"examples.{self.example.name}" + (f" (tests {', '.join(map(str, tests))})" if tests else "")
        message = f"example '{self.example.name}': {message}"
        self.result.diagnostics.append(Diagnostic(code, message, span, clause=clause, suggestion=suggestion))

    def run(self) -> None:
        readings = {str(k): str(v) for k, v in (self.content.get("readings") or {}).items()}
        chosen = {**self.ruleset.chosen_readings, **readings}
        self.engine = self.desk.engine(str(self.ruleset.path), chosen)
        self.ruleset = self.engine.ruleset
        if "after_games" in self.content or "next_lead" in self.content:
            self.between_games()
        elif "lead" in self.content:
            self.lead()
        else:
            self.played()

    # --- leads ------------------------------------------------------------------------------

    def lead(self) -> None:
        dice = self.content["lead"]
        state = State(self.rows(), Stage.LEAD, 0)
        after = self.engine.lead(state, int(dice["white"]), int(dice["black"]))
        tie = dice["white"] == dice["black"]
        leader = ("both" if after.after is not None else "again") if tie else SIDES[after.player]
        self.same("leader", leader, self.content.get("leader", leader))
        if "opens" in self.content:
            opens = {Stage.LEAD: "again", Stage.THROW: "anew", Stage.ADOPT: "either"}.get(
                after.stage, "lead numbers"
            )
            self.same("opens", opens, self.content["opens"])
        results = self.content.get("results")
        if results is not None and after.stage is Stage.PLAY:
            self.positions("results", self.lead_results(after), results)

    def lead_results(self, state: State) -> list[Position]:
        """Positions after the numbers of the lead have been played, by both sides where both do."""
        found: list[Position] = []
        todo = [state]
        while todo:
            one = todo.pop()
            if one.stage is Stage.PLAY and (one.after is not None or one.player == state.player):
                todo.extend(self.engine.move(one, move) for move in self.engine.moves(one))
                continue
            where = self.men(one.rows)
            if where not in found:
                found.append(where)
        return found

    def between_games(self) -> None:
        """A case of a match: what comes after these games."""
        games = self.content.get("after_games") or [self.content.get("outcome") or {}]
        results = [Result(_side(game.get("winner")), int(game.get("points", 0))) for game in games]
        have = standing(self.ruleset, results)
        found = {
            "next_game": have.ruleset,
            "next_lead": "lead" if have.leader is None else SIDES[have.leader],
            "score": dict(zip(SIDES, have.score, strict=True)),
            "match_winner": None if have.winner is None else SIDES[have.winner],
        }
        for key, value in found.items():
            if key in self.content:
                self.same(key, value, self.content[key])

    # --- throws -----------------------------------------------------------------------------

    def rows(self) -> Rows:
        given = self.content.get("position")
        if given is None:
            return self.ruleset.setup
        full = dict(given)
        for key in ("throws", "memory"):
            if key in self.content:
                full[key] = self.content[key]
        return read_position(self.ruleset, full)

    def played(self) -> None:
        rows = self.result.rows = self.rows()
        player = read_side(self.content.get("player", "white"))
        if "throw" in self.content:
            faces = read_cast(self.ruleset, self.content["throw"])
            self.state = self.engine.laid(State(rows, Stage.THROW, player), faces)
            plays = plays_of_throw(self.engine, rows, player, faces)
        elif "given" in self.content:
            numbers = read_numbers(self.content["given"])
            after = After(SIDES[player])
            self.state = self.engine.laid_given(State(rows, Stage.THROW, player), (numbers,), after)
            plays = plays_of_given(self.engine, rows, player, numbers)
        else:
            return self.before_throw(rows, player)
        self.result.plays = plays
        for key, test in self.expectations(rows, player).items():
            if key in self.content:
                test(plays, self.content[key])
        return None

    def expectations(self, rows: Rows, player: int) -> dict[str, Callable[[list[Play], Any], None]]:
        return {
            "results": lambda plays, due: self.positions(
                "results", [self.men(p.rows) for p in plays], due, rows
            ),
            "count": lambda plays, due: self.same("count", len(plays), due),
            "includes": lambda plays, due: self.membership("includes", plays, due, rows, wanted=True),
            "excludes": lambda plays, due: self.membership("excludes", plays, due, rows, wanted=False),
            "legal": lambda plays, due: self.legal(rows, player, due),
            "illegal": lambda plays, due: self.illegal(rows, player, due),
            "left": lambda plays, due: self.each("left", [list(play.passed) for play in plays], due),
            "reply": lambda plays, due: self.reply(plays, due),
            "next": lambda plays, due: self.each("next", [play.next for play in plays], due),
            "keeps": lambda plays, due: self.each("keeps", [list(play.after.kept) for play in plays], due),
            "outcome": lambda plays, due: self.each(
                "outcome", [_outcome(play.outcome) for play in plays], due
            ),
        }

    def before_throw(self, rows: Rows, player: int) -> None:
        """An example without a throw: what the position is worth when the side is about to throw."""
        after = self.engine.turn(State(rows, Stage.THROW, player))
        if after.stage is not Stage.OVER and self.engine.is_stalemate(after):
            after = self.engine.stalemate(after)
        if "outcome" in self.content:
            self.same("outcome", _outcome(after.outcome), self.content["outcome"])
        if "next" in self.content:
            due = (
                "end"
                if after.stage is Stage.OVER
                else "throw again"
                if after.player == player
                else "opponent"
            )
            self.same("next", due, self.content["next"])

    def men(self, rows: Rows) -> Position:
        found = position(self.ruleset, rows)
        return {side: found[side] for side in SIDES}

    def positions(self, key: str, have: list[Position], due: Any, before: Rows | None = None) -> None:
        wanted = [self.complete(one, before) for one in due]
        missing = [one for one in wanted if one not in have]
        extra = [one for one in have if one not in wanted]
        if missing or extra:
            parts = [f"expected but not possible: {_text(one)}" for one in missing[:3]]
            parts += [f"possible but not expected: {_text(one)}" for one in extra[:3]]
            more = len(missing) + len(extra) - len(parts)
            raise _Failure(key, "; ".join(parts) + (f"; and {more} more" if more > 0 else ""))

    def complete(self, one: Any, before: Rows | None) -> Position:
        """A result as written, with men of a side left out as they were, and empty places dropped."""
        start = self.men(before or self.ruleset.setup)
        full = {
            side: {str(k): int(v) for k, v in one[side].items() if v} if side in one else start[side]
            for side in SIDES
        }
        for index, side in enumerate(SIDES):
            for place in full[side]:
                if self.ruleset.layout.index(place) is None:
                    raise _Failure("results", f"'{place}' is not a place")
            if sum(full[side].values()) != self.ruleset.men[index]:
                placed = sum(full[side].values())
                raise _Failure(
                    "results",
                    f"a result has {placed} men for {side}, who has {self.ruleset.men[index]}: {_text(full)}",
                )
        return full

    def membership(self, key: str, plays: list[Play], due: Any, before: Rows, *, wanted: bool) -> None:
        have = [self.men(play.rows) for play in plays]
        for one in due:
            full = self.complete(one, before)
            if (full in have) is not wanted:
                raise _Failure(key, f"{_text(full)} is {'not possible' if wanted else 'possible'}")

    def legal(self, rows: Rows, player: int, due: Any) -> None:
        for text in due:
            try:
                resolve(self.engine, self.state, str(text))
            except PlayError as refusal:
                raise _Failure("legal", f"{text} is refused: {refusal}{self.counted(text, player)}") from None

    def illegal(self, rows: Rows, player: int, due: Any) -> None:
        for entry in due:
            text = str(entry["play"] if isinstance(entry, Mapping) else entry)
            try:
                resolve(self.engine, self.state, text)
            except IllegalPlay as refusal:
                self.because(entry, text, refusal, self.counted(text, player))
            except PlayError as refusal:
                raise _Failure("illegal", f"{text}: {refusal}") from None
            else:
                raise _Failure("illegal", f"{text} is allowed")

    def counted(self, text: str, player: int) -> str:
        """A word to the author who gives a play in steps where plays are written otherwise."""
        how, first = numbering(self.ruleset), text.replace("-", "/").split("/")[0].strip()
        index = self.ruleset.layout.index(first) if first.isdecimal() else None
        meant = read_place(self.ruleset, player, first)
        rows = self.rows()[player]
        if how == "ascending" or not index or not rows[index] or (meant and rows[meant]):
            return ""
        name = place_name(self.ruleset, player, index)
        return f"; plays are written as `notation` says, {how}: the man on step {first} is on {name}"

    def because(self, entry: Any, text: str, refusal: IllegalPlay, hint: str) -> None:
        due = entry.get("because") if isinstance(entry, Mapping) else None
        clause = refusal.clause
        if due is not None and (clause is None or due not in (clause.id, clause.name)):
            given = "no clause" if clause is None else clause.id
            raise _Failure("illegal", f"{text} is refused by {given}, not by {due}: {refusal}{hint}")

    def reply(self, plays: list[Play], due: Any) -> None:
        have: list[Position] = []
        for play in plays:
            replies = plays_of_given(self.engine, play.rows, 1 - play.player, play.passed)
            have.extend(one for one in (self.men(reply.rows) for reply in replies) if one not in have)
        before = plays[0].rows if len(plays) == 1 else self.rows()
        self.positions("reply", have, due, before)

    def each(self, key: str, have: list[Any], due: Any) -> None:
        for one in have:
            self.same(key, one, due)

    def same(self, key: str, have: Any, due: Any) -> None:
        if isinstance(due, Mapping) and isinstance(have, Mapping):
            have = {name: value for name, value in have.items() if name in due}
            due = dict(due)
        if have != due:
            goes_on = key == "outcome" and have is None
            found = "the game goes on" if goes_on else f"it is {written(have)}"
            raise _Failure(key, f"`{key}` should be {written(due)}, but {found}")


def _side(name: Any) -> int | None:
    return SIDES.index(name) if name in SIDES else None


def _outcome(outcome: Outcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    winner = "nobody" if outcome.winner is None else SIDES[outcome.winner]
    return {"winner": winner, "points": outcome.points}


def written(value: Any) -> str:
    """Return a value of an example as it would be written in the file.

    >>> written({"winner": "white", "points": 4, "left": [6], "outcome": None})
    '{winner: white, points: 4, left: [6], outcome: null}'
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {written(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(written(one) for one in value) + "]"
    return "null" if value is None else str(value)


def _text(found: Position) -> str:
    sides = (
        f"{side} {{{', '.join(f'{place}: {count}' for place, count in men.items())}}}"
        for side, men in found.items()
    )
    return " ".join(sides)
