"""The front page of a journal: what comes next, the numbers, the last evening."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.models import Campaign
from campaign.rules.journal.description import Chapter
from campaign.rules.journal.progress import NextStep, Step, losses_in_a_row, next_step
from campaign.rules.journal.state import GameState, State
from tracker.faces.campaigns import Ahead
from tracker.people.access import Access
from tracker.systems.journal.presenters.box import NumberView, group_numbers
from tracker.systems.journal.presenters.sealed import SealView, seal_views
from tracker.systems.journal.selectors import journal_state
from tracker.systems.journal.words.record import JournalWords
from tracker.web.records import numbered_url
from tracker.words import listed


@dataclass(frozen=True, slots=True)
class LastGame:
    """The last evening that was played."""

    title: str
    url: str
    ended: str
    outcome: str  # "win", "loss" or ""


@dataclass(frozen=True, slots=True)
class JournalFront:
    """The front page of a journal."""

    ahead: Ahead
    kicker: str
    due: tuple[SealView, ...]  # to be opened first
    reminders: tuple[str, ...]
    numbers: tuple[NumberView, ...]
    last: LastGame | None
    players: str
    may_add: bool  # something new can be entered


def front_of(access: Access) -> JournalFront:
    """Return the front page."""
    campaign = access.campaign
    state = journal_state(campaign)
    step = next_step(state)
    due = set(step.seals) if state.games else set()
    return JournalFront(
        ahead=ahead(access),
        kicker=state.description.name,
        due=tuple(seal for seal in seal_views(state) if seal.key in due),
        reminders=tuple(text for key in step.chapters for text in state.reminders_for(key)),
        numbers=group_numbers(state),
        last=_last(state, campaign),
        players=listed(seat.name for seat in state.seats),
        may_add=access.may_record and bool(state.games),
    )


def ahead(access: Access) -> Ahead:
    """Return the next step of a journal."""
    campaign = access.campaign
    state = journal_state(campaign)
    step = next_step(state)
    evening = reverse("journal_evening", args=[campaign.code])
    match step.step:
        case Step.OVER:
            story = reverse("story", args=[campaign.code])
            return Ahead(
                _("The story is told"),
                url=story,
                label=_("Read the story"),
                second_url=reverse("journal_start") if access.may_record else "",
                second_label=_("Start a journal"),
            )
        case Step.PLAN:
            plan = reverse("journal_plan", args=[campaign.code])
            if not access.may_record:
                return Ahead(_chapters(state, step))
            return Ahead(_chapters(state, step), _tries(state, step), plan, _("Plan the evening"))
        case Step.PLAY:
            title = game_title(state, state.games[-1])
            if not access.may_record:
                return Ahead(title, url=evening, label=_("Open the set-up sheet"))
            result = numbered_url(campaign, state.games[-1].number, "result")
            return Ahead(
                title,
                url=result,
                label=_("Enter the result"),
                second_url=evening,
                second_label=_("Set-up and changes"),
            )
        case Step.SETTLE:
            title = game_title(state, state.games[-1])
            if not access.may_record:
                return Ahead(title)
            text = _("Enter what changed, then finish the evening.")
            return Ahead(title, text, evening, _("What changed?"))


def game_title(state: State, game: GameState) -> str:
    """Return what a game is called: its chapter, or else its number."""
    chapter = state.box.chapters.get(game.chapter)
    return chapter.name if chapter else _("Game %(number)s") % {"number": game.number}


def _chapters(state: State, step: NextStep) -> str:
    names = [state.box.chapters[key].name for key in step.chapters]
    if not names:
        return _("The next evening")
    return names[0] if len(names) == 1 else _("Choose a chapter")


def _tries(state: State, step: NextStep) -> str:
    """Return which try of a chapter comes next, where it has several."""
    if len(step.chapters) != 1:
        return ""
    chapter: Chapter = state.box.chapters[step.chapters[0]]
    lost = losses_in_a_row(state, chapter.id)
    if not lost:
        return ""
    if chapter.tries:
        shown = {"number": lost + 1, "of": chapter.tries}
        return _("Try %(number)s of %(of)s") % shown
    return _("Try %(number)s") % {"number": lost + 1}


def _last(state: State, campaign: Campaign) -> LastGame | None:
    played = [game for game in state.games if game.outcome is not None]
    if not played or played[-1].outcome is None:
        return None
    last, outcome = played[-1], played[-1].outcome
    return LastGame(
        title=game_title(state, last),
        url=numbered_url(campaign, last.number),
        ended=JournalWords(state).outcome(outcome),
        outcome=outcome.result.value if outcome.result else "",
    )
