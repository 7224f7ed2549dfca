"""The deck builder: the cards to choose from, and the deck, which every tap changes and saves."""

from enum import StrEnum
from typing import Final
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language
from django_htmx.http import HttpResponseClientRefresh

from campaign.models import SavedDeck
from campaign.rules.ashes import deck_steps
from campaign.rules.ashes.card_search import find_cards, matches
from campaign.rules.ashes.catalogue import DiceType
from campaign.rules.core.problems import Problem, RulesError
from campaign.selectors import ashes as selectors
from campaign.services.ashes import decks as services
from tracker.forms.fields import sent_number
from tracker.people.access import person_of
from tracker.systems.ashes.decks.asked import deck_page, list_page, own_deck
from tracker.systems.ashes.decks.build_form import BuildForm
from tracker.systems.ashes.decks.builder import (
    BuiltDeck,
    CardStepper,
    built_deck,
    element_of,
    pick_of,
)
from tracker.systems.ashes.words.problems import sentence
from tracker.systems.ashes.words.terms import CardWords
from tracker.web.pages import asked_by_htmx, go, say_problems

CARDS_A_PAGE: Final = 24


class Button(StrEnum):
    """The buttons of the builder; all but the last two say what they are about."""

    ADD = "add"  # as in "add:anchornaut"
    REMOVE = "remove"
    FIRST = "first"
    ADD_DIE = "add-die"
    REMOVE_DIE = "remove-die"
    UNDO = "undo"
    REDO = "redo"


CARD_STEPS: Final = (Button.ADD, Button.REMOVE)  # after which a card has another number


def edit(request: HttpRequest, code: str) -> HttpResponse:
    """Show the builder of a deck, or take a step."""
    saved = own_deck(request, code)
    if request.method == "POST":
        return _post(request, saved)
    deck = selectors.deck_of(saved)
    person = person_of(request)
    sets, has_sets = selectors.owned_of(person, deck.edition), selectors.has_collection(person)
    url = reverse("deck_edit", args=[saved.code])
    form = BuildForm(request.GET, deck=deck, url=url, has_sets=has_sets)
    query, words = form.query(sets), CardWords()
    own = [card for card in deck.own_cards.values() if matches(card, query)]
    printed = find_cards(selectors.catalogue(), query, get_language() or "en")
    cards = [*own, *(each.card for each in printed)]
    number = sent_number(request.GET.get("page"), 3)
    page = Paginator(cards, CARDS_A_PAGE).get_page(number)
    context = {
        "saved": saved,
        "page": page,
        "came_by": f"?{urlencode({'deck': saved.code, 'page': page.number})}&{form.address()}",
        "picks": [pick_of(card, deck, sets if has_sets else None, words) for card in page],
        "all_cards": sum(1 for _card in selectors.catalogue().cards(deck.edition)),
        "built": _built(saved, sets),
    }
    return list_page(request, "build.html", form, context)


def _built(saved: SavedDeck, sets: frozenset[str]) -> BuiltDeck:
    return built_deck(saved, selectors.deck_of(saved), sets, selectors.deck_steps(saved))


def _post(request: HttpRequest, saved: SavedDeck) -> HttpResponse:
    name, _colon, about = request.POST.get("do", "").partition(":")
    before = selectors.deck_of(saved)
    try:
        changed = _changed(saved, name, about)
    except RulesError as error:
        say_problems(request, error, sentence)
        changed = None
    if not asked_by_htmx(request):
        # Back to the card that was tapped.
        return go(request, f"{request.get_full_path()}#card-{element_of(about)}")
    if changed is None or name in (Button.UNDO, Button.REDO):
        return HttpResponseClientRefresh()
    deck = selectors.deck_of(changed)
    context = {
        "saved": changed,
        "built": _built(changed, selectors.owned_of(person_of(request), deck.edition)),
        "here": request.get_full_path(),
        "stepper": CardStepper(about, "", deck.cards.get(about, 0)) if name in CARD_STEPS else None,
        # A card that came in, or is one of the First Five now, is drawn in the deck.
        "redraws": name == Button.FIRST or (about in deck.cards and about not in before.cards),
    }
    return deck_page(request, "build.html", context, part="stepped")


def _changed(saved: SavedDeck, name: str, about: str) -> SavedDeck:
    """Do what a button says, or raise ``RulesError``."""
    match name:
        case Button.UNDO:
            return services.deck_undo(saved=saved)
        case Button.REDO:
            return services.deck_redo(saved=saved)
    return services.deck_change(saved=saved, step=_step(name, about))


def _step(name: str, about: str) -> deck_steps.Step:
    is_die = about in list(DiceType)
    match name:
        case Button.ADD:
            return deck_steps.add_copy(about, selectors.catalogue())
        case Button.REMOVE:
            return deck_steps.remove_copy(about)
        case Button.FIRST:
            return deck_steps.toggle_first(about)
        case Button.ADD_DIE if is_die:
            return deck_steps.add_die(DiceType(about))
        case Button.REMOVE_DIE if is_die:
            return deck_steps.remove_die(DiceType(about))
    raise RulesError([Problem("deck.unknown_step")])
