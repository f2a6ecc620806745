"""Whether hostile ruleset files are refused in a time that grows no faster than they do.

    .venv/bin/python tests/benchmarks/hostile_files.py

For each kind of file: how many times as long a file eight times as large takes (about 8 when the time grows
like the size, 64 when it grows like its square), both measured in this run, the best of three.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from tablier.source import SourceFile
from tablier.syntax.schema import check
from tablier.syntax.yaml_tree import parse

SMALL, TIMES = 2_000, 8

KINDS: dict[str, Callable[[int], str]] = {
    "lists in lists, open": lambda n: "[" * n,
    "lists in lists": lambda n: "[" * n + "]" * n,
    "mappings in mappings": lambda n: "{a: " * n,
    "items in items": lambda n: "- " * n,
    "many items": lambda n: "- x\n" * n,
    "one key again and again": lambda n: "a: x\n" * n,
    "many unknown keys": lambda n: "\n".join(f"key{i}: 1" for i in range(n)),
    "one long word": lambda n: "x" * 50 * n,
}


def seconds(text: str) -> float:
    """Return how long a file of this text needs to be read and told about."""

    def once() -> float:
        began = time.perf_counter()
        tree, _ = parse(SourceFile("hostile.yaml", text))
        if tree is not None:
            check(tree)
        return time.perf_counter() - began

    return min(once() for _ in range(3))


def main() -> None:
    """Measure, and print the ratios."""
    for name, make in KINDS.items():
        small, large = seconds(make(SMALL)), seconds(make(TIMES * SMALL))
        print(f"{name:<26} {large / small:6.1f} times as long for {TIMES} times as much")


if __name__ == "__main__":
    main()
