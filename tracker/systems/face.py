"""What the pages that every game shares ask of a game system."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import URLPattern
from django.utils.datastructures import MultiValueDict
from django.utils.translation import get_language

from campaign.exchange.reading import Content
from campaign.models import Campaign, Game, Person, Play
from campaign.packs import game_name
from campaign.records import GameRecord
from campaign.rules.core.facts import Ended, Fact
from campaign.rules.core.live import Move, Position
from campaign.rules.core.problems import Problem
from campaign.rules.core.sheet import SetupSheet
from campaign.selectors.statistics import Statistics
from tracker.access import Access
from tracker.forms.one_offs import PlanAgainForm, StartGameForm
from tracker.forms.results import ResultForm
from tracker.presenters.charts import Chart
from tracker.sheets.compiler import Document
from tracker.systems.command_line import CheckedList, SheetCommand
from tracker.words.one_offs import OneOffWords

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Files = MultiValueDict[str, Any] | None
Stored = Mapping[str, Mapping[str, Any]]  # the facts of a game as they are stored, by kind


class CampaignRecordWords(Protocol):
    """The words for what a campaign's record holds, with its names."""

    def sentence(self, problem: Problem) -> str:
        """Return what is wrong."""

    def fact(self, fact: Fact) -> str:
        """Return what a fact says."""

    def facts(self, facts: Sequence[Fact]) -> str:
        """Return what facts say, reasons included."""

    def groups(self, facts: Sequence[Fact]) -> list[list[Fact]]:
        """Return facts in the same order, those that one sentence says together."""

    def plan(self, plan: Fact, game: int) -> str:
        """Return what the plan of a game says, its reason included."""

    def won(self, fact: Fact) -> bool | None:
        """Say whether a result is a win; None where it is neither won nor lost by all."""

    def kind(self, kind: str) -> str:
        """Return what a kind of fact is called."""

    def against(self, plan: Fact) -> str:
        """Return whom a planned game is against."""


RecordWords = CampaignRecordWords | OneOffWords


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands above a game's pages."""

    title: str  # what the game is called: whom it is against
    kicker: str
    page: str  # the title of the browser's window
    against: str  # above the form of its result
    setup: str = ""  # what is to be done, above the set-up of a one-off game


@dataclass(frozen=True, slots=True)
class Action:
    """A way on from a game's page; the first is the main one."""

    url: str
    label: str
    style: str = "secondary"


class GameFace(Protocol):
    """The pages of one game, of a campaign or by itself.

    ``result_fields.html`` in its system's folder draws the fields of how it ended, and reads
    ``form``; ``ended.html`` draws how it ended, and reads ``ended``.
    """

    def file_words(self, content: Content) -> RecordWords:
        """Return the words for an export file, which may hold a story that does not replay."""

    def heading(self, game: Game) -> Heading:
        """Return what stands above a game's pages."""

    def document(self, sheet: SetupSheet[Any], heading: str) -> Document:
        """Return a set-up sheet to print; its QR code leads to where the result is entered."""

    def result_form(
        self, data: QueryDict | None, files: Files, *, access: Access, game: Game, stands: Any
    ) -> ResultForm:
        """Return the form of a result; ``stands`` is the one that it corrects, or None."""

    def ended(self, game: Game, played: Any) -> object:
        """Return how a game ended, for ``ended.html``; ``outcome`` is what its seal shows."""


class OneOffFace(GameFace, Protocol):
    """A system of which one-off games are played.

    Below ``one_off`` in its folder, ``start.html`` draws the fields of the start form, and reads
    ``form``; ``setup.html`` draws the set-up, and reads what ``setup`` returns; ``roll.html`` draws
    what stays when the rest is drawn again, and reads ``roll``; ``change.html`` is the page on
    which players choose for themselves, and reads ``form``.
    """

    @property
    def lead(self) -> StrPromise | str:
        """Return in a line what its games are."""

    def words(self, game: Game) -> OneOffWords:
        """Return the words for a game's record."""

    def start_form(self, data: QueryDict | None, *, person: Person | None) -> StartGameForm:
        """Return the form that sets a game up; ``person`` is who asks, None before they sign in."""

    def change_form(self, data: QueryDict | None, *, access: Access, game: Game) -> PlanAgainForm:
        """Return the form in which players choose; it has a seed and a language too."""

    def roll_form(self, data: QueryDict | None, *, access: Access, game: Game) -> PlanAgainForm:
        """Return the form that draws again whatever does not stay."""

    def setup(self, game: Game) -> Mapping[str, Any]:
        """Return what ``one_off/setup.html`` shows."""

    def recent(self, game: Game, record: GameRecord) -> Recent:
        """Return a game as a line of somebody's list."""


@dataclass(frozen=True, slots=True)
class Recent:
    """A game of somebody's list: enough to know it again."""

    game: Game
    title: str
    detail: str  # who plays: "2 mages"
    outcome: str = ""  # "win", "loss", or empty
    played: Ended | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A page in a campaign's navigation; ``looks_back``: it can show an earlier game's state."""

    name: str  # of its url, which takes the campaign's code
    label: StrPromise
    icon: str
    looks_back: bool = False


@dataclass(frozen=True, slots=True)
class Ahead:
    """The one next step, and where it is done; no address for who may not do it.

    ``action`` takes the place of ``url`` where one tap does it: the form with ``hidden`` in it.
    """

    title: str
    text: str = ""
    url: str = ""
    label: str = ""
    second_url: str = ""
    second_label: str = ""
    action: str = ""
    hidden: tuple[tuple[str, Any], ...] = ()


class CampaignFace(GameFace, Protocol):
    """A system whose games make up a campaign."""

    places: Sequence[Place]  # its pages, in their order; the first four stand in the bar

    def words(self, campaign: Campaign) -> CampaignRecordWords:
        """Return the words for a campaign's record."""

    def front(self, request: HttpRequest, access: Access) -> HttpResponse:
        """Answer with the front page of a campaign."""

    def ahead(self, access: Access) -> Ahead:
        """Return the next step of a campaign."""

    def standing(self, campaign: Campaign, game: int, facts: Stored) -> str:
        """Return where a campaign stands by its latest game; best without replaying it."""

    def games(self, campaign: Campaign) -> list[tuple[int, str]]:
        """Return the games of a campaign to branch off after, by number and in words."""

    def actions(self, access: Access, game: Game) -> list[Action]:
        """Return where a game's page leads on to."""

    def after_joining(self, campaign: Campaign) -> str:
        """Return where a new player goes on to: best where they say whom they play."""

    def share_document(self, campaign: Campaign) -> Document:
        """Return the picture of a campaign to share; it gives nothing away."""


class PlayFace(Protocol):
    """What the log, its files and statistics say of a system's plays.

    The systems of a family are counted together, with the charts of any of them.
    """

    @property
    def columns(self) -> Mapping[str, StrPromise]:
        """Return the columns of the spreadsheet that only these plays fill, with their labels."""

    def cells(self, play: Play) -> Mapping[str, int | None]:
        """Return what stands in these columns."""

    def level(self, play: Play) -> str:
        """Return how far it was; "" where its difficulty says all there is to say."""
        del play
        return ""

    def ending(self, play: Play) -> str:
        """Return how it ended, in words; "" where that was not noted."""

    def closest(self, counted: Statistics) -> tuple[int, str] | None:
        """Return the id of the play that was won by least, and by what; None where nobody noted."""
        del counted
        return None

    def charts(self, counted: Statistics) -> Iterable[Chart]:
        """Yield the charts of plays, beside those that any game has."""


@dataclass(frozen=True, slots=True)
class LivePart:
    """A part of the live page: equal values of one template look the same."""

    template: str  # it reads ``part``, and ``may`` for whether this visitor makes moves
    value: object


class LiveFace(Protocol):
    """A game on every phone while it is played.

    ``live/panels.html`` in its system's folder draws the forms that take more than a tap.
    """

    def parts(self, game: Game, position: Position[Any]) -> Mapping[str, LivePart]:
        """Return what a position looks like, by the names of its parts, in their order."""

    def panels(self, game: Game) -> Mapping[str, Any]:
        """Return what ``live/panels.html`` shows; moves do not change it."""

    def move(self, game: Game, move: Move) -> str:
        """Return what a move did, in a few words."""

    def initial(self, table: Any, at: int) -> Mapping[str, Any]:
        """Return what the result form is filled in with, so many seconds after the opening."""

    def picture(self, game: Game, position: Position[Any]) -> Chart:
        """Return a chart of how the game went, once it is over."""


@dataclass(frozen=True, slots=True)
class Face:
    """How one game system looks."""

    slug: str
    folder: str  # of its templates
    title: StrPromise | str = ""  # what it is offered as, where that is not what the box is called
    styles: str = ""  # a static file
    campaign_styles: str = ""  # another, of the pages of its campaigns
    campaign: CampaignFace | None = None
    one_off: OneOffFace | None = None
    plays: PlayFace | None = None
    command: SheetCommand | None = None
    live: LiveFace | None = None
    is_owned_by: Callable[[Person], bool] = lambda _person: False  # whose boxes it offers first
    # Says why a game is not shown to people; None among them is anybody at all.
    kept_from: Callable[[Game, Iterable[Person | None]], str] = lambda _game, _people: ""
    # Says which of some boxes somebody may see nothing of.
    closed_boxes: Callable[[Person, Collection[str]], Iterable[str]] = lambda _person, _boxes: ()
    check_list: Callable[[str], CheckedList] | None = None  # for ``manage.py deck check``
    urls: tuple[URLPattern, ...] = ()  # that only this system has
    home: tuple[tuple[str, StrPromise], ...] = ()  # ways from the home page: a url's name, a label
    # Says whether somebody else than its owner plays in a one-off game, and so may record it.
    plays_in: Callable[[Game, Person], bool] = lambda _game, _person: False

    @property
    def name(self) -> str:
        """Return what it is called, in the active language."""
        return str(self.title) or game_name(self.slug, get_language() or "en")
