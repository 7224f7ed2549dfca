"""A draft as one phone shows it: the lobby, a player's own screen, or the one between two players.

What others must not see stays out of it: a screen is made from a ``DraftView``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy, pgettext_lazy

from campaign.rules.ashes.catalogue import CardType
from campaign.rules.ashes.draft import DICE_AT_ONCE, DraftView, Stage
from campaign.rules.ashes.draft_pool import ROUNDS
from campaign.selectors.ashes import catalogue
from tracker.presenters.seats import Invitation, SeatsView
from tracker.systems.ashes.card_faces import card_face
from tracker.systems.ashes.decks.presenters import DeckLine, DeckSummary
from tracker.systems.ashes.drawn_cards import DrawnCard, drawn_card
from tracker.systems.ashes.presenters import (
    CardGroup,
    DieView,
    dice_views,
    die_view,
)
from tracker.systems.ashes.symbols import NOTHING, use_symbols
from tracker.systems.ashes.words import terms
from tracker.systems.ashes.words.terms import CardWords
from tracker.words import labelled, listed

TITLES = {
    Stage.PHOENIXBORN: pgettext_lazy("a stage of a draft", "Phoenixborn"),
    Stage.CARDS: gettext_lazy("Cards, round %(round)s of %(all)s"),
    Stage.DICE: pgettext_lazy("a stage of a draft", "Dice"),
    Stage.SWAP: pgettext_lazy("a stage of a draft", "Swap"),
    Stage.FIRST_FIVE: gettext_lazy("First Five"),
    Stage.DONE: gettext_lazy("The draft is finished"),
}
ASKS = {
    Stage.PHOENIXBORN: gettext_lazy("Take a Phoenixborn."),
    Stage.CARDS: gettext_lazy("Keep one card; the rest goes to the left."),
    Stage.DICE: ngettext_lazy("Take %(count)s die.", "Take %(count)s dice.", "count"),
    Stage.SWAP: gettext_lazy("You may swap one of your cards for a face-up one."),
    Stage.FIRST_FIVE: gettext_lazy("Choose your five starting cards."),
}
IN_TURN = frozenset({Stage.PHOENIXBORN, Stage.DICE, Stage.SWAP})
LATE = frozenset({Stage.SWAP, Stage.FIRST_FIVE, Stage.DONE})


@dataclass(frozen=True, slots=True)
class OfferedCard:
    """A card to choose; ``lang`` is set if the name falls back to English."""

    key: str
    name: str
    note: str = ""
    lang: str = ""
    symbols: SafeString = NOTHING  # what it costs, and its numbers
    drawn: DrawnCard | None = None  # a card that no catalogue knows has a name alone
    below: SafeString | str = ""  # what to know of it that is not drawn on it
    is_first: bool = False  # one of the five that its player begins with


@dataclass(frozen=True, slots=True)
class DicePile:
    """The dice of one type that are left, and how many can be taken at once."""

    die: DieView
    left: int
    numbers: range


@dataclass(frozen=True, slots=True)
class DraftPlayer:
    """A player as everybody sees them."""

    name: str
    phoenixborn: str
    dice: tuple[DieView, ...]
    is_awaited: bool
    has_chosen: bool
    is_me: bool
    has_token: bool


@dataclass(frozen=True, slots=True)
class PhoneView:
    """A player's phone; ``ask`` is empty while they wait for others."""

    seat: int
    stage: Stage
    round: int
    title: str
    ask: str
    waiting: str
    players: tuple[DraftPlayer, ...]
    offers: tuple[OfferedCard, ...]
    revealed: tuple[OfferedCard, ...]
    piles: tuple[DicePile, ...]
    mine: tuple[OfferedCard, ...]  # the Phoenixborn first

    @property
    def is_done(self) -> bool:
        """Say whether the draft is finished."""
        return self.stage is Stage.DONE

    @property
    def waits(self) -> bool:
        """Say whether the phone waits for others."""
        return not self.ask and not self.is_done

    @property
    def shows_cards(self) -> bool:
        """Say whether the player's cards are listed; two stages offer them to choose from."""
        offers_them = self.stage in (Stage.SWAP, Stage.FIRST_FIVE) and not self.waits
        return bool(self.mine) and not offers_them

    @property
    def shows_face_up(self) -> bool:
        """Say whether a waiting player sees the cards that can still be swapped."""
        return self.waits and self.stage is Stage.SWAP


@dataclass(frozen=True, slots=True)
class ListedDraft:
    """A draft in the list of somebody's drafts."""

    code: str
    players: str  # their names
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Lobby:
    """A draft before it begins."""

    seats: SeatsView
    taken: str  # "2 of 5 seats taken"
    can_begin: bool
    begins: bool  # this visitor, who owns the game
    invitation: Invitation | None  # None for who only watches


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """A seat that this phone plays."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class Handover:
    """The screen between two players of one phone, without any hand."""

    next: OwnSeat | None  # to whom to hand the phone
    waiting: str  # for whom, if nobody at this phone is to choose
    players: tuple[DraftPlayer, ...]


@dataclass(frozen=True, slots=True)
class SharedPhoneDecks:
    """The decks of all players of one phone, when the draft is finished."""

    seats: tuple[OwnSeat, ...]


@dataclass(frozen=True, slots=True)
class FinishedDeck:
    """The deck of a player when the draft is finished, and what to do with it."""

    groups: tuple[CardGroup[DeckLine], ...]
    summary: DeckSummary
    game_url: str  # "" until the game has its decks
    may_set_up: bool  # what the end of the draft does by itself was undone
    is_shared_phone: bool


@dataclass(frozen=True, slots=True)
class DraftPage:
    """The page of a draft, with one screen: lobby, handover, decks, or the phone of a player."""

    code: str
    stamp: str = ""  # of what it shows
    part_url: str = ""  # asked for again after a change, while the phone waits; "" otherwise
    lobby: Lobby | None = None
    handover: Handover | None = None
    decks: SharedPhoneDecks | None = None
    phone: PhoneView | None = None
    finished_deck: FinishedDeck | None = None  # of the player whose phone it is


def phone_of(view: DraftView, names: Sequence[str]) -> PhoneView:
    """Return what a player's phone shows."""
    is_to_move = view.seat in view.awaited
    return PhoneView(
        seat=view.seat,
        stage=view.stage,
        round=view.round,
        title=TITLES[view.stage] % {"round": view.round, "all": ROUNDS},
        ask=ASKS[view.stage] % {"count": DICE_AT_ONCE} if is_to_move else "",
        waiting=waiting(view, names, me=view.seat),
        players=players_of(view, names, me=view.seat),
        offers=_cards(view, _offered(view)) if is_to_move else (),
        revealed=_cards(view, view.revealed),
        piles=tuple(
            DicePile(die_view(dice), left, range(min(left, DICE_AT_ONCE) + 1))
            for dice, left in view.piles.items()
        ),
        mine=_cards(view, _own(view)),
    )


def _offered(view: DraftView) -> Iterable[str]:
    """Return the cards that the player chooses from."""
    match view.stage:
        case Stage.PHOENIXBORN:
            return view.offered
        case Stage.CARDS:
            return view.hand
        case Stage.SWAP:
            return view.taken
        case Stage.FIRST_FIVE:
            return view.names
        case _:
            return ()


def _own(view: DraftView) -> Iterable[str]:
    """Return what the player has taken so far; the exclusive card once it counts."""
    born = view.phoenixborn[view.seat - 1]
    return (*([born] if born else ()), *(view.names if view.stage in LATE else view.taken))


def players_of(
    view: DraftView, names: Sequence[str], *, me: int | None = None
) -> tuple[DraftPlayer, ...]:
    """Return the players as everybody sees them."""
    seats = zip(names, view.phoenixborn, view.dice, strict=True)
    return tuple(
        DraftPlayer(
            name=name,
            phoenixborn=terms.card_name(born) if born else "",
            dice=dice_views(dice),
            is_awaited=seat in view.awaited,
            has_chosen=view.stage is not Stage.DONE and seat not in view.waiting_for,
            is_me=seat == me,
            has_token=seat == view.first and view.stage in IN_TURN,
        )
        for seat, (name, born, dice) in enumerate(seats, start=1)
    )


def waiting(view: DraftView, names: Sequence[str], *, me: int | None = None) -> str:
    """Return a sentence with those whom everybody, or the others, wait for."""
    awaited = [names[seat - 1] for seat in view.awaited if seat != me]
    return _("Waiting for %(names)s.") % {"names": listed(awaited)} if awaited else ""


def _cards(view: DraftView, keys: Iterable[str]) -> tuple[OfferedCard, ...]:
    words = CardWords()
    return tuple(_card(view, key, words) for key in keys)


def _card(view: DraftView, key: str, words: CardWords) -> OfferedCard:
    card = catalogue().card(view.edition, key)
    if card is None:
        return OfferedCard(key, terms.card_name(key))
    drawn = drawn_card(card, view.edition, words)
    if card.type is CardType.PHOENIXBORN:
        exclusive = terms.card_name(view.exclusives[card.id])
        note = labelled(_("exclusive"), exclusive)
        return OfferedCard(key, terms.named(card), note, drawn=drawn, below=note)
    face, is_first = card_face(card, words), key in view.first_five
    below = use_symbols(card, words)
    return OfferedCard(key, face.name, face.kind, face.lang, face.symbols, drawn, below, is_first)
