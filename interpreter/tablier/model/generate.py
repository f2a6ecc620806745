"""From a ruleset to the Python functions that run it, one set for each side as mover.

The functions work on rows of numbers (`layout.py`): `M` is the mover's, `T` the other's, `C` the
list described by `emit.CONTEXT`. A move is a tuple `(number, kind, from index, to index)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablier.model import terms
from tablier.model.emit import CONTEXT, Emitter, depends, flatten, is_fixed, parts_of
from tablier.model.ruleset import Clause, Ruleset
from tablier.model.terms import Term

HOOKS = ("after_throw", "after_play", "at_turn", "turn_end")
"""When memories change, apart from moves."""

Row = list[int]
Move = tuple[int, int, int, int]
Test = Callable[[Sequence[int], Sequence[int], Sequence[Any]], Any]


@dataclass
class Rules:
    """What one side may do: functions generated from the ruleset's clauses."""

    moves: tuple[Callable[[Row, Row, list[Any], int], list[Move]], ...]
    """For each tier: every move by a number that no `landing` or `move` clause forbids."""
    can_move: tuple[Callable[[Row, Row, list[Any], int], bool], ...]
    """For each tier: whether there is such a move."""
    do: Callable[[Row, Row, list[Any], Move], Any]
    """Make a move, with its contact; returns what `undo` needs."""
    undo: Callable[[Row, Row, list[Any], Move, Any], None]
    bad_position: Callable[[Row, Row, list[Any], Move], bool] | None
    bad_result: Test | None
    worth: Test
    """What the obligations look at, greatest is best: a tuple."""
    ended: dict[str, Test]
    """For `move`, `turn`, `play`: 0, or the number (from 1) of the `end` clause that holds."""
    wins: tuple[str, ...]
    points: tuple[Test, ...]
    no_throw: Test | None
    passes: Test | None
    again: Test | None
    released: Test | None
    play_condition: Test | None
    hooks: dict[str, Callable[[Row, Row, list[Any]], None]]
    clauses: dict[str, Callable[..., Any]] = field(default_factory=dict)
    """Every clause's conditions alone, by `id.key`: f(M, T, C, n, fi, f, ti, t)."""
    source: str = ""
    words: frozenset[str] = frozenset()
    """Words of the throw that the clauses use."""
    result_words: frozenset[str] = frozenset()
    """Those of them that the `result` clauses use."""
    is_counted: bool = True
    """Whether `worth` depends on nothing but the numbers played."""
    is_placeless: bool = True
    """Whether `worth` depends on no man's place: on numbers played, the throw, what moves do not change."""
    is_monotone: bool = True
    """Whether playing every number is worth most for certain."""


def generate(ruleset: Ruleset, mover: int) -> Rules:
    """Return the functions for one side; their text is in `Rules.source`."""
    return PythonWriter(ruleset, mover).rules()


class RulesWriter:
    """Writes the functions of one side as text, whatever will run them.

    What differs between executors is in the methods under "how it is written"; `PythonWriter` is
    the plain one.
    """

    arguments = "M, T, C"
    """What every function takes first."""

    def __init__(self, ruleset: Ruleset, mover: int, emitter: type[Emitter] = Emitter) -> None:
        """Write for one side of one ruleset."""
        self.ruleset = ruleset
        self.layout = ruleset.layout
        self.emit = emitter(ruleset.layout, mover, ruleset.men)
        self.lines: list[str] = []
        self.fresh = 0
        self.hit_words = _uses(ruleset, "men_hit")
        self.landed_words = _uses(ruleset, "landed")
        self.result_words: set[str] = set()

    @property
    def tiers(self) -> list[int]:
        """The tiers of moves, in order."""
        return sorted({clause.values.get("tier", 1) for clause in self.ruleset.section("moves")}) or [1]

    def write(self) -> None:
        """Write every function that play needs."""
        for tier in self.tiers:
            self.generator(tier, first_only=False)
            self.generator(tier, first_only=True)
        self.do()
        self.worth()
        self.tests()
        for hook in HOOKS:
            self.hook(hook)

    @property
    def is_monotone(self) -> bool:
        """Whether playing every number is worth most for certain."""
        return all(isinstance(term, terms.Var) and term.name in _COUNTS for term in self.preferences())

    def is_placeless(self, term: Term) -> bool:
        """Whether a number depends on no man's place, nor on anything that a move changes."""
        kept = {clause.name for clause in self.ruleset.section("memory") if clause.term("after_move") is None}
        if _holds(term, terms.Men, terms.Edge, terms.AllIn, terms.IsAt, terms.Within, terms.Quantified):
            return False
        return depends(term) <= set(CONTEXT) - {"men_hit", "landed"} and _memories(term) <= kept

    def preferences(self) -> list[Term]:
        """The expressions of the obligations, in order."""
        found = [clause.term("prefer") for clause in self.ruleset.section("obligations")]
        return [term for term in found if term is not None]

    # --- moves ------------------------------------------------------------------------------

    def generator(self, tier: int, *, first_only: bool) -> None:
        """Write the function that finds moves of a tier: all of them, or whether there is one."""
        self.begin_moves(tier, first_only)
        for kind, clause in enumerate(self.ruleset.section("moves")):
            if clause.values.get("tier", 1) == tier:
                self.kind(kind, clause, first_only)
        self.lines.append("    return False" if first_only else self.all_found)

    # how it is written

    all_found = "    return out"

    def begin_moves(self, tier: int, first_only: bool) -> None:
        """The head of a function that finds moves."""
        name = f"can_move_{tier}" if first_only else f"moves_{tier}"
        self.lines.append(f"def {name}({self.arguments}, n):")
        if not first_only:
            self.lines.append("    out = []")

    def found(self, kind: int, origin: str, target: str) -> str:
        """What is done with a move that was found."""
        return f"out.append((n, {kind}, {origin}, {target}))"

    def begin_position(self) -> None:
        """The head of the function that tests the position after a move."""
        self.lines += [
            f"def bad_position({self.arguments}, move):",
            "    n, k, fi, ti = move",
            "    f = STEP[fi]; t = STEP[ti]",
        ]

    # the same for all

    def kind(self, kind: int, clause: Clause, first_only: bool) -> None:
        """Write the search for moves of one kind."""
        origin, target = clause.places("from"), clause.places("to")
        assert origin is not None and target is not None
        found = "return True" if first_only else self.found(kind, "fi", "ti")
        self.emit.spots = {"from": origin.spot, "to": target.spot}
        self.emit.hoisted = {}
        tests = self.forbidding(clause, landing=target.spot is None)
        fixed = [test for test in tests if not depends(test) & {"from", "to"}]
        loose = [test for test in tests if depends(test) & {"from", "to"}]
        guard = _all(self.emit.truth(test) for test in fixed)
        if guard == "False":
            return
        self.lines.append(f"    if {guard}:")
        self.hoist(loose, "        ")
        if origin.spot is not None:
            index = self.layout.spot(origin.spot)
            self.lines += ["        f = 0", f"        if M[{index}]:"]
            self.body(target, loose, found.replace("fi", str(index)), "            ")
        else:
            self.origins(origin, target, loose, found)
        self.emit.spots, self.emit.hoisted = {}, {}

    def forbidding(self, clause: Clause, *, landing: bool) -> list[Term]:
        """All that must hold for a move of this kind: its `if`, and that nothing forbids it."""
        tests: list[Term] = []
        condition = clause.term("if")
        if condition is not None:
            tests.extend(_parts(condition))
        for one in self.ruleset.section("forbidden"):
            for key in ("landing", "move") if landing else ("move",):
                term = one.term(key)
                if term is not None:
                    tests.extend(_parts(terms.Not(term)))
        return tests

    def hoist(self, loose: Iterable[Term], indent: str) -> None:
        """Work out once, before the loop over men, what is the same for all of them."""
        for term in dict.fromkeys(part for test in loose for part in _fixed_parts(test)):
            name = f"h{len(self.emit.hoisted)}"
            text = self.emit.truth(term) if is_truth(term) else self.emit.number(term)
            self.lines.append(f"{indent}{name} = {text}")
            self.emit.hoisted[term] = name

    def origins(self, origin: terms.Places, target: terms.Places, loose: list[Term], found: str) -> None:
        """One loop for each span of places that men of this kind of move may leave."""
        base = 0 if origin.layer is None else self.layout.layer_base(origin.layer)
        is_advance = target.is_single and target.spot is None and _is_advance(target.spans[0][0])
        for low, high in origin.spans:
            only = self.emit.known(low)
            if only is not None and only == self.emit.known(high) and 1 <= only <= self.layout.last:
                self.from_one(only, base, target, loose, found)
                continue
            first, last = self.limit(low, "max", 1), self.limit(high, "min", self.layout.last)
            if is_advance and target.layer is None:
                last = f"min({last}, {self.layout.last} - n)"
            self.lines.append(f"        for f in range({first}, {last} + 1):")
            index = f"{base} + f" if base else "f"
            self.lines.append(f"            if M[{index}]:")
            self.body(
                target,
                loose,
                found.replace("fi", index),
                "                ",
                is_advance and target.layer is None,
            )

    def from_one(self, step: int, base: int, target: terms.Places, loose: list[Term], found: str) -> None:
        """One place that men of this kind of move may leave: what depends on it is known beforehand."""
        self.lines += [f"        f = {step}", f"        if M[{base + step}]:"]
        self.emit.values["from"] = step
        self.body(target, loose, found.replace("fi", str(base + step)), "            ")
        del self.emit.values["from"]

    def limit(self, term: Term, which: str, bound: int) -> str:
        """Text of a bound of a loop."""
        known = self.emit.known(term)
        if known is not None:
            return str(max(known, bound) if which == "max" else min(known, bound))
        return f"{which}({self.emit.number(term)}, {bound})"

    def body(
        self, target: terms.Places, loose: list[Term], found: str, indent: str, inside: bool = False
    ) -> None:
        """Where the man goes, what must hold, and what is done when it does."""
        step = None if target.spot is not None else self.emit.known(target.spans[0][0])
        if step is not None:
            self.emit.values["to"] = step
        tests = [self.emit.truth(one) for one in loose]
        self.emit.values.pop("to", None)
        if target.spot is not None:
            index = str(self.layout.spot(target.spot))
            if any("to" in depends(one) for one in loose):
                self.lines.append(f"{indent}t = {self.layout.last + 1}")
        else:
            base = 0 if target.layer is None else self.layout.layer_base(target.layer)
            index = f"{base} + t" if base else "t"
            self.lines.append(f"{indent}t = {self.emit.number(target.spans[0][0])}")
            low, high = terms.bounds(target.spans[0][0])
            if not inside and (low < 1 or high > self.layout.last):
                tests.insert(0, f"1 <= t <= {self.layout.last}" if low < 1 else f"t <= {self.layout.last}")
        self.lines.append(f"{indent}if {_all(tests)}:")
        self.lines += [f"{indent}    {line}" for line in found.replace("ti", index).splitlines()]

    # --- making a move ----------------------------------------------------------------------

    def do(self) -> None:
        """Write how a move is made, with its contact."""
        contacts = self.ruleset.section("contact")
        hooks = [clause for clause in self.ruleset.section("memory") if clause.term("after_move") is not None]
        self.lines += [
            "def do(M, T, C, move):",
            "    n, k, fi, ti = move",
            "    M[fi] -= 1",
            "    M[ti] += 1",
            "    u = None",
        ]
        if self.landed_words:
            self.lines += [f"    u = (C, {CONTEXT['landed']}, None, C[{CONTEXT['landed']}], u)"]
            self.lines += [f"    C[{CONTEXT['landed']}] = STEP[ti] if STEP[ti] <= {self.layout.last} else 0"]
        if contacts or hooks:
            self.lines.append("    f = STEP[fi]; t = STEP[ti]")
        self.contacts()
        for clause in hooks:
            self.remember(clause, "after_move", undoable=True)
        self.lines.append("    return u")
        self.emit.tables["STEP"] = self.layout.step_of

    def contacts(self) -> None:
        """Write every contact: those that speak of `to` only for a man who reached a point."""
        for clause in self.ruleset.section("contact"):
            lands = clause.term("takes") is None or any(
                "to" in depends(one.term) for one in clause.expressions.values()
            )
            self.lines.append(f"    if 1 <= t <= {self.layout.last}:" if lands else "    if True:")
            self.emit.spots = {"to": None} if lands else {}
            self.contact(clause)
        self.emit.spots = {}

    def contact(self, clause: Clause) -> None:
        """Write what becomes of a man whom a move meets."""
        condition = clause.term("if")
        assert condition is not None
        theirs = clause.values.get("whose", "theirs") == "theirs"
        row, side = ("T", terms.THEIRS) if theirs else ("M", terms.MINE)
        takes, sends = clause.places("takes"), clause.places("sends")
        assert sends is not None
        a, b = self.fresh_name("a"), self.fresh_name("b")
        if takes is None:
            step = terms.Var("to", 1, self.layout.last)
            takes = terms.Places(0, ((step, step),))
        self.lines += [
            f"        if {self.emit.truth(condition)}:",
            f"            {a} = {self.victim(row, side, takes)}",
            f"            {b} = {self.arrival(side, sends)}",
            f"            if {row}[{a}] and {b}:",
            f"                {row}[{a}] -= 1; {row}[{b}] += 1",
            f"                u = ({row}, {a}, {b}, 0, u)",
        ]
        if self.hit_words and theirs:
            hits = CONTEXT["men_hit"]
            self.lines.append(f"                u = (C, {hits}, None, C[{hits}], u); C[{hits}] += 1")

    def victim(self, row: str, side: int, places: terms.Places) -> str:
        """Index of the men on the places in a side's row (the first that holds any)."""
        if places.spot is not None:
            return str(self.layout.spot(places.spot))
        table = self.emit.table(
            f"who_{places.route}{side}_{places.layer or ''}", self.emit.all_indices(places, side)
        )
        return f"first_({row}, {table}, {self.emit.number(places.spans[0][0])})"

    def arrival(self, side: int, places: terms.Places) -> str:
        """Where such a man goes: an index in his row."""
        if places.spot is not None:
            return str(self.layout.spot(places.spot))
        step = self.emit.number(places.spans[0][0])
        table = self.emit.table(
            f"who_{places.route}{side}_{places.layer or ''}", self.emit.all_indices(places, side)
        )
        return f"where_({table}, {step})"

    def fresh_name(self, stem: str) -> str:
        """A name that the text has not used yet."""
        self.fresh += 1
        return f"{stem}{self.fresh}"

    def remember(self, clause: Clause, hook: str, *, undoable: bool) -> None:
        """Write the change of a memory."""
        term = clause.term(hook)
        assert term is not None
        row = self.emit.row(terms.MINE if clause.values["of"] == "side" else terms.GAME)
        index = self.layout.memory(clause.name)
        value = self.fresh_name("v")
        self.lines.append(f"    {value} = {self.emit.number(term)}")
        if undoable:
            self.lines.append(f"    u = ({row}, {index}, None, {row}[{index}], u)")
        self.lines.append(f"    {row}[{index}] = {value}")

    def hook(self, hook: str) -> None:
        """Write the changes of memories at one time."""
        clauses = [clause for clause in self.ruleset.section("memory") if clause.term(hook) is not None]
        if clauses:
            self.lines.append(f"def {hook}({self.arguments}):")
            for clause in clauses:
                self.remember(clause, hook, undoable=False)

    # --- positions and results --------------------------------------------------------------

    def worth(self) -> None:
        """Write what the obligations look at."""
        values = [self.emit.number(term) for term in self.preferences()]
        self.lines += [
            f"def worth({self.arguments}):",
            f"    return ({''.join(value + ', ' for value in values)})",
        ]

    def tests(self) -> None:
        """Write the conditions that are asked about whole positions and results."""
        forbidden = self.ruleset.section("forbidden")
        positions = [term for term in (clause.term("position") for clause in forbidden) if term is not None]
        if positions:
            self.begin_position()
            self.lines.append(f"    return {_any(self.emit.truth(term) for term in positions)}")
        results = [term for term in (clause.term("result") for clause in forbidden) if term is not None]
        if results:
            before, self.emit.used = self.emit.used, set()
            self.test("bad_result", _any(self.emit.truth(term) for term in results))
            self.result_words = self.emit.used
            self.emit.used = before | self.result_words
        for name, section, key in (
            ("no_throw", "no_throw", "if"),
            ("passes", "leftovers", "pass_if"),
            ("again", "again", "if"),
        ):
            clause = self.ruleset.one(section)
            term = None if clause is None else clause.term(key)
            if term is not None:
                self.test(name, self.emit.truth(term))
        self.released()
        self.ends()

    def test(self, name: str, text: str) -> None:
        """Write one condition as a function."""
        self.lines += [f"def {name}({self.arguments}):", f"    return {text}"]

    def released(self) -> None:
        """`released_if`: one test before the plays are known, one of each play (see play/given)."""
        clause = self.ruleset.one("given")
        term = None if clause is None else clause.term("released_if")
        if term is None:
            return
        plain = [part for part in flatten(term) if not isinstance(part, terms.PlayQuery)]
        asked = [part for part in flatten(term) if isinstance(part, terms.PlayQuery)]
        self.test("released", _all(self.emit.truth(part) for part in plain))
        if asked:
            self.test("play_condition", _all(self.emit.truth(part.condition) for part in asked))

    def ends(self) -> None:
        """Write when the game ends, and what it is worth."""
        clauses = self.ruleset.section("end")
        for tested in ("move", "turn", "play"):
            self.lines.append(f"def ended_{tested}({self.arguments}):")
            for index, clause in enumerate(clauses, start=1):
                if clause.values.get("tested", "move") == tested:
                    condition = clause.term("if")
                    assert condition is not None
                    self.lines += [
                        f"    if {self.emit.truth(condition)}:",
                        f"        return {index}",
                    ]
            self.lines.append("    return 0")
        for index, clause in enumerate(clauses):
            points = clause.term("points") or terms.Int(1)
            self.test(f"points_{index}", self.emit.number(points))


class PythonWriter(RulesWriter):
    """Writes for Python itself, and runs what it has written."""

    def rules(self) -> Rules:
        """Run the text; return its functions."""
        self.write()
        self.single_clauses()
        source = "\n".join(self.lines) + "\n"
        space: dict[str, Any] = dict(_helpers(self.layout.last, self.layer_offsets()), **self.emit.tables)
        exec(compile(source, f"<rules of {self.ruleset.name}>", "exec"), space)
        return self.collect(space, source)

    def collect(self, space: dict[str, Any], source: str) -> Rules:
        """Gather the functions by what they are for."""
        tiers, ends = self.tiers, self.ruleset.section("end")
        return Rules(
            moves=tuple(space[f"moves_{tier}"] for tier in tiers),
            can_move=tuple(space[f"can_move_{tier}"] for tier in tiers),
            do=space["do"],
            undo=undo,
            bad_position=space.get("bad_position"),
            bad_result=space.get("bad_result"),
            worth=space["worth"],
            ended={tested: space[f"ended_{tested}"] for tested in ("move", "turn", "play")},
            wins=tuple(clause.values["wins"] for clause in ends),
            points=tuple(space[f"points_{index}"] for index in range(len(ends))),
            no_throw=space.get("no_throw"),
            passes=space.get("passes"),
            again=space.get("again"),
            released=space.get("released"),
            play_condition=space.get("play_condition"),
            hooks={hook: space[hook] for hook in HOOKS if hook in space},
            clauses=space["CLAUSES"],
            source=source,
            words=frozenset(self.emit.used),
            result_words=frozenset(self.result_words),
            is_counted=all(_is_counted(term) for term in self.preferences()),
            is_placeless=all(map(self.is_placeless, self.preferences())),
            is_monotone=self.is_monotone,
        )

    def layer_offsets(self) -> list[int]:
        """What to add to a step for its index in each layer."""
        return [self.layout.layer_base(layer) for layer in self.layout.layers]

    # --- each clause alone, for explanations and for the comparison with the tree walker -----

    def single_clauses(self) -> None:
        """Write every clause alone."""
        self.lines.append("CLAUSES = {}")
        for section in self.ruleset.clauses.values():
            for clause in section:
                for key, expression in clause.expressions.items():
                    self.single(f"{clause.id}.{key}", expression.term)

    def single(self, name: str, term: Term) -> None:
        """Write one expression alone."""
        text = self.any_text(term)
        if text is not None:
            function = f"clause_{len(self.lines)}"
            self.lines += [
                f"def {function}(M, T, C, n, fi, f, ti, t):",
                f"    return {text}",
                f"CLAUSES[{name!r}] = {function}",
            ]

    def any_text(self, term: Term) -> str | None:
        """Text of a number or a condition; None for anything else."""
        if isinstance(
            term,
            terms.Places
            | terms.Copies
            | terms.Joined
            | terms.InOrder
            | terms.Rungs
            | terms.Dice
            | terms.Nothing,
        ):
            return None
        if _holds(term, terms.PlayQuery, terms.Chosen, terms.Dice, terms.Copies):
            return None
        return self.emit.truth(term) if is_truth(term) else self.emit.number(term)


def undo(mine: Row, theirs: Row, context: list[Any], move: Move, token: Any) -> None:
    """Take a move back: first its consequences, last first, then the move itself."""
    while token is not None:
        row, a, b, value, token = token
        if b is None:
            row[a] = value
        else:
            row[b] -= 1
            row[a] += 1
    mine[move[3]] -= 1
    mine[move[2]] += 1


def is_truth(term: Term) -> bool:
    """Whether a term is a condition."""
    if isinstance(term, terms.If):
        return is_truth(term.then)
    if isinstance(term, terms.Quantified):
        return term.quantifier != "count"
    kinds = (
        terms.Truth,
        terms.Flag,
        terms.Compare,
        terms.IsAt,
        terms.Within,
        terms.AllIn,
        terms.Not,
        terms.And,
        terms.Or,
    )
    return isinstance(term, kinds)


def _helpers(last: int, offsets: list[int]) -> dict[str, Any]:  # noqa: C901 - seven small functions
    """Small functions that generated text calls."""
    onward = [(step, offset + step) for step in range(1, last + 1) for offset in (0, *offsets)]
    backward = onward[::-1]

    def rearmost(row: Sequence[int]) -> int:
        for step, place in onward:
            if row[place]:
                return step
        return 0

    def foremost(row: Sequence[int]) -> int:
        for step, place in backward:
            if row[place]:
                return step
        return 0

    def count_(row: Sequence[int], table: Sequence[tuple[int, ...]], step: int) -> int:
        return sum(row[index] for index in table[step]) if 0 <= step <= last else 0

    def first_(row: Sequence[int], table: Sequence[tuple[int, ...]], step: int) -> int:
        for index in table[step] if 0 <= step <= last else ():
            if row[index]:
                return index
        return 0

    def where_(table: Sequence[tuple[int, ...]], step: int) -> int:
        found = table[step] if 0 <= step <= last else ()
        return found[0] if found else 0

    def div_(a: int, b: int) -> int:
        return a // b if b else 0

    def mod_(a: int, b: int) -> int:
        return a % b if b else 0

    functions = (rearmost, foremost, count_, first_, where_, div_, mod_)
    return {function.__name__: function for function in functions}


_COUNTS = frozenset({"numbers_played", "highest_played", "pips_played"})


def _is_counted(term: Term) -> bool:
    return depends(term) <= _COUNTS | {"numbers_left"} and not _holds(
        term, terms.Men, terms.Edge, terms.Memory, terms.AllIn, terms.Flag, terms.IsAt
    )


def _parts(term: Term) -> list[Term]:
    """Conditions that must all hold for a term to hold."""
    match term:
        case terms.And():
            return flatten(term)
        case terms.Not(terms.Or(left, right)):
            return [*_parts(terms.Not(left)), *_parts(terms.Not(right))]
        case terms.Not(terms.Not(operand)):
            return _parts(operand)
    return [term]


def _is_advance(term: Term) -> bool:
    """Whether a destination is `from + number`, which needs no test of its own."""
    match term:
        case terms.Arithmetic("+", terms.Var(one), terms.Var(other)):
            return {one, other} == {"from", "number"}
    return False


def _fixed_parts(term: Term) -> list[Term]:
    """The largest parts that are the same for every man and worth working out once."""
    if is_fixed(term):
        costly = (terms.Men, terms.Edge, terms.AllIn, terms.Quantified)
        return [term] if _holds(term, *costly) and not isinstance(term, terms.Places) else []
    return [found for part in parts_of(term) for found in _fixed_parts(part)]


def _holds(term: Term, *kinds: type[Term]) -> bool:
    return isinstance(term, kinds) or any(_holds(part, *kinds) for part in parts_of(term))


def _memories(term: Term) -> set[str]:
    own = {term.name} if isinstance(term, terms.Memory) else set[str]()
    return own.union(*map(_memories, parts_of(term)))


def _uses(ruleset: Ruleset, word: str) -> bool:
    return any(
        word in depends(expression.term)
        for section in ruleset.clauses.values()
        for clause in section
        for expression in clause.expressions.values()
    )


def _all(tests: Iterable[str]) -> str:
    kept = [test for test in tests if test != "True"]
    return "False" if "False" in kept else (" and ".join(kept) or "True")


def _any(tests: Iterable[str]) -> str:
    kept = [test for test in tests if test != "False"]
    return "True" if "True" in kept else (" or ".join(kept) or "False")
