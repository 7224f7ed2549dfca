"""The play log and its statistics."""

import datetime
from statistics import median
from typing import Annotated

from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import get_language
from ninja import Query, Router, Schema
from pydantic import ConfigDict, Field

from campaign.models import Person, Play
from campaign.models.plays import PlayQuerySet
from campaign.selectors.admission import boxes_closed_to
from campaign.selectors.plays import Wanted, plays_of
from campaign.selectors.statistics import Score, Share, Statistics, count_plays
from tracker.api.answers import READ_REFUSED, Key, Paged, PageNumber, page_of, reads
from tracker.api.problems import Refusal
from tracker.api.tokens import ReadToken, TokenInAddress, owner_of
from tracker.presenters.play_csv import csv_lines
from tracker.presenters.plays import PlayView
from tracker.web.pages import as_file
from tracker.words import former

BATCH = 1000  # plays whose seats are prefetched at once

router = Router(tags=["Play log"], auth=ReadToken())


class SeatOut(Schema):
    """Who played what."""

    seat: int
    player: str = Field(description="Empty if nobody was named.")
    character: str
    side: str
    result: str = Field(description="win, loss, draw or empty")
    place: int | None
    score: int | None


class PlayOut(Schema):
    """A finished game."""

    system: str
    game: str = Field(description="The name of the boxed game.")
    code: str = Field(description="Of the campaign, or of the one-off game.")
    number: int | None = Field(description="Of the game in its campaign.")
    game_code: str = Field(description="Of the game: `/games/{code}`.")
    group: str = Field(description="The campaign's name; empty for none.")
    played_on: datetime.date | None
    minutes: int | None
    against: str
    difficulty: str
    result: str = Field(description="win, loss, draw, or empty if every seat has its own.")
    ending: str
    boxes: list[str]
    seats: list[SeatOut]

    @classmethod
    def of(cls, play: Play, language: str = "") -> "PlayOut":
        """Return a play, read ``with_rows``, with its names in a language, or in its box's."""
        view = PlayView.of(play, language)
        return cls(
            system=play.system,
            game=view.game,
            code=play.code,
            number=play.number,
            game_code=play.game_code,
            group=play.group,
            played_on=play.played_on,
            minutes=play.minutes,
            against=view.against,
            difficulty=view.difficulty,
            result=play.result,
            ending=view.ending,
            boxes=list(view.boxes),
            seats=[
                SeatOut(
                    seat=row.seat,
                    player=former.said(row.player),
                    character=seat.character,
                    side=row.side,
                    result=row.result,
                    place=row.place,
                    score=row.score,
                )
                for row, seat in zip(play.seats.all(), view.seats, strict=True)
            ],
        )


class PlaysPage(Paged):
    """A page of the play log, the latest first."""

    items: list[PlayOut]


class PlaysFilter(Schema):
    """Which plays; a field that is empty does not filter."""

    model_config = ConfigDict(extra="forbid")

    system: Key = ""
    campaign: Key = Field(
        default="", description="A campaign's code: its games, and those shared with it."
    )
    against: Key = Field(default="", description="The key of an opponent.")
    character: Key = Field(default="", description="A key, or a name that players typed.")
    player: Key = ""
    box: Key = ""
    result: Key = Field(default="", description="win, loss or draw")
    since: datetime.date | None = None
    until: datetime.date | None = None

    def plays(self, person: Person) -> PlayQuerySet:
        """Return the plays that a person may see."""
        return plays_of(person, Wanted(**self.model_dump()), boxes_closed_to(person))


class PlaysQuery(PlaysFilter):
    """Which plays, and which page of them."""

    page: PageNumber = 1

    def plays(self, person: Person) -> PlayQuerySet:
        wanted = Wanted(**self.model_dump(exclude={"page"}))
        return plays_of(person, wanted, boxes_closed_to(person))


@router.get("/plays", response=reads(PlaysPage), summary="Play log")
def list_plays(request: HttpRequest, query: Query[PlaysQuery]) -> PlaysPage:
    """Return your finished games, and those of campaigns that you are a member of."""
    rows = query.plays(owner_of(request)).latest_first().with_rows()
    found, numbers = page_of(rows, query.page)
    language = get_language() or "en"
    return PlaysPage(items=[PlayOut.of(play, language) for play in found], **numbers)


@router.get(
    "/plays.csv",
    response={200: None, READ_REFUSED: Refusal},
    auth=TokenInAddress(),
    openapi_extra={"responses": {200: {"content": {"text/csv": {"schema": {"type": "string"}}}}}},
    summary="Play log for spreadsheets",
)
def download_plays(request: HttpRequest, query: Query[PlaysFilter]) -> HttpResponseBase:
    """Return all of the same plays as CSV, with a token that may only read in the address."""
    rows = query.plays(owner_of(request)).latest_first().with_rows()
    lines = csv_lines(rows.iterator(chunk_size=BATCH))
    response = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    return as_file(response, "breachkeeper-log.csv")


# --- statistics ---


class ScoreOut(Schema):
    """Games won and lost by all; the others are draws, and games with winners and losers."""

    won: int
    lost: int
    other: int
    share: float = Field(description="Of games won, among those won or lost.")
    interval: Annotated[list[float], Field(description="The 95 % confidence interval of share.")]

    @classmethod
    def of(cls, score: Score) -> "ScoreOut":
        """Return a score."""
        return cls(
            won=score.won,
            lost=score.lost,
            other=score.other,
            share=score.share,
            interval=list(score.interval),
        )


class ShareOut(Schema):
    """The score of one opponent, character, player, …"""

    name: str
    score: ScoreOut

    @classmethod
    def of(cls, shares: tuple[Share, ...]) -> "list[ShareOut]":
        """Return scores by name."""
        return [cls(name=share.name, score=ScoreOut.of(share.score)) for share in shares]


class MonthOut(Schema):
    """The score of a month."""

    month: datetime.date = Field(description="Its first day.")
    score: ScoreOut


class StatisticsOut(Schema):
    """What plays add up to."""

    score: ScoreOut
    months: list[MonthOut]
    against: list[ShareOut]
    difficulties: list[ShareOut]
    characters: list[ShareOut]
    players: list[ShareOut]
    sizes: list[ShareOut] = Field(description="By number of players.")
    median_minutes: float | None
    streak: int = Field(description="The longest run of games won.")

    @classmethod
    def of(cls, counted: Statistics) -> "StatisticsOut":
        """Return what was counted."""
        return cls(
            score=ScoreOut.of(counted.score),
            months=[
                MonthOut(month=day, score=ScoreOut.of(score))
                for day, score in counted.months.items()
            ],
            against=ShareOut.of(counted.against),
            difficulties=ShareOut.of(counted.difficulties),
            characters=ShareOut.of(counted.characters),
            players=ShareOut.of(counted.players),
            sizes=ShareOut.of(counted.sizes),
            median_minutes=median(counted.minutes) if counted.minutes else None,
            streak=counted.streak,
        )


@router.get("/statistics", response=reads(StatisticsOut), summary="Statistics")
def get_statistics(request: HttpRequest, query: Query[PlaysFilter]) -> StatisticsOut:
    """Return statistics of the same plays, filtered in the same way."""
    person = owner_of(request)
    return StatisticsOut.of(count_plays(query.plays(person), get_language() or "en", person))
