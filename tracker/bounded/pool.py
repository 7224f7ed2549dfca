"""Work that a stranger's input could make endless: in processes of its own, with bounds.

Sheets are compiled and pictures are decoded there. A job that takes too long is killed with its
process, and the worker that serves pages goes on.
"""

import os
import queue
import socket
import subprocess
import sys
from multiprocessing.connection import Connection
from pathlib import Path

from django.conf import settings

from tracker.bounded.work import Work

ROOT = Path(__file__).parents[2]
JOBS_MOST = 2  # at once, of each process that serves pages
JOBS_EACH = 100  # of a child: what its libraries remember goes with it


class WorkRefused(Exception):
    """A job was given up: it took too long, or crashed; nothing of it remains."""


class WorkBusy(WorkRefused):
    """A job was not begun: too many others are being done."""


class WorkFailed(RuntimeError):
    """A job raised: a fault of ours."""


class _Child:
    """A process that does one job after the other."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            theirs.set_inheritable(True)
            self.process = subprocess.Popen(  # noqa: S603 # our own module
                [
                    sys.executable,
                    "-m",
                    "tracker.bounded.child",
                    str(theirs.fileno()),
                    str(settings.JOB_MEMORY_MB),
                ],
                cwd=ROOT,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
            )
        self.connection = Connection(ours.detach())
        self.jobs = 0

    def do(self, job: str, work: Work) -> Work:
        """Return what a job made."""
        self.jobs += 1
        try:
            Work({"job": job, **work.values}, work.blobs).send(self.connection)
            if not self.connection.poll(settings.JOB_SECONDS):
                raise WorkRefused("too long")
            return Work.receive(self.connection)
        except (EOFError, OSError) as error:
            raise WorkRefused("crashed") from error

    def kill(self) -> None:
        """End it at once."""
        self.process.kill()
        self.process.wait()
        self.connection.close()


_idle: queue.LifoQueue[_Child | None] = queue.LifoQueue()


def _start_over() -> None:
    """Forget the children: a process that was forked has none of its own."""
    global _idle
    _idle = queue.LifoQueue()
    for _ in range(JOBS_MOST):
        _idle.put(None)


_start_over()
os.register_at_fork(after_in_child=_start_over)


def do(job: str, work: Work) -> Work:
    """Have a job done; raises ``WorkRefused`` where it takes too much, or too many wait."""
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
    except BaseException:  # of whatever kind: what the child does now is not known
        if child is not None:
            child.kill()
        child = None
        raise
    finally:
        _idle.put(child)
    if "error" in made.values:
        raise WorkFailed(made.values["error"])
    return made
