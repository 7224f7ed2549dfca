"""Canaries: planted secrets, and whose are found in what somebody is sent."""

from __future__ import annotations

import io
import re
import zipfile
from html import unescape
from typing import Any

CANARY = re.compile(r"canary[ -]+(\w+)", re.IGNORECASE)  # and whose it is: a seat, or the seed's


def called(number: int) -> dict[str, str]:
    return {"en": f"Canary {number} card"}


def renamed(value: Any, names: dict[str, str]) -> Any:
    """Return plain values in which some words, keys included, are others."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [renamed(item, names) for item in value]
    return names.get(value, value) if isinstance(value, str) else value


def text_of(answer: Any) -> str:
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return unzipped(body) if body[:2] == b"PK" else unescape(body.decode(errors="replace"))


def unzipped(body: bytes) -> str:
    """Return the texts in an archive, and in the archives in it."""
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        files = [archive.read(name) for name in archive.namelist()]
    return " ".join(unzipped(f) if f[:2] == b"PK" else f.decode(errors="replace") for f in files)


def found_in(text: str) -> set[str]:
    """Return whose canaries are in a text."""
    return {owner.lower() for owner in CANARY.findall(text)}
