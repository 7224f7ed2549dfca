"""What players choose for a one-off game, and the set-up that choices and a seed make together.

Choices are kept as JSON beside the game. A mage of a campaign is kept in them as they were when
they were asked to sit down: what becomes of that campaign later changes nothing.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from campaign.rules.aeons_end.catalogue.pack import Card, Pack
from campaign.rules.aeons_end.mages import Mat
from campaign.rules.aeons_end.market.draw import AtLeast, Exclude, plain_slots
from campaign.rules.aeons_end.market.space import Plan
from campaign.rules.aeons_end.one_off.setup import (
    GameRequest,
    MarketRequest,
    OneOffGame,
    offer_of,
    resolve,
)
from campaign.rules.aeons_end.turn_order import MAGES_MAX, Pairs
from campaign.rules.core.serialize import from_plain, to_plain
from campaign.rules.core.system import seeded

VERSION = 2  # of the JSON
SEED_DIGITS = 8
NORMAL = "normal"


@dataclass(frozen=True, slots=True)
class Guest:
    """A mage of a campaign: the mat as it was, and whose row it came from."""

    mat: Mat
    mage: int | None = None  # id of the campaign's mage
    campaign: str = ""  # what that campaign is called


@dataclass(frozen=True, slots=True)
class Place:
    """A seat at the table: a mage of the box, a guest, or whoever is drawn."""

    mage: str = ""
    guest: Guest | None = None
    player: str = ""

    @property
    def is_drawn(self) -> bool:
        """Say whether chance seats somebody here."""
        return not self.mage and self.guest is None


@dataclass(frozen=True, slots=True)
class Choices:
    """Everything that players chose; what they left open is drawn."""

    places: tuple[Place, ...]
    nemesis: str | None = None
    nemesis_difficulty: tuple[int, int] | None = None
    difficulty: str = NORMAL
    market: MarketRequest = field(default_factory=MarketRequest)
    paired: bool = False
    partner: int = 2  # of seat 1, where the mages play in pairs
    solo_cards: int = 3
    solo_life: int | None = None
    boxes: tuple[str, ...] = ()  # further boxes on the table
    reason: str = ""

    @property
    def wishes(self) -> tuple[AtLeast, ...]:
        """Return the wishes for certain cards."""
        return tuple(c for c in self.market.constraints if isinstance(c, AtLeast))

    @property
    def excluded(self) -> frozenset[str]:
        """Return the cards that are to stay in the box."""
        excludes = (c.keys for c in self.market.constraints if isinstance(c, Exclude))
        return frozenset[str]().union(*excludes)

    @property
    def pairs(self) -> Pairs:
        """Return who shares cards with whom."""
        others = [seat for seat in range(2, MAGES_MAX + 1) if seat != self.partner]
        return (1, self.partner), tuple(others)  # type: ignore[return-value] # two of three

    def request(self) -> GameRequest:
        """Return the choices as the engine takes them."""
        return GameRequest(
            mages=tuple(place.mage for place in self.places if place.mage),
            guests=tuple(place.guest.mat for place in self.places if place.guest),
            count=len(self.places),
            nemesis=self.nemesis,
            nemesis_difficulty=None if self.nemesis else self.nemesis_difficulty,
            difficulty=self.difficulty,
            market=self.market,
            paired=self.paired,
            pairs=self.pairs,
            solo_cards=self.solo_cards,
            solo_life=self.solo_life,
            reason=self.reason,
        )


def open_choices(mages: int) -> Choices:
    """Return the choices of a table that leaves everything but its size to chance."""
    return Choices(tuple(Place() for _ in range(mages)))


def resized(choices: Choices, mages: int) -> Choices:
    """Return the choices for another number of mages; whoever sits already stays."""
    places = choices.places[:mages] + tuple(Place() for _ in range(mages - len(choices.places)))
    return replace(
        choices,
        places=places,
        paired=choices.paired and mages == MAGES_MAX,
        solo_cards=choices.solo_cards if mages == 1 else 3,
        solo_life=choices.solo_life if mages == 1 else None,
    )


def kept(
    choices: Choices,
    setup: OneOffGame,
    *,
    mages: Collection[int],
    nemesis: bool,
    piles: Sequence[str] | None = None,
) -> Choices:
    """Return choices in which some of what was drawn is chosen and the rest is left open.

    ``mages`` are seats; without ``piles`` the market is asked for as before.
    """
    places = tuple(
        (place if place.guest else replace(place, mage=setup.mats[seat - 1].mage))
        if seat in mages
        else Place(player=place.player)
        for seat, place in enumerate(choices.places, start=1)
    )
    market = choices.market
    return replace(
        choices,
        places=places,
        nemesis=setup.nemesis.id if nemesis else None,
        market=market if piles is None else replace(market, locks=tuple(piles)),
    )


def new_seed() -> str:
    """Return a seed that can be read aloud and typed with one thumb."""
    return "".join(secrets.choice("0123456789") for _ in range(SEED_DIGITS))


def draw(pack: Pack, choices: Choices, seed: str, *, also: Sequence[Pack] = ()) -> OneOffGame:
    """Return the set-up of a seed."""
    return drawn(pack, choices, seeded(seed), also=also)


def drawn(pack: Pack, choices: Choices, rng: Random, *, also: Sequence[Pack] = ()) -> OneOffGame:
    """Return the set-up: the same for the same choices and generator. Raises every problem."""
    game = resolve(pack, choices.request(), rng, also=also)
    return replace(game, mats=_seated(choices.places, game.mats))


def open_piles(boxes: Sequence[Pack]) -> tuple[Card, ...]:
    """Return the piles that a market of these boxes can have, none of them anybody's secret."""
    return tuple(offer_of(tuple(boxes)).piles.cards.values())


def markets_possible(choices: Choices, boxes: Sequence[Pack]) -> int:
    """Return how many different markets meet what players ask of a drawn one."""
    market = choices.market
    template = boxes[0].market_template(market.template) if market.template else None
    slots = template.slots if template else plain_slots(boxes[0].market)
    if len(set(market.locks)) != len(market.locks):
        return 0
    return Plan(offer_of(tuple(boxes)).piles, slots, market.constraints, market.locks).total


def matching(wish: AtLeast, boxes: Sequence[Pack]) -> int:
    """Return how many cards of the boxes match a wish."""
    return sum(wish.takes(card.kind, card.cost) for card in open_piles(boxes))


def _seated(places: Sequence[Place], mats: Sequence[Mat]) -> tuple[Mat, ...]:
    """Seat each mage where players put them: the engine puts chosen ones first, guests last."""
    chosen = sum(1 for place in places if place.mage)
    guests = sum(1 for place in places if place.guest)
    named = iter(mats[:chosen])
    drawn = iter(mats[chosen : len(mats) - guests])
    invited = iter(mats[len(mats) - guests :])

    def take(place: Place) -> Mat:
        if place.is_drawn:
            return next(drawn)
        return next(invited if place.guest else named)

    return tuple(
        replace(take(place), seat=seat, player=place.player)
        for seat, place in enumerate(places, start=1)
    )


# --- JSON ---


def to_json(choices: Choices) -> dict[str, Any]:
    """Return choices as plain values; ``from_json`` reads them back unchanged."""
    return {"version": VERSION, **to_plain(choices)}


def from_json(held: Mapping[str, Any]) -> Choices:
    """Return the choices that were stored."""
    return from_plain(Choices, upgrade_choices(held))


def upgrade_choices(held: Mapping[str, Any]) -> dict[str, Any]:
    """Return stored choices as ``to_plain`` writes them, whichever version wrote them.

    Version 1 named every field, and excluded cards as ``{"exclude": [...]}``.
    """
    plain = {key: value for key, value in held.items() if key != "version"}
    if held.get("version") != 1:
        return plain
    market = plain["market"]
    constraints = [
        {"keys": wish["exclude"]} if "exclude" in wish else wish for wish in market["constraints"]
    ]
    plain["market"] = {**market, "constraints": constraints}
    upgraded: dict[str, Any] = to_plain(from_plain(Choices, plain))
    return upgraded
