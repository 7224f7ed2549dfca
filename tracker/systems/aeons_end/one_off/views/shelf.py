"""What a person owns and prefers: boxes, exclusions, market patterns, saved choices."""

from dataclasses import dataclass, replace

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.models import Person, Preference
from campaign.rules.aeons_end.one_off.choices import Pattern, Preset, wishes_of
from campaign.rules.aeons_end.systems import SERIES, SLUGS
from campaign.rules.core.problems import RulesError
from campaign.selectors.seeing import seen_facts
from campaign.services.preferences import preference_delete
from tracker.faces.registry import face_of
from tracker.people.access import one_off_access, person_of
from tracker.people.guests import person_or_guest
from tracker.systems.aeons_end.one_off.forms.shelf import (
    CollectionForm,
    ExclusionsForm,
    PatternForm,
    PresetForm,
)
from tracker.systems.aeons_end.shared import shelf
from tracker.systems.aeons_end.shared.words import sentence
from tracker.web.pages import go, page, row_number, sent
from tracker.web.post_only import posted, to_game
from tracker.web.records import game_url


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
    new_game_url = f"{reverse('new_game')}?system={SERIES.slug}"
    return shelf_page(request, "boxes", form, presets=presets, new_game_url=new_game_url)


def exclusions(request: HttpRequest) -> HttpResponse:
    """Edit what is never drawn from a box: ``?box=``."""
    box = request.GET.get("box", "")
    form = ExclusionsForm(sent(request), person=person_of(request), box=box)
    if form.is_valid() and _save(request, form, form.collection()):
        messages.success(request, _("Saved."))
        return go(request, request.get_full_path())
    return shelf_page(request, "exclusions", form, action=request.get_full_path())


def patterns(request: HttpRequest) -> HttpResponse:
    """List a person's market patterns and save one; ``?edit=`` starts from an existing one."""
    person = person_of(request)
    if request.method == "POST" and "delete" in request.POST:
        pk = row_number(request.POST["delete"])
        preference_delete(preference=get_object_or_404(shelf.stored(person, Pattern), pk=pk))
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
    return shelf_page(request, "patterns", form, patterns=patterns)


@posted(lambda _request, **_parts: "boxes")
def preset_change(request: HttpRequest, pk: int) -> HttpResponse:
    """Make saved choices the default, or delete them."""
    person = person_of(request)
    row = get_object_or_404(shelf.stored(person, Preset), pk=row_number(str(pk)))
    if "delete" in request.POST:
        preference_delete(preference=row)
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
    wishes = wishes_of(seen_facts(game).planned.choices)
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


def shelf_page(
    request: HttpRequest, name: str, form: forms.Form, **context: object
) -> HttpResponse:
    """Return a page of the shelf, in the look of the series."""
    face = face_of(SERIES.slug)
    whole = {**context, "styles": face.styles, "look": face.look}
    return page(request, f"aeons_end/shelf/{name}.html", whole, form=form)
