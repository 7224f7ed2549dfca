"""The story of a journal, evening by evening, for its page and for paper."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from campaign.models import Campaign
from campaign.rules.core.facts import Ended, Fact, Noted
from campaign.rules.journal.games import Planned, Played, Settled
from campaign.rules.journal.progress import Step, next_step
from campaign.rules.journal.reminders import Reminded
from campaign.rules.journal.state import GameState, State
from tracker.presenters.games import PhotoView, photo_views
from tracker.presenters.story import StoryCard
from tracker.systems.journal.selectors import campaign_facts, journal_state
from tracker.systems.journal.words.record import JournalWords
from tracker.web.records import numbered_url
from tracker.words import listed

_SHOWN_ELSEWHERE = (Planned, Played, Settled, Noted, Reminded)


@dataclass(frozen=True, slots=True)
class StoryChapter:
    """Evenings of one chapter that follow each other."""

    title: str
    cards: tuple[StoryCard, ...]


@dataclass(frozen=True, slots=True)
class JournalStory:
    """The whole story, up to now."""

    name: str  # of the game
    players: str
    chapters: tuple[StoryChapter, ...]
    is_complete: bool

    @property
    def games(self) -> tuple[StoryCard, ...]:
        """Return the evenings."""
        return tuple(card for chapter in self.chapters for card in chapter.cards)


def story_of(campaign: Campaign) -> JournalStory:
    """Return the story of a journal."""
    state, record = journal_state(campaign), campaign_facts(campaign)
    rows = campaign.games.not_withdrawn().prefetch_related("photos")
    photos = {game.number: photo_views(game) for game in rows}
    words, results = JournalWords(state), record.results

    def card(game: GameState) -> StoryCard:
        number = game.number
        facts, played = record.story.games.get(number, ()), results.get(number)
        return _card(campaign, words, game, facts, played, photos.get(number, ()))

    return JournalStory(
        name=state.description.name,
        players=listed(seat.name for seat in state.seats),
        chapters=tuple(
            StoryChapter(title, tuple(map(card, run)))
            for title, run in groupby(state.games, key=lambda game: _chapter(state, game))
        ),
        is_complete=next_step(state).step is Step.OVER,
    )


def _chapter(state: State, game: GameState) -> str:
    """Return the heading that a game stands under."""
    chapter = state.box.chapters.get(game.chapter)
    return chapter.name if chapter else _("Evenings")


def _card(
    campaign: Campaign,
    words: JournalWords,
    game: GameState,
    facts: Sequence[Fact],
    played: Ended | None,
    photos: Sequence[PhotoView],
) -> StoryCard:
    outcome = game.outcome
    return StoryCard(
        number=game.number,
        title=_("Game %(number)s") % {"number": game.number},
        url=numbered_url(campaign, game.number),
        played_on=played.played_on if played else None,
        minutes=played.minutes if played else None,
        outcome=outcome.result.value if outcome and outcome.result else "",
        is_played=outcome is not None,
        who=listed(_player(words, seat, thing) for seat, thing in game.playing.items()),
        ending=words.outcome(outcome) if outcome and not outcome.result else "",
        notes=tuple(fact.text for fact in facts if isinstance(fact, Noted)),
        changes=tuple(words.fact(fact) for fact in facts if not isinstance(fact, _SHOWN_ELSEWHERE)),
        photos=photos,
    )


def _player(words: JournalWords, seat: int, thing: str) -> str:
    name = words.player(seat)
    return f"{name} ({words.thing(thing)})" if thing else name
