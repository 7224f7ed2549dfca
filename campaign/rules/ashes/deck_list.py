"""Decks as the text lists that people exchange: "3x Anchornaut", one section per card type."""

import re
from collections.abc import Iterable
from typing import Final

from campaign.rules.ashes.catalogue import (
    DECK_TYPES,
    CardType,
    Catalogue,
    DiceType,
    Edition,
    folded,
)
from campaign.rules.ashes.deck import MAX_COPIES, Deck, cards_for, conjuration_pile
from campaign.rules.core import sizes

HEADINGS: Final = {
    CardType.ALLY: "Allies",
    CardType.READY_SPELL: "Ready Spells",
    CardType.ACTION_SPELL: "Action Spells",
    CardType.REACTION_SPELL: "Reaction Spells",
    CardType.ALTERATION_SPELL: "Alteration Spells",
}

_COUNT_BEFORE = re.compile(r"(?P<n>\d{1,3})(?:\s*[x×*]\s*|\s+)(?P<name>.+)", re.IGNORECASE)
_COUNT_AFTER = re.compile(r"(?P<name>.+?)\s*(?:[\s×*]x?\s*|\()(?P<n>\d{1,3})\)?", re.IGNORECASE)
_LABEL = re.compile(r"(?P<label>[^:]+):\s*(?P<name>.+)")
_TITLES: Final = frozenset({"deck", "name", "title", "talia", "nazwa"})
_PHOENIXBORN: Final = frozenset({"phoenixborn", "odrodzony", "odrodzona"})
_EDITIONS: Final = {folded(edition): edition for edition in Edition}
_FIVE, _CONJURATIONS, _CARDS = "five", "conjurations", "cards"
_SECTIONS: Final = {
    **{folded(heading): _CARDS for heading in HEADINGS.values()},
    **{folded(kind): _CARDS for kind in DECK_TYPES},
    **dict.fromkeys(("cards", "dice", "maindeck", "karty", "kosci", *_PHOENIXBORN), _CARDS),
    **dict.fromkeys(("firstfive", "pierwszapiatka"), _FIVE),
    **dict.fromkeys(
        ("conjuration", "conjurations", "conjurationpile", "conjurationdeck", "przyzwancy"),
        _CONJURATIONS,
    ),
}
_DICE: Final = {
    **{folded(dice): dice for dice in DiceType},
    "ceremonialna": DiceType.CEREMONIAL,
    "urok": DiceType.CHARM,
    "iluzja": DiceType.ILLUSION,
    "natura": DiceType.NATURAL,
}
_DICE_WORDS = re.compile(r"\s+(?:magic|dice|die|magic dice)$", re.IGNORECASE)


def deck_text(deck: Deck, catalogue: Catalogue) -> str:
    """Return a deck as a text list in English, which ``read_deck`` parses."""
    cards = cards_for(deck, catalogue)

    def name(key: str) -> str:
        card = cards.get(key)
        return card.name.en if card else key

    def counted(keys: Iterable[tuple[str, int]]) -> list[str]:
        return sorted(f"{n}x {name(key)}" for key, n in keys)

    head = [deck.name] if deck.name else []
    if deck.edition is not Edition.FIRST:
        head.append(f"Edition: {deck.edition.capitalize()}")
    if deck.phoenixborn:
        head.append(f"Phoenixborn: {name(deck.phoenixborn)}")
    dice = [f"{deck.dice[each]}x {each.capitalize()}" for each in DiceType if deck.dice.get(each)]
    by_type: dict[CardType | None, list[tuple[str, int]]] = {}
    for key, n in deck.cards.items():
        card = cards.get(key)
        by_type.setdefault(card.type if card else None, []).append((key, n))
    others = [each for kind, held in by_type.items() if kind not in DECK_TYPES for each in held]
    sections = [
        ("Dice", dice),
        *((HEADINGS[kind], counted(by_type.get(kind, ()))) for kind in DECK_TYPES),
        ("Cards", counted(others)),
        ("First Five", [name(key) for key in deck.first_five]),
        ("Conjurations", counted(conjuration_pile(deck, catalogue).items())),
    ]
    parts = [head, *([f"{heading}:", *lines] for heading, lines in sections if lines)]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def read_deck(text: str, catalogue: Catalogue) -> tuple[Deck, tuple[str, ...]]:
    """Parse a text list; return the deck and the unknown names, which are left out of it.

    Case, order and punctuation do not matter. The edition is the one that the text states, or
    else the one with fewer unknown names.
    """
    parsers = [_Parser(catalogue, edition) for edition in Edition]
    for parser in parsers:
        for line in text.splitlines():
            parser.read_line(line)
    stated = [parser for parser in parsers if parser.stated_edition is parser.edition]
    best = min(stated or parsers, key=lambda each: len(each.unknown))
    return best.deck(), tuple(best.unknown)


class _Parser:
    """Parses a text list line by line, as one of an edition."""

    def __init__(self, catalogue: Catalogue, edition: Edition) -> None:
        self.catalogue, self.edition = catalogue, edition
        self.stated_edition: Edition | None = None
        self.section = _CARDS
        self.title = ""
        self.phoenixborn: str | None = None
        self.cards: dict[str, int] = {}
        self.dice: dict[DiceType, int] = {}
        self.five: list[str] = []
        self.unknown: dict[str, None] = {}
        self.has_text = False

    def deck(self) -> Deck:
        """Return the deck that was read so far."""
        return Deck(
            name=self.title[: sizes.NAME],
            phoenixborn=self.phoenixborn,
            cards={key: min(n, MAX_COPIES) for key, n in self.cards.items()},
            dice={dice: min(n, MAX_COPIES) for dice, n in self.dice.items()},
            first_five=tuple(self.five),
            edition=self.edition,
        )

    def read_line(self, line: str) -> None:
        """Read one line."""
        text = " ".join(line.strip().strip("#*•–-").split())
        if not text:
            return
        is_first, self.has_text = not self.has_text, True
        if self._label(text) or self._heading(text):
            return
        counted = _COUNT_BEFORE.fullmatch(text) or _COUNT_AFTER.fullmatch(text)
        if counted and self._heading(counted["name"]):
            return
        if self._add(text, 1) or (counted and self._add(counted["name"], int(counted["n"]))):
            return
        if is_first and not counted:
            self.title = text
        else:
            self.unknown[counted["name"] if counted else text] = None

    def _label(self, text: str) -> bool:
        found = _LABEL.fullmatch(text)
        if not found:
            return False
        label = folded(found["label"])
        if label in _TITLES:
            self.title = found["name"]
        elif label == "edition":
            self.stated_edition = _EDITIONS.get(folded(found["name"]).removesuffix("edition"))
        elif label in _PHOENIXBORN:
            if not self._add(found["name"], 1):
                self.unknown[found["name"]] = None
        else:
            return False
        return True

    def _heading(self, text: str) -> bool:
        section = _SECTIONS.get(folded(text))
        if section is None and not text.endswith(":"):
            return False
        self.section = section or _CARDS
        return True

    def _add(self, name: str, n: int) -> bool:
        """Add cards or dice by name; return whether the name is known."""
        card = self.catalogue.named(self.edition, name)
        if card is None:
            dice = _DICE.get(folded(_DICE_WORDS.sub("", name)))
            if dice:
                self.dice[dice] = self.dice.get(dice, 0) + n
            return dice is not None
        if self.section == _FIVE:
            self.five.append(card.id)
        elif card.type is CardType.PHOENIXBORN:
            self.phoenixborn = card.id
        elif not (card.is_conjured and self.section == _CONJURATIONS) and n:
            self.cards[card.id] = self.cards.get(card.id, 0) + n
        return True
