"""Difficulty: how hard each scenario is, for one to four players, beside what the box and the players say of it.

    python -m lotrsim.experiments.studies.difficulty --games 1000 --seed 1 --out difficulty

Each scenario at each difficulty is played by the four starter decks, alone and in every team of two, three and four, and alone
by the published decks that were built for one player. The folder is that of a sweep: the same command goes on after an
interruption, and with more `--games` it adds games. At its end it prints the win rates, and writes them as `difficulty.csv`,
the scale as `scale.csv` and the picture as `difficulty.png`.

A rate is the mean of the named decks, each with as many games; its interval is of luck alone, for these decks. The scale is
that of `lotrsim.experiments.analysis.scale`: a logistic model of all games, in which a scenario at a difficulty, the decks and
the agent each have their part; so it says how hard a scenario is whoever plays it, and its interval is for decks like these.
"""

from __future__ import annotations

import sys
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lotrsim import scenarios
from lotrsim.decks import JOIN, Deck, get
from lotrsim.decks.published import players, published_decks
from lotrsim.errors import BadValue
from lotrsim.experiments.spec import Experiment
from lotrsim.experiments.studies.commands import answered, parser_of, played_and_shown, sweep_options, write_csv
from lotrsim.experiments.studies.hero_trios import DIGITS, mean_interval
from lotrsim.experiments.sweeps import Sweep
from lotrsim.ids import DIFFICULTIES

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

PLAYERS_SAY = {  # how hard players find a scenario, of 10: what they voted in the Quest Companion of the game
    "passage-through-mirkwood": 2.2,
    "journey-along-the-anduin": 5.3,
    "escape-from-dol-guldur": 7.8,
}
SCENARIOS = tuple(PLAYERS_SAY)
STARTERS = ("core-leadership", "core-tactics", "core-spirit", "core-lore")
PUBLISHED = "1 player, published decks"
TABLES = ("1 player", "2 players", "3 players", "4 players", PUBLISHED)
SCALED = ("games", "wins", "log_odds", "log_odds_low", "log_odds_high", "p_value", "method", "note")
FAR = 100.0  # log-odds: outside every picture
RATES, SCALE, PICTURE = "difficulty.csv", "scale.csv", "difficulty.png"


# --- The study -------------------------------------------------------------------------------------------------------


def teams() -> tuple[tuple[Deck, ...], ...]:
    """Who plays: every team of starter decks, from one to four, then each published deck that was built for one player."""
    starters = [get(name) for name in STARTERS]
    found = [team for n in range(1, len(starters) + 1) for team in combinations(starters, n)]
    return (*found, *((deck,) for deck in published_decks() if players()[deck.id] == 1))


def sweep(games: int = 1000, seed: int = 1, agent: str = "heuristic") -> Sweep:
    """The sweep of all teams in the three scenarios at every difficulty."""
    return Sweep(Experiment(SCENARIOS, teams(), [agent], games, seed, DIFFICULTIES))


def tables() -> dict[str, str]:
    """Which of TABLES a team sits at, by the ids of its decks."""
    kinds = {team: TABLES[len(team) - 1] if team[0].id in STARTERS else PUBLISHED for team in teams()}
    return {JOIN.join(deck.id for deck in team): kind for team, kind in kinds.items()}


def win_rates(df: pd.DataFrame) -> pd.DataFrame:
    """A row for each table of players, scenario and difficulty, in this order.

    `df`: rows of the study, of one agent, whole or not. Columns: players (of TABLES), scenario, difficulty, official and
    players_say (how hard the box and the players say the scenario is), teams (of decks), games (without faults), wins,
    win_rate (the mean of the teams), ci_low, ci_high (95%, of these teams; Wilson's for one, `mean_interval` for several).
    """
    import pandas as pd

    from lotrsim.experiments.analysis.common import wilson

    rows = []
    for (table, scenario, level), games in _checked(df).groupby(["players", "scenario", "difficulty"], observed=True):
        won = games.pivot(index=["seed", "game"], columns="decks", values="won").astype(float)
        row = {"players": table} | _named(scenario, level) | {"teams": won.shape[1], "games": len(games)}
        row |= {"wins": int(games["won"].sum()), "win_rate": float(won.mean().mean())}
        edges = mean_interval(won, *wilson(won.sum(), won.count()))
        rows.append(row | dict(zip(("ci_low", "ci_high"), edges, strict=True)))
    return pd.DataFrame(rows)


def scale(df: pd.DataFrame) -> pd.DataFrame:
    """How hard each scenario at each difficulty is, all else alike, hardest first: the rows of `analysis.scale`.

    Columns: scenario, difficulty, official, players_say, games, wins, log_odds (of losing, against the mean of all) with
    log_odds_low and log_odds_high (95%), p_value (that it is the mean's), method, note. BadValue where nothing was won, or
    nothing lost.
    """
    import pandas as pd

    from lotrsim.experiments.analysis import scale as scale_of

    df = _checked(df)
    words = df[["scenario", "difficulty"]].astype(str)
    both = df.assign(scenario=words["scenario"] + JOIN + words["difficulty"], difficulty="")
    rows = []
    for _, row in scale_of(both).iterrows():
        rows.append(_named(*row["scenario"].split(JOIN)) | {name: row[name] for name in SCALED})
    return pd.DataFrame(rows)


def _named(scenario: str, difficulty: str) -> dict[str, Any]:
    """What a row is about, and how hard others say that is."""
    told = {"official": scenarios.get(scenario).difficulty, "players_say": PLAYERS_SAY[scenario]}
    return {"scenario": scenario, "difficulty": difficulty} | told


def _checked(df: pd.DataFrame) -> pd.DataFrame:
    """The games without a fault, with their table as the column `players`, all in the order of the study."""
    import pandas as pd

    from lotrsim.experiments.analysis.common import sound

    seated = tables()
    orders = {"scenario": SCENARIOS, "difficulty": DIFFICULTIES, "decks": tuple(seated)}
    for name, known in orders.items():
        foreign = [word for word in dict.fromkeys(df[name]) if word not in known]
        if foreign:
            raise BadValue(f"these results are not of this study: their {name} {', '.join(foreign[:3])}")
    if df["agent"].nunique() > 1:
        raise BadValue("the results of more than one agent cannot share a table: choose the rows of one")
    df = sound(df.assign(players=df["decks"].astype(str).map(seated)))
    kinds = {name: pd.CategoricalDtype(known, ordered=True) for name, known in (orders | {"players": TABLES}).items()}
    return df.astype(kinds)


# --- What is shown ---------------------------------------------------------------------------------------------------


def wide(rows: pd.DataFrame) -> pd.DataFrame:
    """Win rates as they are printed: a row for each table and scenario, a column for each difficulty, percent."""
    parts = zip(*(rows[name] * 100 for name in ("win_rate", "ci_low", "ci_high")), strict=True)
    text = rows.assign(text=[f"{rate:.1f} ({low:.1f}-{high:.1f})" for rate, low, high in parts])
    about = ["players", "scenario", "official", "players_say"]
    found = text.pivot(index=about, columns="difficulty", values="text")
    found = found.reindex(list(dict.fromkeys(text[about].itertuples(index=False, name=None))))
    return found[[name for name in DIFFICULTIES if name in found]].reset_index().rename_axis(columns=None)


def scale_shown(rows: pd.DataFrame) -> pd.DataFrame:
    """The scale as it is printed: log-odds with their intervals."""
    parts = zip(*(rows[name] for name in ("log_odds", "log_odds_low", "log_odds_high")), strict=True)
    text = [f"{value:+.2f} ({low:+.2f} to {high:+.2f})" for value, low, high in parts]
    return rows[["scenario", "difficulty", "official", "players_say", "games"]].assign(log_odds=text, note=rows["note"])


def picture(df: pd.DataFrame, path: str | Path | None = None, force: bool = False) -> Figure:
    """A panel for each scenario, win rates by number of players; in the last one the scale, beside what players say."""
    from lotrsim.experiments.plots.common import finished, many, new_figure, titled

    rows = win_rates(df)
    figure = new_figure(8.0, 10.0)
    axes = figure.subplots(2, 2)
    for ax, scenario in zip(axes.flat, SCENARIOS, strict=False):
        _draw_rates(ax, rows[rows["scenario"] == scenario], scenario)
    _draw_scale(axes[1, 1], df)
    handles, labels = axes[0, 0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=len(DIFFICULTIES), frameon=False)
    cells = df.groupby(["scenario", "decks", "difficulty"], observed=True).size()
    agent = df["agent"].iloc[0]
    titled(figure, f"games won by the {agent} agent, mean of the decks, with the 95% interval; {many(cells)} of a team")
    return finished(figure, path, force)


def _draw_rates(ax: Any, rows: pd.DataFrame, scenario: str) -> None:
    """Win rates by table: a line for each difficulty over one to four players, the published decks apart."""
    from lotrsim.experiments.plots.common import COLOURS, DASHES, MARKERS, percent

    for k, difficulty in enumerate(DIFFICULTIES):
        shown = rows[rows["difficulty"] == difficulty].set_index("players").reindex(list(TABLES)).reset_index()
        shift = 0.12 * (k - (len(DIFFICULTIES) - 1) / 2)
        style = {"color": COLOURS[k], "marker": MARKERS[k], "capsize": 3, "linestyle": DASHES[k]}
        for part, label in ((shown[:-1], difficulty), (shown[-1:], None)):
            bars = [(part["win_rate"] - part["ci_low"]).clip(0), (part["ci_high"] - part["win_rate"]).clip(0)]
            ax.errorbar(part.index + shift, part["win_rate"], yerr=bars, label=label, **style)
    ax.axvline(len(TABLES) - 1.5, color="black", linewidth=0.8)
    ax.set_xticks(range(len(TABLES)), [name.split()[0] for name in TABLES])
    ax.set_xlabel("players with starter decks; at the right, with published decks")
    ax.set_xlim(-0.4, len(TABLES) - 0.6)
    ax.set_ylim(-0.02, 1.02)
    percent(ax, "y")
    entry = scenarios.get(scenario)
    ax.set_title(f"{entry.name}: box {entry.difficulty}, players {PLAYERS_SAY[scenario]}", loc="left", fontsize="medium")


def _draw_scale(ax: Any, df: pd.DataFrame) -> None:
    """Log-odds of losing by what players say, a line for each difficulty."""
    import numpy as np

    from lotrsim.experiments.plots.common import COLOURS, DASHES, MARKERS, plain

    try:
        rows = scale(df)
    except BadValue as error:  # few games, of which none was won
        ax.set_title(f"no scale: {error}", loc="left", fontsize="small", wrap=True)
        return ax.set_axis_off()
    edges = rows[["log_odds_low", "log_odds_high"]].to_numpy(float)
    ends = edges[np.isfinite(edges)]
    ax.set_ylim(ends.min() - 0.5, ends.max() + 0.5)
    for k, difficulty in enumerate(DIFFICULTIES):
        shown = rows[rows["difficulty"] == difficulty].sort_values("players_say")
        bars = [shown["log_odds"] - shown["log_odds_low"], shown["log_odds_high"] - shown["log_odds"]]
        bars = [bar.clip(upper=FAR) for bar in bars]  # the end of a penalised estimate may be open
        style = {"color": COLOURS[k], "marker": MARKERS[k], "capsize": 3, "linestyle": DASHES[k]}
        ax.errorbar(shown["players_say"] + 0.12 * (k - 1), shown["log_odds"], yerr=bars, **style)
    ax.axhline(0, color="black", linewidth=0.8)
    ticks = [f"{value}\n(box {scenarios.get(scenario).difficulty})" for scenario, value in PLAYERS_SAY.items()]
    ax.set_xticks(list(PLAYERS_SAY.values()), ticks)
    ax.set_xlabel("how hard players say it is, of 10")
    ax.set_title("Scale: log-odds of losing, all decks", loc="left", fontsize="medium")
    plain(ax, "y")


def show(df: pd.DataFrame, folder: Path) -> None:
    """Print win rates and scale, and write them and the picture into the folder."""
    from lotrsim.cli.common import note

    rows = win_rates(df)
    _print(wide(rows), f"games won, % (95% interval); {len(df):,} games; a rate is the mean of the named decks")
    write_csv(rows, folder / RATES, DIGITS)
    try:
        found = scale(df)
    except BadValue as error:
        note(f"no scale: {error}")
    else:
        _print(scale_shown(found), "log-odds of losing (95% interval), all decks; +1: the odds of winning are 2.7 times less")
        write_csv(found, folder / SCALE, DIGITS)
    picture(df, folder / PICTURE, force=True)
    note(f"{folder / PICTURE} and the tables beside it are written")


def _print(rows: pd.DataFrame, title: str) -> None:
    from lotrsim.cli.common import records, show_table

    show_table(records(rows), list(rows), title, {})


def main(arguments: list[str] | None = None) -> int:
    """The command; 0, or 1 or 2 after a line that says what is wrong."""
    parser = parser_of("difficulty", __doc__)
    games, out = "of each team, scenario and difficulty (1000)", "of the sweep, the tables and the picture"
    sweep_options(parser, games, "who plays every seat (heuristic)", out)
    return answered(partial(played_and_shown, sweep, show), parser.parse_args(arguments))


if __name__ == "__main__":
    sys.exit(main())
