"""The restore list: every component and the state it must be in, in the order of the box.

What is put back after each game: Legacy p. 20.
"""

from collections.abc import Iterator

from campaign.rules.aeons_end.catalogue.pack import BreachState, Pack
from campaign.rules.aeons_end.legacy.names import Namer, seal_values
from campaign.rules.aeons_end.legacy.state import State
from campaign.rules.aeons_end.nemesis_deck import TIERS
from campaign.rules.aeons_end.sheet import Line, Part, Value
from campaign.rules.aeons_end.sheet_parts import placed_sticker
from campaign.rules.core.sheet import picked


def restore(state: State, pack: Pack, names: Namer) -> tuple[Line, ...]:
    """Return how the box must be when a group comes back or switches campaigns."""
    return (
        *_mages(state, pack, names),
        *_nemesis(state, names),
        *_market(state, names),
        *_rulebook(state, pack),
        *_sealed(state, pack, names),
        *_banished(state, names),
    )


def _mages(state: State, pack: Pack, names: Namer) -> Iterator[Line]:
    for mat in state.mats:
        who: dict[str, Value] = {"seat": mat.seat, "mage": mat.name}
        breaches = tuple(b.number for b in mat.breaches if b.state is not BreachState.ABSENT)
        lies = {**who, "colour": mat.colour or "", "side": mat.side, "breaches": breaches}
        yield Line(Part.MAGES, "restore.mat", lies)
        hand = tuple(names.name(card) for card in mat.hand)
        deck = tuple(names.name(card) for card in mat.deck)
        yield Line(Part.MAGES, "restore.cards", {**who, "hand": hand, "deck": deck})
        for sticker in mat.stickers:
            yield Line(Part.MAGES, "restore.sticker", placed_sticker(mat, sticker))
    if pack.player_aid and state.reached(pack.player_aid.moment):
        yield Line(Part.MAGES, "restore.player_aid", {"card": pack.player_aid.number})


def _nemesis(state: State, names: Namer) -> Iterator[Line]:
    for tier in TIERS:
        cards = [card for card in state.pool if card.tier == tier]
        if cards:
            listed = tuple(names.name(card) for card in cards)
            values: dict[str, Value] = {"tier": tier, "count": len(cards), "cards": listed}
            yield Line(Part.NEMESIS, "restore.basics", values)
        for card in cards:
            if card.stickers:
                name = names.name(card)
                placed: dict[str, Value] = {"name": name, "stickers": card.stickers}
                yield Line(Part.NEMESIS, "restore.evolved", placed)
    gone = tuple(names.name(card) for card in state.gone.values())
    if gone:
        yield Line(Part.NEMESIS, "restore.retired", {"cards": gone, "count": len(gone)})


def _market(state: State, names: Namer) -> Iterator[Line]:
    for pile in names.piles(state.market):
        yield Line(Part.MARKET, "restore.pile", picked(pile, "name", "kind", "cost", "copies"))


def _rulebook(state: State, pack: Pack) -> Iterator[Line]:
    for unlocked in state.sections.values():
        section = pack.find.section(unlocked.section)
        page = section.pages if section else 0
        yield Line(Part.RULEBOOK, "restore.section", {"letter": unlocked.letter, "page": page})


def _sealed(state: State, pack: Pack, names: Namer) -> Iterator[Line]:
    for opened in state.seals.values():
        if opened.parts:
            yield Line(Part.SEALED, "restore.half", names.seal_values(opened))
        else:
            yield Line(Part.SEALED, "restore.open", names.seal_values(opened))
    for seal in pack.seals:
        if seal.id not in state.seals:
            yield Line(Part.SEALED, "restore.sealed", seal_values(seal))


def _banished(state: State, names: Namer) -> Iterator[Line]:
    for pile in state.banished:
        noted = {"name": names.name(pile), "kind": pile.kind and str(pile.kind), "cost": pile.cost}
        known: dict[str, Value] = {key: value for key, value in noted.items() if value is not None}
        yield Line(Part.BANISHED, "restore.banished", known)
