"""A second writer of match logs, in the dialects of other programs, to try the reader with.

It shares nothing with the writer of the package: it goes through the states of games itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from tablier.play.game import Game
from tablier.play.state import Stage


@dataclass(frozen=True)
class Dialect:
    """How a program writes."""

    name: str
    bar: str = "bar"
    off: str = "off"
    stars: bool = True
    counts: bool = True
    merges: bool = False
    nothing: str = "Cannot Move"
    width: int = 34
    losses: bool = False
    double: str = "Doubles => {}"
    end: str = "\n"
    bom: bool = False
    tags: bool = False


JELLYFISH = Dialect("jellyfish")
GNUBG = Dialect("gnubg", bar="25", off="0", counts=False, nothing="", width=30)
GALAXY = Dialect("galaxy", bar="25", off="0", stars=False, counts=False, nothing="", width=24, losses=True)
STUDIO = Dialect("studio", bar="Bar", off="Off", merges=True, end="\r\n", bom=True, tags=True)
XG = Dialect("xg", merges=True, width=40, tags=True, double=" Doubles => {}")
DIALECTS = (JELLYFISH, GNUBG, GALAXY, STUDIO, XG)


def write(games: list[Game], length: int, dialect: Dialect, cut: bool = False) -> str:
    """Games as a match log of a dialect; `cut` counts no points beyond the match's length."""
    lines = ['; [Site "Somewhere"]', '; [Player 1 "Anna"]'] if dialect.tags else []
    lines += [f" {length} point match", ""]
    score = [0, 0]
    for number, game in enumerate(games, start=1):
        lines += [f" Game {number}", f" Anna : {score[0]}".ljust(dialect.width) + f" Bela : {score[1]}"]
        lines += rows(game, dialect, length - max(score) if cut else 10**6, score)
        lines.append("")
    text = dialect.end.join(lines)
    return ("\ufeff" if dialect.bom else "") + text


def rows(game: Game, dialect: Dialect, most: int, score: list[int]) -> Iterator[str]:
    """The rows of a game; the score is counted on."""
    cells = list(entries(game, dialect))
    outcome = game.state.outcome
    if outcome is not None and outcome.winner is not None:
        points = min(outcome.points, most)
        wins = f" Wins {points} point{'s' * (points > 1)}"
        score[outcome.winner] += points
        if dialect.losses:
            cells.append((1 - outcome.winner, f"Losses {points} point"))
        elif cells and cells[-1][0] == outcome.winner:
            cells.append((1 - outcome.winner, ""))
        cells.append((outcome.winner, wins))
    number, left, has_left = 0, "", False
    for side, text in cells:
        if side == 0:
            if has_left:
                number += 1
                yield f" {number:2}) {left}".rstrip()
            left, has_left = text, True
        else:
            number += 1
            yield f" {number:2}) {left.ljust(dialect.width - 5)} {text}".rstrip()
            left, has_left = "", False
    if has_left:
        yield f" {number + 1:2}) {left}"


def entries(game: Game, dialect: Dialect) -> Iterator[tuple[int, str]]:
    """One text for each throw and each turn of the cube."""
    hops: list[tuple[int, int, bool]] = []
    for index, action in enumerate(game.actions):
        before, after = game.states[index], game.states[index + 1]
        if action.kind == "move":
            hops.append(hop(game, index))
        if action.kind == "double":
            assert before.cube is not None
            yield before.player, dialect.double.format(2 * before.cube.value)
        elif action.kind in ("take", "drop"):
            yield before.player, " Takes" if action.kind == "take" else " Drops"
        elif action.kind == "throw" and (after.stage is not Stage.PLAY or after.player != before.player):
            yield before.player, f"{dice(action.values)}: {dialect.nothing}"
        elif action.kind == "move" and not (after.stage is Stage.PLAY and after.before == before.before):
            yield before.player, f"{dice(before.throw)}: {moves(hops, dialect)}"
            hops = []


def dice(faces: tuple[int, ...]) -> str:
    return "".join(map(str, faces))


def hop(game: Game, index: int) -> tuple[int, int, bool]:
    """From, to and whether it hit, by the mover's own points."""
    layout, (_, _, origin, target) = game.ruleset.layout, game.actions[index].values
    before, after = game.states[index], game.states[index + 1]
    other = 1 - before.player
    hit = after.rows[other][layout.bar] > before.rows[other][layout.bar]
    return (
        25 if origin == layout.bar else 25 - origin,
        0 if target == layout.off else 25 - target,
        hit,
    )


def moves(hops: list[tuple[int, int, bool]], dialect: Dialect) -> str:
    chains: list[list[tuple[int, bool]]] = []
    for origin, target, hit in hops:
        chain = next((one for one in chains if one[-1][0] == origin), None) if dialect.merges else None
        if chain is None:
            chains.append([(origin, False), (target, hit)])
        elif chain[-1][1]:
            chain.append((target, hit))
        else:
            chain[-1] = (target, hit)  # the point in between is left out where nobody was hit
    texts = ["/".join(shown(point, dialect, hit) for point, hit in chain) for chain in chains]
    if not dialect.counts:
        return " ".join(texts)
    counted = [(text, len(list(group))) for text, group in groupby(sorted(texts, reverse=True))]
    return " ".join(text + (f"({times})" if times > 1 else "") for text, times in counted)


def shown(point: int, dialect: Dialect, hit: bool) -> str:
    place = dialect.bar if point == 25 else dialect.off if point == 0 else str(point)
    return place + "*" * (hit and dialect.stars)
