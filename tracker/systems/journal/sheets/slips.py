"""What is cut out: a slip for each changed card, a mat for what players play, strips for boards.

Each has only what this group has put on it; the printed thing says the rest.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.models import Campaign
from campaign.rules.journal.description import PrintAs
from campaign.rules.journal.sheets import SheetThing, changed_things
from campaign.rules.journal.state import State
from tracker.sheets.compiler import Document
from tracker.systems.journal.look import LOOK
from tracker.systems.journal.selectors import journal_state
from tracker.systems.journal.sheets import TYPST
from tracker.words import labelled


@dataclass(frozen=True, slots=True)
class Slip:
    """A changed thing: a card to sleeve, or a mat."""

    name: str
    kind: str
    place: str
    marks: tuple[str, ...]
    counts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Strip:
    """A mark on something that is not printed, such as a board."""

    name: str
    whose: str
    text: str


def slips_document(campaign: Campaign) -> Document:
    """Return everything to cut out: cards and strips, then mats, two a page."""
    state = journal_state(campaign)
    changed = tuple(changed_things(state))
    title = _("Cut-outs")
    return Document(
        template=TYPST / "slips.typ",
        title=f"{title} · {campaign.name}",
        data={
            "heading": campaign.name,
            "words": {"nothing": _("Nothing to cut out yet")},
            "cards": [_slip(thing) for thing in changed if _as(state, thing) is PrintAs.SLIP],
            "mats": [_slip(thing) for thing in changed if _as(state, thing) is PrintAs.MAT],
            "strips": [
                strip
                for thing in changed
                if _as(state, thing) is PrintAs.NONE
                for strip in _strips(thing)
            ],
        },
        look=LOOK,
    )


def _as(state: State, thing: SheetThing) -> PrintAs:
    kind = state.box.kind_of(thing.key)
    return kind.print if kind else PrintAs.NONE


def _slip(thing: SheetThing) -> Slip:
    return Slip(
        name=thing.name,
        kind=f"{thing.kind} · {thing.printed}" if thing.printed else thing.kind,
        place=thing.place if thing.is_moved else "",
        marks=tuple(labelled(mark.slot, mark.said) for mark in thing.marks),
        counts=tuple(labelled(name, count) for name, count in thing.counts),
    )


def _strips(thing: SheetThing) -> Iterator[Strip]:
    for mark in thing.marks:
        yield Strip(mark.name, f"{thing.name} · {mark.slot}", mark.text)
