"""The story of a campaign, game by game: what the page and the printed chronicle say."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from campaign.models import Campaign
from campaign.records import Record
from campaign.rules.aeons_end.legacy.facts import (
    BasicJoined,
    DecisionClosed,
    Fact,
    Noted,
    Planned,
    Played,
    SectionUnlocked,
    Settled,
)
from campaign.rules.aeons_end.legacy.names import Namer
from tracker.presenters.photos import PhotoView, photo_views
from tracker.systems.aeons_end import selectors, words
from tracker.systems.aeons_end.presenters.look import Look
from tracker.systems.aeons_end.words.record import CampaignWords

_SHOWN_ELSEWHERE = (Planned, Played, Settled, Noted)


@dataclass(frozen=True, slots=True)
class GameTold:
    """What was entered in a game, in words."""

    ending: str = ""
    notes: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()  # for good


def cards(look: Look, rows: Sequence[selectors.ResultRow]) -> list[dict[str, object]]:
    """Return games as cards."""
    campaign = look.access.campaign
    numbers = [row.game.number for row in rows]
    told, photos = games_told(campaign, numbers), _photos(campaign, numbers)
    return [
        {
            "row": row,
            "told": told.get(row.game.number, GameTold()),
            "photos": photos.get(row.game.number, ()),
        }
        for row in rows
    ]


def _photos(campaign: Campaign, numbers: Sequence[int]) -> dict[int, tuple[PhotoView, ...]]:
    games = campaign.games.standing().filter(number__in=numbers).prefetch_related("photos")
    found = {}
    for game in games:
        game.campaign = campaign
        found[game.number or 0] = photo_views(game)
    return found


def games_told(campaign: Campaign, numbers: Collection[int] | None = None) -> dict[int, GameTold]:
    """Return what was entered in each game, or in some; what comes by the dozen in one sentence."""
    record = selectors.campaign_record(campaign)
    teller = _Teller(selectors.campaign_namer(campaign), record)
    return {
        game: teller.game([entry.fact for entry in entries])
        for game, entries in groupby(record.entries, key=lambda entry: entry.game)
        if numbers is None or game in numbers
    }


class _Teller:
    """Tell the facts of a game; what comes by the dozen is told in one sentence."""

    def __init__(self, namer: Namer, record: Record) -> None:
        self.namer = namer
        self.words = CampaignWords(namer, record.story.seats, words.typed_names(record.story))

    def game(self, facts: Sequence[Fact]) -> GameTold:
        played = [self.sentence(fact) for fact in facts if isinstance(fact, Played)]
        return GameTold(
            ending=played[0] if played else "",
            notes=tuple(fact.text for fact in facts if isinstance(fact, Noted)),
            changes=tuple(
                sentence
                for kind, run in groupby(filter(_worth_telling, facts), key=type)
                for sentence in self.run(kind, list(run))
            ),
        )

    def run(self, kind: type[Fact], facts: Sequence[Fact]) -> Iterator[str]:
        """Yield the sentences of facts of one kind that follow each other."""
        plain = [fact for fact in facts if _is_plain(fact)]
        if len(plain) < len(facts) or len(facts) == 1 or kind not in (BasicJoined, SectionUnlocked):
            yield from map(self.sentence, facts)
        elif kind is SectionUnlocked:
            found = [fact.letter for fact in plain if isinstance(fact, SectionUnlocked)]
            letters = words.listed(found)
            yield _("Sections %(letters)s went into the rulebook.") % {"letters": letters}
        else:
            cards = [fact.card for fact in plain if isinstance(fact, BasicJoined)]
            names = words.listed(map(self.namer.pool_card, cards))
            yield _("Joined the basic cards: %(names)s.") % {"names": names}

    def sentence(self, fact: Fact) -> str:
        return self.words.facts([fact])


def _is_plain(fact: Fact) -> bool:
    """Say whether a fact has nothing of its own to tell: no reason, no note."""
    note = fact.note if isinstance(fact, SectionUnlocked) else ""
    return not (fact.reason.strip() or note.strip())


def _worth_telling(fact: Fact) -> bool:
    if isinstance(fact, DecisionClosed):
        return bool(fact.reason.strip())  # "none evolved" is no event
    return not isinstance(fact, _SHOWN_ELSEWHERE)
