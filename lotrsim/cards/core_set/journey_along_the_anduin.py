"""The encounter set Journey Along the Anduin (111-114) and its quest cards (126-128)."""

from lotrsim.cards.spec import enemy, given, location, quest, treachery
from lotrsim.effects.language import (
    ALL_PLAYERS,
    ANYBODY,
    ATTACKED,
    ATTACKER,
    N_PLAYERS,
    REFRESHES,
    SELF,
    TARGET,
    UNDEFENDED,
    add_to_staging,
    cards,
    choose,
    deal_shadow,
    each_player,
    enemies,
    exists,
    forced,
    if_else,
    in_zone,
    negate,
    raise_threat,
    remove_progress,
    repeat,
    reveal,
    rule,
    setup,
    shadow,
    shuffle_deck,
    times,
    when,
    when_revealed,
)
from lotrsim.ids import (
    C_EXTRA_REVEAL,
    C_NO_CHECKS,
    C_NO_DEFEAT,
    C_SKIP_STAGING,
    C_TO_DECK_TOP,
    C_WINS,
    Z_ACTIVE,
    Z_ENCOUNTER_DECK,
)

MISTY_MOUNTAIN_GOBLINS = enemy(
    "Misty Mountain Goblins", number=111, set="Core Set", quantity=3, easy_mode_quantity=3,
    encounter_set="Journey Along the Anduin",
    engagement_cost=15, threat=2, attack=2, defense=1, hit_points=3, traits="Goblin Orc",
    abilities=[forced(ATTACKED, remove_progress(1)), shadow(remove_progress(if_else(UNDEFENDED, 3, 1)))],
    example=given(heroes=[["Gimli"]], engaged=[["Misty Mountain Goblins"]], progress={"Flies and Spiders": 5},
                  phase="combat")
    .do("pass")
    .expect(damage={"Gimli": 2}, quest_progress=4),
)  # fmt: skip

MASSING_AT_NIGHT = treachery(
    "Massing at Night", number=112, set="Core Set", quantity=1, easy_mode_quantity=0,
    encounter_set="Journey Along the Anduin",
    abilities=[when_revealed(repeat(N_PLAYERS, reveal(1))), shadow(repeat(N_PLAYERS, deal_shadow(ATTACKER)))],
    example=given(heroes=[["Dúnhere"]], threat=[10], phase="staging",
                  encounter_deck=["Massing at Night", "Old Forest Road", "Enchanted Stream"])
    .expect(zone={"Old Forest Road": "staging", "Enchanted Stream": "encounter deck"}),
)  # fmt: skip

BANKS_OF_THE_ANDUIN = location(
    "Banks of the Anduin", number=113, set="Core Set", quantity=2, easy_mode_quantity=2,
    encounter_set="Journey Along the Anduin", threat=1, quest_points=3, traits="Riverland",
    abilities=[rule(C_TO_DECK_TOP)],
    example=given(heroes=[["Éowyn"]], threat=[10], active_location="Banks of the Anduin", committed=["Éowyn"],
                  encounter_deck=["Old Forest Road"], phase="resolve")
    .expect(zone={"Banks of the Anduin": "encounter deck"}, quest_progress=1),
)  # fmt: skip

GLADDEN_FIELDS = location(
    "Gladden Fields", number=114, set="Core Set", quantity=3, easy_mode_quantity=1,
    encounter_set="Journey Along the Anduin", threat=3, quest_points=3, traits="Marshland", keywords="Victory 3",
    abilities=[forced(REFRESHES, raise_threat(1, ALL_PLAYERS), condition=in_zone(SELF, Z_ACTIVE))],
    example=given(heroes=[["Dúnhere"]], threat=[10], active_location="Gladden Fields", phase="refresh")
    .expect(threat=[12]),
)  # fmt: skip

TO_THE_RIVER = quest(
    "To the River...", number=126, set="Core Set", encounter_set="Journey Along the Anduin",
    stage=1, quest_points=8, side_b="To the River...",
    abilities=[
        setup(each_player(reveal(1))),
        when_revealed(when(negate(exists(enemies(title="Hill Troll"))),
                           choose(cards(Z_ENCOUNTER_DECK, title="Hill Troll")), add_to_staging(TARGET)),
                      shuffle_deck(ANYBODY)),
        rule(C_NO_DEFEAT, condition=exists(enemies(title="Hill Troll"))),
    ],
    example=given(scenario="journey-along-the-anduin", heroes=[["Dúnhere"]], threat=[10], phase="setup",
                  encounter_deck=["Old Forest Road", "Hill Troll", "Enchanted Stream"])
    .do("no")  # no mulligan
    .expect(zone={"Old Forest Road": "staging", "Hill Troll": "staging", "Enchanted Stream": "encounter deck"}),
)  # fmt: skip

ANDUIN_PASSAGE = quest(
    "Anduin Passage", number=127, set="Core Set", encounter_set="Journey Along the Anduin",
    stage=2, quest_points=16, side_b="Anduin Passage",
    abilities=[rule(C_EXTRA_REVEAL), rule(C_NO_CHECKS)],
    example=given(scenario="journey-along-the-anduin", heroes=[["Dúnhere"]], threat=[10], stage=2, phase="staging",
                  encounter_deck=["Old Forest Road", "Enchanted Stream", "Forest Gate"])
    .expect(zone={"Old Forest Road": "staging", "Enchanted Stream": "staging", "Forest Gate": "encounter deck"}),
)  # fmt: skip

AMBUSH_ON_THE_SHORE = quest(
    "Ambush on the Shore", number=128, set="Core Set", encounter_set="Journey Along the Anduin",
    stage=3, quest_points=0, side_b="Ambush on the Shore",
    abilities=[
        when_revealed(repeat(times(2, N_PLAYERS), reveal(1))),
        rule(C_SKIP_STAGING),
        rule(C_WINS, condition=negate(exists(enemies()))),
    ],
    example=given(scenario="journey-along-the-anduin", heroes=[["Dúnhere"]], threat=[10], stage=3, phase="staging",
                  staging=["Goblin Sniper"], encounter_deck=["Old Forest Road"])
    .expect(zone={"Old Forest Road": "encounter deck"}),
)  # fmt: skip
