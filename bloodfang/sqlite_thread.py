"""The thread that alone touches the database: what many ask for at once is done in one transaction (group commit)."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from bloodfang.journal import JournalTrouble

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

MOST_AT_ONCE = 500


@dataclass(slots=True)
class _Job:
    work: Work[Any] | None
    """None: be done with it all."""
    writes: bool
    done: Future[Any] = field(default_factory=Future)


class SqliteThread:
    """Takes over a connection. While nobody asks, its thread sleeps."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._closed = False
        # The thread knows its jobs and not this object: whoever forgets to close it still ends the thread.
        self._thread = threading.Thread(target=_serve, args=(connection, self._jobs), name="journal", daemon=True)
        self._forgotten = weakref.finalize(self, self._jobs.put, _Job(None, writes=False))
        self._thread.start()

    async def read(self, work: Work[T]) -> T:
        """What the work finds in the database."""
        found: T = await self._ask(_Job(work, writes=False))
        return found

    async def write(self, work: Work[T]) -> T:
        """What the work says, once all it wrote is durable. What it raises, is raised here, and nothing is written."""
        said: T = await self._ask(_Job(work, writes=True))
        return said

    async def close(self) -> None:
        """Do what was asked for, then let go of the database."""
        if not self._closed:
            stop = _Job(None, writes=False)
            asked = self._ask(stop)
            self._closed = True
            self._forgotten.detach()
            await asked
            self._thread.join()

    def _ask(self, job: _Job) -> asyncio.Future[Any]:
        if self._closed:
            raise JournalTrouble("the journal is closed")
        self._jobs.put(job)
        return asyncio.wrap_future(job.done)


def _serve(connection: sqlite3.Connection, jobs: SimpleQueue[_Job]) -> None:
    stop = None
    while not stop:
        batch = [jobs.get()]
        with suppress(Empty):
            while len(batch) < MOST_AT_ONCE:
                batch.append(jobs.get_nowait())
        stop = next((job for job in batch if job.work is None), None)
        wanted = [job for job in batch if job.work and job.done.set_running_or_notify_cancel()]
        if wanted:
            _do(connection, wanted)
        del batch, wanted  # an idle thread keeps nothing alive
    connection.close()
    if stop.done.set_running_or_notify_cancel():
        stop.done.set_result(None)


def _do(connection: sqlite3.Connection, batch: list[_Job]) -> None:
    """All in one transaction. Nobody gets an answer before it is durable; if that fails, it fails for all."""
    try:
        connection.execute("BEGIN IMMEDIATE" if any(job.writes for job in batch) else "BEGIN")
        answers = [_answer(connection, job) for job in batch]
        connection.execute("COMMIT")
    except sqlite3.Error as trouble:
        if connection.in_transaction:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
        for job in batch:
            job.done.set_exception(trouble)
        return
    for job, (answer, refused) in zip(batch, answers, strict=True):
        if refused:
            job.done.set_exception(refused)
        else:
            job.done.set_result(answer)


def _answer(connection: sqlite3.Connection, job: _Job) -> tuple[Any, Exception | None]:
    """What one job says or raises: a refusal is its own, and undoes only what it wrote itself."""
    assert job.work
    if job.writes:
        connection.execute("SAVEPOINT job")
    try:
        return job.work(connection), None
    except sqlite3.OperationalError:  # the disk, not the job
        raise
    except Exception as refused:
        if job.writes:
            connection.execute("ROLLBACK TO SAVEPOINT job")
        return None, refused
    finally:
        if job.writes and connection.in_transaction:
            connection.execute("RELEASE SAVEPOINT job")
