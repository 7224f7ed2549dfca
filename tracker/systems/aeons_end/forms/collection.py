"""Forms of what somebody owns and likes: boxes, what is never drawn, own market patterns."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django import forms
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from campaign.models import Person
from campaign.rules.aeons_end.catalogue.pack import CardKind, SlotRule
from campaign.rules.aeons_end.catalogue.series import Box
from campaign.rules.aeons_end.one_off.collection import Collection, Pattern, lists_of
from campaign.rules.core import sizes
from tracker.forms.campaigns import BOX_LANGUAGES
from tracker.forms.fields import offer
from tracker.systems.aeons_end import selectors, shelf, words
from tracker.systems.aeons_end.forms.one_off.parts import COST_MOST, small_number
from tracker.systems.aeons_end.words.terms import box_holds, whole_list

PLACES = 9
ANY = "any"


@dataclass(frozen=True, slots=True)
class BoxRow:
    """A box to tick, what is in it, and what else is asked of it."""

    tick: forms.boundfield.BoundWidget
    holds: str
    sealed: bool
    finished: forms.boundfield.BoundWidget | None
    language: forms.BoundField | None


@dataclass(frozen=True, slots=True)
class OtherBox:
    """A box to choose from; ``out`` of its things are never drawn."""

    slug: str
    name: str
    out: int
    is_shown: bool


class CollectionForm(forms.Form):
    """Which boxes somebody owns, in which languages, and which sealed ones they have finished."""

    boxes = forms.MultipleChoiceField(
        label=gettext_lazy("My boxes"), required=False, widget=forms.CheckboxSelectMultiple
    )
    finished = forms.MultipleChoiceField(
        label=gettext_lazy("Finished"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, person: Person | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.stands = shelf.collection_of(person)
        self.by_campaign = shelf.opened_by(person, Collection())
        language = get_language() or "en"
        boxes = selectors.series().boxes
        offer(self, "boxes", [(slug, box.name(language)) for slug, box in boxes.items()])
        sealed = [box for box in boxes.values() if box.listing.sealed]
        offer(self, "finished", [(b.slug, _("We have finished it")) for b in sealed])
        self.fields["boxes"].initial = list(self.stands.boxes)
        self.fields["finished"].initial = [*self.stands.finished, *self.by_campaign]
        for slug in self.stands.boxes:
            if slug in boxes and (tongues := _languages(boxes[slug])):
                self.fields[f"language_{slug}"] = forms.ChoiceField(
                    label=_("Language"),
                    required=False,
                    choices=[("", _("as the game")), *tongues],
                    initial=self.stands.languages.get(slug, ""),
                )

    def waves(self) -> Iterator[tuple[str, list[BoxRow]]]:
        """Yield the shelf wave by wave."""
        ticks = {tick.data["value"]: tick for tick in self["boxes"]}
        done = {tick.data["value"]: tick for tick in self["finished"]}
        boxes = selectors.series().boxes.values()
        for wave, found in groupby(boxes, key=lambda box: box.listing.wave):
            title = _("Wave %(number)s") % {"number": wave} if wave else _("Promos and community")
            yield title, [self._row(box, ticks, done) for box in found]

    def _row(self, box: Box, ticks: dict[Any, Any], done: dict[Any, Any]) -> BoxRow:
        name = f"language_{box.slug}"
        sealed = box.listing.sealed
        return BoxRow(
            tick=ticks[box.slug],
            holds="" if sealed else box_holds(box.pack),
            sealed=sealed,
            finished=done.get(box.slug) if box.slug not in self.by_campaign else None,
            language=self[name] if name in self.fields else None,
        )

    def collection(self) -> Collection:
        """Return what somebody owns now; the form is valid."""
        data = self.cleaned_data
        languages = {
            name.removeprefix("language_"): value
            for name, value in data.items()
            if name.startswith("language_") and value
        }
        return replace(
            self.stands,
            boxes=tuple(data["boxes"]),
            finished=tuple(data["finished"]),
            languages=languages,
        )


def _languages(box: Box) -> list[tuple[str, str]]:
    """Return the languages that a box is sold in, where there are several."""
    name = box.listing.name
    sold = [(code, label) for code, label in BOX_LANGUAGES if getattr(name, code, None)]
    return sold if len(sold) > 1 else []


class NeverForm(forms.Form):
    """What is never drawn of one box that somebody owns."""

    never = forms.MultipleChoiceField(
        label=gettext_lazy("Excluded from draws"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, person: Person | None, box: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.stands = shelf.collection_of(person)
        opened = shelf.opened_by(person, self.stands)
        self.boxes = shelf.playable(self.stands.boxes, opened)
        self.box = next((b for b in self.boxes if b.slug == box), next(iter(self.boxes), None))
        # There are hundreds of things, so the page draws them without a widget each.
        self.lists = list(self._things(self.box)) if self.box else []
        offer(self, "never", [pair for pairs in self.lists for pair in pairs])
        self.fields["never"].initial = sorted(self.stands.never)

    def _things(self, box: Box) -> Iterator[list[tuple[str, str]]]:
        """Yield the lists of a box, each with the whole of it first."""
        language = self.stands.languages.get(box.slug) or get_language() or "en"
        for name, things in lists_of(box.pack):
            if things:
                named = [(thing.id, thing.name.in_language(language)) for thing in things]
                yield [(f"{box.slug}:{name}", whole_list(name)), *named]

    def others(self) -> list[OtherBox]:
        """Return every box to choose from, with how much of it is left out."""
        language = get_language() or "en"
        return [
            OtherBox(
                box.slug,
                box.name(language),
                len(self.stands.without(box.pack, box.slug)),
                is_shown=box is self.box,
            )
            for box in self.boxes
        ]

    def out(self) -> set[str]:
        """Return what is ticked."""
        return set(self["never"].value() or ())

    def collection(self) -> Collection:
        """Return what is never drawn now; what other boxes have in it stays."""
        shown = {key for pairs in self.lists for key, _name in pairs}
        kept = {key for key in self.stands.never if key not in shown}
        return replace(self.stands, never=frozenset(kept | set(self.cleaned_data["never"])))


class PatternForm(forms.Form):
    """A market pattern: nine places, each with a kind and a range of costs."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=sizes.NAME)

    def __init__(self, *args: Any, stands: Pattern | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = [(ANY, _("any kind")), *((kind, words.card_kind(kind)) for kind in CardKind)]
        slots = stands.slots if stands else ()
        for place in range(1, PLACES + 1):
            slot = slots[place - 1] if place <= len(slots) else None
            costs = slot.costs if slot and slot.costs else ()
            shown = {"number": place}
            self.fields[f"kind_{place}"] = forms.ChoiceField(
                label=_("Place %(number)s") % shown,
                choices=kinds,
                initial=(slot.kind or ANY) if slot else ANY,
            )
            low, high = (min(costs), max(costs)) if costs else (None, None)
            for name, label, value in (
                ("min", _("Place %(number)s, cost from"), low or None),
                ("max", _("Place %(number)s, cost to"), high if high != COST_MOST else None),
            ):
                field = small_number(label % shown)
                field.initial = value
                self.fields[f"{name}_{place}"] = field

    def places(self) -> Iterator[tuple[int, forms.BoundField, forms.BoundField, forms.BoundField]]:
        """Yield each place with its fields."""
        for place in range(1, PLACES + 1):
            yield place, self[f"kind_{place}"], self[f"min_{place}"], self[f"max_{place}"]

    def clean(self) -> None:
        """Refuse a range that begins above its end."""
        for place in range(1, PLACES + 1):
            low, high = (self.cleaned_data.get(f"{name}_{place}") for name in ("min", "max"))
            if low is not None and high is not None and low > high:
                text = _("The first number is greater than the second.")
                self.add_error(f"min_{place}", text)

    def pattern(self) -> Pattern:
        """Return the pattern; the form is valid."""
        return Pattern(tuple(self._slot(place) for place in range(1, PLACES + 1)))

    def _slot(self, place: int) -> SlotRule:
        kind, low, high = (self.cleaned_data[f"{n}_{place}"] for n in ("kind", "min", "max"))
        bounded = low is not None or high is not None
        most = COST_MOST if high is None else high
        costs = tuple(range(low or 0, most + 1)) if bounded else None
        return SlotRule(None if kind == ANY else CardKind(kind), costs)


class PresetForm(forms.Form):
    """Wishes to save under a name."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=sizes.NAME)
    default = forms.BooleanField(label=gettext_lazy("Use as default"), required=False)
