"""The poster of a campaign, and the printed chronicle of an expedition."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image
from pypdf import PdfReader

from campaign.models import Photo
from campaign.pictures import Picture
from campaign.services.photos import photos_add
from tests.campaign import factories
from tests.tracker.aeons_end import expeditions
from tests.tracker.sheets.tables import says
from tracker.pictures.sigils import Motif, sigil
from tracker.sheets.compiler import Paper, compile_document, page_count
from tracker.sheets.poster import MAX_PHOTOS
from tracker.systems.aeons_end.expeditions.presenters.story import story_of
from tracker.systems.aeons_end.expeditions.sheets import poster as expedition_poster
from tracker.systems.aeons_end.expeditions.sheets.chronicle import chronicle_document
from tracker.systems.aeons_end.legacy.sheets.poster import poster_document

pytestmark = pytest.mark.django_db


def photo() -> Picture:
    """Return a small picture."""
    out = BytesIO()
    Image.new("RGB", (40, 30), "teal").save(out, "JPEG")
    return Picture(out.getvalue(), out.getvalue(), 40, 30)


@pytest.mark.parametrize(
    ("paper", "size"), [(Paper.A4, (841.89, 1190.55)), (Paper.LETTER, (792, 1224))]
)
def test_it_is_one_page_of_twice_the_paper(paper: Paper, size: tuple[float, float]) -> None:
    pdf = compile_document(replace(poster_document(factories.third_chapter()), paper=paper))
    (page,) = PdfReader(BytesIO(pdf)).pages
    assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(size, abs=0.1)


def test_it_grows_with_the_campaign_and_says_nothing_that_is_still_sealed() -> None:
    early = poster_document(factories.planned_campaign(mages=2))
    assert not early.data["poster"].has_begun
    assert says(compile_document(early), "The first game is still ahead.")
    later = poster_document(factories.third_chapter())
    met = [stop.name for stop in later.data["poster"].path]
    assert [bool(name) for name in met] == [True] * 3 + [False] * (len(met) - 3)
    pdf = compile_document(later)
    assert all(says(pdf, name) for name in met)
    assert says(pdf, "The market over time")


def test_opponents_that_were_met_have_their_sigils_and_others_none() -> None:
    made = poster_document(factories.third_chapter())
    stops = made.data["poster"].path
    drawn = {name for name in made.files if name.startswith("sigil-")}
    assert drawn == {f"sigil-{place}.svg" for place, met in enumerate(made.data["met"]) if met}
    assert len(drawn) == 2  # the third is still to be fought
    assert sigil(stops[0].name, Motif.RINGS) in made.files["sigil-0.svg"].decode()


def test_photos_are_bounded_and_one_of_each_game_comes_first() -> None:
    campaign = factories.third_chapter()
    for game in campaign.games.not_withdrawn():
        photos_add(game=game, person=None, pictures=[photo()] * 4, caption="We won")
    rows = list(Photo.objects.filter(game__campaign=campaign).select_related("game"))
    made = poster_document(campaign, rows)
    assert len(made.data["photos"]) == MAX_PHOTOS
    assert sum(not name.startswith("sigil") for name in made.files) == MAX_PHOTOS
    assert page_count(compile_document(made)) == 1


def test_an_expedition_has_a_poster_and_a_chronicle_of_battles_tries_and_what_came() -> None:
    campaign = expeditions.consoled(factories.person())
    expeditions.win(campaign)
    story = story_of(campaign)
    (battle,) = story.battles
    pdf = compile_document(chronicle_document(campaign))
    told = [battle.nemesis, *(game.title for game in battle.tries)]
    told += [line for game in battle.tries for line in (game.ending, *game.changes)]
    told += [*story.began_with, "Barracks", "Treasures of level 1"]
    assert [line for line in told if not says(pdf, line)] == []
    made = expedition_poster.poster_document(campaign)
    assert says(compile_document(made), battle.nemesis)
