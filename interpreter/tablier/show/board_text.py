"""The board as text, drawn from nothing but the ruleset's rows, and the same in words.

Two rows are drawn as tables are: men pile up from the upper and the lower edge towards the middle.
Any other number of rows is drawn as squares. White's men are `o`, Black's `x` (circles, open and
full, where the terminal can show them); men of a layer stand in brackets.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tablier.model.emit import depends
from tablier.model.ruleset import Ruleset
from tablier.play.notation import place_name
from tablier.play.state import Stage, State

WIDEST = 80
TALLEST = 5
"""More men than this on a point are shown as a number."""

BAR, GAP = "|", "."
_NAMES = ("White", "Black")


@dataclass(frozen=True, slots=True)
class Signs:
    """What the drawing is made of."""

    men: tuple[str, str]
    across: str
    down: str
    corners: str
    """For each set of arms (bits: up 1, right 2, down 4, left 8) the sign that joins them."""
    left: str
    """Marks a point that the last play left."""
    reached: tuple[str, str]
    """Marks a point that the last play reached: at the upper edge, at the lower."""


UNICODE = Signs(("\u25cb", "\u25cf"), "\u2500", "\u2502", " ╵╶└╷│┌├╴┘─┴┐┤┬┼", "\u00b7", ("\u25bc", "\u25b2"))
ASCII = Signs(("o", "x"), "-", "|", " |-+||++-+-+++++", ".", ("v", "^"))


@dataclass(frozen=True, slots=True)
class Pile:
    """Men of one side and one layer on a point."""

    side: int
    layer: str
    count: int


@dataclass(frozen=True, slots=True)
class Marks:
    """Points that the last play left and reached."""

    left: frozenset[str] = frozenset()
    reached: frozenset[str] = frozenset()


def marks(ruleset: Ruleset, player: int, moves: Iterable[tuple[int, int]]) -> Marks:
    """Return the marks of a side's moves, given as indices from and to."""
    route, last = ruleset.layout.routes[player], ruleset.layout.last
    step = ruleset.layout.step_of
    pairs = list(moves)
    ends = [
        frozenset(
            route[step[index] - 1]
            for index in indices
            if _is_step(index, last, ruleset) and step[index] <= len(route)
        )
        for indices in zip(*pairs, strict=True)
    ] or [frozenset(), frozenset()]
    return Marks(ends[0] - ends[1], ends[1])


def _is_step(index: int, last: int, ruleset: Ruleset) -> bool:
    return 1 <= index <= last or index > ruleset.layout.bar


def draw(
    ruleset: Ruleset,
    state: State,
    *,
    flip: bool = False,
    ascii: bool = False,
    viewer: int | None = None,
    last: Marks | None = None,
) -> str:
    """Return the board as lines of at most 80 columns (where the rows allow it).

    `flip`: seen from the other side of the table. `viewer`: whose numbering the points have (by
    default that of the side on turn). `last`: points to be marked.
    """
    signs = ASCII if ascii else UNICODE
    picture = _Picture(ruleset, state, signs, state.player if viewer is None else viewer, last or Marks())
    rows = [row.split() for row in ruleset.rows]
    if flip:
        rows = [row[::-1] for row in reversed(rows)]
    board = picture.tables(rows, flip) if len(rows) == 2 else picture.squares(rows)
    return "\n".join(line.rstrip() for line in picture.framed(board, flip))


# --- what stands where ------------------------------------------------------------------------


def piles(ruleset: Ruleset, state: State, point: str) -> list[Pile]:
    """Return the men on a point, from the bottom up: men under the other side's first."""
    layout = ruleset.layout
    open_men: list[Pile] = []
    layered: list[Pile] = []
    for side in (0, 1):
        steps = [step for step, name in enumerate(layout.routes[side], start=1) if name == point]
        for layer in ("", *layout.layers):
            base = layout.layer_base(layer) if layer else 0
            count = sum(state.rows[side][base + step] for step in steps)
            if count:
                (layered if layer else open_men).append(Pile(side, layer, count))
    holders = {pile.side for pile in open_men}
    below = [pile for pile in layered if holders and pile.side not in holders]
    return [*below, *open_men, *(pile for pile in layered if pile not in below)]


def label(ruleset: Ruleset, viewer: int, point: str) -> str:
    """Return how a point is called for a viewer; by the other's numbering where only he visits it."""
    for side in (viewer, 1 - viewer):
        route = ruleset.layout.routes[side]
        steps = [step for step, name in enumerate(route, start=1) if name == point]
        if steps:
            return ",".join(dict.fromkeys(place_name(ruleset, side, step) for step in steps))
    return ""


def pips(ruleset: Ruleset, state: State, side: int) -> int:
    """Return how many pips a side's men still have to go, to be all off."""
    layout = ruleset.layout
    rail = len(layout.routes[side]) + 1
    row, step = state.rows[side], layout.step_of
    return sum(row[i] * (rail - step[i]) for i in range(1, layout.men_end) if i != layout.off)


def has_pips(ruleset: Ruleset) -> bool:
    """Whether men travel by numbers in this ruleset, so that pips mean something."""
    targets = [clause.places("to") for clause in ruleset.section("moves")]
    return any(
        {"from", "number"} <= depends(span[0])
        for places in targets
        if places is not None
        for span in places.spans
    )


# --- the picture ------------------------------------------------------------------------------


class _Picture:
    def __init__(self, ruleset: Ruleset, state: State, signs: Signs, viewer: int, last: Marks) -> None:
        self.ruleset, self.state, self.signs = ruleset, state, signs
        self.viewer, self.last = viewer, last
        names = [name for row in ruleset.rows for name in row.split() if name not in (BAR, GAP)]
        self.labels = {name: label(ruleset, viewer, name) for name in names}
        self.columns = max(len(row.split()) for row in ruleset.rows)

    # --- two rows -------------------------------------------------------------------------------

    def tables(self, rows: list[list[str]], flip: bool) -> list[str]:
        """Two rows of points, men piled towards the middle."""
        width = max(3, 1 + max(map(len, self.labels.values()), default=1))
        while width > 3 and self.columns * width > WIDEST - 4:
            width -= 1
        top, bottom = (0, 1) if flip else (1, 0)
        upper = [self.on_bar(top) if name == BAR else self.stack(name) for name in rows[0]]
        lower = [self.on_bar(bottom) if name == BAR else self.stack(name) for name in rows[1]]
        return [
            self.names(rows[0], width),
            self.edge(rows[0], width, upper=True),
            *(self.line(rows[0], upper, height, width) for height in range(TALLEST)),
            self.line(rows[0], [[] for _ in rows[0]], 0, width),
            *(self.line(rows[1], lower, height, width) for height in reversed(range(TALLEST))),
            self.edge(rows[1], width, upper=False),
            self.names(rows[1], width),
        ]

    def stack(self, point: str) -> list[str]:
        """What to write for a point, from the edge to the middle."""
        found = piles(self.ruleset, self.state, point)
        if sum(pile.count for pile in found) <= TALLEST:
            return [self.man(pile) for pile in found for _ in range(pile.count)]
        if len(found) == 1:
            return [*[self.man(found[0])] * (TALLEST - 1), str(found[0].count)]
        return [part for pile in found for part in self.counted(pile)][:TALLEST]

    def on_bar(self, side: int) -> list[str]:
        """A side's men on the bar, on its own half of the board."""
        count = self.state.rows[side][self.ruleset.layout.bar]
        sign = self.signs.men[side]
        return [sign] * count if count <= TALLEST else [*[sign] * (TALLEST - 1), str(count)]

    def counted(self, pile: Pile) -> list[str]:
        return [self.man(pile)] if pile.count == 1 else [self.man(pile), str(pile.count)]

    def man(self, pile: Pile) -> str:
        sign = self.signs.men[pile.side]
        return f"({sign})" if pile.layer else sign

    def names(self, row: Sequence[str], width: int) -> str:
        return " " + "".join(_middle("" if name == BAR else self.labels.get(name, ""), width) for name in row)

    def line(self, row: Sequence[str], stacks: Sequence[list[str]], height: int, width: int) -> str:
        down = self.signs.down
        cells = []
        for name, stack in zip(row, stacks, strict=True):
            text = stack[height] if height < len(stack) else down if name == BAR else ""
            cells.append(_middle(text, width))
        return down + "".join(cells) + down

    def edge(self, row: Sequence[str], width: int, *, upper: bool) -> str:
        """The edge of the board, with the marks of the last play."""
        across, corners = self.signs.across, self.signs.corners
        cells = []
        for name in row:
            sign = across
            if name == BAR:
                sign = corners[14] if upper else corners[11]
            elif name in self.last.reached:
                sign = self.signs.reached[0 if upper else 1]
            elif name in self.last.left:
                sign = self.signs.left
            cells.append(_middle(sign, width, across))
        first, final = (corners[6], corners[12]) if upper else (corners[3], corners[9])
        return first + "".join(cells) + final

    # --- squares --------------------------------------------------------------------------------

    def squares(self, rows: list[list[str]]) -> list[str]:
        """Any rows: a square for each point, with its name above its men."""
        columns = max(len(row) for row in rows)
        full = [[*row, *[GAP] * (columns - len(row))] for row in rows]
        texts = {name: self.crowd(name) for name in self.labels}
        width = max(3, *(len(text) for text in (*texts.values(), *self.labels.values())))
        lines = [self.rule(full, 0, width)]
        for index, row in enumerate(full):
            tops = [self.titled(name) for name in row]
            lines.append(self.walled(row, tops, width))
            lines.append(self.walled(row, [texts.get(name, "") for name in row], width))
            lines.append(self.rule(full, index + 1, width))
        return lines

    def titled(self, point: str) -> str:
        """The name of a point, marked where the last play left or reached it."""
        name = self.labels.get(point, "")
        if point in self.last.reached:
            return f"{name}{self.signs.reached[0]}"
        return f"{name}{self.signs.left}" if point in self.last.left else name

    def crowd(self, point: str) -> str:
        """The men on a point in one line."""
        parts = []
        for pile in piles(self.ruleset, self.state, point):
            parts.append(self.man(pile) + (str(pile.count) if pile.count > 1 else ""))
        return "".join(parts)

    def walled(self, row: Sequence[str], texts: Sequence[str], width: int) -> str:
        line = ""
        for index, name in enumerate(row):
            before = row[index - 1] if index else GAP
            line += self.signs.down if self.is_square(name) or self.is_square(before) else " "
            line += _middle(texts[index], width)
        return line + (self.signs.down if self.is_square(row[-1]) else "")

    def rule(self, rows: Sequence[Sequence[str]], below: int, width: int) -> str:
        """The line between two rows of squares."""
        line = ""
        columns = len(rows[0])
        for column in range(columns + 1):
            line += self.signs.corners[self.arms(rows, below, column)]
            if column < columns:
                drawn = self.square_at(rows, below - 1, column) or self.square_at(rows, below, column)
                line += (self.signs.across if drawn else " ") * width
        return line

    def arms(self, rows: Sequence[Sequence[str]], below: int, column: int) -> int:
        """The lines that meet at a corner, as bits."""
        at = self.square_at
        up = at(rows, below - 1, column - 1) or at(rows, below - 1, column)
        down = at(rows, below, column - 1) or at(rows, below, column)
        left = at(rows, below - 1, column - 1) or at(rows, below, column - 1)
        right = at(rows, below - 1, column) or at(rows, below, column)
        return up * 1 + right * 2 + down * 4 + left * 8

    def square_at(self, rows: Sequence[Sequence[str]], row: int, column: int) -> bool:
        inside = 0 <= row < len(rows) and 0 <= column < len(rows[0])
        return inside and self.is_square(rows[row][column])

    def is_square(self, name: str) -> bool:
        return name not in (BAR, GAP)

    # --- beside the board -------------------------------------------------------------------------

    def framed(self, board: list[str], flip: bool) -> list[str]:
        """The board with both sides' trays beside it, or below where there is no room."""
        width = max(map(len, board))
        top, bottom = (1, 0) if not flip else (0, 1)
        sides = [self.tray(top), self.tray(bottom)]
        room, middle = WIDEST - width - 3, len(board) // 2
        is_high = 1 + len(sides[0]) <= middle <= len(board) - 1 - len(sides[1]) - len(self.turn())
        if is_high and all(len(line) <= room for side in sides for line in (*side, *self.turn())):
            return self.beside(board, sides, width)
        return [*board, *self.turn(), *("  ".join(side) for side in sides)]

    def beside(self, board: list[str], sides: list[list[str]], width: int) -> list[str]:
        notes = [""] * len(board)
        for index, line in enumerate(sides[0], start=1):
            notes[index] = line
        for index, line in enumerate(self.turn()):
            notes[len(board) // 2 + index] = line
        for index, line in enumerate(sides[1]):
            notes[len(board) - 1 - len(sides[1]) + index] = line
        return [f"{line:<{width}}   {note}" for line, note in zip(board, notes, strict=True)]

    def tray(self, side: int) -> list[str]:
        """A side's name and men, those in hand, on the bar and off, and its pips."""
        layout, row = self.ruleset.layout, self.state.rows[side]
        lines = [f"{self.signs.men[side]} {_NAMES[side]}"]
        spots = [("bar", row[layout.bar]), ("hand", row[layout.hand]), ("off", row[layout.off])]
        counts = [f"{name} {count}" for name, count in spots if count or name == "off"]
        lines.append("  " + "  ".join(counts))
        if has_pips(self.ruleset):
            lines.append(f"  pips {pips(self.ruleset, self.state, side)}")
        return lines

    def turn(self) -> list[str]:
        """Whose turn it is, and what brackets mean."""
        return [turn_line(self.state), *self.legend()]

    def legend(self) -> list[str]:
        layers = {pile.layer for name in self.labels for pile in piles(self.ruleset, self.state, name)} - {""}
        return [f"In brackets: {' or '.join(sorted(layers))}."] if layers else []


def turn_line(state: State) -> str:
    """Return whose turn it is, and what is thrown and left to play."""
    side = _NAMES[state.player]
    match state.stage:
        case Stage.OVER:
            return "The game is over."
        case Stage.LEAD:
            return "The lead is to be thrown."
        case Stage.THROW:
            return f"{side} is to throw."
        case Stage.CHOOSE:
            return f"{side} is to name a number."
        case Stage.ADOPT:
            return f"{side} leads with {_dice(state.throw)}."
    left = [number for group in state.left for number in group]
    what = "is given" if state.after is not None and state.passed else "has thrown"
    if len(left) == sum(len(group) for group in state.numbers):
        return f"{side} {what} {_dice(state.throw)}."
    return f"{side} {what} {_dice(state.throw)}, left {_dice(left)}."


def _dice(numbers: Sequence[int]) -> str:
    return "-".join(str(number) for number in numbers if number > 0 or len(numbers) == 1)


def _middle(text: str, width: int, fill: str = " ") -> str:
    """Text in the middle of a cell; where it cannot be, one to the right."""
    spare = max(width - len(text), 0)
    before = (spare + 1) // 2 if len(text) % 2 == 0 else spare // 2
    return fill * before + text[:width] + fill * (spare - before)


# --- in words ---------------------------------------------------------------------------------


def words(ruleset: Ruleset, state: State, *, viewer: int | None = None, last: str = "") -> str:
    """Return everything that is drawn as sentences, in the numbering of the viewer."""
    viewer = state.player if viewer is None else viewer
    lines = [turn_line(state)]
    lines += [_side_words(ruleset, state, side, viewer) for side in (viewer, 1 - viewer)]
    if last:
        lines.append(f"The last play was {last}.")
    lines.append(f"Points are numbered as {_NAMES[viewer]} counts them.")
    return "\n".join(lines)


def _side_words(ruleset: Ruleset, state: State, side: int, viewer: int) -> str:
    layout = ruleset.layout
    parts = []
    for point in dict.fromkeys(layout.routes[viewer] + layout.routes[1 - viewer]):
        for pile in piles(ruleset, state, point):
            if pile.side == side:
                parts.append(_men_at(pile, label(ruleset, viewer, point), point in layout.routes[viewer]))
    for name, index in (("in hand", layout.hand), ("on the bar", layout.bar), ("off", layout.off)):
        if state.rows[side][index]:
            parts.append(f"{state.rows[side][index]} {name}")
    text = f"{_NAMES[side]} has {_and(parts) or 'no men'}."
    return text + (f" Pips to go: {pips(ruleset, state, side)}." if has_pips(ruleset) else "")


def _men_at(pile: Pile, name: str, own: bool) -> str:
    layer = f" {pile.layer}" if pile.layer else ""
    whose = "" if own else f"{_NAMES[pile.side]}'s "
    return f"{pile.count}{layer} on {whose}{name}"


def _and(parts: Sequence[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"
