"""Open a draft, join it, begin, and record moves."""

import secrets
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import chain, count
from random import Random, SystemRandom
from typing import Final

from django.utils import timezone

from campaign.clocks import is_recent
from campaign.models import Draft, DraftFact, DraftSeat, Game, Person
from campaign.packs import get_pack
from campaign.rules.ashes.catalogue import PLAYERS, SLUG, Edition
from campaign.rules.ashes.draft import Move, apply, begin_draft, replay
from campaign.rules.core import sizes
from campaign.rules.core.facts import Fact
from campaign.rules.core.players import with_players
from campaign.rules.core.problems import Problem, RulesError, refuse
from campaign.rules.core.serialize import to_plain
from campaign.rules.core.texts import one_line, text_problems
from campaign.selectors.ashes import draft_facts, most_players
from campaign.services.locks import locked_person, locked_row
from campaign.services.seats import seats_fill

MAX_DRAFTS: Final = 50  # per host
# So long a draft waits for its host before another player can free the host's seat.
HOST_SILENT: Final = timedelta(minutes=10)


def draft_start(
    *, person: Person, name: str, edition: Edition, sets: Collection[str], token: str | None = None
) -> Draft:
    """Open a draft that others can join; its host takes the first seat."""
    refuse(text_problems("token", token or "", sizes.TOKEN))
    # The sets must suffice for the fewest players now, and for all of them when it begins.
    fewest = [""] * PLAYERS[0]
    begin_draft(get_pack(SLUG), fewest, SystemRandom(), edition=edition, sets=sets)
    with locked_person(person):
        sent_before = DraftSeat.objects.filter(person=person, token=token, draft__host=person)
        if token and (first := sent_before.select_related("draft").first()):
            return first.draft
        if Draft.objects.filter(host=person).count() >= MAX_DRAFTS:
            raise RulesError([Problem("draft.no_room", {"most": MAX_DRAFTS})])
        draft = Draft.objects.create(
            host=person, edition=edition, sets=sorted(sets), join_key=secrets.token_urlsafe(18)
        )
        _add_seat(draft, person, name, token)
    return draft


def draft_join(*, draft: Draft, person: Person, name: str, token: str | None = None) -> DraftSeat:
    """Take a seat before the draft begins; a host takes those of players without a phone."""
    refuse(text_problems("token", token or "", sizes.TOKEN))
    with _locked(draft):
        if token and (taken := draft.seats.filter(token=token).first()):
            return taken
        mine = draft.seats.filter(person=person).first()
        if mine is not None and draft.host_id != person.pk:
            return mine
        if draft.facts.exists():
            raise RulesError([Problem("draft.begun")])
        most = most_players(draft)
        if draft.seats.count() >= most:
            raise RulesError([Problem("draft.full", {"most": most})])
        return _add_seat(draft, person, name, token)


def draft_leave(*, draft: Draft, seat: DraftSeat, person: Person) -> None:
    """Remove a seat before the draft begins, and renumber the others.

    Players leave their own seats, the host removes any. The seat is found by its row: its number
    may be another player's by now.
    """
    with _locked(draft) as held:
        if draft.facts.exists():
            raise RulesError([Problem("draft.begun")])
        leaving = draft.seats.filter(pk=seat.pk)
        if held.host_id != person.pk:
            leaving = leaving.filter(person=person)
        leaving.delete()
        for place, row in enumerate(draft.seats.order_by("seat"), start=1):
            if row.seat != place:
                DraftSeat.objects.filter(pk=row.pk).update(seat=place)


def draft_free(*, draft: Draft, seat: int, person: Person) -> None:
    """Free every seat of the person who has this one: a phone was lost, or somebody left.

    The host frees the seats of others. Another player frees the host's, but only if the draft has
    waited for the host for long. Anybody with the link can take a free seat; until then the host
    plays it. Whoever held it is told. Once a game is set up with the decks, its seats are freed
    instead: there everybody sees it, and who plays on would not come back here to be told.
    """
    with _locked(draft) as held:
        if held.game_id is not None:
            raise RulesError([Problem("draft.stage_over")])
        if held.host_id != person.pk and not _waits_for_host(held, seat):
            raise RulesError([Problem("draft.host_frees")])
        who = held.seats.filter(seat=seat).values_list("person", flat=True).first()
        if who is not None:
            held.seats.filter(person=who).update(person=None, freed_from=who)


def _waits_for_host(draft: Draft, seat: int) -> bool:
    """Say whether this is a seat of the host, and all have waited for the host for long."""
    hosts = set(draft.seats.filter(person=draft.host_id).values_list("seat", flat=True))
    facts = draft_facts(draft)
    if seat not in hosts or not facts:
        return False
    since = draft.facts.latest("place").at
    is_awaited = not hosts.isdisjoint(replay(facts).awaited)
    now = timezone.now()
    return is_awaited and not is_recent(since.timestamp(), now.timestamp(), HOST_SILENT)


def draft_take(*, draft: Draft, seat: int, person: Person) -> None:
    """Take a free seat after the draft has begun; host it if its host has no seat left."""
    with _locked(draft):
        free = draft.seats.filter(seat=seat, person=None)
        if not free.update(person=person):
            if draft.seats.filter(seat=seat, person=person).exists():
                return
            raise RulesError([Problem("draft.seat_taken")])
        if not draft.seats.filter(person=draft.host_id).exists():
            Draft.objects.filter(pk=draft.pk).update(host=person)


def draft_play(*, draft: Draft, game: Game) -> None:
    """Link a draft to the game played with its decks; its seats become those of the game."""
    with _locked(draft):
        Draft.objects.filter(pk=draft.pk).update(game=game)
        seats_fill(
            game=game,
            seats=[
                (row.seat, row.person, row.name) for row in draft.seats.select_related("person")
            ],
        )


def draft_begin(*, draft: Draft, rng: Random | None = None) -> None:
    """Shuffle and begin with the seats that are taken; do nothing if it has begun."""
    with _locked(draft):
        if draft.facts.exists():
            return
        begun = begin_draft(
            get_pack(SLUG),
            list(draft.seats.order_by("seat").values_list("name", flat=True)),
            rng or SystemRandom(),
            edition=Edition(draft.edition),
            sets=draft.sets,
        )
        _append_fact(draft, 0, begun)


def draft_move(*, draft: Draft, move: Move) -> None:
    """Record a move, or raise ``RulesError``."""
    with _locked(draft):
        facts = draft_facts(draft)
        if not facts:
            raise RulesError([Problem("draft.not_begun")])
        apply(replay(facts), move)
        _append_fact(draft, len(facts), move)


def draft_delete(*, draft: Draft) -> None:
    """Delete a draft; decks saved from it stay."""
    draft.delete()


def _add_seat(draft: Draft, person: Person, name: str, token: str | None) -> DraftSeat:
    name = one_line(name)
    missing = [] if name else [Problem("draft.name_missing", path="name")]
    refuse((*missing, *text_problems("name", name, sizes.PERSON_NAME)))
    seats = list(draft.seats.all())
    return draft.seats.create(
        seat=len(seats) + 1,
        person=person,
        name=_distinct(name, [seat.name for seat in seats]),
        token=token or None,
    )


def _distinct(name: str, taken: Collection[str]) -> str:
    """Return a name that nobody else at the table has: the second Ola is called "Ola 2"."""
    known = {each.casefold() for each in taken}
    start = name[: sizes.PERSON_NAME - 2].rstrip()
    numbered = (f"{start} {number}" for number in count(2))
    return next(each for each in chain([name], numbered) if each.casefold() not in known)


def _append_fact(draft: Draft, place: int, fact: Fact) -> None:
    seats = {seat.name: seat.seat for seat in draft.seats.all()}
    payload = with_players(type(fact), to_plain(fact), lambda name: seats.get(name, name))
    DraftFact.objects.create(draft=draft, place=place, kind=fact.kind, payload=payload)


@contextmanager
def _locked(draft: Draft) -> Iterator[Draft]:
    """Lock a draft for one write, so that simultaneous picks are recorded one by one."""
    with locked_row(Draft.objects.filter(pk=draft.pk), Problem("draft.not_there")) as held:
        yield held
