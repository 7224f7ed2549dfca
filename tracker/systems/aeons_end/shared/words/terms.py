"""Single words and short phrases: kinds, colours, moments, seals and names."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby

from django.utils.translation import gettext, ngettext, npgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from campaign.rules.aeons_end.catalogue.pack import (
    CardKind,
    KnownFrom,
    Moment,
    NemesisKind,
    Pack,
    SealKind,
    When,
)
from campaign.rules.aeons_end.endings import Ending, Result
from campaign.rules.aeons_end.exhaustion import ExhaustedRule, ExhaustionStep
from campaign.rules.aeons_end.legacy.facts import MIDDLE, Seat
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.aeons_end.legacy.state import GameStatus
from campaign.rules.aeons_end.mages import StickerKind, Where
from campaign.rules.aeons_end.market.piles import Pile
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.aeons_end.sheet import Part
from campaign.rules.core.keys import TYPED, is_typed
from tracker.words import series
from tracker.words.phrases import Words as Words
from tracker.words.phrases import word as word

Typed = Mapping[str, str]  # by its key, a name as players typed it

PARTS: Words = {
    Part.STORY: pgettext_lazy("part of the set-up", "Story"),
    Part.MAGES: pgettext_lazy("part of the set-up", "Mages"),
    Part.TURN_ORDER: pgettext_lazy("part of the set-up", "Turn-order deck"),
    Part.NEMESIS: pgettext_lazy("part of the set-up", "Nemesis"),
    Part.MARKET: pgettext_lazy("part of the set-up", "Market"),
    Part.RULEBOOK: pgettext_lazy("part of the set-up", "Rulebook"),
    Part.SEALED: pgettext_lazy("part of the set-up", "Sealed"),
    Part.BANISHED: pgettext_lazy("part of the set-up", "Banished"),
}
CARD_KINDS: Words = {
    CardKind.GEM: pgettext_lazy("kind of card", "gem"),
    CardKind.RELIC: pgettext_lazy("kind of card", "relic"),
    CardKind.SPELL: pgettext_lazy("kind of card", "spell"),
}
NEMESIS_KINDS: Words = {
    NemesisKind.ATTACK: pgettext_lazy("kind of nemesis card", "attack"),
    NemesisKind.MINION: pgettext_lazy("kind of nemesis card", "minion"),
    NemesisKind.POWER: pgettext_lazy("kind of nemesis card", "power"),
    NemesisKind.ACOLYTE: pgettext_lazy("kind of nemesis card", "acolyte"),
    NemesisKind.SUPPORT: pgettext_lazy("kind of nemesis card", "support"),
}
STICKER_KINDS: Words = {
    StickerKind.STARTER: pgettext_lazy("kind of sticker", "starter card"),
    StickerKind.ABILITY: pgettext_lazy("kind of sticker", "ability"),
    StickerKind.BREACH: pgettext_lazy("kind of sticker", "breach IV"),
    StickerKind.OTHER: pgettext_lazy("kind of sticker", "something else"),
}
PLACES: Words = {
    Where.HAND: pgettext_lazy("where a starter card lies", "in hand"),
    Where.DECK: pgettext_lazy("where a starter card lies", "in the deck"),
}
RESULTS: Words = {
    Result.WIN: pgettext_lazy("result of a game", "win"),
    Result.LOSS: pgettext_lazy("result of a game", "loss"),
}
ENDINGS: Words = {
    Ending.NEMESIS_DEFEATED: _("The nemesis is at 0 life."),
    Ending.DECK_EXHAUSTED: _("The nemesis deck is empty, no minion and no power in play."),
    Ending.MAGES_EXHAUSTED: _("Every mage is exhausted."),
    Ending.GRAVEHOLD_FALLEN: _("Gravehold is at 0."),
    Ending.NEMESIS_CONDITION: _("The nemesis met a condition of its own."),
}
# The mat of a nemesis without life says when it is defeated.
_ENDINGS_WITHOUT_LIFE: Words = {
    **ENDINGS,
    Ending.NEMESIS_DEFEATED: _("The nemesis fell, as its mat says."),
}
PHASES: Words = {
    GameStatus.PLANNED: pgettext_lazy("state of a game", "planned"),
    GameStatus.PLAYED: pgettext_lazy("state of a game", "played"),
    GameStatus.SETTLED: pgettext_lazy("state of a game", "finished"),
}
COLOURS: Words = {
    "green": pgettext_lazy("colour of a mat", "green"),
    "yellow": pgettext_lazy("colour of a mat", "yellow"),
    "orange": pgettext_lazy("colour of a mat", "orange"),
    "blue": pgettext_lazy("colour of a mat", "blue"),
}
SIDES: Words = {
    "a": pgettext_lazy("side of a mat", "side A"),
    "b": pgettext_lazy("side of a mat", "side B"),
}
# Remarks on a set-up sheet.
NOTES: Words = {
    "difficulty.increased_rule": _("Use the increased-difficulty rule on the nemesis mat."),
    "nemesis.no_life_of_its_own": _("Its mat says how to set the dial and how to defeat it."),
    "nemesis.keeps_its_life": _(
        "It has too little life to take 10 off: it starts with what its mat says."
    ),
    "nemesis_deck.mixed_boxes": _(
        "Basic cards of several boxes can make the game much harder, for example if most of them "
        "hurt Gravehold."
    ),
    "solo.own_ally": _("You are your own ally."),
    "solo.both_effects_hit_twice": _("An effect on you and another player applies to you twice."),
    "solo.exhaustion_is_no_loss": _(
        "When exhausted, you play on: exhaustion alone does not lose the game."
    ),
    "solo.four_cards": _("Four turn-order cards instead of three make the game easier."),
    "solo.more_life": _("More life than the usual 10 makes the game easier."),
    "solo.two_mages_at_most": _("For one person, two mages at most work best."),
    "market.keep_cheap_gem": _("No cheap gem is left: the rulebook advises keeping one of cost 3."),
    "turn_order.paired": _(
        "When a pair’s card comes, choose who acts; that mage takes the token. "
        "Its second card of the round is the other’s, and the token goes back."
    ),
    # In set-ups of before: which spells have Link is not known, so the crib says it instead.
    "link.readings_differ": _(
        "Link: two such spells may share a breach. The translations of the rulebook differ on "
        "whether casting one forces the other; agree before you begin."
    ),
    "deck_out.at_once": _(
        "Nemesis deck empty, no minion and no power in play: you win at once. The French rulebook "
        "checks at the end of a turn; you may choose that."
    ),
    "deck_out.end_of_turn": _(
        "Nemesis deck empty, no minion and no power in play at the end of a turn: you win, as in "
        "the French rulebook."
    ),
    # In set-ups of before that could be chosen.
    "deck_out.timing_differs": _(
        "Nemesis deck empty, no minion and no power in play: you win. The French rulebook checks "
        "at the end of any turn; agree before you begin."
    ),
}
EXHAUSTION: Words = {
    ExhaustionStep.UNLEASH_TWICE: _("Unleash twice. If an unleash is under way, finish it first."),
    ExhaustionStep.DESTROY_BREACH: _("Destroy one of your breaches and discard its spell."),
    ExhaustionStep.DISCARD_CHARGES: _("Discard all your charges."),
    ExhaustedRule.NO_HEALING: _("You can no longer gain life."),
    ExhaustedRule.LOWEST_LIFE_SKIPS: _("“Lowest life” means the lowest of those not exhausted."),
    ExhaustedRule.DAMAGE_TO_GRAVEHOLD_DOUBLED: _(
        "Gravehold takes double the damage dealt to you, also what is left of the damage that "
        "exhausted you."
    ),
}
_DEFINITE_SEALS: Words = {
    SealKind.DECK: _("STOP deck %(label)s"),
    SealKind.ENVELOPE: _("envelope %(label)s"),
    SealKind.BOX: _("box %(label)s"),
    SealKind.SUPPLEMENT: _("supplement %(label)s"),
}
SEAL_KINDS: Words = {
    SealKind.DECK: pgettext_lazy("kind of seal", "STOP decks"),
    SealKind.ENVELOPE: pgettext_lazy("kind of seal", "envelopes"),
    SealKind.BOX: pgettext_lazy("kind of seal", "boxes"),
    SealKind.SUPPLEMENT: pgettext_lazy("kind of seal", "supplements"),
}
NEMESIS_WISHES: Words = {
    "difficulty": pgettext_lazy("what keeps a nemesis out", "its difficulty"),
    "never": pgettext_lazy("what keeps a nemesis out", "your exclusions"),
    "resting": pgettext_lazy("what keeps a nemesis out", "what you have played"),
}
MARKET_WISHES: Words = {
    "apart": pgettext_lazy("a wish for the market", "“Never together”"),
    "fresh": pgettext_lazy("a wish for the market", "“No cards from your last game”"),
    "never": pgettext_lazy("a wish for the market", "“Excluded from draws”"),
}
# For excluding all mages, nemeses, … of a box.
WHOLE_LISTS: Words = {
    "mages": pgettext_lazy("a whole list of a box", "All its mages"),
    "nemeses": pgettext_lazy("a whole list of a box", "All its nemeses"),
    "piles": pgettext_lazy("a whole list of a box", "All its market cards"),
    "basics": pgettext_lazy("a whole list of a box", "All its basic cards"),
}


# The word for a key of each table.
part = partial(word, PARTS)
card_kind = partial(word, CARD_KINDS)
nemesis_kind = partial(word, NEMESIS_KINDS)
sticker_kind = partial(word, STICKER_KINDS)
place = partial(word, PLACES)
result = partial(word, RESULTS)
phase = partial(word, PHASES)
colour = partial(word, COLOURS)
side = partial(word, SIDES)
note = partial(word, NOTES)
exhaustion = partial(word, EXHAUSTION)
seal_kind = partial(word, SEAL_KINDS)
nemesis_wish = partial(word, NEMESIS_WISHES)
whole_list = partial(word, WHOLE_LISTS)


def ending(key: str | None, *, has_life: bool = True) -> str:
    """Return how a game ended, as a sentence; ``has_life``: the nemesis' mat shows its life."""
    return word(ENDINGS if has_life else _ENDINGS_WITHOUT_LIFE, key or "")


def market_wish(key: str) -> str:
    """Return how a wish for the market is referred to: by its name, or by its row from 1 on."""
    return word(MARKET_WISHES, key) or str(int(key) + 1)


def mages(number: int) -> str:
    """Return how many mages: "2 mages"."""
    return ngettext("%(number)s mage", "%(number)s mages", number) % {"number": number}


def box_holds(box: Pack) -> str:
    """Return what is in a box, counted: "8 mages, 4 nemeses, 27 cards"."""
    mages, nemeses, piles = len(box.mages), len(box.nemeses), len(box.find.piles)
    parts = (
        (mages, ngettext("%(number)s mage", "%(number)s mages", mages)),
        (nemeses, npgettext("in a box", "%(number)s nemesis", "%(number)s nemeses", nemeses)),
        (piles, ngettext("%(number)s market card", "%(number)s market cards", piles)),
    )
    return ", ".join(text % {"number": number} for number, text in parts if number)


def seal(kind: str, label: str, parts: Sequence[str] = ()) -> str:
    """Return a seal by what is printed on it; a name that players typed stays as it is.

    ``parts`` are those that are open, unless all are.
    """
    name = str(_DEFINITE_SEALS[kind]) % {"label": label} if kind in _DEFINITE_SEALS else label
    if not parts:
        return name
    if MIDDLE in parts:
        return gettext("%(seal)s to its middle STOP card") % {"seal": name}
    return gettext("%(seal)s (%(parts)s)") % {"seal": name, "parts": series(parts)}


def moment(at: Moment) -> str:
    """Return a moment of a chapter: "end of chapter 2"."""
    if at.when is When.START:
        return gettext("start of chapter %(chapter)s") % {"chapter": at.chapter}
    return gettext("end of chapter %(chapter)s") % {"chapter": at.chapter}


def in_order(cards: Iterable[str]) -> str:
    """Return cards in their order, with equal neighbours counted: "Crystal ×4, Spark"."""
    runs = ((name, len(list(run))) for name, run in groupby(cards))
    shown = (
        gettext("%(name)s ×%(count)s") % {"name": name, "count": count} if count > 1 else name
        for name, count in runs
    )
    return series(shown)


@dataclass(frozen=True, slots=True)
class RecordNames:
    """The names in a record: from its box, of its mages, and what players typed."""

    namer: Namer | None = None
    seats: Sequence[Seat] = ()
    typed: Typed = field(default_factory=dict)

    def mage(self, seat: int) -> str:
        """Return a mage's name, or the number of the seat without one."""
        found = next((held.name for held in self.seats if held.number == seat), "")
        return found or gettext("mage %(seat)s") % {"seat": seat}

    def thing(self, key: str) -> str | None:
        """Return the name of a card, a nemesis or a mage by its key; None if it has none."""
        if key in self.typed:
            return self.typed[key]
        if is_typed(key):
            # A key is in lower case: restore at least the first capital.
            name = key.removeprefix(TYPED)
            return name[:1].upper() + name[1:] or None
        if self.namer is None:
            return None
        find = self.namer.pack.find
        found = find.thing(key) or find.mage(key) or find.part(key)
        return found.name.in_language(self.namer.language) if found else None

    def card(self, key: str) -> str:
        """Return the name of a card by its key, or a phrase for a card without one."""
        return self.thing(key) or gettext("a card without a name")

    def name(self, card: Pile | PoolCard) -> str:
        """Return the name of a pile or a basic card: the one that players typed, or the pack's."""
        return card.name or self.card(card.key)

    def seal(self, key: str, name: str = "", part: str = "") -> str | None:
        """Return the name of a seal: the pack's, or the one that players typed; None if neither."""
        known = self.namer.pack.find.seal(key) if self.namer else None
        if known is not None:
            return seal(known.kind, known.label, (part,) if part else ())
        # Without the pack: the key could be that of a sealed card.
        return name or RecordNames(typed=self.typed).thing(key)

    def written(self, name: str) -> str | None:
        """Return the name for a key, or a typed name itself; None if the text is neither."""
        found = self.thing(name)
        if found is not None or not name.strip():
            return found
        # Typed names have capitals, spaces or accents; an unknown id is not shown.
        is_id = name.isascii() and name == name.lower() and " " not in name
        return None if is_id else name

    def is_open_knowledge(self, key: str) -> bool:
        """Return whether a name is no secret: typed by players, or known from the start."""
        if is_typed(key) or self.namer is None:
            return True
        found = self.namer.pack.find.thing(key)
        return found is None or found.known.by is KnownFrom.START
