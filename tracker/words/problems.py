"""Problems in words: a sentence for each code of the services and the core.

A system adds its own (``{**SENTENCES, ...}``), and replaces keys in the details by names first.
Where a code has more than one sentence, :class:`IfKnown` and :class:`ByKey` say which is taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from campaign.rules.core.problems import Detail, Problem
from tracker.words.phrases import Words, date_text, series

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Word = str | int | None  # None if it has no name that may be shown

UNFIT = _("This does not fit the rules.")  # for a problem without a sentence


@dataclass(frozen=True, slots=True)
class IfKnown:
    """A sentence that says a detail, and one that does without it.

    A detail is not known if it is missing or empty, or has no name that may be shown.
    """

    detail: str
    known: Sentence
    unknown: Sentence


@dataclass(frozen=True, slots=True)
class ByKey:
    """A sentence for each key that a detail may have, and one for any other."""

    detail: str
    sentences: Mapping[str, StrPromise]
    otherwise: StrPromise = UNFIT


if TYPE_CHECKING:
    Sentence = StrPromise | IfKnown | ByKey
Sentences = Mapping[str, "Sentence"]  # by the codes of problems

SENTENCES: Words = {
    "campaign.archived": _("This campaign is archived. Unarchive it to play on."),
    "campaign.name_missing": _("Give the campaign a name."),
    "campaign.system_unknown": _("This game has no campaign."),
    "campaign.no_opening": _(
        "A campaign of this game begins with its players only, without anything drawn."
    ),
    "campaign.language_unknown": _("Choose one of the languages offered."),
    "people.hand_over_instead": _("A campaign has one keeper: hand the campaign over instead."),
    "people.keeper_stays": _("Hand the campaign over first; then the keeper can leave."),
    "people.wrong_code": _("Wrong code. Each code works once, and a new one replaces it."),
    "people.cannot_hand_over": _(
        "Only the keeper can hand a campaign over, and only to another member."
    ),
    "people.not_a_member": _("This person is no longer a member."),
    "api_token.name_missing": _("Enter a name for the token."),
    "api_token.no_room": ngettext_lazy(
        "You can have %(most)s token. Revoke one first.",
        "You can have %(most)s tokens. Revoke one first.",
        "most",
    ),
    "webhook.no_room": ngettext_lazy(
        "You can have %(most)s webhook. Delete one first.",
        "You can have %(most)s webhooks. Delete one first.",
        "most",
    ),
    "invite.days": _("A link lasts from 1 to %(most)s days, not %(actual)s."),
    "people.looks_alike": _("Somebody here is already called %(person)s. Choose a different name."),
    "invite.removed": _("You were removed from this campaign. Ask its keeper for a new link."),
    "invite.closed": _("This link is no longer valid. Ask the keeper for a new one."),
    "setup.unfit": _("This set-up does not fit the game."),
    "game.not_there": _("There is no game %(game)s."),
    "fact.not_there": _("Somebody has deleted or replaced this entry."),
    "fact.nothing_to_record": _("Nothing can be entered for game %(game)s yet."),
    "text.too_long": ngettext_lazy(
        "At most %(most)s character; this has %(actual)s.",
        "At most %(most)s characters; this has %(actual)s.",
        "most",
    ),
    "text.forbidden": _("This contains characters that can’t be shown: %(characters)s."),
    "number.out_of_range": _("Enter a number from %(least)s to %(most)s, not %(actual)s."),
    "list.too_long": ngettext_lazy(
        "At most %(most)s is possible here, not %(actual)s.",
        "At most %(most)s are possible here, not %(actual)s.",
        "most",
    ),
    "list.twice": _("Something appears twice."),
    "preference.too_many": ngettext_lazy(
        "You can save at most %(most)s of these. Delete one first.",
        "You can save at most %(most)s of these. Delete one first.",
        "most",
    ),
    "campaign.no_room": ngettext_lazy(
        "You can keep at most %(most)s campaign here. Delete one that you no longer need.",
        "You can keep at most %(most)s campaigns here. Delete one that you no longer need.",
        "most",
    ),
    "one_off.no_room": ngettext_lazy(
        "You can have at most %(most)s game of your own here. Delete one that you no longer need.",
        "You can have at most %(most)s games of your own here. Delete one that you no longer need.",
        "most",
    ),
    "record.no_room": _(
        "This has as many entries as are allowed. Fork it, or export it and start a new one."
    ),
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
    "result.already_recorded": _("Game %(game)s already has a result: correct it instead."),
    "result.not_recorded": _("Game %(game)s has no result to correct yet."),
    "result.too_many_players": _("There are more players than seats."),
    "result.played_on": _("Enter a date from %(first)s to %(last)s."),
    "result.minutes": _("A game takes from 1 to %(most)s minutes, not %(actual)s."),
    "name.taken": _("Something else is already called %(called)s."),
    "note.empty": _("The note is empty."),
    "undo.not_the_last_game": _("Only the last game can be undone: game %(last)s, not %(game)s."),
    "one_off.system_unknown": _("One-off games of this box aren’t available."),
    "one_off.box_unknown": _("One of these boxes is unknown."),
    "one_off.campaign_not_yours": _("Choose a campaign in which you enter games."),
    "undo.nothing": _("There is nothing left to undo."),
    "one_off.already_played": _("This game has been played: delete its result to set it up again."),
    "one_off.not_played": _("This game has no result yet."),
    "one_off.not_there": _("Somebody has deleted this game."),
    "notice.no_room": _("Limit of browsers: %(most)s. Remove one first."),
    "evening.zone_unknown": _("Choose one of the time zones offered."),
    "evening.no_such_time": _("Clocks go forward that night: %(clock)s doesn’t exist on that day."),
    "evening.past": _("That is in the past. Choose a later date or time."),
    "evening.too_far": _("Choose a date within the next year."),
    "evening.no_date": _("Choose at least one date."),
    "evening.too_many_dates": _("Too many dates are proposed. The limit is %(most)s."),
    "evening.too_many_people": _("Too many people have answered already."),
    "evening.minutes_unknown": _("Choose one of the lengths offered."),
    "evening.date_gone": _("This date was removed. Choose another one."),
    "evening.date_needed": _("Settle another date, or call the evening off instead."),
    "evening.gone": _("This evening was deleted."),
    "evening.group_gone": _("This campaign or game was deleted."),
    "evening.over": _("This evening is over, or was called off."),
    "evening.changed_meanwhile": _(
        "Somebody else has changed this since you opened the page. What it says now is above; save "
        "again to replace it."
    ),
    "evening.closed_to_you": _("You are no longer in this group, and this link is closed to you."),
    "seat.unknown": _("Choose a seat of this game."),
    "seat.taken": _("Somebody else was faster: this seat is taken."),
    "seat.name_missing": _("Enter your name."),
    "seat.nobody_there": _("Nobody holds this seat any more."),
    "seat.not_yours": _("Only the owner of a game frees others’ seats and replaces its link."),
    "seat.link_replaced": _("The owner has replaced this link. Ask for the new one."),
    "seat.barred": _("Your seat in this game was freed, and this link is closed to you."),
    "seat.still_taken": _("Seat %(seat)s is taken by %(person)s. Free it before there are fewer."),
    "seat.owner_is_here": _("The owner of this game was here within the last hour."),
    "live.begun": _(
        "This game is being played live with a different set-up. "
        "Delete its moves in the move log first."
    ),
    "live.closed": _("This game has a result and takes no more moves."),
    "live.full": _("This game has too many moves. Enter the result."),
    "live.move_unknown": _("Unknown move. Reload the page."),
    "live.not_open": _("This game is not played live yet. Start it first."),
    "live.conflict": _("Somebody was faster."),
    "live.another_table": _("The moves of this game were deleted meanwhile. Reload the page."),
    "live.remark_empty": _("Write something first."),
    "live.undo_gone": _("Undone already, or too long ago."),
    "live.undo_rests": _("Another move depends on it. Undo that one first."),
}


def sentence(problem: Problem) -> str:
    """Return a problem in words, where no system needs to name anything."""
    shown = {key: detail(key, value) for key, value in problem.details.items()}
    return worded(problem, shown, SENTENCES)


def worded(problem: Problem, shown: Mapping[str, Word], sentences: Sentences) -> str:
    """Return the sentence of a problem; ``shown`` has the words of its details."""
    words = {detail: word for detail, word in shown.items() if word is not None}
    sentence = sentences.get(problem.code, UNFIT)
    while isinstance(sentence, IfKnown):
        sentence = sentence.known if words.get(sentence.detail) else sentence.unknown
    if isinstance(sentence, ByKey):
        key = str(problem.details.get(sentence.detail))
        sentence = sentence.sentences.get(key, sentence.otherwise)
    return str(sentence % words)


def detail(key: str, value: Detail) -> Word:
    """Return a detail that every game writes in the same way."""
    if isinstance(value, tuple):
        return series(map(str, value))
    if key in ("first", "last") and isinstance(value, str):
        return date_text(date.fromisoformat(value))
    return value
