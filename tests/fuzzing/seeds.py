"""The valid inputs from which others are made, each made once, when it is first asked for."""

from __future__ import annotations

import hashlib
import io
import json
import random
from functools import cache
from pathlib import Path
from typing import Any

from .changes import Source, expressions

ROOT = Path(__file__).resolve().parent.parent.parent
SCENARIO = "passage-through-mirkwood"
TEXT_DECK = """Name: A small deck

Heroes (2)

1x Aragorn (Core Set)
1x Éowyn (Core Set)

Allies (3)

2x Faramir (Core Set 14)
- Beorn x1

Events

3 A Test of Will
• Feint

Sideboard
1x Gandalf
"""
CARDS = """
from lotrsim.cards.spec import Card, ally, attachment, enemy, event, given, hero, location, treachery
from lotrsim.ids import *
from lotrsim.effects.language import *
GUARD = ally("Fencing Guard", number=901, set="Mine", sphere=TACTICS, cost=2, willpower=0, attack=1, defense=1, hit_points=2,
    traits="Gondor Warrior", keywords="Sentinel, Ranged",
    abilities=[response(DECLARED_DEFENDER, damage(1, ATTACKER), limit=1, period=PER_ROUND)],
    example=given(heroes=[["Gimli"]], in_play=[["Fencing Guard"]], engaged=[["Forest Spider"]], phase="combat")
    .do("Fencing Guard", "Fencing Guard").expect(damage={"Forest Spider": 1}))
ROPE = attachment("Grey Rope", number=902, set="Mine", sphere=LORE, cost="X", traits="Item", keywords="Restricted",
    host=heroes(YOU, trait="Gondor"), unique=True,
    abilities=[constant(WILLPOWER, if_else(matches(HOST, heroes(title="Aragorn")), 2, 1), HOST),
        action(choose(characters(status=ST_DAMAGED)), cost(exhaust(SELF)),
            when(negate(UNDEFENDED), heal(count(heroes()), TARGET)))],
    example=given(heroes=[["Denethor"]], attachments={"Denethor": ["Grey Rope"]}).expect(zone={"Grey Rope": "attached"}))
SONG = event("Long Song", set="Mine", sphere=SPIRIT, cost=1,
    abilities=[action(choose_player(), choose_mode("a", "b"), each_player(may(draw(times(2, N_PLAYERS), EACH), by=EACH)),
        when(mode(1), at_phase_end(raise_threat(1, YOU))))],
    example=given(heroes=[["Éowyn"]], hand=[["Long Song"]], resources={"Éowyn": 1}))
RAT = enemy("Cellar Rat", number=904, set="Mine", encounter_set="Cellar", quantity=3, easy_mode_quantity=1, engagement_cost=9,
    threat=1, attack=1, defense=0, hit_points=1, traits="Creature", keywords="Surge, Doomed 1, Victory 2",
    abilities=[forced(ENGAGES, choose(heroes(EVENT_PLAYER), by=EVENT_PLAYER), damage(1, TARGET)),
        shadow(deal_shadow(ATTACKER))],
    example=given(heroes=[["Gimli"]], staging=["Cellar Rat"], phase="encounter").do("Cellar Rat").expect(damage={"Gimli": 1}))
PLAIN = Card("Plain Card", ALLY, number=905, set="Mine", sphere=LORE, cost=1, hit_points=1, traits=("Rohan",),
    keywords=("Ranged",))
"""


class _Seeds:
    """The seeds by what they are of."""

    # ------------------------------------------------------------ decks
    @cache  # noqa: B019 - there is one object
    def decks(self) -> dict[str, bytes]:
        """A small deck in each format."""
        from lotrsim.decks import json_decks, octgn
        from lotrsim.decks.deck import Deck

        deck = Deck("small", "A small deck", ("Aragorn", "Éowyn"), (("Faramir", 2), ("A Test of Will", 3)))
        ringsdb = json.loads(json_decks.write_ringsdb(deck)) | {"sideslots": {"01073": 1}}
        found = {"octgn": octgn.write(deck), "ringsdb": json.dumps(ringsdb), "dragncards": json_decks.write_dragncards(deck)}
        return {name: text.encode() for name, text in (found | {"text": TEXT_DECK}).items()}

    @cache  # noqa: B019
    def deck_words(self) -> tuple[Any, ...]:
        """Codes, ids and words of the formats."""
        from lotrsim.cards.facts import facts

        some = facts()[::9]
        words = ("databaseId", "loadGroupId", "quantity", "_name", "playerNPlay1", "playerNSideboard", "sharedEncounterDeck")
        codes = [code for fact in some for code in (fact.ringsdb_code, fact.octgn_id)]
        return (*words, *codes, "slots", "heroes", "cards", 1, 2, 3)

    # ------------------------------------------------------------ games
    @cache  # noqa: B019
    def replays(self) -> list[bytes]:
        """The shortest of some random games, of one player and of two."""
        from lotrsim.replay import random_chooser, record

        found = []
        for decks in ("core-lore", "core-tactics+core-leadership"):
            args = {"scenario": SCENARIO, "decks": decks, "difficulty": "basic"}
            games = [record(args | {"seed": seed}, random_chooser(seed), agent="random") for seed in range(12)]
            found.append(min(games, key=len).encode())
        return found

    @cache  # noqa: B019
    def saves(self) -> list[bytes]:
        """Saved games: at the mulligan, in the middle, with a log, of two players."""
        import tempfile

        from lotrsim import Game

        found = []
        for decks, n, log in (("core-spirit", 0, True), ("core-lore+core-tactics", 25, False), ("core-leadership", 60, False)):
            rng = random.Random(n)
            game = Game.new(SCENARIO, decks, seed=n, log=log)
            for _ in range(n):
                if not game.over:
                    game.choose(rng.choice(game.options))
            with tempfile.TemporaryDirectory() as folder:
                game.save(Path(folder) / "game.save")
                found.append((Path(folder) / "game.save").read_bytes())
        return found

    @staticmethod
    def with_record(save: bytes, body: bytes) -> bytes:
        """A saved game with another record, and the hash of that."""
        magic, header, old = save.split(b"\n", 2)
        before, after = (hashlib.sha256(each).hexdigest().encode() for each in (old, body))
        return b"\n".join((magic, header.replace(before, after), body))

    @cache  # noqa: B019
    def positions(self) -> list[dict[str, Any]]:
        """The positions of all examples."""
        from lotrsim.cards import registry

        return [card.example.position for card in registry.all_cards() if card.example]

    # ------------------------------------------------------------ files of cards
    @cache  # noqa: B019
    def card_files(self) -> list[str]:
        """Files of cards of every type."""
        return [CARDS, "\n".join(line for line in self.scenario_file().splitlines() if line)]

    @cache  # noqa: B019
    def scenario_file(self) -> str:
        """The file of docs/adding.md."""
        return (ROOT / "docs/examples/my_cards.py").read_text(encoding="utf-8")

    @cache  # noqa: B019
    def sources(self) -> list[Source]:
        """These files entry by entry."""
        return [Source(text) for text in self.card_files()]

    @cache  # noqa: B019
    def scenario_source(self) -> Source:
        """The file of docs/adding.md entry by entry."""
        return Source(self.scenario_file())

    @cache  # noqa: B019
    def expressions(self) -> list[bytes]:
        """The arguments of these files."""
        return [argument for text in (CARDS, self.scenario_file()) for argument in expressions(text)]

    # ------------------------------------------------------------ experiments and results
    def experiments(self) -> list[dict[str, Any]]:
        """Arguments of experiments."""
        small = {"scenarios": [SCENARIO], "decks": ["core-lore"], "agents": ["random"]}
        more = {"games": 2, "seed": 3, "difficulties": ["easy", "standard"], "card_files": [], "tournament": False}
        decks = [["core-lore", "core-spirit"], "core-leadership"]
        two = {"scenarios": SCENARIO, "decks": decks, "agents": ["random", "heuristic"]}
        return [small, small | more, two | {"games": 1}]

    @cache  # noqa: B019
    def experiment_words(self) -> tuple[Any, ...]:
        """Ids, and what is none."""
        from lotrsim import decks, scenarios

        words = ("random", "heuristic", "random+heuristic", "core-lore+core-spirit", "a.json", "x/y.o8d", "standard", "easy")
        return (*scenarios.ids(), *decks.ids()[:6], *words)

    @cache  # noqa: B019
    def sweeps(self) -> list[bytes]:
        """Sweep files."""
        short = f'scenarios = "{SCENARIO}"\ndecks = "core-lore"\nagents = ["random"]\ngames = 2\n'
        long = f'''# two teams
scenarios = [
    "{SCENARIO}",  # the first
]
decks = ["core-lore+core-spirit", "core-tactics"]
agents = ["random", "heuristic"]
difficulties = ["easy", "standard"]
seed = 7
until = "20%"
cap = 50
tournament = false
trace = true
'''
        return [short.encode(), long.encode()]

    @cache  # noqa: B019
    def columns(self) -> dict[str, list[Any]]:
        """A table of results, column by column."""
        from lotrsim.experiments.results import COLUMNS

        n = 3
        values = {"word": ["a"] * n, "truth": [True, False, False], "number": [1, 2, 3], "number or null": [90, None, None]}
        return {name: list(values[kind]) for name, kind in COLUMNS.items()} | {"fault": ["", "", "F_LASTING"]}

    @cache  # noqa: B019
    def results(self) -> list[bytes]:
        """Files of results."""
        return [self.parquet(self.columns()), self.parquet({name: values[:1] for name, values in self.columns().items()})]

    @staticmethod
    def parquet(columns: Any) -> bytes:
        """These columns as a Parquet file; nothing where they are none."""
        import pandas as pd
        import pyarrow as pa

        out = io.BytesIO()
        try:
            df = pd.DataFrame(columns)
            if "score" in df:
                df["score"] = df["score"].astype("Int64")
            df.to_parquet(out, engine="pyarrow", index=False)
        except (pa.ArrowException, TypeError, ValueError, AttributeError, OverflowError, KeyError):
            return b""
        return out.getvalue()


SEEDS = _Seeds()
