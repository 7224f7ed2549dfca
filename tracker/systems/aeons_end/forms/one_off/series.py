"""One-off games from the shelf: which boxes are on the table, and what only a shelf can choose."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from campaign.models import Person
from campaign.rules.aeons_end.catalogue.pack import Card, Pack
from campaign.rules.aeons_end.catalogue.series import Box
from campaign.rules.aeons_end.one_off.choices import Choices, MarketRequest, NemesisWish
from campaign.rules.aeons_end.one_off.collection import LONGEST
from campaign.rules.aeons_end.sheet import SheetPile
from tracker.forms.fields import LongSelect, offer
from tracker.systems.aeons_end import selectors, shelf
from tracker.systems.aeons_end.forms.one_off.fields import DRAWN, Offered
from tracker.systems.aeons_end.forms.one_off.game import ChangeForm, StartOneOffForm

OWN = "own:"  # before the number of a pattern that somebody made


class BoxesForm(forms.Form):
    """The boxes on the table: one's own, those of one's groups, or any where nothing is known."""

    boxes = forms.MultipleChoiceField(
        label=gettext_lazy("Boxes"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Tick at least one box.")},
    )

    def offer_boxes(self, person: Person | None, also: Iterable[str] = ()) -> None:
        """Offer what somebody and their groups own."""
        series, language = selectors.series(), get_language() or "en"
        self.collection = shelf.collection_of(person)
        opened = shelf.opened_by(person, self.collection) | frozenset(also)
        own = self.collection.boxes or series.open_boxes
        groups = [("", [*own, *also]), *shelf.group_boxes(person, [*own, *also])]
        self._groups = [(title, shelf.playable(slugs, opened)) for title, slugs in groups]
        boxes = [box for _title, found in self._groups for box in found]
        offer(self, "boxes", [(box.slug, box.name(language)) for box in boxes])
        mine = [box.slug for _title, found in self._groups[:1] for box in found]
        self.fields["boxes"].initial = mine if self.collection.boxes else []

    def box_groups(self) -> list[tuple[str, list[forms.boundfield.BoundWidget]]]:
        """Return the boxes to tick: one's own, then each group's under its name."""
        ticks = {tick.data["value"]: tick for tick in self["boxes"]}
        return [(title, [ticks[b.slug] for b in found]) for title, found in self._groups if found]


class StartSeriesForm(BoxesForm, StartOneOffForm):
    """Which boxes, which wishes, and how many mages."""

    preset = forms.ChoiceField(label=gettext_lazy("Requirements"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer_boxes(self.person)
        self.presets = {
            str(kept.pk): (kept, preset) for kept, preset in shelf.presets_of(self.person).items()
        }
        if not self.presets:
            del self.fields["preset"]
            return
        named = [(key, kept.name) for key, (kept, _preset) in self.presets.items()]
        offer(self, "preset", [("", _("none")), *named])
        first = (key for key, (_kept, preset) in self.presets.items() if preset.default)
        self.fields["preset"].initial = next(first, "")

    def choices(self) -> Choices:
        """Return everything left to chance but the boxes, the wishes and how many play."""
        data = self.cleaned_data
        places = super().choices().places
        chosen = Choices(places)
        if data.get("preset"):
            chosen = replace(self.presets[data["preset"]][1].choices, places=places)
        return shelf.prepared(replace(chosen, boxes=tuple(data["boxes"])), self.person)


class ChangeSeriesForm(BoxesForm, ChangeForm):
    """Everything that can be chosen, from all boxes on the table."""

    legacy = None  # type: ignore[assignment] # its box is one of the shelf's
    nemesis_wish = forms.ChoiceField(label=gettext_lazy("Which nemeses"), required=False)
    new_mages = forms.BooleanField(
        label=gettext_lazy("Only mages that you have not played yet"), required=False
    )
    versions = forms.BooleanField(
        label=gettext_lazy("Versions of one mage may play together"), required=False
    )
    basics = forms.ChoiceField(
        label=gettext_lazy("Basic nemesis cards"), required=False, widget=LongSelect
    )
    fields_by_path = ChangeForm.fields_by_path | {"boxes": "boxes", "basics": "basics"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        person = self.access.person
        self.offer_boxes(person, also=self.chosen.boxes)
        self.fields["boxes"].initial = list(self.chosen.boxes)
        longest = _("one of the %(number)s not played for longest") % {"number": LONGEST}
        wishes = [(NemesisWish.ANY, _("any")), (NemesisWish.NEW, _("not played yet"))]
        offer(self, "nemesis_wish", [*wishes, (NemesisWish.LONGEST, longest)])
        self._offer_from_boxes()
        self._offer_patterns(person)

    def _offer_from_boxes(self) -> None:
        named = [(box.slug, self.box_name(box.pack)) for box in self._on_table()]
        offered = Offered([("", _("any box")), *named])
        for row in range(1, self.rows + 1):
            self.fields[f"box_{row}"] = forms.ChoiceField(
                label=_("Box"), required=False, choices=offered, widget=LongSelect
            )
        sets = [(b.slug, self.box_name(b.pack)) for b in self._on_table() if b.pack.basics()]
        offer(self, "basics", [("", _("from all boxes, mixed by tier")), *sets])

    def _offer_patterns(self, person: Person | None) -> None:
        self.patterns = {
            f"{OWN}{kept.pk}": (kept, pattern)
            for kept, pattern in shelf.patterns_of(person).items()
        }
        slots = self.chosen.market.slots
        own = [(key, kept.name) for key, (kept, _pattern) in self.patterns.items()]
        held = next((k for k, (_kept, p) in self.patterns.items() if p.slots == slots), OWN)
        if slots:
            self.initial["template"] = held
            if held == OWN:
                own.append((OWN, _("the pattern of this game")))
        field = self.fields["template"]
        offer(self, "template", [*field.choices, *own])  # type: ignore[attr-defined]

    def box_slugs(self) -> tuple[str, ...]:
        return tuple(self["boxes"].value() or ())

    def box_name(self, box: Pack) -> str:
        found = next((b for b in selectors.series().boxes.values() if b.pack is box), None)
        return found.name(get_language() or "en") if found else ""

    # --- piles, box by box: four hundred are more than a page should begin with ---

    def open_boxes(self) -> list[str]:
        """Return the boxes whose piles are shown."""
        return [*self.data.getlist("opened"), *self.data.getlist("open")]  # type: ignore[attr-defined]

    @property
    def shows_pile_boxes(self) -> bool:
        """Say whether the boxes are shown whose piles can be opened."""
        return any(each != "wishes" for each in self.open_boxes())

    def pile_boxes(self) -> Iterator[tuple[Box, str, int, list[SheetPile]]]:
        """Yield each box that has piles: its name, how many, and, once it was opened, which."""
        cards: dict[str, list[Card]] = {}
        for card in self.pile_choices():
            cards.setdefault(card.box, []).append(card)
        shown = self.open_boxes()
        for box in self._on_table():
            if held := cards.get(box.slug):
                piles = [self.named_pile(card) for card in held if card.box in shown]
                yield box, self.box_name(box.pack), len(held), piles

    def picked_piles(self) -> list[SheetPile]:
        """Return the piles that are ticked and whose boxes are closed."""
        picked, shown = set(self.picked()), self.open_boxes()
        cards = (card for card in self.pile_choices() if card.id in picked)
        return [self.named_pile(card) for card in cards if card.box not in shown]

    def clean(self) -> None:
        """Refuse sealed boxes that somebody whom the game is shared with has not finished."""
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

    def _market(self) -> MarketRequest:
        market, key = super()._market(), self.cleaned_data["template"]
        if self.cleaned_data["way"] != DRAWN or not key.startswith(OWN):
            return market
        slots = self.patterns[key][1].slots if key in self.patterns else self.chosen.market.slots
        return replace(market, template=None, slots=slots)
