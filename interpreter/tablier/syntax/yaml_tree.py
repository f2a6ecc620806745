"""YAML text to a tree in which every key and value knows where it stands.

Only what a ruleset needs is read, and as its author meant it: `off`, `no` and `6:5` are words, not
truths or numbers; keys are always words; repeated keys, anchors and tags are refused.
"""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from tablier.diagnostics import Diagnostic, Span
from tablier.source import LARGEST_FILE, SourceFile, read_source
from tablier.syntax.scalar_places import places
from tablier.syntax.yaml_faults import explain

DEEPEST = 40
MOST_NODES = 50_000
MOST_FAULTS = 100

Value: TypeAlias = str | int | bool | None
Plain: TypeAlias = Value | list["Plain"] | dict[str, "Plain"]


@dataclass(frozen=True, slots=True)
class _Written:
    """The form in which a scalar stands in its file."""

    source: SourceFile
    start: int
    end: int
    style: str


@dataclass(frozen=True, slots=True)
class Scalar:
    """A single value: its text, what the text means, and whether it stands there without quotes."""

    text: str
    value: Value
    span: Span
    plain: bool
    written: _Written = field(repr=False, compare=False)

    def span_of(self, start: int, end: int) -> Span:
        """The span in the file of the characters `start` up to `end` of the text.

        The end of the text is a place too: `span_of(n, n)` with n its length is just after it.
        """
        written = self.written
        first = written.start
        if self.plain and written.end - first == len(self.text):
            return written.source.span(first + start, first + end)
        form = written.source.text[first : written.end]
        found = places(form, written.style, self.text)
        if not found:
            return self.span
        begin = found[start][0] if start < len(found) else found[-1][1]
        finish = found[min(end, len(found)) - 1][1] if end > start else begin
        return written.source.span(first + begin, first + finish)


@dataclass(frozen=True, slots=True)
class Map:
    """Keys and their values, in the order of the file; each key once."""

    items: list[tuple[Scalar, "Node"]]
    span: Span

    def get(self, key: str) -> "Node | None":
        """The value of a key, or None when there is no such key."""
        return next((value for name, value in self.items if name.text == key), None)

    def key_node(self, key: str) -> Scalar | None:
        """The key itself, with its span, or None when there is no such key."""
        return next((name for name, _ in self.items if name.text == key), None)

    def __contains__(self, key: str) -> bool:
        """Whether there is such a key."""
        return self.key_node(key) is not None


@dataclass(frozen=True, slots=True)
class Seq:
    """Values in order."""

    items: list["Node"]
    span: Span


Node: TypeAlias = Scalar | Map | Seq


def to_plain(node: Node) -> Plain:
    """The tree as dicts, lists, texts, numbers, truths and None; keys are texts."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Seq):
        return [to_plain(item) for item in node.items]
    return {key.text: to_plain(value) for key, value in node.items}


_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_NUMERIC = re.compile(
    r"[-+]?(?:0[xob][0-9a-fA-F_]+|[0-9][0-9_]*(?::[0-5]?[0-9])*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?"
    r"|\.[0-9]+(?:[eE][-+]?[0-9]+)?)"
)
_WORDS: dict[str, Value] = {"true": True, "false": False, "null": None, "~": None, "": None}


def looks_like_number(text: str) -> bool:
    """Whether the text is a number to some YAML reader, though here it may be only a word.

    >>> looks_like_number("017"), looks_like_number("6:30"), looks_like_number("off")
    (True, True, False)
    """
    return _NUMERIC.fullmatch(text) is not None


def _meaning(text: str) -> Value:
    """The value of a plain scalar, by the YAML 1.2 core schema without its rarer forms."""
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if _WHOLE.fullmatch(text) else text


def parse(source: SourceFile) -> tuple[Node | None, list[Diagnostic]]:
    """Read one YAML document: its tree and what is wrong with it.

    The tree is None when so much is wrong that no more can be said about the file.
    """
    fault = _unfit(source)
    if fault is not None:
        return None, [fault]
    builder = _Builder(source)
    try:
        for event in _events(source.text):
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        return None, [*builder.faults, explain(source, error)]
    except _StopError:
        return None, builder.faults
    if builder.root is None or _is_nothing(builder.root):
        return None, [_empty(source)]
    return builder.root, builder.faults


def _is_nothing(node: Node) -> bool:
    return isinstance(node, Scalar) and node.plain and node.text == ""


def _empty(source: SourceFile) -> Diagnostic:
    return Diagnostic(
        "T109",
        "the file is empty; a ruleset begins with `format`, `ruleset` and `title`",
        source.span(0, 0),
        example="format: 1",
    )


_TAB_INDENT = re.compile(r"^ *\t[ \t]*(?=[^\s])", re.MULTILINE)
# Besides control characters: marks that the two YAML parsers, or YAML 1.1 and 1.2, treat unlike.
_UNFIT = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)


def _unfit(source: SourceFile) -> Diagnostic | None:
    """The fault of a text that the YAML parser should not even see."""
    if len(source.text) > LARGEST_FILE:
        limit = "the file is larger than 1 MiB, more than any ruleset needs"
        return Diagnostic("T106", limit, source.span(0, 0))
    if odd := _UNFIT.search(source.text):
        name = f"U+{ord(odd.group()):04X}"
        message = f"an invisible or broken character ({name}) stands here; delete it"
        return Diagnostic("T102", message, source.span(*odd.span()))
    tabs = list(_TAB_INDENT.finditer(source.text))
    return _tabbed(source, tabs[0], len(tabs) - 1) if tabs else None


def _tabbed(source: SourceFile, tab: re.Match[str], others: int) -> Diagnostic:
    more = f" (so are {others} other lines)" if others > 1 else " (so is another)" if others else ""
    message = f"this line is indented with a tab{more}; use spaces instead"
    return Diagnostic("T107", message, source.span(*tab.span()))


def _events(text: str) -> Iterator[yaml.Event]:
    # A tab between words is a space to people, but not to both parsers.
    loader = _LOADER(text.replace("\t", " "))
    try:
        while loader.check_event():
            yield loader.get_event()
    finally:
        loader.dispose()


_LOADER: Callable[[str], Any] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


_QUOTE = "a text that begins with {} needs quotes"


class _StopError(Exception):
    """The rest of the file is not worth reading, or not safe to read."""


@dataclass(slots=True)
class _Open:
    """A map or list that is being read."""

    start: Any
    items: list[Any]
    seen: dict[str, Scalar] | None
    key: Scalar | None = None
    repeated: bool = False


class _Builder:
    """Makes the tree from the parser's events, with a stack of its own instead of recursion."""

    def __init__(self, source: SourceFile) -> None:
        self.source = source
        self.faults: list[Diagnostic] = []
        self.root: Node | None = None
        self._open: list[_Open] = []
        self._nodes = 0
        self._documents = 0
        self._takers: dict[type[yaml.Event], Callable[[Any], None]] = {
            yaml.ScalarEvent: self._scalar,
            yaml.MappingStartEvent: self._begin,
            yaml.SequenceStartEvent: self._begin,
            yaml.MappingEndEvent: self._end,
            yaml.SequenceEndEvent: self._end,
            yaml.AliasEvent: self._alias,
            yaml.DocumentStartEvent: self._document,
        }

    def take(self, event: yaml.Event) -> None:
        """Add what the event says to the tree, or raise _StopError."""
        taker = self._takers.get(type(event))
        if taker is not None:
            taker(event)

    def _span(self, event: Any) -> Span:
        start, end = event.start_mark, event.end_mark
        return Span(self.source.name, start.line + 1, start.column + 1, end.line + 1, end.column + 1)

    def _fault(self, code: str, message: str, span: Span, **more: Any) -> None:
        self.faults.append(Diagnostic(code, message, span, **more))
        if len(self.faults) >= MOST_FAULTS:
            raise _StopError

    def _stop(self, code: str, message: str, span: Span) -> None:
        self._fault(code, message, span)
        raise _StopError

    def _document(self, event: yaml.DocumentStartEvent) -> None:
        self._documents += 1
        if self._documents > 1:
            self._stop("T102", "a ruleset is one document: delete this `---`", self._span(event))
        if event.tags or event.version not in (None, (1, 2)):
            self._fault("T104", "leave out the lines that begin with %", self._span(event))

    def _scalar(self, event: Any) -> None:
        self._check_node(event)
        style = event.style or ""
        start, end = event.start_mark.index, event.end_mark.index
        plain = style == ""
        if style in ("|", ">"):
            shown = len(self.source.text[start:end].rstrip())
            span = self.source.span(start, start + shown)
        else:
            span = self._span(event)
        text = event.value
        written = _Written(self.source, start, end, style)
        self._add(Scalar(text, _meaning(text) if plain else text, span, plain, written))

    def _check_node(self, event: Any) -> None:
        self._nodes += 1
        if self._nodes > MOST_NODES:
            self._stop("T106", "the file holds more than 50,000 values", self._span(event))
        if event.anchor is not None:
            message = f"anchors such as &{event.anchor} are not used in rulesets; {_QUOTE.format('&')}"
            self._fault("T104", message, _from(self.source, event.start_mark.index))
        if event.tag is not None:
            message = f"tags such as {event.tag} are not used in rulesets; {_QUOTE.format('!')}"
            self._fault("T104", message, _from(self.source, event.start_mark.index))

    def _alias(self, event: yaml.AliasEvent) -> None:
        message = f"aliases such as *{event.anchor} are not used in rulesets; {_QUOTE.format('*')}"
        self._stop("T104", message, self._span(event))

    def _begin(self, event: Any) -> None:
        self._check_node(event)
        if len(self._open) >= DEEPEST:
            self._stop("T105", f"this is nested more than {DEEPEST} deep", self._span(event))
        is_map = isinstance(event, yaml.MappingStartEvent)
        if self._wants_key():
            self._bad_key(event)
        self._open.append(_Open(event, [], {} if is_map else None))

    def _bad_key(self, event: Any) -> None:
        span = _from(self.source, event.start_mark.index)
        self._stop("T102", "a key must be a word, not a list or a map; quotes may be due", span)

    def _wants_key(self) -> bool:
        if not self._open:
            return False
        top = self._open[-1]
        return top.seen is not None and top.key is None

    def _end(self, event: Any) -> None:
        done = self._open.pop()
        span = self._collection_span(done, event)
        node = Map(done.items, span) if done.seen is not None else Seq(done.items, span)
        self._add(node)

    def _collection_span(self, done: _Open, event: Any) -> Span:
        start = self._span(done.start)
        last = self._span(event)
        if not done.start.flow_style and done.items:
            # The parser ends a block where the next one begins; people end it at its last word.
            item = done.items[-1]
            last = (item[1] if isinstance(item, tuple) else item).span
        return Span(start.file, start.line, start.column, last.end_line, last.end_column)

    def _add(self, node: Node) -> None:
        if not self._open:
            self.root = node
            return
        top = self._open[-1]
        if top.seen is None:
            top.items.append(node)
        elif top.key is None:
            self._take_key(top, node)
        else:
            if not top.repeated:
                top.items.append((top.key, node))
            top.key, top.repeated = None, False

    def _take_key(self, top: _Open, node: Any) -> None:
        top.key = node
        if node.plain and node.text == "":
            self._fault("T102", "a name is missing before this ':'", node.span)
        assert top.seen is not None
        first = top.seen.setdefault(node.text, node)
        if first is not node:
            top.repeated = True
            note = (("first given here", first.span),)
            message = f"the key '{node.text}' stands here for the second time"
            self._fault("T103", message, node.span, notes=note)


_WORD = re.compile(r"[^\s,\[\]{}]*")


def _from(source: SourceFile, start: int) -> Span:
    """The span of the word, with its mark, that begins at `start`."""
    match = _WORD.match(source.text, start)
    return source.span(start, max(match.end() if match else start, start + 1))


def head(path: Path, keys: Collection[str]) -> dict[str, Plain]:
    """The values of some top-level keys, read without the rest of the file.

    Meant for lists of many files: what is missing or cannot be read is left out, not reported.
    """
    source = read_source(path)[0]
    if source is None:
        return {}
    part = SourceFile(source.name, _upto_last(source.text, keys))
    node = parse(part)[0]
    if not isinstance(node, Map):
        return {}
    return {key.text: to_plain(value) for key, value in node.items if key.text in keys}


_TOP_KEY = re.compile(r"^([A-Za-z_][\w-]*) *:(?=\s)", re.MULTILINE)


def _upto_last(text: str, keys: Collection[str]) -> str:
    """The beginning of the text that holds the last of the keys with what belongs to it."""
    end = 0
    take = False
    for match in _TOP_KEY.finditer(text):
        if take:
            end = match.start()
        take = match.group(1) in keys
    return text if take else text[:end]
