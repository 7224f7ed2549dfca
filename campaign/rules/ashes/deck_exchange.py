"""Decks in JSON, as other sites for this game exchange them.

ashes.live answers with one shape everywhere: for a shared deck (which Ashteki and the mod of
Tabletop Simulator read), in lists and in exports. Ashteki stores another. Both call a card by its
stub, which is our id, and never mix editions.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from campaign.rules.ashes.catalogue import Card, Catalogue, DiceType, Edition
from campaign.rules.ashes.conjuration_pile import conjuration_pile
from campaign.rules.ashes.deck import MAX_CARDS, MAX_COPIES, MAX_DICE, MAX_FIRST, Deck, cards_for
from campaign.rules.core import sizes

# A link to a shared or public deck, at ashes.live or at the publisher's copy of it.
_DECK_PAGE = re.compile(
    r"https?://(?:www\.)?(?P<site>ashes\.live|ashesdb\.plaidhatgames\.com)/decks/"
    r"(?:share/(?P<shared>[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})|(?P<public>\d{1,9}))"
    r"/?(?:[?#]\S*)?"
)
_API: Final = {
    "ashes.live": "https://api.ashes.live/v2/decks/",
    "ashesdb.plaidhatgames.com": "https://apiasheslive.plaidhatgames.com/v2/decks/",
}
_LISTS: Final = ("decks", "results")  # of an export and of a page of decks


@dataclass(frozen=True, slots=True)
class ForeignDeck:
    """A deck of another site."""

    deck: Deck
    unknown: tuple[str, ...]  # cards and dice that are left out of it
    note: str  # what its player wrote about it


def deck_page_addresses(text: str) -> tuple[str, ...]:
    """Return where the decks of links are found as JSON; none if a text has anything else in it."""
    matches = [_DECK_PAGE.fullmatch(each) for each in text.split()]
    links = [match for match in matches if match]
    return tuple(dict.fromkeys(map(_json_address, links))) if len(links) == len(matches) else ()


def _json_address(link: re.Match[str]) -> str:
    shared, public = link["shared"], link["public"]
    return _API[link["site"]] + (f"shared/{shared.lower()}" if shared else public)


def foreign_decks(plain: Any, catalogue: Catalogue, most: int) -> tuple[ForeignDeck, ...]:
    """Return the decks of a parsed file of another site, ``most`` at most; empty if it has none."""
    decks = _decks(plain)
    made = {_text(deck.get("created")) for deck in decks if not deck.get("is_snapshot")}
    latest = [deck for deck in decks if not _is_version_of(deck, made)]
    return tuple(_read(deck, catalogue) for deck in latest[:most])


def _is_version_of(deck: Mapping[str, Any], made: Collection[Any]) -> bool:
    """Say whether a deck is an earlier state of one that is there too: "created" names a deck."""
    source = deck.get("source_created")
    return bool(deck.get("is_snapshot")) and isinstance(source, str) and source in made


def _decks(plain: Any) -> list[dict[str, Any]]:
    """Return what looks like a deck, wherever it stands."""
    if isinstance(plain, list):
        return [deck for each in plain for deck in _decks(each)]
    if not isinstance(plain, dict):
        return []
    if isinstance(plain.get("cards"), list) and "phoenixborn" in plain:
        return [plain]
    inside = [plain.get("deck"), *(plain.get(name) for name in _LISTS)]
    return [deck for each in inside if each is not plain for deck in _decks(each)]


def _read(plain: Mapping[str, Any], catalogue: Catalogue) -> ForeignDeck:
    born = next(_entries(plain.get("phoenixborn")), {})
    is_first = bool(plain.get("is_legacy") or born.get("is_legacy"))
    edition = Edition.FIRST if is_first else Edition.REBORN
    unknown: dict[str, None] = {}

    def found(entry: Mapping[str, Any]) -> Card | None:
        stub = _text(entry.get("stub") or entry.get("id"))
        name = _text(entry.get("name"))
        card = catalogue.card(edition, stub) or catalogue.named(edition, name)
        if card is None and (name or stub):
            unknown[name or stub] = None
        return card

    cards: dict[str, int] = {}
    first = _texts(plain.get("first_five"))
    for entry in list(_entries(plain.get("cards")))[:MAX_CARDS]:
        card = found(entry)
        if card is not None and _count(entry):
            cards[card.id] = min(cards.get(card.id, 0) + _count(entry), MAX_COPIES)
            first += [card.id] if entry.get("ff") is True else []
    phoenixborn = found(born)
    deck = Deck(
        name=_text(plain.get("title") or plain.get("name")),
        phoenixborn=phoenixborn.id if phoenixborn else None,
        cards=cards,
        dice=_dice(plain, unknown),
        first_five=tuple(dict.fromkeys(key for key in first if key in cards))[:MAX_FIRST],
        edition=edition,
    )
    note = plain.get("description") or plain.get("notes")
    return ForeignDeck(deck, tuple(unknown), note if isinstance(note, str) else "")


def _dice(plain: Mapping[str, Any], unknown: dict[str, None]) -> dict[DiceType, int]:
    dice: dict[DiceType, int] = {}
    for entry in _entries(plain.get("dice") or plain.get("dicepool")):
        name = _text(entry.get("name") or entry.get("magic"))
        if name in list(DiceType):
            left = MAX_DICE - sum(dice.values())
            dice[DiceType(name)] = min(_count(entry), left)
        elif name:
            unknown[name] = None
    return {kind: n for kind, n in dice.items() if n}


def _entries(value: Any) -> Iterator[Mapping[str, Any]]:
    """Yield the entries of a list, or a single one; one that is only a text is a stub."""
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, dict):
            yield each
        elif isinstance(each, str):
            yield {"stub": each}


def _text(value: Any) -> str:
    return value.strip()[: sizes.NAME] if isinstance(value, str) else ""


def _texts(value: Any) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _count(entry: Mapping[str, Any]) -> int:
    count = entry.get("count")
    return min(max(count, 0), MAX_COPIES) if isinstance(count, int) else 1


def ashes_live_deck(deck: Deck, catalogue: Catalogue) -> dict[str, Any]:
    """Return a deck in the shape of ashes.live; cards that no set has are left out."""
    cards = cards_for(deck, catalogue)
    is_legacy = deck.edition is Edition.FIRST

    def printed(key: str, **more: Any) -> dict[str, Any]:
        card = cards[key]
        owner = cards.get(card.exclusive_to)
        exclusive = {"phoenixborn": owner.name.en} if owner else {}
        legacy = {"is_legacy": True} if is_legacy else {}
        return {**more, "name": card.name.en, "stub": card.id, **exclusive, **legacy}

    def counted(copies: Mapping[str, int]) -> list[dict[str, Any]]:
        known = ((key, n) for key, n in copies.items() if key in cards)
        return [printed(key, count=n, type=_type(cards[key])) for key, n in known]

    born = cards.get(deck.phoenixborn or "")
    return {
        "title": deck.name,
        "dice": [{"count": n, "name": each.value} for each, n in deck.dice.items()],
        "phoenixborn": printed(born.id, **_numbers(born)) if born else None,
        "cards": counted(deck.cards),
        "conjurations": counted(conjuration_pile(deck, catalogue)),
        "first_five": list(deck.first_five),
        **({"is_legacy": True} if is_legacy else {}),
    }


def _type(card: Card) -> str:
    """Return the type as ashes.live writes it: "Ready Spell"."""
    return card.type.replace("-", " ").title()


def _numbers(card: Card) -> dict[str, Any]:
    return {name: getattr(card, name) for name in ("life", "battlefield", "spellboard")}
