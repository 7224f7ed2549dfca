"""Build campaigns the way players do: through the services, with names that no box has.

Whoever is not named as ``person`` is the campaign's keeper. Every function writes with the revision
that the campaign object carries, and leaves it at the one after.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import groupby
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from campaign.models import Campaign, Change, ChangeKind, Fact, Game, Membership, Person, Role
from campaign.models.games import PLANNED, SETTLED
from campaign.packs import get_pack
from campaign.records.reading import fact_of
from campaign.rules.aeons_end.catalogue.pack import CardKind, NemesisKind, Pack
from campaign.rules.aeons_end.endings import Ending, Result
from campaign.rules.aeons_end.legacy.decisions import Decision, DecisionKind, open_decisions
from campaign.rules.aeons_end.legacy.facts import (
    COLOURS,
    BasicJoined,
    CardEvolved,
    CardTransformed,
    DecisionClosed,
    Foe,
    MarketGrown,
    MarketOrdered,
    Planned,
    Played,
    SealOpened,
    Seat,
    SectionUnlocked,
    Settled,
    StickerPlaced,
    Story,
    Verdict,
)
from campaign.rules.aeons_end.legacy.facts import Fact as FactValue
from campaign.rules.aeons_end.legacy.state import BASICS_FROM, State
from campaign.rules.aeons_end.legacy.system import RULES
from campaign.rules.aeons_end.mages import Sticker, StickerKind, Where
from campaign.rules.aeons_end.market.growth import Growth
from campaign.rules.aeons_end.market.piles import Pile
from campaign.rules.aeons_end.nemesis_deck import TIERS, PoolCard, tier_counts
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.core.facts import Played as OneOffPlayed
from campaign.rules.core.keys import typed_key
from campaign.rules.core.problems import RulesError
from campaign.selectors.campaigns import campaign_facts, campaign_state
from campaign.services.campaigns import campaign_start
from campaign.services.facts import fact_record, facts_record
from campaign.services.games import game_amend, game_plan, game_record, game_settle
from campaign.services.one_offs import game_start
from campaign.services.plays import campaign_plays_update
from campaign.services.writes import CampaignWrite, writing
from tests.campaign.campaign_cache import built_once
from tests.rules.aeons_end.legacy_replay import replay

NAMES = ("Ilva", "Torrin", "Maes", "Oda")
REASON = "the story card said so"
BOX = "aeons-end-war-eternal"  # what one-off games are played from
WIN = Tally(Result.WIN, Ending.NEMESIS_DEFEATED, gravehold_life=12, nemesis_life=0)
LOSS = Tally(Result.LOSS, Ending.GRAVEHOLD_FALLEN, gravehold_life=0, nemesis_life=7)
EVENING = datetime.date(2024, 3, 9)
KEEPER = (
    "SELECT person.* FROM campaign_person person JOIN campaign_membership place"
    " ON place.person_id = person.id WHERE place.campaign_id = %s AND place.role = %s"
)


# --- people ---


def person(name: str = "Zuza", *, username: str | None = None) -> Person:
    """Make a guest, or somebody who can sign in with the password "pass-1234"."""
    if username is None:
        return Person.objects.guest(display_name=name)
    return Person.objects.create_user(username, "pass-1234", display_name=name)


def join(campaign: Campaign, who: Person, role: Role = Role.PLAYER) -> Membership:
    """Give somebody a place in a campaign."""
    return Membership.objects.create(campaign=campaign, person=who, role=role)


def keeper_of(campaign: Campaign) -> Person | None:
    """Return who keeps a campaign; the query is ready, for it is made in almost every test."""
    kept = Person.objects.raw(KEEPER, [campaign.pk, Role.KEEPER])
    return next(iter(kept), None)


# --- a campaign, step by step ---


def pack_of(campaign: Campaign) -> Pack:
    """Return the catalogue a campaign plays with."""
    return get_pack(campaign.system)


def party(mages: int = 2) -> tuple[Seat, ...]:
    """Seat so many mages, each with a player."""
    seats = zip(COLOURS, NAMES[:mages], strict=False)
    return tuple(
        Seat(number, colour, "ab"[number % 2], name, f"Player {number}")
        for number, (colour, name) in enumerate(seats, start=1)
    )


def start_campaign(
    *,
    mages: int = 2,
    person: Person | None = None,
    name: str = "The Long Watch",
    demo: bool = False,
    **more: Any,
) -> Campaign:
    """Start a campaign; without a person, a new guest keeps it."""
    keeper = person or Person.objects.guest(display_name="Zuza")
    more.setdefault("system", "aeons-end-legacy")
    campaign = campaign_start(person=keeper, name=name, seats=party(mages), **more)
    if demo:
        Campaign.objects.filter(pk=campaign.pk).update(demo=True)
        campaign.refresh_from_db()
    return campaign


def foe(chapter: int) -> Foe:
    """Return the nemesis of a chapter: the open one of chapter 1, an invented one later."""
    if chapter == 1:
        return Foe("maelstrom", life=99)
    name = f"Hollow Regent {chapter}"
    return Foe(typed_key(name), name, 40 + chapter)


def plan(campaign: Campaign, *, person: Person | None = None, **more: Any) -> Game:
    """Plan the next game against the chapter's invented nemesis, or another ``foe``."""
    return plan_game(**signed(campaign, person), **more)


def plan_game(
    *,
    campaign: Campaign,
    revision: int,
    person: Person | None,
    token: str | None = None,
    **more: Any,
) -> Game:
    """Plan the next game: of the chapter that is due, unless the plan says otherwise."""
    if "chapter" not in more:
        now = Campaign.objects.get(pk=campaign.pk)  # the caller may have seen an older one
        more["chapter"] = min(campaign_state(now).next_chapter, 7)
    more.setdefault("foe", foe(more["chapter"]))
    plan = Planned(**more)
    return game_plan(plan=plan, campaign=campaign, revision=revision, person=person, token=token)


def record_win(campaign: Campaign, *, person: Person | None = None, **more: Any) -> None:
    """Write down that the latest game, or another, was won."""
    more.setdefault("tally", WIN)
    _record(campaign, person, more)


def record_loss(campaign: Campaign, *, person: Person | None = None, **more: Any) -> None:
    """Write down that the latest game, or another, was lost."""
    more.setdefault("tally", LOSS)
    _record(campaign, person, more)


def _record(campaign: Campaign, person: Person | None, more: dict[str, Any]) -> None:
    more.setdefault("game", last_game(campaign))
    more.setdefault("played_on", EVENING)
    more.setdefault("minutes", 90)
    record_game(**signed(campaign, person), **more)


def record_game(*, campaign: Campaign, game: int, **more: Any) -> None:
    """Write down how a game of a campaign ended."""
    game_record(game=game_of_campaign(campaign, game), **_ended(more))


def amend_game(*, campaign: Campaign, game: int, **more: Any) -> None:
    """Correct how a game of a campaign ended."""
    game_amend(game=game_of_campaign(campaign, game), **_ended(more))


def _ended(more: dict[str, Any]) -> dict[str, Any]:
    """Return what a service takes: the fields of the result are one fact."""
    fields = ("played_on", "minutes", "reason")
    played = {name: more.pop(name) for name in fields if name in more}
    return {"played": Played(more.pop("tally"), **played), **more}


def game_of_campaign(campaign: Campaign, number: int) -> Game:
    """Return a game of a campaign, one that is not there as well; it shares the campaign object."""
    row = campaign.games.not_withdrawn().filter(number=number).first()
    row = row or Game(number=number, system=campaign.system)
    row.campaign = campaign
    return row


def record(
    campaign: Campaign, fact: FactValue, *, game: int | None = None, person: Person | None = None
) -> Fact:
    """Write down one fact in the latest game, or in another."""
    number = last_game(campaign) if game is None else game
    return fact_record(**signed(campaign, person), game=number, fact=fact)


def answer_all(
    campaign: Campaign, *, person: Person | None = None, onward: bool = True, but: str = ""
) -> Campaign:
    """Answer every open decision but those of one kind, until none is left."""
    while facts := answers(campaign, onward=onward, but=but):
        facts_record(**signed(campaign, person), game=last_game(campaign), facts=facts)
    return campaign


def settle_all(
    campaign: Campaign, *, person: Person | None = None, onward: bool = True
) -> Campaign:
    """Answer every open decision with something legal and invented, and settle the game."""
    answer_all(campaign, person=person, onward=onward)
    return settle_now(campaign, person=person)


def settle_now(campaign: Campaign, *, person: Person | None = None) -> Campaign:
    """Settle the latest game, in which nothing is open."""
    game_settle(**signed(campaign, person), game=last_game(campaign))
    return campaign


def play_game(
    campaign: Campaign, *, won: bool = True, onward: bool = True, person: Person | None = None
) -> Campaign:
    """Plan, play and settle the next game."""
    plan(campaign, person=person)
    (record_win if won else record_loss)(campaign, person=person)
    return settle_all(campaign, person=person, onward=onward)


def play_through(campaign: Campaign, *, chapters: int = 7) -> Campaign:
    """Win and settle game after game until so many chapters are left behind.

    What a new campaign plays is told once for all tests, and stored in one write.
    """
    begun = campaign_facts(campaign).story
    if not begun.games:
        story = told_story(begun.seats, campaign.system, chapters)
        with writing(**signed(campaign), kind=ChangeKind.RECORD) as write:
            write.enter_games(story.games)
    while campaign_state(campaign).ended < chapters:
        play_game(campaign)
    return campaign


@cache
def told_story(seats: tuple[Seat, ...], system: str, chapters: int) -> Story:
    """Tell of chapter after chapter, won and settled as by ``play_game``; the engine checks it."""
    pack = get_pack(system)
    story = Story(seats)
    while (state := replay(story, pack)).ended < chapters:
        game, due = len(story.games) + 1, state.next_chapter
        story = story.with_fact(game, Planned(due, foe(due)))
        story = story.with_fact(game, Played(WIN, played_on=EVENING, minutes=90))
        while facts := answers_of(replay(story, pack), pack):
            for fact in facts:
                story = story.with_fact(game, fact)
        story = story.with_fact(game, Settled())
    return story


# --- campaigns at one point of their life ---


@built_once
def planned_campaign(**more: Any) -> Campaign:
    """Return a campaign whose first game is planned."""
    campaign = start_campaign(**more)
    plan(campaign)
    return campaign


@built_once
def played_campaign(**more: Any) -> Campaign:
    """Return a campaign whose first game is won and not yet settled."""
    campaign = planned_campaign(**more)
    record_win(campaign)
    return campaign


@built_once
def settled_campaign(**more: Any) -> Campaign:
    """Return a campaign whose first chapter is settled."""
    return settle_all(played_campaign(**more))


@built_once
def second_game(*, won: bool = True, **more: Any) -> Campaign:
    """Return a campaign whose second game, of chapter 2, is won or lost and not yet settled."""
    campaign = settled_campaign(**more)
    plan(campaign)
    (record_win if won else record_loss)(campaign)
    return campaign


@built_once
def second_chapter(mages: int = 2) -> Campaign:
    """Return a campaign whose second chapter is won, with everything open that this opens."""
    second = (Planned(2, foe(2)), Played(WIN))
    return store(Story(party(mages), {**long_story(1).games, 2: second}))


@built_once
def played_through(chapters: int, **more: Any) -> Campaign:
    """Return a campaign with so many chapters won and settled."""
    return play_through(start_campaign(**more), chapters=chapters)


@built_once
def third_chapter(**more: Any) -> Campaign:
    """Return a campaign with a full pool of basics and a planned game of chapter 3."""
    campaign = played_through(2, **more)
    plan(campaign)
    return campaign


def finished_campaign(**more: Any) -> Campaign:
    """Return a campaign with all seven chapters settled."""
    return played_through(7, **more)


def long_story(games: int, mages: int = 2) -> Story:
    """Tell of chapter 2, lost and played again until there are so many games (three at least)."""
    first = (
        Planned(1, foe(1)),
        Played(WIN),
        MarketGrown(growth(1, ("ancient-cyanolith", "branching-radite"))),
        Settled(),
    )
    lost = (Planned(2, foe(2)), Played(LOSS), Verdict(onward=False), Settled())
    begun = (*lost[:3], SealOpened("envelope-2"), SectionUnlocked("S", "S"), lost[3])
    told = {1: first, 2: begun}
    numbers = range(1, games + 1)
    return Story(party(mages), {n: dated(n, told.get(n, lost)) for n in numbers})


def store(story: Story, *, person: Person | None = None, name: str = "Told before") -> Campaign:
    """Store a story that is known to hold, in a few queries and one write."""
    keeper = person or Person.objects.guest(display_name="Zuza")
    campaign = campaign_start(
        person=keeper, name=name, seats=story.seats, system="aeons-end-legacy"
    )
    campaign.revision = 2
    campaign.save(update_fields=["revision"])
    change = Change.objects.create(
        campaign=campaign, revision=2, kind=ChangeKind.RECORD, person=keeper, token=None
    )
    write = CampaignWrite(change, campaign, campaign.stamp)
    write.enter_games({n: tuple(map(RULES.tidy, facts)) for n, facts in story.games.items()})
    campaign_plays_update(campaign)
    return campaign


def spread(campaign: Campaign) -> Campaign:
    """Give every game of a stored campaign writes of its own, as people make them."""
    written = campaign.changes.latest("pk")
    facts = Fact.objects.filter(recorded=written).order_by("game__number", "place")
    rows = list(facts.select_related("game"))
    kinds = {PLANNED: ChangeKind.PLAN, SETTLED: ChangeKind.SETTLE}
    writes = [
        list(group)
        for _key, group in groupby(rows, key=lambda row: (row.game.number, kinds.get(row.kind)))
    ]
    changes = Change.objects.bulk_create(
        Change(
            campaign=campaign,
            revision=written.revision + place,
            kind=kinds.get(group[0].kind, ChangeKind.RECORD),
            person=written.person,
        )
        for place, group in enumerate(writes, start=1)
    )
    for change, group in zip(changes, writes, strict=True):
        for row in group:
            row.recorded = change
    Fact.objects.bulk_update(rows, ["recorded"], batch_size=500)
    campaign.revision = written.revision + len(changes)
    campaign.save(update_fields=["revision"])
    return campaign


def dated(game: int, facts: Iterable[FactValue]) -> tuple[FactValue, ...]:
    """Return the facts of a game that was played on an evening of its own."""
    evening = EVENING + datetime.timedelta(game)
    return tuple(
        replace(fact, played_on=evening, minutes=60) if isinstance(fact, Played) else fact
        for fact in facts
    )


def long_campaign(games: int = 300, **more: Any) -> Campaign:
    """Return a campaign of many games."""
    return store(long_story(games), **more)


# --- one-off games ---


def start_game(*, person: Person, choices: Any, system: str = BOX, **more: Any) -> Game:
    """Set a one-off game up."""
    return game_start(person=person, system=system, choices=choices, **more)


def end_game(
    *,
    game: Game,
    tally: Tally,
    players: Sequence[str] = (),
    played_on: datetime.date | None = None,
    minutes: int | None = None,
    reason: str = "",
    **more: Any,
) -> Game:
    """Write down how a one-off game ended, or correct it."""
    played = OneOffPlayed(
        tally, tuple(players), played_on=played_on, minutes=minutes, reason=reason
    )
    stands = game.facts.not_withdrawn().filter(kind="played").exists()
    (game_amend if stands else game_record)(game=game, played=played, **more)
    return game


# --- answers to what is open ---


def answers(campaign: Campaign, *, onward: bool = True, but: str = "") -> list[FactValue]:
    """Return facts that answer what is open now; some open something else in turn."""
    return answers_of(campaign_state(campaign), pack_of(campaign), onward=onward, but=but)


def answers_of(state: State, pack: Pack, *, onward: bool = True, but: str = "") -> list[FactValue]:
    """Return facts that answer what a state leaves open; after chapter 2, its basic cards too."""
    due = [d for d in open_decisions(state, pack) if d.kind != but]
    # The verdict says how far the story has come, and everything else follows from that.
    verdicts = [d for d in due if d.kind is DecisionKind.VERDICT]
    facts = [fact for d in verdicts or due for fact in answer(d, state, pack, onward=onward)]
    if not facts and but != DecisionKind.POOL and state.ended == BASICS_FROM:
        return [BasicJoined(card) for card in missing_basics(state, pack)]
    return facts


def answer(
    decision: Decision, state: State, pack: Pack, *, onward: bool = True
) -> Iterator[FactValue]:
    """Yield the facts that answer one decision."""
    subject = decision.subject
    match decision.kind:
        case DecisionKind.SEAL:
            yield SealOpened(subject)
        case DecisionKind.VERDICT:
            yield Verdict(onward=onward)
        case DecisionKind.SECTION:
            yield SectionUnlocked(subject, subject, f"Our words about {subject}")
        case DecisionKind.SLOT:
            yield StickerPlaced(decision.seat or 0, sticker(subject, decision.seat or 0))
        case DecisionKind.GROWTH if state.current and subject == str(state.current.chapter):
            yield MarketGrown(growth(int(subject), tuple(p.key for p in state.market[:2])))
        case DecisionKind.GROWTH:
            yield DecisionClosed(decision.key, reason=REASON)
        case DecisionKind.EVOLUTION:
            yield from _evolution(state, pack)
            yield DecisionClosed(decision.key)
        case DecisionKind.POOL:
            yield from (BasicJoined(card) for card in missing_basics(state, pack))


def sticker(slot: str, seat: int) -> Sticker:
    """Return an invented sticker: each of a mat's five slots takes another kind."""
    name = f"Mark {slot}-{seat}"
    return {
        "2a": Sticker(slot, StickerKind.STARTER, name, where=Where.HAND, card_kind=CardKind.SPELL),
        "2b": Sticker(slot, StickerKind.STARTER, name, where=Where.DECK, card_kind=CardKind.GEM),
        "3": Sticker(slot, StickerKind.ABILITY, name, "Our words about it", charges=5),
        "5": Sticker(slot, StickerKind.BREACH, breach_turns=1),
    }.get(slot, Sticker(slot, StickerKind.OTHER, name))


def pile(name: str, kind: CardKind = CardKind.SPELL, cost: int = 4) -> Pile:
    """Make up a pile that players typed."""
    return Pile(typed_key(name), name, kind, cost)


def exchange(goes: str = "ancient-cyanolith") -> MarketOrdered:
    """Exchange a pile of the market for an invented one, as a story card might order."""
    return MarketOrdered(goes, pile("Tin Whistle"), reason="Card 9")


def growth(chapter: int, banished: tuple[str, ...]) -> Growth:
    """Offer four invented piles and take the first two."""
    kinds = (CardKind.GEM, CardKind.SPELL, CardKind.RELIC, CardKind.SPELL)
    offered = tuple(
        pile(f"Ember Reed {chapter}.{number}", kind, 2 + number)
        for number, kind in enumerate(kinds, start=1)
    )
    return Growth(offered, tuple(p.key for p in offered[:2]), banished)


def basic(name: str, tier: int = 1, spaces: int | None = 1) -> PoolCard:
    """Make up a basic card that players typed."""
    return PoolCard(typed_key(name), name, tier, NemesisKind.MINION, spaces, life=5)


def missing_basics(state: State, pack: Pack) -> Iterator[PoolCard]:
    """Yield invented basic cards until the pool has the table's numbers."""
    held = tier_counts(state.pool)
    expected = pack.basics_by_mages[len(state.seats)]
    for tier, have, wanted in zip(TIERS, held, expected, strict=True):
        for number in range(have + 1, wanted + 1):
            yield basic(f"Pale Thing {tier}.{number}", tier)


def _evolution(state: State, pack: Pack) -> Iterator[FactValue]:
    """Yield what the first card of the pool does: take a sticker, or transform when it is full."""
    card = state.pool[0]
    reason = REASON if card.evolved_from else ""  # only basic cards evolve, but for a story card
    if len(card.stickers) < (card.spaces or 0):
        yield CardEvolved(card.key, "Our words about its sticker", reason=reason)
    else:
        name = f"Paler Thing {len(state.games)}"
        yield CardTransformed(card.key, basic(name, card.tier), reason=reason)


# --- looking at what is there ---


def last_game(campaign: Campaign) -> int:
    """Return the number of the latest game; 0 before the first."""
    last = campaign.games.filter(withdrawn=None).order_by("-number").first()
    return last.number if last else 0


def standing_fact(campaign: Campaign, kind: str, game: int | None = None) -> Fact:
    """Return the first fact of a kind that stands, in any game or in one."""
    rows = Fact.objects.not_withdrawn().filter(game__campaign=campaign, kind=kind)
    return (rows if game is None else rows.filter(game__number=game)).earliest("pk")


def played_facts(**wanted: Any) -> list[Any]:
    """Return how games ended, as it stands, whatever their number."""
    rows = Fact.objects.not_withdrawn().filter(kind="played", **wanted).select_related("game")
    return [fact_of(row) for row in rows.order_by("pk")]


def signed(campaign: Campaign, who: Person | None = None) -> dict[str, Any]:
    """Return what every write takes: the campaign, the revision seen, and who writes."""
    writer = who or keeper_of(campaign)
    return {"campaign": campaign, "revision": campaign.revision, "person": writer}


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of the record: what nothing was written to is the same afterwards."""
    found = {}
    with connection.cursor() as cursor:
        for name, question in _questions().items():
            cursor.execute(question)
            found[name] = cursor.fetchall()
    return found


@cache
def _questions() -> dict[str, str]:
    """Return what asks for all columns of all rows of each table, in one order."""
    quote = connection.ops.quote_name
    models = apps.get_app_config("campaign").get_models()
    return {
        m.__name__: f"SELECT * FROM {quote(m._meta.db_table)} ORDER BY {quote(m._meta.pk.column)}"
        for m in models
    }


@contextmanager
def refused(*codes: str) -> Iterator[pytest.ExceptionInfo[RulesError]]:
    """Expect a refusal with exactly these problems, and not a single row changed by it."""
    before = everything()
    with pytest.raises(RulesError) as caught:
        yield caught
    found = sorted(problem.code for problem in caught.value.problems)
    assert found == sorted(codes), found
    assert everything() == before, "something was written"
