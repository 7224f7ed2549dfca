"""What can be chosen for a one-off game: mages, nemesis, market, difficulty, variants, seed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from campaign.records.aeons_end import mages_to_invite
from campaign.rules.aeons_end.catalogue.pack import Card, CardKind, KnownFrom
from campaign.rules.aeons_end.one_off.choices import Choices, Place
from campaign.rules.aeons_end.one_off.setup import SOLO_LIVES, open_piles
from campaign.rules.aeons_end.systems import LEGACY
from campaign.rules.aeons_end.turn_order import MAGES_MAX, SOLO_CARDS
from campaign.rules.core import sizes
from campaign.services.one_offs import SEED
from tracker.forms.campaigns import BOX_LANGUAGES
from tracker.forms.one_offs import PlanAgainForm
from tracker.systems.aeons_end import selectors, words
from tracker.systems.aeons_end.forms.one_off.parts import (
    CHOSEN,
    DRAWN,
    GUEST,
    MAGE,
    SUGGESTED,
    WISHES,
    number_field,
    open_nemeses,
    shown_of,
    staying,
)


class ChangeFields(PlanAgainForm):
    """Everything that can be chosen, as it stands; a seat and a wish have fields of their own."""

    mages = forms.TypedChoiceField(
        label=gettext_lazy("How many mages?"),
        choices=[(number, str(number)) for number in range(1, MAGES_MAX + 1)],
        coerce=int,
        widget=forms.RadioSelect,
    )
    nemesis = forms.ChoiceField(label=gettext_lazy("Nemesis"), required=False)
    least = forms.IntegerField(
        label=gettext_lazy("Its difficulty from"), required=False, min_value=1, max_value=10
    )
    most = forms.IntegerField(
        label=gettext_lazy("Its difficulty to"), required=False, min_value=1, max_value=10
    )
    difficulty = forms.ChoiceField(
        label=gettext_lazy("Difficulty of the game"), widget=forms.RadioSelect
    )
    way = forms.ChoiceField(
        label=gettext_lazy("The market is"),
        choices=[
            (DRAWN, gettext_lazy("drawn")),
            (SUGGESTED, gettext_lazy("suggested by the rulebook")),
            (CHOSEN, gettext_lazy("chosen by you")),
        ],
        widget=forms.RadioSelect,
    )
    template = forms.ChoiceField(label=gettext_lazy("Pattern"), required=False)
    suggested = forms.ChoiceField(label=gettext_lazy("Suggested market"), required=False)
    piles = forms.MultipleChoiceField(
        label=gettext_lazy("Piles"), required=False, widget=forms.CheckboxSelectMultiple
    )
    fresh = forms.BooleanField(
        label=gettext_lazy("No card of the last game you played"), required=False
    )
    paired = forms.BooleanField(
        label=gettext_lazy("Easier: two pairs share their turn-order cards"), required=False
    )
    partner = forms.TypedChoiceField(
        label=gettext_lazy("Mage 1 shares with"),
        choices=[(n, n) for n in (2, 3, 4)],
        coerce=int,
        required=False,
        empty_value=None,
        widget=forms.RadioSelect,
    )
    solo_cards = forms.TypedChoiceField(
        label=gettext_lazy("Turn-order cards of one mage alone"),
        choices=[(n, n) for n in SOLO_CARDS],
        coerce=int,
        required=False,
        empty_value=None,
        widget=forms.RadioSelect,
    )
    solo_life = forms.TypedChoiceField(
        label=gettext_lazy("Life of one mage alone"),
        coerce=int,
        required=False,
        empty_value=None,
        widget=forms.RadioSelect,
    )
    legacy = forms.BooleanField(
        label=gettext_lazy("The open cards of Aeon’s End: Legacy join in"), required=False
    )
    seed = forms.CharField(
        label=gettext_lazy("Seed"),
        help_text=gettext_lazy("The same seed and the same choices make the same set-up."),
        max_length=SEED,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language of your box"),
        choices=BOX_LANGUAGES,
        widget=forms.RadioSelect,
    )
    fields_by_path = {
        "nemesis_difficulty": "least",
        "market": "way",
        "slots": "template",
        "locks": "piles",
        "pairs": "partner",
        "boxes": "legacy",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        game = self.game
        self.chosen: Choices = self.planned.choices
        self.pack = selectors.box(game.system)
        self.boxes = (self.pack, selectors.box(LEGACY.slug))
        person = self.access.person
        self.own = {mage.pk: mage for mage in mages_to_invite(person)} if person else {}
        self.last_piles = selectors.last_piles(person, but=game) if person else frozenset()
        stands = {"seed": self.planned.seed, "language": game.language}
        self.initial = {**shown_of(self.chosen, self.own), **stands, **self.initial}
        self._add_places()
        self._add_wishes()
        self._offer_choices(game.language)
        if not self.last_piles and not self.chosen.excluded:
            del self.fields["fresh"]

    def pile_choices(self) -> tuple[Card, ...]:
        """Return the piles to tick, as the grid of piles shows them."""
        return open_piles(self.boxes if self._legacy_is_in() else self.boxes[:1])

    def _legacy_is_in(self) -> bool:
        return bool(self["legacy"].value())

    def _add_places(self) -> None:
        offered = self._offered_mages()
        for seat in range(1, MAGES_MAX + 1):
            held = self.chosen.places[seat - 1] if seat <= len(self.chosen.places) else Place()
            stays = staying(seat, held, self.own)
            self.fields[f"mage_{seat}"] = forms.ChoiceField(
                label=_("Mage %(seat)s") % {"seat": seat},
                required=False,
                choices=[("", _("drawn")), *stays, *offered],
            )
            self.fields[f"player_{seat}"] = forms.CharField(
                label=_("Player"), required=False, max_length=sizes.PERSON_NAME
            )

    def _offered_mages(self) -> list[tuple[str, list[tuple[str, str]]]]:
        language = self.game.language
        box = [
            (f"{MAGE}:{mage.id}", mage.name.in_language(language))
            for mage in self.pack.mages
            if not mage.custom and mage.known.by is KnownFrom.START
        ]
        groups = {self.pack.name.in_language(language): box}
        for mage in self.own.values():
            groups.setdefault(mage.campaign.name, []).append((f"{GUEST}:{mage.pk}", mage.name))
        return list(groups.items())

    def _add_wishes(self) -> None:
        kinds = [("", _("cards of any kind"))]
        kinds += [(kind, words.card_kind(kind)) for kind in CardKind]
        for row in range(1, WISHES + 1):
            shown = {"number": row}
            self.fields[f"count_{row}"] = number_field(
                _("Wish %(number)s, at least") % shown, least=1
            )
            self.fields[f"kind_{row}"] = forms.ChoiceField(
                label=_("Kind"), required=False, choices=kinds
            )
            self.fields[f"min_{row}"] = number_field(_("Wish %(number)s, cost from") % shown)
            self.fields[f"max_{row}"] = number_field(_("Wish %(number)s, cost to") % shown)

    def _offer_choices(self, language: str) -> None:
        pack = self.pack

        def named(things: Any) -> list[tuple[str, str]]:
            return [(thing.id, thing.name.in_language(language)) for thing in things]

        # No box prints what a pattern is called: these are words, not names.
        spoken = get_language() or "en"
        patterns = [(p.id, p.name.in_language(spoken)) for p in pack.market_templates[1:]]
        nemeses = [
            (
                n.id,
                _("%(nemesis)s (difficulty %(number)s)")
                % {"nemesis": n.name.in_language(language), "number": n.difficulty},
            )
            for n in open_nemeses(self.boxes if self._legacy_is_in() else (pack,))
        ]
        offers: dict[str, list[tuple[Any, str]]] = {
            "nemesis": [("", _("drawn")), *nemeses],
            "difficulty": named(pack.difficulties),
            "template": [("", _("3 gems, 2 relics, 4 spells")), *patterns],
            "suggested": named(pack.suggested_markets),
            "piles": named(self.pile_choices()),
            "solo_life": [
                ("", _("as the difficulty says")),
                *((life, str(life)) for life in SOLO_LIVES),
            ],
        }
        for name, choices in offers.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101 # declared above
            field.choices = choices
