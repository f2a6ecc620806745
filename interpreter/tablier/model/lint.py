"""What is well formed but probably not meant: things that are never used, tested or possible.

All of these are warnings, and only about the file itself, not about its parents.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tablier.diagnostics import Diagnostic, Severity, Span, suggest
from tablier.model import terms
from tablier.model.emit import Emitter
from tablier.model.merge import Merged
from tablier.model.ruleset import Clause, Ruleset
from tablier.syntax.yaml_tree import Map, Node, Scalar, Seq

TESTED = ("contact", "forbidden", "leftovers", "again", "no_throw", "end", "given")
"""Sections whose clauses each deserve an example: they decide what is allowed and who wins."""

_NAME = re.compile(r"[A-Za-z_]\w*")


def lint(ruleset: Ruleset, merged: Merged) -> list[Diagnostic]:
    """Return warnings about a ruleset that can be used."""
    own = str(ruleset.path)
    found = [
        *_uncited_sources(ruleset, merged, own),
        *_unused_names(merged, own),
        *_idle_clauses(ruleset, own),
    ]
    if not ruleset.abstract:
        found += [*_untested(ruleset, own), *_unknown_tests(ruleset), *_untold_readings(ruleset, merged, own)]
    return found


def _warning(code: str, message: str, span: Span | None, **more: Any) -> Diagnostic:
    return Diagnostic(code, message, span, severity=Severity.WARNING, **more)


# --- never used --------------------------------------------------------------------------------


def _uncited_sources(ruleset: Ruleset, merged: Merged, own: str) -> Iterator[Diagnostic]:
    cited = {text.partition(",")[0].strip() for text in _citations(merged.sections.values())}
    for key, _ in _items(merged, "sources"):
        if key.span.file == own and key.text not in cited:
            yield _warning("T514", f"the source '{key.text}' is never cited", key.span)


def _citations(entries: Iterable[tuple[Scalar, Node]]) -> Iterator[str]:
    """Every text under a `source:` key, however deep."""
    for key, node in entries:
        if key.text == "source":
            yield from (one.text for one in _scalars(node))
        elif isinstance(node, Map):
            yield from _citations(node.items)


def _scalars(node: Node) -> list[Scalar]:
    if isinstance(node, Scalar):
        return [node]
    return [one for one in node.items if isinstance(one, Scalar)] if isinstance(node, Seq) else []


def _unused_names(merged: Merged, own: str) -> Iterator[Diagnostic]:
    """Phrases, constants, memories and layers that no expression mentions."""
    spoken = _words(merged.sections.values())
    kinds = {"define": "the phrase", "constants": "the constant", "memory": "the memory"}
    for section, what in kinds.items():
        for key, node in _items(merged, section):
            elsewhere = spoken.get(key.text, 0) - _words([(key, node)]).get(key.text, 0)
            if key.span.file == own and elsewhere < 1:
                yield _warning(
                    "T511", f"{what} '{key.text}' is never used", key.span, clause=f"{section}.{key.text}"
                )


def _words(entries: Iterable[tuple[Scalar, Node]]) -> dict[str, int]:
    """How often each word stands in a value."""
    counts: dict[str, int] = {}
    todo: list[Node] = [node for _, node in entries]
    while todo:
        node = todo.pop()
        if isinstance(node, Scalar):
            for word in _NAME.findall(node.text):
                counts[word] = counts.get(word, 0) + 1
        elif isinstance(node, Map):
            todo.extend(value for _, value in node.items)
        else:
            todo.extend(node.items)
    return counts


def _items(merged: Merged, section: str) -> list[tuple[Scalar, Node]]:
    found = merged.sections.get(section)
    return found[1].items if found is not None and isinstance(found[1], Map) else []


# --- never possible ----------------------------------------------------------------------------


def _idle_clauses(ruleset: Ruleset, own: str) -> Iterator[Diagnostic]:
    """Clauses whose condition is false whatever happens, and contact that a block rules out."""
    for clauses in ruleset.clauses.values():
        for clause in clauses:
            if clause.span.file == own:
                yield from _never(ruleset, clause)
    yield from _barred_contacts(ruleset, own)
    numbers = ruleset.one("numbers")
    if numbers is not None and isinstance(numbers.term("rule"), terms.Nothing):
        yield _warning("T513", "no throw ever gives a number to play", numbers.expressions["rule"].span)


def _never(ruleset: Ruleset, clause: Clause) -> Iterator[Diagnostic]:
    for key in ("if", "landing", "move", "position", "result"):
        expression = clause.expressions.get(key)
        if expression is None or isinstance(expression.term, terms.Truth):
            continue
        try:
            text = Emitter(ruleset.layout, 0, ruleset.men).truth(expression.term)
        except AssertionError:
            continue
        if text == "False":
            message = f"this is never true, so '{clause.id}' never applies"
            yield _warning("T512", message, expression.span, clause=clause.id)


def _barred_contacts(ruleset: Ruleset, own: str) -> Iterator[Diagnostic]:
    """A contact that asks for so many men of theirs on the point that a `landing` clause forbids."""
    blocked = [
        (clause, count)
        for clause in ruleset.section("forbidden")
        if (term := clause.term("landing")) is not None and (count := _least_theirs(term)) is not None
    ]
    for contact in ruleset.section("contact"):
        term = contact.term("if")
        wanted = None if term is None else _exact_theirs(term)
        for clause, least in blocked:
            if wanted is not None and wanted >= least and own in (contact.span.file, clause.span.file):
                message = f"'{contact.id}' can never happen: '{clause.id}' forbids landing there"
                notes = (("landing is forbidden here", clause.span),)
                yield _warning("T515", message, contact.span, clause=contact.id, notes=notes)


def _least_theirs(term: terms.Term) -> int | None:
    """n, where the term is just `men(theirs, to) >= n`."""
    match term:
        case terms.Compare(">=" | ">" as sign, men, terms.Int(n)) if _is_theirs_there(men):
            return n if sign == ">=" else n + 1
    return None


def _exact_theirs(term: terms.Term) -> int | None:
    """n, where the term asks for n men of theirs on the point, or n at least."""
    match term:
        case terms.Compare("==" | ">=", men, terms.Int(n)) if _is_theirs_there(men):
            return n
        case terms.And(left, right):
            return next((n for n in (_exact_theirs(left), _exact_theirs(right)) if n is not None), None)
    return None


def _is_theirs_there(term: terms.Term) -> bool:
    match term:
        case terms.Men(terms.THEIRS, terms.Places(0, ((terms.Var("to"), _),), None, None), False):
            return True
    return False


# --- never tested ------------------------------------------------------------------------------


def _tested_names(ruleset: Ruleset) -> set[str]:
    names: set[str] = set()
    for example in ruleset.examples:
        names.update(str(one) for one in example.content.get("tests") or ())
        for entry in example.content.get("illegal") or ():
            if isinstance(entry, Mapping) and entry.get("because"):
                names.add(str(entry["because"]))
    return names


def _untested(ruleset: Ruleset, own: str) -> Iterator[Diagnostic]:
    names = _tested_names(ruleset)
    for section in TESTED:
        for clause in ruleset.section(section):
            if clause.span.file == own and not names & {clause.id, clause.name or clause.section}:
                message = f"no example is there for '{clause.id}'; name it in the `tests:` of one"
                yield _warning("T516", message, clause.span, clause=clause.id)


def _unknown_tests(ruleset: Ruleset) -> Iterator[Diagnostic]:
    known = {
        name
        for clauses in ruleset.clauses.values()
        for one in clauses
        for name in (one.id, one.name, one.section)
    }
    known |= {"setup", "routes", "board", "notation", *ruleset.phrases, *ruleset.regions, *ruleset.readings}
    known |= {name for reading in ruleset.readings.values() for name in reading.values}
    for example in ruleset.examples:
        pinned = bool(example.content.get("readings"))
        for name in example.content.get("tests") or ():
            if str(name) not in known and not pinned:
                span = example.spans.get("tests", example.span)
                close = suggest(str(name), [one for one in known if one])
                message = f"example '{example.name}' tests '{name}', but nothing is called so"
                yield _warning("T518", message, span, suggestion=close)


def _untold_readings(ruleset: Ruleset, merged: Merged, own: str) -> Iterator[Diagnostic]:
    pinned = {
        (str(name), str(value))
        for example in ruleset.examples
        for name, value in (example.content.get("readings") or {}).items()
    }
    keys = {key.text: key for key, _ in _items(merged, "readings")}
    for name, reading in ruleset.readings.items():
        if keys[name].span.file != own:
            continue
        for value in reading.values:
            if value != reading.default and (name, value) not in pinned:
                message = f"no example tells the reading '{name}: {value}' from '{reading.default}'"
                yield _warning("T517", message, keys[name].span)
