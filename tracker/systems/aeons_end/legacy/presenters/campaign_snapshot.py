"""A campaign as a page shows it: now, or as it was after a game."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode

from campaign.records import CampaignFacts, Entry
from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.facts import DecisionClosed, Fact
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.aeons_end.legacy.state import State
from campaign.rules.core.keys import is_typed
from tracker.people.access import Access
from tracker.systems.aeons_end.shared import selectors
from tracker.systems.aeons_end.shared.words.record import CampaignWords, story_words
from tracker.web.pages import asked_game
from tracker.web.records import numbered_url


@dataclass(frozen=True, slots=True)
class CampaignSnapshot:
    """The state of a campaign at one moment, with its catalogue and its names."""

    access: Access
    after: int | None
    state: State
    pack: Pack
    namer: Namer

    @classmethod
    def at(cls, access: Access, after: int | None = None, **more: Any) -> Self:
        """Return a campaign as it is, or as it was after a game."""
        campaign = access.campaign
        state = selectors.campaign_state(campaign, after=after)
        pack, namer = selectors.box(campaign.system), selectors.namer_of(campaign)
        return cls(access, after, state, pack, namer, **more)

    @property
    def record(self) -> CampaignFacts:
        """Return the campaign's record as it is now."""
        return selectors.campaign_facts(self.access.campaign)

    @property
    def code(self) -> str:
        """Return the campaign's public code."""
        return self.access.campaign.code

    @property
    def may_edit(self) -> bool:
        """Return whether the page offers edits: not for the past."""
        return self.access.may_record and self.after is None

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Return the entries of the games so far."""
        entries = self.record.entries
        if self.after is None:
            return entries
        return tuple(entry for entry in entries if entry.game <= self.after)

    def entries_of(self, *kinds: type[Fact]) -> Iterator[Entry]:
        """Yield the entries of the games so far whose facts are of some kinds."""
        return (entry for entry in self.entries if type(entry.fact) in kinds)

    @property
    def closed(self) -> dict[str, str]:
        """Return the reasons of the decisions that were closed without an entry, by key."""
        facts = (entry.fact for entry in self.entries)
        return {fact.decision: fact.reason for fact in facts if isinstance(fact, DecisionClosed)}

    def url(self, name: str, *args: object) -> str:
        """Return the URL of a page at the same moment."""
        url = reverse(name, args=[self.code, *args])
        return url if self.after is None else f"{url}?after={self.after}"

    def aftermath_url(self, page: str, *args: object) -> str:
        """Return the URL for an entry in the latest game; "" if it cannot be edited."""
        current = self.state.current
        if current is None or not self.may_edit:
            return ""
        return numbered_url(self.access.campaign, current.number, page, *args)

    def rename_url(self, key: str) -> str:
        """Return the URL for renaming a thing; "" if its name is the pack's, or without edits."""
        if not self.may_edit or not is_typed(key):
            return ""
        return f"{reverse('names', args=[self.code])}?{urlencode({'key': key})}"

    @property
    def words(self) -> CampaignWords:
        """Return sentences for the facts of this campaign."""
        return story_words(self.access.campaign)


def campaign_snapshot(
    request: HttpRequest, access: Access, *, allow_past: bool = True
) -> CampaignSnapshot:
    """Return the campaign now, or, if the past is allowed, after the game in ``?after=``."""
    return CampaignSnapshot.at(access, asked_game(request, access) if allow_past else None)
