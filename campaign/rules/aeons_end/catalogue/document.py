"""A pack's document: what all its parts need in reading, names, moments, ids and references."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final, TypeVar

from campaign.rules.aeons_end.catalogue.pack import Known, KnownFrom, Moment, Name, When
from campaign.rules.core.cursor import Cursor

T = TypeVar("T")

HAND: Final = 5  # cards in a starting hand, and in a starting deck
MAX_COST: Final = 20
LISTS: Final = (
    "cards",
    "nemesis_cards",
    "nemeses",
    "mages",
    "breaches",
    "chapters",
    "seals",
    "sections",
    "slots",
    "suggested_markets",
    "market_templates",
    "difficulties",
)


class Comparison(StrEnum):
    """How a market template bounds a cost."""

    LESS = "<"
    AT_MOST = "<="
    EQUAL = "="
    AT_LEAST = ">="
    MORE = ">"

    def holds(self, cost: int, bound: int) -> bool:
        """Say whether a cost keeps to the bound."""
        return (
            (self in {Comparison.LESS, Comparison.AT_MOST} and cost < bound)
            or (self in {Comparison.MORE, Comparison.AT_LEAST} and cost > bound)
            or (self not in {Comparison.LESS, Comparison.MORE} and cost == bound)
        )


class PackDocument:
    """One document; knows of the other parts what a part refers to."""

    def __init__(self, root: Cursor) -> None:
        self.root = root
        self.untranslated: list[str] = []
        self._claimed: dict[tuple[str, object], str] = {}
        self._ids = {part: self._found(part, "id") for part in LISTS}
        self._starters = self._found("cards", "id", lambda thing: thing.get("starter") is True)
        self._piles = self._ids["cards"] - self._starters
        self._breaches = self._found("breaches", "number")
        self._chapters = len(self._raw("chapters"))
        costs = (thing.get("cost") for thing in self._raw("cards"))
        self._highest = min(max((c for c in costs if isinstance(c, int)), default=0), MAX_COST)

    def name(self, at: Cursor, label: str) -> Name:
        """Read a name; a null translation is noted as falling back to English."""
        at.record(("en", "pl", "fr"), ("en_unverified",))
        name = Name(
            en=at["en"].text(),
            pl=at["pl"].maybe(Cursor.text),
            fr=at["fr"].maybe(Cursor.text),
            en_unverified=at["en_unverified"].flag(),
        )
        if at.is_object():
            missing = (language for language in ("pl", "fr") if at[language].empty)
            self.untranslated += [f"{label}.{language}" for language in missing]
        return name

    def moment(self, at: Cursor) -> Moment:
        """Read a moment, which must lie within the campaign."""
        at.record(("chapter", "moment"))
        if self._chapters == 0 and at.is_object():
            at.fault("no moment in a pack without chapters")
            return Moment(1, When.START)
        chapter = at["chapter"].integer(1, self._chapters, default=1)
        return Moment(chapter, at["moment"].choice(When))

    def known(self, at: Cursor) -> Known:
        """Read what makes a thing known to a campaign."""
        if at.is_object():
            return Known(KnownFrom.MOMENT, self.moment(at))
        for by in (KnownFrom.START, KnownFrom.RECORDED):
            if at.peek() == by.value:
                return Known(by)
        if not at.absent:
            at.fault('"start", "recorded" or a moment of a chapter')
        return Known()

    def thing_id(self, at: Cursor, space: str) -> str:
        """Read a thing's own id; no other thing of its space may bear it."""
        found = at.identifier()
        if found:
            self._claim(at, space, found)
        return found

    def costs(self, at: Cursor) -> tuple[int, ...] | None:
        """Read which costs a place takes: null for any, a list, or a comparison."""
        if at.empty:
            return None
        if at.is_list():
            return tuple(cost.integer(0, MAX_COST) for cost in at.items())
        at.record(("op", "cost"))
        comparison, bound = at["op"].choice(Comparison), at["cost"].integer(0, MAX_COST)
        costs = tuple(c for c in range(1, self._highest + 1) if comparison.holds(c, bound))
        if at.is_object() and not costs:
            at.fault("a comparison that some cost meets", f"{comparison.value} {bound}")
        return costs

    def _each(self, part: str, read: Callable[[Cursor], T]) -> tuple[T, ...]:
        return tuple(read(at) for at in self.root[part].items())

    def _starter_cards(self, at: Cursor) -> tuple[str, ...]:
        ids = self._starters
        return tuple(card.reference(ids, "a starter card") for card in at.items(length=HAND))

    def _pile_cards(self, at: Cursor) -> tuple[str, ...]:
        return tuple(card.reference(self._piles, "a market card") for card in at.items())

    def _claim(self, at: Cursor, space: str, value: object) -> None:
        """Note a fault where a value that must be its own is met again."""
        if at.empty or not value:
            return
        first = self._claimed.setdefault((space, value), at.path)
        if first != at.path:
            at.fault("one of its own", f'"{value}", which {first} has already')

    def _raw(self, part: str) -> tuple[Mapping[str, object], ...]:
        """Return the objects of a list as they stand, before any of them is judged."""
        value = self.root[part].peek()
        things = value if isinstance(value, list | tuple) else ()
        return tuple(thing if isinstance(thing, Mapping) else {} for thing in things)

    def _found(
        self,
        part: str,
        key: str,
        accepts: Callable[[Mapping[str, object]], bool] = lambda _: True,
    ) -> frozenset[str]:
        values = (thing.get(key) for thing in self._raw(part) if accepts(thing))
        return frozenset(value for value in values if isinstance(value, str))

    def _chapter_of(self, nemesis_id: str) -> tuple[int | None, bool]:
        for position, chapter in enumerate(self._raw("chapters")):
            if nemesis_id and chapter.get("nemesis") == nemesis_id:
                return position + 1, chapter.get("nemesis_inferred") is True
        return None, False
