"""The card browser, and a page for each card."""

from typing import Final

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from django_htmx.http import replace_url

from campaign.rules.ashes.card_search import find_cards
from campaign.rules.ashes.catalogue import Edition
from campaign.selectors import ashes as selectors
from tracker.forms.fields import sent_number
from tracker.people.access import person_of
from tracker.systems.ashes.cards.forms import CardsForm
from tracker.systems.ashes.cards.presenters import card_view, found_card, found_cards
from tracker.systems.ashes.look import LOOK
from tracker.web.pages import asked_by_htmx, page

STYLES: Final = "ashes/decks.css"
CARDS_A_PAGE: Final = 24


@require_safe
def cards(request: HttpRequest) -> HttpResponse:
    """List the cards that match a filter; the filter is the address."""
    form = CardsForm(request.GET)
    owned = selectors.owned_sets(person_of(request))
    query = form.query(owned)
    found = find_cards(selectors.catalogue(), query, get_language() or "en")
    shown = Paginator(found, CARDS_A_PAGE).get_page(sent_number(request.GET.get("page"), 3))
    context = {
        "styles": STYLES,
        "look": LOOK,
        "form": form,
        "page": shown,
        "found": found_cards(shown, says_edition=query.edition is None),
        "all_cards": sum(
            query.edition in (None, each.edition) for each in selectors.catalogue().in_order("en")
        ),
    }
    answer = page(request, "ashes/cards/cards.html", context, part="found")
    if asked_by_htmx(request):
        replace_url(answer, form.here)
    return answer


@require_safe
def card(request: HttpRequest, edition: str, key: str) -> HttpResponse:
    """Show everything that is printed on a card but its text, and what it belongs to."""
    known = edition in list(Edition)
    found = found_card(Edition(edition), key) if known else None
    if found is None:
        raise Http404
    view = card_view(found, person_of(request), request.GET)
    return page(request, "ashes/cards/card.html", {"styles": STYLES, "look": LOOK, "view": view})
