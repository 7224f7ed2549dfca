"""A draft as one phone shows it, made from what that player may know and nothing else."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from campaign.rules.ashes.catalogue import Card, DiceType
from campaign.rules.ashes.draft import DICE_AT_ONCE, ROUNDS, DraftView, Stage
from campaign.selectors.ashes import catalogue
from tracker.systems.ashes.decks.presenters import pips
from tracker.systems.ashes.presenters import Pip, pip
from tracker.systems.ashes.words.terms import (
    card_name,
    card_type,
    cost_words,
    dice_name,
    foreign,
    named,
)
from tracker.words import labelled, listed, series


@dataclass(frozen=True, slots=True)
class Player:
    """A player as everybody sees them."""

    name: str
    born: str
    dice: tuple[Pip, ...]
    is_awaited: bool
    has_chosen: bool  # while all choose at once
    is_me: bool
    has_token: bool  # the first player's


@dataclass(frozen=True, slots=True)
class Offer:
    """A card to choose."""

    key: str
    name: str
    note: str
    lang: str = ""  # of the name, where it is not the page's


@dataclass(frozen=True, slots=True)
class DicePile:
    """Dice to take: of a type, so many are left."""

    pip: Pip
    left: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Phone:
    """What one phone shows."""

    seat: int
    stage: Stage
    round: int
    title: str
    ask: str  # what this player is to do; "" while they wait
    waiting: str  # for whom
    players: tuple[Player, ...]
    offers: tuple[Offer, ...]  # to choose from: Phoenixborn, the hand, one's own cards
    revealed: tuple[Offer, ...]
    piles: tuple[DicePile, ...]
    mine: tuple[Offer, ...]  # the cards taken so far


def phone_of(view: DraftView) -> Phone:
    """Return what a player's phone shows."""
    asked = view.seat in view.awaited
    return Phone(
        seat=view.seat,
        stage=view.stage,
        round=view.round,
        title=_title(view),
        ask=_ask(view) if asked else "",
        waiting=waiting(view),
        players=players_of(view, me=view.seat),
        offers=tuple(_offers(view)) if asked else (),
        revealed=_cards(view, view.revealed),
        piles=tuple(_pile(each, left) for each, left in view.piles.items()),
        mine=_cards(view, view.names if view.stage in _LATE else view.taken),
    )


def players_of(view: DraftView, *, me: int | None = None) -> tuple[Player, ...]:
    """Return the players as everybody sees them."""
    return tuple(
        Player(
            name,
            card_name(born) if born else "",
            pips(view.dice[place]),
            is_awaited=place + 1 in view.awaited,
            has_chosen=view.stage in _AT_ONCE and place + 1 not in view.awaited,
            is_me=place + 1 == me,
            has_token=place + 1 == view.first and view.stage in _IN_TURN,
        )
        for place, (name, born) in enumerate(zip(view.players, view.phoenixborn, strict=True))
    )


def waiting(view: DraftView) -> str:
    """Return for whom everybody waits."""
    names = [view.players[seat - 1] for seat in view.awaited if seat != view.seat]
    return _("Waiting for %(names)s.") % {"names": listed(names)} if names else ""


def _title(view: DraftView) -> str:
    match view.stage:
        case Stage.PHOENIXBORN:
            return pgettext("a stage of a draft", "Phoenixborn")
        case Stage.CARDS:
            return _("Cards, round %(round)s of %(all)s") % {"round": view.round, "all": ROUNDS}
        case Stage.DICE:
            return pgettext("a stage of a draft", "Dice")
        case Stage.SWAP:
            return pgettext("a stage of a draft", "Swap")
        case Stage.FIRST_FIVE:
            return _("First Five")
        case Stage.DONE:
            return _("The draft is finished")


def _ask(view: DraftView) -> str:
    match view.stage:
        case Stage.PHOENIXBORN:
            return _("Take a Phoenixborn.")
        case Stage.CARDS:
            return _("Keep one card; the rest goes to the left.")
        case Stage.DICE:
            count = DICE_AT_ONCE
            return ngettext("Take %(count)s die.", "Take %(count)s dice.", count) % {"count": count}
        case Stage.SWAP:
            return _("You may swap one of your cards for a face-up one.")
        case Stage.FIRST_FIVE:
            return _("Choose your five starting cards.")
        case Stage.DONE:
            return ""


def _offers(view: DraftView) -> Iterable[Offer]:
    match view.stage:
        case Stage.PHOENIXBORN:
            return (_born(view, key) for key in view.offered)
        case Stage.CARDS:
            return _cards(view, view.hand)
        case Stage.SWAP:
            return _cards(view, view.taken)
        case Stage.FIRST_FIVE:
            return _cards(view, view.names)
    return ()


def _born(view: DraftView, key: str) -> Offer:
    card = catalogue().card(view.edition, key)
    if card is None:
        return Offer(key, card_name(key), "")
    values = (
        labelled(_("Life"), str(card.life)),
        labelled(_("Battlefield"), str(card.battlefield)),
        labelled(_("Spellboard"), str(card.spellboard)),
    )
    exclusive = card_name(view.exclusives[key])
    note = f"{series(values)} · {labelled(_('exclusive'), exclusive)}"
    return Offer(key, named(card), note)


def _cards(view: DraftView, keys: Iterable[str]) -> tuple[Offer, ...]:
    return tuple(_card(catalogue().card(view.edition, key), key) for key in keys)


def _card(card: Card | None, key: str) -> Offer:
    if card is None:
        return Offer(key, card_name(key), "")
    cost = cost_words(card.cost)
    note = f"{card_type(card.type)} · {cost}" if cost else card_type(card.type)
    more = [dice_name(each) for each in card.dice if dice_name(each) not in cost]
    note = f"{note} · {listed(more)}" if more else note
    return Offer(key, named(card), note, foreign(card))


def _pile(dice: DiceType, left: int) -> DicePile:
    return DicePile(pip(dice), left, tuple(range(min(left, DICE_AT_ONCE) + 1)))


_AT_ONCE = frozenset({Stage.CARDS, Stage.FIRST_FIVE})
_IN_TURN = frozenset({Stage.PHOENIXBORN, Stage.DICE, Stage.SWAP})
_LATE = frozenset({Stage.SWAP, Stage.FIRST_FIVE, Stage.DONE})
