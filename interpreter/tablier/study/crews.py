"""Who plays the games of a run: this process, a pool of processes, or a cluster.

Each is a `concurrent.futures.Executor` behind the same few words. What was handed to workers that died
is handed out again; Ctrl-C ends a run in good order.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

SECONDS_OF_CHUNK = 0.5
"""About how long a chunk should take: long enough to be worth sending, short enough to be lost."""
MOST_OF_CHUNK = 5000
MOST_BREAKS = 3
"""So often may a pool break before the run is given up."""


class Answer(Protocol):
    """What comes back for a chunk of games."""

    seconds: float
    """How long they took to play."""


Work = Callable[[range], Any]
"""Plays a chunk of games, given by their numbers; can be sent to another process."""


# --- the games still to be played --------------------------------------------------------------


@dataclass
class Pending:
    """Games still to be played, in order, handed out in chunks."""

    gaps: deque[range] = field(default_factory=deque)
    rate: float = 0.0
    """Games a second of one worker, once some have been played."""

    @classmethod
    def of(cls, gaps: Iterable[range]) -> Pending:
        """Return what is to be played."""
        return cls(deque(gap for gap in gaps if gap))

    @property
    def left(self) -> int:
        """How many games have not been handed out."""
        return sum(map(len, self.gaps))

    def take(self, sharers: int) -> range:
        """Hand out the next chunk; the last chunks are smaller, so that all workers end together."""
        gap = self.gaps.popleft()
        size = int(self.rate * SECONDS_OF_CHUNK) if self.rate else 8
        size = max(1, min(size, MOST_OF_CHUNK, -(-self.left_with(gap) // sharers)))
        chunk, rest = gap[:size], gap[size:]
        if rest:
            self.gaps.appendleft(rest)
        return chunk

    def left_with(self, gap: range) -> int:
        """How many games are left with those of one more gap."""
        return self.left + len(gap)

    def back(self, chunk: range) -> None:
        """Take back a chunk that came to nothing."""
        self.gaps.appendleft(chunk)

    def note(self, chunk: range, seconds: float) -> None:
        """Learn from a chunk how fast games are played."""
        if seconds > 0:
            now = len(chunk) / seconds
            self.rate = now if not self.rate else (self.rate + now) / 2


# --- crews -------------------------------------------------------------------------------------


class Here(Executor):
    """Does at once, in this process, what it is given."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Return a future that is done already."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@dataclass
class Crew:
    """Workers, how many they are, and how to find others when they have died."""

    workers: int
    hire: Callable[[], Executor]
    name: str = ""
    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)
    """What a future says when its worker has died."""
    executor: Executor | None = None
    let_go: Callable[[Executor], None] = lambda executor: executor.shutdown(wait=False, cancel_futures=True)
    close: Callable[[], None] = lambda: None
    """Lets go of whatever the crew was found by."""

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Hand work to a worker."""
        if self.executor is None:
            self.executor = self.hire()
        return self.executor.submit(work, *arguments)

    def dismiss(self) -> None:
        """Let all workers go."""
        if self.executor is not None:
            self.let_go(self.executor)
            self.executor = None


def alone() -> Crew:
    """Return a crew of this process alone."""
    return Crew(1, Here, "this process")


def pool(workers: int) -> Crew:
    """Return a crew of processes on this machine."""
    if workers <= 1:
        return alone()
    return Crew(workers, lambda: ProcessPoolExecutor(workers, initializer=_serve), f"{workers} processes")


def _serve() -> None:
    """Leave Ctrl-C to the process that started us, which ends us in good order; do not outlive it."""
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_IGN if name == signal.SIGINT else signal.SIG_DFL)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    starter = multiprocessing.parent_process()
    if starter is not None:
        starter.join()
        os._exit(1)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def cluster(address: str) -> Crew:
    """Return a crew that sends work to a Dask scheduler.

    Raises:
        ImportError: when Dask is not installed.
        OSError: when nobody answers at the address.
    """
    import distributed

    dask: Any = distributed
    client = dask.Client(address, timeout=10)
    workers = sum(client.nthreads().values()) or 1
    return Crew(
        workers,
        lambda: client.get_executor(pure=False),
        f"{workers} workers of {address}",
        (BrokenExecutor, dask.KilledWorker),
        # Dask's executor knows no `cancel_futures`; its workers are not ours to end.
        let_go=lambda _: None,
        close=client.close,
    )


# --- playing -----------------------------------------------------------------------------------


@dataclass
class Stop:
    """Whether the run is to end early, and why."""

    reason: str = ""
    deadline: float | None = None

    def is_due(self) -> bool:
        """Whether no more games are to be handed out."""
        return bool(self.reason) or (self.deadline is not None and time.perf_counter() >= self.deadline)


@contextmanager
def interruptible(stop: Stop) -> Iterator[None]:
    """Let the first Ctrl-C (or a polite request to end) end a run in good order, and a second one at once."""
    asked = 0.0

    def note(*_: Any) -> None:
        nonlocal asked
        if stop.reason and time.monotonic() - asked > SECONDS_OF_CHUNK:
            raise KeyboardInterrupt
        # Whoever asks twice at once, as a shell does for a whole group, means one thing.
        stop.reason, asked = "interrupted", asked or time.monotonic()

    names = (signal.SIGINT, signal.SIGTERM)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = [signal.signal(name, note) for name in names]
    try:
        yield
    finally:
        for name, handler in zip(names, before, strict=True):
            signal.signal(name, handler)


def drive(work: Work, pending: Pending, crew: Crew, done: Callable[[range, Any], None], stop: Stop) -> None:
    """Hand out games until all are played or the run is to stop; `done` takes in every answer.

    Chunks whose worker died are played again by new workers; after `MOST_BREAKS` such deaths
    `stop.reason` says so, and what is missing stays in `pending`.
    """
    waiting: dict[Future[Any], range] = {}
    breaks = 0
    while waiting or (pending.gaps and not stop.is_due()):
        is_broken = not _hand_out(work, pending, crew, waiting, stop)
        if stop.is_due():
            _recall(waiting, pending)
        if _collect(waiting, pending, crew, done) or is_broken:
            breaks += 1
            _rebuild(waiting, pending, crew)
            if breaks > MOST_BREAKS:
                stop.reason = stop.reason or "the workers died again and again"


def _window(crew: Crew) -> int:
    return 1 if crew.workers == 1 else crew.workers + 2


def _hand_out(
    work: Work, pending: Pending, crew: Crew, waiting: dict[Future[Any], range], stop: Stop
) -> bool:
    """Hand out chunks until all workers have enough to do; return whether there still were workers."""
    while pending.gaps and len(waiting) < _window(crew) and not stop.is_due():
        chunk = pending.take(crew.workers)
        try:
            waiting[crew.submit(work, chunk)] = chunk
        except crew.lost:
            pending.back(chunk)
            return False
    return True


def _recall(waiting: dict[Future[Any], range], pending: Pending) -> None:
    """Take back what nobody has begun."""
    for future in [future for future in waiting if future.cancel()]:
        pending.back(waiting.pop(future))


def _collect(
    waiting: dict[Future[Any], range], pending: Pending, crew: Crew, done: Callable[[range, Any], None]
) -> bool:
    """Take in what is ready; return whether a worker has died."""
    if not waiting:
        return False
    is_broken = False
    ready, _ = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
    for future in sorted(ready, key=lambda one: waiting[one].start):
        chunk = waiting.pop(future)
        try:
            answer = future.result()
        except crew.lost:
            pending.back(chunk)
            is_broken = True
        else:
            pending.note(chunk, answer.seconds)
            done(chunk, answer)
    return is_broken


def _rebuild(waiting: dict[Future[Any], range], pending: Pending, crew: Crew) -> None:
    """The workers are gone: what they had is to be played again."""
    for chunk in waiting.values():
        pending.back(chunk)
    waiting.clear()
    crew.dismiss()
