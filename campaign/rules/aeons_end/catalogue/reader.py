"""Read the parts of a pack's document into typed values, part by part."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from campaign.rules.aeons_end.catalogue.document import LISTS, MAX_COST, PackDocument
from campaign.rules.aeons_end.catalogue.pack import (
    BreachStart,
    BreachType,
    Card,
    CardKind,
    Chapter,
    Difficulty,
    MageMat,
    MarketRules,
    MarketTemplate,
    Nemesis,
    NemesisCard,
    NemesisKind,
    Pack,
    RuleSection,
    Seal,
    SealKind,
    Slot,
    SlotRule,
    SuggestedMarket,
)
from campaign.rules.core.cursor import Cursor

SCHEMA: Final = 1
TIERS: Final = 3  # tiers of a nemesis deck
_KEYS: Final = (
    "schema",
    "slug",
    "version",
    "name",
    "players",
    "lives",
    *LISTS,
    "market",
    "basics_by_mages",
    "own_per_tier",
    "dividers",
    "notes",
)
_EVOLUTION_KEYS: Final = ("spaces", "becomes", "evolution_card", "evolved")


class BreachState(StrEnum):
    """How a breach lies at the start."""

    OPEN = "open"
    CLOSED = "closed"
    ABSENT = "absent"


class Divider(StrEnum):
    """The parts of the box that a sheet speaks of."""

    MAGES = "mages"
    TURN_ORDER = "turn-order"
    NEMESIS = "nemesis"
    MARKET = "market"
    STORY = "story"
    SEALED = "sealed"
    BANISHED = "banished"


class PackReader(PackDocument):
    """Reads every part of a document; a part is one method."""

    def pack(self) -> Pack:
        """Read the whole document."""
        root = self.root.record(_KEYS)
        root["schema"].integer(SCHEMA, SCHEMA)
        players = root["players"].record(("min", "max"))
        lives = root["lives"].record(("mage", "gravehold"))
        mages_min = players["min"].integer(1, 4, default=1)
        mages_max = players["max"].integer(mages_min, 4, default=4)
        return Pack(
            slug=root["slug"].identifier(),
            version=root["version"].integer(1, default=1),
            name=self.name(root["name"], "name"),
            mages_min=mages_min,
            mages_max=mages_max,
            mage_life=lives["mage"].integer(1, 99, default=1),
            gravehold_life=lives["gravehold"].integer(1, 99, default=1),
            cards=self._each("cards", self.card),
            nemesis_cards=self._each("nemesis_cards", self.nemesis_card),
            nemeses=self._each("nemeses", self.nemesis),
            mages=self._each("mages", self.mage),
            breaches=self._each("breaches", self.breach),
            chapters=self._each("chapters", self.chapter),
            seals=self._each("seals", self.seal),
            sections=self._each("sections", self.section),
            slots=self._each("slots", self.slot),
            market=self.market(root["market"]),
            suggested_markets=self._each("suggested_markets", self.suggested_market),
            market_templates=self._each("market_templates", self.market_template),
            difficulties=self._each("difficulties", self.difficulty),
            basics_by_mages=self.basics_by_mages(root["basics_by_mages"], mages_min, mages_max),
            own_per_tier=root["own_per_tier"].integer(0, 9),
            dividers=self.dividers(root["dividers"]),
            untranslated=tuple(self.untranslated),
            notes=tuple(note.text() for note in root["notes"].items()),
        )

    # Cards and mats

    def card(self, at: Cursor) -> Card:
        """Read a player card."""
        at.record(("id", "name", "kind", "cost", "copies", "known"), ("starter", "mage"))
        card_id = self.thing_id(at["id"], "things")
        starter = at["starter"].flag()
        highest = 0 if starter else MAX_COST
        return Card(
            id=card_id,
            name=self.name(at["name"], f"cards.{card_id}"),
            kind=at["kind"].choice(CardKind),
            cost=at["cost"].integer(0, highest),
            copies=at["copies"].integer(0 if starter else 1, highest),
            known=self.known(at["known"]),
            starter=starter,
            mage=at["mage"].maybe(lambda mage: mage.reference(self._ids["mages"], "a mage")),
        )

    def nemesis_card(self, at: Cursor) -> NemesisCard:
        """Read a card of the nemesis deck."""
        at.record(
            ("id", "name", "tier", "kind", "known"),
            ("nemesis", "life", "shields", "power", "number", "note", *_EVOLUTION_KEYS),
        )
        card_id = self.thing_id(at["id"], "things")
        nemeses, cards = self._ids["nemeses"], self._ids["nemesis_cards"]
        return NemesisCard(
            id=card_id,
            name=self.name(at["name"], f"nemesis_cards.{card_id}"),
            tier=at["tier"].integer(0, TIERS),
            kind=at["kind"].choice(NemesisKind),
            known=self.known(at["known"]),
            nemesis=at["nemesis"].maybe(lambda one: one.reference(nemeses, "a nemesis")),
            life=at["life"].maybe(Cursor.integer),
            shields=at["shields"].maybe(Cursor.integer),
            power=at["power"].maybe(Cursor.integer),
            spaces=at["spaces"].maybe(Cursor.integer),
            becomes=at["becomes"].maybe(lambda one: one.reference(cards, "a nemesis card")),
            evolution_card=at["evolution_card"].maybe(Cursor.text),
            evolved=at["evolved"].flag(),
            number=at["number"].maybe(Cursor.text),
            note=at["note"].text(),
        )

    def nemesis(self, at: Cursor) -> Nemesis:
        """Read a nemesis; its chapter is what the chapters say."""
        at.record(("id", "name", "life", "difficulty", "known"), ("tokens",))
        nemesis_id = self.thing_id(at["id"], "things")
        number, inferred = self._chapter_of(nemesis_id)
        return Nemesis(
            id=nemesis_id,
            name=self.name(at["name"], f"nemeses.{nemesis_id}"),
            life=at["life"].maybe(lambda life: life.integer(1)),
            difficulty=at["difficulty"].integer(1, 10, default=1),
            known=self.known(at["known"]),
            chapter=number,
            chapter_inferred=inferred,
            tokens=at["tokens"].integer(),
        )

    def mage(self, at: Cursor) -> MageMat:
        """Read a mage's mat: always five cards in hand, five in the deck."""
        at.record(
            ("id", "name", "life", "hand", "deck", "breaches", "known"),
            ("colour", "title", "ability", "charges", "custom", "sides"),
        )
        mage_id = self.thing_id(at["id"], "mages")
        label = f"mages.{mage_id}"
        return MageMat(
            id=mage_id,
            name=self.name(at["name"], label),
            colour=at["colour"].maybe(Cursor.identifier),
            life=at["life"].integer(1, 99, default=1),
            hand=self._starter_cards(at["hand"]),
            deck=self._starter_cards(at["deck"]),
            breaches=tuple(self.breach_start(breach) for breach in at["breaches"].items()),
            known=self.known(at["known"]),
            title=at["title"].maybe(lambda title: self.name(title, f"{label}.title")),
            ability=at["ability"].maybe(lambda one: self.name(one, f"{label}.ability")),
            charges=at["charges"].maybe(lambda charges: charges.integer(1, 9)),
            custom=at["custom"].flag(),
            sides=at["sides"].integer(1, 2, default=1),
        )

    def breach_start(self, at: Cursor) -> BreachStart:
        """Read how a breach lies on a mat."""
        at.record(("number", "state"), ("turns",))
        return BreachStart(
            number=at["number"].reference(self._breaches, "a breach"),
            state=at["state"].choice(BreachState).value,
            turns=at["turns"].integer(0, 3),
        )

    def breach(self, at: Cursor) -> BreachType:
        """Read a breach tile."""
        at.record(("number", "focus_cost", "open_costs"), ("bonus_damage",))
        number = at["number"].text()
        self._claim(at["number"], "breaches", number)
        return BreachType(
            number=number,
            focus_cost=at["focus_cost"].maybe(lambda cost: cost.integer(1, MAX_COST)),
            open_costs=tuple(cost.integer(0, MAX_COST) for cost in at["open_costs"].items()),
            bonus_damage=at["bonus_damage"].integer(0, 9),
        )

    # The campaign

    def chapter(self, at: Cursor) -> Chapter:
        """Read a chapter; chapters are numbered as they follow each other."""
        at.record(
            ("number", "title", "title_known", "nemesis", "envelope"),
            ("nemesis_inferred", "always_onward"),
        )
        number = at["number"].integer(1, 99)
        nemeses, seals = self._ids["nemeses"], self._ids["seals"]
        at["nemesis_inferred"].flag()
        return Chapter(
            number=number,
            title=at["title"].maybe(lambda title: self.name(title, f"chapters.{number}.title")),
            title_known=self.known(at["title_known"]),
            nemesis=at["nemesis"].maybe(lambda one: one.reference(nemeses, "a nemesis")),
            envelope=at["envelope"].maybe(lambda one: one.reference(seals, "a seal")),
            always_onward=at["always_onward"].flag(),
        )

    def seal(self, at: Cursor) -> Seal:
        """Read a sealed thing."""
        at.record(("id", "kind", "label", "opens"), ("open_at_start",))
        return Seal(
            id=self.thing_id(at["id"], "seals"),
            kind=at["kind"].choice(SealKind),
            label=at["label"].text(),
            moment=at["opens"].maybe(self.moment),
            open_at_start=at["open_at_start"].flag(),
        )

    def section(self, at: Cursor) -> RuleSection:
        """Read a rule section."""
        at.record(
            ("letter", "opens", "place", "page"),
            ("inferred", "letters", "replaces_steps", "evolution"),
        )
        letter = at["letter"].text()
        self._claim(at["letter"], "sections", letter)
        return RuleSection(
            letter=letter,
            moment=self.moment(at["opens"]),
            place=self.name(at["place"], f"sections.{letter}.place"),
            page=at["page"].integer(1, default=1),
            inferred=at["inferred"].flag(),
            letters=tuple(candidate.text() for candidate in at["letters"].items()),
            replaces_steps=tuple(step.integer(1, 99) for step in at["replaces_steps"].items()),
            evolution=at["evolution"].flag(),
        )

    def slot(self, at: Cursor) -> Slot:
        """Read a sticker slot."""
        at.record(("id", "opens"))
        return Slot(self.thing_id(at["id"], "slots"), self.moment(at["opens"]))

    # The market and the table

    def market(self, at: Cursor) -> MarketRules:
        """Read how a market is made and how it grows."""
        at.record(("piles", "gems", "relics", "spells", "copies"), ("first", "growth"))
        kinds = tuple(CardKind)
        copies = at["copies"].record(tuple(kind.value for kind in kinds))
        growth = at["growth"]
        if not growth.empty:
            growth.record(("offered", "added", "banished"))
        return MarketRules(
            piles=at["piles"].integer(1, 20, default=1),
            gems=at["gems"].integer(0, 20),
            relics=at["relics"].integer(0, 20),
            spells=at["spells"].integer(0, 20),
            copies=MappingProxyType({k: copies[k.value].integer(1, MAX_COST) for k in kinds}),
            first=self._pile_cards(at["first"]),
            offered=growth["offered"].integer(1, 20),
            added=growth["added"].integer(1, 20),
            banished=growth["banished"].integer(1, 20),
        )

    def suggested_market(self, at: Cursor) -> SuggestedMarket:
        """Read a market that the rulebook proposes."""
        at.record(("id", "name", "cards"))
        market_id = self.thing_id(at["id"], "suggested_markets")
        name = self.name(at["name"], f"suggested_markets.{market_id}")
        return SuggestedMarket(market_id, name, self._pile_cards(at["cards"]))

    def market_template(self, at: Cursor) -> MarketTemplate:
        """Read a pattern for a random market."""
        at.record(("id", "name", "slots"))
        template_id = self.thing_id(at["id"], "market_templates")
        name = self.name(at["name"], f"market_templates.{template_id}")
        slots = tuple(self.slot_rule(slot) for slot in at["slots"].items())
        return MarketTemplate(template_id, name, slots)

    def slot_rule(self, at: Cursor) -> SlotRule:
        """Read one place of a market template."""
        at.record(("kind", "costs"))
        return SlotRule(at["kind"].choice(CardKind), self.costs(at["costs"]))

    def difficulty(self, at: Cursor) -> Difficulty:
        """Read a difficulty."""
        at.record(("id", "name", "mage_life", "gravehold_life", "nemesis_life", "increased"))
        difficulty_id = self.thing_id(at["id"], "difficulties")
        return Difficulty(
            id=difficulty_id,
            name=self.name(at["name"], f"difficulties.{difficulty_id}"),
            mage_life=at["mage_life"].integer(1, 99, default=1),
            gravehold_life=at["gravehold_life"].integer(1, 99, default=1),
            nemesis_life=at["nemesis_life"].integer(-99, 99),
            increased=at["increased"].flag(),
        )

    def basics_by_mages(
        self, at: Cursor, mages_min: int, mages_max: int
    ) -> Mapping[int, tuple[int, int, int]]:
        """Read the basic cards a tier by the mages in play: a row for every number of mages."""
        numbers = range(mages_min, mages_max + 1)
        at.record(tuple(str(number) for number in numbers))
        table: dict[int, tuple[int, int, int]] = {}
        for number in numbers:
            tiers = [count.integer(0, 20) for count in at[str(number)].items(length=TIERS)]
            first, second, third = (*tiers, 0, 0, 0)[:TIERS]
            table[number] = (first, second, third)
        return MappingProxyType(table)

    def dividers(self, at: Cursor) -> tuple[str, ...]:
        """Read the order of the box, each part once."""
        codes = []
        for item in at.items():
            code = item.choice(Divider).value
            if item.peek() == code:
                self._claim(item, "dividers", code)
            codes.append(code)
        return tuple(codes)
