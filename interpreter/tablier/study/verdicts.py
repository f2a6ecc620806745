"""What a comparison comes to, in a sentence that can be quoted.

The intervals are wide enough to hold all together with 95 % confidence, however many readings and
figures are compared. What they do not tell from no change is said to be the same "within" the greatest
change that they allow, or to be unknown where that is too much to call it the same.
"""

from __future__ import annotations

from tablier.study.comparing import Comparison, Study
from tablier.study.statistics import Interval

SAME = 0.05
"""A change that may be greater than this, and may be none, is called unknown."""

_CHANGES = {
    "points": ("the points won", "more", "fewer"),
    "choices": ("the choices at a decision", "more", "fewer"),
    "hits": ("the men hit", "more", "fewer"),
    "passed": ("the numbers passed over", "more", "fewer"),
    "lead_changes": ("the changes of the lead", "more", "fewer"),
}
"""Figures that change by so many per cent, told when they do."""
_SHARES = {
    "draws": "games that nobody wins",
    "forced": "throws without a choice",
    "lost": "throws without a move",
}
"""Shares that change by so many points of a hundred, told when they do."""


def verdict(study: Study, comparison: Comparison) -> str:
    """Return what a variant changes, in plain words."""
    pair, level = comparison.pair, study.joint_level
    if pair.games == pair.same:
        most = 100 * comparison.affected_at_most(level)
        return (
            f"None of {pair.games:,} games goes differently: {comparison.variant.label} matters "
            f"in fewer than {_number(most)} % of games."
        )
    told = [_length(comparison, level), _lead(comparison, level)]
    told += filter(None, (_changed(comparison, name, level) for name in _CHANGES))
    told += filter(None, (_shared(comparison, name, level) for name in _SHARES))
    seen = f"{_percent(comparison.affected)} of the games go differently"
    return f"{comparison.variant.label} {'; '.join(told)}. {_capital(seen)}."


def _length(comparison: Comparison, level: float) -> str:
    found = comparison.change("throws", level)
    if found.excludes(0):
        word = "shorter" if found.value < 0 else "longer"
        return f"makes the game {_percent(found.value)} {word} ({_span(found, '%')})"
    if found.bound <= SAME:
        return f"leaves the length of the game the same within {_number(100 * found.bound)} %"
    return f"may or may not change the length of the game ({_signed(found)})"


def _lead(comparison: Comparison, level: float) -> str:
    found = comparison.difference("lead_wins", level)
    if found.excludes(0):
        word = "more" if found.value > 0 else "less"
        new = comparison.tally.figure("lead_wins").value
        shares = f"{_percent(new)} instead of {_percent(new - found.value)}"
        return f"who throws first wins {shares} of the games ({_span(found, 'points')} {word})"
    if found.bound <= SAME:
        return f"who leads is unaffected within {_number(100 * found.bound)} %"
    return f"whether it helps who leads is not to be told from so few games ({_signed(found)})"


def _changed(comparison: Comparison, name: str, level: float) -> str:
    title, more, less = _CHANGES[name]
    found = comparison.change(name, level)
    if found.value != found.value:
        difference = comparison.difference(name, level)
        gone = difference.value < 0
        return f"{title} {'disappear' if gone else 'appear'}" if difference.value else ""
    if not found.excludes(0):
        return ""
    return f"{title} are {_percent(found.value)} {more if found.value > 0 else less} ({_span(found, '%')})"


def _shared(comparison: Comparison, name: str, level: float) -> str:
    found = comparison.difference(name, level)
    if not found.excludes(0) or found.value != found.value:
        return ""
    word = "more" if found.value > 0 else "fewer"
    size = _number(abs(100 * found.value))
    return f"{_SHARES[name]} are {size} of a hundred {word} ({_span(found, 'points')})"


def _span(found: Interval, unit: str) -> str:
    """The interval of a change whose sign is known: its ends without the sign, the smaller first."""
    ends = sorted((abs(found.low), abs(found.high)))
    return f"{_number(100 * ends[0])} to {_number(100 * ends[1])} {unit}"


def _signed(found: Interval) -> str:
    low, high = (f"{100 * end:+.1f}".replace("-", "\N{MINUS SIGN}") for end in (found.low, found.high))
    return f"{low} to {high} %"


def _percent(share: float) -> str:
    return f"{_number(abs(100 * share))} %"


def _number(value: float) -> str:
    """A number as people write it: two digits that count, at most."""
    if value >= 9.95:
        return f"{value:.0f}" if value >= 99.5 else f"{value:.1f}"
    return f"{value:.1f}" if value >= 0.095 else f"{value:.2f}" if value >= 0.0095 else "0.01"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
