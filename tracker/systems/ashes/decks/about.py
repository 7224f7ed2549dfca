"""What stands beside the cards of a deck: name, Phoenixborn, tags, a note; and typed cards."""

from dataclasses import dataclass, replace
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from campaign.rules.ashes.deck import OwnCard
from campaign.rules.ashes.deck_steps import add_own_card, remove_own_card
from campaign.rules.core.problems import RulesError
from campaign.selectors import ashes as selectors
from campaign.services.ashes.decks import deck_change, deck_describe, locked_deck
from tracker.systems.ashes.decks.asked import deck_page, own_deck
from tracker.systems.ashes.decks.forms import AboutDeckForm, OwnCardForm
from tracker.systems.ashes.words import terms
from tracker.web.pages import go, sent


def about(request: HttpRequest, code: str) -> HttpResponse:
    """Set the name of a deck, its Phoenixborn, and what stands beside it."""
    saved = own_deck(request, code)
    form = AboutDeckForm(sent(request), saved=saved, deck=selectors.deck_of(saved))
    if form.is_valid():
        given = form.cleaned_data
        name, born = given["name"], given["phoenixborn"] or None
        try:
            with locked_deck(saved) as held:  # all that was sent is saved, or nothing
                deck_describe(
                    saved=held,
                    reason=given.get("reason", held.reason),
                    note=given["note"],
                    tags=form.tags_given(),
                )
                deck_change(saved=held, step=partial(replace, name=name, phoenixborn=born))
            return go(request, "deck_edit", saved.code)
        except RulesError as error:
            form.refuse(error.problems)
    return deck_page(request, "about.html", {"saved": saved}, form=form)


@dataclass(frozen=True, slots=True)
class TypedCard:
    """A typed card of the deck, with its type in words."""

    card: OwnCard
    type: str


def own_cards(request: HttpRequest, code: str) -> HttpResponse:
    """List the cards that somebody typed into a deck, add one, or remove one."""
    saved = own_deck(request, code)
    deck = selectors.deck_of(saved)
    if "remove" in request.POST:
        deck_change(saved=saved, step=remove_own_card(request.POST["remove"]))
        return go(request, "deck_own_cards", saved.code)
    form = OwnCardForm(sent(request))
    if form.is_valid():
        card = form.card(deck)
        try:
            if not form.errors:
                deck_change(saved=saved, step=add_own_card(card))
                messages.success(request, _("Added: %(name)s") % {"name": card.name})
                return go(request, "deck_own_cards", saved.code)
        except RulesError as error:
            form.refuse(error.problems)
    typed = [TypedCard(card, terms.card_type(card.type)) for card in deck.own]
    return deck_page(request, "own_cards.html", {"saved": saved, "typed": typed}, form=form)
