"""The story of an expedition, battle by battle, for its page and for paper."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from campaign.models import Campaign
from campaign.rules.aeons_end.expeditions.battle import SeatChoice
from campaign.rules.aeons_end.expeditions.facts import Decided, Found, Rewarded
from campaign.rules.aeons_end.expeditions.state import State, Step, Try
from campaign.rules.core.facts import Ended, Fact, Noted
from tracker.presenters.games import photo_views
from tracker.presenters.story import Passage, StoryCard
from tracker.systems.aeons_end.expeditions import words
from tracker.systems.aeons_end.expeditions.words import ExpeditionWords, expedition_words
from tracker.systems.aeons_end.shared import selectors
from tracker.web.records import numbered_url
from tracker.words import listed


@dataclass(frozen=True, slots=True)
class StoryBattle:
    """A battle with its tries."""

    number: int
    tier: int
    nemesis: str
    points: str  # "" until it is over
    tries: tuple[StoryCard, ...]


@dataclass(frozen=True, slots=True)
class ExpeditionStory:
    """The whole story, up to now."""

    intro: str  # of a group's own expedition
    began_with: tuple[str, ...]
    battles: tuple[StoryBattle, ...]
    is_complete: bool
    is_won: bool
    score: str


def story_of(campaign: Campaign) -> ExpeditionStory:
    """Return the story of an expedition."""
    state, names = selectors.expedition_state(campaign), expedition_words(campaign)
    teller = _Teller(campaign, state, names)
    is_complete, last = state.step is Step.END, state.current
    return ExpeditionStory(
        intro=state.route.intro,
        began_with=tuple(
            _("%(kind)s: %(names)s.") % {"kind": kind, "names": said}
            for kind, said in words.came_lines(names, state.outfit.came)
        ),
        battles=tuple(teller.battles()),
        is_complete=is_complete,
        is_won=is_complete and last is not None and last.won,
        score=words.score_sentence(state),
    )


class _Teller:
    """Puts what the record has of each game into words."""

    def __init__(self, campaign: Campaign, state: State, names: ExpeditionWords) -> None:
        self.campaign, self.state, self.names = campaign, state, names
        facts = selectors.campaign_facts(campaign)
        self.facts: Mapping[int, Sequence[Fact]] = facts.story.games
        self.results: Mapping[int, Ended] = facts.results
        games = campaign.games.not_withdrawn().prefetch_related("photos")
        self.photos = {game.number: photo_views(game) for game in games}

    def battles(self) -> Iterator[StoryBattle]:
        for number, run in groupby(self.state.tries, key=lambda game: game.battle):
            tries = tuple(run)
            last = tries[-1]
            yield StoryBattle(
                number=number,
                tier=last.node.tier or 1,
                nemesis=self.names.card(last.drawn.nemesis),
                points=words.points(last.points) if last.leads_on else "",
                tries=tuple(map(self._try, tries)),
            )

    def _try(self, game: Try) -> StoryCard:
        facts, played = self.facts.get(game.game, ()), self.results.get(game.game)
        return StoryCard(
            number=game.game,
            url=numbered_url(self.campaign, game.game),
            title=_("Try %(number)s") % {"number": game.attempt},
            played_on=played.played_on if played else None,
            minutes=played.minutes if played else None,
            outcome=str(game.tally.result) if game.tally else "",
            is_played=game.tally is not None,
            who=listed(map(self._fighter, game.choices.places)),
            ending=self.names.fact(played) if played else "",
            notes=tuple(fact.text for fact in facts if isinstance(fact, Noted)),
            changes=tuple(self._changes(game, facts)),
            passages=tuple(map(self._passage, (f for f in facts if isinstance(f, Decided)))),
            photos=self.photos.get(game.game, ()),
        )

    def _fighter(self, place: SeatChoice) -> str:
        mage = self.names.card(place.mage)
        return f"{mage} ({place.player})" if place.player else mage

    def _changes(self, game: Try, facts: Sequence[Fact]) -> Iterator[str]:
        """Yield what came and went with a try."""
        of_mages = (key for place in game.choices.places for key in place.treasures)
        treasures = (*of_mages, *game.choices.treasures)
        if treasures:
            yield _("Treasures in this battle: %(names)s.") % {"names": self._listed(treasures)}
        if game.drawn.joined:
            shown = {"names": self._listed(game.drawn.joined)}
            yield _("Upgraded cards joined: %(names)s.") % shown
        if game.banished:
            yield _("Banished: %(names)s.") % {"names": self._listed(game.banished)}
        for fact in facts:
            if isinstance(fact, Rewarded | Found):
                yield self.names.fact(fact)

    def _listed(self, keys: Sequence[str]) -> str:
        return listed(map(self.names.card, keys))

    def _passage(self, fact: Decided) -> Passage:
        node = self.state.route.node(fact.node)
        if node is not None and node.card:
            return Passage(self.names.fact(fact), "")
        return Passage(node.text if node else "", self.names.decision(fact))
