"""A campaign's front page: the one next step, the path, what changed, how it ended."""

import datetime
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.rules.aeons_end.legacy.decisions import NextStep, StepKind
from campaign.rules.aeons_end.legacy.facts import Fact, Noted, Played
from campaign.rules.aeons_end.legacy.state import GameState, Phase, State
from campaign.rules.aeons_end.mages import Mat
from tracker.access import Access
from tracker.presenters.ahead import Ahead
from tracker.systems.aeons_end import selectors, words
from tracker.systems.aeons_end.presenters.look import Look
from tracker.systems.aeons_end.presenters.news import News, news_of


@dataclass(frozen=True, slots=True)
class ChapterMark:
    """A chapter on the path; ``state`` is "won", "lost", "here" or "sealed"."""

    number: int
    state: str


@dataclass(frozen=True, slots=True)
class MageMark:
    """A mage at a glance."""

    mat: Mat
    url: str


@dataclass(frozen=True, slots=True)
class LastGame:
    """The latest game that was played, in words."""

    game: GameState
    url: str
    nemesis: str
    evening: Played | None
    outcome: str
    ending: str
    dials: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Closing:
    """What a finished campaign adds up to."""

    games: int
    won: int
    lost: int
    hours: int | None
    first: datetime.date | None
    last: datetime.date | None


def ahead(access: Access, step: NextStep, state: State) -> Ahead:
    """Put the next step into words, with the buttons this visitor may press."""
    code = access.campaign.code
    said = words.next_step(step, state, selectors.campaign_namer(access.campaign))
    button = words.step_button(step)
    if step.kind is StepKind.FINISHED:
        return Ahead(said.title, said.detail, reverse("story", args=[code]), button)
    if step.kind is StepKind.PLAY:
        sheet = reverse("setup", args=[code, step.game])
        if not access.may_record:
            return Ahead(said.title, url=sheet, label=_("Open the set-up sheet"))
        result = reverse("result", args=[code, step.game])
        return Ahead(said.title, said.detail, sheet, _("Open the set-up sheet"), result, button)
    if not access.may_record:
        planned = step.kind is not StepKind.PLAN
        waits = _("Players handle this.") if planned else _("The game is not planned yet.")
        return Ahead(said.title, waits)
    if step.kind is StepKind.PLAN:
        return Ahead(said.title, said.detail, reverse("plan", args=[code]), button)
    return Ahead(said.title, said.detail, reverse("aftermath", args=[code, step.game]), button)


def played_last(look: Look) -> datetime.date | None:
    """Return the latest day on which somebody wrote down that a game was played."""
    days = [e.played_on for e in look.record.results.values() if e.played_on is not None]
    return max(days, default=None)


def chapters(state: State, step: NextStep) -> tuple[ChapterMark, ...]:
    """Return the chapters as the path draws them."""
    won = {game.chapter for game in state.games if game.won}
    here = None if state.finished else step.chapter

    def mark(number: int) -> str:
        if number == here:
            return "here"
        if number > state.ended:
            return "sealed"
        return "won" if number in won else "lost"

    return tuple(ChapterMark(number, mark(number)) for number in range(1, state.chapters + 1))


def caption(state: State, step: NextStep) -> str:
    """Say under the path how far the campaign has come."""
    won, lost = _won_and_lost(state)
    where = _("Chapter %(chapter)s of %(chapters)s.") % {
        "chapter": step.chapter,
        "chapters": state.chapters,
    }
    if not won + lost:
        return where
    games = ngettext(
        "%(count)s game played: %(won)s won, %(lost)s lost.",
        "%(count)s games played: %(won)s won, %(lost)s lost.",
        won + lost,
    ) % {"count": won + lost, "won": won, "lost": lost}
    return games if state.finished else f"{where} {games}"


def mages(look: Look) -> tuple[MageMark, ...]:
    """Return the mages, with the way to each one's page."""
    return tuple(MageMark(mat, look.url("mage", mat.seat)) for mat in look.state.mats)


def changes(look: Look) -> tuple[str, ...]:
    """Return what is new: since the last table if a game is planned, else by the last game."""
    current = look.state.current
    if current is None:
        return ()
    if current.phase is Phase.PLANNED:
        sheet = selectors.session_setup(look.access.campaign)
        return news_of(sheet.changes) if sheet else ()
    news, said = News(), look.words
    for fact in _facts(look, current.number):
        news.tell_fact(fact, look, said)
    return news.sentences()


def last_game(look: Look) -> LastGame | None:
    """Return the latest game with a result; None before there is one."""
    game = next((game for game in reversed(look.state.games) if game.tally is not None), None)
    if game is None or game.tally is None:
        return None
    tally, has_life = game.tally, game.foe.life is not None
    return LastGame(
        game=game,
        url=look.url("game", game.number),
        nemesis=look.namer.foe(game.foe),
        evening=look.record.results.get(game.number),
        outcome=str(tally.result),
        ending=words.ending(tally.ending, has_life=has_life) if tally.ending else "",
        dials=words.tally(game.tally, look.state.seats),
        notes=tuple(f.text for f in _facts(look, game.number) if isinstance(f, Noted)),
    )


def closing(look: Look) -> Closing | None:
    """Return what a finished campaign adds up to; None while it goes on."""
    if not look.state.finished:
        return None
    won, lost = _won_and_lost(look.state)
    evenings = look.record.results.values()
    days = [e.played_on for e in evenings if e.played_on is not None]
    minutes = sum(e.minutes or 0 for e in evenings)
    return Closing(
        games=won + lost,
        won=won,
        lost=lost,
        hours=round(minutes / 60) or None,
        first=min(days, default=None),
        last=max(days, default=None),
    )


def _facts(look: Look, game: int) -> tuple[Fact, ...]:
    return next((told.facts for told in look.record.story.games if told.number == game), ())


def _won_and_lost(state: State) -> tuple[int, int]:
    played = [game for game in state.games if game.tally is not None]
    won = sum(game.won for game in played)
    return won, len(played) - won
