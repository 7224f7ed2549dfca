"""The fields of a one-off game: mages, nemesis, market, difficulty, variants, seed."""

from dataclasses import asdict
from typing import Any

from django import forms
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from campaign.records.aeons_end import mages_to_invite
from campaign.rules.aeons_end import solo
from campaign.rules.aeons_end.catalogue.pack import Card, CardKind, Pack, SlotRule
from campaign.rules.aeons_end.market.wishes import AtLeast, AtMost, Wish
from campaign.rules.aeons_end.one_off.choices import Choices, SeatChoice
from campaign.rules.aeons_end.one_off.offer import offer_of
from campaign.rules.aeons_end.systems import LEGACY
from campaign.rules.aeons_end.turn_order import MAX_MAGES
from tracker.forms.fields import drop_down, number_field, offer, player_field, radios, tick, ticks
from tracker.forms.nested import NestedForm, RowForm
from tracker.forms.one_offs import ChangeGameForm
from tracker.systems.aeons_end.shared import selectors, words
from tracker.systems.aeons_end.shared.forms.variants import VariantFields

SEATS = range(1, MAX_MAGES + 1)
WISHES, FEW_WISHES = 6, 2  # rows for wishes, and how many are shown at first
MAX_COST = 9
MOST = "most"  # a requirement that limits cards
DRAWN, SUGGESTED, CHOSEN = "drawn", "suggested", "chosen"
MAGE, GUEST, STAYS = "mage", "guest", "stays"


def small_number(label: str) -> forms.IntegerField:
    """Return a field for a small number; CSS tells by the placeholder whether it is empty."""
    return number_field(label, 0, MAX_COST, attrs={"placeholder": " "})


def refuse_reversed(form: forms.Form, first: str, last: str) -> None:
    """Add an error to a range, given by two fields, whose start is above its end."""
    least, most = form.cleaned_data.get(first), form.cleaned_data.get(last)
    if least is not None and most is not None and least > most:
        form.add_error(first, _("The first number is greater than the second."))


class SeatRow(RowForm):
    """Who plays which mage."""

    mage = drop_down("")
    player = player_field(gettext_lazy("Player"))
    fields_by_path = {"": "player"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, path="players", **kwargs)
        self.fields["mage"].label = _("Mage %(seat)s") % {"seat": self.number}

    def chosen(self) -> tuple[str, str]:
        """Return what kind of mage was chosen, and its key; "" for one to draw."""
        what, _colon, key = str(self.cleaned_data["mage"]).partition(":")
        return what, key

    @property
    def player_name(self) -> str:
        """Return who plays it, of a valid form."""
        return str(self.cleaned_data["player"])


class WishRow(RowForm):
    """A requirement of the market."""

    limit = drop_down("", [("", gettext_lazy("at least")), (MOST, gettext_lazy("at most"))])
    count = small_number("")
    kind = drop_down(gettext_lazy("Kind"))
    min = small_number("")
    max = small_number("")
    box = drop_down(gettext_lazy("Box"))  # only where several are in use

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        labels = {
            "limit": _("Requirement %(number)s"),
            "count": _("Requirement %(number)s, how many"),
            "min": _("Requirement %(number)s, cost from"),
            "max": _("Requirement %(number)s, cost to"),
        }
        for name, label in labels.items():
            self.fields[name].label = label % {"number": self.number}
        kinds = ((kind, words.card_kind(kind)) for kind in CardKind)
        offer(self, "kind", [("", _("cards of any kind")), *kinds])

    @property
    def is_sent(self) -> bool:
        """Say whether something was entered in it."""
        return any(field.data for field in self)

    def clean(self) -> None:
        """Refuse costs whose start is above their end."""
        refuse_reversed(self, "min", "max")

    def wish(self) -> Wish | None:
        """Return the requirement of a valid form; None if nothing is entered."""
        given = self.cleaned_data
        limit, count, kind, most = (given[name] for name in ("limit", "count", "kind", "max"))
        cards = (CardKind(kind) if kind else None, given["min"] or 0, most, given.get("box", ""))
        if limit and (count is not None or any(cards)):
            return AtMost(1 if count is None else count, *cards)
        if count or any(cards) or most is not None:
            return AtLeast(count or 1, *cards)
        return None

    @classmethod
    def shown_of(cls, number: int, wish: Wish) -> dict[str, object]:
        """Return what the fields show of a requirement, by their names on the page."""
        return cls.named(
            number,
            limit=MOST if isinstance(wish, AtMost) else "",
            count=wish.most if isinstance(wish, AtMost) else wish.count,
            kind=wish.kind or "",
            min=wish.min_cost or None,
            max=wish.max_cost,
            box=wish.box,
        )


class ChangeFields(VariantFields, NestedForm, ChangeGameForm):
    """The fields for everything that can be chosen, with rows for seats and wishes."""

    mixes_boxes = False  # it asks which boxes are in use

    mages = radios(gettext_lazy("How many mages?"), [(n, n) for n in SEATS], coerce=int)
    nemesis = drop_down(gettext_lazy("Nemesis"))
    least = number_field(gettext_lazy("Its difficulty from"), 1, 10)
    most = number_field(gettext_lazy("Its difficulty to"), 1, 10)
    difficulty = radios(gettext_lazy("Difficulty of the game"))
    way = radios(
        gettext_lazy("The market is"),
        [
            (DRAWN, gettext_lazy("drawn")),
            (SUGGESTED, gettext_lazy("suggested by the rulebook")),
            (CHOSEN, gettext_lazy("chosen by you")),
        ],
    )
    template = drop_down(gettext_lazy("Pattern"))
    suggested = drop_down(gettext_lazy("Suggested market"))
    piles = ticks(gettext_lazy("Piles"))
    apart = forms.CharField(
        label=gettext_lazy("Never together"),
        help_text=gettext_lazy("Names, with commas. Each line is a group of its own."),
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 2, "autocomplete": "off"}),
    )
    fresh = tick(gettext_lazy("No cards from your last game"))
    solo_life = radios(
        gettext_lazy("Life with one mage"),
        [("", gettext_lazy("as the difficulty says")), *((life, life) for life in solo.LIVES)],
        coerce=int,
        required=False,
    )
    legacy = tick(gettext_lazy("Add the opened cards of Aeon’s End: Legacy"))
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
        # The part of the form that somebody asked to see; then nothing is saved.
        self.opening = str(self.data.get("open", ""))
        self.chosen: Choices = self.planned.choices
        self.pack = selectors.box(game.system)
        person = self.access.person
        self.own = {mage.pk: mage for mage in mages_to_invite(person)} if person else {}
        self.patterns: dict[str | None, tuple[SlotRule, ...]] = {}  # a person's own, by choice
        self.last_piles = selectors.last_piles(person, but=game) if person else frozenset()
        self.initial = {**_initial_of(self.chosen), **self.initial}
        self.table = selectors.boxes_on_table(self.pack, self.box_slugs())
        self.offer = offer_of(self.table)
        self.cards = tuple(self.offer.piles.cards.values())  # a pile each
        self.places = self._seat_rows()
        self.wishes = self._wish_rows()
        self.has_more_wishes = len(self.wishes) < WISHES  # than are shown
        self.parts = (*self.places, *self.wishes)
        self._offer_choices()
        self.initial["apart"] = self._apart_text()
        if not self.last_piles and not self.chosen.excluded:
            del self.fields["fresh"]

    def box_slugs(self) -> tuple[str, ...]:
        """Return the further boxes that the form selects."""
        return (LEGACY.slug,) if self["legacy"].value() else ()

    def box_name(self, box: Pack) -> str:
        """Return the name of a box."""
        return box.name.in_language(self.game.language)

    def language_of(self, box: str) -> str:
        """Return the language of a box's names."""
        return self.chosen.languages.get(box, self.game.language)

    def card_name(self, card: Card) -> str:
        """Return the name of a card in the language of its box."""
        return card.name.in_language(self.language_of(card.box))

    def _apart_text(self) -> str:
        """Return the groups of piles that exclude each other, one per line."""
        lines = [
            [self.card_name(card) for card in self.cards if card.id in keys]
            for keys in self.chosen.apart
        ]
        return "\n".join("; ".join(dict.fromkeys(names)) for names in lines)

    def _seat_rows(self) -> tuple[SeatRow, ...]:
        offered = self._offered_mages()
        places = dict(enumerate(self.chosen.places, start=1))
        rows = tuple(SeatRow(self, number=seat) for seat in SEATS)
        for seat, row in zip(SEATS, rows, strict=True):
            place, stays = places.get(seat, SeatChoice()), []
            chosen = f"{MAGE}:{place.mage}" if place.mage else ""
            if guest := place.guest:
                chosen = f"{GUEST}:{guest.mage}"
                if guest.mage not in self.own:  # this visitor cannot invite that mage
                    chosen = f"{STAYS}:{seat}"
                    stays = [(chosen, f"{guest.mat.name} ({guest.campaign})")]
            row.initial = {"mage": chosen, "player": place.player}
            offer(row, "mage", [("", _("drawn")), *stays, *offered])
        return rows

    def _offered_mages(self) -> list[tuple[str, list[tuple[str, str]]]]:
        groups: dict[str, list[tuple[str, str]]] = {}
        for box in self.table:
            for mat in box.mages:
                if mat.id in self.offer.mats:
                    named = (f"{MAGE}:{mat.id}", mat.name.in_language(self.language_of(mat.box)))
                    groups.setdefault(self.box_name(box), []).append(named)
        for mage in self.own.values():
            groups.setdefault(mage.campaign.name, []).append((f"{GUEST}:{mage.pk}", mage.name))
        return list(groups.items())

    def _wish_rows(self) -> tuple[WishRow, ...]:
        """Return the rows for wishes that are shown: those in use, or all on request."""
        rows = tuple(WishRow(self, number=number) for number in range(1, WISHES + 1))
        if not self.mixes_boxes:
            for row in rows:
                del row.fields["box"]
        if self.opening == "wishes":
            return rows
        sent = (number for number, row in enumerate(rows, start=1) if row.is_sent)
        return rows[: max([FEW_WISHES, len(self.chosen.wishes), *sent])]

    def _offer_choices(self) -> None:
        pack, language = self.pack, self.game.language

        def named(things: Any) -> list[tuple[str, str]]:
            return [(thing.id, thing.name.in_language(language)) for thing in things]

        # No box prints the names of patterns, so they are in the visitor's language.
        active = get_language() or "en"
        patterns = [(p.id, p.name.in_language(active)) for p in pack.market_templates[1:]]
        text, foes = _("%(nemesis)s (difficulty %(number)s)"), self.offer.nemeses.values()
        names = [(foe, foe.name.in_language(self.language_of(foe.box))) for foe in foes]
        nemeses = [(n.id, text % {"nemesis": name, "number": n.difficulty}) for n, name in names]
        suggested = (market for box in self.table for market in box.suggested_markets)
        offer(self, "nemesis", [("", _("drawn")), *nemeses])
        offer(self, "difficulty", named(pack.difficulties))
        offer(self, "template", [("", _("3 gems, 2 relics, 4 spells")), *patterns])
        offer(self, "suggested", named(suggested))
        offer(self, "piles", named(self.cards))


def _initial_of(choices: Choices) -> dict[str, Any]:
    """Return the initial values of the fields for a game's current choices."""
    market = choices.market
    way = SUGGESTED if market.suggested else CHOSEN if market.chosen else DRAWN
    least, most = choices.nemesis_difficulty or (None, None)
    initial: dict[str, Any] = asdict(choices) | {
        "mages": len(choices.places),
        "least": least,
        "most": most,
        "way": way,
        "template": market.template,
        "suggested": market.suggested,
        "piles": list(market.chosen or market.locks),
        "fresh": bool(choices.excluded),
        "legacy": LEGACY.slug in choices.boxes,
    }
    for number, wish in enumerate(choices.wishes, start=1):
        initial |= WishRow.shown_of(number, wish)
    return initial
