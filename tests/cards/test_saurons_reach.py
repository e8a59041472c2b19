"""The encounter set Sauron's Reach (115 to 118).

Source of positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim import ids as n
from lotrsim.checks import state_errors
from lotrsim.testing import (
    check,
    decider,
    decision,
    do,
    hand,
    offered,
    pile,
    player_with,
    position,
    quest_progress,
    record,
    stage_of,
    stat_of,
    zone_of,
)

STREAMS = ["Enchanted Stream", "Enchanted Stream"]


def reveal(*cards, **more):
    """The cards are revealed; the deck does not run out."""
    described = {"heroes": [["Gimli", "Legolas"]], "threat": [5], "phase": "staging"}
    return position(**{**described, "encounter_deck": [*cards, *STREAMS], **more})


def attack(*shadows, **more):
    """A King Spider of attack 3 with shadow cards attacks the first player."""
    described = {
        "heroes": [["Gimli", "Legolas"]], "threat": [10], "engaged": [["King Spider"]],
        "shadows": {"King Spider": [*shadows]}, "phase": "attacks",
    }  # fmt: skip
    return position(**{**described, **more})


def knows(game):
    """Somebody knows a card of the encounter deck."""
    g = record(game)
    return any(g["known_by"][c] for c in range(int(g["n_cards"])) if g["zone"][c] == n.ENCOUNTER_DECK)


# ---------------------------------------------------------------- 115 Eastern Crows


def test_the_crows_surge():
    """One more card; they are placed after it."""
    game = reveal("Eastern Crows", "Old Forest Road")
    assert pile(game, n.STAGING) == ["Old Forest Road", "Eastern Crows"] and len(pile(game, n.ENCOUNTER_DECK)) == 2


def test_three_crows_in_a_row():
    """Each surges, whoever revealed it."""
    game = reveal("Eastern Crows", "Eastern Crows", "Eastern Crows", "Old Forest Road")
    assert sorted(pile(game, n.STAGING)) == ["Eastern Crows"] * 3 + ["Old Forest Road"]


def test_the_crows_killed_in_combat_are_shuffled_back():
    """Never the discard pile; nobody knows where they lie; the order differs by the seed."""
    places = set()
    for seed in range(8):
        game = position(
            heroes=[["Gimli"]], engaged=[["Eastern Crows"]], phase="player-attacks", seed=seed,
            encounter_deck=["Forest Gate", *STREAMS],
        )  # fmt: skip
        do(game, "Eastern Crows", stay=True)
        assert zone_of(game, "Eastern Crows") == "encounter deck" and not knows(game)
        places.add(pile(game, n.ENCOUNTER_DECK).index("Eastern Crows"))
        assert pile(game, n.ENCOUNTER_DISCARD) == [] and not state_errors(record(game))
    assert len(places) > 1


def test_the_crows_killed_by_an_effect():
    """Defeated is defeated: a Spearman's response, in the middle of their attack, which stops."""
    game = attack(engaged=[["Eastern Crows"]], shadows={}, in_play=[["Gondorian Spearman"]], encounter_deck=STREAMS)
    do(game, "Gondorian Spearman")
    do(game, "Gondorian Spearman", stay=True)
    check(game, zone={"Eastern Crows": "encounter deck", "Gondorian Spearman": "play"}, damage={"Gimli": 0, "Legolas": 0})


def test_the_crows_take_nothing_into_the_deck():
    """Attachments and shadow cards are discarded; damage is gone."""
    game = position(
        heroes=[["Gimli"]], engaged=[["Eastern Crows"]], attachments={"Eastern Crows": ["Forest Snare"]},
        shadows={"Eastern Crows": ["Forest Gate"]}, phase="player-attacks", encounter_deck=STREAMS,
    )  # fmt: skip
    do(game, "Eastern Crows", stay=True)
    check(game, zone={"Forest Snare": "discard", "Forest Gate": "encounter discard", "Eastern Crows": "encounter deck"})
    check(game, damage={"Eastern Crows": 0})


@pytest.mark.parametrize("seed", range(4))
def test_legolas_kills_the_crows(seed):
    """Forced first, then the response, whatever card lies where the Crows lay (RULES, Effects and their order)."""
    game = position(
        heroes=[["Legolas"]], engaged=[["Eastern Crows"]], phase="player-attacks", encounter_deck=[*STREAMS, "Despair"],
        attachments={"Legolas": ["Blade of Gondolin"]}, seed=seed,
    )  # fmt: skip
    do(game, "Eastern Crows")
    assert (decision(game), zone_of(game, "Eastern Crows")) == ("response", "encounter deck")
    assert offered(game) == ["Legolas", "Blade of Gondolin", "pass"]
    do(game, "Legolas", "Blade of Gondolin", stay=True)
    assert quest_progress(game) == 3


def test_thalin_kills_the_crows_as_they_are_revealed():
    """No surge (RULINGS, 2), and back into the deck (RULINGS, C4)."""
    game = reveal("Eastern Crows", heroes=[["Thalin"]], committed=["Thalin"], hand=[["Feint"]])
    assert pile(game, n.STAGING) == [] and len(pile(game, n.ENCOUNTER_DECK)) == 3
    check(game, zone={"Eastern Crows": "encounter deck"})
    assert pile(game, n.ENCOUNTER_DISCARD) == [] and not knows(game) and not state_errors(record(game))


def test_thalin_and_the_crows_alone_in_the_deck():
    """They are shuffled into an empty deck: the next reveal of the step finds them again."""
    game = position(
        heroes=[["Thalin"], ["Gimli"]], threat=[5, 5], committed=["Thalin"], encounter_deck=["Eastern Crows"],
        hand=[["Feint"]], phase="staging",
    )  # fmt: skip
    check(game, zone={"Eastern Crows": "encounter deck"}, result="playing")


def test_thalin_kills_the_crows_that_surged_in():
    """(RULINGS, C4) Also an enemy revealed by surge."""
    game = reveal("Wolf Rider", "Eastern Crows", heroes=[["Thalin"]], committed=["Thalin"], hand=[["Feint"]])
    check(game, zone={"Wolf Rider": "staging", "Eastern Crows": "encounter deck"}, damage={"Wolf Rider": 1})
    assert pile(game, n.STAGING) == ["Wolf Rider"] and len(pile(game, n.ENCOUNTER_DECK)) == 3


def test_the_crows_discarded_as_a_shadow_card():
    """Not defeated: the discard pile, also when their host is killed."""
    game = attack("Eastern Crows", encounter_deck=STREAMS, heroes=[["Gimli"]])
    do(game, "Gimli")
    check(game, zone={"Eastern Crows": "encounter discard"})
    game = attack("Eastern Crows", heroes=[["Gimli"]], damage={"King Spider": 2}, phase="player-attacks")
    do(game, "King Spider", stay=True)
    check(game, zone={"Eastern Crows": "encounter discard", "King Spider": "encounter discard"})


@pytest.mark.parametrize(("threat", "bonus"), [([34, 40], 1), ([35, 10], 2)])
def test_the_crows_shadow(threat, bonus):
    """+1 attack, +2 if the defending player's threat is 35 or higher; another player's does not matter."""
    game = attack("Eastern Crows", heroes=[["Gimli"], ["Aragorn"]], threat=threat)
    check(do(game, "Gimli", stay=True), damage={"Gimli": 3 + bonus - 2})


def test_the_crows_shadow_and_a_sentinel():
    """FAQ 1.52: the defending player is the attacked one."""
    game = attack("Eastern Crows", heroes=[["Gimli"], ["Aragorn"]], threat=[35, 10])
    do(game, "pass")
    check(do(game, "Aragorn", stay=True), damage={"Aragorn": 3 + 2 - 2})


# ---------------------------------------------------------------- 116 Evil Storm


def test_the_storm_strikes_players_of_35():
    """Heroes and allies, ready and exhausted, of each of them; nobody of the others."""
    game = reveal(
        "Evil Storm", "Enchanted Stream", heroes=[["Gimli", "Legolas"], ["Thalin"], ["Éowyn"]], threat=[35, 34, 49],
        in_play=[["Veteran Axehand"], ["Snowbourn Scout"], ["Wandering Took"]], committed=["Gimli"], encounter_deck=[
            "Evil Storm", *STREAMS, *STREAMS, *STREAMS],
    )  # fmt: skip
    check(game, damage={"Gimli": 1, "Legolas": 1, "Veteran Axehand": 1, "Thalin": 0, "Éowyn": 1, "Wandering Took": 1})
    check(game, zone={"Snowbourn Scout": "play", "Evil Storm": "encounter discard"})


def test_the_storm_finds_nobody():
    """Threat below 35."""
    check(reveal("Evil Storm", threat=[34]), damage={"Gimli": 0, "Legolas": 0})


def test_the_storm_kills_all_at_once():
    """One effect's damage is placed together; the last hero's death loses."""
    game = reveal("Evil Storm", threat=[40], damage={"Gimli": 4}, in_play=[["Snowbourn Scout"]])
    check(game, zone={"Gimli": "discard", "Snowbourn Scout": "discard"}, damage={"Legolas": 1}, result="playing")
    check(reveal("Evil Storm", threat=[40], damage={"Gimli": 4, "Legolas": 3}), result="lost")


def test_the_storm_eliminates_one_of_two():
    """Its enemies return to staging, the other plays on; that step's reveals do not become fewer (RULINGS, C3)."""
    game = reveal("Evil Storm", "Old Forest Road", heroes=[["Gimli"], ["Thalin"]], threat=[40, 10], damage={"Gimli": 4},
                  engaged=[["King Spider"], []])  # fmt: skip
    assert [p > 0 for p in record(game)["eliminated"]][:2] == [True, False]
    check(game, zone={"King Spider": "staging", "Old Forest Road": "staging"}, result="playing")


def test_the_storm_and_gloin():
    """Each who survives has suffered damage."""
    game = reveal("Evil Storm", heroes=[["Glóin", "Théodred"]], threat=[35])
    assert (decision(game), offered(game)) == ("response", ["Glóin", "pass"])
    check(do(game, "Glóin", stay=True), resources={"Glóin": 1, "Théodred": 0})


def test_the_storm_cancelled():
    """A Test of Will."""
    game = reveal("Evil Storm", heroes=[["Dúnhere"]], threat=[40], hand=[["A Test of Will"]], resources={"Dúnhere": 1})
    check(do(game, "A Test of Will"), damage={"Dúnhere": 0})


# ---------------------------------------------------------------- 117 Pursued by Shadow


def test_each_player_pays_for_those_who_stay_at_home():
    """Once by the total (RULINGS, C4); exhausted but uncommitted counts, a committed one does not."""
    game = reveal(
        "Pursued by Shadow", heroes=[["Gimli", "Legolas"], ["Éowyn"]], in_play=[["Veteran Axehand"], []],
        committed=["Gimli", "Éowyn"], exhausted=["Legolas"], threat=[5, 5], hand=[["Quick Strike"]],
        encounter_deck=["Pursued by Shadow", "Evil Storm", *STREAMS],
    )  # fmt: skip
    check(game, threat=[7, 5], zone={"Pursued by Shadow": "encounter discard"})


def test_pursued_to_fifty():
    """Eliminated at once; the others are raised by their own numbers."""
    game = reveal(
        "Pursued by Shadow", heroes=[["Gimli", "Legolas"], ["Éowyn", "Dúnhere"]], threat=[48, 20], committed=["Éowyn"],
        hand=[[], ["Feint"]], encounter_deck=["Pursued by Shadow", "Evil Storm", *STREAMS],
    )  # fmt: skip
    assert [p > 0 for p in record(game)["eliminated"]][:2] == [True, False]
    check(game, threat=[50, 21], result="playing")


def test_in_setup_nobody_is_committed():
    """(RULINGS, 117) Outside the quest phase everybody is uncommitted."""
    game = position(
        "journey-along-the-anduin", heroes=[["Gimli", "Legolas", "Thalin"]], threat=[20], phase="stage",
        encounter_deck=["Pursued by Shadow", *STREAMS],
    )  # fmt: skip
    check(game, threat=[23])


def test_after_the_quest_phase_nobody_is_committed():
    """The last stage comes in the combat phase and reveals it: also those who quested count."""
    game = position(
        "journey-along-the-anduin", heroes=[["Legolas", "Éowyn"]], threat=[20], stage=2, progress={"Anduin Passage": 13},
        staging=["Goblin Sniper"], engaged=[["Black Forest Bats"]], committed=["Éowyn"], phase="resolve",
        encounter_deck=["Forest Gate", "Pursued by Shadow", "Evil Storm", *STREAMS],
    )  # fmt: skip
    do(game, "pass", "pass", "Éowyn")  # no engagement, no defender
    check(game, quest_progress=15, threat=[20])
    do(game, "Black Forest Bats", "Legolas", stay=True)
    check(game, threat=[22])
    assert stage_of(game) == "Ambush on the Shore"


@pytest.mark.parametrize("ready", [True, False])
def test_the_pursuits_shadow_without_an_exhausted_ally(ready):
    """Three threat; a ready ally, another player's exhausted one and an exhausted hero are none."""
    game = attack(
        "Pursued by Shadow", heroes=[["Gimli"], ["Aragorn"]], threat=[10, 10],
        in_play=[["Veteran Axehand"] if ready else [], ["Gondorian Spearman"]], exhausted=["Gondorian Spearman"],
    )  # fmt: skip
    do(game, "Gimli", stay=True)
    check(game, threat=[13, 10], damage={"Gimli": 1}, zone={"Gondorian Spearman": "play"})


def test_the_pursuits_shadow_takes_an_exhausted_ally():
    """The defending player chooses among his; no threat."""
    game = attack(
        "Pursued by Shadow", heroes=[["Gimli"], ["Aragorn"]], threat=[10, 10],
        in_play=[["Veteran Axehand", "Gondorian Spearman", "Horseback Archer"], ["Snowbourn Scout"]],
        exhausted=["Veteran Axehand", "Gondorian Spearman", "Snowbourn Scout"],
    )  # fmt: skip
    do(game, "Gimli")
    assert (decision(game), decider(game), offered(game)) == ("target", 0, ["Veteran Axehand", "Gondorian Spearman"])
    do(game, "Gondorian Spearman", stay=True)
    check(game, zone={"Gondorian Spearman": "hand", "Veteran Axehand": "play"}, threat=[10, 10], damage={"Gimli": 1})


def test_the_pursuits_shadow_takes_the_defender():
    """An ally who defends is exhausted: back in hand, the attack is undefended."""
    game = attack("Pursued by Shadow", in_play=[["Veteran Axehand"]], heroes=[["Gimli"]])
    do(game, "Veteran Axehand", stay=True)
    check(game, zone={"Veteran Axehand": "hand"}, damage={"Gimli": 3}, threat=[10])


def test_the_ally_returns_to_its_owners_hand():
    """A Took under another player's control."""
    game = position(
        heroes=[["Éowyn"], ["Gimli"]], threat=[20, 10], in_play=[["Wandering Took"], []], engaged=[[], ["King Spider"]],
        exhausted=["Wandering Took", "Gimli"], shadows={"King Spider": ["Pursued by Shadow"]}, phase="dealt",
    )  # fmt: skip
    do(game, "Wandering Took")  # the only other player takes it; the attack that follows is against him
    do(game, "pass")
    do(game, "pass", stay=True)
    check(game, zone={"Wandering Took": "hand"}, threat=[17, 13], damage={"Gimli": 3})
    assert player_with(game, "Wandering Took") == 0


def test_the_pursuits_shadow_eliminates():
    """Three more are fifty: no damage any more."""
    game = attack("Pursued by Shadow", heroes=[["Gimli"], ["Aragorn"]], threat=[47, 10])
    do(game, "Gimli", stay=True)
    check(game, threat=[50, 10], zone={"King Spider": "staging"}, result="playing")


# ---------------------------------------------------------------- 118 Treacherous Fog


def test_the_fog_thickens_every_location():
    """Those in staging and those revealed later in the phase (RULINGS, C3); no enemy, not the active location."""
    game = reveal(
        "Treacherous Fog", "Old Forest Road", "King Spider", heroes=[["Dúnhere"], ["Gimli"], ["Éowyn"]],
        staging=["Necromancer's Pass"], active_location="Forest Gate", threat=[5, 5, 5], committed=["Éowyn"],
        hand=[[], [], ["Feint"]], encounter_deck=["Treacherous Fog", "Old Forest Road", "King Spider", *STREAMS],
    )  # fmt: skip
    assert decision(game) == "action", "the window after staging: Éowyn's"
    for name, threat in [("Necromancer's Pass", 4), ("Old Forest Road", 2), ("Forest Gate", 2), ("King Spider", 2)]:
        assert stat_of(game, name, "threat") == threat


def test_the_fog_lifts_at_the_end_of_the_phase():
    """And is not there in the next one."""
    game = reveal("Treacherous Fog", staging=["Old Forest Road"], committed=["Gimli"])
    assert decision(game) == "travel"
    check(game, threat=[5 + 2 - 2], stat={"Old Forest Road": {"threat": 1}})


def test_two_fogs_add_up():
    """+2 for each location."""
    game = reveal(
        "Treacherous Fog", "Treacherous Fog", heroes=[["Dúnhere"], ["Éowyn"]], threat=[5, 5], hand=[["Secret Paths"], ["Feint"]],
        staging=["Old Forest Road"],
    )  # fmt: skip
    assert decision(game) == "action" and stat_of(game, "Old Forest Road", "threat") == 3


def test_the_fog_takes_a_card_of_each_player_of_35():
    """Each chooses from his own hand, the first player first; an empty hand gives none."""
    game = reveal(
        "Treacherous Fog", heroes=[["Gimli"], ["Legolas"], ["Thalin"], ["Dúnhere"]], threat=[35, 36, 34, 40],
        hand=[["Feint", "Quick Strike"], ["Blade Mastery", "Swift Strike"], ["Feint"], []], first_player=1,
        encounter_deck=["Treacherous Fog", *STREAMS * 3], staging=["Old Forest Road"],
    )  # fmt: skip
    assert (decision(game), decider(game), offered(game)) == ("target", 1, ["Blade Mastery", "Swift Strike"])
    do(game, "Blade Mastery")
    assert (decider(game), offered(game)) == (0, ["Feint", "Quick Strike"])
    do(game, "Feint")
    assert [hand(game, p) for p in range(4)] == [["Quick Strike"], ["Swift Strike"], ["Feint"], []]
    check(game, zone={"Blade Mastery": "discard", "Feint": "discard"})


def test_the_fog_without_a_location():
    """Its first part resolves all the same, so the discard follows (RULINGS, 3)."""
    game = reveal("Treacherous Fog", "Black Forest Bats", threat=[35], hand=[["Feint"]])
    assert hand(game) == []


def test_the_fog_cancelled():
    """Neither part; the event that cancels is paid from hand before."""
    game = reveal("Treacherous Fog", heroes=[["Dúnhere"]], threat=[35], hand=[["A Test of Will", "Feint"]],
                  resources={"Dúnhere": 1}, staging=["Old Forest Road"])  # fmt: skip
    check(do(game, "A Test of Will"), hand=[["Feint"]], threat=[36])


def test_the_fog_in_setup_lasts_until_the_first_resource_phase():
    """FAQ 1.19."""
    game = position(
        "journey-along-the-anduin", heroes=[["Éowyn"], ["Dúnhere"]], threat=[20, 20], phase="stage", hand=[["Feint"]],
        encounter_deck=["Treacherous Fog", "Old Forest Road", *STREAMS],
    )  # fmt: skip
    assert decision(game) == "action" and stat_of(game, "Old Forest Road", "threat") == 2
    while record(game)["phase"] == n.RESOURCE_PHASE:
        do(game, "pass")
    assert stat_of(game, "Old Forest Road", "threat") == 1


def test_a_fogged_location_explored_and_revealed_again():
    """Whatever location lies in the staging area as long as the fog lasts, also one that comes back."""
    game = reveal("Treacherous Fog", "Banks of the Anduin", heroes=[["Gimli"], ["Éowyn"]], threat=[5, 5], hand=[[], ["Feint"]])
    assert decision(game) == "action" and stat_of(game, "Banks of the Anduin", "threat") == 2


def test_the_fog_and_secret_paths():
    """A location that does not contribute its threat contributes the fog's neither."""
    game = reveal("Treacherous Fog", heroes=[["Denethor"]], staging=["Old Forest Road", "Forest Gate"], committed=["Denethor"],
                  hand=[["Secret Paths"]], resources={"Denethor": 1})  # fmt: skip
    check(do(game, "Secret Paths", "Old Forest Road", stay=True), threat=[5 + 2 + 1 - 1])
