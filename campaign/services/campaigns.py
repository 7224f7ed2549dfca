"""Campaigns: start, rename, fork, archive, delete."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from campaign.models import Campaign, Deed, DeedKind, Mage, Membership, Person, Role, sizes
from campaign.packs import get_pack
from campaign.pictures import forget_pictures
from campaign.record import seat_of
from campaign.rules.aeons_end.legacy.checks import party_problems
from campaign.rules.aeons_end.legacy.facts import Seat
from campaign.rules.core.problems import Detail, Problem, RulesError
from campaign.rules.registry import SYSTEMS
from campaign.selectors.campaigns import record_held
from campaign.services.entries import one_line, seat_problems, text_problems, tidied_seat
from campaign.services.photos import picture_names
from campaign.services.plays import plays_update
from campaign.services.writing import AlreadyDone, Write, refuse, writing

LEGACY = "aeons-end-legacy"


def campaign_start(
    *,
    person: Person | None,
    name: str,
    seats: tuple[Seat, ...],
    system: str = LEGACY,
    language: str = "en",
    token: str | None = None,
) -> Campaign:
    """Start a campaign; whoever starts it keeps it."""
    if system not in SYSTEMS or not SYSTEMS[system].is_campaign:
        raise RulesError([Problem("campaign.system_unknown", {"system": system}, "system")])
    pack = get_pack(system)
    name = one_line(name)
    seats = tuple(tidied_seat(seat) for seat in seats)
    besides = (*_language_problems(language), *text_problems("token", token or "", sizes.TOKEN))
    refuse((*_name_problems(name), *party_problems(pack, seats), *seat_problems(seats), *besides))
    with transaction.atomic():
        _refuse_twice(person, token)
        campaign = Campaign.objects.create(
            name=name,
            system=system,
            pack_version=pack.version,
            language=language,
            revision=1,
        )
        Deed.objects.create(
            campaign=campaign, revision=1, kind=DeedKind.START, person=person, token=token or None
        )
        Mage.objects.bulk_create(
            Mage(
                campaign=campaign,
                seat=seat.number,
                colour=seat.colour,
                side=seat.side,
                name=seat.name,
                player=seat.player,
            )
            for seat in seats
        )
        if person is not None:
            Membership.objects.create(campaign=campaign, person=person, role=Role.KEEPER)
    return campaign


def campaign_rename(
    *,
    campaign: Campaign,
    revision: int,
    person: Person | None,
    name: str,
    language: str | None = None,
    token: str | None = None,
) -> Campaign:
    """Change a campaign's name and the language of its box."""
    name = one_line(name)
    refuse((*_name_problems(name), *_language_problems(language)))
    write = writing(
        campaign=campaign,
        revision=revision,
        person=person,
        kind=DeedKind.RENAME,
        token=token,
        detail=name,
    )
    with write as w:
        w.campaign.name = name
        w.campaign.language = language or w.campaign.language
        w.campaign.save(update_fields=["name", "language"])
        return w.campaign


def mage_rename(
    *,
    campaign: Campaign,
    revision: int,
    person: Person | None,
    seat: int,
    name: str,
    player: str,
    token: str | None = None,
) -> Mage:
    """Change what a mage is called and who plays it; colour and side stay."""
    name, player = one_line(name), one_line(player)
    refuse(text_problems(f"seats.{seat}.name", name, sizes.PERSON_NAME))
    write = writing(
        campaign=campaign,
        revision=revision,
        person=person,
        kind=DeedKind.RENAME,
        token=token,
        detail=name,
    )
    with write as w:
        mages = {mage.seat: mage for mage in w.campaign.mages.all()}
        if seat not in mages:
            raise RulesError([Problem("party.no_such_seat", {"seat": seat}, "seat")])
        mages[seat].name = name
        mages[seat].player = player
        seats = tuple(seat_of(mage) for mage in mages.values())
        refuse((*party_problems(w.pack, seats), *seat_problems(seats)))
        mages[seat].save(update_fields=["name", "player"])
        w.touch(1)
        return mages[seat]


def campaign_archive(
    *, campaign: Campaign, revision: int, person: Person | None, token: str | None = None
) -> Campaign:
    """Put a campaign aside; nothing is lost."""
    write = writing(
        campaign=campaign, revision=revision, person=person, kind=DeedKind.ARCHIVE, token=token
    )
    with write as w:
        w.campaign.archived_at = timezone.now()
        w.campaign.save(update_fields=["archived_at"])
        return w.campaign


def campaign_reopen(
    *, campaign: Campaign, revision: int, person: Person | None, token: str | None = None
) -> Campaign:
    """Take a campaign out of the archive."""
    write = writing(
        campaign=campaign, revision=revision, person=person, kind=DeedKind.REOPEN, token=token
    )
    with write as w:
        w.campaign.archived_at = None
        w.campaign.save(update_fields=["archived_at"])
        return w.campaign


def campaign_delete(*, campaign: Campaign) -> None:
    """Delete a campaign for good, with everything in it and its pictures' files."""
    with transaction.atomic():
        # Held, so that nobody writes to it between the finding of its rows and their deletion.
        held = Campaign.objects.select_for_update().filter(pk=campaign.pk).first()
        if held is not None:
            forget_pictures(picture_names(Campaign.objects.filter(pk=held.pk)))
            held.delete()


def campaign_fork(
    *,
    campaign: Campaign,
    person: Person | None,
    after: int,
    name: str,
    token: str | None = None,
) -> Campaign:
    """Make a second campaign that shares the story up to a game; the original stays as it is."""
    name = one_line(name)
    refuse((*_name_problems(name), *text_problems("token", token or "", sizes.TOKEN)))
    with transaction.atomic():
        # The campaign before the person, as everywhere: no two writes wait in a ring.
        source = Campaign.objects.select_for_update().get(pk=campaign.pk)
        _refuse_twice(person, token)
        if after != 0 and not source.sessions.standing().filter(number=after).exists():
            raise RulesError([Problem("game.not_there", {"game": after}, "after")])
        fork = Campaign.objects.create(
            name=name,
            system=source.system,
            pack_version=source.pack_version,
            language=source.language,
            revision=1,
            forked_from=source,
            forked_after=after,
        )
        deed = Deed.objects.create(
            campaign=fork,
            revision=1,
            kind=DeedKind.FORK,
            person=person,
            detail=source.name,
            token=token or None,
        )
        _copy(source, Write(fork, deed, get_pack(source.system), fork.stamp), after)
        plays_update(campaign=fork)
        if person is not None:
            Membership.objects.create(campaign=fork, person=person, role=Role.KEEPER)
    return fork


def _copy(source: Campaign, w: Write, after: int) -> None:
    """Copy mages and games, without what was withdrawn and without any picture."""
    original = record_held(source, source.stamp)
    for mage in source.mages.all():
        mage.pk = None
        mage.campaign = w.campaign
        mage.portrait = ""
        mage.save(force_insert=True)
    evenings = {number: asdict(evening) for number, evening in original.evenings.items()}
    w.enter_games(original.story.until(after).games, evenings)


def _refuse_twice(person: Person | None, token: str | None) -> None:
    """Refuse a form that has already started a campaign; its twin waits here meanwhile."""
    if person is None or not token:
        return
    Person.objects.select_for_update().filter(pk=person.pk).first()
    kinds = (DeedKind.START, DeedKind.FORK)
    done = Deed.objects.filter(person=person, token=token, kind__in=kinds).first()
    if done is not None:
        raise AlreadyDone(done)


def _name_problems(name: str) -> Iterator[Problem]:
    if not name:
        yield Problem("campaign.name_missing", path="name")
    yield from text_problems("name", name, sizes.CAMPAIGN_NAME)


def _language_problems(language: str | None) -> Iterator[Problem]:
    known = tuple(code for code, _name in settings.LANGUAGES)
    if language is not None and language not in known:
        details: dict[str, Detail] = {"language": language, "known": known}
        yield Problem("campaign.language_unknown", details, "language")
