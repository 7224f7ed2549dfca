"""Open a draft; and the addresses that drafts had before they were games."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from campaign.models import Person
from campaign.rules.ashes.catalogue import Edition
from campaign.rules.core.problems import RulesError
from campaign.selectors import ashes as selectors
from campaign.services.ashes import drafts as services
from tracker.people.access import one_off_access, person_of
from tracker.people.guests import form_key, person_or_guest
from tracker.people.limits import WRONG_LINKS, address_of
from tracker.systems.ashes.decks.asked import STYLES
from tracker.systems.ashes.drafts.forms import StartDraftForm
from tracker.systems.ashes.drafts.presenters import ListedDraft
from tracker.systems.ashes.look import LOOK
from tracker.systems.ashes.words.problems import sentence
from tracker.web.moved import lead_to
from tracker.web.pages import go, page, sent

STILL_THERE = ("begin", "move", "keep", "play")  # pages below a draft


def drafts(request: HttpRequest) -> HttpResponse:
    """List the person's drafts, and open another."""
    person = person_of(request)
    form = StartDraftForm(sent(request), person=person, name=_name_of(person))
    if form.is_valid():
        chosen = form.cleaned_data
        name, token = chosen["name"], chosen["token"]
        edition = Edition(chosen["edition"])
        try:
            with person_or_guest(request, display_name=name, form=token) as host:
                game = services.draft_start(
                    person=host,
                    name=name,
                    edition=edition,
                    sets=form.sets(),
                    language=(get_language() or "en")[:2],
                    token=form_key(token),
                )
        except RulesError as error:
            form.add_error(None, [sentence(problem) for problem in error.problems])
        else:
            return go(request, "draft", game.code)
    mine = selectors.drafts_of(person) if person else ()
    listed = [ListedDraft(game.code, ", ".join(names), game.created_at) for game, names in mine]
    context = {"styles": STYLES, "look": LOOK, "drafts": listed}
    answer = page(request, "ashes/drafts/drafts.html", context, form=form)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def _name_of(person: Person | None) -> str:
    return str(person) if person and person.display_name else ""


def old_draft(request: HttpRequest, code: str, rest: str = "") -> HttpResponse:
    """Lead from an old address of a draft to the game that it became, whoever may see that.

    A page that was open during the upgrade posts there, too.
    """
    game = selectors.game_of_old_code(code)
    if game is None:
        raise Http404
    one_off_access(request, game.code)
    page = f"draft_{rest}" if rest in STILL_THERE else "draft"
    return lead_to(request, reverse(page, args=[game.code]))


@require_safe
def old_invitation(request: HttpRequest, key: str) -> HttpResponse:
    """Lead from the old invitation to a draft to that of its game, unless it was replaced."""
    found = selectors.game_of_old_invitation(key)
    if found is None:
        WRONG_LINKS.take(address_of(request))
        return page(request, "people/closed.html", status=404)
    game, lets_in = found
    if lets_in:
        return go(request, "invitation", game.invite_key)
    return old_draft(request, game.draft_links.get(join_key=key).code)
