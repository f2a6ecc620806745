"""The shape of a ruleset: what is allowed passes, and each fault is told once, at its place."""

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft7Validator

from tablier.diagnostics import Diagnostic
from tablier.source import SourceFile
from tablier.syntax.schema import check, ruleset_schema
from tablier.syntax.yaml_tree import parse

HEAD = "format: 1\nruleset: x\ntitle: X\n"
GOOD = (
    HEAD
    + """
extends: parallel-race
remove: [forbidden.bouchon, again]
abstract: false
about: {family: race, aliases: [Jaquet], period: 1818, century: -2, confidence: A, summary: s}
terms: {coin de repos: the corner}
sources: {lepeintre: {cite: "Lepeintre, Jeux", date: 1818, language: fr, url: "https://x"}}
board: {rows: [1 2 3 | 4, 5], source: lepeintre}
routes: {white: 1..24, black: "13..24, 1..12"}
regions: {talon: 1, last_table: 19..24}
layers: [stacked]
constants: {quota: 1}
men: {white: 15, black: quota}
setup: {both: {1: 15, 1:stacked: 2, off: 0}, default: as the source has it}
define: {ahead: from + number, always_so: true}
memory: {rests: {for: game, of: side, starts: 0, after_move: rests + 1, turn_end: 0}}
lead: {by: higher, tie: both play, opens: lead numbers, tie_numbers: high of high, opens_with: [1]}
throw: {lots: 4, values: {0: 5}}
no_throw: {if: never}
numbers: {rule: 4 of high if doublet else dice, source: [a, "b, p. 3"]}
moves:
  advance: {from: board, to: from + number, if: always, tier: 2, quote: {words: avancer}}
contact:
  hit: {if: "men(theirs, to) == 1", takes: to, sends: bar, whose: theirs}
forbidden:
  enemy_man: {landing: "men(theirs, to) >= 1", source: lepeintre, quote: un mot, note: n, text: t}
obligations:
  most_numbers: {prefer: numbers_played}
leftovers: {pass_if: always}
given: {in_order: always, released_if: never, keeps: high}
again: {if: doublet}
end:
  all_off: {if: all_in(off), tested: turn, wins: mine, points: 2}
stalemate: {wins: nobody}
match: {next_lead: winner, next_lead_after_single: loser, to: 5, games: [portes, plakoto]}
notation: {steps: descending}
readings:
  unplayed:
    question: Who?
    default: opponent
    values:
      opponent: {source: "moulidars, p. 185", argument: every}
      lost: {argument: a, changes: {leftovers: {pass_if: never}, remove: [again]}}
examples:
  first:
    about: a case
    position: {white: {1: 14, 7: 1}}
    player: black
    throw: 6-5
    throws: {white: 2}
    memory: {rests: {white: 1}, moved: 2}
    readings: {unplayed: lost}
    legal: [1/7 1/6, {play: 1/7}]
    illegal: [{play: 1/7, because: enemy_man}]
    outcome: {winner: white, points: 2}
    tests: [forbidden.enemy_man]
    source: lepeintre
  second: {given: [5, 5], results: [{white: {1: 2}}], count: 1, left: [5], reply: [{black: {2: 3}}]}
  third: {lead: {white: 5, black: 3}, leader: white, opens: lead numbers, next_lead: white}
  fourth: {throw: 6, includes: [{white: {off: 1}}], excludes: [{white: {bar: 1}}], next: end}
"""
)


def faults(text: str) -> list[Diagnostic]:
    node, broken = parse(SourceFile("t.yaml", text))
    assert broken == []
    assert node is not None
    return check(node)


def told(text: str) -> Diagnostic:
    found = faults(text)
    assert len(found) == 1, found
    return found[0]


def test_what_the_format_allows_passes() -> None:
    assert faults(GOOD) == []


def test_only_three_keys_are_required() -> None:
    assert faults(HEAD) == []
    assert [f.code for f in faults("title: X\n")] == ["T202", "T202"]


# What is written, the code, the column on the fourth line, and words that the message must hold.
FAULTS = [
    ("moov: 1", "T201", 1, "no section `moov`"),
    ("zzz: 1", "T201", 1, "no section `zzz`"),
    ("moves: {a: {frm: bar, to: 1}}", "T201", 13, "`moves.a` has no key `frm`"),
    ("moves: {a: {from: bar, to: 1, zz: 2}}", "T201", 31, "it takes `from`, `to`, `if` and `tier`"),
    ("moves: {a: {from: bar}}", "T202", 9, "`moves.a` lacks the key `to`: where the man goes"),
    ("moves: [a]", "T203", 8, "a map of named clauses, but a list"),
    ("moves:", "T203", 1, "nothing stands after `moves`"),
    ("moves: {Hop: {from: bar, to: 1}}", "T204", 9, "'Hop' is not a name"),
    ("obligations: {a: numbers_played}", "T203", 18, "the key `prefer`, but the text"),
    ("throw: {dise: 2}", "T201", 9, "no key `dise`"),
    ("throw: {dice: 12}", "T205", 15, "from 1 to 3, but 12"),
    ("throw: {dice: two}", "T203", 15, "a whole number, but the text 'two'"),
    ("throw: {dice: '2'}", "T203", 15, "leave out the quotes"),
    ("throw: {dice: 2, lots: 4}", "T201", 18, "only one of"),
    ("throw: {source: a}", "T202", 1, "needs one of"),
    ("throw: {dice: 2, values: {0: 1}}", "T202", 18, "only beside `lots`"),
    ("throw: {dice: 02}", "T108", 15, "plain figures"),
    ("men: 017", "T108", 6, "plain figures"),
    ("men: 1_5", "T108", 6, "plain figures"),
    ("men: '15'", "T204", 6, "leave out the quotes"),
    ("men: true", "T203", 6, "the truth `true`"),
    ("men: 1001", "T205", 6, "from 0 to 1000"),
    ("regions: {t: true}", "T203", 14, "put it in quotes"),
    ("lead: {by: highest}", "T204", 12, "`higher`, `lower`, `white` or `black`"),
    ("lead: {by: }", "T203", 8, "nothing stands after `lead.by`"),
    ("lead: {by: true}", "T204", 12, "the truth `true`"),
    ("forbidden: {a: {landing: x, move: y}}", "T201", 29, "but has `landing` and `move`"),
    ("forbidden: {a: {lending: x}}", "T201", 17, "no key `lending`"),
    ("forbidden: {a: {note: x}}", "T202", 13, "needs one of `landing`, `move`, `position`"),
    ("forbidden: {a: x}", "T203", 16, "a map with keys such as `landing`"),
    ("setup: {both: {bra: 1}}", "T204", 16, "'bra' is not a place"),
    ("setup: {both: {012: 1}}", "T108", 16, "plain figures"),
    ("setup: {both: {1: 01}}", "T108", 19, "plain figures"),
    ("extends: Grand Trictrac", "T204", 10, "not an id"),
    ("remove: [A B]", "T204", 10, "a section or section.clause"),
    ("remove: x", "T203", 9, "`remove` is a list"),
    ("about: {century: 1634}", "T205", 18, "from -30 to 21"),
    ("about: {confidence: E}", "T204", 21, "`A`, `B`, `C` or `D`"),
    ("abstract: yes", "T203", 11, "true or false"),
    ("again: never", "T203", 8, "the key `if`"),
    ("define: {x: [1]}", "T203", 13, "an expression, but a list"),
    ("define: {x: min(1, 2)}", "T204", 20, "needs quotes"),
    ("end: {a: {wins: mine, if: men(mine, off) == 1}}", "T201", 37, "needs quotes"),
    ("examples: {x: {throw: [6, x]}}", "T203", 27, "entry 2 of `examples.x.throw`"),
    ("examples: {x: {legal: [{ply: 1/2}]}}", "T201", 25, "entry 1 of `examples.x.legal`"),
    ("match: {games: []}", "T204", 16, "nothing stands in `match.games`"),
    ("again: {if: ''}", "T204", 13, "nothing stands in `again.if`"),
]


@pytest.mark.parametrize(("line", "code", "column", "words"), FAULTS, ids=[f[0] for f in FAULTS])
def test_each_fault_is_told_once_at_its_place(line: str, code: str, column: int, words: str) -> None:
    fault = told(HEAD + line)
    assert fault.span is not None
    assert (fault.code, fault.span.line, fault.span.column) == (code, 4, column)
    assert words in fault.message


@pytest.mark.parametrize(
    ("line", "suggestion"),
    [
        ("moov: 1", "moves"),
        ("moves: {a: {frm: bar, to: 1}}", "from"),
        ("forbidden: {a: {lending: x}}", "landing"),
        ("lead: {by: White}", "white"),
        ("setup: {both: {bra: 1}}", "bar"),
        ("extends: Grand Trictrac", "grand-trictrac"),
        ("regions: {Last Table: 1..6}", "last_table"),
        ("abstract: no", "false"),
    ],
)
def test_what_was_probably_meant(line: str, suggestion: str) -> None:
    assert told(HEAD + line).suggestion == suggestion


@pytest.mark.parametrize(
    ("line", "example"),
    [
        ("obligations: {a: numbers_played}", "a: {prefer: numbers_played}"),
        ("again:\n  men(mine, off) == 1", 'again: {if: "men(mine, off) == 1"}'),
        ("about: {aliases: Jaquet}", "aliases: [Jaquet]"),
        ("men: 017", "17"),
    ],
)
def test_what_to_write_instead(line: str, example: str) -> None:
    assert told(HEAD + line).example == example


def test_the_clause_is_named() -> None:
    assert told(HEAD + "moves: {a: {frm: bar, to: 1}}").clause == "moves.a"
    assert told(HEAD + "throw: {dise: 2}").clause == "throw"
    assert told(HEAD + "moov: 1").clause is None


@pytest.mark.parametrize("text", ["- a", "word", "12", "[]", "'x'"])
def test_a_file_that_is_no_map(text: str) -> None:
    fault = told(text)
    assert fault.code == "T203"
    assert "a ruleset is a map" in fault.message


def test_no_words_of_programmers() -> None:
    jargon = ("object", "array", "string", "type", "property", "schema", "required", "valid")
    for line, *_ in FAULTS:
        words = told(HEAD + line).message.replace("`", " ").split()
        assert not set(jargon) & set(words), line


def test_an_id_may_not_end_in_a_line_break() -> None:
    assert told('format: 1\nruleset: "x\\n"\ntitle: X').code == "T204"


def test_hostile_trees_are_told_of() -> None:
    assert len(faults("\n".join(f"key{n}: 1" for n in range(20_000)))) == 100
    assert len(faults(HEAD + "remove: [" + "1, " * 20_000 + "]")) == 100


def parts(schema: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every part of the schema that says something of a key, with its path."""
    for name in ("properties", "definitions"):
        for key, part in schema.get(name, {}).items():
            yield f"{path}/{key}", part
            yield from parts(part, f"{path}/{key}")
    for name in ("items", "additionalProperties"):
        if isinstance(schema.get(name), dict):
            yield from parts(schema[name], f"{path}/*")


def test_the_schema_is_one_and_describes_every_key() -> None:
    schema = ruleset_schema()
    Draft7Validator.check_schema(schema)
    for path, part in parts(schema):
        assert "$ref" in part or part.get("description"), path


def test_the_schema_leaves_no_map_open() -> None:
    for path, part in parts(ruleset_schema()):
        kind = part.get("type", ())
        if kind == "object" or "object" in kind:
            closed = part.get("additionalProperties") is False
            assert closed or "propertyNames" in part, path
