"""GAME, the record of one game, TABLES, what all games of a process share, and MEMORY, what a policy carries.

One game is one element of a structured array; a batch is a longer array. Nothing about a game lives outside it. A field a
line: shape, range, meaning. Card fields are parallel arrays over instances 0..n_cards-1; an instance number is a card's
back, so shuffling deals `face` and `copy_no` anew over the instances of a zone. Zones are linked lists: `zone_first`,
`zone_last` and `next_card`; cards that lie under another card (attachments, shadow cards) are listed from `under`.
"""

import numpy as np

from lotrsim.ids import (
    MAX_CARDS,
    MAX_DELAYED,
    MAX_GUARDED,
    MAX_LASTING,
    MAX_LEGAL,
    MAX_PLAYERS,
    N_ABILITY_COLUMNS,
    N_FRAME_ROWS,
    N_LISTEN,
    N_ROW_COLUMNS,
    N_SELECTOR_COLUMNS,
    N_SLOTS,
    N_STATS,
    N_ZONES,
)

P, C = (MAX_PLAYERS,), (MAX_CARDS,)

GAME = np.dtype(
    [
        # --- random numbers, each 32-bit number held in an int64
        ("rng_key", "i8", 2),
        ("rng_count", "i8"),
        ("agent_key", "i8", 2),  # the agents' own generator
        ("agent_count", "i8"),
        ("shuffle_key", "i8", 2),  # of the game's seed: what the first shuffles are made from
        # --- table
        ("n_players", "i2"),
        ("n_cards", "i2"),
        ("difficulty", "i2"),
        ("scenario", "i2"),
        ("round_limit", "i2"),  # rounds after which the game is lost
        ("first_player", "i2"),
        ("round_no", "i2"),  # rounds completed
        ("phase", "i2"),
        ("outcome", "i2"),  # PLAYING, WON, ...
        ("fault", "i2"),
        ("check", "i2"),  # 1: somebody may have to be eliminated, or a stage may fall
        ("n_alive", "i2"),
        ("n_decisions", "i4"),
        ("n_shuffles", "i4"),
        # --- players
        ("threat", "i2", P),
        ("eliminated", "i2", P),  # 0, or why: BY_THREAT, NO_HERO_LEFT
        # --- the quest
        ("stage", "i2"),  # instance of the current quest card, NONE before setup
        ("quest_progress", "i2"),
        ("next_stage", "i2"),  # instance chosen to follow, or NONE
        ("any_defenders", "i2"),  # bits of players who may declare any number of defenders this phase
        ("staging_bonus", "i2"),  # threat added to the staging area for each player until the end of the phase
        ("allies_played", "i2"),  # ally cards played from hand this round, by all players together
        ("n_guarded", "i2"),
        ("guarded", "i2", (MAX_GUARDED,)),  # objectives that are not free of encounters
        ("guard", "i2", (MAX_GUARDED,)),  # and the encounter card that guards each
        ("attack_frame", "i2"),  # the innermost attack that is being resolved, or NONE
        ("attack_depth", "i2"),
        # --- zones
        ("zone_first", "i2", (N_ZONES,)),
        ("zone_last", "i2", (N_ZONES,)),
        ("zone_count", "i2", (N_ZONES,)),
        # --- cards
        ("face", "i2", C),
        ("copy_no", "i1", C),  # which copy of its title
        ("owner", "i1", C),  # player, or ENCOUNTER
        ("controller", "i1", C),
        ("zone", "i1", C),
        ("next_card", "i2", C),
        ("under", "i2", C),  # first card under this one
        ("host", "i2", C),  # the card this one lies under; ON_DECK - player: attached to his deck
        ("damage", "i1", C),
        ("progress", "i1", C),  # on a location
        ("resources", "i2", C),
        ("flags", "i2", C),
        ("known_by", "i1", C),  # a bit a player
        ("roles", "i2", C),  # attacker and defender bits by depth of attack
        ("used_round", "i1", C),  # uses of its limited ability this round (or bits of players)
        ("used_phase", "i1", C),
        ("marks", "i2", C),  # membership in sets 0..MAX_SETS-1, a bit each
        # --- lasting effects on statistics: card, statistic, value, duration
        ("n_lasting", "i2"),
        ("lasting_card", "i2", (MAX_LASTING,)),
        ("lasting_stat", "i1", (MAX_LASTING,)),
        ("lasting_value", "i1", (MAX_LASTING,)),
        ("lasting_until", "i1", (MAX_LASTING,)),
        # --- delayed effects: moment, program, source, target, player
        ("n_delayed", "i2"),
        ("delayed", "i2", (MAX_DELAYED, 6)),
        # --- how many abilities listen for an event or change a rule
        ("listen", "i2", (N_LISTEN,)),
        # --- what waits
        ("n_frames", "i2"),
        ("frames", "i2", (N_FRAME_ROWS, N_SLOTS)),
        ("n_sets", "i2"),
        # --- the pending decision
        ("decision", "i2"),
        ("decider", "i2"),
        ("decision_source", "i2"),
        ("answer", "i2"),
        ("last_answer", "i2"),  # the action taken last, by a player or by itself
        ("n_legal", "i2"),
        ("legal", "i2", (MAX_LEGAL,)),
    ],
    align=True,
)

MAX_FACES, MAX_ABILITIES, MAX_ROWS, MAX_SELECTORS, MAX_VALUES, MAX_CONDITIONS = 768, 2048, 8192, 1536, 1024, 1024
TRAIT_WORDS, TRAITS_PER_WORD = 4, 60
MAX_FACE_ABILITIES = 8

TABLES = np.dtype(
    [
        ("n_faces", "i4"),
        # --- facts of a face
        ("type", "i2", (MAX_FACES,)),
        ("title", "i2", (MAX_FACES,)),  # faces of one title share it
        ("title_key", "i8", (MAX_FACES,)),  # 32-bit hash of the title, for shuffles
        ("sphere", "i2", (MAX_FACES,)),
        ("cost", "i2", (MAX_FACES,)),  # COST_X for X
        ("threat_cost", "i2", (MAX_FACES,)),
        ("stats", "i2", (MAX_FACES, N_STATS)),
        ("engagement_cost", "i2", (MAX_FACES,)),
        ("quest_points", "i2", (MAX_FACES,)),
        ("victory", "i2", (MAX_FACES,)),
        ("doomed", "i2", (MAX_FACES,)),
        ("keywords", "i2", (MAX_FACES,)),
        ("unique", "i2", (MAX_FACES,)),
        ("traits", "i8", (MAX_FACES, TRAIT_WORDS)),
        ("stage_no", "i2", (MAX_FACES,)),
        ("host_selector", "i2", (MAX_FACES,)),  # what an attachment may be attached to, or NONE
        ("pays_from_different", "i2", (MAX_FACES,)),  # 1: each resource from another hero's pool
        # --- abilities of a face: abilities[first_ability : first_ability + n_abilities]
        ("first_ability", "i2", (MAX_FACES,)),
        ("n_abilities", "i2", (MAX_FACES,)),
        ("triggers", "i8", (MAX_FACES,)),  # bits: events and rules that any ability has as trigger
        ("self_triggers", "i8", (MAX_FACES,)),  # bits: those about the card itself
        ("kinds", "i2", (MAX_FACES,)),  # bits: kinds of ability it has
        ("n_modifiers", "i2", (MAX_FACES,)),  # constants that change a statistic of itself or its host
        ("acts_unguarded", "i2", (MAX_FACES,)),  # 1: has actions, and all ask that no encounter guards the card
        ("abilities", "i2", (MAX_ABILITIES, N_ABILITY_COLUMNS)),
        ("rows", "i2", (MAX_ROWS, N_ROW_COLUMNS)),
        ("selectors", "i4", (MAX_SELECTORS, N_SELECTOR_COLUMNS)),
        ("values", "i2", (MAX_VALUES, 4)),
        ("conditions", "i4", (MAX_CONDITIONS, 4)),
        ("restricted_pc", "i4"),  # the rules' own program: a third Restricted attachment
    ],
    align=True,
)

COST_X = -2

MAX_LINES = 64
MEMORY = np.dtype(
    [
        ("new_game", "i8"),  # 1: what was left in scratch is another game's and may not count
        ("parameters", "i8", (16,)),  # a policy's settings: simulations, ...
        ("weights", "f8", (256,)),
        ("scores", "i8", (MAX_LEGAL,)),  # scratch: a score an option
        ("rules", "i8", (64,)),  # the heuristic's weights; all 0: its own
        ("context", "i8", (32,)),  # scratch of the heuristic: what it found out for this decision
        ("characters", "i8", (MAX_LINES, 12)),  # scratch of the heuristic: a line a character that may act
        ("foes", "i8", (MAX_LINES, 12)),  # and a line an enemy that will attack
        ("costs", "i4", (MAX_LINES, MAX_LINES, 2)),  # what the attack of each costs with each character
    ],
    align=True,
)

RESULT = np.dtype(
    [
        ("won", "i2"),
        ("outcome", "i2"),  # PLAYING, WON, ALL_ELIMINATED, ROUND_LIMIT, PRISONER_LOST, FAULTED
        ("fault", "i2"),
        ("stage_no", "i2"),  # stage reached
        ("rounds", "i4"),  # completed
        ("score", "i4"),  # meaningful for a win
        ("threat", "i4"),  # sum over players, 50 for an eliminated one
        ("dead_heroes", "i4"),  # sum of their threat costs
        ("damage", "i4"),  # on surviving heroes
        ("victory_points", "i4"),
        ("out_by_threat", "i2"),  # players whose threat reached 50
        ("out_of_heroes", "i2"),  # players who had no hero left
        ("decisions", "i8"),
    ],
    align=True,
)
