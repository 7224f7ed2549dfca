"""Every problem has a sentence, and the sentence reads out nothing it should not."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from campaign.packs import get_pack
from campaign.rules.aeons_end.legacy.facts import FACTS as LEGACY_FACTS
from campaign.rules.aeons_end.legacy.facts import Seat
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.aeons_end.market.piles import Pile
from campaign.rules.core.problems import Detail, Problem, mismatch
from campaign.rules.registry import SYSTEMS
from tests.rules.codes import problem_codes
from tracker.systems.aeons_end.shared.words import RecordNames, sentence
from tracker.systems.aeons_end.shared.words.problem_sentences import SENTENCES
from tracker.words.file_problems import SENTENCES as FILE_SENTENCES
from tracker.words.file_problems import file_sentence

ROOT = Path(__file__).resolve().parents[3]
OTHER_SYSTEMS = {system.family for system in SYSTEMS.values()} - {"aeons_end"}
CODES = set(SENTENCES)
SEATS = (Seat(1, "green", "a", "Bubda", "Zuza"), Seat(2, "blue", "b", "Ramzel"))
WHEN = {"chapter": 2, "when": "end"}

# What comes with each code, as the engine and the services give it.
SAMPLES: dict[str, dict[str, Any]] = {
    "setup.unfit": {},
    "breach.not_closed": {"number": "II", "state": "open"},
    "breach.turns": {"most": 3, "actual": 5},
    "campaign.language_unknown": {"language": "xx", "known": ("en", "pl")},
    "campaign.archived": {},
    "campaign.name_missing": {},
    "campaign.no_opening": {},
    "expedition.no_boxes": {},
    "expedition.no_seed": {},
    "expedition.story_box": {"boxes": ("aeons-end-the-new-age",)},
    "expedition.no_variant": {"variant": "long"},
    "expedition.no_opening": {},
    "expedition.too_few_nemeses": {"tier": 3, "need": 2, "have": 1},
    "expedition.too_few_fifth": {"need": 1, "have": 0},
    "expedition.too_few_mages": {"need": 5, "have": 4},
    "expedition.too_few_piles": {"kind": "gem", "need": 10, "have": 6},
    "expedition.too_few_treasures": {"level": 4, "need": 5, "have": 0},
    "expedition.too_few_upgraded": {"tier": 1, "need": 3, "have": 0},
    "expedition.too_few_banners": {"need": 4, "have": 0},
    "expedition.no_companions": {},
    "expedition.not_this_battle": {"battle": 2},
    "expedition.not_this_node": {},
    "expedition.no_such_decision": {"most": 2},
    "expedition.unknown": {"names": ("Glass Storm",)},
    "expedition.not_there": {"names": ("Glass Storm",)},
    "expedition.twice": {"names": ("Glass Storm",)},
    "expedition.same_again": {},
    "expedition.met_before": {"names": ("Glass Storm",)},
    "expedition.other_tier": {"names": ("Glass Storm",), "tier": 2},
    "expedition.joined_size": {},
    "expedition.companions_differ": {},
    "expedition.not_in_pool": {},
    "expedition.deck_size": {},
    "expedition.mage_missing": {"seat": 1},
    "expedition.nine_piles": {"need": 9, "actual": 8},
    "expedition.treasure_twice": {"names": ("Glass Storm",)},
    "expedition.too_many_treasures": {"level": 1, "most": 1},
    "expedition.treasure_for_others": {"level": 2},
    "expedition.no_result": {"game": 1},
    "expedition.nothing_due": {"game": 1},
    "expedition.nothing_to_choose": {"game": 1},
    "expedition.level_not_yet": {"level": 2, "allowed": (1,)},
    "expedition.no_banners": {},
    "expedition.other_reward": {"game": 1},
    "expedition.reward_size": {},
    "campaign.system_unknown": {"system": "no-such-game"},
    "decision.cannot_be_waived": {"decision": "verdict:3"},
    "decision.not_open": {"decision": "slot:2a:1"},
    "decision.reason_missing": {"decision": "growth:2"},
    "difficulty.unknown": {"difficulty": "nightmare"},
    "evolution.already_in_pool": {"names": ("Glass Storm",)},
    "evolution.becomes_another": {"names": ("Glass Storm",), "number": "E50"},
    "evolution.more_stickers": {"names": ("Glass Storm",), "stickers": 2},
    "evolution.not_basic": {"names": ("Glass Storm",)},
    "evolution.spaces_differ": {"names": ("Glass Storm",), "spaces": 2},
    "evolution.spaces_missing": {"names": ("Glass Storm",)},
    "market.nothing_ordered": {},
    "plan.pairs_fixed": {},
    "pool.fixed": {"chapter": 3},
    "seal.no_such_part": {"seal": "supplement-1", "name": "", "part": "c"},
    "sticker.not_there": {"slot": "2a", "seat": 1},
    "story.card_missing": {},
    "story.reason_missing": {},
    "evolution.no_space_left": {"names": ("Glass Storm",), "spaces": 1},
    "evolution.not_in_pool": {"names": ("~glass storm",)},
    "evolution.same_card": {"names": ("Glass Storm",)},
    "evolution.space_still_free": {"names": ("Glass Storm",), "free": 2},
    "evolution.tier_changes": {"expected": 1, "actual": 3},
    "evolution.too_early": {},
    "fact.not_there": {},
    "fact.nothing_to_record": {"game": 3},
    "fact.once_per_game": {"game": 3, "kind": "growth"},
    "game.not_there": {"game": 4},
    "invite.closed": {},
    "invite.days": {"most": 365, "actual": 0},
    "mages.too_few": {"need": 2, "have": 1},
    "mages.twice": {"names": ("legacy-green",)},
    "mages.unknown": {"names": ("Nobody At All",)},
    "market.add_exactly_two": {"expected": 2, "actual": 3},
    "market.added_not_offered": {"names": ("Glass Storm",)},
    "market.added_twice": {"names": ("Glass Storm",)},
    "market.already_grown": {"chapter": 2},
    "market.banish_exactly_two": {"expected": 2, "actual": 1},
    "market.banished_not_in_market": {"names": ("fire-chakram", "~glass storm")},
    "market.at_most_conflict": {"constraint": 0, "most": 1, "fewest": 2, "others": (1,)},
    "market.at_most_unmeetable": {"constraint": 0, "most": 1, "fewest": 2},
    "market.banished_twice": {"names": ("fire-chakram",)},
    "market.card_differs": {"card": "fire-chakram", "kind": "spell", "cost": 2},
    "market.card_twice": {"names": ("fire-chakram",)},
    "market.card_unknown": {"names": ("Glass Storm",)},
    "market.constraint_unmeetable": {"constraint": 0, "need": 4, "have": 3, "room": 2},
    "market.constraints_conflict": {
        "constraint": 1,
        "need": 4,
        "have": 3,
        "room": 2,
        "others": (0, 2),
    },
    "market.too_complex": {},
    "market.exclusion_leaves_too_few": {"constraint": 0, "need": 9, "have": 8, "others": ()},
    "market.kind_count": {"kind": "gem", "expected": 3, "actual": 2},
    "market.kind_or_cost_missing": {"names": ("Glass Storm",)},
    "market.lock_does_not_fit": {"names": ("fire-chakram",), "kind": "spell", "places": 4},
    "market.lock_excluded": {"constraint": 0, "names": ("fire-chakram",)},
    "market.lock_twice": {"names": ("fire-chakram",)},
    "market.lock_unknown": {"names": ("Glass Storm",)},
    "market.name_missing": {"place": 2},
    "market.not_nine_piles": {"expected": 9, "actual": 8},
    "market.not_yet": {"chapter": 2},
    "market.offer_at_most_four": {"expected": 4, "actual": 5},
    "market.offered_already_in_market": {"names": ("fire-chakram",)},
    "market.offered_twice": {"names": ("Glass Storm",)},
    "market.offered_was_banished": {"names": ("Glass Storm",)},
    "market.one_way_only": {},
    "market.slot_unfillable": {"slot": 0, "kind": "gem", "need": 3, "have": 2, "costs": (3, 4)},
    "market.slots_conflict": {"slot": 2, "kind": "gem", "need": 3, "have": 2, "others": (0, 1)},
    "market.starter_is_no_pile": {"names": ("crystal",)},
    "market.suggestion_unknown": {"market": "nothing"},
    "market.template_unknown": {"template": "nothing"},
    "mat.breach_already_there": {"number": "IV", "seat": 1},
    "mat.charges_out_of_range": {"allowed": (4, 5, 6), "actual": 9},
    "mat.no_crystal_to_replace": {"where": "hand", "seat": 2},
    "nemesis.none_in_range": {"least": 8, "most": 9},
    "nemesis.unknown": {"names": ("Nobody At All",)},
    "nemesis_deck.too_few_basics": {"tier": 2, "need": 7, "have": 5},
    "note.empty": {},
    "list.too_long": {"most": 20, "actual": 21},
    "list.twice": {"expected": "a list of different things", "got": "a list of 3"},
    "number.out_of_range": {"least": 0, "most": 99, "actual": 100},
    "one_off.already_played": {},
    "one_off.box_unknown": {"boxes": ("no-such-game",)},
    "one_off.campaign_not_yours": {},
    "one_off.not_played": {},
    "undo.nothing": {},
    "one_off.not_there": {},
    "one_off.system_unknown": {"system": "no-such-game"},
    "party.colour": {"colour": "mauve"},
    "party.colour_twice": {"colour": "green"},
    "party.name_missing": {"seat": 2},
    "party.no_such_seat": {"seat": 4},
    "party.name_twice": {"name": "Bubda"},
    "party.seats": {"seats": (1, 3)},
    "party.side": {"side": "c"},
    "party.size": {"least": 1, "most": 4, "actual": 5},
    "people.cannot_hand_over": {},
    "people.hand_over_instead": {},
    "people.keeper_stays": {},
    "people.wrong_code": {},
    "people.not_a_member": {},
    "campaign.no_room": {"most": 500},
    "one_off.no_room": {"most": 500},
    "record.no_room": {},
    "photo.no_room": {"most": 500},
    "photo.too_many": {"most": 12},
    "plan.campaign_finished": {"chapters": 7},
    "plan.chapter_unexpected": {"expected": 2, "actual": 3},
    "plan.game_number": {"expected": 3, "actual": 5},
    "plan.nemesis_life_differs": {"expected": 99, "actual": 40},
    "plan.nemesis_life_impossible": {"life": 120, "most": 99},
    "plan.nemesis_missing": {},
    "plan.nemesis_other_chapter": {"expected": 1, "actual": 2},
    "plan.nemesis_unknown": {"nemesis": "no-such-id"},
    "plan.no_such_chapter": {"chapter": 9, "chapters": 7},
    "plan.pairs": {"mages": 2},
    "plan.previous_open": {"game": 3},
    "pool.already_in": {"card": "~glass storm", "name": "Glass Storm"},
    "pool.card_differs": {"card": "acid-fog-ic11", "tier": 1, "kind": "power"},
    "pool.card_twice": {"names": ("Glass Storm",)},
    "pool.card_unknown": {"card": "no-such-id"},
    "pool.name_missing": {},
    "pool.no_such_tier": {"tier": 4},
    "pool.not_basic": {"card": "~glass storm", "name": "Glass Storm"},
    "pool.not_in": {"card": "~glass storm"},
    "pool.tier_mismatch": {"tier": 1, "expected": 3, "actual": 2},
    "pool.was_removed": {"card": "~glass storm", "name": "Glass Storm"},
    "result.already_recorded": {"game": 3},
    "result.too_many_players": {},
    "result.deck_out_with_nemesis_at_zero": {},
    "result.ending_of_other_result": {"result": "win", "ending": "gravehold_fallen"},
    "result.exhausted_with_life": {"seat": 1, "life": 4},
    "result.exhaustion_with_one_mage": {},
    "result.gravehold_fell_instead": {},
    "result.gravehold_has_life": {"life": 4},
    "result.life_above_start": {"whose": "mage", "seat": 2, "life": 12, "start": 10},
    "result.life_below_zero": {"whose": "gravehold", "seat": 0, "life": -1},
    "result.life_zero_not_exhausted": {"seat": 1},
    "result.loss_with_nemesis_at_zero": {},
    "result.minutes": {"most": 1440, "actual": 0},
    "result.not_all_exhausted": {"seats": (1, 2)},
    "result.not_recorded": {"game": 3},
    "result.played_on": {"first": "2010-01-01", "last": "2030-05-04"},
    "result.seat_unknown": {"seats": (3,), "mages": 2},
    "result.win_with_all_exhausted": {"mages": 2},
    "result.win_with_gravehold_fallen": {},
    "result.win_with_nemesis_alive": {"life": 12},
    "seal.already_open": {"seal": "envelope-2", "name": ""},
    "seal.name_missing": {},
    "seal.too_early": {"seal": "envelope-3", "name": "", **WHEN},
    "seal.unknown": {"seal": "no-such-id", "name": ""},
    "section.already_unlocked": {"section": "K", "letter": "K"},
    "section.letter_differs": {"section": "I", "letter": "W"},
    "section.letter_missing": {"section": "I", "letter": ""},
    "section.letter_twice": {"section": "I", "letter": "K"},
    "section.too_early": {"section": "K", "letter": "K", **WHEN},
    "section.unknown": {"section": "ZZ", "letter": "ZZ"},
    "settle.already_settled": {"game": 3},
    "settle.decisions_open": {"decisions": ("slot:2a:1", "growth:2"), "count": 2},
    "settle.no_result": {"game": 3},
    "solo.life": {"allowed": (10, 12, 15), "actual": 20},
    "solo.life_needs_one_mage": {"actual": 2},
    "sticker.breach_turns_missing": {},
    "sticker.replaces_missing": {"slot": "3", "seat": 1},
    "sticker.card_kind_missing": {},
    "sticker.charges_missing": {"allowed": (4, 5, 6)},
    "sticker.name_missing": {"kind": "starter"},
    "sticker.no_such_mage": {"slot": "2a", "seat": 4},
    "sticker.slot_taken": {"slot": "2a", "seat": 1},
    "sticker.slot_missing": {},
    "sticker.too_early": {"slot": "2a", "seat": 1, **WHEN},
    "sticker.unknown_slot": {"slot": "9", "seat": 1},
    "sticker.where_missing": {},
    "story.aftermath_breaks": {"game": 2, "kind": "settled", "count": 1},
    "story.later_fact_breaks": {"game": 4, "kind": "growth", "index": 3, "codes": ("x.y",)},
    "text.forbidden": {"characters": ("U+0000",)},
    "text.too_long": {"most": 100, "actual": 120},
    "turn_order.mage_count": {"least": 1, "most": 4, "actual": 6},
    "turn_order.pairs_do_not_split_the_table": {"seats": (1, 1, 2, 3)},
    "turn_order.pairs_need_four": {"actual": 2},
    "turn_order.seat_may_not_act": {"seat": 1, "allowed": (2,)},
    "turn_order.solo_cards": {"allowed": (3, 4), "actual": 7},
    "turn_order.solo_cards_need_one_mage": {"actual": 2},
    "turn_order.card_not_left": {"card": "nemesis"},
    "api_token.name_missing": {},
    "api_token.no_room": {"most": 20},
    "webhook.no_room": {"most": 5},
    "seat.barred": {},
    "seat.link_replaced": {},
    "seat.name_missing": {},
    "seat.nobody_there": {},
    "seat.not_yours": {},
    "seat.owner_is_here": {},
    "seat.still_taken": {"seat": 3, "person": "Zuza"},
    "seat.taken": {},
    "seat.unknown": {},
    "live.another_table": {},
    "live.breach_not_there": {"seat": 1, "number": "IV"},
    "live.breach_stays_open": {"seat": 1, "number": "I"},
    "live.card_not_drawn": {},
    "live.card_not_in_play": {},
    "live.card_not_next": {},
    "live.choose_who_acts": {},
    "live.closed": {},
    "live.deck_empty": {},
    "live.no_unleash_card": {},
    "live.unleash_empty": {},
    "evening.changed_meanwhile": {},
    "evening.closed_to_you": {},
    "evening.date_gone": {},
    "evening.date_needed": {},
    "evening.gone": {},
    "evening.group_gone": {},
    "evening.minutes_unknown": {},
    "evening.no_date": {},
    "evening.no_such_time": {"clock": "02:30"},
    "evening.over": {},
    "evening.past": {},
    "evening.too_far": {},
    "evening.too_many_dates": {"most": 12},
    "evening.too_many_people": {},
    "evening.zone_unknown": {},
    "first_evening.not_in_order": {},
    "first_evening.over": {},
    "notice.no_room": {"most": 5},
    "live.nothing_due": {},
    "live.hit_waits": {},
    "live.nobody_asked": {},
    "live.unleash_unknown": {},
    "live.deck_counted": {},
    "live.deck_not_empty": {},
    "live.begun": {},
    "live.full": {},
    "live.move_unknown": {},
    "live.name_missing": {},
    "live.too_many_cards": {"most": 40},
    "live.too_many_evolved": {"most": 60},
    "live.no_ability": {"seat": 1},
    "live.no_healing": {"seat": 1},
    "live.no_nemesis_dial": {},
    "live.nobody_to_choose": {},
    "live.not_open": {},
    "live.not_the_nemesis_turn": {},
    "live.nothing_to_put_back": {},
    "live.conflict": {"sequence": 7},
    "live.pile_unknown": {"place": 12},
    "live.seat_unknown": {"seat": 9},
    "live.step_not_next": {"seat": 1, "step": "discard_charges"},
    "live.top_is_known": {},
    "live.remark_empty": {},
    "live.undo_gone": {},
    "live.undo_rests": {"sequence": 7},
    "invite.removed": {},
    "mages.too_few_left": {"need": 2, "have": 1, "out": 3},
    "mages.versions": {"names": ("gex",)},
    "name.taken": {"called": "Ember Reed"},
    "nemesis.none_in_boxes": {},
    "nemesis.wishes_clash": {"wishes": ("difficulty", "never")},
    "nemesis_deck.basic_unknown": {"names": ("acid-fog",)},
    "people.looks_alike": {"person": "Zuza"},
    "preference.too_many": {"most": 20},
    "undo.not_the_last_game": {"game": 2, "last": 4},
    "verdict.no_result": {"game": 3},
    "verdict.not_asked": {"game": 3},
}


@pytest.fixture
def namer() -> Namer:
    return Namer(get_pack("aeons-end-legacy"), "en")


def _problem_calls(folder: Path) -> Iterator[tuple[str, frozenset[str] | None]]:
    """Yield the code of each Problem made in a folder, with its details where they are literal."""
    for path in sorted(folder.rglob("*.py")):
        if OTHER_SYSTEMS & set(path.relative_to(ROOT).parts):
            continue  # which have words of their own
        for node in ast.walk(ast.parse(path.read_text())):
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Problem"):
                continue
            if not (node.args and isinstance(node.args[0], ast.Constant)):
                continue
            yield str(node.args[0].value), _literal_keys(node)


def _literal_keys(call: ast.Call) -> frozenset[str] | None:
    if len(call.args) < 2:
        return frozenset()
    details = call.args[1]
    if not isinstance(details, ast.Dict) or None in details.keys:
        return None
    return frozenset(str(key.value) for key in details.keys if isinstance(key, ast.Constant))


def test_every_code_of_the_engine_has_a_sentence() -> None:
    assert set() == problem_codes() - CODES


def test_every_code_of_the_services_has_a_sentence() -> None:
    made = {code for code, _ in _problem_calls(ROOT / "campaign" / "services")}
    assert made, "the services refuse nothing: this test looks in the wrong place"
    assert made - CODES == set()


def test_no_sentence_is_left_of_a_code_that_nobody_makes() -> None:
    made = {code for code, _ in _problem_calls(ROOT / "campaign")}
    assert CODES - made - problem_codes() == set()


def test_the_samples_below_have_the_details_that_the_code_gives() -> None:
    assert set(SAMPLES) == CODES
    for code, keys in _problem_calls(ROOT / "campaign"):
        if keys is not None:
            assert keys == set(SAMPLES[code]), code


# One test for all sentences, here and below: each takes less time than starting a test.
def test_a_sentence_says_what_it_is_given(namer: Namer) -> None:
    for code, details in SAMPLES.items():
        said = sentence(Problem(code, details), RecordNames(namer, SEATS))
        assert said.endswith((".", "?")), code
        assert "%" not in said, code
        assert "~" not in said, code
        assert said != "This does not fit the rules.", code
        without_words = re.sub("turn-order|set-up", "", said)
        assert not re.search(r"\b[a-z]+(-[a-z0-9]+)+\b", without_words), (code, said)


def test_a_sentence_without_names_leaks_no_key() -> None:
    keys = {
        "names": ("fire-chakram", "sap"),
        "card": "acid-fog-ic11",
        "name": "",
        "seal": "envelope-3",
    }
    for code, sample in SAMPLES.items():
        details = {key: keys.get(key, value) for key, value in sample.items()}
        said = sentence(Problem(code, details))
        assert "%" not in said, code
        for key in ("fire-chakram", "sap", "acid-fog", "envelope-3"):
            assert key not in said, code


@pytest.mark.parametrize(
    "code", ["evolution.not_in_pool", "market.banished_not_in_market", "market.added_not_offered"]
)
def test_a_guessed_id_is_not_answered_with_its_name(code: str, namer: Namer) -> None:
    said = sentence(Problem(code, {"names": ("thunderous-oath",)}), RecordNames(namer))
    assert "oath" not in said.lower()
    opened = sentence(Problem(code, {"names": ("fire-chakram",)}), RecordNames(namer))
    assert "Fire Chakram" in opened


def test_names_take_the_place_of_keys_and_seats(namer: Namer) -> None:
    def said(code: str, **details: Any) -> str:
        return sentence(Problem(code, details), RecordNames(namer, SEATS))

    assert said("market.offered_twice", names=("fire-chakram", "Glass Storm")) == (
        "Offered twice: Fire Chakram and Glass Storm."
    )
    assert said("sticker.slot_taken", slot="2a", seat=2) == (
        "Ramzel already has a sticker on slot 2a."
    )
    assert said("seal.too_early", seal="envelope-3", name="", chapter=3, when="start") == (
        "Leave it sealed until then (start of chapter 3): envelope 3."
    )
    assert said("settle.decisions_open", decisions=("slot:2a:1", "growth:2"), count=2) == (
        "2 decisions are still open: "
        "Bubda: a sticker for slot 2a; The market grows after chapter 2."
    )
    assert said("pool.not_in", card="~glass storm") == (
        "Not among this campaign’s basic cards: Glass storm."
    )


def test_typed_names_get_their_capitals_back(namer: Namer) -> None:
    problem = Problem("pool.not_in", {"card": "~glass storm"})
    said = sentence(problem, RecordNames(namer, typed={"~glass storm": "Glass Storm"}))
    assert "Glass Storm" in said


def test_names_come_in_the_language_of_the_box() -> None:
    polish = Namer(get_pack("aeons-end-legacy"), "pl")
    name = polish.name(Pile("fire-chakram", ""))
    assert name != "Fire Chakram"
    assert name in sentence(
        Problem("market.card_twice", {"names": ("fire-chakram",)}), RecordNames(polish)
    )


@pytest.mark.parametrize("kind", list(LEGACY_FACTS))
def test_a_broken_later_fact_is_named_by_game_and_kind(kind: str) -> None:
    def said(kind: str) -> str:
        details: dict[str, Detail] = {"game": 12, "kind": str(kind), "index": 1, "codes": ("a.b",)}
        return sentence(Problem("story.later_fact_breaks", details))

    assert "game 12" in said(kind)
    assert [other for other in LEGACY_FACTS if said(other) == said(kind)] == [kind]
    assert said(kind) != said("a kind that nobody foresaw")


@pytest.mark.parametrize("whose", ["mage", "gravehold", "nemesis"])
def test_a_dial_is_named_by_whose_it_is(whose: str) -> None:
    words = {"mage": "Ramzel", "gravehold": "Gravehold", "nemesis": "The nemesis"}
    details = {"whose": whose, "seat": 2 if whose == "mage" else 0, "life": 12, "start": 10}
    assert words[whose] in sentence(
        Problem("result.life_above_start", details), RecordNames(seats=SEATS)
    )


def test_one_and_many_are_told_apart() -> None:
    def said(free: int) -> str:
        details: dict[str, Detail] = {"names": ("Glass Storm",), "free": free}
        return sentence(Problem("evolution.space_still_free", details))

    assert "1 free space:" in said(1)
    assert "2 free spaces:" in said(2)


def test_a_code_that_nobody_foresaw_still_gets_an_answer() -> None:
    assert sentence(Problem("new.thing")) == "This does not fit the rules."


def test_sentences_follow_the_language_that_is_active_when_they_are_read() -> None:
    # A lazy table made at import must not freeze the first language it was read in.
    with translation.override("fr"):
        sentence(Problem("note.empty"))
    with translation.override("en"):
        assert sentence(Problem("note.empty")) == "The note is empty."


# --- a file that cannot be taken ---


def fault_codes() -> set[str]:
    """Return every code of a fault that reading an export file can find."""
    files = (ROOT / "campaign").rglob("*.py")
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    return set(re.findall(r'"((?:file|archive)\.[a-z_0-9]+)"', text))


def test_every_fault_of_a_file_has_a_sentence_and_every_sentence_a_fault() -> None:
    assert fault_codes() == set(FILE_SENTENCES)


@pytest.mark.parametrize("language", ["en", "pl", "fr", "de"])
def test_every_fault_of_a_file_has_a_sentence_in_each_language(language: str) -> None:
    details: dict[str, str | int] = {
        "allowed": "a, b", "example": "2026-05-01", "key": "name",
        "most": 3, "name": "photos/1-1.webp", "system": "chess",
    }  # fmt: skip
    for code in FILE_SENTENCES:
        fault = mismatch("games[0]", "something", "else", code, **details)
        with translation.override("en"):
            english = file_sentence(fault)
        with translation.override(language):
            said = file_sentence(fault)
        assert "%" not in said, code
        assert (said == english) == (language == "en"), code


def test_a_fault_without_a_sentence_of_its_own_is_told_that_it_does_not_fit() -> None:
    fault = mismatch("deeds[3].revision", "4", "5")
    assert file_sentence(fault) == "This does not fit the rest of the file."
