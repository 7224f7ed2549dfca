"""A campaign's front page: next step, chapter path, changes, latest result."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.rules.aeons_end.legacy.decisions import NextStep, StepKind
from campaign.rules.aeons_end.legacy.facts import Noted
from campaign.rules.aeons_end.legacy.state import Phase, State
from tracker.people.access import Access
from tracker.systems.aeons_end import selectors, words
from tracker.systems.aeons_end.presenters.campaign_snapshot import CampaignSnapshot
from tracker.systems.aeons_end.presenters.news import fact_news, line_news
from tracker.systems.aeons_end.presenters.results import Totals, ending_of
from tracker.systems.aeons_end.selectors import ResultRow
from tracker.systems.face import Ahead


def ahead(access: Access, step: NextStep, state: State) -> Ahead:
    """Return the next step in words, with the actions that this visitor may take."""
    code, may = access.campaign.code, access.may_record
    title, text = words.next_step(step, state, selectors.namer_of(access.campaign))
    match step.kind:
        case StepKind.FINISHED:
            return Ahead(title, text, reverse("story", args=[code]), _("Read the story"))
        case StepKind.PLAY:
            sheet, label = reverse("setup", args=[code, step.game]), _("Open the set-up sheet")
            result = reverse("result", args=[code, step.game])
            if not may:
                return Ahead(title, url=sheet, label=label)
            return Ahead(title, text, sheet, label, result, _("Enter the result"))
        case StepKind.PLAN:
            if not may:
                return Ahead(title, _("The game is not planned yet."))
            return Ahead(title, text, reverse("plan", args=[code]), _("Plan the game"))
        case StepKind.AFTERMATH:
            label = _("Decide the aftermath")
        case StepKind.SETTLE:
            label = _("Settle the game")
    if not may:
        return Ahead(title, _("Players handle this."))
    return Ahead(title, text, reverse("aftermath", args=[code, step.game]), label)


def chapters(state: State, step: NextStep) -> dict[int, str]:
    """Return the state of each chapter on the path: "won", "lost", "here" or "sealed"."""
    won = {game.chapter for game in state.games if game.won}
    marks = dict.fromkeys(range(1, state.chapters + 1), "sealed")
    marks |= {number: "won" if number in won else "lost" for number in range(1, state.ended + 1)}
    return marks if state.finished else marks | {step.chapter: "here"}


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
    if current.phase is Phase.PLANNED:
        sheet = selectors.session_setup(snapshot.access.campaign)
        return line_news(sheet.changes) if sheet else ()
    return fact_news(snapshot.record.story.games.get(current.number, ()), snapshot.words)


def last_game(snapshot: CampaignSnapshot, rows: Sequence[ResultRow]) -> dict[str, object] | None:
    """Return the latest game with a result, in words; None before there is one."""
    for row in reversed(rows):
        if row.game.tally is not None:
            facts = snapshot.record.story.games.get(row.game.number, ())
            return {
                "row": row,
                "ending": ending_of(row.game),
                "dials": words.tally(row.game.tally, words.RecordNames(seats=snapshot.state.seats)),
                "notes": [fact.text for fact in facts if isinstance(fact, Noted)],
            }
    return None
