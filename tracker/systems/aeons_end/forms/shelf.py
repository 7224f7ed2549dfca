"""Forms of the shelf: boxes and preferences of a person, and games drawn from their boxes."""

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
from campaign.rules.aeons_end.catalogue.pack import Card, CardKind, Pack, SlotRule
from campaign.rules.aeons_end.catalogue.series import Box
from campaign.rules.aeons_end.one_off.choices import (
    Choices,
    Collection,
    NemesisWish,
    Pattern,
    Preset,
)
from campaign.rules.aeons_end.sheet import SheetPile
from campaign.rules.core import sizes
from tracker.forms.campaigns import BOX_LANGUAGES
from tracker.forms.fields import drop_down, offer, tick, ticks
from tracker.systems.aeons_end import selectors, shelf, words
from tracker.systems.aeons_end.forms.one_off import fields
from tracker.systems.aeons_end.forms.one_off.fields import MAX_COST, small_number
from tracker.systems.aeons_end.forms.one_off.game import ChangeForm, StartOneOffForm
from tracker.systems.aeons_end.words.terms import box_holds, whole_list

PLACES = range(1, 10)
ANY = "any"
OWN = "own:"  # prefix of the pk of a person's own pattern


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


class CollectionForm(forms.Form):
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
        for slug in self.current.boxes:
            if slug in boxes and (tongues := _languages(boxes[slug])):
                self.fields[f"language_{slug}"] = forms.ChoiceField(
                    label=_("Language"),
                    required=False,
                    choices=[("", _("as the game")), *tongues],
                    initial=self.current.languages.get(slug, ""),
                )

    def waves(self) -> Iterator[Wave]:
        """Yield each wave of boxes."""
        owned = {tick.data["value"]: tick for tick in self["boxes"]}
        finished = {tick.data["value"]: tick for tick in self["finished"]}
        boxes = selectors.series().boxes.values()
        for wave, of_wave in groupby(boxes, key=lambda box: box.listing.wave):
            title = _("Wave %(number)s") % {"number": wave} if wave else _("Promos and community")
            rows = (self._row(box, owned[box.slug], finished.get(box.slug)) for box in of_wave)
            yield Wave(title, tuple(rows))

    def _row(self, box: Box, tick: BoundWidget, finished: BoundWidget | None) -> BoxRow:
        language, is_sealed = f"language_{box.slug}", box.listing.sealed
        return BoxRow(
            tick=tick,
            holds="" if is_sealed else box_holds(box.pack),
            is_sealed=is_sealed,
            finished=finished if box.slug not in self.by_campaign else None,
            language=self[language] if language in self.fields else None,
        )

    def collection(self) -> Collection:
        """Return the collection entered; the form is valid."""
        data = self.cleaned_data
        languages = {
            name.removeprefix("language_"): value
            for name, value in data.items()
            if name.startswith("language_") and value
        }
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


@dataclass(frozen=True, slots=True)
class PlaceFields:
    """The fields of a place in a market pattern."""

    kind: forms.BoundField
    min: forms.BoundField  # cost
    max: forms.BoundField


class PatternForm(forms.Form):
    """A market pattern: nine places, each with a kind and a cost range."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=sizes.NAME)

    def __init__(self, *args: Any, stands: Iterable[SlotRule] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = [(ANY, _("any kind")), *((kind, words.card_kind(kind)) for kind in CardKind)]
        for place in PLACES:
            number = {"number": place}
            self.fields[f"kind_{place}"] = forms.ChoiceField(
                label=_("Position %(number)s") % number, choices=kinds, initial=ANY
            )
            self.fields[f"min_{place}"] = small_number(_("Position %(number)s, cost from") % number)
            self.fields[f"max_{place}"] = small_number(_("Position %(number)s, cost to") % number)
        for place, slot in enumerate(stands, start=1):
            costs = slot.costs or (0, MAX_COST)
            self.initial[f"kind_{place}"] = slot.kind or ANY
            self.initial[f"min_{place}"] = min(costs) or None
            self.initial[f"max_{place}"] = max(costs) if max(costs) != MAX_COST else None

    def places(self) -> list[PlaceFields]:
        """Return the fields of each place."""
        return [
            PlaceFields(self[f"kind_{place}"], self[f"min_{place}"], self[f"max_{place}"])
            for place in PLACES
        ]

    def clean(self) -> None:
        """Refuse cost ranges whose start is above their end."""
        fields.refuse_reversed(self, *((f"min_{place}", f"max_{place}") for place in PLACES))

    def slots(self) -> tuple[SlotRule, ...]:
        """Return the slots of the pattern; the form is valid."""
        return tuple(map(self._slot, PLACES))

    def _slot(self, place: int) -> SlotRule:
        kind, low, high = (self.cleaned_data[f"{n}_{place}"] for n in ("kind", "min", "max"))
        bounded = low is not None or high is not None
        most = MAX_COST if high is None else high
        costs = tuple(range(low or 0, most + 1)) if bounded else None
        return SlotRule(None if kind == ANY else CardKind(kind), costs)


class PresetForm(forms.Form):
    """The name under which choices are saved."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=sizes.NAME)
    default = tick(gettext_lazy("Use as default"))


@dataclass(frozen=True, slots=True)
class BoxGroup:
    """The boxes of a person, or under its name those of a group, to tick."""

    campaign: str  # "" for the person's own
    ticks: tuple[BoundWidget, ...]


class BoxesForm(forms.Form):
    """The boxes in use: a person's own and their groups', or any before they own some."""

    mixes_boxes = True
    boxes = forms.MultipleChoiceField(
        label=gettext_lazy("Boxes"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Tick at least one box.")},
    )

    def offer_boxes(self, person: Person | None, also: Iterable[str] = ()) -> None:
        """Offer the boxes of a person and their groups, and ``also`` those in use."""
        self.collection = shelf.collection_of(person)
        opened = shelf.opened_by(person, self.collection) | frozenset(also)
        own = self.collection.boxes or selectors.series().open_boxes
        groups = [("", [*own, *also]), *shelf.group_boxes(person, [*own, *also])]
        # By the name of the campaign whose members own them; the person's own come first.
        self._groups = [(name, shelf.playable(slugs, opened)) for name, slugs in groups]
        boxes = [box for _name, of_group in self._groups for box in of_group]
        offer(self, "boxes", [(box.slug, shelf.name_of(box)) for box in boxes])
        mine = [box.slug for _name, of_group in self._groups[:1] for box in of_group]
        self.fields["boxes"].initial = mine if self.collection.boxes else []

    def box_groups(self) -> list[BoxGroup]:
        """Return the checkboxes: the person's own boxes, then each group's under its name."""
        ticks = {tick.data["value"]: tick for tick in self["boxes"]}
        return [
            BoxGroup(name, tuple(ticks[box.slug] for box in boxes))
            for name, boxes in self._groups
            if boxes
        ]


class StartSeriesForm(BoxesForm, StartOneOffForm):
    """The boxes, saved choices, and how many mages."""

    preset = forms.ChoiceField(label=gettext_lazy("Saved choices"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer_boxes(self.person)
        presets = shelf.saved(self.person, Preset)
        self.presets = {str(row.pk): preset.choices for row, preset in presets.items()}
        if not presets:
            del self.fields["preset"]
            return
        offer(self, "preset", [("", _("none")), *((row.pk, row.name) for row in presets)])
        first = (row.pk for row, preset in presets.items() if preset.default)
        self.fields["preset"].initial = next(first, "")

    def choices(self) -> Choices:
        """Return the saved choices, or open ones, with the boxes and the number of mages."""
        data, bare = self.cleaned_data, super().choices()
        wishes = self.presets.get(data.get("preset", ""), bare)
        count = len(bare.places)
        places = (*wishes.places, *bare.places)[
            :count
        ]
        chosen = replace(wishes, places=places, boxes=tuple(data["boxes"]))
        return shelf.prepared(chosen, self.person)


@dataclass(frozen=True, slots=True)
class PileBox:
    """A box with piles; they are shown once it is opened."""

    slug: str
    name: str
    count: int
    piles: tuple[SheetPile, ...]
    is_opening: bool  # somebody has just asked to see them


class ChangeSeriesForm(BoxesForm, ChangeForm):
    """Everything that can be chosen, from all boxes in use."""

    legacy = None  # type: ignore[assignment] # its box is one of the shelf's
    nemesis_wish = forms.ChoiceField(label=gettext_lazy("Which nemeses"), required=False)
    new_mages = tick(gettext_lazy("Only mages that you have not played yet"))
    versions = tick(gettext_lazy("Versions of one mage may play together"))
    basics = drop_down(gettext_lazy("Basic nemesis cards"))
    fields_by_path = ChangeForm.fields_by_path | {"boxes": "boxes", "basics": "basics"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        person = self.access.person
        self.offer_boxes(person, also=self.chosen.boxes)
        longest = _("one of the %(number)s not played for longest") % {"number": shelf.LONGEST}
        wishes = [(NemesisWish.ANY, _("any")), (NemesisWish.NEW, _("not played yet"))]
        offer(self, "nemesis_wish", [*wishes, (NemesisWish.LONGEST, longest)])
        self._offer_from_boxes()
        self._offer_patterns(person)
        # Piles are opened box by box: there are 400, too many to show at first.
        sent: Any = self.data
        self.open_boxes = [*sent.getlist("opened"), *sent.getlist("open")]
        self.shows_pile_boxes = any(part != "wishes" for part in self.open_boxes)

    def _offer_from_boxes(self) -> None:
        boxes = self._on_table()
        named = [(box.slug, shelf.name_of(box)) for box in boxes]
        for row in range(1, self.rows + 1):
            self.fields[f"box_{row}"] = drop_down(_("Box"), [("", _("any box")), *named])
        sets = [(box.slug, shelf.name_of(box)) for box in boxes if box.pack.find.basics]
        offer(self, "basics", [("", _("from all boxes, mixed by tier")), *sets])

    def _offer_patterns(self, person: Person | None) -> None:
        patterns, slots = shelf.saved(person, Pattern), self.chosen.market.slots
        self.patterns = {f"{OWN}{row.pk}": pattern.slots for row, pattern in patterns.items()}
        own = [(f"{OWN}{row.pk}", row.name) for row in patterns]
        if slots:
            saved = next((key for key, places in self.patterns.items() if places == slots), OWN)
            self.initial["template"] = saved
            if saved == OWN:
                self.patterns[OWN] = slots
                own.append((OWN, _("the pattern of this game")))
        field = self.fields["template"]
        offer(self, "template", [*field.choices, *own])  # type: ignore[attr-defined]

    def box_slugs(self) -> tuple[str, ...]:
        return tuple(self["boxes"].value() or ())

    def box_name(self, box: Pack) -> str:
        return next(shelf.name_of(b) for b in selectors.series().boxes.values() if b.pack is box)

    def pile_boxes(self) -> Iterator[PileBox]:
        """Yield each box with piles."""
        cards: dict[str, list[Card]] = {}
        for card in self.cards:
            cards.setdefault(card.box, []).append(card)
        for box in self._on_table():
            if of_box := cards.get(box.slug):
                opened = of_box if box.slug in self.open_boxes else []
                yield PileBox(
                    slug=box.slug,
                    name=shelf.name_of(box),
                    count=len(of_box),
                    piles=tuple(map(self.named_pile, opened)),
                    is_opening=box.slug == self.opening,
                )

    def picked_piles(self) -> list[SheetPile]:
        """Return the ticked piles of boxes that are not open on the page."""
        picked, opened = self["piles"].value(), self.open_boxes
        cards = (card for card in self.cards if card.id in picked and card.box not in opened)
        return [self.named_pile(card) for card in cards]

    def clean(self) -> None:
        """Refuse sealed boxes that somebody in the game's group has not finished."""
        super().clean()
        people = Person.objects.filter(memberships__campaign=self.game.shared_with_id)
        others = people.exclude(pk=self.game.owner_id or 0) if self.game.shared_with_id else ()
        if why := shelf.closed_to(others, self.cleaned_data.get("boxes", ())):
            self.add_error("boxes", why)

    def _on_table(self) -> list[Box]:
        known = selectors.series().boxes
        return [known[slug] for slug in self.box_slugs() if slug in known]

    def choices(self) -> Choices:
        data = self.cleaned_data
        chosen = replace(
            super().choices(),
            versions=data["versions"],
            basics=data["basics"],
            nemesis_wish=NemesisWish(data["nemesis_wish"]),
            new_mages=data["new_mages"],
        )
        return shelf.prepared(chosen, self.access.person)
