"""Compile all kernels at once, in several processes, before they are needed.

On an empty cache the first call of the engine compiles some hundred functions one after another; here as many processes
as there are cores fill the cache together. Each kernel is compiled by the process that claims it first, by making a
file named by the kernel's stamp, once the cache has all that it calls. Nothing is run.
"""

import ctypes
import importlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from llvmlite import binding
from tqdm import tqdm

from lotrsim import kernel
from lotrsim.stamp import find, folders

MOST_PROCESSES = 8
PATIENCE = 60  # seconds without any kernel becoming ready, after which a process leaves the rest to its parent
PROCESS = """
import json, sys
job = json.load(sys.stdin)
sys.path[:] = job["path"]
import lotrsim
lotrsim.__path__[:] = job["folders"]
from lotrsim.warmup import work
work(job["modules"], job["claims"])
"""


def kernel_modules() -> list[str]:
    """The modules of lotrsim and lotrsim.agents that define kernels or agents, found in their sources."""
    found = set()
    for package in ("lotrsim", "lotrsim.agents"):
        for folder in folders(find(package)) or ():
            for path in Path(folder).rglob("*.py"):
                if re.search(rb"^@(kernel|agent)\(", path.read_bytes(), re.MULTILINE):
                    parts = path.relative_to(folder).with_suffix("").parts
                    found.add(".".join((package, *(parts[:-1] if parts[-1] == "__init__" else parts))))
    return sorted(name for name in found if find(name) is not None)


def compile_engine(jobs: int | None = None, progress: bool = False) -> None:
    """Import every module of lotrsim and its agents that defines kernels, and compile them all."""
    for name in kernel_modules():
        importlib.import_module(name)
    hidden = None if progress else True  # None: hidden where nobody looks on
    with tqdm(total=kernel.compiled_functions(), desc="compiling", unit=" kernels", disable=hidden) as bar:

        def hook(done: int, total: int | None, name: str, from_cache: bool) -> None:
            bar.update()

        kernel.on_compile.append(hook)
        try:
            compile_all(jobs)
        finally:
            kernel.on_compile.remove(hook)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def compile_all(jobs: int | None = None) -> None:
    """Compile or load every kernel imported so far; if several are missing, in `jobs` processes (None: one a core)."""
    jobs = min(cores(), MOST_PROCESSES) if jobs is None else jobs
    if jobs > 1 and len(kernel.cold()) > jobs:
        _in_processes(jobs)
    kernel.link()
    for made in list(kernel.kernels.values()):
        if isinstance(made, kernel.Compiled):
            made.ensure()


def _in_processes(jobs: int) -> None:
    """Run the processes and pass on what they report."""
    modules = list(dict.fromkeys(made.py_func.__module__ for made in kernel.kernels.values()))
    read, write = os.pipe()
    workers = []
    with tempfile.TemporaryDirectory() as claims, os.fdopen(read) as lines:
        job = {"path": sys.path, "folders": list(folders(find("lotrsim"))), "modules": modules, "claims": claims}
        for _ in range(jobs):
            worker = subprocess.Popen([sys.executable, "-c", PROCESS], stdin=subprocess.PIPE, stdout=write, text=True)
            assert worker.stdin is not None
            with worker.stdin as stdin:
                stdin.write(json.dumps(job))
            workers.append(worker)
        os.close(write)
        for line in lines:
            kernel.report(line.strip(), from_cache=False)
        for worker in workers:
            worker.wait()


def work(modules: list[str], claims: str) -> None:
    """One of the processes: compile what no other has claimed."""
    for name in modules:
        try:
            importlib.import_module(name)
        except ImportError:  # a user's own file: the process that knows it compiles it
            pass
    kernel.claims = Path(claims)
    kernel.on_compile.append(lambda done, total, name, from_cache: from_cache or print(name, flush=True))
    anywhere = ctypes.cast(ctypes.pythonapi.Py_IncRef, ctypes.c_void_p).value
    for symbol in kernel.pending:
        binding.add_symbol(symbol.symbol, anywhere)  # to be linked to, never called
        symbol.linked = True
    kernel.pending.clear()
    parent = os.getppid()
    waiting = [made for made in kernel.kernels.values() if made.stamp and not made.cached()]
    last_change = time.monotonic()
    while waiting and os.getppid() == parent and time.monotonic() - last_change < PATIENCE:
        n = len(waiting)
        waiting = [made for made in waiting if not (kernel.claims / made.stamp).exists()]
        ready = next((made for made in waiting if all(callee.cached() for callee in _callees(made))), None)
        if ready is None:
            time.sleep(0.05)
        else:
            ready.ensure()
            waiting.remove(ready)  # done with, even if the cache could not take it
        if ready is not None or len(waiting) != n:
            last_change = time.monotonic()


def _callees(made: Any) -> list[Any]:
    """The kernels that become part of a kernel's code; symbols do not."""
    f = made.py_func
    named = (f.__globals__.get(name) for name in f.__code__.co_names)
    return [other for other in named if isinstance(other, kernel.Kernel) and other is not made and other.stamp]
