"""My boxes: what somebody owns, what is never drawn, own market patterns, saved wishes."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from campaign.models import Person, Preference
from campaign.rules.aeons_end.one_off.collection import Preset, wishes_of
from campaign.rules.aeons_end.systems import FAMILY, SERIES
from campaign.rules.core.problems import RulesError
from campaign.selectors.games import one_off_record
from campaign.services.preferences import preference_save
from tracker.access import game_access, person_of
from tracker.guests import ensure_person
from tracker.pages import game_url, go, page, row_number, sent
from tracker.posting import posted, to_game
from tracker.systems.aeons_end import shelf
from tracker.systems.aeons_end.forms.collection import (
    CollectionForm,
    NeverForm,
    PatternForm,
    PresetForm,
)
from tracker.systems.aeons_end.words import sentence
from tracker.systems.registry import face_of


def boxes(request: HttpRequest) -> HttpResponse:
    """Ask once which boxes somebody owns."""
    person = person_of(request)
    form = CollectionForm(sent(request), person=person)
    if form.is_valid():
        shelf.collection_save(ensure_person(request), form.collection())
        messages.success(request, _("Boxes saved."))
        return go(request, "boxes")
    context = {"form": form, "presets": shelf.presets_of(person)}
    return _page(request, "boxes", context, form.errors)


def never(request: HttpRequest) -> HttpResponse:
    """Ask what is never to be drawn of a box; ``?box=`` says which."""
    person = person_of(request)
    box = request.GET.get("box", "")
    form = NeverForm(sent(request), person=person, box=box)
    if form.is_valid():
        shelf.collection_save(ensure_person(request), form.collection())
        messages.success(request, _("Saved."))
        return go(request, request.get_full_path())
    context = {"form": form, "action": request.get_full_path()}
    return _page(request, "never", context, form.errors)


def patterns(request: HttpRequest) -> HttpResponse:
    """List own market patterns, and make one; ``?edit=`` starts from one that is there."""
    person = person_of(request)
    known = {str(kept.pk): (kept, found) for kept, found in shelf.patterns_of(person).items()}
    if request.method == "POST" and "delete" in request.POST:
        _own(person, shelf.PATTERN, request.POST["delete"]).delete()
        messages.success(request, _("Pattern deleted."))
        return go(request, "patterns")
    kept, stands = known.get(request.GET.get("edit", ""), (None, None))
    initial = {"name": kept.name} if kept else None
    form = PatternForm(sent(request), stands=stands, initial=initial)
    if form.is_valid() and _save(request, form, shelf.PATTERN, form.pattern()):
        messages.success(request, _("Pattern saved."))
        return go(request, "patterns")
    context = {"form": form, "patterns": [kept for kept, _found in known.values()]}
    return _page(request, "patterns", context, form.errors)


@posted(lambda _request, **_parts: "boxes")
def preset_change(request: HttpRequest, pk: int) -> HttpResponse:
    """Offer saved wishes first, or delete them."""
    person = person_of(request)
    kept = _own(person, shelf.PRESET, str(pk))
    if "delete" in request.POST:
        kept.delete()
        messages.success(request, _("Choices deleted."))
    elif person is not None:
        _make_default(person, kept.name)
        messages.success(request, _("These choices are now the default."))
    return go(request, "boxes")


@posted(to_game)
def preset_save(request: HttpRequest, code: str) -> HttpResponse:
    """Save the wishes of a game under a name."""
    _access, game = game_access(request, code)
    form = PresetForm(request.POST)
    wishes = wishes_of(one_off_record(game).planned.choices)
    if form.is_valid() and _save(request, form, shelf.PRESET, Preset(wishes)):
        if form.cleaned_data["default"]:
            _make_default(ensure_person(request), form.cleaned_data["name"])
        messages.success(request, _("Choices saved."))
    else:
        messages.error(request, _("Enter a name for these choices."))
    return go(request, game_url(game))


def _save(request: HttpRequest, form: PatternForm | PresetForm, kind: str, value: object) -> bool:
    try:
        preference_save(
            person=ensure_person(request),
            family=FAMILY,
            kind=kind,
            name=form.cleaned_data["name"],
            value=value,
        )
    except RulesError as error:
        form.add_error("name", [sentence(problem) for problem in error.problems])
        return False
    return True


def _make_default(person: Person, name: str) -> None:
    for kept, preset in shelf.presets_of(person).items():
        if preset.default != (kept.name == name):
            value = replace(preset, default=kept.name == name)
            preference_save(
                person=person, family=FAMILY, kind=shelf.PRESET, name=kept.name, value=value
            )


def _own(person: Person | None, kind: str, pk: str) -> Preference:
    mine = Preference.objects.filter(person=person, family=FAMILY, kind=kind)
    return get_object_or_404(mine, pk=row_number(pk))


def _page(
    request: HttpRequest, name: str, context: dict[str, object], errors: object
) -> HttpResponse:
    whole = {**context, "styles": face_of(SERIES.slug).styles}
    return page(request, f"aeons_end/shelf/{name}.html", whole, status=422 if errors else 200)
