"""What is thrown: cubic dice, objects whose faces have weights, or two-sided lots."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb, factorial, prod

from tablier.model.ruleset import Ruleset
from tablier.play.chance import Chance

Faces = tuple[int, ...]


@dataclass(frozen=True)
class Device:
    """The dice, or the lots, of a ruleset.

    Of lots the marked faces are counted and the count stands for one value; of anything else each
    object shows one face.
    """

    count: int
    """How many objects are thrown."""
    weights: tuple[tuple[int, int], ...]
    """Each face of an object with its weight, in ascending order; empty for lots."""
    values: Faces = ()
    """For lots: the value of each count of marked faces."""

    @classmethod
    def of(cls, ruleset: Ruleset) -> Device:
        """Return what a ruleset throws: two cubic dice where it says nothing else."""
        clause = ruleset.one("throw")
        given = {} if clause is None else clause.values
        if "lots" in given:
            mapped = given.get("values") or {}
            values = tuple(mapped.get(str(marked), marked) for marked in range(given["lots"] + 1))
            return cls(given["lots"], (), values)
        if "faces" in given:
            weights = sorted((int(face), int(weight)) for face, weight in given["faces"].items())
            return cls(given.get("objects", 1), tuple(weights))
        return cls(given.get("dice", 2), tuple((face, 1) for face in range(1, 7)))

    @property
    def is_lots(self) -> bool:
        """Whether one value is made of all objects together."""
        return bool(self.values)

    @cached_property
    def is_cubic(self) -> bool:
        """Whether the objects are ordinary dice."""
        return self.weights == tuple((face, 1) for face in range(1, 7))

    @property
    def shown(self) -> int:
        """How many values a throw has."""
        return 1 if self.is_lots else self.count

    @cached_property
    def allowed(self) -> frozenset[int]:
        """Every value that can be thrown."""
        return frozenset(self.values or (face for face, _ in self.weights))

    @cached_property
    def total_weight(self) -> int:
        """The weights of an object's faces, added up."""
        return sum(weight for _, weight in self.weights)

    def throws(self) -> tuple[Faces, ...]:
        """Return every throw, greatest value first in each, order of the objects apart."""
        if self.is_lots:
            return tuple((value,) for value in self.values)
        faces = [face for face, _ in self.weights]
        return tuple(tuple(reversed(some)) for some in combinations_with_replacement(faces, self.count))

    def odds(self, kept: Faces = ()) -> tuple[tuple[Faces, float], ...]:
        """Return every throw with its chance, likeliest first; objects kept lie there already."""
        if self.is_lots:
            if kept:
                return ((kept, 1.0),)
            counts: Counter[Faces] = Counter()
            for marked, value in enumerate(self.values):
                counts[(value,)] += comb(self.count, marked)
            return tuple((faces, ways / 2**self.count) for faces, ways in counts.most_common())
        thrown = Device(max(self.count - len(kept), 0), self.weights)
        ways = Counter({(*kept, *faces): thrown.ways(faces) for faces in thrown.throws()})
        return tuple((faces, n / self.total_weight**thrown.count) for faces, n in ways.most_common())

    def ways(self, faces: Faces) -> int:
        """Return in how many (weighted) ways these faces can be thrown, in any order."""
        weight = dict(self.weights)
        orders = factorial(len(faces)) // prod(factorial(n) for n in Counter(faces).values())
        return orders * prod(weight[face] for face in faces)

    def draw(self, chance: Chance, kept: Faces = ()) -> Faces:
        """Draw a throw: what was kept first, then the others in the order thrown."""
        if self.is_lots:
            return kept or (self.values[sum(chance.below(2) for _ in range(self.count))],)
        due = max(self.count - len(kept), 0)
        return (*kept, *(chance.dice(due) if self.is_cubic else (self._face(chance) for _ in range(due))))

    def _face(self, chance: Chance) -> int:
        drawn = chance.below(self.total_weight)
        for face, weight in self.weights:
            drawn -= weight
            if drawn < 0:
                return face
        raise AssertionError("a draw is below the total weight")
