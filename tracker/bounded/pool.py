"""A pool of child processes for jobs that hostile input could make endless.

They compile sheets and decode pictures. A job that takes too long is killed with its process, and
the worker that serves pages goes on.
"""

import os
import queue
import secrets
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection, Listener
from pathlib import Path

from django.conf import settings

from tracker.bounded.work import Work

ROOT = Path(__file__).parents[2]
CAN_PASS_DESCRIPTORS = os.name == "posix"
MAX_JOBS = 2  # at a time, for each process that serves pages
JOBS_EACH = 100  # before a child is replaced, and the memory its libraries hold is freed


class WorkRefused(Exception):
    """A job took too long or crashed; it has no effect."""


class WorkBusy(WorkRefused):
    """A job was not started: too many others are running."""


class WorkFailed(RuntimeError):
    """A job raised an exception: a bug of ours."""


class _Child:
    """A process that does one job after the other."""

    def __init__(self) -> None:
        self.process, self.connection = (
            _start_with_descriptor() if CAN_PASS_DESCRIPTORS else _start_with_address()
        )
        self.jobs = 0

    def do(self, job: str, work: Work) -> Work:
        """Run a job, and return its result."""
        self.jobs += 1
        try:
            Work({"job": job, **work.values}, work.blobs).send(self.connection)
            if not self.connection.poll(settings.JOB_SECONDS):
                raise WorkRefused("too long")
            return Work.receive(self.connection)
        except (EOFError, OSError) as error:
            raise WorkRefused("crashed") from error

    def kill(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.wait()
        self.connection.close()


def _start_with_descriptor() -> tuple[subprocess.Popen[bytes], Connection]:
    """Start a process that inherits its end of the connection."""
    ours, theirs = socket.socketpair()
    with theirs:
        theirs.set_inheritable(True)
        process = subprocess.Popen(  # noqa: S603 # our own module
            _command(str(theirs.fileno())),
            cwd=ROOT,
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
        )
    return process, Connection(ours.detach())


def _start_with_address() -> tuple[subprocess.Popen[bytes], Connection]:
    """Start a process that connects to us, with a key that nobody else is given."""
    key = secrets.token_bytes(32)
    listener = Listener(authkey=key)
    accepting = ThreadPoolExecutor(1)
    try:
        accepted = accepting.submit(listener.accept)
        process = subprocess.Popen(  # noqa: S603 # our own module
            _command(str(listener.address)), cwd=ROOT, stdin=subprocess.PIPE
        )
        assert process.stdin is not None  # noqa: S101 # it was asked for
        with process.stdin as given:
            given.write(key)
        try:
            return process, accepted.result(timeout=settings.JOB_SECONDS)
        except BaseException as error:
            process.kill()
            raise WorkRefused("not started") from error
    finally:
        accepting.shutdown(wait=False)
        listener.close()


def _command(place: str) -> list[str]:
    module = ("-m", "tracker.bounded.child")
    return [sys.executable, *module, str(settings.JOB_MEMORY_MB), place]


_idle: queue.LifoQueue[_Child | None] = queue.LifoQueue()


def _start_over() -> None:
    """Start without children, also in a forked process, which has none of its own."""
    global _idle
    _idle = queue.LifoQueue()
    for _ in range(MAX_JOBS):
        _idle.put(None)


_start_over()
if hasattr(os, "register_at_fork"):  # Windows does not fork
    os.register_at_fork(after_in_child=_start_over)


def do(job: str, work: Work) -> Work:
    """Run a job; raise ``WorkRefused`` if it exceeds its limits, or if too many wait."""
    try:
        child = _idle.get(timeout=settings.JOB_SECONDS)
    except queue.Empty as error:
        raise WorkBusy from error
    try:
        if child is not None and child.jobs >= JOBS_EACH:
            child.kill()
            child = None
        child = child or _Child()
        made = child.do(job, work)
    except BaseException:  # the state of the child is unknown
        if child is not None:
            child.kill()
        child = None
        raise
    finally:
        _idle.put(child)
    if "error" in made.values:
        raise WorkFailed(made.values["error"])
    return made
