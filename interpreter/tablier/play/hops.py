"""Typed plays taken apart: each word says where a man goes from and to.

Written tolerantly: `24/18 13/8`, `24/18/13`, `24/13` over a rest, `8/5(2)`, `13` alone for where a
man arrives, `*` or none, `bar/20`, `25/20`, `6/off`, `6/0`, `24 to 18`, and `2/off by 6` where the
places do not say which number is meant.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from tablier.model.ruleset import Ruleset
from tablier.play.notation import SPOTS, numbering, place_name, read_place
from tablier.play.refusals import UnreadablePlay

MOST_HOPS = 64
"""More moves than this in one line are not read."""

_LONGEST = 40
_WORD = re.compile(r"(?P<body>[^()=]+)(?:\((?P<times>\d{1,2})\))?(?:=(?P<number>\d{1,3}))?")
_NUMBER = re.compile(r"\s+(?:by|with)\s+(?:the\s+)?(?=\d)", re.IGNORECASE)
_TO = re.compile(r"\s*(?:/|\u2192|->|>|\bto\b)\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Hop:
    """From one place to another, as typed, over rests perhaps; `origins` None where not said."""

    text: str
    origins: frozenset[int] | None
    targets: frozenset[int]
    number: int | None = None

    def starts(self, index: int) -> bool:
        """Whether a man at this index may be meant."""
        return self.origins is None or index in self.origins

    def rest(self, index: int) -> Hop:
        """What is left of the hop for a man who rests at this index."""
        return Hop(self.text, frozenset({index}), self.targets, self.number)


def read_hops(ruleset: Ruleset, player: int, text: str) -> list[Hop]:
    """Return the hops that a text names, in its order.

    Raises:
        UnreadablePlay: with a sentence on the word that cannot be read.
    """
    hops: list[Hop] = []
    for word in re.split(r"[\s,;]+", _tidy(text)):
        if word:
            hops.extend(_read_word(ruleset, player, word))
        if len(hops) > MOST_HOPS:
            raise UnreadablePlay(f"more than {MOST_HOPS} moves in one line are too many")
    if not hops:
        raise UnreadablePlay(f"no move was given; write, for example, {_sample(ruleset, player)}")
    return hops


def _tidy(text: str) -> str:
    """The text with every way of writing "to" and "by" brought to one."""
    return _TO.sub("/", _NUMBER.sub("=", text.replace("*", "").strip()))


def _read_word(ruleset: Ruleset, player: int, word: str) -> list[Hop]:
    found = _WORD.fullmatch(word)
    if found is None or len(word) > _LONGEST:
        raise UnreadablePlay(
            f"'{_short(word)}' is not a move; write, for example, {_sample(ruleset, player)}"
        )
    number = int(found["number"]) if found["number"] else None
    places = [_known(ruleset, player, part, word) for part in re.split(r"[/\u2013-]", found["body"])]
    if len(places) == 1:
        hops = [Hop(word, None, places[0], number)]
    else:
        hops = [Hop(_written(ruleset, player, a, b), a, b, number) for a, b in pairwise(places)]
    return hops * max(int(found["times"] or 1), 1)


def _written(ruleset: Ruleset, player: int, origins: frozenset[int], targets: frozenset[int]) -> str:
    return "/".join(place_name(ruleset, player, min(places)) for places in (origins, targets))


def _known(ruleset: Ruleset, player: int, part: str, word: str) -> frozenset[int]:
    found = places(ruleset, player, part)
    if not found:
        where = "" if part == word else f" in '{_short(word)}'"
        shown = f"'{_short(part)}'{where}" if part else f"a place missing in '{_short(word)}'"
        raise UnreadablePlay(
            f"{shown} is not a place of this board; write, for example, {_sample(ruleset, player)}"
        )
    return found


def places(ruleset: Ruleset, player: int, text: str) -> frozenset[int]:
    """Return the row indices that a place may mean: `7` is any layer of 7; empty when unreadable."""
    layout = ruleset.layout
    last = len(layout.routes[player])
    if numbering(ruleset) != "points" and text.isdecimal() and len(text) <= 4 and int(text) in (0, last + 1):
        before = (int(text) == 0) == (numbering(ruleset) == "ascending")
        return frozenset({layout.bar, layout.hand}) if before else frozenset({layout.off})
    index = read_place(ruleset, player, text)
    if index is None or index == 0:
        return frozenset()
    if ":" in text or text.casefold() in SPOTS:
        return frozenset({index})
    return frozenset(one for step in _same(ruleset, player, index) for one in _layers(ruleset, step))


def _same(ruleset: Ruleset, player: int, step: int) -> tuple[int, ...]:
    """The steps that are written alike: where points are named, all visits to the point."""
    if numbering(ruleset) != "points":
        return (step,)
    return ruleset.layout.same_point(player, 0, 0, step)


def _layers(ruleset: Ruleset, step: int) -> list[int]:
    layout = ruleset.layout
    return [step, *(layout.layer_base(layer) + step for layer in layout.layers)]


def _sample(ruleset: Ruleset, player: int) -> str:
    """A move of the right look for this ruleset."""
    last = len(ruleset.layout.routes[player])
    first, second = (1, min(7, last)) if last > 6 else (1, last)
    return f"{place_name(ruleset, player, first)}/{place_name(ruleset, player, second)}"


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "\u2026"
