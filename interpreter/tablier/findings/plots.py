"""Plots of a study by matplotlib, for print: changes with their intervals, and the lengths of games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tablier.study.comparing import Study


def plot(study: Study, path: Path) -> None:
    """Write the plots to a file; its ending says the format (png, svg, pdf).

    Raises:
        ImportError: when matplotlib is not installed.
    """
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows = max(2.2, 0.34 * len(study.comparisons))
    compared = bool(study.comparisons)
    figure, axes = pyplot.subplots(
        2 if compared else 1, 1, figsize=(8, 3 + rows * compared), layout="constrained", squeeze=False
    )
    _lengths(axes[0][0], study)
    if compared:
        _changes(axes[1][0], study)
    figure.suptitle(study.base.ruleset.title)
    figure.savefig(path, dpi=160)
    pyplot.close(figure)


def _lengths(axes: Any, study: Study) -> None:
    most = max(max(tally.lengths, default=1) for _, tally in study.sides)
    width = max(1, most // 60)
    for number, (variant, tally) in enumerate(study.sides):
        counts = [0] * (most // width + 1)
        for length, count in tally.lengths.items():
            counts[length // width] += count
        share = [100 * count / max(1, tally.finished) for count in counts]
        style: dict[str, Any] = (
            {"color": "black", "linewidth": 1.8} if not number else {"alpha": 0.6, "linewidth": 0.9}
        )
        axes.step(
            [width * at for at in range(len(counts))], share, where="post", label=variant.label, **style
        )
    axes.set_xlabel("throws in a game")
    axes.set_ylabel("% of the games")
    if len(study.sides) <= 10:
        axes.legend(fontsize=7)


def _changes(axes: Any, study: Study) -> None:
    found = [(one.variant.label, one.change("throws").scaled(100)) for one in study.comparisons]
    for number, (_, one) in enumerate(found):
        axes.plot([one.low, one.high], [number, number], color="tab:brown", linewidth=2)
        axes.plot(
            [one.value], [number], "o", color="tab:brown", fillstyle="full" if one.excludes(0) else "none"
        )
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_yticks(range(len(found)), [label for label, _ in found], fontsize=7)
    axes.invert_yaxis()
    axes.set_xlabel("change of the length of the game, % (95 % interval)")
