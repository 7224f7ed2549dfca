"""Try the container image that `make image` has built: start it, update it, look that all stays.

It has no network here: its own health check asks it from inside.
"""

from __future__ import annotations

import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

IMAGE = "breachkeeper"
PATIENCE = 180  # seconds until the site has migrated and answers
HEALTHY = ("python", "-m", "tracker.config.healthy")
ADD = "from campaign.models import Person; Person.objects.create_user('ada', password=None)"
COUNT = "from campaign.models import Person; print(Person.objects.filter(username='ada').count())"


class Fault(Exception):
    """The image does not do what it promises."""


class Engine:
    """Podman or Docker, with one container and one volume of a name that nobody else has."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.name = f"breachkeeper-try-{secrets.token_hex(4)}"
        self.key = secrets.token_urlsafe(64)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([self.command, *words], capture_output=True, text=True)

    def said(self, *words: str) -> str:
        """Return what a command says; fail with its fault."""
        done = self.run(*words)
        if done.returncode:
            raise Fault(f"{' '.join(words)}: {done.stdout}{done.stderr}")
        return done.stdout.strip()

    def inside(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the container."""
        return self.run("exec", self.name, *words)

    @contextmanager
    def started(self) -> Iterator[str]:
        """Start the site as deploy/compose.yaml does; give its log once it is healthy."""
        safely = ["--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL"]
        safely += ["--security-opt", "no-new-privileges", "--network", "none"]
        settings = ["--env", f"BREACHKEEPER_SECRET_KEY={self.key}"]
        settings += ["--env", "BREACHKEEPER_ALLOWED_HOSTS=games.example.org"]
        data = ("--volume", f"{self.name}:/srv/breachkeeper/var")
        self.said("run", "--detach", "--name", self.name, *safely, *settings, *data, IMAGE)
        try:
            self._wait()
            yield self.said("logs", self.name)
        finally:
            self.run("stop", "--time", "10", self.name)
            self.run("rm", "--force", self.name)

    def _wait(self) -> None:
        until = time.monotonic() + PATIENCE
        while self.inside(*HEALTHY).returncode:
            if time.monotonic() > until:
                logged = self.run("logs", self.name)
                raise Fault(f"It did not get healthy:\n{logged.stdout}{logged.stderr}")
            time.sleep(1)

    def in_site(self, code: str) -> str:
        """Run Python in the site."""
        return self.said("exec", self.name, "python", "manage.py", "shell", "--command", code)


def must(holds: bool, promise: str) -> None:
    """Print a promise that holds; fail with one that does not."""
    if not holds:
        raise Fault(f"Not so: {promise}")
    print(f"  {promise}")


def main(command: str) -> None:
    """Start the image twice on one volume."""
    engine = Engine(command)
    print(f"Trying the image with {command}:")
    try:
        with engine.started() as log:
            must("Applying" in log, "the first start migrates, and the health check passes")
            must(engine.said("exec", engine.name, "id", "-u") != "0", "nobody in it is root")
            written = engine.inside("touch", "/srv/breachkeeper/manage.py")
            must(written.returncode != 0, "its own files cannot be written")
            engine.in_site(ADD)
        with engine.started() as log:
            must("Applying" not in log, "the next start has nothing to migrate")
            must(engine.in_site(COUNT).endswith("1"), "what was recorded survives an update")
    finally:
        engine.run("volume", "rm", "--force", engine.name)


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except Fault as fault:
        sys.exit(str(fault))
