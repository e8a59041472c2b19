"""Deck files that are damaged, foreign or malicious: one clear line each, from Python and from the command line."""

import json
import os
import time

import pytest
from commands import refused

from lotrsim import decks
from lotrsim.cards.facts import facts
from lotrsim.decks.files import LARGEST_FILE
from lotrsim.errors import BadDeck, BadFile, BadValue

MIRKWOOD = "passage-through-mirkwood"
IDS = {fact.name: fact.octgn_id for fact in facts()}
GOOD = f"""<?xml version="1.0" encoding="utf-8"?>
<deck game="a21af4e8-be4b-4cda-a6b6-534f9717391f">
  <section name="Hero" shared="False"><card qty="1" id="{IDS["Aragorn"]}">Aragorn</card></section>
  <section name="Ally" shared="False"><card qty="2" id="{IDS["Gandalf"]}">Gandalf</card></section>
</deck>
"""
LAUGHS = (
    '<!DOCTYPE deck [<!ENTITY a0 "ha">'
    + "".join(f'<!ENTITY a{k} "{f"&a{k - 1};" * 10}">' for k in range(1, 10))
    + "]><deck><notes>&a9;</notes></deck>"
)
OUTSIDE = '<!DOCTYPE deck [<!ENTITY outside SYSTEM "SECRET">]><deck><notes>&outside;</notes></deck>'
PARAMETER = '<!DOCTYPE deck [<!ENTITY % outside SYSTEM "SECRET"> %outside;]><deck/>'
DTD = '<!DOCTYPE deck SYSTEM "SECRET"><deck/>'
HERO = {"databaseId": IDS["Aragorn"], "quantity": 1, "loadGroupId": "playerNPlay1"}

DAMAGED = {  # name -> (content, what the line says)
    "empty": ("", "is empty; save the deck anew"),
    "blank": (" \r\n\t\n", "is empty"),
    "only a mark": (b"\xef\xbb\xbf", "no deck: neither XML"),
    "truncated XML": (GOOD[: len(GOOD) * 2 // 3], "line 4: the XML is broken or cut off there; save the deck anew"),
    "XML that breaks off": (GOOD.replace("</deck>\n", ""), "the XML is broken or cut off there"),
    "no well-formed XML": (GOOD.replace("</card>", "", 1), "line 3: the XML is broken"),
    "billion laughs": (LAUGHS, "declares a document type or entities, as no deck does"),
    "external entity": (OUTSIDE, "declares a document type or entities"),
    "external parameter entity": (PARAMETER, "declares a document type or entities"),
    "external document type": (DTD, "declares a document type or entities"),
    "entity without declaration": ("<deck><notes>&nbsp;</notes></deck>", "line 1: the XML is broken"),
    "web page": ("<!DOCTYPE html>\n<html><body>Not found</body></html>", "is a web page; take the file that the page offers"),
    "other XML": ("<set><card/></set>", "XML, but no deck of OCTGN: it begins with <set>"),
    "deck of another game": (GOOD.replace("a21af4e8", "00000000"), "a deck of another game of OCTGN"),
    "truncated JSON": ('{"heroes": {"01001": 1},\n "slots": {"01014"', ": the JSON is broken or cut off there"),
    "JSON of one letter": ("[", "line 1, column 2: the JSON is broken"),
    "JSON of something else": ('{"name": "x"}', "JSON, but neither a deck of RingsDB (heroes, slots) nor one of DragnCards"),
    "empty JSON": ("{}", "JSON, but neither"),
    "empty list": ("[]", "JSON, but neither"),
    "numbers": ("[1, 2, 3]", "JSON, but neither"),
    "quantities as a list": ('{"heroes": ["01001"], "slots": {}}', "heroes: must hold quantities by card code"),
    "a code twice": ('{"heroes": {"01001": 1}, "slots": {"01014": 1, "01014": 2}}', "the JSON has the key '01014' twice"),
    "deep JSON": ('{"slots":' * 100_000, "the JSON is nested too deep"),
    "long number": ('{"slots": {"01014": ' + "9" * 5000 + "}}", "a number that is too long"),
    "two decks of RingsDB": (
        json.dumps([{"name": "One", "slots": {}}, {"name": "Two", "slots": {}}]),
        "holds 2 decks ('One', 'Two'); save the one to be played in a file of its own",
    ),
    "two decks of DragnCards": ({"preBuiltDecks": {"a": {"cards": [HERO]}, "b": {"cards": [HERO]}}}, "holds 2 decks"),
    "DragnCards' own card texts": ([HERO, {"cardRow": {}, "quantity": 1}], "entry 2: has no databaseId"),
    "odd place": ([HERO, {**HERO, "loadGroupId": "playerNHand"}], "entry 2: the loadGroupId 'playerNHand' is no part"),
    "two decks as text": ("Heroes\nAragorn\n2x Feint\nHeroes\nGimli\n", "line 4: a second deck begins; save each in a file"),
    "prose": ("Dear Sam,\nthe road goes on.\n", "no deck: neither XML of OCTGN, nor JSON of RingsDB or DragnCards, nor lines"),
    "a long line": ("Aragorn\n" + "[" * 100_000, "line 2: is longer than 1000 characters, so this is no deck"),
    "many lines": ("2x Nobody\n" * 90_000, "holds more than 500 cards, each counted once, so this is no deck"),
    "many codes": ({"slots": {str(k): 1 for k in range(10_000)}}, "holds more than 500 cards"),
    "binary": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "is no text in UTF-8 or UTF-16 with its mark; save it as UTF-8"),
    "archive": (b"PK\x03\x04\x14\x00\x00\x00", "is no text"),
    "zero bytes": (b"\x00" * 100, "is no text"),
    "UTF-16 without its mark": (GOOD.encode("utf-16-le"), "is no text in UTF-8 or UTF-16 with its mark"),
    "half a UTF-16 letter": (GOOD.encode("utf-16")[:-1], "is no text"),
    "a pickle": (b"\x80\x04K\x01.", "is no text"),
}
FAULTY = {  # name -> (content, what the line says)
    "unknown codes": (
        {"heroes": {"01001": 1}, "slots": {"99001": 1, "01014": 2, "99002": 3, "1": 1}},
        "3 cards that lotrsim does not know: RingsDB card 99001, RingsDB card 99002, RingsDB card 1",
    ),
    "unknown id": (GOOD.replace(IDS["Gandalf"], "none"), "a card that lotrsim does not know: Gandalf (none)"),
    "no id and no name": (
        '<deck><section name="Hero"><card qty="1"/></section></deck>',
        "a card that lotrsim does not know: a card (no id)",
    ),
    "negative quantity": (GOOD.replace('qty="2"', 'qty="-2"'), "quantity '-2' of Gandalf: a whole number from 1 to 99"),
    "no quantity": (GOOD.replace('qty="2" ', ""), "no quantity of Gandalf"),
    "broken quantity": (GOOD.replace('qty="2"', 'qty="1.5"'), "quantity '1.5' of Gandalf"),
    "absurd quantity": (GOOD.replace('qty="1"', f'qty="{"9" * 200}"'), "of Aragorn: a whole number from 1 to 99"),
    "a hundred": (GOOD.replace('qty="2"', 'qty="100"'), "quantity '100' of Gandalf"),
    "zero": ({"heroes": {"01001": 1}, "slots": {"01014": 0}}, "quantity '0' of Faramir"),
    "true": ({"heroes": {"01001": True}, "slots": {}}, "quantity 'True' of Aragorn"),
    "endless": ('{"heroes": {"01001": 1}, "slots": {"01014": Infinity}}', "quantity 'inf' of Faramir"),
    "a list for a number": ({"heroes": {"01001": []}, "slots": {}}, "quantity '[]' of Aragorn"),
    "negative in text": ("Aragorn\n-2x Faramir\n", "quantity '-2' of Faramir"),
    "negative behind": ("Aragorn\nFaramir x-2\n", "quantity '-2' of Faramir"),
    "no heroes": ("2x Faramir\n3x Gandalf\n", "no hero: without heroes nobody can play it"),
    "no heroes in JSON": ({"heroes": {}, "slots": {"01014": 2}}, "no hero: without heroes"),
    "only an empty deck": ("<deck/>", "no hero: without heroes"),
    "a side deck only": ('{"slots": {}, "sideslots": {"01001": 1}}', "no hero: without heroes"),
    "quest deck": (
        GOOD.replace('name="Hero" shared="False"', 'name="Quest" shared="True"').replace('"Ally" shared="False"', '"Encounter"'),
        "the deck of a scenario (3 encounter and quest cards), not of a player; `lotrsim scenarios` lists what is played",
    ),
    "quest deck by its cards": (
        [{"databaseId": IDS[name], "quantity": 1} for name in ("Forest Spider", "Wargs")],
        "the deck of a scenario (2 encounter and quest cards)",
    ),
    "quest deck as text": ("Quest Cards\nFlies and Spiders\nEnemies\n3x King Spider\n", "the deck of a scenario (4 encounter"),
    "encounter cards in a deck": (
        GOOD.replace("</deck>", f'<section name="Setup" shared="True"><card qty="1" id="{IDS["Wargs"]}"/></section></deck>'),
        "cards that belong to no player: Wargs",
    ),
    "an encounter card": ("Aragorn\n2x Faramir\n1x Wargs\n", "Wargs is an encounter or quest card (enemy), not a player card"),
    "a fourth copy": (GOOD.replace('qty="2"', 'qty="4"'), "4 copies of Gandalf, at most 3 are allowed"),
    "four heroes": ("Aragorn\nGimli\nLegolas\nThalin\n2x Feint\n", "4 heroes, at most 3 are allowed"),
    "a hero twice": (GOOD.replace('qty="1"', 'qty="2"'), "Aragorn is among the heroes 2 times"),
}


def write(folder, content, name="deck.o8d"):
    path = folder / name
    content = content if isinstance(content, str | bytes) else json.dumps(content)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """The decks lie in the working folder, so that their names are short."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("content", "says"), DAMAGED.values(), ids=DAMAGED)
@pytest.mark.parametrize("name", ["deck.o8d", "deck.json", "deck.txt"])
def test_damaged_files(here, content, says, name):
    write(here, content, name)
    with pytest.raises(BadFile) as error:
        decks.read(name)
    assert str(error.value).startswith(f"{name}: ") and says in str(error.value) and "\n" not in str(error.value)
    with pytest.raises(BadFile):
        decks.team(["core-lore", name, "nobody"])


@pytest.mark.parametrize(("content", "says"), FAULTY.values(), ids=FAULTY)
def test_faulty_decks(here, content, says):
    write(here, content)
    with pytest.raises(BadDeck) as error:
        decks.team("deck.o8d")
    assert says in str(error.value) and "\n" not in str(error.value)
    assert all(fault.startswith("deck.o8d: ") for fault in error.value.faults)


@pytest.mark.parametrize("text", [OUTSIDE, PARAMETER, DTD])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_no_entity_is_resolved(here, text, encoding):
    secret = write(here, "hidden words", "secret.txt")
    path = write(here, text.replace("SECRET", secret.as_uri()).encode(encoding))
    with pytest.raises(BadFile) as error:
        decks.read(path)
    assert "hidden" not in str(error.value)


def test_a_large_file_is_refused_unread(here):
    """50 MB, of which no more than the limit is read."""
    path = here / "deck.o8d"
    with path.open("wb") as file:
        file.write(GOOD.encode())
        file.truncate(50_000_000)
    with pytest.raises(BadFile, match="deck.o8d: is larger than 1,000,000 bytes, so it is no deck file"):
        decks.read("deck.o8d")
    path.write_bytes(GOOD.encode().ljust(LARGEST_FILE + 1))
    with pytest.raises(BadFile, match="is larger"):
        decks.read(path)
    path.write_bytes(GOOD.encode().ljust(LARGEST_FILE))
    assert decks.read(path).size == 2


@pytest.mark.parametrize("name", ["none.o8d", ".", "no/folder.o8d"])
def test_what_cannot_be_read(here, name):
    with pytest.raises(BadFile):
        decks.read(name)


def test_a_file_of_five_hundred_unknown_cards_is_refused_at_once(here):
    """Found by fuzzing: to look for the card that each unknown word may be a slip of took six seconds."""
    words = ["".join(chr(97 + (k * k + 7 * j) % 26) for j in range(8 + k % 12)) for k in range(480)]
    write(here, "Aragorn\n" + "".join(f"2x {word}\n" for word in words))
    start = time.process_time()
    with pytest.raises(BadDeck):
        decks.read("deck.o8d")
    assert time.process_time() - start < 1


def test_names_of_files_are_shown_so_they_must_be_printable(here):
    write(here, GOOD, "a deck.o8d")
    assert decks.read("a deck.o8d").id == "a deck.o8d"
    with pytest.raises(BadValue, match="must be printable"):
        decks.read("a\ndeck.o8d")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(here):
    write(here, GOOD).chmod(0)
    with pytest.raises(BadFile, match="Permission denied"):
        decks.read("deck.o8d")


COMMANDS = [
    ["decks", "check"],
    ["decks", "show"],
    ["play", MIRKWOOD, "--deck"],
    ["run", "--scenario", MIRKWOOD, "--agent", "random", "--out", "r.parquet", "--deck"],
    ["replay", "--new", MIRKWOOD, "--out", "game.txt", "--deck"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=[" ".join(command[:2]) for command in COMMANDS])
@pytest.mark.parametrize("name", ["truncated XML", "billion laughs", "empty", "JSON of something else"])
def test_damaged_files_on_the_command_line(here, command, name):
    content, says = DAMAGED[name]
    write(here, content)
    assert says in refused(1, *command, "deck.o8d")
    assert os.listdir(here) == ["deck.o8d"]


@pytest.mark.parametrize("command", COMMANDS, ids=[" ".join(command[:2]) for command in COMMANDS])
@pytest.mark.parametrize("name", ["unknown codes", "negative quantity", "quest deck", "no heroes", "a fourth copy"])
def test_faulty_decks_on_the_command_line(here, command, name):
    content, says = FAULTY[name]
    write(here, content)
    assert says in refused(2, *command, "deck.o8d")
    assert os.listdir(here) == ["deck.o8d"]
