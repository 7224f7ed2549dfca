"""A campaign's record in words, with its own names."""

from collections.abc import Sequence
from dataclasses import dataclass

from campaign.exchange.reading import Content
from campaign.models import Campaign
from campaign.records.aeons_end import names_withdrawn
from campaign.rules.aeons_end.legacy.decisions import Decision
from campaign.rules.aeons_end.legacy.facts import Planned, Played
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.aeons_end.outcome import Result
from campaign.rules.core.facts import Fact
from campaign.rules.core.problems import Problem
from tracker.systems.aeons_end import selectors
from tracker.systems.aeons_end.words import decisions, entries, problems, terms
from tracker.systems.aeons_end.words.decisions import Said
from tracker.systems.aeons_end.words.terms import RecordNames


@dataclass(frozen=True, slots=True)
class CampaignWords(RecordNames):
    """The words for what a campaign's record holds."""

    def sentence(self, problem: Problem) -> str:
        return problems.sentence(problem, self)

    def decision(self, decision: Decision) -> Said:
        """Return an open decision as a heading and a line that says what is wanted."""
        return decisions.decision(decision, self)

    def kind(self, kind: str) -> str:
        return terms.fact_kind(kind)

    def fact(self, fact: Fact) -> str:
        return entries.fact(fact, self)

    def facts(self, facts: Sequence[Fact]) -> str:
        return entries.facts(facts, self)

    def groups(self, facts: Sequence[Fact]) -> list[list[Fact]]:
        return entries.gathered(facts)

    def plan(self, plan: Fact, game: int | None) -> str:
        if not isinstance(plan, Planned) or game is None:
            raise TypeError(f"{type(plan).__name__} is no plan of a campaign's game.")
        said = (entries.planned(plan, game, RecordNames(self.namer)), entries.reason(plan))
        return " ".join(filter(None, said))

    def replanned(self, before: Fact, now: Fact) -> str:
        """Return what another plan of the same game says: little can differ in a campaign."""
        del before
        return self.fact(now)

    def won(self, fact: Fact) -> bool | None:
        return fact.tally.result is Result.WIN if isinstance(fact, Played) else None

    def against(self, plan: Fact) -> str:
        return self.namer.foe(plan.foe) if isinstance(plan, Planned) and self.namer else ""


def campaign_words(campaign: Campaign) -> CampaignWords:
    """Return the words of a campaign as it stands."""
    story = selectors.campaign_record(campaign).story
    namer = selectors.campaign_namer(campaign)
    typed = {**names_withdrawn(campaign), **terms.typed_names(story)}
    return CampaignWords(namer, story.seats, typed)


def content_words(content: Content) -> CampaignWords:
    """Return the words of an export file, which may hold a story that does not replay."""
    about = content.document.about
    typed = terms.typed_names(content.story()) if content.party else {}
    return CampaignWords(Namer(content.pack, about.language), content.party, typed)
