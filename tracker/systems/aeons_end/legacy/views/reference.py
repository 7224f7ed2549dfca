"""Reference pages of a campaign: mages, market, nemesis, rulebook, seals, story, results."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.models import Mage
from campaign.rules.aeons_end.legacy.facts import SectionUnlocked
from campaign.selectors import statistics
from campaign.selectors.names import name_in
from campaign.services.aeons_end import mage_rename, portrait_set
from campaign.services.facts import fact_record, fact_replace, name_change
from tracker.people.access import Access, Need
from tracker.people.limits import files_of
from tracker.pictures.uploads import picture_response
from tracker.presenters.statistics import overview
from tracker.systems.aeons_end.legacy.forms import reference as forms
from tracker.systems.aeons_end.legacy.presenters import sealed
from tracker.systems.aeons_end.legacy.presenters.campaign_snapshot import (
    CampaignSnapshot,
    campaign_snapshot,
)
from tracker.systems.aeons_end.legacy.presenters.market import market_history, piles
from tracker.systems.aeons_end.legacy.presenters.mats import mats
from tracker.systems.aeons_end.legacy.presenters.nemesis import nemesis_page
from tracker.systems.aeons_end.legacy.presenters.results import game_rows, results_so_far
from tracker.systems.aeons_end.legacy.presenters.statistics import campaign_charts
from tracker.systems.aeons_end.legacy.presenters.story import story_chapters
from tracker.systems.aeons_end.shared import selectors, words
from tracker.systems.aeons_end.shared.access import campaign_access
from tracker.systems.aeons_end.shared.presenters.results import totals
from tracker.systems.aeons_end.shared.recognise import known_as
from tracker.web.entries import NOT_SENT, Refusal, attempt, save
from tracker.web.pages import form_page, go, record_page, say_done, sent
from tracker.web.post_only import posted, to_campaign_page

RESULTS_ON_PAGE = 30  # games on a page: more than most campaigns have
STORY_GAMES = 10  # games on a page of the story
NAMES_ON_PAGE = 60  # more than players of a whole campaign type


@require_safe
def mages(request: HttpRequest, code: str) -> HttpResponse:
    """Show every mage's mat, now or as it was after a game."""
    snapshot = _snapshot(request, code)
    portraits = dict(snapshot.access.campaign.mages.values_list("seat", "portrait"))
    return _page(request, snapshot, "mages", {"mats": mats(snapshot, portraits)})


@require_safe
def market(request: HttpRequest, code: str) -> HttpResponse:
    """Show the market, and when each pile came and went."""
    snapshot = _snapshot(request, code)
    context = {"piles": piles(snapshot), "history": market_history(snapshot)}
    return _page(request, snapshot, "market", context)


@require_safe
def nemesis(request: HttpRequest, code: str) -> HttpResponse:
    """Show the campaign's basic cards and the nemeses it has met."""
    snapshot = _snapshot(request, code)
    return _page(request, snapshot, "nemesis", {"nemesis": nemesis_page(snapshot)})


@require_safe
def rulebook(request: HttpRequest, code: str) -> HttpResponse:
    """Show the sections of the rulebook, unlocked and sealed."""
    snapshot = _snapshot(request, code)
    return _page(request, snapshot, "rulebook", {"rulebook": sealed.rulebook_page(snapshot)})


@require_safe
def seals(request: HttpRequest, code: str) -> HttpResponse:
    """Show the decks, envelopes, boxes and supplements, open and sealed."""
    snapshot = _snapshot(request, code)
    context = {
        "groups": sealed.seal_groups(snapshot),
        "open_url": snapshot.aftermath_url("aftermath_seals"),
    }
    return _page(request, snapshot, "seals", context)


def _snapshot(request: HttpRequest, code: str) -> CampaignSnapshot:
    """Return the campaign that a visitor may look at, now or as it was after a game."""
    return campaign_snapshot(request, campaign_access(request, code))


def _page(
    request: HttpRequest, snapshot: CampaignSnapshot, name: str, context: Mapping[str, object]
) -> HttpResponse:
    """Render a read-only page; its template and its place in the navigation share a name."""
    template = f"aeons_end/{name}.html"
    return record_page(
        request, snapshot.access, template, context, current=name, after=snapshot.after
    )


def one_mage(request: HttpRequest, code: str, seat: int) -> HttpResponse:
    """Show one mage's mat; a POST changes the mage's name and player."""
    need = Need.WRITE if request.method == "POST" else Need.LOOK
    access = campaign_access(request, code, need)
    mage = get_object_or_404(access.campaign.mages, seat=seat)
    form = forms.MageForm(sent(request), access=access, mage=mage)
    if not form.is_bound:
        return _mage_page(request, mage, form, forms.PortraitForm())
    refusal = save(
        form,
        lambda: mage_rename(campaign=access.campaign, seat=seat, **form.given, **form.signature()),
    )
    if refusal is not None:
        return _mage_page(request, mage, form, forms.PortraitForm(), refusal)
    messages.success(request, _("Mage saved."))
    return go(request, "mage", code=access.campaign.code, seat=seat)


def my_mage(request: HttpRequest, code: str) -> HttpResponse:
    """Ask a new player which mage they play, and make them its player."""
    access = campaign_access(request, code, Need.WRITE)
    form = forms.MyMageForm(sent(request), access=access)

    def choose() -> None:
        seat = form.cleaned_data["seat"]
        mage_rename(
            campaign=access.campaign,
            seat=seat,
            name=form.mages[seat].name,
            player=name_in(access.campaign, access.member) or str(access.member),
            **form.signature(),
        )

    refusal = save(form, choose)
    if refusal is not None:
        return _my_mage_page(request, form, refusal)
    messages.success(request, _("Mage saved."))
    return go(request, "campaign", code=access.campaign.code)


def _my_mage_page(request: HttpRequest, form: forms.MyMageForm, refusal: Refusal) -> HttpResponse:
    template = "aeons_end/my_mage.html"
    return form_page(request, form, template, {}, refusal=refusal, current="mages", part=None)


@require_safe
def portrait(request: HttpRequest, code: str, seat: int) -> HttpResponse:
    """Serve a mage's portrait."""
    access = campaign_access(request, code)
    name = get_object_or_404(access.campaign.mages, seat=seat).portrait
    if not name:
        raise Http404
    return picture_response(request, name, thumb="thumb" in request.GET)


@posted(to_campaign_page("mages"))
def portrait_change(request: HttpRequest, code: str, seat: int) -> HttpResponse:
    """Save or delete a mage's portrait."""
    access = campaign_access(request, code, Need.WRITE)
    mage = get_object_or_404(access.campaign.mages, seat=seat)
    if "remove" in request.POST:
        portrait_set(mage=mage, picture=None)
        messages.success(request, _("Portrait deleted."))
    else:
        form = forms.PortraitForm(request.POST, files_of(request))
        if not form.is_valid():
            return _mage_page(request, mage, forms.MageForm(access=access, mage=mage), form)
        portrait_set(mage=mage, picture=form.cleaned_data["picture"])
        messages.success(request, _("Portrait saved."))
    return go(request, "mage", code=access.campaign.code, seat=seat)


def _mage_page(
    request: HttpRequest,
    mage: Mage,
    form: forms.MageForm,
    portrait_form: forms.PortraitForm,
    refusal: Refusal = NOT_SENT,
) -> HttpResponse:
    snapshot = campaign_snapshot(request, form.access, allow_past=request.method != "POST")
    views = {view.mage.seat: view for view in mats(snapshot, {mage.seat: mage.portrait})}
    context = {
        "mage": mage,
        "mat": views.pop(mage.seat),
        "others": list(views.values()),
        "mages_url": snapshot.url("mages"),
        "may_edit": snapshot.may_edit,
        "form": form,
        "stale": refusal.stale,
        "portrait_form": portrait_form,
    }
    status = 422 if portrait_form.errors else refusal.status
    return record_page(
        request,
        form.access,
        "aeons_end/mage.html",
        context,
        current="mages",
        after=snapshot.after,
        status=status,
    )


@require_safe
def results(request: HttpRequest, code: str) -> HttpResponse:
    """Show the results of all games, and their totals."""
    snapshot = _snapshot(request, code)
    rows = results_so_far(snapshot)
    # The first page has the latest games; each page is in the order of the games.
    page = Paginator(rows[::-1], RESULTS_ON_PAGE).get_page(request.GET.get("page"))
    context = {
        "games": game_rows(snapshot, page),
        "page": page,
        "totals": totals(rows),
        "state": snapshot.state,
    }
    return _page(request, snapshot, "results", context)


def statistics_page(request: HttpRequest, access: Access) -> HttpResponse:
    """Show the statistics of a campaign's games, its cards and its market."""
    snapshot = campaign_snapshot(request, access)
    counted = statistics.campaign_statistics(access.campaign, after=snapshot.after)
    context = {
        "counted": overview(counted, campaign_charts(counted, snapshot)),
        "beside_url": snapshot.url("market"),
        "beside_label": _("When each pile came and went"),
        "log_url": reverse("log", query={"group": access.campaign.code}),
    }
    template, current = "plays/campaign_statistics.html", "campaign_statistics"
    return record_page(request, access, template, context, current=current, after=snapshot.after)


def section_note(request: HttpRequest, code: str, section: str) -> HttpResponse:
    """Edit the players' note about an unlocked section, and the letter on their sticker."""
    access = campaign_access(request, code, Need.WRITE)
    snapshot = campaign_snapshot(request, access, allow_past=False)
    entry = sealed.sections_entered(snapshot).get(section)
    if entry is None or not isinstance(unlocked := entry.fact, SectionUnlocked):
        raise Http404
    stands = {"letter": unlocked.letter, "note": unlocked.note, "reason": unlocked.reason}
    form = forms.SectionNoteForm(sent(request), access=access, initial=stands)

    def replace_note() -> None:
        new = form.fact(section)
        fact_replace(campaign=access.campaign, fact=entry.id, by=new, **form.signature())

    refusal = save(form, replace_note)
    if refusal is not None:
        return _section_note_page(request, form, unlocked, refusal)
    say_done(request, access, _("Note saved."))
    return go(request, reverse("rulebook", args=[code]) + f"#section-{section}")


def _section_note_page(
    request: HttpRequest, form: forms.SectionNoteForm, unlocked: SectionUnlocked, refusal: Refusal
) -> HttpResponse:
    context, template = {"unlocked": unlocked}, "aeons_end/section_note.html"
    return form_page(request, form, template, context, refusal=refusal, current="rulebook")


def bookmark(request: HttpRequest, code: str) -> HttpResponse:
    """Save the last story card that was read."""
    access = campaign_access(request, code, Need.WRITE)
    state = selectors.campaign_state(access.campaign)
    game = state.current
    if game is None:
        raise Http404  # there is no story before the first game
    form = forms.BookmarkForm(sent(request), access=access, initial={"card": state.bookmark})

    def move() -> None:
        fact = form.fact()
        fact_record(campaign=access.campaign, game=game.number, fact=fact, **form.signature())

    refusal = save(form, move)
    if refusal is not None:
        return _bookmark_page(request, form, refusal)
    say_done(request, access, _("Saved."))
    return go(request, "campaign", code)


def _bookmark_page(
    request: HttpRequest, form: forms.BookmarkForm, refusal: Refusal
) -> HttpResponse:
    campaign = form.access.campaign
    context = {
        "title": _("Bookmark"),
        "kicker": "",
        "lead": _("The last card of deck L that you have read."),
        "back_url": reverse("campaign", args=[campaign.code]),
        "back_label": campaign.name,
    }
    template = "aeons_end/bookmark.html"
    return form_page(request, form, template, context, refusal=refusal, current="campaign")


def story_page(request: HttpRequest, access: Access) -> HttpResponse:
    """Show the story of the campaign, the first game first."""
    snapshot = campaign_snapshot(request, access, allow_past=False)
    rows = selectors.results_table(access.campaign)
    page = Paginator(rows, STORY_GAMES).get_page(request.GET.get("page"))
    context = {
        "has_begun": bool(rows),
        "none_text": _(
            "Each game gets a card here: how it ended, what you wrote, your photos and what "
            "changed for good."
        ),
        "chapters": story_chapters(snapshot, list(page)),
        "page": page,
        "state": snapshot.state,
        "is_complete": snapshot.state.finished and not page.has_next(),
    }
    return record_page(request, access, "aeons_end/story.html", context, current="story")


@dataclass(frozen=True, slots=True)
class TypedName:
    """A name that players typed, and the URL of the form that changes it."""

    name: str
    rename_url: str


def names(request: HttpRequest, code: str) -> HttpResponse:
    """List the names that players typed, and change one: ``?key=``."""
    access = campaign_access(request, code, Need.WRITE)
    story = selectors.campaign_facts(access.campaign).story
    typed, pack = words.typed_names(story), selectors.box(access.campaign.system)
    posting = request.method == "POST"
    key = (request.POST if posting else request.GET).get("key", "")
    if key and key not in typed and not posting:
        raise Http404
    old = typed.get(key, "")  # "" if it has another name by now
    form = forms.NameForm(sent(request), access=access, initial={"name": old, "key": key})
    by_name = sorted(typed.items(), key=lambda named: named[1].casefold())
    page = Paginator(by_name, NAMES_ON_PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form if key or posting else None,
        "old": old,
        "page": page,
        "names": [
            TypedName(name, reverse("names", args=[code], query={"key": key})) for key, name in page
        ],
    }
    template = "aeons_end/names.html"

    def rename() -> None:
        known = known_as(form.given["name"], key, story, pack)
        name_change(campaign=access.campaign, known=known, **form.given, **form.signature())

    done = attempt(form, rename)
    if done.refusal is not None:
        return form_page(request, form, template, context, refusal=done.refusal, current="history")
    if done.before is not None:
        old = done.before.detail.name_before
    said = {"old": old, "new": form["name"].value()}
    text = _("%(old)s is now called %(new)s.") % said if old else _("Saved.")
    say_done(request, access, text)
    return go(request, "names", code=access.campaign.code)
