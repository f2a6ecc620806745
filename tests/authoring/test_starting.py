"""Starting files are valid, complete and commented, whatever they start from."""

import re
from pathlib import Path

import pytest

from tablier import cli, report
from tablier.authoring.starting import NotStartedError, check_name, write
from tablier.diagnostics import Severity
from tablier.model import library
from tablier.model.load import examine
from tablier.study.examples import check_examples

PARENTS = [path.stem for path in library.files()]
READY = re.compile(r"^#(?! \S)(?=.)", re.MULTILINE)
"""What stands before a line that is ready for use: a # that no single space follows."""


def problems(path: Path, *, strict: bool = False) -> str:
    """Everything that is wrong with a file and its examples."""
    ruleset, found = examine(str(path))
    found = [one for one in found if strict or one.severity is Severity.ERROR]
    if ruleset is not None:
        found += [one for verdict in check_examples(ruleset) for one in verdict.diagnostics]
    return report.render(found)


def test_the_small_game_is_valid_and_every_clause_has_its_example(tmp_path: Path) -> None:
    path = write("my-race", None, tmp_path)
    assert problems(path, strict=True) == ""
    ruleset, _ = examine(str(path))
    assert ruleset is not None and len(ruleset.examples) >= 5 and ruleset.readings


def test_every_section_has_a_remark_in_the_small_game(tmp_path: Path) -> None:
    text = write("my-race", None, tmp_path).read_text(encoding="utf-8")
    from tablier.syntax.schema import ruleset_schema

    sections = set(ruleset_schema()["properties"]) - {"extends", "remove", "abstract"}
    missing = [name for name in sections if not re.search(rf"^(# ?)?{name}:", text, re.MULTILINE)]
    assert missing == []


def test_what_is_ready_for_use_can_be_used(tmp_path: Path) -> None:
    path = write("my-race", None, tmp_path)
    path.write_text(READY.sub("", path.read_text(encoding="utf-8")), encoding="utf-8")
    ruleset, found = examine(str(path))
    assert report.render(one for one in found if one.severity is Severity.ERROR) == ""
    assert ruleset is not None and ruleset.one("no_throw") is not None


@pytest.mark.parametrize("parent", PARENTS)
@pytest.mark.parametrize("whole", [False, True], ids=["child", "copy"])
def test_a_start_from_any_ruleset_is_valid(parent: str, whole: bool, tmp_path: Path) -> None:
    path = write(f"my-{parent}", parent, tmp_path, whole=whole)
    assert problems(path) == ""


@pytest.mark.parametrize("parent", ["jacquet", "doublets-cotton", "contrary-hit"])
def test_the_commented_parts_of_a_child_can_be_used_one_by_one(parent: str, tmp_path: Path) -> None:
    path = write(f"my-{parent}", parent, tmp_path)
    text = path.read_text(encoding="utf-8")
    blocks = [block for block in text.split("\n\n") if READY.search(block)]
    assert len(blocks) >= 4
    for block in blocks:
        path.write_text(text.replace(block, READY.sub("", block)), encoding="utf-8")
        ruleset, found = examine(str(path))
        assert ruleset is not None, report.render(found)


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    path = write("my-race", None, tmp_path)
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(NotStartedError, match="there already"):
        write("my-race", None, tmp_path)
    assert path.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("name", "hint"), [("My Race", "my-race"), ("race.yaml", "race"), ("../race", "race")]
)
def test_a_name_is_an_id(name: str, hint: str) -> None:
    with pytest.raises(NotStartedError, match=f"how about '{hint}'"):
        check_name(name)


def test_a_name_of_the_library_is_refused() -> None:
    with pytest.raises(NotStartedError, match="there already"):
        check_name("jacquet")


def test_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["new", "my-jacquet", "--from", "jacquet"]) == cli.FINE
    assert cli.main(["validate", "my-jacquet.yaml"]) == cli.FINE
    assert cli.main(["new", "my-jacquet", "--from", "jacquet"]) == cli.MISUSE
    assert cli.main(["new", "other", "--flat"]) == cli.MISUSE
    assert cli.main(["new", "other", "--from", "jaquette"]) == cli.MISUSE
    assert "T705" in capsys.readouterr().err


def test_the_personal_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLIER_PATH", str(tmp_path / "mine"))
    assert cli.main(["new", "my-race", "--personal"]) == cli.FINE
    assert cli.main(["check", "my-race"]) == cli.FINE
