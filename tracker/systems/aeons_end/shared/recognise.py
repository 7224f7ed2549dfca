"""Names that people type: recognised if complete, completed from three letters, never listed."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, TypeVar

from campaign.rules.aeons_end.catalogue.pack import Card, Name, Nemesis, NemesisCard, Pack
from campaign.rules.aeons_end.legacy import facts
from campaign.rules.aeons_end.legacy.party import Foe
from campaign.rules.aeons_end.legacy.state import State, met
from campaign.rules.aeons_end.market.piles import Pile
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.core.keys import is_typed, typed_key
from campaign.rules.core.story import Story

MIN_LETTERS = 3  # letters before a name is completed
MAX_SUGGESTIONS = 5  # names suggested at once
MAX_TYPED = 80  # characters typed; well above any name


class What(StrEnum):
    """The kind of name that is typed."""

    CARD = "card"
    NEMESIS = "nemesis"
    BASIC = "basic"
    EVOLVED = "evolved"
    NEMESIS_CARD = "nemesis-card"  # basic, or of one nemesis


Named = Card | Nemesis | NemesisCard
T = TypeVar("T", bound=Named)

# The facts that introduce a thing with a name.
NAMING = frozenset(
    {
        facts.BasicJoined,
        facts.CardTransformed,
        facts.MarketGrown,
        facts.MarketOrdered,
        facts.Planned,
        facts.SealOpened,
        facts.StickerPlaced,
    }
)


def recognise(text: str, things: Iterable[T]) -> T | None:
    """Return the thing of this name, in any language."""
    typed = folded(text)
    return next(
        (thing for thing in things if any(folded(name) == typed for name in thing.name.all())),
        None,
    )


def recognise_basic(text: str, pack: Pack) -> NemesisCard | None:
    """Return the basic card of this name, in any language; failing that, an evolved one."""
    return recognise(text, (*pack.find.basics, *pack.find.evolved))


def recognise_evolved(text: str, pack: Pack) -> NemesisCard | None:
    """Return the evolved card of this name, in any language; failing that, a basic one."""
    return recognise(text, (*pack.find.evolved, *pack.find.basics))


def known_as(text: str, key: str, story: Story[Any], pack: Pack) -> str:
    """Return the pack's id for a new name of the thing with a typed key; "" if it has none."""
    basics, evolved = pack.find.basics, pack.find.evolved
    things: Mapping[type[facts.Fact], Iterable[Named]] = {
        facts.Planned: pack.nemeses,
        facts.MarketGrown: pack.cards,
        facts.MarketOrdered: pack.cards,
        facts.BasicJoined: (*basics, *evolved),
        facts.CardTransformed: (*evolved, *basics),
    }
    kinds = [type(f) for f in story.facts if type(f) in things and key in dict(_named(f))]
    found = recognise(text, things[kinds[-1]]) if kinds else None
    return found.id if found else ""


def typed_names(story: Story[Any]) -> dict[str, str]:
    """Return every name that players typed, by its key."""
    naming = (fact for fact in story.facts if type(fact) in NAMING)
    named = (pair for fact in naming for pair in _named(fact))
    return {key: name for key, name in named if is_typed(key) and name}


def _named(fact: facts.Fact) -> list[tuple[str, str]]:
    """Return the keys and names of the things that a fact introduces."""
    match fact:
        case facts.MarketGrown(growth=growth):
            return [(pile.key, pile.name) for pile in growth.offered]
        case facts.Planned(foe=one) | facts.MarketOrdered(added=Pile() as one):
            return [(one.key, one.name)]
        case facts.BasicJoined(card=card) | facts.CardTransformed(into=card):
            return [(card.key, card.name)]
        case facts.SealOpened(seal=key, name=name):
            return [(key, name)]
        case facts.StickerPlaced(sticker=sticker):
            return [(typed_key(sticker.name), sticker.name)]
    return []


def complete(
    text: str, things: Iterable[Named], language: str = "en", *, typed: Iterable[str] = ()
) -> tuple[str, ...]:
    """Complete a name from its first letters, in the box's language and in English.

    ``things`` are those that this game can have met, ``typed`` names that its players wrote:
    nothing else is offered, whatever the letters.
    """
    if len(text) > MAX_TYPED:
        return ()
    begun = folded(text)
    if sum(letter.isalpha() for letter in begun) < MIN_LETTERS:
        return ()
    found = {spelling for thing in things for spelling in _beginning(begun, thing.name, language)}
    found |= {name for name in typed if folded(name).startswith(begun)}
    return tuple(sorted(found))[:MAX_SUGGESTIONS]


def met_things(what: What, state: State, pack: Pack) -> list[Named]:
    """Return the things of one kind that a campaign can have met."""
    known = met(state, pack)
    return [thing for thing in _things(what, pack) if thing.id in known]


def typed_by_players(what: What, state: State) -> list[str]:
    """Return the names of one kind that a campaign's players typed."""
    held: Sequence[Pile | Foe | PoolCard]
    match what:
        case What.CARD:
            held = (*state.market, *state.banished)
        case What.NEMESIS:
            held = [game.foe for game in state.games]
        case What.BASIC | What.EVOLVED | What.NEMESIS_CARD:
            held = (*state.pool, *state.gone.values())
    return [thing.name for thing in held if is_typed(thing.key)]


def _beginning(begun: str, name: Name, language: str) -> set[str]:
    spellings = (name.in_language(language), name.in_language("en"))
    return {spelling for spelling in spellings if folded(spelling).startswith(begun)}


def folded(text: str) -> str:
    """Normalize a name for comparison: ignore case, spacing and the shape of apostrophes."""
    normal = unicodedata.normalize("NFKC", text).replace("\u2019", "'")
    return " ".join(normal.split()).casefold()


def _things(what: What, pack: Pack) -> tuple[Named, ...]:
    things: dict[What, tuple[Named, ...]] = {
        What.CARD: pack.find.piles,
        What.NEMESIS: pack.nemeses,
        What.BASIC: pack.find.basics,
        What.EVOLVED: pack.find.evolved,
        What.NEMESIS_CARD: pack.nemesis_cards,
    }
    return things[what]
