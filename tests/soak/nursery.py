"""Start servers in the time of a fork: all of their code is read once, here.

A line of gunicorn's arguments comes in, the id of the new server's process goes out. It runs as
``python -m gunicorn`` runs it, in a process group of its own, to be killed whole.
"""

from __future__ import annotations

import os
import signal
import sys

from gunicorn.app.wsgiapp import WSGIApplication

import tracker.wsgi  # noqa: F401 (what every server would import first)


def main() -> None:
    """Fork a server for each line."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how they ended
    for line in sys.stdin:
        server = os.fork()
        if not server:
            os.setsid()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            sys.argv = ["gunicorn", *line.split()]
            WSGIApplication(prog="gunicorn").run()
        sys.stdout.write(f"{server}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
