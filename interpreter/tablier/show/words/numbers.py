"""What a throw gives to play, in English."""

from __future__ import annotations

from tablier.model import terms
from tablier.model.terms import Term
from tablier.show.words.english import cardinal, times
from tablier.show.words.shape import conjuncts, offset, shaped
from tablier.show.words.speech import Speaker


def numbers_sentences(speaker: Speaker, term: Term) -> list[str]:
    """Return the sentences for the numbers of a throw."""
    cases, usual = _cases(term)
    if isinstance(usual, terms.Dice):
        said = [_plain_dice(speaker)]
    else:
        said = [_as_sentence(speaker, usual, "A throw")]
    return [*said, *(_case(speaker, condition, one, index) for index, (condition, one) in enumerate(cases))]


def _cases(term: Term) -> tuple[list[tuple[Term, Term]], Term]:
    """Special throws in the order in which they are looked at, and what all others give."""
    cases = []
    while isinstance(term, terms.If):
        condition = shaped(term.condition)
        if isinstance(condition, terms.Truth):
            term = term.then if condition.value else term.otherwise
            continue
        cases.append((condition, term.then))
        term = term.otherwise
    return cases, term


def _plain_dice(speaker: Speaker) -> str:
    if _several_dice(speaker):
        return "each die gives one number to be played"
    return "the number thrown is played"


def _case(speaker: Speaker, condition: Term, rule: Term, index: int) -> str:
    """A special throw."""
    once = "" if index == 0 else "otherwise, "
    facts = conjuncts(condition)
    alike = any(isinstance(one, terms.Flag) and one.name in ("doublet", "triplet") for one in facts)
    inner = speaker.all_alike() if alike else speaker
    if len(facts) == 1 and isinstance(facts[0], terms.Flag):
        subject = f"a {facts[0].name}"
        return once + _as_sentence(inner, rule, subject)
    return f"{once}if {speaker.holds(condition)}, {_as_sentence(inner, rule, 'the throw')}"


def _as_sentence(speaker: Speaker, rule: Term, subject: str) -> str:
    match rule:
        case terms.Copies(count, number) if speaker.voice.alike and _is_face(number):
            thrown = "three" if subject == "a triplet" else "two"
            return f"{subject} is played {_often(count, thrown)}"
        case terms.Rungs() if (ladder := _ladder(speaker, rule)) is not None:
            return f"{subject} is played as a ladder: {ladder}"
        case terms.Nothing():
            return f"{subject} gives nothing to be played"
        case terms.Dice():
            return f"{subject} gives the number of each die once"
    return f"{subject} gives {phrase(speaker, rule)}"


def _is_face(term: Term) -> bool:
    return isinstance(term, terms.Var) and term.name in ("high", "low", "middle")


def _often(count: Term, thrown: str) -> str:
    """How many times the number of a doublet is played, with an instance."""
    count = shaped(count)
    match count:
        case terms.Int(1):
            return "once only, as if one die had been thrown"
        case terms.Int(number):
            return f"{times(number)}: {thrown} threes are {_threes(number)}"
        case terms.Var():
            return f"as many times as it shows: {thrown} threes are {_threes(3)}"
        case terms.Arithmetic("*", terms.Int(number), terms.Var()):
            often = f"{times(number)} as many times as it shows"
            return f"{often}: {thrown} threes are {_threes(3 * number)}"
    return "as often as the rules say"


def _threes(number: int) -> str:
    return f"{cardinal(number)} threes" if number != 1 else "one three"


def _ladder(speaker: Speaker, rule: terms.Rungs) -> str | None:
    """The same number of times each number from the one thrown upwards."""
    body, low, high = rule.body, shaped(rule.low), shaped(rule.high)
    if not isinstance(body, terms.Copies) or not isinstance(body.number, terms.Var):
        return None
    count = shaped(body.count)
    if body.number.name != rule.variable or not isinstance(count, terms.Int):
        return None
    if not _is_face(offset(low)[0]) or not isinstance(high, terms.Int):
        return None
    first = phrase(speaker, terms.Copies(count, low))
    return (
        f"{first}, then {times(count.value)} the next higher number, and so on up to {times(count.value)} "
        f"{cardinal(high.value)}; no number is begun before the one below it has been played in full"
    )


_SIMPLE: dict[type[Term], str] = {
    terms.Dice: "the number of each die",
    terms.Nothing: "nothing",
    terms.Chosen: "a number that the player names",
}


def phrase(speaker: Speaker, rule: Term) -> str:
    """Return numbers to be played as a noun."""
    match rule:
        case terms.Dice() | terms.Nothing() | terms.Chosen():
            return _SIMPLE[type(rule)]
        case terms.Copies(count, number):
            return _copies(speaker, count, number)
        case terms.Joined(left, right):
            return f"{phrase(speaker, left)} and {phrase(speaker, right)}, in any order"
        case terms.InOrder(left, right):
            first, second = phrase(speaker, left), phrase(speaker, right)
            return f"first {first}, and when all of this has been played {second}"
        case terms.If(condition, then, otherwise):
            other = phrase(speaker, otherwise)
            return f"{phrase(speaker, then)} if {speaker.holds(condition)}, otherwise {other}"
        case terms.Rungs():
            return _rungs(speaker, rule)
    return speaker.number(rule)


def _several_dice(speaker: Speaker) -> bool:
    clause = speaker.ruleset.one("throw")
    return clause is not None and int(clause.values.get("dice", 1)) > 1


def _copies(speaker: Speaker, count: Term, number: Term) -> str:
    count = shaped(count)
    if isinstance(count, terms.If):
        other = _copies(speaker, count.otherwise, number)
        return (
            f"{_copies(speaker, count.then, number)} if {speaker.holds(count.condition)}, otherwise {other}"
        )
    what = "a number that the player names" if isinstance(number, terms.Chosen) else speaker.number(number)
    if isinstance(number, terms.Var) and number.name == "total":
        what = "the sum of the dice as one number" if _several_dice(speaker) else "the number thrown"
    if isinstance(count, terms.Int):
        return what if count.value == 1 else f"{times(count.value)} {what}"
    if speaker.voice.alike and _is_face(count) and _is_face(number):
        return "the number thrown as many times as it shows"
    return f"{what}, as many times as {speaker.number(count)} says"


def _rungs(speaker: Speaker, rule: terms.Rungs) -> str:
    low, high = speaker.number(rule.low), speaker.number(rule.high)
    inner = speaker.calling(rule.variable, "there", "that number")
    return f"for each number from {low} up to {high}, one after the other, {phrase(inner, rule.body)}"
