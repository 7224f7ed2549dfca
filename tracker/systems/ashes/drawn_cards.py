"""Cards as they are drawn: the same on every page that shows cards to look at."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.safestring import SafeString

from campaign.rules.ashes.catalogue import Card, CardType, Edition
from campaign.rules.core.keys import is_typed
from tracker.pictures.sigils import sigil
from tracker.systems.ashes.card_faces import card_url
from tracker.systems.ashes.look import LOOK
from tracker.systems.ashes.symbols import cost_dice
from tracker.systems.ashes.words.terms import CardWords

PHOENIXBORN_VALUES: Final = ("life", "battlefield", "spellboard")
UNIT_VALUES: Final = ("attack", "life", "recover")


@dataclass(frozen=True, slots=True)
class PrintedValue:
    """A number of a card; its name is that of its icon too."""

    name: str
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card as it is drawn."""

    key: str
    name: str
    lang: str  # of the name, where it falls back to English
    type: str
    kind: str  # its type in words
    url: str  # of its page; a typed card has none
    dice: str  # the type of dice whose colour it has; "" for none
    sigil: str
    cost: SafeString  # as many dice as playing it costs
    values: tuple[PrintedValue, ...]
    is_exclusive: bool
    is_chained: bool


def drawn_card(card: Card, edition: Edition, words: CardWords) -> DrawnCard:
    """Return a card as it is drawn."""
    return DrawnCard(
        key=card.id,
        name=words.name_of(card),
        lang=words.lang_of(card),
        type=card.type.value,
        kind=words.types[card.type],
        url="" if is_typed(card.id) else card_url(edition, card.id),
        dice=_main_dice(card),
        sigil=sigil(card.name.en, LOOK.sigils),
        cost=cost_dice(card.cost.dice, words, words.to_play),
        values=tuple(_values(card, words)),
        is_exclusive=bool(card.exclusive_to),
        is_chained=card.chained,
    )


def _main_dice(card: Card) -> str:
    """Return the type of dice that a card needs most; the first that it mentions, of equals."""
    needed = Counter(dict.fromkeys(card.dice, 0))
    for cost in (*card.cost.dice, *card.activation):
        for kind in cost.types:
            needed[kind] += cost.n
    return max(needed, key=needed.__getitem__, default="")


def _values(card: Card, words: CardWords) -> Iterator[PrintedValue]:
    names = PHOENIXBORN_VALUES if card.type is CardType.PHOENIXBORN else UNIT_VALUES
    for name in names:
        value = getattr(card, name)
        if value is not None:
            yield PrintedValue(name, words.numbers[name], str(value))
