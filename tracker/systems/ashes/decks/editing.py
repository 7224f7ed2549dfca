"""The forms of the editor: they carry the whole deck, and nothing is saved before Save."""

import json
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from campaign.models import SavedDeck
from campaign.rules.ashes.catalogue import DECK_TYPES, CardType, DiceCost, DiceType, Level, folded
from campaign.rules.ashes.deck import DICE as DICE_MOST
from campaign.rules.ashes.deck import MOST, Deck, DeckCards, OwnCard
from campaign.rules.core import sizes
from campaign.rules.core.serialize import SerializeError, from_plain, to_plain
from campaign.selectors.ashes import catalogue
from tracker.forms.entry import RulesForm
from tracker.forms.fields import new_token, offer, sent_number, text_field, tick, token_field
from tracker.systems.ashes.decks.forms import ANY_DICE, born_choices
from tracker.systems.ashes.presenters import pip
from tracker.systems.ashes.words.problems import sentence
from tracker.systems.ashes.words.terms import DICE, TYPES, card_name, need_words
from tracker.words import listed

COUNT: Final = "n_"  # before a card's key: how many copies
FIELDS_MOST: Final = 400  # different cards that one form may name
DIGITS: Final = len(str(MOST))  # of how many copies or dice a deck can hold
AS_TYPED: Final = ("name", "limit", "life", "battlefield", "spellboard")  # of a typed card
COST_PLACES: Final = range(1, 4)  # kinds of symbols that a typed card can cost


class FinderForm(forms.Form):
    """What is looked for among cards."""

    q = forms.CharField(label=gettext_lazy("Search"), required=False, max_length=sizes.NAME)
    type = forms.ChoiceField(
        label=gettext_lazy("Type"),
        required=False,
        choices=[
            ("", pgettext_lazy("any card type", "any")),
            *((kind, TYPES[kind]) for kind in DECK_TYPES),
        ],
    )
    die = forms.ChoiceField(label=gettext_lazy("Dice"), required=False, choices=ANY_DICE)
    show = forms.ChoiceField(
        label=gettext_lazy("Show"),
        required=False,
        choices=[("all", gettext_lazy("all my cards")), ("deck", gettext_lazy("this deck"))],
    )


def sent_deck(data: QueryDict, before: Deck) -> tuple[Deck, list[str]]:
    """Return the deck that was sent: cards as ``n_<key>``, dice as ``d_<type>``, and so on.

    With it, in words, what could not be read. No form of Django's: the finder and the answer ask
    for it at every tap.
    """
    unread: list[str] = []
    own = _own(data, unread)
    known = DeckCards(Deck(edition=before.edition, own=own), catalogue())
    cards = _cards(data, known, before, unread)
    born = data.get("phoenixborn", "")
    card = known.get(born)
    fits = card is not None and card.type is CardType.PHOENIXBORN
    five = dict.fromkeys(key for key in _list(data, "five") if key in cards)
    deck = Deck(
        name=data.get("name", "")[: sizes.NAME],
        phoenixborn=born if fits or born == before.phoenixborn else None,
        cards=cards,
        dice=_dice(data, unread),
        first_five=tuple(five),
        edition=before.edition,
        own=own,
    )
    return deck, list(dict.fromkeys(unread))


def _list(data: QueryDict, name: str) -> list[str]:
    return [str(value) for value in data.getlist(name)[:FIELDS_MOST]]


def _cards(data: QueryDict, known: DeckCards, before: Deck, unread: list[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    names = [name for name in data if name.startswith(COUNT)]
    for name in names[:FIELDS_MOST]:
        key = name.removeprefix(COUNT)
        n = sent_number(data.get(name), DIGITS)
        if n is None or (known.get(key) is None and key not in before.cards):
            unread.append(card_name(key[: sizes.NAME]))
        elif n:
            found[key] = n
    return found


def _dice(data: QueryDict, unread: list[str]) -> dict[DiceType, int]:
    found = {}
    for each in DiceType:
        n = sent_number(data.get(f"d_{each.value}") or "0", DIGITS)
        if n is None:
            unread.append(str(DICE[each]))
        elif n:
            found[each] = n
    return found


def _own(data: QueryDict, unread: list[str]) -> tuple[OwnCard, ...]:
    found: dict[str, OwnCard] = {}
    for text in _list(data, "own"):
        try:
            card = from_plain(OwnCard, json.loads(text))
        except (SerializeError, ValueError, RecursionError):
            unread.append(_("a card of your own"))
        else:
            found[card.key] = card
    return tuple(found.values())


class EditDeckForm(RulesForm):
    """What of a deck is texts and lists; its cards and dice are read by :func:`sent_deck`."""

    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)
    token = token_field()
    name = forms.CharField(label=gettext_lazy("Name"), required=False, max_length=sizes.NAME)
    phoenixborn = forms.ChoiceField(label=gettext_lazy("Phoenixborn"), required=False)
    reason = text_field(
        gettext_lazy("Play it anyway?"),
        sizes.REASON,
        help_text=gettext_lazy("Enter why, such as another format; then the deck can be played."),
    )
    sentence = staticmethod(sentence)

    def __init__(
        self,
        data: QueryDict | None,
        *,
        deck: Deck,
        before: Deck,
        sets: frozenset[str],
        saved: SavedDeck,
    ) -> None:
        initial = {
            "revision": saved.revision,
            "name": deck.name,
            "phoenixborn": deck.phoenixborn or "",
            "reason": saved.reason,
        }
        super().__init__(data, initial=initial)
        cards = tuple(catalogue().cards(before.edition, sets))
        self.deck = deck
        self.stale = False
        # The typed cards as the form carries them.
        self.own_values = [json.dumps(to_plain(each), ensure_ascii=False) for each in deck.own]
        # The dice that the person's sets use, each with how many the deck has.
        used = {each for card in cards for each in card.dice}
        counts = ((each, deck.dice.get(each, 0)) for each in DiceType)
        self.dice_fields = [(pip(each), n) for each, n in counts if n or each in used]
        typed = [(each.key, each.name) for each in deck.own if each.type is CardType.PHOENIXBORN]
        born = before.phoenixborn
        held = [(born, card_name(born))] if born else []
        offered = dict([*held, *born_choices(cards), *typed])
        offer(self, "phoenixborn", [("", "–"), *offered.items()])

    def renew(self, revision: int) -> None:
        """Make sending the form again replace the deck as it is now."""
        self.stale = True
        self.put(revision=revision, token=new_token())


def symbol_choices() -> list[tuple[str, str]]:
    """Return the symbols that a card can cost: basic magic, then each type's."""
    levels = (Level.CLASS, Level.POWER)
    needs = [DiceCost(1)]
    needs += [DiceCost(1, level, (each,)) for each in DiceType for level in levels]
    return [(".".join((need.level, *need.types)), need_words(need)) for need in needs]


def _number(label: Any, least: int = 0, most: int = MOST) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=least, max_value=most)


class OwnCardForm(forms.Form):
    """A card that no set here has."""

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
        symbols = symbol_choices()
        for place in COST_PLACES:
            self.fields[f"own_n_{place}"] = _number(_("Number"), 1, DICE_MOST)
            self.fields[f"own_symbol_{place}"] = forms.ChoiceField(
                label=_("Symbol"), required=False, choices=symbols
            )
        # The places of the cost: how many of which symbol.
        self.costs = [(self[f"own_n_{n}"], self[f"own_symbol_{n}"]) for n in COST_PLACES]

    def _cost(self) -> tuple[DiceCost, ...]:
        typed = self.cleaned_data
        found = []
        for place in COST_PLACES:
            n, symbol = typed[f"own_n_{place}"], typed[f"own_symbol_{place}"]
            if n:
                level, _dot, dice = (symbol or Level.BASIC.value).partition(".")
                found.append(DiceCost(n, Level(level), (DiceType(dice),) if dice else ()))
        return tuple(found)

    def card(self, deck: Deck) -> OwnCard:
        """Return the card; a conjuration that nobody knows is an error of the form."""
        typed = self.cleaned_data
        known = {folded(each.name): each.key for each in deck.own}
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
            exclusive_to=deck.phoenixborn if typed["own_exclusive"] else None,
            conjures=tuple(keys),
            dice=self._cost(),
            **{name: typed[f"own_{name}"] for name in AS_TYPED},
        )
