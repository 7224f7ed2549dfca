"""What lies behind a seal, wrapped: nobody reads it by a glance at a file or a database.

It is no encryption: whoever wants to know can unwrap it. It keeps names out of searches, rows, logs
and previews until the group has opened the seal.
"""

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from campaign.rules.core.json_text import parsed_json
from campaign.rules.core.problems import Problem
from campaign.rules.core.serialize import Where, note

MAX_WRAPPED: Final = 100_000  # characters
MAX_UNWRAPPED: Final = 100_000  # bytes


@dataclass(frozen=True, slots=True)
class Contents:
    """What lies behind a seal."""

    wrapped: str


def wrap(plain: Mapping[str, Any]) -> Contents:
    """Return plain JSON values wrapped; the same values are always wrapped alike."""
    text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
    return Contents(base64.b64encode(zlib.compress(text.encode(), 9)).decode())


def unwrap(contents: Contents) -> Any:
    """Return the plain values, or raise ``ValueError``."""
    try:
        packed = base64.b64decode(contents.wrapped, validate=True)
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(packed, MAX_UNWRAPPED)
    except (binascii.Error, zlib.error) as error:
        raise ValueError("damaged") from error
    if not unpacking.eof:
        raise ValueError("too large, or cut off")
    return parsed_json(text)


def read_contents(given: Any, where: Where, faults: list[Problem]) -> Any:
    """Read contents as they are wrapped, or as an author writes them."""
    if given is None:
        return None
    if not isinstance(given, Mapping):
        # What was found is not said: it may be what somebody wanted to keep from others.
        return note(faults, where, "an object", "something else", "file.object")
    wrapped = given.get("wrapped")
    if set(given) != {"wrapped"}:
        return wrap(given)
    if not isinstance(wrapped, str) or len(wrapped) > MAX_WRAPPED:
        return note(faults, where, "wrapped contents", "something else", "file.text")
    return Contents(wrapped)
