"""Drafts: start one, join it, begin, move."""

import secrets
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from random import Random, SystemRandom
from typing import Final

from django.db import transaction

from campaign.models import Draft, DraftFact, DraftSeat, Game, Person
from campaign.packs import get_pack
from campaign.rules.ashes.catalogue import PLAYERS, SLUG, Edition
from campaign.rules.ashes.draft import Move, apply, begin_draft, replay
from campaign.rules.core import sizes
from campaign.rules.core.facts import Fact
from campaign.rules.core.problems import Problem, RulesError, or_refuse, refuse
from campaign.rules.core.serialize import to_plain
from campaign.rules.core.texts import one_line, text_problems
from campaign.selectors.ashes import draft_facts

DRAFTS_MOST: Final = 50  # that one person keeps


def draft_start(
    *, person: Person, name: str, edition: Edition, sets: Collection[str], token: str | None = None
) -> Draft:
    """Open a draft that others can join; whoever opens it is its first player."""
    refuse(text_problems("token", token or "", sizes.TOKEN))
    # Whether the sets hold enough is asked now, with the fewest players, and again at the start.
    fewest = [""] * PLAYERS[0]
    begin_draft(get_pack(SLUG), fewest, SystemRandom(), edition=edition, sets=sets)
    with transaction.atomic():
        Person.objects.select_for_update().filter(pk=person.pk).first()
        done = DraftSeat.objects.filter(person=person, token=token, draft__host=person)
        if token and (twin := done.select_related("draft").first()):
            return twin.draft
        if Draft.objects.filter(host=person).count() >= DRAFTS_MOST:
            raise RulesError([Problem("draft.no_room", {"most": DRAFTS_MOST})])
        draft = Draft.objects.create(
            host=person, edition=edition, sets=sorted(sets), join_key=secrets.token_urlsafe(18)
        )
        _sit(draft, person, name, token)
    return draft


def draft_join(*, draft: Draft, person: Person, name: str, token: str | None = None) -> DraftSeat:
    """Take a seat of a draft that has not begun. A host takes seats for who has no phone."""
    refuse(text_problems("token", token or "", sizes.TOKEN))
    with _holding(draft):
        if token and (twin := draft.seats.filter(token=token).first()):
            return twin
        mine = draft.seats.filter(person=person).first()
        if mine is not None and draft.host_id != person.pk:
            return mine
        if draft.facts.exists():
            raise RulesError([Problem("draft.begun")])
        if draft.seats.count() >= PLAYERS[-1]:
            raise RulesError([Problem("draft.full", {"most": PLAYERS[-1]})])
        return _sit(draft, person, name, token)


def draft_leave(*, draft: Draft, seat: int) -> None:
    """Free a seat of a draft that has not begun; the others move up."""
    with _holding(draft):
        if draft.facts.exists():
            raise RulesError([Problem("draft.begun")])
        draft.seats.filter(seat=seat).delete()
        for place, row in enumerate(draft.seats.order_by("seat"), start=1):
            if row.seat != place:
                DraftSeat.objects.filter(pk=row.pk).update(seat=place)


def draft_free(*, draft: Draft, seat: int) -> None:
    """Free the seats of whoever plays one: a phone was lost, or somebody left.

    The draft goes on where it was: the link lets somebody take a free seat, and until then the
    host plays it.
    """
    with _holding(draft):
        who = draft.seats.filter(seat=seat).values_list("person", flat=True).first()
        if who is not None:
            draft.seats.filter(person=who).update(person=None)


def draft_take(*, draft: Draft, seat: int, person: Person) -> None:
    """Take a free seat of a draft that has begun; of a host who has none left, the draft too."""
    with _holding(draft):
        if not draft.seats.filter(seat=seat, person=None).update(person=person):
            if draft.seats.filter(seat=seat, person=person).exists():
                return
            raise RulesError([Problem("draft.seat_taken")])
        if not draft.seats.filter(person=draft.host_id).exists():
            Draft.objects.filter(pk=draft.pk).update(host=person)


def draft_play(*, draft: Draft, game: Game) -> None:
    """Let everybody who drafted into the game that is played with the drafted decks."""
    Draft.objects.filter(pk=draft.pk).update(game=game)


def draft_begin(*, draft: Draft, rng: Random | None = None) -> None:
    """Shuffle and begin with the players who are there; begun twice, it begins once."""
    with _holding(draft):
        if draft.facts.exists():
            return
        begun = begin_draft(
            get_pack(SLUG),
            list(draft.seats.order_by("seat").values_list("name", flat=True)),
            rng or SystemRandom(),
            edition=Edition(draft.edition),
            sets=draft.sets,
        )
        _enter(draft, 0, begun)


def draft_move(*, draft: Draft, move: Move) -> None:
    """Record what a player takes, or raise ``RulesError`` and change nothing."""
    with _holding(draft):
        facts = draft_facts(draft)
        if not facts:
            raise RulesError([Problem("draft.not_begun")])
        apply(replay(facts), move)
        _enter(draft, len(facts), move)


def draft_delete(*, draft: Draft) -> None:
    """Delete a draft; decks that players kept stay theirs."""
    draft.delete()


def _sit(draft: Draft, person: Person, name: str, token: str | None) -> DraftSeat:
    name = one_line(name)
    missing = [] if name else [Problem("draft.name_missing", path="name")]
    refuse((*missing, *text_problems("name", name, sizes.PERSON_NAME)))
    seat = draft.seats.count() + 1
    return draft.seats.create(seat=seat, person=person, name=name, token=token or None)


def _enter(draft: Draft, place: int, fact: Fact) -> None:
    DraftFact.objects.create(draft=draft, place=place, kind=fact.kind, payload=to_plain(fact))


@contextmanager
def _holding(draft: Draft) -> Iterator[None]:
    """Lock a draft for one write: picks of the same moment come one after the other."""
    with transaction.atomic():
        held = Draft.objects.select_for_update().filter(pk=draft.pk).first()
        or_refuse(held, Problem("draft.not_there"))
        yield
