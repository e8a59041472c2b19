"""Deck files of every format: what is read from them, and that what is written is read again without loss."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lotrsim import decks
from lotrsim.cards.facts import facts
from lotrsim.decks import Deck, octgn
from lotrsim.decks.files import WRITERS
from lotrsim.errors import BadDeck, BadValue, OutputExists, UnknownName

IDS = {fact.name: fact.octgn_id for fact in facts()}
CODES = {fact.name: fact.ringsdb_code for fact in facts()}
HEROES = [fact.name for fact in facts() if fact.type == "hero"]
PLAYER_CARDS = [fact.name for fact in facts() if fact.type in ("ally", "attachment", "event")]
SUFFIX = {"octgn": ".o8d", "ringsdb": ".json", "dragncards": ".json", "text": ".txt"}
WANTED = (["Aragorn", "Glóin"], {"Faramir": 2, "Celebrían's Stone": 1, "For Gondor!": 3})


def file_of(tmp_path, content, name="deck.txt"):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def lists(deck):
    """What the game is played with: the order of cards in a deck is no part of it."""
    return list(deck.heroes), dict(deck.cards)


def o8d(*sections, head='<?xml version="1.0" encoding="utf-8" standalone="yes"?>', game=octgn.GAME_ID):
    """An OCTGN file; a section is (name, [(quantity, id, name)])."""
    lines = [head, f'<deck game="{game}">']
    for name, cards in sections:
        shared = name in ("Quest", "Encounter", "Special", "Setup")
        lines.append(f'<section name="{name}" shared="{shared}">')
        lines += [f'<card qty="{n}" id="{id}">{title}</card>' for n, id, title in cards]
        lines.append("</section>")
    return "\n".join([*lines, "</deck>"])


def of(*names):
    """Cards of a section by name, two copies each, as a file without accents has them."""
    return [(2, IDS[name], name.encode("ascii", "ignore").decode()) for name in names]


HERO_SECTION = ("Hero", [(1, IDS["Aragorn"], "Aragorn"), (1, IDS["Glóin"], "Gloin")])
CARD_SECTIONS = (
    ("Ally", [(2, IDS["Faramir"], "Faramir")]),
    ("Attachment", [(1, IDS["Celebrían's Stone"], "Celebrian&#039;s Stone")]),
    ("Event", [(3, IDS["For Gondor!"].upper(), "For Gondor!")]),
)
OCTGN = o8d(HERO_SECTION, *CARD_SECTIONS)


# ---------------------------------------------------------------- OCTGN


@pytest.mark.parametrize(
    "content",
    [
        OCTGN.encode(),
        OCTGN.encode("utf-8-sig"),
        OCTGN.replace("\n", "\r\n").encode(),
        OCTGN.replace("utf-8", "utf-16").encode("utf-16"),
        OCTGN.encode("utf-16"),
        OCTGN.replace("Gloin", "Glóin").encode("cp1252"),
        OCTGN.replace("Gloin", "a name that nobody reads").encode(),
        o8d(HERO_SECTION, *CARD_SECTIONS, ("Side Quest", []), ("Sideboard", []), ("Quest", []), ("Setup", [])).encode(),
        o8d(*CARD_SECTIONS, HERO_SECTION, head="").encode(),
    ],
    ids=["plain", "BOM", "CRLF", "UTF-16", "UTF-16 that says UTF-8", "cp1252", "other names", "empty sections", "heroes last"],
)
def test_octgn(tmp_path, content):
    deck = decks.read(file_of(tmp_path, content, "deck.o8d"))
    assert lists(deck) == WANTED and deck.notes == ()
    assert deck.name == "deck" and deck.id == str(tmp_path / "deck.o8d")


def test_a_card_of_another_set_with_a_known_name_is_not_played(tmp_path):
    """The id counts: Faramir the hero and Glorfindel the ally are no cards of the Core Set."""
    other = "51223bd0-ffd1-11df-a976-0801999c9001"
    heroes = ("Hero", [(1, IDS["Aragorn"], "Aragorn"), (1, other, "Faramir")])
    path = file_of(tmp_path, o8d(heroes, ("Ally", [(3, other[:-1] + "2", "Glorfindel")])), "deck.o8d")
    with pytest.raises(BadDeck) as refused:
        decks.read(path)
    assert refused.value.faults == [
        f"{path}: 2 cards that lotrsim does not know: Faramir ({other}), Glorfindel ({other[:-1]}2)"
    ]


def test_side_decks_are_told_and_not_played(tmp_path):
    text = o8d(HERO_SECTION, *CARD_SECTIONS, ("Sideboard", [*of("Feint"), (1, "no-known-id", "Boromir")]))
    deck = decks.read(file_of(tmp_path, text, "deck.o8d"))
    assert lists(deck) == WANTED and deck.notes == ("its side deck (3 cards) is not played",)


# ---------------------------------------------------------------- RingsDB and DragnCards


def ringsdb(heroes=("Aragorn", "Glóin"), cards=WANTED[1], **more):
    return {
        "id": 1,
        "name": "A deck of mine",
        "heroes": {CODES[name]: 1 for name in heroes},
        "slots": {CODES[name]: n for name, n in cards.items()},
        **more,
    }


@pytest.mark.parametrize(
    "data",
    [
        ringsdb(sideslots=[]),
        ringsdb(sideslots={}, version="1.0", last_pack={}, problem=None, tags="", description_md="# prose"),
        ringsdb(cards={"Aragorn": 1, "Glóin": 1, **WANTED[1]}),
        ringsdb(cards={"Glóin": 1, **WANTED[1]}),
        ringsdb(heroes=(), cards={"Aragorn": 1, "Glóin": 1, **WANTED[1]}),
        {**ringsdb(cards={"Aragorn": 1, "Glóin": 1, **WANTED[1]}), "heroes": []},
        [ringsdb()],
        {**ringsdb(), "slots": {code: str(n) for code, n in ringsdb()["slots"].items()}},
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_ringsdb(tmp_path, data, encoding):
    deck = decks.read(file_of(tmp_path, json.dumps(data, indent=1).encode(encoding), "deck.json"))
    assert lists(deck) == WANTED and deck.name == "A deck of mine" and deck.notes == ()


def test_a_side_deck_of_ringsdb(tmp_path):
    deck = decks.read(file_of(tmp_path, json.dumps(ringsdb(sideslots={CODES["Feint"]: 1, "17002": 2})), "deck.json"))
    assert lists(deck) == WANTED and deck.notes == ("its side deck (3 cards) is not played",)


def load_list(*places):
    """DragnCards' list: (name, quantity, place)."""
    return [{"databaseId": IDS[name], "quantity": n, "loadGroupId": place} for name, n, place in places]


DRAGNCARDS = load_list(
    *((name, 1, "playerNPlay1") for name in WANTED[0]), *((name, n, "playerNDeck") for name, n in WANTED[1].items())
)


@pytest.mark.parametrize(
    "data",
    [
        DRAGNCARDS,
        [{**each, "_name": "anything"} for each in DRAGNCARDS],
        {"preBuiltDecks": {"mine": {"label": "id:mine", "cards": DRAGNCARDS}}},
        {"cards": DRAGNCARDS},
        json.loads(json.dumps(DRAGNCARDS).replace("playerN", "player1")),
    ],
)
@pytest.mark.parametrize("name", ["deck.txt", "deck.json", "deck.o8d", "deck"])
def test_dragncards(tmp_path, data, name):
    assert lists(decks.read(file_of(tmp_path, json.dumps(data), name))) == WANTED


def test_a_side_deck_of_dragncards(tmp_path):
    data = DRAGNCARDS + load_list(("Feint", 1, "playerNSideboard"))
    assert decks.read(file_of(tmp_path, json.dumps(data))).notes == ("its side deck (1 card) is not played",)


# ---------------------------------------------------------------- plain text

LINES = [
    "2x Faramir",
    "2x Faramir (Core Set)",
    "2 x Faramir (Core)",
    "2X Faramir (Revised Core Set)",
    "2× FARAMIR",
    "2 Faramir",
    "Faramir x2",
    "Faramir x 2",
    "Faramir, x2",
    "Faramir 2x",
    "Faramir (Core) x2",
    "Faramir (x2)",
    "Faramir [2x]",
    "Faramir x2 (one is enough)",
    "2x Faramir (Core Set 14)",
    "2x Faramir (Core Set #14)",
    "2x Faramir, Core Set #14",
    "2x Faramir Core Set 14",
    "2x Faramir [Core Set]",
    "2x Faramir (Ally)",
    "2x Faramir [Leadership Ally, 4] (Core Set)",
    "2x Faramir - Core Set",
    "• 2x Faramir",
    "- 2x Faramir",
    "* 2x Faramir",
    "2x • Faramir (Core Set 14)",
    "**2x Faramir**",
    "- 2x [Faramir](https://ringsdb.com/card/01014)",
    "2x [Faramir](https://ringsdb.com/card/01014) _(Core Set)_",
    "2x Faramir [http://ringsdb.com/card/01014] (Core Set)",
    "\u00a02x\u00a0Faramir\u00a0",
    "Faramir\n1x faramir",
]


@pytest.mark.parametrize("line", LINES)
def test_a_line_of_text(tmp_path, line):
    deck = decks.read(file_of(tmp_path, f"Heroes\nAragorn\n\nAllies\n{line}\n"))
    assert lists(deck) == (["Aragorn"], {"Faramir": 2})


@pytest.mark.parametrize(
    "line",
    [
        "Denethor",
        "1x Denethor",
        "Denethor x1",
        "• Denethor Core Set 10",
        "Denethor (Core Set)",
        "Denethor (8)",
        "Denethor (threat 8)",
        "Hero: Denethor",
        "Heroes (1): Denethor",
        "Denethor (Hero)",
        "Denethor (Lore, 8)",
    ],
)
def test_a_hero_of_text(tmp_path, line):
    assert lists(decks.read(file_of(tmp_path, f"{line}\n\n2x Faramir\n"))) == (["Denethor"], {"Faramir": 2})


TEXTS = {
    "as RingsDB gives it": """A deck of mine

Packs: Core Set


Heroes (2)

1x Aragorn (Core Set)
1x Glóin (Core Set)


Allies (1)

2x Faramir (Core Set)


Attachments (1)

1x Celebrían's Stone (Core Set)


Events (1)

3x For Gondor! (Core Set)

2 Heroes,  6  Cards
Cards up to Core Set
""",
    "heroes last and no headings": "2 Faramir\n1 Celebrians Stone\n3 For Gondor\n\nAragorn\nGloin\n",
    "one line a type": "Heroes: Aragorn, Gloin\nAllies (2): Faramir x2\n"
    "Events - For Gondor! x 2; For Gondor!\nAttachments: Celebrian’s Stone\nTotal: 6 cards\n",
    "Markdown": "# A deck of mine\n\n## Heroes\n* **Aragorn**\n* **Glóin**\n\n## Deck\n---\n* 2x Faramir\n"
    "* 1x Celebrían's Stone\n* 3x For Gondor!\n",
    "heroes without a heading behind them": "Heroes\n\nAragorn\nGlóin\n\n2x Faramir\n1x Celebrían's Stone\n3x For Gondor!\n",
    "upper case and CRLF": "HERO: (2)\r\nARAGORN\r\nGLOIN\r\nALLY: (2)\r\nFARAMIR X2\r\nATTACHMENT: (1)\r\n"
    "CELEBRIAN'S STONE X1\r\nEVENT: (3)\r\nFOR GONDOR! X3\r\nTOTAL CARDS: (6)\r\n",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_text(tmp_path, text, encoding):
    deck = decks.read(file_of(tmp_path, text.encode(encoding), "mine.txt"))
    assert lists(deck) == WANTED
    assert deck.name == ("A deck of mine" if "A deck of mine" in text else "mine")


def test_a_side_deck_in_text(tmp_path):
    side = "\nSideboard\n\nHeroes (1)\n1x Bilbo Baggins (The Hunt for Gollum)\nAllies\n3x Gandalf\n"
    deck = decks.read(file_of(tmp_path, TEXTS["as RingsDB gives it"] + side))
    assert lists(deck) == WANTED and deck.notes == ("its side deck (4 cards) is not played",)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("1x Henemarth Riversong", "'Henemarth Riversong' (nearest: Henamarth Riversong)"),
        ("2x Glorfindel (Foundations of Stone)", "'Glorfindel (Foundations of Stone)'"),
        ("Glorfindel x2 (Foundations of Stone)", "'Glorfindel (Foundations of Stone)'"),
        ("2x Gandalf [https://ringsdb.com/card/131006]", "'Gandalf' (RingsDB card 131006)"),
        ("2x Faramir (Core Set 15)", "'Faramir' with the number 15, which is Son of Arnor"),
        ("1x Faramir (Hero)", "'Faramir (Hero)'"),
        ("1x Glorfindel (Spirit)", "'Glorfindel (Spirit)'"),
        ("Faramir (2)", "'Faramir (2)' (write 2x Faramir for so many copies)"),
        ("2x Boromir", "'Boromir'"),
        ("play it well", "'play it well'"),
    ],
)
def test_a_line_that_is_no_known_card(tmp_path, line, words):
    path = file_of(tmp_path, f"Heroes\nAragorn\nAllies\n3x Gandalf\n{line}\n")
    with pytest.raises(BadDeck) as refused:
        decks.read(path)
    assert refused.value.faults == [f"{path}: a card that lotrsim does not know: {words}"]


def test_names_that_heroes_and_allies_share(tmp_path):
    """The Core Set has Faramir as an ally and Glorfindel as a hero; under the other heading they are refused."""
    deck = decks.read(file_of(tmp_path, "Heroes\nFaramir\nAllies\n3x Glorfindel\n"))
    assert decks.check(deck) == [
        "Faramir is not a hero but of type ally",
        "the hero Glorfindel is among the cards; heroes start in play",
    ]


def test_a_slip_in_the_first_line_is_no_name_of_the_deck(tmp_path):
    with pytest.raises(BadDeck, match="'Aragron' \\(nearest: Aragorn\\)"):
        decks.read(file_of(tmp_path, "Aragron\n\nGloin\n2x Faramir\n"))


# ---------------------------------------------------------------- there and back


@pytest.mark.parametrize("format", WRITERS)
@pytest.mark.parametrize("id", decks.ids())
def test_every_deck_survives_every_format(tmp_path, id, format):
    deck = decks.get(id)
    path = decks.write(deck, tmp_path / f"copy{SUFFIX[format]}", format)
    again = decks.read(path)
    assert lists(again) == lists(deck)
    assert again.name == ("copy" if format == "dragncards" else deck.name)


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    heroes=st.lists(st.sampled_from(HEROES), min_size=1, max_size=3, unique=True),
    cards=st.dictionaries(st.sampled_from(PLAYER_CARDS), st.integers(1, 3), min_size=1),
    name=st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=40),
    path=st.lists(st.sampled_from(list(WRITERS)), min_size=1, max_size=4),
)
def test_any_deck_survives_any_chain_of_formats(tmp_path_factory, heroes, cards, name, path):
    deck = Deck("made", name, tuple(heroes), tuple(cards.items()))
    folder = tmp_path_factory.mktemp("chain")
    again = deck
    for k, format in enumerate(path):
        again = decks.read(decks.write(again, folder / f"{k}{SUFFIX[format]}", format))
    assert (list(again.heroes), Counter(dict(again.cards))) == (heroes, Counter(cards))
    if "dragncards" not in path:
        assert again.name == name


@pytest.mark.parametrize("name", ["2x Faramir", "Heroes", "<b>&amp;]]>", "Aragorn", "Name: x", "Sideboard", "", "Éowyn's"])
@pytest.mark.parametrize("format", ["octgn", "ringsdb", "text"])
def test_names_that_look_like_something_else(tmp_path, name, format):
    deck = Deck("made", name, ("Aragorn",), (("Gandalf", 3),))
    again = decks.read(decks.write(deck, tmp_path / "copy", format))
    assert lists(again) == lists(deck) and again.name == (name or "copy")


@pytest.mark.parametrize("format", ["octgn", "ringsdb", "text"])
def test_names_are_one_printable_line(tmp_path, format):
    deck = Deck("made", "Two\nlines\x1b[31m\x00\u2028" + "x" * 200, ("Aragorn",), (("Gandalf", 3),))
    again = decks.read(decks.write(deck, tmp_path / "copy", format))
    assert lists(again) == lists(deck) and again.name == ("Two lines[31m " + "x" * 200)[:100]


def test_a_name_of_ringsdb_is_one_printable_line(tmp_path):
    path = file_of(tmp_path, json.dumps({**ringsdb(), "name": "\x1b[31m red\n" + "x" * 999}))
    assert decks.read(path).name == ("[31m red " + "x" * 999)[:100]


def test_the_name_says_the_format(tmp_path):
    deck = decks.get("core-lore")
    begins = {"a.o8d": "<?xml", "a.JSON": "{", "a.txt": "Name: ", "a.md": "Name: "}
    for name, begin in begins.items():
        assert decks.write(deck, tmp_path / name).read_text(encoding="utf-8").startswith(begin)
    with pytest.raises(BadValue, match="no format is known for such a name; name one of octgn, ringsdb, dragncards, text"):
        decks.write(deck, tmp_path / "a.deck")
    with pytest.raises(UnknownName, match="unknown deck format 'octagon'; nearest: octgn"):
        decks.write(deck, tmp_path / "a.deck", "octagon")


def test_nothing_is_overwritten_unless_forced(tmp_path):
    path = file_of(tmp_path, "mine", "a.txt")
    with pytest.raises(OutputExists):
        decks.write(decks.get("core-lore"), path)
    assert path.read_text() == "mine"
    decks.write(decks.get("core-lore"), path, force=True)
    assert decks.read(path).size == 30 and [each.name for each in tmp_path.iterdir()] == ["a.txt"]


def test_a_faulty_deck_is_not_written(tmp_path):
    with pytest.raises(BadDeck) as refused:
        decks.write(Deck("bad", "", ("Gandalf",), (("Nobody", 1),)), tmp_path / "a.o8d")
    assert len(refused.value.faults) == 2 and list(tmp_path.iterdir()) == []
    decks.write(Deck("four", "", ("Gimli",), (("Feint", 4),)), tmp_path / "a.o8d")
    assert decks.check(decks.read(tmp_path / "a.o8d")) == ["4 copies of Feint, at most 3 are allowed"]


# ---------------------------------------------------------------- wherever a deck id works


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A working folder with decks in it."""
    monkeypatch.chdir(tmp_path)
    decks.write(decks.get("core-lore"), "lore.o8d")
    decks.write(decks.get("core-spirit"), "a+b.txt")
    decks.write(decks.get("core-tactics"), "without suffix", "text")
    (tmp_path / "core-leadership").write_text("no deck")
    return tmp_path


@pytest.mark.parametrize(
    ("given", "ids"),
    [
        ("lore.o8d", ["lore.o8d"]),
        (Path("lore.o8d"), ["lore.o8d"]),
        ("lore.o8d+core-spirit", ["lore.o8d", "core-spirit"]),
        ("core-spirit + lore.o8d", ["core-spirit", "lore.o8d"]),
        ("a+b.txt", ["a+b.txt"]),
        ("lore.o8d+a+b.txt+without suffix", ["lore.o8d", "a+b.txt", "without suffix"]),
        (["./a+b.txt", Path("lore.o8d")], ["./a+b.txt", "lore.o8d"]),
        ("core-leadership", ["core-leadership"]),
    ],
)
def test_files_at_the_table(here, given, ids):
    assert [deck.id for deck in decks.team(given)] == ids


def test_an_id_comes_before_a_file(here):
    assert decks.get("core-leadership").size == 30
    assert lists(decks.get(str(here / "lore.o8d"))) == lists(decks.get("core-lore"))


@pytest.mark.parametrize(
    "name", ["none.o8d", r"C:\decks\none.o8d", "no/folder", Path("none"), "none.o8d" * 999 + ".o8d", "a\0.o8d"]
)
def test_a_file_that_is_not_there(here, name):
    with pytest.raises(BadValue, match="there is no such file"):
        decks.get(name)
    with pytest.raises(BadDeck, match=re.escape("there is no such file, and no deck has this id; unknown deck 'core-lro'")):
        decks.team([name, "core-lro"])


def test_every_fault_of_files_and_ids_at_once(here):
    (here / "bad.txt").write_text("Gimli\nGimli\n4x Feint\n2x Boromir\n-1 Gandalf\n")
    with pytest.raises(BadDeck) as refused:
        decks.team("bad.txt+lore.o8d+core-lore", tournament=True)
    assert refused.value.faults == [
        "bad.txt: quantity '-1' of Gandalf: a whole number from 1 to 99 is needed",
        "bad.txt: a card that lotrsim does not know: 'Boromir'",
        "bad.txt: Gimli is among the heroes 2 times",
        "bad.txt: 4 copies of Feint, at most 3 are allowed",
        "lore.o8d: 30 of the 50 cards that a tournament deck needs at least",
        "core-lore: 30 of the 50 cards that a tournament deck needs at least",
        *(
            f"the hero {name} is in two decks of the table: lore.o8d and core-lore"
            for name in ("Beravor", "Denethor", "Glorfindel")
        ),
    ]
