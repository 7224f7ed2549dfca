"""Load a pack: from its file or a mapping to a typed ``Pack``, or every fault at once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from campaign.rules.aeons_end.catalogue.checks import whole_pack_faults
from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.catalogue.reader import PackReader
from campaign.rules.core.cursor import Cursor
from campaign.rules.core.serialize import Fault, SerializeError

__all__ = ["Fault", "PackError", "load_pack"]


class PackError(SerializeError):
    """Raised for a faulty pack; carries every fault by its path."""


def load_pack(source: Path | str | Mapping[str, object]) -> Pack:
    """Return the pack of a JSON file or of a mapping, or raise ``PackError`` with every fault."""
    document = source if isinstance(source, Mapping) else _read(Path(source))
    root = Cursor(document)
    pack = PackReader(root).pack()
    faults = [*root.faults, *whole_pack_faults(pack, root.faults)]
    if faults:
        raise PackError(faults)
    return pack


def _read(path: Path) -> object:
    try:
        return json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_without_repeats)
    except OSError as error:
        raise PackError([Fault("", "a readable file", str(error.strerror))]) from error
    except (ValueError, RecursionError) as error:
        raise PackError([Fault("", "JSON in UTF-8", str(error))]) from error


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Refuse a key written twice, of which JSON would silently keep the last."""
    result = dict(pairs)
    if len(result) != len(pairs):
        keys = [key for key, _ in pairs]
        repeated = sorted({key for key in keys if keys.count(key) > 1})
        raise ValueError(f"an object with the key {', '.join(repeated)} written twice")
    return result
