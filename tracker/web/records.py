"""The pages of a record, their addresses and names; and the addresses of games.

A record is a campaign with its games, or a one-off game; :class:`RecordPages` is the one place that
asks which. A game has the same addresses in both.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.models import Campaign, Game, Record
from campaign.packs import game_name
from campaign.selectors.campaigns import campaign_facts
from campaign.selectors.history import HistoryEvent
from campaign.selectors.seeing import seen_facts
from tracker.faces.campaigns import NavigationItem
from tracker.faces.games import Action, GameFace
from tracker.faces.registry import campaign_face, one_off_face
from tracker.people.access import Access
from tracker.web.evenings import NextEvening, next_evening
from tracker.words.history import campaign_change, one_off_change
from tracker.words.records import RecordWords

EVENINGS = NavigationItem("evenings", gettext_lazy("Next evening"), "evening")
FOR_MEMBERS = ("people", "evenings")  # pages that name people, and where they meet
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
    evening: NextEvening | None = None  # on the front page of a campaign


@dataclass(frozen=True, slots=True)
class Where:
    """Which page of a record is shown."""

    path: str
    place: str = ""  # its name in the navigation
    after: int | None = None  # the game after which it shows the campaign; None for now
    game: Game | None = None  # if it is the page of one game


@dataclass(frozen=True, slots=True)
class RecordPages:
    """The pages of a record: of a campaign and its games, or of a one-off game."""

    record: Record

    # --- the record ---

    @property
    def campaign(self) -> Campaign | None:
        """Return the campaign; None for a one-off game."""
        return self.record if isinstance(self.record, Campaign) else None

    @property
    def is_one_off(self) -> bool:
        """Say whether it is a one-off game, for sentences that templates choose."""
        return self.campaign is None

    @property
    def face(self) -> GameFace:
        """Return how its system presents its games."""
        find = one_off_face if self.campaign is None else campaign_face
        return find(self.record.system)

    @property
    def words(self) -> RecordWords:
        """Return the words for it."""
        match self.record:
            case Campaign() as campaign:
                return campaign_face(campaign.system).words(campaign)
            case Game() as game:
                return one_off_face(game.system).words(game)
        raise TypeError(f"{self.record!r} is no record")

    def change_texts(self, events: Iterable[HistoryEvent]) -> tuple[str, ...]:
        """Return what changes of it did, each in words."""
        match self.record:
            case Campaign() as campaign:
                of_campaign = campaign_face(campaign.system).words(campaign)
                return tuple(campaign_change(event, of_campaign) for event in events)
            case Game() as game:
                of_game = one_off_face(game.system).words(game)
                return tuple(one_off_change(event, of_game) for event in events)
        raise TypeError(f"{self.record!r} is no record")

    # --- addresses and names of files ---

    @property
    def front_url(self) -> str:
        """Return the URL of its front page."""
        return reverse("game" if self.is_one_off else "campaign", args=[self.record.code])

    @property
    def undo_url(self) -> str:
        """Return the URL that undoes, or redoes, its last change."""
        return reverse("undo_game" if self.is_one_off else "undo_last", args=[self.record.code])

    @property
    def export_name(self) -> str:
        """Return the name of its export file, without a suffix."""
        if self.campaign is None:
            return f"{self.record.system}-{self.record.code.lower()}"
        # The name of a campaign can contain any character.
        return slugify(self.campaign.name)[:MAX_FILE_NAME].strip("-") or "campaign"

    # --- what surrounds a page ---

    def frame(self, access: Access, where: Where) -> Frame:
        """Return what surrounds a page of it."""
        campaign = self.campaign
        if campaign is None:
            return Frame(base="base.html")
        return Frame(
            base="campaigns/base.html",
            campaign=campaign,
            nav=self._nav(campaign, access, where),
            then=self._then(campaign, where),
            campaign_styles=campaign_face(campaign.system).styles,
            preview_image=self._preview_image(campaign, where) if campaign.demo else "",
            evening=self._next_evening(campaign, access) if where.path == self.front_url else None,
        )

    def _nav(self, campaign: Campaign, access: Access, where: Where) -> tuple[NavItem, ...]:
        """Return the navigation; the first four items stand in the bar.

        From a page that shows an earlier state, links lead to the same state.
        """
        items = []
        for item in (*campaign_face(campaign.system).navigation, EVENINGS):
            if item.name in FOR_MEMBERS and access.role is None:
                continue
            url = reverse(item.name, args=[campaign.code])
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

    def _next_evening(self, campaign: Campaign, access: Access) -> NextEvening | None:
        """Return the next evening, for members: where people meet is nobody else's business."""
        if access.only_looks_on:
            return None
        is_over = campaign_face(campaign.system).is_over(campaign)
        return next_evening(campaign, access.person, may_plan=access.may_record and not is_over)

    def _then(self, campaign: Campaign, where: Where) -> EarlierState | None:
        """Return the links between earlier states; None for the campaign as it is now."""
        if where.after is None:
            return None
        last = max(campaign_facts(campaign).story.games)

        def after(game: int) -> GameLink:
            return GameLink(game, f"{where.path}?after={game}")

        return EarlierState(
            game=where.after,
            now_url=where.path,
            earlier=after(where.after - 1) if where.after else None,
            later=after(where.after + 1) if where.after + 1 < last else None,
        )

    def _preview_image(self, campaign: Campaign, where: Where) -> str:
        if where.game is not None:
            return game_url(where.game, "share_png")
        return reverse("share", args=[campaign.code])


def pages_of(record: Record) -> RecordPages:
    """Return the pages of a record."""
    return RecordPages(record)


def opening_of(game: Game) -> Action | None:
    """Return what has to be done before a game can be played; None if nothing is left to do."""
    return one_off_face(game.system).opening(game) if game.campaign is None else None


def game_face(game: Game) -> GameFace:
    """Return how a game's system presents it."""
    return pages_of(game.record).face


def game_url(game: Game, page: str = "game", *args: object) -> str:
    """Return the URL of a page of a game."""
    return reverse(page, args=[game.code, *args])


def numbered_url(campaign: Campaign, number: int, page: str = "game", *args: object) -> str:
    """Return the URL of a page of the game that has a number in a campaign."""
    return reverse(page, args=[campaign_facts(campaign).codes[number], *args])


# --- a game on paper, and in files ---


def sheet_heading(game: Game) -> str:
    """Return the heading of a game's printed set-up sheet."""
    return game.campaign.name if game.campaign else game_name(game.system, game.language)


def game_file_name(game: Game) -> str:
    """Return the name of a file about a game, without a suffix."""
    if game.campaign is None:
        return game.code
    return f"{slugify(game.campaign.name) or game.campaign.code}-game-{game.number}"


def sheet_foot(game: Game, host: str) -> str:
    """Return the footer of a printed sheet: where it is from, and a seed that is no secret."""
    foot = host + pages_of(game.record).front_url
    seed = seen_facts(game).planned.seed if game.campaign is None else ""
    return f"{foot} · {_('Seed')} {seed}" if seed else foot
