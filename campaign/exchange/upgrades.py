"""Documents of older versions, brought up step by step.

When the format changes, ``VERSION`` becomes the next number, and the step from the one before it is
added here. A step takes a document of its version and returns one of the next; what it makes is
read like any other, so it need not check anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from campaign.exchange.document import VERSION, Refused

Document = dict[str, Any]

# By the version it starts from. The first release wrote version 1: there is nothing older.
STEPS: Mapping[int, Callable[[Document], Document]] = MappingProxyType({})


def upgraded(document: Document) -> Document:
    """Return a document in the version of today."""
    version = document.get("version")
    oldest = min(STEPS, default=VERSION)
    if isinstance(version, bool) or not isinstance(version, int):
        raise Refused.because(
            "the number of the format’s version", "something else", "version", code="file.version"
        )
    if version > VERSION:
        raise Refused.because(
            f"version {VERSION} or older; a newer Breachkeeper wrote this one",
            str(version),
            "version",
            code="file.newer",
        )
    if version < oldest:
        raise Refused.because(
            f"a version from {oldest} to {VERSION}", str(version), "version", code="file.version"
        )
    while version < VERSION:
        try:
            document = STEPS[version](document)
        except (LookupError, TypeError, ValueError, AttributeError):
            raise Refused.because(
                f"a document of version {version}",
                "one that does not hold together",
                code="file.unfit",
            ) from None
        version += 1
        document["version"] = version
    return document
