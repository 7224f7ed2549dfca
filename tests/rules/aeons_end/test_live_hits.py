"""The live table: unleashing, who is hit, and what a table remembers for the next one."""

from dataclasses import replace

from campaign.rules.aeons_end.exhaustion import ExhaustionStep
from campaign.rules.aeons_end.live.hits import ChooseHit, Hit, SetUnleash, Unleash, UnleashOn
from campaign.rules.aeons_end.live.moves import Charge, Exhaust, Life, Prep
from campaign.rules.aeons_end.live.nemesis_turn import DeckOut, Enter, Tick, UnleashCard
from campaign.rules.aeons_end.live.system import LIVE
from campaign.rules.aeons_end.live.table import Table
from campaign.rules.aeons_end.live.turns import DrawTurn
from campaign.rules.aeons_end.live.who_is_hit import who_is_hit
from campaign.rules.aeons_end.turn_order import NEMESIS, UNLEASH, turn_cards
from campaign.rules.aeons_end.unleash import UnleashEffect, Who
from campaign.rules.core.live import Undo
from tests.rules.aeons_end.test_live import MINION, POWER, gravehold, played, refused, started

TWICE = Exhaust(1, ExhaustionStep.UNLEASH_TWICE, unleashes=True)


def lives(table: Table) -> tuple[int, ...]:
    return tuple(mage.life for mage in table.mages)


# --- unleashing ---


def test_the_pack_knows_what_maelstrom_and_the_gate_witch_unleash() -> None:
    # Legacy p. 18: Gravehold 24 → 21. War Eternal p. 19: tokens 3 → 5.
    assert started(2, of_legacy=True).unleash == UnleashEffect(gravehold=-3)
    legacy_table = played(started(2, of_legacy=True), [gravehold(-6), Unleash()]).table
    assert legacy_table.gravehold == 21
    witch = replace(started(2, nemesis="gate-witch"), tokens=3)
    table = played(witch, [Life(1, -10), TWICE]).table
    assert (table.tokens, len(table.mage(1).steps)) == (5, 2)
    assert started(2, nemesis="umbra-titan").unleash is None


def test_unleashing_turns_the_dials_as_the_group_entered_it() -> None:
    start = started(2, nemesis="umbra-titan")
    entered = SetUnleash(gravehold=-2, nemesis=-60, tokens=-5)
    table = played(start, [entered, Unleash(3)]).table
    assert (table.gravehold, table.nemesis, table.tokens) == (24, 0, 0)
    back = played(start, [entered, Unleash(3), Undo(2)]).table
    assert back.gravehold == 30, "one undo takes all of it back"
    assert refused(played(start, []), Unleash()) == ["live.unleash_unknown"]
    assert refused(played(start, []), SetUnleash()) == ["live.unleash_empty"]


def test_every_step_that_unleashes_uses_it() -> None:
    start = replace(started(2, nemesis="umbra-titan"), deck=(0, 0, 1))
    moves = [SetUnleash(gravehold=-3), Enter(MINION, tokens=5), DrawTurn(NEMESIS), Tick(1)]
    assert played(start, [*moves, DeckOut(unleashes=True)]).table.gravehold == 21
    carded = replace(start, turn_cards=turn_cards(2, unleash_card=True))
    by_card = [SetUnleash(gravehold=-3), DrawTurn(UNLEASH), UnleashCard(unleashes=True)]
    assert played(carded, by_card).table.gravehold == 27
    assert played(start, [SetUnleash(gravehold=-3), Life(1, -10), TWICE]).table.gravehold == 24


def test_an_unleash_hits_a_mage_and_asks_where_several_fit() -> None:
    start = started(3, nemesis="umbra-titan")
    lowest = SetUnleash(mage=-1, who=Who.LOWEST_LIFE)
    table = played(start, [lowest, Life(2, -1), Unleash(2)]).table
    assert (lives(table), table.asked) == ((10, 7, 10), None)
    asked = played(start, [lowest, Unleash(2)])
    assert asked.table.asked is not None
    assert (asked.table.asked.seats, asked.table.due) == ((1, 2, 3), 1)
    assert lives(asked.table) == (10, 10, 10)
    after = LIVE.play(asked, ChooseHit(3), 0).table
    assert (lives(after), after.asked, after.due) == ((10, 10, 8), None, 0), "then 3 is the lowest"
    assert lives(LIVE.play(asked, Undo(2), 0).table) == (10, 10, 10)
    each = played(start, [SetUnleash(mage=-2, who=Who.EACH), Unleash()]).table
    assert lives(each) == (8, 8, 8)
    alone = played(started(1, nemesis="umbra-titan"), [SetUnleash(mage=-2), Unleash()]).table
    assert lives(alone) == (8,), "one mage alone is never asked"


def test_unleashing_stops_after_the_unleash_in_which_a_mage_falls() -> None:
    # War Eternal p. 19: that unleash is finished; when the others come, the book does not say.
    start = started(2, nemesis="umbra-titan")
    moves = [SetUnleash(gravehold=-1, mage=-2, who=Who.LOWEST_LIFE), Life(1, -9), Unleash(3)]
    fallen = played(start, moves)
    assert (lives(fallen.table), fallen.table.gravehold, fallen.table.due) == ((0, 10), 29, 2)
    assert fallen.table.mage(1).steps == tuple(ExhaustionStep)
    went_on = LIVE.play(fallen, UnleashOn(), 0).table
    assert (lives(went_on), went_on.gravehold, went_on.due) == ((0, 6), 27, 0)
    left = LIVE.play(fallen, UnleashOn(skipped=True), 0)
    assert (lives(left.table), left.table.due) == ((0, 10), 0)
    assert refused(left, UnleashOn()) == ["live.nothing_due"]
    steps_first = LIVE.play(fallen, TWICE, 0).table
    assert steps_first.mage(1).steps == tuple(ExhaustionStep)[1:]
    assert (lives(steps_first), steps_first.due) == ((0, 2), 0), "all four hit the other mage"


# --- who is hit ---


def test_who_is_hit_skips_the_exhausted_and_shows_ties() -> None:
    # War Eternal pp. 18–19.
    start = started(3)
    hurt = [Life(1, -10), Life(2, -4), Life(3, -4)]
    assert who_is_hit(played(start, hurt).table, Who.LOWEST_LIFE) == (2, 3)
    assert who_is_hit(played(start, [*hurt, Life(3, -1)]).table, Who.LOWEST_LIFE) == (3,)
    assert who_is_hit(played(start, []).table, Who.MOST_CHARGES) == ()
    assert who_is_hit(played(start, [Charge(2, 1)]).table, Who.MOST_CHARGES) == (2,)
    number = start.mages[0].breaches[0].number
    assert who_is_hit(played(start, [Prep(1, number, 1)]).table, Who.MOST_PREPPED) == (1,)


def test_a_tap_hits_whoever_fits_and_asks_if_several_do_or_nobody() -> None:
    start = started(3)
    hit = Hit(Who.LOWEST_LIFE, 3)
    assert lives(played(start, [Life(2, -1), hit]).table) == (10, 6, 10)
    asked = played(start, [Life(2, -4), Life(3, -4), hit])
    assert asked.table.asked is not None
    assert asked.table.asked.seats == (2, 3)
    assert refused(asked, hit) == ["live.hit_waits"]
    assert refused(asked, ChooseHit(1)) == ["live.nobody_asked"], "the first does not fit"
    chosen = LIVE.play(asked, ChooseHit(3), 0)
    assert lives(chosen.table) == (10, 6, 3)
    assert refused(chosen, ChooseHit(2)) == ["live.nobody_asked"]
    nobody = played(start, [Hit(Who.MOST_PREPPED, 1)]).table
    assert nobody.asked is not None
    assert nobody.asked.seats == (1, 2, 3), "nobody fits: players choose"


def test_of_two_phones_that_say_who_is_hit_only_the_first_counts() -> None:
    asked = played(started(2), [Hit(Who.LOWEST_LIFE, 1)])
    chosen = LIVE.play(asked, ChooseHit(1), 0)
    assert refused(chosen, ChooseHit(2), seen=asked.sequence) == ["live.conflict"]


# --- what is remembered ---


def test_the_next_table_against_this_nemesis_knows_what_was_entered() -> None:
    start = started(2, nemesis="umbra-titan")
    moves = [SetUnleash(gravehold=-1), SetUnleash(gravehold=-2)]
    again = LIVE.recall(start, [(start, move) for move in moves])
    assert again.unleash == UnleashEffect(gravehold=-2), "the latest counts"
    assert played(again, [Unleash()]).table.gravehold == 28
    other = LIVE.recall(started(2, nemesis="hollow-crown"), [(start, moves[0])])
    assert other.unleash is None


def test_what_it_takes_to_discard_a_card_is_remembered_by_its_name() -> None:
    start = started(2)
    fog = Enter(POWER, "Fog", 2, discard="6 aether")
    table = played(start, [fog, Enter(POWER, "fog", 2), Enter(POWER, "Mist", 2)]).table
    assert [card.discard for card in table.in_play] == ["6 aether", "6 aether", ""]
    again = LIVE.recall(start, [(start, fog), (start, Enter(POWER, "", 2, discard="2 spells"))])
    later = played(again, [Enter(POWER, "Fog", 2), Enter(POWER, "", 2)]).table
    assert [card.discard for card in later.in_play] == ["6 aether", ""], "a name is needed"
