"""The page on expressions: forms, words by the table that the checker reads, and where each is due."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablier.authoring.reference.markdown import code, joined, made_by, paragraphs, table
from tablier.model.build import CLAUSES
from tablier.model.terms import Type
from tablier.model.vocabulary import KEYWORDS, VOCABULARY, Entry, Moment

FORMS: tuple[tuple[str, str], ...] = (
    ("4 of high if doublet else dice", "A choice between two values."),
    ("low then high", "Ordered groups of numbers: the second opens when the first has been played."),
    ("each n in high..6 then 4 of n", "A ladder: one ordered group for each n."),
    ("men(mine, 1) >= 2 unless doublet", "A rule and its exception."),
    ("doublet or from == rearmost", "One of the two holds, or both."),
    ("dice and 6", "Both hold; of numbers, both are to be played, in any order."),
    ("not doublet", "The opposite."),
    ("every p in 1..6 has men(mine, p) >= 1", "The condition holds for each; `some`: for one at least."),
    ("count p in 1..6 has men(mine, p) == 0", "For how many it holds."),
    ("men(theirs, to) >= 2", "Comparison: `==`, `!=`, `<`, `<=`, `>`, `>=` (≠ ≤ ≥ may be written too)."),
    ("from in 1..6", "The step is one of these; also `not in`."),
    ("1..rail - 1", "From one step up to another; nothing where the first is greater."),
    ("4 of high", "That number so many times."),
    ("from + number", "Sum, and difference with `-`."),
    ("2 * high", "Product; `div` and `mod` divide whole numbers (by 0 they give 0)."),
    ("their rearmost", "What follows, looked at from the other side."),
    ("to:pinned", "The same step in a layer; `p:any` in every layer."),
    ("men(mine, 1..6)", "A word with values in brackets; brackets also group."),
)
"""One example of each form, in the order in which they bind."""


def page() -> str:
    """Return the page on expressions."""
    return joined(_lines())


def _lines() -> Iterator[str]:
    yield from made_by(
        "Expressions",
        "Clauses say what they mean in expressions: short sentences over numbers, conditions, places and"
        " sides. They have no effects and always come to an end.",
        "Within an expression the side on turn is `mine`, the other `theirs`, and every step is counted on"
        " the mover's own route. An expression stands in the file without quotes; only on one line within"
        " `{ }` it needs them when it holds a comma.",
    )
    yield from ("## Forms", "", "From the loosest binding to the tightest; every line is an example.", "")
    yield from table(("form", "meaning"), ((code(form), meaning) for form, meaning in FORMS))
    yield from paragraphs(
        "What follows `has` reaches as far right as it can, up to an `unless`. Comparisons do not chain:"
        " `1 <= p and p <= 6`, or `p in 1..6`. The grammar itself is `grammar/expression.lark`."
    )
    yield from ("## Keywords", "", *table(("word", "meaning"), _keywords()))
    yield from ("## Words", "")
    yield from paragraphs(
        "Besides these, an expression may use the regions, constants, phrases (`define`) and memories of its"
        " own ruleset. A word can be used only when it has a value; 'always' is at every moment."
    )
    for type_ in dict.fromkeys(entry.type for entry in VOCABULARY.values()):
        yield from (f"### {_plural(type_)}", "", *table(_HEADS, map(_row, _of(type_))))
    yield from ("## Where expressions stand", "")
    yield from paragraphs(
        "What each is worth, and when it is worked out, which decides what words it may use."
    )
    yield from table(("key", "is", "worked out"), _keys())


_HEADS = ("word", "when", "meaning", "example")
_PLURALS = {
    Type.NUMBER: "Numbers",
    Type.TRUTH: "Conditions",
    Type.PLACE: "Places of a man",
    Type.PLACES: "Sets of places",
    Type.NUMBERS: "Numbers to be played",
    Type.SIDE: "Sides",
}


def _plural(type_: Type) -> str:
    return _PLURALS[type_]


def _of(type_: Type) -> Iterable[Entry]:
    return (entry for entry in VOCABULARY.values() if entry.type is type_)


def _keywords() -> Iterator[tuple[str, str]]:
    for meaning in dict.fromkeys(KEYWORDS.values()):
        words = ", ".join(code(word) for word, said in KEYWORDS.items() if said == meaning)
        yield words, meaning


def _row(entry: Entry) -> tuple[str, ...]:
    return code(_called(entry)), when(entry.moments), entry.meaning, code(entry.example)


def _called(entry: Entry) -> str:
    """Return a word with what belongs in its brackets.

    >>> _called(VOCABULARY["men"])
    'men(side, places)'
    """
    if entry.parameters is None:
        return entry.name
    return f"{entry.name}({', '.join(type_.name.lower() for type_ in entry.parameters)})"


def when(moments: frozenset[Moment]) -> str:
    """Return the moments at which a word has a value, in words.

    >>> when(frozenset(Moment)), when(frozenset({Moment.MOVE}))
    ('always', 'at a move')
    """
    if moments == frozenset(Moment):
        return "always"
    early = frozenset({Moment.ALWAYS, Moment.TURN})
    if moments == frozenset(Moment) - early:
        return "from the throw on"
    if moments == frozenset(Moment) - early - {Moment.NUMBERS}:
        return Moment.THROWN.value
    if moments == {Moment.RESULT, Moment.GIVEN}:
        return Moment.RESULT.value
    return ", ".join(moment.value for moment in Moment if moment in moments)


def _keys() -> Iterator[tuple[str, str, str]]:
    for section, keys in CLAUSES.items():
        for key, (type_, moment) in keys.items():
            yield code(f"{section}: {key}"), type_.value, _moment(section, moment)


def _moment(section: str, moment: Moment) -> str:
    return "when `tested` says" if section == "end" else moment.value
