"""The generated blocks about the source: numbers and names, frames, events, the words of the effect language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path

from lotrsim import ids as n
from lotrsim import words
from lotrsim.effects import language
from lotrsim.result import FAULTS, REASONS
from lotrsim.rules import flow

PACKAGE = Path(n.__file__).parent
SECTION = re.compile(r"# -{3,} (.+)")
OWN_ROWS = {  # rows that only the compiler writes
    n.OP_END: "ends a program",
    n.OP_JUMP: "goes on elsewhere",
    n.OP_NEXT: "ends the body of a loop",
    n.OP_PLAY_CARD: "an ally that was paid for enters play",
    n.OP_ATTACH: "an attachment that was paid for is attached to TARGET",
    n.OP_CONSTANT: "a constant; never run, read by the rule that it changes",
}
NOT_YET = " (not played yet)"
CARDS = {  # references
    n.REF_SELF: "the card whose ability this is",
    n.REF_HOST: "the card that SELF is attached to",
    n.REF_TARGET: "the card that was chosen last",
    n.REF_COST: "the card that was chosen to pay the cost",
    n.REF_SUBJECT: "the card that the trigger is about",
    n.REF_ATTACKER: "the enemy of the innermost attack that is being resolved",
    n.REF_DEFENDER: "the defender with the lowest number in the innermost attack",
    n.REF_STAGE: "the current quest card",
    n.REF_ACTIVE: "the active location",
}
PLAYERS = {
    n.P_ANY: "nobody in particular",
    n.P_YOU: "the player who uses or suffers the effect",
    n.P_CHOSEN: "the player who was chosen",
    n.P_EACH: "the player of the loop that runs",
    n.P_FIRST: "the first player",
    n.P_DEFENDING: "the player against whom the innermost attack was begun",
    n.P_ALL: "every living player, in player order",
    n.P_EVENT: "the player whom the trigger is about",
    n.P_HIGHEST_THREAT: "the first in player order of those with the highest threat; in a choice: all of those",
    n.P_HOST_CONTROLLER: "the controller of HOST",
    n.P_OTHERS: "in a choice or a set: anybody but YOU",
    n.P_TARGET_CONTROLLER: "the controller of TARGET, or the player it is engaged with",
    n.P_ENGAGED: "the player with whom SELF is engaged",
}
DESCRIBED = {"{me}": "this card", "{of}": "a player's", "{by}": "a player", "{who}": "it", "{n}": "n"}
DESCRIBED |= {"{signed}": "n more of", "{stat}": "a statistic", "{trait}": "named", "{sphere}": "named"}


def plain(text: str) -> str:
    """A text of `lotrsim.words` without its places to fill in."""
    for place, word in DESCRIBED.items():
        text = text.replace(place, word)
    return text


def table(head: str, rows: Iterable[Iterable[object]]) -> str:
    """A table in Markdown; `head` holds the titles of its columns, separated by bars."""
    titles = [title.strip() for title in head.split("|")]
    lines = [titles, ["---"] * len(titles), *([str(cell).replace("|", "\\|") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def named(prefix: str) -> dict[int, str]:
    """Number -> name in capitals without its prefix; of several names of a number the first."""
    found: dict[int, str] = {}
    for name, value in vars(n).items():
        if name.startswith(prefix) and isinstance(value, int):
            found.setdefault(value, name[len(prefix) :])
    return found


# ---------------------------------------------------------------- numbers


def actions() -> str:
    """The ranges of action numbers."""
    rows = [
        (f"0 to {n.MAX_CARDS - 1}", "choose card instance c"),
        (n.PASS, "pass, or done"),
        (n.YES, "yes"),
        (n.NO, "no"),
        (f"{n.MODE_0} + k, k from 0 to {n.N_MODES - 1}", "mode k"),
        (f"{n.NUMBER_0} + k, k from 0 to {n.N_NUMBERS - 1}", "the number k"),
        (f"{n.PLAYER_0} + p, p from 0 to {n.MAX_PLAYERS - 1}", "player p"),
        (f"{n.EFFECT_0} + k, k from 0 to {n.N_EFFECTS - 1}", "the k-th effect of those that are named"),
    ]
    return table("action | meaning", rows) + f"\n\nThere are {n.N_ACTIONS} actions."


def decisions() -> str:
    """The kinds of decision."""
    rows = ((number, f"`{name}`", words.DECISIONS[number]) for number, name in named("D_").items())
    return table("number | kind | what is decided", rows)


def zones() -> str:
    """The zones."""
    rows = []
    for zone, place in words.PLACES.items():
        number = f"{zone} + p" if zone < n.STAGING else zone
        rows.append((number, place + (" of player p" if zone < n.STAGING else "")))
    return table("number | zone", rows)


def phases() -> str:
    """The phases."""
    return table("number | phase", words.PHASES.items())


def steps() -> str:
    """The steps of the round."""
    what = named("FRAME_") | {flow.BEGIN_QUEST: "the quest phase begins", flow.END_ROUND: "the round ends"}
    texts = {n.FRAME_WINDOW: "action window", n.FRAME_PHASE_END: "the phase ends"}
    rows = []
    for number, (phase, kind) in enumerate(flow.ROUND.tolist()):
        rows.append((number, words.PHASES[phase], texts.get(kind, what[kind].lower().replace("_", " "))))
    return table("step | phase | what", rows)


def outcomes() -> str:
    """How a game stands."""
    return table("number | outcome", [*REASONS.items(), (n.FAULTED, "stopped by a fault")])


def faults() -> str:
    """The faults and the capacities they stand for."""
    return table("number | fault", [(k, f"`{v}`" if v.startswith("MAX") else v) for k, v in FAULTS.items() if v])


def capacities() -> str:
    """The fixed capacities."""
    names = [name for name in vars(n) if name.startswith("MAX_")]
    return table("capacity | value", ((f"`{name}`", getattr(n, name)) for name in names))


# ---------------------------------------------------------------- frames, events, ops, record


def first_line(docstring: str | None) -> str:
    """The first paragraph of a docstring on one line."""
    return " ".join((docstring or "").strip().split("\n\n")[0].split())


def frames() -> str:
    """The frames, explained by the docstrings of the kernels that run them."""
    found: dict[str, tuple[str, str]] = {}
    for path in kernels():
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            text = first_line(ast.get_docstring(node)) if isinstance(node, ast.FunctionDef) else ""
            if match := re.match(r"FRAME_(\w+)[:.] (.+)", text):
                found[match[1]] = match[2][0].upper() + match[2][1:], f"`{path.parent.name}/{path.name}`"
    rows = ((number, f"`{name}`", *found[name]) for number, name in named("FRAME_").items())
    return table("number | frame | what it does | file", rows)


def kernels() -> list[Path]:
    """The files of the rules and of the machine."""
    return [path for folder in ("rules", "effects") for path in sorted((PACKAGE / folder).glob("*.py"))]


def is_used(pattern: str) -> bool:
    """Some rule or word of the machine mentions it."""
    return any(re.search(pattern, path.read_text(encoding="utf-8")) for path in kernels() if path.stem != "language")


def triggers() -> dict[int, str]:
    """Number of an event -> the name that card entries use."""
    return {value: name for name, value in vars(language).items() if name.isupper() and type(value) is int and name not in ("X",)}


def events() -> str:
    """The events."""
    rows = []
    written = triggers()
    for number, name in named("E_").items():
        text, about, _ = words.TRIGGERS[number]
        values = "; ".join(f"{bit}: {word}" for bit, word in words.MASKS.get(number, {}).items())
        happens = is_used(rf"emit\(g, t, E_{name}\b|EVENT_ID\] = E_{name}\b")
        when = text.replace("{s}", about or "it") + ("" if happens else NOT_YET)
        rows.append((number, f"`{name}`", f"`{written[number]}`" if number in written else "", when, values))
    return table("number | event | in card entries | when | its value", rows)


def rules() -> str:
    """The rules that constants change."""
    rows = (
        (number, f"`C_{name}`", plain(words.RULES[number]) + ("" if is_used(rf"\bC_{name}\b") else NOT_YET))
        for number, name in named("C_").items()
    )
    return table("number | rule | what holds", rows)


def makers() -> dict[int, list[tuple[str, str]]]:
    """Op -> the words of the language that make its row, with their docstrings."""
    found: dict[int, list[tuple[str, str]]] = {}
    for node in ast.parse(Path(language.__file__).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            ops = re.findall(r"n\.(OP_\w+)", ast.unparse(node))
            for op in dict.fromkeys(ops):
                found.setdefault(getattr(n, op), []).append((node.name, first_line(ast.get_docstring(node))))
    return found


def ops() -> str:
    """The rows of programs."""
    rows = []
    made = makers()
    for number, name in named("OP_").items():
        written = [] if number in OWN_ROWS else made[number]
        text = OWN_ROWS.get(number) or "; ".join(doc for _, doc in written)
        rows.append((number, f"`{name}`", ", ".join(f"`{word}`" for word, _ in written), text))
    return table("number | row | written | what it does", rows)


def record() -> str:
    """The fields of the record, with the comments of `lotrsim/state.py`."""
    text = (PACKAGE / "state.py").read_text(encoding="utf-8").split("GAME = ")[1].split("align=True")[0]
    rows: list[tuple[str, str, str]] = []
    for line in text.splitlines():
        if section := re.search(r"# --- (.+)", line):
            rows.append((f"*{section[1]}*", "", ""))
        elif field := re.search(r'\("(\w+)", "(\w+)"(?:, (.+?))?\),\s*(?:# (.+))?$', line):
            shape = (field[3] or "").strip("(),")
            shape = {"P": "MAX_PLAYERS", "C": "MAX_CARDS"}.get(shape, shape)
            rows.append((f"`{field[1]}`", field[2] + (f"[{shape}]" if shape else ""), field[4] or ""))
    return table("field | type | meaning", rows)


# ---------------------------------------------------------------- the language


def references() -> str:
    """References to cards and players."""
    cards, players = {}, {}
    for name, value in vars(language).items():
        if isinstance(value, language.CardRef):
            cards[name] = CARDS[int(value)]
        elif isinstance(value, language.PlayerRef):
            players[name] = PLAYERS[int(value)]
    blocks = []
    for head, found in (("card", cards), ("player", players)):
        blocks.append(table(f"{head} | meaning", ((f"`{name}`", text) for name, text in found.items())))
    return "\n\n".join(blocks)


def bits() -> str:
    """The zones, states and relations that a selector names."""
    blocks = []
    for head, prefix, texts in (
        ("zones", "Z_", words.ZONES),
        ("state", "ST_", words.STATUS),
        ("relation", "REL_", words.RELATIONS),
    ):
        names = named(prefix)
        rows = [(f"`{prefix}{names[k]}`", plain(text)) for k, text in texts.items() if text]
        if prefix == "ST_":
            rows = [(name, text + ("" if is_used(name.strip("`")) else NOT_YET)) for name, text in rows]
        if prefix == "Z_":
            rows += [("`Z_IN_PLAY`", "all zones in play"), ("`Z_ANY`", "all zones")]
        if prefix == "REL_":
            rows.append(("`REL_CAN_HOST`", "that may have attachments"))
        blocks.append(table(f"{head} | meaning", rows))
    return "\n\n".join(blocks)


def vocabulary() -> str:
    """Every function and class of the language with its docstring, in the sections of its source."""
    source = Path(language.__file__).read_text(encoding="utf-8")
    nodes = {node.lineno: node for node in ast.parse(source).body}  # a decorated class: the line of `class`
    lines: list[str] = []
    for number, line in enumerate(source.splitlines(), 1):
        if section := SECTION.match(line):
            lines += ["", f"### {section[1][0].upper()}{section[1][1:]}", ""]
        node = nodes.get(number)
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            arguments = ast.unparse(node.args).replace("n.", "")
            lines.append(f"- `{node.name}({arguments})`: {first_line(ast.get_docstring(node))}")
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            lines.append(f"- `{node.name}`: {first_line(ast.get_docstring(node))}")
        elif isinstance(node, ast.Assign) and isinstance(node.value, (ast.Call, ast.Tuple)):
            names = re.findall(r"\b[A-Z][A-Z_]*\b", line.split(" = ")[0]) if " = " in line else []
            values = [name for name in names if isinstance(getattr(language, name, None), VALUES)]
            lines += [f"- `{name}`: {meaning(getattr(language, name))}" for name in values]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


VALUES = (language.Value, language.Condition)


def meaning(value: object) -> str:
    """What a ready-made value or condition is, in words."""
    if isinstance(value, language.Value):
        return plain(words.VALUES[value.kind])
    return plain(words.CONDITIONS[value.kind])
