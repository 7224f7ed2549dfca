"""What holds in every Legacy campaign that can be told."""

import json
import re
from collections.abc import Iterator

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from campaign.rules.aeons_end.legacy.decisions import (
    POOL_FIXED_FROM,
    StepKind,
    next_step,
    open_decisions,
)
from campaign.rules.aeons_end.legacy.facts import (
    BasicLeft,
    CardEvolved,
    DecisionClosed,
    Fact,
    Foe,
    MarketGrown,
    Noted,
    Planned,
    Played,
    SealOpened,
    SectionUnlocked,
    Settled,
    StickerPlaced,
    Story,
)
from campaign.rules.aeons_end.legacy.setup import setup_sheet
from campaign.rules.aeons_end.legacy.state import GameStatus, State, knowing
from campaign.rules.aeons_end.mages import Sticker, StickerKind
from campaign.rules.aeons_end.market.growth import Growth
from campaign.rules.aeons_end.nemesis_deck import tier_counts
from campaign.rules.core.story import story_of
from tests.rules.aeons_end.legacy_replay import check, replay, states
from tests.rules.aeons_end.legacy_stories import WIN, Teller
from tests.rules.aeons_end.legacy_strategies import Walk, stories, walks
from tests.rules.packs import legacy

TOTALS = {1: 20, 2: 24, 3: 27, 4: 31}


@given(stories())
def test_whatever_happens_the_numbers_of_the_box_hold(story: Story) -> None:
    expected = legacy().basics_by_mages[len(story.seats)]
    for _, state in states(story, legacy()):
        inside = {pile.key for pile in state.market}
        assert len(state.market) == len(inside) == legacy().market.piles
        assert not inside & {pile.key for pile in state.banished}
        for mat in state.mats:
            assert len(mat.hand) == len(mat.deck) == 5
            assert len({sticker.slot for sticker in mat.stickers}) == len(mat.stickers)
        if (
            state.current
            and state.current.phase is GameStatus.SETTLED
            and state.started >= POOL_FIXED_FROM
        ):
            assert tier_counts(state.pool) == expected


@given(stories())
def test_evolution_never_changes_how_many_cards_a_tier_has(story: Story) -> None:
    for game, facts in story.games.items():
        for index, fact in enumerate(facts):
            if type(fact).__name__ not in ("CardEvolved", "CardTransformed"):
                continue
            told = story.until(game - 1).games
            before = Story(story.seats, {**told, game: facts[:index]})
            after = before.with_fact(game, fact)
            assert tier_counts(replay(after, legacy()).pool) == tier_counts(
                replay(before, legacy()).pool
            )


@given(walks())
def test_replay_gives_the_same_state_every_time(walk: Walk) -> None:
    story = walk.story
    found = dict(states(story, legacy()))
    last = max(story.games, default=0)
    assert found[last] == replay(story, legacy())
    # Facts told before the result are replayed after it; that must not make a difference.
    assert found[last] == walk.state
    middle = (last + 1) // 2
    assert found[middle] == replay(story.until(middle), legacy())


@given(stories())
def test_it_does_not_count_when_plan_and_result_were_written_down(story: Story) -> None:
    # A result amended months later is written down last, and still comes before its aftermath.
    late = {
        game: sorted(facts, key=lambda fact: isinstance(fact, (Played, Planned)))
        for game, facts in story.games.items()
    }
    assert story_of(story.seats, late) == story


@given(stories(max_games=6))
def test_without_its_last_fact_a_story_is_what_it_was_before(story: Story) -> None:
    if not story.games:
        return
    last = max(story.games)
    *rest, fact = story.games[last]
    earlier = story.until(last - 1).games
    before = Story(story.seats, {**earlier, last: tuple(rest)} if rest else earlier)
    state = replay(before, legacy())
    assert check(before, legacy(), last, fact) == ()
    written = before.with_fact(last, fact)
    assert written == story
    left = {n: [f for f in facts if f is not fact] for n, facts in written.games.items()}
    undone = story_of(written.seats, {n: facts for n, facts in left.items() if facts})
    assert undone == before
    assert replay(undone, legacy()) == state


def illegal(state: State, game: int) -> Iterator[tuple[int, Fact]]:
    """Yield entries that never fit, whatever the state."""
    crystal = Sticker("9z", StickerKind.OTHER, "Nowhere")
    yield game, MarketGrown(Growth((), (), ()))
    yield game, StickerPlaced(9, crystal)
    yield game, BasicLeft("~nobody")
    yield game, CardEvolved("~nobody")
    yield game, SealOpened("deck-of-nothing")
    yield game, SectionUnlocked("S", " ")
    yield game, DecisionClosed("growth:99")
    yield game, Noted("  ")
    yield game + 5, Settled()
    yield game + 5, Planned(1, Foe("maelstrom"))
    yield game + 1, Planned(99, Foe("nobody-at-all"))
    if state.current and state.current.phase is not GameStatus.PLANNED:
        yield game, Played(WIN)


@given(stories(max_games=5))
def test_an_illegal_entry_is_refused_and_changes_nothing(story: Story) -> None:
    state = replay(story, legacy())
    game = max(story.games, default=0)
    for number, fact in illegal(state, game):
        assert check(story, legacy(), number, fact), fact
    assert replay(story, legacy()) == state


@given(stories())
def test_there_is_always_one_next_step_and_settling_waits_for_every_decision(story: Story) -> None:
    for _, state in states(story, legacy()):
        step = next_step(state, legacy())
        settled = state.current is None or state.current.phase is GameStatus.SETTLED
        assert (step.kind in (StepKind.PLAN, StepKind.FINISHED)) == settled
        if settled:
            assert not open_decisions(state, legacy())
        if step.kind is StepKind.AFTERMATH and state.current:
            assert step.decisions
            codes = [p.code for p in check(story, legacy(), state.current.number, Settled())]
            assert "settle.decisions_open" in codes or state.current.number < len(story.games)


def words_of(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield str(key)
            yield from words_of(item)
    elif isinstance(value, list):
        for item in value:
            yield from words_of(item)
    elif isinstance(value, str):
        yield value


@given(stories(), st.sampled_from(["en", "pl", "fr", "de"]))
def test_a_sheet_counts_right_and_names_nothing_the_campaign_does_not_know(
    story: Story, language: str
) -> None:
    pack = legacy()
    note(str(story))
    before: State | None = None
    for _, state in states(story, pack):
        game = state.current
        if game is None:
            continue
        sheet = setup_sheet(state, pack, before=before, language=language)
        before = state
        if game.chapter >= POOL_FIXED_FROM and not sheet.problems:
            assert sheet.body.nemesis.total == TOTALS[len(story.seats)]
            assert sheet.body.nemesis.total == sum(
                tier.total or 0 for tier in sheet.body.nemesis.tiers
            )
        for tier in sheet.body.nemesis.tiers:
            assert len(tier.basics) == (tier.basic or 0)
        assert (
            sum(turn.count for turn in sheet.body.turn_order)
            == {1: 6, 2: 6, 3: 6, 4: 6}[len(story.seats)]
        )
        assert len(sheet.body.market) == 9
        assert_no_secret(sheet.as_dict(), state)


def assert_no_secret(document: object, state: State) -> None:
    pack = legacy()
    known = knowing(state, pack)
    spoken = {name for key, name, _ in pack.names() if key in known}
    secrets = {key for key, _, _ in pack.names() if key not in known}
    secrets |= {name for key, name, _ in pack.names() if key not in known}
    words = {*words_of(json.loads(json.dumps(document)))} - spoken
    whole = "\n".join(words).lower()
    for secret in secrets:
        if secret.lower() in whole:  # in a longer word, it is none
            found = re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", "\n".join(words), re.IGNORECASE)
            assert not found, secret


def test_a_secret_on_a_sheet_would_be_found() -> None:
    state = Teller(2).plan().state
    for secret in ("Bladius", "conductive-grit", "the Conduct of it", "Maelstrom: Risen"):
        with pytest.raises(AssertionError):
            assert_no_secret({"deep": [{"er": secret}]}, state)
    assert_no_secret({"fine": ["Maelstrom", "Fire Chakram", "conductivity"]}, state)
