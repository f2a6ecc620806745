"""Plays the same games by a ruleset and by readings of it, and again only where a reading answers otherwise.

A doubtful clause seldom matters. So while a game is played by the default, whatever it asks of the rules
is asked of the other readings too; one that answers alike from beginning to end would have played the
same game. Only the others play it themselves.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Any

from tablier.model import terms
from tablier.model.emit import flatten
from tablier.model.generate import Rules
from tablier.model.ruleset import Clause, Ruleset
from tablier.model.terms import Term
from tablier.play.machine import Machine
from tablier.play.search import Groups, Search
from tablier.play.table import Table
from tablier.play.watch import Watcher
from tablier.study.games import GameResult, Traffic, play_one
from tablier.study.runs import Batch, Run, kept

_TESTS = ("bad_position", "bad_result", "no_throw", "passes", "again", "released", "play_condition")
"""Functions that a ruleset may lack; it then answers with no."""
_SECTIONS_OF_TESTS = ("forbidden", "no_throw", "leftovers", "again")
"""Sections that are nothing but conditions, asked while a game is played; a ruleset may lack them."""
_ASKED = ("moves", "end", "given", "lead")
"""Sections whose clauses must be the same, while their expressions are asked."""


# --- what a reading may differ in ---------------------------------------------------------------


def is_akin(base: Machine, other: Machine) -> bool:
    """Whether two rulesets differ in nothing but answers that can be compared while a game is played."""
    return _frame(base.ruleset) == _frame(other.ruleset) and all(map(_alike, base.rules, other.rules))


def _frame(ruleset: Ruleset) -> Any:
    """Everything of a ruleset that decides how it plays, but for the expressions that may differ."""
    layout, given = ruleset.layout, ruleset.one("given")
    sections = {
        name: [_clause(clause, whole=name not in _ASKED) for clause in clauses]
        for name, clauses in ruleset.clauses.items()
        if name not in _SECTIONS_OF_TESTS
    }
    kinds = [repr(_term(given, "in_order")), *(one.quantifier for one in _queries(given))]
    return layout.routes, layout.layers, layout.memories, ruleset.men, ruleset.setup, sections, kinds


def _clause(clause: Clause, *, whole: bool) -> Any:
    found = {key: repr(one.term) for key, one in clause.expressions.items()} if whole else {}
    return clause.id, found, {key: repr(value) for key, value in clause.values.items()}


def _queries(clause: Clause | None) -> Iterator[terms.PlayQuery]:
    term = _term(clause, "released_if")
    return (part for part in flatten(term) if isinstance(part, terms.PlayQuery)) if term else iter(())


def _term(clause: Clause | None, key: str) -> Term | None:
    return None if clause is None else clause.term(key)


def _alike(one: Rules, other: Rules) -> bool:
    """Whether men are moved and plays judged by the same functions, and the same kinds of things asked."""
    mine, theirs = _texts(one), _texts(other)
    same = ("do", "worth", *one.hooks)
    # A test of positions makes every move be tried: too much to ask where there is none.
    counts = [
        (len(r.moves), len(r.points), r.wins, set(r.hooks), r.released is None, r.bad_position is None)
        for r in (one, other)
    ]
    return counts[0] == counts[1] and all(mine[name] == theirs[name] for name in same)


def _texts(rules: Rules) -> dict[str, str]:
    """The text of every function, by name."""
    parts = re.split(r"(?m)^(?=def )", rules.source.partition("CLAUSES = ")[0])
    return {part[4 : part.index("(")]: part for part in parts if part}


# --- asking several rulesets at once ------------------------------------------------------------


class Asking:
    """One side's rules, and those of others who are asked too; it notes who answers otherwise."""

    def __init__(self, rules: Rules, others: Mapping[int, Rules], otherwise: set[int]) -> None:
        """Ask for `rules`; `otherwise` are the numbers of those who have answered otherwise."""
        self.rules, self.others, self.otherwise = rules, others, otherwise
        self.texts = {number: _texts(one) for number, one in others.items()}
        self.own = _texts(rules)

    def watched(self) -> Rules:
        """Return rules that answer as ours do, and ask the others wherever their text differs."""
        tiers = [name.partition("_")[2] for name in self.own if name.startswith("moves_")]
        everybody = (self.rules, *self.others.values())
        found: dict[str, Any] = {
            which: tuple(
                self.asked(f"{which}_{tier}", partial(_nth, which, index)) for index, tier in enumerate(tiers)
            )
            for which in ("moves", "can_move")
        }
        count = len(self.rules.points)
        found["points"] = tuple(self.asked(f"points_{i}", partial(_nth, "points", i)) for i in range(count))
        whens = self.rules.ended
        found["ended"] = {when: self.asked(f"ended_{when}", partial(_ended, when)) for when in whens}
        found |= {name: self.asked(name, attrgetter(name)) for name in _TESTS}
        found["words"] = frozenset(word for one in everybody for word in one.words)
        found["result_words"] = frozenset(word for one in everybody for word in one.result_words)
        return replace(self.rules, **found)

    def asked(self, name: str, function_of: Callable[[Rules], Any]) -> Any:
        """Our function of this name; where others have another text, one that asks them too."""
        groups: dict[str, tuple[Any, set[int]]] = {}
        for number, texts in self.texts.items():
            text = texts.get(name, "")
            if text != self.own.get(name, ""):
                function = function_of(self.others[number]) or _never
                groups.setdefault(text, (function, set()))[1].add(number)
        own = function_of(self.rules)
        return _asking(own or _never, list(groups.values()), self.otherwise) if groups else own


def _nth(which: str, index: int, rules: Rules) -> Any:
    return getattr(rules, which)[index]


def _ended(when: str, rules: Rules) -> Any:
    return rules.ended[when]


def _never(*_: Any) -> bool:
    return False


def _asking(
    own: Callable[..., Any], groups: Sequence[tuple[Callable[..., Any], set[int]]], otherwise: set[int]
) -> Callable[..., Any]:
    def answer(*arguments: Any) -> Any:
        found = own(*arguments)
        for other, who in groups:
            if not who <= otherwise and other(*arguments) != found:
                otherwise.update(who)
        return found

    return answer


class WatchedMachine(Machine):
    """A ruleset's machine that asks other readings too."""

    def __init__(self, ruleset: Ruleset, others: Mapping[int, Machine]) -> None:
        """Watch for others, each with its number."""
        super().__init__(ruleset)
        self.otherwise: set[int] = set()
        """Those who have answered otherwise in this game."""
        sides = [{number: one.rules[side] for number, one in others.items()} for side in (0, 1)]
        white, black = (
            Asking(own, theirs, self.otherwise).watched()
            for own, theirs in zip(self.rules, sides, strict=True)
        )
        self.rules, self.searches = (white, black), (Search(white), Search(black))
        self.others = [
            (_term(ruleset.one(section), key), number, _term(one.ruleset.one(section), key))
            for section, key in (("lead", "tie_numbers"), ("given", "keeps"))
            for number, one in others.items()
        ]
        """Our numbers of a tie and of dice kept, with those of each other."""

    def numbers(self, term: Term | None, table: Table) -> Groups:
        """Return the numbers that an expression makes of the throw, asking the others for theirs."""
        found = super().numbers(term, table)
        for own, number, other in self.others:
            is_open = own is term and other != own and number not in self.otherwise
            if is_open and super().numbers(other, table) != found:
                self.otherwise.add(number)
        return found


# --- playing ------------------------------------------------------------------------------------


class Sharing:
    """Plays games by several rulesets, the first of which is the default."""

    def __init__(self, rulesets: Sequence[Ruleset]) -> None:
        """Find out which of them can share the default's games."""
        self.machines = [Machine(ruleset) for ruleset in rulesets]
        base = self.machines[0]
        akin = {n: one for n, one in enumerate(self.machines) if n and is_akin(base, one)}
        self.apart = frozenset(range(1, len(rulesets))) - set(akin)
        """Those who differ in more than answers, and play every game themselves."""
        self.machines[0] = self.watched = WatchedMachine(rulesets[0], akin)

    def play(self, seed: int, games: range) -> list[Batch]:
        """Return what came of the games by each ruleset."""
        found = [Batch([], _traffic(one.ruleset), "plain", 0.0) for one in self.machines]
        for game in games:
            self.watched.otherwise.clear()
            shared = _timed(found[0], self.watched, seed, game)
            for number, machine in enumerate(self.machines[1:], start=1):
                if number in self.apart or number in self.watched.otherwise:
                    _timed(found[number], machine, seed, game)
                else:
                    _add(found[number], *shared)
        return found


def _timed(batch: Batch, machine: Machine, seed: int, game: int) -> tuple[GameResult, Traffic]:
    """Play a game, and add it to a batch."""
    began = time.perf_counter()
    watcher = machine.watcher = Watcher(machine.ruleset)
    played = play_one(machine, watcher, seed, game), Traffic(watcher.entered, watcher.held)
    _add(batch, *played)
    batch.seconds += time.perf_counter() - began
    return played


def _add(batch: Batch, result: GameResult, traffic: Traffic) -> None:
    batch.results.append(result)
    batch.traffic.add(traffic)


def _traffic(ruleset: Ruleset) -> Traffic:
    watcher = Watcher(ruleset)
    return Traffic(watcher.entered, watcher.held)


_SHARINGS: dict[tuple[str, ...], Sharing] = {}
MOST_SHARINGS = 8


def play_shared(runs: Sequence[Run], games: range) -> list[Batch]:
    """Return what came of the same games of random runs, by the plain executor; the first is the default."""
    key = tuple(run.identity for run in runs)
    sharing = kept(_SHARINGS, key, MOST_SHARINGS, lambda: Sharing([run.ruleset for run in runs]))
    return sharing.play(runs[0].seed, games)
