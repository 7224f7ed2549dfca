"""A screen reader that says nothing aloud: Chromium's accessibility tree, in reading order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Page

from campaign.models import Person
from tests.browser.sessions import sign_in

# Said with their name, as screen readers do; all other nodes are passed through.
SPOKEN = {
    "heading": "heading",
    "link": "link",
    "button": "button",
    "checkbox": "checkbox",
    "radio": "radio",
    "textbox": "field",
    "spinbutton": "number",
    "combobox": "choice",
    "image": "picture",
    "img": "picture",
    "DisclosureTriangle": "fold",
    "navigation": "navigation",
    "group": "group",
}
# Said by their names alone, whatever is inside.
LEAVES = {"link", "button", "checkbox", "radio", "img", "image"}
NAMED = {"link", "button", "img", "image", "textbox", "spinbutton", "checkbox", "radio"}
TEXT = "StaticText"


@dataclass(frozen=True, slots=True)
class Heard:
    """One node of the accessibility tree."""

    role: str
    name: str
    told: dict[str, Any]
    depth: int


def heard(page: Page) -> list[Heard]:
    """Return the nodes of a page's accessibility tree in reading order."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    by_id = {node["nodeId"]: node for node in nodes}

    def walk(node: dict[str, Any], depth: int = 0) -> Iterator[Heard]:
        if not node.get("ignored"):
            told = {p["name"]: p["value"].get("value") for p in node.get("properties", ())}
            told["description"] = node.get("description", {}).get("value", "")
            name = node.get("name", {}).get("value", "")
            yield Heard(node["role"]["value"], name, told, depth)
        for child in node.get("childIds", ()):
            if child in by_id:
                yield from walk(by_id[child], depth + 1)

    return list(walk(nodes[0]))


def names(things: list[Heard], role: str) -> list[str]:
    """Return the names of all nodes with a role, in order."""
    return [thing.name for thing in things if thing.role == role]


def spoken(page: Page) -> list[str]:
    """Return what is read in the page's own part from top to end, a line for each thing."""
    lines: list[str] = []
    leaf: Heard | None = None
    for thing in _main(heard(page)):
        if leaf is not None and thing.depth > leaf.depth:
            continue
        leaf = thing if thing.role in LEAVES else None
        name = " ".join(thing.name.split())
        if thing.role in SPOKEN and (name or thing.role in NAMED):
            said = ", ".join(filter(None, (name, thing.told["description"])))
            lines.append(f"{SPOKEN[thing.role]}{_state(thing)}: {said}")
        # The words of a heading or a fold are its name, which was said already.
        elif thing.role == TEXT and name and not (lines and name in lines[-1].partition(": ")[2]):
            lines.append(name)
    return lines


def _main(things: list[Heard]) -> list[Heard]:
    """Return what follows the opening of the main part, up to the foot of the page, if any."""
    roles = [thing.role for thing in things]
    end = roles.index("contentinfo") if "contentinfo" in roles else None
    return things[roles.index("main") + 1 : end]


def _state(thing: Heard) -> str:
    """Return what is said of a thing beside its name."""
    said = ""
    if thing.role == "heading":
        said += f" {thing.told['level']}"
    if thing.told.get("checked") == "true":
        said += " ticked"
    if "expanded" in thing.told:
        said += " open" if thing.told["expanded"] else " closed"
    if thing.told.get("disabled"):
        said += " off"
    return said


def seat(browser: Browser, base_url: str, person: Person, **more: Any) -> Page:
    """Open a phone in which somebody is signed in."""
    context = browser.new_context(
        base_url=base_url,
        viewport={"width": 390, "height": 844},
        locale="en-GB",
        reduced_motion="reduce",
        service_workers="block",
        **more,
    )
    sign_in(context, person, base_url)
    return context.new_page()
