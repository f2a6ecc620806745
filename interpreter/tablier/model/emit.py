"""From checked terms to Python expressions over two rows of numbers.

In the generated text `M` is the mover's row, `T` the other's, `C` what is known of the throw
(see `CONTEXT`); `f`, `t` and `n` are the move's from-step, to-step and number, `fi` and `ti` the
indices of the places themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tablier.model import terms
from tablier.model.layout import Layout
from tablier.model.terms import Term

CONTEXT = {
    name: index
    for index, name in enumerate(
        [
            "high",
            "low",
            "middle",
            "total",
            "doublet",
            "triplet",
            "throw_of_turn",
            "numbers_played",
            "numbers_left",
            "highest_played",
            "pips_played",
            "all_played",
            "men_hit",
            "landed",
            "numbers_given",
            "mine_before",
            "theirs_before",
        ]
    )
}
"""What `C` holds, by name."""

T = TypeVar("T", int, str)

UNROLL = 160
"""Most copies of a condition that are written out instead of looped over."""

_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_MOVE_WORDS = {"from": "f", "to": "t", "number": "n"}


@dataclass
class Emitter:
    """Writes terms for one mover of one ruleset; collects the tables that the text needs."""

    layout: Layout
    mover: int
    totals: tuple[int, int]
    tables: dict[str, Any] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    spots: dict[str, str | None] = field(default_factory=dict)
    """For `from` and `to`: the spot known beforehand, None for a step known beforehand."""
    hoisted: dict[Term, str] = field(default_factory=dict)
    values: dict[str, int] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    """What is written for a bound variable where not its name."""
    budget: int = UNROLL

    # --- numbers ----------------------------------------------------------------------------

    def number(self, term: Term) -> str:  # noqa: C901 - one case a form
        """Return Python text for a number."""
        known = self.known(term)
        if known is not None:
            return str(known) if known >= 0 else f"({known})"
        if term in self.hoisted:
            return self.hoisted[term]
        match term:
            case terms.Var(name):
                return self.variable(name)
            case terms.Memory(name, side):
                return f"{self.row(side)}[{self.layout.memory(name)}]"
            case terms.Men():
                return self.men(term)
            case terms.Edge(which, side):
                return f"{which}({self.row(side)})"
            case terms.Arithmetic():
                return self.arithmetic(term)
            case terms.If(condition, then, otherwise):
                return f"({self.number(then)} if {self.truth(condition)} else {self.number(otherwise)})"
            case terms.Quantified():
                return self.quantified(term)
        raise AssertionError(f"not a number: {term}")

    def known(self, term: Term) -> int | None:
        """The value of a number that does not vary, or None."""
        match term:
            case terms.Int(value):
                return value
            case terms.Var(name) if name in self.values:
                return self.values[name]
            case terms.Arithmetic(operator, left, right):
                a, b = self.known(left), self.known(right)
                return None if a is None or b is None else apply(operator, a, b)
        return None

    def variable(self, name: str) -> str:
        """Return the text of a word of the move or the throw, or of a bound variable."""
        if name in _MOVE_WORDS:
            return _MOVE_WORDS[name]
        if name in CONTEXT:
            self.used.add(name)
            return f"C[{CONTEXT[name]}]"
        return self.texts.get(name, name)

    def row(self, side: int, was: bool = False) -> str:
        """Return the text of a side's row, now or when the throw was made."""
        if was:
            self.used.add("before")
            return f"C[{CONTEXT['mine_before' if side == terms.MINE else 'theirs_before']}]"
        if side == terms.GAME:
            side = terms.MINE if self.mover == 0 else terms.THEIRS
        return "M" if side == terms.MINE else "T"

    def arithmetic(self, term: terms.Arithmetic) -> str:
        """Return the text of a sum, a product, ..."""
        left, right = self.number(term.left), self.number(term.right)
        match term.operator:
            case "min" | "max":
                return f"{term.operator}({left}, {right})"
            case "div" | "mod":
                sign = "//" if term.operator == "div" else "%"
                if (self.known(term.right) or 0) > 0:
                    return f"({left} {sign} {right})"
                return f"{term.operator}_({left}, {right})"
            case sign:
                return f"({left} {sign} {right})"

    # --- men --------------------------------------------------------------------------------

    def men(self, term: terms.Men) -> str:
        """Return the text of a count of men."""
        row, places = self.row(term.side, term.was), term.places
        if places.spot is not None:
            return f"{row}[{self.layout.spot(places.spot)}]"
        word = self.word_at_spot(term.side, places)
        if word is not None:
            return word.format(row=row)
        parts = []
        for low, high in places.spans:
            a, b = self.known(low), self.known(high)
            if a is not None and b is not None:
                parts.extend(self.fixed(row, term.side, places, a, b))
            elif low == high:
                parts.append(self.at(row, term.side, places, low))
            else:
                parts.append(self.between(row, term.side, places, low, high))
        return f"({' + '.join(parts)})" if len(parts) > 1 else (parts or ["0"])[0]

    def word_at_spot(self, side: int, places: terms.Places) -> str | None:
        """`men(mine, from)` when the man left the bar or the hand: the men who remain there."""
        step = places.spans[0][0] if places.is_single else None
        if not isinstance(step, terms.Var) or step.name not in ("from", "to") or places.layer is not None:
            return None
        if step.name not in self.spots:
            index = "fi" if step.name == "from" else "ti"
            if places.route:
                return None
            inside = self.at("{row}", side, places, step)
            is_spot = f"{self.layout.last} < {index} <= {self.layout.bar}"
            return f"({{row}}[{index}] if {is_spot} else {inside})"
        spot = self.spots[step.name]
        return None if spot is None else f"{{row}}[{self.layout.spot(spot)}]"

    def fixed(self, row: str, side: int, places: terms.Places, low: int, high: int) -> list[str]:
        """Steps known beforehand: each index once, long runs as slices."""
        layout = self.layout
        indices: set[int] = set()
        for step in range(max(low, 1), min(high, layout.last) + 1):
            indices.update(self.indices(places.route, side, places.layer, step))
        return [self.run(row, first, last) for first, last in _runs(indices)]

    def run(self, row: str, first: int, last: int) -> str:
        """Return the text of the sum of a stretch of a row."""
        if last - first >= 6:
            return self.long_run(row, first, last)
        if first == last:
            return f"{row}[{first}]"
        return "(" + " + ".join(f"{row}[{index}]" for index in range(first, last + 1)) + ")"

    def indices(self, route: int, side: int, layer: str | None, step: int) -> list[int]:
        """Row indices of a side's men on the point at a step."""
        layout = self.layout
        found = layout.same_point(self.mover, route, side, step)
        layers = (*layout.layers, None) if layer == "any" else (layer,)
        return [one + (0 if name is None else layout.layer_base(name)) for name in layers for one in found]

    def at(self, row: str, side: int, places: terms.Places, step: Term) -> str:
        """One step not known beforehand; off the route there is nobody."""
        low, high = terms.bounds(step)
        text = self.number(step)
        if low >= 0 and high <= self.layout.last + 1:
            return self.lookup(row, side, places, text)
        return self.guarded(row, side, places, text)

    # --- how it is written for Python; another executor may write it otherwise ---

    def long_run(self, row: str, first: int, last: int) -> str:
        """Return the text of the sum of a long stretch of a row."""
        return f"sum({row}[{first}:{last + 1}])"

    def all_of(self, row: str, table: str, step: str) -> str:
        """Return the text of a count over several places at one step."""
        return f"sum({row}[i_] for i_ in {table}[{step}])"

    def one_of(self, text: str, steps: set[int]) -> str:
        """Return the text of whether a number is one of several."""
        name = self.table("steps_" + "_".join(map(str, sorted(steps))), frozenset(steps))
        return f"({text} in {name})"

    def guarded(self, row: str, side: int, places: terms.Places, step: str) -> str:
        """Return the text of a count on a step that may lie off the route."""
        name = self.table(f"all_at_{places.route}{side}_{places.layer or ''}", self.all_indices(places, side))
        return f"count_({row}, {name}, {step})"

    def all_indices(self, places: terms.Places, side: int) -> tuple[tuple[int, ...], ...]:
        """For each step from 0 to N + 1, the indices of the men on its point."""
        steps = range(self.layout.last + 2)
        return tuple(tuple(self.indices(places.route, side, places.layer, one)) for one in steps)

    def lookup(self, row: str, side: int, places: terms.Places, step: str) -> str:
        """Return the text of a count on a step from 0 to N + 1."""
        last, table = self.layout.last, self.all_indices(places, side)
        if all(len(entry) <= 1 for entry in table):
            flat = tuple(entry[0] if entry else 0 for entry in table)
            if flat == (*range(last + 1), 0):
                return (
                    f"{row}[{step}]"
                    if step in ("t", "f", "j_")
                    else f"({row}[{step}] if {step} <= {last} else 0)"
                )
            name = self.table(f"at_{places.route}{side}_{places.layer or ''}", flat)
            return f"{row}[{name}[{step}]]"
        name = self.table(f"all_at_{places.route}{side}_{places.layer or ''}", table)
        return self.all_of(row, name, step)

    def between(self, row: str, side: int, places: terms.Places, low: Term, high: Term) -> str:
        """Return the text of a count over steps that are not known beforehand."""
        inside = self.lookup(row, side, places, "j_")
        first, last = f"max({self.number(low)}, 1)", f"min({self.number(high)}, {self.layout.last})"
        return f"sum({inside} for j_ in range({first}, {last} + 1))"

    def table(self, name: str, value: Any) -> str:
        """Keep a table for the generated text, under its name."""
        self.tables[name] = value
        return name

    # --- truths -----------------------------------------------------------------------------

    def truth(self, term: Term) -> str:  # noqa: C901 - one case a form
        """Return Python text for a condition."""
        if term in self.hoisted:
            return self.hoisted[term]
        match term:
            case terms.Truth(value):
                return str(value)
            case terms.Flag(name):
                return self.variable(name)
            case terms.Compare(operator, left, right):
                return self.compare(operator, left, right)
            case terms.IsAt(word, spot):
                return self.is_at(word, spot)
            case terms.Within():
                return self.within(term)
            case terms.AllIn():
                return self.all_in(term)
            case terms.Not(terms.Compare(operator, left, right)):
                return self.compare(_OPPOSITE[operator], left, right)
            case terms.Not(operand):
                return _negated(self.truth(operand))
            case terms.And() | terms.Or():
                return self.connected(term)
            case terms.If(condition, then, otherwise):
                return f"({self.truth(then)} if {self.truth(condition)} else {self.truth(otherwise)})"
            case terms.Quantified():
                return self.quantified(term)
        raise AssertionError(f"not a condition: {term}")

    def compare(self, operator: str, left: Term, right: Term) -> str:
        """Return the text of a comparison."""
        a, b = self.known(left), self.known(right)
        if a is not None and b is not None:
            return str(compare(operator, a, b))
        return f"({self.number(left)} {operator} {self.number(right)})"

    def is_at(self, word: str, spot: str) -> str:
        """Return the text of `from == bar` and the like."""
        if word in self.spots:
            return str(self.spots[word] == spot)
        return f"({'fi' if word == 'from' else 'ti'} == {self.layout.spot(spot)})"

    def connected(self, term: terms.And | terms.Or) -> str:
        """Return the text of `and` or `or`, nested ones in a row."""
        is_and = isinstance(term, terms.And)
        parts = [self.truth(part) for part in flatten(term)]
        neutral, deciding = str(is_and), str(not is_and)
        return _join(parts, " and " if is_and else " or ", neutral, deciding)

    def within(self, term: terms.Within) -> str:
        """Return the text of `p in places`."""
        steps = self.fixed_steps(term)
        known = self.known(term.step)
        if steps is not None and known is not None:
            return str(known in steps)
        text = self.number(term.step)
        if steps is not None:
            runs = _runs(steps)
            if len(runs) == 1:
                (low, high), (least, most) = runs[0], terms.bounds(term.step)
                return _inside(text, low, high, least, most)
            return self.one_of(text, steps)
        first, last = term.places.spans[0]
        return f"({self.number(first)} <= {text} <= {self.number(last)})"

    def fixed_steps(self, term: terms.Within) -> set[int] | None:
        """The steps, on the route of the step asked about, of places known beforehand."""
        steps: set[int] = set()
        for low, high in term.places.spans:
            a, b = self.known(low), self.known(high)
            if a is None or b is None:
                return None
            for step in range(a, b + 1) if b - a < 1000 else ():
                if term.places.route == term.route:
                    steps.add(step)
                else:
                    steps.update(self.layout.same_point(self.mover, term.places.route, term.route, step))
        return steps

    def all_in(self, term: terms.AllIn) -> str:
        """Return the text of `all_in(places)`."""
        layer = term.places.layer or "any"
        inside = terms.Places(term.places.route, term.places.spans, term.places.spot, layer)
        row = self.row(term.side)
        off = f"{row}[{self.layout.off}]"
        total = self.totals[self.mover ^ term.side]
        if term.places.spot == "off":
            return f"({off} == {total})"
        return f"({self.men(terms.Men(term.side, inside, was=False))} + {off} == {total})"

    # --- bound variables --------------------------------------------------------------------

    def quantified(self, term: terms.Quantified) -> str:
        """Return the text of `every`, `some` or `count`: written out, or a loop."""
        steps = self.steps(term.places)
        length = _length(term.places) if steps is None else len(steps)
        if length is None or length * _copies(term.condition) > self.budget:
            return self.loop(term)
        if steps is not None:
            return self.unrolled(term, self.values, steps)
        first = self.number(term.places.spans[0][0])
        further = [f"({first} + {step})" if step else first for step in range(length)]
        return self.unrolled(term, self.texts, further)

    def steps(self, places: terms.Places) -> list[int] | None:
        """The steps of places that do not vary, or None."""
        found: list[int] = []
        for low, high in places.spans:
            a, b = self.known(low), self.known(high)
            if a is None or b is None or b - a > 1000:
                return None
            found.extend(range(a, b + 1))
        return found

    def unrolled(self, term: terms.Quantified, known: dict[str, T], steps: Sequence[T]) -> str:
        """Return the condition written out for each step; `known` is told what the variable is."""
        outer, self.budget = self.budget, self.budget // max(len(steps), 1)
        parts = []
        for step in steps:
            known[term.variable] = step
            parts.append(self.truth(term.condition))
        known.pop(term.variable, None)
        self.budget = outer
        return _connected(term.quantifier, parts)

    def loop(self, term: terms.Quantified) -> str:
        """Return the condition as a loop over the steps."""
        name = {"every": "all", "some": "any"}.get(term.quantifier, "sum")
        condition = self.truth(term.condition)
        return f"{name}({condition} for {term.variable} in {self.domain(term.places)})"

    def domain(self, places: terms.Places) -> str:
        """Return the text of the steps that a loop runs over."""
        spans = [f"range({self.number(low)}, {self.number(high)} + 1)" for low, high in places.spans]
        if len(spans) == 1:
            return spans[0]
        return "(" + " ".join(f"*{span}," for span in spans) + ")"


def _length(places: terms.Places) -> int | None:
    """How many steps lie between bounds that are not known but differ by a known number (`k..k + 5`)."""
    if len(places.spans) != 1:
        return None
    low, high = places.spans[0]
    match high:
        case terms.Arithmetic("+", start, terms.Int(more)) if start == low and more >= 0:
            return more + 1
    return None


def _connected(quantifier: str, parts: list[str]) -> str:
    """The text of `every`, `some` or `count` of conditions that are written out."""
    match quantifier:
        case "every":
            return _join(parts, " and ", "True", "False")
        case "some":
            return _join(parts, " or ", "False", "True")
    return f"({' + '.join(parts)})" if parts else "0"


# --- meanings shared with the tree walker ------------------------------------------------------


def apply(operator: str, a: int, b: int) -> int:
    """Return the value of an arithmetic operator; dividing by 0 gives 0."""
    match operator:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "div":
            return a // b if b else 0
        case "mod":
            return a % b if b else 0
        case "min":
            return min(a, b)
    return max(a, b)


def compare(operator: str, a: int, b: int) -> bool:
    """Return the value of a comparison."""
    match operator:
        case "==":
            return a == b
        case "!=":
            return a != b
        case "<":
            return a < b
        case "<=":
            return a <= b
        case ">":
            return a > b
    return a >= b


def flatten(term: Term) -> list[Term]:
    """The parts of nested `and`s (or of nested `or`s), from left to right."""
    kind = type(term)
    if not isinstance(term, terms.And | terms.Or):
        return [term]
    parts: list[Term] = []
    for side in (term.left, term.right):
        parts.extend(flatten(side) if type(side) is kind else [side])
    return parts


def depends(term: Term) -> set[str]:
    """Names of the variables that a term's value depends on (`from`, `to`, `high`, ...)."""
    names: set[str] = set()
    if isinstance(term, terms.Var):
        names.add(term.name)
    if isinstance(term, terms.IsAt):
        names.add(term.word)
    for part in parts_of(term):
        names |= depends(part)
    if isinstance(term, terms.Quantified | terms.Rungs):
        names.discard(term.variable)
    return names


def is_fixed(term: Term) -> bool:
    """Whether a term is the same for every man of one kind of move (and bound by no quantifier)."""
    return not any(name in ("from", "to") or name[-1:].isdigit() for name in depends(term))


def parts_of(term: Term) -> Iterable[Term]:
    """The terms directly inside a term."""
    for name in term.__dataclass_fields__:
        value = getattr(term, name)
        if isinstance(value, Term):
            yield value
        elif isinstance(value, tuple):
            yield from (part for pair in value for part in pair)


def _copies(term: Term) -> int:
    """How many copies a term becomes when its own quantifiers are written out."""
    inner = max((_copies(part) for part in parts_of(term)), default=1)
    if isinstance(term, terms.Quantified):
        widths = [terms.bounds(high)[1] - terms.bounds(low)[0] + 1 for low, high in term.places.spans]
        return inner * max(min(sum(widths), 1000), 1)
    return inner


def _runs(indices: Iterable[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for index in sorted(indices):
        if runs and runs[-1][1] + 1 == index:
            runs[-1] = (runs[-1][0], index)
        else:
            runs.append((index, index))
    return runs


def _inside(text: str, low: int, high: int, least: int, most: int) -> str:
    if low == high:
        return f"({text} == {low})"
    if least >= low:
        return f"({text} <= {high})"
    if most <= high:
        return f"({text} >= {low})"
    return f"({low} <= {text} <= {high})"


def _negated(text: str) -> str:
    return {"True": "False", "False": "True"}.get(text, f"(not {text})")


def _join(parts: list[str], word: str, neutral: str, deciding: str) -> str:
    kept = [part for part in parts if part != neutral]
    if not kept:
        return neutral
    return deciding if deciding in kept else f"({word.join(kept)})"
