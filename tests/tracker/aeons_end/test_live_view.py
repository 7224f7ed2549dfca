"""What the live table of Aeon's End says and offers in a position."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

from campaign.rules.aeons_end.catalogue.pack import NemesisKind
from campaign.rules.aeons_end.first_sheet import first_sheet
from campaign.rules.aeons_end.live.hits import ChooseHit, Hit, SetUnleash, Unleash
from campaign.rules.aeons_end.live.moves import Charge, Dial, Exhaust, Life, Prep, Whose
from campaign.rules.aeons_end.live.nemesis_turn import Enter, Leave, Tick, Tokens
from campaign.rules.aeons_end.live.system import LIVE
from campaign.rules.aeons_end.live.table import Start
from campaign.rules.aeons_end.live.turns import DrawTurn, LookAtTop, PutBack, To
from campaign.rules.aeons_end.turn_order import NEMESIS, TurnCard, TurnKind
from campaign.rules.aeons_end.unleash import Who
from campaign.rules.core.live import Move
from tests.rules.packs import legacy, war_eternal
from tracker.live.values import Tap
from tracker.systems.aeons_end.live.presenter import LiveView, panel_choices
from tracker.systems.aeons_end.live.words import Names, move_text

ONE = TurnCard(TurnKind.MAGE, (1,))
SHEET = first_sheet(war_eternal(), Random(7), count=2, nemesis="gate-witch")
START = LIVE.begin(SHEET)


def names(sheet: Any = SHEET) -> Names:
    body = sheet.body
    return Names(body.mages, body.nemesis.name, body.market, body.nemesis.then_read)


def view(moves: Iterable[Move], start: Start = START) -> LiveView:
    position = LIVE.open(start)
    for move in moves:
        position = LIVE.play(position, move, 0)
    return LiveView(position.table, names())


def labels(taps: Iterable[Tap]) -> list[str]:
    return [tap.label for tap in taps]


def test_once_the_deck_is_out_and_nothing_in_play_nobody_is_told_to_unleash() -> None:
    # War Eternal p. 20 in Polish, Legacy p. 20: nothing more is resolved.
    start = replace(START, deck=(0, 0, 1))
    last = [Enter(NemesisKind.POWER, "Last", 1), DrawTurn(NEMESIS), Tick(1), Tick(1)]
    turn = view(last, start).turn()
    assert (turn.who.lead, labels(turn.taps)) == ("", [])
    assert turn.ends == ("The nemesis deck is empty, no minion and no power in play.",)


def test_after_a_card_went_back_the_round_goes_on() -> None:
    turn = view([DrawTurn(NEMESIS), DrawTurn(ONE), PutBack(To.SHUFFLED)]).turn()
    assert turn.who.lead == "Draw the next card."
    assert view([]).turn().who.lead == "Draw the first card of the round."


def test_cards_that_were_looked_at_or_drawn_can_be_put_anywhere() -> None:
    turn = view([DrawTurn(ONE), LookAtTop(NEMESIS), LookAtTop(ONE)]).turn()
    mage = names().mage(1)
    by_hand = labels(turn.by_hand)
    assert {"Look at one more card", f"{mage} on top of the deck", "Nemesis under the deck"} <= set(
        by_hand
    )
    (back,) = turn.put_back
    assert (back.label, labels(back.taps)) == (mage, ["On top", "Under", "Shuffle in"])


def test_a_card_from_a_real_deck_takes_one_tap_while_one_can_be_drawn() -> None:
    coming = view([DrawTurn(ONE)]).turn().coming
    assert {card.label for card in coming} >= {"Nemesis", names().mage(2)}
    assert all(card.tap is not None and card.tap.rests == "turns" for card in coming)
    wild = TurnCard(TurnKind.WILD, (1, 2))
    asked = view([DrawTurn(wild)], replace(START, turn_cards=(wild, ONE))).turn()
    assert (asked.who.title, [card.tap for card in asked.coming]) == ("Who takes it?", [None])


def test_any_nemesis_can_be_given_tokens_but_not_in_legacys_first_chapter() -> None:
    # Legacy p. 2: the open list of tokens has none of a nemesis.
    sheet = first_sheet(legacy(), Random(1), count=2)
    assert not sheet.body.nemesis.tokens
    first, later = sheet.body, replace(sheet.body, chapter=2)
    shown = [[c.label for c in panel_choices(names(sheet), body)] for body in (first, later)]
    assert ["Nemesis tokens" in labels for labels in shown] == [False, True]


def test_tokens_stay_counted_once_there_were_some() -> None:
    start = replace(START, tokens=0)

    def shown(*moves: Move) -> list[str]:
        return [counter.label for counter in view(moves, start).dials().counters]

    assert "Nemesis tokens" not in shown()
    assert "Nemesis tokens" in shown(Dial(Whose.TOKENS, 2), Dial(Whose.TOKENS, -2))


def test_only_where_exhaustion_has_steps_a_breach_can_be_destroyed() -> None:
    # Legacy p. 19: destroying one is a step of exhaustion, which the first chapters do not have.
    def destroys(start: Start) -> list[bool]:
        breaches = view([], start).mage(LIVE.table(start).mages[0]).breaches
        return ["Destroy" in labels(shown.taps) for shown in breaches]

    assert all(destroys(START))
    assert not any(destroys(replace(START, exhaustion=())))


def test_a_step_of_exhaustion_takes_the_place_of_the_next_draw() -> None:
    fallen = view([DrawTurn(ONE), Life(1, -12)])
    turn = fallen.turn()
    assert turn.who.title == f"{names().mage(1)} is exhausted"
    assert turn.who.lead.startswith("Finish an unleash under way")
    assert labels(turn.taps) == ["Unleash × 2", "Done", "Skip"]
    steps = [Exhaust(1, step, skipped=True) for step in START.exhaustion]
    after = view([DrawTurn(ONE), Life(1, -12), *steps]).turn()
    assert (after.who.title, labels(after.taps)) == (names().mage(1), ["Draw"])


def test_a_step_of_exhaustion_says_what_gravehold_takes_after_the_last() -> None:
    seen = view([Life(1, -12)])
    mage = seen.mage(seen.table.mages[0])
    assert mage.step is not None
    assert mage.step.text == (
        "Finish an unleash under way, then unleash twice. "
        "(After the last step Gravehold takes 4 damage.)"
    )


def test_where_several_mages_fit_the_table_asks_before_anything_else() -> None:
    one, two = names().mage(1), names().mage(2)
    asked = view([DrawTurn(ONE), Hit(Who.LOWEST_LIFE, 2)])
    turn = asked.turn()
    assert (turn.who.title, labels(turn.taps)) == ("Who is hit?", [one, two])
    assert turn.who.lead == "Several mages fit: you choose. Life: −2"
    assert all(hit.taps == () for hit in asked.effects.view().hits), "one question at a time"
    chosen = view([DrawTurn(ONE), Hit(Who.LOWEST_LIFE, 2), ChooseHit(2)])
    assert labels(chosen.turn().taps) == ["Draw"]
    lowest = chosen.effects.view().hits[0]
    assert (lowest.label, [mage.name for mage in lowest.mages]) == ("Lowest life", [two])
    assert labels(lowest.taps) == ["−1", "−2", "−3"]


def test_unleashes_that_are_due_wait_for_the_steps_of_exhaustion() -> None:
    hits = SetUnleash(mage=-1, who=Who.LOWEST_LIFE)
    fallen = view([hits, Life(1, -9), Unleash(3)])
    assert labels(fallen.turn().taps) == ["Unleash × 2", "Done", "Skip"]
    assert labels(fallen.effects.view().unleashes)[:2] == ["Unleash × 2", "Skip"]
    steps = [Exhaust(1, step, skipped=True) for step in START.exhaustion]
    after = view([hits, Life(1, -9), Unleash(3), *steps]).turn()
    assert (after.who.title, after.who.lead) == ("Unleash", "2 unleashes are due.")
    assert labels(after.taps) == ["Unleash × 2", "Skip"]


def test_a_second_spell_shares_a_breach_by_link_which_legacy_does_not_have() -> None:
    number = START.mages[0].breaches[0].number
    prepped = view([Prep(1, number, 1)])
    shown = prepped.mage(prepped.table.mages[0]).breaches[0]
    assert labels(shown.taps)[-2:] == ["Link: second spell", "Spell off"]
    legacy_view = replace(prepped, has_link=False)
    shown = legacy_view.mage(prepped.table.mages[0]).breaches[0]
    assert "Link: second spell" not in labels(shown.taps)
    both = view([Prep(1, number, 1)] * 2)
    assert labels(both.mage(both.table.mages[0]).breaches[0].taps)[-1] == "Spell off"
    assert "Link: second spell" not in labels(both.mage(both.table.mages[0]).breaches[0].taps)


def test_a_card_shows_what_players_entered_as_its_cost() -> None:
    (card,) = view([Enter(NemesisKind.POWER, "Fog", 2, discard="6 aether")]).foe()
    assert card.cost == "to discard: 6 aether"


def said(*moves: Move, start: Start = START) -> str:
    """Return the last of some moves in words."""
    position = LIVE.open(start)
    for move in moves:
        position = LIVE.play(position, move, 0)
    assert position.move is not None
    assert position.before is not None
    return move_text(position.move, names(), position.before.table, position.table)


def test_the_log_says_what_changed_and_names_it() -> None:
    mage, minion = names().mage(1), Enter(NemesisKind.MINION, "Howling Spinners", 8)
    assert said(Dial(Whose.GRAVEHOLD, -3)) == "Gravehold −3 (27)"
    assert said(Life(1, -1), Life(1, 3)) == f"{mage} +1 (10)", "three were asked for"
    assert said(minion, Tokens(1, -6)) == "Howling Spinners −6 (2)"
    assert said(minion, Tokens(1, -9)) == "Howling Spinners −8 (0)"
    assert said(minion, Leave(1)) == "Discarded: Howling Spinners"
    power = Enter(NemesisKind.POWER, "Planar Collision", 2)
    assert said(power, DrawTurn(NEMESIS), Tick(1)) == "Planar Collision −1 (1)"
    assert said(minion, DrawTurn(NEMESIS), Tick(1)) == "Resolved: Howling Spinners"
    assert said(DrawTurn(ONE), PutBack(To.UNDER, card=ONE)) == (
        f"Under the turn-order deck: {mage}"
    )


def test_the_log_says_whom_an_effect_hit() -> None:
    one, two = names().mage(1), names().mage(2)
    assert said(Life(2, -1), Hit(Who.LOWEST_LIFE, 2)) == f"Lowest life −2; {two} −2 (7)"
    assert said(Hit(Who.LOWEST_LIFE, 2)) == "Lowest life −2"
    assert said(Hit(Who.LOWEST_LIFE, 2), ChooseHit(1)) == f"{one} −2 (8)"
    each = SetUnleash(gravehold=-1, mage=-1, who=Who.EACH)
    assert said(each) == "Unleash: Gravehold −1, Each mage −1"
    assert said(each, Unleash(2)) == f"Unleashed × 2; {one} −2 (8); {two} −2 (8), Gravehold −2 (28)"


def test_what_gravehold_lost_by_a_mage_stands_beside_it() -> None:
    mage = names().mage(1)
    assert said(Life(1, -12)) == f"{mage} −10 (0); after the steps Gravehold takes 4"
    steps = [Exhaust(1, step, skipped=True) for step in START.exhaustion]
    assert said(Life(1, -12), *steps) == f"{mage}: step of exhaustion, Gravehold −4 (26)"
    without = replace(START, exhaustion=())
    assert said(Life(1, -12), start=without) == f"{mage} −10 (0), Gravehold −4 (26)"


def test_buttons_say_what_breaches_cost_and_a_full_ability_is_used_by_one_tap() -> None:
    slots = START.mages[0].ability_slots[0]
    seen = view([Charge(1, slots - 1)])
    mage = seen.mage(seen.table.mages[0])
    assert mage.uses == ()
    closed = next(breach for breach in seen.table.mages[0].breaches if breach.open_cost)
    taps = next(shown.taps for shown in mage.breaches if shown.breach == closed)
    assert [tap.label for tap in taps[:2]] == [
        f"Focus ({closed.focus_cost})",
        f"Open ({closed.open_cost})",
    ]
    seen = view([Charge(1, slots)])
    mage = seen.mage(seen.table.mages[0])
    ability = names().ability(1, 1)
    assert [tap.label for tap in mage.uses] == [f"{ability}: use it, spend {slots}"]
    assert said(Charge(1, slots), Charge(1, -slots)).endswith(f"−{slots} (0)")
