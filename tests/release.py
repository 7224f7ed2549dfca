"""Make a release: ``make release VERSION=1.0.0``.

It writes the version and the date where they stand, runs the checks and the tests of the package,
builds all files of the release into dist/, looks at them, commits and tags. It pushes nothing. What
is wrong is said before anything is changed.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
VERSION = re.compile(r"[1-9]?\d+\.\d+\.\d+")
IN_PROJECT = re.compile(r'^version = "(.+)"$', re.MULTILINE)
UNRELEASED = "## [Unreleased]\n"
NAMES_VERSION = ("README.md", "docs/install.md")  # in the file name of the wheel
TESTS = ("tests/test_package.py", "tests/campaign/test_migrations.py", "tests/upgrade")


def main(version: str) -> None:
    """Make the release, or end with what is wrong."""
    before = current_version()
    wrong = list(faults(version, before))
    if wrong:
        sys.exit("\n".join(wrong))
    run("make", "check")
    run(sys.executable, "-m", "pytest", "-q", "-m", "thorough or not thorough", *TESTS)
    write_version(before, version)
    run("make", "package")
    describe()
    look_at(version)
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}" for file in files()]
    (DIST / "SHA256SUMS").write_text("\n".join(sums) + "\n", encoding="utf-8")
    run("git", "commit", "--quiet", "--all", "--message", f"Release {version}")
    (DIST / "notes.md").write_text(notes(version), encoding="utf-8")
    run("git", "tag", "--annotate", f"v{version}", "--message", f"Breachkeeper {version}")
    print(f"Tagged v{version}. Push it, and attach what is in dist/; notes.md is the text.")
    print("Add its database to tests/campaign/snapshots/ (the README there says how).")


def current_version() -> str:
    """Return the version that pyproject.toml has."""
    return IN_PROJECT.findall((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[0]


def faults(version: str, before: str) -> list[str]:
    """Return what stands against a release."""
    found = []
    if not VERSION.fullmatch(version):
        found.append(f"VERSION=1.2.3 names the release, not “{version}”.")
    elif tuple(map(int, version.split("."))) < tuple(map(int, before.split("."))):
        found.append(f"{version} comes before {before}, which pyproject.toml has.")
    if output("git", "status", "--porcelain"):
        found.append("There are changes that are not committed.")
    if output("git", "tag", "--list", f"v{version}"):
        found.append(f"v{version} is there already.")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").partition(UNRELEASED)[2]
    if not changes.partition("\n## ")[0].strip():
        found.append("CHANGELOG.md has nothing under Unreleased.")
    return found


def write_version(before: str, version: str) -> None:
    """Write the version, and the date beside it in the changelog."""
    replace(ROOT / "pyproject.toml", f'version = "{before}"', f'version = "{version}"')
    for name in NAMES_VERSION:
        replace(ROOT / name, f"breachkeeper-{before}-", f"breachkeeper-{version}-")
    today = datetime.datetime.now(tz=datetime.UTC).date()
    heading = f"{UNRELEASED}\n## [{version}] – {today}\n"
    replace(ROOT / "CHANGELOG.md", UNRELEASED, heading)


def replace(file: Path, old: str, new: str) -> None:
    """Replace a text that a file has."""
    text = file.read_text(encoding="utf-8")
    if old not in text:
        sys.exit(f"{file.name} does not have “{old.strip()}”.")
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def describe() -> None:
    """Write what programs read: the description of the API and the schemas of export files."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tracker.settings")
    import django

    django.setup()
    from campaign.exchange.schema import document_schema, documents, name_of
    from tracker.api.site import description
    from tracker.faces.registry import file_schemas

    (DIST / "openapi.json").write_text(json.dumps(description(), indent=1), encoding="utf-8")
    with zipfile.ZipFile(DIST / "schemas.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for kind, slug in documents():
            text = json.dumps(document_schema(kind, slug), indent=1)
            archive.writestr(f"{name_of(kind, slug)}.schema.json", text)
        for name, schema in file_schemas().items():
            archive.writestr(f"{name}.schema.json", json.dumps(schema, indent=1))


def look_at(version: str) -> None:
    """End with what is wrong in dist/."""
    wheel = DIST / f"breachkeeper-{version}-py3-none-any.whl"
    source = DIST / f"breachkeeper-{version}.tar.gz"
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        metadata = archive.read(f"breachkeeper-{version}.dist-info/METADATA").decode()
    with tarfile.open(source) as archive:
        sources = archive.getnames()
    if (
        f"Version: {version}\n" not in metadata
        or "tracker/resources/static/css/base.css" not in names
    ):
        sys.exit(f"{wheel.name} is not whole.")
    if f"breachkeeper-{version}/CHANGELOG.md" not in sources:
        sys.exit(f"{source.name} is not whole.")


def files() -> list[Path]:
    """Return the files of the release."""
    return sorted(
        file for file in DIST.iterdir() if file.suffix in {".whl", ".gz", ".json", ".zip"}
    )


def notes(version: str) -> str:
    """Return what the changelog says of the release."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    return text.partition(f"## [{version}]")[2].partition("\n")[2].partition("\n## [")[0].strip()


def output(*command: str) -> str:
    """Return what a command says."""
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def run(*command: str) -> None:
    """Run a command, or end with its exit code."""
    print(f"== {' '.join(command)}", flush=True)
    done = subprocess.run(command, cwd=ROOT, check=False)
    if done.returncode:
        sys.exit(done.returncode)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
