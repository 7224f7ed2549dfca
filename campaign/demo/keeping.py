"""Writing the demo down, through the services and in the order in which a table would."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from django.db import transaction
from django.utils import timezone

from campaign.demo.box import NEMESES, pool
from campaign.demo.stories import LANTERN_YEAR, SALT_ROAD, Evening, Tale
from campaign.models import Campaign
from campaign.packs import get_pack
from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.decisions import DecisionKind, open_decisions
from campaign.rules.aeons_end.legacy.facts import (
    DecisionClosed,
    Fact,
    Planned,
    Played,
    SealOpened,
    SectionUnlocked,
    Settled,
    Story,
    Verdict,
)
from campaign.rules.aeons_end.legacy.replay import replay
from campaign.rules.aeons_end.nemesis_deck import expected_basics
from campaign.rules.aeons_end.outcome import Tally
from campaign.services.campaigns import campaign_delete, campaign_start
from campaign.services.facts import facts_record
from campaign.services.games import game_amend, game_plan, game_record, game_settle

SAT_DOWN = time(19, 0)
BETWEEN_ENTRIES = timedelta(minutes=3)


def demo_campaigns() -> list[Campaign]:
    """Return the demo as it is here, oldest first."""
    return list(Campaign.objects.filter(demo=True).order_by("pk"))


def make_demo() -> list[Campaign]:
    """Make the finished campaign and the one in chapter 3: both of them, or neither."""
    with transaction.atomic():
        return [_told(LANTERN_YEAR), _told(SALT_ROAD)]


def replace_demo() -> list[Campaign]:
    """Make the demo anew in place of what there is of it."""
    with transaction.atomic():
        for campaign in demo_campaigns():
            campaign_delete(campaign=campaign)
        return make_demo()


def _told(tale: Tale) -> Campaign:
    campaign = campaign_start(person=None, name=tale.name, seats=tale.seats, demo=True)
    pen = _Pen(campaign, get_pack(campaign.system), tale)
    pen.begin()
    for game, evening in enumerate(tale.evenings, start=1):
        pen.tell(game, evening)
    return campaign


class _Pen:
    """Write a tale down. The story is kept at hand as well, to see what is due without a query.

    Every write is dated as if it had been made on its evening, so that the history reads as one.
    """

    def __init__(self, campaign: Campaign, pack: Pack, tale: Tale) -> None:
        self.campaign = campaign
        self.pack = pack
        self.tale = tale
        self.story = Story(tale.seats)
        self.first = timezone.localdate() - timedelta(days=tale.ago)
        self.now = self._at(self.first, SAT_DOWN)

    def begin(self) -> None:
        """Date the campaign itself: it began when its players first sat down."""
        Campaign.objects.filter(pk=self.campaign.pk).update(created_at=self.now)
        self._date()

    def tell(self, game: int, evening: Evening) -> None:
        """Write one evening down, from the plan to the settling."""
        foe = NEMESES[evening.chapter]
        self.now = max(self.now, self._at(self._day(evening), SAT_DOWN))
        game_plan(campaign=self.campaign, revision=self.campaign.revision, person=None, foe=foe)
        self._date()
        self._keep(game, [Planned(evening.chapter, foe)])
        self._enter(game, self._due())
        if evening.tally is None:
            return
        self._result(game, evening, evening.tally)
        verdict = [] if evening.onward is None else [Verdict(evening.onward)]
        self._enter(game, [*verdict, *evening.facts])
        if evening.names_basics:
            self._enter(game, pool(expected_basics(self.pack, len(self.tale.seats))))
        self._enter(game, self._due())
        game_settle(campaign=self.campaign, revision=self.campaign.revision, person=None, game=game)
        self._date()
        self._keep(game, [Settled()])

    def _day(self, evening: Evening) -> date:
        return self.first + timedelta(days=evening.day)

    def _at(self, day: date, hour: time) -> datetime:
        return timezone.make_aware(datetime.combine(day, hour))

    def _date(self) -> None:
        """Give the write that was just made its time, and let some minutes pass."""
        written = self.campaign.deeds.filter(revision=self.campaign.revision)
        written.update(at=self.now)
        self.now += BETWEEN_ENTRIES

    def _result(self, game: int, evening: Evening, tally: Tally) -> None:
        day = self._day(evening)
        self.now += timedelta(minutes=evening.minutes)
        game_record(
            campaign=self.campaign,
            revision=self.campaign.revision,
            person=None,
            game=game,
            tally=evening.misread or tally,
            played_on=day,
            minutes=evening.minutes,
            note=evening.note,
        )
        self._date()
        if evening.misread is not None:
            game_amend(
                campaign=self.campaign,
                revision=self.campaign.revision,
                person=None,
                game=game,
                tally=tally,
                played_on=day,
                minutes=evening.minutes,
            )
            self._date()
        self._keep(game, [Played(tally)])

    def _enter(self, game: int, facts: Sequence[Fact]) -> None:
        if facts:
            facts_record(
                campaign=self.campaign,
                revision=self.campaign.revision,
                person=None,
                game=game,
                facts=[*facts],
            )
            self._date()
            self._keep(game, facts)

    def _keep(self, game: int, facts: Sequence[Fact]) -> None:
        for fact in facts:
            self.story = self.story.with_fact(game, fact)

    def _due(self) -> list[Fact]:
        """Return what the box itself asks for: letters and labels, which tell nobody a thing."""
        facts: list[Fact] = []
        for decision in open_decisions(replay(self.story, self.pack), self.pack):
            match decision.kind:
                case DecisionKind.SEAL:
                    facts.append(SealOpened(decision.subject))
                case DecisionKind.SECTION:
                    facts.append(SectionUnlocked(decision.subject, decision.subject))
                case DecisionKind.EVOLUTION:
                    facts.append(DecisionClosed(decision.key))  # all is written down by then
        return facts
