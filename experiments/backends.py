"""Where chunks are played: in this process, in processes of this machine (loky), or by the workers of a Dask cluster.

joblib hands the work out. Here is which backend it uses, and what happens when a process dies: the chunk that killed it is
lost and named, all others are played.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from lotrsim.errors import BadValue, UnknownName, shown

if TYPE_CHECKING:
    from lotrsim.experiments.runner import Chunk, Played

LOKY, DASK = "loky", "dask"
BACKENDS = (LOKY, DASK)
AHEAD = 2  # chunks handed out for each worker
PATIENCE = "15s"  # for a scheduler to answer
Task = Callable[["Chunk"], "Played"]


@contextmanager
def using(backend: str | None, workers: Any = -1, cluster: str | None = None) -> Iterator[int]:
    """Use a backend within the block; yields how many workers there are.

    None is what joblib uses at the time: loky, or what the caller's own `joblib.parallel_config` says. "dask" starts
    `workers` processes on this machine; with `cluster`, the address of a scheduler, the workers of that cluster play.
    """
    import joblib

    if backend is not None and backend not in BACKENDS:
        raise UnknownName("backend", backend, BACKENDS)
    if cluster is not None and backend != DASK:
        raise BadValue("a cluster is the address of a Dask scheduler: it needs the backend dask")
    workers = checked(workers)
    if backend is None:
        yield n_workers(workers)
    elif backend == LOKY:
        with joblib.parallel_config(backend=LOKY):
            yield n_workers(workers)
    else:
        with _dask_client(n_workers(workers), cluster) as client, joblib.parallel_config(backend=DASK, client=client):
            yield workers if cluster and workers != -1 else sum(client.ncores().values())


def checked(workers: Any) -> int:
    """A number of workers; BadValue for what is none."""
    if isinstance(workers, bool) or not isinstance(workers, int) or (workers < 1 and workers != -1):
        raise BadValue(f"workers must be a whole number from 1, or -1 for one a core, not {shown(workers)}")
    return workers


def n_workers(workers: Any) -> int:
    """The number of processes that is meant."""
    if checked(workers) != -1:
        return int(workers)
    import joblib

    return int(joblib.effective_n_jobs(-1))


@contextmanager
def _dask_client(workers: int, cluster: str | None) -> Iterator[Any]:
    """A client of an existing cluster, or of one made for this block."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise BadValue("the backend dask needs Dask: pip install 'lotrsim[cluster]'") from None
    if cluster is None:
        quiet = {"dashboard_address": None, "silence_logs": logging.CRITICAL}
        with LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, **quiet) as local, Client(local) as client:
            yield client
        return
    try:
        client = Client(cluster, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise BadValue(f"no Dask scheduler answers at {shown(cluster)}: {' '.join(str(error).split())[:120]}") from None
    with client:
        if not client.ncores():
            raise BadValue(f"the Dask cluster at {shown(cluster)} has no workers")
        yield client


def hand_out(task: Task, chunks: Sequence[Chunk], workers: int, bar: Any, here: bool = True) -> Iterator[Played]:
    """What comes back of every chunk, in any order; with one worker, the work is done `here`, in this process.

    The bar moves with every chunk, in this process with every few games. A process that dies takes only the chunk that
    killed it along.
    """
    if workers == 1 and here:
        for chunk in chunks:
            yield _with_bar(task, chunk, bar)
        return
    waiting = {chunk.number: chunk for chunk in chunks}
    while waiting:
        try:
            for played in _parallel(task, list(waiting.values()), workers):
                bar.update(waiting.pop(played.number).games)
                yield played
        except _broken():
            suspects = list(waiting)[: AHEAD * workers]  # one of these did it: each gets processes of its own
            for number in suspects:
                chunk = waiting.pop(number)
                played = _play_alone(task, chunk)
                bar.update(chunk.games)
                yield played


def _with_bar(task: Any, chunk: Chunk, bar: Any) -> Played:
    """Play a chunk in this process, and move the bar with every few games."""
    before = bar.n
    played: Played = task(chunk, lambda done: bar.update(before + done - bar.n))
    bar.update(before + chunk.games - bar.n)
    return played


def _parallel(task: Task, chunks: list[Chunk], workers: int) -> Iterator[Played]:
    import joblib

    pool = joblib.Parallel(workers, return_as="generator_unordered", batch_size=1, pre_dispatch=f"{AHEAD}*n_jobs")
    yield from pool(joblib.delayed(task)(chunk) for chunk in chunks)


def _play_alone(task: Task, chunk: Chunk) -> Played:
    from lotrsim.experiments.runner import Played

    try:
        return next(iter(_parallel(task, [chunk], 2)))
    except _broken() as error:  # joblib's first sentence: whether it died, or could not import something
        return Played(chunk.number, error=f"its process broke: {str(error).split('. ')[0].split(chr(10))[0]}")


def _broken() -> tuple[type[BaseException], ...]:
    """What the backends raise when a process has died."""
    from joblib.externals.loky.process_executor import BrokenProcessPool

    try:
        from distributed.scheduler import KilledWorker
    except ImportError:
        return (BrokenProcessPool,)
    return BrokenProcessPool, KilledWorker
