"""The set-up sheet in sentences."""

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from tracker.systems.relic_nemesis.words import terms
from tracker.words.phrases import Words, word
from tracker.words.sheets import Sentences, Values, sentence_of

NOTES: Words = {  # on a set-up
    "note.third_board": gettext_lazy(
        "There are two nemesis boards: the third nemesis tracks life, attribute and infamy "
        "on paper or here."
    ),
    "note.one_sheet": gettext_lazy(
        "There are four nemesis sheets, too few for two each: everybody is dealt one."
    ),
    "note.half": gettext_lazy(
        "The rulebook gives no number of nemeses for this many players: half of you are "
        "nemeses, as with six. If the scenario sheet says otherwise, change it."
    ),
    "note.sit_together": gettext_lazy("Nemeses sit beside each other: they take their turns last."),
    # What the book adds about what is in play (pp. 7, 14-15).
    "note.not_a_player": gettext_lazy(
        "A nemesis is neither a player nor an enemy: texts about players or enemies skip it."
    ),
    "note.collector": gettext_lazy(
        "Master Collector: an inner space with a character token is gone. It takes no other token, "
        "and is skipped when you move or count spaces."
    ),
    "note.hulk": gettext_lazy(
        "Hulk of the Wayward Warrior: you may keep enemies that you beat in the Confrontation as "
        "trophies. Spend them to their discards, or back onto the scenario sheet."
    ),
    "note.hulk_deck": gettext_lazy(
        "Hulk of the Wayward Warrior: if the scenario’s deck is empty, place your token on its "
        "sheet and end your engagement."
    ),
    "note.moarn": gettext_lazy(
        "Moarn in Dark Alliance: a frenzy never hits a partner of your team. Take the nearest "
        "character outside it."
    ),
    "note.eversor": gettext_lazy(
        "Eversor: for everybody his trophies are assets. Whoever beats him in a duel of Cunning "
        "may take one."
    ),
    "note.luxuria": gettext_lazy(
        "Luxuria’s Corruption: Captain and Canoness turn it face down, and it still counts. Its "
        "back differs, so keep it with your other Corruption."
    ),
    "note.githellion": gettext_lazy(
        "Githellion: if a character is lost to Corruption, the Corruption discarded for it brings "
        "no infamy."
    ),
    "note.stone": gettext_lazy(
        "Githellion’s stone: the Sergeant may discard it for +2 in a battle. Anybody may discard "
        "it in their experience phase."
    ),
}
note = partial(word, NOTES)


# The colours of dials.
_DIALS: Words = {
    "red": gettext_lazy("red"),
    "blue": gettext_lazy("blue"),
    "yellow": gettext_lazy("yellow"),
}


def either(names: Sequence[str]) -> str:
    """Return the names of sheets, of which one is kept."""
    return pgettext("between two names", " or ").join(names)


def _worded(values: Values) -> Values:
    """Return a step's values with words for colours and attributes."""
    return {
        **values,
        "names": either(values.get("names", ())),
        "colour": terms.colour(values.get("colour", "")),
        "attribute": terms.attribute(values.get("attribute", "")),
        "dial": word(_DIALS, values.get("dial", "")),
    }


def _board(values: Values) -> str:
    if values.get("scenario"):
        text = _("Set up the board with the scenario %(scenario)s (base game, steps 1 and 2).")
        return text % values
    return _("Set up the board and choose a scenario (base game, steps 1 and 2).")


def _deal(values: Values) -> str:
    if values["names"]:
        return _("Keep one of your nemesis sheets, without showing it: %(names)s.") % values
    text = ngettext(
        "Look at your nemesis sheet, without showing it.",
        "Look at your %(sheets)s nemesis sheets, without showing them, and keep one.",
        values["sheets"],
    )
    return text % values


def _keep(values: Values) -> str:
    if values.get("name"):
        text = _("Take the sheet and the bust of %(name)s; the other sheets stay in the box.")
        return text % values
    return _("Return the other sheets to the box; take the bust of your nemesis.")


def _colour(values: Values) -> str:
    if values["colour"]:
        return _("Take the %(colour)s board, base, tokens and level marker.") % values
    return _("No board is left: note your values on paper or here, and mark what is yours.")


def _deck(values: Values) -> str:
    if values.get("name"):
        text = _(
            "Put the deck of %(name)s to the left of your board, with room for discards above."
        )
        return text % values
    return _("Put your nemesis deck to the left of your board, with room for discards above.")


def _deck_without_board(values: Values) -> str:
    if values.get("name"):
        text = _("Put the deck of %(name)s in front of you, with room for discards beside it.")
        return text % values
    return _("Put your nemesis deck in front of you, with room for discards beside it.")


def _bust(values: Values) -> str:
    if values.get("space"):
        return _("Put the bust on %(space)s.") % values
    return _("Put the bust on the starting space that your sheet names.")


def _level(values: Values) -> str:
    if values["dial"]:
        text = _(
            "Slide the sheet up to the board, put the level marker on Start, and mount the "
            "%(dial)s dial for %(attribute)s."
        )
        return text % values
    return _(
        "Slide the sheet up to the board, put the level marker on Start, and mount the dial in "
        "the colour of your attribute: Strength red, Willpower blue, Cunning yellow."
    )


def _dials(values: Values) -> str:
    if "value" not in values or "life" not in values:
        return _("Set attribute and life as your sheet says, and infamy to 0.")
    return _("Set %(attribute)s to %(value)s, life to %(life)s and infamy to 0.") % values


def _noted(values: Values) -> str:
    """Return what a nemesis without a board notes."""
    if "value" not in values or "life" not in values:
        return _("Note attribute and life as your sheet says, infamy 0, and the level: Start.")
    text = _("Note: %(attribute)s %(value)s, life %(life)s, infamy 0, and the level: Start.")
    return text % values


_STEPS: Sentences = {
    "step.mix": gettext_lazy(
        "Add the expansion’s Wargear, Relic and Threat cards to the decks of the base game, and "
        "its character and scenario sheets to the others."
    ),
    "step.imperium": gettext_lazy("Shuffle the Imperium deck."),
    "step.board": _board,
    "step.deal": _deal,
    "step.keep": _keep,
    "step.colour": _colour,
    "step.deck": _deck,
    "step.deck_without_board": _deck_without_board,
    "step.bust": _bust,
    "step.level": _level,
    "step.dials": _dials,
    "step.dials_without_board": _noted,
    "step.characters": gettext_lazy(
        "Characters carry out steps %(first)s to %(last)s of the base game."
    ),
    "step.reveal": gettext_lazy(
        "At step 5 of the base game, characters and nemeses are revealed together."
    ),
    "step.order": gettext_lazy(
        "Characters take their turns first, then the nemeses, one after the other."
    ),
}
step = partial(sentence_of, _STEPS, _worded)

# The steps of the turn of a nemesis (pp. 8-11, 13, 14).
_TURN: Words = {
    "turn.move": gettext_lazy(
        "Roll a die and move exactly that far, either way. You must leave your space, and can’t "
        "enter the inner tier."
    ),
    "turn.middle_tier": gettext_lazy(
        "On a corner of the outer tier: you may pay 1 infamy, a trophy, a Might card or an arsenal "
        "card to move to the nearest corner of the middle tier. Skip exploration and engagement."
    ),
    "turn.character_here": gettext_lazy(
        "A character on your space: you may choose one and begin a battle."
    ),
    "turn.draw_imperium": gettext_lazy(
        "Otherwise, with threat symbols or Imperium cards here: draw Imperium cards until there "
        "are as many as threat symbols of any colour."
    ),
    "turn.draw_nemesis": gettext_lazy(
        "Otherwise, with neither of them: draw one card of your nemesis deck, and show it to "
        "nobody."
    ),
    "turn.battle": gettext_lazy(
        "The battle, if you began one. Afterwards on to the experience phase."
    ),
    "turn.events": gettext_lazy(
        "Imperium cards: first resolve all events, in any order, and discard them."
    ),
    "turn.agents": gettext_lazy(
        "Then fight the agents, all at once. If you do not win, the engagement ends here."
    ),
    "turn.arsenal": gettext_lazy("Then take all arsenal cards on your space."),
    "turn.nemesis_card": gettext_lazy(
        "Resolve a nemesis card that you drew. Crisis: do what it says and discard it. Might: "
        "add it to your hand. Arsenal: put it in front of you. Any other: follow its bold text."
    ),
    "turn.trophies": gettext_lazy(
        "Spend trophies: one level for every 6 points; points beyond that are lost."
    ),
    "turn.rewards": gettext_lazy(
        "For each level move the marker to the right, and take the rewards below it from top to "
        "bottom. Beyond level 9 gain 1 infamy instead."
    ),
    "turn.symbols": gettext_lazy(
        "Rewards that only nemeses have: the infamy symbol is 1 infamy; the nemesis card symbol is "
        "one card of your deck, drawn and resolved at once."
    ),
    "turn.discard": gettext_lazy("Discard the Might and arsenal cards that you do not want."),
}
turn_step = partial(word, _TURN)

_TURN_TITLES: Words = {
    "turn.move": gettext_lazy("Move"),
    "turn.middle_tier": gettext_lazy("To the middle tier"),
    "turn.character_here": terms.FOUND["character"],
    "turn.draw_imperium": terms.FOUND["imperium"],
    "turn.draw_nemesis": terms.FOUND["nothing"],
    "turn.battle": gettext_lazy("Battle"),
    "turn.events": gettext_lazy("Events"),
    "turn.agents": gettext_lazy("Agents"),
    "turn.arsenal": gettext_lazy("Arsenal"),
    "turn.nemesis_card": gettext_lazy("Nemesis card"),
    "turn.trophies": gettext_lazy("Trophies"),
    "turn.rewards": gettext_lazy("Rewards of a level"),
    "turn.symbols": gettext_lazy("Symbols"),
    "turn.discard": gettext_lazy("Discard"),
}
turn_title = partial(word, _TURN_TITLES)
