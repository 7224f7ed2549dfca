"""The story of a journal, evening by evening, for its page and for paper."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from campaign.models import Campaign
from campaign.rules.core.facts import Ended, Fact, Noted
from campaign.rules.journal.games import Planned, Played, Settled
from campaign.rules.journal.progress import Step, next_step
from campaign.rules.journal.reminders import Reminded
from campaign.rules.journal.state import GameState
from tracker.presenters.games import PhotoView, photo_views
from tracker.systems.journal.presenters.front import game_title
from tracker.systems.journal.selectors import campaign_facts, journal_state
from tracker.systems.journal.words.record import JournalWords
from tracker.web.records import numbered_url
from tracker.words import listed

AT_ONCE = 4  # changes that a card shows before it folds the rest
_SHOWN_ELSEWHERE = (Planned, Played, Settled, Noted, Reminded)


@dataclass(frozen=True, slots=True)
class StoryGame:
    """An evening of the story."""

    number: int
    title: str
    url: str
    played_on: datetime.date | None
    minutes: int | None
    outcome: str  # "win", "loss" or ""
    is_played: bool
    who: str
    ending: str
    notes: tuple[str, ...]
    changes: tuple[str, ...]
    photos: Sequence[PhotoView]

    @property
    def first_changes(self) -> tuple[str, ...]:
        """Return the changes that a card shows at once."""
        return self.changes[:AT_ONCE]

    @property
    def more_changes(self) -> tuple[str, ...]:
        """Return the changes that a card folds away."""
        return self.changes[AT_ONCE:]


@dataclass(frozen=True, slots=True)
class JournalStory:
    """The whole story, up to now."""

    name: str  # of the game
    players: str
    games: tuple[StoryGame, ...]
    is_complete: bool


def story_of(campaign: Campaign) -> JournalStory:
    """Return the story of a journal."""
    state, record = journal_state(campaign), campaign_facts(campaign)
    rows = campaign.games.not_withdrawn().prefetch_related("photos")
    photos = {game.number: photo_views(game) for game in rows}
    words = JournalWords(state)
    return JournalStory(
        name=state.description.name,
        players=listed(seat.name for seat in state.seats),
        games=tuple(
            _game(
                campaign,
                words,
                game,
                record.story.games.get(game.number, ()),
                record.results.get(game.number),
                photos.get(game.number, ()),
            )
            for game in state.games
        ),
        is_complete=next_step(state).step is Step.OVER,
    )


def _game(
    campaign: Campaign,
    words: JournalWords,
    game: GameState,
    facts: Sequence[Fact],
    played: Ended | None,
    photos: Sequence[PhotoView],
) -> StoryGame:
    outcome = game.outcome
    return StoryGame(
        number=game.number,
        title=game_title(words.state, game),
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
