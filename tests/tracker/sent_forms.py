"""What a browser would send of a form on a page."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any


class Sent(HTMLParser):
    """The fields a browser would send of the form whose action ends so."""

    def __init__(self, page: str, action: str) -> None:
        super().__init__()
        self.action = action
        self.inside = False
        self.fields: dict[str, Any] = {}
        self.select = self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record a field and its value."""
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = given.get("action", "").endswith(self.action)
        if not self.inside:
            return
        name = given.get("name", "")
        if tag == "select":
            self.select = name
        elif tag == "option" and self.select and "selected" in given:
            self.fields.setdefault(self.select, given.get("value", ""))
        elif tag == "textarea":
            self.text = name
        elif tag == "input" and name:
            ticks = given.get("type") in ("checkbox", "radio")
            if given.get("type") != "file" and (not ticks or "checked" in given):
                self.fields[name] = given.get("value", "on" if ticks else "")

    def handle_data(self, data: str) -> None:
        """Record the text of a textarea."""
        if self.text:
            self.fields[self.text] = data.strip()

    def handle_endtag(self, tag: str) -> None:
        """Leave a field, or the form."""
        if tag == "form":
            self.inside = False
        if tag in ("select", "textarea"):
            self.select = self.text = ""
