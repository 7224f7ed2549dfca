"""Forms of the shelf: the boxes of a person, what is never drawn from them, saved patterns."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from campaign.models import Person
from campaign.rules.aeons_end.catalogue.pack import CardKind, SlotRule
from campaign.rules.aeons_end.catalogue.series import Box
from campaign.rules.aeons_end.one_off.choices import (
    Collection,
)
from campaign.rules.core import sizes
from tracker.forms.campaigns import BOX_LANGUAGES
from tracker.forms.fields import offer, tick, ticks
from tracker.forms.nested import NestedForm, RowForm
from tracker.systems.aeons_end.one_off.forms import fields
from tracker.systems.aeons_end.one_off.forms.fields import MAX_COST, small_number
from tracker.systems.aeons_end.shared import selectors, shelf, words
from tracker.systems.aeons_end.shared.words.terms import box_holds, whole_list

PLACES = range(1, 10)
ANY = "any"


@dataclass(frozen=True, slots=True)
class BoxRow:
    """A box on the shelf, with its fields."""

    tick: BoundWidget
    holds: str  # what is in it; "" while it is sealed
    is_sealed: bool
    finished: BoundWidget | None  # None if it was finished in a campaign here
    language: forms.BoundField | None  # None unless it is owned and sold in several


@dataclass(frozen=True, slots=True)
class Wave:
    """The boxes of a wave."""

    title: str
    boxes: tuple[BoxRow, ...]


class LanguageRow(RowForm):
    """The language in which somebody owns a box."""

    language = forms.ChoiceField(label=gettext_lazy("Language"), required=False)

    def __init__(
        self, *args: Any, box: str, tongues: Sequence[tuple[str, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, number=box, **kwargs)
        self.box = box
        offer(self, "language", [("", _("as the game")), *tongues])

    @property
    def chosen(self) -> str:
        """Return the language of a valid form; "" for that of each game."""
        return str(self.cleaned_data["language"])


class CollectionForm(NestedForm):
    """The boxes that a person owns, their languages, and the sealed ones that are finished."""

    boxes = ticks(gettext_lazy("My boxes"))
    finished = ticks(gettext_lazy("Finished"))

    def __init__(self, *args: Any, person: Person | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.current = shelf.collection_of(person)
        self.by_campaign = shelf.opened_by(person, Collection())
        boxes = selectors.series().boxes
        offer(self, "boxes", [(slug, shelf.name_of(box)) for slug, box in boxes.items()])
        sealed = [box for box in boxes.values() if box.listing.sealed]
        offer(self, "finished", [(b.slug, _("We have finished it")) for b in sealed])
        self.fields["boxes"].initial = list(self.current.boxes)
        self.fields["finished"].initial = [*self.current.finished, *self.by_campaign]
        self.languages = tuple(
            LanguageRow(
                self,
                box=slug,
                tongues=tongues,
                initial={"language": self.current.languages.get(slug, "")},
            )
            for slug in self.current.boxes
            if slug in boxes and (tongues := _languages(boxes[slug]))
        )
        self.parts = self.languages

    def waves(self) -> Iterator[Wave]:
        """Yield each wave of boxes."""
        owned = {tick.data["value"]: tick for tick in self["boxes"]}
        finished = {tick.data["value"]: tick for tick in self["finished"]}
        languages = {row.box: row["language"] for row in self.languages}
        boxes = selectors.series().boxes.values()
        for wave, of_wave in groupby(boxes, key=lambda box: box.listing.wave):
            title = _("Wave %(number)s") % {"number": wave} if wave else _("Promos and community")
            rows = (
                self._row(box, owned[box.slug], finished.get(box.slug), languages.get(box.slug))
                for box in of_wave
            )
            yield Wave(title, tuple(rows))

    def _row(
        self,
        box: Box,
        tick: BoundWidget,
        finished: BoundWidget | None,
        language: forms.BoundField | None,
    ) -> BoxRow:
        is_sealed = box.listing.sealed
        return BoxRow(
            tick=tick,
            holds="" if is_sealed else box_holds(box.pack),
            is_sealed=is_sealed,
            finished=finished if box.slug not in self.by_campaign else None,
            language=language,
        )

    def collection(self) -> Collection:
        """Return the collection entered; the form is valid."""
        data = self.cleaned_data
        languages = {row.box: row.chosen for row in self.languages if row.chosen}
        return replace(
            self.current,
            boxes=tuple(data["boxes"]),
            finished=tuple(data["finished"]),
            languages=languages,
        )


def _languages(box: Box) -> list[tuple[str, str]]:
    """Return the languages that a box is sold in; empty if there is only one."""
    name = box.listing.name
    sold = [(code, label) for code, label in BOX_LANGUAGES if getattr(name, code, None)]
    return sold if len(sold) > 1 else []


@dataclass(frozen=True, slots=True)
class Excludable:
    """Something that can be excluded from draws."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class ExclusionList:
    """The things of one sort in a box to tick; the first stands for all of them."""

    things: Sequence[Excludable]

    @property
    def title(self) -> str:
        """Return the name of the whole list."""
        return self.things[0].name


@dataclass(frozen=True, slots=True)
class BoxLink:
    """A box of a person, and how many of its things are excluded."""

    name: str
    url: str
    excluded: int
    is_current: bool


class ExclusionsForm(forms.Form):
    """What is never drawn from one of a person's boxes."""

    never = ticks(gettext_lazy("Excluded from draws"))

    def __init__(self, *args: Any, person: Person | None, box: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.current = shelf.collection_of(person)
        opened = shelf.opened_by(person, self.current)
        self.boxes = shelf.playable(self.current.boxes, opened)
        self.box = next((b for b in self.boxes if b.slug == box), next(iter(self.boxes), None))
        # There are hundreds, so the template renders them without a widget each.
        self.lists = list(self._things(self.box)) if self.box else []
        things = [thing for of_sort in self.lists for thing in of_sort.things]
        offer(self, "never", [(thing.key, thing.name) for thing in things])
        self.fields["never"].initial = sorted(self.current.never)

    def _things(self, box: Box) -> Iterator[ExclusionList]:
        """Yield the lists of a box."""
        language = self.current.languages.get(box.slug) or get_language() or "en"
        for name, things in shelf.lists_of(box.pack).items():
            if things:
                everything = Excludable(f"{box.slug}:{name}", whole_list(name))
                named = (Excludable(thing.id, thing.name.in_language(language)) for thing in things)
                yield ExclusionList((everything, *named))

    def box_links(self) -> list[BoxLink]:
        """Return every box of the person."""
        page = reverse("exclusions")
        return [
            BoxLink(
                name=shelf.name_of(box),
                url=f"{page}?box={box.slug}",
                excluded=len(shelf.never_of(box, self.current)),
                is_current=box is self.box,
            )
            for box in self.boxes
        ]

    def collection(self) -> Collection:
        """Return the collection entered; what is excluded from other boxes stays."""
        offered = {thing.key for of_sort in self.lists for thing in of_sort.things}
        kept = self.current.never - offered
        return replace(self.current, never=kept | frozenset(self.cleaned_data["never"]))


class PlaceRow(RowForm):
    """A place in a market pattern: the kind and the cost of its pile."""

    kind = forms.ChoiceField(initial=ANY)
    min = small_number("")
    max = small_number("")

    def __init__(self, *args: Any, stands: SlotRule | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        labels = {
            "kind": _("Position %(number)s"),
            "min": _("Position %(number)s, cost from"),
            "max": _("Position %(number)s, cost to"),
        }
        for name, label in labels.items():
            self.fields[name].label = label % {"number": self.number}
        kinds = ((kind, words.card_kind(kind)) for kind in CardKind)
        offer(self, "kind", [(ANY, _("any kind")), *kinds])
        if stands is not None:
            costs = stands.costs or (0, MAX_COST)
            most = max(costs)
            self.initial = {
                "kind": stands.kind or ANY,
                "min": min(costs) or None,
                "max": most if most != MAX_COST else None,
            }

    def clean(self) -> None:
        """Refuse costs whose start is above their end."""
        fields.refuse_reversed(self, "min", "max")

    def slot(self) -> SlotRule:
        """Return the place of a valid form."""
        kind, low, high = (self.cleaned_data[name] for name in ("kind", "min", "max"))
        bounded = low is not None or high is not None
        most = MAX_COST if high is None else high
        costs = tuple(range(low or 0, most + 1)) if bounded else None
        return SlotRule(None if kind == ANY else CardKind(kind), costs)


class PatternForm(NestedForm):
    """A market pattern: nine places, each with a kind and a cost range."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=sizes.NAME)

    def __init__(self, *args: Any, stands: Iterable[SlotRule] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        slots = dict(enumerate(stands, start=1))
        self.places = tuple(PlaceRow(self, number=n, stands=slots.get(n)) for n in PLACES)
        self.parts = self.places

    def slots(self) -> tuple[SlotRule, ...]:
        """Return the slots of the pattern; the form is valid."""
        return tuple(place.slot() for place in self.places)


class PresetForm(forms.Form):
    """The name under which choices are saved."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=sizes.NAME)
    default = tick(gettext_lazy("Use as default"))
