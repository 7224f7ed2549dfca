"""The set-up sheet of a try, from the state of an expedition.

A try is set up as a one-off game; what only an expedition has (treasures, companions, upgraded
basics, a fifth battle's card) is added to it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from campaign.rules.aeons_end import sheet_parts, solo
from campaign.rules.aeons_end.catalogue.expeditions import Companion, FightFive
from campaign.rules.aeons_end.catalogue.pack import CardKind
from campaign.rules.aeons_end.catalogue.series import Series
from campaign.rules.aeons_end.endings import DeckOutTiming
from campaign.rules.aeons_end.exhaustion import STEPS
from campaign.rules.aeons_end.expeditions.battle import Choices
from campaign.rules.aeons_end.expeditions.route import FIGHT_FIVE
from campaign.rules.aeons_end.expeditions.state import State, Try
from campaign.rules.aeons_end.mages import Mat
from campaign.rules.aeons_end.nemesis_deck import TIERS, deck_table
from campaign.rules.aeons_end.one_off.choices import NORMAL
from campaign.rules.aeons_end.one_off.setup import Drawn
from campaign.rules.aeons_end.one_off.sheet import named_setup
from campaign.rules.aeons_end.one_off.sheet import setup_sheet as game_sheet
from campaign.rules.aeons_end.sheet import (
    AeonsEndBody,
    Line,
    Part,
    SetupSheet,
    SheetBattle,
    SheetCompanion,
    SheetTier,
    SheetTreasure,
    Step,
    Value,
)
from campaign.rules.aeons_end.turn_order import SOLO_CARDS, turn_cards
from campaign.rules.core.sheet import picked


def setup_sheet(
    state: State, pack: Series, *, before: State | None = None, language: str = "en"
) -> SetupSheet:
    """Return the sheet of the latest try of a state.

    ``before`` is the state in which the table was set up the last time; what differs is marked.
    """
    game = state.current
    if game is None:
        raise ValueError("no battle is set up")
    drawn = _as_one_off(state, game, pack)
    boxes = tuple(pack.boxes[slug].pack for slug in state.recipe.boxes if slug in pack.boxes)
    players = [place.player for place in game.choices.places]
    sheet = game_sheet(
        named_setup(drawn, (pack, *boxes), {}),
        language=language,
        seed=state.recipe.seed,
        players=players,
    )
    changed = tuple(_changes(before, game, sheet.body, language)) if before else ()
    new = {line.values["card"] for line in changed if line.code == "change.pile_added"}
    upgraded = frozenset(game.drawn.upgraded)
    body = replace(
        sheet.body,
        battle=_battle(state, game, language),
        market=tuple(replace(pile, changed=pile.id in new) for pile in sheet.body.market),
        nemesis=replace(
            sheet.body.nemesis,
            tiers=tuple(_marked(tier, upgraded) for tier in sheet.body.nemesis.tiers),
        ),
    )
    return replace(
        sheet,
        game=game.game,
        body=body,
        steps=tuple(_steps(body)),
        changes=changed,
        put_away=tuple(_put_away(state, sheet)),
    )


def _as_one_off(state: State, game: Try, pack: Series) -> Drawn:
    """Return a try as a one-off game that is drawn already."""
    difficulty = pack.find.difficulty(NORMAL)
    nemesis = pack.find.nemesis(game.drawn.nemesis)
    if difficulty is None or nemesis is None:
        raise LookupError(f"{pack.slug} has no {game.drawn.nemesis}")
    fifth = _fifth(state, game)
    cards = state.stock.basic_cards
    deck = [cards[key] for key in (*game.drawn.upgraded, *game.drawn.basics) if key in cards]
    mages = len(game.choices.places)
    lone = solo.notes([place.player for place in game.choices.places], mages, pack.alone_most)
    market = state.stock.offer.piles.without(
        frozenset(state.stock.offer.piles.cards) - frozenset(game.choices.piles)
    )
    increased = bool(fifth and fifth.increased_difficulty)
    return Drawn(
        system=pack.slug,
        difficulty=replace(difficulty, increased=increased),
        mats=tuple(_mats(state, game, pack)),
        mage_life=pack.mage_life,
        gravehold_life=pack.gravehold_life,
        nemesis=nemesis,
        nemesis_life=game.nemesis_life,
        turn_cards=turn_cards(
            mages,
            solo_cards=game.choices.solo_cards,
            pairs=game.choices.pairs,
            unleash_card=bool(fifth and fifth.unleash_card),
        ),
        tiers=deck_table(pack.own_per_tier, pack.basics_by_mages[mages]),
        own=state.stock.offer.own.get(nemesis.id, ()),
        basics=tuple(tuple(card for card in deck if card.tier == tier) for tier in TIERS),
        market=tuple(market.cards.values()),
        exhaustion=STEPS,
        notes=(*lone, *_variant_notes(game.choices)),
        boxes=state.recipe.boxes,
        deck_out=game.choices.deck_out,
    )


def _variant_notes(choices: Choices) -> Iterator[str]:
    """Yield the codes of the notes on what the group chose where books or variants differ."""
    if len(choices.places) == 1 and choices.solo_cards == max(SOLO_CARDS):
        yield "solo.four_cards"
    if choices.paired:
        yield "turn_order.paired"
    if choices.deck_out is DeckOutTiming.END_OF_TURN:
        yield "deck_out.end_of_turn"
    else:
        yield "deck_out.at_once"


def _mats(state: State, game: Try, pack: Series) -> Iterator[Mat]:
    for seat, place in enumerate(game.choices.places, start=1):
        mat = state.stock.offer.mats[place.mage]
        yield replace(mat, seat=seat, life=pack.mage_life, player=place.player)


def _fifth(state: State, game: Try) -> FightFive | None:
    ranked = state.stock.ranked.get(game.drawn.nemesis)
    return ranked.fight_five if ranked and game.node.tier == FIGHT_FIVE else None


def _marked(tier: SheetTier, upgraded: frozenset[str]) -> SheetTier:
    """Return a tier of the deck with its upgraded cards marked, and before the ordinary ones."""
    cards = [replace(card, upgraded=card.key in upgraded) for card in tier.basics]
    return replace(tier, basics=tuple(sorted(cards, key=lambda card: not card.upgraded)))


def _battle(state: State, game: Try, language: str) -> SheetBattle:
    fifth, stock = _fifth(state, game), state.stock
    handed = [
        *((seat, key) for seat, place in _seats(game) for key in place),
        *((None, key) for key in game.choices.treasures),
    ]
    treasures = (
        SheetTreasure(
            seat,
            key,
            found.name.in_language(language),
            found.level,
            str(found.kind or ""),
            found.box,
        )
        for seat, key in handed
        if (found := stock.treasure.get(key))
    )
    banners = (stock.banner[key] for key in state.banners if key in stock.banner)
    return SheetBattle(
        number=game.battle,
        of=battles_on_the_way(state, game),
        attempt=game.attempt,
        tier=game.node.tier or 1,
        treasures=tuple(treasures),
        friend=_companion(stock.friend.get(game.drawn.friend), language),
        foe=_companion(stock.foe.get(game.drawn.foe), language),
        banners=tuple(banner.name.in_language(language) for banner in banners),
        unleash_card=bool(fifth and fifth.unleash_card),
        more_on_the_card=bool(fifth and fifth.more_on_the_card),
        note=game.node.note,
    )


def battles_on_the_way(state: State, game: Try) -> int:
    """Return how many battles the longest way through this one has."""
    return game.battle + state.route.battles_from(game.node.next)


def _seats(game: Try) -> Iterator[tuple[int, tuple[str, ...]]]:
    for seat, place in enumerate(game.choices.places, start=1):
        yield seat, place.treasures


def _companion(found: Companion | None, language: str) -> SheetCompanion | None:
    if found is None:
        return None
    name = found.name.in_language(language)
    return SheetCompanion(found.id, name, found.charges, found.box)


def _steps(body: AeonsEndBody) -> Iterator[Step]:
    """Yield the steps of a game, those of an expedition where they belong."""
    battle = body.battle
    if battle is None:
        return
    plain = sheet_parts.steps(body)
    mages = max(at for at, step in enumerate(plain) if step.part == Part.MAGES)
    turns = max(at for at, step in enumerate(plain) if step.part == Part.TURN_ORDER)
    for at, step in enumerate(plain):
        yield _tier_step(step)
        if at == mages:
            yield from _treasure_steps(body, battle)
        if at == turns and battle.unleash_card:
            yield Step(Part.TURN_ORDER, "step.unleash_card", {"nemesis": body.nemesis.name})
    who: dict[str, Value] = {"nemesis": body.nemesis.name}
    if battle.more_on_the_card:
        yield Step(Part.NEMESIS, "step.fifth_card", who)
    if battle.note:
        yield Step(Part.NEMESIS, "step.battle_note", {"note": battle.note})


def _tier_step(step: Step) -> Step:
    """Return the step of a tier with how many of its basics are upgraded."""
    if not isinstance(step.about, SheetTier):
        return step
    upgraded = sum(card.upgraded for card in step.about.basics)
    if not upgraded:
        return step
    ordinary = len(step.about.basics) - upgraded
    values = {**step.values, "upgraded": upgraded, "ordinary": ordinary}
    return Step(Part.NEMESIS, "step.tier_upgraded", values, about=step.about)


def _treasure_steps(body: AeonsEndBody, battle: SheetBattle) -> Iterator[Step]:
    names = {mage.seat: mage.name for mage in body.mages}
    for treasure in battle.treasures:
        values: dict[str, Value] = {"treasure": treasure.name, "level": treasure.level}
        if treasure.seat is None:
            yield Step(Part.MAGES, "step.group_treasure", values)
        else:
            who: dict[str, Value] = {"seat": treasure.seat, "mage": names[treasure.seat]}
            yield _handing(treasure, {**who, **values})
    if friend := battle.friend:
        yield Step(Part.MAGES, "step.friend", picked(friend, "name", "charges"))
    if foe := battle.foe:
        yield Step(Part.MAGES, "step.foe", picked(foe, "name", "charges"))
    if battle.banners:
        yield Step(Part.MAGES, "step.banners", {"names": battle.banners})


def _handing(treasure: SheetTreasure, values: Mapping[str, Value]) -> Step:
    """Return the step that gives a mage a treasure.

    One of level 1 takes the place of a starting card: a gem of a Crystal, a spell of a Spark.
    """
    seat = treasure.seat
    match treasure.level, treasure.kind:
        case 1, CardKind.GEM:
            return Step(Part.MAGES, "step.gem_treasure", values, seat=seat)
        case 1, CardKind.SPELL:
            return Step(Part.MAGES, "step.spell_treasure", values, seat=seat)
        case 1, _:
            return Step(Part.MAGES, "step.first_treasure", values, seat=seat)
    return Step(Part.MAGES, "step.treasure", values, seat=seat)


def _changes(before: State, game: Try, body: AeonsEndBody, language: str) -> Iterator[Line]:
    """Yield which cards joined the basics, and how the market differs from the last one."""
    stock, last = before.stock, before.current
    for key in game.drawn.joined:
        card = stock.upgraded_card.get(key)
        if card is not None:
            name = card.name.in_language(language)
            values: dict[str, Value] = {"card": key, "name": name, "tier": card.tier}
            yield Line(Part.NEMESIS, "change.joined", values, changed=True)
    old = last.choices.piles if last else ()
    for pile in body.market:
        if pile.id not in old:
            values = {"card": pile.id, "name": pile.name, "kind": pile.kind}
            yield Line(Part.MARKET, "change.pile_added", values, changed=True)


def _put_away(state: State, sheet: SetupSheet) -> Iterator[Line]:
    yield from sheet.put_away
    if state.treasures:
        yield Line(Part.MAGES, "put_away.treasures")
    if not state.keeps_piles:
        yield Line(Part.BANISHED, "put_away.banished")
