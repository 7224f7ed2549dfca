"""Terms of the game, names of cards, and their costs in words."""

from functools import partial

from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext_lazy
from django.utils.translation import gettext as _

from campaign.rules.ashes.catalogue import (
    Action,
    Card,
    CardSet,
    CardType,
    DiceCost,
    DiceType,
    Edition,
    Level,
)
from campaign.rules.ashes.result import Ending
from campaign.rules.ashes.table import RoundPhase, Side
from campaign.selectors.ashes import catalogue
from tracker.words.phrases import Words, word

CHAINED_RULE = gettext_lazy(
    "In organised play not among the First Five, and not played in the first round."
)
TYPES: Words = {
    CardType.PHOENIXBORN: gettext_lazy("Phoenixborn"),
    CardType.ALLY: gettext_lazy("Ally"),
    CardType.READY_SPELL: gettext_lazy("Ready Spell"),
    CardType.ACTION_SPELL: gettext_lazy("Action Spell"),
    CardType.REACTION_SPELL: gettext_lazy("Reaction Spell"),
    CardType.ALTERATION_SPELL: gettext_lazy("Alteration Spell"),
    CardType.CONJURATION: gettext_lazy("Conjuration"),
    CardType.CONJURED_ALTERATION: gettext_lazy("Conjured Alteration Spell"),
}
PLURALS: Words = {
    CardType.PHOENIXBORN: pgettext_lazy("several of them", "Phoenixborn"),
    CardType.ALLY: gettext_lazy("Allies"),
    CardType.READY_SPELL: gettext_lazy("Ready Spells"),
    CardType.ACTION_SPELL: gettext_lazy("Action Spells"),
    CardType.REACTION_SPELL: gettext_lazy("Reaction Spells"),
    CardType.ALTERATION_SPELL: gettext_lazy("Alteration Spells"),
    CardType.CONJURATION: gettext_lazy("Conjurations"),
    CardType.CONJURED_ALTERATION: gettext_lazy("Conjured Alteration Spells"),
}
OTHER_CARDS = gettext_lazy("Other cards")  # of a deck, where they do not belong
DICE: Words = {
    DiceType.CEREMONIAL: pgettext_lazy("dice", "Ceremonial"),
    DiceType.CHARM: pgettext_lazy("dice", "Charm"),
    DiceType.ILLUSION: pgettext_lazy("dice", "Illusion"),
    DiceType.NATURAL: pgettext_lazy("dice", "Natural"),
    DiceType.DIVINE: pgettext_lazy("dice", "Divine"),
    DiceType.SYMPATHY: pgettext_lazy("dice", "Sympathy"),
    DiceType.TIME: pgettext_lazy("dice", "Time"),
    DiceType.ARTIFICE: pgettext_lazy("dice", "Artifice"),
    DiceType.ASTRAL: pgettext_lazy("dice", "Astral"),
}
LEVELS: Words = {
    Level.BASIC: pgettext_lazy("a symbol of dice", "basic"),
    Level.CLASS: pgettext_lazy("a symbol of dice", "class"),
    Level.POWER: pgettext_lazy("a symbol of dice", "power"),
}
SIDES: Words = {  # how a die lies at the live table
    Side.POWER: LEVELS[Level.POWER],
    Side.CLASS: LEVELS[Level.CLASS],
    Side.BASIC: LEVELS[Level.BASIC],
    Side.ACTIVE: pgettext_lazy("a die", "active"),
    Side.EXHAUSTED: pgettext_lazy("a die", "exhausted"),
}
ACTIONS: Words = {
    Action.MAIN: gettext_lazy("Main action"),
    Action.SIDE: gettext_lazy("Side action"),
    Action.EITHER: gettext_lazy("Main or side action"),
}
EDITIONS: Words = {
    Edition.REBORN: gettext_lazy("Reborn edition"),
    Edition.FIRST: gettext_lazy("First edition"),
}
PHASES: Words = {
    RoundPhase.PREPARATION: pgettext_lazy("a phase of a round", "Preparation"),
    RoundPhase.TURNS: pgettext_lazy("a phase of a round", "Player turns"),
    RoundPhase.RECOVERY: pgettext_lazy("a phase of a round", "Recovery"),
}
NUMBERS: Words = {  # of a card, by the name of its field
    "life": gettext_lazy("Life"),
    "attack": gettext_lazy("Attack"),
    "recover": gettext_lazy("Recover"),
    "battlefield": gettext_lazy("Battlefield"),
    "spellboard": gettext_lazy("Spellboard"),
}
PLACEMENTS: Words = {
    "battlefield": gettext_lazy("Battlefield"),
    "spellboard": gettext_lazy("Spellboard"),
    "discard": gettext_lazy("Discard pile"),
    "unit": gettext_lazy("Attached to a unit"),
    "phoenixborn": gettext_lazy("Attached to a Phoenixborn"),
}
ENDINGS: Words = {
    Ending.DESTROYED: gettext_lazy("One Phoenixborn was left"),
    Ending.CONCEDED: gettext_lazy("The others gave up"),
    Ending.STOPPED: gettext_lazy("Time was up"),
}


card_type = partial(word, TYPES)
card_types = partial(word, PLURALS)
dice_name = partial(word, DICE)
placement = partial(word, PLACEMENTS)


class LookedUp(dict[str, str]):
    """Words in the active language, each looked up when it is first needed."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words

    def __missing__(self, key: str) -> str:
        """Look up a word."""
        self[key] = found = str(self._words[key])
        return found


class CardWords:
    """The words of cards in the active language: a page of many cards looks up each once."""

    def __init__(self) -> None:
        self.language = get_language() or "en"
        self.types = LookedUp(TYPES)
        self.actions = LookedUp(ACTIONS)
        self.dice = LookedUp(DICE)
        self.levels = LookedUp(LEVELS)
        self.numbers = LookedUp(NUMBERS)
        self.editions = LookedUp(EDITIONS)
        self.to_play, self.to_use = _("To play:"), _("To use:")
        self._either, self._of_level = _(" or "), _("%(dice)s %(level)s")

    def name_of(self, card: Card) -> str:
        """Return the name of a card."""
        return card.name.in_language(self.language)

    def lang_of(self, card: Card) -> str:
        """Return "en" if the name of a card falls back to English, else ""."""
        language = self.language[:2]
        return "" if language == "en" or getattr(card.name, language, None) else "en"

    def need(self, need: DiceCost) -> str:
        """Return a need in words: "Charm or Divine, power"."""
        level = self.levels[need.level]
        if not need.types:
            return level
        types = self._either.join(self.dice[kind] for kind in need.types)
        return self._of_level % {"dice": types, "level": level}

    def actions_of(self, card: Card) -> str:
        """Return the actions that playing a card takes: "Main action + Side action"."""
        return " + ".join(self.actions[action] for action in card.cost.actions)

    def kind_of(self, card: Card) -> str:
        """Return the type of a card and what playing it takes: "Ally · Main action"."""
        kind, actions = self.types[card.type], self.actions_of(card)
        return f"{kind} · {actions}" if actions else kind


def numbers(card: Card) -> list[tuple[str, str]]:
    """Return the numbers that a card has, each with its label."""
    numbers = ((label, getattr(card, name)) for name, label in NUMBERS.items())
    return [(str(label), str(value)) for label, value in numbers if value is not None]


def card_name(key: str) -> str:
    """Return the name of a card of any edition by its key; the key itself if it is unknown."""
    return catalogue().name_of("card", key, get_language() or "en") or key.removeprefix("~")


def named(card: Card) -> str:
    """Return the name of a card in the active language."""
    return card.name.in_language(get_language() or "en")


def set_name(card_set: CardSet) -> str:
    """Return the name of a card set; one that is not the publisher's is marked."""
    name = card_set.name.in_language(get_language() or "en")
    return _("%(name)s (unofficial)") % {"name": name} if card_set.unofficial else name


def discard_words(count: int) -> str:
    """Return how many cards have to be discarded; "" for none."""
    if not count:
        return ""
    return ngettext("discard %(count)s card", "discard %(count)s cards", count) % {"count": count}
