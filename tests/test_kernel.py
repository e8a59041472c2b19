"""The compile decorator: what is compiled, what comes from the cache, and that the cache is never stale.

Most tests write a small package into a folder of their own and run it in a new process, as a user would.
"""

import json
import os
import pickle
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import numba
import numpy as np
import pytest

import lotrsim
from lotrsim import kernel as module
from lotrsim import stamp
from lotrsim.kernel import DISABLED, USE_SYMBOLS, G, T, b1, i8, kernel, void
from lotrsim.warmup import kernel_modules

FOLDERS = list(lotrsim.__path__)
compiled = pytest.mark.skipif(DISABLED, reason="about compiled code")

RECORD = np.dtype([("count", "i8"), ("values", "i4", 4)], align=True)
R = numba.from_dtype(RECORD)
RECORDS = numba.types.Array(R, 1, "C")


# --- In this process -------------------------------------------------------------------------------------------------


@kernel(i8, i8)
def factorial(n):
    if n < 2:
        return 1
    return n * factorial(n - 1)


@kernel(b1, R, i8)
def store(r, value):
    r["values"][1] = value
    return value > 3


@kernel(void, R, i8, symbol=True)
def bump(r, by):
    r["count"] += by
    if store(r, by):
        r["count"] += 100


@kernel(i8, R, symbol=True)
def bump_twice(r):
    bump(r, i8(2))
    bump(r, i8(5))
    return r["count"]


@kernel(i8, RECORDS, i8)
def entry(records, i):
    return bump_twice(records[i])


@kernel(i8, i8, i8)
def divide(a, b):
    return a // b


@kernel(i8, RECORDS, i8)
def read(records, i):
    return records["count"][i]


def test_a_kernel_is_called_from_python_and_calls_symbols():
    records = np.zeros(3, RECORD)
    assert entry(records, 1) == 107
    assert list(records["count"]) == [0, 107, 0] and records["values"][1, 1] == 5


def test_a_symbol_may_be_called_from_python():
    records = np.zeros(1, RECORD)
    bump(records[0], 7)
    assert records["count"][0] == 107 and bump_twice(records[0]) == 214


def test_a_kernel_may_call_itself():
    assert factorial(10) == 3628800


def test_division_by_zero_is_numpys():
    with np.errstate(divide="ignore"):
        assert divide(np.int64(7), np.int64(0)) == 0
    assert divide(np.int64(-7), np.int64(2)) == -4


def test_names_and_documentation_are_kept():
    assert entry.__name__ == "entry" and factorial.__module__ == __name__


@compiled
def test_kernels_are_pickled_by_name():
    assert pickle.loads(pickle.dumps(entry)) is entry
    assert pickle.loads(pickle.dumps(bump)) is bump


@compiled
def test_a_wrong_argument_is_refused():
    with pytest.raises(TypeError):
        entry("no array", 1)
    with pytest.raises(TypeError):
        entry(np.zeros(3, RECORD))


@pytest.mark.skipif(not USE_SYMBOLS, reason="about symbols")
@pytest.mark.parametrize("signature", [(i8, RECORDS), (b1, R), (void, b1)])
def test_a_symbol_takes_only_records_and_numbers(signature):
    with pytest.raises(TypeError, match="a symbol takes records and numbers"):
        kernel(*signature, symbol=True)(lambda argument: 0)


@compiled
def test_several_threads_may_call_a_kernel_first():
    @kernel(i8, i8)
    def fresh(n):
        return n + 1

    results = []
    threads = [threading.Thread(target=lambda k=k: results.append(fresh(k))) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == list(range(1, 9))


def test_types_of_the_records_are_made_when_asked_for():
    from lotrsim import state

    assert G is module.G and numba.from_dtype(state.GAME) == G and numba.from_dtype(state.TABLES) == T
    assert module.GAMES == numba.types.Array(G, 1, "C")
    with pytest.raises(AttributeError):
        _ = module.NOTHING


def test_the_report_counts():
    report = module.cache_report()
    assert report["kernels"] == module.compiled_functions() >= 7
    assert {"folder", "files", "bytes", "hits", "misses"} <= set(report)


# --- In new processes ------------------------------------------------------------------------------------------------

LIBRARY = {
    "pkg/__init__.py": "",
    "pkg/constants.py": "STEP = 1\n",
    "pkg/state.py": """
        import numba
        import numpy as np
        from numba import types
        RECORD = np.dtype([("count", "i8")], align=True)
        R = numba.from_dtype(RECORD)
        RECORDS = types.Array(R, 1, "C")
        """,
    "pkg/low.py": """
        from lotrsim.kernel import i8, kernel, void
        from pkg.constants import STEP
        from pkg.state import R

        @kernel(void, R)
        def step(r):
            r["count"] += STEP
        """,
    "pkg/other.py": """
        from lotrsim.kernel import i8, kernel

        @kernel(i8, i8)
        def double(n):
            return 2 * n
        """,
    "pkg/high.py": """
        from lotrsim.kernel import i8, kernel
        from .low import step
        from .state import RECORDS, R

        @kernel(i8, R, symbol=True)
        def steps(r):
            for _ in range(10):
                step(r)
            return r["count"]

        @kernel(i8, RECORDS, i8)
        def entry(records, i):
            return steps(records[i])
        """,
    "pkg/agents.py": """
        from lotrsim.kernel import i8, kernel
        from numba import types
        from pkg.state import RECORDS

        POLICY = types.FunctionType(i8(RECORDS, i8))

        @kernel(i8, RECORDS, i8)
        def first(records, i):
            return 1

        @kernel(i8, RECORDS, i8)
        def second(records, i):
            return 10 * records[i]["count"]

        @kernel(i8, RECORDS, POLICY)
        def runner(records, policy):
            total = 0
            for i in range(len(records)):
                total += policy(records, i8(i))
            return total
        """,
}

PROGRAM = """
import json, sys
sys.path[:0] = {path!r}
import lotrsim
lotrsim.__path__[:] = {folders!r}
import numpy as np
from lotrsim import kernel
events = []
kernel.on_compile.append(lambda done, total, name, from_cache: events.append((name, from_cache)))
{body}
print(json.dumps([result, events, sys.modules["lotrsim.kernel"].cache_report()]))
"""

CALL = """
from pkg.state import RECORD
from pkg.high import entry
from pkg.other import double
result = int(entry(np.zeros(1, RECORD), 0)) + int(double(0))
"""


class Library:
    """A small package of kernels in a folder, with a cache beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = folder / "cache"
        for name, text in LIBRARY.items():
            self.write(name, text)

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))

    def start(self, body: str = CALL, **environment: str) -> subprocess.Popen:
        path = [str(self.folder), str(Path(FOLDERS[0]).parent)]
        program = PROGRAM.format(path=path, folders=FOLDERS, body=textwrap.dedent(body))
        kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        return subprocess.Popen(
            [sys.executable, "-W", "error::RuntimeWarning", "-c", program],
            env={**kept, "LOTRSIM_CACHE_DIR": str(self.cache), **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, body: str = CALL, **environment: str):
        """What the program computed, the kernels compiled, the kernels loaded, the report."""
        return self.read(self.start(body, **environment))

    def read(self, process: subprocess.Popen):
        out, err = process.communicate(timeout=300)
        assert process.returncode == 0, err
        result, events, report = json.loads(out.splitlines()[-1])
        fresh = {name for name, from_cache in events if not from_cache}
        return result, fresh, {name for name, from_cache in events if from_cache}, report


@pytest.fixture
def library(tmp_path):
    return Library(tmp_path)


ALL = {"pkg.low.step", "pkg.high.steps", "pkg.high.entry", "pkg.other.double"}


def test_the_second_process_compiles_nothing(library):
    result, fresh, loaded, report = library.run()
    assert (result, fresh, loaded) == (10, ALL, set())
    assert report["kernels"] == 4 and report["misses"] == 4 and report["files"] == 8
    result, fresh, loaded, report = library.run()
    assert (result, fresh, report["misses"]) == (10, set(), 0)
    assert loaded == ALL - {"pkg.low.step"}, "what is inside the code of its callers need not be loaded"


def test_a_kernel_inside_a_symbol_may_be_called_first(library):
    body = """
    import pkg.high
    from pkg.low import step
    from pkg.state import RECORD
    records = np.zeros(1, RECORD)
    step(records[0])
    result = int(records["count"][0])
    """
    for _ in range(2):
        assert library.run(body)[0] == 1


def test_nothing_is_compiled_at_import(library):
    assert library.run("import pkg.high, pkg.low, pkg.other; result = kernel.compiled_functions()")[:3] == (
        4,
        set(),
        set(),
    )


def test_an_edit_recompiles_what_depends_on_it_and_nothing_else(library):
    library.run()
    library.write("pkg/constants.py", "STEP = 5\n")
    result, fresh, loaded, _ = library.run()
    assert result == 50, "no old value from a changed module two imports away"
    assert (fresh, loaded) == (ALL - {"pkg.other.double"}, {"pkg.other.double"})
    library.write("pkg/constants.py", "STEP = 1\n")
    result, fresh, loaded, _ = library.run()
    assert (result, fresh) == (10, set()), "the old state of the sources is still in the cache"


def test_an_edit_that_keeps_size_and_time_is_seen(library):
    library.run()
    path = library.folder / "pkg/constants.py"
    before = path.stat()
    path.write_text("STEP = 7\n")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    for cached in path.parent.glob("__pycache__/*"):  # Python itself goes by size and time
        cached.unlink()
    assert library.run()[0] == 70


def test_a_constant_that_comes_from_elsewhere_is_part_of_the_stamp(library):
    library.write("pkg/constants.py", "import os\nSTEP = int(os.environ['STEP'])\n")
    assert library.run(STEP="2")[0] == 20
    assert library.run(STEP="3")[0] == 30
    assert library.run(STEP="2")[:2] == (20, set())


def test_a_reloaded_module_is_compiled_anew(library):
    library.write("pkg/__init__.py", "")
    body = """
    import importlib, pathlib, sys
    from pkg import other
    result = [other.double(4)]
    path = pathlib.Path(other.__file__)
    path.write_text(path.read_text().replace("2 * n", "300 * n"))
    importlib.reload(other)
    result.append(other.double(4))
    """
    assert library.run(body)[0] == [8, 1200]


def test_a_source_that_changes_while_the_process_runs_does_not_poison_the_cache(library):
    body = """
    import pathlib, pkg.low
    path = pathlib.Path(pkg.low.__file__).with_name("constants.py")
    path.write_text("STEP = 9\\n")       # after it was loaded, before anything is compiled
    from pkg.state import RECORD
    from pkg.high import entry
    result = int(entry(np.zeros(1, RECORD), 0))
    """
    assert library.run(body)[0] == 10
    assert library.run()[0] == 90


def test_nothing_is_left_in_the_package(library):
    library.run()
    files = {path.relative_to(library.folder).parts for path in library.folder.rglob("*") if path.is_file()}
    assert {parts[0] for parts in files if parts[-1].endswith((".nbi", ".nbc"))} == {"cache"}
    assert not list(Path(FOLDERS[0]).rglob("*.nb[ic]"))


def test_other_settings_of_numba_stay_as_they_are(library):
    body = """
    import os, numba
    before = numba.config.CACHE_DIR, dict(os.environ)
    from pkg.other import double
    result = [double(1), (numba.config.CACHE_DIR, dict(os.environ)) == before]
    """
    own = str(library.folder / "theirs")
    assert library.run(body, NUMBA_CACHE_DIR=own)[0] == [2, True]
    assert not os.path.exists(own)


def test_without_compiling_the_same_comes_out(library):
    body = CALL + "\nimport types; result = [result, isinstance(entry, types.FunctionType)]"
    assert library.run(body, NUMBA_DISABLE_JIT="1")[:3] == ([10, True], set(), set())
    assert not (library.cache / "kernels").exists()


def test_bounds_are_checked_without_symbols(library):
    body = (
        CALL
        + """
from pkg.agents import second
try:
    second(np.zeros(2, RECORD), 2)
except IndexError:
    result = [result, "IndexError"]
"""
    )
    assert library.run(body, NUMBA_BOUNDSCHECK="1")[0] == [10, "IndexError"]
    assert library.run(body, NUMBA_BOUNDSCHECK="1")[:2] == ([10, "IndexError"], set())
    assert library.run()[1] == ALL, "the checked code is kept apart"


def test_a_policy_is_an_argument(library):
    one = """
    from pkg.state import RECORD
    from pkg.agents import first, second, runner
    records = np.ones(4, RECORD)
    result = [int(runner(records, first)), int(runner(records, {last}))]
    """
    result, fresh, *_ = library.run(one.format(last="first"))
    assert (result, fresh) == ([4, 4], {"pkg.agents.runner", "pkg.agents.first"})
    result, fresh, loaded, _ = library.run(one.format(last="second"))
    assert (result, fresh) == ([4, 40], {"pkg.agents.second"}), "a second policy does not recompile the runner"
    assert library.run(one.format(last="second"))[1] == set()
    new = """
        from lotrsim.kernel import i8, kernel
        from pkg.state import RECORDS

        @kernel(i8, RECORDS, i8)
        def third(records, i):
            return i
        """
    library.write("pkg/mine.py", new)
    body = """
    from pkg.state import RECORD
    from pkg.agents import runner
    from pkg.mine import third
    result = int(runner(np.ones(4, RECORD), third))
    """
    assert library.run(body)[:2] == (6, {"pkg.mine.third"}), "nor does a policy from a new file"


def test_a_policy_of_another_signature_is_refused(library):
    body = """
    from pkg.state import RECORD
    from pkg.agents import runner
    from pkg.other import double
    try:
        result = runner(np.ones(4, RECORD), double)
    except TypeError:
        result = "TypeError"
    """
    assert library.run(body)[0] == "TypeError"


def test_two_processes_may_fill_the_cache_at_once(library):
    processes = [library.start() for _ in range(3)]
    assert [library.read(process)[0] for process in processes] == [10, 10, 10]
    assert not list(library.cache.rglob("*.tmp.*"))
    assert library.run()[:2] == (10, set())


def test_a_damaged_cache_is_compiled_again(library):
    library.run()
    for path in library.cache.rglob("*.nb[ic]"):
        path.write_bytes(path.read_bytes()[:100])
    assert library.run()[:2] == (10, ALL)
    assert library.run()[:2] == (10, set())


def test_a_cache_that_cannot_be_written_is_said_once_and_done_without(library):
    library.cache.write_text("a file where the folder should be")
    body = "import warnings\nwith warnings.catch_warnings(record=True) as said:\n    warnings.simplefilter('always')"
    body += textwrap.indent(CALL, "    ")
    body += "\nresult = [result, *(str(warning.message) for warning in said)]"
    (result, said), fresh, *_ = library.run(body)
    assert (result, fresh) == (10, ALL) and "set LOTRSIM_CACHE_DIR" in said


def test_a_notebook_cell_is_compiled_but_not_cached(library):
    body = """
    code = "from lotrsim.kernel import i8, kernel\\n@kernel(i8, i8)\\ndef f(n): return n + {}"
    result = []
    for k in (1, 2):
        exec(code.format(k), globals())
        result.append(f(10))
    """
    result, *_, report = library.run(body)
    assert result == [11, 12] and report["files"] == 0


def test_recursion_with_literals_comes_from_the_cache(library):
    """Numba by itself cannot load such a function from a cache (numba issues 6061, 9129): the process aborts."""
    text = """
        from lotrsim.kernel import b1, i8, kernel

        @kernel(i8, i8, b1)
        def walk(n, odd):
            if n <= 0:
                return 0
            if odd:
                return walk(n - 1, False) + walk(n - 2, odd)
            return walk(n - 1, True) + 1

        @kernel(i8, i8)
        def start(n):
            return walk(n, n % 2 == 1)
        """
    library.write("pkg/tree.py", text)
    body = "from pkg.tree import start, walk; result = [start(9), walk(9, True)]"
    first = library.run(body)
    second = library.run(body)
    assert first[0] == second[0] == [15, 15] and second[1] == set()


@pytest.mark.parametrize("call", ["ping(n - 1)", "pong((n, n))"])
def test_other_recursion_is_refused_by_name(library, call):
    text = f"""
        from lotrsim.kernel import i8, kernel

        @kernel(i8, i8)
        def ping(n):
            return pong(n - 1) if n > 0 else 0

        @kernel(i8, i8)
        def pong(n):
            return {call} if n > 0 else 0
        """
    library.write("pkg/wrong.py", text)
    body = """
    from pkg.wrong import pong
    try:
        pong(3)
    except Exception as error:
        result = "call each other" in str(error) or "do not fit its signature" in str(error)
    """
    assert library.run(body)[0] is True


def test_a_symbol_below_its_caller_is_refused_by_name(library):
    text = """
        from lotrsim.kernel import i8, kernel

        @kernel(i8, i8, symbol=True)
        def above(n):
            return below(n)

        @kernel(i8, i8, symbol=True)
        def below(n):
            return n
        """
    library.write("pkg/wrong.py", text)
    body = """
    from pkg.wrong import above
    try:
        above(1)
    except Exception as error:
        result = "pkg.wrong.below is a symbol and must stand above its callers" in str(error)
    """
    assert library.run(body)[0] is True


def test_several_processes_compile_everything_once(library):
    body = """
    import pkg.high, pkg.low, pkg.other, pkg.agents
    from lotrsim.warmup import compile_all
    result = [len(kernel.cold())]
    compile_all(jobs=2)
    result += [len(kernel.cold()), len(events), kernel.cache_report()["misses"]]
    """
    result, fresh, loaded, report = library.run(body)
    assert result == [7, 0, 7, 0], "the parent process only loads"
    assert report["files"] == 14
    assert library.run()[:2] == (10, set())


def test_modules_with_kernels_are_found_in_their_sources():
    assert "lotrsim.rng" in kernel_modules() and "lotrsim.kernel" not in kernel_modules()


# --- What counts as a source, and what is thrown away ----------------------------------------------------------------


def test_imports_are_found_and_data_and_types_left_out(library, monkeypatch):
    library.write(
        "pkg/many.py",
        """
        from typing import TYPE_CHECKING
        import numpy
        import pkg.other as renamed
        from pkg import constants, low
        try:
            from .state import R
        except ImportError:
            from . import nothing
        if TYPE_CHECKING:
            from pkg import high
        def later():
            import pkg.agents
        """,
    )
    monkeypatch.syspath_prepend(str(library.folder))
    monkeypatch.setenv("LOTRSIM_CACHE_DIR", str(library.cache))
    for _ in range(2):  # parsed, then from the note on disk
        stamp._sources.clear()
        own = [name for name in stamp.dependencies("pkg.many") if name.startswith("pkg")]
        assert own == ["pkg", "pkg.constants", "pkg.low", "pkg.many", "pkg.other", "pkg.state"]
    assert "lotrsim.kernel" in stamp.dependencies("pkg.many")
    assert not [name for name in sys.modules if name.startswith("pkg.")], "nothing was imported"


def test_a_folder_without_init_in_a_package_that_is_not_imported_is_left_out(tmp_path, monkeypatch):
    inner = tmp_path / "aside" / "heap" / "inner"
    inner.mkdir(parents=True)
    (tmp_path / "aside" / "__init__.py").write_text("from aside.heap import inner\nfrom aside import part\n")
    (tmp_path / "aside" / "part.py").write_text("import aside.heap.inner.deep\n")
    (inner / "deep.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("LOTRSIM_CACHE_DIR", str(tmp_path / "cache"))
    for name in ("aside.heap", "aside.heap.inner", "aside.heap.inner.deep"):
        assert stamp.find(name) is None
    assert stamp.find("aside.part") is not None
    assert [name for name in stamp.dependencies("aside") if name.startswith("aside")] == ["aside", "aside.part"]
    assert "aside" not in sys.modules, "nothing was imported"


def test_engine_modules_depend_on_the_state_and_not_on_the_facade():
    found = stamp.dependencies("lotrsim.rng")
    assert "lotrsim.kernel" in found and "lotrsim.rng" in found
    assert not {"lotrsim", "lotrsim.game", "lotrsim.cli"} & set(found)


def test_folders_without_use_are_removed(tmp_path, monkeypatch):
    monkeypatch.setenv("LOTRSIM_CACHE_DIR", str(tmp_path))
    root = tmp_path / "kernels"
    days = {"pkg.low-old": 31, "pkg.low-used": 29, **{f"pkg.high-{k}": k for k in range(20)}}
    for name, age in days.items():
        (root / name).mkdir(parents=True)
        (root / name / "f.nbc").touch()
        then = time.time() - age * 86400
        os.utime(root / name, (then, then))
    module.prune()
    assert {path.name for path in root.iterdir()} == {"pkg.low-used", *(f"pkg.high-{k}" for k in range(12))}
