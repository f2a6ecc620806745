"""The rule that a clause makes, as one or more English sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tablier.model import terms
from tablier.model.ruleset import Clause, Ruleset
from tablier.model.terms import Term
from tablier.show.words import endings, moving
from tablier.show.words.english import cardinal, counted, full, listed, plain
from tablier.show.words.lexicon import is_condition
from tablier.show.words.numbers import numbers_sentences, phrase
from tablier.show.words.shape import shaped
from tablier.show.words.speech import Speaker
from tablier.show.words.voice import HE


def sentence(ruleset: Ruleset, clause: Clause) -> str:
    """Return what a clause does in English: true of the terms that run, without a sign of their syntax.

    >>> from tablier.model.load import load
    >>> game = load("backgammon")
    >>> sentence(game, game.clause("made_point"))
    'A man may not stop or rest on a point where the opponent has two men or more.'
    """
    return said(Speaker.of(ruleset), clause)


def said(speaker: Speaker, clause: Clause) -> str:
    """Return the same from a speaker that is at hand, which remembers the phrases it has called by name."""
    return " ".join(full(one) for one in _SECTIONS[clause.section](speaker, clause))


def explained(speaker: Speaker, name: str) -> str:
    """Return what a phrase of the ruleset means, as a sentence."""
    term = speaker.ruleset.phrases[name].term
    if is_condition(term):
        return full(f"“{plain(name)}” is the case when {speaker.holds(term)}")
    return full(f"“{plain(name)}” is {speaker.spelt_number(shaped(term))}")


def _term(clause: Clause, key: str, default: Term) -> Term:
    return shaped(clause.term(key) or default)


# --- before the moves -------------------------------------------------------------------------


def _lead(speaker: Speaker, clause: Clause) -> list[str]:
    values = clause.values
    by = values.get("by", "higher")
    fixed = _fixed_throw(values)
    if by in ("white", "black"):
        return [f"{by} begins", *fixed]
    said = [f"each side throws one die, and the {by} leads", _tie(speaker, clause)]
    opens = {
        "anew": "the leader throws afresh for his first turn",
        "lead numbers": "the leader plays the two numbers of this throw as his first",
        "either": "the leader may play the two numbers of this throw, or throw afresh",
    }
    return [*said, opens[values.get("opens", "anew")], *fixed]


def _fixed_throw(values: Mapping[str, Any]) -> list[str]:
    faces = values.get("opens_with")
    if not faces:
        return []
    shown = listed([cardinal(int(face)) for face in faces])
    return [f"the first throw of the game is not made by chance: it counts as {shown}"]


def _tie(speaker: Speaker, clause: Clause) -> str:
    if clause.values.get("tie", "again") != "both play":
        return "equal dice are thrown again"
    numbers = clause.term("tie_numbers") or terms.Dice()
    gives = phrase(speaker.all_alike(), numbers)
    return f"when the dice are equal, both sides, White first, play {gives}, and the lead is thrown again"


def _throw(speaker: Speaker, clause: Clause) -> list[str]:
    values = clause.values
    if "faces" in values:
        return _weighted(values)
    if "lots" not in values:
        dice = int(values.get("dice", 2))
        return ["one die is thrown" if dice == 1 else f"{cardinal(dice)} dice are thrown"]
    lots = int(values["lots"])
    said = [f"{counted(lots, 'two-sided lot')} are thrown, and the lots that fall marked side up are counted"]
    mapped = values.get("values") or {}
    counts = [_counting(int(count), value) for count, value in mapped.items()]
    return [*said, listed(counts)] if counts else said


def _weighted(values: Mapping[str, Any]) -> list[str]:
    """Objects other than cubic dice: their faces, and how often each falls."""
    count, faces = int(values.get("objects", 1)), values["faces"]
    thrown = "one object is thrown; it shows"
    if count > 1:
        thrown = f"{cardinal(count)} objects are thrown; each shows"
    shown = listed([str(face) for face in faces])
    if len(set(faces.values())) == 1:
        return [f"{thrown} {shown}, each as likely"]
    weights = listed([f"{face} ({weight})" for face, weight in faces.items()])
    return [f"{thrown} {shown}, with these weights: {weights}"]


def _counting(count: int, value: int) -> str:
    sides = "no marked side" if count == 0 else counted(count, "marked side")
    return f"{sides} {'counts' if count < 2 else 'count'} as {cardinal(value) if value else 'nothing'}"


def _no_throw(speaker: Speaker, clause: Clause) -> list[str]:
    condition = speaker.speaking(HE).holds(_term(clause, "if", terms.Truth(False)))
    return [f"a player does not throw, and his turn passes, while {condition}"]


def _numbers(speaker: Speaker, clause: Clause) -> list[str]:
    return numbers_sentences(speaker, clause.term("rule") or terms.Dice())


# --- what is preferred, and what is left ------------------------------------------------------

_PREFERRED = {
    "numbers_played": "as many numbers of a throw as can be played must be played",
    "highest_played": "the highest number that can be played must be played, "
    "where the numbers cannot all be played",
    "pips_played": "the numbers played must make the largest sum that is possible",
    "men_hit": "as many men as possible must be hit",
    "numbers_left": "as few numbers as possible may be played",
}


def _obligation(speaker: Speaker, clause: Clause) -> list[str]:
    term = clause.term("prefer")
    assert term is not None
    first = speaker.ruleset.section("obligations")[0].name == clause.name
    before = "of all plays of a throw, " if first else "of the plays that this leaves, "
    match term:
        case terms.Var(name) if name in _PREFERRED:
            said = _PREFERRED[name]
            return [said if first or name == "highest_played" else f"{before}{said}"]
        case terms.If(condition, terms.Int(1), terms.Int(0)):
            return [
                f"{before}one must be chosen, where there is one, after which {_wished(speaker, condition)}"
            ]
    return [f"{before}one must be chosen for which {speaker.number(term)} is as great as possible"]


def _wished(speaker: Speaker, condition: Term) -> str:
    """What is to be true; the opposite of something long is said as such."""
    if isinstance(condition, terms.Not) and isinstance(condition.operand, terms.And):
        return f"it is not so that {speaker.holds(condition.operand)}"
    return speaker.holds(condition)


def _leftovers(speaker: Speaker, clause: Clause) -> list[str]:
    condition = _term(clause, "pass_if", terms.Truth(False))
    if condition == terms.Truth(False):
        return ["a number that cannot be played is lost"]
    passes = "a number that cannot be played passes to the opponent, who plays it if he can"
    if condition == terms.Truth(True):
        return [passes]
    return [f"{passes}, if {speaker.holds(condition)}; otherwise it is lost"]


def _given(speaker: Speaker, clause: Clause) -> list[str]:
    in_order = _term(clause, "in_order", terms.Truth(False)) == terms.Truth(True)
    order = "in the order in which they were passed" if in_order else "in any order"
    said = [
        f"numbers passed over are played under the same rules, {order}; "
        "what the receiver cannot play either is lost"
    ]
    released = clause.term("released_if")
    if released is not None:
        said.append(f"he plays none of them, and his own turn begins at once, if {speaker.holds(released)}")
        keeps = clause.term("keeps")
        kept = "throws all dice" if keeps is None else _keeps(speaker, keeps)
        said.append(f"in that case he {kept}")
    return said


def _keeps(speaker: Speaker, keeps: Term) -> str:
    return f"leaves {phrase(speaker, keeps)} as it lies and throws the rest"


def _again(speaker: Speaker, clause: Clause) -> list[str]:
    condition = _term(clause, "if", terms.Truth(False))
    if condition == terms.Truth(True):
        return ["when the throw has been played, the player throws again"]
    if condition == terms.Truth(False):
        return ["no throw gives another"]
    return [f"when the throw has been played, the player throws again if {speaker.holds(condition)}"]


# --- memory, match, notation ------------------------------------------------------------------

_HOOKS = {
    "after_throw": "after each throw",
    "after_move": "when a man has moved",
    "after_play": "when a throw has been played",
    "at_turn": "when a turn begins",
    "turn_end": "when a turn ends",
}
_SPANS = {"throw": "with each throw", "turn": "with each turn", "game": "with the game"}


def _memory(speaker: Speaker, clause: Clause) -> list[str]:
    name = f"“{plain(clause.name)}”"
    whose = (
        "one count for the whole game is" if clause.values.get("of") == "game" else "each side has a count"
    )
    begins = speaker.number(clause.term("starts") or terms.Int(0))
    span = _SPANS[clause.values.get("for", "game")]
    kept = f"{whose} kept, called {name}" if whose.startswith("one") else f"{whose} called {name}"
    said = [f"{kept}; it begins at {begins} {span}"]
    for key, when in _HOOKS.items():
        term = clause.term(key)
        if term is not None:
            said.append(f"{when} it becomes {_new_value(speaker, clause.name, term)}")
    return said


def _new_value(speaker: Speaker, name: str, term: Term) -> str:
    """The new value of a memory; where it keeps the old one, `stays as it is`."""
    match term:
        case terms.Memory(same) if same == name:
            return "what it is already"
        case terms.If(condition, then, otherwise):
            other = _new_value(speaker, name, otherwise)
            rest = "otherwise it stays as it is" if other == "what it is already" else f"otherwise {other}"
            return f"{_new_value(speaker, name, then)} if {speaker.holds(condition)}; {rest}"
    return speaker.number(term)


def _match(speaker: Speaker, clause: Clause) -> list[str]:
    return endings.match(speaker, clause)


def _stakes(speaker: Speaker, clause: Clause) -> list[str]:
    given = clause.values
    if given.get("cube") is not True:
        return ["the game is played without a doubling cube"]
    said = ["where the players agree upon it, the game is played with a doubling cube"]
    if given.get("crawford") is True:
        said.append("the cube rests in the first game in which one side is a single point short of the match")
    if given.get("jacoby") is True:
        said.append("outside a match a game counts single as long as nobody has doubled")
    return said


def _notation(speaker: Speaker, clause: Clause) -> list[str]:
    noun, last = speaker.atlas.noun, speaker.ruleset.layout.last
    numbers = f"each side numbers the {noun}s along its own way"
    match clause.values.get("steps", "ascending"):
        case "descending":
            return [f"{numbers}, from {last} where its way begins to 1 at its end"]
        case "points":
            return [f"{noun}s are called by the names on the board, which are the same for both sides"]
    return [
        f"each side numbers the {noun}s along its own way, from 1 where its way begins to {last} at its end"
    ]


_SECTIONS: Mapping[str, Callable[[Speaker, Clause], list[str]]] = {
    "lead": _lead,
    "throw": _throw,
    "no_throw": _no_throw,
    "numbers": _numbers,
    "moves": moving.move,
    "contact": moving.contact,
    "forbidden": moving.forbidden,
    "obligations": _obligation,
    "leftovers": _leftovers,
    "given": _given,
    "again": _again,
    "end": endings.end,
    "stalemate": endings.stalemate,
    "memory": _memory,
    "match": _match,
    "stakes": _stakes,
    "notation": _notation,
}
