"""Random numbers from the record's own fields: the same in every process and on every machine, compiled or not.

A generator is a key of two 32-bit numbers and a counter; a draw counts up and hashes key and counter. So nothing is
hidden in a state, a copy of a game draws the same numbers, and to reseed is to write another key. All is int64
arithmetic on numbers below 2**32 and cannot overflow: the largest product is (2**32 - 1) * 0x735A2D97 < 2**63.

A game has two generators, the engine's (`rng_key`, `rng_count`) and the agents' (`agent_key`, `agent_count`), so that
what an agent draws does not change the deal. Shuffles draw nothing: they sort the cards by `shuffle_key`, a hash of the
game's seed and the card, so that two decks that differ in one card are otherwise dealt alike.

The mixer is a bijection of the 32-bit numbers of the kind (and with constants) found by Chris Wellons' hash-prospector:
a change of one bit of x changes each bit of the result with a probability close to one half.
"""

from lotrsim.kernel import G, i8, kernel, void

MASK = 0xFFFFFFFF  # 32 bits
GOLDEN = 0x9E3779B9  # 2**32 over the golden ratio
RNG_0, RNG_1, AGENT_0, AGENT_1, SHUFFLE_0, SHUFFLE_1 = 1, 2, 3, 4, 5, 6  # what a key word is for


@kernel(i8, i8)
def mix32(x):
    """Hash 32 bits to 32 bits, one to one; of a larger or negative number the low 32 bits count."""
    x = x & MASK
    x = x ^ (x >> 16)
    x = (x * 0x21F0AAAD) & MASK
    x = x ^ (x >> 15)
    x = (x * 0x735A2D97) & MASK
    return x ^ (x >> 15)


@kernel(i8, i8, i8, i8)
def draw_from(key_0, key_1, count):
    """The number that a generator gives at this count: no number twice in 2**32 draws."""
    return mix32((mix32(count + key_0) ^ key_1) + GOLDEN)


@kernel(i8, G)
def draw32(g):
    """The engine's next number, 0 to 2**32 - 1."""
    g["rng_count"] += 1
    return draw_from(g["rng_key"][0], g["rng_key"][1], g["rng_count"])


@kernel(i8, G, i8)
def below(g, n):
    """The engine's next number from 0 to n - 1, for n from 1 to 2**31; it draws also for n = 1."""
    return (draw32(g) * n) >> 32


@kernel(i8, G)
def agent_draw32(g):
    """The agents' next number, 0 to 2**32 - 1."""
    g["agent_count"] += 1
    return draw_from(g["agent_key"][0], g["agent_key"][1], g["agent_count"])


@kernel(i8, G, i8)
def agent_below(g, n):
    """The agents' next number from 0 to n - 1, for n from 1 to 2**31; it draws also for n = 1."""
    return (agent_draw32(g) * n) >> 32


@kernel(i8, i8, i8, i8)
def key_word(seed, index, use):
    """One of the six key words of a game; for one seed and use no two of the first 2**32 games share it."""
    h = mix32(use)
    h = mix32(h ^ seed)
    h = mix32(h + (seed >> 32) + GOLDEN)
    h = mix32(h ^ index)
    h = mix32(h + (index >> 32) + GOLDEN)
    return mix32(h + use * GOLDEN)


@kernel(void, G, i8, i8)
def reseed_engine(g, seed, index):
    """Start the engine's generator and the shuffles anew, as a search does for each sampled world."""
    g["rng_key"][0] = key_word(seed, index, RNG_0)
    g["rng_key"][1] = key_word(seed, index, RNG_1)
    g["rng_count"] = 0
    g["shuffle_key"][0] = key_word(seed, index, SHUFFLE_0)
    g["shuffle_key"][1] = key_word(seed, index, SHUFFLE_1)


@kernel(void, G, i8, i8)
def reseed_agent(g, seed, index):
    """Start the agents' generator anew."""
    g["agent_key"][0] = key_word(seed, index, AGENT_0)
    g["agent_key"][1] = key_word(seed, index, AGENT_1)
    g["agent_count"] = 0


@kernel(void, G, i8, i8)
def seed_game(g, seed, index):
    """Fill all keys of game `index` of a batch from its seed, any number from 0 to 2**63 - 1."""
    reseed_engine(g, seed, index)
    reseed_agent(g, seed, index)


@kernel(i8, G, i8, i8, i8, i8)
def shuffle_key(g, owner, title_key, copy, shuffle_no):
    """The number by which a card is sorted in a shuffle, 0 to 2**62 - 1: 30 bits of one hash above 32 of another."""
    card = (shuffle_no * 1024 + copy) * 16 + owner
    high = mix32(mix32(title_key ^ g["shuffle_key"][1]) + card)
    low = mix32(mix32(title_key + g["shuffle_key"][0]) ^ card)
    return ((high >> 2) << 32) | low
