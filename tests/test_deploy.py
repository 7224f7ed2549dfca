"""The image contains what the site needs at run time, and nothing else."""

import re
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from django.conf import settings
from django.template.engine import Engine

from tracker.config import healthy

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


def test_the_build_context_has_all_that_the_image_copies() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert "*" in lines
    assert {line[1:] for line in lines if line.startswith("!")} == copied()


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
