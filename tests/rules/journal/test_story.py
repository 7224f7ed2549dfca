"""Evenings of a journal: what each fact changes, and what stands against it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaign.rules.core.facts import Noted
from campaign.rules.core.keys import typed_key
from campaign.rules.core.serialize import from_plain, to_plain
from campaign.rules.core.story import Story
from campaign.rules.journal.changes import Counted, Marked, Moved, Named, Unmarked
from campaign.rules.journal.description import (
    Addition,
    Chapter,
    Description,
    Kind,
    Seal,
    Slot,
    Thing,
)
from campaign.rules.journal.fact import NewThing
from campaign.rules.journal.facts import FACTS
from campaign.rules.journal.finds import Described, Opened
from campaign.rules.journal.games import Chosen, Planned, Played, Playing, Settled
from campaign.rules.journal.progress import NextStep, Offer, Step, next_step, offers
from campaign.rules.journal.sealed import wrap
from campaign.rules.journal.sharing import full_description
from campaign.rules.journal.state import JournalSeat, Opening, Outcome, Won, chapter_names
from campaign.rules.journal.systems import RULES
from tests.rules.journal.journals import (
    COMPANIES,
    GROUP,
    KEEPERS,
    LOST,
    PACK,
    WON,
    Journal,
    described,
    scored,
)


def test_a_month_is_tried_twice_and_then_the_year_goes_on() -> None:
    journal = Journal("lighthouse")
    assert next_step(journal.state) == NextStep(Step.PLAN, 1, ("january",))
    journal.evening("january", LOST)
    assert next_step(journal.state).chapters == ("january",)
    journal.evening("january", LOST)
    assert next_step(journal.state) == NextStep(Step.PLAN, 3, ("february",), ("crate-1",))


def test_a_win_goes_on_at_once_and_the_last_chapter_ends_it() -> None:
    journal = Journal("lighthouse").evening("january", WON)
    journal.add(Planned("february", KEEPERS, reason="the crate is lost"), WON, Settled())
    journal.evening("march", WON)
    assert next_step(journal.state) == NextStep(Step.OVER, 3)
    assert journal.refused(Planned("march", KEEPERS)) == ["journal.chapter_unexpected"]


def test_a_choice_leads_on_and_a_chapter_can_be_played_for_ever() -> None:
    journal = Journal("delta").evening("spring", scored(3, 2, 1), playing=COMPANIES)
    journal.add(Planned("summer", COMPANIES, reason="later"), scored(1, 2, 3), Settled())
    journal.add(Planned("harvest", COMPANIES), scored(1, 1, 1))
    assert journal.refused(Chosen("winter")) == ["journal.not_asked"]
    journal.add(Chosen("autumn-calm"), Settled())
    assert next_step(journal.state).chapters == ("autumn-calm",)
    journal.evening("autumn-calm", scored(1, 2, 3), playing=COMPANIES)
    for _time in range(3):
        journal.evening("winter", scored(1, 2, 3), playing=COMPANIES)
    assert next_step(journal.state).chapters == ("winter",)


def test_a_plan_waits_until_the_last_game_is_settled() -> None:
    journal = Journal("lighthouse").add(Planned("january", KEEPERS))
    assert next_step(journal.state).step is Step.PLAY
    assert "journal.not_settled" in journal.refused(Planned("january", KEEPERS))
    assert journal.refused(Settled()) == ["journal.not_finished"]
    journal.add(WON)
    assert next_step(journal.state).step is Step.SETTLE


@pytest.mark.parametrize(
    ("playing", "code"),
    [
        ((Playing(1, "ada"),), "journal.party_size"),
        ((Playing(1, "ada"), Playing(2, "ada")), "journal.thing_twice"),
        ((Playing(1, "ada"), Playing(7, "bruno")), "journal.seat_unknown"),
        ((Playing(1, "ada"), Playing(1, "bruno")), "journal.seat_unknown"),
        ((Playing(1, "ada"), Playing(2, "dora")), "journal.thing_unknown"),
        ((Playing(1, "ada"), Playing(2, "salt-bay")), "journal.not_played"),
    ],
)
def test_a_plan_says_who_plays_what(playing: tuple[Playing, ...], code: str) -> None:
    assert journal_codes(playing) == [code]


def journal_codes(playing: tuple[Playing, ...]) -> list[str]:
    """Return what stands against a plan with these players."""
    return Journal("lighthouse").refused(Planned("january", playing))


def test_a_new_character_can_come_with_the_plan() -> None:
    key = typed_key("The cook")
    plan = Planned(
        "january",
        (Playing(1, "ada"), Playing(2, key)),
        brings=(NewThing("keeper", "The cook"),),
    )
    state = Journal("lighthouse").add(plan).state
    assert state.name(key) == "The cook"
    assert state.games[0].playing[2] == key


@pytest.mark.parametrize(
    ("demo", "outcome", "code"),
    [
        ("lighthouse", Outcome(), "journal.result_together"),
        ("lighthouse", Outcome(Won.WIN, scores=(1, 2, 3)), "journal.result_mode"),
        ("delta", Outcome(scores=(1, 2)), "journal.result_scores"),
        ("delta", Outcome(Won.WIN, scores=(1, 2, 3)), "journal.result_mode"),
    ],
)
def test_a_result_is_complete_for_its_mode(demo: str, outcome: Outcome, code: str) -> None:
    first = {"lighthouse": Planned("january", KEEPERS), "delta": Planned("spring", COMPANIES)}
    journal = Journal(demo).add(first[demo])
    assert journal.refused(Played(outcome=outcome)) == [code]


def test_ranks_and_sides_are_checked_too() -> None:
    for mode, good, bad in (
        ("places", Outcome(ranks=(2, 1, 3)), Outcome(ranks=(2, 1))),
        ("sides", Outcome(winners=frozenset({1, 3})), Outcome(winners=frozenset({4}))),
        ("saved", Outcome(), Outcome(Won.WIN)),
    ):
        description = from_plain(Description, {"name": "Box", "result": {"mode": mode}})
        story: Story[JournalSeat] = Story((), {}, Opening(description, GROUP)).with_fact(
            1, Planned(playing=KEEPERS_WITHOUT)
        )
        for outcome, fits in ((good, True), (bad, False)):
            problems = RULES.problems(RULES.replay(story, PACK), PACK, 1, Played(outcome=outcome))
            assert (problems == ()) is fits, (mode, problems)


KEEPERS_WITHOUT = (Playing(1), Playing(2), Playing(3))


def test_a_seal_brings_what_its_author_put_behind_it_and_only_then() -> None:
    journal = Journal("lighthouse").evening("january", WON)
    assert "dora" not in journal.state.box.things
    assert journal.refused(Planned("february", KEEPERS)) == ["journal.seal_due"]
    journal = Journal("lighthouse").add(Planned("january", KEEPERS), WON, Opened("crate-1"))
    assert journal.state.name("dora") == "The diver"
    assert journal.refused(Opened("crate-1")) == ["journal.seal_open"]
    assert journal.refused(Opened("crate-9")) == ["journal.seal_unknown"]
    journal.add(Moved("buoy-1", "at sea"), Marked("buoy-1", "bell", "loud"), Settled())
    assert next_step(journal.state).seals == ()


def test_undoing_a_seal_names_what_rests_on_it() -> None:
    opened = Opened("crate-1")
    journal = Journal("lighthouse").add(
        Planned("january", KEEPERS), WON, opened, Moved("buoy-1", "at sea"), Settled()
    )
    without = {
        number: tuple(fact for fact in facts if fact is not opened)
        for number, facts in journal.story.games.items()
    }
    (problem,) = RULES.story_problems(replace(journal.story, games=without), PACK)
    assert problem.code == "story.later_fact_breaks"
    assert problem.details["kind"] == "moved"


def test_marks_have_room_slots_and_copies_unless_a_reason_is_given() -> None:
    journal = Journal("lighthouse").add(Planned("january", KEEPERS), WON)
    journal.add(Marked("salt-bay", "site", "boathouse"))
    assert journal.refused(Marked("salt-bay", "site", "boathouse")) == ["journal.slot_full"]
    assert journal.refused(Marked("ada", "skill", "boathouse")) == ["journal.mark_elsewhere"]
    assert journal.refused(Marked("ada", "roof", "boathouse")) == ["journal.slot_unknown"]
    assert journal.refused(Marked("ada", "skill", "made-up")) == ["journal.mark_unknown"]
    journal.add(Marked("old-mole", "site", "boathouse"))
    third = Marked("north-cape", "site", "boathouse")
    assert journal.refused(third) == ["journal.mark_used_up"]
    journal.add(replace(third, reason="we have a spare one"))
    journal.add(Unmarked("salt-bay", "site", "boathouse"))
    assert journal.state.marks_on("salt-bay") == ()
    assert journal.refused(Unmarked("salt-bay", "site", "boathouse")) == ["journal.mark_missing"]


def test_a_mark_in_own_words_is_a_mark_like_any_other() -> None:
    journal = Journal("lighthouse").add(Planned("january", KEEPERS), LOST)
    journal.add(
        Marked("ada", "scar", typed_key("Afraid of water"), "Afraid of water", "never swims")
    )
    (placed,) = journal.state.marks_on("ada")
    assert journal.state.mark_name(placed) == "Afraid of water"
    assert placed.game == 1


def test_things_move_between_the_places_of_their_kind() -> None:
    journal = Journal("lighthouse").add(Planned("january", KEEPERS), LOST)
    assert journal.refused(Moved("ada", "at sea")) == ["journal.place_unknown"]
    assert journal.refused(Moved("zoe", "retired")) == ["journal.thing_unknown"]
    journal.add(Moved("ada", "retired"))
    assert journal.state.is_moved("ada")
    new = Moved(typed_key("Reef"), "on the map", NewThing("harbour", "Reef"))
    journal.add(new)
    assert not journal.state.is_moved(typed_key("Reef"))
    assert journal.refused(new) == ["journal.thing_known"]


def test_counters_count_relatively_and_keep_their_bounds() -> None:
    journal = Journal("lighthouse").add(Planned("january", KEEPERS), WON)
    journal.add(Counted("supplies", -2), Counted("supplies", -2))
    assert journal.state.count(journal.state.box.counters["supplies"], "") == 0
    assert journal.refused(Counted("supplies", -1)) == ["journal.counter_bounds"]
    assert journal.refused(Counted("damage", 1)) == ["journal.owner_unknown"]
    assert journal.refused(Counted("gold", 1)) == ["journal.counter_unknown"]
    journal.add(Counted("damage", 2, "salt-bay"))


def test_a_counter_of_one_game_begins_anew() -> None:
    journal = Journal("lighthouse").add(Planned("january", KEEPERS), Counted("wrecks", 3), WON)
    assert journal.state.count(journal.state.box.counters["wrecks"], "") == 3
    journal.add(Settled())
    assert journal.state.count(journal.state.box.counters["wrecks"], "") == 0


def test_what_a_counter_gets_after_a_game_is_offered_within_its_bounds() -> None:
    journal = Journal("lighthouse").add(Planned("january", KEEPERS), LOST)
    assert list(offers(journal.state)) == [Offer("supplies", "", 2)]
    journal.add(Counted("supplies", 5))
    assert list(offers(journal.state)) == [Offer("supplies", "", 1)]
    score = Journal("delta").add(Planned("spring", COMPANIES), scored(61, 48, 39))
    assert list(offers(score.state)) == [
        Offer("bank", "heron", 61),
        Offer("bank", "otter", 48),
        Offer("bank", "crane", 39),
    ]


def test_a_counter_beyond_its_bounds_is_offered_nothing_that_takes_it_back() -> None:
    journal = Journal("lighthouse").add(Planned("january", KEEPERS), LOST)
    journal.add(Counted("supplies", 20, reason="a gift"))
    assert list(offers(journal.state)) == []
    assert journal.problems(Counted("supplies", 99_999))[0].overrulable is False


def test_a_seal_opens_although_the_group_has_named_its_kind_of_thing_first() -> None:
    ferry = Kind("ferry", "Ferry", ("at sea",), (Slot("cargo", "Cargo"),))
    thing = Thing("old-anna", "ferry", "Old Anna")
    crate = Seal("crate", "Crate", "1", inside=wrap(to_plain(Addition((ferry,), (thing,)))))
    journal = Journal(Description("Our box", begins=Addition(seals=(crate,))))
    journal.add(Planned(playing=KEEPERS_WITHOUT), WON)
    own = Kind("ferry", "Ferry", ("in play",), (Slot("marks", "Marks"),))
    journal.add(Described(Addition(kinds=(own,))))
    journal.add(Moved(typed_key("Our ferry"), "in play", NewThing("ferry", "Our ferry")))
    journal.add(Marked(typed_key("Our ferry"), "marks", typed_key("Leak"), "Leak"))
    state = journal.add(Opened("crate")).state
    assert state.box.kinds["ferry"].places == ("in play", "at sea")
    assert state.marks_on(typed_key("Our ferry"), "marks")
    assert state.box.slot("old-anna", "cargo")


def test_a_way_chosen_after_a_game_beside_the_course_is_taken() -> None:
    ways = (Chapter("dawn", "Dawn", next=("day", "night")), Chapter("day", "Day"))
    chapters = (*ways, Chapter("night", "Night", next=()))
    journal = Journal(Description("Our box", begins=Addition(chapters=chapters)))
    journal.evening("dawn", WON, playing=KEEPERS_WITHOUT)
    beside = Planned(typed_key("At sea"), KEEPERS_WITHOUT, name="At sea", reason="a storm")
    journal.add(beside, WON, Chosen("night"), Settled())
    assert next_step(journal.state).chapters == ("night",)
    journal.evening("night", WON, playing=KEEPERS_WITHOUT)
    assert next_step(journal.state).step is Step.OVER


def test_a_game_beside_the_course_does_not_begin_the_tries_of_a_chapter_anew() -> None:
    journal = Journal("lighthouse").evening("january", LOST)
    journal.add(Planned(typed_key("At sea"), KEEPERS, name="At sea", reason="a storm"))
    journal.add(LOST, Settled()).evening("january", LOST)
    assert next_step(journal.state).chapters == ("february",)


def test_a_full_description_keeps_apart_what_has_the_same_id_and_tells_of_all() -> None:
    crates = tuple(Seal(f"crate-{number}", "Crate", str(number)) for number in (1, 2))
    kind = Kind("gull", "Gull", ("in play",), played=True)
    begins = Addition((kind,), seals=crates)
    journal = Journal(Description("Our box", begins=begins))
    cook = NewThing("gull", "Mira")
    plan = Planned(playing=(Playing(1, typed_key("Mira")), Playing(2)), brings=(cook,))
    journal.add(plan, WON)
    for seal, name in (("crate-1", "Élan"), ("crate-2", "Elan")):
        journal.add(Opened(seal))
        journal.add(Moved(typed_key(name), "in play", NewThing("gull", name, seal)))
    shared = full_description(journal.state)
    assert [thing.name for thing in shared.begins.things] == ["Mira"]
    found = Journal(shared).add(Planned(playing=KEEPERS_WITHOUT), WON)
    found.add(Opened("crate-1"), Opened("crate-2"))
    names = sorted(thing.name for thing in found.state.box.things.values())
    assert names == ["Elan", "Mira", "Élan"]


def test_a_thing_takes_the_name_that_the_group_gives_it() -> None:
    journal = Journal("lighthouse").add(Planned("january", KEEPERS), WON, Named("ada", "Grandma"))
    assert journal.state.name("ada") == "Grandma"
    assert journal.refused(Named("ada", " ")) == ["journal.name_empty"]


def test_more_is_described_while_playing_and_nothing_in_use_vanishes() -> None:
    journal = Journal("lighthouse").add(Planned("january", KEEPERS), WON)
    gull = Kind("gull", "Gull", ("on the roof",), (Slot("ring", "Ring"),))
    journal.add(Described(Addition(kinds=(gull,))))
    journal.add(Moved(typed_key("Gus"), "on the roof", NewThing("gull", "Gus")))
    other = Kind("gull", "Sea gull", ("in the sky",), (Slot("band", "Band"),))
    journal.add(Described(Addition(kinds=(other,))))
    known = journal.state.box.kinds["gull"]
    assert (known.name, known.places) == ("Sea gull", ("on the roof", "in the sky"))
    assert [slot.id for slot in known.slots] == ["ring", "band"]
    assert journal.state.place(typed_key("Gus")) == "on the roof"
    wrong = Described(Addition(chapters=(Chapter("may", "May", opens=("crate-9",)),)))
    assert journal.refused(wrong) == ["journal.description"]


def test_a_journal_can_begin_with_a_name_and_players_alone() -> None:
    story: Story[JournalSeat] = Story((), {}, Opening(Description("Our box"), GROUP))
    for fact in (Planned(playing=KEEPERS_WITHOUT), WON, Noted("What a night."), Settled()):
        story = story.with_fact(1, fact)
    state = RULES.replay(story, PACK)
    assert next_step(state) == NextStep(Step.PLAN, 2)


def test_the_chapters_of_a_stored_opening_are_named_without_the_rest_of_it() -> None:
    stored = to_plain(Opening(described("lighthouse"), GROUP))
    assert chapter_names(stored)["january"] == "January"
    assert len(chapter_names(stored)) == len(described("lighthouse").begins.chapters)
    assert chapter_names(to_plain(Opening(Description("Our box"), GROUP))) == {}


def test_chapters_that_a_group_enters_itself_never_end_the_story() -> None:
    journal = Journal(Description("Our box"))
    second = Described(Addition(chapters=(Chapter("second", "The second night", tries=0),)))
    own = Planned(typed_key("First"), KEEPERS_WITHOUT, name="First")
    journal.add(own, second, WON, Settled())
    assert next_step(journal.state) == NextStep(Step.PLAN, 2, ("second",))
    journal.add(Planned(typed_key("Aside"), KEEPERS_WITHOUT, name="Aside"), WON, Settled())
    assert next_step(journal.state).chapters == ("second",)
    journal.add(Planned("second", KEEPERS_WITHOUT), WON, Settled())
    assert next_step(journal.state) == NextStep(Step.PLAN, 4)
    journal.add(replace(own, chapter=typed_key("Last"), name="Last"), WON, Settled())
    assert next_step(journal.state) == NextStep(Step.PLAN, 5)


def test_a_chapter_in_own_words_within_a_course_needs_a_reason() -> None:
    aside = Planned(typed_key("Aside"), KEEPERS, name="Aside")
    journal = Journal("lighthouse")
    assert journal.refused(aside) == ["journal.chapter_unexpected"]
    journal.add(replace(aside, reason="for fun"), LOST, Settled())
    assert next_step(journal.state).chapters == ("january",)


def test_every_fact_is_stored_and_read_back() -> None:
    facts = [
        Planned("january", KEEPERS, (NewThing("keeper", "The cook"),)),
        LOST,
        scored(1, 2, 3),
        Opened("crate-1"),
        Marked("ada", "skill", "steady-hand", text="since May"),
        Counted("supplies", -2),
        Described(Addition(kinds=(Kind("gull", "Gull"),)), 2),
        Settled(),
    ]
    for fact in facts:
        assert from_plain(FACTS[fact.kind], to_plain(fact)) == fact
