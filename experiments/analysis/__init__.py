"""Statistics of results: each function takes the rows of `run` or `read` and returns rows with their intervals and numbers
of games. docs/analysis.md explains every one.

    from lotrsim.experiments import analysis, read
    df = read("results.parquet")
    analysis.rates(df), analysis.compare_all(df, by="agent"), analysis.scale(df), analysis.survival(df)
"""

from lotrsim.experiments.analysis.difficulty import scale
from lotrsim.experiments.analysis.endings import cause_of, incidence, losses, survival
from lotrsim.experiments.analysis.influence import effects, importance
from lotrsim.experiments.analysis.lists import deck_table
from lotrsim.experiments.analysis.paired import compare, compare_all, compare_scores, corrected, paired
from lotrsim.experiments.analysis.rates import rates, scores
from lotrsim.experiments.analysis.rounds import by_round

__all__ = [
    "by_round",
    "cause_of",
    "compare",
    "compare_all",
    "compare_scores",
    "corrected",
    "deck_table",
    "effects",
    "importance",
    "incidence",
    "losses",
    "paired",
    "rates",
    "scale",
    "scores",
    "survival",
]
