"""Decks as the pages show them: a row of a list, contents, figures and faults."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaign.rules.ashes import deck as rules
from campaign.rules.ashes.catalogue import DECK_TYPES, Card, CardSet, DiceType, Edition
from campaign.rules.ashes.conjuration_pile import conjuration_pile
from campaign.rules.ashes.deck_boxes import lacking, sets_with_dice
from campaign.rules.ashes.deck_figures import CURVE, cost_curve, dice_needs, sets_needed
from campaign.rules.ashes.dice_cost import deck_hints, dice_needed
from campaign.rules.ashes.duel import SeatSetup
from campaign.rules.core.keys import is_typed
from campaign.selectors.ashes import DeckOrigin, DeckRecord, catalogue, deck_of_public
from tracker.systems.ashes.card_faces import CardFace, card_face, card_url
from tracker.systems.ashes.drawn_cards import DrawnCard, PrintedValue, drawn_card
from tracker.systems.ashes.presenters import CardGroup, DieView, card_groups, dice_views, die_view
from tracker.systems.ashes.symbols import cost_symbols
from tracker.systems.ashes.words import terms
from tracker.systems.ashes.words.problems import sentence
from tracker.systems.ashes.words.terms import CardWords


@dataclass(frozen=True, slots=True)
class DeckLine:
    """Copies of a card in a deck."""

    name: str
    count: int
    face: CardFace | None = None  # None: no set has it
    url: str = ""  # of its page; a typed card has none
    is_first: bool = False


def line_of(
    card: Card, n: int, edition: Edition, words: CardWords, *, is_first: bool = False
) -> DeckLine:
    """Return copies of a card as a line."""
    url = "" if is_typed(card.id) else card_url(edition, card.id)
    return DeckLine(words.name_of(card), n, card_face(card, words), url, is_first)


@dataclass(frozen=True, slots=True)
class CurveBar:
    """How many cards cost so many dice to play."""

    dice: str
    count: int


@dataclass(frozen=True, slots=True)
class NeedRow:
    """Symbols of one kind that a deck costs, to play its cards and to use them once."""

    symbol: SafeString
    text: str
    play: int
    use: int

    @property
    def both(self) -> int:
        """Return how many they are together."""
        return self.play + self.use


@dataclass(frozen=True, slots=True)
class NeededSet:
    """A card set that a deck needs."""

    name: str
    is_owned: bool


@dataclass(frozen=True, slots=True)
class LackingDice:
    """Dice that somebody lacks for a deck, and the sets that have them."""

    die: DieView
    count: int
    sets: str


@dataclass(frozen=True, slots=True)
class DeckSummary:
    """What is said of a deck: its counts, faults, hints, conjurations and dice needed."""

    size: int
    dice: tuple[DieView, ...]
    first_five: int
    faults: tuple[str, ...]
    hints: tuple[str, ...]
    conjurations: tuple[DeckLine, ...]
    needs: tuple[NeedRow, ...]
    first_needs: SafeString
    curve: tuple[CurveBar, ...]
    sets: tuple[NeededSet, ...]
    lacking_dice: tuple[LackingDice, ...]
    reason: str  # why it is played with its faults
    cards_most: int = rules.CARDS
    dice_most: int = rules.DICE

    @property
    def dice_missing(self) -> range:
        """Return a range as long as the number of dice still to choose."""
        return range(max(self.dice_most - len(self.dice), 0))

    @property
    def most_needed(self) -> int:
        """Return the largest number of dice needed of one kind."""
        return max((need.both for need in self.needs), default=1)

    @property
    def most_of_a_cost(self) -> int:
        """Return the largest number of cards that cost the same."""
        return max((bar.count for bar in self.curve), default=0) or 1


def deck_summary(deck: rules.Deck, owned: frozenset[str], reason: str = "") -> DeckSummary:
    """Return what is said of a deck; ``owned`` are the sets of who asks."""
    box, words = catalogue(), CardWords()
    faults = rules.deck_faults(deck, box)
    cards = rules.cards_for(deck, box)
    pile = ((cards.get(key), n) for key, n in conjuration_pile(deck, box).items())
    first_five = dice_needed(cards, dict.fromkeys(deck.first_five, 1))
    return DeckSummary(
        size=deck.size,
        dice=dice_views(deck.dice),
        first_five=len(deck.first_five),
        faults=tuple(sentence(problem) for problem in faults),
        hints=tuple(sentence(problem) for problem in deck_hints(deck, box)),
        conjurations=tuple(line_of(card, n, deck.edition, words) for card, n in pile if card),
        needs=tuple(
            NeedRow(cost_symbols([need.cost], words), words.need(need.cost), need.play, need.use)
            for need in dice_needs(deck, cards)
        ),
        first_needs=cost_symbols(first_five, words),
        curve=tuple(
            CurveBar(f"{dice}+" if dice == CURVE else str(dice), count)
            for dice, count in enumerate(cost_curve(deck, cards))
        ),
        sets=tuple(
            NeededSet(terms.set_name(each), each.slug in owned) for each in sets_needed(deck, box)
        ),
        lacking_dice=tuple(
            LackingDice(die_view(kind), n, _sets_with(kind, deck.edition))
            for kind, n in lacking(deck, owned, box).dice.items()
        ),
        reason=reason if faults else "",
    )


def _sets_with(kind: DiceType, edition: Edition) -> str:
    """Return the names of the sets of an edition that have dice of a type; of any, without one."""
    sets = sets_with_dice(kind, catalogue())
    alike = [each for each in sets if each.edition is edition]
    return ", ".join(map(terms.set_name, alike or sets))


def groups_of(deck: rules.Deck) -> tuple[CardGroup[DeckLine], ...]:
    """Return the cards of a deck by type; those that do not belong there last."""
    cards, words = rules.cards_for(deck, catalogue()), CardWords()
    lines = []
    for key, n in deck.cards.items():
        card = cards.get(key)
        if card is None:
            lines.append(("", DeckLine(terms.card_name(key), n)))
        else:
            kind = card.type if card.type in DECK_TYPES else ""
            is_first = key in deck.first_five
            lines.append((kind, line_of(card, n, deck.edition, words, is_first=is_first)))
    return card_groups(lines, str(terms.OTHER_CARDS))


@dataclass(frozen=True, slots=True)
class MeetingView:
    """How a deck did against a Phoenixborn."""

    name: str
    games: int
    won: int


@dataclass(frozen=True, slots=True)
class RecordView:
    """How a deck did in the games of who looks at it."""

    games: int
    won: int
    against: tuple[MeetingView, ...]


def record_view(record: DeckRecord) -> RecordView:
    """Return how a deck did, with the names of whom it met."""
    return RecordView(
        record.games,
        record.won,
        tuple(
            MeetingView(each.name or terms.card_name(each.key), each.games, each.won)
            for each in record.against
        ),
    )


@dataclass(frozen=True, slots=True)
class OriginView:
    """The deck that another is a copy of."""

    name: str
    url: str
    author: str  # "" if it is published without a name, or ready-made


def origin_view(origin: DeckOrigin) -> OriginView | None:
    """Return what a deck is a copy of; None if it is no copy, or nobody may see of what."""
    if origin.public:
        name = deck_name(deck_of_public(origin.public))
        url = reverse("public_deck", args=[origin.public.code])
        return OriginView(name, url, origin.public.author)
    if origin.ready:
        name = deck_name(rules.ready_deck(catalogue(), origin.ready, get_language() or "en"))
        return OriginView(name, reverse("ready_deck", args=[origin.ready]), "")
    return None


@dataclass(frozen=True, slots=True)
class DeckView:
    """The page of a deck: its contents, and what the visitor may do with it."""

    name: str
    kicker: str  # its Phoenixborn and edition
    phoenixborn: DrawnCard | None
    hand: tuple[DrawnCard, ...]  # a few of its cards to look at, the First Five before others
    groups: tuple[CardGroup[DeckLine], ...]
    summary: DeckSummary
    tags: tuple[str, ...] = ()  # these two are for its owner alone
    note: str = ""
    own_code: str = ""  # of a deck of the visitor's own
    share_link: str = ""  # "" until an own deck has one
    copy_url: str = ""  # of somebody else's deck
    text_url: str = ""
    json_url: str = ""
    hand_url: str = ""
    play_url: str = ""
    list_pdf_url: str = ""
    proxies_pdf_url: str = ""
    sleeve_pdf_url: str = ""
    ashes_live_url: str = ""
    record: RecordView | None = None  # None: there are no games to count
    public_url: str = ""  # of an own deck that is published
    is_taken_down: bool = False  # by support
    origin: OriginView | None = None  # of a copy
    author: str = ""  # these three are of a public deck
    description: str = ""
    report_url: str = ""

    @property
    def sigil(self) -> str:
        """Return the sigil of its Phoenixborn; without one, that of the game stands there."""
        return self.phoenixborn.sigil if self.phoenixborn else ""

    @property
    def values(self) -> tuple[PrintedValue, ...]:
        """Return what its Phoenixborn has."""
        return self.phoenixborn.values if self.phoenixborn else ()

    @property
    def is_ready(self) -> bool:
        """Say whether nothing stands against playing it."""
        return not self.summary.faults or bool(self.summary.reason)


def deck_view(deck: rules.Deck, owned: frozenset[str], reason: str = "") -> DeckView:
    """Return the page of a deck; ``reason`` is why it is played with its faults."""
    born = rules.cards_for(deck, catalogue()).get(deck.phoenixborn or "")
    return DeckView(
        name=deck_name(deck),
        kicker=deck_kicker(deck, born),
        phoenixborn=drawn_card(born, deck.edition, CardWords()) if born else None,
        hand=sample_of(deck),
        groups=groups_of(deck),
        summary=deck_summary(deck, owned, reason),
    )


def sample_of(deck: rules.Deck) -> tuple[DrawnCard, ...]:
    """Return a few cards of a deck to look at: the First Five, then others."""
    cards, words = rules.cards_for(deck, catalogue()), CardWords()
    keys = dict.fromkeys((*deck.first_five, *deck.cards))
    known = [card for key in keys if (card := cards.get(key))]
    return tuple(drawn_card(card, deck.edition, words) for card in known[: rules.FIRST_FIVE])


def first_five_of(setup: SeatSetup) -> tuple[DrawnCard, ...]:
    """Return the opening hand of a seat in a game."""
    cards, words = setup.by_key, CardWords()
    return tuple(drawn_card(cards[key], setup.deck.edition, words) for key in setup.first_five)


def with_addresses(view: DeckView, prefix: str, key: str) -> DeckView:
    """Return a page with what can be done with any deck; ``prefix`` begins names of addresses."""

    def url(name: str) -> str:
        return reverse(f"{prefix}{name}", args=[key])

    return replace(
        view,
        text_url=url("deck_list"),
        json_url=url("deck_json"),
        hand_url=url("deck_hand"),
        play_url=url("deck_play"),
        list_pdf_url=url("deck_list_pdf"),
        proxies_pdf_url=url("deck_proxies_pdf"),
        sleeve_pdf_url=url("deck_sleeve_pdf"),
        ashes_live_url=url("deck_ashes_live"),
    )


@dataclass(frozen=True, slots=True)
class DeckRow:
    """A deck in a list, with one die of each of its types."""

    url: str
    name: str
    phoenixborn: str
    edition: str
    dice: tuple[DieView, ...]
    size: int
    is_playable: bool
    box: str = ""  # the set of a ready-made deck
    author: str = ""  # of a public deck
    tags: tuple[str, ...] = ()  # of an own deck
    sigil: str = ""  # the name whose sigil it bears: that of its Phoenixborn

    @property
    def lead(self) -> str:
        """Return who is played, and where the deck is from."""
        box = "" if self.box == self.name else self.box
        return " · ".join(filter(None, (self.phoenixborn, box, self.author)))


def deck_row(
    deck: rules.Deck,
    url: str,
    *,
    is_playable: bool = True,
    box: CardSet | None = None,
    author: str = "",
    tags: Iterable[str] = (),
) -> DeckRow:
    """Return a deck as a row of a list; ``box`` is the set of a ready-made one."""
    born = deck.phoenixborn
    return DeckRow(
        url=url,
        name=deck_name(deck),
        phoenixborn=terms.card_name(born) if born else _("no Phoenixborn yet"),
        edition=edition_name(deck),
        dice=tuple(die_view(kind) for kind in DiceType if deck.dice.get(kind)),
        size=deck.size,
        is_playable=is_playable,
        box=terms.set_name(box) if box else "",
        author=author,
        tags=tuple(tags),
        sigil=catalogue().name_of("card", born, "en") if born else "",
    )


def deck_kicker(deck: rules.Deck, born: Card | None) -> str:
    """Return the Phoenixborn of a deck and its edition, as they stand above its name."""
    return " · ".join(filter(None, (terms.named(born) if born else "", edition_name(deck))))


def edition_name(deck: rules.Deck) -> str:
    """Return the edition of a deck."""
    return str(terms.EDITIONS[deck.edition])


def deck_name(deck: rules.Deck) -> str:
    """Return the name of a deck, or that of its Phoenixborn."""
    if deck.name:
        return deck.name
    return terms.card_name(deck.phoenixborn) if deck.phoenixborn else _("A new deck")
