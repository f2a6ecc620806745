"""The language server: where a cursor stands, what is known there, and the whole over standard input."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tablier.authoring.server.answers import Document
from tablier.authoring.server.cursor import locate

TEXT = """\
format: 1
ruleset: house
title: House
extends: jacquet

sources:
  letter: {cite: A letter}

regions: {corner: 13}

forbidden:
  enemy_man:
    landing: men(theirs, to) >= 1 and to in corner
    source: letter
  late: {move: from == 24, source: letter}

lead:
  by: higher
  source: letter

examples:
  one:
    throw: 6-6
    illegal:
      - {play: 1/7/13, because: enemy_man}
    tests: [enemy_man]
"""


def document(tmp_path: Path, text: str = TEXT) -> Document:
    path = tmp_path / "house.yaml"
    path.write_text(TEXT, encoding="utf-8")
    return Document(path, text)


def place(text: str, mark: str) -> tuple[int, int]:
    """The place just after a piece of the text."""
    before = text[: text.index(mark) + len(mark)]
    return before.count("\n"), len(before) - before.rfind("\n") - 1


@pytest.mark.parametrize(
    ("mark", "path", "in_key", "word"),
    [
        ("forb", ("forbidden",), True, "forbidden"),
        ("land", ("forbidden", "enemy_man", "landing"), True, "landing"),
        ("men(the", ("forbidden", "enemy_man", "landing"), False, "theirs"),
        ("late: {mo", ("forbidden", "late"), True, "move"),
        ("late: {move: fr", ("forbidden", "late", "move"), False, "from"),
        ("because: ene", ("examples", "one", "illegal", "because"), False, "enemy_man"),
        ("tests: [ene", ("examples", "one", "tests"), False, "enemy_man"),
        ("by: hi", ("lead", "by"), False, "higher"),
    ],
)
def test_the_cursor_is_found(mark: str, path: tuple[str, ...], in_key: bool, word: str) -> None:
    found = locate(TEXT.splitlines(), *place(TEXT, mark))
    assert (found.path, found.in_key, found.word) == (path, in_key, word)


def offered(tmp_path: Path, text: str, mark: str) -> list[str]:
    return [one.word for one in document(tmp_path, text).offers(*place(text, mark))]


def test_keys_are_offered(tmp_path: Path) -> None:
    assert {"moves", "obligations", "end"} <= set(offered(tmp_path, TEXT + "\nmo", "\nmo"))
    text = TEXT.replace("    source: letter\n  late", "    so\n  late")
    assert {"source", "default", "landing"} <= set(offered(tmp_path, text, "    so"))
    assert {"move", "source"} <= set(offered(tmp_path, TEXT, "late: {mo"))


def test_words_and_names_are_offered_in_expressions(tmp_path: Path) -> None:
    words = offered(tmp_path, TEXT, "landing: men(the")
    assert {"theirs", "men", "unless", "corner", "last_table", "courier_home"} <= set(words)
    assert "letter" not in words


@pytest.mark.parametrize(
    ("mark", "word"),
    [
        ("by: hi", "lower"),
        ("extends: jac", "backgammon"),
        ("    source: let", "lepeintre"),
        ("tests: [ene", "courier_first"),
        ("because: ene", "late"),
    ],
)
def test_values_are_offered(tmp_path: Path, mark: str, word: str) -> None:
    assert word in offered(tmp_path, TEXT, mark)


def test_clauses_of_the_parent_can_be_removed(tmp_path: Path) -> None:
    text = TEXT.replace("\nsources:", "\nremove: [forb]\nsources:", 1)
    assert "forbidden.bouchon_at_home" in offered(tmp_path, text, "remove: [forb")


def test_names_are_offered_while_the_text_is_broken(tmp_path: Path) -> None:
    text = TEXT.replace("by: higher", 'by: "higher')
    assert "corner" in offered(tmp_path, text, "landing: men(the")


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        ("forb", "What no move, or no play, may do."),
        ("landing: me", "how many men of a side"),
        ("landing: men(theirs, to) >= 1 an", "both hold"),
        ("in corn", "a region"),
        ("source: lett", "A letter"),
    ],
)
def test_meanings(tmp_path: Path, mark: str, said: str) -> None:
    assert said in document(tmp_path).meaning(*place(TEXT, mark))


def test_nothing_is_said_of_what_is_not_known(tmp_path: Path) -> None:
    assert document(tmp_path).meaning(4, 0) == ""


@pytest.mark.parametrize(
    ("mark", "line"),
    [("  enemy_m", "  enemy_man:"), ("lead", "lead:"), ("extends: jac", "# yaml-language-server")],
)
def test_the_clause_of_the_parent_is_found(tmp_path: Path, mark: str, line: str) -> None:
    span = document(tmp_path).origin(*place(TEXT, mark))
    assert span is not None and Path(span.file).stem == "jacquet"
    assert Path(span.file).read_text(encoding="utf-8").splitlines()[span.line - 1].startswith(line)


def test_a_name_leads_to_where_it_is_given(tmp_path: Path) -> None:
    span = document(tmp_path).origin(*place(TEXT, "in corn"))
    assert span is not None and TEXT.splitlines()[span.line - 1].startswith("regions")


def test_problems_are_those_of_the_text_not_of_the_disk(tmp_path: Path) -> None:
    assert "T401" not in {one.code for one in document(tmp_path).problems()}
    found = document(tmp_path, TEXT.replace("theirs, to", "their, to")).problems()
    assert "T301" in {one.code for one in found} or "T401" in {one.code for one in found}


def test_examples_are_played_when_asked(tmp_path: Path) -> None:
    text = TEXT.replace("play: 1/7/13", "play: 1/7")
    assert "T601" not in {one.code for one in document(tmp_path, text).problems()}
    assert "T601" in {one.code for one in document(tmp_path, text).problems(examples=True)}


# --- over standard input ------------------------------------------------------------------------


class Client:
    """As much of an editor as the tests need."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process, self.number = process, 0

    def send(self, method: str, params: Any, number: int | None = None) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        body = json.dumps(message | ({} if number is None else {"id": number})).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        stream = self.process.stdout
        assert stream is not None
        length = 0
        while (line := stream.readline().strip()) or not length:
            assert line, "the server has gone"
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        found: dict[str, Any] = json.loads(stream.read(length))
        return found

    def ask(self, method: str, params: Any) -> Any:
        self.number += 1
        self.send(method, params, self.number)
        while True:
            answer = self.receive()
            if answer.get("id") == self.number and "method" not in answer:
                assert "error" not in answer, answer
                return answer.get("result")

    def problems(self) -> list[dict[str, Any]]:
        while True:
            answer = self.receive()
            if answer.get("method") == "textDocument/publishDiagnostics":
                found: list[dict[str, Any]] = answer["params"]["diagnostics"]
                return found


@contextmanager
def serving() -> Iterator[Client]:
    command = [sys.executable, "-m", "tablier", "lsp"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        guard = threading.Timer(60, process.kill)
        guard.start()
        try:
            client = Client(process)
            client.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
            client.send("initialized", {})
            yield client
            client.ask("shutdown", None)
            client.send("exit", None)
            assert process.wait(timeout=20) == 0
        finally:
            guard.cancel()
            process.kill()


def test_a_session(tmp_path: Path) -> None:
    pytest.importorskip("pygls")
    path = document(tmp_path).path
    uri = path.as_uri()
    line, column = place(TEXT, "landing: men(the")
    spot = {"textDocument": {"uri": uri}, "position": {"line": line, "character": column}}
    with serving() as client:
        opened = {"uri": uri, "languageId": "yaml", "version": 1, "text": TEXT}
        client.send("textDocument/didOpen", {"textDocument": opened})
        assert [one for one in client.problems() if one["severity"] == 1] == []

        wrong = TEXT.replace("to in corner", "to in cornr")
        change = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": wrong}]}
        client.send("textDocument/didChange", change)
        (fault,) = [one for one in client.problems() if one["severity"] == 1]
        assert fault["code"] == "T401" and fault["data"] == "corner"
        start, end = fault["range"]["start"], fault["range"]["end"]
        assert wrong.splitlines()[start["line"]][start["character"] : end["character"]] == "cornr"

        asked = {"textDocument": {"uri": uri}, "range": fault["range"], "context": {"diagnostics": [fault]}}
        (repair,) = client.ask("textDocument/codeAction", asked)
        assert repair["edit"]["changes"][uri][0]["newText"] == "corner"

        assert "theirs" in {one["label"] for one in client.ask("textDocument/completion", spot)}
        assert "other side" in client.ask("textDocument/hover", spot)["contents"]["value"]
        line, column = place(TEXT, "  enemy_m")
        spot["position"] = {"line": line, "character": column}
        assert client.ask("textDocument/definition", spot)["uri"].endswith("/jacquet.yaml")
