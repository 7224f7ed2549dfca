"""The history of a campaign: every change in words, and undo."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.models import ChangeKind, Game
from campaign.selectors import campaigns
from campaign.selectors import history as selectors
from campaign.selectors.games import photos_of
from campaign.selectors.history import GameHistory
from campaign.services.games import change_undo, game_undo
from tracker.faces.registry import campaign_face
from tracker.forms.campaigns import UndoForm
from tracker.forms.one_offs import BareForm
from tracker.people.access import Access, Need, campaign_access
from tracker.presenters.history import HistoryBook
from tracker.views.campaigns import may_fork
from tracker.web.entries import Refusal, attempt, save
from tracker.web.pages import form_page, go, record_page, row_number, say_done, say_undone, sent
from tracker.web.post_only import posted, to_campaign_page
from tracker.web.records import game_url

SHOWN = 5  # games on a page
GAMES_SHOWN = 12  # to look back to, at once
UNDOES = (ChangeKind.UNDO, ChangeKind.REDO, ChangeKind.RENAME)  # kinds of what the button does


@require_safe
def history(request: HttpRequest, code: str) -> HttpResponse:
    """Show every change, by whom and when, the latest first."""
    access = campaign_access(request, code)
    withdrawing = "withdraw" in request.GET and access.may_record
    asked = request.GET.get("page", 1)
    page = selectors.history_by_game(access.campaign, page=asked, size=SHOWN)
    book = HistoryBook(access, withdrawing=withdrawing)
    cards = book.cards(page)
    offered = (change.offers_withdrawal for card in cards for change in card.changes)
    context = {
        "cards": cards,
        "page": page,
        "may_withdraw": access.may_record and any(offered),
        "last": book.games[-1] if book.games else None,
        # After the last of its games, the campaign is as it is now.
        "earlier": book.earlier_states(GAMES_SHOWN),
        "rename_url": campaign_face(access.campaign.system).rename_url(access.campaign),
        "withdrawing": withdrawing,
        "may_fork": may_fork(access),
        "undo": _undo_button(access, page) if access.may_record and page.number == 1 else None,
    }
    return record_page(request, access, "campaigns/history.html", context, current="history")


@dataclass(frozen=True, slots=True)
class UndoButton:
    """The button that undoes the last change, or redoes what was undone last."""

    form: BareForm
    redoes: bool

    @property
    def icon(self) -> str:
        """Return the name of its icon."""
        return "redo" if self.redoes else "undo"


def _undo_button(access: Access, groups: Iterable[GameHistory]) -> UndoButton | None:
    """Return the button for the last change; None if that cannot be undone."""
    events = (event for group in groups for event in group.events)
    latest = (event for event in events if event.change.revision == access.record.revision)
    last = next(latest, None) or selectors.last_change(access.campaign)
    if last is None or not last.can_be_undone:
        return None
    return UndoButton(BareForm(access=access), redoes=last.change.kind == ChangeKind.UNDO)


@posted(to_campaign_page("campaign"))
def undo_last(request: HttpRequest, code: str) -> HttpResponse:
    """Undo the last change of a campaign, or redo what was undone last."""
    access = campaign_access(request, code, Need.WRITE)
    game = undo_or_redo(request, access)
    if game is not None and game.withdrawn is None:
        return go(request, game_url(game))
    return go(request, "campaign", code=access.campaign.code)


def undo_or_redo(request: HttpRequest, access: Access) -> Game | None:
    """Undo the last change, which the form names; return the game that it was about."""
    form = BareForm(request.POST, access=access)
    seen = row_number(request.POST.get("revision", ""))
    redoes = access.record.changes.filter(revision=seen, kind=ChangeKind.UNDO).exists()
    done = attempt(form, lambda: change_undo(record=access.record, **form.signature()))
    if done.refusal is not None:
        otherwise = _("This could not be undone. Try again.")
        say_why_not(request, form, done.refusal, otherwise)
        return None
    if done.before is not None and done.before.kind not in UNDOES:
        # Somebody gave another form the button's token.
        messages.error(request, _("This could not be undone. Try again."))
        return None
    if redoes:
        say_done(request, access, _("Restored."))
    else:
        say_undone(request, access, _("Undone. It’s still in the history."))
    return done.made


def say_why_not(request: HttpRequest, form: BareForm, refusal: Refusal, otherwise: str) -> None:
    """Add a message that says why a button did nothing."""
    if refusal.stale is None:
        for said in form.non_field_errors() or [otherwise]:
            messages.error(request, str(said))
    elif refusal.stale.who:
        text = _("%(who)s entered something meanwhile. Check it again.")
        messages.error(request, text % {"who": refusal.stale.who})
    else:
        messages.error(request, _("You entered something meanwhile. Check it again."))


def undo(request: HttpRequest, code: str) -> HttpResponse:
    """Withdraw the last game, after a confirmation page."""
    access = campaign_access(request, code, Need.WRITE)
    form = UndoForm(sent(request), access=access)
    refusal = save(
        form, lambda: game_undo(campaign=access.campaign, **form.given, **form.signature())
    )
    if refusal is not None:
        return _undo_page(request, form, refusal)
    say_undone(request, access, _("Game undone. It’s still in the history."))
    return go(request, "campaign", code=access.campaign.code)


def _undo_page(request: HttpRequest, form: UndoForm, refusal: Refusal) -> HttpResponse:
    campaign = form.access.campaign
    games = campaigns.campaign_facts(campaign).story.games
    number = len(games)
    words = campaign_face(campaign.system).words(campaign)
    context = {
        "game": number,
        "items": [words.facts(group) for group in words.groups(games.get(number, ()))],
        "kept": number - 1,
        "photos": photos_of(campaign).filter(game__number=number).count(),
    }
    template = "campaigns/undo.html"
    return form_page(
        request, form, template, context, refusal=refusal, current="history", part=None
    )
