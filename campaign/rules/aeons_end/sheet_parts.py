"""Parts of a set-up sheet that campaigns and one-off games share: steps and putting away.

The steps are in the order of the books (War Eternal pp. 8–11; Legacy pp. 8–11), putting away as
Legacy p. 20 says.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from campaign.rules.aeons_end import sheet
from campaign.rules.aeons_end.mages import CardRef, Mat, Sticker
from campaign.rules.aeons_end.sheet import Line, Part, Step, Value
from campaign.rules.aeons_end.turn_order import TurnCard, TurnKind, counted
from campaign.rules.core.sheet import picked


def with_names(
    mat: Mat, name_of: Callable[[CardRef], str], *, fallback: str = "", ability: str = ""
) -> Mat:
    """Return a mat on which everything has a name.

    ``fallback`` and ``ability`` are the pack's names of the mage and the ability.
    """

    def cards(refs: Iterable[CardRef]) -> tuple[CardRef, ...]:
        return tuple(replace(ref, name=name_of(ref)) for ref in refs)

    held = mat.ability
    return replace(
        mat,
        name=mat.name or fallback,
        colour=mat.colour or "",
        hand=cards(mat.hand),
        deck=cards(mat.deck),
        starters=cards(mat.starters),
        ability=replace(held, name=held.name or ability) if held else None,
    )


def placed_sticker(mat: Mat, sticker: Sticker) -> dict[str, Value]:
    """Return the values for a sentence about a sticker on a mage's mat."""
    return {"seat": mat.seat, "mage": mat.name, **picked(sticker, "slot", "kind", "name")}


def turn_counts(cards: Iterable[TurnCard], names: Sequence[str]) -> tuple[sheet.TurnCount, ...]:
    """Return the turn-order deck with the names that stand on its cards."""
    named = (TurnKind.MAGE, TurnKind.PAIR)  # the wild card has no name on it
    by_seat = dict(enumerate(names, start=1))

    def written(card: TurnCard) -> tuple[str, ...]:
        return tuple(by_seat[seat] for seat in card.seats) if card.kind in named else ()

    return tuple(
        sheet.TurnCount(str(card.kind), card.seats, written(card), count)
        for card, count in counted(cards)
    )


def steps(
    body: sheet.AeonsEndBody, *, stickered: Collection[Value] = (), evolved: bool = False
) -> tuple[Step, ...]:
    """Return how to set a game up, in the order of the rulebook.

    ``stickered`` are the seats whose mats have changed since the last time.
    """
    return (
        *(
            step
            for mage in body.mages
            for step in _mage_steps(mage, mage.seat in stickered, body.box_names)
        ),
        Step(Part.MAGES, "step.gravehold", {"life": body.gravehold_life}),
        *_turn_order_steps(body.turn_order, body.pair_tokens),
        *_nemesis_steps(body.nemesis, changed=evolved),
        *_market_steps(body.market, body.box_names),
    )


def _mage_steps(mage: Mat, changed: bool, boxes: Mapping[str, str]) -> Iterator[Step]:
    """Yield the steps for one mage: mat, breaches, hand, deck, abilities, life."""
    who: dict[str, Value] = {"seat": mage.seat, "mage": mage.name}
    mat = {**who, "colour": mage.colour or "", "side": mage.side, **_box(mage.box, boxes)}
    yield Step(Part.MAGES, "step.mat", mat, changed, mage.seat)
    for breach in mage.breaches:
        if breach.state != "absent":
            values = {**who, "number": breach.number, "state": breach.state, "turns": breach.turns}
            values |= {"open_cost": breach.open_cost or 0, "focus_cost": breach.focus_cost or 0}
            is_new = changed and breach.number == "IV"
            yield Step(Part.MAGES, "step.breach", values, is_new, mage.seat)
    if mage.is_known:
        hand = {**who, "cards": tuple(card.name for card in mage.hand)}
        yield Step(Part.MAGES, "step.hand", hand, changed, mage.seat)
        deck = {**who, "cards": tuple(card.name for card in mage.deck)}
        yield Step(Part.MAGES, "step.deck", deck, changed, mage.seat)
    else:
        starters = {**who, "cards": tuple(card.name for card in mage.starters)}
        yield Step(Part.MAGES, "step.as_printed", starters, seat=mage.seat)
    for ability in mage.abilities:
        values = {**who, "ability": ability.name, "charges": ability.charges}
        yield Step(Part.MAGES, "step.ability", values, changed, mage.seat, ability)
    life = {**who, "life": mage.life}
    yield Step(Part.MAGES, "step.life", life, seat=mage.seat)


def _turn_order_steps(turns: Iterable[sheet.TurnCount], tokens: int) -> Iterator[Step]:
    """Yield a step for each kind of turn-order card, then the shuffle."""
    for turn in turns:
        values: dict[str, Value] = {"card": turn.card, "names": turn.names, "count": turn.count}
        yield Step(Part.TURN_ORDER, "step.turn_cards", values, about=turn)
    if tokens:
        yield Step(Part.TURN_ORDER, "step.pair_tokens", {"count": tokens})
    yield Step(Part.TURN_ORDER, "step.turn_shuffle")


def _nemesis_steps(nemesis: sheet.SheetNemesis, *, changed: bool) -> Iterator[Step]:
    """Yield the steps that set the nemesis up: dial, deck, then its own mat."""
    who: dict[str, Value] = {"nemesis": nemesis.name}
    if nemesis.life is None:
        yield Step(Part.NEMESIS, "step.nemesis_dial_by_mat", who)
    else:
        yield Step(Part.NEMESIS, "step.nemesis_dial", {**who, "life": nemesis.life})
    if nemesis.by_story:
        yield Step(Part.NEMESIS, "step.deck_by_story", who)
    else:
        for tier in nemesis.tiers:
            values = {**who, "tier": tier.tier, "own": tier.own or 0, "basic": tier.basic or 0}
            values["total"] = tier.total or 0
            yield Step(Part.NEMESIS, "step.tier", values, changed, about=tier)
        yield Step(Part.NEMESIS, "step.deck_stack", {**who, "total": nemesis.total or 0})
    yield Step(Part.NEMESIS, "step.nemesis_mat", who)
    if nemesis.tokens:
        yield Step(Part.NEMESIS, "step.nemesis_tokens", {**who, "count": nemesis.tokens})
    if nemesis.acolytes:
        yield Step(Part.NEMESIS, "step.acolytes", {**who, "cards": nemesis.acolytes})
    if nemesis.then_read:
        yield Step(Part.NEMESIS, "step.support_deck", who)
    if nemesis.in_play:
        yield Step(Part.NEMESIS, "step.in_play", {**who, "count": nemesis.in_play})
    if nemesis.increased:
        yield Step(Part.NEMESIS, "step.increased_difficulty", who)


def put_away(nemesis: sheet.SheetNemesis) -> tuple[Line, ...]:
    """Return what to do with the table when the game is over."""
    return (
        *support_end(nemesis.then_read),
        Line(Part.MARKET, "put_away.market"),
        Line(Part.MAGES, "put_away.mages"),
        Line(Part.NEMESIS, "put_away.nemesis"),
    )


def support_end(then_read: str) -> Iterator[Line]:
    """Yield how a game with a support deck ends: its last card, then a story card."""
    if then_read:
        yield Line(Part.STORY, "put_away.support", {"card": then_read})


def _box(box: str, names: Mapping[str, str]) -> dict[str, Value]:
    """Return the box that a thing is taken from; nothing in a game of one box."""
    return {"box": names.get(box, box)} if box else {}


def _market_steps(market: Iterable[sheet.SheetPile], boxes: Mapping[str, str]) -> Iterator[Step]:
    """Yield a step for each pile of the market."""
    for place, pile in enumerate(market, start=1):
        values = {"place": place, **picked(pile, "name", "kind", "cost", "copies")}
        values |= _box(pile.box, boxes)
        yield Step(Part.MARKET, "step.pile", values, pile.changed, about=pile)
