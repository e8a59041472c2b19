"""The neutral card of the Core Set (73)."""

from lotrsim.cards.spec import ally, given
from lotrsim.effects.language import (
    ENTERS_PLAY,
    ROUND_ENDS,
    SELF,
    TARGET,
    choose,
    choose_mode,
    damage,
    discard,
    draw,
    enemies,
    lower_threat,
    mode,
    passive,
    response,
    when,
)
from lotrsim.ids import NEUTRAL

GANDALF = ally(
    "Gandalf", number=73, set="Core Set", quantity=4, unique=True, sphere=NEUTRAL, cost=5,
    willpower=4, attack=4, defense=4, hit_points=4, traits="Istari",
    abilities=[
        passive(ROUND_ENDS, discard(SELF)),
        response(ENTERS_PLAY, choose_mode("draw 3", "4 damage to an enemy", "threat -5"),
                 when(mode(1), choose(enemies())),
                 when(mode(0), draw(3)), when(mode(1), damage(4, TARGET)), when(mode(2), lower_threat(5))),
    ],
    example=given(heroes=[["Gimli"]], hand=[["Gandalf"]], deck=[["Feint"]], staging=["Ungoliant's Spawn"],
                  resources={"Gimli": 5}, threat=[20], phase="planning")
    .do("Gandalf", "Gandalf", ("mode", 1))
    .expect(damage={"Ungoliant's Spawn": 4}, zone={"Gandalf": "play"}, threat=[20]),
)  # fmt: skip
