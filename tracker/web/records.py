"""The pages of a record: their addresses, and the words that differ.

A campaign's game and a one-off game have the same pages at different addresses. :func:`pages_of` is
the one place that asks which of both a record is; everything else asks its :class:`RecordPages`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _

from campaign.models import Campaign, Game, Photo, Record
from campaign.packs import game_name
from campaign.selectors.campaigns import campaign_record
from campaign.selectors.history import HistoryEvent
from campaign.selectors.seeing import one_off_record
from tracker.faces.games import GameFace
from tracker.faces.registry import campaign_face, one_off_face
from tracker.people.access import Access
from tracker.words.history import campaign_change, one_off_change
from tracker.words.records import RecordWords

MAX_FILE_NAME = 40  # characters of a campaign's name in the name of its file


@dataclass(frozen=True, slots=True)
class NavItem:
    """A link in a campaign's navigation."""

    url: str
    label: str
    icon: str
    current: bool


@dataclass(frozen=True, slots=True)
class GameLink:
    """A link to the same page after another game."""

    game: int
    url: str


@dataclass(frozen=True, slots=True)
class EarlierState:
    """The links of a page that shows a campaign as it was after a game; 0 is before the first."""

    game: int
    now_url: str
    earlier: GameLink | None
    later: GameLink | None


@dataclass(frozen=True, slots=True)
class Frame:
    """What surrounds every page of a record."""

    base: str  # the template that its pages extend
    campaign: Campaign | None = None
    nav: tuple[NavItem, ...] = ()
    then: EarlierState | None = None
    campaign_styles: str = ""
    preview_image: str = ""  # for chat apps; only of what anybody may see


@dataclass(frozen=True, slots=True)
class Where:
    """Which page of a record is shown."""

    path: str
    place: str = ""  # its name in the navigation
    after: int | None = None  # the game after which it shows the campaign; None for now
    game: Game | None = None  # if it is the page of one game


class RecordPages(ABC):
    """The pages of a record of either kind."""

    is_one_off: ClassVar[bool]  # for sentences that templates choose; code asks the methods below

    # --- the record ---

    @property
    @abstractmethod
    def face(self) -> GameFace:
        """Return how its system presents its games."""

    @property
    @abstractmethod
    def words(self) -> RecordWords:
        """Return the words for it."""

    @abstractmethod
    def change_texts(self, events: Iterable[HistoryEvent]) -> tuple[str, ...]:
        """Return what changes of it did, each in words."""

    @abstractmethod
    def frame(self, access: Access, where: Where) -> Frame:
        """Return what surrounds a page of it."""

    # --- addresses ---

    @property
    @abstractmethod
    def front_url(self) -> str:
        """Return the URL of its front page."""

    @property
    @abstractmethod
    def undo_url(self) -> str:
        """Return the URL that undoes, or redoes, its last change."""

    @abstractmethod
    def game_url(self, game: Game, page: str, *args: object) -> str:
        """Return the URL of a page of one of its games; ``page`` is its name for campaigns."""

    @abstractmethod
    def sheet_url(self, game: Game, sheet: str) -> str:
        """Return the URL of the page on which the steps of a sheet are ticked."""

    @abstractmethod
    def photo_url(self, photo: Photo, *, thumb: bool = False) -> str:
        """Return the URL of a photo of one of its games."""

    # --- words and names ---

    @abstractmethod
    def photo_alt(self, game: Game) -> str:
        """Return the text alternative of a photo without a caption."""

    @abstractmethod
    def result_corrected(self, game: Game) -> str:
        """Return the message after a result was corrected."""

    @property
    def correction_lead(self) -> str:
        """Return what a correction leaves as it is; "" where nothing depends on a result."""
        return ""

    @property
    @abstractmethod
    def imported(self) -> str:
        """Return the message after it was imported."""

    @property
    @abstractmethod
    def export_name(self) -> str:
        """Return the name of its export file, without a suffix."""

    # --- the set-up sheet of a game on paper ---

    @abstractmethod
    def sheet_heading(self, game: Game) -> str:
        """Return the heading of the printed set-up sheet."""

    @abstractmethod
    def sheet_name(self, game: Game, sheet: str) -> str:
        """Return the name of the file of a printed sheet, without a suffix."""

    @abstractmethod
    def picture_name(self, game: Game) -> str:
        """Return the name of the file of its picture to share, without a suffix."""

    @abstractmethod
    def sheet_foot(self, game: Game, host: str) -> str:
        """Return the footer of a printed sheet: where it is from, and a seed that is no secret."""


@dataclass(frozen=True, slots=True)
class CampaignPages(RecordPages):
    """The pages of a campaign and its games."""

    is_one_off: ClassVar[bool] = False

    campaign: Campaign

    @property
    def face(self) -> GameFace:
        return campaign_face(self.campaign.system)

    @property
    def words(self) -> RecordWords:
        return campaign_face(self.campaign.system).words(self.campaign)

    def change_texts(self, events: Iterable[HistoryEvent]) -> tuple[str, ...]:
        words = campaign_face(self.campaign.system).words(self.campaign)
        return tuple(campaign_change(event, words) for event in events)

    def frame(self, access: Access, where: Where) -> Frame:
        return Frame(
            base="campaigns/base.html",
            campaign=self.campaign,
            nav=self._nav(access, where),
            then=self._then(where),
            campaign_styles=campaign_face(self.campaign.system).styles,
            preview_image=self._preview_image(where) if self.campaign.demo else "",
        )

    @property
    def front_url(self) -> str:
        return reverse("campaign", args=[self.campaign.code])

    @property
    def undo_url(self) -> str:
        return reverse("undo_last", args=[self.campaign.code])

    def game_url(self, game: Game, page: str, *args: object) -> str:
        return reverse(page, args=[self.campaign.code, game.number, *args])

    def sheet_url(self, game: Game, sheet: str) -> str:
        return campaign_face(self.campaign.system).sheet_url(game, sheet)

    def photo_url(self, photo: Photo, *, thumb: bool = False) -> str:
        page = "photo_thumb" if thumb else "photo"
        return reverse(page, args=[self.campaign.code, photo.name])

    def photo_alt(self, game: Game) -> str:
        return _("Photo of game %(game)s") % {"game": game.number}

    def result_corrected(self, game: Game) -> str:
        return _("Result of game %(number)s corrected.") % {"number": game.number}

    @property
    def correction_lead(self) -> str:
        return _("What was decided later stays, as long as it still fits.")

    @property
    def imported(self) -> str:
        return _("Campaign imported. You are its keeper.")

    @property
    def export_name(self) -> str:
        # The name of a campaign can contain any character.
        return slugify(self.campaign.name)[:MAX_FILE_NAME].strip("-") or "campaign"

    def sheet_heading(self, game: Game) -> str:
        del game
        return self.campaign.name

    def sheet_name(self, game: Game, sheet: str) -> str:
        return f"{self.picture_name(game)}-{sheet}"

    def picture_name(self, game: Game) -> str:
        return f"{slugify(self.campaign.name) or self.campaign.code}-game-{game.number}"

    def sheet_foot(self, game: Game, host: str) -> str:
        del game
        return host + self.front_url

    def _nav(self, access: Access, where: Where) -> tuple[NavItem, ...]:
        """Return the navigation; the first four items stand in the bar.

        From a page that shows an earlier state, links lead to the same state.
        """
        items = []
        for item in campaign_face(self.campaign.system).navigation:
            if item.name == "people" and access.role is None:
                continue
            url = reverse(item.name, args=[self.campaign.code])
            back = where.after is not None and item.looks_back
            items.append(
                NavItem(
                    url=f"{url}?after={where.after}" if back else url,
                    label=str(item.label),
                    icon=item.icon,
                    current=item.name == where.place,
                )
            )
        return tuple(items)

    def _then(self, where: Where) -> EarlierState | None:
        """Return the links between earlier states; None for the campaign as it is now."""
        if where.after is None:
            return None
        last = max(campaign_record(self.campaign).story.games)

        def after(game: int) -> GameLink:
            return GameLink(game, f"{where.path}?after={game}")

        return EarlierState(
            game=where.after,
            now_url=where.path,
            earlier=after(where.after - 1) if where.after else None,
            later=after(where.after + 1) if where.after + 1 < last else None,
        )

    def _preview_image(self, where: Where) -> str:
        if where.game is not None:
            return self.game_url(where.game, "share_png")
        return reverse("share", args=[self.campaign.code])


@dataclass(frozen=True, slots=True)
class OneOffPages(RecordPages):
    """The pages of a one-off game."""

    is_one_off: ClassVar[bool] = True

    game: Game

    @property
    def face(self) -> GameFace:
        return one_off_face(self.game.system)

    @property
    def words(self) -> RecordWords:
        return one_off_face(self.game.system).words(self.game)

    def change_texts(self, events: Iterable[HistoryEvent]) -> tuple[str, ...]:
        words = one_off_face(self.game.system).words(self.game)
        return tuple(one_off_change(event, words) for event in events)

    def frame(self, access: Access, where: Where) -> Frame:
        del access, where
        return Frame(base="base.html")

    @property
    def front_url(self) -> str:
        return reverse("one_off", args=[self.game.code])

    @property
    def undo_url(self) -> str:
        return reverse("one_off_undo", args=[self.game.code])

    def game_url(self, game: Game, page: str, *args: object) -> str:
        name = "one_off" if page == "game" else f"one_off_{page}"
        return reverse(name, args=[game.code, *args])

    def sheet_url(self, game: Game, sheet: str) -> str:
        del game, sheet
        return self.front_url

    def photo_url(self, photo: Photo, *, thumb: bool = False) -> str:
        page = "one_off_photo_thumb" if thumb else "one_off_photo"
        return reverse(page, args=[self.game.code, photo.name])

    def photo_alt(self, game: Game) -> str:
        del game
        return _("Photo of this game")

    def result_corrected(self, game: Game) -> str:
        del game
        return _("Result corrected.")

    @property
    def imported(self) -> str:
        return _("Game imported.")

    @property
    def export_name(self) -> str:
        return f"{self.game.system}-{self.game.code.lower()}"

    def sheet_heading(self, game: Game) -> str:
        return game_name(game.system, game.language)

    def sheet_name(self, game: Game, sheet: str) -> str:
        return f"{game.code}-{sheet}"

    def picture_name(self, game: Game) -> str:
        return game.code

    def sheet_foot(self, game: Game, host: str) -> str:
        foot = host + self.front_url
        seed = one_off_record(game).planned.seed
        return f"{foot} · {_('Seed')} {seed}" if seed else foot


def pages_of(record: Record) -> RecordPages:
    """Return the pages of a record."""
    match record:
        case Campaign():
            return CampaignPages(record)
        case Game():
            return OneOffPages(record)
    raise TypeError(f"{record!r} is no record")


def game_face(game: Game) -> GameFace:
    """Return how a game's system presents it."""
    return pages_of(game.record).face


def game_url(game: Game, page: str = "game", *args: object) -> str:
    """Return the URL of a page of a game: of a campaign's, or of a one-off game."""
    return pages_of(game.record).game_url(game, page, *args)
