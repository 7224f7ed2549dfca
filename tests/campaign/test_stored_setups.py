"""A set-up stays as it was drawn, whatever becomes of the catalogue."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.memory import memory
from campaign.models import Fact, Game
from campaign.packs import get_pack, get_shelf
from campaign.records import GameFacts
from campaign.records.reading import read_fact, setup_of
from campaign.rules.aeons_end.catalogue.pack import Name, Pack
from campaign.rules.aeons_end.one_off.choices import Choices, open_choices
from campaign.rules.core.facts import Planned
from campaign.rules.core.seeing import PUBLIC
from campaign.rules.core.serialize import to_plain
from campaign.rules.core.system import seeded
from campaign.rules.registry import SYSTEMS, one_off_rules
from campaign.selectors import games as selectors
from campaign.selectors.seeing import game_setup
from campaign.services.one_offs import game_roll
from campaign.services.photos import photos_add
from tests.rules.aeons_end.test_one_off import LEGACY, PACK, SEEDS, choices, few
from tests.tracker import one_offs
from tests.tracker.security.site import jpeg
from tracker.pictures.uploads import read_picture
from tracker.systems.aeons_end import face as face  # takes get_pack before a test patches it

LANGUAGES = ("en", "pl", "fr", "de")
GAMES = tuple(Game(system=PACK.slug, language=language) for language in LANGUAGES)


def stored(chosen: Choices, seed: str) -> Any:
    """Return the payload of a plan as the service writes it, after a trip through JSON."""
    setup = one_off_rules(PACK.slug).draw(get_shelf(PACK.slug), chosen, seeded(seed))
    return json.loads(json.dumps(to_plain(Planned(chosen, seed, setup))))


def read(payload: Any) -> GameFacts:
    planned: Any = read_fact("planned", payload, one_off_rules(PACK.slug).facts)
    return GameFacts(planned)


def sheets(payload: Any) -> list[str]:
    """Return the sheet in every language, byte for byte."""
    record, rules = read(payload), one_off_rules(PACK.slug)
    found = [
        rules.sheet(
            rules.redact_setup(setup_of(game, record), PUBLIC),
            language=game.language,
            seed=rules.redact_plan(record.planned, PUBLIC).seed,
            players=selectors.players_of(game, record),
        )
        for game in GAMES
    ]
    return [json.dumps(sheet.as_dict()) for sheet in found]


def perturbed(pack: Pack, rng: Random) -> Pack:
    """Return a catalogue in which things went, came, changed their names and their order."""

    def shaken(things: Any) -> Any:
        left = [
            replace(
                thing,
                name=Name(f"Renamed {thing.id}") if rng.random() < 0.3 else thing.name,
            )
            for thing in things
            if rng.random() < 0.7
        ]
        added = [replace(things[0], id=f"new-{n}", name=Name(f"New {n}")) for n in range(3)]
        found = [*left, *added]
        rng.shuffle(found)
        return tuple(found)

    return replace(
        pack,
        version=pack.version + 1,
        cards=shaken(pack.cards),
        nemeses=shaken(pack.nemeses),
        nemesis_cards=shaken(pack.nemesis_cards),
        mages=shaken(pack.mages),
        difficulties=tuple(
            replace(difficulty, gravehold_life=difficulty.gravehold_life + 7)
            for difficulty in pack.difficulties
        ),
    )


@contextmanager
def catalogue(change: Callable[[Pack], Pack]) -> Iterator[None]:
    """Let every box be another one meanwhile."""
    changed = {slug: get_pack(slug) for slug in SYSTEMS}
    changed |= {slug: change(get_pack(slug)) for slug in (PACK.slug, LEGACY.slug)}
    memory.clear()
    with mock.patch("campaign.packs.get_pack", changed.__getitem__):
        yield
    memory.clear()


def without(**ids: str) -> Callable[[Pack], Pack]:
    """Return what takes things out of a box, by its list and their id."""

    def change(pack: Pack) -> Pack:
        kept: dict[str, Any] = {
            name: tuple(thing for thing in getattr(pack, name) if thing.id != gone)
            for name, gone in ids.items()
        }
        return replace(pack, **kept)

    return change


@few
@given(choices(), SEEDS)
def test_what_was_drawn_is_read_back_unchanged(chosen: Choices, seed: str) -> None:
    setup = one_off_rules(PACK.slug).draw(get_shelf(PACK.slug), chosen, seeded(seed))
    planned = read(stored(chosen, seed)).planned
    assert (planned.choices, planned.seed, planned.setup) == (chosen, seed, setup)


@few
@given(choices(), SEEDS, st.randoms(use_true_random=False))
def test_an_old_games_sheet_is_the_same_whatever_becomes_of_the_pack(
    chosen: Choices, seed: str, rng: Random
) -> None:
    held = stored(chosen, seed)
    before = sheets(held)
    with catalogue(lambda pack: perturbed(pack, rng)):
        assert sheets(held) == before


def test_who_plays_is_not_written_twice() -> None:
    chosen = open_choices(2)
    named = replace(chosen, places=(replace(chosen.places[0], player="Zuza"), chosen.places[1]))
    held = stored(named, "1")
    assert "Zuza" not in json.dumps(held["setup"])
    assert "Zuza" in sheets(held)[0]


@pytest.mark.parametrize("setup", [None, {}, {"game": []}, {"of another": "version"}])
def test_what_cannot_be_read_is_drawn_again(setup: Any) -> None:
    held = stored(open_choices(3), "77")
    assert sheets({**held, "setup": setup}) == sheets(held)


@pytest.mark.django_db
def test_a_new_game_is_stored_whole_and_drawn_from_the_pack_of_today() -> None:
    game = one_offs.game(seed="5")
    assert one_offs.setup(game) == one_offs.setup(one_offs.game(seed="5"))
    before = selectors.game_sheet(game)
    fewer = without(cards=before.body.market[0].id)
    with catalogue(lambda pack: replace(fewer(pack), version=pack.version + 1)):
        assert selectors.game_sheet(Game.objects.get(pk=game.pk)) == before
        other = one_offs.game(seed="5")
        assert selectors.game_sheet(other).body.market != before.body.market
        assert selectors.game_sheet(other).pack_version == before.pack_version + 1


@pytest.mark.django_db
def test_rolling_again_stores_what_is_drawn_then() -> None:
    game = one_offs.game(seed="5")
    game_roll(game=game, revision=1, person=None)
    assert one_offs.stored_record(game).planned.setup == game_setup(game)


def forget_setups() -> None:
    """Make all games older than stored set-ups."""
    for row in Fact.objects.filter(kind="planned"):
        row.payload.pop("setup", None)
        row.save(update_fields=["payload"])
    memory.clear()


@pytest.mark.django_db
def test_a_game_older_than_stored_set_ups_has_its_own_from_its_result_on() -> None:
    game = one_offs.game(seed="5")
    before = selectors.game_sheet(game).as_dict()
    forget_setups()
    game = Game.objects.get()
    assert selectors.game_sheet(game).as_dict() == before
    one_offs.record(game)
    with catalogue(lambda pack: perturbed(pack, Random(2))):
        assert selectors.game_sheet(Game.objects.get()).as_dict() == before


# --- the pages ---


def answered(game: Game) -> dict[str, int]:
    client = one_offs.owner(game)
    pages = ("", "result", "correct", "change", "delete", "sheet.pdf")
    return {page: client.get(f"/g/{game.code}/{page}").status_code for page in pages}


@pytest.mark.django_db
def test_every_page_shows_a_game_whose_cards_are_no_longer_in_the_pack() -> None:
    planned = one_offs.game(seed="5")
    played = one_offs.played(planned.owner, seed="5")
    setup = one_offs.setup(planned)
    change = without(
        nemeses="umbra-titan",
        mages=setup.mats[0].mage,
        cards=setup.market[0].id,
        nemesis_cards=setup.basics[0][0].id,
    )
    with catalogue(change):
        seen = answered(planned) | {f"played {k}": v for k, v in answered(played).items()}
        page = one_offs.owner(planned).get(f"/g/{planned.code}/").content.decode()
    assert set(seen.values()) <= {200, 302}
    for name in ("Umbra Titan", setup.market[0].name.en, setup.basics[0][0].name.en):
        assert name in page


@pytest.mark.django_db
def test_a_game_that_was_not_kept_and_cannot_be_drawn_says_so_and_shows_what_is_known() -> None:
    game = one_offs.played(seed="5")
    [photo] = photos_add(game=game, person=game.owner, pictures=[read_picture(jpeg())])
    forget_setups()
    with catalogue(without(nemeses="umbra-titan")):
        client = one_offs.owner(game)
        for page in ("", "correct", "sheet.pdf"):
            answer = client.get(f"/g/{game.code}/{page}")
            assert answer.status_code == 200, page
            assert "can no longer be shown" in answer.content.decode()
        shown = client.get(f"/g/{game.code}/").content.decode()
        assert "What a night." in shown
        assert photo.name in shown
        sent = {"revision": "2", "token": "a-form-of-its-own", "result": "win"}
        assert client.post(f"/g/{game.code}/correct", sent).status_code == 409
        others = one_offs.status_by_role(game, f"/g/{game.code}/")
        assert (others["stranger"], others["anonymous"], others["player"]) == (404, 404, 200)
        assert client.post(f"/g/{game.code}/delete").status_code == 302
    assert not Game.objects.exists()
