"""The package: it holds everything, and it runs where there is no checkout.

The whole of it (`make thorough`) installs the wheel with all it needs into an environment of its
own, starts the site by its command, plays a game of every system over HTTP, and moves it elsewhere.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cases import ONE_OFFS
from tests.cluster.machines import free_port
from tests.served_site import Browser, served
from tests.toy.rules.games import SLUG as TOY
from tests.tracker.clean_environment import run_python
from tests.tracker.photos import jpeg

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


@dataclass(frozen=True)
class Installed:
    """The wheel in an environment of its own, used where there is no checkout."""

    command: str
    home: Path
    here: Path

    def environment(self, **variables: str) -> dict[str, str]:
        """Return the environment of somebody who has set nothing."""
        clean = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("BREACHKEEPER_", "DJANGO_", "XDG_", "PYTHON"))
            and name not in ("DATABASE_URL", "PORT")
        }
        return {**clean, "HOME": str(self.here), **variables}

    def run(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the package."""
        return subprocess.run(
            [self.command, *arguments],
            cwd=self.here,
            env=self.environment(**variables),
            capture_output=True,
            text=True,
            check=False,
            timeout=600,  # a busy machine
        )


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Install the wheel, in folders whose names have spaces and letters of other languages."""
    folder = tmp_path_factory.mktemp("package")
    (wheel,) = built(folder / "dist", "--wheel")
    home, here = folder / "an environment", folder / "gdzieś indziej"
    here.mkdir()
    venv.create(home, with_pip=True)
    programs = home / ("Scripts" if os.name == "nt" else "bin")
    pip = [str(programs / "python"), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    subprocess.run([*pip, str(wheel)], check=True, timeout=600)
    return Installed(str(programs / "breachkeeper"), home, here)


@pytest.mark.thorough
def test_it_plays_every_system(installed: Installed) -> None:
    with served([installed.command], installed.here, installed.environment()) as site:
        for system in sorted(set(ONE_OFFS) - {TOY}):
            play(site, system)
    data = next(installed.here.rglob("breachkeeper.sqlite3")).parent
    assert data.name == "breachkeeper"
    assert installed.home not in data.parents
    # That the machine lacks fonts for rare letters is no fault of the wheel.
    check = installed.run("check", "--fail-level", "WARNING")
    assert check.returncode == 0, check.stderr


@pytest.mark.thorough
def test_it_moves_to_another_machine_with_its_photos(installed: Installed, tmp_path: Path) -> None:
    old, new = ({"BREACHKEEPER_DATA_DIR": str(tmp_path / name)} for name in ("old", "new machine"))
    file = tmp_path / "everything.zip"
    with served([installed.command], tmp_path, installed.environment(**old)) as site:
        game = play(site, "ashes")
        _path, page = site.send(game, f"{game}photos", {"pictures": jpeg()})
        (photo,) = set(re.findall(rf'"({game}photos/[\w-]+)"', page.decode()))
        moved = installed.run("move", str(file), **old)
        at_home, pixels = site.opener, site.get(photo)[1]
    assert "the photos (2 files)" in moved.stdout, moved.stderr
    done = installed.run("restore", str(file), **new)
    assert "restored" in done.stdout, done.stderr
    with served([installed.command], tmp_path, installed.environment(**new)) as site:
        site.opener = at_home  # the same browser: it is still signed in
        assert site.get(photo) == (photo, pixels)
        assert game in site.get("/log")[1].decode()


@pytest.mark.thorough
def test_an_update_starts_with_a_backup_that_restores(installed: Installed, tmp_path: Path) -> None:
    data = {"BREACHKEEPER_DATA_DIR": str(tmp_path / "data")}
    assert installed.run("manage", "migrate", "--verbosity", "0", **data).returncode == 0
    said = installed.run("update", **data).stdout
    backup = said.splitlines()[0]
    assert "pip install" in said
    assert "git pull" not in said
    elsewhere = {"BREACHKEEPER_DATA_DIR": str(tmp_path / "elsewhere")}
    assert "restored" in installed.run("restore", backup, **elsewhere).stdout


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["restore", "missing.zip"], "missing.zip cannot be read: No such file or directory"),
        (["restore", __file__], "it is no backup"),
        (["backup", "--to", __file__], "is a file, not a directory"),
        (["move", "/proc/everything.zip"], "There is no file"),
        (["restor"], "“restor” is no command. breachkeeper --help lists them."),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    installed: Installed, tmp_path: Path, arguments: list[str], said: str
) -> None:
    done = installed.run(*arguments, BREACHKEEPER_DATA_DIR=str(tmp_path))
    assert done.returncode != 0
    assert said in done.stderr
    assert "Traceback" not in done.stderr


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


def play(site: Browser, system: str) -> str:
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
    return game
