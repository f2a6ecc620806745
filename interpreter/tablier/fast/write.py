"""Writes a ruleset's rules as functions that numba can compile, from the same checked terms.

Everything lies in one int64 array S (`runtime.py.in` says where). Rows are written as `M[...]`, `T[...]`
and so on first, and in the end as places of S, counted from where the row begins: so one text mostly
serves both sides, and where it does not, each has a function of its own.
"""

from __future__ import annotations

import re
from typing import Any

from tablier.model import terms
from tablier.model.emit import CONTEXT, Emitter
from tablier.model.generate import HOOKS, RulesWriter
from tablier.model.layout import Layout
from tablier.model.ruleset import Clause, Ruleset
from tablier.model.terms import Term

UNROLL = 8
"""Most copies of a condition that are written out: compiling takes longer than a loop does."""
MOST_OBLIGATIONS = 4
"""Obligations are packed into one number, 16 bits each."""

_FREE = re.compile(r"\b(?:f|t|n|fi|ti|h\d+|[A-Za-z]\w*_\d+)\b")
_ROWS = {
    "M": ("mine", "p * SIZE"),
    "T": ("theirs", "SIZE - p * SIZE"),
    "M0": ("mine_then", "2 * SIZE + p * SIZE"),
    "T0": ("theirs_then", "3 * SIZE - p * SIZE"),
    "G": ("0", ""),
    "G0": ("2 * SIZE", ""),
    "C": ("CO", ""),
}
"""Where each row begins in S: the mover's, the other's, both at the throw, the game's, the throw's words."""


class UnsuitedError(ValueError):
    """This ruleset has something that the fast executor cannot do."""


class FastEmitter(Emitter):
    """Expressions without generators: loops become functions of their own."""

    def __init__(self, layout: Layout, mover: int, totals: tuple[int, int]) -> None:
        """Write for one mover; the texts of loops are gathered in `functions`."""
        super().__init__(layout, mover, totals, budget=UNROLL)
        self.functions: list[str] = []

    def table(self, name: str, value: Any) -> str:
        """Keep a table under its name; the text reads the mover's."""
        return super().table(f"{name}_of", value) + "[p]"

    def truth(self, term: Term) -> str:
        """Conditions of the throw are whole numbers in the context."""
        if isinstance(term, terms.Flag) and term not in self.hoisted:
            return f"({self.variable(term.name)} != 0)"
        return super().truth(term)

    def row(self, side: int, was: bool = False) -> str:
        """Rows as they were at the throw have names of their own, and so has what is of the game."""
        now = "G" if side == terms.GAME else super().row(side)
        return f"{now}0" if was else now

    def long_run(self, row: str, first: int, last: int) -> str:
        """A loop over a stretch."""
        return f"run_({row}, {first}, {last})"

    def all_of(self, row: str, table: str, step: str) -> str:
        """A loop over the places at a step."""
        return f"count_({row}, {table}, {step})"

    def one_of(self, text: str, steps: set[int]) -> str:
        """A loop over a few numbers."""
        name = self.table("steps_" + "_".join(map(str, sorted(steps))), tuple(sorted(steps)))
        return f"member_({text}, {name})"

    def between(self, row: str, side: int, places: terms.Places, low: Term, high: Term) -> str:
        """A loop over steps that vary."""
        inside = self.lookup(row, side, places, "j_")
        first, last = f"max({self.number(low)}, 1)", f"min({self.number(high)}, {self.layout.last})"
        lines = [
            "    s_ = 0",
            f"    for j_ in range({first}, {last} + 1):",
            f"        s_ += {inside}",
            "    return s_",
        ]
        return self.function(lines)

    def loop(self, term: terms.Quantified) -> str:
        """A loop over the steps of a quantifier."""
        condition = self.truth(term.condition)
        lines = ["    s_ = 0"] if term.quantifier == "count" else []
        for low, high in term.places.spans:
            lines.append(f"    for {term.variable} in range({self.number(low)}, {self.number(high)} + 1):")
            match term.quantifier:
                case "every":
                    lines += [f"        if not {condition}:", "            return False"]
                case "some":
                    lines += [f"        if {condition}:", "            return True"]
                case _:
                    lines += [f"        if {condition}:", "            s_ += 1"]
        lines.append(
            {"every": "    return True", "some": "    return False"}.get(term.quantifier, "    return s_")
        )
        return self.function(lines, term.variable)

    def function(self, lines: list[str], bound: str = "j_") -> str:
        """Put lines into a function of what they mention; return the text of its call."""
        name = f"q{len(self.functions)}_of"
        body = "\n".join(lines)
        free = [one for one in dict.fromkeys(_FREE.findall(body)) if one != bound]
        arguments = ", ".join(["p", "S", *free])
        self.functions.append(f"def {name}({arguments}):\n{body}\n")
        return f"{name}({arguments})"


class FastWriter(RulesWriter):
    """Writes one side's functions for numba."""

    arguments = "p, S"
    all_found = "    return k"

    def __init__(self, ruleset: Ruleset, mover: int) -> None:
        """Write for one side of one ruleset."""
        super().__init__(ruleset, mover, FastEmitter)

    @property
    def fast(self) -> FastEmitter:
        """The emitter, as what it is."""
        assert isinstance(self.emit, FastEmitter)
        return self.emit

    def functions(self) -> dict[str, str]:
        """Return the text of every function of this side, by name."""
        self.write()
        self.numbers("numbers", "numbers", "rule")
        self.numbers("tie_numbers", "lead", "tie_numbers")
        self.numbers("keeps", "given", "keeps")
        self.missing()
        texts = re.split(r"(?m)^(?=def )", "\n".join([*self.fast.functions, *self.lines]))
        return {text[4 : text.index("(")]: _addressed(text) for text in texts if text.strip()}

    def missing(self) -> None:
        """What the ruleset does not have, as functions that say so."""
        names = {line.split("(")[0].removeprefix("def ") for line in self.lines if line.startswith("def ")}
        for name in ("no_throw", "passes", "again", "released", "play_condition", "bad_result", *HOOKS):
            if name not in names:
                self.lines += [f"def {name}({self.arguments}):", "    return False"]
        if "bad_position" not in names:
            self.lines += [f"def bad_position({self.arguments}, n, k, fi, ti):", "    return False"]

    def generator(self, tier: int, *, first_only: bool) -> None:
        """One function finds the first move or all of them: it is the longest to compile."""
        if not first_only:
            super().generator(tier, first_only=False)

    def begin_moves(self, tier: int, first_only: bool) -> None:
        """Moves are written at `at`, the k-th and further, `most` at most; the new k is returned."""
        self.lines.append(f"def moves_{tier}({self.arguments}, tier, n, at, k, most):")

    def found(self, kind: int, origin: str, target: str) -> str:
        """Write a move down."""
        put = f"S[o] = n; S[o + 1] = {kind}; S[o + 2] = {origin}; S[o + 3] = {target}"
        return f"o = at + 4 * k; {put}; k += 1\nif k == most:\n    return k"

    def begin_position(self) -> None:
        """The move comes as four numbers."""
        self.lines += [
            f"def bad_position({self.arguments}, n, k, fi, ti):",
            "    f = STEP[fi]",
            "    t = STEP[ti]",
        ]

    # --- making a move ----------------------------------------------------------------------

    def log(self, row: str, index: str, indent: str) -> list[str]:
        """Remember an old value, and where in S it stood."""
        old = f"S[l] = {_ROWS[row][0]} + {index}; S[l + 1] = {row}[{index}]"
        return [f"{indent}l = LO + 2 * sp; {old}; sp += 1"]

    def do(self) -> None:
        """Every change is logged, so that it can be taken back."""
        hooks = [clause for clause in self.ruleset.section("memory") if clause.term("after_move") is not None]
        self.lines.append(f"def do({self.arguments}, n, k, fi, ti, sp):")
        self.lines += [
            *self.log("M", "fi", "    "),
            "    M[fi] -= 1",
            *self.log("M", "ti", "    "),
            "    M[ti] += 1",
        ]
        self.lines += ["    f = STEP[fi]", "    t = STEP[ti]"]
        if self.landed_words:
            landed = str(CONTEXT["landed"])
            self.lines += [
                *self.log("C", landed, "    "),
                f"    C[{landed}] = t if t <= {self.layout.last} else 0",
            ]
        self.contacts()
        for clause in hooks:
            self.remember(clause, "after_move", undoable=True)
        self.lines.append("    return sp")

    def contact(self, clause: Clause) -> None:
        """One man goes from one place to another, logged."""
        condition, takes, sends = clause.term("if"), clause.places("takes"), clause.places("sends")
        assert condition is not None and sends is not None
        theirs = clause.values.get("whose", "theirs") == "theirs"
        row, side = ("T", terms.THEIRS) if theirs else ("M", terms.MINE)
        if takes is None:
            step = terms.Var("to", 1, self.layout.last)
            takes = terms.Places(0, ((step, step),))
        deep = "                "
        self.lines += [
            f"        if {self.emit.truth(condition)}:",
            f"            a = {self.victim(row, side, takes)}",
            f"            b = {self.arrival(side, sends)}",
            f"            if {row}[a] > 0 and b > 0:",
            *self.log(row, "a", deep),
            f"{deep}{row}[a] -= 1",
            *self.log(row, "b", deep),
            f"{deep}{row}[b] += 1",
        ]
        if self.hit_words and theirs:
            hits = str(CONTEXT["men_hit"])
            self.lines += [*self.log("C", hits, deep), f"{deep}C[{hits}] += 1"]

    def remember(self, clause: Clause, hook: str, *, undoable: bool) -> None:
        """A memory changes, logged where it can be taken back."""
        term = clause.term(hook)
        assert term is not None
        row = self.emit.row(terms.MINE if clause.values["of"] == "side" else terms.GAME)
        index = str(self.layout.memory(clause.name))
        self.lines.append(f"    v = {self.emit.number(term)}")
        self.lines += self.log(row, index, "    ") if undoable else []
        self.lines.append(f"    {row}[{index}] = v")

    def worth(self) -> None:
        """What the obligations look at, packed: the first counts most."""
        preferences = self.preferences()
        if len(preferences) > MOST_OBLIGATIONS:
            raise UnsuitedError(f"more than {MOST_OBLIGATIONS} obligations")
        self.lines += [f"def worth({self.arguments}):", "    w = 0"]
        self.lines += [f"    w = (w << 15) + {self.emit.number(term)} + 10000" for term in preferences]
        self.lines.append("    return w")

    # --- numbers ----------------------------------------------------------------------------

    def numbers(self, name: str, section: str, key: str) -> None:
        """Write a rule of numbers: it fills N (numbers) and G (their groups) and returns how many."""
        clause = self.ruleset.one(section)
        term = None if clause is None else clause.term(key)
        self.lines += [f"def {name}({self.arguments}):", "    c = 0", "    g = 0"]
        if term is not None or name != "keeps":
            self.groups(
                term or terms.Dice(), "    ", ("TMP + 8", "TMP + 40") if name == "keeps" else ("NO", "GO")
            )
        self.lines.append("    return c")

    def groups(self, term: Term, indent: str, at: tuple[str, str]) -> None:  # noqa: C901 - one case a form
        """Statements that add a term's numbers to the group g; groups in order raise g."""
        put = f"{indent}    S[{at[0]} + c] = {{}}; S[{at[1]} + c] = g; c += 1"
        match term:
            case terms.Dice():
                self.lines += [f"{indent}for i in range(S[XO + 7]):", put.format("S[FO + i]")]
            case terms.Nothing():
                self.lines.append(f"{indent}pass")
            case terms.Chosen():
                self.lines += [f"{indent}if c < {MOST_NUMBERS}:", put.format("-1")]
            case terms.Copies(count, number):
                value = "-1" if isinstance(number, terms.Chosen) else f"max({self.emit.number(number)}, 0)"
                self.lines += [f"{indent}for _ in range(min({self.emit.number(count)}, {MOST_NUMBERS} - c)):"]
                self.lines.append(put.format(value))
            case terms.Joined(left, right):
                self.groups(left, indent, at)
                self.groups(right, indent, at)
            case terms.InOrder(left, right):
                self.groups(left, indent, at)
                self.lines.append(f"{indent}g += 1")
                self.groups(right, indent, at)
            case terms.Rungs(variable, low, high, body):
                self.lines.append(
                    f"{indent}for {variable} in range({self.emit.number(low)}, {self.emit.number(high)} + 1):"
                )
                self.groups(body, indent + "    ", at)
                self.lines.append(f"{indent}    g += 1")
            case terms.If(condition, then, otherwise):
                self.lines.append(f"{indent}if {self.emit.truth(condition)}:")
                self.groups(then, indent + "    ", at)
                self.lines.append(f"{indent}else:")
                self.groups(otherwise, indent + "    ", at)
            case _:
                self.lines += [f"{indent}if c < {MOST_NUMBERS}:", put.format(self.emit.number(term))]


def _addressed(function: str) -> str:
    """A function in which rows are places of S."""
    head, _, body = function.partition("\n")
    rows = "|".join(sorted(_ROWS, key=len, reverse=True))
    body = re.sub(rf"\b({rows})\[", lambda row: f"S[{_ROWS[row[1]][0]} + ", body.rstrip())
    body = re.sub(rf"\b(\w+)\(({rows})\b", lambda call: f"{call[1]}(S, {_ROWS[call[2]][0]}", body)
    starts = [
        f"    {name} = {start}" for name, start in _ROWS.values() if re.search(rf"\b{name}\b", body) and start
    ]
    return "\n".join([head, *starts, body.replace("_of[p][", "_of[p, ")]) + "\n\n"


MOST_NUMBERS = 60
"""Most numbers of a throw: which have been played is one 64-bit number."""
