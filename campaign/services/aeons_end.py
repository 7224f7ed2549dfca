"""Writes that only Aeon's End has: mages, the first evening, the reward of an expedition's game."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NotRequired, TypedDict, Unpack

from django.db import transaction

from campaign.models import Campaign, ChangeDetail, ChangeKind, Fact, Mage, Person
from campaign.packs import get_pack
from campaign.pictures import Picture, picture_remove_on_commit, storing
from campaign.records import NO_NAMES, CampaignFacts
from campaign.records.own_tables import party_rows
from campaign.records.reading import opening_of
from campaign.rules.aeons_end.catalogue.series import Series
from campaign.rules.aeons_end.expeditions.corrections import carried_on
from campaign.rules.aeons_end.expeditions.draws import rewarded
from campaign.rules.aeons_end.expeditions.facts import Rewarded
from campaign.rules.aeons_end.expeditions.state import LossKind, State
from campaign.rules.aeons_end.expeditions.system import RULES
from campaign.rules.aeons_end.legacy.first_evening import (
    BOX_WAS_OPEN,
    EveningStep,
    FirstEvening,
)
from campaign.rules.aeons_end.legacy.system import RULES as LEGACY_RULES
from campaign.rules.core import sizes
from campaign.rules.core.facts import THIRD
from campaign.rules.core.problems import Problem, RulesError, or_refuse, refuse
from campaign.rules.core.serialize import to_plain
from campaign.rules.core.story import Story
from campaign.rules.core.texts import one_line, text_problems
from campaign.services.locks import lock_again, locked_record
from campaign.services.plays import campaign_plays_update
from campaign.services.writes import Signature, writing


def mage_rename(*, seat: int, name: str, player: str, **who: Unpack[Signature]) -> None:
    """Change the name and the player of a mage; colour and side stay."""
    name, player = one_line(name), one_line(player)
    refuse(text_problems(f"seats.{seat}.name", name, sizes.PERSON_NAME))
    with writing(**who, kind=ChangeKind.RENAME, detail=ChangeDetail(name=name)) as w:
        row = w.campaign.mages.filter(seat=seat).first()
        mage = or_refuse(row, Problem("party.no_such_seat", {"seat": seat}, "seat"))
        renamed = (
            replace(other, name=name, player=player) if other.number == seat else other
            for other in party_rows(w.campaign).read(w.campaign)
        )
        refuse(w.rules.party_problems(w.pack, tuple(renamed)))
        mage.name, mage.member = name, w.members.called(player)
        mage.save(update_fields=["name", "member"])
        campaign_plays_update(w.campaign)


def portrait_set(*, mage: Mage, picture: Picture | None) -> None:
    """Set or remove the portrait of a mage, without a revision; the old one is deleted for good."""
    # Files outside the transaction: if it fails, even on commit, they are removed.
    with storing([picture] if picture else []) as stored, transaction.atomic():
        locked = lock_again(mage)
        picture_remove_on_commit([locked.portrait])
        locked.portrait = mage.portrait = next(iter(stored), "")
        locked.save(update_fields=["portrait"])


# --- the first evening ---


class EveningWriter(TypedDict):
    """Who goes on with the first evening. Two phones at once both count: no revision is needed."""

    campaign: Campaign
    person: Person | None
    token: NotRequired[str | None]


def evening_mark(*, step: EveningStep, done: bool, **who: Unpack[EveningWriter]) -> None:
    """Note that a step of the first evening is done, or not done after all."""
    seal = get_pack(who["campaign"].system).find.seal(step.opens)
    name = seal.label if seal and done else ""
    _evening_change(lambda evening: evening.marked(step, done=done), name, **who)


def evening_skip(*, skipped: bool, **who: Unpack[EveningWriter]) -> None:
    """Skip the first evening, because the box was opened before, or take it up again."""
    _evening_change(lambda evening: replace(evening, skipped=skipped), "", **who)


def _evening_change(
    changed: Callable[[FirstEvening], FirstEvening], name: str, **who: Unpack[EveningWriter]
) -> None:
    with locked_record(who["campaign"]) as held:
        signed: Signature = {**who, "campaign": held, "revision": held.revision}
        before = opening_of(held, LEGACY_RULES, NO_NAMES) or BOX_WAS_OPEN
        after = changed(before)
        if after == before:
            return
        with writing(**signed, kind=ChangeKind.CHANGE, detail=ChangeDetail(name=name)) as w:
            if w.before.story.games:
                raise RulesError([Problem("first_evening.over")])
            w.campaign.opening = to_plain(after)
            w.campaign.save(update_fields=["opening"])
    who["campaign"].revision, who["campaign"].stamp = held.revision, held.stamp


# --- expeditions ---


def before_reward(story: Story[Any], pack: Series, game: int) -> State:
    """Return the state of an expedition when the reward of a game was due."""
    facts = tuple(fact for fact in story.games[game] if fact.rank < THIRD)
    return RULES.state_of(replace(story, games={**story.until(game).games, game: facts}), pack)


def reward_correct(
    *,
    game: int,
    chosen: LossKind | None = None,
    level: int | None = None,
    onward: bool = False,
    **who: Unpack[Signature],
) -> None:
    """Draw the reward of any game for another choice.

    What was drawn later stays where it can, and is drawn again where it cannot; the correction is
    refused, with the fact that it would break, if something that people chose no longer fits.
    """
    with writing(**who, kind=ChangeKind.AMEND) as w:
        record: CampaignFacts = w.before
        mine = (e for e in record.entries if e.game == game and isinstance(e.fact, Rewarded))
        old = next(mine, None)
        if old is None:
            raise RulesError([Problem("fact.not_there")])
        state = before_reward(record.story, w.pack, game)
        new = rewarded(state, chosen=chosen, level=level, onward=onward)
        corrected = record.with_facts({old.id: new})
        carried = carried_on(record.story, corrected, w.pack)
        refuse(w.problems(carried))
        entries = {id(entry.fact): entry for entry in (*record.plans.values(), *record.entries)}
        for number, facts in carried.games.items():
            for was, now in zip(record.story.games[number], facts, strict=True):
                if now != was:
                    row = Fact.objects.select_related("game").get(pk=entries[id(was)].id)
                    w.enter(row.game, now, replaces=row)
