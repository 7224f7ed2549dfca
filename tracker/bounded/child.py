"""``python -m tracker.bounded.child MEGABYTES FD``: run jobs until the connection is closed.

Windows has no descriptors to inherit: there it is given an address to connect to, and the key of
the connection on its standard input. It starts without Django, and runs only the jobs named here.
"""

import sys
import traceback
from importlib import import_module
from multiprocessing.connection import Client, Connection

from tracker.bounded.work import Work

try:
    import resource
except ImportError:  # Windows has no such limits: the time of a job is bounded, its memory is not
    resource = None  # type: ignore[assignment]

JOBS = {"picture": "tracker.pictures.pixels", "sheet": "tracker.sheets.typesetting"}


def main(megabytes: int, place: str) -> None:
    """Run one job after the other."""
    if resource is not None:
        limit = megabytes * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if place.isdecimal():
        connection = Connection(int(place))
    else:
        connection = Client(place, authkey=sys.stdin.buffer.read())
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
    main(int(sys.argv[1]), sys.argv[2])
