"""What programs read and save of Ashes: decks, and the cards of all sets."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from ninja import Query, Router, Schema, Status
from pydantic import ConfigDict, Field, StringConstraints

from campaign.models import Person, SavedDeck
from campaign.rules.ashes.catalogue import Card, Edition
from campaign.rules.ashes.deck import Cards, Deck, cards_for
from campaign.rules.core.problems import RulesError
from campaign.selectors.ashes import OwnDeck, catalogue, deck_of
from campaign.services.ashes.decks import deck_change, deck_create, locked_deck
from tracker.api.answers import Paged, PageQuery, page_of, reads, writes
from tracker.api.entries import Revision, Token
from tracker.api.problems import ProblemOut, Refusal, Refused, refused
from tracker.api.repeats import entry_key
from tracker.api.tokens import ReadToken, RecordToken, owner_of
from tracker.faces.face import CatalogueEntry
from tracker.systems.ashes.decks.asked import own_deck
from tracker.systems.ashes.decks.forms import MAX_LIST
from tracker.systems.ashes.decks.imports import MAX_NAMED, deck_in
from tracker.systems.ashes.decks.presenters import deck_name
from tracker.systems.ashes.words.problems import sentence
from tracker.web.entries import CONFLICT, INVALID
from tracker.words import listed

NUMBERS = ("life", "attack", "recover", "battlefield", "spellboard")

router = Router(tags=["Decks of Ashes"], auth=ReadToken())
RECORDS = RecordToken()


class DeckOut(Schema):
    """A deck."""

    code: str
    name: str
    phoenixborn: str
    revision: int
    is_playable: bool = Field(description="Nothing is wrong with it.")
    url: str = Field(description="Of its page.")
    cards: dict[str, int] = Field(description="Copies by name.")
    dice: dict[str, int]


class DecksPage(Paged):
    """A page of your decks, the latest changed first."""

    items: list[DeckOut]


class DeckListIn(Schema):
    """A deck as a text list, such as the site's page of a deck shows it."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, StringConstraints(min_length=1, max_length=MAX_LIST)] = Field(
        description="One card a line, such as “3x Anchornaut”, in any order."
    )
    edition: Edition | None = Field(
        default=None, description="Needed only for a list that fits both editions."
    )


class NewDeckIn(DeckListIn):
    """A deck to save."""

    token: Token


class DeckChangeIn(DeckListIn):
    """A deck as it is to be from now on."""

    revision: Revision


@router.get("/decks", response=reads(DecksPage), summary="My decks")
def list_decks(request: HttpRequest, query: Query[PageQuery]) -> DecksPage:
    """Return your saved decks."""
    rows, numbers = page_of(owner_of(request).decks.not_deleted(), query.page)
    return DecksPage(items=[_deck(request, saved) for saved in rows], **numbers)


@router.post("/decks", response=writes(DeckOut), auth=RECORDS, summary="Save a deck")
def save_deck(request: HttpRequest, body: NewDeckIn) -> Status[DeckOut]:
    """Save a new deck, finished or not; a list with an unknown card is refused."""
    person = owner_of(request)
    deck = _read(body)
    key = entry_key(request, body, body.token, person.decks)
    status = 200 if person.decks.filter(token=key).exists() else 201
    try:
        saved = deck_create(person=person, deck=deck, token=key)
    except RulesError as error:
        raise _by_rules(error) from error
    return Status(status, _deck(request, saved))


@router.get("/decks/{code}", response=reads(DeckOut), summary="A deck")
def get_deck(request: HttpRequest, code: str) -> DeckOut:
    """Return a deck of yours."""
    return _deck(request, own_deck(request, code))


@router.post("/decks/{code}", response=writes(DeckOut), auth=RECORDS, summary="Change a deck")
def change_deck(request: HttpRequest, code: str, body: DeckChangeIn) -> Status[DeckOut]:
    """Replace what is in a deck; its history keeps what it was."""
    saved, deck = own_deck(request, code), _read(body)
    try:
        with locked_deck(saved) as held:
            if deck_of(held) == replace(deck, name=deck_of(held).name):
                return Status(200, _deck(request, held))
            if held.revision != body.revision:
                raise _stale(held)
            named = replace(deck, name=deck.name or deck_of(held).name)
            return Status(201, _deck(request, deck_change(saved=held, step=lambda _before: named)))
    except RulesError as error:
        raise _by_rules(error) from error


def _stale(saved: SavedDeck) -> Refused:
    said = _("Something changed meanwhile. Read it again, and send it with its new revision.")
    problem = ProblemOut(code="record.stale", sentence=said, field="revision")
    return Refused(CONFLICT, Refusal(problems=[problem], revision=saved.revision))


def _by_rules(error: RulesError) -> Refused:
    """Return why a deck cannot be saved."""
    problems = [ProblemOut(code=each.code, sentence=sentence(each)) for each in error.problems]
    return Refused(INVALID, Refusal(problems=problems))


def _read(body: DeckListIn) -> Deck:
    """Return the deck of a list, or refuse it."""
    try:
        read = deck_in(body.text, body.edition)
    except ValidationError as error:
        raise refused(INVALID, "deck.list", error.messages[0], error.code or "text") from error
    if read.unknown:
        said = _("Unknown: %(names)s.") % {"names": listed(read.unknown[:MAX_NAMED])}
        raise refused(INVALID, "deck.unknown_cards", said, "text")
    return read.deck


def _deck(request: HttpRequest, saved: SavedDeck) -> DeckOut:
    own = OwnDeck(saved, deck_of(saved))
    deck = own.deck
    cards = cards_for(deck, catalogue())
    return DeckOut(
        code=saved.code,
        name=deck_name(deck),
        phoenixborn=_name(cards, deck.phoenixborn or ""),
        revision=saved.revision,
        is_playable=own.is_playable,
        url=request.build_absolute_uri(reverse("deck", args=[saved.code])),
        cards={_name(cards, key): copies for key, copies in deck.cards.items()},
        dice={str(kind): count for kind, count in deck.dice.items()},
    )


def _name(cards: Cards, key: str) -> str:
    card = cards.get(key)
    return card.name.in_language(get_language() or "en") if card else key


def card_catalogue(person: Person, language: str) -> Iterator[CatalogueEntry]:
    """Yield the cards of all sets; nothing in them is sealed."""
    del person
    for each in catalogue().sets:
        for card in each.cards:
            yield CatalogueEntry(
                kind=str(card.type),
                id=card.id,
                name=card.name.in_language(language),
                box=each.name.in_language(language),
                facts=_facts(card),
            )


def _facts(card: Card) -> dict[str, int | str]:
    found = {name: getattr(card, name) for name in NUMBERS}
    return {name: value for name, value in found.items() if value is not None}
