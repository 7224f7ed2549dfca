"""Public decks: find, show, copy and report them; publish an own deck, or take it back."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from campaign.models import PublicDeck
from campaign.models.ashes import PublicDeckQuerySet
from campaign.models.records import CODE_LENGTH
from campaign.rules.ashes.deck_boxes import lacking
from campaign.rules.core import sizes
from campaign.rules.core.problems import RulesError
from campaign.selectors import ashes as selectors
from campaign.services.ashes import public_decks as services
from tracker.forms.fields import sent_number, text_field
from tracker.people.limits import PUBLISHED, REPORTS, address_of
from tracker.systems.ashes.decks.asked import deck_page, list_page, own_deck, owned_by
from tracker.systems.ashes.decks.filters import PublicForm
from tracker.systems.ashes.decks.presenters import (
    deck_row,
    deck_view,
    origin_view,
    with_addresses,
)
from tracker.systems.ashes.words.problems import sentence
from tracker.web.pages import for_chats, go, sent
from tracker.web.post_only import posted

DECKS_A_PAGE: Final = 24
MAX_COMPARED: Final = 500  # public decks that are compared with somebody's sets, the newest


class PublishForm(forms.Form):
    """What is shown beside a public deck."""

    author = forms.CharField(
        label=gettext_lazy("Your name"),
        required=False,
        max_length=sizes.PERSON_NAME,
        help_text=gettext_lazy("Shown beside the deck. Leave it empty to publish without a name."),
    )
    description = text_field(
        gettext_lazy("Description"),
        sizes.TEXT,
        lines=6,
        help_text=gettext_lazy("How it plays, or what it is good at."),
    )


class ReportForm(forms.Form):
    """Why a public deck should not be public."""

    text = forms.CharField(label=gettext_lazy("What is wrong with it?"), max_length=sizes.REASON)


def _public(code: str) -> PublicDeck:
    found = selectors.public_deck(code) if len(code) == CODE_LENGTH else None
    if found is None:
        raise Http404
    return found


@require_safe
def public_decks(request: HttpRequest) -> HttpResponse:
    """List the public decks that match a filter."""
    form = PublicForm(request.GET)
    found: Sequence[PublicDeck] | PublicDeckQuerySet = selectors.public_decks(form.query())
    if form.cleaned_data.get("mine"):
        owned, box = owned_by(request), selectors.catalogue()
        found = [
            public
            for public in found[:MAX_COMPARED]
            if lacking(selectors.deck_of_public(public), owned, box).is_nothing
        ]
    number = sent_number(request.GET.get("page"), 4)
    shown = Paginator(found, DECKS_A_PAGE).get_page(number)
    context = {
        "page": shown,
        "rows": [
            deck_row(
                selectors.deck_of_public(public),
                reverse("public_deck", args=[public.code]),
                author=public.author,
            )
            for public in shown
        ],
    }
    return list_page(request, "public.html", form, context)


@require_safe
def public_deck(request: HttpRequest, public: str) -> HttpResponse:
    """Show a public deck to anybody."""
    found = _public(public)
    return _public_page(request, found, ReportForm())


def _public_page(request: HttpRequest, found: PublicDeck, report: ReportForm) -> HttpResponse:
    deck = selectors.deck_of_public(found)
    view = with_addresses(deck_view(deck, owned_by(request)), "public_", found.code)
    link = request.build_absolute_uri(reverse("public_deck", args=[found.code]))
    shown = replace(
        view,
        share_link=link,
        author=found.author,
        origin=origin_view(selectors.origin_of(found.saved)),
        description=found.description,
        copy_url=reverse("public_deck_copy", args=[found.code]),
        report_url=reverse("public_deck_report", args=[found.code]),
    )
    context = {"deck": shown, "report": report, "link_preview": for_chats(request, shown.name)}
    return deck_page(request, "deck.html", context, status=422 if report.errors else 200)


def report(request: HttpRequest, public: str) -> HttpResponse:
    """Report a public deck to support."""
    found = _public(public)
    form = ReportForm(sent(request))
    if request.method != "POST":
        return go(request, "public_deck", found.code)
    if not form.is_valid():
        return _public_page(request, found, form)
    REPORTS.take(address_of(request))
    try:
        services.deck_report(public=found, text=form.cleaned_data["text"])
    except RulesError as error:
        form.add_error("text", [sentence(problem) for problem in error.problems])
        return _public_page(request, found, form)
    messages.success(request, _("Reported. Thank you: somebody will look at it."))
    return go(request, "public_deck", found.code)


def publish(request: HttpRequest, code: str) -> HttpResponse:
    """Publish a deck as it is now, with a description."""
    saved = own_deck(request, code)
    if saved.owner.is_guest:
        messages.warning(request, _("Create an account to publish a deck."))
        return go(request, "account")
    public = selectors.publication_of(saved)
    initial = {"author": public.author, "description": public.description} if public else {}
    form = PublishForm(sent(request), initial=initial)
    if form.is_valid():
        PUBLISHED.take(str(saved.owner_id))
        try:
            made = services.deck_publish(saved=saved, **form.cleaned_data)
        except RulesError as error:
            for problem in error.problems:
                form.add_error("author" if problem.path == "author" else None, sentence(problem))
        else:
            if made.is_taken_down:
                messages.warning(request, _("Support took this deck down. It stays private."))
                return go(request, "deck", saved.code)
            messages.success(request, _("Published."))
            return go(request, "public_deck", made.code)
    return deck_page(request, "publish.html", {"saved": saved, "public": public}, form=form)


def _to_deck(request: HttpRequest, code: str) -> str:
    return reverse("deck", args=[own_deck(request, code).code])


@posted(_to_deck)
def unpublish(request: HttpRequest, code: str) -> HttpResponse:
    """Take a published deck back."""
    saved = own_deck(request, code)
    services.deck_unpublish(saved=saved)
    messages.success(request, _("This deck is private again."))
    return go(request, "deck", saved.code)
