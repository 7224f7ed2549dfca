"""Start servers by forking a process that has imported all of their code.

A number of workers comes in as a line, the id of the new server's process goes out. It serves as
``uvicorn --workers`` does, in a process group of its own, to be killed whole.
"""

from __future__ import annotations

import gc
import os
import signal
import sys

from django.db import connections
from django.test import Client
from uvicorn import Config, Server

from tracker.asgi import application
from tracker.web.protocol import BoundedHttp


def main() -> None:
    """Fork a server for each line."""
    warm_up()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how they ended
    for line in sys.stdin:
        server = os.fork()
        if not server:
            os.setsid()
            serve(int(line))
            os._exit(0)
        sys.stdout.write(f"{server}\n")
        sys.stdout.flush()


def warm_up() -> None:
    """Load once what each server would load at its first requests: views, templates, packs."""
    for page in ("/readyz", "/start", "/play"):
        assert Client().get(page, headers={"host": "localhost"}).status_code == 200
    connections.close_all()
    gc.freeze()


def serve(workers: int) -> None:
    """Serve on a free port with so many processes, this one included."""
    config = Config(application, port=0, access_log=False, http=BoundedHttp)
    held = config.bind_socket()
    for _ in range(workers - 1):
        if not os.fork():
            break
    Server(config).run(sockets=[held])


if __name__ == "__main__":
    main()
