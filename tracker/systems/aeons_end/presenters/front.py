"""A campaign's front page: the one next step, the path, what changed, how it ended."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.rules.aeons_end.legacy.decisions import NextStep, StepKind
from campaign.rules.aeons_end.legacy.facts import Noted
from campaign.rules.aeons_end.legacy.state import Phase, State
from tracker.access import Access
from tracker.systems.aeons_end import selectors, words
from tracker.systems.aeons_end.presenters.look import Look
from tracker.systems.aeons_end.presenters.news import fact_news, line_news
from tracker.systems.aeons_end.presenters.results import Totals, ending_of
from tracker.systems.aeons_end.selectors import ResultRow
from tracker.systems.face import Ahead


def ahead(access: Access, step: NextStep, state: State) -> Ahead:
    """Put the next step into words, with the buttons this visitor may press."""
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
    """Return the chapters as the path draws them: "won", "lost", "here" or "sealed"."""
    won = {game.chapter for game in state.games if game.won}
    marks = dict.fromkeys(range(1, state.chapters + 1), "sealed")
    marks |= {number: "won" if number in won else "lost" for number in range(1, state.ended + 1)}
    return marks if state.finished else marks | {step.chapter: "here"}


def caption(state: State, step: NextStep, counted: Totals) -> str:
    """Say under the path how far the campaign has come."""
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


def changes(look: Look) -> tuple[str, ...]:
    """Return what is new: since the last table if a game is planned, else by the last game."""
    current = look.state.current
    if current is None:
        return ()
    if current.phase is Phase.PLANNED:
        sheet = selectors.session_setup(look.access.campaign)
        return line_news(sheet.changes) if sheet else ()
    return fact_news(look.record.story.games.get(current.number, ()), look.words)


def last_game(look: Look, rows: Sequence[ResultRow]) -> dict[str, object] | None:
    """Return the latest game with a result, in words; None before there is one."""
    for row in reversed(rows):
        if row.game.tally is not None:
            told = look.record.story.games.get(row.game.number, ())
            return {
                "row": row,
                "ending": ending_of(row.game),
                "dials": words.tally(row.game.tally, words.RecordNames(seats=look.state.seats)),
                "notes": [f.text for f in told if isinstance(f, Noted)],
            }
    return None
