"""Load a pack: from its file or a mapping to a typed ``Pack``, or every fault at once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from campaign.rules.aeons_end.catalogue.checks import pack_faults
from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.core.serialize import Fault, SerializeError, from_plain

__all__ = ["Fault", "PackError", "load_pack"]


class PackError(SerializeError):
    """Raised for a faulty pack; carries every fault by its path."""


def load_pack(source: Path | str | Mapping[str, object]) -> Pack:
    """Return the pack of a JSON file or of a mapping, or raise ``PackError`` with every fault.

    What the parts say of each other is judged once each of them is well-formed.
    """
    document = source if isinstance(source, Mapping) else _read(Path(source))
    try:
        pack = from_plain(Pack, document)
    except SerializeError as error:
        raise PackError(error.faults) from error
    faults = pack_faults(pack)
    if faults:
        raise PackError(faults)
    return _with_chapters(pack)


def _with_chapters(pack: Pack) -> Pack:
    """Return the pack whose nemeses know their chapters."""
    chapters = {chapter.nemesis: chapter for chapter in pack.chapters}
    nemeses = tuple(
        replace(nemesis, chapter=chapter.number, chapter_inferred=chapter.nemesis_inferred)
        if (chapter := chapters.get(nemesis.id))
        else nemesis
        for nemesis in pack.nemeses
    )
    return replace(pack, nemeses=nemeses)


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
