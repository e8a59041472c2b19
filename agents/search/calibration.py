"""How good a learned evaluation is on games that it did not learn from: figures, a picture, a report.

A model is calibrated where of the positions that it gives 70% about 70% are won. Positions of one game are alike, so the
intervals are drawn from games, not from positions.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

import numpy as np

BINS, RESAMPLES = 12, 400
BLUE, GREY = "#0072B2", "#767676"


@dataclass(frozen=True)
class HeldOut:
    """Positions that a model did not learn from: what it says (n,), whether the game was won (n,), the game's number (n,)."""

    said: np.ndarray
    won: np.ndarray
    game: np.ndarray

    def figures(self) -> dict[str, float]:
        """Log loss, Brier score and area under the curve; and the log loss of who always says the share of won games."""
        from sklearn.metrics import brier_score_loss, log_loss, roc_auc_score

        labels = [False, True]
        share = np.full(len(self.won), self.won.mean())
        both = 0 < self.won.mean() < 1
        return {
            "log loss": float(log_loss(self.won, self.said, labels=labels)),
            "log loss of the mean": float(log_loss(self.won, share, labels=labels)),
            "Brier score": float(brier_score_loss(self.won, self.said)),
            "area under the curve": float(roc_auc_score(self.won, self.said)) if both else float("nan"),
        }

    def bins(self, n: int = BINS) -> np.ndarray:
        """At most n groups of positions by what the model says, about equally many in each: a row a group, columns mean of
        what it says, share won, lower and upper end of the share's 95% interval, positions."""
        edges = np.unique(np.quantile(self.said, np.linspace(0, 1, n + 1)[1:-1]))
        group = np.searchsorted(edges, self.said, side="right")
        _, game = np.unique(self.game, return_inverse=True)
        games = int(game.max()) + 1
        weights = np.random.default_rng(0).multinomial(games, np.full(games, 1 / games), RESAMPLES)
        rows = []
        for k in np.unique(group):
            here = group == k
            n_here = np.bincount(game[here], minlength=games)
            n_won = np.bincount(game[here], self.won[here], minlength=games)
            drawn = (weights @ n_won) / np.maximum(weights @ n_here, 1)
            low, high = np.quantile(drawn, (0.025, 0.975))
            rows.append((self.said[here].mean(), self.won[here].mean(), low, high, here.sum()))
        return np.array(rows)


def picture(held_out: HeldOut, title: str) -> bytes:
    """The calibration as PNG: share of won games by what the model says, above how often it says so."""
    from matplotlib.figure import Figure

    rows = held_out.bins()
    figure = Figure(figsize=(6.0, 5.6), layout="constrained")
    upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(4, 1))
    upper.plot((0, 1), (0, 1), color=GREY, linestyle="--", linewidth=1, label="as it should be")
    spans = np.clip([rows[:, 1] - rows[:, 2], rows[:, 3] - rows[:, 1]], 0, None)
    upper.errorbar(rows[:, 0], rows[:, 1], spans, color=BLUE, marker="o", capsize=2, label="games held out, 95% interval")
    upper.set(xlim=(0, 1), ylim=(0, 1), ylabel="share of them that was won")
    upper.legend(loc="upper left", frameon=False)
    lower.hist(held_out.said, np.linspace(0, 1, 21), color=BLUE)
    lower.set(xlabel="chance to win that the model gives a position", ylabel="positions")
    figure.suptitle(title, x=0.01, ha="left", fontsize="medium")
    content = io.BytesIO()
    figure.savefig(content, format="png", dpi=100)
    return content.getvalue()


def report(held_out: HeldOut, facts: dict[str, Any], groups: dict[str, np.ndarray]) -> str:
    """The report as text: facts of the training, figures, groups of positions (name -> which), calibration."""
    lines = ["# A learned evaluation", ""]
    lines += [f"- {name}: {value}" for name, value in facts.items()]
    lines += [f"- {name}, held out: {value:.4f}" for name, value in held_out.figures().items()]
    lines += ["", "| held-out positions | number | won | log loss | Brier score | area under the curve |"]
    lines += ["| --- | --- | --- | --- | --- | --- |"]
    for name, which in groups.items():
        part = HeldOut(held_out.said[which], held_out.won[which], held_out.game[which])
        if len(part.won):
            f = part.figures()
            numbers = (f["log loss"], f["Brier score"], f["area under the curve"])
            head = f"| {name} | {len(part.won)} | {part.won.mean():.3f}"
            lines.append(" | ".join([head, *(f"{x:.3f}" for x in numbers)]) + " |")
    lines += ["", "| the model says | won | 95% interval | positions |", "| --- | --- | --- | --- |"]
    lines += [f"| {a:.3f} | {b:.3f} | {low:.3f} to {high:.3f} | {int(n)} |" for a, b, low, high, n in held_out.bins()]
    return "\n".join(lines) + "\n"


__all__ = ["HeldOut", "picture", "report"]
