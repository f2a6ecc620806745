"""Small English: numbers in words, lists, plurals, sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NUMBERS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def cardinal(number: int) -> str:
    """Return a number in words where it is small, `no` for 0.

    >>> cardinal(0), cardinal(15), cardinal(24), cardinal(-2)
    ('no', 'fifteen', '24', '-2')
    """
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def value(number: int) -> str:
    """Return a number by itself: as `cardinal`, but 0 is `zero`."""
    return "zero" if number == 0 else cardinal(number)


def ordinal(number: int) -> str:
    """Return `first`, `second`, ..., `24th`.

    >>> ordinal(3), ordinal(22), ordinal(13)
    ('third', '22nd', '13th')
    """
    if 1 <= number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun.

    >>> counted(1, "point"), counted(3, "man", "men"), counted(0, "man", "men")
    ('one point', 'three men', 'no man')
    """
    many = plural or f"{noun}s"
    return f"{cardinal(number)} {noun if number in (0, 1) else many}"


def times(number: int) -> str:
    """Return how often.

    >>> times(1), times(2), times(4)
    ('once', 'twice', 'four times')
    """
    return {1: "once", 2: "twice"}.get(number, f"{cardinal(number)} times")


def listed(parts: Sequence[str], joint: str = "and") -> str:
    """Return parts as a list in words; parts that hold commas are kept apart by more than `and`.

    >>> listed(["a", "b", "c"]), listed(["a", "b"], "or"), listed(["a, b", "c"])
    ('a, b and c', 'a or b', 'a, b, and c')
    """
    if len(parts) < 2:
        return "".join(parts)
    heavy = any("," in part or f" {joint} " in part or part.startswith("either ") for part in parts)
    comma = "," if heavy else ""
    return f"{', '.join(parts[:-1])}{comma} {joint} {parts[-1]}"


def plain(name: str) -> str:
    """Return a name of the file in words.

    >>> plain("last_table")
    'last table'
    """
    return name.replace("_", " ").replace("-", " ")


def prose(text: str) -> str:
    """Return an author's remark for readers: names of the file that stand in it are said in words.

    >>> prose("The other reading of `doublet_men`.")
    'The other reading of “doublet men”.'
    """
    return re.sub(r"`([^`]+)`", lambda found: f"“{plain(found[1])}”", " ".join(text.split()))


def capital(text: str) -> str:
    """Return a text with its first letter large."""
    return text[:1].upper() + text[1:]


def full(text: str) -> str:
    """Return a text as a sentence: a large letter in front, a full stop behind."""
    text = " ".join(text.split())
    return capital(text) + ("" if text.endswith((".", "!", "?")) or not text else ".")
