"""Problems in words: the codes that the services and the core know, as sentences.

A system adds its own to these (``{**SENTENCES, ...}``) and puts names into the details first.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from campaign.rules.core.problems import Detail, Problem
from tracker.words.lists import series

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Sentences = Mapping[str, "StrPromise"]
Word = str | int | None  # None: there is no word for it that may be shown

SENTENCES: Sentences = {
    "campaign.archived": _("This campaign is archived. Take it out of the archive to play on."),
    "campaign.name_missing": _("Give the campaign a name."),
    "campaign.system_unknown": _("No campaign can be kept of that game here."),
    "campaign.language_unknown": _("Choose one of the languages offered."),
    "people.hand_over_instead": _("A campaign has one keeper: hand the campaign over instead."),
    "people.keeper_stays": _("Hand the campaign over first; then the keeper can leave."),
    "people.cannot_hand_over": _("Only the keeper can hand a campaign over, to another member."),
    "people.not_a_member": _("This person no longer belongs to the campaign."),
    "invite.days": _("A link can hold from 1 to %(most)s days, so not %(actual)s."),
    "invite.closed": _("This link no longer lets anybody in. Ask the keeper for a new one."),
    "setup.unfit": _("This set-up does not fit the game."),
    "game.not_there": _("There is no game %(game)s to write this into."),
    "fact.not_there": _("This entry no longer stands: somebody has withdrawn or replaced it."),
    "fact.nothing_to_record": _("There is nothing to write down for game %(game)s yet."),
    "text.too_long": ngettext_lazy(
        "This can have at most %(most)s letter; here are %(actual)s.",
        "This can have at most %(most)s letters; here are %(actual)s.",
        "most",
    ),
    "text.forbidden": _("There are characters in this that no page can show: %(characters)s."),
    "number.out_of_range": _("A number from %(least)s to %(most)s is wanted, not %(actual)s."),
    "photo.no_room": ngettext_lazy(
        "You can keep at most %(most)s photo here. Delete some that you no longer need.",
        "You can keep at most %(most)s photos here. Delete some that you no longer need.",
        "most",
    ),
    "photo.too_many": ngettext_lazy(
        "A game can have at most %(most)s photo.",
        "A game can have at most %(most)s photos.",
        "most",
    ),
    "result.already_recorded": _("Game %(game)s has a result already: correct that one instead."),
    "result.not_recorded": _("Game %(game)s has no result yet that could be corrected."),
    "result.played_on": _("A game is played between %(first)s and %(last)s."),
    "result.minutes": _("A game takes from 1 to %(most)s minutes, so not %(actual)s."),
    "note.empty": _("The note is empty."),
    "undo.not_the_last_game": _("Only the last game can be undone: game %(last)s, not %(game)s."),
    "one_off.system_unknown": _("No evening of that box can be kept here."),
    "one_off.box_unknown": _("One of these boxes is not known here."),
    "one_off.campaign_not_yours": _("Choose a campaign in which you write down games."),
    "one_off.nothing_to_undo": _("There is nothing to undo any more."),
    "one_off.already_played": _("This game is played: take its result back to lay it out anew."),
    "one_off.not_played": _("This game has no result yet."),
    "one_off.not_there": _("This game is gone: somebody has deleted it."),
}


class _NamelessError(LookupError):
    """Raised where a sentence asks for a name that there is none of."""


class _Shown(dict[str, Word]):
    """Details as words; one that has no word is refused when a sentence asks for it."""

    def __getitem__(self, key: str) -> Word:
        value = super().__getitem__(key)
        if value is None:
            raise _NamelessError(key)
        return value


def sentence(problem: Problem) -> str:
    """Return what is wrong, in the active language, where no system needs to name anything."""
    shown = {key: detail(key, value) for key, value in problem.details.items()}
    return worded(problem, shown, SENTENCES)


def worded(
    problem: Problem,
    shown: Mapping[str, Word],
    sentences: Sentences,
    nameless: Sentences = SENTENCES,
) -> str:
    """Return the sentence of a problem; ``nameless`` has those for details without a word."""
    key = _variant(problem, sentences)
    if key not in sentences:
        return gettext("This does not fit the rules.")
    try:
        return str(sentences[key] % _Shown(shown))
    except _NamelessError:
        return str(nameless[problem.code] % _Shown(shown))


def detail(key: str, value: Detail) -> Word:
    """Return a detail that means the same in every game as it is written."""
    match key:
        case "first" | "last":
            return value if isinstance(value, int) else _day(str(value))
        case _ if isinstance(value, tuple):
            return series(map(str, value))
    return value


def _variant(problem: Problem, sentences: Sentences) -> str:
    """Return the key of the sentence: some codes have one for each kind of thing they are about."""
    details = problem.details
    found = [f"{problem.code}:{details[key]}" for key in ("whose", "kind") if key in details]
    found += [f"{problem.code}:costs"] if "costs" in details else []
    return next((key for key in found if key in sentences), problem.code)


def _day(value: str) -> str:
    return date_format(date.fromisoformat(value), "DATE_FORMAT")
