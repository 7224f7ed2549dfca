"""The image contains what the site needs at run time, and nothing else."""

import os
import re
import signal
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import IPv6Address
from itertools import product
from pathlib import Path

import pytest
from django.conf import settings
from django.template.engine import Engine

from tracker.config import healthy
from tracker.people.limits import network_of

ROOT = Path(__file__).resolve().parent.parent


def copied() -> set[str]:
    lines = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8").splitlines()
    copies = [line.split() for line in lines if line.startswith("COPY ")]
    return {name for words in copies if words[1] != "--from=build" for name in words[1:-1]}


def test_the_image_copies_all_that_the_site_needs() -> None:
    packages = {file.parent.name for file in ROOT.glob("*/__init__.py")} - {"tests"}
    templates = Engine.get_default().dirs
    places: list[str | Path] = [*settings.STATICFILES_DIRS, *settings.LOCALE_PATHS, *templates]
    read = {"fixtures", "manage.py", "pyproject.toml"}
    assert packages | {Path(place).name for place in places} | read <= copied()
    assert all((ROOT / name).exists() for name in copied())


def test_the_installation_on_debian_copies_all_that_the_site_needs() -> None:
    script = ROOT / "deploy" / "install-debian"
    subprocess.run(["sh", "-n", str(script)], check=True)
    text = script.read_text(encoding="utf-8").replace("\\\n", " ")
    parts = set(re.findall(r"for part in (.+); do", text)[0].split())
    assert copied() - {"requirements.txt"} <= parts
    units = re.findall(r'units="(.+)"', text)[0].split()
    assert all((ROOT / name).exists() for name in (*parts, *(f"deploy/{unit}" for unit in units)))


# Stand-ins for the commands of the installation: what they make are files in $MADE. The one that
# $INTERRUPTED names ends the run before it has done anything, as a power failure does.
STAND_IN = """#!/bin/sh
case "${0##*/} $*" in *"$INTERRUPTED"*) kill -KILL 0 ;; esac
there() { [ ! -e "$MADE/$1" ] || echo 1; }
case "${0##*/} $*" in
"runuser "*) shift 3; exec "$@" ;;
"psql "*pg_roles*) there role ;;
"psql "*pg_database*) there database ;;
"psql "*"CREATE ROLE"*) touch "$MADE/role" ;;
"psql "*"SHOW port"*) echo 5432 ;;
"createdb "*) [ -e "$MADE/role" ] && [ ! -e "$MADE/database" ] && touch "$MADE/database" ;;
"openssl "*) echo 0123456789abcdef ;;
"python3 -m venv "*) cp "$0" "$MADE/.venv/bin/python"; ensurepip "$MADE/.venv/pip" ;;
"ensurepip "*) touch "$MADE/.venv/pip" ;;
"python -m pip "*) [ -e "$MADE/.venv/pip" ] ;;
esac
"""


@pytest.mark.parametrize("step", ["ensurepip", "createdb", "SHOW port", "openssl rand -hex 48"])
def test_an_interrupted_installation_is_finished_by_running_it_again(
    tmp_path: Path, step: str
) -> None:
    settings = tmp_path / "settings"
    script = (ROOT / "deploy" / "install-debian").read_text(encoding="utf-8")
    part = re.search(r'say "Installing its packages".+(?=say "Preparing nginx")', script, re.DOTALL)
    assert part
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    commands = tmp_path / "commands"
    commands.mkdir()
    for name in ("runuser", "psql", "createdb", "service", "openssl", "python3", "ensurepip"):
        (commands / name).write_text(STAND_IN, encoding="utf-8")
        (commands / name).chmod(0o755)
    steps = f"set -eu\nsay() {{ :; }}\nhome={tmp_path} settings={settings} host=x\n{part[0]}"
    for interrupted, ended in ((step, -signal.SIGKILL), ("nothing", 0)):
        environment = {"MADE": str(tmp_path), "INTERRUPTED": interrupted}
        done = subprocess.run(
            ["sh", "-c", steps],
            env={"PATH": f"{commands}:{os.environ['PATH']}", **environment},
            start_new_session=True,
            check=False,
        )
        assert done.returncode == ended
        assert settings.exists() == (ended == 0)
    assert (tmp_path / "database").exists()
    assert "@127.0.0.1:5432/breachkeeper" in settings.read_text(encoding="utf-8")


def test_the_build_context_has_all_that_the_image_copies() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert "*" in lines
    assert {line[1:] for line in lines if line.startswith("!")} == copied()


def visitor_of(address: str) -> str:
    """Return whom nginx takes an address for, by the first line of its map that fits."""
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    part = re.search(r"map \$remote_addr \$visitor \{(.+?)\n\}", text, re.DOTALL)
    assert part
    lines = re.findall(r"~(\S+)\s+(\S+);", part[1])
    for pattern, visitor in lines:
        if found := re.search(pattern, address):
            return re.sub(r"\$(\w+)", lambda name: found[name[1]], visitor)
    return address


def test_nginx_takes_the_addresses_for_one_visitor_that_the_limits_take_for_one() -> None:
    """However many groups are zero, and wherever :: stands for them."""
    groups = product(("2001", "fd00"), *[("0", other) for other in "bcdef12"])
    addresses = [str(IPv6Address(":".join(each))) for each in groups]
    networks = [network_of("", address) for address in addresses]
    assert [str(IPv6Address(f"{visitor_of(each)}::")) for each in addresses] == networks
    assert len({*map(visitor_of, addresses)}) == len({*networks}) == 16
    assert visitor_of("198.51.100.7") == "198.51.100.7"


def test_the_health_check_asks_under_an_allowed_name(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(f"{self.headers['Host']}{self.path}")
            self.send_response(200 if self.headers["Host"] == "games.example.org" else 400)
            self.end_headers()

        def log_message(self, *_args: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("PORT", str(server.server_port))
        monkeypatch.setenv("BREACHKEEPER_ALLOWED_HOSTS", ".games.example.org, other.example.org")
        healthy.main()
        monkeypatch.setenv("BREACHKEEPER_ALLOWED_HOSTS", "*")
        with pytest.raises(SystemExit):
            healthy.main()
        server.shutdown()
    assert asked == ["games.example.org/healthz", "localhost/healthz"]
