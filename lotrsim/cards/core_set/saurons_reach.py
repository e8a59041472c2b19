"""The encounter set Sauron's Reach (115-118)."""

from lotrsim.cards.spec import enemy, given, treachery
from lotrsim.effects.language import (
    ATTACKER,
    DEFENDING_PLAYER,
    EACH,
    ENEMY_DESTROYED,
    SELF,
    TARGET,
    YOU,
    allies,
    cards,
    characters,
    choose,
    count,
    damage,
    discard,
    each_player,
    every,
    exists,
    forced,
    if_else,
    locations,
    modify,
    modify_all,
    negate,
    raise_threat,
    shadow,
    shuffle_into_deck,
    threat_at_least,
    to_hand,
    when,
    when_revealed,
)
from lotrsim.ids import (
    ATTACK,
    FOR_ATTACK,
    ST_EXHAUSTED,
    ST_UNCOMMITTED,
    THREAT,
    Z_HAND,
    Z_STAGING,
)

EASTERN_CROWS = enemy(
    "Eastern Crows", number=115, set="Core Set", quantity=3, easy_mode_quantity=1, encounter_set="Sauron's Reach",
    engagement_cost=30, threat=1, attack=1, defense=0, hit_points=1, traits="Creature", keywords="Surge",
    abilities=[
        forced(ENEMY_DESTROYED, shuffle_into_deck(SELF)),
        shadow(modify(ATTACK, if_else(threat_at_least(DEFENDING_PLAYER, 35), 2, 1), ATTACKER, FOR_ATTACK)),
    ],
    example=given(heroes=[["Gimli"]], engaged=[["Eastern Crows"]], phase="player-attacks")
    .do("Eastern Crows")
    .expect(zone={"Eastern Crows": "encounter deck"}),
)  # fmt: skip

EVIL_STORM = treachery(
    "Evil Storm", number=116, set="Core Set", quantity=3, easy_mode_quantity=2, encounter_set="Sauron's Reach",
    abilities=[when_revealed(damage(1, every(characters(threat_at_least=35))))],
    example=given(heroes=[["Dúnhere"], ["Gimli"]], threat=[34, 35], encounter_deck=["Evil Storm", "Enchanted Stream"],
                  staging=["Old Forest Road"], phase="staging")
    .expect(damage={"Dúnhere": 0, "Gimli": 1}),
)  # fmt: skip

PURSUED_BY_SHADOW = treachery(
    "Pursued by Shadow", number=117, set="Core Set", quantity=2, easy_mode_quantity=2, encounter_set="Sauron's Reach",
    abilities=[
        when_revealed(each_player(raise_threat(count(characters(EACH, status=ST_UNCOMMITTED)), EACH))),
        shadow(when(negate(exists(allies(YOU, status=ST_EXHAUSTED))), raise_threat(3)),
               choose(allies(YOU, status=ST_EXHAUSTED)), to_hand(TARGET)),
    ],
    example=given(heroes=[["Éowyn", "Dúnhere"]], threat=[20], committed=["Éowyn"], staging=["Old Forest Road"],
                  encounter_deck=["Pursued by Shadow", "Enchanted Stream"], phase="staging")
    .expect(threat=[21]),
)  # fmt: skip

TREACHEROUS_FOG = treachery(
    "Treacherous Fog", number=118, set="Core Set", quantity=2, easy_mode_quantity=2, encounter_set="Sauron's Reach",
    abilities=[
        # no "currently": locations that are revealed later in the phase are meant too (RULINGS, C3)
        when_revealed(modify_all(THREAT, 1, locations(Z_STAGING)),
                      each_player(when(threat_at_least(EACH, 35),
                                       choose(cards(Z_HAND, EACH), by=EACH), discard(TARGET)))),
    ],
    example=given(heroes=[["Dúnhere"]], hand=[["Feint"]], threat=[35], staging=["Old Forest Road"],
                  encounter_deck=["Treacherous Fog", "Enchanted Stream"], phase="staging")
    .expect(hand=[[]], threat=[37]),
)  # fmt: skip
