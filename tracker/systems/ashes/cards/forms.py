"""The filter of the card browser: its fields are the address that can be sent."""

from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from campaign.rules.ashes.card_search import CardQuery, DiceMatch, Order
from campaign.rules.ashes.catalogue import CardType, DiceType, Edition
from campaign.rules.core import sizes
from campaign.selectors.ashes import catalogue
from tracker.forms.fields import tick, ticks
from tracker.systems.ashes.decks.forms import born_choices, set_choices
from tracker.systems.ashes.presenters import DieView, die_view
from tracker.systems.ashes.words.terms import DICE, EDITIONS, TYPES

MOST_DICE: Final = 9  # that a filter can ask for; no card costs more
MATCHES: Final = {
    DiceMatch.ANY: gettext_lazy("any of these"),
    DiceMatch.ALL: gettext_lazy("all of these"),
    DiceMatch.ONLY: gettext_lazy("only these"),
}
ORDERS: Final = {
    Order.NAME: gettext_lazy("Name"),
    Order.COST: gettext_lazy("Cost"),
    Order.TYPE: gettext_lazy("Type"),
    Order.SET: pgettext_lazy("of cards", "Set"),
}


@dataclass(frozen=True, slots=True)
class DiceChoice:
    """The box of a type of dice, and the die that stands beside it."""

    box: forms.boundfield.BoundWidget
    die: DieView


# Only a page, or an address that names one, needs these: they are read when they are asked for.


def born_offered(nobody: str = "–") -> list[tuple[str, str]]:
    """Return all Phoenixborn as choices; ``nobody`` is what choosing none of them is called."""
    names = dict(
        choice for edition in Edition for choice in born_choices(catalogue().cards(edition))
    )
    by_name = sorted(names.items(), key=lambda choice: choice[1].casefold())
    return [("", nobody), *by_name]


def sets_offered() -> list[Any]:
    """Return all card sets as choices, by edition."""
    return [("", pgettext("any set", "any")), *set_choices(catalogue().sets)]


class CardsForm(forms.Form):
    """What cards are asked for; a field that cannot be read is said, and not asked."""

    q = forms.CharField(label=gettext_lazy("Search"), required=False, max_length=sizes.NAME)
    edition = forms.ChoiceField(
        label=gettext_lazy("Edition"),
        required=False,
        choices=[("", pgettext_lazy("any edition", "any")), *EDITIONS.items()],
    )
    type = ticks(gettext_lazy("Type"), coerce=CardType, choices=list(TYPES.items()))
    dice = ticks(gettext_lazy("Dice"), coerce=DiceType, choices=list(DICE.items()))
    match = forms.ChoiceField(
        label=gettext_lazy("The card uses"), required=False, choices=list(MATCHES.items())
    )
    most = forms.IntegerField(
        label=gettext_lazy("Dice to play it, at most"),
        required=False,
        min_value=0,
        max_value=MOST_DICE,
    )
    born = forms.ChoiceField(
        label=gettext_lazy("Exclusive cards of"),
        required=False,
        choices=born_offered,
    )
    set = forms.ChoiceField(
        label=pgettext_lazy("of cards", "Set"),
        required=False,
        choices=sets_offered,
    )
    summons = tick(gettext_lazy("Brings conjurations"))
    basic = tick(gettext_lazy("Basic magic only"))
    owned = tick(gettext_lazy("Only my card sets"))
    sort = forms.ChoiceField(
        label=gettext_lazy("Sort by"), required=False, choices=list(ORDERS.items())
    )

    default_order = Order.NAME

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data)
        self.prepare()
        self.full_clean()

    def prepare(self) -> None:
        """Do what has to be done before the data is read; nothing, in the browser."""

    @property
    def defaults(self) -> tuple[tuple[str, Any], ...]:
        """Return what an address need not say."""
        return (("match", DiceMatch.ANY), ("sort", self.default_order))

    @property
    def is_owned_only(self) -> bool:
        """Say whether only cards of the person's own sets are asked for."""
        return bool(self.cleaned_data.get("owned"))

    def query(self, owned: frozenset[str]) -> CardQuery:
        """Return what is asked; ``owned`` are the sets of the person."""
        asked = self.cleaned_data.get
        edition, card_set = asked("edition"), asked("set")
        sets = frozenset({card_set}) if card_set else None
        if self.is_owned_only:
            sets = owned if sets is None else sets & owned
        return CardQuery(
            text=asked("q") or "",
            edition=Edition(edition) if edition else None,
            types=frozenset(asked("type") or ()),
            dice=frozenset(asked("dice") or ()),
            dice_match=DiceMatch(asked("match") or DiceMatch.ANY),
            most_dice=asked("most"),
            summons=bool(asked("summons")),
            basic=bool(asked("basic")),
            sets=sets,
            exclusive_to=asked("born") or "",
            order=Order(asked("sort") or self.default_order),
        )

    def address(self) -> str:
        """Return what is asked as the query of an address, without what is empty."""
        values: list[tuple[str, Any]] = []
        for name in self.fields:
            value = self.cleaned_data.get(name)
            many = value if isinstance(value, list) else [value]
            values += [(name, int(each) if each is True else each) for each in many if _said(each)]
        return urlencode([pair for pair in values if pair not in self.defaults])

    @property
    def clear_url(self) -> str:
        """Return the address of all cards."""
        return reverse("cards")

    @property
    def narrow_fields(self) -> list[forms.BoundField]:
        """Return the lists to choose one of."""
        return [self[name] for name in ("edition", "set", "born")]

    @property
    def tick_fields(self) -> list[forms.BoundField]:
        """Return what is asked by a tick."""
        return [self[name] for name in ("owned", "summons", "basic")]

    @property
    def here(self) -> str:
        """Return the address of what is asked, which can be sent to somebody."""
        asked = self.address()
        return f"{self.clear_url}?{asked}" if asked else self.clear_url

    def dice_choices(self) -> list[DiceChoice]:
        """Return the boxes of the dice, each with its die."""
        return [DiceChoice(box, die_view(box.data["value"])) for box in self["dice"]]

    @property
    def narrowed_by(self) -> int:
        """Return how many things are asked besides the text and the order."""
        rest = set(self.fields) - {"q", "sort"}
        asked = ((name, self.cleaned_data.get(name)) for name in rest)
        return sum(_said(pair[1]) for pair in asked if pair not in self.defaults)


def _said(value: Any) -> bool:
    """Say whether something is asked; a cost of 0 is."""
    return value is not None and value is not False and value not in ("", [])
