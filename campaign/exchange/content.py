"""What an export file says, as values of its system's types."""

from dataclasses import dataclass
from typing import Any

from campaign.exchange.document import Document
from campaign.packs import get_pack
from campaign.rules.core.story import Story, story_of
from campaign.rules.core.system import CampaignRules, OneOff

Rules = CampaignRules[Any, Any, Any] | OneOff[Any, Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Content:
    """A document, with its party and facts as values of its system's types."""

    document: Document
    rules: Rules
    party: tuple[Any, ...]
    facts: tuple[Any, ...]  # of the types of its system
    opening: Any = None  # of a campaign, where its system has one

    @property
    def pack(self) -> Any:
        """Return the catalogue of its system."""
        return get_pack(self.document.about.system)

    def story(self) -> Story[Any]:
        """Return the story of a campaign, without what was withdrawn."""
        return story_of(self.party, self.facts_not_withdrawn(), self.opening)

    def facts_not_withdrawn(self) -> dict[int, list[Any]]:
        """Return the facts in their order, by the number of the game."""
        found: dict[int, list[Any]] = {}
        pairs = zip(self.document.facts, self.facts, strict=True)
        for entry, fact in sorted(pairs, key=lambda pair: pair[0].place):
            if entry.withdrawn is None:
                found.setdefault(self.document.games[entry.game - 1].number, []).append(fact)
        return found
