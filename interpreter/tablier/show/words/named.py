"""What everything in a sentence is called: sides, the faces of a throw, what is remembered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from tablier.model import terms
from tablier.model.ruleset import Ruleset
from tablier.model.terms import MINE, THEIRS, Term
from tablier.show.words.english import plain
from tablier.show.words.lexicon import Entry, Lexicon
from tablier.show.words.places import Atlas
from tablier.show.words.voice import RULE, Voice


@dataclass(frozen=True)
class Names:
    """The names of one ruleset in one voice; what is said with them comes further down."""

    ruleset: Ruleset
    atlas: Atlas
    lexicon: Lexicon
    voice: Voice = RULE

    @classmethod
    def of(cls, ruleset: Ruleset) -> Self:
        """Return a speaker for a ruleset."""
        return cls(ruleset, Atlas(ruleset), Lexicon(ruleset))

    def speaking(self, voice: Voice) -> Self:
        """The same in another voice."""
        return replace(self, voice=voice)

    def calling(self, name: str, where: str, noun: str, route: int = MINE) -> Self:
        """The same with words for a varying step."""
        return self.speaking(self.voice.meaning(name, where, noun, route))

    def all_alike(self) -> Self:
        """The same where all dice are known to show one number."""
        return self.speaking(replace(self.voice, alike=True))

    def side(self, side: int) -> str:
        """A side as the subject of a sentence."""
        return self.voice.names[side]

    @property
    def rail(self) -> int:
        """The step after the last."""
        return self.ruleset.layout.last + 1

    def holds(self, term: Term) -> str:
        """A condition as a clause."""
        raise NotImplementedError

    def number(self, term: Term) -> str:
        """A number as a noun."""
        raise NotImplementedError

    def named(self, term: Term) -> Entry | None:
        """The phrase that a shaped term is, where it is to be called by its name."""
        return self.lexicon.find(term, self.length)

    def part(self, term: Term) -> str:
        """A shaped condition as a part of a sentence."""
        raise NotImplementedError

    def length(self, term: Term) -> int:
        """How long a phrase is when it is said in full."""
        raise NotImplementedError

    # --- words of the throw ---------------------------------------------------------------------

    def word(self, name: str) -> str:
        """A word that stands for a number."""
        noun = self.atlas.noun
        usual = {
            "number": "the number played",
            "numbers_played": "the count of numbers played",
            "numbers_left": "the count of numbers left unplayed",
            "numbers_given": "the count of numbers passed over",
            "highest_played": "the highest number played",
            "pips_played": "the sum of the numbers played",
            "men_hit": "the number of men hit in this throw",
            "throw_of_turn": "the count of throws in this turn",
            "landed": f"the {noun} where the last move ended",
            "from": f"the {noun} that he leaves",
            "to": f"the {noun} that he reaches",
        }
        return self.voice.nouns.get(name) or usual.get(name) or self.face(name)

    def face(self, name: str) -> str:
        """A face of the throw."""
        clause = self.ruleset.one("throw")
        dice = int(clause.values.get("dice", 1)) if clause is not None else 2
        if name == "total":
            return "the throw" if dice == 1 else "the sum of the dice"
        if dice == 1 or self.voice.alike:
            return "the number thrown"
        degree = "est" if dice > 2 else "er"
        return {
            "high": f"the high{degree} die",
            "low": f"the low{degree} die",
            "middle": "the middle die" if dice > 2 else "the lower die",
        }.get(name, f"the number called {plain(name.rpartition('_')[0] or name)}")

    def memory(self, term: terms.Memory) -> str:
        """What is remembered."""
        if term.name == "throws":
            return f"the number of throws {self.side(term.side)} has made in this game"
        whose = self.voice.possessive(term.side) if term.side in (MINE, THEIRS) else "the"
        return f"{whose} count of “{plain(term.name)}”"
