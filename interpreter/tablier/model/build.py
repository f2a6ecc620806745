"""From the merged tree to a checked ruleset, every fault collected on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tablier.diagnostics import Diagnostic, Severity, Span, suggest
from tablier.model import terms
from tablier.model.check import Phrase, Scope, check
from tablier.model.emit import depends
from tablier.model.layout import SIDES, Layout
from tablier.model.merge import SINGLE, Merged, apply
from tablier.model.ruleset import (
    About,
    Clause,
    Example,
    Expression,
    Reading,
    ReadingValue,
    Ruleset,
    Source,
)
from tablier.model.steps import StepsFault, parse_points, parse_steps
from tablier.model.terms import Type
from tablier.model.vocabulary import VOCABULARY, Moment
from tablier.syntax.expression import ExpressionFault, parse
from tablier.syntax.yaml_tree import Map, Node, Scalar, Seq, looks_like_number, to_plain

CLAUSES: dict[str, dict[str, tuple[Type, Moment]]] = {
    "memory": {
        "starts": (Type.NUMBER, Moment.ALWAYS),
        "after_throw": (Type.NUMBER, Moment.THROWN),
        "after_move": (Type.NUMBER, Moment.MOVE),
        "after_play": (Type.NUMBER, Moment.RESULT),
        "at_turn": (Type.NUMBER, Moment.TURN),
        "turn_end": (Type.NUMBER, Moment.TURN),
    },
    "lead": {"tie_numbers": (Type.NUMBERS, Moment.NUMBERS)},
    "throw": {},
    "no_throw": {"if": (Type.TRUTH, Moment.TURN)},
    "numbers": {"rule": (Type.NUMBERS, Moment.NUMBERS)},
    "moves": {
        "from": (Type.PLACES, Moment.MOVE),
        "to": (Type.PLACE, Moment.MOVE),
        "if": (Type.TRUTH, Moment.MOVE),
    },
    "contact": {
        "if": (Type.TRUTH, Moment.MOVE),
        "takes": (Type.PLACE, Moment.MOVE),
        "sends": (Type.PLACE, Moment.MOVE),
    },
    "forbidden": {
        "landing": (Type.TRUTH, Moment.MOVE),
        "move": (Type.TRUTH, Moment.MOVE),
        "position": (Type.TRUTH, Moment.MOVE),
        "result": (Type.TRUTH, Moment.RESULT),
    },
    "obligations": {"prefer": (Type.NUMBER, Moment.RESULT)},
    "leftovers": {"pass_if": (Type.TRUTH, Moment.RESULT)},
    "given": {
        "in_order": (Type.TRUTH, Moment.ALWAYS),
        "released_if": (Type.TRUTH, Moment.GIVEN),
        "keeps": (Type.NUMBERS, Moment.NUMBERS),
    },
    "again": {"if": (Type.TRUTH, Moment.RESULT)},
    "end": {"if": (Type.TRUTH, Moment.THROWN), "points": (Type.NUMBER, Moment.THROWN)},
    "stalemate": {"points": (Type.NUMBER, Moment.ALWAYS)},
    "match": {},
    "stakes": {},
    "notation": {},
}
"""The clauses that run: each expression key, what it is worth, and when it is worked out."""

_REMARKS = ("source", "default", "quote", "note", "text")
_END_MOMENTS = {"move": Moment.THROWN, "turn": Moment.TURN, "play": Moment.RESULT}
MOST_MEN = 60
"""Most men of a side."""


def build(
    merged: Merged, chosen: Mapping[str, str], constants: Mapping[str, int] | None = None
) -> tuple[Ruleset | None, list[Diagnostic]]:
    """Return the ruleset (None when it cannot be used) and everything found.

    Args:
        merged: the merged sections; the `changes` of chosen readings are laid over them here.
        chosen: a value for readings that are not to have their default.
        constants: values for constants that are not to have the file's.
    """
    if not merged.sections:
        return None, merged.diagnostics
    builder = _Builder(merged, constants or {})
    try:
        ruleset = builder.ruleset(chosen)
    except _UnusableError:
        ruleset = None
    found = _without_echoes(builder.diagnostics)
    if any(one.severity is Severity.ERROR for one in found):
        ruleset = None
    return ruleset, found


def _without_echoes(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Drop what follows from a fault of shape on the same line, and what is said twice.

    Where a key is unknown, a section that seems to be missing is probably the one misspelt.
    """
    if any(one.code == "T201" for one in diagnostics):
        top = [one for one in diagnostics if one.code in ("T202", "T510") and _is_at_top(one)]
        diagnostics = [one for one in diagnostics if one not in top]
    shape = {
        (one.span.file, one.span.line) for one in diagnostics if one.code < "T3" and one.span is not None
    }
    return [
        one
        for one in dict.fromkeys(diagnostics)
        if one.code < "T3" or one.span is None or (one.span.file, one.span.line) not in shape
    ]


def _is_at_top(diagnostic: Diagnostic) -> bool:
    """Whether it is about the file as a whole."""
    span = diagnostic.span
    return span is not None and (span.line, span.column, span.end_line, span.end_column) == (1, 1, 1, 1)


class _UnusableError(Exception):
    """So much is missing that nothing more can be checked."""


@dataclass
class _Builder:
    merged: Merged
    settings: Mapping[str, int] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    scope_key: int = 0
    broken: set[str] = field(default_factory=set)
    """Phrases with a fault: it is told where they are defined, not again where they are used."""
    uncounted: bool = False
    """Whether some count of men could not be read."""

    def __post_init__(self) -> None:
        self.diagnostics = list(self.merged.diagnostics)

    # --- the whole --------------------------------------------------------------------------

    def ruleset(self, chosen: Mapping[str, str]) -> Ruleset:
        if not self.merged.is_whole:
            # What is missing may stand in the part that could not be read.
            raise _UnusableError
        readings = self.readings(chosen)
        name = self.merged.path.stem
        abstract = self.flag("abstract")
        rows = self.rows()
        routes = self.routes(rows)
        layers = tuple(scalar.text for scalar in self.list_of("layers"))
        memories = tuple(self.entries("memory"))
        layout = Layout(routes, layers, memories)
        regions = self.regions(layout)
        constants = self.constants()
        scope = Scope(layout.last, regions, constants, {one: self.per_side(one) for one in memories}, layers)
        phrases = self.phrases(scope)
        self.scope_key = hash(scope.key())
        sources = self.sources()
        clauses = {section: tuple(self.section(section, scope, sources)) for section in CLAUSES}
        men = self.men(constants)
        setup = self.setup(layout, men, constants, clauses["memory"], abstract)
        if not abstract:
            self.whole(clauses, layout)
        return Ruleset(
            name=name,
            title=self.text("title") or name,
            path=self.merged.path,
            about=self.about(),
            abstract=abstract,
            parents=tuple(self.merged.parents),
            terms={
                key: node.text for key, (_, node) in self.entries("terms").items() if isinstance(node, Scalar)
            },
            sources=sources,
            rows=rows,
            layout=layout,
            regions=regions,
            constants=constants,
            men=men,
            setup=setup,
            clauses=clauses,
            readings=readings,
            examples=tuple(self.examples()),
            phrases=phrases,
            formats=self.formats(layout),
            settings=dict(self.settings),
        )

    def whole(self, clauses: Mapping[str, tuple[Clause, ...]], layout: Layout) -> None:
        """What a game cannot do without."""
        at = Span(str(self.merged.path), 1, 1, 1, 1)
        for section, sentence in (
            ("throw", "a game needs a throw: `throw: {dice: 2}`"),
            ("numbers", "a game needs numbers to play: `numbers: {rule: dice}`"),
            ("moves", "a game needs at least one kind of move"),
            ("end", "a game needs a way to end: `end: {all_off: {if: all_in(off), wins: mine}}`"),
        ):
            if not clauses[section] and section not in self.merged.sections:
                self.report("T510" if section == "end" else "T202", sentence, at)

    # --- reading nodes ----------------------------------------------------------------------

    def node(self, key: str) -> Node | None:
        found = self.merged.sections.get(key)
        return None if found is None else found[1]

    def entries(self, section: str) -> dict[str, tuple[Scalar, Node]]:
        node = self.node(section)
        return {key.text: (key, value) for key, value in node.items} if isinstance(node, Map) else {}

    def list_of(self, section: str) -> list[Scalar]:
        node = self.node(section)
        return [one for one in node.items if isinstance(one, Scalar)] if isinstance(node, Seq) else []

    def text(self, key: str) -> str:
        node = self.node(key)
        return node.text if isinstance(node, Scalar) else ""

    def flag(self, key: str) -> bool:
        node = self.node(key)
        return isinstance(node, Scalar) and node.value is True

    def report(self, code: str, message: str, span: Span | None, **more: Any) -> None:
        self.diagnostics.append(Diagnostic(code, message, span, **more))

    def about(self) -> About:
        plain = {key: to_plain(node) for key, (_, node) in self.entries("about").items()}
        aliases = plain.get("aliases") or []
        century = plain.get("century")
        return About(
            family=str(plain.get("family") or ""),
            aliases=tuple(str(alias) for alias in aliases) if isinstance(aliases, list) else (),
            period=str(plain.get("period") or ""),
            century=century if isinstance(century, int) else None,
            region=str(plain.get("region") or ""),
            confidence=str(plain.get("confidence") or ""),
            summary=str(plain.get("summary") or ""),
        )

    def sources(self) -> dict[str, Source]:
        found = {}
        for name, (_, node) in self.entries("sources").items():
            plain = to_plain(node)
            if isinstance(plain, dict):
                optional = {
                    key: None if plain.get(key) is None else str(plain[key])
                    for key in ("date", "language", "url")
                }
                found[name] = Source(name, str(plain.get("cite", "")), **optional)
            elif isinstance(plain, str):
                found[name] = Source(name, plain)
        return found

    def formats(self, layout: Layout) -> tuple[str, ...]:
        """The formats of other programs; they hold twenty-four points, a bar, and nothing else."""
        found = self.list_of("formats")
        plain = layout.last == 24 and not layout.layers and layout.routes[0] == layout.routes[1][::-1]
        for scalar in found[:1] if not plain else ():
            message = f"'{scalar.text}' holds 24 points that the sides travel in opposite directions"
            self.report("T521", f"{message}; this board is another", scalar.span)
        return tuple(scalar.text for scalar in found)

    # --- readings ---------------------------------------------------------------------------

    def readings(self, chosen: Mapping[str, str]) -> dict[str, Reading]:
        found = {}
        for name, (key, node) in self.entries("readings").items():
            reading = self.reading(name, key, node, chosen.get(name))
            if reading is not None:
                found[name] = reading
        for name in chosen:
            if name not in found:
                close = suggest(name, found)
                known = f"its readings are {', '.join(found)}" if found else "it has no readings"
                self.report("T508", f"this ruleset has no reading '{name}'; {known}", None, suggestion=close)
        return found

    def reading(self, name: str, key: Scalar, node: Node, chosen: str | None) -> Reading | None:
        values = node.get("values") if isinstance(node, Map) else None
        default = node.get("default") if isinstance(node, Map) else None
        if not isinstance(node, Map) or not isinstance(values, Map) or not isinstance(default, Scalar):
            return None
        known = {one.text: _reading_value(one.text, value) for one, value in values.items}
        if default.text not in known:
            message = f"the default '{default.text}' is not one of the values: {', '.join(known)}"
            self.report("T508", message, default.span, suggestion=suggest(default.text, known))
            return None
        value = chosen or default.text
        if value not in known:
            message = f"reading '{name}' has no value '{value}'; it may be {', '.join(known)}"
            self.report("T508", message, None, suggestion=suggest(value, known))
            return None
        changes = values.get(value)
        patch = changes.get("changes") if isinstance(changes, Map) else None
        if isinstance(patch, Map):
            before = len(self.merged.diagnostics)
            apply(self.merged, patch)
            self.diagnostics.extend(self.merged.diagnostics[before:])
        question = node.get("question")
        asked = question.text if isinstance(question, Scalar) else ""
        return Reading(name, asked, default.text, known, value, key.span)

    # --- board ------------------------------------------------------------------------------

    def rows(self) -> tuple[str, ...]:
        rows = self.entries("board").get("rows")
        if rows is None or not isinstance(rows[1], Seq):
            if "board" not in self.merged.sections:
                self.report(
                    "T202",
                    "a ruleset needs a board: `board: {rows: [...]}`",
                    Span(str(self.merged.path), 1, 1, 1, 1),
                )
            raise _UnusableError
        texts = []
        seen: set[str] = set()
        for row in rows[1].items:
            if isinstance(row, Scalar):
                texts.append(row.text)
                for point in row.text.split():
                    if point in seen and point not in (".", "|"):
                        self.report("T509", f"the point '{point}' is drawn twice", row.span)
                    seen.add(point)
        return tuple(texts)

    def routes(self, rows: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        points = {point for row in rows for point in row.split()} - {".", "|"}
        found = self.entries("routes")
        both = [self.route(found.get(side) or found.get("both"), points) for side in SIDES]
        if not all(both):
            if not found and "routes" not in self.merged.sections:
                at = Span(str(self.merged.path), 1, 1, 1, 1)
                self.report("T202", "a ruleset needs routes: `routes: {white: 24..1, black: 1..24}`", at)
            raise _UnusableError
        return both[0], both[1]

    def route(self, entry: tuple[Scalar, Node] | None, points: set[str]) -> tuple[str, ...]:
        if entry is None:
            return ()
        _, node = entry
        if not isinstance(node, Scalar):
            return ()
        try:
            route = parse_points(node.text)
        except StepsFault as fault:
            self.report("T502", str(fault), _part(node, fault.part))
            return ()
        for point in route:
            if point not in points:
                close = suggest(point, points)
                self.report(
                    "T509",
                    f"the route visits '{point}', which is not on the board",
                    node.span,
                    suggestion=close,
                )
                return ()
        return route

    def regions(self, layout: Layout) -> dict[str, tuple[int, ...]]:
        found = {}
        for name, (key, node) in self.entries("regions").items():
            if not isinstance(node, Scalar):
                continue
            try:
                steps = parse_steps(node.text)
            except StepsFault as fault:
                self.report("T502", str(fault), _part(node, fault.part))
                continue
            outside = [step for step in steps if not 1 <= step <= layout.last]
            if outside:
                message = f"step {outside[0]} is not on the route, which has {layout.last} steps"
                self.report("T502", message, _part(node, str(outside[0])))
            if name in VOCABULARY:
                self.report(
                    "T401",
                    f"'{name}' already means something else; call the region something else",
                    key.span,
                )
            found[name] = tuple(sorted(set(steps)))
        return found

    def numbers_in(self, section: str) -> dict[str, int]:
        entries = self.entries(section).items()
        return {
            name: node.value
            for name, (_, node) in entries
            if isinstance(node, Scalar) and type(node.value) is int
        }

    def constants(self) -> dict[str, int]:
        """The file's constants, with those that were set from outside."""
        found = self.numbers_in("constants")
        for name in self.settings:
            if name not in found:
                known = f"its constants are {', '.join(found)}" if found else "it has no constants"
                close = suggest(name, found)
                self.report("T508", f"this ruleset has no constant '{name}'; {known}", None, suggestion=close)
        return {name: self.settings.get(name, value) for name, value in found.items()}

    def per_side(self, memory: str) -> bool:
        _, node = self.entries("memory")[memory]
        of = node.get("of") if isinstance(node, Map) else None
        return not (isinstance(of, Scalar) and of.text == "game")

    # --- expressions and clauses ------------------------------------------------------------

    def phrases(self, scope: Scope) -> dict[str, Expression]:
        """Read every phrase first, so that they may use each other in any order."""
        written: dict[str, Scalar] = {}
        for name, (key, node) in self.entries("define").items():
            if not isinstance(node, Scalar):
                continue
            if name in VOCABULARY or name in scope.regions:
                self.report(
                    "T401",
                    f"'{name}' already means something else; call the phrase something else",
                    key.span,
                )
                continue
            try:
                scope.phrases[name] = Phrase(parse(node.text), Type.NUMBER)
                written[name] = node
            except ExpressionFault as fault:
                self.expression_fault(fault, node, f"define.{name}")
                self.broken.add(name)
        return {
            name: found
            for name, node in written.items()
            if (found := self.phrase(name, node, scope)) is not None
        }

    def phrase(self, name: str, node: Scalar, scope: Scope) -> Expression | None:
        try:
            checked = check(scope.phrases[name].tree, scope, None, None)
        except ExpressionFault as fault:
            self.expression_fault(fault, node, f"define.{name}")
            self.broken.add(name)
            del scope.phrases[name]
            return None
        return Expression(node.text, node.span, checked.term)

    def section(self, section: str, scope: Scope, sources: Mapping[str, Source]) -> Iterator[Clause]:
        node = self.node(section)
        if not isinstance(node, Map):
            return
        if section in SINGLE:
            yield self.clause(section, "", self.merged.sections[section][0], node, scope, sources)
            return
        for key, value in node.items:
            if isinstance(value, Map):
                yield self.clause(section, key.text, key, value, scope, sources)

    def clause(
        self,
        section: str,
        name: str,
        key: Scalar,
        node: Map,
        scope: Scope,
        sources: Mapping[str, Source],
    ) -> Clause:
        id_ = f"{section}.{name}" if name else section
        expressions, values = {}, {}
        for one, value in node.items:
            kind = CLAUSES[section].get(one.text)
            if kind is not None and isinstance(value, Scalar):
                moment = _END_MOMENTS.get(_text(node, "tested"), kind[1]) if section == "end" else kind[1]
                expression = self.expression(value, scope, moment, kind[0], id_)
                if expression is not None:
                    expressions[one.text] = expression
                    self.own_words(section, one.text, expression, id_)
            elif one.text not in _REMARKS:
                values[one.text] = to_plain(value)
        if section == "memory":
            values.setdefault("of", "side")
        cited = self.cited(node, sources)
        default, note, text = (_text(node, one) or None for one in ("default", "note", "text"))
        if not cited and default is None and section not in ("notation", "stalemate"):
            message = f"'{id_}' names no source; write `source:`, or `default:` with your reason"
            self.report("T507", message, key.span, severity=Severity.WARNING, clause=id_)
        return Clause(section, name, key.span, cited, default, _quote(node), note, text, expressions, values)

    def own_words(self, section: str, key: str, expression: Expression, id_: str) -> None:
        """The place a man leaves cannot depend on the place he leaves, nor his goal on the goal."""
        barred = {"from": {"from", "to"}, "to": {"to"}}.get(key, set()) if section == "moves" else set()
        for word in sorted(depends(expression.term) & barred):
            message = f"`{key}:` cannot use '{word}': it is what this clause says"
            self.report("T403", message, expression.span, clause=id_)

    def expression(
        self, node: Scalar, scope: Scope, moment: Moment, wanted: Type, id_: str
    ) -> Expression | None:
        if isinstance(node.value, bool):
            word = "always" if node.value else "never"
            self.report(
                "T402",
                f"write `{word}` for a condition that is {str(node.value).lower()}",
                node.span,
                clause=id_,
            )
            return None
        try:
            return Expression(
                node.text, node.span, check(parse(node.text), scope, moment, wanted, self.scope_key).term
            )
        except ExpressionFault as fault:
            self.expression_fault(fault, node, id_)
            return None

    def expression_fault(self, fault: ExpressionFault, node: Scalar, id_: str) -> None:
        if node.text[fault.start : fault.end] in self.broken:
            return
        span = node.span_of(min(fault.start, len(node.text)), min(fault.end, len(node.text)))
        hint = fault.example or ""
        close = (
            hint.removeprefix("did you mean '").removesuffix("'?")
            if hint.startswith("did you mean")
            else None
        )
        self.report(
            fault.code,
            fault.message,
            span,
            clause=id_,
            suggestion=close,
            example=None if close else fault.example,
        )

    def cited(self, node: Map, sources: Mapping[str, Source]) -> tuple[str, ...]:
        value = node.get("source")
        entries = value.items if isinstance(value, Seq) else [value] if value is not None else []
        cited = []
        for entry in entries:
            if not isinstance(entry, Scalar):
                continue
            name = entry.text.partition(",")[0].strip()
            if name not in sources:
                message = f"no source is called '{name}'"
                span = entry.span_of(0, min(len(name), len(entry.text)))
                self.report("T506", message, span, suggestion=suggest(name, sources))
            cited.append(entry.text)
        return tuple(cited)

    # --- men --------------------------------------------------------------------------------

    def men(self, constants: Mapping[str, int]) -> tuple[int, int]:
        found = self.node("men")
        if isinstance(found, Map):
            white, black = (self.count(found.get(side), constants, least=1) for side in SIDES)
            return white, black
        both = self.count(found, constants, least=1)
        return both, both

    def count(self, node: Node | None, constants: Mapping[str, int], least: int = 0) -> int:
        if not isinstance(node, Scalar):
            return 0
        value = constants.get(node.text, node.value)
        if type(value) is not int:
            self.uncounted = True
            if not looks_like_number(node.text):  # else the schema has spoken
                close = suggest(node.text, [*constants, "rest"])
                self.report(
                    "T401",
                    f"'{node.text}' is neither a number nor a constant",
                    node.span,
                    suggestion=close,
                )
            return 0
        if not least <= value <= MOST_MEN:
            self.report("T205", f"{value} men are not possible ({least} to {MOST_MEN})", node.span)
            self.uncounted = True
            return 0
        return value

    def setup(
        self,
        layout: Layout,
        men: tuple[int, int],
        constants: Mapping[str, int],
        memory: tuple[Clause, ...],
        abstract: bool,
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        found = self.entries("setup")
        rows = []
        for index, side in enumerate(SIDES):
            row = [0] * layout.size
            entry = found.get(side) or found.get("both")
            if entry is not None and isinstance(entry[1], Map):
                both = side not in found and men[0] == men[1]
                self.place_men(row, entry[1], layout, men[index], constants, "each side" if both else side)
            elif not abstract:
                at = (
                    self.merged.sections["setup"][0].span
                    if "setup" in self.merged.sections
                    else Span(str(self.merged.path), 1, 1, 1, 1)
                )
                self.report("T202", f"`setup` does not say where {side}'s men stand", at)
            for clause in memory:
                starts = clause.term("starts")
                if isinstance(starts, terms.Int) and (clause.values["of"] == "side" or index == 0):
                    row[layout.memory(clause.name)] = starts.value
            rows.append(tuple(row))
        return rows[0], rows[1]

    def place_men(
        self,
        row: list[int],
        node: Map,
        layout: Layout,
        men: int,
        constants: Mapping[str, int],
        side: str,
    ) -> None:
        rest = None
        for key, value in node.items:
            index = layout.index(key.text)
            if index is None:
                message = f"'{key.text}' is not a place: steps are 1 to {layout.last}, or hand, bar, off"
                route = layout.routes[side == SIDES[1]]
                if key.text in route:
                    message += f"; the point {key.text} is step {route.index(key.text) + 1} of this route"
                close = None if key.text.isdecimal() else suggest(key.text, layout.place_names)
                self.report("T502", message, key.span, suggestion=close)
                self.uncounted = True
            elif isinstance(value, Scalar) and value.text == "rest" and rest is None:
                rest = index
            else:
                row[index] += self.count(value, constants)
        if rest is not None:
            row[rest] += max(men - sum(row), 0)
        if sum(row) != men and not self.uncounted:
            message = f"{side} has {men} men, but {sum(row)} are set up"
            self.report("T501", message, node.span)

    # --- examples ---------------------------------------------------------------------------

    def examples(self) -> Iterator[Example]:
        for name, (key, node) in self.entries("examples").items():
            if isinstance(node, Map):
                content = to_plain(node)
                assert isinstance(content, dict)
                spans = {one.text: value.span for one, value in node.items}
                self.cited(node, self.sources())
                yield Example(name, key.span, content, spans)


def _reading_value(name: str, node: Node) -> ReadingValue:
    if not isinstance(node, Map):
        return ReadingValue(name, "", ())
    source = node.get("source")
    entries = source.items if isinstance(source, Seq) else [source] if source is not None else []
    cited = tuple(entry.text for entry in entries if isinstance(entry, Scalar))
    return ReadingValue(name, _text(node, "argument"), cited)


def _text(node: Map, key: str) -> str:
    value = node.get(key)
    return value.text if isinstance(value, Scalar) else ""


def _quote(node: Map) -> str | None:
    quote = node.get("quote")
    if isinstance(quote, Map):
        return _text(quote, "words") or None
    return quote.text if isinstance(quote, Scalar) else None


def _part(node: Scalar, part: str) -> Span:
    start = node.text.find(part)
    return node.span if start < 0 else node.span_of(start, start + len(part))
