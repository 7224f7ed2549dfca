"""What the things of the game are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from campaign.rules.ashes.catalogue import CardType, DiceCost, DiceType, Edition, Level
from campaign.rules.ashes.duel import Ending
from campaign.rules.ashes.live import Phase

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

TYPES: Mapping[str, StrPromise] = {
    CardType.PHOENIXBORN: gettext_lazy("Phoenixborn"),
    CardType.ALLY: gettext_lazy("Ally"),
    CardType.READY_SPELL: gettext_lazy("Ready Spell"),
    CardType.ACTION_SPELL: gettext_lazy("Action Spell"),
    CardType.REACTION_SPELL: gettext_lazy("Reaction Spell"),
    CardType.ALTERATION_SPELL: gettext_lazy("Alteration Spell"),
    CardType.CONJURATION: gettext_lazy("Conjuration"),
    CardType.CONJURED_ALTERATION: gettext_lazy("Conjured Alteration Spell"),
}
PLURALS: Mapping[str, StrPromise] = {
    CardType.PHOENIXBORN: pgettext_lazy("several of them", "Phoenixborn"),
    CardType.ALLY: gettext_lazy("Allies"),
    CardType.READY_SPELL: gettext_lazy("Ready Spells"),
    CardType.ACTION_SPELL: gettext_lazy("Action Spells"),
    CardType.REACTION_SPELL: gettext_lazy("Reaction Spells"),
    CardType.ALTERATION_SPELL: gettext_lazy("Alteration Spells"),
    CardType.CONJURATION: gettext_lazy("Conjurations"),
    CardType.CONJURED_ALTERATION: gettext_lazy("Conjured Alteration Spells"),
}
DICE: Mapping[str, StrPromise] = {
    DiceType.CEREMONIAL: pgettext_lazy("dice", "Ceremonial"),
    DiceType.CHARM: pgettext_lazy("dice", "Charm"),
    DiceType.ILLUSION: pgettext_lazy("dice", "Illusion"),
    DiceType.NATURAL: pgettext_lazy("dice", "Natural"),
    DiceType.DIVINE: pgettext_lazy("dice", "Divine"),
    DiceType.SYMPATHY: pgettext_lazy("dice", "Sympathy"),
    DiceType.TIME: pgettext_lazy("dice", "Time"),
}
LEVELS: Mapping[str, StrPromise] = {
    Level.BASIC: pgettext_lazy("a symbol of dice", "basic"),
    Level.CLASS: pgettext_lazy("a symbol of dice", "class"),
    Level.POWER: pgettext_lazy("a symbol of dice", "power"),
}
EDITIONS: Mapping[str, StrPromise] = {
    Edition.FIRST: gettext_lazy("First edition"),
    Edition.REBORN: gettext_lazy("Reborn edition"),
}
PHASES: Mapping[str, StrPromise] = {
    Phase.PREPARATION: pgettext_lazy("a phase of a round", "Preparation"),
    Phase.TURNS: pgettext_lazy("a phase of a round", "Player turns"),
    Phase.RECOVERY: pgettext_lazy("a phase of a round", "Recovery"),
}
ENDINGS: Mapping[str, StrPromise] = {
    Ending.DESTROYED: gettext_lazy("One Phoenixborn was left"),
    Ending.CONCEDED: gettext_lazy("The others gave up"),
    Ending.STOPPED: gettext_lazy("Time was up"),
}


def card_type(kind: str) -> str:
    """Return what a type of card is called."""
    return str(TYPES.get(kind, kind))


def card_types(kind: str) -> str:
    """Return what cards of a type are called."""
    return str(PLURALS.get(kind, kind))


def dice_name(dice: str) -> str:
    """Return what a type of dice is called."""
    return str(DICE.get(dice, dice))


def level_name(level: str) -> str:
    """Return what a symbol of dice is called."""
    return str(LEVELS.get(level, level))


def edition_name(edition: str) -> str:
    """Return what an edition is called."""
    return str(EDITIONS.get(edition, edition))


def ending(code: str) -> str:
    """Return how a game ended; "" where that was not noted."""
    return str(ENDINGS.get(code, code))


def need_words(need: DiceCost) -> str:
    """Return which symbols are needed: "Charm or Divine, power"."""
    if not need.types:
        return level_name(need.level)
    types = _(" or ").join(map(dice_name, need.types))
    return _("%(dice)s, %(level)s") % {"dice": types, "level": level_name(need.level)}
