"""Draw a one-off game from what players chose, or draw parts of it again.

What a difficulty changes: War Eternal p. 20.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import Annotated, TypeVar

from campaign.rules.aeons_end import solo
from campaign.rules.aeons_end.catalogue.pack import (
    TIERS,
    Card,
    Difficulty,
    Nemesis,
    NemesisCard,
    Pack,
)
from campaign.rules.aeons_end.endings import DeckOutTiming
from campaign.rules.aeons_end.exhaustion import STEPS, Steps
from campaign.rules.aeons_end.mages import Mat
from campaign.rules.aeons_end.market.plan import Plan, Request
from campaign.rules.aeons_end.market.stock import plain_slots
from campaign.rules.aeons_end.nemesis_deck import TierCount, deck_table
from campaign.rules.aeons_end.one_off import draws
from campaign.rules.aeons_end.one_off.choices import (
    MAX_BASICS,
    MAX_PILES,
    Boxes,
    Choices,
    SeatChoice,
)
from campaign.rules.aeons_end.one_off.offer import offer_of
from campaign.rules.aeons_end.turn_order import MAX_MAGES, TurnCards, deck_problems, turn_cards
from campaign.rules.core.constraints import Most
from campaign.rules.core.problems import Problem, RulesError, not_overruled

BASICS = "basics"  # to be drawn again
MAX_NOTES = 30
NemesisCards = Annotated[tuple[NemesisCard, ...], Most(MAX_BASICS)]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Drawn:
    """Everything that is set up for one game."""

    system: str
    difficulty: Difficulty
    mats: Annotated[tuple[Mat, ...], Most(MAX_MAGES)]
    mage_life: int
    gravehold_life: int
    nemesis: Nemesis
    nemesis_life: int | None  # None: its dial does not stand for its defeat
    turn_cards: TurnCards
    tiers: Annotated[tuple[TierCount, ...], Most(TIERS)]
    own: NemesisCards  # the nemesis' own cards; tier 0 stays outside the deck
    basics: Annotated[tuple[NemesisCards, ...], Most(TIERS)]  # of tiers 1, 2, 3
    market: Annotated[tuple[Card, ...], Most(MAX_PILES)]
    exhaustion: Steps
    notes: Annotated[tuple[str, ...], Most(MAX_NOTES)]  # codes of rule notes worth showing
    boxes: Boxes = ()  # that it was drawn from, where there are several to choose from
    deck_out: DeckOutTiming = DeckOutTiming.AT_ONCE

    @property
    def boxes_used(self) -> tuple[str, ...]:
        """Return the boxes that something on the table comes from."""
        things = chain[Mat | Nemesis | Card | NemesisCard](
            self.mats, [self.nemesis], self.market, *self.basics
        )
        return tuple(dict.fromkeys(thing.box for thing in things if thing.box))


def resolve(pack: Pack, choices: Choices, rng: Random, *, also: Sequence[Pack] = ()) -> Drawn:
    """Draw everything that the choices leave open, or raise every problem with them at once.

    ``also`` are further boxes on the table: their mages, nemeses, basics and piles join in. Each
    part has a generator of its own, so that another nemesis leaves the market as it was.
    """
    boxes = (pack, *also)
    offer = offer_of(boxes)
    seeds = [Random(rng.getrandbits(64)) for _ in range(4)]
    faults = list(_table_problems(choices))
    difficulty = pack.find.difficulty(choices.difficulty)
    if difficulty is None:
        details = {"difficulty": choices.difficulty}
        faults.append(Problem("difficulty.unknown", details, "difficulty"))
    mats = _try(faults, lambda: draws.drawn_mats(offer, choices, seeds[0]))
    nemesis = _try(faults, lambda: draws.drawn_nemesis(offer, choices, seeds[1]))
    needed = pack.basics_by_mages.get(len(choices.places))
    basics = needed and _try(faults, lambda: draws.drawn_basics(offer, choices, needed, seeds[2]))
    market = _try(faults, lambda: draws.drawn_market(pack, boxes, offer, choices, seeds[3]))
    left = not_overruled(faults, choices.reason)
    if left or not (difficulty and mats and nemesis and needed and basics and market):
        raise RulesError(left or faults)
    life = choices.solo_life or difficulty.mage_life
    return Drawn(
        system=pack.slug,
        difficulty=difficulty,
        mats=tuple(offer.seated(mat, seat, life) for seat, mat in enumerate(mats, start=1)),
        mage_life=life,
        gravehold_life=difficulty.gravehold_life,
        nemesis=nemesis,
        nemesis_life=start_life(nemesis, difficulty),
        turn_cards=turn_cards(len(mats), solo_cards=choices.solo_cards, pairs=choices.pairs),
        tiers=deck_table(pack.own_per_tier, needed),
        own=offer.own[nemesis.id],
        basics=basics,
        market=market,
        exhaustion=STEPS,
        notes=_notes(pack, choices, difficulty, nemesis, basics),
        boxes=choices.boxes,
        deck_out=choices.deck_out,
    )


def start_life(nemesis: Nemesis, difficulty: Difficulty) -> int | None:
    """Return the life that a nemesis starts with; None where its dial does not stand for it.

    Beginners take 10 off (War Eternal p. 20). A nemesis that has no more than that stays as
    printed: the book did not think of it, and 1 life would be no game.
    """
    if nemesis.life is None or keeps_its_life(nemesis, difficulty):
        return nemesis.life
    return nemesis.life + difficulty.nemesis_life


def keeps_its_life(nemesis: Nemesis, difficulty: Difficulty) -> bool:
    """Say whether a nemesis has too little life for what the difficulty takes off."""
    return nemesis.life is not None and nemesis.life + difficulty.nemesis_life < 1


def _try(faults: list[Problem], step: Callable[[], T]) -> T | None:
    """Run one step; collect its problems, so that those of the other steps are found too."""
    try:
        return step()
    except RulesError as error:
        faults.extend(error.problems)
        return None


def _table_problems(choices: Choices) -> Iterable[Problem]:
    count = len(choices.places)
    yield from deck_problems(count, solo_cards=choices.solo_cards, pairs=choices.pairs)
    yield from solo.life_problems(choices.solo_life, count)


def _notes(
    pack: Pack,
    choices: Choices,
    difficulty: Difficulty,
    nemesis: Nemesis,
    basics: Sequence[Sequence[NemesisCard]],
) -> tuple[str, ...]:
    """Return the codes of the rule notes that apply to this game."""
    mages = len(choices.places)
    players = [place.player for place in choices.places]
    of_table = (
        ("difficulty.increased_rule", difficulty.increased),
        ("nemesis.no_life_of_its_own", nemesis.life is None),
        ("nemesis.keeps_its_life", keeps_its_life(nemesis, difficulty)),
        # War Eternal p. 10.
        ("nemesis_deck.mixed_boxes", len({card.box for tier in basics for card in tier}) > 1),
    )
    of_variants = (
        ("solo.four_cards", mages == 1 and choices.solo_cards == 4),
        ("solo.more_life", choices.solo_life in (12, 15)),
        ("turn_order.paired", choices.paired),
        ("deck_out.at_once", choices.deck_out is DeckOutTiming.AT_ONCE),
        ("deck_out.end_of_turn", choices.deck_out is DeckOutTiming.END_OF_TURN),
    )
    return (
        *(code for code, holds in of_table if holds),
        *solo.notes(players, mages, pack.alone_most),
        *(code for code, holds in of_variants if holds),
    )


# --- before a draw, and drawing again ---


def markets_possible(choices: Choices, boxes: Sequence[Pack]) -> int:
    """Return how many different markets meet what players ask for."""
    wish, offer = choices.market, offer_of(tuple(boxes))
    slots = draws.market_slots(boxes[0], wish) or plain_slots(boxes[0].market)
    constraints = draws.market_constraints(choices, offer)
    return Plan(Request(offer.piles, slots, constraints, wish.locks)).total


def keep_drawn(
    choices: Choices,
    drawn: Drawn,
    *,
    mages: Collection[int],
    nemesis: bool,
    piles: Sequence[str] | None = None,
) -> Choices:
    """Return choices that keep some of what was drawn and leave the rest open.

    ``mages`` are seats; without ``piles`` the request for a market stays as it was. Whatever is
    kept counts as chosen.
    """
    places = tuple(
        (place if place.guest else replace(place, mage=drawn.mats[seat - 1].mage))
        if seat in mages
        else SeatChoice(player=place.player)
        for seat, place in enumerate(choices.places, start=1)
    )
    market = choices.market
    return replace(
        choices,
        places=places,
        nemesis=drawn.nemesis.id if nemesis else None,
        market=market if piles is None else replace(market, locks=tuple(piles)),
        held=None,
        basic_cards=(),
    )


def _held(before: Choices, kept: Choices) -> Choices:
    """Return choices that remember what of them was only drawn, and stays beside a re-roll."""
    drawn = before.only_drawn | (kept.fixed - before.fixed)
    return replace(kept, held=drawn & kept.fixed)


def redraw(choices: Choices, drawn: Drawn, what: str) -> Choices:
    """Return choices that leave one thing open and everything else as it was drawn.

    ``what`` is the key of a mage, a pile or the nemesis; it is not drawn again tonight. With
    "basics", only the basic cards are drawn again.
    """
    seats = {mat.seat for mat in drawn.mats if mat.mage != what}
    drawn_piles = choices.market.suggested is None and not choices.market.chosen
    kept = keep_drawn(
        choices,
        drawn,
        mages=seats,
        nemesis=drawn.nemesis.id != what,
        piles=[card.id for card in drawn.market if card.id != what] if drawn_piles else None,
    )
    kept = _held(choices, kept)
    if what == BASICS:
        return kept
    return replace(
        kept,
        resting=choices.resting | {what},
        basic_cards=tuple(card.id for tier in drawn.basics for card in tier),
    )


def take_mage(choices: Choices, drawn: Drawn, seat: int, mage: str) -> Choices:
    """Return choices in which a seat has another mage, and everything else is as it was drawn."""
    drawn_piles = choices.market.suggested is None and not choices.market.chosen
    kept = keep_drawn(
        choices,
        drawn,
        mages={mat.seat for mat in drawn.mats},
        nemesis=True,
        piles=[card.id for card in drawn.market] if drawn_piles else None,
    )
    places = list(kept.places)
    places[seat - 1] = SeatChoice(mage, player=places[seat - 1].player)
    basics = tuple(card.id for tier in drawn.basics for card in tier)
    held = _held(choices, replace(kept, places=tuple(places)))
    return replace(held, held=held.only_drawn - {mage}, basic_cards=basics)
