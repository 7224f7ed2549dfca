"""Every registered game system keeps its promises."""

import json
from random import Random

import pytest

from campaign.rules.aeons_end.catalogue.loader import load_pack
from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.sheet import SetupSheet
from campaign.rules.core.problems import RulesError
from campaign.rules.core.system import SheetRequest, System
from campaign.rules.registry import SYSTEMS, UnknownSystemError, get_system
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

every_system = pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda s: s.slug)
every_table = pytest.mark.parametrize("mages", [1, 2, 3, 4])


def pack_of(system: System) -> Pack:
    return load_pack(PACKS / f"{system.pack}.json")


def sheet_of(system: System, mages: int, seed: int = 7, **request: str) -> SetupSheet:
    asked = SheetRequest(count=mages, seed=str(seed), **request)  # type: ignore[arg-type]
    return system.sheet(pack_of(system), asked, Random(seed))


def test_the_systems_are_these() -> None:
    campaigns = {slug: system.is_campaign for slug, system in SYSTEMS.items()}
    assert campaigns == {"aeons-end-legacy": True, "aeons-end-war-eternal": False}
    assert all(get_system(slug) is system for slug, system in SYSTEMS.items())
    with pytest.raises(UnknownSystemError):
        get_system("chess")


@every_system
def test_its_pack_is_there_under_its_slug(system: System) -> None:
    assert pack_of(system).slug == system.pack


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
@pytest.mark.parametrize("language", ["en", "pl", "fr"])
def test_it_speaks_the_languages_of_the_boxes(system: System, language: str) -> None:
    made = sheet_of(system, 2, language=language)
    assert made.language == language
    crystal = {"en": "Crystal", "pl": "Kryształ", "fr": "Cristal"}[language]
    assert crystal in {card.name for card in made.mages[0].deck}


@every_system
def test_the_same_seed_gives_the_same_sheet(system: System) -> None:
    assert sheet_of(system, 3, seed=11) == sheet_of(system, 3, seed=11)


@every_system
def test_a_table_of_five_and_an_unknown_nemesis_are_refused(system: System) -> None:
    with pytest.raises(RulesError):
        sheet_of(system, 5)
    with pytest.raises(RulesError):
        sheet_of(system, 2, nemesis="nobody")
    with pytest.raises(RulesError):
        sheet_of(system, 2, difficulty="impossible")


@every_system
def test_a_campaign_system_offers_the_campaigns_functions(system: System) -> None:
    if system.campaign is None:
        assert sheet_of(system, 2).chapter is None
        return
    story = system.campaign.read(f'{system.slug} 1\nmage 1 green a "Bubda"\n')
    assert system.campaign.read(system.campaign.write(story)) == story
    pack = pack_of(system)
    state = system.campaign.replay(story, pack)
    assert system.campaign.next_step(state, pack).chapter == 1


def test_legacy_names_its_mages_as_asked_and_the_others_as_their_mats() -> None:
    system = get_system("aeons-end-legacy")
    asked = SheetRequest(mages=("Bubda",), count=2)
    made = system.sheet(pack_of(system), asked, Random(1))
    assert [mage.name for mage in made.mages] == ["Bubda", "Legacy Yellow"]
    too_many = SheetRequest(mages=("Bubda", "Ramzel"), count=1, difficulty="hard")
    with pytest.raises(RulesError) as caught:
        system.sheet(pack_of(system), too_many, Random(1))
    codes = [problem.code for problem in caught.value.problems]
    assert codes == ["mages.more_than_count", "difficulty.unknown"]


def test_war_eternals_sheet_says_how_hard_it_is_and_what_to_remember() -> None:
    system = get_system("aeons-end-war-eternal")
    asked = SheetRequest(
        mages=("mist", "gex"), nemesis="umbra-titan", difficulty="extinction", seed="9"
    )
    made = system.sheet(pack_of(system), asked, Random(9))
    assert (made.difficulty, made.seed, made.gravehold_life) == ("extinction", "9", 25)
    assert [mage.name for mage in made.mages] == ["Mist", "Gex"]
    assert all(mage.life == 8 and mage.ability and mage.charges for mage in made.mages)
    assert made.nemesis.total == 24
    assert [len(tier.basics) for tier in made.nemesis.tiers] == [3, 5, 7]
    codes = [line.code for line in made.steps]
    assert "step.increased_difficulty" in codes
    assert codes.count("step.tier") == 3
    assert "step.deck_by_story" not in codes
    assert made.restore == made.changes == ()
    assert "difficulty.increased_rule" in made.notes
