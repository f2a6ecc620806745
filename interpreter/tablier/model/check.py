"""From an expression's tree to a checked term: names, types, viewpoints, and where a word may stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from tablier.diagnostics import suggest
from tablier.model import terms
from tablier.model.emit import parts_of
from tablier.model.terms import Term, Type
from tablier.model.vocabulary import BOUND_HIGH, KEYWORDS, VOCABULARY, Entry, Moment
from tablier.syntax import nodes
from tablier.syntax.expression import ExpressionFault

MAX_TERMS = 4_000
"""Most terms that one expression may grow to when its phrases are substituted."""

MAX_DEPTH = 80
"""Deepest nesting of an expression with its phrases substituted."""

MAX_COST = 200_000
"""Most steps that working out one expression may take, bound variables multiplied."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """One `define`d expression: its tree, and its type once checked."""

    tree: nodes.Node
    type: Type


@dataclass
class Scope:
    """All names that a ruleset's expressions may use beside the vocabulary."""

    last_step: int
    regions: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    constants: Mapping[str, int] = field(default_factory=dict)
    memory: Mapping[str, bool] = field(default_factory=dict)
    """Name of each memory, and whether every side has its own."""
    layers: tuple[str, ...] = ()
    phrases: dict[str, Phrase] = field(default_factory=dict)

    def key(self) -> tuple[object, ...]:
        """What a checked term depends on: equal for rulesets that differ in nothing an expression sees."""
        parts = (self.regions, self.constants, self.memory, self.phrases)
        return (self.last_step, self.layers, *(tuple(part.items()) for part in parts))

    def names(self) -> list[str]:
        """Every name known here, for suggestions."""
        own = [*self.regions, *self.constants, *self.memory, *self.phrases]
        return [*own, *VOCABULARY, *KEYWORDS]


@dataclass(frozen=True, slots=True)
class _Bound:
    """A quantifier's variable: its unique name, bounds, and the route its steps are counted on."""

    unique: str
    low: int
    high: int
    route: int
    flip: bool


@dataclass(frozen=True, slots=True)
class Checked:
    """A term with its type."""

    term: Term
    type: Type


_KEPT: dict[tuple[object, ...], Checked] = {}
"""Terms checked before: the readings of a ruleset have most expressions in common."""


def check(
    tree: nodes.Node, scope: Scope, moment: Moment | None, wanted: Type | None, key: object = None
) -> Checked:
    """Return the checked term of an expression.

    Args:
        tree: what the parser gave.
        scope: the ruleset's own names.
        moment: when the expression is worked out; None allows every word (for `define`).
        wanted: the type that is due; None for any.
        key: `scope.key()`, where it is at hand; terms checked for an equal scope are kept.

    Raises:
        ExpressionFault: T401 to T405, with its place in the expression.
    """
    kept = None if key is None else _KEPT.get((key, tree, moment, wanted))
    if kept is not None:
        return kept
    checker = _Checker(scope, moment)
    checked = checker.visit(tree)
    if wanted is not None:
        checked = checker.convert(checked, wanted, tree)
    if _cost(checked.term) > MAX_COST:
        raise ExpressionFault("T303", "working this out would take too long", tree.start, tree.end)
    if key is not None:
        _KEPT[key, tree, moment, wanted] = checked
    return checked


class _Checker:
    def __init__(self, scope: Scope, moment: Moment | None) -> None:
        self.scope = scope
        self.moment = moment
        self.flip = False
        self.bound: dict[str, _Bound] = {}
        self.expanding: list[str] = []
        self.use: nodes.Node | None = None  # where the outermost phrase was used
        self.fresh = 0
        self.count = 0
        self.depth = 0

    # --- the walk ---------------------------------------------------------------------------

    def visit(self, node: nodes.Node) -> Checked:
        self.count += 1
        self.depth += 1
        if self.count > MAX_TERMS or self.depth > MAX_DEPTH:
            raise self.fault("T303", "this grows too large when its phrases are put in", node)
        try:
            return self.meaning_of(node)
        finally:
            self.depth -= 1

    def meaning_of(self, node: nodes.Node) -> Checked:  # noqa: C901 - one case a form
        match node:
            case nodes.Number(value=value):
                if value > terms.LARGEST:
                    raise self.fault("T205", f"{value} is too large (at most {terms.LARGEST})", node)
                return Checked(terms.Int(value), Type.NUMBER)
            case nodes.Word():
                return self.word(node)
            case nodes.Call():
                return self.call(node)
            case nodes.Unary():
                return self.unary(node)
            case nodes.Binary():
                return self.binary(node)
            case nodes.Choice():
                return self.choice(node)
            case nodes.Layer():
                return self.layer(node)
            case nodes.Quantified():
                return self.quantified(node)
            case nodes.Ladder():
                return self.ladder(node)
            case nodes.PlayQuery():
                return self.play_query(node)
        raise AssertionError(f"no rule for {type(node).__name__}")

    def want(self, node: nodes.Node, wanted: Type) -> Term:
        return self.convert(self.visit(node), wanted, node).term

    def convert(self, checked: Checked, wanted: Type, node: nodes.Node) -> Checked:
        """Let a step stand for a place, a place for its step, a number for one number to be played."""
        term, have = checked.term, checked.type
        if have == wanted:
            return checked
        match have, wanted:
            case Type.NUMBER, Type.PLACE | Type.PLACES:
                return Checked(self.step(term), wanted)
            case Type.PLACE, Type.PLACES:
                return Checked(term, wanted)
            case Type.PLACES, Type.PLACE if isinstance(term, terms.Places) and term.is_single:
                return Checked(term, wanted)
            case Type.PLACE, Type.NUMBER if isinstance(term, terms.Places) and term.spot is None:
                return Checked(term.spans[0][0], wanted)
            case Type.NUMBER, Type.NUMBERS:
                return Checked(terms.Copies(terms.Int(1), term), wanted)
            case Type.TRUTH, Type.NUMBER:
                return Checked(terms.If(term, terms.Int(1), terms.Int(0)), wanted)
        hint = "; compare it, as in `>= 1`" if (have, wanted) == (Type.NUMBER, Type.TRUTH) else ""
        raise self.fault("T402", f"{wanted.value} is due here, but this is {have.value}{hint}", node)

    def step(self, term: Term) -> terms.Places:
        """The place at a step; a bound variable counts on the route of its own places."""
        route = int(self.flip)
        if isinstance(term, terms.Var):
            for bound in self.bound.values():
                if bound.unique == term.name:
                    route = bound.route ^ int(self.flip != bound.flip)
        return terms.Places(route, ((term, term),))

    # --- words and calls --------------------------------------------------------------------

    def word(self, node: nodes.Word) -> Checked:
        name, scope, side = node.name, self.scope, int(self.flip)
        if name in self.bound:
            bound = self.bound[name]
            return Checked(terms.Var(bound.unique, bound.low, bound.high), Type.NUMBER)
        if name in scope.phrases:
            return self.phrase(node)
        if name in scope.regions:
            return Checked(_region(side, scope.regions[name]), Type.PLACES)
        if name in scope.constants:
            return Checked(terms.Int(scope.constants[name]), Type.NUMBER)
        if name in scope.memory:
            owner = side if scope.memory[name] else terms.GAME
            return Checked(terms.Memory(name, owner), Type.NUMBER)
        if name in VOCABULARY:
            return self.vocabulary_word(node, VOCABULARY[name])
        raise self.unknown(node, name)

    def vocabulary_word(self, node: nodes.Word, entry: Entry) -> Checked:
        self.available(entry, node)
        if entry.parameters is not None:
            raise self.fault("T404", f"'{entry.name}' needs brackets: {entry.example}", node)
        return Checked(self.meaning(entry), entry.type)

    def meaning(self, entry: Entry) -> Term:  # noqa: C901 - one case a word
        side, last = int(self.flip), self.scope.last_step
        match entry.name:
            case "mine" | "theirs":
                return terms.Int(side if entry.name == "mine" else 1 - side)
            case "board":
                return terms.Places(side, ((terms.Int(1), terms.Int(last)),))
            case "hand" | "bar" | "off":
                return terms.Places(side, spot=entry.name)
            case "from" | "to":
                step = terms.Var(entry.name, 0, last + (entry.name == "to"))
                return terms.Places(side, ((step, step),))
            case "rail":
                return terms.Int(last + 1)
            case "always" | "never":
                return terms.Truth(entry.name == "always")
            case "rearmost" | "foremost":
                return terms.Edge(entry.name, side)
            case "throws":
                return terms.Memory("throws", side)
            case "dice":
                return terms.Dice()
            case "nothing":
                return terms.Nothing()
            case "chosen":
                return terms.Chosen()
        if entry.type is Type.TRUTH:
            return terms.Flag(entry.name)
        return terms.Var(entry.name, entry.low, entry.high)

    def phrase(self, node: nodes.Word) -> Checked:
        name = node.name
        if name in self.expanding:
            circle = " -> ".join([*self.expanding[self.expanding.index(name) :], name])
            raise self.fault("T405", f"these phrases are defined in a circle: {circle}", node)
        outer_use, outer_bound = self.use, self.bound
        self.use = self.use or node
        self.bound = {}
        self.expanding.append(name)
        try:
            return self.visit(self.scope.phrases[name].tree)
        finally:
            self.expanding.pop()
            self.use, self.bound = outer_use, outer_bound

    def call(self, node: nodes.Call) -> Checked:
        entry = VOCABULARY.get(node.name)
        if entry is None or entry.parameters is None:
            if entry is None and node.name not in self.scope.names():
                functions = [name for name, one in VOCABULARY.items() if one.parameters is not None]
                raise self.unknown(node, node.name, functions)
            raise self.fault("T404", f"'{node.name}' takes nothing in brackets", node)
        self.available(entry, node)
        if len(node.arguments) != len(entry.parameters):
            due = len(entry.parameters)
            message = f"'{node.name}' takes {due} in brackets, not {len(node.arguments)}: {entry.example}"
            raise self.fault("T404", message, node)
        arguments = [self.want(one, due) for one, due in zip(node.arguments, entry.parameters, strict=True)]
        return Checked(self.application(node.name, arguments), entry.type)

    def application(self, name: str, arguments: list[Term]) -> Term:
        match name, arguments:
            case "men" | "was", [terms.Int(side), terms.Places() as places]:
                if places.spot is not None:
                    places = terms.Places(side, spot=places.spot)
                return terms.Men(side, places, name == "was")
            case "all_in", [terms.Places() as places]:
                return terms.AllIn(int(self.flip), places)
            case "min" | "max", [left, right]:
                return terms.Arithmetic(name, left, right)
        raise AssertionError(f"no meaning for {name}")

    def available(self, entry: Entry, node: nodes.Node) -> None:
        if self.moment is None or self.moment in entry.moments:
            return
        times = ", ".join(moment.value for moment in Moment if moment in entry.moments)
        message = f"'{entry.name}' has no value {self.moment.value}; it can be used {times}"
        raise self.fault("T403", message, node)

    # --- operators --------------------------------------------------------------------------

    def unary(self, node: nodes.Unary) -> Checked:
        match node.operator:
            case "not":
                return Checked(terms.Not(self.want(node.operand, Type.TRUTH)), Type.TRUTH)
            case "-":
                value = self.want(node.operand, Type.NUMBER)
                return Checked(terms.Arithmetic("-", terms.Int(0), value), Type.NUMBER)
            case _:
                return self.their(node.operand)

    def their(self, operand: nodes.Node) -> Checked:
        """Look from the other side; a plain number becomes the point at that step of their route."""
        self.flip = not self.flip
        try:
            checked = self.visit(operand)
            is_step = isinstance(operand, nodes.Word) and operand.name in self.bound
            if is_step or (checked.type is Type.NUMBER and not isinstance(operand, nodes.Word)):
                return Checked(self.step(checked.term), Type.PLACE)
            return checked
        finally:
            self.flip = not self.flip

    def binary(self, node: nodes.Binary) -> Checked:  # noqa: C901 - one case an operator
        match node.operator:
            case "+" | "-" | "*" | "div" | "mod":
                left, right = self.want(node.left, Type.NUMBER), self.want(node.right, Type.NUMBER)
                return Checked(terms.Arithmetic(node.operator, left, right), Type.NUMBER)
            case "==" | "!=" | "<" | "<=" | ">" | ">=":
                return Checked(self.comparison(node), Type.TRUTH)
            case "in" | "not in":
                return Checked(self.membership(node), Type.TRUTH)
            case "..":
                return Checked(self.range(node), Type.PLACES)
            case "of":
                count, number = self.want(node.left, Type.NUMBER), self.visit(node.right)
                if number.type is Type.NUMBERS and isinstance(number.term, terms.Chosen):
                    return Checked(terms.Copies(count, number.term), Type.NUMBERS)
                return Checked(
                    terms.Copies(count, self.convert(number, Type.NUMBER, node.right).term),
                    Type.NUMBERS,
                )
            case "then":
                left, right = (
                    self.want(node.left, Type.NUMBERS),
                    self.want(node.right, Type.NUMBERS),
                )
                return Checked(terms.InOrder(left, right), Type.NUMBERS)
            case "and":
                return self.conjunction(node)
            case "or":
                left, right = self.want(node.left, Type.TRUTH), self.want(node.right, Type.TRUTH)
                return Checked(terms.Or(left, right), Type.TRUTH)
            case _:
                rule, exception = (
                    self.want(node.left, Type.TRUTH),
                    self.want(node.right, Type.TRUTH),
                )
                return Checked(terms.And(rule, terms.Not(exception)), Type.TRUTH)

    def conjunction(self, node: nodes.Binary) -> Checked:
        left, right = self.visit(node.left), self.visit(node.right)
        if Type.TRUTH in (left.type, right.type):
            both = [
                self.convert(one, Type.TRUTH, at).term for one, at in ((left, node.left), (right, node.right))
            ]
            return Checked(terms.And(*both), Type.TRUTH)
        numbers = [
            self.convert(one, Type.NUMBERS, at).term for one, at in ((left, node.left), (right, node.right))
        ]
        return Checked(terms.Joined(*numbers), Type.NUMBERS)

    def comparison(self, node: nodes.Binary) -> Term:
        left, right = self.visit(node.left), self.visit(node.right)
        for one, other, at in ((left, right, node), (right, left, node)):
            if isinstance(other.term, terms.Places) and other.term.spot is not None:
                return self.spot_comparison(one, other.term.spot, node, at)
        numbers = [
            self.convert(one, Type.NUMBER, at).term for one, at in ((left, node.left), (right, node.right))
        ]
        return terms.Compare(node.operator, *numbers)

    def spot_comparison(self, one: Checked, spot: str, node: nodes.Binary, at: nodes.Node) -> Term:
        step = one.term.spans[0][0] if isinstance(one.term, terms.Places) and one.term.spans else None
        if node.operator not in ("==", "!=") or not (
            isinstance(step, terms.Var) and step.name in ("from", "to")
        ):
            raise self.fault("T402", f"only `from` and `to` can be compared with '{spot}', by == or !=", at)
        test = terms.IsAt(step.name, spot)
        return test if node.operator == "==" else terms.Not(test)

    def membership(self, node: nodes.Binary) -> Term:
        left = self.visit(node.left)
        step = self.convert(left, Type.NUMBER, node.left).term
        places = self.want(node.right, Type.PLACES)
        assert isinstance(places, terms.Places)
        if places.spot is not None:
            raise self.fault(
                "T402",
                f"write `== {places.spot}`: '{places.spot}' is one place, not several",
                node.right,
            )
        route = left.term.route if isinstance(left.term, terms.Places) else places.route
        if not isinstance(left.term, terms.Places) and isinstance(step, terms.Var):
            route = self.step(step).route
        if not self.is_route_bound(left):
            route = places.route
        within = terms.Within(step, route, places)
        return within if node.operator == "in" else terms.Not(within)

    def is_route_bound(self, checked: Checked) -> bool:
        """Whether a step belongs to one route for certain (a plain number belongs to any)."""
        if checked.type is Type.PLACE:
            return True
        return isinstance(checked.term, terms.Var) and any(
            b.unique == checked.term.name for b in self.bound.values()
        )

    def range(self, node: nodes.Binary) -> terms.Places:
        low, high = self.want(node.left, Type.NUMBER), self.want(node.right, Type.NUMBER)
        return terms.Places(int(self.flip), ((low, high),))

    def choice(self, node: nodes.Choice) -> Checked:
        condition = self.want(node.condition, Type.TRUTH)
        then, otherwise = self.visit(node.then), self.visit(node.otherwise)
        kind = then.type
        if then.type is not otherwise.type:
            kind = Type.NUMBERS if Type.NUMBERS in (then.type, otherwise.type) else Type.NUMBER
        if kind in (Type.PLACE, Type.PLACES, Type.SIDE):
            kind = Type.NUMBER
        values = [
            self.convert(one, kind, at).term for one, at in ((then, node.then), (otherwise, node.otherwise))
        ]
        return Checked(terms.If(condition, *values), kind)

    def layer(self, node: nodes.Layer) -> Checked:
        places = self.want(node.place, Type.PLACES)
        assert isinstance(places, terms.Places)
        if node.name not in (*self.scope.layers, "any"):
            message = f"no layer is called '{node.name}'"
            close = suggest(node.name, [*self.scope.layers, "any"])
            raise ExpressionFault("T401", message, node.name_start, node.end, _did_you_mean(close))
        if places.spot is not None:
            raise self.fault("T402", f"'{places.spot}' has no layers", node.place)
        return Checked(terms.Places(places.route, places.spans, None, node.name), Type.PLACES)

    # --- bound variables --------------------------------------------------------------------

    @contextmanager
    def binding(self, node: nodes.Quantified | nodes.Ladder, places: terms.Places) -> Iterator[str]:
        name = node.variable
        if name in VOCABULARY or name in KEYWORDS or name in self.bound or name in self.scope.regions:
            raise self.fault(
                "T401", f"'{name}' already means something else; call the variable p, q or n", node
            )
        if places.spot is not None or places.layer is not None or not places.spans:
            raise self.fault("T402", "a variable runs over steps, such as 1..6 or a region", node.places)
        self.fresh += 1
        limits = [(terms.bounds(low)[0], terms.bounds(high)[1]) for low, high in places.spans]
        low, high = min(one[0] for one in limits), max(one[1] for one in limits)
        top = self.scope.last_step + BOUND_HIGH
        unique = f"{name}_{self.fresh}"
        self.bound[name] = _Bound(unique, max(low, -BOUND_HIGH), min(high, top), places.route, self.flip)
        try:
            yield unique
        finally:
            del self.bound[name]

    def quantified(self, node: nodes.Quantified) -> Checked:
        places = self.want(node.places, Type.PLACES)
        assert isinstance(places, terms.Places)
        with self.binding(node, places) as unique:
            condition = self.want(node.condition, Type.TRUTH)
        kind = Type.NUMBER if node.quantifier == "count" else Type.TRUTH
        return Checked(terms.Quantified(node.quantifier, unique, places, condition), kind)

    def ladder(self, node: nodes.Ladder) -> Checked:
        places = self.want(node.places, Type.PLACES)
        assert isinstance(places, terms.Places)
        with self.binding(node, places) as unique:
            body = self.want(node.body, Type.NUMBERS)
        low, high = places.spans[0]
        return Checked(terms.Rungs(unique, low, high, body), Type.NUMBERS)

    def play_query(self, node: nodes.PlayQuery) -> Checked:
        if self.moment not in (Moment.GIVEN, None):
            raise self.fault("T403", "`every play has` can only be asked when numbers are passed over", node)
        if node.quantifier == "count":
            raise self.fault("T402", "plays cannot be counted; ask `every play has` or `some play has`", node)
        return Checked(terms.PlayQuery(node.quantifier, self.want(node.condition, Type.TRUTH)), Type.TRUTH)

    # --- faults -----------------------------------------------------------------------------

    def fault(self, code: str, message: str, node: nodes.Node, hint: str | None = None) -> ExpressionFault:
        if self.use is not None and code != "T405":
            assert isinstance(self.use, nodes.Word)
            return ExpressionFault(
                code,
                f"in the phrase '{self.use.name}': {message}",
                self.use.start,
                self.use.end,
                hint,
            )
        place = self.use or node
        return ExpressionFault(code, message, place.start, place.end, hint)

    def unknown(self, node: nodes.Node, name: str, candidates: list[str] | None = None) -> ExpressionFault:
        close = suggest(name, candidates or [*self.scope.names(), *self.bound])
        message = f"nothing is called '{name}'"
        if name.casefold() in _OTHER_SIDES:
            close, message = None, f"{message}: the side on turn is `mine`, the other `theirs`"
        fault = self.fault("T401", message, node, _did_you_mean(close))
        if self.use is None:
            return ExpressionFault("T401", fault.message, node.start, node.start + len(name), fault.example)
        return fault


_OTHER_SIDES = ("white", "black", "my", "me", "his", "own", "our", "your", "player", "opponent", "enemy")


def _did_you_mean(close: str | None) -> str | None:
    return None if close is None else f"did you mean '{close}'?"


def _region(route: int, steps: tuple[int, ...]) -> terms.Places:
    """A region as few spans as possible."""
    spans: list[list[int]] = []
    for step in steps:
        if spans and spans[-1][1] + 1 == step:
            spans[-1][1] = step
        else:
            spans.append([step, step])
    return terms.Places(route, tuple((terms.Int(low), terms.Int(high)) for low, high in spans))


def _cost(term: Term) -> int:
    """A bound on the steps needed to work a term out, bound variables multiplied."""
    total = 1 + sum(_cost(part) for part in parts_of(term))
    if isinstance(term, terms.Quantified):
        total *= max(_width(term.places), 1)
    return total


def _width(places: terms.Places) -> int:
    """At most how many steps the places are."""
    widths = [terms.bounds(high)[1] - terms.bounds(low)[0] + 1 for low, high in places.spans]
    return sum(min(max(width, 0), 256) for width in widths)
