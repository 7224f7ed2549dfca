"""Slips of 63 × 88 mm to sleeve in front of the real card, dividers, and sticker strips."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.models import Campaign
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.aeons_end.legacy.state import State
from campaign.rules.aeons_end.mages import StickerKind
from tracker.sheets.compiler import Document
from tracker.systems.aeons_end.legacy.presenters.market import market_changes
from tracker.systems.aeons_end.shared import selectors
from tracker.systems.aeons_end.shared.sheets import TYPST
from tracker.systems.aeons_end.shared.sheets.mats import printed_sticker
from tracker.systems.aeons_end.shared.sheets.setup import pile_words
from tracker.systems.aeons_end.shared.words import terms


@dataclass(frozen=True, slots=True)
class BasicSlip:
    """A basic nemesis card that took stickers or transformed."""

    name: str
    tier: int
    tier_word: str
    kind: str
    kind_word: str
    was: str  # what it was before; ""
    stickers: tuple[str, ...]
    life: int | None
    power: int | None
    since: str
    form: str = "basic"  # how Typst draws it


@dataclass(frozen=True, slots=True)
class StarterSlip:
    """A starter card that a sticker brought."""

    name: str
    text: str
    kind: str
    kind_word: str
    where: str
    mage: str
    colour: str
    form: str = "starter"


@dataclass(frozen=True, slots=True)
class Divider:
    """A divider for a pile that joined the market."""

    name: str
    kind: str
    cost: int
    note: str
    since: str
    form: str = "divider"


@dataclass(frozen=True, slots=True)
class Strip:
    """A strip for a sticker on a mat or on a card."""

    slot: str  # "" on a card
    name: str
    charges: int
    whose: str
    text: str
    colour: str  # of the mage; "" on a card


def slips_document(campaign: Campaign) -> Document:
    """Return everything to cut out: cards, dividers, then strips."""
    state = selectors.campaign_state(campaign)
    namer = selectors.namer_of(campaign)
    title = _("Cut-outs")
    return Document(
        template=TYPST / "slips.typ",
        title=f"{title} · {campaign.name}",
        data={
            "heading": campaign.name,
            "words": {
                "starter": _("Starter card"),
                "cost_nothing": _("cost 0"),
                "divider": _("divider"),
                "life": _("life"),
                "power": _("power tokens"),
                "nothing": _("Nothing to cut out yet"),
            },
            "cards": [
                *_basics(state, namer),
                *_starters(state),
                *_dividers(campaign, state, namer),
            ],
            "strips": [*_mat_strips(state), *_card_strips(state, namer)],
        },
    )


def _basics(state: State, namer: Namer) -> Iterator[BasicSlip]:
    by_key = {card.key: card for card in (*state.gone.values(), *state.pool)}
    changed = [card for card in state.pool if card.stickers or card.evolved_from is not None]
    for card in changed:
        origin = by_key.get(card.evolved_from or "")
        yield BasicSlip(
            name=namer.name(card),
            tier=card.tier,
            tier_word=_("Tier %(tier)s") % {"tier": card.tier},
            kind=card.kind,
            kind_word=terms.nemesis_kind(card.kind),
            was=_("It was %(name)s.") % {"name": namer.name(origin)} if origin else "",
            stickers=tuple(text or _("a sticker") for text in card.stickers),
            life=card.life,
            power=card.power,
            since=_("transformed") if origin else _("stickered"),
        )


def _starters(state: State) -> Iterator[StarterSlip]:
    for mat in state.mats:
        for sticker in mat.stickers:
            if sticker.kind is StickerKind.STARTER:
                kind = str(sticker.card_kind or "")
                yield StarterSlip(
                    name=printed_sticker(sticker).name,
                    text=sticker.text,
                    kind=kind,
                    kind_word=terms.card_kind(kind),
                    where=terms.place(str(sticker.where or "")),
                    mage=mat.name,
                    colour=mat.colour or "",
                )


def _dividers(campaign: Campaign, state: State, namer: Namer) -> Iterator[Divider]:
    changes = market_changes(selectors.campaign_facts(campaign).entries)
    came = {pile.key: game for game, change in changes for pile in change.came}
    for pile in namer.piles(state.market):
        if pile.id in came:
            yield Divider(
                name=pile.name,
                kind=pile.kind,
                cost=pile.cost,
                note=pile_words(pile.kind, pile.copies),
                since=_("in the market since game %(game)s") % {"game": came[pile.id]},
            )


def _mat_strips(state: State) -> Iterator[Strip]:
    for mat in state.mats:
        for sticker in mat.stickers:
            kind = terms.sticker_kind(sticker.kind)
            yield Strip(
                slot=sticker.slot,
                name=printed_sticker(sticker).name,
                charges=sticker.charges or 0,
                whose=" · ".join(dict.fromkeys((mat.name, kind))),
                text=sticker.text,
                colour=mat.colour or "",
            )


def _card_strips(state: State, namer: Namer) -> Iterator[Strip]:
    for card in state.pool:
        for text in card.stickers:
            yield Strip(
                slot="",
                name=namer.name(card),
                charges=0,
                whose=_("evolution sticker, tier %(tier)s") % {"tier": card.tier},
                text=text,
                colour="",
            )
