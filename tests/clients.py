"""Generate clients from the API's description and run the programs in docs/api/clients with them.

``make clients`` installs the generators below var/, serves the site from a directory of its own and
runs each program as docs/api/clients.md says. What the registries or this machine do not have is
named and left out.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Mapping
from pathlib import Path

from tests.served_site import served

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "docs" / "api" / "clients"
TOOLS = ROOT / "var" / "clients"
SAID = ("http://", "Entered: win, 90 minutes")  # by each program
MAKE_TOKEN = """
from campaign.models import Person, Scope
from campaign.services.api_tokens import api_token_make
zuza = Person.objects.create_user("zuza", password=None)
print(api_token_make(person=zuza, name="A program", scope=Scope.RECORD))
"""

Environment = Mapping[str, str]


class LeftOut(Exception):
    """What a program needs cannot be had here."""


def main() -> int:
    """Run each program; return 1 if one of them fails."""
    failed = False
    with tempfile.TemporaryDirectory() as home:
        ours = ("BREACHKEEPER_", "DATABASE_URL")
        clean = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        environment = {**clean, "BREACHKEEPER_DATA_DIR": home}
        with served([sys.executable, "-m", "tracker"], Path(home), environment, ROOT) as site:
            environment["BREACHKEEPER_URL"] = site.base
            environment["BREACHKEEPER_TOKEN"] = made_token(environment)
            _path, description = site.get("/api/v1/openapi.json")
            for name, program in (("Python", python), ("TypeScript", typescript)):
                here = copied(name.lower())
                (here / "openapi.json").write_bytes(description)
                try:
                    said = program(here, environment)
                except LeftOut as reason:
                    print(f"{name}: left out, {reason}")
                except subprocess.CalledProcessError as fault:
                    print(f"{name}: {fault}\n{fault.output}{fault.stderr}")
                    failed = True
                else:
                    right = all(each in said for each in SAID)
                    failed |= not right
                    print(f"{name}: {'as documented' if right else f'it says {said!r}'}")
    return failed


def python(here: Path, environment: Environment) -> str:
    """Generate a client in Python, and return what the program says with it."""
    home = TOOLS / "python-environment"
    programs = home / ("Scripts" if os.name == "nt" else "bin")
    if not (programs / "openapi-python-client").exists():
        venv.create(home, with_pip=True, clear=True)
        wanted = ["-m", "pip", "install", "-qq", "--requirement", str(here / "requirements.txt")]
        installed([str(programs / "python"), *wanted], here)
    generate = [str(programs / "openapi-python-client"), "generate", "--meta", "none"]
    files = ["--path", "openapi.json", "--output-path", "breachkeeper_client", "--overwrite"]
    run([*generate, *files], here, environment)
    return run([str(programs / "python"), "record_game.py"], here, environment)


def typescript(here: Path, environment: Environment) -> str:
    """Generate types for TypeScript, and return what the program says with them."""
    npm = shutil.which("npm")
    if npm is None:
        raise LeftOut("there is no npm")
    if not (here / "node_modules" / "typescript").exists():
        installed([npm, "ci", "--no-audit", "--no-fund"], here)
    run([npm, "run", "generate"], here, environment)
    run([npm, "run", "build"], here, environment)
    return run([npm, "run", "--silent", "start"], here, environment)


def copied(name: str) -> Path:
    """Return the directory of a program, with its files as they are documented."""
    shutil.copytree(EXAMPLES / name, TOOLS / name, dirs_exist_ok=True)
    return TOOLS / name


def installed(command: list[str], here: Path) -> None:
    """Install what a program needs."""
    done = subprocess.run(command, cwd=here, capture_output=True, text=True, check=False)
    if done.returncode:
        raise LeftOut(f"its generator cannot be installed: {done.stderr.strip()[-300:]}")


def run(command: list[str], here: Path, environment: Environment) -> str:
    """Return what a command says."""
    return subprocess.run(
        command, cwd=here, env=environment, capture_output=True, text=True, check=True, timeout=300
    ).stdout


def made_token(environment: Environment) -> str:
    """Return a token of a new account."""
    shell = [sys.executable, "manage.py", "shell", "--no-imports", "--command", MAKE_TOKEN]
    return run(shell, ROOT, environment).split()[-1]


if __name__ == "__main__":
    sys.exit(main())
