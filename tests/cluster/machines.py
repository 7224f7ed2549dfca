"""Start a PostgreSQL database, an S3 stand-in, two instances and nginx."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import boto3
import requests

from tests.postgresql import ABSENT, empty_postgresql, postgresql

ROOT = Path(__file__).resolve().parents[2]
SITE = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
PATIENCE = 60.0  # seconds
WHOLE = """pid {here}/nginx.pid; error_log {here}/error.log; {user}
events {{ worker_connections 512; }}
http {{ client_body_temp_path {here}/t1; proxy_temp_path {here}/t2; fastcgi_temp_path {here}/t3;
uwsgi_temp_path {here}/t4; scgi_temp_path {here}/t5; include {here}/sites/*.conf; }}
"""


@dataclass
class Cluster:
    """URLs of both instances together and of each alone, all through nginx."""

    here: Path
    both: str = ""
    each: list[str] = field(default_factory=list)
    instances: list[subprocess.Popen[bytes]] = field(default_factory=list)
    certificate: str = ""

    def kill(self, number: int) -> None:
        """Kill an instance, with all its workers."""
        os.killpg(self.instances[number].pid, 9)
        self.instances[number].wait()


def missing() -> list[str]:
    """Return what is not installed on this machine, and where to get it."""
    needed = {"nginx": "nginx-light", "openssl": "openssl"}
    found = [f"{name} (Debian: {package})" for name, package in needed.items() if not _which(name)]
    return found if postgresql() else [*found, ABSENT]


@contextmanager
def cluster(here: Path) -> Iterator[Cluster]:
    """Run the cluster in a directory, and stop it afterwards."""
    built = Cluster(here)
    with ExitStack() as held:
        ports = free_ports(10)
        s3, *apps = ports[:3]
        database = held.enter_context(empty_postgresql())
        held.enter_context(running(here, sys.executable, "-m", "moto.server", "--port", str(s3)))
        _until(lambda: _answers(f"http://127.0.0.1:{s3}/"))
        make_bucket(s3)
        common = {
            "BREACHKEEPER_DEBUG": "off",
            "BREACHKEEPER_SECRET_KEY": secrets.token_urlsafe(64),
            "BREACHKEEPER_ALLOWED_HOSTS": "localhost,127.0.0.1",
            "BREACHKEEPER_PROXIES": "1",
            "DATABASE_URL": database,
            "BREACHKEEPER_STORAGE_URL": f"s3://key:secret@127.0.0.1:{s3}/games?tls=off",
        }
        for number, port in enumerate(apps):
            environment = {**_clean(), **common, "BREACHKEEPER_DATA_DIR": str(here / str(number))}
            for command in (["migrate"], ["collectstatic", "--noinput"])[number:]:
                _manage(environment, *command)
            bounded = ("--http", "tracker.web.protocol:BoundedHttp")
            server = ("-m", "uvicorn", "--port", str(port), "--no-access-log", *bounded)
            instance = held.enter_context(
                running(here, sys.executable, *server, "tracker.asgi:application", env=environment)
            )
            built.instances.append(instance)
        for port in apps:
            _until(partial(_answers, f"http://127.0.0.1:{port}/readyz"))
        built.certificate = _certificate(here)
        alone = zip(ports[6:8], ports[8:], ([app] for app in apps), strict=True)
        fronts = [(ports[4], ports[5], apps), *alone]
        for number, (plain, tls, behind) in enumerate(fronts):
            _site(here, f"front{number}", plain, tls, behind)
        built.both, *built.each = (f"https://localhost:{tls}" for _plain, tls, _apps in fronts)
        user = "user root;" if os.getuid() == 0 else ""
        for debians in ("lib", "log"):
            (here / "var" / debians / "nginx").mkdir(parents=True)
        (here / "nginx.conf").write_text(WHOLE.format(here=here, user=user))
        own = ("-c", str(here / "nginx.conf"), "-e", str(here / "error.log"), "-g", "daemon off;")
        held.enter_context(running(here, _which("nginx") or "nginx", *own))
        _until(lambda: _answers(f"{built.both}/healthz", built.certificate))
        yield built


@contextmanager
def running(
    here: Path, *command: str, env: dict[str, str] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a process in a process group of its own, and end it afterwards."""
    with (here / "log").open("ab") as log:
        started = subprocess.Popen(
            command, cwd=ROOT, env=env, stdout=log, stderr=log, start_new_session=True
        )
    try:
        yield started
    finally:
        if started.poll() is None:
            os.killpg(started.pid, 15)
        started.wait(30)


def free_port() -> int:
    """Return a free port."""
    return free_ports(1)[0]


def free_ports(count: int) -> list[int]:
    """Return so many free ports, no two of them the same."""
    with ExitStack() as held:
        sockets = [held.enter_context(socket.socket()) for _each in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [int(each.getsockname()[1]) for each in sockets]


def make_bucket(port: int) -> None:
    """Create the bucket in the S3 stand-in."""
    own = {"aws_access_key_id": "key", "aws_secret_access_key": "secret"}
    client = boto3.client(
        "s3", endpoint_url=f"http://127.0.0.1:{port}", region_name="us-east-1", **own
    )
    client.create_bucket(Bucket="games")


def _site(here: Path, name: str, plain: int, tls: int, behind: list[int]) -> None:
    """Write the nginx site that ships, with this machine's names and ports."""
    servers = "\n".join(
        f"    server 127.0.0.1:{port} max_fails=1 fail_timeout=5s;" for port in behind
    )
    changed = {
        "    server 127.0.0.1:8000 max_fails=1 fail_timeout=5s;": servers,
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "    listen [::]:80;\n": "",
        "listen 443 ssl http2;": f"listen 127.0.0.1:{tls} ssl http2;",
        "    listen [::]:443 ssl http2;\n": "",
        "/etc/letsencrypt/live/games.example.org/fullchain.pem": f"{here}/cert.pem",
        "/etc/letsencrypt/live/games.example.org/privkey.pem": f"{here}/key.pem",
        # Made as Debian's package makes them: what else the file needs, it has to make itself.
        "/var/log/nginx/": f"{here}/var/log/nginx/",
        "/var/lib/nginx/": f"{here}/var/lib/nginx/",
        "games.example.org": "localhost",
    }
    text = SITE
    for old, new in changed.items():
        assert old in text, old
        text = text.replace(old, new)
    # Names of nginx are common to all sites.
    for word in ("breachkeeper", "somewhere", "visitor "):
        text = text.replace(word, f"{word.strip()}_{name}{word[len(word.strip()) :]}")
    sites = here / "sites"
    sites.mkdir(exist_ok=True)
    (sites / f"{name}.conf").write_text(text)


# Debian's own nginx.conf, with the site as it ships and a certificate where it looks for one; the
# rest of the machine does not see these.
AS_IT_IS = """
set -e
mkdir -p /etc/letsencrypt
mount -t tmpfs tmpfs /etc/letsencrypt
mkdir -p /etc/letsencrypt/live/games.example.org
cp {here}/cert.pem /etc/letsencrypt/live/games.example.org/fullchain.pem
cp {here}/key.pem /etc/letsencrypt/live/games.example.org/privkey.pem
mount -t tmpfs tmpfs /etc/nginx/sites-enabled
cp {site} /etc/nginx/sites-enabled/breachkeeper
exec {nginx} -t
"""


def very_file(certificate: str) -> str:
    """Let Debian's nginx read the site as it ships; return what was found."""
    here = Path(certificate).parent
    if os.getuid() != 0 or not Path("/etc/nginx/sites-enabled").is_dir():
        return "deploy/nginx.conf with its names changed (as it is, only root can try it on Debian)"
    script = AS_IT_IS.format(here=here, site=ROOT / "deploy" / "nginx.conf", nginx=_which("nginx"))
    tried = subprocess.run(
        ["unshare", "--mount", "sh", "-c", script], capture_output=True, text=True, check=False
    )
    assert tried.returncode == 0, tried.stderr
    return "deploy/nginx.conf is read by Debian's nginx as it is"


def _certificate(here: Path) -> str:
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-keyout", str(here / "key.pem"), "-out", str(here / "cert.pem")),
            *("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"),
        ],
        check=True,
        capture_output=True,
    )
    return str(here / "cert.pem")


def _manage(environment: dict[str, str], *command: str) -> None:
    subprocess.run(
        [sys.executable, "manage.py", *command, "--verbosity", "0"],
        cwd=ROOT,
        env=environment,
        check=True,
    )


def _clean() -> dict[str, str]:
    return {k: v for k, v in os.environ.items() if not k.startswith(("BREACHKEEPER_", "DJANGO"))}


def _which(name: str) -> str | None:
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")


def _answers(url: str, certificate: str = "") -> bool:
    try:
        return requests.get(url, timeout=5, verify=certificate or True).status_code == 200
    except requests.RequestException:
        return False


def _until(done: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not done():
        if time.monotonic() > until:
            raise SystemExit("Something did not start: see the log.")
        time.sleep(0.1)
