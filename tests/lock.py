"""Write requirements*.txt from pyproject.toml: every version with its hashes (`make lock`)."""

import os
import re
import subprocess
import tempfile
import tomllib
import urllib.request
import venv
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HEAD = "# Every version, direct and indirect; written by `make lock` from pyproject.toml.\n"
INDEX = os.environ.get("PIP_INDEX_URL") or "https://pypi.org/simple"
FILE = re.compile(r'href="[^"]*/([^"/#]+)#sha256=([0-9a-f]{64})"')


def main() -> None:
    """Install each group beside the last one, and write what came with it."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"]
    with tempfile.TemporaryDirectory() as home:
        venv.create(home, with_pip=True)
        run = frozen(home, project["project"]["dependencies"])
        machines = frozen(home, [*run, *groups["machines"]])
        dev = frozen(home, [*machines, *groups["dev"]])
    write("requirements.txt", "", run)
    write("requirements-machines.txt", "-r requirements.txt\n", machines - run)
    write("requirements-dev.txt", "-r requirements-machines.txt\n", dev - machines)


def frozen(home: str, wanted: Iterable[str]) -> set[str]:
    """Install into a virtual environment; return all that is there."""
    pip = [f"{home}/bin/python", "-m", "pip", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "-qq", *wanted], check=True)
    listed = subprocess.run([*pip, "freeze"], check=True, capture_output=True, text=True)
    return set(listed.stdout.splitlines())


def write(name: str, head: str, pins: Iterable[str]) -> None:
    """Write a list of versions, each with the hashes of all its files."""
    ordered = sorted(pins, key=str.casefold)
    with ThreadPoolExecutor(8) as at_once:
        entries = at_once.map(entry, ordered)
        Path(name).write_text(HEAD + head + "".join(entries), encoding="utf-8")


def entry(pin: str) -> str:
    """Return the lines of one version: any platform may install it, nothing else may."""
    name, version = pin.split("==")
    with urllib.request.urlopen(f"{INDEX}/{normalized(name)}/", timeout=60) as answer:
        files = FILE.findall(answer.read().decode())
    hashes = {digest for file, digest in files if is_of(file, normalized(name), version)}
    if not hashes:
        raise SystemExit(f"{INDEX} has no hashes of {pin}.")
    return " \\\n    ".join([pin, *(f"--hash=sha256:{digest}" for digest in sorted(hashes))]) + "\n"


def is_of(file: str, name: str, version: str) -> bool:
    """Say whether a file is a wheel or the source of this version."""
    if file.endswith(".whl"):
        found, its_version = file.split("-")[:2]
    else:
        found, _, its_version = re.sub(r"\.(tar\.gz|zip)$", "", file).rpartition("-")
    return normalized(found) == name and its_version == version


def normalized(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    main()
