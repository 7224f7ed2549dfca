"""A game's page: how it ended, what was decided and by whom, what the players wrote."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from campaign.models import Change, Game
from campaign.rules.aeons_end.legacy.facts import Fact as FactValue
from campaign.rules.aeons_end.legacy.facts import Noted, Planned, Played
from campaign.rules.aeons_end.legacy.state import GameState
from campaign.selectors import campaigns as selectors
from tracker.access import Access
from tracker.systems.aeons_end import words


@dataclass(frozen=True, slots=True)
class Dial:
    """A dial as it stood at the end; ``colour`` is a mage's, or empty."""

    label: str
    value: int
    max: int
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """An entry in words, and the reason with which it stands against the pack."""

    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Sitting:
    """What one person wrote down on one day."""

    who: str
    at: datetime.datetime
    entries: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class NoteView:
    """A note, by whom, and its entry's id."""

    id: int
    text: str
    who: str
    at: datetime.datetime


@dataclass(frozen=True, slots=True)
class GameView:
    """Everything about one game."""

    number: int
    chapter: int
    nemesis: str
    phase: str  # planned, played or settled
    is_last: bool
    outcome: str  # "win", "loss", or empty while unplayed
    ending: str
    exhausted: str
    played_on: datetime.date | None
    minutes: int | None
    dials: tuple[Dial, ...]
    sittings: tuple[Sitting, ...]


def game_state(access: Access, number: int) -> GameState:
    """Return a standing game's state. The caller has made sure that it stands."""
    games = selectors.campaign_state(access.campaign).games
    return next(game for game in games if game.number == number)


def played_of(access: Access, number: int) -> Played | None:
    """Return the result that stands in a game; None while there is none."""
    return selectors.campaign_record(access.campaign).results.get(number)


Signed = Mapping[int, Change]  # who wrote each entry by its id; 0 is the plan


def game_view(access: Access, session: Game, signed: Signed) -> GameView:
    """Return a game as its page shows it."""
    record = selectors.campaign_record(access.campaign)
    games = selectors.campaign_state(access.campaign).games
    game = next(game for game in games if game.number == session.number)
    namer = selectors.campaign_namer(access.campaign)
    tally = game.tally
    ending, has_life = tally.ending if tally else None, game.foe.life is not None
    played = record.results.get(game.number)
    teller = _Teller(access, session, signed)
    return GameView(
        number=game.number,
        chapter=game.chapter,
        nemesis=namer.foe(game.foe),
        phase=str(game.phase),
        is_last=game.number == games[-1].number,
        outcome=str(tally.result) if tally else "",
        ending=words.ending(ending, has_life=has_life) if ending else "",
        exhausted=_exhausted(access, game),
        played_on=played.played_on if played else None,
        minutes=played.minutes if played else None,
        dials=tuple(_dials(access, game)),
        sittings=tuple(teller.sittings()),
    )


def note_views(access: Access, session: Game, signed: Signed) -> tuple[NoteView, ...]:
    """Return the players' own words about a game."""
    entries = selectors.campaign_record(access.campaign).entries
    return tuple(
        NoteView(entry.id, entry.fact.text, words.who(signed[entry.id]), signed[entry.id].at)
        for entry in entries
        if entry.game == session.number and isinstance(entry.fact, Noted)
    )


def _exhausted(access: Access, game: GameState) -> str:
    """Return who was exhausted and has no dial to show it."""
    tally = game.tally
    if tally is None:
        return ""
    lives = dict(enumerate(tally.lives, start=1))
    seats = selectors.campaign_state(access.campaign).seats
    names = [s.name for s in seats if s.number in tally.exhausted and lives.get(s.number) is None]
    return words.listed(names) if names else ""


def _dials(access: Access, game: GameState) -> Iterator[Dial]:
    tally = game.tally
    if tally is None:
        return
    pack = selectors.campaign_pack(access.campaign)
    if tally.gravehold_life is not None:
        highest = max(pack.gravehold_life, tally.gravehold_life)
        yield Dial(_("Gravehold"), tally.gravehold_life, highest)
    if tally.nemesis_life is not None and game.foe.life:  # of a number without an end, no dial
        name = selectors.campaign_namer(access.campaign).foe(game.foe)
        yield Dial(name, tally.nemesis_life, max(game.foe.life, tally.nemesis_life))
    seats = selectors.campaign_state(access.campaign).seats
    for seat, life in zip(seats, tally.lives, strict=False):
        if life is not None:
            yield Dial(seat.name, life, max(pack.mage_life, life), seat.colour)


class _Teller:
    """Tell the entries of one game with who wrote them."""

    def __init__(self, access: Access, session: Game, signed: Signed) -> None:
        campaign = access.campaign
        self.record = selectors.campaign_record(campaign)
        self.namer = selectors.campaign_namer(campaign)
        self.typed = words.typed_names(self.record.story)
        self.session = session
        self.entries = [entry for entry in self.record.entries if entry.game == session.number]
        self.changes = signed

    def sittings(self) -> Iterator[Sitting]:
        """Yield what was written down, the plan first; each person's day is one sitting."""
        signed = [(self.changes[0], self._told(self._plan()))]
        signed += [
            (self.changes[entry.id], self._told(entry.fact))
            for entry in self.entries
            if not isinstance(entry.fact, Noted)
        ]
        for (who, _day), told in groupby(signed, key=lambda pair: _signature(pair[0])):
            found = list(told)
            yield Sitting(who, found[0][0].at, tuple(entry for _change, entry in found))

    def _plan(self) -> Planned:
        games = self.record.story.games
        facts = next(game.facts for game in games if game.number == self.session.number)
        return next(fact for fact in facts if isinstance(fact, Planned))

    def _told(self, fact: FactValue) -> Told:
        seats = self.record.story.seats
        return Told(words.fact(fact, self.namer, seats, typed=self.typed), words.reason(fact))


def signed_entries(access: Access, session: Game) -> Signed:
    """Return who wrote each entry of a game."""
    record, number = selectors.campaign_record(access.campaign), session.number
    writes = {entry.id: entry.change for entry in record.entries if entry.game == number}
    writes[0] = record.plans[number].change
    changes = Change.objects.filter(pk__in=set(writes.values())).select_related("person").order_by()
    found = {change.pk: change for change in changes}
    for change in found.values():
        change.campaign = access.campaign  # asked for, if nobody signed; it is at hand
    return {entry: found[change] for entry, change in writes.items()}


def _signature(change: Change) -> tuple[str, datetime.date]:
    return words.who(change), change.at.date()
