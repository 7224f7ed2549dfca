"""Campaigns: start, rename, fork, archive, delete."""

from collections.abc import Iterator
from typing import Any, Unpack

from django.db import transaction
from django.utils import timezone

from campaign.models import (
    Campaign,
    Change,
    ChangeDetail,
    ChangeKind,
    Membership,
    Person,
    Role,
)
from campaign.models.changes import NO_DETAIL
from campaign.packs import get_pack
from campaign.records.members import Members
from campaign.records.own_tables import party_rows
from campaign.rules.core import sizes
from campaign.rules.core.entries import tidied
from campaign.rules.core.problems import Problem, RulesError, refuse
from campaign.rules.core.serialize import to_plain
from campaign.rules.core.texts import one_line, text_problems
from campaign.rules.registry import SYSTEMS, campaign_rules
from campaign.selectors.campaigns import facts_at
from campaign.services.locks import lock_rows, locked_record
from campaign.services.new_records import begun_before, campaign_quota_problems, language_problems
from campaign.services.photos import campaign_files_remove
from campaign.services.plays import campaign_plays_update
from campaign.services.writes import CampaignWrite, Signature, writing


def campaign_start(
    *,
    person: Person,
    name: str,
    seats: tuple[Any, ...],
    system: str,
    language: str = "en",
    token: str | None = None,
    opening: Any = None,
) -> Campaign:
    """Start a campaign, kept by ``person``. The same form submitted twice starts one.

    ``opening`` is what was chosen and drawn for the start, where its system has that.
    """
    if system not in SYSTEMS or SYSTEMS[system].campaign is None:
        raise RulesError([Problem("campaign.system_unknown", {"system": system}, "system")])
    pack, rules = get_pack(system), campaign_rules(system)
    name = one_line(name)
    seats = tuple(map(tidied, seats))
    opening = tidied(opening)
    party = (*rules.party_problems(pack, seats), *rules.opening_problems(pack, opening))
    refuse((*_name_problems(name), *party, *language_problems(language)))
    with transaction.atomic():
        if (done := _begun_before(person, token)) is not None:
            return done
        campaign = Campaign(name=name, system=system, pack_version=pack.version, language=language)
        _begin(campaign, person, ChangeKind.START, token)
        if opening is not None:
            campaign.opening = Members(campaign).numbered(rules.opening, opening)
            campaign.save(update_fields=["opening"])
        party_rows(campaign).write(campaign, seats, {})
    return campaign


def campaign_rename(
    *, name: str, language: str | None = None, **who: Unpack[Signature]
) -> Campaign:
    """Change a campaign's name and the language of its box."""
    name = one_line(name)
    refuse((*_name_problems(name), *language_problems(language)))
    with writing(**who, kind=ChangeKind.RENAME, detail=ChangeDetail(name=name)) as w:
        w.campaign.name = name
        w.campaign.language = language or w.campaign.language
        w.campaign.save(update_fields=["name", "language"])
        w.campaign.games.update(language=w.campaign.language)
        return w.campaign


def campaign_archive(*, archived: bool = True, **who: Unpack[Signature]) -> None:
    """Archive a campaign, or take it out of the archive; nothing is lost."""
    with writing(**who, kind=ChangeKind.ARCHIVE if archived else ChangeKind.REOPEN) as w:
        w.campaign.archived_at = timezone.now() if archived else None
        w.campaign.save(update_fields=["archived_at"])


def campaign_delete(*, campaign: Campaign) -> None:
    """Delete a campaign for good, with everything in it and its picture files."""
    with transaction.atomic():
        # Locked, so that nobody writes to it while its rows are collected and deleted.
        for held in lock_rows(Campaign.objects.filter(pk=campaign.pk)):
            campaign_files_remove(campaign=held)
            held.delete()


def campaign_fork(
    *,
    campaign: Campaign,
    person: Person,
    after: int,
    name: str,
    token: str | None = None,
) -> Campaign:
    """Copy a campaign up to a game into a new one; the original stays as it is."""
    name = one_line(name)
    refuse(_name_problems(name))
    # The campaign is locked before the person, as everywhere: writes must not deadlock.
    with locked_record(campaign) as source:
        if (done := _begun_before(person, token)) is not None:
            return done
        if after != 0 and not source.games.not_withdrawn().filter(number=after).exists():
            raise RulesError([Problem("game.not_there", {"game": after}, "after")])
        fork = Campaign(
            name=name,
            system=source.system,
            pack_version=source.pack_version,
            language=source.language,
            forked_from=source,
            forked_after=after,
            opening=source.opening,
        )
        detail = ChangeDetail(name=source.name)
        change = _begin(fork, person, ChangeKind.FORK, token, detail, copied=source)
        # The party and the games, without what was withdrawn and without any picture.
        story = facts_at(source, source.stamp).story
        party_rows(fork).write(fork, story.seats, {})
        CampaignWrite(change, fork, fork.stamp).enter_games(story.until(after).games)
        campaign_plays_update(fork)
    return fork


def _begin(
    campaign: Campaign,
    person: Person,
    kind: ChangeKind,
    token: str | None,
    detail: ChangeDetail = NO_DETAIL,
    copied: Campaign | None = None,
) -> Change:
    """Save a new campaign with its first change, kept by ``person``."""
    campaign.revision = 1
    campaign.save()
    Membership.objects.create(campaign=campaign, person=person, role=Role.KEEPER)
    members = Members(campaign)
    if copied is not None:
        members.copy(copied)
    members.of(person)
    return campaign.changes.create(
        revision=1, kind=kind, person=person, payload=to_plain(detail), token=token or None
    )


def _begun_before(person: Person, token: str | None) -> Campaign | None:
    """Return the campaign that this form started before, if any; else check the quota."""
    done = begun_before(person, token, ChangeKind.START, ChangeKind.FORK)
    if done is not None and done.campaign is not None:
        return done.campaign
    refuse(campaign_quota_problems(person))
    return None


def _name_problems(name: str) -> Iterator[Problem]:
    if not name:
        yield Problem("campaign.name_missing", path="name")
    yield from text_problems("name", name, sizes.CAMPAIGN_NAME)
