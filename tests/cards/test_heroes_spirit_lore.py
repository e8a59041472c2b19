"""The Spirit and Lore heroes of the Core Set (cards 7 to 12): what they do, when they may not, and whom they meet most.

Source of positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim.errors import IllegalAction
from lotrsim.ids import ENCOUNTER_DECK
from lotrsim.testing import (
    check,
    decider,
    decision,
    do,
    offered,
    pile,
    play,
    position,
    record,
    stat_of,
    zone_of,
)

# ---------------------------------------------------------------- 7 Éowyn


def test_eowyn_lasts_until_the_end_of_the_phase():
    """+1 willpower for the phase, in any phase."""
    game = position(heroes=[["Éowyn"]], hand=[["Gandalf", "Feint"]], phase="quest")
    play(game, "Éowyn", "Feint")
    assert stat_of(game, "Éowyn", "willpower") == 5
    do(game, "Éowyn", "pass")
    assert stat_of(game, "Éowyn", "willpower") == 4
    check(game, zone={"Feint": "discard"}, hand=[["Gandalf"]], quest_progress=5)


def test_eowyn_needs_a_card():
    """Nobody can discard from an empty hand."""
    assert decision(position(heroes=[["Éowyn"]], phase="quest")) == "commit"


def test_eowyn_once_a_round_for_each_player():
    """The limit is a player's: each may discard once, in any order, at his own cost."""
    game = position(heroes=[["Éowyn"], ["Gimli"]], hand=[["Gandalf", "Feint"], ["Beorn"]], phase="quest")
    play(game, "Éowyn", "Feint")
    assert (decider(game), offered(game)) == (1, ["Éowyn", "pass"])
    play(game, "Éowyn")
    assert stat_of(game, "Éowyn", "willpower") == 6
    assert decision(game) == "commit"
    check(game, hand=[["Gandalf"], []], zone={"Beorn": "discard"})


def test_eowyn_not_twice_a_round_by_one_player():
    """Also not in a later phase; in the next round again."""
    game = position(heroes=[["Éowyn"]], hand=[["Gandalf", "Feint"]], phase="planning")
    play(game, "Éowyn", "Feint")
    with pytest.raises(IllegalAction):
        play(game, "Éowyn", "Gandalf")
    do(game, "pass")
    assert record(game)["round_no"] == 1 and "Éowyn" in offered(game)


def test_eowyn_after_the_reveals():
    """hall-of-beorn: her action may be used after staging."""
    game = position(
        heroes=[["Éowyn"]], hand=[["Gandalf"]], committed=["Éowyn"], staging=["Necromancer's Pass"],
        encounter_deck=["Black Forest Bats", "Enchanted Stream"], phase="staged",
    )  # fmt: skip
    play(game, "Éowyn")
    check(game, quest_progress=2)


# ---------------------------------------------------------------- 8 Eleanor


def eleanor(**more):
    """Eleanor when a treachery is revealed; `more` adds to the position or replaces parts of it."""
    described = {
        "heroes": [["Eleanor"]], "hand": [["Feint"]], "phase": "staging",
        "encounter_deck": ["Eyes of the Forest", "Old Forest Road", "Enchanted Stream"],
    }  # fmt: skip
    return position(**{**described, **more})


def test_eleanor_cancels_and_replaces():
    """The card is discarded, the next one is revealed in its place."""
    game = do(eleanor(), "Eleanor")
    check(game, exhausted=["Eleanor"], hand=[["Feint"]])
    check(game, zone={"Eyes of the Forest": "encounter discard", "Old Forest Road": "staging"})


def test_eleanor_must_be_ready():
    """Her cost cannot be paid."""
    game = eleanor(exhausted=["Eleanor"])
    check(game, hand=[[]], zone={"Old Forest Road": "encounter deck"})


def test_eleanor_cancels_no_enemy():
    """A treachery only, not the King Spider's when-revealed effect."""
    game = eleanor(encounter_deck=["King Spider", "Enchanted Stream"])
    check(game, zone={"King Spider": "staging"}, exhausted=["Eleanor"])
    assert zone_of(game, "Enchanted Stream") == "encounter deck"


def test_eleanor_and_a_test_of_will_not_both():
    """HARD_CARDS: what one cancelled gives the other no reason."""
    game = eleanor(hand=[["A Test of Will", "Feint"]], resources={"Eleanor": 1})
    assert offered(game) == ["Eleanor", "A Test of Will", "pass"]
    do(game, "A Test of Will")
    check(game, ready=["Eleanor"], hand=[["Feint"]], zone={"Old Forest Road": "encounter deck"})


def test_eleanors_replacement_is_a_full_reveal():
    """A treachery revealed in place may be cancelled by A Test of Will; Eleanor is exhausted."""
    game = eleanor(
        hand=[["A Test of Will", "Feint"]], resources={"Eleanor": 1},
        encounter_deck=["Driven by Shadow", "Eyes of the Forest", "Enchanted Stream"],
    )  # fmt: skip
    do(game, "Eleanor")
    assert offered(game) == ["A Test of Will", "pass"]
    do(game, "A Test of Will")
    check(game, hand=[["Feint"]], zone={"Eyes of the Forest": "encounter discard"})


def test_eleanor_stops_the_surge_that_an_effect_gives():
    """A cancelled effect never gained surge."""
    game = eleanor(encounter_deck=["Driven by Shadow", "Old Forest Road", "Enchanted Stream"])
    do(game, "Eleanor")
    check(game, zone={"Old Forest Road": "staging", "Enchanted Stream": "encounter deck"})


# ---------------------------------------------------------------- 9 Dúnhere


def test_dunhere_attacks_the_staging_area():
    """Alone, with +1 attack; the enemy stays where it is (hall-of-beorn)."""
    game = position(heroes=[["Dúnhere"]], staging=["Forest Spider"], phase="player-attacks")
    do(game, "Forest Spider", stay=True)
    check(game, damage={"Forest Spider": 2}, zone={"Forest Spider": "staging"}, exhausted=["Dúnhere"])


def test_dunhere_attacks_the_staging_area_alone():
    """Nobody joins him."""
    game = position(heroes=[["Dúnhere", "Gimli"]], staging=["Forest Spider"], phase="player-attacks")
    do(game, "Forest Spider", stay=True)
    check(game, damage={"Forest Spider": 2}, ready=["Gimli"])


def test_dunhere_has_no_bonus_against_engaged_enemies():
    """The bonus belongs to attacks on the staging area."""
    game = position(heroes=[["Dúnhere"]], engaged=[["Forest Spider"]], phase="player-attacks")
    do(game, "Forest Spider")
    check(game, damage={"Forest Spider": 1})


def test_dunhere_must_be_ready_and_the_others_cannot():
    """Exhausted he attacks nobody; Gimli cannot reach the staging area."""
    game = position(
        heroes=[["Dúnhere", "Gimli"]], exhausted=["Dúnhere"], staging=["Forest Spider"], phase="player-attacks",
    )  # fmt: skip
    assert decision(game) != "strike_target"


def test_dunhere_strikes_quickly_at_the_staging_area():
    """RULINGS, Readings, 35: Quick Strike takes a target that the character could attack."""
    game = position(
        heroes=[["Gimli", "Dúnhere"]], hand=[["Quick Strike"]], resources={"Gimli": 1}, staging=["Forest Spider"],
        phase="planning",
    )  # fmt: skip
    play(game, "Quick Strike")
    check(game, damage={"Forest Spider": 2}, exhausted=["Dúnhere"], zone={"Forest Spider": "staging"})


def test_dunhere_with_a_blade_against_an_orc_in_staging():
    """His +1 and the Blade's +1 against an Orc: 2 + 1 + 1 kill a patrol of defense 1; the Blade makes progress."""
    game = position(
        heroes=[["Dúnhere"]], attachments={"Dúnhere": ["Blade of Gondolin"]}, staging=["Dol Guldur Orcs"],
        phase="player-attacks",
    )  # fmt: skip
    do(game, "Dol Guldur Orcs", "Blade of Gondolin", stay=True)
    check(game, quest_progress=1, zone={"Dol Guldur Orcs": "encounter discard"})


# ---------------------------------------------------------------- 10 Denethor


def test_denethor_looks_and_leaves_the_card():
    """He may leave it; then he knows it."""
    game = position(
        heroes=[["Denethor"]], encounter_deck=["Forest Gate", "Enchanted Stream"], staging=["Forest Spider"],
        phase="planning",
    )  # fmt: skip
    play(game, "Denethor", "no", stay=True)
    assert pile(game, ENCOUNTER_DECK) == ["Forest Gate", "Enchanted Stream"]
    check(game, exhausted=["Denethor"])


def test_denethor_moves_the_card_to_the_bottom():
    """Or he puts it under the deck."""
    game = position(heroes=[["Denethor", "Gimli"]], encounter_deck=["Forest Gate", "Enchanted Stream"], phase="quest")
    play(game, "Denethor", "yes")
    assert pile(game, ENCOUNTER_DECK) == ["Enchanted Stream", "Forest Gate"]
    assert decision(game) == "commit"


def test_denethor_needs_a_deck_and_must_be_ready():
    """No card to look at, or no cost to pay: no action."""
    assert decision(position(heroes=[["Denethor"]], phase="quest")) == "commit"
    game = position(
        heroes=[["Denethor", "Gimli"]], exhausted=["Denethor"], encounter_deck=["Forest Gate"], phase="quest",
    )  # fmt: skip
    assert decision(game) == "commit"


def test_denethor_after_henamarth():
    """A known card is nothing new to Henamarth, but Denethor may still move it."""
    game = position(
        heroes=[["Denethor"]], in_play=[["Henamarth Riversong"]], encounter_deck=["Forest Gate", "Enchanted Stream"],
        phase="planning",
    )  # fmt: skip
    play(game, "Denethor", "no", stay=True)
    assert decision(game) == "none"
    check(game, ready=["Henamarth Riversong"])
    game = position(
        heroes=[["Denethor"]], in_play=[["Henamarth Riversong"]], encounter_deck=["Forest Gate", "Enchanted Stream"],
        phase="planning",
    )  # fmt: skip
    play(game, "Henamarth Riversong", "Denethor", "yes")
    assert pile(game, ENCOUNTER_DECK)[-1] == "Forest Gate"


# ---------------------------------------------------------------- 11 Glorfindel


def test_glorfindel_heals_any_character():
    """An ally of another player too."""
    game = position(
        heroes=[["Glorfindel"], ["Gimli"]], in_play=[[], ["Faramir"]], damage={"Faramir": 1, "Gimli": 2},
        resources={"Glorfindel": 1}, phase="planning",
    )  # fmt: skip
    play(game, "Glorfindel")
    assert (decision(game), offered(game)) == ("target", ["Gimli", "Faramir"])
    do(game, "Faramir")
    check(game, damage={"Faramir": 0, "Gimli": 2}, resources={"Glorfindel": 0})


def test_glorfindel_once_a_round():
    """The limit; and again in the next round."""
    game = position(heroes=[["Glorfindel"]], damage={"Glorfindel": 3}, resources={"Glorfindel": 3}, phase="planning")
    play(game, "Glorfindel")
    check(game, damage={"Glorfindel": 2}, resources={"Glorfindel": 2})
    assert decision(game) == "commit"
    do(game, "pass")
    assert record(game)["round_no"] == 1
    play(game, "Glorfindel")
    check(game, damage={"Glorfindel": 1})


def test_glorfindel_needs_a_wound_and_a_resource_of_his_own():
    """Nothing to heal, or nothing in his own pool."""
    for more in ({"resources": {"Glorfindel": 2}}, {"damage": {"Gimli": 1}, "resources": {"Gimli": 2}}):
        assert decision(position(heroes=[["Glorfindel", "Gimli"]], phase="quest", **more)) == "commit"


def test_glorfindel_may_act_exhausted():
    """Rules, Paying: an exhausted hero can pay; the ability does not exhaust him."""
    game = position(
        heroes=[["Glorfindel"]], exhausted=["Glorfindel"], damage={"Glorfindel": 1}, resources={"Glorfindel": 1},
        phase="quest",
    )  # fmt: skip
    play(game, "Glorfindel")
    check(game, damage={"Glorfindel": 0})


# ---------------------------------------------------------------- 12 Beravor


def test_beravor_lets_a_player_draw():
    """Any player, himself or another."""
    game = position(heroes=[["Beravor"], ["Gimli"]], deck=[["Feint"], ["Gandalf", "Beorn"]], phase="planning")
    play(game, "Beravor")
    assert (decision(game), offered(game)) == ("player", [("player", 0), ("player", 1)])
    do(game, ("player", 1))
    check(game, hand=[[], ["Beorn", "Gandalf"]], exhausted=["Beravor"])


def test_beravor_chooses_only_players_who_can_draw():
    """A player with an empty deck is no choice."""
    game = position(heroes=[["Beravor"], ["Gimli"]], deck=[[], ["Gandalf"]], phase="planning")
    play(game, "Beravor")
    check(game, hand=[[], ["Gandalf"]])


def test_beravor_needs_cards_to_draw():
    """With an empty deck nothing would change; with Enchanted Stream nobody can draw."""
    assert decision(position(heroes=[["Beravor"]], phase="planning")) == "commit"
    game = position(heroes=[["Beravor"]], deck=[["Feint"]], active_location="Enchanted Stream", phase="planning")
    assert decision(game) == "commit"


def test_beravor_once_a_round_even_when_readied():
    """Errata: limit once per round, which Unexpected Courage does not lift."""
    game = position(
        heroes=[["Beravor"]], deck=[["Feint", "Gandalf", "Faramir", "Beorn"]],
        attachments={"Beravor": ["Unexpected Courage"]}, staging=["Forest Spider"], phase="planning",
    )  # fmt: skip
    play(game, "Beravor")
    play(game, "Unexpected Courage", stay=True)
    assert decision(game) == "none", "nothing more to do in this phase"
    check(game, ready=["Beravor"], hand=[["Feint", "Gandalf"]])
