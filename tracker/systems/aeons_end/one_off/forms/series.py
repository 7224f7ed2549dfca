"""Forms of games that are drawn from the boxes of a person and their groups."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.models import Person
from campaign.rules.aeons_end.catalogue.pack import Card, Pack
from campaign.rules.aeons_end.catalogue.series import Box
from campaign.rules.aeons_end.one_off.choices import (
    Choices,
    NemesisWish,
    Pattern,
    Preset,
)
from campaign.rules.aeons_end.sheet import SheetPile
from campaign.selectors.campaigns import people_of
from tracker.forms.fields import drop_down, offer, tick
from tracker.systems.aeons_end.one_off.forms.game import ChangeForm, StartOneOffForm
from tracker.systems.aeons_end.shared import selectors, shelf
from tracker.words.records import closed_boxes

OWN = "own:"  # prefix of the pk of a person's own pattern


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

    preset = drop_down(
        gettext_lazy("Saved choices"),
        help_text=gettext_lazy("They bring their boxes, unless you tick others."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer_boxes(self.person)
        self.fields["boxes"].required = False  # a preset has its own
        presets = shelf.saved(self.person, Preset)
        self.presets = {str(row.pk): preset.choices for row, preset in presets.items()}
        if not presets:
            del self.fields["preset"]
            return
        offer(self, "preset", [("", _("none")), *((row.pk, row.name) for row in presets)])
        first = (row.pk for row, preset in presets.items() if preset.default)
        self.fields["preset"].initial = next(first, "")

    def clean_boxes(self) -> list[str]:
        """Return the ticked boxes; those of the preset, if nobody touched the ticks."""
        ticked: list[str] = self.cleaned_data["boxes"]
        preset = self.presets.get(self.data.get(self.add_prefix("preset"), ""))
        if preset is not None and "boxes" not in self.changed_data:
            offered = dict(self.fields["boxes"].choices)  # type: ignore[attr-defined]
            ticked = [box for box in preset.boxes if box in offered] or ticked
        if not ticked:
            raise forms.ValidationError(self.fields["boxes"].error_messages["required"])
        return ticked

    def choices(self) -> Choices:
        """Return the saved choices, or open ones, with the boxes and the number of mages."""
        data, bare = self.cleaned_data, super().choices()
        wishes = self.presets.get(data.get("preset", ""), bare)
        count = len(bare.places)
        places = (*wishes.places, *bare.places)[:count]  # what was chosen, then open ones
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
        for row in self.wishes:
            offer(row, "box", [("", _("any box")), *named])
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
        others = people_of(self.game.shared_with_id).exclude(pk=self.game.owner_id or 0)
        boxes = self.cleaned_data.get("boxes", ())
        closed = frozenset[str]().union(*(shelf.closed_boxes(person, boxes) for person in others))
        if closed:
            self.add_error("boxes", closed_boxes(closed))

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
