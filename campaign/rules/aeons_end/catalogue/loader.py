"""Load a pack: from its file or a mapping to a typed ``Pack``, or every fault at once."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from campaign.rules.aeons_end.catalogue.checks import pack_faults
from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.core.pack import read_document
from campaign.rules.core.serialize import SerializeError, from_plain


class PackError(SerializeError):
    """Raised for a faulty pack; carries every fault by its path."""


def load_pack(source: Path | str | Mapping[str, object]) -> Pack:
    """Return the pack of a JSON file or of a mapping, or raise ``PackError`` with every fault.

    What the parts say of each other is judged once each of them is well-formed.
    """
    try:
        document = source if isinstance(source, Mapping) else read_document(Path(source))
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
