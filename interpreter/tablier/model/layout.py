"""Where each place and each memory lies in a side's row of numbers, and how routes meet on points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

SIDES = ("white", "black")


@dataclass(frozen=True)
class Layout:
    """A side's row: index 0 is always empty, 1..N are steps, then hand, off, bar, layers, memories.

    Memories of the whole game are kept in White's row; `throws` is the last entry.
    """

    routes: tuple[tuple[str, ...], tuple[str, ...]]
    layers: tuple[str, ...] = ()
    memories: tuple[str, ...] = ()

    @cached_property
    def last(self) -> int:
        """The last step, N."""
        return max(len(route) for route in self.routes)

    @property
    def hand(self) -> int:
        """Index of the men not yet entered."""
        return self.last + 1

    @property
    def off(self) -> int:
        """Index of the men borne off."""
        return self.last + 2

    @property
    def bar(self) -> int:
        """Index of the men hit."""
        return self.last + 3

    def layer_base(self, layer: str) -> int:
        """What to add to a step for its index in a layer."""
        return self.last + 3 + self.layers.index(layer) * self.last

    @cached_property
    def men_end(self) -> int:
        """One past the last index that holds men."""
        return self.last + 4 + len(self.layers) * self.last

    @cached_property
    def throws(self) -> int:
        """Index of the count of throws made."""
        return self.men_end + len(self.memories)

    @property
    def size(self) -> int:
        """Length of a row."""
        return self.throws + 1

    def memory(self, name: str) -> int:
        """Index of a memory."""
        return self.throws if name == "throws" else self.men_end + self.memories.index(name)

    def spot(self, name: str) -> int:
        """Index of `hand`, `off` or `bar`."""
        return {"hand": self.hand, "off": self.off, "bar": self.bar}[name]

    def index(self, place: str) -> int | None:
        """Index of a place as written in positions (`7`, `7:pinned`, `bar`), or None."""
        step, _, layer = place.partition(":")
        if place in ("hand", "off", "bar"):
            return self.spot(place)
        if not step.isdecimal() or len(step) > 4 or not 1 <= int(step) <= self.last:
            return None
        if not layer:
            return int(step)
        return self.layer_base(layer) + int(step) if layer in self.layers else None

    @cached_property
    def place_names(self) -> tuple[str, ...]:
        """The name of each index that holds men, as written in positions ("" for index 0)."""
        steps = [str(step) for step in range(1, self.last + 1)]
        layered = [f"{step}:{layer}" for layer in self.layers for step in steps]
        return ("", *steps, "hand", "off", "bar", *layered)

    @cached_property
    def step_of(self) -> tuple[int, ...]:
        """The step of each index that holds men; hand and bar count as 0, off as N + 1."""
        steps = list(range(1, self.last + 1))
        return (0, *steps, 0, self.last + 1, 0, *(steps * len(self.layers)))

    def same_point(self, viewer: int, route: int, side: int, step: int) -> tuple[int, ...]:
        """Steps of a side's route that lie on the point at `step` of a route.

        `route` and `side` are 0 for the viewer's own and 1 for the other's.
        """
        points = self.routes[viewer ^ route]
        if not 1 <= step <= len(points):
            return ()
        return self._steps_at[viewer ^ side].get(points[step - 1], ())

    @cached_property
    def _steps_at(self) -> tuple[dict[str, tuple[int, ...]], dict[str, tuple[int, ...]]]:
        first, second = (_by_point(route) for route in self.routes)
        return first, second


def _by_point(route: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """The steps at which a route visits each point."""
    steps: dict[str, tuple[int, ...]] = {}
    for step, point in enumerate(route, start=1):
        steps[point] = (*steps.get(point, ()), step)
    return steps
