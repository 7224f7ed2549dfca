"""What happens to a game while somebody looks at a page of it, as a line on that page."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlencode
from zlib import crc32

from django.utils.translation import gettext as _

from campaign.models import Game
from campaign.selectors.live import PlannedGame, is_closed, is_live
from campaign.selectors.news import latest_change, news_of
from campaign.services.games import SETUP
from tracker.faces.registry import face_of
from tracker.people.access import Access
from tracker.presenters.seats import OfferView, offers_again
from tracker.web.records import game_face, game_url


class Asker(StrEnum):
    """Which page of a game asks for news."""

    PLAN = "plan"  # of a game without a result
    LIVE = "live"  # the same, and it leads to the live table already
    WAIT = "wait"  # the page before the live table, which opens it once somebody has started
    TABLE = "table"  # the live table, whose stream brings everything but offers
    ENDED = "ended"  # of a game with a result


@dataclass(frozen=True, slots=True)
class News:
    """What has happened since a page was rendered, and where it asks for more."""

    url: str
    asker: Asker
    seen: int  # the latest change when the page was rendered
    show_url: str = ""  # of the page that shows what has changed; "" is the page that asks
    live_url: str = ""  # of the live table, if it was opened since
    said: tuple[str, ...] = ()  # what has changed since, in sentences
    offers: tuple[OfferView, ...] = ()  # of a seat in a game that was started to play again

    @property
    def seconds(self) -> int:
        """Return in how many seconds the page asks again."""
        return 2 if self.asker is Asker.WAIT else 5

    @property
    def shown(self) -> str:
        """Return a number that tells these news from others."""
        offers = (f"{offer.accept_url}#{offer.number}" for offer in self.offers)
        return str(crc32(" ".join((self.live_url, *self.said, *offers)).encode()))

    @property
    def poll_url(self) -> str:
        """Return the URL that answers with news other than these."""
        asked = {"page": self.asker, "seen": self.seen, "shown": self.shown}
        return f"{self.url}?{urlencode(asked)}"


def news_at(access: Access, game: Game, asker: Asker, *, latest: int | None = None) -> News:
    """Return the news of a page as it is rendered: nothing but an offer can be new.

    ``latest`` is the latest change of the game's record, if the page knows it.
    """
    return News(
        url=game_url(game, "game_news"),
        asker=asker,
        seen=latest_change(game) if latest is None else latest,
        offers=_offers(access, game),
    )


def news_since(access: Access, game: Game, asker: Asker, *, seen: int) -> News:
    """Return what has happened to a game after the change ``seen``.

    Only an offer can be new to a game that has ended, and to a live table, which has a stream.
    """
    opened = asker is Asker.PLAN and face_of(game.system).live is not None and is_live(game)
    is_planned = asker not in (Asker.ENDED, Asker.TABLE)
    return News(
        url=game_url(game, "game_news"),
        asker=asker,
        seen=seen,
        show_url=game_face(game).sheet_url(game, SETUP) if asker is Asker.WAIT else "",
        live_url=game_url(game, "live") if opened else "",
        said=tuple(_said(game, seen)) if is_planned else (),
        offers=_offers(access, game),
    )


def news_of_plan(access: Access, game: Game, *, is_live: bool, latest: int | None = None) -> News:
    """Return the news of a page that shows a planned game, as it is rendered."""
    return news_at(access, game, Asker.LIVE if is_live else Asker.PLAN, latest=latest)


def news_of_campaign(access: Access, planned: PlannedGame | None) -> News | None:
    """Return the news of a campaign's front page; None if no game is planned."""
    if planned is None:
        return None
    return news_of_plan(access, planned.game, is_live=planned.is_live)


def _offers(access: Access, game: Game) -> tuple[OfferView, ...]:
    return offers_again(game, access.person) if access.person and access.seats else ()


def _said(game: Game, seen: int) -> Iterator[str]:
    """Yield a sentence for everything that has changed after the change ``seen``."""
    news = news_of(game, seen=seen)
    if news.result:
        yield _("The result was entered.") if is_closed(game) else _("The result was deleted.")
    if news.setup:
        yield _("The set-up was changed.")
    if news.seats:
        yield _("Who sits where has changed.")
