"""The package: it holds everything, and it runs where there is no checkout.

The whole of it (`make thorough`) installs the wheel with all it needs into an environment of its
own, starts the site by its command and plays a game of every system over HTTP.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.cases import ONE_OFFS
from tests.cluster.machines import free_port
from tests.served_site import Browser, served
from tests.toy.rules.games import SLUG as TOY
from tests.tracker.clean_environment import run_python

ROOT = Path(__file__).resolve().parents[1]
RESOURCES = ("templates", "static", "fixtures", "locale")
# What a machine that is no Linux may lack. In its own process, before anything is imported.
BLOCKED = """
import os, signal, sys
for name in ("fcntl", "grp", "httptools", "pwd", "resource", "termios", "uvloop"):
    sys.modules[name] = None
del os.register_at_fork, os.fork
for name in ("SIGALRM", "SIGHUP", "SIGUSR1", "SIGUSR2"):
    delattr(signal, name)
"""


def built(to: Path, *kinds: str) -> list[Path]:
    """Build the package; return its files."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(to), *kinds]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=300)
    return sorted(to.iterdir())


@pytest.mark.thorough
def test_the_wheel_has_every_file_that_the_site_reads(tmp_path: Path) -> None:
    sdist, wheel = sorted(built(tmp_path), key=lambda file: file.suffix)
    assert sdist.name.endswith(".tar.gz")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    tracked = subprocess.run(
        ["git", "ls-files", "campaign", "tracker", *RESOURCES],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    wanted = {
        f"tracker/resources/{name}" if name.startswith(RESOURCES) else name for name in tracked
    }
    assert wanted - names == set()
    assert not [name for name in names if name.startswith(("tests", "var"))]


@pytest.mark.thorough
def test_it_is_installed_elsewhere_and_plays_every_system(tmp_path: Path) -> None:
    (wheel,) = built(tmp_path / "dist", "--wheel")
    home, here = tmp_path / "environment", tmp_path / "elsewhere"
    here.mkdir()
    venv.create(home, with_pip=True)
    programs = home / ("Scripts" if os.name == "nt" else "bin")
    pip = [programs / "python", "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    subprocess.run([*pip, str(wheel)], check=True, timeout=600)
    clean = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("BREACHKEEPER_", "DJANGO_", "XDG_", "PYTHON"))
        and name not in ("DATABASE_URL", "PORT")
    }
    environment = {**clean, "HOME": str(here)}
    command = str(programs / "breachkeeper")
    with served([command], here, environment) as site:
        for system in sorted(set(ONE_OFFS) - {TOY}):
            play(site, system)
    data = next(here.rglob("breachkeeper.sqlite3")).parent
    assert data.name == "breachkeeper"
    assert home not in data.parents
    # That the machine lacks fonts for rare letters is no fault of the wheel.
    check = [command, "check", "--fail-level", "WARNING"]
    subprocess.run(check, cwd=here, env=environment, check=True)
    saved = subprocess.run(
        [command, "backup"], cwd=here, env=environment, check=True, capture_output=True, text=True
    )
    assert Path(saved.stdout.splitlines()[0]).exists()


def test_it_starts_without_what_only_some_systems_have(tmp_path: Path) -> None:
    """The server runs on asyncio and h11, and sheets are compiled by a child that connects."""
    port = free_port()
    script = f"""{BLOCKED}
from tracker.command_line import main, server_parts
assert server_parts() == {{"http": "h11", "loop": "asyncio"}}
import tracker.command_line as command_line
# What follows would serve for ever.
command_line.run_server = lambda sockets, ready, options: print(ready.encode("ascii", "replace"))
main(["--port", "{port}"])
from tracker.bounded import pool
pool.CAN_PASS_DESCRIPTORS = False
from django.core.management import call_command
printed = ("--format", "pdf", "--output", sys.argv[1])
call_command("sheet", "--system", "ashes", "--players", "2", *printed)
import tracker.asgi
from django.test import Client
print(Client().get("/demo", headers={{"host": "localhost"}}).status_code)
"""
    sheet = tmp_path / "sheet.pdf"
    done = run_python("-c", script, str(sheet), data=tmp_path, PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr
    assert f"Breachkeeper is at http://127.0.0.1:{port}/" in done.stdout
    assert done.stdout.split()[-1] == "302"
    assert sheet.read_bytes()[:5] == b"%PDF-"


def play(site: Browser, system: str) -> None:
    """Start a game, change it, print it, enter its result and find it in the log."""
    case = ONE_OFFS[system]
    start = f"/play?system={system}"
    game, _page = site.send(start, start, dict(case.start))
    site.send(f"{game}change", f"{game}change", dict(case.change))
    assert site.get(f"{game}sheet.pdf")[1][:5] == b"%PDF-"
    _path, page = site.send(f"{game}result", f"{game}result", dict(case.result))
    assert case.said in page.decode()
    assert game in site.get("/log")[1].decode()
    assert len(site.get("/log.csv")[1].splitlines()) > 1
