"""Every read: a campaign's state now or after a game, its sheets, results and history."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.core.paginator import Page, Paginator
from django.db.models import Case, Q
from django.db.models import When as If

from campaign.memory import memory
from campaign.models import (
    BasicChange,
    Campaign,
    Deed,
    DeedKind,
    Fact,
    GrowthPile,
    Mage,
    Photo,
    Session,
)
from campaign.packs import get_pack
from campaign.record import fact_of, planned_of, seat_of
from campaign.rules.aeons_end.catalogue.pack import Moment, Pack, When
from campaign.rules.aeons_end.legacy.decisions import DecisionKind, NextStep, next_step
from campaign.rules.aeons_end.legacy.facts import (
    DecisionClosed,
    Game,
    Planned,
    Played,
    SealOpened,
    Seat,
    SectionUnlocked,
    Story,
    game_of,
)
from campaign.rules.aeons_end.legacy.facts import Fact as FactValue
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.aeons_end.legacy.replay import replay, unfit
from campaign.rules.aeons_end.legacy.setup import setup_sheet
from campaign.rules.aeons_end.legacy.state import GameState, State
from campaign.rules.aeons_end.sheet import SetupSheet


@dataclass(frozen=True, slots=True)
class Entry:
    """A standing fact with what the engine does not need: its id, and the write that brought it."""

    id: int
    game: int
    fact: FactValue
    deed: int = 0


@dataclass(frozen=True, slots=True)
class Evening:
    """When a game was played and how long it took."""

    played_on: datetime.date | None
    minutes: int | None


@dataclass(frozen=True, slots=True)
class Record:
    """All that stands in a campaign's record, read in one go."""

    story: Story
    entries: tuple[Entry, ...]
    evenings: Mapping[int, Evening]

    def told(self, instead: Mapping[int, FactValue | None]) -> Story:
        """Return the story with other facts in some places, by the id of each, or without them."""
        plans = {game.number: game.facts[0] for game in self.story.games}
        facts = ((entry.game, instead.get(entry.id, entry.fact)) for entry in self.entries)
        return _story(self.story.seats, plans, facts)


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A row of the results table: the rulebook's five columns, then the rest."""

    game: GameState
    nemesis: str
    evening: Evening


@dataclass(frozen=True, slots=True)
class Happening:
    """One write, with the facts and games it brought or took back."""

    deed: Deed
    recorded: tuple[Fact, ...]
    withdrawn: tuple[Fact, ...]
    planned: tuple[Session, ...]
    undone: tuple[Session, ...]


def campaign_pack(campaign: Campaign) -> Pack:
    """Return the catalogue of the game this campaign plays."""
    pack: Pack = get_pack(campaign.system)
    return pack


def campaign_namer(campaign: Campaign) -> Namer:
    """Return what names this campaign's things in the language of its box."""
    return Namer(campaign_pack(campaign), campaign.language)


def campaign_record(campaign: Campaign) -> Record:
    """Return everything that stands. If that is newer than ``campaign``, it is brought up to it."""
    held = memory.get((campaign.stamp, "record"))
    if isinstance(held, Record):
        return held
    while True:
        stamp = campaign.stamp
        rows = _rows(campaign)
        campaign.refresh_from_db(fields=["stamp", "revision"])
        if campaign.stamp == stamp:  # nobody wrote between two of the queries
            break
    record = _record(*rows)
    # By the stamp that was read with it, which may not be the one the caller came with.
    memory.put((stamp, "record"), record)
    return record


def record_held(campaign: Campaign, stamp: str) -> Record:
    """Return what stood at a stamp, in a campaign that a write has locked and not changed yet."""
    return memory.of((stamp, "record"), lambda: _record(*_rows(campaign)))


def campaign_state(campaign: Campaign, *, after: int | None = None) -> State:
    """Return the state now, or as it was when a game had been settled."""
    story = campaign_record(campaign).story
    pack = campaign_pack(campaign)
    if after is not None:
        # One key for each state that there is, whatever number an address holds.
        after = max(after, 0)
        after = None if after >= len(story.games) else after
    return memory.of((campaign.stamp, "state", after), lambda: replay(story, pack, until=after))


def campaign_next_step(campaign: Campaign) -> NextStep:
    """Return the one thing to do."""
    return next_step(campaign_state(campaign), campaign_pack(campaign))


def session_setup(
    campaign: Campaign, *, game: int | None = None, language: str | None = None
) -> SetupSheet | None:
    """Return the sheet of a game, the latest one unless another is named; None without a game.

    The latest game is set up from the campaign as it is; an earlier one from what it was when
    that game was planned.
    """
    last = len(campaign_record(campaign).story.games)
    number = last if game is None else game
    if not 1 <= number <= last:
        return None
    language = language or campaign.language
    key = (campaign.stamp, "sheet", number, language)
    return memory.of(key, lambda: _sheet(campaign, number, language))


def results_table(campaign: Campaign) -> tuple[ResultRow, ...]:
    """Return the results table, the first game first."""
    record = campaign_record(campaign)
    namer = campaign_namer(campaign)
    nothing = Evening(None, None)
    return tuple(
        ResultRow(game, namer.foe(game.foe), record.evenings.get(game.number, nothing))
        for game in campaign_state(campaign).games
    )


def happenings(campaign: Campaign, *, page: int | str = 1, size: int = 50) -> Page[Happening]:
    """Return a page of the writes, newest first; an absurd number is the first page or the last."""
    deeds = campaign.deeds.select_related("person").order_by("-pk")
    found = Paginator(deeds, size).get_page(page)
    happened = _happenings(list(found))
    return Page(happened, found.number, found.paginator)  # type: ignore[arg-type] # it counts


def names_typed(campaign: Campaign) -> dict[str, str]:
    """Return the piles and basic cards that players typed, as they wrote them, withdrawn or not."""
    piles = GrowthPile.objects.filter(growth__fact__session__campaign=campaign)
    basics = BasicChange.objects.filter(fact__session__campaign=campaign)
    came = Case(If(into="", then="card"), default="into")
    typed = piles.exclude(name="").order_by().values_list("key", "name")
    return dict(typed.union(basics.exclude(name="").values_list(came, "name")))


def happenings_of(deeds: tuple[Deed, ...]) -> tuple[Happening, ...]:
    """Return what some writes did."""
    return _happenings(list(deeds))


def undo_preview(campaign: Campaign, *, game: int) -> tuple[FactValue, ...]:
    """Return exactly what undoing a game would withdraw, the plan first."""
    story = campaign_record(campaign).story
    return next((told.facts for told in story.games if told.number == game), ())


def photo_count(campaign: Campaign, *, game: int) -> int:
    """Return how many photos a standing game has."""
    photos = Photo.objects.filter(session__campaign=campaign, session__withdrawn=None)
    return photos.filter(session__number=game).count()


def amend_preview(campaign: Campaign, *, game: int, played: Played) -> tuple[Entry, ...]:
    """Return what of a game's aftermath would not fit another result, as it would be withdrawn."""
    record = campaign_record(campaign)
    *earlier, told = record.story.until(game).games
    mine = [
        replace(entry, fact=played) if isinstance(entry.fact, Played) else entry
        for entry in record.entries
        if entry.game == game
    ]
    plans = (fact for fact in told.facts if isinstance(fact, Planned))
    amended = game_of(game, (*plans, *(entry.fact for entry in mine)))
    going = unfit(Story(record.story.seats, (*earlier, amended)), campaign_pack(campaign), game)
    return tuple(entry for entry in mine if any(entry.fact is fact for fact in going))


def _happenings(deeds: list[Deed]) -> tuple[Happening, ...]:
    ids = [deed.pk for deed in deeds]
    # A fork brings a whole campaign, whose history is told where it happened.
    brought = Q(recorded__in=[deed.pk for deed in deeds if deed.kind != DeedKind.FORK])
    mine = brought | Q(withdrawn__in=ids)
    told = Fact.objects.filter(mine).told().select_related("session", "withdrawn__person")
    facts = list(told.order_by("place"))
    sessions = list(Session.objects.filter(mine).select_related("withdrawn__person"))
    return tuple(
        Happening(
            deed=deed,
            recorded=tuple(fact for fact in facts if fact.recorded_id == deed.pk),
            withdrawn=tuple(fact for fact in facts if fact.withdrawn_id == deed.pk),
            planned=tuple(s for s in sessions if s.recorded_id == deed.pk),
            undone=tuple(s for s in sessions if s.withdrawn_id == deed.pk),
        )
        for deed in deeds
    )


def _rows(campaign: Campaign) -> tuple[list[Mage], list[Session], list[Fact]]:
    """Read all that stands."""
    rows = Fact.objects.standing().filter(session__campaign=campaign, session__withdrawn=None)
    return (
        list(campaign.mages.all()),
        list(campaign.sessions.standing()),
        list(rows.told().order_by("session__number", "place")),
    )


def _record(mages: list[Mage], sessions: list[Session], facts: list[Fact]) -> Record:
    seats = tuple(seat_of(mage) for mage in mages)
    numbers = {session.pk: session.number for session in sessions}
    plans = {session.number: planned_of(session) for session in sessions}
    entries = tuple(
        Entry(row.pk, numbers[row.session_id], fact_of(row), row.recorded_id) for row in facts
    )
    evenings = {
        numbers[row.session_id]: Evening(row.result.played_on, row.result.minutes)
        for row in facts
        if row.kind == "played"
    }
    story = _story(seats, plans, ((entry.game, entry.fact) for entry in entries))
    return Record(story, entries, evenings)


def _story(
    seats: tuple[Seat, ...],
    plans: Mapping[int, FactValue],
    facts: Iterable[tuple[int, FactValue | None]],
) -> Story:
    """Return a story from the plan of each game and the facts in their order."""
    told = {number: [plans[number]] for number in sorted(plans)}
    for number, fact in facts:
        if fact is not None:
            told[number].append(fact)
    return Story(seats, tuple(game_of(number, found) for number, found in told.items()))


def _sheet(campaign: Campaign, number: int, language: str) -> SetupSheet:
    story = campaign_record(campaign).story
    pack = campaign_pack(campaign)
    if number == len(story.games):
        state = campaign_state(campaign)
    else:
        state = replay(_as_planned(story, pack, number), pack)
    before = replay(_as_planned(story, pack, number - 1), pack) if number > 1 else None
    return setup_sheet(state, pack, before=before, language=language)


def _as_planned(story: Story, pack: Pack, number: int) -> Story:
    """Return the story as it was when a game's table was laid out: planned, its chapter begun."""

    def begun(fact: FactValue) -> bool:
        match fact:
            case Planned():
                return True
            case SectionUnlocked(section=letter):
                return _starts(_section_moment(pack, letter))
            case SealOpened(seal=id):
                return _starts(_seal_moment(pack, id))
            case DecisionClosed(decision=key):
                kind, _colon, subject = key.partition(":")
                moments = {
                    DecisionKind.SEAL: _seal_moment,
                    DecisionKind.SECTION: _section_moment,
                }
                return kind in moments and _starts(moments[DecisionKind(kind)](pack, subject))
        return False

    *earlier, game = story.until(number).games
    laid_out = Game(number, tuple(fact for fact in game.facts if begun(fact)))
    return Story(story.seats, (*earlier, laid_out))


def _seal_moment(pack: Pack, key: str) -> Moment | None:
    seal = pack.seal(key)
    return seal.moment if seal else None


def _section_moment(pack: Pack, letter: str) -> Moment | None:
    section = pack.section(letter)
    return section.moment if section else None


def _starts(moment: Moment | None) -> bool:
    return moment is not None and moment.when is When.START
