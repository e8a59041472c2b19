"""Every numbered thing by name: zones, card types, frames, decisions, events, rules, stats, the words of the effect language.

Kernels freeze these names as constants. A number never appears bare in a rule. The names in capitals are the
rulebook's words where it has one; `NAMES_OF` at the end turns numbers back into words.
"""

NONE = -1  # "no card", "no player", "nothing"

# ---------------------------------------------------------------- capacities (each overflow is a named fault)
MAX_PLAYERS = 4
MAX_CARDS = 320
MAX_FRAMES = 40
MAX_SETS = 14
MAX_LASTING = 160
MAX_DELAYED = 16
MAX_ATTACKS = 7  # attacks nested in one another
MAX_GUARDED = 6  # objectives that encounters guard
MAX_LEGAL = 336
MAX_WINDOW_ACTIONS = 500
SCRATCH = MAX_FRAMES  # the frame in which an ability is tried out without being used
CONSTANT_SCRATCH = MAX_FRAMES + 1  # the frame in which constants are read
TRAIL = MAX_FRAMES + 2  # where a trial notes its choices: row and next alternative in turn
N_FRAME_ROWS = MAX_FRAMES + 3

# ---------------------------------------------------------------- card types
HERO, ALLY, ATTACHMENT, EVENT, ENEMY, LOCATION, TREACHERY, OBJECTIVE, QUEST_CARD = range(9)
CHARACTERS = 1 << HERO | 1 << ALLY
ANY_TYPE = (1 << 9) - 1

# ---------------------------------------------------------------- spheres
LEADERSHIP, TACTICS, SPIRIT, LORE, NEUTRAL = range(5)
N_SPHERES = 5

# ---------------------------------------------------------------- statistics
WILLPOWER, ATTACK, DEFENSE, HIT_POINTS, THREAT = range(5)
N_STATS = 5

# ---------------------------------------------------------------- keywords (bits)
SENTINEL, RANGED, RESTRICTED, SURGE, GUARDED = 1, 2, 4, 8, 16

# ---------------------------------------------------------------- zones: five for each player, then the common ones
HAND, DECK, DISCARD_PILE, PLAY, ENGAGED = 0, 4, 8, 12, 16  # + player
STAGING, ACTIVE, ENCOUNTER_DECK, ENCOUNTER_DISCARD, VICTORY = 20, 21, 22, 23, 24
SET_ASIDE, REMOVED, QUEST, QUEST_DECK, LIMBO, ATTACHED, SHADOW = 25, 26, 27, 28, 29, 30, 31
N_ZONES = 32
ON_DECK = -2  # - player: the host of what is attached to a deck; such cards are in the list of ATTACHED itself
# zone groups, bits of a selector's `zones`
Z_HAND, Z_DECK, Z_DISCARD, Z_PLAY, Z_ENGAGED, Z_STAGING, Z_ACTIVE, Z_ENCOUNTER_DECK, Z_ENCOUNTER_DISCARD = (
    1 << k for k in range(9)
)
Z_VICTORY, Z_SET_ASIDE, Z_REMOVED, Z_QUEST, Z_QUEST_DECK, Z_LIMBO, Z_ATTACHED, Z_SHADOW = (
    1 << k for k in range(9, 17)
)
Z_IN_PLAY = Z_PLAY | Z_ENGAGED | Z_STAGING | Z_ACTIVE | Z_QUEST | Z_ATTACHED
Z_ANY = (1 << 17) - 1

# ---------------------------------------------------------------- card flags (bits of `flags`)
EXHAUSTED, FACEDOWN, COMMITTED, HAS_ATTACKED, NO_THREAT = 1, 2, 4, 8, 16
CANNOT_ATTACK = 64  # << player, until the end of the phase
WAS_ATTACKED_BY = 1024  # << player, this phase
PHASE_FLAGS = HAS_ATTACKED | NO_THREAT | 15 * CANNOT_ATTACK | 15 * WAS_ATTACKED_BY
# roles (bits of `roles`), shifted by the depth of the attack
ROLE_ATTACKER, ROLE_DEFENDER = 1, 128

ENCOUNTER = -1  # owner and controller of encounter cards
THREAT_LIMIT = 50

# ---------------------------------------------------------------- phases
SETUP_PHASE, RESOURCE_PHASE, PLANNING_PHASE, QUEST_PHASE, TRAVEL_PHASE, ENCOUNTER_PHASE = range(6)
COMBAT_PHASE, REFRESH_PHASE = 6, 7

# ---------------------------------------------------------------- decisions
D_NONE, D_MULLIGAN, D_ACTION, D_RESPONSE, D_COMMIT, D_TRAVEL, D_ENGAGE, D_CHECK = range(8)
D_ENEMY_ATTACK, D_DEFENDER, D_SENTINEL, D_DAMAGED_DEFENDER, D_UNDEFENDED_HERO, D_STRIKE_TARGET, D_ATTACKERS = range(8, 15)
D_TARGET, D_COST_CARD, D_PLAYER, D_MODE, D_NUMBER, D_MAY, D_PAY, D_ORDER, D_ABILITY, D_UPKEEP = range(15, 25)
N_DECISIONS = 25

# ---------------------------------------------------------------- actions: a card instance, or one of these
PASS, YES, NO = MAX_CARDS, MAX_CARDS + 1, MAX_CARDS + 2
MODE_0 = MAX_CARDS + 3
N_MODES = 8
NUMBER_0 = MODE_0 + N_MODES
N_NUMBERS = 64
PLAYER_0 = NUMBER_0 + N_NUMBERS
EFFECT_0 = PLAYER_0 + MAX_PLAYERS
N_EFFECTS = 32
N_ACTIONS = EFFECT_0 + N_EFFECTS

# ---------------------------------------------------------------- outcomes
PLAYING, WON, ALL_ELIMINATED, ROUND_LIMIT, PRISONER_LOST, FAULTED = range(6)

BY_THREAT, NO_HERO_LEFT = 1, 2  # why a player was eliminated

# ---------------------------------------------------------------- faults
(
    NO_FAULT,
    F_CARDS,
    F_FRAMES,
    F_SETS,
    F_LASTING,
    F_DELAYED,
    F_ATTACKS,
    F_LEGAL,
    F_WINDOW_ACTIONS,
    F_TOKENS,
    F_BAD_WORD,
    F_GUARDED,
) = range(12)

# ---------------------------------------------------------------- frames (what waits, a handler each)
(
    FRAME_SETUP,
    FRAME_ROUND,
    FRAME_WINDOW,
    FRAME_EVENT,
    FRAME_EFFECT,
    FRAME_PAY,
    FRAME_DAMAGE,
    FRAME_PROGRESS,
    FRAME_STAGE,
    FRAME_COMMIT,
    FRAME_STAGING,
    FRAME_REVEAL,
    FRAME_RESOLVE_QUEST,
    FRAME_TRAVEL,
    FRAME_ENGAGE,
    FRAME_CHECKS,
    FRAME_DEAL,
    FRAME_ENEMY_ATTACKS,
    FRAME_ATTACK,
    FRAME_SHADOW,
    FRAME_PLAYER_ATTACKS,
    FRAME_STRIKE,
    FRAME_REFRESH,
    FRAME_PHASE_END,
    FRAME_RESOURCE,
    FRAME_PLANNING,
) = range(26)

# slots of a frame (int16 each); what a frame does not use stays 0
(
    KIND,
    STEP,
    SOURCE,  # the card whose effect this is
    YOU,  # the player who uses or suffers it
    ABILITY,
    PC,  # next row of the program
    TARGET,  # chosen card
    COST,  # card chosen to pay a cost with
    CHOSEN,  # chosen player
    MODE,  # chosen mode
    X,  # X, or a frame's own number
    EVENT_ID,
    SUBJECT,  # the card the event is about; the attacker or target of an attack
    EVENT_PLAYER,
    VALUE,  # how much, or why
    OTHER,
    SUBJECTS,  # a set of cards, when an event is about several
    SET,  # a set that this frame owns
    CURSOR,  # how far around the table
    PASSES,
    LOOP,  # the player or the count of a loop in a program
    LOOP_PC,
    AUX,
    BONUS,  # attack added for this attack only
    START,  # the player from whom a frame goes round the table: the first player when it began
) = range(25)
N_SLOTS = 25

# ---------------------------------------------------------------- kinds of ability
(
    A_PLAY,  # play this card from hand
    A_ACTION,
    A_RESPONSE,
    A_FORCED,
    A_PASSIVE,  # a constant effect with a moment: resolves before forced effects
    A_WHEN_REVEALED,
    A_SHADOW,
    A_TRAVEL,
    A_SETUP,
    A_CONSTANT,
) = range(10)

# ---------------------------------------------------------------- events, then rules that constants change: both are listened for
(
    E_COMMITS,
    E_DAMAGED,
    E_DECLARED_DEFENDER,
    E_LEAVES_PLAY,  # a character; value = why (R_...)
    E_ENEMY_DESTROYED,
    E_ENTERS_PLAY,  # value 1: played from hand, 2: put into play
    E_REVEALING,
    E_REVEALED,
    E_SHADOW_DEALT,
    E_SHADOW_TRIGGERED,
    E_SHADOW_RESOLVED,
    E_ENGAGES,
    E_ATTACKS,
    E_ATTACKED,
    E_TRAVELLED,
    E_EXPLORED,
    E_LOCATION_LEAVES,
    E_PROGRESS_PLACED,
    E_QUESTED,  # value 1: successfully, 2: unsuccessfully, 4: neither
    E_STAGE_DEFEATED,
    E_RESCUED,
    E_QUEST_BEGINS,
    E_COMBAT_ENDS,
    E_REFRESHES,
    E_ROUND_ENDS,
    C_NO_DRAW,
    C_NO_DEFEAT,  # the current stage cannot be defeated
    C_CANNOT_ATTACK,
    C_CANNOT_DEFEND,
    C_ATTACKS_STAGING,
    C_UPKEEP,  # does not ready unless this is paid
    C_MODIFY,  # changes a statistic of other cards than itself and its host
    C_TRAIT,
    C_ICON,
    C_MUST_TRAVEL,
    C_NO_OPTIONAL_ENGAGE,
    C_NO_CHECKS,
    C_EXTRA_REVEAL,
    C_SKIP_STAGING,
    C_ALLY_LIMIT,
    C_NO_ATTACHMENTS,
    C_SURPLUS_THREAT,  # combat damage beyond the hit points of the character damaged raises the attacked player's threat
    C_BACK_TO_STAGING,  # it returns to the staging area when it is detached
    C_TO_DECK_TOP,  # it goes on top of its deck instead of to the discard pile
    C_REPLACES_DRAW,  # it is discarded instead of the next draw from the deck it is attached to
    C_WINS,  # the players have won
    L_ACTIONS,  # no rule: how many cards in play have an action
) = range(47)
N_LISTEN = 47

# events about no card: every ability with such a trigger listens
GLOBAL_EVENTS = (E_QUESTED, E_STAGE_DEFEATED, E_RESCUED, E_QUEST_BEGINS, E_COMBAT_ENDS, E_REFRESHES, E_ROUND_ENDS)

# why a card left play (bits of E_LEAVES_PLAY's value)
R_DESTROYED, R_DISCARDED, R_RETURNED = 1, 2, 4

# ---------------------------------------------------------------- columns of an ability (int16 each)
(
    AB_KIND,
    AB_TRIGGER,
    AB_SUBJECT,  # whom the trigger is about (SUBJECT_...)
    AB_FILTER,  # selector the subject must match, or NONE
    AB_WHOSE,  # player reference that must equal the event's player, or NONE
    AB_MASK,  # bits of the event's value, one of which is needed; 0 = any
    AB_ZONES,  # ZONE_IN_PLAY, ZONE_FROM_HAND, ZONE_SET_ASIDE
    AB_PHASE,
    AB_LIMIT,
    AB_PERIOD,
    AB_USER,
    AB_CONDITION,
    AB_PC,
    AB_N,
) = range(14)
N_ABILITY_COLUMNS = 16
SUBJECT_ANY, SUBJECT_SELF, SUBJECT_HOST = range(3)
ZONE_IN_PLAY, ZONE_FROM_HAND, ZONE_SET_ASIDE = range(3)
PER_ROUND, PER_PHASE, PER_PLAYER_ROUND = 1, 2, 3
USER_CONTROLLER, USER_ANY, USER_FIRST = range(3)

# ---------------------------------------------------------------- columns of a program row
ROW_OP, ROW_REF, ROW_SELECTOR, ROW_VALUE, ROW_A, ROW_B, ROW_PLAYER, ROW_COST = range(8)
N_ROW_COLUMNS = 8

# ---------------------------------------------------------------- references to a card, from inside an effect
(
    REF_NONE,
    REF_ALL,  # every card that the row's selector matches
    REF_SELF,
    REF_HOST,
    REF_TARGET,
    REF_COST,
    REF_SUBJECT,
    REF_ATTACKER,
    REF_DEFENDER,
    REF_STAGE,
    REF_ACTIVE,
) = range(11)

# references to a player
(
    P_ANY,
    P_YOU,
    P_CHOSEN,
    P_EACH,  # the player of the loop that runs
    P_FIRST,
    P_DEFENDING,
    P_ALL,
    P_EVENT,
    P_HIGHEST_THREAT,
    P_HOST_CONTROLLER,
    P_OTHERS,  # in a choice: not you
    P_TARGET_CONTROLLER,
    P_ENGAGED,  # whom SELF is engaged with
) = range(13)

# ---------------------------------------------------------------- columns of a selector (int32 each)
(
    S_ZONES,
    S_WHOSE,
    S_TYPES,
    S_TRAIT,
    S_STATUS,
    S_SPHERES,
    S_TITLE,
    S_KEYWORDS,
    S_NOT,  # a card reference that does not count
    S_RELATION,
    S_TOP,  # value: only the top so many of the zone
    S_THREAT_AT_LEAST,  # of the controller
) = range(12)
N_SELECTOR_COLUMNS = 12
ST_READY, ST_EXHAUSTED, ST_DAMAGED, ST_COMMITTED, ST_UNCOMMITTED = 1, 2, 4, 8, 16
ST_UNGUARDED, ST_GUARD_IN_STAGING = 32, 64  # no encounter guards it; none does that has left the staging area
(
    REL_ANY,
    REL_ON_HOST,  # attached to the same card as SELF is
    REL_ON_SELF,
    REL_ON_DEFENDER,
    REL_ATTACKABLE,  # by the character that pays the cost
    REL_TOPMOST,  # topmost of its kind in a discard pile
    REL_CAN_HOST,  # the attachment SOURCE may be attached to it
    REL_ATTACKING,  # takes part in the current attack as attacker
    REL_DEFENDING,
    REL_ATTACKER,  # is the attacking enemy
    REL_SEARCHED,  # in the zone and known to the chooser
) = range(11)

# ---------------------------------------------------------------- value expressions: rows (kind, a, b, c)
(
    V_CONST,
    V_X,
    V_EVENT,  # the event's value
    V_COUNT,  # cards that selector a matches
    V_PLAYERS,
    V_DAMAGE_ON,  # card reference a
    V_RESOURCES_ON,
    V_IF,  # condition a: value b else value c
    V_TIMES,  # a * value b
    V_PRINTED_COST,  # of card reference a
    V_DECK_SIZE,  # of player reference a
    V_MODE,
    V_PLUS,  # a + value b
) = range(13)

# ---------------------------------------------------------------- conditions: rows (kind, a, b, c)
(
    K_ALWAYS,
    K_NOT,  # condition a
    K_AND,
    K_UNDEFENDED,
    K_EXISTS,  # selector a
    K_THREAT_AT_LEAST,  # player reference a, number b
    K_MATCHES,  # card reference a, selector b
    K_MODE,  # the chosen mode is a
    K_ATTACKING,  # card reference a attacks a card of selector b
    K_EVENT_PLAYER,  # the event's player is player reference a
    K_CANCELLABLE,  # the revealed card still has when-revealed effects to cancel
    K_IN_ZONE,  # card reference a is in zone group bits b
    K_ALONE,  # the current attack has one attacker
    K_PHASE,
    K_BY_ATTACK,  # the destroyed enemy fell to an attack in which card reference a took part
    K_NO_SHADOW_EFFECT,  # a shadow card without effect was dealt to card reference a
    K_AT_LEAST,  # selector a matches b cards or more
    K_PRISONER,  # a hero is held prisoner
) = range(18)

# ---------------------------------------------------------------- words of the effect language
(
    OP_END,
    # choices
    OP_CHOOSE,  # a card: into slot A
    OP_CHOOSE_PLAYER,
    OP_CHOOSE_X,
    OP_CHOOSE_MODE,
    OP_MAY,  # if not: jump to A
    # flow
    OP_IF,  # condition VALUE, else jump to A
    OP_JUMP,
    OP_EACH_PLAYER,  # loop to A in player order
    OP_REPEAT,
    OP_NEXT,  # end of a loop, back to A
    # paying
    OP_PAY,  # the printed cost
    OP_SPEND,  # from a hero's own pool
    OP_SET_X,  # X is a value
    # cards
    OP_READY,
    OP_EXHAUST,
    OP_ADD_RESOURCES,
    OP_DAMAGE,
    OP_HEAL,
    OP_MODIFY,  # statistic A for duration B
    OP_PROGRESS,  # on a card
    OP_QUEST_PROGRESS,  # on the current quest, the active location first
    OP_REMOVE_PROGRESS,
    OP_DISCARD,
    OP_TO_HAND,
    OP_TO_DECK_TOP,
    OP_TO_DECK_BOTTOM,
    OP_SHUFFLE_INTO_DECK,
    OP_TO_STAGING,
    OP_ADD_TO_STAGING,
    OP_ENGAGE,
    OP_PUT_INTO_PLAY,
    OP_PLAY_CARD,
    OP_ATTACH,
    OP_ATTACH_SELF,
    OP_ATTACH_TO_DECK,
    OP_UNCOMMIT,
    OP_GIVE_CONTROL,
    OP_REMOVE_FROM_GAME,
    OP_SET_ASIDE,
    OP_SET_FLAG,
    OP_CANNOT_ATTACK,
    OP_LOOK,
    OP_ORDER_TOP,
    # players
    OP_DRAW,
    OP_RAISE_THREAT,
    OP_LOWER_THREAT,
    OP_DISCARD_RANDOM,
    OP_SHUFFLE_DISCARD_INTO_DECK,
    OP_SHUFFLE,
    OP_ANY_DEFENDERS,
    OP_ORC_GUARD,
    # encounter
    OP_REVEAL,
    OP_CANCEL_REVEALED,
    OP_REPLACE_REVEALED,
    OP_CANCEL_SHADOW,
    OP_DEAL_SHADOW,
    OP_IGNORE_DEFENSE,
    OP_GUARD,
    OP_STAGING_THREAT,
    OP_MODIFY_ALL,  # statistic A of all that the selector matches as long as it lasts, also of later arrivals
    OP_GAIN_SURGE,
    # attack, time, quest
    OP_STRIKE,
    OP_ENEMY_ATTACK,
    OP_DELAY,  # program at A, at moment B
    OP_WIN,
    OP_NEXT_STAGE_AT_RANDOM,
    OP_TAKE_PRISONER,
    OP_RESCUE,
    # constants (never executed; read by the rule they change)
    OP_CONSTANT,
) = range(70)
N_OPS = 70
FOR_PHASE, FOR_ROUND, FOR_ATTACK = 1, 2, 3  # the last one + the depth of the attack, in the record
ON_SET = -2  # - selector: a lasting effect on all cards that match as long as it lasts
AT_PHASE_END, AT_ROUND_END = 1, 2

# difficulties
STANDARD, EASY, BASIC = range(3)
DIFFICULTIES = ("standard", "easy", "basic")


def names_of(prefix: str) -> dict[int, str]:
    """Return number -> name of every constant whose name starts with `prefix` ("OP_", "D_", "E_", ...)."""
    return {v: k[len(prefix) :].lower() for k, v in globals().items() if k.startswith(prefix) and isinstance(v, int)}
