"""The wheel holds all that Tablier needs: modules, grammar, schemas and every ruleset."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DATA = ("grammar", "rulesets", "schemas")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (ROOT / "pyproject.toml").is_file(), reason="needs a checkout"),
]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        str(folder),
        str(ROOT),
    ]
    subprocess.run(command, check=True, timeout=300)
    (built,) = folder.glob("*.whl")
    return built


def test_every_file_is_in_the_wheel(wheel: Path) -> None:
    packed = set(zipfile.ZipFile(wheel).namelist())
    code = {path.relative_to(ROOT / "interpreter") for path in (ROOT / "interpreter").rglob("*.py")}
    data = {"tablier" / path.relative_to(ROOT) for kind in DATA for path in (ROOT / kind).rglob("*.*")}
    missing = {path.as_posix() for path in code | data} - packed
    assert not missing
    assert "tablier/py.typed" in packed


def test_nothing_else_is_in_the_wheel(wheel: Path) -> None:
    tops = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"tablier"}


def test_the_wheel_works_by_itself(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}

    def tablier(*arguments: str) -> str:
        command = [sys.executable, "-m", "tablier", *arguments]
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300, check=True
        )
        return done.stdout

    games = json.loads(tablier("list", "--json"))
    assert all(Path(one["path"]).is_relative_to(tmp_path) for one in games)
    assert {one["name"] for one in games} <= {path.stem for path in (ROOT / "rulesets").rglob("*.yaml")}
    tablier("validate", "--all")
    tablier("simulate", games[0]["name"], "--games", "2")
