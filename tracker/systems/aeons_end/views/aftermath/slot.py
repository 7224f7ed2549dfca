"""A slot that somebody else has filled while the form of its sticker lay open."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.models import Change
from campaign.records import Entry
from campaign.rules.aeons_end.legacy.decisions import Decision, DecisionKind, open_decisions
from campaign.rules.aeons_end.legacy.facts import StickerPlaced
from tracker.forms.fields import new_token
from tracker.pages import go
from tracker.systems.aeons_end import selectors, words
from tracker.systems.aeons_end.forms.aftermath.mages import StickerForm
from tracker.systems.aeons_end.scene import Scene
from tracker.systems.aeons_end.views.aftermath.decision import decision_page

# Each phone's own; what its form carries is made afresh.
_OWN = ("csrfmiddlewaretoken", "revision", "token")


def filling_entry(scene: Scene, seat: int, slot: str) -> Entry | None:
    """Return the entry that filled a mage's slot, in whichever game."""

    def fills(entry: Entry) -> bool:
        placed = entry.fact
        return (
            isinstance(placed, StickerPlaced)
            and placed.seat == seat
            and placed.sticker.slot == slot
        )

    return next(filter(fills, scene.record.entries), None)


def slot_filled(
    request: HttpRequest, scene: Scene, form: StickerForm, entry: Entry
) -> HttpResponse:
    """Answer a sticker whose slot is taken: with what, by whom, and what is still free for it."""
    yours = form.facts()[0] if form.is_valid() else None
    if yours == entry.fact:
        messages.info(request, _("This sticker is already entered."))
        return go(request, "aftermath", *scene.where)
    campaign = scene.access.campaign
    deed = Change.objects.select_related("person", "campaign").get(pk=entry.change)
    context = {
        "title": _("Slot %(slot)s") % {"slot": form.slot},
        "mage": words.mage(form.seat, scene.state.seats),
        "slot": form.slot,
        "stands": scene.words.fact(entry.fact),
        "by": words.who(deed),
        "at": deed.at,
        "yours": scene.words.fact(yours) if yours else "",
        "free": _free_slots(scene),
        "anew_url": reverse("entry_reenter", args=[campaign.code, entry.id]),
        "revision": campaign.revision,
        "token": new_token(),
        "typed": [(name, value) for name, value in form.data.items() if name not in _OWN],
    }
    form.status = 409
    return decision_page(request, scene, form, "aeons_end/aftermath/slot_filled.html", context)


def _free_slots(scene: Scene) -> list[tuple[str, Decision]]:
    """Return the slots that are open by now, each with its mage's name."""
    # The scene was set before the other phone wrote.
    state = selectors.campaign_state(scene.access.campaign, after=scene.session.number)
    return [
        (words.mage(decision.seat or 0, state.seats), decision)
        for decision in open_decisions(state, scene.pack)
        if decision.kind is DecisionKind.SLOT
    ]
