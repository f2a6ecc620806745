"""From typed text to legal moves and throws: tolerant in the writing, strict in the rules.

A hop that one number makes is made with one number, and moves are made in the order written; only
where that is not possible is another order tried, and then a hop as one man's way over rests.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tablier.model.generate import Move
from tablier.model.layout import SIDES
from tablier.play.engine import Engine
from tablier.play.explain import why
from tablier.play.game import Action
from tablier.play.hops import Hop, read_hops
from tablier.play.notation import format_play, place_name
from tablier.play.refusals import AmbiguousPlay, IllegalPlay, Refusal, UnreadablePlay
from tablier.play.state import Stage, State

MOST_STATES = 3000
"""Most positions looked at for one reading of a line."""

Moves = tuple[Move, ...]


def read_moves(engine: Engine, state: State, text: str) -> Moves:
    """Return the legal moves that a typed play, or its beginning, means.

    Raises:
        UnreadablePlay: when it is not a play.
        IllegalPlay: when it is against the rules.
        AmbiguousPlay: when it could mean several plays with different results.
    """
    ways = resolve(engine, state, text)
    if len(ways) > 1:
        raise AmbiguousPlay(text.strip(), ways, told_apart(engine, state, ways))
    return ways[0]


def resolve(engine: Engine, state: State, text: str, *, complete: bool = False) -> list[Moves]:
    """Return the legal move sequences that a text may mean: one for each different result.

    With `complete`, a text that leaves numbers unplayed which must be played is refused too.

    Raises:
        UnreadablePlay: when it is not a play.
        IllegalPlay: when it is against the rules; the first move that fails is named, with the clause.
    """
    hops = read_hops(engine.ruleset, state.player, text)
    ways = resolve_hops(engine, state, hops)
    if ways and complete:
        hops = [_hop(engine, state, move) for move in ways[0]]
        ways = [moves for moves in ways if _is_complete(engine, state, moves)]
    if not ways:
        refusal = why(engine, state, hops, complete=complete) or _puzzle(text)
        raise IllegalPlay(refusal.message, refusal)
    return ways


def _hop(engine: Engine, state: State, move: Move) -> Hop:
    number, _, origin, target = move
    text = "/".join(place_name(engine.ruleset, state.player, index) for index in (origin, target))
    return Hop(text, frozenset({origin}), frozenset({target}), number)


def _is_complete(engine: Engine, state: State, moves: Moves) -> bool:
    """Whether nothing more of the throw need be played after these moves."""
    after = state
    for move in moves:
        after = engine.move(after, move)
    same = after.stage is Stage.PLAY and after.player == state.player and after.before is state.before
    return not same or engine.may_stop(after)


def resolve_hops(engine: Engine, state: State, hops: Sequence[Hop]) -> list[Moves]:
    """Return the legal move sequences that make the hops, one for each different result."""
    return next(filter(None, readings(engine, state, hops)), [])


def readings(engine: Engine, state: State, hops: Sequence[Hop]) -> Iterator[list[Moves]]:
    """Yield what the hops may mean, the strictest reading first: in order, a hop by one number."""
    if state.stage is Stage.PLAY:
        for over_rests in (False, True):
            for in_order in (True, False):
                yield _Reading(engine, state, in_order, over_rests).ways(tuple(hops))


def _ways(engine: Engine, state: State, text: str) -> list[Moves]:
    return resolve_hops(engine, state, read_hops(engine.ruleset, state.player, text)) if text else []


def _puzzle(text: str) -> Refusal:
    return Refusal("illegal", f"'{text.strip()}' cannot be played now; `moves` shows what can")


def result(state: State) -> State:
    """Return a state without what no longer matters: equal when the rest of the game can be the same."""
    if state.stage in (Stage.PLAY, Stage.CHOOSE):
        return state.changed(before=((), ()), numbers=(), target=None, idle=0)
    if state.stage is Stage.OVER:
        state = state.changed(throw=(), left=())
    return state.changed(before=((), ()), numbers=(), target=None, idle=0, hit=0, landed=0)


class _Reading:
    """One way to read hops as moves: in their order or in any, one number a hop or several."""

    def __init__(self, engine: Engine, start: State, in_order: bool, over_rests: bool) -> None:
        self.engine, self.start = engine, start
        self.in_order, self.over_rests = in_order, over_rests
        self.seen: set[Any] = set()
        self.found: dict[Any, Moves] = {}

    def ways(self, hops: tuple[Hop, ...]) -> list[Moves]:
        self.look(self.start, hops, ())
        return list(self.found.values())

    def look(self, state: State, hops: tuple[Hop, ...], made: Moves) -> None:
        if not hops:
            self.found.setdefault(result(state), made)
            return
        key = (result(state), frozenset(Counter(hops).items()))
        if key in self.seen or len(self.seen) > MOST_STATES or not self.goes_on(state):
            return
        self.seen.add(key)
        for move in self.engine.moves(state):
            for left in self.remaining(move, hops):
                self.look(self.engine.move(state, move), left, (*made, move))

    def goes_on(self, state: State) -> bool:
        """Whether the throw of the start is still being played."""
        start = self.start
        return state.stage is Stage.PLAY and state.player == start.player and state.before is start.before

    def remaining(self, move: Move, hops: tuple[Hop, ...]) -> Iterator[tuple[Hop, ...]]:
        """What is left to do of the hops when a move is taken for (part of) one of them."""
        number, _, origin, target = move
        for index, hop in enumerate(hops[:1] if self.in_order else hops):
            if hop in hops[:index] or not hop.starts(origin) or hop.number not in (None, number):
                continue
            others = (*hops[:index], *hops[index + 1 :])
            if target in hop.targets:
                yield others
            elif self.over_rests and hop.number is None:
                yield (hop.rest(target), *others) if self.in_order else (*others, hop.rest(target))


def only_play(engine: Engine, state: State) -> Move | None:
    """Return the first move of the throw when all legal plays of it come to the same; else None."""
    found: dict[Any, Moves] = {}
    todo: list[tuple[State, Moves]] = [(state, ())]
    seen: set[Any] = set()
    while todo and len(found) < 2 and len(seen) < MOST_STATES:
        now, made = todo.pop()
        key = result(now)
        if key in seen:
            continue
        seen.add(key)
        is_going_on = now.stage is Stage.PLAY and now.player == state.player and now.before is state.before
        if not is_going_on or engine.may_stop(now):
            found.setdefault(key, made)
        if is_going_on:
            todo.extend((engine.move(now, move), (*made, move)) for move in reversed(engine.moves(now)))
    moves = next(iter(found.values()), ())
    return moves[0] if moves and len(found) == 1 and not todo else None


# --- writing ----------------------------------------------------------------------------------


def with_hits(engine: Engine, state: State, moves: Sequence[Move]) -> list[tuple[Move, bool]]:
    """Return legal moves, each with whether it hits."""
    found = []
    for move in moves:
        found.append((move, engine.moved(state, move)[1]))
        state = engine.move(state, move)
    return found


def write_moves(engine: Engine, state: State, moves: Sequence[Move]) -> str:
    """Return moves in the ruleset's notation."""
    return format_play(engine.ruleset, state.player, with_hits(engine, state, moves))


def spell(engine: Engine, state: State, moves: Sequence[Move]) -> str:
    """Return moves so that they can be read back in one way only: with numbers where needed."""
    goal, settled = _reached(engine, state, moves), None
    text = write_moves(engine, state, moves)
    # Read back, the moves may come in another order and be written otherwise: settle on one form.
    for _ in range(4):
        ways = _ways(engine, state, text)
        if len(ways) != 1 or _reached(engine, state, ways[0]) != goal:
            break
        if text == settled:
            return text
        settled, text = text, write_moves(engine, state, ways[0])
    return settled or spell_out(engine, state, moves)


def spell_out(engine: Engine, state: State, moves: Sequence[Move]) -> str:
    """Return moves one by one, each with its number."""
    name = place_name
    ruleset, player = engine.ruleset, state.player
    return " ".join(
        f"{name(ruleset, player, origin)}/{name(ruleset, player, target)}{'*' * hit} by {number}"
        for (number, _, origin, target), hit in with_hits(engine, state, moves)
    )


def told_apart(engine: Engine, state: State, ways: Sequence[Moves]) -> list[str]:
    """Return a text for each way that means no other."""
    writers: tuple[Callable[[Engine, State, Sequence[Move]], str], ...] = (write_moves, spell, spell_out)
    for write in writers:
        texts = [write(engine, state, moves) for moves in ways]
        if len(set(texts)) == len(texts) and all(len(_ways(engine, state, text)) == 1 for text in texts):
            return texts
    return texts


def _reached(engine: Engine, state: State, moves: Sequence[Move]) -> Any:
    for move in moves:
        state = engine.move(state, move)
    return result(state)


# --- throws -----------------------------------------------------------------------------------

_DICE = re.compile(r"\d+(?:[\s:,\-\u2013x+]+\d+)*")


def looks_like_dice(text: str) -> bool:
    """Whether a text consists of numbers such as `6-5`, `65` or `6 5`."""
    return text.isascii() and len(text) <= 40 and _DICE.fullmatch(text.strip()) is not None


def read_throw(engine: Engine, state: State, text: str) -> Action:
    """Return the throw (or the dice of the lead) that a text names.

    Raises:
        UnreadablePlay: when it is not a throw, or not one that the dice can show.
    """
    if not looks_like_dice(text):
        raise UnreadablePlay(
            f"'{text.strip()[:40]}' is not a throw; write, for example, {sample_throw(engine, state)}"
        )
    numbers = [int(one) for one in re.findall(r"\d+", text)]
    throws = set(engine.throws())
    if state.stage is Stage.LEAD:
        return Action(
            "lead", _faces(engine, state, numbers, {(a, b) for a in range(6, 0, -1) for b in range(1, a + 1)})
        )
    return Action("throw", _faces(engine, state, numbers, throws))


def _faces(engine: Engine, state: State, numbers: list[int], throws: set[tuple[int, ...]]) -> tuple[int, ...]:
    """The faces in the order typed, kept dice first."""
    kept, length = state.kept, len(next(iter(throws)))
    if len(numbers) == 1 and length > 1:
        numbers = [int(digit) for digit in str(numbers[0])]
    if kept and len(numbers) == length - len(kept):
        numbers = [*kept, *numbers]
    spare = Counter(numbers) - Counter(kept)
    whole = (*kept, *(number for number in numbers if _take(spare, number)))
    if len(whole) != length or len(numbers) != length or tuple(sorted(whole, reverse=True)) not in throws:
        raise UnreadablePlay(f"'{'-'.join(map(str, numbers))}' is not a throw here; {_due(engine, state)}")
    return whole


def _take(spare: Counter[int], number: int) -> bool:
    spare[number] -= 1
    return spare[number] >= 0


def _due(engine: Engine, state: State) -> str:
    if state.stage is Stage.LEAD:
        return f"write {SIDES[0].title()}'s die, then {SIDES[1].title()}'s, for example 6-5"
    if state.kept:
        kept = "-".join(map(str, state.kept))
        return f"{kept} stays on the table; write, for example, {sample_throw(engine, state)}"
    return f"write, for example, {sample_throw(engine, state)}"


def sample_throw(engine: Engine, state: State) -> str:
    """A throw that can fall now, as people write it."""
    if state.stage is Stage.LEAD:
        return "6-5"
    throws = sorted(engine.throws(), reverse=True)
    rest = [throw for throw in throws if not Counter(state.kept) - Counter(throw)]
    mixed = [throw for throw in rest if len(set(throw)) == len(throw)] or rest
    return "-".join(map(str, mixed[0]))
