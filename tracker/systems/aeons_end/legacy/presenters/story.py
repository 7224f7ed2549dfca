"""The story of a campaign, game by game, for the page and the printed chronicle."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from campaign.models import Campaign
from campaign.rules.aeons_end.legacy import facts
from tracker.presenters.games import PhotoView, photo_views
from tracker.presenters.story import StoryCard
from tracker.systems.aeons_end.legacy.presenters.campaign_snapshot import CampaignSnapshot
from tracker.systems.aeons_end.shared import selectors, words
from tracker.systems.aeons_end.shared.words.record import CampaignWords, story_words
from tracker.web.records import numbered_url

_SHOWN_ELSEWHERE = (facts.Played, facts.Settled, facts.Noted)


@dataclass(frozen=True, slots=True)
class GameSummary:
    """What was entered in a game, in sentences."""

    ending: str = ""
    notes: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StoryChapter:
    """A chapter of the story with its games."""

    number: int
    cards: tuple[StoryCard, ...]


def story_chapters(
    snapshot: CampaignSnapshot, rows: Sequence[selectors.ResultRow]
) -> tuple[StoryChapter, ...]:
    """Return the chapters of some games, with a card for each."""
    campaign = snapshot.access.campaign
    numbers = [row.game.number for row in rows]
    games = campaign.games.not_withdrawn().filter(number__in=numbers).prefetch_related("photos")
    summaries = game_summaries(campaign, numbers)
    photos = {game.number: photo_views(game) for game in games}

    def card(row: selectors.ResultRow) -> StoryCard:
        number = row.game.number
        summary = summaries.get(number, GameSummary())
        return _card(campaign, row, summary, photos.get(number, ()))

    return tuple(
        StoryChapter(chapter, tuple(map(card, run)))
        for chapter, run in groupby(rows, key=lambda row: row.game.chapter)
    )


def _card(
    campaign: Campaign,
    row: selectors.ResultRow,
    summary: GameSummary,
    photos: Sequence[PhotoView],
) -> StoryCard:
    tally = row.game.tally
    return StoryCard(
        number=row.game.number,
        kicker=_("Game %(game)s") % {"game": row.game.number},
        title=row.nemesis,
        url=numbered_url(campaign, row.game.number),
        played_on=row.played_on,
        minutes=row.minutes,
        outcome=str(tally.result) if tally else "",
        is_played=tally is not None,
        ending=summary.ending,
        notes=summary.notes,
        changes=summary.changes,
        photos=photos,
    )


def game_summaries(
    campaign: Campaign, numbers: Collection[int] | None = None
) -> dict[int, GameSummary]:
    """Return the summaries of all games with entries, or of some, by number."""
    entered, said = selectors.campaign_facts(campaign).entries, story_words(campaign)
    return {
        game: _summary([entry.fact for entry in entries], said)
        for game, entries in groupby(entered, key=lambda entry: entry.game)
        if numbers is None or game in numbers
    }


def _summary(entered: Sequence[facts.Fact], said: CampaignWords) -> GameSummary:
    played = [said.facts([fact]) for fact in entered if isinstance(fact, facts.Played)]
    return GameSummary(
        ending=played[0] if played else "",
        notes=tuple(fact.text for fact in entered if isinstance(fact, facts.Noted)),
        changes=tuple(
            sentence
            for _kind, run in groupby(filter(_worth_telling, entered), key=type)
            for sentence in _sentences(list(run), said)
        ),
    )


def _sentences(alike: Sequence[facts.Fact], said: CampaignWords) -> Iterator[str]:
    """Yield the sentences of consecutive facts of one type."""
    joined = [fact.card for fact in alike if isinstance(fact, facts.BasicJoined)]
    if len(said.groups(alike)) > 1:
        yield from (said.facts([fact]) for fact in alike)
    elif len(joined) > 1:
        names = words.listed(map(said.name, joined))
        yield _("Joined the basic cards: %(names)s.") % {"names": names}
    else:
        yield said.facts(alike)


def _worth_telling(fact: facts.Fact) -> bool:
    if isinstance(fact, facts.DecisionClosed):
        return bool(fact.reason.strip())  # "none evolved" is no event
    return not isinstance(fact, _SHOWN_ELSEWHERE)
