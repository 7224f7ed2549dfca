"""Every registered game system keeps its promises."""

import json
from dataclasses import replace
from datetime import date
from random import Random

import pytest

from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.endings import Ending, Result
from campaign.rules.aeons_end.first_sheet import first_sheet
from campaign.rules.aeons_end.one_off.choices import open_choices
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.aeons_end.sheet import SetupSheet
from campaign.rules.core.facts import Noted, Planned, Played
from campaign.rules.core.problems import RulesError
from campaign.rules.core.serialize import from_plain, to_plain
from campaign.rules.core.system import Shelf, System, seeded
from campaign.rules.registry import SYSTEMS, UnknownSystemError, family_of, get_system
from tests.rules.packs import PACKS

KEYS = {
    "system",
    "chapter",
    "players",
    "gravehold",
    "turn_order",
    "mages",
    "nemesis",
    "market",
    "sections",
    "steps",
    "changes",
    "restore",
}

FAMILY = [system for system in SYSTEMS.values() if system.family == "aeons_end"]
every_system = pytest.mark.parametrize("system", FAMILY, ids=lambda s: s.slug)
every_table = pytest.mark.parametrize("mages", [1, 2, 3, 4])


def pack_of(system: System) -> Pack:
    pack = system.load(PACKS / f"{system.slug}.json")
    assert isinstance(pack, Pack)
    return pack


def sheet_of(system: System, mages: int, seed: int = 7, **request: str) -> SetupSheet:
    return first_sheet(pack_of(system), Random(seed), count=mages, seed=str(seed), **request)  # type: ignore[arg-type]


def test_the_systems_are_these() -> None:
    campaigns = {slug: system.campaign is not None for slug, system in SYSTEMS.items()}
    assert campaigns == {
        "aeons-end-legacy": True,
        "aeons-end-war-eternal": False,
        "ashes": False,
        "aeons-end": True,
        "relic-nemesis": False,
        "journal": True,
    }
    assert all(get_system(slug) is system for slug, system in SYSTEMS.items())
    with pytest.raises(UnknownSystemError):
        get_system("chess")


@every_system
def test_its_pack_is_there_under_its_slug(system: System) -> None:
    assert pack_of(system).slug == system.slug


@every_system
@every_table
def test_it_lays_out_a_game_for_any_table(system: System, mages: int) -> None:
    made = sheet_of(system, mages)
    document = json.loads(json.dumps(made.as_dict()))
    assert set(document) >= KEYS
    assert (document["system"], document["players"]) == (system.slug, mages)
    assert document["gravehold"]["life"] > 0
    assert {"card", "count"} <= set(document["turn_order"][0])
    assert sum(card["count"] for card in document["turn_order"] if card["kind"] == "nemesis") == 2
    assert len(document["mages"]) == mages
    for mage in document["mages"]:
        assert mage["name"]
        assert mage["life"] > 0
        if "starters" not in mage:  # else all this is as printed on the mat
            assert len(mage["hand"]) == len(mage["deck"]) == 5
            assert mage["breaches"]
    assert document["nemesis"]["name"]
    for tier in ("1", "2", "3"):
        assert {"own", "basic", "total"} <= set(document["nemesis"]["deck"][tier])
    assert "total" in document["nemesis"]["deck"]
    assert len(document["market"]) == 9
    assert all({"id", "name", "kind", "cost", "copies"} <= set(pile) for pile in document["market"])
    assert document["steps"]
    assert document["put_away"]
    assert made.problems == ()


@every_system
@pytest.mark.parametrize("language", ["en", "pl", "fr", "de"])
def test_it_speaks_the_languages_of_the_boxes(system: System, language: str) -> None:
    made = sheet_of(system, 2, language=language)
    assert made.language == language
    crystal = {"en": "Crystal", "pl": "Kryształ", "fr": "Cristal", "de": "Splitter"}[language]
    known = [mage for mage in made.body.mages if mage.is_known]
    assert all(crystal in {card.name for card in mage.deck} for mage in known)


@every_system
def test_the_same_seed_gives_the_same_sheet(system: System) -> None:
    assert sheet_of(system, 3, seed=11) == sheet_of(system, 3, seed=11)


@every_system
def test_an_unknown_nemesis_is_refused(system: System) -> None:
    with pytest.raises(RulesError):
        sheet_of(system, 2, nemesis="nobody")


def test_a_family_is_the_systems_that_can_be_mixed(monkeypatch: pytest.MonkeyPatch) -> None:
    known = get_system("aeons-end-war-eternal")
    toy = replace(known, slug="toy", family="toys")
    monkeypatch.setitem(SYSTEMS, "toy", toy)
    assert get_system("toy") is toy
    assert family_of(toy) == (toy,)
    assert {system.slug for system in family_of(known)} == {s.slug for s in FAMILY}


one_offs = [system for system in FAMILY if system.one_off]


@pytest.mark.parametrize("system", one_offs, ids=lambda s: s.slug)
@every_table
def test_a_one_off_game_goes_from_choices_to_the_ledger_of_plays(
    system: System, mages: int
) -> None:
    games = system.one_off
    assert games is not None
    choices = open_choices(mages)
    shelf = Shelf(pack_of(system), {s.slug: pack_of(s) for s in FAMILY if s != system})
    setup = games.draw(shelf, choices, seeded("11"))
    assert games.draw(shelf, choices, seeded("11")) == setup
    names = tuple(f"Player {seat}" for seat in range(1, mages + 1))
    sheet = games.sheet(setup, seed="11", players=names)
    assert (sheet.system, sheet.players, sheet.seed) == (system.slug, mages, "11")
    result = Tally(Result.WIN, Ending.NEMESIS_DEFEATED, 7, 0)
    assert not [*games.result_problems(setup, result)]
    planned, played = (
        Planned(choices, "11", setup),
        Played(result, names, played_on=date(2026, 5, 1), minutes=90),
    )
    for fact in (planned, played, Noted("zz")):
        assert from_plain(games.facts[fact.kind], json.loads(json.dumps(to_plain(fact)))) == fact
    record = games.play(choices, setup, played)
    assert (record.result, record.played_on, record.minutes) == ("win", date(2026, 5, 1), 90)
    assert [seat.player for seat in record.seats] == list(names)
    assert record.against


campaigns = [system for system in SYSTEMS.values() if system.campaign]


@pytest.mark.parametrize("system", campaigns, ids=lambda s: s.slug)
def test_the_kinds_of_facts_of_a_campaign_are_its_classes_own_words(system: System) -> None:
    rules = system.campaign
    assert rules is not None
    assert all(fact.kind == kind for kind, fact in rules.facts.items())
    assert rules.once_per_game <= set(rules.facts)


def test_legacy_names_its_mages_as_asked_and_the_others_as_their_mats() -> None:
    system = get_system("aeons-end-legacy")
    made = first_sheet(pack_of(system), Random(1), mages=("Bubda",), count=2)
    assert [mage.name for mage in made.body.mages] == ["Bubda", "Legacy Yellow"]


def test_war_eternals_sheet_says_how_hard_it_is_and_what_to_remember() -> None:
    system = get_system("aeons-end-war-eternal")
    made = first_sheet(
        pack_of(system),
        Random(9),
        mages=("mist", "gex"),
        nemesis="umbra-titan",
        difficulty="extinction",
        seed="9",
    )
    assert (made.body.difficulty, made.seed, made.body.gravehold_life) == ("extinction", "9", 25)
    assert [mage.name for mage in made.body.mages] == ["Mist", "Gex"]
    assert all(mage.life == 8 and mage.ability and mage.ability.name for mage in made.body.mages)
    assert made.body.nemesis.total == 24
    assert [len(tier.basics) for tier in made.body.nemesis.tiers] == [3, 5, 7]
    codes = [line.code for line in made.steps]
    assert "step.increased_difficulty" in codes
    assert codes.count("step.tier") == 3
    assert "step.deck_by_story" not in codes
    assert made.restore == made.changes == ()
    assert "difficulty.increased_rule" in made.notes
