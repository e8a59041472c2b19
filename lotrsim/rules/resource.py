"""The resource and planning phases (Rules, Resource; Planning)."""

import numpy as np

from lotrsim.effects.frames import player_at, pop
from lotrsim.effects.windows import push_window
from lotrsim.ids import (
    CURSOR,
    FACEDOWN,
    HERO,
    NONE,
    PLAY,
)
from lotrsim.kernel import G, T, kernel, void
from lotrsim.rules.entering import draw


@kernel(void, G, T, symbol=True)
def run_resource(g, t):
    """FRAME_RESOURCE: every hero gains a resource and each player draws a card, in one framework step."""
    pop(g)
    for i in range(np.int64(g["n_players"])):
        player = (np.int64(g["first_player"]) + i) % np.int64(g["n_players"])
        if g["eliminated"][player]:
            continue
        card = np.int64(g["zone_first"][PLAY + player])
        while card != NONE:
            if t["type"][g["face"][card]] == HERO and not g["flags"][card] & FACEDOWN:
                g["resources"][card] += 1
            card = np.int64(g["next_card"][card])
        draw(g, t, player, 1)


@kernel(void, G, T, symbol=True)
def run_planning(g, t):
    """FRAME_PLANNING: in player order each has a window in which he alone also plays allies and attachments."""
    k = np.int64(g["n_frames"]) - 1
    while g["frames"][k, CURSOR] < g["n_players"]:
        player = player_at(g, k)
        g["frames"][k, CURSOR] += 1
        if not g["eliminated"][player]:
            push_window(g, player)
            return
    pop(g)
