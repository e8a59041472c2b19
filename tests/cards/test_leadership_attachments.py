"""The Leadership attachments of the Core Set (26 and 27): what they do, may not do, and whom they meet.

Source of positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim.errors import IllegalAction
from lotrsim.testing import (
    check,
    decider,
    decision,
    do,
    host_of,
    offered,
    play,
    position,
    record,
    stat_of,
    zone_of,
)

# ---------------------------------------------------------------- 26 Steward of Gondor


def test_steward_of_gondor_on_any_hero():
    """FAQ 1.38: on another player's hero it belongs to him."""
    game = position(
        heroes=[["Aragorn"], ["Éowyn"]], hand=[["Steward of Gondor"]], resources={"Aragorn": 2}, phase="planning",
    )  # fmt: skip
    play(game, "Steward of Gondor")
    assert offered(game) == ["Aragorn", "Éowyn"]
    do(game, "Éowyn")
    assert host_of(game, "Steward of Gondor") == "Éowyn"
    assert (decision(game), decider(game), offered(game)) == ("action", 1, ["Steward of Gondor", "pass"])
    do(game, "Steward of Gondor", stay=True)
    check(game, resources={"Aragorn": 0, "Éowyn": 2}, exhausted=["Steward of Gondor"])


def test_steward_of_gondor_must_be_ready():
    """Its cost is to exhaust it."""
    game = position(
        heroes=[["Aragorn"]], attachments={"Aragorn": ["Steward of Gondor"]}, exhausted=["Steward of Gondor"],
        phase="planning",
    )  # fmt: skip
    assert decision(game) == "commit"


def test_steward_of_gondor_is_unique():
    """No second copy while one is in play."""
    game = position(
        heroes=[["Aragorn", "Théodred"]], attachments={"Aragorn": ["Steward of Gondor"]},
        exhausted=["Steward of Gondor"], hand=[["Steward of Gondor"]], resources={"Théodred": 2}, phase="planning",
    )  # fmt: skip
    assert decision(game) == "commit"


def test_attachments_are_played_in_planning_only():
    """Rules, Planning: only here can they be played from hand."""
    game = position(heroes=[["Aragorn"]], hand=[["Steward of Gondor"]], resources={"Aragorn": 2}, phase="quest")
    assert decision(game) == "commit"


def test_allies_are_played_in_the_own_planning_window_only():
    """Rules, Planning: in his window a player alone plays allies and attachments."""
    game = position(
        heroes=[["Aragorn"], ["Théodred"]], hand=[["Guard of the Citadel"], ["Guard of the Citadel"]],
        resources={"Aragorn": 2, "Théodred": 2}, phase="planning",
    )  # fmt: skip
    assert decider(game) == 0
    do(game, "pass")
    assert (decision(game), decider(game)) == ("action", 1)


# ---------------------------------------------------------------- 27 Celebrían's Stone


def test_celebrians_stone_gives_aragorn_a_spirit_icon():
    """He pays for Spirit cards, and counts as a Spirit character for Strength of Will."""
    game = position(
        heroes=[["Aragorn"]], attachments={"Aragorn": ["Celebrían's Stone"]}, hand=[["Strength of Will"]],
        staging=["Forest Gate"], phase="travel",
    )  # fmt: skip
    do(game, "Forest Gate")
    assert offered(game) == ["Strength of Will", "pass"]
    do(game, "Strength of Will", stay=True)
    check(game, exhausted=["Aragorn"], progress={"Forest Gate": 2})


def test_celebrians_stone_gives_others_no_icon():
    """The icon is Aragorn's alone; the willpower is not."""
    game = position(
        heroes=[["Théodred"]], attachments={"Théodred": ["Celebrían's Stone"]}, resources={"Théodred": 2},
        hand=[["The Favor of the Lady"]], phase="planning",
    )  # fmt: skip
    check(game, stat={"Théodred": {"willpower": 3}}, not_offered=["The Favor of the Lady"])


def test_celebrians_stone_pays_together_with_a_spirit_hero():
    """Icons gained count in the pool of payments, which may be combined."""
    game = position(
        heroes=[["Aragorn", "Éowyn"]], attachments={"Aragorn": ["Celebrían's Stone"]}, hand=[["Northern Tracker"]],
        resources={"Aragorn": 2, "Éowyn": 2}, phase="planning",
    )  # fmt: skip
    play(game, "Northern Tracker", stay=True)
    check(game, resources={"Aragorn": 0, "Éowyn": 0}, zone={"Northern Tracker": "play"})


def test_a_third_restricted_attachment():
    """Keyword Restricted: the hero's controller discards one of the three at once."""
    game = position(
        heroes=[["Aragorn"], ["Gimli"]], attachments={"Gimli": ["Dwarven Axe", "Citadel Plate"]},
        hand=[["Celebrían's Stone"]], resources={"Aragorn": 2}, phase="planning",
    )  # fmt: skip
    play(game, "Celebrían's Stone", "Gimli")
    assert decider(game) == 1 and offered(game) == ["Dwarven Axe", "Citadel Plate", "Celebrían's Stone"]
    do(game, "Dwarven Axe")
    check(game, zone={"Dwarven Axe": "discard", "Celebrían's Stone": "attached", "Citadel Plate": "attached"})
    check(game, stat={"Gimli": {"willpower": 4, "attack": 2}})


def test_what_leaves_play_loses_its_attachments():
    """Rules, Things: they are discarded to their owners' piles."""
    game = position(
        heroes=[["Aragorn", "Théodred"]], attachments={"Théodred": ["Celebrían's Stone"]}, damage={"Théodred": 3},
        engaged=[["Forest Spider"]], phase="attacks",
    )  # fmt: skip
    do(game, "pass", "Théodred")
    check(game, zone={"Théodred": "discard", "Celebrían's Stone": "discard"})
    assert zone_of(game, "Aragorn") == "play" and stat_of(game, "Aragorn", "willpower") == 2
    with pytest.raises(IllegalAction):
        do(game, "Théodred")
    assert record(game)["n_alive"] == 1
