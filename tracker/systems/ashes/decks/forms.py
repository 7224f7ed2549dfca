"""The forms of decks but for the editor's."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from campaign.models import Person
from campaign.rules.ashes.catalogue import Card, CardType, DiceType, Edition, folded
from campaign.rules.ashes.deck import Deck
from campaign.rules.core import sizes
from campaign.selectors.ashes import catalogue, owned_of, owned_sets
from tracker.forms.fields import offer, radios, ticks, token_field
from tracker.systems.ashes.words.terms import DICE, EDITIONS, card_name, named

FILE_MOST = 1_000_000  # bytes: two hundred decks with cards of their own
ANY_DICE = [("", pgettext_lazy("any dice", "any")), *DICE.items()]


def born_choices(cards: Iterable[Card]) -> list[tuple[str, str]]:
    """Return the Phoenixborn among cards, by name."""
    found = [(card.id, named(card)) for card in cards if card.type is CardType.PHOENIXBORN]
    return sorted(found, key=lambda each: each[1].casefold())


class NewDeckForm(forms.Form):
    """What a new deck begins with: the Phoenixborn first."""

    token = token_field()
    phoenixborn = radios(gettext_lazy("Phoenixborn"))
    name = forms.CharField(label=gettext_lazy("Name"), required=False, max_length=sizes.NAME)

    def __init__(self, *args: Any, person: Person | None, edition: Edition, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.edition = edition
        cards = catalogue().cards(edition, owned_of(person, edition))
        offer(self, "phoenixborn", born_choices(cards))

    def deck(self) -> Deck:
        """Return the deck to begin with."""
        chosen = self.cleaned_data
        return Deck(name=chosen["name"], phoenixborn=chosen["phoenixborn"], edition=self.edition)


class ImportDeckForm(forms.Form):
    """A deck as a text list."""

    token = token_field()
    text = forms.CharField(
        label=gettext_lazy("Deck list"),
        help_text=gettext_lazy("One card per line, such as “3x Anchornaut”, in any order."),
        required=False,
        max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file"),
        help_text=gettext_lazy("A deck list as text, or all decks as “Export all” writes them."),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".txt,.json,text/plain,application/json"}),
    )

    def clean(self) -> dict[str, Any]:
        """Take the text of the file, if there is one."""
        given = self.cleaned_data
        file = given.get("file")
        if file is not None and file.size > FILE_MOST:
            self.add_error("file", _("This file is too large."))
        elif file is not None:
            given["text"] = file.read().decode("utf-8", errors="replace").lstrip("\ufeff \r\n\t")
        if not self.errors and not given.get("text"):
            self.add_error("text", _("Paste a list, or choose a file."))
        return given


class SetsForm(forms.Form):
    """The card sets that somebody owns, by edition."""

    def __init__(self, *args: Any, person: Person | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        owned = owned_sets(person)
        for edition in Edition:
            sets = catalogue().sets_of(edition)
            self.fields[edition.value] = ticks(
                EDITIONS[edition],
                choices=[(each.slug, each.name.en) for each in sets],
                initial=[each.slug for each in sets if each.slug in owned],
            )

    def sets(self) -> list[str]:
        """Return what is ticked."""
        return [slug for edition in Edition for slug in self.cleaned_data[edition.value]]


class ListForm(forms.Form):
    """What is looked for among decks."""

    q = forms.CharField(label=gettext_lazy("Search"), required=False, max_length=sizes.NAME)
    phoenixborn = forms.ChoiceField(label=gettext_lazy("Phoenixborn"), required=False)
    dice = forms.ChoiceField(label=gettext_lazy("Dice"), required=False, choices=ANY_DICE)

    def __init__(self, data: QueryDict, *, decks: Iterable[Deck]) -> None:
        super().__init__(data)
        self.is_asked = any(data.get(name) for name in self.fields)
        keys = {deck.phoenixborn: card_name(deck.phoenixborn) for deck in decks if deck.phoenixborn}
        born = sorted(keys.items(), key=lambda each: each[1].casefold())
        anyone = [("", pgettext_lazy("any Phoenixborn", "any"))]
        offer(self, "phoenixborn", [*anyone, *born])

    def fits(self, deck: Deck) -> bool:
        """Say whether a deck is one of those; a text is looked for in its name and its cards."""
        if not self.is_valid():
            return True
        asked = self.cleaned_data
        text = folded(asked["q"])
        return (
            (not text or text in _searched(deck))
            and asked["phoenixborn"] in ("", deck.phoenixborn)
            and (not asked["dice"] or DiceType(asked["dice"]) in deck.dice)
        )


def _searched(deck: Deck) -> str:
    words = (deck.name, *map(card_name, filter(None, (deck.phoenixborn, *deck.cards))))
    return "\n".join(map(folded, words))
