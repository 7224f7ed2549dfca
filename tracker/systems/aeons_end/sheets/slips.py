"""Slips of 63 × 88 mm to sleeve in front of the real card, dividers, and sticker strips."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from campaign.models import Campaign
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.aeons_end.legacy.state import State
from campaign.rules.aeons_end.mages import StickerKind
from campaign.rules.core.sheet import plain
from tracker.sheets.compiler import Document
from tracker.systems.aeons_end import selectors
from tracker.systems.aeons_end.presenters.market import market_changes
from tracker.systems.aeons_end.sheets import TYPST, Data
from tracker.systems.aeons_end.sheets.mats import sticker_data
from tracker.systems.aeons_end.sheets.setup import pile_words
from tracker.systems.aeons_end.words import terms


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


def _basics(state: State, namer: Namer) -> Iterator[Data]:
    held = {card.key: card for card in (*state.gone.values(), *state.pool)}
    changed = [card for card in state.pool if card.stickers or card.evolved_from is not None]
    for card in changed:
        origin = held.get(card.evolved_from or "")
        was = _("It was %(name)s.") % {"name": namer.name(origin)} if origin else ""
        yield {
            **plain(card),
            "form": "basic",
            "name": namer.name(card),
            "tier_word": _("Tier %(tier)s") % {"tier": card.tier},
            "kind_word": terms.nemesis_kind(card.kind),
            "was": was,
            "stickers": [text or _("a sticker") for text in card.stickers],
            "since": _("transformed") if origin else _("stickered"),
        }


def _starters(state: State) -> Iterator[Data]:
    for mat in state.mats:
        for sticker in mat.stickers:
            if sticker.kind is StickerKind.STARTER:
                kind = str(sticker.card_kind or "")
                yield {
                    **sticker_data(sticker),
                    "form": "starter",
                    "kind": kind,
                    "kind_word": terms.card_kind(kind),
                    "where": terms.place(str(sticker.where or "")),
                    "mage": mat.name,
                    "colour": mat.colour or "",
                }


def _dividers(campaign: Campaign, state: State, namer: Namer) -> Iterator[Data]:
    changes = market_changes(selectors.campaign_record(campaign).entries)
    came = {pile.key: game for game, change in changes for pile in change.came}
    for pile in namer.piles(state.market):
        if pile.id in came:
            yield {
                **plain(pile),
                "form": "divider",
                "note": pile_words(pile.kind, pile.copies),
                "since": _("in the market since game %(game)s") % {"game": came[pile.id]},
            }


def _mat_strips(state: State) -> Iterator[Data]:
    for mat in state.mats:
        for sticker in mat.stickers:
            kind = terms.sticker_kind(sticker.kind)
            yield {
                **sticker_data(sticker),
                "charges": sticker.charges or 0,
                "whose": " · ".join(dict.fromkeys((mat.name, kind))),
                "colour": mat.colour or "",
            }


def _card_strips(state: State, namer: Namer) -> Iterator[Data]:
    for card in state.pool:
        for text in card.stickers:
            yield {
                "slot": "",
                "name": namer.name(card),
                "charges": 0,
                "whose": _("evolution sticker, tier %(tier)s") % {"tier": card.tier},
                "text": text,
                "colour": "",
            }
