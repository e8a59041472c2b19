"""The pages: their code runs, their tables are fresh, their numbers are right; and the shape of the source."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from pages import ROOT, blocks, page, run_sessions

import lotrsim
from lotrsim import ids, rng
from lotrsim.cards import registry
from lotrsim.cards.tables import tables
from lotrsim.effects import language
from lotrsim.state import GAME

PROTOCOL = page("docs/protocol.md")
PAGES = [
    "README.md",
    "CHANGELOG.md",
    "benchmarks/README.md",
    *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")),
]
SOURCES = ("lotrsim", "agents", "experiments")

# ---------------------------------------------------------------- code and tables


def test_the_sessions_of_the_readme(tmp_path):
    done = run_sessions(page("README.md"), tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_generated_tables_are_fresh():
    path = [*sys.path, str(ROOT / "docs")]
    code = f"import sys, lotrsim; lotrsim.__path__[:] = {list(lotrsim.__path__)!r}; sys.path[:] = {path!r}; "
    code += "import generate; sys.exit(generate.main(['--check']))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name):
    """Every link to a file finds it, and every link to a section its heading."""
    for target in re.findall(r"\]\(([^)]+)\)", page(name)):
        if target.startswith("http"):
            continue
        path, _, section = target.partition("#")
        file = ((ROOT / name).parent / path).resolve() if path else ROOT / name
        assert file.exists(), f"{name}: {target}"
        if section:
            heads = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
            slugs = {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}
            assert section in slugs, f"{name}: {target}"


# ---------------------------------------------------------------- the protocol


@pytest.fixture(scope="module")
def written():
    """The functions that the page gives, run from the page."""
    space = {}
    for block in blocks(PROTOCOL, "python"):
        exec(block, space)
    return space


def vectors():
    """The rows `call` -> `output` of the page."""
    return re.findall(r"^\| `(.+?)` \| `(.+?)` \|$", PROTOCOL.split("<!-- generated: zones")[1], re.MULTILINE)


@pytest.mark.parametrize(("call", "output"), [row for row in vectors() if "(" in row[0]])
def test_vectors_of_the_page(written, call, output):
    assert eval(call, written) == eval(output)


def test_there_are_vectors():
    assert sum("(" in call for call, _ in vectors()) >= 14


@pytest.mark.parametrize("seed", [0, 7, 2**40 + 3, 2**63 - 1])
def test_the_generators_are_those_of_the_page(written, seed):
    g = np_game()
    for index in (0, 1, 2**33):
        rng.seed_game(g, seed, index)
        words = [written["key_word"](seed, index, use) for use in range(1, 7)]
        assert [*g["rng_key"], *g["agent_key"], *g["shuffle_key"]] == words
        assert [rng.draw32(g) for _ in range(5)] == [written["draw"](words[:2], count) for count in range(1, 6)]
        assert [rng.agent_draw32(g) for _ in range(5)] == [written["draw"](words[2:4], count) for count in range(1, 6)]
        assert [rng.below(g, 10) for _ in range(5)] == [written["below"](words[:2], count, 10) for count in range(6, 11)]
        for owner, copy, shuffle in ((-1, 0, 0), (0, 2, 1), (3, 7, 99)):
            key = written["shuffle_key"](words[4:], owner, 123456789, copy, shuffle)
            assert rng.shuffle_key(g, owner, 123456789, copy, shuffle) == key


def test_titles_are_hashed_as_on_the_page(written):
    for face, card in enumerate(registry.all_cards()):
        assert tables()[0]["title_key"][face] == written["title_key"](card.name)


def np_game():
    """An empty record."""
    import numpy as np

    return np.zeros(1, GAME)[0]


# ---------------------------------------------------------------- nothing is left out


def names(prefix):
    return [name for name, value in vars(ids).items() if name.startswith(prefix) and isinstance(value, int)]


@pytest.mark.parametrize("prefix", ["E_", "OP_", "FRAME_"])
def test_the_language_page_names_everything(prefix):
    text = page("docs/language.md")
    missing = [name for name in names(prefix) if f"`{name[len(prefix) :]}`" not in text]
    assert missing == []


def test_the_language_page_names_every_rule_and_bit():
    text = page("docs/language.md")
    assert [name for name in names("C_") if f"`{name}`" not in text] == []
    assert [name for name in names("Z_") + names("ST_") if f"`{name}`" not in text] == []


def test_every_word_of_the_language_is_on_its_page():
    text = page("docs/language.md")
    own = [name for name, value in vars(language).items() if getattr(value, "__module__", "") == language.__name__]
    words = [name for name in own if not name.startswith("_") and name[0].islower()]
    constants = [name for name, value in vars(language).items() if isinstance(value, language.CardRef | language.PlayerRef)]
    missing = [word for word in words if f"`{word}(" not in text]
    assert missing + [name for name in constants if f"`{name}`" not in text] == []
    assert len(words) > 80


def test_the_protocol_explains_every_decision():
    """Once in the table of numbers, once in the table of what is asked."""
    kinds = [name[2:] for name in names("D_") if name != "D_NONE"]
    told = [
        word for line in PROTOCOL.splitlines() for word in re.findall(r"[A-Z_]{2,}", line.split("|")[1] if "|" in line else "")
    ]
    assert [kind for kind in kinds if f"`{kind}`" not in PROTOCOL or kind not in told] == []


def test_the_protocol_lists_every_zone():
    zones = [value for name, value in vars(ids).items() if name in ZONES.split()]
    assert len(zones) == len(ZONES.split())
    section = PROTOCOL.split("<!-- generated: zones -->")[1].split("<!-- end -->")[0]
    shown = {int(number) for number in re.findall(r"^\| (\d+)", section, re.MULTILINE)}
    assert shown == set(zones)


ZONES = """HAND DECK DISCARD_PILE PLAY ENGAGED STAGING ACTIVE ENCOUNTER_DECK ENCOUNTER_DISCARD VICTORY SET_ASIDE REMOVED
QUEST QUEST_DECK LIMBO ATTACHED SHADOW"""


def test_the_architecture_page_names_every_field():
    text = page("docs/architecture.md")
    assert [name for name in GAME.names if f"`{name}`" not in text] == []


# ---------------------------------------------------------------- the source


def modules():
    """Module name -> its file, for everything that is installed."""
    found = {}
    for folder in SOURCES:
        prefix = "lotrsim" if folder == "lotrsim" else f"lotrsim.{folder}"
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = path.relative_to(ROOT / folder).with_suffix("").parts
            found[".".join((prefix, *(parts[:-1] if parts[-1] == "__init__" else parts)))] = path
    return found


MODULES = modules()


def imports(name):
    """The lotrsim modules that a module imports: (module, whether at its top level)."""
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    late = {id(inner) for node in ast.walk(tree) if is_late(node) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "lotrsim":
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if full in MODULES else node.module, id(node) not in late
        elif isinstance(node, ast.Import):
            yield from ((a.name, id(node) not in late) for a in node.names if a.name.split(".")[0] == "lotrsim")


def is_late(node):
    """What is imported inside is not imported with the module."""
    if isinstance(node, ast.If):
        return ast.unparse(node.test) == "TYPE_CHECKING"
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)


def room(name):
    """The part of the library: agents, experiments, rules, effects, cards ..., or the module itself."""
    return (name.split(".") + ["lotrsim"])[1]


KERNELS = {"ids", "state", "kernel", "rng", "rules", "effects"}
MAY_IMPORT = {  # room -> what its modules may import at their top level; a room that is not named: anything in lotrsim
    "ids": set(),
    "state": {"ids"},
    "stamp": set(),
    "errors": set(),
    "kernel": {"stamp"},
    "rng": {"kernel"},
    "rules": KERNELS,
    "effects": KERNELS | {"errors"},
    "cards": {"cards", "effects", "errors", "ids", "state"},
    "scenarios": {"scenarios", "cards", "errors", "ids"},
    "decks": {"decks", "cards", "errors", "ids"},
}


@pytest.mark.parametrize("name", MODULES)
def test_imports_point_one_way(name):
    """experiments -> agents -> lotrsim; rules and effects know nothing above them; cards and scenarios are data."""
    me = room(name)
    for other, at_top in imports(name):
        there = room(other)
        if not at_top or there == me:
            continue
        if me != "experiments":
            assert there != "experiments", f"{name} imports {other}"
        if me not in ("experiments", "agents"):
            assert there != "agents", f"{name} imports {other}"
        if me in MAY_IMPORT:
            assert there in MAY_IMPORT[me], f"{name} imports {other}"


@pytest.mark.parametrize("name", [name for name in MODULES if room(name) in ("cards", "scenarios", "decks", "errors", "ids")])
def test_data_needs_no_numba(name):
    text = MODULES[name].read_text(encoding="utf-8")
    assert not re.search(r"^(import|from) (numba|llvmlite|pandas)\b", text, re.MULTILINE)


def test_nobody_imports_agents_from_the_checkout():
    """`import agents` would find this folder in a checkout and another package elsewhere."""
    for path in ROOT.rglob("*.py"):
        if not {".git", ".venv", "build"} & set(path.relative_to(ROOT).parts):
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"^\s*(import|from) (agents|experiments)\b", text, re.MULTILINE), path


LONG = {  # files of 400 lines or more, and why
    "lotrsim/ids.py": "a list of names",
    "lotrsim/kernel.py": "one decorator; its private classes of Numba stand in one file",
    "lotrsim/effects/language.py": "a function of two lines for each word",
    "agents/heuristic/combat.py": "one estimate of a fight, from the list of foes to the choice",
    "agents/heuristic/programs.py": "a case for each word",
}


def test_files_are_short():
    """Under 400 lines, but for those that are listed with a reason."""
    long = [path for path in MODULES.values() if len(path.read_text(encoding="utf-8").splitlines()) >= 400]
    assert sorted(path.relative_to(ROOT).as_posix() for path in long if path.relative_to(ROOT).as_posix() not in LONG) == []


TEXTS = {".py", ".md", ".cfg", ".toml", ".sh", ".csv", ".cff", ".ipynb", ".json", ".txt", ""}
HOMES = re.compile(r"(?<![\w.])/(?:home|Users|root|work|opt|mnt|workspace)/[\w.-]+|[A-Z]:\\Users\\")


def test_no_path_of_a_machine():
    """What is kept names no folder of the machine it was written on."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True)
    files = listed.stdout.splitlines() if listed.returncode == 0 else [str(path) for path in MODULES.values()]
    for name in files:
        path = ROOT / name
        if path.suffix in TEXTS and path.is_file() and path != Path(__file__).resolve():
            found = HOMES.search(path.read_text(encoding="utf-8", errors="replace"))
            assert not found, f"{name}: {found[0]}"
