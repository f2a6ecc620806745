"""The plays of one throw by the fast executor, for comparison with the plain one."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from tablier.model.emit import CONTEXT
from tablier.play.search import Groups
from tablier.play.state import Rows


def results(
    module: ModuleType, store: Any, rows: Rows, player: int, context: list[Any], groups: Groups
) -> set[Rows] | None:
    """Return the positions that legal plays leave; None when there are too many to list.

    Args:
        module: the ruleset's module (`load_fast`).
        store: its `new_store()`.
        rows: both rows; they are the rows at the throw too.
        player: the side that plays.
        context: what is known of the throw, in the order of `emit.CONTEXT`.
        groups: the numbers to be played.
    """
    size = len(rows[0])
    for block, row in enumerate((*rows, *rows)):
        store[block * size : (block + 1) * size] = row
    for name, index in CONTEXT.items():
        if not name.endswith("_before"):
            store[module.CO + index] = int(context[index])
    flat = [(number, group) for group, numbers in enumerate(groups) for number in numbers]
    for index, (number, group) in enumerate(flat):
        store[module.NO + index], store[module.GO + index] = number, group
    store[module.XO + module.COUNT] = len(flat)
    store[module.XO + module.PLAYER] = player
    found = module.collect(player, store, 0)
    if found < 0:
        return None
    kept = store[module.RES : module.RES + 2 * size * found].reshape(found, 2, size).tolist()
    return {(tuple(white), tuple(black)) for white, black in kept}
