"""Games, of a campaign or by themselves: plan, record, correct, settle, undo."""

import datetime
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Unpack

from django.utils import timezone

from campaign.models import ChangeKind, Fact, Game
from campaign.models.games import NOTE, PLANNED, PLAYED
from campaign.pictures import Picture, keeping
from campaign.rules.core import sizes
from campaign.rules.core.facts import Ended, Noted, Played, Settled
from campaign.rules.core.facts import Fact as FactValue
from campaign.rules.core.problems import Problem, RulesError, refuse, standing
from campaign.rules.core.story import breaks_own
from campaign.rules.core.texts import prose, text_problems
from campaign.selectors.campaigns import amend_preview
from campaign.selectors.games import setup_of
from campaign.services.photos import photo_delete, photo_problems, photos_inherit, photos_store
from campaign.services.writing import (
    CampaignWrite,
    GameSignature,
    GameWrite,
    Signature,
    writing,
    writing_to,
)

MINUTES_MOST = 24 * 60
FIRST_DAY = datetime.date(2000, 1, 1)  # no box in the registry is older


def game_plan(*, plan: FactValue, **who: Unpack[Signature]) -> Game:
    """Plan the next game of a campaign."""
    with writing(**who, kind=ChangeKind.PLAN) as w:
        story = w.record.story
        number = len(story.games) + 1
        entered = w.rules.tidy(plan)
        refuse(w.problems(story.with_fact(number, entered), entered))
        game = Game.of_campaign(w.campaign, number)
        game.save()
        w.enter(game, entered)
        photos_inherit(game=game)
        return game


def game_record(
    *,
    game: Game,
    played: Ended,
    note: str = "",
    pictures: Sequence[Picture] = (),
    **who: Unpack[GameSignature],
) -> Fact:
    """Record how a game ended, what the players wrote about it, and photos of it."""
    noted = Noted(prose(note))
    record, kind = game.campaign or game, ChangeKind.RECORD
    # Outside the transaction: if it is rolled back, even while committing, the files go too.
    with keeping(pictures) as names, writing_to(record, **who, kind=kind) as w:
        held, entered = _held(w, game), w.rules.tidy(played)
        if isinstance(w, CampaignWrite):
            found = w.problems(w.record.story.with_fact(held.number, entered), entered)
        else:
            found = tuple(one_off_problems(w, entered))
        besides = (*day_problems(entered.played_on, entered.minutes), *note_problems(noted))
        refuse((*found, *besides, *photo_problems(held, who["person"], len(pictures))))
        if isinstance(w, GameWrite):
            _store_setup(w)
        row = w.enter(held, entered)
        if noted.text:
            w.enter(held, noted)
        photos_store(game=held, person=who["person"], names=names, pictures=pictures)
    return row


def game_amend(
    *,
    game: Game,
    played: Ended,
    note: str | None = None,
    pictures: Sequence[Picture] = (),
    without: Collection[int] = (),
    **who: Unpack[GameSignature],
) -> Fact:
    """Correct the result of any game.

    ``note`` takes the place of a one-off game's note; a campaign's game has it beside its others.

    In a campaign it is refused, with the fact it would break, unless all replays. A verdict of
    that game that nothing asks for any more goes with the old result. Whatever else of its
    aftermath no longer fits is withdrawn with it only if the caller has named all of it
    (``without``, the facts' ids): nothing goes that nobody was shown.
    """
    noted = Noted(prose(note or ""))
    record, kind = game.campaign or game, ChangeKind.AMEND
    with keeping(pictures) as names, writing_to(record, **who, kind=kind) as w:
        held, entered = _held(w, game), w.rules.tidy(played)
        old = held.facts.standing().filter(kind=PLAYED).first()
        if old is None:
            raise RulesError([Problem("result.not_recorded", {"game": held.number})])
        going: list[int] = []
        if isinstance(w, CampaignWrite):
            going, found = _correction(w, old, entered, without)
        else:
            found = tuple(one_off_problems(w, entered, replaces=True))
        days = day_problems(entered.played_on, entered.minutes)
        photos = photo_problems(held, who["person"], len(pictures))
        refuse((*found, *days, *photos, *note_problems(noted)))
        w.withdraw(going)
        row = w.enter(held, entered, replaces=old)
        if note is not None and isinstance(w, GameWrite):
            _replace_note(w, noted)
        elif noted.text:
            w.enter(held, noted)
        photos_store(game=held, person=who["person"], names=names, pictures=pictures)
    return row


def game_settle(*, game: int, **who: Unpack[Signature]) -> Fact:
    """Settle a game's aftermath: nothing may be left open."""
    with writing(**who, kind=ChangeKind.SETTLE) as w:
        held = w.game(game)
        settled = Settled()
        refuse(w.problems(w.record.story.with_fact(game, settled), settled))
        return w.enter(held, settled)


def game_undo(*, game: int, delete_photos: bool = False, **who: Unpack[Signature]) -> Game:
    """Withdraw the last game of a campaign and everything that was recorded in it.

    Its photos wait for the game that is planned in its place, unless they are to go for good.
    """
    with writing(**who, kind=ChangeKind.UNDO) as w:
        held = w.game(game)
        last = max(w.record.story.games)
        if game != last:
            raise RulesError([Problem("undo.not_the_last_game", {"game": game, "last": last})])
        w.withdraw(held.facts.standing().values_list("pk", flat=True))
        held.withdrawn = w.change
        held.save(update_fields=["withdrawn"])
        for photo in held.photos.select_related("game") if delete_photos else ():
            photo_delete(photo=photo, person=who["person"])
        return held


# --- what both kinds of game share ---


def day_problems(played_on: datetime.date | None, minutes: int | None) -> Iterator[Problem]:
    """Yield what stands against the day and the length of a game."""
    last_day = timezone.localdate()
    if played_on is not None and not FIRST_DAY <= played_on <= last_day:
        days = {"first": FIRST_DAY.isoformat(), "last": last_day.isoformat()}
        yield Problem("result.played_on", days, "played_on")
    if minutes is not None and not 1 <= minutes <= MINUTES_MOST:
        yield Problem("result.minutes", {"most": MINUTES_MOST, "actual": minutes}, "minutes")


def note_problems(noted: Noted) -> Iterator[Problem]:
    """Yield what stands against a note that came with a result, where a form shows it."""
    yield from text_problems("note", noted.text, sizes.NOTE)


def one_off_problems(w: GameWrite, played: Ended, *, replaces: bool = False) -> Iterator[Problem]:
    """Yield everything that stands against the result of a one-off game."""
    if w.record.played is not None and not replaces:
        yield Problem("one_off.already_played")
    if not isinstance(played, Played):
        raise TypeError(f"{played!r} is no result of a one-off game")
    yield from w.rules.entry_problems(played)
    found = w.rules.result_problems(setup_of(w.game, w.record), played.result)
    yield from standing(found, played.reason)


def _held(w: CampaignWrite | GameWrite, game: Game) -> Game:
    """Return the game that a write holds, or refuse where it does not stand any more."""
    return w.game(game.number) if isinstance(w, CampaignWrite) else w.game


def _store_setup(w: GameWrite) -> None:
    """Store the set-up of a game that is older than stored set-ups: it was played with this one."""
    planned = w.record.planned
    if planned.setup is None:
        setup = setup_of(w.game, w.record)
        w.enter(w.game, replace(planned, setup=setup), replaces=w.standing(PLANNED))


def _replace_note(w: GameWrite, noted: Noted) -> None:
    """Put another note in the place of the one that came with the result, or none."""
    old = w.standing(NOTE)
    if old is not None and old.payload.get("text") == noted.text:
        return
    if noted.text:
        w.enter(w.game, noted, replaces=old)
    elif old is not None:
        w.withdraw([old.pk])


def _correction(
    w: CampaignWrite, old: Fact, entered: Ended, without: Collection[int]
) -> tuple[list[int], tuple[Problem, ...]]:
    """Return what of its aftermath goes with an old result, and what stands against another."""
    number = old.game.number
    gone = amend_preview(w.campaign, game=number, played=entered, record=w.record)
    going = [entry.id for entry in gone]
    # Whoever corrects a result has to have seen all that goes with the old one.
    asked = [entry for entry in gone if entry.fact.kind not in w.rules.with_result]
    unseen = any(entry.id not in without for entry in asked)
    broken = [breaks_own(number, [entry.fact for entry in asked])] if unseen else ()
    story = w.record.with_facts({old.pk: entered, **dict.fromkeys(going)})
    return going, w.problems(story, entered, once_it_holds=broken)
