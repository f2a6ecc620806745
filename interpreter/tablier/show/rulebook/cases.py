"""Worked examples for readers: the position, the throw, and what follows from the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablier.diagnostics import RulesetError
from tablier.model.layout import SIDES
from tablier.model.ruleset import Example, Ruleset
from tablier.play.casts import read_cast, read_numbers
from tablier.play.engine import Engine
from tablier.play.notation import format_play, numbering, place_name
from tablier.play.plays import Play
from tablier.play.requests import Desk, plays_of_given, plays_of_throw
from tablier.play.search import TooManyPlaysError
from tablier.play.state import Rows, Stage, State, position, read_position
from tablier.show.rulebook.margins import Margins
from tablier.show.rulebook.pages import Case, Figure
from tablier.show.words.english import capital, cardinal, counted, full, listed, plain, prose

MOST_LISTED = 8
"""More plays than this are counted, not listed."""


def cases(ruleset: Ruleset, margins: Margins) -> Iterator[Case]:
    """Yield the worked examples of a ruleset, in their order.

    A position that the chosen readings do not have (with other men, say) is left out.
    """
    desk = Desk()
    for example in ruleset.examples:
        try:
            writer = _Writer(ruleset, example, desk, margins)
        except RulesetError:
            continue
        yield writer.case()


@dataclass
class _Writer:
    ruleset: Ruleset
    example: Example
    desk: Desk
    margins: Margins
    engine: Engine = field(init=False)
    plays: list[Play] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.content: Mapping[str, Any] = self.example.content
        chosen = {**self.ruleset.chosen_readings, **self.readings()}
        self.engine = self.desk.engine(str(self.ruleset.path), chosen)
        self.player = SIDES.index(self.content.get("player", "white"))
        self.rows = self.placed()

    def readings(self) -> dict[str, str]:
        given = self.content.get("readings") or {}
        return {str(name): str(value) for name, value in given.items()}

    def placed(self) -> Rows:
        given = self.content.get("position")
        if given is None:
            return self.engine.ruleset.setup
        extra = {key: self.content[key] for key in ("throws", "memory") if key in self.content}
        return read_position(self.engine.ruleset, {**given, **extra})

    @property
    def side(self) -> str:
        return SIDES[self.player].title()

    def case(self) -> Case:
        lines = [*self.under(), *self.cast(), *self.consequences()]
        entry = self.content
        return Case(
            name=plain(self.example.name),
            about=full(prose(str(entry.get("about") or ""))),
            lines=tuple(full(one) for one in lines),
            figure=self.figure(),
            ground=self.margins.ground(entry),
            note=full(prose(str(entry.get("note") or ""))),
            tests=tuple(str(one) for one in entry.get("tests") or ()),
        )

    def under(self) -> Iterator[str]:
        """The readings that the example is pinned to, where they are not in force."""
        for name, value in self.readings().items():
            reading = self.ruleset.readings.get(name)
            if reading is not None and reading.chosen != value:
                yield f"under the reading “{plain(name)}: {plain(value)}”"

    # --- the throw ------------------------------------------------------------------------------

    def cast(self) -> Iterator[str]:
        """What is thrown, or given, and how it can be played."""
        engine, content = self.engine, self.content
        if "position" not in content and ("throw" in content or "given" in content):
            yield "the men stand as at the start"
        yield from self.standing_besides()
        try:
            if "throw" in content:
                faces = read_cast(engine.ruleset, content["throw"])
                self.plays = plays_of_throw(engine, self.rows, self.player, faces)
                yield f"{self.side} throws {_dashed(faces)}"
            elif "given" in content:
                numbers = read_numbers(content["given"])
                self.plays = plays_of_given(engine, self.rows, self.player, numbers)
                yield f"{self.side} is given {_dashed(numbers)}, which the opponent could not play"
        except TooManyPlaysError:
            yield "the plays are too many to be listed"

    def standing_besides(self) -> Iterator[str]:
        """Counts that the example sets."""
        throws = self.content.get("throws")
        if isinstance(throws, Mapping):
            made = [f"{side.title()} has made {counted(int(n), 'throw')}" for side, n in throws.items()]
            yield f"before this, {listed(made)}"
        for name, value in (self.content.get("memory") or {}).items():
            values = value if isinstance(value, Mapping) else {"the game": value}
            said = [f"{n} for {side.title() if side in SIDES else side}" for side, n in values.items()]
            yield f"the count of “{plain(str(name))}” is {listed(said)}"

    # --- what follows ---------------------------------------------------------------------------

    def consequences(self) -> Iterator[str]:
        """Everything that the example says must follow."""
        says = {
            "lead": self.leads,
            "after_games": self.after_games,
            "results": self.results,
            "count": self.count,
            "includes": self.includes,
            "excludes": self.excludes,
            "legal": self.legal,
            "illegal": self.illegal,
            "left": self.left,
            "reply": self.reply,
            "next": self.next,
            "outcome": self.outcome,
        }
        for key, say in says.items():
            if key in self.content:
                yield from say(self.content[key])

    def leads(self, dice: Any) -> Iterator[str]:
        yield f"for the lead White throws {dice['white']} and Black {dice['black']}"
        leader = self.content.get("leader")
        who = {"again": "the lead is thrown again", "both": "both sides play the throw"}
        if leader is not None:
            yield who.get(leader) or f"{leader} leads"
        opens = {
            "anew": "he throws afresh",
            "lead numbers": "he plays these two numbers",
            "either": "he may play these two numbers or throw afresh",
        }.get(str(self.content.get("opens")))
        if opens is not None:
            yield opens

    def after_games(self, games: Any) -> Iterator[str]:
        told = [_game(game) for game in games]
        yield f"after {'this game' if len(told) == 1 else 'these games'}: {listed(told)}"
        content = self.content
        if "score" in content:
            yield f"the score is White {content['score']['white']}, Black {content['score']['black']}"
        if "next_game" in content:
            yield f"the next game is {content['next_game']}"
        lead = content.get("next_lead")
        if lead is not None:
            yield "the lead is thrown for" if lead == "lead" else f"{lead} leads the next game"
        if content.get("match_winner"):
            yield f"{content['match_winner']} has won the match"

    def results(self, due: Any) -> Iterator[str]:
        """Every distinct play, by its notation."""
        if "lead" in self.content:
            for one in due:
                yield f"the men then stand so: {self.places(one)}"
            return
        written = [self.written(play) for play in self.plays]
        if written == ["no man is moved"]:
            yield "nothing can be played"
        elif len(written) == 1:
            yield f"the only play is {written[0]}"
        elif len(written) <= MOST_LISTED:
            yield f"{cardinal(len(written))} different plays are possible: {'; '.join(written)}"
        else:
            yield f"there are {len(written)} different plays: {'; '.join(written)}"

    def written(self, play: Play) -> str:
        moves = [(step.move, step.hit) for step in play.steps]
        return format_play(self.engine.ruleset, play.player, moves) or "no man is moved"

    def count(self, due: Any) -> Iterator[str]:
        yield f"there {'is one play' if due == 1 else f'are {due} different plays'} of this throw"

    def includes(self, due: Any) -> Iterator[str]:
        found = [self.by_position(one) for one in due]
        yield f"among the plays: {'; '.join(found)}"

    def by_position(self, due: Any) -> str:
        """The play that leaves a position; the position itself where there is none."""
        for play in self.plays:
            have = position(self.engine.ruleset, play.rows)
            if all(_same(have[side], due[side]) for side in SIDES if side in due):
                return self.written(play)
        return self.places(due)

    def excludes(self, due: Any) -> Iterator[str]:
        for one in due:
            yield f"no play may leave this: {self.places(one)}"

    def legal(self, due: Any) -> Iterator[str]:
        yield f"allowed: {'; '.join(map(str, due))}"

    def illegal(self, due: Any) -> Iterator[str]:
        said = []
        for entry in due:
            because = entry.get("because") if isinstance(entry, Mapping) else None
            play = entry["play"] if isinstance(entry, Mapping) else entry
            name = plain(str(because).rpartition(".")[2]) if because else ""
            said.append(f"{play} (by the rule “{capital(name)}”)" if name else str(play))
        yield f"not allowed: {'; '.join(said)}"

    def left(self, due: Any) -> Iterator[str]:
        if due:
            yield f"passed to the opponent: {_dashed(due)}"
        elif any(play.after.passed for play in self.plays) is False:
            yield "nothing passes to the opponent"

    def reply(self, due: Any) -> Iterator[str]:
        for one in due:
            yield f"the opponent can then leave: {self.places(one)}"

    def next(self, due: Any) -> Iterator[str]:
        said = {
            "throw again": f"{self.side} throws again",
            "opponent": "then it is the opponent's turn",
            "end": "the game is over",
        }
        yield said.get(str(due), str(due))

    def outcome(self, due: Any) -> Iterator[str]:
        if due is None:
            yield "the game goes on"
            return
        winner, points = due.get("winner"), int(due.get("points", 0))
        if winner in (None, "nobody"):
            yield "nobody wins"
        else:
            yield f"{winner} wins and scores {counted(points, 'point')}"

    # --- positions ------------------------------------------------------------------------------

    def places(self, due: Any) -> str:
        """A position as short as it can be written."""
        if not due:
            return "all men as they were"
        return "; ".join(self.men(side, due[side]) for side in SIDES if side in due)

    def men(self, side: str, men: Mapping[Any, int]) -> str:
        ruleset, player = self.engine.ruleset, SIDES.index(side)
        found = []
        for place, count in men.items():
            index = ruleset.layout.index(str(place))
            if index is not None and count:
                shown = place_name(ruleset, player, index).replace(":", " ")
                found.append(f"{count} {'in' if shown == 'hand' else '' if shown == 'off' else 'on'} {shown}")
        return f"{side.title()} {', '.join(' '.join(one.split()) for one in found) or 'no men'}"

    def figure(self) -> Figure | None:
        """The position drawn, with the play by arrows where there is only one."""
        if "position" not in self.content and "throw" not in self.content:
            return None
        steps = self.plays[0].steps if len(self.plays) == 1 else ()
        if not steps and "position" not in self.content:
            return None
        faces = read_cast(self.engine.ruleset, self.content["throw"]) if "throw" in self.content else ()
        stage = Stage.PLAY if faces else Stage.THROW
        state = State(self.rows, stage, self.player, throw=faces)
        caption = f"{self.side} is on turn"
        if numbering(self.engine.ruleset) != "points":
            caption += f"; points as {self.side} counts them"
        if steps:
            caption = f"{self.side} plays {self.written(self.plays[0])}"
        return Figure(state, f"Example {plain(self.example.name)}", caption, steps)


def _same(have: Mapping[str, int], due: Mapping[Any, int]) -> bool:
    return {str(place): count for place, count in due.items() if count} == dict(have)


def _dashed(numbers: Sequence[int]) -> str:
    return "-".join(map(str, numbers))


def _game(game: Mapping[str, Any]) -> str:
    winner, points = game.get("winner"), int(game.get("points", 0))
    if winner in (None, "nobody"):
        return "a game that nobody won"
    return f"one that {str(winner).title()} won by {counted(points, 'point')}"
