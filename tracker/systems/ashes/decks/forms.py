"""Forms of decks."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from campaign.models import Person, SavedDeck
from campaign.rules.ashes.card_search import exclusives_of
from campaign.rules.ashes.catalogue import (
    Card,
    CardSet,
    CardType,
    DiceCost,
    DiceType,
    Edition,
    Level,
    folded,
)
from campaign.rules.ashes.deck import DICE as MAX_DICE
from campaign.rules.ashes.deck import MAX_COPIES, Deck, OwnCard, deck_faults
from campaign.rules.ashes.deck_file import MAX_TAG, MAX_TAGS
from campaign.rules.core import sizes
from campaign.selectors.ashes import catalogue, has_collection, owned_of, owned_sets
from tracker.forms.entry import RulesForm
from tracker.forms.fields import offer, radios, text_field, tick, ticks, token_field
from tracker.forms.nested import NestedForm, RowForm
from tracker.systems.ashes.drawn_cards import DrawnCard, drawn_card
from tracker.systems.ashes.words.problems import sentence
from tracker.systems.ashes.words.terms import (
    EDITIONS,
    TYPES,
    CardWords,
    card_name,
    named,
    set_name,
)
from tracker.words import listed

MAX_FILE = 1_000_000  # bytes: enough for two hundred decks with typed cards
MAX_PASTED = 200_000  # characters: a deck of another site as JSON, with the texts of its cards
MAX_LIST = 10_000  # characters of one deck as text: every line is compared with all cards
MAX_LISTS = 100_000  # characters of two hundred decks as text
COST_PLACES: Final = range(1, 4)  # kinds of symbols that a typed card can cost


def born_choices(cards: Iterable[Card]) -> list[tuple[str, str]]:
    """Return the Phoenixborn among cards, by name."""
    names = {card.id: named(card) for card in cards if card.type is CardType.PHOENIXBORN}
    return by_name(names)


def set_choices(sets: Iterable[CardSet]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return card sets as choices, by edition: many have the same name in both."""
    known = list(sets)
    return [
        (str(name), [(each.slug, set_name(each)) for each in known if each.edition is edition])
        for edition, name in EDITIONS.items()
    ]


def sets_of_edition(edition: Edition) -> list[tuple[str, str]]:
    """Return the sets of an edition as choices, and any of them."""
    sets = catalogue().sets_of(edition)
    return [("", pgettext("any set", "any")), *((each.slug, set_name(each)) for each in sets)]


def by_name(names: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return names by key as choices, sorted by name."""
    return sorted(names.items(), key=lambda choice: choice[1].casefold())


@dataclass(frozen=True, slots=True)
class BornChoice:
    """A Phoenixborn to choose."""

    box: forms.boundfield.BoundWidget
    card: DrawnCard
    exclusives: str  # the names of the cards that only their decks may have


class NewDeckForm(forms.Form):
    """A new deck: its Phoenixborn and name."""

    token = token_field()
    phoenixborn = radios(gettext_lazy("Phoenixborn"))
    name = forms.CharField(
        label=gettext_lazy("Name"),
        required=False,
        max_length=sizes.NAME,
        widget=forms.TextInput(attrs={"placeholder": gettext_lazy("Name (optional)")}),
    )

    def __init__(self, *args: Any, person: Person | None, edition: Edition, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.edition = edition
        sets = owned_of(person, edition) if has_collection(person) else None
        cards = [*catalogue().cards(edition, sets)]
        asked = catalogue().card(edition, self.initial.get("phoenixborn", ""))
        offer(self, "phoenixborn", born_choices([*cards, asked] if asked else cards))

    def born_choices(self) -> list[BornChoice]:
        """Return the Phoenixborn to choose from, each as a card with its exclusive cards."""
        box, words = catalogue(), CardWords()
        return [
            BornChoice(
                each,
                drawn_card(card, self.edition, words),
                ", ".join(map(words.name_of, exclusives_of(box, self.edition, card.id))),
            )
            for each in self["phoenixborn"]
            if (card := box.card(self.edition, each.data["value"]))
        ]

    def deck(self) -> Deck:
        """Return the new deck."""
        chosen = self.cleaned_data
        return Deck(name=chosen["name"], phoenixborn=chosen["phoenixborn"], edition=self.edition)


class ImportDeckForm(forms.Form):
    """Decks as text lists, or a file of decks."""

    token = token_field()
    text = forms.CharField(
        label=gettext_lazy("Your decks"),
        help_text=gettext_lazy(
            "One deck or several, one below the other: as text (“3x Anchornaut”), as JSON of "
            "ashes.live or Ashteki, or links to decks of ashes.live."
        ),
        required=False,
        max_length=MAX_PASTED,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
    )
    edition = radios(
        gettext_lazy("Edition"),
        coerce=Edition,
        required=False,
        help_text=gettext_lazy("Most cards are in both editions, so a list should say its own."),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file"),
        help_text=gettext_lazy("A text list, an “Export all” file, or JSON of another site."),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".txt,.json,text/plain,application/json"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "edition", [("", _("As the list says")), *EDITIONS.items()])

    def clean(self) -> dict[str, Any]:
        """Use the text of the file, if there is one."""
        given = self.cleaned_data
        file = given.get("file")
        if file is not None and file.size > MAX_FILE:
            self.add_error("file", _("This file is too large."))
        elif file is not None:
            read = file.read()
            codec = "utf-16" if read.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8"
            given["text"] = read.decode(codec, errors="replace").lstrip("\ufeff \r\n\t")
            self._check_length("file", _("This file is too large."))
        else:
            self._check_length("text", _("These lists are too long. Paste fewer at once."))
        if not self.errors and not given.get("text"):
            self.add_error("text", _("Paste a list, or choose a file."))
        return given

    def _check_length(self, field: str, refusal: str) -> None:
        """Refuse a text list that is too long; JSON is read at once."""
        text = self.cleaned_data.get("text") or ""
        if len(text) > MAX_LISTS and not text.startswith(("{", "[")):
            self.add_error(field, refusal)


class SetsForm(forms.Form):
    """The card sets that a person owns, by edition."""

    def __init__(self, *args: Any, person: Person | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        owned = owned_sets(person)
        for edition in Edition:
            sets = catalogue().sets_of(edition)
            self.fields[edition.value] = ticks(
                EDITIONS[edition],
                choices=[(card_set.slug, set_name(card_set)) for card_set in sets],
                initial=[card_set.slug for card_set in sets if card_set.slug in owned],
            )

    def sets(self) -> list[str]:
        """Return the slugs of the ticked sets."""
        return [slug for edition in Edition for slug in self.cleaned_data[edition.value]]


# --- one deck ---


class AboutDeckForm(RulesForm):
    """What stands beside the cards of a deck."""

    sentence = staticmethod(sentence)

    name = forms.CharField(label=gettext_lazy("Name"), required=False, max_length=sizes.NAME)
    phoenixborn = forms.ChoiceField(label=gettext_lazy("Phoenixborn"), required=False)
    tags = forms.CharField(
        label=gettext_lazy("Tags"),
        required=False,
        max_length=MAX_TAGS * (MAX_TAG + 2),
        help_text=gettext_lazy("With commas between them, such as “fast, for Friday”."),
    )
    note = text_field(
        gettext_lazy("Private note"),
        sizes.TEXT,
        lines=5,
        help_text=gettext_lazy("Only you see it, also if the deck is shared or public."),
    )
    reason = text_field(
        gettext_lazy("Play it anyway?"),
        sizes.REASON,
        help_text=gettext_lazy("Give a reason, such as another format, to play it anyway."),
    )

    def __init__(self, data: QueryDict | None, *, saved: SavedDeck, deck: Deck) -> None:
        initial = {
            "name": deck.name,
            "phoenixborn": deck.phoenixborn or "",
            "tags": ", ".join(saved.tags),
            "note": saved.note,
            "reason": saved.reason,
        }
        super().__init__(data, initial=initial)
        typed = [(card.key, card.name) for card in deck.own if card.type is CardType.PHOENIXBORN]
        born = deck.phoenixborn
        stored = [(born, card_name(born))] if born else []
        offered = dict([*stored, *born_choices(catalogue().cards(deck.edition)), *typed])
        offer(self, "phoenixborn", [("", "–"), *offered.items()])
        if not (saved.reason or deck_faults(deck, catalogue())):
            del self.fields["reason"]

    def tags_given(self) -> list[str]:
        """Return the tags, one by one."""
        return [tag.strip() for tag in self.cleaned_data["tags"].split(",")]


def symbol_choices() -> list[tuple[str, str]]:
    """Return the symbols that a card can cost: basic magic, then those of each type."""
    levels = (Level.CLASS, Level.POWER)
    needs = [DiceCost(1)]
    words = CardWords()
    needs += [DiceCost(1, level, (kind,)) for kind in DiceType for level in levels]
    return [(".".join((need.level, *need.types)), words.need(need)) for need in needs]


def _number(label: Any, least: int = 0, most: int = MAX_COPIES) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=least, max_value=most)


class CostRow(RowForm):
    """How many of which symbol a typed card costs."""

    own_n = _number(gettext_lazy("Number"), 1, MAX_DICE)
    own_symbol = forms.ChoiceField(
        label=gettext_lazy("Symbol"), required=False, choices=symbol_choices
    )

    @property
    def cost(self) -> DiceCost | None:
        """Return the symbols of a valid form; None for none."""
        number, symbol = self.cleaned_data["own_n"], self.cleaned_data["own_symbol"]
        if not number:
            return None
        level, _dot, dice = (symbol or Level.BASIC.value).partition(".")
        return DiceCost(number, Level(level), (DiceType(dice),) if dice else ())


class OwnCardForm(NestedForm):
    """A typed card, which no known set has."""

    sentence = staticmethod(sentence)

    own_name = forms.CharField(label=gettext_lazy("Name"), max_length=sizes.NAME)
    own_type = forms.ChoiceField(label=gettext_lazy("Type"), choices=list(TYPES.items()))
    own_limit = _number(gettext_lazy("Copies in the conjuration pile"), 1, 30)
    own_exclusive = tick(gettext_lazy("Only for this deck’s Phoenixborn"))
    own_conjures = text_field(
        gettext_lazy("Brings these conjurations"),
        sizes.NAME * 3,
        help_text=gettext_lazy("Their names, separated by commas."),
    )
    own_life = _number(gettext_lazy("Life"))
    own_battlefield = _number(gettext_lazy("Battlefield"))
    own_spellboard = _number(gettext_lazy("Spellboard"))

    def __init__(self, data: QueryDict | None) -> None:
        super().__init__(data)
        self.parts = self.costs = tuple(CostRow(self, number=place) for place in COST_PLACES)

    def card(self, deck: Deck) -> OwnCard:
        """Return the card; add an error for unknown conjurations."""
        typed = self.cleaned_data
        known = {folded(card.name): card.key for card in deck.own}
        keys, unknown = [], []
        for name in filter(None, (part.strip() for part in typed["own_conjures"].split(","))):
            card = catalogue().named(deck.edition, name)
            key = card.id if card else known.get(folded(name))
            (keys.append(key) if key else unknown.append(name))
        if unknown:
            text = _("%(names)s: add these as conjurations first.")
            self.add_error("own_conjures", text % {"names": listed(unknown)})
        return OwnCard(
            type=CardType(typed["own_type"]),
            name=typed["own_name"],
            limit=typed["own_limit"],
            exclusive_to=deck.phoenixborn if typed["own_exclusive"] else None,
            conjures=tuple(keys),
            dice=tuple(cost for row in self.costs if (cost := row.cost)),
            life=typed["own_life"],
            battlefield=typed["own_battlefield"],
            spellboard=typed["own_spellboard"],
        )
