"""One number for a whole state, or for what some players know of it: named live fields in a written order, never bytes."""

import numpy as np

from lotrsim.ids import (
    N_LISTEN,
    N_SLOTS,
    N_ZONES,
    NONE,
    SUBJECT,
)
from lotrsim.kernel import G, i8, kernel, void
from lotrsim.knowledge import identity_of, is_unknown, names_face
from lotrsim.rng import GOLDEN, MASK, mix32


@kernel(void, i8[::1], i8)
def fold_in(chain, number):
    """Mix the low 32 bits of a number into both chains; each is one to one in the number and in what came before."""
    chain[0] = mix32(chain[0] ^ number)
    chain[1] = mix32(chain[1] + number + GOLDEN)


@kernel(void, i8[::1], i8)
def fold_in_long(chain, number):
    """Mix all 64 bits of a number into the chains."""
    fold_in(chain, number)
    fold_in(chain, number >> 32)


@kernel(void, G, i8[::1])
def hash_table(g, chain):
    """The table, the players, the quest, the zones."""
    fold_in(chain, np.int64(g["n_players"]))
    fold_in(chain, np.int64(g["n_cards"]))
    fold_in(chain, np.int64(g["difficulty"]))
    fold_in(chain, np.int64(g["scenario"]))
    fold_in(chain, np.int64(g["round_limit"]))
    fold_in(chain, np.int64(g["first_player"]))
    fold_in(chain, np.int64(g["round_no"]))
    fold_in(chain, np.int64(g["phase"]))
    fold_in(chain, np.int64(g["outcome"]))
    fold_in(chain, np.int64(g["fault"]))
    fold_in(chain, np.int64(g["check"]))
    fold_in(chain, np.int64(g["n_alive"]))
    fold_in(chain, np.int64(g["n_decisions"]))
    fold_in(chain, np.int64(g["n_shuffles"]))
    for p in range(np.int64(g["n_players"])):
        fold_in(chain, np.int64(g["threat"][p]))
        fold_in(chain, np.int64(g["eliminated"][p]))
    fold_in(chain, np.int64(g["stage"]))
    fold_in(chain, np.int64(g["quest_progress"]))
    fold_in(chain, np.int64(g["next_stage"]))
    fold_in(chain, np.int64(g["any_defenders"]))
    fold_in(chain, np.int64(g["staging_bonus"]))
    fold_in(chain, np.int64(g["allies_played"]))
    fold_in(chain, np.int64(g["n_guarded"]))
    for i in range(np.int64(g["n_guarded"])):
        fold_in(chain, np.int64(g["guarded"][i]))
        fold_in(chain, np.int64(g["guard"][i]))
    fold_in(chain, np.int64(g["attack_frame"]))
    fold_in(chain, np.int64(g["attack_depth"]))
    for zone in range(N_ZONES):
        fold_in(chain, np.int64(g["zone_first"][zone]))
        fold_in(chain, np.int64(g["zone_last"][zone]))
        fold_in(chain, np.int64(g["zone_count"][zone]))


@kernel(void, G, i8[::1], i8)
def hash_cards(g, chain, viewers):
    """The cards; what these players (bits) cannot see of a card's face is left out, with NONE nothing is."""
    for card in range(np.int64(g["n_cards"])):
        if viewers == NONE or not is_unknown(g, np.int64(card), viewers):
            fold_in(chain, np.int64(g["face"][card]))
            fold_in(chain, np.int64(g["copy_no"][card]))
        fold_in(chain, np.int64(g["owner"][card]))
        fold_in(chain, np.int64(g["controller"][card]))
        fold_in(chain, np.int64(g["zone"][card]))
        fold_in(chain, np.int64(g["next_card"][card]))
        fold_in(chain, np.int64(g["under"][card]))
        fold_in(chain, np.int64(g["host"][card]))
        fold_in(chain, np.int64(g["damage"][card]))
        fold_in(chain, np.int64(g["progress"][card]))
        fold_in(chain, np.int64(g["resources"][card]))
        fold_in(chain, np.int64(g["flags"][card]))
        fold_in(chain, np.int64(g["known_by"][card]))
        fold_in(chain, np.int64(g["roles"][card]))
        fold_in(chain, np.int64(g["used_round"][card]))
        fold_in(chain, np.int64(g["used_phase"][card]))
        fold_in(chain, np.int64(g["marks"][card]))


@kernel(void, G, i8[::1], i8, i8)
def hash_frame(g, chain, k, viewers):
    """One frame; of a card whose place these players (bits) do not know the face stands for it."""
    for slot in range(N_SLOTS):
        number = np.int64(g["frames"][k, slot])
        if slot == SUBJECT and viewers != NONE and names_face(g, k, viewers) != NONE:
            number = identity_of(g, number)
        fold_in(chain, number)


@kernel(void, G, i8[::1], i8)
def hash_waiting(g, chain, viewers):
    """Lasting and delayed effects, the stack, the pending decision."""
    fold_in(chain, np.int64(g["n_lasting"]))
    for i in range(np.int64(g["n_lasting"])):
        fold_in(chain, np.int64(g["lasting_card"][i]))
        fold_in(chain, np.int64(g["lasting_stat"][i]))
        fold_in(chain, np.int64(g["lasting_value"][i]))
        fold_in(chain, np.int64(g["lasting_until"][i]))
    fold_in(chain, np.int64(g["n_delayed"]))
    for i in range(np.int64(g["n_delayed"])):
        for column in range(6):
            fold_in(chain, np.int64(g["delayed"][i, column]))
    fold_in(chain, np.int64(g["n_frames"]))
    source = np.int64(g["decision_source"])
    for k in range(np.int64(g["n_frames"])):
        hash_frame(g, chain, np.int64(k), viewers)
        if viewers != NONE and source != NONE and names_face(g, np.int64(k), viewers) == g["decision_source"]:
            source = identity_of(g, np.int64(g["decision_source"]))
    fold_in(chain, np.int64(g["n_sets"]))
    fold_in(chain, np.int64(g["decision"]))
    fold_in(chain, np.int64(g["decider"]))
    fold_in(chain, source)
    fold_in(chain, np.int64(g["answer"]))
    fold_in(chain, np.int64(g["last_answer"]))
    fold_in(chain, np.int64(g["n_legal"]))
    for i in range(np.int64(g["n_legal"])):
        fold_in(chain, np.int64(g["legal"][i]))


@kernel(i8, G, i8)
def hash_game(g, agents):
    """Return the hash of a game, 0 to 2**63 - 1; `agents` 0: without the agents' generator."""
    chain = np.zeros(2, np.int64)
    for k in range(2):
        fold_in_long(chain, np.int64(g["rng_key"][k]))
        fold_in_long(chain, np.int64(g["shuffle_key"][k]))
    fold_in_long(chain, np.int64(g["rng_count"]))
    if agents:
        for k in range(2):
            fold_in_long(chain, np.int64(g["agent_key"][k]))
        fold_in_long(chain, np.int64(g["agent_count"]))
    hash_table(g, chain)
    for event in range(N_LISTEN):
        fold_in(chain, np.int64(g["listen"][event]))
    hash_cards(g, chain, np.int64(NONE))
    hash_waiting(g, chain, np.int64(NONE))
    return (chain[0] & (MASK >> 1)) << 32 | chain[1]


@kernel(i8, G, i8)
def hash_known(g, viewers):
    """Return the hash of what these players (bits) could know: all but unknown faces, who listens (hands do), and keys."""
    chain = np.zeros(2, np.int64)
    hash_table(g, chain)
    hash_cards(g, chain, viewers)
    hash_waiting(g, chain, viewers)
    return (chain[0] & (MASK >> 1)) << 32 | chain[1]
