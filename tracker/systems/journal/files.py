"""Descriptions of games as files: read one, and name every fault by its path."""

from functools import partial

from campaign.rules.core.json_text import parsed_json
from campaign.rules.core.problems import mismatch
from campaign.rules.core.serialize import SerializeError, from_plain
from campaign.rules.journal.description import LARGEST, Description
from campaign.rules.journal.faults import description_faults


def read_description(content: bytes, *, author: bool = False) -> Description:
    """Return the description of a file, or raise ``SerializeError`` with every fault.

    Faults behind a seal are only counted: nobody but the ``author`` is told which they are.
    """
    if len(content) > LARGEST:
        size = f"{LARGEST // 1000} kB at most"
        raise SerializeError([mismatch("", size, f"{len(content) // 1000} kB", "file.too_large")])
    try:
        plain = parsed_json(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise SerializeError([mismatch("", "JSON in UTF-8", str(error), "file.json")]) from error
    return from_plain(Description, plain, partial(description_faults, author=author))
