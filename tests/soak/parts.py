"""Kill what the server depends on: its sheet compilers many times, and PostgreSQL once."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from random import Random

from tests.soak.browser import Answer, Browser
from tests.soak.crash import Tally, finish, look
from tests.soak.crowd import sit_down
from tests.soak.installation import Installation
from tests.soak.players import Player

COMPILER = b"tracker.bounded.child"
BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))  # where Debian has them
WRITES = 12  # before PostgreSQL is killed, and after
PATIENCE = 120.0  # seconds


# --- sheet compilers ---


def kill_compilers(installation: Installation, *, kills: int, seed: int) -> Counter[int]:
    """Kill busy compilers: each sheet is printed or answered with 503, and printed in the end."""
    installation.start()
    reader = sit_down(installation, "Reader")
    chance, answers, killed = Random(seed), Counter[int](), 0
    reader.browser.close()  # its cookies are wanted from here on
    address = f"{reader.game}sheet.pdf"
    _sheet(reader.browser, address)  # a compiler runs
    while killed < kills:
        # What is stored is not compiled.
        shutil.rmtree(installation.data / "sheets", ignore_errors=True)
        asking = threading.Thread(target=lambda: answers.update([_sheet(reader.browser, address)]))
        asking.start()
        time.sleep(chance.uniform(0, 0.3))
        for pid in _compilers(installation):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
                killed += 1
        asking.join(90)
        assert not asking.is_alive(), f"seed {seed}: a client hangs"
    shutil.rmtree(installation.data / "sheets", ignore_errors=True)
    until = time.monotonic() + PATIENCE
    while _sheet(reader.browser, address) != 200:
        assert time.monotonic() < until, f"seed {seed}: no sheet is made any more"
    installation.stop()
    assert set(answers) <= {200, 503}, f"seed {seed}: {answers}"
    return answers


def _sheet(browser: Browser, address: str) -> int:
    line = HTTPConnection("127.0.0.1", browser.port, timeout=60)
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    line.request("GET", address, headers={"Cookie": cookies})
    answer = line.getresponse()
    data = answer.read()
    line.close()
    assert (answer.status == 200) == data.startswith(b"%PDF"), (answer.status, data[:200])
    return answer.status


def _compilers(installation: Installation) -> list[int]:
    """Return the compilers of this server, and of no other on this machine."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            pid = int(process.name)
            if COMPILER in (process / "cmdline").read_bytes() and installation.owns(pid):
                found.append(pid)
    return found


# --- PostgreSQL itself ---


class Server:
    """A PostgreSQL server of its own, because the running one may be in use."""

    def __init__(self) -> None:
        self.port = 0
        self.data = Path(tempfile.mkdtemp(prefix="breachkeeper-postgresql-"))
        self._as = []
        if os.getuid() == 0:  # it refuses to be root
            self._as = ["runuser", "-u", "postgres", "--"]
            shutil.chown(self.data, "postgres")
        made = ("-A", "trust", "-U", "postgres", "-N")
        self._run("initdb", "-D", str(self.data), *made)

    def start(self, port: int) -> None:
        """Start it, again if need be: a killed one leaves its backends for a moment."""
        self.port = port
        more = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.data}"
        log = ("-l", str(self.data / "server.log"), "-w")
        until = time.monotonic() + PATIENCE
        while self._run("pg_ctl", "-D", str(self.data), *log, "-o", more, "start", check=False):
            assert time.monotonic() < until, (self.data / "server.log").read_text()
            time.sleep(0.2)

    def kill(self) -> None:
        """Kill it, as a power cut would."""
        pid = int((self.data / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for each in (pid, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)

    def stop(self) -> None:
        """End it."""
        self._run("pg_ctl", "-D", str(self.data), "-m", "immediate", "stop", check=False)
        shutil.rmtree(self.data, ignore_errors=True)

    def _run(self, name: str, *arguments: str, check: bool = True) -> int:
        command = [*self._as, str(BINARIES[-1] / name), *arguments]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        ran = subprocess.run(command, cwd="/", check=check, **quiet)  # type: ignore[call-overload]
        return ran.returncode


class Waiting(Browser):
    """A player who knows that after a 503 nothing was written."""

    def _ask(self, method: str, url: str, body: str, accept: str = "text/html") -> Answer:
        answer = super()._ask(method, url, body, accept)
        if answer.status == 503:
            raise ConnectionError("try again")
        return answer


@contextmanager
def own_postgresql(port: int) -> Iterator[Server]:
    """Run a PostgreSQL for a while."""
    server = Server()
    server.start(port)
    try:
        yield server
    finally:
        server.stop()


def kill_postgresql(installation: Installation, server: Server) -> Tally:
    """Kill PostgreSQL while people play: the site answers 503, recovers and loses nothing."""
    installation.start()
    players, tally = [Player(f"Table {n}", Waiting(installation.port)) for n in range(4)], Tally()
    _play(players, WRITES, server.kill)
    assert _status(installation, "/healthz") == 503
    server.start(server.port)
    until = time.monotonic() + PATIENCE
    while _status(installation, "/readyz") != 200:
        assert time.monotonic() < until, "the site does not come back"
        time.sleep(0.1)
    look(installation, players, tally)
    _play(players, WRITES, lambda: None)
    finish(installation, players)
    tally.kills = 1
    tally.writes = sum(player.writes for player in players)
    tally.campaigns = sum(len(player.started) for player in players)
    installation.stop()
    return tally


def _status(installation: Installation, address: str) -> int:
    browser = Browser(installation.port)
    try:
        return browser.get(address).status
    finally:
        browser.close()


def _play(players: list[Player], writes: int, end: Callable[[], None]) -> None:
    stop = threading.Event()
    threads = [threading.Thread(target=player.play, args=[stop]) for player in players]
    goal = sum(player.writes for player in players) + writes
    for thread in threads:
        thread.start()
    until = time.monotonic() + PATIENCE
    while sum(player.writes for player in players) < goal and not any(p.fault for p in players):
        assert time.monotonic() < until, "nobody gets to write"
        time.sleep(0.01)
    end()
    stop.set()
    for thread in threads:
        thread.join(90)
        assert not thread.is_alive(), "a client hangs"
    for player in players:
        if player.fault is not None:
            raise AssertionError(player.name) from player.fault
