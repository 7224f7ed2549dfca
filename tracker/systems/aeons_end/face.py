"""How Aeon's End looks: what the shared pages ask of it."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.models import Campaign
from campaign.selectors import campaigns as selectors
from tracker.access import Access
from tracker.presenters.ahead import Ahead
from tracker.systems.aeons_end.presenters.plays import AeonsEndPlays
from tracker.systems.aeons_end.urls import urlpatterns
from tracker.systems.aeons_end.views.front import ahead, front_page
from tracker.systems.aeons_end.words.record import CampaignWords, campaign_words
from tracker.systems.face import Face, Place


class LegacyFace:
    """A Legacy campaign."""

    def words(self, campaign: Campaign) -> CampaignWords:
        """Return the words for a campaign's record."""
        return campaign_words(campaign)

    def places(self) -> Sequence[Place]:
        """Return the pages of a campaign."""
        return (
            Place("campaign", pgettext("the campaign's front page", "Now"), "now"),
            Place("mages", _("Mages"), "mages", looks_back=True),
            Place("market", pgettext("in the bar", "Market"), "market", looks_back=True),
            Place("nemesis", _("Nemesis"), "nemesis", looks_back=True),
            Place("rulebook", _("Rulebook"), "rulebook", looks_back=True),
            Place("results", _("Results"), "results", looks_back=True),
            Place("campaign_statistics", _("Statistics"), "statistics", looks_back=True),
            Place("history", _("History"), "history"),
            Place("print", pgettext("the page of things to print", "Print"), "print"),
            Place("people", _("People"), "people"),
        )

    def front(self, request: HttpRequest, access: Access) -> HttpResponse:
        """Answer with the front page of a campaign."""
        return front_page(request, access)

    def ahead(self, access: Access) -> Ahead:
        """Return the next step of a campaign."""
        return ahead(access)

    def games(self, campaign: Campaign) -> list[tuple[int, str]]:
        """Return the games of a campaign to branch off after."""
        text = _("after game %(game)s (chapter %(chapter)s)")
        return [
            (game.number, text % {"game": game.number, "chapter": game.chapter})
            for game in selectors.campaign_state(campaign).games
        ]


LEGACY = Face(
    "aeons-end-legacy",
    styles="css/aeons_end.css",
    campaign=LegacyFace(),
    plays=AeonsEndPlays(),
    urls=tuple(urlpatterns),
)
WAR_ETERNAL = Face("aeons-end-war-eternal", styles=LEGACY.styles, plays=LEGACY.plays)
