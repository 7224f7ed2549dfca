"""The filter of the card browser."""

from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from django import forms
from django.urls import reverse
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from campaign.rules.ashes.card_search import CardQuery, DiceMatch, Order
from campaign.rules.ashes.catalogue import CURRENT, CardType, DiceType, Edition
from campaign.rules.core import sizes
from campaign.selectors.ashes import catalogue
from tracker.forms.fields import tick, ticks
from tracker.systems.ashes.decks.forms import born_choices, set_choices
from tracker.systems.ashes.filter_form import FilterForm
from tracker.systems.ashes.words.terms import DICE, EDITIONS, TYPES

MOST_DICE: Final = 9  # that a filter can ask for; no card costs more
BOTH: Final = "both"  # editions
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


class CardsForm(FilterForm):
    """What cards are asked for."""

    q = forms.CharField(label=gettext_lazy("Search"), required=False, max_length=sizes.NAME)
    edition = forms.ChoiceField(
        label=gettext_lazy("Edition"),
        required=False,
        choices=[*EDITIONS.items(), (BOTH, gettext_lazy("both editions"))],
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

    @property
    def defaults(self) -> tuple[tuple[str, Any], ...]:
        """Return what an address need not say."""
        return (("match", DiceMatch.ANY), ("sort", self.default_order), ("edition", CURRENT))

    @property
    def editions(self) -> Edition | None:
        """Return the edition whose cards are asked for, or None for both: a set says its own."""
        asked = self.cleaned_data.get
        if asked("set") or asked("edition") == BOTH:
            return None
        return Edition(asked("edition") or CURRENT)

    @property
    def both_url(self) -> str:
        """Return the address of the same in both editions; "" if it is that."""
        if self.editions is None:
            return ""
        asked = [(name, value) for name, value in parse_qsl(self.address()) if name != "edition"]
        return f"{self.clear_url}?{urlencode([*asked, ('edition', BOTH)])}"

    @property
    def is_owned_only(self) -> bool:
        """Say whether only cards of the person's own sets are asked for."""
        return bool(self.cleaned_data.get("owned"))

    def query(self, owned: frozenset[str]) -> CardQuery:
        """Return what is asked; ``owned`` are the sets of the person."""
        asked = self.cleaned_data.get
        card_set = asked("set")
        sets = frozenset({card_set}) if card_set else None
        edition = self.editions
        if self.is_owned_only:
            sets = owned if sets is None else sets & owned
            has_some = any(each.slug in owned for each in catalogue().sets_of(edition or CURRENT))
            edition = edition if has_some else None
        return CardQuery(
            text=asked("q") or "",
            edition=edition,
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
