"""Games of a campaign and one-off games: plan, record, correct, settle, undo, tick."""

import datetime
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Unpack

from django.utils import timezone

from campaign.models import (
    Campaign,
    ChangeDetail,
    ChangeKind,
    Fact,
    Game,
    NoticeKind,
    Record,
    WebhookEvent,
)
from campaign.models.games import PLAYED
from campaign.pictures import Picture, storing
from campaign.records.reading import fact_of
from campaign.rules.core import sizes
from campaign.rules.core.facts import FIRST_DAY, MAX_MINUTES, Ended, Noted, Settled
from campaign.rules.core.facts import Fact as FactValue
from campaign.rules.core.keys import typed_key
from campaign.rules.core.problems import Problem, RulesError, or_refuse, refuse
from campaign.rules.core.texts import prose, text_problems
from campaign.selectors.history import events_of
from campaign.services.facts import rename_in_moves
from campaign.services.locks import lock_moves, locked_row
from campaign.services.notices import game_notice
from campaign.services.photos import photo_delete, photo_problems, photos_inherit, photos_store
from campaign.services.webhooks import event_add
from campaign.services.writes import GameSignature, Signature, Signing, Write, writing, writing_to

SETUP, RESTORE = "setup", "restore"
MAX_TICKS = 500  # steps of a sheet
MAX_IN_CAMPAIGN = 500  # games of one campaign, with undone ones; a long one has forty
_STEP = re.compile(r"[0-9A-Za-z_.:-]{1,64}", re.ASCII)
# The kind of change that undoing another kind is; UNDO for those not listed.
_KINDS: dict[str, ChangeKind] = {
    ChangeKind.UNDO: ChangeKind.REDO,
    ChangeKind.RENAME: ChangeKind.RENAME,
}


def game_plan(*, plan: FactValue, **who: Unpack[Signature]) -> Game:
    """Plan the next game of a campaign."""
    with writing(**who, kind=ChangeKind.PLAN) as w:
        if w.campaign.games.count() >= MAX_IN_CAMPAIGN:
            raise RulesError([Problem("record.no_room")])
        game = Game.of_campaign(w.campaign, len(w.before.story.games) + 1)
        game.save()
        w.add(game, plan)
        photos_inherit(game=game)
        return game


def game_record(
    *,
    game: Game,
    played: Ended,
    note: str = "",
    pictures: Sequence[Picture] = (),
    **who: Unpack[GameSignature],
) -> None:
    """Record the result of a game, with a note and photos."""
    noted = Noted(prose(note))
    with _writing_result(game, pictures, **who, kind=ChangeKind.RECORD) as (w, held):
        entered = w.rules.tidy(played)
        refuse(
            (
                *w.result_problems(held, entered),
                *noted_problems(entered.played_on, entered.minutes, noted.text),
                *photo_problems(held, who["person"], len(pictures)),
            )
        )
        w.enter_result(held, entered)
        if noted.text:
            w.enter(held, noted)
        event_add(event=WebhookEvent.GAME_FINISHED, game=held)
        game_notice(kind=NoticeKind.RESULT, game=held, but=who["person"])
        if held.campaign_id is not None:
            game_notice(kind=NoticeKind.DECISION, game=held, but=who["person"])


def game_amend(
    *,
    game: Game,
    played: Ended,
    note: str | None = None,
    pictures: Sequence[Picture] = (),
    without: Collection[int] = (),
    along: FactValue | None = None,
    **who: Unpack[GameSignature],
) -> None:
    """Correct the result of any game.

    ``note`` replaces the note of a one-off game; in a campaign it is added to the game's notes.

    In a campaign it is refused, with the fact it would break, unless the whole story replays. A
    verdict that the new result does not ask for is withdrawn with the old one. Other facts of the
    aftermath that no longer fit are withdrawn only if the caller names all of them (``without``,
    their ids): nothing is withdrawn that nobody was shown. ``along`` is a fact that only fits the
    new result and is entered with it, such as the verdict after a loss.
    """
    noted = Noted(prose(note)) if note is not None else None
    with _writing_result(game, pictures, **who, kind=ChangeKind.AMEND) as (w, held):
        entered = w.rules.tidy(played)
        result = held.facts.not_withdrawn().filter(kind=PLAYED).first()
        old = or_refuse(result, Problem("result.not_recorded", {"game": held.number}))
        along = along and w.rules.tidy(along)
        correction = w.correction(old, entered, without, along)
        text = noted.text if noted else ""
        refuse(
            (
                *correction.problems,
                *noted_problems(entered.played_on, entered.minutes, text),
                *photo_problems(held, who["person"], len(pictures)),
            )
        )
        w.withdraw(correction.withdraws)
        w.enter(held, entered, replaces=old)
        if along is not None:
            w.enter(held, along)
        w.enter_corrected_note(held, noted)


def game_settle(*, game: int, along: Sequence[FactValue] = (), **who: Unpack[Signature]) -> Fact:
    """Settle a game's aftermath, with what is decided ``along``; refuse while one is open."""
    with writing(**who, kind=ChangeKind.SETTLE) as w:
        held = w.game(game)
        settled = w.rules.facts[Settled.kind]()
        *_along, stored = w.add_all(held, [*along, settled])
        event_add(event=WebhookEvent.CAMPAIGN_NEXT, game=held)
        return stored


def game_undo(*, game: int, delete_photos: bool = False, **who: Unpack[Signature]) -> Game:
    """Withdraw the last game of a campaign and everything that was recorded in it.

    The game planned in its place inherits its photos, unless they are deleted for good.
    """
    with writing(**who, kind=ChangeKind.UNDO) as w:
        held = w.game(game)
        last = max(w.before.story.games)
        if game != last:
            raise RulesError([Problem("undo.not_the_last_game", {"game": game, "last": last})])
        w.withdraw(held.facts.not_withdrawn().values_list("pk", flat=True))
        held.withdrawn = w.change
        held.save(update_fields=["withdrawn"])
        for photo in held.photos.select_related("game") if delete_photos else ():
            photo_delete(photo=photo, person=who["person"])
        return held


def change_undo(*, record: Record, **who: Unpack[GameSignature]) -> Game:
    """Undo the last change: withdraw what it recorded, and restore what it withdrew.

    An undo is a change too: undoing it, before anything else is written, is a redo. A game that has
    lost its plan is withdrawn. Return the game that was written to.
    """
    latest = record.changes.filter(revision=who["revision"]).first()
    kind = _KINDS.get(latest.kind, ChangeKind.UNDO) if latest else ChangeKind.UNDO
    with writing_to(record, **who, kind=kind) as w:
        last = or_refuse(latest, Problem("undo.nothing"))
        (happened,) = events_of((last,))
        if not happened.can_be_undone:
            raise RulesError([Problem("undo.nothing")])
        games = {row.game for row in (*happened.recorded, *happened.withdrawn)}
        lock_moves(game.pk for game in games)
        brought = {(row.game_id, row.place): row for row in happened.recorded}
        w.withdraw(row.pk for row in brought.values())
        for row in happened.withdrawn:
            taken = brought.get((row.game_id, row.place))
            w.enter(row.game, fact_of(row, w.members.names), replaces=taken or row)
        if last.kind == ChangeKind.RENAME:
            renamed = last.detail
            w.tell(ChangeDetail(name=renamed.name_before, name_before=renamed.name))
            if isinstance(record, Campaign) and renamed.name_before:
                name, before = renamed.name, renamed.name_before
                rename_in_moves(record, typed_key(name), typed_key(before), before)
        w.finish_undo(last, games)
    return min(games, key=lambda game: game.number)


# --- results of both kinds of game ---


def noted_problems(
    played_on: datetime.date | None, minutes: int | None, note: str
) -> Iterator[Problem]:
    """Yield the problems of the day and length of a game, and of the note entered with them."""
    last_day = timezone.localdate()
    if played_on is not None and not FIRST_DAY <= played_on <= last_day:
        days = {"first": FIRST_DAY.isoformat(), "last": last_day.isoformat()}
        yield Problem("result.played_on", days, "played_on")
    if minutes is not None and not 1 <= minutes <= MAX_MINUTES:
        yield Problem("result.minutes", {"most": MAX_MINUTES, "actual": minutes}, "minutes")
    yield from text_problems("note", note, sizes.NOTE)


@contextmanager
def _writing_result(
    game: Game, pictures: Sequence[Picture], **signing: Unpack[Signing]
) -> Iterator[tuple[Write, Game]]:
    """Open a write to a game that was not withdrawn; its new photos are stored at the end."""
    # Files outside the transaction: if it fails, even on commit, they are removed.
    with storing(pictures) as stored, writing_to(game.record, **signing) as w:
        held = w.current(game)
        yield w, held
        photos_store(game=held, person=signing["person"], stored=stored)


# --- ticks: which steps of a sheet are done; no part of the record ---


def game_tick(*, game: Game, sheet: str, tick: Iterable[str], untick: Iterable[str] | None) -> None:
    """Tick and untick steps of a sheet; ``untick`` None unticks all others.

    Two phones that tick at once both count: the row is locked, and only these steps change.
    """
    if sheet not in (SETUP, RESTORE):
        return
    ticked = {step for step in tick if _STEP.fullmatch(step)}
    with locked_row(Game.objects.filter(pk=game.pk)) as held:
        before = set(held.ticks.get(sheet, ())) if untick is not None else set()
        done = sorted((before | ticked) - set(untick or ()))[:MAX_TICKS]
        held.ticks = {**held.ticks, sheet: done}
        held.save(update_fields=["ticks"])
    game.ticks = held.ticks
