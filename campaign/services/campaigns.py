"""Campaigns: start, rename, fork, archive, delete."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from campaign.models import Campaign, Deed, DeedKind, Fact, Mage, Membership, Person, Role, Session
from campaign.packs import get_pack
from campaign.record import details_of, fact_of, plan_columns, planned_of
from campaign.rules.aeons_end.legacy.checks import party_problems
from campaign.rules.aeons_end.legacy.facts import Seat
from campaign.rules.problems import Problem, RulesError
from campaign.services.writing import AlreadyDone, writing

LEGACY = "aeons-end-legacy"
NAME_LONGEST = 80


def campaign_start(
    *,
    person: Person | None,
    name: str,
    seats: tuple[Seat, ...],
    system: str = LEGACY,
    language: str = "en",
    demo: bool = False,
    token: str | None = None,
) -> Campaign:
    """Start a campaign; whoever starts it keeps it."""
    pack = get_pack(system)
    problems = (*_name_problems(name), *party_problems(pack, seats))
    if problems:
        raise RulesError(problems)
    with transaction.atomic():
        if token and person and (done := _started_by(person, token)):
            raise AlreadyDone(done)
        campaign = Campaign.objects.create(
            name=name.strip(),
            system=system,
            pack_version=pack.version,
            language=language,
            revision=1,
            demo=demo,
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
                name=seat.name.strip(),
                player=seat.player.strip(),
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
    problems = _name_problems(name)
    if problems:
        raise RulesError(problems)
    write = writing(
        campaign=campaign,
        revision=revision,
        person=person,
        kind=DeedKind.RENAME,
        token=token,
        detail=name.strip(),
    )
    with write as w:
        w.campaign.name = name.strip()
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
    write = writing(
        campaign=campaign,
        revision=revision,
        person=person,
        kind=DeedKind.RENAME,
        token=token,
        detail=name.strip(),
    )
    with write as w:
        mages = {mage.seat: mage for mage in w.campaign.mages.all()}
        if seat not in mages:
            raise RulesError([Problem("sticker.no_such_mage", {"seat": seat, "slot": ""})])
        mages[seat].name = name.strip()
        mages[seat].player = player.strip()
        seats = tuple(Seat(m.seat, m.colour, m.side, m.name, m.player) for m in mages.values())
        problems = party_problems(w.pack, seats)
        if problems:
            raise RulesError(problems)
        mages[seat].save(update_fields=["name", "player"])
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
    """Delete a campaign for good, with everything in it."""
    with transaction.atomic():
        Campaign.objects.filter(pk=campaign.pk).delete()


def campaign_fork(
    *,
    campaign: Campaign,
    person: Person | None,
    after: int,
    name: str,
    token: str | None = None,
) -> Campaign:
    """Make a second campaign that shares the story up to a game; the original stays as it is."""
    problems = _name_problems(name)
    if problems:
        raise RulesError(problems)
    with transaction.atomic():
        if token and person and (done := _started_by(person, token)):
            raise AlreadyDone(done)
        source = Campaign.objects.select_for_update().get(pk=campaign.pk)
        sessions = list(source.sessions.standing().filter(number__lte=after))
        if after and (not sessions or sessions[-1].number != after):
            raise RulesError([Problem("game.not_there", {"game": after})])
        fork = Campaign.objects.create(
            name=name.strip(),
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
            detail=source.name[:200],
            token=token or None,
        )
        for mage in source.mages.all():
            mage.pk = None
            mage.campaign = fork
            mage.portrait = ""  # the picture stays with the campaign that it was given to
            mage.save(force_insert=True)
        for session in sessions:
            _copy_session(session, fork, deed)
        if person is not None:
            Membership.objects.create(campaign=fork, person=person, role=Role.KEEPER)
    return fork


def _copy_session(session: Session, fork: Campaign, deed: Deed) -> None:
    copy = Session.objects.create(
        campaign=fork, number=session.number, recorded=deed, **plan_columns(planned_of(session))
    )
    for row in session.facts.standing().told().order_by("place"):
        twin = Fact.objects.create(
            session=copy, kind=row.kind, place=row.place, reason=row.reason, recorded=deed
        )
        extra = {}
        if hasattr(row, "result"):
            extra = {"played_on": row.result.played_on, "minutes": row.result.minutes}
        for detail in details_of(fact_of(row), twin, **extra):
            detail.save(force_insert=True)


def _started_by(person: Person, token: str) -> Deed | None:
    """Return the deed of a campaign that this very form has already started."""
    kinds = (DeedKind.START, DeedKind.FORK)
    return Deed.objects.filter(person=person, token=token, kind__in=kinds).first()


def _name_problems(name: str) -> tuple[Problem, ...]:
    if not name.strip():
        return (Problem("campaign.name_missing", path="name"),)
    if len(name.strip()) > NAME_LONGEST:
        return (Problem("campaign.name_long", {"most": NAME_LONGEST}, "name"),)
    return ()
