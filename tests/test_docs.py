"""What the documents name is there: links, commands and their options, files, addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class
from django.urls import Resolver404, resolve

from tracker.api.site import description
from tracker.command_line import _parser, short_forms

ROOT = Path(__file__).resolve().parents[1]
DOCS = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"))
    if path.name != "changes-before-1.0.md"
)
DEPLOY = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "deploy").iterdir())
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")

LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
CODE = re.compile(r"^```\w*\n(.*?)^```|`([^`\n]+)`", re.MULTILINE | re.DOTALL)
SERVED = re.compile(
    r"^\s*(?:breachkeeper|python -m tracker)\b((?: --?[a-z-]+(?: \S+)?)*)", re.MULTILINE
)
COMMAND = re.compile(
    r"\b(breachkeeper manage|breachkeeper|manage\.py) (?!manage)([a-z_]+)(?![\w.])(.*)"
)
OPTION = re.compile(r"(?<=\s)--[a-z][a-z-]*")
MAKE = re.compile(r"(?:^|\s)make ([a-z]+)((?: [A-Z]+=\S+)*)", re.MULTILINE)
FOLDERS = "campaign|deploy|docs|fixtures|locale|static|templates|tests|tracker"
FILE = re.compile(rf"(?<![\w./])(?:{FOLDERS})/[\w./<>{{}},*…-]+")
ADDRESS = re.compile(r"(?:(?:GET|POST|PUT|PATCH|DELETE) )?(/[\w/{}<>.-]*)…?")
# Files that a reader writes, and places of other programs.
OWN_FILES = {"deploy/.env"}
ENDINGS = {"/live/events"}  # of addresses
OTHERS = ("/etc/", "/tmp", "/srv/", "/usr/", "/var/")
PLACEHOLDER = re.compile(r"<\w+>")


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def code_of(name: str) -> Iterator[str]:
    """Yield what a document shows as code, without the comments."""
    for block, span in CODE.findall(text_of(name)):
        yield re.sub(r"(^|\s)#.*", "", block or span)


@pytest.mark.parametrize("name", DOCS)
def test_links_lead_to_a_file_and_a_heading_that_are_there(name: str) -> None:
    for target, anchor in LINK.findall(text_of(name)):
        path = (ROOT / name).parent / target if target else ROOT / name
        assert path.exists(), target
        if anchor:
            headings = HEADING.findall(path.read_text(encoding="utf-8"))
            anchors = {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}
            assert anchor in anchors, f"{target}#{anchor}"


@pytest.mark.parametrize("name", DOCS)
def test_commands_and_their_options_are_there(name: str) -> None:
    for text in code_of(name):
        for program, command, rest in COMMAND.findall(text):
            assert program != "breachkeeper" or command in short_forms(), command
            check_options(command, rest)
        for rest in SERVED.findall(text):
            assert set(OPTION.findall(rest)) <= _parser()._option_string_actions.keys(), rest


@pytest.mark.parametrize("name", DEPLOY)
def test_commands_of_the_deploy_files_are_there(name: str) -> None:
    # A list of words, as compose files have it, is a command line too.
    for program, command, rest in COMMAND.findall(text_of(name).replace('", "', " ")):
        if program == "manage.py":  # breachkeeper is a user, a folder or a database there
            check_options(command, rest)


def check_options(command: str, rest: str) -> None:
    """Check a management command, and the options that follow it."""
    if command == "help":  # Django's own, no file
        return
    found = get_commands()[command]
    assert isinstance(found, str)
    parser = load_command_class(found, command).create_parser("", command)
    options = set(OPTION.findall(rest.partition("&&")[0]))
    assert options <= parser._option_string_actions.keys(), f"{command} {rest}"


@pytest.mark.parametrize("name", DOCS)
def test_make_has_the_targets_and_variables_that_are_named(name: str) -> None:
    for text in code_of(name):
        for target, variables in MAKE.findall(text):
            assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE), f"make {target}"
            for variable in re.findall(r"([A-Z]+)=", variables):
                assert f"$({variable})" in MAKEFILE, variable


@pytest.mark.parametrize("name", DOCS)
def test_files_that_are_named_are_there(name: str) -> None:
    for text in code_of(name):
        for path in set(FILE.findall(text)) - OWN_FILES:
            if any(sign in path for sign in "<…{"):
                continue  # a pattern
            assert list(ROOT.glob(path.rstrip("/."))), path


@pytest.mark.parametrize("name", DOCS)
def test_addresses_of_the_site_and_of_the_api_are_there(name: str) -> None:
    for text in code_of(name):
        found = ADDRESS.fullmatch(text)
        if not found or found[1].startswith(OTHERS) or found[1] in ENDINGS:
            continue
        path = PLACEHOLDER.sub("1", found[1])
        assert is_of_the_api(path) or is_of_the_site(path), path


def is_of_the_api(path: str) -> bool:
    """Say whether the API's description has a path, or some below it."""
    return any(
        f"{each}/".startswith(f"/api/v1{path.rstrip('/')}/") for each in description()["paths"]
    )


def is_of_the_site(path: str) -> bool:
    """Say whether there is a page at a path."""
    try:
        resolve(path)
    except Resolver404:
        return False
    return True
