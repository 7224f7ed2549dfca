"""Mages' mats on paper, and the data of a mage for every sheet."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.models import Campaign
from campaign.rules.aeons_end.breaches import Breach
from campaign.rules.aeons_end.mages import CRYSTAL, CardRef, Mat, Sticker
from campaign.rules.core.sheet import plain
from tracker.sheets.compiler import Document, Format
from tracker.sheets.photos import picture_files
from tracker.systems.aeons_end.shared import selectors
from tracker.systems.aeons_end.shared.sheets import TYPST, Data
from tracker.systems.aeons_end.shared.words import terms

COMMON = frozenset({CRYSTAL, "spark"})  # all other starter cards are unique to a mage
PORTRAIT_WIDTH = 480  # pixels: 24 mm at 500 to the inch


@dataclass(frozen=True, slots=True)
class PrintedSticker:
    """A slot of a mat with its sticker: its name or kind, and the players' text."""

    slot: str
    name: str = ""  # "" while the slot is free
    text: str = ""


def mats_document(
    campaign: Campaign, *, seat: int | None = None, form: Format = Format.PDF
) -> Document:
    """Return the mats of all mages, or of one; as PNG without margins and heading."""
    state = selectors.campaign_state(campaign)
    mats = [mat for mat in state.mats if seat in (None, mat.seat)]
    portraits = campaign.mages.exclude(portrait="").filter(seat__in=[mat.seat for mat in mats])
    stored = {f"portrait-{mage.seat}.svg": mage.portrait for mage in portraits}
    files = picture_files(stored, PORTRAIT_WIDTH)
    title = mats[0].name if seat is not None else _("Mage mats")
    return Document(
        template=TYPST / "mats.typ",
        title=f"{title} · {campaign.name}",
        data={
            "bare": form is Format.PNG,
            "heading": campaign.name,
            "words": mat_words(),
            "mages": [mat_data(campaign, mat) for mat in mats],
            "portraits": list(files),
        },
        files=files,
    )


def mat_words() -> Data:
    """Return the labels on every mat."""
    return {
        "life": _("Life"),
        "ability": _("Ability"),
        "no_ability": _("No ability yet"),
        "hand": _("Hand"),
        "left_first": _("left to right"),
        "deck": _("Deck"),
        "top_first": _("top first"),
        "free": _("free"),
    }


def mat_data(campaign: Campaign, mat: Mat) -> Data:
    """Return a mage with the slots of the mat."""
    namer = selectors.namer_of(campaign)
    placed = {sticker.slot: sticker for sticker in mat.stickers}
    slots = [
        printed_sticker(placed[slot.id]) if slot.id in placed else PrintedSticker(slot.id)
        for slot in namer.pack.slots
    ]
    return {**mage_data(namer.mat(mat)), "slots": slots}


def mage_data(mage: Mat) -> Data:
    """Return a mage as every sheet draws it."""
    return {
        **plain(mage),
        "mat": which_mat(mage.colour or "", mage.side),
        "hand": _runs(mage.hand),
        "deck": _runs(mage.deck),
        "as_printed": "" if mage.is_known else _("Hand, deck and breaches as printed on the mat."),
        "starters": _runs(mage.starters),
        "breaches": [
            {**plain(breach), "caption": _breach_caption(breach)} for breach in mage.breaches
        ],
        "abilities": mage.abilities,
        "stickers": [printed_sticker(sticker) for sticker in mage.stickers],
    }


def which_mat(colour: str, side: str) -> str:
    """Return which mat a mage has: "green mat, side A up"."""
    if not colour:
        return _("the mage’s own mat")
    names = {"colour": terms.colour(colour), "side": terms.side(side)}
    return _("%(colour)s mat, %(side)s up") % names


def printed_sticker(sticker: Sticker) -> PrintedSticker:
    """Return a sticker as every sheet prints it."""
    name = sticker.name or terms.sticker_kind(sticker.kind)
    return PrintedSticker(sticker.slot, name, sticker.text)


def _runs(cards: Iterable[CardRef]) -> list[Data]:
    """Return cards in their order, with equal neighbours counted; ``unique`` are a mage's own."""
    return [
        {**plain(card), "unique": card.key not in COMMON, "count": len(list(run))}
        for card, run in groupby(cards)
    ]


def _breach_caption(breach: Breach) -> str:
    if breach.state == "absent":
        return pgettext("breach", "none")
    if breach.state == "open":
        text = pgettext("breach", "open")
    else:
        to_focus = f"{pgettext('breach: cost to focus', 'focus')} {breach.focus_cost}"
        to_open = f"{pgettext('breach: cost to open', 'open')} {breach.open_cost}"
        text = f"{to_focus} · {to_open}"  # in the order of the screen
    if breach.bonus:
        text += "\n" + _("+%(bonus)s damage") % {"bonus": breach.bonus}
    return text
