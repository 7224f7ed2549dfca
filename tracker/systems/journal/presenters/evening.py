"""An evening: the set-up, what can change while playing, and its end."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.models import Game
from campaign.rules.core.sheet import SetupSheet
from campaign.rules.journal.progress import Step, next_step
from campaign.rules.journal.sheets import JournalBody
from campaign.rules.journal.state import State
from tracker.people.access import Access
from tracker.presenters.games import Group, Ticks, ticks_of
from tracker.systems.journal.presenters.box import (
    KindView,
    NumberView,
    group_numbers,
    kinds_of,
)
from tracker.systems.journal.presenters.checklist import setup_groups
from tracker.systems.journal.presenters.front import game_title
from tracker.systems.journal.presenters.sealed import SealView, seal_views
from tracker.systems.journal.words.record import JournalWords


@dataclass(frozen=True, slots=True)
class Evening:
    """The page of the latest game."""

    title: str
    kicker: str
    ended: str  # how it ended; "" while it is played
    is_open: bool  # it is not finished yet
    may_change: bool
    may_finish: bool
    groups: tuple[Group, ...]  # of the set-up
    ticks: Ticks
    key: str
    numbers: tuple[NumberView, ...]
    kinds: tuple[KindView, ...]
    seals: tuple[SealView, ...]  # that are still shut


def evening_of(access: Access, game: Game, state: State, sheet: SetupSheet[JournalBody]) -> Evening:
    """Return the page of the latest game; ``sheet`` is its set-up sheet."""
    held, step = state.games[-1], next_step(state)
    outcome = held.outcome
    return Evening(
        title=game_title(state, held),
        kicker=_("Game %(number)s") % {"number": held.number},
        ended=JournalWords(state).outcome(outcome) if outcome else "",
        is_open=not held.is_settled,
        may_change=access.may_record,
        may_finish=access.may_record and step.step is Step.SETTLE,
        groups=setup_groups(sheet) if outcome is None else (),
        ticks=ticks_of(access, game),
        key=f"{game.pk}:{game.number}",
        numbers=group_numbers(state, every_game=True),
        kinds=kinds_of(state, access.campaign),
        seals=tuple(seal for seal in seal_views(state) if not seal.is_open),
    )
