"""What the pages and forms of an aftermath work on."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.functional import cached_property

from campaign.models import Game
from campaign.records import Entry
from campaign.rules.aeons_end.legacy.decisions import Decision, DecisionKind, open_decisions
from campaign.rules.aeons_end.legacy.state import GameState
from tracker.people.access import Access, Need
from tracker.systems.aeons_end.legacy.presenters.campaign_snapshot import CampaignSnapshot
from tracker.systems.aeons_end.shared.access import legacy_game


@dataclass(frozen=True)
class AftermathView(CampaignSnapshot):
    """A game's aftermath: the campaign as of this game, and its open decisions."""

    game: Game

    @property
    def game_state(self) -> GameState:
        """Return the state of the game."""
        return self.state.games[-1]

    @property
    def where(self) -> list[Any]:
        """Return the URL arguments that all pages of this aftermath share."""
        return [self.game.code]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Return the entries of this game alone."""
        return tuple(entry for entry in self.record.entries if entry.game == self.after)

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """Return the open decisions."""
        return open_decisions(self.state, self.pack)

    def open(self, kind: DecisionKind) -> list[Decision]:
        """Return the open decisions of a kind."""
        return [decision for decision in self.decisions if decision.kind is kind]


def aftermath_of(request: HttpRequest, code: str, need: Need = Need.WRITE) -> AftermathView:
    """Return the aftermath that a request names, after checking access."""
    return aftermath_in(*legacy_game(request, code, need))


def aftermath_in(access: Access, game: Game) -> AftermathView:
    """Return the aftermath of a game that somebody has access to."""
    return AftermathView.at(access, game.number, game=game)
