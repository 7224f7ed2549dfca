"""``python -m tracker.bounded.child FD MEGABYTES``: run jobs until the connection is closed.

It starts without Django, and runs only the jobs named here.
"""

import resource
import sys
import traceback
from importlib import import_module
from multiprocessing.connection import Connection

from tracker.bounded.work import Work

JOBS = {"picture": "tracker.pictures.pixels", "sheet": "tracker.sheets.typesetting"}


def main(descriptor: int, megabytes: int) -> None:
    """Run one job after the other."""
    limit = megabytes * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    connection = Connection(descriptor)
    while True:
        try:
            job = Work.receive(connection)
        except EOFError:
            return
        _run(job).send(connection)


def _run(job: Work) -> Work:
    try:
        result: Work = import_module(JOBS[job.values["job"]]).do_job(job)
    except Exception:  # the other end raises it
        return Work({"error": traceback.format_exc()})
    return result


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
