"""The set-up sheet in sentences."""

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext

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


def _bust(values: Values) -> str:
    if values.get("space"):
        return _("Put the bust on %(space)s.") % values
    return _("Put the bust on the starting space that your sheet names.")


def _level(values: Values) -> str:
    if values["dial"]:
        text = _(
            "Slide the sheet under the board, put the level marker on Start, and mount the "
            "%(dial)s dial for %(attribute)s."
        )
        return text % values
    return _(
        "Slide the sheet under the board, put the level marker on Start, and mount the dial in "
        "the colour of your attribute: Strength red, Willpower blue, Cunning yellow."
    )


def _dials(values: Values) -> str:
    if "value" not in values or "life" not in values:
        return _("Set attribute and life as your sheet says, and infamy to 0.")
    return _("Set %(attribute)s to %(value)s, life to %(life)s and infamy to 0.") % values


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
step = partial(sentence_of, _STEPS, _worded)
