"""A game that was laid out stays as it was, whatever becomes of the catalogue."""

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
from campaign.models import OneOffGame
from campaign.packs import get_pack
from campaign.rules.aeons_end.catalogue.pack import Name, Pack
from campaign.rules.aeons_end.one_off.choices import Choices, draw, open_choices, to_json
from campaign.rules.aeons_end.one_off.kept import VERSION, keep, kept, with_players
from campaign.rules.aeons_end.one_off.sheet import LaidOut, laid_out, laid_out_sheet
from campaign.selectors import one_off as selectors
from campaign.services.one_off import one_off_roll
from tests.campaign.test_one_off import LEGACY, PACK, SEEDS, choices, few
from tests.tracker import evenings

LANGUAGES = ("en", "pl", "fr")


def laid(chosen: Choices, seed: str) -> LaidOut:
    return laid_out(draw(PACK, chosen, seed), PACK, also=[LEGACY])


def through_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


def started(chosen: Choices, seed: str) -> OneOffGame:
    """Return a game as the service makes it, without a database."""
    made = laid(chosen, seed)
    return OneOffGame(
        system=PACK.slug,
        seed=seed,
        choices=through_json(to_json(chosen)),
        setup=through_json(keep(made)),
    )


def sheets(game: OneOffGame, chosen: Choices) -> list[str]:
    """Return the sheet in every language, byte for byte."""
    made = selectors.lay_out(game, chosen)
    return [
        json.dumps(laid_out_sheet(made, language=language, seed=game.seed).as_dict())
        for language in LANGUAGES
    ]


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
    changed = {slug: change(get_pack(slug)) for slug in (PACK.slug, LEGACY.slug)}
    memory.clear()
    with mock.patch.object(selectors, "get_pack", changed.__getitem__):
        yield
    memory.clear()


def without(**ids: str) -> Callable[[Pack], Pack]:
    """Return what takes things out of a box, by its list and their id."""
    return lambda pack: replace(
        pack,
        **{
            name: tuple(thing for thing in getattr(pack, name) if thing.id != gone)
            for name, gone in ids.items()
        },
    )


@few
@given(choices(), SEEDS)
def test_what_was_laid_out_is_read_back_unchanged(chosen: Choices, seed: str) -> None:
    made = laid(chosen, seed)
    read = kept(through_json(keep(made)))
    assert read is not None
    players = [place.player for place in chosen.places]
    assert with_players(read, players) == made


@few
@given(choices(), SEEDS, st.randoms(use_true_random=False))
def test_an_old_games_sheet_is_the_same_whatever_becomes_of_the_pack(
    chosen: Choices, seed: str, rng: Random
) -> None:
    game = started(chosen, seed)
    before = sheets(game, chosen)
    with catalogue(lambda pack: perturbed(pack, rng)):
        assert sheets(game, chosen) == before


def test_who_plays_is_not_written_twice() -> None:
    chosen = open_choices(2)
    named = replace(chosen, places=(replace(chosen.places[0], player="Zuza"), chosen.places[1]))
    assert "Zuza" not in json.dumps(keep(laid(named, "1")))
    assert "Zuza" in sheets(started(named, "1"), named)[0]


@pytest.mark.parametrize(
    "held",
    [
        None,
        {},
        {"version": VERSION},
        {"version": VERSION + 1, "game": {}},
        {"version": VERSION, "game": [], "pack_version": 1, "glossary": {}},
    ],
)
def test_what_cannot_be_read_is_drawn_again(held: Any) -> None:
    chosen = open_choices(3)
    game = started(chosen, "77")
    before = sheets(game, chosen)
    game.setup = held
    assert sheets(game, chosen) == before


@pytest.mark.django_db
def test_a_new_game_is_kept_whole_and_drawn_from_the_pack_of_today() -> None:
    game = evenings.game(seed="5")
    assert selectors.one_off_setup(game) == selectors.one_off_setup(evenings.game(seed="5"))
    before = selectors.one_off_setup_sheet(game)
    fewer = without(cards=before.body.market[0].id)
    with catalogue(lambda pack: replace(fewer(pack), version=pack.version + 1)):
        assert selectors.one_off_setup_sheet(OneOffGame.objects.get(pk=game.pk)) == before
        other = evenings.game(seed="5")
        assert selectors.one_off_setup_sheet(other).body.market != before.body.market
        assert selectors.one_off_setup_sheet(other).pack_version == before.pack_version + 1


@pytest.mark.django_db
def test_rolling_again_keeps_what_is_drawn_then() -> None:
    game = evenings.game(seed="5")
    one_off_roll(game=game, revision=1, person=None)
    read = kept(OneOffGame.objects.get().setup)
    assert read is not None
    assert read.game.market == selectors.one_off_setup(game).market


@pytest.mark.django_db
def test_a_game_older_than_its_column_is_kept_from_its_result_on() -> None:
    game = evenings.game(seed="5")
    before = selectors.one_off_setup_sheet(game).as_dict()
    OneOffGame.objects.update(setup=None)
    memory.clear()
    game = OneOffGame.objects.get()
    assert selectors.one_off_setup_sheet(game).as_dict() == before
    evenings.record(game)
    with catalogue(lambda pack: perturbed(pack, Random(2))):
        assert selectors.one_off_setup_sheet(OneOffGame.objects.get()).as_dict() == before


# --- the pages ---


def answered(game: OneOffGame) -> dict[str, int]:
    client = evenings.owner(game)
    pages = ("", "result", "correct", "change", "delete", "sheet.pdf")
    return {page: client.get(f"/g/{game.code}/{page}").status_code for page in pages}


@pytest.mark.django_db
def test_every_page_shows_a_game_whose_cards_are_no_longer_in_the_pack() -> None:
    planned = evenings.game(seed="5")
    played = evenings.played(planned.owner, seed="5")
    setup = selectors.one_off_setup(planned)
    change = without(
        nemeses="umbra-titan",
        mages=setup.mats[0].mage,
        cards=setup.market[0].id,
        nemesis_cards=setup.basics[0][0].id,
    )
    with catalogue(change):
        seen = answered(planned) | {f"played {k}": v for k, v in answered(played).items()}
        page = evenings.owner(planned).get(f"/g/{planned.code}/").content.decode()
    assert set(seen.values()) <= {200, 302}
    for name in ("Umbra Titan", setup.market[0].name.en, setup.basics[0][0].name.en):
        assert name in page


@pytest.mark.django_db
def test_a_game_that_was_not_kept_and_cannot_be_drawn_says_so_and_shows_what_is_known() -> None:
    game = evenings.played(seed="5")
    OneOffGame.objects.update(setup=None)
    with catalogue(without(nemeses="umbra-titan")):
        client = evenings.owner(game)
        for page in ("", "correct", "sheet.pdf"):
            answer = client.get(f"/g/{game.code}/{page}")
            assert answer.status_code == 200, page
            assert "can no longer be laid out" in answer.content.decode()
        assert "What a night." in client.get(f"/g/{game.code}/").content.decode()
        sent = {"revision": "2", "token": "a-form-of-its-own", "result": "win"}
        assert client.post(f"/g/{game.code}/correct", sent).status_code == 409
        others = evenings.answers(game, f"/g/{game.code}/")
        assert (others["stranger"], others["anonymous"], others["player"]) == (404, 404, 200)
        assert client.post(f"/g/{game.code}/delete").status_code == 302
    assert not OneOffGame.objects.exists()
