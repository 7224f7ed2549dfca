"""Undo: the last entry from where it was made, or the last game after a page of what goes."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.models import ChangeKind, Game
from campaign.selectors import campaigns as selectors
from campaign.selectors.games import standing_result
from campaign.services.games import game_undo
from campaign.services.undoing import change_undo
from tracker.access import Access, Need, campaign_access
from tracker.forms.campaigns import UndoForm
from tracker.forms.one_offs import BareForm
from tracker.pages import form_page, game_url, go, row_number, say_done, sent
from tracker.posting import posted, to_campaign_page
from tracker.presenters.stale import stale_note
from tracker.systems.registry import campaign_face, record_words


@posted(to_campaign_page("campaign"))
def undo_last(request: HttpRequest, code: str) -> HttpResponse:
    """Undo the last change of a campaign, or bring back what was undone last."""
    access = campaign_access(request, code, Need.RECORD)
    if game := undo_or_redo(request, access):
        return go(request, _back(game))
    return go(request, "campaign", code=code)


def undo_or_redo(request: HttpRequest, access: Access) -> Game | None:
    """Undo what a form says was the last change; return the game that it was about."""
    form, found = BareForm(request.POST, access=access), []
    seen = row_number(request.POST.get("revision", ""))
    again = access.record.changes.filter(revision=seen, kind=ChangeKind.UNDO).exists()
    if form.enter_game(lambda who: found.append(change_undo(record=access.record, **who))):
        if again:
            say_done(request, access, _("Restored."))
        else:
            say_done(request, access, _("Undone. The history keeps what it was."), "redo")
    else:
        say_why_not(request, access, form, _("This could not be undone. Try again."))
    return found[0] if found else None


def _back(game: Game) -> str:
    """Return the page on which somebody goes on after an entry of a game is undone."""
    if game.withdrawn is not None or game.campaign is None:
        return reverse("campaign", args=[game.campaign.code] if game.campaign else [])
    open_ = standing_result(game) and not selectors.is_settled(game.campaign, game=game.number)
    return campaign_face(game.system).after_result(game) if open_ else game_url(game)


def say_why_not(request: HttpRequest, access: Access, form: BareForm, otherwise: str) -> None:
    """Say why a button did nothing."""
    note = stale_note(access, form.stale)
    if note is None:
        for said in form.non_field_errors() or [otherwise]:
            messages.error(request, str(said))
    elif note.who:
        text = _("%(who)s entered something meanwhile. Check it again.")
        messages.error(request, text % {"who": note.who})
    else:
        messages.error(request, _("You entered something meanwhile. Check it again."))


def undo(request: HttpRequest, code: str) -> HttpResponse:
    """Ask before the last game is withdrawn, and withdraw it."""
    access = campaign_access(request, code, Need.RECORD)
    form = UndoForm(sent(request), access=access)
    if form.enter(
        lambda who: game_undo(
            **who,
            game=form.cleaned_data["game"],
            delete_photos=form.cleaned_data["delete_photos"],
        )
    ):
        say_done(request, access, _("Game undone. The history keeps what it was."), "redo")
        return go(request, "campaign", code=access.campaign.code)
    campaign = access.campaign
    number = len(selectors.campaign_record(campaign).story.games)
    going = selectors.undo_preview(campaign, game=number)
    words = record_words(campaign)
    context = {
        "game": number,
        "items": [words.facts(group) for group in words.groups(going)],
        "kept": number - 1,
        "photos": selectors.photo_count(campaign, game=number),
    }
    return form_page(request, form, "campaigns/undo.html", context, current="history", part=None)
