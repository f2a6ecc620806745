"""How hard the tests look, and the golden files that `pytest --update` rewrites.

`make test-all` sets HYPOTHESIS_PROFILE=thorough: more cases, more games, and the slow tests.
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "default")

settings.register_profile("default", deadline=None)
settings.register_profile("thorough", deadline=None, max_examples=2000)
settings.load_profile(PROFILE)

# The library alone is under test, whatever lies in the personal folder of whoever runs this.
os.environ["TABLIER_PATH"] = str(Path(__file__).with_name("no-personal-folder"))

Golden = Callable[[Path, str], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite the golden files; git diff is the review")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: runs with HYPOTHESIS_PROFILE=thorough only (make test-all)")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if PROFILE == "thorough":
        return
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.skip(reason="slow: set HYPOTHESIS_PROFILE=thorough"))


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """A function that compares a text with a file, or with `--update` writes the file."""

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("--update"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.is_file(), f"{path.name} is missing: `pytest --update` writes it"
        assert text == path.read_text(encoding="utf-8")

    return compare
