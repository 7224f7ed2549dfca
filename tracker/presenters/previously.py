"""Previously: half a minute of what happened in a campaign, and what comes tonight.

Everything here is on other pages of the campaign already: nothing that it has not opened.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.models import Campaign, Play
from campaign.selectors.games import latest_note, latest_photo
from campaign.selectors.history import history_by_game
from campaign.selectors.plays import plays_in_campaign
from campaign.selectors.seeing import fact_seen
from tracker.faces.campaigns import Ahead
from tracker.faces.registry import campaign_face, face_of
from tracker.people.access import Access
from tracker.presenters.game_share import PIXELS_PER_INCH, picture_of
from tracker.presenters.plays import PlayView
from tracker.sheets.compiler import SHARED, Document
from tracker.sheets.figures import figures
from tracker.web.records import game_url, pages_of
from tracker.words.phrases import hours

RESULTS = 3  # of the last games
CHANGES = 6  # that are told
TIMES = 20  # of the last games, for how long one takes


@dataclass(frozen=True, slots=True)
class PhotoView:
    """A photo of the last games."""

    url: str
    alt: str


@dataclass(frozen=True, slots=True)
class Previously:
    """What happened last time, and what to do tonight."""

    results: tuple[PlayView, ...]  # the latest first
    changed: tuple[str, ...]
    quote: str
    photo: PhotoView | None
    ahead: Ahead
    takes: str  # how long a game takes this group; "" if that is not known
    undecided: tuple[str, ...]

    @property
    def last(self) -> PlayView | None:
        """Return the last game; None before there is one."""
        return self.results[0] if self.results else None


def previously(access: Access) -> Previously:
    """Return what happened last time in a campaign, and what comes next."""
    campaign, face = access.campaign, campaign_face(access.campaign.system)
    plays = _plays(campaign)
    last = (plays[0].number or 0) if plays else 0
    return Previously(
        results=tuple(PlayView.of(play) for play in plays[:RESULTS]),
        changed=(face.news(access) or _entries(campaign))[:CHANGES],
        quote=_quote(campaign, last),
        photo=_photo(campaign, last),
        ahead=face.ahead(access),
        takes=_takes(plays),
        undecided=face.undecided(access),
    )


def previously_document(access: Access, *, names: bool) -> Document:
    """Return the picture to send; ``names``: of opponents and characters, and what changed."""
    campaign, face = access.campaign, face_of(access.campaign.system)
    told = previously(access)
    last = told.last
    state = _STATES.get(last.play.result, "story") if last else "story"
    opponent = last.title if last and names else campaign.name
    return Document(
        template=SHARED / "previously.typ",
        title=campaign.name,
        data={
            "kicker": _("Previously"),
            "heading": campaign.name,
            "state": state,
            "said": _said(state),
            "whom": last.title if last and names else "",
            "who": "",
            "lines": list(told.changed[:3]) if names else [],
            "numbers": figures(
                [
                    (_("Games"), plays_in_campaign(campaign).count() or None),
                    (_("A game takes"), told.takes or None),
                ]
            ),
        },
        look=face.look,
        files={"ending.svg": picture_of(face.look, state, opponent)},
        pixels_per_inch=PIXELS_PER_INCH,
    )


_STATES = {"win": "won", "loss": "lost"}


def _said(state: str) -> str:
    match state:
        case "won":
            return _("We won.")
        case "lost":
            return _("We lost.")
    return _("The story goes on.")


def _plays(campaign: Campaign) -> list[Play]:
    """Return the last games with a result, the latest first."""
    return list(plays_in_campaign(campaign)[:TIMES])


def _entries(campaign: Campaign) -> tuple[str, ...]:
    """Return what was entered in the last game, as the history tells it."""
    cards = history_by_game(campaign, size=2)
    events = next((card.events for card in cards if card.number is not None), ())
    return pages_of(campaign).change_texts(events)


def _quote(campaign: Campaign, number: int) -> str:
    """Return the latest note of the last game."""
    row = latest_note(campaign, number)
    return str(getattr(fact_seen(row), "text", "")) if row is not None else ""


def _photo(campaign: Campaign, number: int) -> PhotoView | None:
    """Return the latest photo of the last game."""
    photo = latest_photo(campaign, number)
    if photo is None:
        return None
    alt = photo.caption or _("Photo of game %(game)s") % {"game": number}
    return PhotoView(game_url(photo.game, "photo_thumb", photo.name), alt)


def _takes(plays: list[Play]) -> str:
    """Return how long a game takes this group, by its own times."""
    minutes = [play.minutes for play in plays if play.minutes]
    return hours(round(median(minutes) / 5) * 5 or 5) if minutes else ""


def takes_sentence(told: Previously) -> str:
    """Return how long to plan for, and by how many games that is known."""
    timed = sum(bool(view.play.minutes) for view in told.results)
    if not told.takes or not timed:
        return ""
    text = ngettext(
        "Plan for about %(time)s, as your last game took.",
        "Plan for about %(time)s, as your last games took.",
        timed,
    )
    return text % {"time": told.takes}
