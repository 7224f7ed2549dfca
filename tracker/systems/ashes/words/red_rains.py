"""Games against a Chimera in words: terms, the steps of their set-up, and moves."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext, pgettext_lazy

from campaign.rules.ashes import chimera_moves as moves
from campaign.rules.ashes.chimera import Aim, Difficulty
from campaign.rules.ashes.result import Ending, Together
from campaign.rules.ashes.table import ChimeraState, Table
from tracker.live.values import change, signed
from tracker.words import labelled, series
from tracker.words.phrases import Words
from tracker.words.sheets import Sentences, Values

DIFFICULTIES: Words = {
    Difficulty.STANDARD: pgettext_lazy("a Chimera", "Standard"),
    Difficulty.HEROIC: pgettext_lazy("a Chimera", "Heroic"),
}
AIMS: Words = {
    Aim.LEFT: gettext_lazy("leftmost unit"),
    Aim.RIGHT: gettext_lazy("rightmost unit"),
    Aim.PHOENIXBORN: gettext_lazy("Phoenixborn"),
}
RESULTS: Words = {
    Together.WIN: gettext_lazy("We won: the Chimera is destroyed"),
    Together.LOSS: gettext_lazy("We lost"),
}
ENDINGS: Words = {
    Ending.DESTROYED: gettext_lazy("The Chimera or a Phoenixborn was destroyed"),
    Ending.CONCEDED: gettext_lazy("We gave up"),
    Ending.STOPPED: gettext_lazy("Time was up"),
}
ROMAN = {1: "I", 2: "II", 3: "III"}
FROM_YOUR_CARD = gettext_lazy("Read it off your Chimera card.")


def level_words(difficulty: str, level: int) -> str:
    """Return which card of a Chimera is played: "Heroic, level 2"."""
    said = {"difficulty": DIFFICULTIES[difficulty], "level": level}
    return _("%(difficulty)s, level %(level)s") % said


def ledger_level(difficulty: str) -> str:
    """Return the difficulty of a counted game in words; as it is, if it is another game's."""
    name, _dash, level = difficulty.rpartition("-")
    return level_words(name, int(level)) if name in DIFFICULTIES else difficulty


def aim_words(aim: str) -> str:
    """Return what an aspect attacks."""
    return str(AIMS[aim]) if aim else _("does not attack")


def _card(values: Values) -> str:
    text = ngettext(
        "Place the Chimera card (%(card)s) with the side for %(count)s player up.",
        "Place the Chimera card (%(card)s) with the side for %(count)s players up.",
        values["players"],
    )
    card = level_words(values["difficulty"], values["level"])
    return text % {"card": card, "count": values["players"]}


def _aspect_deck(values: Values) -> str:
    text = ngettext("Shuffle %(count)s aspect", "Shuffle %(count)s aspects", values["count"])
    said = text % {"count": values["count"]}
    return f"{said} ({values['deck']})." if values["deck"] else f"{said}."


def _by_blood(values: Values) -> str:
    return _("Place aspects face down from the left, by their blood: %(blood)s.") % {
        "blood": " – ".join(values["blood"])
    }


def _aspects(values: Values) -> str:
    if values["players"] == 1:
        return _("Place aspects face down as your Chimera card shows.")
    return _("Place aspects face down as your Chimera card shows, in a row opposite each player.")


def _fatigued(values: Values) -> str:
    text = ngettext(
        "The other aspects are the draw pile. Put the Fatigued card under it, with the side for "
        "%(count)s player up.",
        "The other aspects are the draw pile. Put the Fatigued card under it, with the side for "
        "%(count)s players up.",
        values["players"],
    )
    return text % {"count": values["players"]}


STEPS: Sentences = {
    "step.chimera_card": _card,
    "step.behaviour_cards": gettext_lazy(
        "Put its behaviour cards and its ultimate cards beside it, I on top."
    ),
    "step.aspect_deck": _aspect_deck,
    "step.aspects_by_blood": _by_blood,
    "step.aspects": _aspects,
    "step.fatigued": _fatigued,
    "step.rage_dice": ngettext_lazy(
        "Set out %(count)s rage die with a basic side up, the behaviour die, and Red Rains tokens.",
        "Set out %(count)s rage dice with basic sides up, the behaviour die, and Red Rains tokens.",
        "count",
    ),
    "step.chimera_conjures": ngettext_lazy(
        "Place its conjuration pile: %(count)s card.",
        "Place its conjuration pile: %(count)s cards.",
        "count",
    ),
    "step.you_go_first": gettext_lazy("You go first and take the first player token."),
    "step.either_goes_first": gettext_lazy("Either of you takes the first player token."),
}


def describe(move: moves.ChimeraMove, name: str, before: Table, after: Table) -> str:
    """Return a move of a Chimera in words, with what it changed."""
    was, now = before.chimera, after.chimera
    if was is None or now is None:
        return name
    return labelled(name, _described(move, was, now))


def _described(move: moves.ChimeraMove, was: ChimeraState, now: ChimeraState) -> str:
    match move:
        case moves.ChimeraRolled(power=power, behaviour=behaviour):
            die = pgettext("a rage die", "power") if power else pgettext("a rage die", "basic")
            text = _("rage die: %(die)s, behaviour die: %(number)s")
            return series([text % {"die": die, "number": behaviour}, *_tokens(was, now)])
        case moves.RageChanged(by=by):
            rage = _("rage dice")
            return series([f"{rage} {signed(by)}", *_tokens(was, now)])
        case moves.RainsChanged():
            return change(_("Red Rains tokens"), was.rains, now.rains)
        case moves.UltimateResolved():
            return _("ultimate %(number)s is resolved") % {"number": ROMAN[was.level]}
        case moves.AspectRevealed(name=name):
            return _("%(card)s is revealed") % {"card": name}
        case moves.AspectPlaced(by=by):
            return _("aspects face down") + f" {signed(by)}"
        case moves.ChimeraFaced():
            return _("its turn is against the other player first")
        case moves.ChimeraRead(threat=threat, ultimate=ultimate):
            values = (
                (pgettext("a value of a Chimera", "threat"), threat),
                (pgettext("a value of a Chimera", "ultimate"), ultimate),
            )
            return series(f"{label} {value}" for label, value in values if value is not None)
    raise TypeError(f"{type(move).__name__} is no move of a Chimera.")


def _tokens(was: ChimeraState, now: ChimeraState) -> list[str]:
    """Return the Red Rains tokens, if rage dice gave some."""
    return [change(_("Red Rains tokens"), was.rains, now.rains)] if now.rains != was.rains else []
