"""The face of one game system: what it has, and what people recognise it by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.urls import URLPattern, reverse
from django.utils.translation import get_language
from ninja import Router

from campaign.models import Person
from campaign.packs import game_name
from campaign.selectors.admission import Admission
from tracker.faces.campaigns import CampaignFace
from tracker.faces.command_line import SheetCommand
from tracker.faces.crib import Crib
from tracker.faces.live import LiveFace
from tracker.faces.one_offs import OneOffFace
from tracker.faces.plays import PlayFace
from tracker.pictures.look import Look

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A thing in a box that is no secret, with the numbers and words printed on it."""

    kind: str
    id: str
    name: str
    box: str = ""  # of a system with several boxes
    facts: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HomeLink:
    """A link of the home page to a page of one system."""

    page: str  # the name of its URL
    label: StrPromise | str

    @property
    def url(self) -> str:
        """Return its URL."""
        return reverse(self.page)


@dataclass(frozen=True, slots=True)
class KeptItem:
    """A thing that somebody keeps here, beside games and campaigns."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class KeptList:
    """The latest things of one kind that somebody keeps, and the page with all of them."""

    title: StrPromise | str
    url: str
    items: tuple[KeptItem, ...]


@dataclass(frozen=True, slots=True)
class Face:
    """How one game system looks."""

    slug: str
    folder: str  # of its templates
    look: Look
    title: StrPromise | str = ""  # its name, if that is not the name of the box
    styles: str = ""  # a static file
    live_styles: str = ""  # a static file for the live page, besides
    campaign: CampaignFace | None = None
    one_off: OneOffFace | None = None
    plays: PlayFace | None = None
    command: SheetCommand | None = None
    live: LiveFace | None = None
    crib: Crib[Any] | None = None  # rules to look up at the table
    urls: tuple[URLPattern, ...] = ()  # that only this system has
    home_links: tuple[HomeLink, ...] = ()
    admission: Admission | None = None  # if not everybody may see its boxes
    # What somebody keeps of this system, for their home page; None if it is nothing yet.
    kept_by: Callable[[Person], KeptList | None] | None = None
    # Files that are neither campaigns nor games, by the names of their schemas: a dataclass each.
    files: Mapping[str, Any] = field(default_factory=dict)
    # For the API: what is in the boxes and not closed to a person, in a language;
    # operations of its own.
    catalogue: Callable[[Person, str], Iterable[CatalogueEntry]] | None = None
    api: Router | None = None

    @property
    def name(self) -> str:
        """Return its name in the active language."""
        return str(self.title) or game_name(self.slug, get_language() or "en")
