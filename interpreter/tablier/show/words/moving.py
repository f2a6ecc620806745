"""Kinds of move, what happens to men whom they meet, and what is forbidden, in English."""

from __future__ import annotations

from dataclasses import dataclass

from tablier.model import terms
from tablier.model.ruleset import Clause
from tablier.model.terms import MINE, THEIRS, Places, Term
from tablier.show.words.english import listed, plain
from tablier.show.words.places import SPOTS, fixed
from tablier.show.words.shape import conjuncts, disjuncts, mentions, shaped
from tablier.show.words.speech import Speaker

_NEVER, _ALWAYS = terms.Truth(False), terms.Truth(True)
_ATOMS = (terms.IsAt, terms.Within, terms.Flag)
"""Conditions whose opposite is a plain statement and no excuse."""


# --- moves ------------------------------------------------------------------------------------


def move(speaker: Speaker, clause: Clause) -> list[str]:
    """A kind of move: who goes where, and when."""
    origin, goal = clause.places("from"), clause.places("to")
    assert origin is not None and goal is not None
    condition = shaped(clause.term("if") or _ALWAYS)
    tier = int(clause.values.get("tier", 1))
    before = "where no other kind of move can be made with any number at hand, " if tier > 1 else ""
    if goal.spot == "off":
        return _bearing_off(speaker, origin, condition, before)
    said = f"{before}{_goes(speaker, origin, goal)}"
    if condition in (_ALWAYS, _NEVER):
        return [said if condition == _ALWAYS else f"no man goes so: {said}"]
    return [f"{said}, if {speaker.holds(condition)}"]


def _man(speaker: Speaker, origin: Places) -> str:
    """The man who moves, by where he stands: `a man on the bar`."""
    kind = speaker.kind(origin)
    man = f"{kind} man" if kind else "man"
    man = f"an {man}" if man[0] in "aeiou" else f"a {man}"
    if origin.spot is None and speaker.atlas.is_board(origin):
        return man if not kind else f"{man} on the board"
    return f"{man} {speaker.where(origin, MINE)}"


def _goes(speaker: Speaker, origin: Places, goal: Places) -> str:
    """Who goes where."""
    man, noun = _man(speaker, origin), speaker.atlas.noun
    entering = origin.spot in ("bar", "hand")
    if goal.spot is not None:
        return f"{man} goes to the {goal.spot}"
    layer = f" and is then {plain(goal.layer)}" if goal.layer else ""
    step = shaped(goal.spans[0][0])
    match step:
        case terms.Arithmetic("+", terms.Var("from"), terms.Var("number")):
            return f"{man} goes forward as many {noun}s as the number shows{layer}"
        case terms.Arithmetic("-", terms.Var("from"), terms.Var("number")):
            return f"{man} goes back as many {noun}s as the number shows{layer}"
        case terms.Var("from"):
            return _same_point(speaker, man, origin, goal)
        case terms.Var("number") if entering:
            first = speaker.atlas.step(1, "his")
            least = "an ace" if _has_dice(speaker) else "a one"
            return f"{man} enters as many {noun}s deep as the number shows, {least} on {first}{layer}"
    verb = "enters on" if entering else "goes to"
    return f"{man} {verb} {speaker.point(step, goal.route)}{layer}"


def _has_dice(speaker: Speaker) -> bool:
    clause = speaker.ruleset.one("throw")
    return clause is None or "lots" not in clause.values


def _same_point(speaker: Speaker, man: str, origin: Places, goal: Places) -> str:
    """A man who only changes his layer."""
    if goal.layer:
        return f"{man} stays on his {speaker.atlas.noun} and becomes a {plain(goal.layer)} man there"
    if origin.layer:
        layer = plain(origin.layer)
        return f"{man} is played down: he stays on his {speaker.atlas.noun} and is {layer} no longer"
    return f"{man} stays on his {speaker.atlas.noun}"


# --- bearing off ------------------------------------------------------------------------------


def _bearing_off(speaker: Speaker, origin: Places, condition: Term, before: str) -> list[str]:
    man = _man(speaker, origin)
    needs = [one for one in speaker.facts(condition) if one != _ALWAYS]
    exact = [one for one in needs if _reach(speaker, one) is not None]
    others = [one for one in needs if one not in exact]
    said = [f"{before}{man} may be borne off"]
    if others:
        said = [f"{before}{man} may be borne off if {speaker.all_of(others)}"]
    return [*said, *(text for one in exact if (text := _reach(speaker, one)))]


def _reach(speaker: Speaker, need: Term) -> str | None:
    """Which number takes off whom, in the usual ways of saying it."""
    rail, noun = speaker.rail, speaker.atlas.noun
    exact = f"the number must be exactly what he needs to go one {noun} beyond the last"
    if _carries(need, "==", rail):
        return exact
    if _carries(need, ">=", rail):
        return f"the number must carry him beyond the last {noun}; a larger one serves as well"
    ways = disjuncts(need)
    if len(ways) == 2 and _carries(ways[0], "==", rail):
        facts = conjuncts(ways[1])
        larger = [one for one in facts if _carries(one, ">=", rail + 1)]
        if len(facts) == 2 and larger and any(_is_hindmost(one) for one in facts):
            return f"{exact}; a larger one serves only for the hindmost man"
    return None


def _carries(term: Term, operator: str, step: int) -> bool:
    """Whether this asks how far the number carries the man."""
    match term:
        case terms.Compare(
            one, terms.Arithmetic("+", terms.Var("from"), terms.Var("number")), terms.Int(number)
        ):
            return (one, number) == (operator, step)
    return False


def _is_hindmost(term: Term) -> bool:
    match term:
        case terms.Compare("==", terms.Var("from"), terms.Edge("rearmost", side)):
            return side == MINE
    return False


# --- contact ----------------------------------------------------------------------------------


def contact(speaker: Speaker, clause: Clause) -> list[str]:
    """What happens to a man whom a move meets."""
    condition = shaped(clause.term("if") or _ALWAYS)
    takes, sends = clause.places("takes"), clause.places("sends")
    assert sends is not None
    side = MINE if clause.values.get("whose") == "mine" else THEIRS
    said = _meeting(speaker, condition)
    left = said.startswith("when a man leaves")
    return [f"{said}, {_sent(speaker, side, takes, sends, left=left)}"]


def _meeting(speaker: Speaker, condition: Term) -> str:
    """When a man comes to a point where ..."""
    noun = speaker.atlas.noun
    if condition == _ALWAYS:
        return f"when a man comes to a {noun}"
    there = speaker.calling("to", "", f"that {noun}")
    elsewhere = speaker.calling("from", f"on the {noun} that he left", f"the {noun} that he left")
    facts = speaker.facts(condition)
    about_goal = [one for one in facts if _is_of_goal(one)]
    others = [one for one in facts if one not in about_goal]
    if not about_goal and others and all(mentions(one, "from") for one in others):
        left = speaker.calling("from", "", f"that {noun}")
        return f"when a man leaves a {noun} where then {left.all_of(others)}"
    place, goals = _goal(speaker, about_goal)
    said = f"when a man comes to {place}"
    if goals:
        said += f" where {there.all_of(goals)}"
    if others:
        said += f" and {elsewhere.all_of(others)}"
    return said


def _goal(speaker: Speaker, facts: list[Term]) -> tuple[str, list[Term]]:
    """Where a man arrives, as a noun, and what else is said of that place."""
    noun = speaker.atlas.noun
    for one in facts:
        match one:
            case terms.Within(terms.Var("to"), _, places):
                rest = [other for other in facts if other is not one]
                single = len(fixed(places) or ()) == 1
                area = speaker.area(places)
                return area if single else _one_of(speaker, places, area), rest
            case terms.Not(terms.Within(terms.Var("to"), _, places)):
                rest = [other for other in facts if other is not one]
                return f"a {noun} outside {speaker.area(places)}", rest
            case terms.Compare("==", terms.Var("to"), terms.Int() as step):
                rest = [other for other in facts if other is not one]
                return speaker.point(step, MINE), rest
    return f"a {noun}", facts


def _one_of(speaker: Speaker, places: Places, area: str) -> str:
    """One of several points as a noun."""
    name = speaker.atlas.region(places)
    several = name is not None and speaker.atlas.preposition(name) == "on"
    return f"one of {area}" if several else f"a {speaker.atlas.noun} of {area}"


def _is_step(places: Places, word: str) -> bool:
    """Whether these are the point that a word such as `from` stands for."""
    return places.is_single and places.spot is None and mentions(places.spans[0][0], word)


def _sent(speaker: Speaker, side: int, takes: Places | None, sends: Places, *, left: bool) -> str:
    """Which man is moved, and to where; `left`: the sentence is about the point that was left."""
    noun = speaker.atlas.noun
    whose = "the player's" if side == MINE else "the opponent's"
    if takes is not None and _is_step(takes, "from") and left:
        who = f"{whose} {_kind(takes)}man there"
    elif takes is None:
        who = "that man" if side == THEIRS else "one of the player's own men there"
    else:
        who = f"one {_kind(takes)}man of {whose} {_from_where(speaker, takes)}"
    return f"{who} {_destination(speaker, takes, sends, noun)}"


def _kind(places: Places) -> str:
    return f"{plain(places.layer)} " if places.layer and places.layer != "any" else ""


def _from_where(speaker: Speaker, takes: Places) -> str:
    noun = speaker.atlas.noun
    named = speaker.calling("from", f"on the {noun} that was left", "").calling("to", "there", "")
    return named.where(takes, None)


def _destination(speaker: Speaker, takes: Places | None, sends: Places, noun: str) -> str:
    if sends.spot is not None:
        return {
            "bar": "is hit and goes to the bar",
            "hand": "is hit and goes back to the hand",
            "off": "is taken off the board",
        }[sends.spot]
    step = shaped(sends.spans[0][0])
    if isinstance(step, terms.Var) and step.name == "to" and sends.layer:
        return f"stays there and is {plain(sends.layer)}"
    if takes is not None and takes.spans == sends.spans:
        return f"is {plain(sends.layer)}" if sends.layer else f"is {plain(takes.layer or '')} no longer"
    if isinstance(step, terms.Var) and step.name == "from":
        return f"goes to the {noun} from which the first came"
    layer = f" and is {plain(sends.layer)}" if sends.layer else ""
    return f"goes to {speaker.point(step, sends.route)}{layer}"


# --- what is forbidden ------------------------------------------------------------------------


@dataclass(frozen=True)
class _Ban:
    """The parts of a condition that forbids: the rule, and what excuses from it."""

    rule: list[Term]
    excuses: list[Term]


def _ban(term: Term) -> _Ban:
    """Split `a unless b`; what is excused is said as it is written, not as its opposite."""
    facts = conjuncts(term)
    excused = [one for one in facts if isinstance(one, terms.Not) and not isinstance(one.operand, _ATOMS)]
    if len(excused) == len(facts):
        excused = []
    rule = [part for one in facts if one not in excused for part in conjuncts(shaped(one))]
    return _Ban(rule, [shaped(one.operand) for one in excused if isinstance(one, terms.Not)])


def forbidden(speaker: Speaker, clause: Clause) -> list[str]:
    """What no move, or no play, may do."""
    key = next(one for one in ("landing", "move", "position", "result") if clause.term(one) is not None)
    term = clause.term(key)
    assert term is not None
    if shaped(term) == _NEVER:
        return ["this forbids nothing"]
    ban = _ban(term)
    said = {"landing": _landing, "move": _moving, "position": _leaving, "result": _leaving}[key](
        speaker, ban, key
    )
    unless = f", unless {listed([speaker.holds(one) for one in ban.excuses], 'or')}" if ban.excuses else ""
    return [f"{one}{unless}" for one in said]


def _landing(speaker: Speaker, ban: _Ban, key: str) -> list[str]:
    """A man may not stop or rest on a point where ..."""
    if len(ban.rule) == 1 and isinstance(ban.rule[0], terms.Or):
        return [
            text
            for one in disjuncts(ban.rule[0])
            for text in _landing(speaker, _Ban(conjuncts(one), []), key)
        ]
    man, rule = _mover(speaker, ban.rule)
    there = speaker.calling("to", "", f"that {speaker.atlas.noun}")
    about = [one for one in rule if _is_of_goal(one)]
    others = [one for one in rule if one not in about]
    place, goals = _goal(speaker, about)
    said = f"{man} may not stop or rest on {place}"
    if not about and others:
        goal, others = _beyond(speaker, others)
        said = f"{man} may not be moved to {goal}"
    if goals:
        said += f" where {_either(there, goals)}"
    if others:
        said += f" when {speaker.all_of(others)}"
    return [said]


def _beyond(speaker: Speaker, rule: list[Term]) -> tuple[str, list[Term]]:
    """How far a man may not go: `to > 26`."""
    for one in rule:
        match one:
            case terms.Compare(">=", terms.Var("to"), terms.Int() as step):
                rest = [other for other in rule if other is not one]
                return f"{speaker.point(step, MINE)} or further on", rest
    return f"any {speaker.atlas.noun}", rule


def _is_of_goal(term: Term) -> bool:
    """Whether this says something of the point where a man arrives, and of nothing else about his move."""
    if isinstance(term, terms.Compare) and isinstance(term.left, terms.Var):
        return term.operator == "==" and term.left.name == "to" and isinstance(term.right, terms.Int)
    return mentions(term, "to") and not mentions(term, "from", "number")


def _either(speaker: Speaker, conditions: list[Term]) -> str:
    if len(conditions) == 1 and speaker.is_choice(conditions[0]):
        return listed([speaker.holds(one) for one in disjuncts(conditions[0])], "or where")
    return speaker.all_of(conditions)


def _mover(speaker: Speaker, rule: list[Term]) -> tuple[str, list[Term]]:
    """The man who is barred, by where he comes from, and the rest of the rule."""
    for one in rule:
        rest = [other for other in rule if other is not one]
        match one:
            case terms.IsAt("from", spot):
                where = {"bar": "on the bar", "hand": "in hand"}[spot]
                return f"a man {where}", rest
            case terms.Within(terms.Var("from"), _, places):
                return f"a man {speaker.where(places, MINE)}", rest
            case terms.Compare("==", terms.Var("from"), terms.Edge() as edge) if edge.side == MINE:
                return f"{speaker.edge(edge)}", rest
            case terms.Compare("==", terms.Var("from"), terms.Int() as step):
                return f"a man {speaker.on_point(step, MINE, MINE)}", rest
            case terms.Compare("<=", terms.Var("from"), terms.Int() as step):
                return f"a man on {speaker.point(step, MINE)} or further back", rest
            case terms.Compare("!=", terms.Var("from"), terms.Var("to")):
                return "a man who changes his " + speaker.atlas.noun, rest
    return "a man", rule


def _moving(speaker: Speaker, ban: _Ban, key: str) -> list[str]:
    """A man may not be moved ..."""
    only, rule = _only(speaker, ban.rule)
    if only is not None:
        while_ = f" while {speaker.all_of(rule)}" if rule else ""
        return [f"no man but {only} may be moved{while_}"]
    gate = _gate(speaker, ban.rule)
    if gate is not None:
        return [gate]
    man, rule = _mover(speaker, ban.rule)
    verb = "moved"
    for one in rule:
        if isinstance(one, terms.IsAt) and one.word == "to" and one.spot == "off":
            verb, rule = "borne off", [other for other in rule if other is not one]
    when = f" when {speaker.all_of(rule)}" if rule else ""
    return [f"{man} may not be {verb}{when}"]


def _only(speaker: Speaker, rule: list[Term]) -> tuple[str | None, list[Term]]:
    """Whom alone a rule lets move: `from != courier`."""
    for one in rule:
        rest = [other for other in rule if other is not one]
        match one:
            case terms.Not(terms.IsAt("from", spot)):
                return f"one {'on the bar' if spot == 'bar' else SPOTS[spot]}", rest
            case terms.Compare("!=", terms.Var("from"), terms.Edge() as edge) if edge.side == MINE:
                return speaker.edge(edge), rest
            case terms.Not(terms.Within(terms.Var("from"), _, places)):
                return f"one {speaker.where(places, MINE)}", rest
    return None, rule


def _gate(speaker: Speaker, rule: list[Term]) -> str | None:
    """`from < p and to > p`: a point that may not be passed over."""
    match rule:
        case [
            terms.Compare("<=", terms.Var("from"), terms.Int(before)),
            terms.Compare(">=", terms.Var("to"), terms.Int(after)),
        ] if after - before == 2:
            gate = speaker.point(terms.Int(before + 1), MINE)
            return f"a man may not pass over {gate}: he must stop there first"
    return None


def _leaving(speaker: Speaker, ban: _Ban, key: str) -> list[str]:
    """No move, or no throw, may leave such a position."""
    said = speaker.all_of(ban.rule) if len(ban.rule) > 1 else speaker.holds(ban.rule[0])
    if key == "position":
        return [f"no move may leave a position in which {said}"]
    return [f"a throw may not be played so that at its end {said}"]
