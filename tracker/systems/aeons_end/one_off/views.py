"""One-off games, a person's boxes and preferences, and shared set-ups."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.models import Campaign, Mage, Person, Preference
from campaign.packs import game_name
from campaign.rules.aeons_end.one_off.choices import Choices, Pattern, Place, Preset, wishes_of
from campaign.rules.aeons_end.sheet import SheetPile
from campaign.rules.aeons_end.systems import SERIES, SLUGS, WAR_ETERNAL
from campaign.rules.core.problems import RulesError
from campaign.selectors.seeing import one_off_record
from campaign.services.one_offs import game_start
from tracker.faces.registry import face_of, one_off_face
from tracker.people.access import Need, one_off_access, person_of
from tracker.people.guests import person_or_guest
from tracker.people.limits import DRAWS, WRONG_LINKS, address_of
from tracker.pictures.qr import qr_image
from tracker.systems.aeons_end.one_off import shared_setups
from tracker.systems.aeons_end.one_off.forms.game import ChangeForm
from tracker.systems.aeons_end.one_off.forms.shelf import (
    CollectionForm,
    ExclusionsForm,
    PatternForm,
    PresetForm,
)
from tracker.systems.aeons_end.shared import selectors, shelf
from tracker.systems.aeons_end.shared.access import campaign_access
from tracker.systems.aeons_end.shared.words import sentence
from tracker.systems.aeons_end.shared.words.sheets import table_text
from tracker.systems.aeons_end.shared.words.terms import mages
from tracker.web.pages import go, page, record_page, row_number, say_problems, sent
from tracker.web.post_only import posted, to_campaign_page, to_game
from tracker.web.records import game_url


@posted(to_game)
def check(request: HttpRequest, code: str) -> HttpResponse:
    """Check the choices of a form; nothing is stored."""
    access, game = one_off_access(request, code, Need.RECORD, systems=SLUGS)
    form = one_off_face(game.system).change_form(request.POST, access=access, game=game)
    if not isinstance(form, ChangeForm):
        raise Http404
    DRAWS.take(address_of(request))
    form.answer_shown = form.answer()
    context = {"game": game, "form": form}
    return record_page(request, access, "aeons_end/one_off/change.html", context, part="answer")


@posted(to_game)
def exclude(request: HttpRequest, code: str) -> HttpResponse:
    """Exclude something in a game's set-up from all draws."""
    access, game = one_off_access(request, code, Need.RECORD, systems=SLUGS)
    person, key = access.member, request.POST.get("thing", "")
    names = dict(selectors.things_of(game))
    if key not in names:
        messages.error(request, _("This is no longer available."))
    else:
        collection = shelf.collection_of(person)
        shelf.save(person, replace(collection, never=collection.never | {key}))
        messages.success(request, _("%(name)s is excluded from draws.") % {"name": names[key]})
    return go(request, game_url(game))


@posted(to_campaign_page("story"), sentence)
def next_game(request: HttpRequest, code: str) -> HttpResponse:
    """Start a one-off game with the mages of a finished campaign."""
    access = campaign_access(request, code, Need.RECORD)
    campaign, person = access.campaign, access.member
    if not selectors.campaign_state(campaign).finished:
        return go(request, "story", campaign.code)
    choices = _with_mages_of(campaign, person)
    system = SERIES.slug if choices.boxes else WAR_ETERNAL.slug
    made = game_start(person=person, system=system, choices=choices)
    return go(request, game_url(made))


def _with_mages_of(campaign: Campaign, person: Person) -> Choices:
    """Return choices with a campaign's mages as guests, from the boxes that a person owns."""
    mages = Mage.objects.filter(campaign=campaign).select_related("campaign").order_by("seat")
    players = {seat.number: seat.player for seat in selectors.campaign_state(campaign).seats}
    places = tuple(
        Place(guest=selectors.guest_of(mage), player=players.get(mage.seat, "")) for mage in mages
    )
    collection = shelf.collection_of(person)
    boxes = shelf.playable(collection.boxes, shelf.opened_by(person, collection))
    chosen = Choices(places, boxes=tuple(box.slug for box in boxes))
    return shelf.prepared(chosen, person) if boxes else chosen


class SharedTableForm(forms.Form):
    """Confirmation that the sealed boxes of a shared set-up are finished."""

    finished = forms.BooleanField(
        label=gettext_lazy("We have finished these boxes"),
        error_messages={"required": gettext_lazy("It uses sealed boxes. Finish them first.")},
    )


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Show the link, QR code and text that share a game's set-up."""
    access, game = one_off_access(request, code, systems=SLUGS)
    link = ""
    if shared_setups.shared_table(game) is not None:
        link = request.build_absolute_uri(reverse("shared_game", args=[shared_setups.key_of(game)]))
    qr = qr_image(link) if link else ""
    context = {"game": game, "link": link, "qr": qr, "text": table_text(game, link)}
    return record_page(request, access, "aeons_end/shelf/table.html", context)


def shared_game(request: HttpRequest, key: str) -> HttpResponse:
    """Start a game from the set-up of another, by the short link to it."""
    game = shared_setups.game_of_key(key)
    if game is None:
        WRONG_LINKS.take(address_of(request))
        raise Http404
    shared = shared_setups.shared_table(game)
    if shared is None:
        raise Http404
    body = selectors.game_sheet(game).body
    return _shared_page(request, shared, SharedPreview(body.nemesis.name, body.market))


def shared_table(request: HttpRequest) -> HttpResponse:
    """Start a game from a set-up that is packed into a link, as earlier versions shared it."""
    token = request.POST.get("t") or request.GET.get("t", "")
    shared = shared_setups.unpacked(token)
    if shared is None:
        raise Http404
    return _shared_page(request, shared, None, token)


@dataclass(frozen=True, slots=True)
class SharedPreview:
    """What a shared set-up is about."""

    nemesis: str
    piles: Sequence[SheetPile]


def _shared_page(
    request: HttpRequest,
    shared: shared_setups.SharedTable,
    preview: SharedPreview | None,
    token: str = "",
) -> HttpResponse:
    """Show a shared set-up, or start a game from it; of boxes still sealed it shows nothing."""
    closed = shelf.closed_boxes(person_of(request), shared.choices.boxes)
    form = SharedTableForm(sent(request))
    if not closed:
        del form.fields["finished"]
    if form.is_valid():
        DRAWS.take(address_of(request))
        try:
            with person_or_guest(request) as person:
                made = game_start(
                    person=person,
                    system=shared.system,
                    choices=shared.choices,
                    seed=shared.seed,
                    language=shared.language,
                )
        except RulesError as error:
            say_problems(request, error, sentence)
        else:
            return go(request, game_url(made))
    boxes = selectors.series().boxes
    used = [slug for slug in shared.choices.boxes if slug in boxes]
    return _page(
        request,
        "shared",
        form,
        shared=shared,
        preview=None if closed else preview,
        box=game_name(shared.system, get_language() or "en"),
        boxes=[shelf.name_of(boxes[slug]) for slug in used],
        closed=[shelf.name_of(boxes[slug]) for slug in used if slug in closed],
        mages=mages(len(shared.choices.places)),
        token=token,
        title=_("A set-up for you"),
    )


@dataclass(frozen=True, slots=True)
class SavedPreset:
    """Saved choices of a person."""

    name: str
    is_default: bool
    change_url: str


@dataclass(frozen=True, slots=True)
class SavedPattern:
    """A saved market pattern of a person."""

    pk: int
    name: str
    edit_url: str


def boxes(request: HttpRequest) -> HttpResponse:
    """Edit the boxes that a person owns."""
    person = person_of(request)
    form = CollectionForm(sent(request), person=person)
    if form.is_valid() and _save(request, form, form.collection()):
        messages.success(request, _("Boxes saved."))
        return go(request, "boxes")
    presets = [
        SavedPreset(row.name, preset.default, reverse("preset_change", args=[row.pk]))
        for row, preset in shelf.saved(person, Preset).items()
    ]
    new_game_url = f"{reverse('one_off_new')}?system={SERIES.slug}"
    return _page(request, "boxes", form, presets=presets, new_game_url=new_game_url)


def exclusions(request: HttpRequest) -> HttpResponse:
    """Edit what is never drawn from a box: ``?box=``."""
    box = request.GET.get("box", "")
    form = ExclusionsForm(sent(request), person=person_of(request), box=box)
    if form.is_valid() and _save(request, form, form.collection()):
        messages.success(request, _("Saved."))
        return go(request, request.get_full_path())
    return _page(request, "exclusions", form, action=request.get_full_path())


def patterns(request: HttpRequest) -> HttpResponse:
    """List a person's market patterns and save one; ``?edit=`` starts from an existing one."""
    person = person_of(request)
    if request.method == "POST" and "delete" in request.POST:
        pk = row_number(request.POST["delete"])
        get_object_or_404(shelf.stored(person, Pattern), pk=pk).delete()
        messages.success(request, _("Pattern deleted."))
        return go(request, "patterns")
    saved = shelf.saved(person, Pattern)
    edited = next((row for row in saved if str(row.pk) == request.GET.get("edit")), None)
    initial = {"name": edited.name} if edited else None
    form = PatternForm(sent(request), stands=saved[edited].slots if edited else (), initial=initial)
    if form.is_valid() and _save(request, form, Pattern(form.slots())):
        messages.success(request, _("Pattern saved."))
        return go(request, "patterns")
    page = reverse("patterns")
    patterns = [SavedPattern(row.pk, row.name, f"{page}?edit={row.pk}") for row in saved]
    return _page(request, "patterns", form, patterns=patterns)


@posted(lambda _request, **_parts: "boxes")
def preset_change(request: HttpRequest, pk: int) -> HttpResponse:
    """Make saved choices the default, or delete them."""
    person = person_of(request)
    row = get_object_or_404(shelf.stored(person, Preset), pk=row_number(str(pk)))
    if "delete" in request.POST:
        row.delete()
        messages.success(request, _("Choices deleted."))
    elif person is not None:
        _make_default(person, row)
        messages.success(request, _("These choices are now the default."))
    return go(request, "boxes")


@posted(to_game)
def preset_save(request: HttpRequest, code: str) -> HttpResponse:
    """Save the choices of a game under a name."""
    _access, game = one_off_access(request, code, systems=SLUGS)
    form = PresetForm(request.POST)
    wishes = wishes_of(one_off_record(game).planned.choices)
    if form.is_valid() and (row := _save(request, form, Preset(wishes))):
        if form.cleaned_data["default"]:
            _make_default(row.person, row)
        messages.success(request, _("Choices saved."))
    else:
        messages.error(request, _("Enter a name for these choices."))
    return go(request, game_url(game))


def _save(request: HttpRequest, form: forms.Form, value: object) -> Preference | None:
    """Save a preference; None if it is refused, with the problem shown beside its name."""
    try:
        with person_or_guest(request) as person:
            return shelf.save(person, value, form.cleaned_data.get("name", ""))
    except RulesError as error:
        field = "name" if "name" in form.fields else None
        form.add_error(field, [sentence(problem) for problem in error.problems])
    return None


def _make_default(person: Person, default: Preference) -> None:
    for row, preset in shelf.saved(person, Preset).items():
        if preset.default != (row == default):
            shelf.save(person, replace(preset, default=row == default), row.name)


def _page(request: HttpRequest, name: str, form: forms.Form, **context: object) -> HttpResponse:
    face = face_of(SERIES.slug)
    whole = {**context, "styles": face.styles, "look": face.look}
    return page(request, f"aeons_end/shelf/{name}.html", whole, form=form)
