"""The sections of the page: each asks a question, answers with a picture and a table, and says how it was found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lotrsim.errors import BadValue
from lotrsim.experiments import analysis, plots
from lotrsim.experiments.analysis.common import several
from lotrsim.experiments.analysis.endings import CAUSES
from lotrsim.experiments.reporting import origin, words
from lotrsim.experiments.reporting.parts import Section, count, p_value, picture, share, table, value, word
from lotrsim.experiments.spec import KEY

if TYPE_CHECKING:
    import pandas as pd

MOST_SIDES = 6  # so many decks are compared each with each; more, each with the one that won most
MOST_LINES = 7  # in one picture
SCORES = "Distribution of scores; line and band: mean, with its 95% interval."
WIN_RATE = share("won (95%)", "win_rate", "ci_low", "ci_high")
LOG_ODDS = value("log-odds (95%)", "log_odds", "log_odds_low", "log_odds_high")
DIFFERENCE = share("difference (95%)", "difference", "ci_low", "ci_high")
HOLM, BH = p_value("p_holm", "p (Holm)"), p_value("p_bh", "p (Benjamini-Hochberg)")


@dataclass
class Source:
    """What the page is made of: the games, those of the strongest agent, where they come from, traces if there are any."""

    df: pd.DataFrame
    name: str
    manifest: dict[str, Any] | None = None
    traces: pd.DataFrame | None = None

    def __post_init__(self) -> None:
        """Find the agent that won most often."""
        self.sound = analysis.common.sound(self.df)
        rates = analysis.rates(self.sound, "agent")
        self.agent = str(rates.loc[rates["win_rate"].idxmax(), "agent"])
        self.main = self.sound if len(rates) == 1 else self.sound[self.sound["agent"] == self.agent]
        self.whose = "" if len(rates) == 1 else f" Games of the agent {self.agent} only, which won most often."
        self.main.attrs |= {"decks": self.df.attrs.get("decks", {})}

    def levels(self) -> list[str]:
        """Scenario and difficulty, of these what differs."""
        return several(self.main, ["scenario", "difficulty"]) or ["scenario"]


def all_sections(source: Source) -> Iterator[Section]:
    """The sections that these results have something for, in their order."""
    yield played(source)
    yield won(source)
    for of in ("scenario", "difficulty"):
        if source.sound[of].nunique() > 1:
            yield hard(source, of)
    if source.sound["agent"].nunique() > 1:
        yield agents(source)
    if source.main["decks"].nunique() > 1:
        yield decks(source)
        yield from titles(source)
    yield lost(source)
    if source.sound["won"].any():
        yield scored(source)
    if source.traces is not None and len(source.traces):
        yield by_round(source)
    yield method()


def played(source: Source) -> Section:
    """What was played, and how to play it again."""
    df, faults = source.df, len(source.df) - len(source.sound)
    commands, note = origin.reproduced_by(df, source.manifest, source.name)
    facts = [("Results", source.name), ("Games", f"{len(df):,} in {df.groupby(list(KEY), observed=True).ngroups:,} cells")]
    facts += [(f"{name.capitalize()} ({df[name].nunique()})", origin.joined(df[name])) for name in KEY]
    facts += [("Seeds", origin.joined(df["seed"])), *origin.versions(df, source.manifest)]
    if "stopping_rule" in df.attrs:
        facts.append(("Stopping rule", str(df.attrs["stopping_rule"])))
    if faults:
        facts.append(("Faults", f"{faults:,} games were stopped by a fault of the engine; they do not count."))
    texts = ["Every cell plays the same seeds: game k of a seed is the same game with the same decks, whoever plays it."]
    texts += [note] if note else []
    return Section("played", "What was played", texts, facts, commands)


def won(source: Source) -> Section:
    """Win rates: a heat map of the strongest agent, all cells as a table."""
    section = Section("won", "How often games are won")
    section.texts.append(
        f"Rates with Wilson's 95% interval.{source.whose and f' Picture: the agent {source.agent}, which won most often.'}"
    )
    if source.main["decks"].nunique() > 1:
        figure = plots.heat_map(source.main, "decks", source.levels())
    else:
        figure = plots.heat_map(source.sound, "agent", source.levels())
    section.pictures.append(picture(figure, f"Win rates, in each cell the rate and its 95% interval.{source.whose}"))
    columns = [*(word(name) for name in KEY), count("games"), count("wins", "won games"), WIN_RATE]
    section.tables.append(table(analysis.rates(source.sound), "Win rate of every cell", columns))
    return section


def hard(source: Source, of: str) -> Section:
    """The scale of difficulty."""
    title = {"scenario": "How hard each scenario is", "difficulty": "What the difficulty changes"}[of]
    section = Section(f"hard-{of}", title)
    try:
        found = analysis.scale(source.sound, of)
    except BadValue as error:
        section.texts.append(f"No scale: {error}.")
        return section
    section.texts.append(words.SCALE)
    columns = [word(of), count("games"), count("wins", "won games"), WIN_RATE, LOG_ODDS]
    columns += [count("decks"), word("method"), word("note")]
    section.tables.append(table(found, title, columns))
    return section


def agents(source: Source) -> Section:
    """Agents on the same games."""
    section = Section("agents", "Agents compared")
    return _compared(section, source.sound, "agent", [name for name in source.levels() if source.sound[name].nunique() > 1])


def decks(source: Source) -> Section:
    """Decks on the same seeds: each pair, or each with the one that won most."""
    section = Section("decks", "Decks compared")
    rates = analysis.rates(source.main, "decks")
    leader = None
    if len(rates) > MOST_SIDES:
        leader = str(rates.loc[rates["win_rate"].idxmax(), "decks"])
        section.texts.append(words.LEADER.format(leader))
    if source.whose:
        section.texts.append(source.whose.strip())
    return _compared(section, source.main, "decks", [], leader)


def _compared(section: Section, df: pd.DataFrame, by: str, within: list[str], against: str | None = None) -> Section:
    section.texts.append(words.PAIRS)
    try:
        found = analysis.compare_all(df, by, within, against)
    except BadValue as error:
        section.texts.append(f"No comparison: {error}.")
        return section
    found = found.sort_values([*within, "difference"], kind="stable", ignore_index=True)
    section.pictures.append(picture(plots.differences(found), f"Differences of win rates of {by}, each with its 95% interval."))
    sides = [share_of("win_rate_a", "first won"), share_of("win_rate_b", "second won")]
    columns = [*(word(name) for name in within), word("a", "first"), word("b", "second"), count("games"), *sides, DIFFERENCE]
    columns += [count("only_a", "only first won"), count("only_b", "only second won"), p_value("p_value", "p"), HOLM, BH]
    section.tables.append(table(found, f"{len(found)} comparisons of {by}", columns))
    return section


def share_of(name: str, label: str) -> Any:
    """A column of percentages; their intervals stand in the table of win rates."""
    return label, lambda row: f"{row[name]:.1%}", True


def titles(source: Source) -> Iterator[Section]:
    """The effects of heroes and of cards."""
    for of, title in (("hero", "What heroes do"), ("card", "What cards do")):
        section = Section(of, title)
        try:
            found = analysis.effects(source.main, of)
        except BadValue as error:
            section.texts.append(f"No figures: {error}.")
            yield section
            continue
        model = words.TOGETHER if found.attrs["together"] else words.ALONE
        section.texts.append(f"{model} {words.DECKS}{source.whose}")
        section.pictures.append(
            picture(plots.effect_sizes(found), f"Change of the win rate by each {of}, with its 95% interval.")
        )
        change = share("change of the win rate (95%)", "change", "change_low", "change_high")
        columns = [word("name", of), count("decks_with"), count("decks_without"), count("games_with"), count("games_without")]
        section.tables.append(table(found, title, [*columns, LOG_ODDS, change, p_value("p_value", "p"), HOLM, BH, word("note")]))
        yield section


def lost(source: Source) -> Section:
    """Causes of lost games, and when they come."""
    section = Section("lost", "What games are lost by, and when")
    by = source.levels()
    found = analysis.losses(source.main, by)
    if found.empty:
        section.texts.append(f"No game was lost.{source.whose}")
        return section
    section.texts.append(words.CAUSES + source.whose)
    section.pictures.append(
        picture(plots.causes(source.main, by), f"What lost games ended by, with 95% intervals.{source.whose}")
    )
    lines = by if source.main.groupby(by, observed=True).ngroups <= MOST_LINES else by[:1]
    if source.main.groupby(lines, observed=True).ngroups <= MOST_LINES:
        figure = plots.survival(source.main, lines)
        section.pictures.append(picture(figure, f"Chance not to have lost by a round, with its 95% interval.{source.whose}"))
    found["cause"] = found["cause"].astype(str).map(CAUSES)
    part = share("share of the lost games (95%)", "share", "ci_low", "ci_high")
    columns = [*(word(name) for name in by), word("cause"), count("games", "lost games"), count("lost", "by this"), part]
    section.tables.append(table(found, "Causes of lost games", [*columns, count("median_round")]))
    return section


def scored(source: Source) -> Section:
    """Scores of won games."""
    section = Section("scores", "Scores of won games", ["A low score is good. Lost games have none."])
    by = several(source.sound, ["scenario", "agent", "difficulty"]) or ["scenario"]
    found = analysis.scores(source.sound, by)
    if len(found) <= MOST_LINES:
        section.pictures.append(
            picture(plots.scores(source.sound, by), "Distribution of scores; line and band: mean, 95% interval.")
        )
    else:
        figure = plots.scores(source.main, "scenario")
        section.pictures.append(picture(figure, SCORES + source.whose))
    columns = [
        *(word(name) for name in by),
        count("games", "won games"),
        value("mean (95%)", "mean_score", "ci_low", "ci_high", ".1f"),
    ]
    columns += [value("median (95%)", "median", "median_low", "median_high", ".0f")]
    columns += [count("best"), count("worst")]
    section.tables.append(table(found, "Scores of won games", columns))
    return section


def by_round(source: Source) -> Section:
    """Threat, progress, willpower, round by round."""
    assert source.traces is not None
    by = next(
        (name for name in ("agent", "scenario", "difficulty", "decks") if 1 < source.traces[name].nunique() <= MOST_LINES),
        "agent",
    )
    text = "Means of the games that reached a round, so late rounds show games that last long. Bands: 95% intervals."
    if source.traces[by].nunique() > MOST_LINES:
        return Section("rounds", "Round by round", [f"{source.traces[by].nunique()} lines are too many for a picture."])
    figure = plots.rounds(source.traces, by)
    return Section("rounds", "Round by round", [text], pictures=[picture(figure, f"Threat, progress and willpower, by {by}.")])


def method() -> Section:
    """How everything was found."""
    return Section("method", "Method", [words.INTERVALS], words.METHOD)
