"""What the pages and forms of an aftermath are set in."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from campaign.models import Game
from campaign.records import Entry, Record
from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.decisions import Decision, DecisionKind, open_decisions
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.aeons_end.legacy.state import GameState, State
from tracker.access import Access, Need, game_access
from tracker.systems.aeons_end import selectors
from tracker.systems.aeons_end.words.record import CampaignWords
from tracker.systems.aeons_end.words.terms import typed_names


@dataclass(frozen=True, slots=True)
class Scene:
    """A game's aftermath as it is: the campaign when this game was the latest, and what is open."""

    access: Access
    session: Game
    state: State
    game: GameState
    pack: Pack
    namer: Namer
    decisions: tuple[Decision, ...]

    @property
    def where(self) -> list[Any]:
        """Return what every address of this aftermath begins with."""
        return [self.access.campaign.code, self.session.number]

    @property
    def record(self) -> Record:
        """Return all that the campaign has recorded by now."""
        return selectors.campaign_record(self.access.campaign)

    @property
    def entries(self) -> list[Entry]:
        """Return the standing entries of this game."""
        return [entry for entry in self.record.entries if entry.game == self.session.number]

    @property
    def words(self) -> CampaignWords:
        """Return the words for this campaign's things."""
        return CampaignWords(self.namer, self.state.seats, typed_names(self.record.story))

    def open(self, kind: DecisionKind) -> list[Decision]:
        """Return the open decisions of a kind."""
        return [decision for decision in self.decisions if decision.kind is kind]


def scene_of(request: HttpRequest, code: str, number: int, need: Need = Need.RECORD) -> Scene:
    """Return the scene of a page, if this visitor may do what the page needs."""
    return scene_in(*game_access(request, code, number, need))


def scene_in(access: Access, session: Game) -> Scene:
    """Return the scene of a game that somebody has access to."""
    number = session.number
    state = selectors.campaign_state(access.campaign, after=number)
    pack = selectors.campaign_pack(access.campaign)
    return Scene(
        access=access,
        session=session,
        state=state,
        game=state.games[-1],
        pack=pack,
        namer=selectors.campaign_namer(access.campaign),
        decisions=open_decisions(state, pack),
    )
