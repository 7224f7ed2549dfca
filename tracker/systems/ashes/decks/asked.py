"""The deck that an address names: an own, a ready-made, a shared or a public one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import get_language
from django_htmx.http import replace_url

from campaign.models import SavedDeck
from campaign.models.records import CODE_LENGTH
from campaign.rules.ashes.deck import Deck, ready_deck
from campaign.selectors import ashes as selectors
from campaign.selectors.ashes import DeckOrigin
from tracker.people.access import person_of
from tracker.people.limits import WRONG_LINKS, address_of
from tracker.systems.ashes.filter_form import FilterForm
from tracker.systems.ashes.look import LOOK
from tracker.web.pages import asked_by_htmx, page

READY: Final = "ready_"  # begins the names of the addresses of ready-made decks
STYLES: Final = "ashes/decks.css"  # of decks and drafts


def deck_page(
    request: HttpRequest, template: str, context: Mapping[str, object], **more: Any
) -> HttpResponse:
    """Render a page of decks."""
    whole = {"styles": STYLES, "look": LOOK, **context}
    return page(request, f"ashes/decks/{template}", whole, **more)


def list_page(
    request: HttpRequest, template: str, form: FilterForm, context: Mapping[str, object]
) -> HttpResponse:
    """Render a list of decks with its filter, which htmx writes into the address."""
    answer = deck_page(request, template, {**context, "form": form}, part="found")
    if asked_by_htmx(request):
        replace_url(answer, form.here)
    return answer


def own_deck(request: HttpRequest, code: str, *, deleted: bool = False) -> SavedDeck:
    """Return a deck of the requesting person, or raise 404."""
    person = person_of(request)
    if person is None or len(code) != CODE_LENGTH:
        raise Http404
    mine = person.decks.all()
    decks = mine.deleted() if deleted else mine.not_deleted()
    return get_object_or_404(decks, code=code.upper())


def ready_made(slug: str) -> Deck:
    box = selectors.catalogue()
    if slug not in box.decks:
        raise Http404
    return ready_deck(box, slug, language=get_language() or "en")


def owned_by(request: HttpRequest) -> frozenset[str]:
    return selectors.owned_sets(person_of(request))


@dataclass(frozen=True, slots=True)
class AskedDeck:
    """An own, ready-made, shared or public deck; ``prefix`` begins the names of its addresses."""

    deck: Deck
    prefix: str
    key: str
    origin: DeckOrigin  # that a copy of it has
    share_key: str = ""  # of an own deck that has a link

    @property
    def open_url(self) -> str:
        """Return the address at which others can open it; "" for an own deck without a link."""
        if self.prefix:
            return self.url()
        return reverse("shared_deck", args=[self.share_key]) if self.share_key else ""

    @property
    def is_ready_made(self) -> bool:
        """Say whether it is of a box; its key is that of the catalogue then."""
        return self.prefix == READY

    def url(self, name: str = "deck") -> str:
        """Return the address of its page, or of something that can be done with it."""
        return reverse(f"{self.prefix}{name}", args=[self.key])


def asked_deck(
    request: HttpRequest, *, code: str = "", slug: str = "", key: str = "", public: str = ""
) -> AskedDeck:
    """Return the deck that an address names, or raise 404."""
    if code:
        saved = own_deck(request, code)
        deck, origin = selectors.deck_of(saved), selectors.origin_of(saved)
        return AskedDeck(deck, "", saved.code, origin, share_key=saved.share_key or "")
    if slug:
        return AskedDeck(ready_made(slug), READY, slug, DeckOrigin(ready=slug))
    if public:
        found = selectors.public_deck(public) if len(public) == CODE_LENGTH else None
        if found is None:
            raise Http404
        return AskedDeck(
            selectors.deck_of_public(found), "public_", found.code, DeckOrigin(public=found)
        )
    shared = selectors.shared_deck(key) if key.isprintable() else None
    if shared is None:
        WRONG_LINKS.take(address_of(request))
        raise Http404
    return AskedDeck(selectors.deck_of(shared), "shared_", key, selectors.origin_of(shared))
