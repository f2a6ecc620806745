"""SGF files of backgammon, GM[6]: one tree a game, moves such as `W[31hefe]`.

The letters a to x are White's points 1 to 24, y is the bar, z off. Properties that are not known,
such as a program's analysis, are skipped; of variations only the first is read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from tablier.diagnostics import Diagnostic
from tablier.formats.board import Men, Setting, opposite
from tablier.formats.transcript import BAR, OFF, Event, GameText, Kind, MatchText, Step, Won, fault
from tablier.source import SourceFile

_SIDES = {"W": 0, "B": 1}
_CUBE = {"double": Kind.DOUBLE, "take": Kind.TAKE, "drop": Kind.DROP}
_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)|(\[(?:[^\]\\]|\\.)*\]))", re.DOTALL)
_RESULT = re.compile(r"([WB])\+(\d{1,6})?(R(?:esign)?)?", re.IGNORECASE)


@dataclass
class _Value:
    text: str
    start: int
    end: int


@dataclass
class _Node:
    """The properties of a node, each with its values."""

    properties: dict[str, list[_Value]] = field(default_factory=dict)

    def first(self, name: str) -> str | None:
        """The first value of a property."""
        values = self.properties.get(name)
        return values[0].text if values else None


def read(text: str, name: str) -> MatchText:
    """Return what an SGF file says; what cannot be read is among its faults."""
    file, match = SourceFile(name, text), MatchText()
    trees = _Trees(file)
    for nodes in trees.found():
        if nodes:
            _Game(file, match, nodes).read()
    if trees.fault is not None:
        match.faults.append(trees.fault)
    if not match.games and not match.faults:
        match.faults.append(fault("T701", "this SGF file has no game of this kind (GM[6])", file.span(0, 1)))
    return match


class _Trees:
    """The games of a file, one after another, each as its nodes; later variations are left out."""

    def __init__(self, file: SourceFile) -> None:
        self.file = file
        self.depth, self.key = 0, ""
        self.nodes: list[_Node] = []
        self.is_left = False
        """Whether the first variation has been read to its end."""
        self.fault: Diagnostic | None = None

    def found(self) -> Iterator[list[_Node]]:
        at, text = 0, self.file.text
        while token := _TOKEN.match(text, at):
            at = token.end()
            if self.take(token):
                yield self.nodes
                self.nodes = []
        if text[at:].strip():
            message = "this is not SGF: a game is (;GM[6] ... ;W[31hefe] ...)"
            self.fault = fault("T701", message, self.file.span(at, at + 1))
        if self.nodes:
            yield self.nodes

    def take(self, token: re.Match[str]) -> bool:
        """Take one token; whether it ends a game."""
        sign, word, value = token.groups()
        if sign == "(":
            self.depth += 1
            self.is_left = self.is_left and self.depth > 1
        elif sign == ")":
            self.depth, self.is_left = max(self.depth - 1, 0), True
            return not self.depth
        elif not self.is_left and self.depth:
            self.add(token, word, value)
        return False

    def add(self, token: re.Match[str], word: str | None, value: str | None) -> None:
        """A node, a property or a value of the game being read."""
        if word:
            self.key = "".join(filter(str.isupper, word))
        elif value is None:
            self.nodes.append(_Node())
        elif self.nodes and self.key:
            text = re.sub(r"\\(.)", r"\1", value[1:-1], flags=re.DOTALL)
            values = self.nodes[-1].properties.setdefault(self.key, [])
            values.append(_Value(text, token.start(3), token.end(3)))


class _Game:
    """One tree, read into the match."""

    def __init__(self, file: SourceFile, match: MatchText, nodes: Sequence[_Node]) -> None:
        self.file, self.match, self.nodes = file, match, nodes
        root = nodes[0]
        first = next((one for values in root.properties.values() for one in values), None)
        start = first.start if first is not None else 0
        self.game = GameText(len(match.games) + 1, (0, 0), file.span(start, start + 1))

    def read(self) -> None:
        root = self.nodes[0]
        if root.first("GM") not in (None, "6"):
            return
        self.match.games.append(self.game)
        self.head(root)
        for node in self.nodes:
            self.set_up(node)
            for key, side in _SIDES.items():
                for value in node.properties.get(key, []):
                    self.event(side, value)
        self.result(root)

    def head(self, root: _Node) -> None:
        match, game = self.match, self.game
        match.names = (root.first("PW") or match.names[0], root.first("PB") or match.names[1])
        info = dict(one.text.partition(":")[::2] for one in root.properties.get("MI", []))
        match.length = _number(info.get("length"), match.length)
        game.number = _number(info.get("game"), game.number - 1) + 1
        game.score = (_number(info.get("ws"), 0), _number(info.get("bs"), 0))
        rules = re.split(r"[:,\s]+", root.first("RU") or "")
        match.jacoby = match.jacoby or "Jacoby" in rules
        if match.length:
            game.crawford = "CrawfordGame" in rules
        for key, tag in (("EV", "Event"), ("RO", "Round"), ("PC", "Place"), ("DT", "Date")):
            if root.first(key):
                match.tags[tag] = root.first(key) or ""

    def set_up(self, node: _Node) -> None:
        """A position, the dice, the cube: they hold for the beginning of the game only."""
        men = _set_up(node, self.game.setting)
        if men is not None and not self.game.events:
            self.game.setting = Setting(men)
        setting = self.game.setting
        if setting is None or self.game.events:
            return
        dice = node.first("DI") or ""
        owner = node.first("CP") or node.first("CO") or ""
        self.game.setting = replace(
            setting,
            turn=_SIDES.get((node.first("PL") or "")[:1].upper(), setting.turn),
            dice=tuple(map(int, dice)) if re.fullmatch(r"[1-6]{2}", dice) else setting.dice,
            cube=_number(node.first("CV"), setting.cube),
            owner={"w": 0, "b": 1}.get(owner[:1].casefold(), None if owner else setting.owner),
        )

    def event(self, side: int, value: _Value) -> None:
        span, text = self.file.span(value.start + 1, value.end - 1), value.text.strip()
        if text.casefold() in _CUBE:
            kind = _CUBE[text.casefold()]
            self.game.events.append(Event(kind, side, span))
            return
        if re.fullmatch(r"[1-6]{2}(?:[a-z]{2}){0,4}", text) is None:
            message = f"'{text[:30]}' is not a move; one is written 31hefe, or double, take, drop"
            self.match.faults.append(fault("T701", message, span))
            return
        places = [_point(letter, side) for letter in text[2:]]
        steps = tuple(Step(places[i], places[i + 1]) for i in range(0, len(places), 2))
        self.game.events.append(Event(Kind.PLAY, side, span, (int(text[0]), int(text[1])), steps))

    def result(self, root: _Node) -> None:
        values = root.properties.get("RE", [])
        found = _RESULT.fullmatch(values[0].text.strip()) if values else None
        if found is not None:
            span = self.file.span(values[0].start + 1, values[0].end - 1)
            side = _SIDES[found[1].upper()]
            self.game.won = Won(side, int(found[2] or 1), span, resigned=bool(found[3]))


def _number(text: str | None, otherwise: int) -> int:
    return (
        int(text) if text is not None and text.isascii() and text.isdecimal() and len(text) < 8 else otherwise
    )


def _point(letter: str, side: int) -> int:
    if letter in "yz":
        return BAR if letter == "y" else OFF
    point = ord(letter) - ord("a") + 1
    return point if side == 0 else opposite(point)


def _letter(point: int, side: int) -> str:
    if point in (BAR, OFF):
        return "y" if point == BAR else "z"
    return chr(ord("a") + (point if side == 0 else opposite(point)) - 1)


def _set_up(node: _Node, before: Setting | None) -> tuple[Men, Men] | None:
    """Where the men stand when a node sets them up, or None when it does not."""
    if not {"AW", "AB"} & set(node.properties):
        return None
    counts = [Counter[int](), Counter[int]()]
    for side, key in ((0, "AW"), (1, "AB")):
        for value in node.properties.get(key, []):
            counts[side].update(_point(letter, side) for letter in value.text if "a" <= letter <= "z")
    rows = [tuple(count[point] for point in range(BAR + 1)) for count in counts]
    return rows[0], rows[1]


# --- writing ------------------------------------------------------------------------------------


def write(match: MatchText) -> str:
    """Return a match as SGF, one tree a game."""
    return "\n".join(_tree(match, game) for game in match.games) + "\n"


def _tree(match: MatchText, game: GameText) -> str:
    nodes = [_root(match, game)]
    if game.setting is not None:
        nodes.append(_position(game.setting))
    nodes += [f"{'WB'[event.side]}[{_move(event)}]" for event in game.events]
    return "(;" + "\n;".join(nodes) + ")"


def _root(match: MatchText, game: GameText) -> str:
    white, black = map(_escaped, match.names)
    info = f"[length:{match.length}][game:{game.number - 1}][ws:{game.score[0]}][bs:{game.score[1]}]"
    found = f"FF[4]GM[6]CA[UTF-8]AP[Tablier]MI{info}PW[{white}]PB[{black}]"
    keys = {"Event": "EV", "Round": "RO", "Place": "PC", "Date": "DT"}
    found += "".join(f"{keys[tag]}[{_escaped(value)}]" for tag, value in match.tags.items() if tag in keys)
    rules = "Crawford:CrawfordGame" if game.crawford else "Crawford" if match.length else ""
    rules = rules or ("Jacoby" if match.jacoby else "")
    found += f"RU[{rules}]" if rules else ""
    if game.won is not None:
        found += f"RE[{'WB'[game.won.side]}+{game.won.points}{'R' if game.won.resigned else ''}]"
    return found


def _position(setting: Setting) -> str:
    parts = ["AE[a:y]"]
    for key, side in (("AW", 0), ("AB", 1)):
        letters = [_letter(p, side) for p in range(BAR + 1) if p != OFF for _ in range(setting.men[side][p])]
        parts.append(key + "".join(f"[{letter}]" for letter in letters) if letters else "")
    parts.append(f"PL[{'WB'[setting.turn]}]CV[{setting.cube}]")
    parts.append(f"CP[{'c' if setting.owner is None else 'wb'[setting.owner]}]")
    return "".join(parts)


def _move(event: Event) -> str:
    if event.kind is not Kind.PLAY:
        return str(event.kind)
    steps = "".join(_letter(point, event.side) for one in event.steps for point in (one.origin, one.target))
    return "".join(map(str, event.dice)) + steps


def _escaped(text: str) -> str:
    return re.sub(r"([\]\\:])", r"\\\1", text)
