"""The prose of the page: what each section shows, and how it was found."""

SCALE = (
    "Log-odds of losing, all else alike (logistic model of scenario, decks, agent and difficulty): 0 is the mean of those that "
    "were both won and lost; 1 more means that the odds of winning are 2.7 times less."
)
LEADER = (
    "Each deck against {}, which won most of these games. That these same games chose it makes its lead look a little larger "
    "than it is."
)
PAIRS = (
    "Games are paired by seed and number. The p-value is McNemar's exact one, corrected for the number of rows by Holm (below "
    "0.05: no false difference at all, with 95% confidence) and by Benjamini and Hochberg (below 0.05: of such differences, "
    "at most 5% are expected to be false)."
)
TOGETHER = "All of them in one logistic model: each effect is all else alike."
ALONE = (
    "Each in a logistic model of its own, for there are too few decks for one of all: the figures say what decks with it have "
    "in common, not what it does."
)
DECKS = (
    "Decks are what is compared, so errors are clustered by deck. Titles that always come together share a row; where fewer "
    "than five decks hold or lack one, it has no figure."
)
CAUSES = (
    "By threat: every player who was eliminated had 50 threat; without heroes: none of them had a hero left. The curve is "
    "Kaplan and Meier's chance not to have lost yet; a won game leaves it when it is won."
)
INTERVALS = "Every interval is a 95% interval of one figure alone."
METHOD = [
    ("Win rate", "Wins by games without a fault; Wilson's interval (statsmodels)."),
    (
        "Comparison",
        "Games with the same seed and number are pairs. Interval of the difference: Bonett and Price (2012). P-value: McNemar, "
        "exact, two-sided. Corrections: Holm; Benjamini and Hochberg (statsmodels). Pairs of different cells count as "
        "independent.",
    ),
    (
        "Scale of difficulty",
        "Additive logistic model, maximum likelihood (statsmodels), errors clustered by deck, t with one degree of freedom less "
        "than there are decks; with fewer than four decks, intervals hold for these decks only. Without a win or without a loss "
        "there is no maximum: then Firth's penalised likelihood with the intervals of its profile (firthmodels), and the note "
        "says so.",
    ),
    (
        "Heroes and cards",
        "Logistic model over the lists of decks, errors clustered by deck; degrees of freedom of t as in Welch's test, from the "
        "number of decks that hold and lack a title. At least ten decks, five with and five without it.",
    ),
    ("Causes", "Shares of the lost games, Wilson's interval."),
    ("Survival", "Kaplan and Meier, won games censored; Greenwood's interval on the scale of log(-log) (statsmodels)."),
    ("Scores", "Means with t intervals; medians with exact intervals of a quantile (SciPy), infinite where too few were won."),
    ("Rounds", "Means of the games that reached the round, with t intervals."),
]
