"""The set-up sheet in sentences."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext

from tracker.systems.relic_nemesis.words import terms
from tracker.words.phrases import Words, word
from tracker.words.sheets import Sentences, sentence_of

NOTES: Words = {  # what is worth knowing of a set-up
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
}
note = partial(word, NOTES)


def _board(values: Mapping[str, Any]) -> str:
    if not values["scenario"]:
        return _("Set up the board and choose a scenario (base game, steps 1 and 2).")
    text = _("Set up the board with the scenario %(scenario)s (base game, steps 1 and 2).")
    return text % values


def either(names: Sequence[str]) -> str:
    """Return the sheets of which one is kept."""
    return pgettext("between two names", " or ").join(names)


def _deal(values: Mapping[str, Any]) -> str:
    if values["names"]:
        text = _("Keep one of your nemesis sheets, without showing it: %(names)s.")
        return text % {"names": either(values["names"])}
    text = ngettext(
        "Look at your nemesis sheet, without showing it.",
        "Look at your %(sheets)s nemesis sheets, without showing them, and keep one.",
        values["sheets"],
    )
    return text % values


def _keep(values: Mapping[str, Any]) -> str:
    if not values["name"]:
        return _("Return the other sheets to the box; take the bust of your nemesis.")
    return _("Take the sheet and the bust of %(name)s; the other sheets stay in the box.") % values


def _colour(values: Mapping[str, Any]) -> str:
    if not values["colour"]:
        return _("No board is left: note your values on paper or here, and mark what is yours.")
    text = _("Take the %(colour)s board, base, tokens and level marker.")
    return text % {"colour": terms.colour(values["colour"])}


def _deck(values: Mapping[str, Any]) -> str:
    if not values["name"]:
        return _("Put your nemesis deck to the left of your board, with room for discards above.")
    text = _("Put the deck of %(name)s to the left of your board, with room for discards above.")
    return text % values


def _bust(values: Mapping[str, Any]) -> str:
    if not values["space"]:
        return _("Put the bust on the starting space that your sheet names.")
    return _("Put the bust on %(space)s.") % values


def _level(values: Mapping[str, Any]) -> str:
    if not values["dial"]:
        return _(
            "Slide the sheet under the board, put the level marker on Start, and mount the dial in "
            "the colour of your attribute: Strength red, Willpower blue, Cunning yellow."
        )
    colours = {"red": _("red"), "blue": _("blue"), "yellow": _("yellow")}
    text = _(
        "Slide the sheet under the board, put the level marker on Start, and mount the %(dial)s "
        "dial for %(attribute)s."
    )
    return text % {
        "dial": colours[values["dial"]],
        "attribute": terms.attribute(values["attribute"]),
    }


def _dials(values: Mapping[str, Any]) -> str:
    if "value" not in values or "life" not in values:
        return _("Set attribute and life as your sheet says, and infamy to 0.")
    shown = {**values, "attribute": terms.attribute(values["attribute"])}
    return _("Set %(attribute)s to %(value)s, life to %(life)s and infamy to 0.") % shown


_STEPS: Sentences = {
    "step.board": _board,
    "step.roles": ngettext_lazy(
        "Choose the nemesis: done above.",
        "Choose the %(nemeses)s nemeses: done above.",
        "nemeses",
    ),
    "step.deal": _deal,
    "step.keep": _keep,
    "step.colour": _colour,
    "step.deck": _deck,
    "step.bust": _bust,
    "step.level": _level,
    "step.dials": _dials,
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
step = partial(sentence_of, _STEPS)
