"""What the description of a journal's game has, without what is behind a shut seal."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.rules.journal.state import State
from tracker.systems.journal.words.record import mode_word
from tracker.words import series


@dataclass(frozen=True, slots=True)
class DescribedPart:
    """A part of the description, and how much of it there is."""

    label: str
    count: int
    names: str


@dataclass(frozen=True, slots=True)
class DescriptionPage:
    """The description as the group knows it."""

    name: str
    about: str
    edition: int
    mode: str
    parts: tuple[DescribedPart, ...]


def description_page(state: State) -> DescriptionPage:
    """Return the page of the description."""
    box = state.box
    parts = (
        (_("Kinds"), [kind.name for kind in box.kinds.values()]),
        (_("Things"), [state.name(key) for key in box.things]),
        (_("Marks"), [mark.name for mark in box.marks.values()]),
        (_("Numbers"), [counter.name for counter in box.counters.values()]),
        (_("Seals"), [f"{seal.kind} {seal.label}" for seal in box.seals.values()]),
        (_("Chapters"), [chapter.name for chapter in box.chapters.values()]),
    )
    return DescriptionPage(
        name=state.description.name,
        about=state.description.about,
        edition=state.edition,
        mode=mode_word(state.description.result.mode),
        parts=tuple(DescribedPart(label, len(names), series(names)) for label, names in parts),
    )
