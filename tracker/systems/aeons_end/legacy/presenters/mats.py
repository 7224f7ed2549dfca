"""Mages' mats with their slots and stickers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.records import Entry
from campaign.rules.aeons_end.catalogue.pack import Slot
from campaign.rules.aeons_end.legacy.decisions import Decision, DecisionKind
from campaign.rules.aeons_end.legacy.facts import StickerPlaced
from campaign.rules.aeons_end.mages import Ability, Mat, Sticker, StickerKind
from campaign.rules.core.keys import typed_key
from tracker.systems.aeons_end.legacy.presenters.campaign_snapshot import CampaignSnapshot
from tracker.systems.aeons_end.shared.words import entries, terms
from tracker.words import series


class SlotState(StrEnum):
    """Whether a slot has a sticker, waits for one, is left free, or opens later."""

    FILLED = "filled"
    DUE = "due"
    CLOSED = "closed"
    LATER = "later"


@dataclass(frozen=True, slots=True)
class SlotView:
    """A sticker slot: what is on it and since when, or when it opens."""

    slot: str
    state: SlotState
    name: str = ""  # of its sticker; "" while the slot is free
    icon: str = ""
    brings: str = ""  # what the sticker brought to the mat
    text: str = ""  # the players' own, about the sticker
    is_replaced: bool = False  # an ability that a later one replaced
    game: int | None = None  # in which the sticker was placed
    reason: str = ""  # of an entry against the rules, or of a slot that was closed
    moment: str = ""  # when a free slot opens
    rename_url: str = ""
    sticker_url: str = ""  # of the form for its sticker

    @property
    def is_filled(self) -> bool:
        """Say whether it has a sticker."""
        return self.state is SlotState.FILLED

    @property
    def is_due(self) -> bool:
        """Say whether it waits for its sticker."""
        return self.state is SlotState.DUE

    @property
    def is_closed(self) -> bool:
        """Say whether it is left free, by the group or by the story."""
        return self.state is SlotState.CLOSED


@dataclass(frozen=True, slots=True)
class MatView:
    """A mage's mat as it is drawn."""

    mage: Mat  # everything on it by its name
    colour_and_side: str
    slots: tuple[SlotView, ...]
    url: str
    portrait_url: str  # a new one for every new picture, past any cache; "" without one

    @property
    def used_slots(self) -> tuple[SlotView, ...]:
        """Return the slots that matter on a small mat: those with a sticker, and those due."""
        return tuple(slot for slot in self.slots if slot.is_filled or slot.is_due)

    @property
    def thumbnail_url(self) -> str:
        """Return the URL of the small portrait; "" without one."""
        return f"{self.portrait_url}&thumb=1" if self.portrait_url else ""


def mats(snapshot: CampaignSnapshot, portraits: Mapping[int, str]) -> tuple[MatView, ...]:
    """Return every mage's mat; ``portraits`` has the stored pictures' names by seat."""
    return tuple(_mat(snapshot, mat, portraits.get(mat.seat, "")) for mat in snapshot.state.mats)


def _mat(snapshot: CampaignSnapshot, mat: Mat, portrait: str) -> MatView:
    url = reverse("portrait", args=[snapshot.code, mat.seat])
    return MatView(
        mage=snapshot.namer.mat(mat),
        colour_and_side=series((terms.colour(mat.colour or ""), terms.side(mat.side))),
        slots=tuple(_slots(snapshot, mat)),
        url=snapshot.url("mage", mat.seat),
        portrait_url=f"{url}?v={portrait[:8]}" if portrait else "",
    )


def _slots(snapshot: CampaignSnapshot, mat: Mat) -> Iterator[SlotView]:
    """Yield the pack's slots in order, then those that only these players have."""
    stickers = {sticker.slot: sticker for sticker in mat.stickers}
    placed = {
        entry.fact.sticker.slot: entry
        for entry in snapshot.entries
        if isinstance(entry.fact, StickerPlaced) and entry.fact.seat == mat.seat
    }
    for slot in snapshot.pack.slots:
        if slot.id in stickers:
            yield _filled_slot(snapshot, mat, stickers.pop(slot.id), placed.get(slot.id))
        else:
            yield _free_slot(snapshot, slot, mat.seat)
    for name, sticker in stickers.items():
        yield _filled_slot(snapshot, mat, sticker, placed.get(name))


def _filled_slot(
    snapshot: CampaignSnapshot, mat: Mat, sticker: Sticker, entry: Entry | None
) -> SlotView:
    icon, brings = _brought(sticker, snapshot)
    ability = Ability(sticker.name, sticker.charges or 0, sticker.text)
    return SlotView(
        slot=sticker.slot,
        state=SlotState.FILLED,
        name=sticker.name or _("Breach IV"),
        icon=icon,
        brings=brings,
        text=sticker.text,
        is_replaced=sticker.kind is StickerKind.ABILITY and ability not in mat.abilities,
        game=entry.game if entry else None,
        reason=entry.fact.reason if entry else "",
        rename_url=snapshot.rename_url(typed_key(sticker.name)) if sticker.name else "",
    )


def _free_slot(snapshot: CampaignSnapshot, slot: Slot, seat: int) -> SlotView:
    key = Decision(DecisionKind.SLOT, slot.id, seat).key
    moment = terms.moment(slot.moment)
    if key in snapshot.state.closed:  # by the group, or by the story that took its sticker away
        reason = snapshot.closed.get(key, "")
        return SlotView(slot.id, SlotState.CLOSED, moment=moment, reason=reason)
    if not snapshot.state.reached(slot.moment):
        return SlotView(slot.id, SlotState.LATER, moment=moment)
    url = snapshot.aftermath_url("aftermath_sticker", seat, slot.id)
    return SlotView(slot.id, SlotState.DUE, moment=moment, sticker_url=url)


def _brought(sticker: Sticker, snapshot: CampaignSnapshot) -> tuple[str, str]:
    """Return the icon and the description of what a sticker brought to its mat."""
    match sticker.kind:
        case StickerKind.STARTER:
            card = {
                "kind": terms.card_kind(sticker.card_kind or ""),
                "place": terms.place(sticker.where or ""),
            }
            icon = str(sticker.card_kind or "sticker")
            return icon, _("Starter card: a %(kind)s %(place)s") % card
        case StickerKind.ABILITY:
            charges = sticker.charges or 0
            text = ngettext(
                "Ability of %(charges)s charge", "Ability of %(charges)s charges", charges
            )
            return "sticker", text % {"charges": charges}
        case StickerKind.BREACH:
            cost = entries.open_cost(sticker, snapshot.pack)
            if cost is None:
                return "now", _("A fourth breach")
            return "now", _("A fourth breach, closed: %(cost)s to open") % {"cost": cost}
    return "sticker", ""
