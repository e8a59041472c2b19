"""One self-contained HTML page of results: tables, pictures, method, versions, seeds, the command that plays them again.

    from lotrsim.experiments import report
    report("results.parquet", "report.html")

The page loads nothing: pictures are inside, there is no script, and names from files are escaped. The same results give the
same page, byte for byte.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lotrsim.errors import BadFile

if TYPE_CHECKING:
    import pandas as pd

    from lotrsim.experiments.reporting.sections import Source

TEMPLATE = "page.html"
MOST_OPEN = 40  # rows of a table that is not folded


def report(results: str | Path, out: str | Path, force: bool = False) -> Path:
    """Write the page of a file of results or of a sweep's folder, whole or not at all.

    BadFile for what is no results or holds no game; OutputExists unless `force`.
    """
    from lotrsim.experiments.reporting.origin import manifest_of
    from lotrsim.experiments.reporting.sections import Source
    from lotrsim.experiments.results import check_output, read, read_traces, replacing

    check_output(out, force)
    path = Path(results)
    df = read(path)
    if df.empty or (df["fault"] != "").all():
        raise BadFile(path, "", "it holds no game" if df.empty else "it holds no game without a fault")
    manifest = manifest_of(path)
    traces: pd.DataFrame | None = None
    if manifest is not None:
        traces = read_traces(path) if manifest["sweep"].get("trace") else None
    text = page(Source(df, path.resolve().name, manifest, traces))
    with replacing(out, force) as temporary:
        temporary.write_text(text, encoding="utf-8")
    return Path(out)


def page(source: Source) -> str:
    """The text of the page."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    from lotrsim import __version__
    from lotrsim.experiments.reporting.parts import Page
    from lotrsim.experiments.reporting.sections import all_sections

    made = Page(f"Results of {len(source.df):,} games: {source.name}", __version__, list(all_sections(source)))
    loader = PackageLoader("lotrsim.experiments.reporting", "")
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True)
    return environment.get_template(TEMPLATE).render(page=made, most_open=MOST_OPEN)
