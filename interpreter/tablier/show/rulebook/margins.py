"""What a ruleset file says beside the rules: remarks, the sources of set-up and board, languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tablier.model.merge import SINGLE, apply, merge
from tablier.model.ruleset import Clause, Ruleset
from tablier.show.rulebook.pages import Citation, Ground, Quote
from tablier.show.words.english import prose
from tablier.syntax.yaml_tree import Map, to_plain


@dataclass(frozen=True)
class Margins:
    """The merged file as plain data, with the chosen readings laid over it."""

    sections: Mapping[str, Any]
    numbers: Mapping[str, int]
    """The number of each source in the bibliography."""

    @classmethod
    def of(cls, ruleset: Ruleset) -> Margins:
        """Read what stands beside a ruleset's rules."""
        merged = merge(ruleset.path)
        readings = merged.sections.get("readings")
        for name, reading in ruleset.readings.items():
            node = readings[1].get(name) if readings is not None and isinstance(readings[1], Map) else None
            for key in ("values", reading.chosen, "changes"):
                node = node.get(key) if isinstance(node, Map) else None
            if isinstance(node, Map):
                apply(merged, node)
        plain = {name: to_plain(node) for name, (_, node) in merged.sections.items()}
        return cls(plain, {name: number for number, name in enumerate(ruleset.sources, start=1)})

    def section(self, name: str) -> Mapping[str, Any]:
        """A section, empty where it is not written."""
        found = self.sections.get(name)
        return found if isinstance(found, Mapping) else {}

    def entry(self, section: str, name: str) -> Mapping[str, Any]:
        """An entry of a section, empty where it is not written."""
        found = self.section(section).get(name)
        return found if isinstance(found, Mapping) else {}

    def of_clause(self, clause: Clause) -> Mapping[str, Any]:
        """A clause as it is written."""
        if clause.section in SINGLE:
            return self.section(clause.section)
        return self.entry(clause.section, clause.name)

    def ground(self, entry: Mapping[str, Any]) -> Ground:
        """What an entry rests on."""
        given = entry.get("source")
        texts = given if isinstance(given, list) else [given] if given is not None else []
        return Ground(self.citations([str(one) for one in texts]), prose(str(entry.get("default") or "")))

    def citations(self, texts: list[str]) -> tuple[Citation, ...]:
        """Sources with their passages, as they are numbered."""
        found = []
        for text in texts:
            name, _, passage = text.partition(",")
            number = self.numbers.get(name.strip())
            if number is not None:
                found.append(Citation(number, name.strip(), passage.strip()))
        return tuple(found)

    def quotes(self, entry: Mapping[str, Any]) -> tuple[Quote, ...]:
        """The words of a source that an entry quotes."""
        given = entry.get("quote")
        if isinstance(given, Mapping):
            return (Quote(str(given.get("words") or ""), str(given.get("language") or "")),)
        return (Quote(str(given), self.language(entry)),) if given else ()

    def language(self, entry: Mapping[str, Any]) -> str:
        """The language of the first source of an entry, which its quotation is in."""
        for citation in self.ground(entry).citations:
            return str(self.entry("sources", citation.source).get("language") or "")
        return ""
