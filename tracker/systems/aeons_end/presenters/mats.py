"""Mages' mats with their slots and stickers."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.rules.aeons_end.catalogue.pack import Slot
from campaign.rules.aeons_end.legacy.decisions import Decision, DecisionKind
from campaign.rules.aeons_end.legacy.facts import StickerPlaced
from campaign.rules.aeons_end.mages import Ability, Mat, Sticker, StickerKind
from campaign.rules.core.keys import typed_key
from tracker.systems.aeons_end.presenters.campaign_snapshot import CampaignSnapshot
from tracker.systems.aeons_end.words import entries, terms
from tracker.words import series


def mats(snapshot: CampaignSnapshot, portraits: Mapping[int, str]) -> dict[int, dict[str, Any]]:
    """Return every mage's mat by its seat; ``portraits`` has the stored pictures' names."""
    return {
        mat.seat: _mat(snapshot, mat, portraits.get(mat.seat, "")) for mat in snapshot.state.mats
    }


def _mat(snapshot: CampaignSnapshot, mat: Mat, portrait: str) -> dict[str, Any]:
    slots = list(_slots(snapshot, mat))
    url = reverse("portrait", args=[snapshot.code, mat.seat])
    return {
        "of": snapshot.namer.mat(mat),
        "colour_and_side": series((terms.colour(mat.colour or ""), terms.side(mat.side))),
        "slots": slots,
        # On a small mat.
        "shown_slots": [slot for slot in slots if slot["state"] in ("filled", "due")],
        "url": snapshot.url("mage", mat.seat),
        "portrait_url": f"{url}?v={portrait[:8]}" if portrait else "",  # busts the cache
    }


def _slots(snapshot: CampaignSnapshot, mat: Mat) -> Iterator[dict[str, Any]]:
    """Yield the pack's slots in order, then those that only these players have."""
    placed = {s.slot: s for s in mat.stickers}
    noted = {
        entry.fact.sticker.slot: {"game": entry.game, "reason": entry.fact.reason}
        for entry in snapshot.entries
        if isinstance(entry.fact, StickerPlaced) and entry.fact.seat == mat.seat
    }
    for slot in snapshot.pack.slots:
        if slot.id not in placed:
            yield _empty(snapshot, slot, mat.seat)
        else:
            yield {**_filled(snapshot, mat, placed.pop(slot.id)), **noted.get(slot.id, {})}
    for name, sticker in placed.items():
        yield {**_filled(snapshot, mat, sticker), **noted.get(name, {})}


def _filled(snapshot: CampaignSnapshot, mat: Mat, sticker: Sticker) -> dict[str, Any]:
    icon, brings = _brought(sticker, snapshot)
    ability = Ability(sticker.name, sticker.charges or 0, sticker.text)
    return {
        "slot": sticker.slot,
        "state": "filled",
        "text": sticker.name or _("Breach IV"),
        "icon": icon,
        "brings": brings,
        "words": sticker.text,  # the players' own
        "url": snapshot.rename_url(typed_key(sticker.name)) if sticker.name else "",
        # An ability that a later one replaced.
        "replaced": sticker.kind is StickerKind.ABILITY and ability not in mat.abilities,
    }


def _empty(snapshot: CampaignSnapshot, slot: Slot, seat: int) -> dict[str, Any]:
    key = Decision(DecisionKind.SLOT, slot.id, seat).key
    shown = {"slot": slot.id, "moment": terms.moment(slot.moment)}
    if key in snapshot.state.closed:  # by the group, or by the story that took its sticker away
        return {**shown, "state": "closed", "reason": snapshot.closed.get(key, "")}
    if not snapshot.state.reached(slot.moment):
        return {**shown, "state": "later"}
    url = snapshot.aftermath_url("aftermath_sticker", seat, slot.id)
    return {**shown, "state": "due", "url": url}


def _brought(sticker: Sticker, snapshot: CampaignSnapshot) -> tuple[str, str]:
    """Return the icon and the description of what a sticker brought to its mat."""
    match sticker.kind:
        case StickerKind.STARTER:
            said = {
                "kind": terms.card_kind(sticker.card_kind or ""),
                "place": terms.place(sticker.where or ""),
            }
            icon = str(sticker.card_kind or "sticker")
            return icon, _("Starter card: a %(kind)s %(place)s") % said
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
