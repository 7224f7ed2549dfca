"""The set-up sheet in sentences."""

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy, pgettext

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


def _dials(values: Values) -> str:
    if "value" not in values or "life" not in values:
        return _("Set attribute and life as your sheet says, and infamy to 0.")
    return _("Set %(attribute)s to %(value)s, life to %(life)s and infamy to 0.") % values


_STEPS: Sentences = {
    "step.board": gettext_lazy(
        "Set up the board and choose a scenario (base game, steps 1 and 2)."
    ),
    "step.board:scenario": gettext_lazy(
        "Set up the board with the scenario %(scenario)s (base game, steps 1 and 2)."
    ),
    "step.roles": ngettext_lazy(
        "Choose the nemesis: done above.",
        "Choose the %(nemeses)s nemeses: done above.",
        "nemeses",
    ),
    "step.deal": ngettext_lazy(
        "Look at your nemesis sheet, without showing it.",
        "Look at your %(sheets)s nemesis sheets, without showing them, and keep one.",
        "sheets",
    ),
    "step.deal:names": gettext_lazy(
        "Keep one of your nemesis sheets, without showing it: %(names)s."
    ),
    "step.keep": gettext_lazy("Return the other sheets to the box; take the bust of your nemesis."),
    "step.keep:name": gettext_lazy(
        "Take the sheet and the bust of %(name)s; the other sheets stay in the box."
    ),
    "step.colour": gettext_lazy(
        "No board is left: note your values on paper or here, and mark what is yours."
    ),
    "step.colour:colour": gettext_lazy("Take the %(colour)s board, base, tokens and level marker."),
    "step.deck": gettext_lazy(
        "Put your nemesis deck to the left of your board, with room for discards above."
    ),
    "step.deck:name": gettext_lazy(
        "Put the deck of %(name)s to the left of your board, with room for discards above."
    ),
    "step.bust": gettext_lazy("Put the bust on the starting space that your sheet names."),
    "step.bust:space": gettext_lazy("Put the bust on %(space)s."),
    "step.level": gettext_lazy(
        "Slide the sheet under the board, put the level marker on Start, and mount the dial in "
        "the colour of your attribute: Strength red, Willpower blue, Cunning yellow."
    ),
    "step.level:dial": gettext_lazy(
        "Slide the sheet under the board, put the level marker on Start, and mount the %(dial)s "
        "dial for %(attribute)s."
    ),
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
step = partial(sentence_of, _STEPS, _worded)
