"""The filters of the lists of decks: one's own beside the ready-made ones, and the public ones."""

from collections.abc import Iterable
from typing import Final

from django import forms
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from campaign.rules.ashes.catalogue import DiceType, folded
from campaign.rules.ashes.deck import Deck
from campaign.rules.ashes.deck_boxes import lacking
from campaign.rules.core import sizes
from campaign.selectors.ashes import PublicQuery, catalogue
from tracker.forms.fields import offer, tick, ticks
from tracker.systems.ashes.cards.forms import born_offered, sets_offered
from tracker.systems.ashes.decks.forms import by_name, set_choices
from tracker.systems.ashes.filter_form import FilterForm
from tracker.systems.ashes.words.terms import DICE, card_name

ALL_SETS: Final = "all"


def any_born() -> list[tuple[str, str]]:
    """Return all Phoenixborn as choices, and any of them."""
    return born_offered(pgettext("any Phoenixborn", "any"))


class DecksForm(FilterForm):
    """What decks are asked for."""

    q = forms.CharField(label=gettext_lazy("Deck or card"), required=False, max_length=sizes.NAME)
    dice = ticks(gettext_lazy("Dice"), coerce=DiceType, choices=list(DICE.items()))
    phoenixborn = forms.ChoiceField(
        label=gettext_lazy("Phoenixborn"), required=False, choices=any_born
    )
    set = forms.ChoiceField(
        label=pgettext_lazy("of cards", "Set"), required=False, choices=sets_offered
    )
    mine = tick(gettext_lazy("Only decks that I can build from my sets"))

    @property
    def is_asked(self) -> bool:
        """Say whether anything is asked."""
        return any(self.cleaned_data.values())

    @property
    def narrow_fields(self) -> list[forms.BoundField]:
        """Return the lists to choose one of."""
        return [self[name] for name in ("phoenixborn", "set", "tag") if name in self.fields]


class ListForm(DecksForm):
    """The filter of the list of decks; with nothing asked, ready-made ones are of own sets."""

    set = forms.ChoiceField(label=gettext_lazy("Set of a ready-made deck"), required=False)
    tag = forms.ChoiceField(label=gettext_lazy("Tag"), required=False)

    def __init__(
        self, data: QueryDict, *, decks: Iterable[Deck], tags: Iterable[str], owned: frozenset[str]
    ) -> None:
        self.decks, self.tags, self.owned = decks, set(tags), owned
        super().__init__(data)

    def prepare(self) -> None:
        """Offer what the decks have: their Phoenixborn, sets and tags."""
        born = {
            deck.phoenixborn: card_name(deck.phoenixborn) for deck in self.decks if deck.phoenixborn
        }
        anyone = [("", pgettext_lazy("any Phoenixborn", "any"))]
        offer(self, "phoenixborn", [*anyone, *by_name(born)])
        boxes = set_choices(each for each in catalogue().sets if each.decks)
        offer(self, "set", [("", "–"), (ALL_SETS, _("all sets")), *boxes])
        known = sorted(self.tags, key=str.casefold)
        offer(self, "tag", [("", pgettext("any tag", "any")), *((tag, tag) for tag in known)])
        if not known:
            del self.fields["tag"]

    @property
    def clear_url(self) -> str:
        """Return the address of the list."""
        return reverse("decks")

    def fits_ready(self, slug: str, deck: Deck) -> bool:
        """Say whether a ready-made deck matches; none has a tag."""
        box = catalogue().set_of_deck[slug].slug
        if not self.is_asked:
            return box in self.owned
        return self.cleaned_data.get("set") in (None, "", ALL_SETS, box) and self.fits(deck)

    def fits(self, deck: Deck, tags: Iterable[str] = ()) -> bool:
        """Say whether a deck matches; text is searched for in its name and its cards."""
        asked = self.cleaned_data.get
        tag = asked("tag")
        if tag and tag not in tags:
            return False
        if asked("mine") and not lacking(deck, self.owned, catalogue()).is_nothing:
            return False
        text = folded(asked("q") or "")
        return (
            (not text or text in _searched(deck))
            and asked("phoenixborn") in (None, "", deck.phoenixborn)
            and deck.dice.keys() >= set(asked("dice") or ())
        )


def _searched(deck: Deck) -> str:
    words = (deck.name, *map(card_name, deck.card_keys))
    return "\n".join(map(folded, words))


class PublicForm(DecksForm):
    """The filter of public decks."""

    @property
    def clear_url(self) -> str:
        """Return the address of all public decks."""
        return reverse("public_decks")

    def query(self) -> PublicQuery:
        """Return what is asked."""
        asked = self.cleaned_data.get
        return PublicQuery(
            text=asked("q") or "",
            phoenixborn=asked("phoenixborn") or "",
            dice=tuple(asked("dice") or ()),
            card_set=asked("set") or "",
        )
