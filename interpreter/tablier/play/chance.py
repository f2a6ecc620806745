"""The one source of chance, the same on every machine.

The generator is SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): a 64-bit state grows by the golden
gamma and is mixed. A whole number below n is the high part of (top 32 bits) * n, so every draw
costs exactly one step of the generator. The sequence, the derivation of a game's seed and the order
of draws are part of the record format: they do not change.
"""

from __future__ import annotations

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


def mix(value: int) -> int:
    """Return 64 bits that look nothing like the value's."""
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB & _MASK
    return value ^ (value >> 31)


def game_seed(run_seed: int, game_number: int) -> int:
    """Return the seed of one game of a run; game numbers count from 0."""
    return mix((mix((run_seed + _GAMMA) & _MASK) + (game_number + 1) * _GAMMA) & _MASK)


class Chance:
    """A sequence of chance events; `state` can be kept and set again.

    >>> chance = Chance(1)
    >>> [chance.below(6) + 1 for _ in range(5)]
    [4, 5, 6, 3, 3]
    """

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        """Begin the sequence of a seed."""
        self.state = seed & _MASK

    def below(self, n: int) -> int:
        """Return a whole number from 0 to n - 1, each as likely (to within n / 2**32)."""
        self.state = state = (self.state + _GAMMA) & _MASK
        state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
        state = (state ^ (state >> 27)) * 0x94D049BB133111EB & _MASK
        return ((state ^ (state >> 31)) >> 32) * n >> 32

    def dice(self, count: int) -> tuple[int, ...]:
        """Return the faces of cubic dice, in the order thrown."""
        return tuple(self.below(6) + 1 for _ in range(count))
