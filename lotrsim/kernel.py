"""The one compile decorator: every compiled function of lotrsim and of its agents is made here.

    from lotrsim.kernel import GAMES, TABLES_ARRAY, G, T, i8, kernel, void

    @kernel(void, G, T, i8, i8)                 # returns nothing; takes a game, the tables and two int64
    def deal_damage(g, t, card, amount): ...

    @kernel(i8, GAMES, i8, TABLES_ARRAY)        # an entry that is called from Python takes arrays, not records
    def apply(games, i, tables): ...

Types: `G` is one game, `T` the tables, `M` a policy's memory (records); `GAMES`, `TABLES_ARRAY`, `MEMORY_ARRAY` are
arrays of them. `POLICY` is a compiled policy as an argument, `(games, i, tables, memory) -> action`; its `i` must be
`np.int64`.

How kernels are compiled
    Signatures are declared; a record's field is cast where it is passed on: `np.int64(g["threat"][p])`. Importing
    compiles nothing: a kernel is compiled, or loaded from the cache, when Python first calls it, when it is first
    passed as a policy, or when a caller is compiled. From a warm cache only symbols and entries are loaded, since their
    machine code holds what they call. `lotrsim.warmup` compiles everything at once, in several processes.

    `symbol=True` puts a C function behind a name, so that callers are linked to it and do not optimise it again: for
    the few large functions (setup, advance, apply, handlers of frames). A symbol takes records and numbers (no arrays,
    no b1), stands above its callers, does not call itself, and cannot raise: it writes a fault into the record. Plain
    kernels may call themselves.

    Division by zero gives 0 (inf for floats), as in NumPy: `error_model="python"` would put a check and an exception
    into every division, a symbol could not pass that exception on, and in the plain run the NumPy numbers of a record
    behave like this as well, with a RuntimeWarning that the tests turn into an error.

NUMBA_DISABLE_JIT=1     the decorator returns the plain Python function
NUMBA_BOUNDSCHECK=1     no symbols, so that an index out of range raises IndexError
LOTRSIM_CACHE_DIR       where the cache lies, instead of the user's cache folder

How the cache stays true
    A kernel's files are named by a hash of all that its machine code depends on: versions, processor, options, the
    source text of its module and of every lotrsim module that this one imports, directly or not (`lotrsim.stamp`), and
    the constants and kernels that it refers to. A file is never overwritten with something else, so checkouts and
    processes share one folder. A module's folder goes when it was not used for 30 days. A kernel without a source file
    (a notebook cell) is not cached.

This is the only file that uses Numba's private classes; setup.cfg pins Numba's minor version for it.
"""

import contextlib
import functools
import hashlib
import importlib
import itertools
import os
import re
import shutil
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import llvmlite
import numba
import numpy as np
from llvmlite import binding
from numba import types
from numba.core import config, errors
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, NullCache
from numba.core.ccallback import CFunc
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher, cpu_target
from numba.extending import models, register_model

from lotrsim.stamp import cache_dir, module_stamp, source

i8 = types.int64
f8 = types.float64
b1 = types.boolean
void = types.void

DISABLED = bool(config.DISABLE_JIT)
USE_SYMBOLS = not DISABLED and not config.BOUNDSCHECK
OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy", "fastmath": False}
UNUSED_DAYS, FOLDERS_PER_MODULE = 30, 12  # a module's folders that are older, or more than the newest 12, are removed

on_compile: list[Callable[[int, int | None, str, bool], object]] = []
"""Each is called as `hook(done, total, name, from_cache)` after a kernel; total counts the kernels imported so far."""

kernels: dict[str, Any] = {}  # Kernel, Symbol or plain function by name, in the order of definition: callees first
pending: list["Symbol"] = []  # symbols that no caller can be linked to yet
_compiling: list["Kernel"] = []  # those being compiled, callers first
_done: set[str] = set()
_counts = {"hits": 0, "misses": 0}
_numbers = itertools.count()
_linking = False
claims: Path | None = None  # in a process of lotrsim.warmup: the folder where processes claim kernels

RECORDS = {"G": "GAME", "T": "TABLES", "M": "MEMORY"}
ARRAYS = {"GAMES": "G", "TABLES_ARRAY": "T", "MEMORY_ARRAY": "M"}


def __getattr__(name: str) -> Any:
    """The types of the records, made from `lotrsim.state` when first asked for."""
    made: Any
    if name in RECORDS:
        made = numba.from_dtype(getattr(importlib.import_module("lotrsim.state"), RECORDS[name]))
    elif name in ARRAYS:
        made = types.Array(__getattr__(ARRAYS[name]), 1, "C")
    elif name == "POLICY":
        games, tables, memory = map(__getattr__, ARRAYS)
        made = types.FunctionType(i8(games, i8, tables, memory))
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return globals().setdefault(name, made)


# --- What a kernel depends on ----------------------------------------------------------------------------------------


@functools.cache
def _environment() -> str:
    """All but sources and constants: versions, processor, options."""
    versions = sys.version, numba.__version__, np.__version__, llvmlite.__version__
    settings = "OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "BOUNDSCHECK", "DEBUGINFO_DEFAULT", "LLVM_REFPRUNE_FLAGS"
    chosen = [str(getattr(config, setting)) for setting in settings]
    return repr((versions, cpu_target.target_context.codegen().magic_tuple(), OPTIONS, chosen))


def _module_stamp(name: str) -> str | None:
    """Hash of environment and sources, or None where the module's source cannot be read."""
    sources = module_stamp(name)
    return hashlib.sha256((_environment() + sources).encode()).hexdigest() if sources else None


def _constant(value: Any) -> str | None:
    """A constant or kernel as text that is the same in every process; None for what is neither."""
    if isinstance(value, Kernel | Symbol):
        return value.stamp or "uncached"
    if isinstance(value, np.ndarray) and not value.dtype.hasobject:
        return f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, tuple):
        parts = [_constant(part) for part in value]
        return None if None in parts else f"({', '.join(map(str, parts))})"
    return repr(value) if isinstance(value, int | float | complex | str | bytes | None | np.generic) else None


def _stamp(f: Callable[..., Any], signature: Any, symbol: bool) -> str | None:
    """Hash of what one kernel depends on, or None where it cannot be cached."""
    code = f.__code__
    stamp = _module_stamp(f.__module__)
    if stamp is None or config.JIT_COVERAGE or os.path.abspath(code.co_filename) != source(f.__module__).path:
        return None
    cells = [_constant(cell.cell_contents) for cell in f.__closure__ or ()]
    named = [(name, _constant(f.__globals__[name])) for name in sorted(set(code.co_names)) if name in f.__globals__]
    if None in cells or "uncached" in cells or "uncached" in dict(named).values():
        return None
    parts = stamp, f.__qualname__, code.co_firstlineno, str(signature), symbol, cells, named
    return hashlib.sha256(repr(parts).encode()).hexdigest()


# --- The cache -------------------------------------------------------------------------------------------------------


def kernel_dir() -> Path:
    """The folder of compiled kernels."""
    return cache_dir() / "kernels"


class _Files(CompileResultCacheImpl):
    """What Numba calls the impl and the locator of a cached function; it only asks them for names."""

    def __init__(self, f: Callable[..., Any]) -> None:
        self._locator, self._py_file, self._lineno = self, f.__code__.co_filename, f.__code__.co_firstlineno

    def ensure_cache_path(self) -> None: ...


class Cache(FunctionCache):
    """Numba's cache of one function, in our folder; what cannot be read or written counts as missing."""

    def __init__(self, f: Callable[..., Any], stamp: str) -> None:
        self._name, self._py_func, self._impl = repr(f), f, _Files(f)
        self.folder = kernel_dir() / f"{f.__module__}-{cast(str, _module_stamp(f.__module__))[:16]}"
        self.files = f"{re.sub('[<>]', '', f.__qualname__)}-{stamp[:16]}"
        self._cache_path = str(self.folder)
        self._cache_file = IndexDataCacheFile(self._cache_path, self.files, stamp)
        self.enable()

    def exists(self) -> bool:
        """Whether the kernel can be loaded; its data file is written last."""
        return (self.folder / f"{self.files}.1.nbc").exists()

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            found = super().load_overload(sig, target_context)
            if found is not None and time.time() - self.folder.stat().st_mtime > 86400:
                os.utime(self.folder)  # in use, says prune()
            return found
        except Exception:  # a damaged file may raise anything
            with contextlib.suppress(OSError):
                (self.folder / f"{self.files}.nbi").unlink()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            if not self.folder.is_dir():
                self.folder.mkdir(parents=True, exist_ok=True)
                prune()
            super().save_overload(sig, data)
        except OSError as error:
            _warn_of(str(kernel_dir()), error.strerror)


@functools.cache
def _warn_of(folder: str, reason: str) -> None:
    text = f"lotrsim cannot keep what it compiles in {folder} ({reason}), so every start is slow; set LOTRSIM_CACHE_DIR"
    warnings.warn(text, RuntimeWarning, stacklevel=3)


def prune() -> None:
    """Remove the folders that were not used for 30 days, and all but the newest few of each module."""
    seen: dict[str, int] = {}
    oldest = time.time() - UNUSED_DAYS * 86400
    try:
        folders = sorted(((path.stat().st_mtime, path) for path in kernel_dir().iterdir()), reverse=True)
        for used, path in folders:
            module = path.name.rpartition("-")[0]
            seen[module] = seen.get(module, 0) + 1
            if used < oldest or seen[module] > FOLDERS_PER_MODULE:
                shutil.rmtree(path, ignore_errors=True)
        for path in (cache_dir() / "imports").iterdir():  # small notes of lotrsim.stamp
            if path.stat().st_mtime < oldest:
                path.unlink(missing_ok=True)
    except OSError:  # another process prunes too
        pass


# --- Kernels ---------------------------------------------------------------------------------------------------------


def _name(f: Callable[..., Any]) -> str:
    return f"{f.__module__}.{f.__qualname__}"


def _by_name(module: str, qualname: str) -> Any:
    """Unpickle a kernel: the one of that name in this process."""
    return functools.reduce(getattr, qualname.split("."), cast(Any, importlib.import_module(module)))


def report(name: str, from_cache: bool) -> None:
    """Tell the hooks that a kernel is ready, once for each kernel."""
    if name in kernels and name not in _done:
        _done.add(name)
        for hook in on_compile:
            hook(len(_done), len(kernels), name, from_cache)


class Compiled:
    """What Kernel and Symbol have in common."""

    py_func: Any
    stamp: str | None
    _cache: Any

    def _prepare(self, signature: Any, symbol: bool) -> None:
        self.stamp = _stamp(self.py_func, signature, symbol)
        self._cache = Cache(self.py_func, self.stamp) if self.stamp else NullCache()

    def ensure(self) -> None:
        """Compile or load the kernel, once."""
        raise NotImplementedError

    def cached(self) -> bool:
        """Whether the cache has the kernel."""
        return self.stamp is not None and self._cache.exists()

    def _claim(self) -> None:
        """In a process of lotrsim.warmup: wait for a kernel that another process is compiling."""
        if claims is None or self.stamp is None or self.cached():
            return
        try:
            (claims / self.stamp).touch(exist_ok=False)
        except FileExistsError:
            until = time.monotonic() + 60  # if the other process died, compile it here
            while not self.cached() and time.monotonic() < until:
                time.sleep(0.01)

    def _compiled(self, from_cache: bool) -> None:
        _counts["hits" if from_cache else "misses"] += 1
        report(_name(self.py_func), from_cache)

    def __reduce__(self) -> Any:
        return _by_name, (self.py_func.__module__, self.py_func.__qualname__)


class Kernel(Compiled, CPUDispatcher):
    """A function compiled for one declared signature: called from Python, from kernels, or passed as a policy."""

    def __init__(self, f: Callable[..., Any], signature: Any) -> None:
        CPUDispatcher.__init__(self, f, targetoptions=dict(OPTIONS))
        self.declared = signature
        self._prepare(signature, symbol=False)

    def ensure(self) -> None:
        if not self._can_compile:
            return
        with global_compiler_lock:
            link()  # which may compile this one too
            if self._can_compile and self not in _compiling:
                self._claim()
                _compiling.append(self)
                try:
                    self.compile(self.declared)
                finally:
                    _compiling.pop()
                self.disable_compile()
                self._compiled(bool(self._cache_hits))

    @property
    def is_compiling(self) -> bool:
        """Whether it is being compiled; Numba asks when it meets a call, to recognise recursion."""
        if self in _compiling and _compiling[-1] is not self:
            raise errors.TypingError(f"{_compiling[-1].__name__} and {self.__name__} call each other: not supported")
        return self in _compiling

    def fold_argument_types(self, args: Any, kws: Any) -> Any:
        """The declared types where the given ones fit, so that recursion with, say, a literal is seen as recursion."""
        signature, given = super().fold_argument_types(args, kws)
        fit = [self.typingctx.can_convert(*pair) is not None for pair in zip(given, self.declared.args, strict=True)]
        return signature, self.declared.args if all(fit) else given

    def get_call_template(self, args: Any, kws: Any) -> Any:
        self.ensure()
        if self._can_compile:  # Numba would compile another version of a function that calls itself
            raise errors.TypingError(f"{self.__name__} calls itself with arguments that do not fit its signature")
        return super().get_call_template(args, kws)

    def get_compile_result(self, sig: Any) -> Any:
        self.ensure()
        return super().get_compile_result(sig)

    def get_function_type(self) -> Any:
        self.ensure()
        return super().get_function_type()

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        self.ensure()
        return self  # Numba calls what this returns


class Symbol(Compiled, types.ExternalFunction):
    """A compiled C function that kernels call by name. Python may call it too, through a small kernel: for tests."""

    def __init__(self, f: Callable[..., Any], signature: Any) -> None:
        passed = types.Integer | types.Float | types.Record
        if not all(isinstance(t, passed) for t in signature.args) or not isinstance(
            signature.return_type, types.Integer | types.Float | types.NoneType
        ):
            raise TypeError(f"{_name(f)}: a symbol takes records and numbers and returns a number or nothing")
        self.py_func, self.linked = f, False
        self._prepare(signature, symbol=True)
        types_of = signature.args, signature.return_type
        self._cfunc = cast(Any, CFunc(f, types_of, locals={}, options=dict(OPTIONS)))
        self._cfunc._cache = self._cache
        self._trampoline: Kernel | None = None
        unique = self.stamp[:16] if self.stamp else f"{next(_numbers)}"
        types.ExternalFunction.__init__(self, re.sub(r"\W", "_", f"{_name(f)}_{unique}"), signature)

    def ensure(self) -> None:
        if self._cfunc.address is None:
            self._claim()
            self._cfunc.compile()
            self._compiled(bool(self._cfunc.cache_hits))
        binding.add_symbol(self.symbol, self._cfunc.address)
        self.linked = True

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        if not self.linked:
            raise errors.TypingError(f"{_name(self.py_func)} is a symbol and must stand above its callers")
        return super().get_call_type(context, args, kws)

    def __call__(self, *args: Any) -> Any:
        if self._trampoline is None:
            names = ", ".join(f"a{k}" for k in range(len(self.sig.args)))
            space: dict[str, Any] = {"symbol": self, "__name__": __name__}
            exec(f"def call({names}): return symbol({names})", space)
            self._trampoline = Kernel(space["call"], self.sig)
        return self._trampoline(*args)


register_model(Symbol)(models.OpaqueModel)  # as Numba does for ExternalFunction


def link() -> None:
    """Compile or load every symbol defined so far, callees first, so that callers can be linked to them."""
    global _linking
    with global_compiler_lock:
        if not _linking:
            _linking = True
            try:
                while pending:
                    pending[0].ensure()
                    pending.pop(0)
            finally:
                _linking = False


def kernel(ret: Any, *args: Any, symbol: bool = False) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function for one signature: `@kernel(return type, *argument types, symbol=False)`."""
    signature = ret(*args)

    def decorate(f: Callable[..., Any]) -> Any:
        made: Any = f
        if USE_SYMBOLS and symbol:
            made = Symbol(f, signature)
            pending.append(made)
        elif not DISABLED:
            made = Kernel(f, signature)
        kernels[_name(f)] = made
        return made

    return decorate


# --- All of them -----------------------------------------------------------------------------------------------------


def compiled_functions() -> int:
    """How many kernels the modules imported so far define."""
    return len(kernels)


def cold() -> list[str]:
    """The names of the kernels imported so far that the cache lacks."""
    return [name for name, made in kernels.items() if isinstance(made, Compiled) and not made.cached()]


def cache_report() -> dict[str, Any]:
    """For `lotrsim doctor`: folder, files and bytes of the cache; hits, misses and kernels of this process."""
    files = [path for path in kernel_dir().glob("*/*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    return {"folder": str(kernel_dir()), "files": len(files), "bytes": size, **_counts, "kernels": len(kernels)}
