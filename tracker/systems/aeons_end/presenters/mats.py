"""Mages' mats: breaches, hand, deck, ability, and the slots with what is on them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.rules.aeons_end.catalogue.pack import Slot
from campaign.rules.aeons_end.legacy.decisions import Decision, DecisionKind
from campaign.rules.aeons_end.legacy.facts import StickerPlaced
from campaign.rules.aeons_end.mages import Ability, Mat, Sticker, StickerKind
from campaign.rules.aeons_end.sheet_parts import named
from campaign.rules.core.keys import typed_key
from tracker.systems.aeons_end import words
from tracker.systems.aeons_end.presenters.look import Look


@dataclass(frozen=True, slots=True)
class MatSlot:
    """A sticker slot: what is on it and since when, or when it opens."""

    slot: str
    state: str  # "filled", "due", "closed" or "later"
    text: str = ""  # what the sticker is called; empty while the slot is free
    icon: str = "sticker"
    brings: str = ""
    words: str = ""  # the players' own, about the sticker
    reason: str = ""
    game: int | None = None
    moment: str = ""
    url: str = ""  # where its sticker is written down, or renamed
    replaced: bool = False  # an ability that a later one took the place of


@dataclass(frozen=True, slots=True)
class MatView:
    """A mage's mat as it is drawn."""

    of: Mat  # everything on it by its name
    colour_and_side: str
    slots: tuple[MatSlot, ...]
    url: str
    portrait_url: str  # a new one for every new picture; "" without one

    @property
    def shown_slots(self) -> tuple[MatSlot, ...]:
        """Return the slots that matter on a small mat: those with a sticker, and those due."""
        return tuple(s for s in self.slots if s.state in ("filled", "due"))


def mats(look: Look, portraits: Mapping[int, str]) -> tuple[MatView, ...]:
    """Return every mage's mat; ``portraits`` has the stored pictures' names by seat."""
    return tuple(_mat(look, mat, portraits.get(mat.seat, "")) for mat in look.state.mats)


def _mat(look: Look, mat: Mat, portrait: str) -> MatView:
    url = reverse("portrait", args=[look.code, mat.seat])
    return MatView(
        of=named(mat, look.namer.ref, fallback=mat.name),
        colour_and_side=words.series((words.colour(mat.colour or ""), words.side(mat.side))),
        slots=tuple(_slots(look, mat)),
        url=look.url("mage", mat.seat),
        portrait_url=f"{url}?v={portrait[:8]}" if portrait else "",
    )


def _slots(look: Look, mat: Mat) -> Iterable[MatSlot]:
    """Yield the pack's slots in order, then those that only the players' box has."""
    placed = {s.slot: s for s in mat.stickers}
    noted = {
        entry.fact.sticker.slot: (entry.game, entry.fact.reason)
        for entry in look.entries
        if isinstance(entry.fact, StickerPlaced) and entry.fact.seat == mat.seat
    }
    for slot in look.pack.slots:
        if slot.id in placed:
            yield _filled(look, mat, placed.pop(slot.id), *noted.get(slot.id, (None, "")))
        else:
            yield _empty(look, slot, mat.seat)
    for name, sticker in placed.items():
        yield _filled(look, mat, sticker, *noted.get(name, (None, "")))


def _filled(look: Look, mat: Mat, sticker: Sticker, game: int | None, reason: str) -> MatSlot:
    brought = Ability(sticker.name, sticker.charges or 0, sticker.text)
    return MatSlot(
        slot=sticker.slot,
        state="filled",
        text=sticker.name or _("Breach IV"),
        icon=_icon(sticker),
        brings=brings(sticker, look),
        words=sticker.text,
        reason=reason,
        game=game,
        url=look.rename_url(typed_key(sticker.name)) if sticker.name else "",
        replaced=sticker.kind is StickerKind.ABILITY and brought not in mat.abilities,
    )


def _empty(look: Look, slot: Slot, seat: int) -> MatSlot:
    key = Decision(DecisionKind.SLOT, slot.id, seat).key
    moment, closed = words.moment(slot.moment), look.closed
    if key in closed:
        return MatSlot(slot.id, "closed", reason=closed[key], moment=moment)
    if not look.state.reached(slot.moment):
        return MatSlot(slot.id, "later", moment=moment)
    current = look.state.current
    url = ""
    if look.may_edit and current is not None:
        url = reverse("aftermath_sticker", args=[look.code, current.number, seat, slot.id])
    return MatSlot(slot.id, "due", moment=moment, url=url)


def _icon(sticker: Sticker) -> str:
    match sticker.kind:
        case StickerKind.STARTER:
            return str(sticker.card_kind or "sticker")
        case StickerKind.BREACH:
            return "now"  # two rings
    return "sticker"


def brings(sticker: Sticker, look: Look) -> str:
    """Return what a sticker brought to its mat."""
    match sticker.kind:
        case StickerKind.STARTER:
            said = {
                "kind": words.card_kind(sticker.card_kind or ""),
                "place": words.place(sticker.where or ""),
            }
            return _("Starter card: a %(kind)s %(place)s") % said
        case StickerKind.ABILITY:
            charges = sticker.charges or 0
            text = ngettext(
                "Ability of %(charges)s charge", "Ability of %(charges)s charges", charges
            )
            return text % {"charges": charges}
        case StickerKind.BREACH:
            tile = look.pack.breach("IV")
            turns = sticker.breach_turns
            if tile is None or turns is None or turns >= len(tile.open_costs):
                return _("A fourth breach")
            return _("A fourth breach, closed: %(cost)s to open") % {"cost": tile.open_costs[turns]}
    return ""
