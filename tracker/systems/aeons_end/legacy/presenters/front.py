"""A campaign's front page: next step, chapter path, changes, latest result."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.rules.aeons_end.legacy.decisions import NextStep, StepKind
from campaign.rules.aeons_end.legacy.facts import Noted
from campaign.rules.aeons_end.legacy.first_evening import EveningStep
from campaign.rules.aeons_end.legacy.state import GameStatus, State
from campaign.rules.aeons_end.sheet import SheetPile
from tracker.faces.campaigns import Ahead
from tracker.people.access import Access
from tracker.systems.aeons_end.legacy.presenters.campaign_snapshot import CampaignSnapshot
from tracker.systems.aeons_end.legacy.presenters.market import piles
from tracker.systems.aeons_end.shared import selectors, words
from tracker.systems.aeons_end.shared.presenters.chapter_path import (
    Station,
    chapter_path,
    chapter_states,
)
from tracker.systems.aeons_end.shared.presenters.news import fact_news, line_news
from tracker.systems.aeons_end.shared.presenters.results import Totals, ending_of, totals
from tracker.systems.aeons_end.shared.selectors import ResultRow
from tracker.web.records import numbered_url

CHANGES_AT_ONCE = 6


@dataclass(frozen=True, slots=True)
class LastGame:
    """The latest game with a result, in words."""

    row: ResultRow
    ending: str
    dials: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FrontPage:
    """A campaign's front page."""

    ahead: Ahead
    state: State
    path: tuple[Station, ...]
    caption: str
    piles: tuple[SheetPile, ...]
    changes: tuple[str, ...]
    last: LastGame | None
    totals: Totals
    may_bookmark: bool
    is_demo_visit: bool  # somebody looks at a demo without a role in it

    @property
    def shows_bookmark(self) -> bool:
        """Say whether the story is running, and read up to a card that is or may be noted."""
        return not self.state.finished and bool(self.state.bookmark or self.may_bookmark)

    @property
    def shows_story_link(self) -> bool:
        """Say whether there is a story to read; a finished one is offered above."""
        return self.last is not None and not self.state.finished

    @property
    def first_changes(self) -> tuple[str, ...]:
        """Return the changes that the page shows at once."""
        return self.changes[:CHANGES_AT_ONCE]

    @property
    def more_changes(self) -> tuple[str, ...]:
        """Return the changes that the page folds away."""
        return self.changes[CHANGES_AT_ONCE:]


def front_page(snapshot: CampaignSnapshot, ahead: Ahead) -> FrontPage:
    """Return what the front page shows."""
    campaign, state = snapshot.access.campaign, snapshot.state
    step = selectors.campaign_next_step(campaign)
    rows = selectors.results_table(campaign)
    counted = totals(rows)
    return FrontPage(
        ahead=ahead,
        state=state,
        path=chapter_path(chapter_states(state, step), opponents(snapshot)),
        caption=caption(state, step, counted),
        piles=piles(snapshot) if EveningStep.MARKET.opens in state.seals else (),
        changes=changes(snapshot),
        last=last_game(snapshot, rows),
        totals=counted,
        may_bookmark=snapshot.may_edit and state.current is not None,
        is_demo_visit=campaign.demo and snapshot.access.role is None,
    )


def opponents(snapshot: CampaignSnapshot) -> dict[int, str]:
    """Return the nemesis of each chapter that was played or planned, by its number."""
    return {game.chapter: snapshot.namer.name(game.foe) for game in snapshot.state.games}


def next_step(access: Access, step: NextStep, state: State) -> Ahead:
    """Return the next step in words, with the actions that this visitor may take."""
    code, may = access.campaign.code, access.may_record
    namer = selectors.namer_of(access.campaign)
    title, text = words.next_step(step, state, namer)
    opponent = namer.name(state.games[-1].foe) if state.games else ""

    def of_game(page: str) -> str:
        return numbered_url(access.campaign, state.games[-1].number, page)

    match step.kind:
        case StepKind.FINISHED:
            return Ahead(title, text, reverse("story", args=[code]), _("Read the story"))
        case StepKind.PLAY:
            sheet, label = of_game("setup"), _("Open the set-up sheet")
            result = of_game("result")
            if not may:
                return Ahead(title, url=sheet, label=label, opponent=opponent)
            return Ahead(
                title, text, sheet, label, result, _("Enter the result"), opponent=opponent
            )
        case StepKind.UNPACK:
            guide = reverse("first_evening", args=[code])
            if not may:
                return Ahead(title, text, guide, _("See the steps"))
            return Ahead(title, text, guide, _("Go on") if state.evening.done else _("Begin"))
        case StepKind.PLAN:
            if not may:
                return Ahead(title, _("The game is not planned yet."))
            return Ahead(title, text, reverse("plan", args=[code]), _("Plan the game"))
        case StepKind.AFTERMATH:
            label = _("Decide the aftermath")
        case StepKind.SETTLE:
            label = _("Finish the aftermath")
    if not may:
        return Ahead(title, _("The players do this."))
    return Ahead(title, text, of_game("aftermath"), label, opponent=opponent)


def caption(state: State, step: NextStep, counted: Totals) -> str:
    """Return the progress of the campaign, for below the path."""
    where = _("Chapter %(chapter)s of %(chapters)s.") % {
        "chapter": step.chapter,
        "chapters": state.chapters,
    }
    if not counted.played:
        return where
    games = ngettext(
        "%(count)s game played: %(won)s won, %(lost)s lost.",
        "%(count)s games played: %(won)s won, %(lost)s lost.",
        counted.played,
    ) % {"count": counted.played, "won": counted.won, "lost": counted.lost}
    return games if state.finished else f"{where} {games}"


def changes(snapshot: CampaignSnapshot) -> tuple[str, ...]:
    """Return the changes since the last set-up if a game is planned, else those of the game."""
    current = snapshot.state.current
    if current is None:
        return ()
    if current.phase is GameStatus.PLANNED:
        sheet = selectors.campaign_sheet(snapshot.access.campaign)
        return line_news(sheet.changes) if sheet else ()
    return fact_news(snapshot.record.story.games.get(current.number, ()), snapshot.words)


def last_game(snapshot: CampaignSnapshot, rows: Sequence[ResultRow]) -> LastGame | None:
    """Return the latest game with a result, in words; None before there is one."""
    for row in reversed(rows):
        if row.game.tally is not None:
            facts = snapshot.record.story.games.get(row.game.number, ())
            return LastGame(
                row=row,
                ending=ending_of(row.game),
                dials=words.tally(row.game.tally, words.RecordNames(seats=snapshot.state.seats)),
                notes=tuple(fact.text for fact in facts if isinstance(fact, Noted)),
            )
    return None
