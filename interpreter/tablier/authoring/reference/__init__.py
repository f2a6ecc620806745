"""The reference pages, made from what runs: schema, vocabulary, codes, commands, library."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from tablier.authoring.reference import codes_page, commands_page, games_page, keys_page, words_page

FOLDER = "reference"


def pages(parser: ArgumentParser) -> dict[str, str]:
    """Return every page, by the name of its file.

    Args:
        parser: the parser of the command line, which the page on commands describes.
    """
    return {
        "rulesets.md": keys_page.page(),
        "expressions.md": words_page.page(),
        "diagnostics.md": codes_page.page(),
        "commands.md": commands_page.page(parser),
        "games.md": games_page.page(),
    }


def stale(folder: Path, parser: ArgumentParser) -> list[Path]:
    """Return the pages under a docs folder that are missing or not up to date."""
    return [path for path, text in _files(folder, parser) if _read(path) != text]


def write(folder: Path, parser: ArgumentParser) -> list[Path]:
    """Write the pages under a docs folder, and return those that were not up to date."""
    changed = []
    for path, text in _files(folder, parser):
        if _read(path) != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            changed.append(path)
    return changed


def _files(folder: Path, parser: ArgumentParser) -> list[tuple[Path, str]]:
    return [(folder / FOLDER / name, text) for name, text in pages(parser).items()]


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None
