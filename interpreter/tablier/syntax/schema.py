"""The shape of a ruleset: what the schema finds wrong, in a historian's words."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any, TypeAlias

from tablier.diagnostics import Diagnostic, Span, suggest
from tablier.resources import folder
from tablier.syntax.yaml_tree import Map, Node, Scalar, Seq, looks_like_number, to_plain

MOST_FAULTS = 100

Path: TypeAlias = tuple[str | int, ...]
Schema: TypeAlias = Mapping[str, Any]


def check(node: Node) -> list[Diagnostic]:
    """What is wrong with the shape of a ruleset: unknown and missing keys, wrong kinds of value.

    At most a hundred faults are told, in the order of the file.
    """
    errors = islice(_validator().iter_errors(to_plain(node)), MOST_FAULTS)
    # jsonschema tells of two missing keys twice, each time of both.
    faults = dict.fromkeys(fault for error in errors for fault in _told(node, error))
    newer = [fault for fault in faults if fault.code == NEWER and _is_newer(node)]
    # What else a newer format allows is not known here.
    return newer or sorted(faults, key=_place)[:MOST_FAULTS]


def _place(fault: Diagnostic) -> tuple[int, int]:
    return (fault.span.line, fault.span.column) if fault.span else (0, 0)


def ruleset_schema() -> dict[str, Any]:
    """The JSON Schema of a ruleset file.

    Raises:
        MissingResourceError: when Tablier was installed without its schemas.
    """
    text = (folder("schemas") / "ruleset.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


@cache
def _validator() -> Any:
    # Imported late: it takes longer than all the rest, and only checking a file needs it.
    from jsonschema import Draft7Validator
    from jsonschema.validators import extend

    kind: Any = extend(Draft7Validator, {"pattern": _pattern})  # type: ignore[no-untyped-call]
    return kind(ruleset_schema())


def _pattern(_: Any, pattern: str, instance: object, __: Any) -> Iterator[Any]:
    """Test a pattern; unlike jsonschema's own, `$` does not match before a last line break."""
    from jsonschema import ValidationError

    if isinstance(instance, str) and (instance[-1:] == "\n" or not re.search(pattern, instance)):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


def _told(root: Node, error: Any) -> Iterable[Diagnostic]:
    """The diagnostics for one fault that jsonschema found."""
    fault = _Fault(root, error)
    if "propertyNames" in error.relative_schema_path:
        return [fault.bad_name()]
    teller = _TELLERS.get(error.validator)
    return teller(fault) if teller else [fault.say("T204", f"{fault.label} is not allowed here")]


class _Fault:
    """One fault of jsonschema's, with the nodes of the tree that it is about."""

    def __init__(self, root: Node, error: Any) -> None:
        self.path: Path = tuple(error.absolute_path)
        self.key, self.node = _find(root, self.path)
        self.parent = _find(root, self.path[:-1])[1]
        self.value: Any = error.instance
        self.due: Any = error.validator_value
        self.schema: Schema = error.schema
        self.label = _label(self.path)

    @property
    def here(self) -> Span:
        """The place of the value, or of its key where nothing stands after it."""
        nothing = isinstance(self.node, Scalar) and self.node.plain and self.node.text == ""
        return self.key.span if nothing and self.key else self.node.span

    @property
    def top(self) -> Span:
        """The place of the name of a map."""
        if self.key:
            return self.key.span
        if isinstance(self.node, Map) and self.node.items:
            return self.node.items[0][0].span
        return self.node.span

    @property
    def clause(self) -> str | None:
        """The clause that the fault is in, such as `moves.advance` or `lead`."""
        section = _validator().schema["definitions"].get(f"section_{self.path[0]}") if self.path else None
        if section is None:
            return None
        parts = 2 if "propertyNames" in section else 1
        return ".".join(map(str, self.path[:parts])) if len(self.path) >= parts else None

    @property
    def meant(self) -> set[str | None]:
        """The keys that unknown keys of this map were probably meant to be."""
        known = self.schema.get("properties", {})
        unknown = islice((key for key in self.value if key not in known), MOST_FAULTS)
        return {suggest(key, known) for key in unknown}

    def say(self, code: str, message: str, span: Span | None = None, **more: Any) -> Diagnostic:
        """A diagnostic of this fault, at the value unless a span is given."""
        return Diagnostic(code, message, span or self.here, clause=self.clause, **more)

    def key_span(self, key: str) -> Span:
        """The place of a key of this map."""
        found = self.node.key_node(key) if isinstance(self.node, Map) else None
        return found.span if found else self.top

    def bad_name(self) -> Diagnostic:
        """A key that is not written as such keys are: a name, a place, a figure."""
        name = str(self.value)
        span = self.key_span(name)
        if looks_like_number(name) and name[:1] in "0+-." and name != "0":
            return self.say("T108", _odd_number(name), span, example=_plain_figures(name))
        if _is_cut_off(self.node, name):
            return self.say("T204", _COMMA, span)
        kind = _FORMS.get(self.due, "a key of this kind")
        near = suggest(name, ("hand", "bar", "off")) if kind.startswith("a place") else _formed(name)
        return self.say("T204", f"'{_clip(name)}' is not {kind}", span, suggestion=near)


_COMMA = "the comma before this ends the value; within { } a value with a comma needs quotes"


def _is_cut_off(node: Node, key: str) -> bool:
    """Whether a key is what a comma cut off from the expression before it, within braces."""
    items = node.items if isinstance(node, Map) else []
    name, value = next((item for item in items if item[0].text == key), (None, None))
    if name is None or not isinstance(value, Scalar) or value.text:
        return False
    between = name.written.source.text[name.written.end : value.written.start]
    return ":" not in between


def _find(root: Node, path: Path) -> tuple[Scalar | None, Node]:
    key: Scalar | None = None
    node = root
    for part in path:
        if isinstance(node, Map):
            key, node = next(item for item in node.items if item[0].text == part)
        elif isinstance(node, Seq):
            key, node = None, node.items[int(part)]
    return key, node


def _label(path: Path) -> str:
    """How a place in the file is called: `moves.advance`, or the second entry of `remove`."""
    if not path:
        return "a ruleset"
    *front, last = path
    if isinstance(last, int):
        return f"entry {last + 1} of {_label(tuple(front))}"
    names = [str(part) if isinstance(part, str) else f"[{part + 1}]" for part in path]
    return f"`{_clip('.'.join(names), 80)}`"


def _clip(text: str, most: int = 40) -> str:
    text = text.replace("\n", " ")
    return text if len(text) <= most else text[: most - 1] + "…"


_METADATA = ("source", "default", "quote", "note", "text")


def _unknown_keys(fault: _Fault) -> Iterable[Diagnostic]:
    known = list(fault.schema.get("properties", {}))
    unknown = [key for key in fault.value if key not in known]
    return [_unknown_key(fault, key, known) for key in unknown[:MOST_FAULTS]]


def _unknown_key(fault: _Fault, key: str, known: Sequence[str]) -> Diagnostic:
    if _is_cut_off(fault.node, key):
        return fault.say("T201", _COMMA, fault.key_span(key))
    near = suggest(key, known)
    word = _clip(key)
    message = f"{fault.label} has no key `{word}`"
    if not fault.path:
        message = f"a ruleset has no section `{word}`"
    own = [name for name in known if name not in _METADATA]
    if near is None and len(own) <= 12:
        message += f"; it takes {_listed(own)}"
    return fault.say("T201", message, fault.key_span(key), suggestion=near)


def _listed(words: Sequence[str], last: str = "and") -> str:
    quoted = [f"`{word}`" for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} {last} {quoted[-1]}"


def _missing_keys(fault: _Fault) -> Iterable[Diagnostic]:
    # A key with a slip in it is told of already; that the right one is missing follows from it.
    missing = [key for key in fault.due if key not in fault.value and key not in fault.meant]
    return [fault.say("T202", _missing(fault, key), fault.top) for key in missing]


def _missing(fault: _Fault, key: str) -> str:
    about = fault.schema.get("properties", {}).get(key, {}).get("description", "")
    sentence = about.split(". ")[0].rstrip(".")
    tail = f": {sentence[:1].lower()}{sentence[1:]}" if sentence else ""
    return f"{fault.label} lacks the key `{key}`{tail}"


def _not_one(fault: _Fault) -> Iterable[Diagnostic]:
    """Exactly one of some keys is due, and none or several are there."""
    if not isinstance(fault.value, dict):
        return []
    choices = [key for branch in fault.due for key in branch["required"]]
    there = [key for key in choices if key in fault.value]
    if there:
        message = f"{fault.label} takes only one of {_listed(choices)}, but has {_listed(there)}"
        return [fault.say("T201", message, fault.key_span(there[1]))]
    if fault.meant & set(choices):
        return []
    return [fault.say("T202", f"{fault.label} needs one of {_listed(choices, 'or')}", fault.top)]


def _dependent_keys(fault: _Fault) -> Iterable[Diagnostic]:
    for key, needed in fault.due.items():
        if key in fault.value:
            for other in (other for other in needed if other not in fault.value):
                message = f"`{key}` has a meaning only beside `{other}`"
                yield fault.say("T202", message, fault.key_span(key))


def _wrong_kind(fault: _Fault) -> Iterable[Diagnostic]:
    kinds = [fault.due] if isinstance(fault.due, str) else fault.due
    odd = fault.value
    if fault.path and _is_cut_off(fault.parent, str(fault.path[-1])):
        return []
    if _is_odd_number(fault, kinds):
        return [fault.say("T108", _odd_number(odd), example=_plain_figures(odd))]
    if odd is None:
        message = f"nothing stands after {fault.label}; {_due(fault, kinds)} is due, or delete it"
        return [fault.say("T203", message)]
    message = f"{fault.label} is {_due(fault, kinds)}, but {_kind_of(odd)} stands here"
    message += _quotes_hint(fault, kinds)
    answer = _TRUTHS.get(str(odd).lower()) if "boolean" in kinds else None
    return [fault.say("T203", message, suggestion=answer, example=_as_clause(fault))]


_TRUTHS = {"yes": "true", "on": "true", "true": "true"} | dict.fromkeys(("no", "off", "false"), "false")


def _is_odd_number(fault: _Fault, kinds: Sequence[str]) -> bool:
    if "integer" not in kinds or not isinstance(fault.node, Scalar) or not fault.node.plain:
        return False
    return isinstance(fault.value, str) and looks_like_number(fault.value)


def _odd_number(text: str) -> str:
    if len(text) > 18:
        return f"'{_clip(text)}' is far too large a number"
    return f"'{_clip(text)}' is a number that programs read differently; write plain figures"


def _plain_figures(text: str) -> str | None:
    figures = text.replace("_", "").lstrip("+0")
    return figures if figures.isdecimal() and len(figures) < 10 else None


def _quotes_hint(fault: _Fault, kinds: Sequence[str]) -> str:
    if "string" in kinds and isinstance(fault.value, int):
        return "; put it in quotes if it is meant as a word"
    if "integer" in kinds and str(fault.value).isdecimal():
        return "; leave out the quotes"
    return ""


def _due(fault: _Fault, kinds: Sequence[str]) -> str:
    """What should stand there, in words."""
    if {"string", "integer", "boolean"} <= set(kinds):
        return "an expression"
    words = _KINDS | {"object": _map_due(fault.schema)}
    if fault.schema.get("pattern") == _NAME:
        words["string"] = "the name of a constant"
    return " or ".join(words[kind] for kind in kinds)


_KINDS = {
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "null",
}


def _map_due(schema: Schema) -> str:
    own = [key for key in schema.get("properties", {}) if key not in _METADATA]
    if len(own) == 1:
        return f"a map with the key `{own[0]}`"
    if own:
        return f"a map with keys such as {_listed(own[:3])}"
    pattern = schema.get("propertyNames", {}).get("pattern")
    if pattern and _FORMS.get(pattern, "").startswith("a place"):
        return "a map of places and counts"
    item = schema.get("additionalProperties")
    clauses = isinstance(item, dict) and item.get("type") == "object"
    return "a map of named clauses" if clauses else "a map of names and what they stand for"


def _kind_of(value: object) -> str:
    if isinstance(value, bool):
        return f"the truth `{str(value).lower()}`"
    if isinstance(value, int):
        return f"the number {value}"
    if isinstance(value, str):
        return f"the text '{_clip(value)}'" if value else "an empty text"
    return "a list" if isinstance(value, list) else "a map"


def _as_clause(fault: _Fault) -> str | None:
    """Show the map or list that is due, where the text of its only key or entry stands alone."""
    text = fault.value if isinstance(fault.value, str) else ""
    if not text or len(text) > 60 or not fault.key or '"' in text:
        return None
    quoted = f'"{text}"' if re.search(r"[\[\]{}#&*!|>%@`,:\\]", text) else text
    if fault.due == "array":
        return f"{fault.key.text}: [{quoted}]"
    required = fault.schema.get("required", [])
    return f"{fault.key.text}: {{{required[0]}: {quoted}}}" if len(required) == 1 else None


def _not_among(fault: _Fault) -> Iterable[Diagnostic]:
    words = [str(word) for word in fault.due if word is not None]
    if fault.path == ("format",):
        return [_other_format(fault)]
    if fault.value is None:
        message = f"nothing stands after {fault.label}; it is {_listed(words, 'or')}"
        return [fault.say("T203", message)]
    text = str(fault.value) if not isinstance(fault.value, dict | list) else ""
    message = f"{fault.label} is {_listed(words, 'or')}, but {_kind_of(fault.value)} stands here"
    return [fault.say("T204", message, suggestion=suggest(text, words))]


FORMAT = 1
"""The version of the file format that is written today; every earlier one is read too."""
NEWER = "T206"


def _is_newer(root: Node) -> bool:
    found = root.get("format") if isinstance(root, Map) else None
    return isinstance(found, Scalar) and type(found.value) is int and found.value > FORMAT


def _other_format(fault: _Fault) -> Diagnostic:
    example = f"format: {FORMAT}"
    if fault.value == str(FORMAT):
        return fault.say(NEWER, f"the format is a number; write {FORMAT} without quotes", example=example)
    if type(fault.value) is int and fault.value > FORMAT:
        return fault.say(
            NEWER,
            f"this file is written in format {fault.value}, but this Tablier reads format {FORMAT} only;"
            " a newer Tablier is needed",
        )
    message = f"there is no format {_clip(str(fault.value))}; today's is {FORMAT}"
    if fault.value is None:
        message = f"the number of the format is missing; today's is {FORMAT}"
    return fault.say(NEWER, message, example=example)


_NAME = "^[a-z][a-z0-9_]*$"
_FORMS = {
    _NAME: "a name: lower-case letters, figures and _, a letter first",
    "^[a-z0-9]+(-[a-z0-9]+)*$": "an id: lower-case letters and figures, with hyphens between words",
    "^([1-9][0-9]*|hand|bar|off)(:[a-z][a-z0-9_]*)?$": (
        "a place: a step from 1, or hand, bar or off; STEP:LAYER for a layer"
    ),
    r"^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?$": "a section or section.clause",
    "^(0|[1-9][0-9]*)$": "a count in figures",
}


def _formed(name: str) -> str | None:
    """The name as names are written, where that is clear."""
    formed = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
    return formed if re.fullmatch(r"[a-z][a-z0-9_]*", formed) and formed != name else None


def _wrong_form(fault: _Fault) -> Iterable[Diagnostic]:
    plain = isinstance(fault.node, Scalar) and fault.node.plain
    if plain and "integer" in fault.schema.get("type", ()) and looks_like_number(fault.value):
        return [fault.say("T108", _odd_number(fault.value), example=_plain_figures(fault.value))]
    kind = _FORMS.get(fault.due, "of the form that is due")
    message = f"'{_clip(fault.value)}' is not {kind}"
    if fault.value.isdecimal():
        message = f"a number stands in quotes as {fault.label}; leave out the quotes"
    return [fault.say("T204", message, suggestion=_nearly(fault))]


def _nearly(fault: _Fault) -> str | None:
    formed = _formed(fault.value)
    hyphens = "-" in str(fault.due).replace("a-z", "").replace("0-9", "")
    return formed.replace("_", "-") if formed and hyphens else formed


def _out_of_bounds(fault: _Fault) -> Iterable[Diagnostic]:
    least, most = fault.schema.get("minimum"), fault.schema.get("maximum")
    bounds = f"at least {least}" if most is None else f"from {least} to {most}"
    return [fault.say("T205", f"{fault.label} is {bounds}, but {fault.value} stands here")]


def _too_little(fault: _Fault) -> Iterable[Diagnostic]:
    few = "nothing" if not fault.value else "too little"
    least = f"; at least {fault.due} are due" if fault.due > 1 else ""
    return [fault.say("T204", f"{few} stands in {fault.label}{least}")]


_TELLERS: Mapping[str, Callable[[_Fault], Iterable[Diagnostic]]] = {
    "additionalProperties": _unknown_keys,
    "required": _missing_keys,
    "oneOf": _not_one,
    "dependencies": _dependent_keys,
    "type": _wrong_kind,
    "enum": _not_among,
    "pattern": _wrong_form,
    "minimum": _out_of_bounds,
    "maximum": _out_of_bounds,
    "minLength": _too_little,
    "minItems": _too_little,
    "minProperties": _too_little,
}
