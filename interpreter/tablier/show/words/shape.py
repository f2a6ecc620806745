"""Terms brought into the shape in which they are easiest to say, with the same meaning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace

from tablier.model import terms
from tablier.model.terms import Term

_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_MIRRORED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


def shaped(term: Term) -> Term:
    """Return an equal term: negations pushed inward, constants worked out, numbers on the right."""
    return _shaped(term, False)


def _shaped(term: Term, negated: bool) -> Term:
    match term:
        case terms.Not(operand):
            return _shaped(operand, not negated)
        case terms.And(left, right) | terms.Or(left, right):
            return _junction(isinstance(term, terms.And) is not negated, left, right, negated)
        case terms.Truth(value):
            return terms.Truth(value is not negated)
        case terms.Compare():
            return _comparison(term, negated)
        case terms.Quantified("every" | "some" as quantifier, variable, places, condition):
            is_every = (quantifier == "every") is not negated
            return terms.Quantified(
                "every" if is_every else "some", variable, places, _shaped(condition, negated)
            )
        case terms.If():
            return _choice(term, negated)
    return terms.Not(term) if negated else inner(term)


def inner(term: Term) -> Term:
    """The same for what a number is made of."""
    match term:
        case terms.Arithmetic(operator, left, right):
            return _arithmetic(operator, shaped(left), shaped(right))
        case terms.Quantified("count", variable, places, condition):
            return terms.Quantified("count", variable, places, shaped(condition))
    return term


def _junction(both: bool, left: Term, right: Term, negated: bool) -> Term:
    one, other = _shaped(left, negated), _shaped(right, negated)
    for first, second in ((one, other), (other, one)):
        if isinstance(first, terms.Truth):
            return second if first.value is both else first
    return terms.And(one, other) if both else terms.Or(one, other)


def _choice(term: terms.If, negated: bool) -> Term:
    """A choice between truths; one between 1 and 0 is the condition itself (see `_comparison`)."""
    condition = shaped(term.condition)
    if isinstance(condition, terms.Truth):
        return _shaped(term.then if condition.value else term.otherwise, negated)
    if negated:
        return terms.Not(term)
    return terms.If(condition, shaped(term.then), shaped(term.otherwise))


def _comparison(term: terms.Compare, negated: bool) -> Term:
    operator = _OPPOSITE[term.operator] if negated else term.operator
    left, right = shaped(term.left), shaped(term.right)
    if _weight(left) < _weight(right):
        left, right, operator = right, left, _MIRRORED[operator]
    if isinstance(left, terms.Int) and isinstance(right, terms.Int):
        return terms.Truth(_compared(operator, left.value, right.value))
    if isinstance(right, terms.Int) and operator in ("<", ">"):
        step = 1 if operator == ">" else -1
        operator, right = f"{operator}=", terms.Int(right.value + step)
    return terms.Compare(operator, left, right)


def _weight(term: Term) -> int:
    """What is spoken of stands on the left: the man who moves, then men and sums, then mere numbers."""
    match term:
        case terms.Int():
            return 0
        case terms.If():
            return 1
        case terms.Var("from" | "to"):
            return 4
        case terms.Var():
            return 2
        case terms.Arithmetic():
            return max(_weight(term.left), _weight(term.right), 2)
    return 3


def _compared(operator: str, left: int, right: int) -> bool:
    return {
        "==": left == right,
        "!=": left != right,
        "<": left < right,
        "<=": left <= right,
        ">": left > right,
        ">=": left >= right,
    }[operator]


def _arithmetic(operator: str, left: Term, right: Term) -> Term:
    if not isinstance(right, terms.Int):
        return terms.Arithmetic(operator, left, right)
    if isinstance(left, terms.Int) and operator in ("+", "-", "*"):
        sums = {
            "+": left.value + right.value,
            "-": left.value - right.value,
            "*": left.value * right.value,
        }
        return terms.Int(sums[operator])
    is_idle = (operator in ("+", "-") and right.value == 0) or (operator == "*" and right.value == 1)
    return left if is_idle else terms.Arithmetic(operator, left, right)


def conjuncts(term: Term) -> list[Term]:
    """Return what must hold together."""
    if isinstance(term, terms.And):
        return [*conjuncts(term.left), *conjuncts(term.right)]
    return [term]


def disjuncts(term: Term) -> list[Term]:
    """Return what may hold instead of each other."""
    if isinstance(term, terms.Or):
        return [*disjuncts(term.left), *disjuncts(term.right)]
    return [term]


def summands(term: Term) -> list[Term]:
    """Return what is added up."""
    if isinstance(term, terms.Arithmetic) and term.operator == "+":
        return [*summands(term.left), *summands(term.right)]
    return [term]


def offset(term: Term) -> tuple[Term, int]:
    """Return a term as a base and a whole number added to it."""
    if isinstance(term, terms.Arithmetic) and isinstance(term.right, terms.Int):
        if term.operator == "+":
            return term.left, term.right.value
        if term.operator == "-":
            return term.left, -term.right.value
    return term, 0


def parts(term: Term) -> Iterator[Term]:
    """Yield a term and everything in it."""
    yield term
    for one in fields(term):
        held = getattr(term, one.name)
        for part in _inside(held):
            yield from parts(part)


def _inside(held: object) -> Iterator[Term]:
    if isinstance(held, Term):
        yield held
    elif isinstance(held, tuple):
        for one in held:
            yield from _inside(one)


def mentions(term: Term, *words: str) -> bool:
    """Whether a term speaks of one of these words, such as `to`."""
    return any(
        (isinstance(part, terms.Var) and part.name in words)
        or (isinstance(part, terms.IsAt) and part.word in words)
        for part in parts(term)
    )


def routes_of(term: Term, variable: str) -> set[int]:
    """Return the routes on which a condition looks for the steps that a variable counts."""
    found = set()
    for part in parts(term):
        if isinstance(part, terms.Places) and any(_is_counted(one, variable) for one in part.spans):
            found.add(part.route)
        if isinstance(part, terms.Within) and mentions(part.step, variable):
            found.add(part.route)
    return found


def _is_counted(span: tuple[Term, Term], variable: str) -> bool:
    return any(mentions(one, variable) for one in span)


def flipped(term: Term) -> Term:
    """Return a term as the other side sees it."""
    changes = {}
    for one in fields(term):
        held = getattr(term, one.name)
        if one.name in ("side", "route") and held in (terms.MINE, terms.THEIRS):
            changes[one.name] = 1 - held
        elif isinstance(held, Term):
            changes[one.name] = flipped(held)
        elif isinstance(held, tuple):
            changes[one.name] = tuple((flipped(low), flipped(high)) for low, high in held)
    return replace(term, **changes) if changes else term
