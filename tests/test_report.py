"""The report: what it says is what the statistics say, nothing is loaded from outside, names are escaped, a browser shows it."""

import base64
import re
import shutil
import tomllib
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from commands import ok, refused
from matplotlib.image import imread
from test_results import rows

from lotrsim.decks import Deck
from lotrsim.errors import BadFile, OutputExists
from lotrsim.experiments import Experiment, Sweep, analysis, report, run_sweep, write
from lotrsim.experiments.reporting import origin
from lotrsim.experiments.reporting.parts import chance, percent

HOSTILE = "<script>alert(1)</script>&\"'$x^2$"
RATES = {"core-lore": 0.3, "core-spirit": 0.5, "core-tactics+core-leadership": 0.7}


def games(n=40, decks=RATES, seed=7, agents=("random", "heuristic"), scenarios=("passage-through-mirkwood", "s2")):
    """Results of some decks, agents and scenarios, drawn with these rates; the second scenario is harder."""
    rng = np.random.default_rng(seed)
    frames = []
    for k, scenario in enumerate(scenarios):
        for agent in agents:
            for deck, rate in decks.items():
                won = rng.random(n) < rate / (1 + k)
                ends = {"rounds": rng.integers(2, 12, n), "out_by_threat": ~won & (rng.random(n) < 0.5)}
                score = pd.array(np.where(won, rng.integers(60, 200, n), 0), dtype="Int64")
                score[~won] = pd.NA
                columns = {"scenario": scenario, "agent": agent, "decks": deck, "won": won, "score": score, "seed": seed}
                frames.append(rows(n, **columns, **{name: np.asarray(value, int) for name, value in ends.items()}))
    return pd.concat(frames, ignore_index=True)


class Page(HTMLParser):
    """What is in a page: tables, pictures, everything that would be loaded, tags."""

    def __init__(self, text):
        super().__init__()
        self.tables, self.pictures, self.loaded, self.tags, self.words = [], [], [], [], []
        self._cell = False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        found = dict(attributes)
        self.loaded += [found[name] for name in ("src", "href", "srcset", "data", "action") if name in found]
        if tag == "img":
            self.pictures.append(found)
        elif tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
        self._cell = tag in ("td", "th")

    def handle_endtag(self, tag):
        self._cell = False if tag in ("td", "th") else self._cell

    def handle_data(self, data):
        self.words.append(data)
        if self._cell:
            self.tables[-1][-1][-1] += data

    @property
    def text(self):
        """All words, on one line."""
        return " ".join(" ".join(self.words).split())

    def table(self, head):
        """The rows, as dicts, of the first table that has this head."""
        found = next(table for table in self.tables if head in table[0])
        return [dict(zip(found[0], row, strict=True)) for row in found[1:]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with results and their page, made by the command."""
    folder = tmp_path_factory.mktemp("report")
    write(games(), folder / "results.parquet")
    ok("report", str(folder / "results.parquet"), "-o", str(folder / "report.html"))
    return folder


@pytest.fixture(scope="module")
def read(folder):
    """The page, read."""
    return Page((folder / "report.html").read_text(encoding="utf-8"))


def test_the_tables_say_what_the_statistics_say(read):
    shown = read.table("won games")
    rates = analysis.rates(games())
    assert len(shown) == len(rates) == 12
    for row, expected in zip(shown, rates.to_dict("records"), strict=True):
        assert [row[name] for name in ("scenario", "decks", "agent")] == [
            expected[name] for name in ("scenario", "decks", "agent")
        ]
        assert row["games"] == "40" and row["won games"] == str(expected["wins"])
        assert row["won (95%)"] == percent(expected["win_rate"], expected["ci_low"], expected["ci_high"])
    scale = analysis.scale(games())
    assert [row["log-odds (95%)"].split()[0] for row in read.table("log-odds (95%)")][:2] == [
        f"{x:.2f}" for x in scale["log_odds"]
    ]
    [first, *_] = read.table("p (Holm)")
    assert first["first"] in ("random", "heuristic") and re.match(r"[01]\.\d{4}$|<0\.0001$", first["p (Holm)"])
    assert {row["cause"] for row in read.table("cause")} == {"threat 50", "no hero left"}
    assert len(read.table("mean (95%)")) == 4


def test_every_section_has_a_picture_or_says_why_not(read):
    for title in ("What was played", "How often games are won", "How hard each scenario is", "Agents compared", "Decks compared"):
        assert title in read.text
    assert "No figures: 3 decks cannot tell the effect of a hero" in read.text
    assert len(read.pictures) == 6
    for picture in read.pictures:
        kind, data = picture["src"].split(",", 1)
        assert kind == "data:image/svg+xml;base64" and b"<svg" in base64.b64decode(data) and "95% interval" in picture["alt"]


def test_nothing_is_loaded(read):
    assert all(each.startswith(("#", "data:image/svg+xml;base64,")) for each in read.loaded)
    assert not {"script", "link", "iframe", "object", "form"} & set(read.tags)
    for picture in read.pictures:
        svg = base64.b64decode(picture["src"].split(",", 1)[1]).decode()
        assert all(each.startswith("#") for each in re.findall(r'xlink:href="([^"]*)"', svg)) and "<script" not in svg


def test_how_to_play_it_again(read, folder):
    command = "lotrsim run --scenario passage-through-mirkwood --scenario s2 --deck core-lore --deck core-spirit"
    assert command in read.text and "--agent heuristic --difficulty standard --games 40 --seed 7" in read.text
    assert "rules 1" in " ".join(read.text.split("Version of the ")[1].split()[:2]) and "statsmodels" in read.text


def test_the_same_results_give_the_same_page(folder):
    report(folder / "results.parquet", folder / "again.html")
    assert (folder / "again.html").read_bytes() == (folder / "report.html").read_bytes()


def test_hostile_names_are_text(tmp_path):
    """In tables, words and commands they are escaped; in pictures they are no formula."""
    write(games(6, {HOSTILE: 0.5, "_$": 0.5}, agents=(HOSTILE, "b$"), scenarios=(HOSTILE, "<b>")), tmp_path / "x.parquet")
    text = report(tmp_path / "x.parquet", tmp_path / "x.html").read_text(encoding="utf-8")
    found = Page(text)
    assert "script" not in found.tags and "b" not in found.tags and "alert(1)" in found.text
    assert {row["decks"] for row in found.table("decks") if "agent" in row} == {HOSTILE, "_$"}


def test_one_cell_and_results_without_a_win_or_a_loss(tmp_path):
    for name, won in (("lost", 0), ("won", 1), ("both", [1, 0, 1, 0])):
        write(rows(won=[won] * 4 if isinstance(won, int) else won), tmp_path / f"{name}.parquet")
        found = Page(report(tmp_path / f"{name}.parquet", tmp_path / f"{name}.html").read_text(encoding="utf-8"))
        assert found.table("won games")[0]["games"] == "4"
        assert ("No game was lost." in found.text) == (name == "won")
        assert ("Scores of won games" in found.text) == (name != "lost")


def test_rows_that_no_command_gives():
    df = games(6)
    assert origin.reproduced_by(df[df["game"] != 2], None, "x")[0] == []
    assert origin.reproduced_by(df.iloc[:-6], None, "x")[0] == []
    assert len(origin.reproduced_by(pd.concat([df, df.assign(seed=8)]), None, "x")[0]) == 2
    [command], note = origin.reproduced_by(df.assign(cards_hash="ab", decks=df["decks"].replace("core-lore", "a b")), None, "x y")
    assert "--deck 'a b'" in command and command.endswith("--out 'x y'") and "hash ab" in note


def test_a_sweep_file_says_what_the_manifest_says():
    axes = {"scenarios": ["s"], "decks": ["a", 'q"'], "agents": ["r"], "difficulties": ["easy"], "seed": 3}
    text = origin.sweep_file(axes | {"until": 0.02, "cap": 500, "trace": True})
    assert tomllib.loads(text) == axes | {"until": "2%", "cap": 500, "trace": True}
    assert tomllib.loads(origin.sweep_file(axes | {"games": 9}))["games"] == 9


def test_the_folder_of_a_sweep(tmp_path):
    """Its sweep file plays it again, its traces are drawn, and the lists of its own decks are known."""
    deck = Deck("mine", "", ("Aragorn",), (("Gandalf", 3),))
    made = Experiment("passage-through-mirkwood", [deck, "core-lore"], ["heuristic"], games=10, seed=4)
    df = run_sweep(Sweep(made, trace=True), tmp_path / "sweep", workers=1, progress=False)
    found = Page(report(tmp_path / "sweep", tmp_path / "x.html").read_text(encoding="utf-8"))
    assert found.table("won games")[0]["games"] == "10" and len(found.table("won games")) == 2
    assert 'decks = ["mine", "core-lore"]' in found.text and "lotrsim run sweep.toml --out sweep" in found.text
    assert any("Threat, progress" in picture["alt"] for picture in found.pictures)
    assert "2 decks cannot tell the effect of a card" in found.text  # their lists were found
    assert len(df) == 20


def test_numbers_are_written_so():
    assert percent(0.5, 0.4, 0.61) == "50.0% (40.0 to 61.0)" and percent(0.0001, -0.00001, 0.0003) == "0.010% (-0.001 to 0.030)"
    assert percent(-0.0001, -0.3, 0.1) == "0.0% (-30.0 to 10.0)"
    assert chance(1e-9) == "<0.0001" and chance(0.04) == "0.0400"


def test_what_is_refused_in_one_line(tmp_path):
    """A missing file, a foreign one, an empty one, one with faults only, a page that is there already."""
    (tmp_path / "foreign.parquet").write_bytes(b"nothing")
    write(rows(0, won=[]), tmp_path / "empty.parquet")
    write(rows(2, fault="MAX_SETS"), tmp_path / "faults.parquet")
    (tmp_path / "folder").mkdir()
    messages = {
        "missing": "no such file",
        "foreign": "not a readable Parquet",
        "empty": "no game",
        "faults": "no game without a fault",
    }
    for name, message in messages.items():
        with pytest.raises(BadFile, match=message):
            report(tmp_path / f"{name}.parquet", tmp_path / "x.html")
        error = refused(1, "report", str(tmp_path / f"{name}.parquet"), "-o", str(tmp_path / "x.html"))
        assert message in error
    with pytest.raises(BadFile, match=r"no folder of results"):
        report(tmp_path / "folder", tmp_path / "x.html")
    assert not (tmp_path / "x.html").exists()
    (tmp_path / "x.html").write_text("mine")
    write(rows(won=[1, 0, 1, 0]), tmp_path / "good.parquet")
    with pytest.raises(OutputExists):
        report(tmp_path / "good.parquet", tmp_path / "x.html")
    refused(2, "report", str(tmp_path / "good.parquet"), "-o", str(tmp_path / "x.html"))
    assert (tmp_path / "x.html").read_text() == "mine"


# --- In a browser ----------------------------------------------------------------------------------------------------

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
A4 = 718  # CSS pixels between the margins of a sheet
NO_BROWSER = "no Chromium: apt-get install chromium chromium-driver, and pip install selenium (docs/testing.md)"


@pytest.fixture(scope="module")
def browser():
    """Headless Chromium; without it, or without what drives it, these tests are skipped."""
    selenium = pytest.importorskip("selenium.webdriver", reason=NO_BROWSER)
    driver = shutil.which("chromedriver")
    if BROWSER is None or driver is None:
        pytest.skip(NO_BROWSER)
    options = selenium.ChromeOptions()
    options.binary_location = BROWSER
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    opened = selenium.Chrome(options, selenium.ChromeService(driver))
    yield opened
    opened.quit()


def opened(browser, file: Path, width=1200):
    """The browser with a page in a window of some width (of the page, in CSS pixels)."""
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    )
    browser.get(file.as_uri())
    return browser


def test_a_browser_reads_the_table_and_shows_the_pictures(browser, folder):
    page = opened(browser, folder / "report.html")
    assert page.title == "Results of 480 games: results.parquet"
    body = page.find_element("css selector", "#won table tbody")
    shown = [[cell.text for cell in row.find_elements("css selector", "td")] for row in body.find_elements("css selector", "tr")]
    rates = analysis.rates(games()).to_dict("records")
    assert [row[:6] for row in shown] == [
        [row["scenario"], row["decks"], row["agent"], row["difficulty"], "40", str(row["wins"])] for row in rates
    ]
    sizes = page.execute_script(
        "return [...document.images].map(i => [i.complete, i.naturalWidth, i.naturalHeight, i.getBoundingClientRect().width])"
    )
    assert len(sizes) == 6 and all(done and wide > 100 and high > 100 and drawn > 100 for done, wide, high, drawn in sizes)
    assert page.get_log("browser") == []  # nothing refused, nothing that failed to load
    assert (
        page.execute_script("return performance.getEntriesByType('resource').filter(r => !r.name.startsWith('data:')).length")
        == 0
    )


def test_a_picture_in_the_browser_is_not_blank(browser, folder):
    """The pixels of the first picture, as the browser drew it, hold the colours of its map."""
    page = opened(browser, folder / "report.html")
    image = page.find_element("css selector", "figure img")
    pixels = imread(BytesIO(image.screenshot_as_png))[..., :3]
    assert len(np.unique((pixels * 15).astype(int).reshape(-1, 3), axis=0)) > 20 and pixels.std() > 0.1


@pytest.mark.parametrize("width", [360, 1200])
def test_the_page_fits_a_phone(browser, folder, width):
    """Only tables and pictures scroll sideways, inside their own boxes."""
    page = opened(browser, folder / "report.html", width)
    assert page.execute_script("return window.innerWidth") == width
    assert page.execute_script("return document.documentElement.scrollWidth") <= width
    assert page.execute_script("return parseFloat(getComputedStyle(document.querySelector('p')).fontSize)") >= 14


def test_the_page_can_be_printed(browser, tmp_path):
    """On paper a folded table is open, nothing is wider than a sheet, and what leads to a place is left out."""
    many = {f"deck-{k}": 0.05 * k + 0.2 for k in range(11)}
    write(games(4, many), tmp_path / "many.parquet")
    page = opened(browser, report(tmp_path / "many.parquet", tmp_path / "many.html"), A4)
    seen = "return document.querySelector('#won details table').checkVisibility()"
    assert not page.execute_script(seen)  # 44 rows are folded on the screen
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert page.execute_script(seen)
        assert page.execute_script("return document.documentElement.scrollWidth") <= A4
        assert page.execute_script("return getComputedStyle(document.querySelector('nav')).display") == "none"
        assert base64.b64decode(page.execute_cdp_cmd("Page.printToPDF", {})["data"]).startswith(b"%PDF")
    finally:
        page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_hostile_names_run_nothing(browser, tmp_path):
    write(games(6, {HOSTILE: 0.5, "b": 0.5}), tmp_path / "x.parquet")
    page = opened(browser, report(tmp_path / "x.parquet", tmp_path / "x.html"))
    assert page.execute_script("return document.scripts.length") == 0
    assert HOSTILE in [cell.text for cell in page.find_elements("css selector", "#won td")]
