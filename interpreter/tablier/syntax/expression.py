"""From the text of an expression to its tree."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from lark import Lark, Token, Tree, UnexpectedInput, v_args
from lark.exceptions import UnexpectedCharacters
from lark.tree import Meta
from lark.visitors import Transformer_NonRecursive

from tablier import resources
from tablier.syntax import nodes

MAX_LENGTH = 1200
"""Longest expression, in characters."""
MAX_DEPTH = 30
"""Deepest nesting of an expression's tree."""


@dataclass(eq=False)
class ExpressionFault(Exception):
    """An expression that cannot be read: code, sentence, and place in its text."""

    code: str
    message: str
    start: int
    end: int
    example: str | None = None


@lru_cache(maxsize=4096)
def parse(text: str) -> nodes.Node:
    """Return the tree of an expression.

    Raises:
        ExpressionFault: T301 (wrong), T302 (unfinished), T303 (too long or too deep).
    """
    if len(text) > MAX_LENGTH:
        message = f"{len(text)} characters are too long (at most {MAX_LENGTH}); name parts under `define:`"
        raise ExpressionFault("T303", message, 0, len(text))
    try:
        raw = _parser().parse(text)
    except UnexpectedInput as error:
        raise _fault(text, error) from None
    tree = _Build().transform(raw) if isinstance(raw, Tree) else raw
    if _depth(tree) > MAX_DEPTH:
        raise ExpressionFault(
            "T303",
            "this expression is nested too deep; name its parts under `define:`",
            0,
            len(text),
        )
    assert isinstance(tree, nodes.Node)
    return tree


@lru_cache(maxsize=1)
def _parser() -> Lark:
    grammar = (resources.folder("grammar") / "expression.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", propagate_positions=True)


def _depth(root: Any) -> int:
    """Greatest number of nodes on a way from the root, found without recursion."""
    deepest, todo = 0, [(root, 1)]
    while todo:
        node, depth = todo.pop()
        deepest = max(deepest, depth)
        if depth > MAX_DEPTH:
            break
        for field in node.__dataclass_fields__:
            value = getattr(node, field)
            children = value if isinstance(value, tuple) else (value,)
            todo.extend((child, depth + 1) for child in children if isinstance(child, nodes.Node))
    return deepest


# --- building ------------------------------------------------------------------------------------


def _binary(operator: str) -> Any:
    def build(self: _Build, meta: Meta, left: nodes.Node, right: nodes.Node) -> nodes.Node:
        return nodes.Binary(left.start, right.end, operator, left, right)

    return v_args(meta=True, inline=True)(build)


_SIGNS = {"EQ": "==", "NE": "!=", "LE": "<=", "GE": ">=", "LT": "<", "GT": ">"}


@v_args(meta=True, inline=True)
class _Build(Transformer_NonRecursive[Token, nodes.Node]):
    """Grammar rules to nodes, without recursion, however deep the text is nested."""

    sequence = _binary("then")
    exception = _binary("unless")
    disjunction = _binary("or")
    conjunction = _binary("and")
    member = _binary("in")
    not_member = _binary("not in")
    span = _binary("..")
    copies = _binary("of")
    plus = _binary("+")
    minus = _binary("-")
    times = _binary("*")
    div = _binary("div")
    mod = _binary("mod")

    def start(self, meta: Meta, node: nodes.Node) -> nodes.Node:
        return node

    def number(self, meta: Meta, token: Token) -> nodes.Node:
        return nodes.Number(*_place(meta), int(token[:9]) if len(token) > 9 else int(token))

    def word(self, meta: Meta, token: Token) -> nodes.Node:
        return nodes.Word(*_place(meta), str(token))

    def call(self, meta: Meta, name: Token, *arguments: nodes.Node | None) -> nodes.Node:
        given = tuple(argument for argument in arguments if argument is not None)
        return nodes.Call(*_place(meta), str(name), given)

    def group(self, meta: Meta, node: nodes.Node) -> nodes.Node:
        return node

    def negation(self, meta: Meta, operand: nodes.Node) -> nodes.Node:
        return nodes.Unary(*_place(meta), "not", operand)

    def negative(self, meta: Meta, operand: nodes.Node) -> nodes.Node:
        return nodes.Unary(*_place(meta), "-", operand)

    def their(self, meta: Meta, operand: nodes.Node) -> nodes.Node:
        return nodes.Unary(*_place(meta), "their", operand)

    def comparison(self, meta: Meta, left: nodes.Node, sign: Token, right: nodes.Node) -> nodes.Node:
        return nodes.Binary(*_place(meta), _SIGNS[sign.type], left, right)

    def choice(
        self, meta: Meta, then: nodes.Node, condition: nodes.Node, otherwise: nodes.Node
    ) -> nodes.Node:
        return nodes.Choice(*_place(meta), then, condition, otherwise)

    def layer(self, meta: Meta, place: nodes.Node, name: Token) -> nodes.Node:
        return nodes.Layer(*_place(meta), place, str(name), name.start_pos or 0)

    def quantified(
        self,
        meta: Meta,
        quantifier: Token,
        variable: Token,
        places: nodes.Node,
        condition: nodes.Node,
    ) -> nodes.Node:
        return nodes.Quantified(*_place(meta), str(quantifier), str(variable), places, condition)

    def ladder(self, meta: Meta, variable: Token, places: nodes.Node, body: nodes.Node) -> nodes.Node:
        return nodes.Ladder(*_place(meta), str(variable), places, body)

    def play_query(self, meta: Meta, quantifier: Token, condition: nodes.Node) -> nodes.Node:
        return nodes.PlayQuery(*_place(meta), str(quantifier), condition)


def _place(meta: Meta) -> tuple[int, int]:
    return meta.start_pos, meta.end_pos


# --- what to say when it cannot be read ----------------------------------------------------------

_SIGN_HINTS = {
    "?": "a choice is written `4 of high if doublet else dice`",
    "[": "numbers are joined with `and` (any order) or `then` (in order), without brackets",
    "{": "expressions have no braces",
    "&": "write `and`",
    "|": "write `or`",
    "!": "write `not`, or `!=` for 'is not equal to'",
    "/": "whole numbers are divided with `div`",
    "%": "write `mod` for a remainder",
    ";": "one expression holds one sentence; join two with `and` or `or`",
    ".": "a range has two dots, `1..6`",
    ":": "a colon stands between a place and its layer, `to:pinned`; `every p in 1..6` goes on with `has`",
    "'": "words stand without quotation marks inside an expression",
    '"': "words stand without quotation marks inside an expression",
}

_WORD_HINTS = {
    "then": "`then` stands between ordered groups of numbers; a choice is `x if c else y`",
    "else": "`else` belongs to `x if c else y`",
    "if": "`if` belongs to `x if c else y`; a condition alone needs no `if`",
    "has": "`has` belongs to `every p in 1..6 has ...`",
    "in": "`in` follows one place or number: `from in talon`",
    "to": "`to` is the place that a man reaches; a range is written `13..18`",
}


_COMPARING = ("==", "!=", "<", "<=", ">", ">=", "=", "\u2260", "\u2264", "\u2265")
_COMPARED = re.compile(r"[<>=\u2260\u2264\u2265]\s*[\w.()]")
_CHAIN = "; comparisons do not chain: write `1 <= p and p <= 6`, or `p in 1..6`"


def _fault(text: str, error: UnexpectedInput) -> ExpressionFault:
    start = error.pos_in_stream if error.pos_in_stream is not None else len(text)
    if isinstance(error, UnexpectedCharacters):
        sign = text[start]
        return ExpressionFault("T301", f"'{sign}' has no meaning here{_hint(sign)}", start, start + 1)
    token = getattr(error, "token", None)
    if token is None or token.type == "$END":
        end = len(text.rstrip())
        if not text.strip():
            return ExpressionFault("T302", "an expression is missing here", 0, max(len(text), 1))
        return ExpressionFault(
            "T302",
            f"the expression stops before it is finished: {_missing(text, error)}{_choice_hint(text, error)}",
            end,
            end + 1,
        )
    word = str(token)
    if re.search(r"\btheir\s*$", text[:start]):
        return _their_alone(text[:start])
    hint = _CHAIN if word in _COMPARING and _COMPARED.search(text[:start]) else _hint(word)
    message = f"'{word}' cannot stand here: {_missing(text, error)}{hint}"
    return ExpressionFault("T301", message, start, start + len(word))


def _hint(word: str) -> str:
    """What to write instead, where it is known."""
    hint = _SIGN_HINTS.get(word) or _WORD_HINTS.get(word)
    return f"; {hint}" if hint else ""


def _choice_hint(text: str, error: UnexpectedInput) -> str:
    """That `if` alone makes no condition, to the author of `a if b`."""
    if "`else`" not in _missing(text, error):
        return ""
    return "; two conditions are joined with `and`, a rule and its exception with `unless`"


def _their_alone(before: str) -> ExpressionFault:
    """The fault of `men(their, to)`: the side is `theirs`."""
    start = before.rindex("their")
    message = "`their` looks at something from the other side, as in `their board`; the side is `theirs`"
    return ExpressionFault("T401", message, start, start + len("their"), "did you mean 'theirs'?")


def _missing(text: str, error: UnexpectedInput) -> str:
    """What could have stood there, in people's words."""
    expected = {
        str(name) for name in (getattr(error, "accepts", None) or getattr(error, "expected", None) or ())
    }
    if {"INT", "NAME"} & expected:
        if expected == {"NAME"}:
            return "a name is due"
        return "a number, a name or '(' is due"
    words = []
    if text.count("(") > text.count(")") and "RPAR" in expected:
        words.append("a closing ')'")
    for terminal, said in (
        ("HAS", "`has`"),
        ("ELSE", "`else`"),
        ("IN", "`in`"),
        ("THEN", "`then`"),
    ):
        if terminal in expected and (terminal != "THEN" or text.lstrip().startswith("each")):
            words.append(said)
    if "$END" in expected or {"AND", "PLUS"} & expected:
        words.append("an operator such as `and`, `+`, `==`, or the end of the expression")
    return (" or ".join(words[:2]) or "something else") + " is due"
