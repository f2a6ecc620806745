"""Where rulesets are found by name: the library, the personal folder, and beside a file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from tablier import resources
from tablier.syntax import yaml_tree

SUFFIX = ".yaml"


def personal_folders() -> list[Path]:
    """Return the folders of the user's own rulesets: `TABLIER_PATH`, or the platform's data folder."""
    given = os.environ.get("TABLIER_PATH")
    if given:
        return [Path(part) for part in given.split(os.pathsep) if part]
    home = Path.home()
    if sys.platform == "win32":
        return [Path(os.environ.get("APPDATA", home)) / "tablier" / "rulesets"]
    if sys.platform == "darwin":
        return [home / "Library" / "Application Support" / "tablier" / "rulesets"]
    return [Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "tablier" / "rulesets"]


def folders() -> list[Path]:
    """Return every folder that is searched by name, the personal ones last."""
    return [
        resources.folder("rulesets"),
        *(folder for folder in personal_folders() if folder.is_dir()),
    ]


def files() -> Iterator[Path]:
    """Yield every ruleset file of the library and of the personal folders, in order of name."""
    for folder in folders():
        yield from sorted(folder.rglob(f"*{SUFFIX}"), key=lambda path: (path.stem, str(path)))


def find(name: str, beside: Path | None = None) -> Path | None:
    """Return the file of a ruleset.

    Args:
        name: a ruleset's name, without or with `.yaml`, or a path to a file.
        beside: a file in whose folder the name is looked for first.

    A name in more than one folder means the library's own; a path means just that file.
    """
    if _is_path(name):
        path = Path(name) if beside is None else beside.parent / name
        return path if path.exists() else None
    if beside is not None and (beside.parent / f"{name}{SUFFIX}").is_file():
        return beside.parent / f"{name}{SUFFIX}"
    for path in files():
        if path.stem == name.casefold().replace(" ", "-").replace("_", "-"):
            return path
    return None


def _is_path(name: str) -> bool:
    return name.endswith((SUFFIX, ".yml")) or "/" in name or os.sep in name


def find_alias(name: str) -> Path | None:
    """Return the file of the ruleset that has this title or alias, whatever its case."""
    wanted = _plain(name)
    for path in files():
        head = yaml_tree.head(path, ("title", "about"))
        about = head.get("about")
        aliases = about.get("aliases") if isinstance(about, dict) else None
        titles = [head.get("title"), *(aliases if isinstance(aliases, list) else [])]
        if wanted in [_plain(str(title)) for title in titles if title]:
            return path
    return None


def _plain(name: str) -> str:
    return " ".join(name.casefold().replace("-", " ").replace("_", " ").replace("\u2019", "'").split())
