"""How a game ends, what it is worth, and how games make a match, in English."""

from __future__ import annotations

from tablier.model import library, terms
from tablier.model.ruleset import Clause
from tablier.model.terms import MINE, Term
from tablier.play.match import match_length
from tablier.show.words.english import listed, plain, value
from tablier.show.words.shape import shaped, summands
from tablier.show.words.speech import Speaker
from tablier.show.words.voice import SCORE
from tablier.syntax.yaml_tree import head

_WHEN = {
    "move": "as soon as",
    "turn": "if, when a player is about to throw,",
    "play": "if, when a throw has been played,",
}


def end(speaker: Speaker, clause: Clause) -> list[str]:
    """One way for a game to end."""
    condition = shaped(clause.term("if") or terms.Truth(False))
    wins = clause.values.get("wins", "mine")
    worth = _worth(speaker, clause, wins)
    if condition == terms.Truth(False):
        return ["a game never ends in this way"]
    if wins == "mine" and clause.values.get("tested", "move") == "move":
        first = _first_to(speaker, condition)
        if first is not None:
            return _told(f"the first to {first} wins", worth)
    said = (
        f"{_WHEN[clause.values.get('tested', 'move')]} {_unless(speaker, clause, condition)}, {_winner(wins)}"
    )
    return _told(said, worth)


def _unless(speaker: Speaker, clause: Clause, condition: Term) -> str:
    """The condition, with what excuses from it said as it is written."""
    match clause.term("if"):
        case terms.And(rule, terms.Not(excuse)) if not isinstance(excuse, terms.Flag | terms.AllIn):
            return f"{speaker.all_of(speaker.facts(shaped(rule)))}, unless {speaker.part(shaped(excuse))}"
    return speaker.holds(condition)


def _first_to(speaker: Speaker, condition: Term) -> str | None:
    """What a side must be the first to do."""
    match condition:
        case terms.AllIn(0, places) if places.spot == "off":
            return "bear off all his men"
        case terms.AllIn(0, places):
            return f"bring all his men {speaker.where(places, MINE).replace('in ', 'into ', 1)}"
    return None


def _winner(wins: str) -> str:
    return {
        "mine": "the player wins",
        "theirs": "the opponent wins",
        "nobody": "the game is drawn",
    }[wins]


def _told(said: str, worth: str) -> list[str]:
    if not worth:
        return [said]
    if worth.startswith("and "):
        return [f"{said}, {worth}"]
    return [said, worth]


def _worth(speaker: Speaker, clause: Clause, wins: str) -> str:
    """What the winner scores."""
    term = clause.term("points")
    if wins == "nobody":
        return ""
    score = speaker.speaking(SCORE)
    return scored(score, shaped(term or terms.Int(1)))


def scored(score: Speaker, term: Term) -> str:
    """Points as the rest of a sentence about the winner (`and scores ...`), or as one of its own."""
    if isinstance(term, terms.Int):
        return f"and scores {_points(term.value)}"
    if isinstance(term, terms.If):
        if shaped(term.then) == shaped(term.otherwise):
            return scored(score, shaped(term.then))
        return f"and scores {_choice(score, term)}"
    sums = [_charge(score, one) for one in summands(term)]
    return f"the winner scores {listed([one for one in sums if one])}"


def _choice(score: Speaker, term: Term) -> str:
    """`two points if ..., otherwise one`."""
    if not isinstance(term, terms.If):
        return _points(term.value) if isinstance(term, terms.Int) else score.number(term)
    condition = _of_loser(score, shaped(term.condition))
    other = _choice(score, shaped(term.otherwise))
    return f"{_choice(score, shaped(term.then))} if {condition}; otherwise {other}"


def _of_loser(score: Speaker, condition: Term) -> str:
    """The usual questions about the loser's men."""
    match condition:
        case terms.Compare("==" | "<=", terms.Men(1, places, False), terms.Int(0)) if places.spot == "off":
            return "the loser has borne off no man"
        case terms.Compare(">=", terms.Men(1, places, False), terms.Int(1)) if places.spot == "off":
            return "the loser has borne off a man"
    return score.holds(condition)


def _points(points: int) -> str:
    return "no points" if points == 0 else "one point" if points == 1 else f"{value(points)} points"


def _charge(score: Speaker, term: Term) -> str:
    """One summand: so much for each man."""
    match term:
        case terms.Men():
            return f"one point for each {_one_man(score, term)}"
        case terms.Arithmetic("*", terms.Int(0), terms.Men() as men):
            return f"nothing for {_one_man(score, men, 'a ')}"
        case terms.Arithmetic("*", terms.Int(by), terms.Men() as men):
            return f"{_points(by)} for each {_one_man(score, men)}"
        case terms.Int(number):
            return f"{_points(number)}"
        case terms.If(condition, terms.Int(one), terms.Int(other)):
            said = _of_loser(score, shaped(condition))
            return f"{_points(one)} more if {said} ({_points(other)} more if not)"
    return f"as many points as {score.number(term)}"


def _one_man(score: Speaker, men: terms.Men, before: str = "") -> str:
    side = score.side(men.side)
    return f"{before}man whom {side} has {score.where(men.places, men.side)}"


def stalemate(speaker: Speaker, clause: Clause) -> list[str]:
    """What it is when neither side can ever move."""
    wins = clause.values.get("wins", "nobody")
    said = "if neither side can ever move again with any throw,"
    if wins == "nobody":
        return [f"{said} the game ends and nobody wins"]
    who = "the side on turn" if wins == "mine" else "the side not on turn"
    points = clause.term("points")
    number = points.value if isinstance(points, terms.Int) else 1
    return [f"{said} {who} wins and scores {_points(number)}"]


def match(speaker: Speaker, clause: Clause) -> list[str]:
    """Games in a row."""
    values = clause.values
    said = []
    games = values.get("games") or []
    if games:
        titles = [title_of(str(name)) for name in games]
        said.append(f"the games of a match are played in turn: {listed(titles)}, and so on round")
    to = match_length(speaker.ruleset)
    if to is not None:
        said.append(f"the first to reach {_points(to)} in all wins the match")
    lead = values.get("next_lead", "lead")
    said.append(f"the next game is begun by {_leader(lead)}")
    single = values.get("next_lead_after_single")
    if single is not None and single != lead:
        said[-1] += f", but after a game worth one point by {_leader(single)}"
    if lead != "lead" or single not in (None, "lead"):
        said.append("after a game that nobody won the lead is thrown for")
    return said


def _leader(lead: str) -> str:
    return {
        "winner": "the winner of the last",
        "loser": "the loser of the last",
        "lead": "whoever wins the throw for the lead",
    }[lead]


def title_of(name: str) -> str:
    """Return the title of another ruleset, or its name in words where there is none."""
    path = library.find(name)
    return str(head(path, ("title",)).get("title") or name) if path is not None else plain(name)
