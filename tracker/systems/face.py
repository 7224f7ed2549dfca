"""The protocols of a game system's face, which the shared pages use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import URLPattern, reverse
from django.utils.datastructures import MultiValueDict
from django.utils.translation import get_language
from ninja import Router

from campaign.exchange.content import Content
from campaign.models import Campaign, Game, Person, Play
from campaign.packs import game_name
from campaign.records import GameRecord
from campaign.rules.core.facts import Ended
from campaign.rules.core.live import Move, Position
from campaign.rules.core.seeing import Audience
from campaign.rules.core.sheet import SetupSheet
from campaign.selectors.statistics import Statistics
from tracker.forms.campaigns import StartCampaignForm
from tracker.forms.fields import HiddenField
from tracker.forms.one_offs import PlanAgainForm, StartGameForm
from tracker.forms.results import ResultForm
from tracker.people.access import Access
from tracker.presenters.charts import Chart
from tracker.sheets.compiler import Document
from tracker.systems.command_line import SheetCommand
from tracker.systems.look import Look
from tracker.words.one_offs import OneOffWords
from tracker.words.records import CampaignRecordWords, RecordWords

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Files = MultiValueDict[str, Any] | None
Stored = Mapping[str, Mapping[str, Any]]  # the payloads of a game's facts, by kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """The headings of a game's pages."""

    title: str  # the game's name: its opponent
    kicker: str
    page: str  # the ``<title>``
    against: str  # of the result form
    setup: str = ""  # of the set-up of a one-off game


@dataclass(frozen=True, slots=True)
class Action:
    """A link from a game's page; the first is the main one."""

    url: str
    label: str
    style: str = "secondary"


class GameFace(Protocol):
    """The pages of a game, of a campaign or one-off.

    ``result_fields.html`` in its system's folder draws the fields of how it ended, and reads
    ``form``; ``ended.html`` draws how it ended, and reads ``ended``.
    """

    def file_words(self, content: Content) -> RecordWords:
        """Return the words for an export file, whose story may not replay."""

    def heading(self, game: Game) -> Heading:
        """Return the headings of a game's pages."""

    def document(self, sheet: SetupSheet[Any], heading: str) -> Document:
        """Return a set-up sheet as a document."""

    def result_form(
        self, data: QueryDict | None, files: Files, *, access: Access, game: Game, stands: Any
    ) -> ResultForm:
        """Return the form of a result; ``stands`` is the result that it corrects, or None."""

    def ended(self, game: Game, played: Any) -> object:
        """Return the values of ``ended.html``; ``outcome`` is for its mark."""

    def share_document(self, game: Game, *, names: bool = False) -> Document:
        """Return the picture of a game to share; only with ``names`` it has any of them."""


class OneOffFace(GameFace, Protocol):
    """A system that has one-off games.

    Below ``one_off`` in its folder, ``start.html`` draws the fields of the start form, and reads
    ``form``; ``setup.html`` draws the set-up, and reads ``setup``; ``roll.html`` draws
    what to keep when the rest is drawn again, and reads ``roll``; ``change.html`` is the page on
    which players choose for themselves, and reads ``form``.
    """

    @property
    def lead(self) -> StrPromise | str:
        """Return a one-line description of its games."""

    def is_owned_by(self, person: Person) -> bool:
        """Say whether somebody said that they own it: then it is offered first."""

    def words(self, game: Game) -> OneOffWords:
        """Return the words for a game's record."""

    def start_form(self, data: QueryDict | None, *, person: Person | None) -> StartGameForm:
        """Return the form that starts a game; ``person`` is whoever is signed in, or None."""

    def change_form(self, data: QueryDict | None, *, access: Access, game: Game) -> PlanAgainForm:
        """Return the form in which players choose; it has a seed and a language too."""

    def roll_form(self, data: QueryDict | None, *, access: Access, game: Game) -> PlanAgainForm:
        """Return the form that draws again everything that is not kept."""

    def setup(self, game: Game) -> object:
        """Return the values of ``one_off/setup.html``."""

    def recent(self, game: Game, record: GameRecord) -> Recent:
        """Return a game as an item of a person's list."""

    def seat_titles(self, game: Game) -> Sequence[str]:
        """Return what is played at each seat, such as a role; "" where nobody may know yet."""

    def seat_links(self, game: Game, seat: int) -> Sequence[Action]:
        """Return the pages of a seat for who holds it: what is secret, and what they choose."""

    def seat_form(
        self, data: QueryDict | None, *, access: Access, game: Game, seat: int
    ) -> PlanAgainForm | None:
        """Return the form in which who holds a seat chooses for it; None if there is no choice.

        ``one_off/seat.html`` draws its fields, and reads ``form``.
        """

    def again(self, game: Game, person: Person) -> Any:
        """Return the choices for another game of the same people, which ``person`` starts.

        Raises ``RulesError`` if they would get what another player still keeps secret.
        """


@dataclass(frozen=True, slots=True)
class Recent:
    """A game in a person's list of recent games."""

    game: Game
    title: str
    detail: str  # who plays: "2 players"
    outcome: str = ""  # "win", "loss", or empty
    played: Ended | None = None


@dataclass(frozen=True, slots=True)
class Place:
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


class CampaignFace(GameFace, Protocol):
    """A system that has campaigns.

    ``campaign/start.html`` in its folder draws the fields of who plays, and reads ``form``.
    """

    styles: str  # a static file for the pages of campaigns; "" for none
    places: Sequence[Place]  # its navigation; the first four stand in the bar
    start_page: str  # the name of the URL that starts one: the shared "start", or its own

    @property
    def lead(self) -> StrPromise | str:
        """Return what the page that starts a campaign says first."""

    @property
    def deleted_too(self) -> StrPromise | str:
        """Return what is deleted with a campaign, beside its games, notes and photos."""

    @property
    def kept_offline(self) -> Sequence[str]:
        """Return the pages that phones keep for use without a network.

        They are regular expressions, as JavaScript reads them, of paths below the campaign's.
        """

    def start_form(self, data: QueryDict | None) -> StartCampaignForm:
        """Return the form that starts a campaign."""

    def words(self, campaign: Campaign) -> CampaignRecordWords:
        """Return the words for a campaign's record."""

    def front(self, request: HttpRequest, access: Access) -> HttpResponse:
        """Render the front page of a campaign."""

    def ahead(self, access: Access) -> Ahead:
        """Return the next step of a campaign."""

    def known_state(self, access: Access) -> object:
        """Return a campaign's state as its pages show it, for the API, as a dataclass."""

    def progress(self, campaign: Campaign, game: int, facts: Stored) -> str:
        """Return a campaign's progress by its latest game, without replaying it if possible."""

    def games(self, campaign: Campaign) -> list[tuple[int, str]]:
        """Return the games after which a campaign can be forked, with their labels."""

    def actions(self, access: Access, game: Game) -> list[Action]:
        """Return the links of a game's page."""

    def own_seat(self, campaign: Campaign, person: Person) -> int | None:
        """Return the seat of the character that somebody took; None if they took none."""

    def after_joining(self, campaign: Campaign) -> str:
        """Return the URL for a new player, such as the choice of their character."""

    def sheet_url(self, game: Game, sheet: str) -> str:
        """Return the URL of the page on which the steps of a sheet are ticked."""

    def entry_delete_url(self, campaign: Campaign, fact: int) -> str:
        """Return the URL that deletes one entry, by its id; "" if none goes alone."""

    def rename_url(self, campaign: Campaign) -> str:
        """Return the URL of the page that renames what players named; "" for none."""

    def campaign_share_document(self, campaign: Campaign, *, names: bool = False) -> Document:
        """Return the picture of a campaign to share, without spoilers."""


class PlayFace(Protocol):
    """A system's plays in the log, its files and statistics.

    The systems of a family are counted together, with the charts of the first of them.
    """

    @property
    def columns(self) -> Mapping[str, StrPromise]:
        """Return the CSV columns that only this system has, with their labels."""

    def cells(self, play: Play) -> Mapping[str, int | None]:
        """Return the values of these columns."""

    def level(self, play: Play) -> str:
        """Return the level of a play, such as its chapter; "" to show its difficulty."""
        del play
        return ""

    def ending(self, play: Play) -> str:
        """Return how it ended, in words; "" if that was not noted."""

    def closest(self, counted: Statistics) -> tuple[int, str] | None:
        """Return the id of the closest win, and how close it was, in words; None if unknown."""
        del counted
        return None

    def charts(self, counted: Statistics) -> Iterable[Chart]:
        """Yield the charts of this system, beside those of any game."""


class Edge(StrEnum):
    """An edge of a tablet in the middle of the table, clockwise from who holds it."""

    BOTTOM = "bottom"
    LEFT = "left"
    TOP = "top"
    RIGHT = "right"


def edges(seats: int) -> tuple[Edge, ...]:
    """Return the edge of each of so many seats: two sit opposite, a fifth shares a long edge."""
    few: dict[int, tuple[Edge, ...]] = {
        2: (Edge.BOTTOM, Edge.TOP),
        3: (Edge.BOTTOM, Edge.LEFT, Edge.RIGHT),
    }
    around = tuple(Edge)
    shared = (Edge.BOTTOM, Edge.TOP)[: max(0, seats - len(around))]
    return few.get(seats) or tuple(sorted((*around, *shared), key=around.index))[:seats]


@dataclass(frozen=True, slots=True)
class LivePart:
    """A part of the live page; parts that compare equal look the same."""

    template: str  # it reads ``part``, and ``may``: whether this visitor makes moves
    value: object
    edge: Edge | None = None  # of a tablet on the table, to which it is turned; None: the middle


@dataclass(frozen=True, slots=True)
class SeatName:
    """A seat at the live table."""

    number: int
    name: str


class Outcome(StrEnum):
    """What everybody at a table has in common when a game is decided."""

    WIN = "win"
    LOSS = "loss"
    DECIDED = "decided"  # some have won and others lost, or nobody


@dataclass(frozen=True, slots=True)
class PlayerName:
    """Somebody who played, as the ending names them."""

    name: str
    detail: str = ""  # such as what they played
    colour: str = ""
    has_won: bool = False  # in a game in which not all win or lose together


@dataclass(frozen=True, slots=True)
class LiveEnding:
    """How a live game is decided: on every phone it takes the place of the table."""

    outcome: Outcome
    title: str
    reasons: tuple[str, ...]
    players: tuple[PlayerName, ...]
    emblem: str = ""  # the template of its ``Look``, to stand in the ring; "" for a tick or a cross


@dataclass(frozen=True, slots=True)
class ReplayLine:
    """A dial over the moves of a game, for its replay."""

    name: str
    values: tuple[int, ...]  # one for each table
    most: int  # the top of its scale


class LiveFace(Protocol):
    """A system's live games.

    ``live/panels.html`` in its system's folder draws the forms that take more than a tap, and
    reads ``panels``.
    """

    def parts(self, game: Game, position: Position[Any]) -> Mapping[str, LivePart]:
        """Return the parts of a position by their names, in order."""

    def ending(self, game: Game, position: Position[Any]) -> LiveEnding | None:
        """Return how the game is decided; None while it goes on."""

    def panels(self, game: Game, to: Audience, person: Person | None) -> object:
        """Return the values of ``live/panels.html``, which moves do not change.

        ``to`` is the audience that looks, and may see its own secrets; ``person`` is who that is.
        """

    def seats(self, game: Game) -> tuple[SeatName, ...]:
        """Return whose a phone at the table can be."""

    def move(self, game: Game, move: Move, before: Any, after: Any) -> str:
        """Return what a move did, in a few words; ``before`` and ``after`` are the tables.

        It may have done less than was asked: a number stops at its limits.
        """

    def initial(self, table: Any, at: int) -> Mapping[str, Any]:
        """Return the initial values of the result form, ``at`` so many seconds into the game."""

    def picture(self, game: Game, position: Position[Any]) -> Chart:
        """Return a chart of a finished game."""

    def replay(self, game: Game, tables: Sequence[Any]) -> tuple[ReplayLine, ...]:
        """Return the dials that a replay shows, the most telling first, at each of these tables."""


# --- what programs read, besides what the pages of any game have ---


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
    urls: tuple[URLPattern, ...] = ()  # that only this system has
    home_links: tuple[HomeLink, ...] = ()
    # What somebody keeps of this system, for their home page; None if it is nothing yet.
    kept_by: Callable[[Person], KeptList | None] | None = None
    # For the API: what is in the boxes and not closed to a person, in a language;
    # operations of its own.
    catalogue: Callable[[Person, str], Iterable[CatalogueEntry]] | None = None
    api: Router | None = None

    @property
    def name(self) -> str:
        """Return its name in the active language."""
        return str(self.title) or game_name(self.slug, get_language() or "en")
