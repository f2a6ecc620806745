"""What an editor asks, answered from schema, vocabulary and ruleset: problems, words, meanings, places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tablier.authoring.server import keys, names
from tablier.authoring.server.cursor import Cursor, locate
from tablier.diagnostics import Diagnostic, Span
from tablier.model import library, survey
from tablier.model.load import examine
from tablier.model.merge import merge
from tablier.model.vocabulary import KEYWORDS, VOCABULARY
from tablier.source import unsaved
from tablier.study.examples import check_examples
from tablier.syntax.yaml_tree import Map


@dataclass(frozen=True, slots=True)
class Offer:
    """A word that may stand at a place, with what it is and what it means."""

    word: str
    kind: str
    """`key`, `value`, `word` or `name`."""
    detail: str
    meaning: str


@dataclass(frozen=True)
class Document:
    """A ruleset file as it stands in the editor."""

    path: Path
    text: str

    @property
    def lines(self) -> list[str]:
        """The lines of the text."""
        return self.text.splitlines() or [""]

    def _unsaved(self) -> dict[str, str]:
        return {str(self.path): self.text}

    # --- problems -------------------------------------------------------------------------------

    def problems(self, *, examples: bool = False) -> list[Diagnostic]:
        """Return what `tablier validate` says of the text; with `examples`, what `check` says too."""
        with unsaved(self._unsaved()):
            found = survey.validate(str(self.path))
            ruleset, _ = examine(str(self.path)) if examples else (None, [])
            if ruleset is not None:
                found += [one for verdict in check_examples(ruleset) for one in verdict.diagnostics]
        return [one for one in found if one.span is None or one.span.file == str(self.path)]

    # --- words ----------------------------------------------------------------------------------

    def offers(self, line: int, column: int) -> list[Offer]:
        """Return what may stand at a place (from 0)."""
        cursor = locate(self.lines, line, column)
        if cursor.in_key:
            path = cursor.path[:-1] if _is_on_key(cursor) else cursor.path
            return [Offer(key, "key", "", said) for key, said in keys.keys(path)]
        return list(self._values(cursor))

    def _values(self, cursor: Cursor) -> Iterator[Offer]:
        path = cursor.path
        last = path[-1] if path else ""
        for word in keys.values(path):
            yield Offer(word, "value", "", "")
        if last in ("extends", "games"):
            yield from (Offer(one.stem, "name", "a ruleset", "") for one in library.files())
        elif last == "source":
            yield from (_named(one) for one in self._names() if one.section == "sources")
        elif last in ("tests", "because"):
            yield from (_named(one) for one in names.clauses(self._names()))
        elif last == "remove":
            yield from self._removable()
        elif keys.is_expression(path):
            yield from self._words()

    def _words(self) -> Iterator[Offer]:
        for word, entry in VOCABULARY.items():
            yield Offer(word, "word", entry.type.value, f"{entry.meaning}\n\n`{entry.example}`")
        for word, said in KEYWORDS.items():
            yield Offer(word, "word", "", said)
        yield from (_named(one) for one in names.in_expressions(self._names()))

    def _removable(self) -> Iterator[Offer]:
        parent = self._parent()
        for one in names.clauses(names.given(parent)) if parent else ():
            yield Offer(f"{one.section}.{one.name}", "name", one.kind, one.text)

    def _names(self) -> list[names.Name]:
        """The names of the text; while it is not YAML, those of the file as it was saved."""
        with unsaved(self._unsaved()):
            found = names.given(self.path)
        return found or names.given(self.path)

    def _parent(self) -> Path | None:
        with unsaved(self._unsaved()):
            return names.parent(self.path)

    # --- meanings -------------------------------------------------------------------------------

    def meaning(self, line: int, column: int) -> str:
        """Return what the key or word at a place means, as Markdown; empty when nothing is known."""
        cursor = locate(self.lines, line, column)
        if _is_on_key(cursor):
            said = keys.meaning(cursor.path)
            return f"**{cursor.word}**: {said}" if said else ""
        if keys.is_expression(cursor.path) and cursor.word in VOCABULARY:
            entry = VOCABULARY[cursor.word]
            return f"**{cursor.word}**, {entry.type.value}: {entry.meaning}\n\n`{entry.example}`"
        if keys.is_expression(cursor.path) and cursor.word in KEYWORDS:
            return f"**{cursor.word}**: {KEYWORDS[cursor.word]}"
        return self._own(cursor.word)

    def _own(self, word: str) -> str:
        found = next((one for one in self._names() if one.name == word), None)
        return f"**{word}**, {found.kind}\n\n`{found.text}`" if found else ""

    # --- places ---------------------------------------------------------------------------------

    def origin(self, line: int, column: int) -> Span | None:
        """Return where the parent has the clause at a place, or where the word there is explained."""
        cursor = locate(self.lines, line, column)
        if cursor.path[:1] == ("extends",):
            parent = self._parent()
            return None if parent is None else Span(str(parent), 1, 1, 1, 1)
        if _is_on_key(cursor):
            return self._inherited(cursor.path)
        found = next((one for one in self._names() if one.name == cursor.word), None)
        return found.span if found else None

    def _inherited(self, path: tuple[str, ...]) -> Span | None:
        parent = self._parent()
        section = merge(parent).sections.get(path[0]) if parent is not None else None
        if section is None:
            return None
        key, node = section
        entry = node.key_node(path[1]) if isinstance(node, Map) and len(path) > 1 else None
        return entry.span if entry is not None else key.span


def _is_on_key(cursor: Cursor) -> bool:
    return cursor.in_key and cursor.path[-1:] == (cursor.word,) and bool(cursor.word)


def _named(one: names.Name) -> Offer:
    return Offer(one.name, "name", one.kind, one.text)
