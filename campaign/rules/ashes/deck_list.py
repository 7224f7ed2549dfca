"""Decks as the text lists that people exchange: "3x Anchornaut", one section per card type.

Read are lists as this module writes them, as ashes.live exports them (an exclusive card with its
Phoenixborn in brackets), and as the rulebook prints them (p. 14: headings on lines of their own,
dice on one line, long names on two).
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from campaign.rules.ashes.catalogue import (
    CURRENT,
    DECK_TYPES,
    Card,
    CardType,
    Catalogue,
    DiceType,
    Edition,
    folded,
)
from campaign.rules.ashes.conjuration_pile import conjuration_pile
from campaign.rules.ashes.deck import MAX_COPIES, Deck, cards_for
from campaign.rules.core import sizes

HEADINGS: Final = {
    CardType.ALLY: "Allies",
    CardType.READY_SPELL: "Ready Spells",
    CardType.ACTION_SPELL: "Action Spells",
    CardType.REACTION_SPELL: "Reaction Spells",
    CardType.ALTERATION_SPELL: "Alteration Spells",
}

MAX_LINE: Final = 4 * sizes.NAME  # characters; no line of a list has as many

_COUNT_BEFORE = re.compile(r"(?P<n>\d{1,3})(?:\s*[x×*]\s*|\s+)(?P<name>.+)", re.IGNORECASE)
_COUNT_AFTER = re.compile(r"(?P<name>.+?)\s*(?:[\s×*]x?\s*|\()(?P<n>\d{1,3})\)?", re.IGNORECASE)
_LABEL = re.compile(r"(?P<label>[^:]+):\s*(?P<name>.+)")
_BRACKETS = re.compile(r"(?P<name>.+?)\s*\((?P<inside>[^()]*)\)\s*(?P<colon>:?)")
# A link to the deck, or "Created with …", which ashes.live writes at the end.
_CREDIT = re.compile(r"(?:[^:\n]{1,30}:\s*|created with )?https?://\S+", re.IGNORECASE)
# At ashes.live and the publisher’s copy of it only the edition in print is built, since 2021.
_MADE_THERE: Final = re.compile(
    r"created with https?://(?:www\.)?(?:ashes\.live|ashesdb\.plaidhatgames\.com)\b", re.IGNORECASE
)
_TITLES: Final = frozenset({"deck", "name", "title", "talia", "nazwa"})
_PHOENIXBORN: Final = frozenset({"phoenixborn", "odrodzony", "odrodzona"})
_LABELS: Final = _TITLES | _PHOENIXBORN | {"edition"}
_EDITIONS: Final = {folded(edition): edition for edition in Edition}
_DICE_LABELS: Final = frozenset({"dice", "dicepool", "kosci", "pulakosci"})
_FIVE, _CONJURATIONS, _CARDS = "five", "conjurations", "cards"
_SECTIONS: Final = {
    **{folded(heading): _CARDS for heading in HEADINGS.values()},
    **{folded(kind): _CARDS for kind in DECK_TYPES},
    **dict.fromkeys(
        ("cards", "maindeck", "karty", *_DICE_LABELS, *_PHOENIXBORN),
        _CARDS,
    ),
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
_BETWEEN_DICE = re.compile(r"\s*[,;/+]\s*|\s+(?:and|i)\s+")
_DICE_WORDS = re.compile(r"\s+(?:magic|dice|die|magic dice)$", re.IGNORECASE)


def deck_text(deck: Deck, catalogue: Catalogue) -> str:
    """Return a deck as a text list in English, which ``read_deck`` parses."""
    cards = cards_for(deck, catalogue)

    def name(key: str) -> str:
        card = cards.get(key)
        return card.name.en if card else key

    def counted(keys: Iterable[tuple[str, int]]) -> list[str]:
        return sorted(f"{n}x {name(key)}" for key, n in keys)

    # With a label any name is read back, one like "Noah 2" or that of a card too.
    head = [f"Deck: {deck.name}"] if deck.name else []
    head.append(f"Edition: {deck.edition.capitalize()}")
    if deck.phoenixborn:
        head.append(f"Phoenixborn: {name(deck.phoenixborn)}")
    dice = [f"{deck.dice[each]}x {each.capitalize()}" for each in DiceType if deck.dice.get(each)]
    by_type: dict[CardType | None, list[tuple[str, int]]] = {}
    for key, n in deck.cards.items():
        card = cards.get(key)
        by_type.setdefault(card.type if card else None, []).append((key, n))
    others = [
        each for kind, of_kind in by_type.items() if kind not in DECK_TYPES for each in of_kind
    ]
    sections = [
        ("Dice", dice),
        *((HEADINGS[kind], counted(by_type.get(kind, ()))) for kind in DECK_TYPES),
        ("Cards", counted(others)),
        ("First Five", [name(key) for key in deck.first_five]),
        ("Conjurations", counted(conjuration_pile(deck, catalogue).items())),
    ]
    parts = [head, *([f"{heading}:", *lines] for heading, lines in sections if lines)]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


@dataclass(frozen=True, slots=True)
class DeckRead:
    """A deck as it was read from a text list."""

    deck: Deck
    unknown: tuple[str, ...]  # names that are left out of it
    editions: tuple[Edition, ...]  # that it may be of; one, if it states its edition


def read_deck(text: str, catalogue: Catalogue, edition: Edition | None = None) -> DeckRead:
    """Parse a text list as one of an edition: the given one, else the one that it states.

    If neither is said, it is one with the fewest unknown names; of a list of ashes.live that fits
    both, the one in print. Case, order and punctuation do not matter.
    """
    parsers = [_Parser(catalogue, each) for each in Edition if edition in (None, each)]
    for parser in parsers:
        parser.read(text.splitlines())
    stated = [parser for parser in parsers if parser.stated_edition is parser.edition]
    fewest = min(len(parser.unknown) for parser in stated or parsers)
    fitting = [parser for parser in stated or parsers if len(parser.unknown) == fewest]
    if len(fitting) > 1 and _MADE_THERE.search(text):
        fitting = [parser for parser in fitting if parser.edition is CURRENT]
    best = fitting[0]
    editions = tuple(parser.edition for parser in fitting)
    return DeckRead(best.deck(), tuple(best.unknown), editions)


def split_lists(text: str) -> list[str]:
    """Return the lists of a text that has several: each names its Phoenixborn after a label."""
    lines = text.splitlines()
    starts: list[int] = []
    for place, line in enumerate(lines):
        if _labelled(_squeezed(line)) in _PHOENIXBORN:
            starts.append(_start_of_list(lines, place))
    cuts = [0, *starts[1:], len(lines)]
    return ["\n".join(lines[start:end]) for start, end in pairwise(cuts)]


def _start_of_list(lines: Sequence[str], born: int) -> int:
    """Return the first line of the list whose Phoenixborn is named on line ``born``."""
    start, is_titled = born, False
    for place in range(born - 1, -1, -1):
        text = _squeezed(lines[place])
        label = _labelled(text)
        if text and not label:
            is_title = not (
                is_titled
                or _COUNT_BEFORE.fullmatch(text)
                or _CREDIT.fullmatch(text)
                or _section(text)
            )
            return place if is_title else start
        if text:
            start, is_titled = place, is_titled or label in _TITLES
    return start


def _squeezed(line: str) -> str:
    """Return a line without needless space and marks; nothing of one that is far too long."""
    return _without_bullets(" ".join(line[: MAX_LINE + 1].split()))


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
        self.unknown: dict[str, int] = {}  # names, with how many of each
        self.unfinished = ""  # the name of the line before, if it is unknown

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

    def read(self, lines: Sequence[str]) -> None:
        """Read all lines."""
        raw = [" ".join(line.split()) for line in lines]
        texts = [(each, _without_bullets(each)) for each in raw]
        for _raw, text in texts:
            if len(text) > MAX_LINE:  # it would take long to compare with names
                self.unknown[text[: sizes.NAME]] = 1
        read = [(each, text) for each, text in texts if 0 < len(text) <= MAX_LINE]
        written = [(each, text) for each, text in read if not _CREDIT.fullmatch(text)]
        if written and self._is_title(*(text for _raw, text in written[:2])):
            self.title = written.pop(0)[1]
        for place, (each, text) in enumerate(written):
            self._read_line(each, text, is_first=place == 0 and not self.title)

    def _is_title(self, text: str, following: str = "") -> bool:
        """Say whether the first line is a name, whatever it looks like: before a label it is."""
        if _labelled(text) or _COUNT_BEFORE.fullmatch(text) or _section(text):
            return False
        if _labelled(following):
            return True
        card = self.catalogue.named(self.edition, text)
        is_born = card is not None and card.type is CardType.PHOENIXBORN
        return _section(following) is not None and not is_born

    def _read_line(self, raw: str, text: str, *, is_first: bool) -> None:
        unfinished, self.unfinished = self.unfinished, ""
        if self._label(raw, text) or self._heading(text) or self._several_dice(text):
            return
        counted = _COUNT_BEFORE.fullmatch(text) or _COUNT_AFTER.fullmatch(text)
        if counted and self._heading(counted["name"]):
            return
        if self._add(text, 1) or (counted and self._add(counted["name"], int(counted["n"]))):
            return
        if unfinished and not counted:
            # A long name on two lines.
            n = self.unknown[unfinished]
            if self._add(f"{unfinished} {text}", n):
                del self.unknown[unfinished]
                return
        if is_first and not counted:
            self.title = text
            return
        self.unfinished = counted["name"] if counted else text
        self.unknown[self.unfinished] = int(counted["n"]) if counted else 1

    def _label(self, raw: str, text: str) -> bool:
        label = _labelled(text)
        if label in _TITLES:
            # As it was written: dashes and stars may be a part of it.
            self.title = raw.partition(":")[2].strip()
        elif label == "edition":
            name = folded(text.partition(":")[2])
            self.stated_edition = _EDITIONS.get(name.removesuffix("edition"))
        elif label in _PHOENIXBORN:
            name = text.partition(":")[2].strip()
            if not self._add(name, 1):
                self.unknown[name] = 1
        return bool(label)

    def _heading(self, text: str) -> bool:
        section = _section(text)
        if section is not None:
            self.section = section
        return section is not None

    def _several_dice(self, text: str) -> bool:
        """Read dice that stand on one line, such as "Dice: 5 x Charm, 5 x Natural"."""
        label, colon, after = text.partition(":")
        is_labelled = bool(colon) and folded(label) in _DICE_LABELS
        listed = _BETWEEN_DICE.split(after.strip() if is_labelled else text)
        parts = [_COUNT_BEFORE.fullmatch(each) or _COUNT_AFTER.fullmatch(each) for each in listed]
        counted = [(_dice(part["name"]), int(part["n"])) for part in parts if part]
        if len(counted) < len(parts) or (len(parts) < 2 and not is_labelled):
            return False
        if any(dice is None for dice, _n in counted):
            return False
        for dice, n in counted:
            if dice:
                self.dice[dice] = self.dice.get(dice, 0) + n
        return True

    def _add(self, name: str, n: int) -> bool:
        """Add cards or dice by name; return whether the name is known."""
        card = self._named(name)
        if card is None:
            dice = _dice(name)
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

    def _named(self, name: str) -> Card | None:
        """Return a card by name; an exclusive one may have its Phoenixborn in brackets."""
        card = self.catalogue.named(self.edition, name)
        if card is not None:
            return card
        match = _BRACKETS.fullmatch(name)
        born = self.catalogue.named(self.edition, match["inside"]) if match else None
        if match is None or born is None or born.type is not CardType.PHOENIXBORN:
            return None
        return self.catalogue.named(self.edition, match["name"])


def _without_bullets(line: str) -> str:
    """Return a line without what Markdown puts around it; a title may have nothing else."""
    is_title = len(line) <= MAX_LINE and _labelled(line) in _TITLES
    return line if is_title else line.strip("#*•–-").strip()


def _labelled(text: str) -> str:
    """Return the label of a line such as "Phoenixborn: Coal Roarkwin"; "" if it has none."""
    match = _LABEL.fullmatch(text)
    label = folded(match["label"]) if match else ""
    return label if label in _LABELS else ""


def _section(text: str) -> str | None:
    """Return the section that a heading begins; any line that ends with a colon is a heading."""
    match = _BRACKETS.fullmatch(text)  # "Allies (6):", "Cards (30 / 30):"
    name = match["name"] if match else text
    section = _SECTIONS.get(folded(name))
    return section or (_CARDS if text.endswith(":") else None)


def _dice(name: str) -> DiceType | None:
    return _DICE.get(folded(_DICE_WORDS.sub("", name)))
