"""The face of a system that has campaigns."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse

from campaign.models import Campaign, Game, Person, Photo
from campaign.selectors.progress import Stored
from campaign.services.campaigns import campaign_start
from tracker.faces.games import Action, GameFace
from tracker.faces.steps import OpenStep
from tracker.forms.entry import RulesForm
from tracker.forms.fields import HiddenField
from tracker.people.access import Access
from tracker.sheets.compiler import Document
from tracker.words.records import CampaignRecordWords

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


@dataclass(frozen=True, slots=True)
class NavigationItem:
    """A page in a campaign's navigation; ``looks_back``: it can show an earlier state."""

    name: str  # of its URL, which takes the campaign's code
    label: StrPromise
    icon: str
    looks_back: bool = False


@dataclass(frozen=True, slots=True)
class Ahead:
    """The next step of a campaign, with links for who may do it.

    With ``action`` instead of ``url``, it is a form with one button and the ``hidden`` fields.
    """

    title: str
    text: str = ""
    url: str = ""
    label: str = ""
    second_url: str = ""
    second_label: str = ""
    action: str = ""
    hidden: tuple[HiddenField, ...] = ()
    opponent: str = ""  # whose sigil stands behind it, if one is known


class CampaignFace(GameFace):
    """A system that has campaigns.

    ``campaign/start.html`` in its folder draws the fields of who plays, and reads ``form``.
    """

    styles = ""  # a static file for the pages of campaigns
    navigation: Sequence[NavigationItem]  # the first four stand in the bar
    start_page = "start"  # the name of the URL that starts one
    # What is deleted with a campaign, beside its games, notes and photos.
    deleted_too: StrPromise | str = ""
    # The pages that phones keep for use without a network: regular expressions, as JavaScript
    # reads them, of paths below the campaign's, and below those of its games.
    kept_offline: Sequence[str] = ()
    kept_of_games: Sequence[str] = ()

    @property
    @abstractmethod
    def lead(self) -> StrPromise | str:
        """Return what the page that starts a campaign says first."""

    @abstractmethod
    def start_form(self, data: QueryDict | None, *, person: Person | None) -> RulesForm:
        """Return the form that starts a campaign; ``person`` is whoever is signed in, or None."""

    def begin(self, form: Any, person: Person, *, system: str, token: str) -> Campaign:
        """Start the campaign of a valid form; the same token starts one."""
        return campaign_start(
            person=person,
            name=form.cleaned_data["name"],
            seats=form.seats(),
            system=system,
            language=form.cleaned_data["language"],
            token=token,
            opening=form.opening(),
        )

    def steps(self, access: Access) -> Sequence[OpenStep]:
        """Return what can be entered now beside results, for the API."""
        del access
        return ()

    @abstractmethod
    def words(self, campaign: Campaign) -> CampaignRecordWords:
        """Return the words for a campaign's record."""

    @abstractmethod
    def front(self, request: HttpRequest, access: Access) -> HttpResponse:
        """Render the front page of a campaign."""

    @abstractmethod
    def ahead(self, access: Access) -> Ahead:
        """Return the next step of a campaign."""

    @abstractmethod
    def is_over(self, campaign: Campaign) -> bool:
        """Say whether a campaign is over: no game of it comes next."""

    def news(self, access: Access) -> tuple[str, ...]:
        """Return what changed last time, in words; () to tell what was entered instead."""
        return ()

    def undecided(self, access: Access) -> tuple[str, ...]:
        """Return what the players have still to decide, in words."""
        return ()

    @abstractmethod
    def known_state(self, access: Access) -> object:
        """Return a campaign's state as its pages show it, for the API, as a dataclass."""

    @abstractmethod
    def progress(self, campaign: Campaign, game: int, facts: Stored) -> str:
        """Return a campaign's progress by its latest game, without replaying it if possible."""

    @abstractmethod
    def games(self, campaign: Campaign) -> list[tuple[int, str]]:
        """Return the games after which a campaign can be forked, with their labels."""

    @abstractmethod
    def actions(self, access: Access, game: Game) -> list[Action]:
        """Return the links of a game's page."""

    def own_seat(self, campaign: Campaign, person: Person) -> int | None:
        """Return the seat of the character that somebody took; None if they took none."""
        return None

    def after_joining(self, campaign: Campaign) -> str:
        """Return the URL for a new player, such as the choice of their character."""
        return reverse("campaign", args=[campaign.code])

    def story(self, request: HttpRequest, access: Access) -> HttpResponse:
        """Render the page that tells a campaign; a system without one has no such page."""
        raise Http404

    def statistics(self, request: HttpRequest, access: Access) -> HttpResponse:
        """Render what the games of a campaign add up to."""
        raise Http404

    def chronicle_document(self, campaign: Campaign, photos: Sequence[Photo]) -> Document:
        """Return the story of a campaign as a booklet, with photos of its games."""
        raise Http404

    def poster_document(self, campaign: Campaign, photos: Sequence[Photo]) -> Document:
        """Return a campaign at a glance, A3, with photos of its games."""
        raise Http404

    def entry_delete_url(self, campaign: Campaign, fact: int) -> str:
        """Return the URL that deletes one entry, by its id; "" if no entry is deleted alone."""
        return ""

    def rename_url(self, campaign: Campaign) -> str:
        """Return the URL of the page that renames what players named; "" for none."""
        return ""

    @abstractmethod
    def campaign_share_document(self, campaign: Campaign, *, names: bool = False) -> Document:
        """Return the picture of a campaign to share, without spoilers."""
