"""Photos: sent, handed out to members only, captioned, deleted."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings
from PIL import Image

from campaign.models import Campaign, Change, Mage, Person, Photo, Role
from campaign.pictures import storing
from campaign.services import photos
from campaign.services.accounts import person_keep
from campaign.services.campaigns import campaign_delete
from campaign.services.games import game_undo
from campaign.services.people import person_delete
from campaign.services.photos import MAX_PHOTOS, photo_caption, photos_add
from tests.addresses import game_at
from tests.campaign import factories
from tests.tracker import clients, one_offs
from tests.tracker.photos import files, form, jpeg
from tracker.pictures.uploads import read_picture

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_media(tmp_path: Path) -> Iterator[None]:
    """Give each test an empty place for files."""
    with override_settings(MEDIA_ROOT=tmp_path):
        yield


def game_url(campaign: Campaign) -> str:
    return game_at(campaign, 1)


def add(campaign: Campaign, count: int = 1) -> list[Photo]:
    pictures = [read_picture(jpeg()) for _ in range(count)]
    person = factories.keeper_of(campaign)
    return photos_add(
        game=factories.game_of_campaign(campaign, 1), person=person, pictures=pictures
    )


def add_as(campaign: Campaign, person: Person) -> None:
    photos_add(
        game=factories.game_of_campaign(campaign, 1), person=person, pictures=[read_picture(jpeg())]
    )


def test_several_photos_are_added_at_once_and_shown() -> None:
    campaign = factories.planned_campaign()
    client = clients.keeper(campaign)
    sent = form(jpeg(), jpeg(40, 60), caption="The last round")
    answer = client.post(f"{game_url(campaign)}photos", sent)
    assert answer["Location"] == f"{game_url(campaign)}#photos"
    first, second = Photo.objects.all()
    assert (first.width, first.height, second.width) == (60, 40, 40)
    assert first.added_by == factories.keeper_of(campaign)
    page = client.get(game_url(campaign)).content.decode()
    assert page.count("<figcaption>The last round</figcaption>") == 2
    for photo in (first, second):
        assert f'src="{game_url(campaign)}photos/{photo.name}/thumb"' in page
    assert len(files()) == 4


def test_the_way_to_send_them_is_on_the_page() -> None:
    campaign = factories.planned_campaign()
    page = clients.keeper(campaign).get(game_url(campaign)).content.decode()
    assert 'enctype="multipart/form-data"' in page
    assert 'type="file" name="pictures"' in page
    assert "multiple" in page


def test_htmx_gets_the_photos_alone() -> None:
    campaign = factories.planned_campaign()
    url = f"{game_url(campaign)}photos"
    page = clients.keeper(campaign).post(url, form(jpeg()), headers=clients.HTMX).content.decode()
    assert page.lstrip().startswith('<section id="photos"')
    assert "/thumb" in page


def test_one_bad_file_refuses_them_all_and_names_itself() -> None:
    campaign = factories.planned_campaign()
    bad = SimpleUploadedFile("map.svg", b"<svg/>", "image/svg+xml")
    answer = clients.keeper(campaign).post(f"{game_url(campaign)}photos", form(jpeg(), bad))
    assert answer.status_code == 422
    assert "map.svg: This is not a JPEG, PNG or WebP picture." in answer.content.decode()
    assert not Photo.objects.exists()
    assert files() == []


def test_every_bad_file_is_named() -> None:
    campaign = factories.planned_campaign()
    bad = [SimpleUploadedFile(name, b"nonsense") for name in ("one.jpg", "two.png")]
    answer = clients.keeper(campaign).post(f"{game_url(campaign)}photos", form(*bad))
    assert len(answer.context["page"].photos_form.errors["pictures"]) == 2


@pytest.mark.parametrize("pictures", [[], [SimpleUploadedFile("a.jpg", b"")]])
def test_nothing_at_all_is_refused(pictures: list[SimpleUploadedFile]) -> None:
    campaign = factories.planned_campaign()
    answer = clients.keeper(campaign).post(f"{game_url(campaign)}photos", form(*pictures))
    assert answer.status_code == 422


def test_text_where_files_belong_is_refused() -> None:
    campaign = factories.planned_campaign()
    sent = {"pictures": "table.jpg", "token": "a-token-of-its-own"}
    assert clients.keeper(campaign).post(f"{game_url(campaign)}photos", sent).status_code == 422


def test_too_many_at_once_are_refused() -> None:
    campaign = factories.planned_campaign()
    sent = form(*(jpeg() for _ in range(9)))
    answer = clients.keeper(campaign).post(f"{game_url(campaign)}photos", sent)
    assert answer.status_code == 422
    assert "Send up to 8 at a time." in answer.content.decode()


def test_a_game_keeps_so_many_and_no_more() -> None:
    campaign = factories.planned_campaign()
    add(campaign, MAX_PHOTOS - 1)
    held = len(files())
    answer = clients.keeper(campaign).post(f"{game_url(campaign)}photos", form(jpeg(), jpeg()))
    assert answer.status_code == 422
    assert f"at most {MAX_PHOTOS} photos" in answer.content.decode()
    assert len(files()) == held


def test_a_form_sent_twice_adds_its_photos_once() -> None:
    campaign = factories.planned_campaign()
    client = clients.keeper(campaign)
    url = f"{game_url(campaign)}photos"
    assert [client.post(url, form(jpeg())).status_code for _ in range(2)] == [302, 302]
    assert Photo.objects.count() == 1
    assert len(files()) == 2


def test_adding_a_photo_makes_nobodys_entry_stale() -> None:
    campaign = factories.planned_campaign()
    before = campaign.revision
    clients.keeper(campaign).post(f"{game_url(campaign)}photos", form(jpeg()))
    campaign.refresh_from_db()
    assert campaign.revision == before
    (added,) = Change.objects.filter(revision=None)
    assert added.detail.photos_of == 1


def test_a_photo_is_handed_out_with_the_right_headers() -> None:
    campaign = factories.planned_campaign()
    photo = add(campaign)[0]
    answer = clients.keeper(campaign).get(f"{game_url(campaign)}photos/{photo.name}")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/webp"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Cache-Control"] == "private, max-age=86400"
    assert Image.open(io.BytesIO(answer.content)).size == (60, 40)


def test_a_photo_the_browser_has_is_not_sent_again() -> None:
    campaign = factories.planned_campaign()
    photo = add(campaign)[0]
    client = clients.keeper(campaign)
    for url in (
        f"{game_url(campaign)}photos/{photo.name}",
        f"{game_url(campaign)}photos/{photo.name}/thumb",
    ):
        etag = client.get(url)["ETag"]
        again = client.get(url, HTTP_IF_NONE_MATCH=etag)
        assert again.status_code == 304
        assert not again.content


def test_a_photo_is_not_handed_out_under_another_campaigns_name() -> None:
    mine, yours = factories.planned_campaign(), factories.planned_campaign(name="Yours")
    photo = add(yours)[0]
    assert clients.keeper(mine).get(f"{game_url(mine)}photos/{photo.name}").status_code == 404


def test_a_stranger_with_the_right_etag_gets_nothing_either() -> None:
    campaign = factories.planned_campaign()
    photo = add(campaign)[0]
    url = f"{game_url(campaign)}photos/{photo.name}"
    assert clients.stranger().get(url, HTTP_IF_NONE_MATCH=f'"{photo.name}"').status_code == 404


@pytest.mark.parametrize("name", ["nothing", "..%2f..%2fbreachkeeper.sqlite3", "%00", "a" * 300])
def test_a_name_that_is_no_photos_is_not_found(name: str) -> None:
    campaign = factories.planned_campaign()
    assert clients.keeper(campaign).get(f"{game_url(campaign)}photos/{name}").status_code == 404


def test_a_photo_whose_file_is_lost_is_not_found() -> None:
    campaign = factories.planned_campaign()
    photo = add(campaign)[0]
    for path in Path(settings.MEDIA_ROOT).rglob("*.webp"):
        path.unlink()
    answer = clients.keeper(campaign).get(f"{game_url(campaign)}photos/{photo.name}")
    assert answer.status_code == 404


def test_the_photos_of_a_game_that_was_undone_are_not_shown() -> None:
    campaign = factories.planned_campaign()
    photo = add(campaign)[0]
    game_undo(**factories.signed(campaign), game=1)
    answer = clients.keeper(campaign).get(f"{game_url(campaign)}photos/{photo.name}")
    assert answer.status_code == 404


def test_the_media_directory_has_no_address() -> None:
    campaign = factories.planned_campaign()
    photo = add(campaign)[0]
    client = clients.keeper(campaign)
    for url in (f"/media/pictures/{photo.name}.webp", f"/pictures/{photo.name}.webp"):
        assert client.get(url).status_code == 404


def test_a_caption_is_changed() -> None:
    campaign = factories.planned_campaign()
    photo = add(campaign)[0]
    url = f"{game_url(campaign)}photos/{photo.name}/caption"
    assert clients.keeper(campaign).post(url, {"caption": " The end "}).status_code == 302
    photo.refresh_from_db()
    assert photo.caption == "The end"


def test_a_caption_for_a_photo_that_was_deleted_meanwhile_is_written_nowhere() -> None:
    campaign = factories.planned_campaign()
    [photo] = add(campaign)
    Photo.objects.all().delete()
    photo_caption(photo=photo, caption="Too late")
    assert not Photo.objects.exists()


def test_nobody_fills_the_disk_game_by_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photos, "PHOTOS_OF_A_GUEST", 3)
    monkeypatch.setattr(photos, "PHOTOS_OF_AN_ACCOUNT", 4)
    campaign = factories.planned_campaign()
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    add(campaign, 2)
    picture = read_picture(jpeg())
    evening = one_offs.game(keeper)
    photos_add(game=evening, person=keeper, pictures=[picture])
    stored = files()
    answer = clients.keeper(campaign).post(f"{game_url(campaign)}photos", form(jpeg()))
    assert answer.status_code == 422
    assert "You can keep at most 3 photos here." in answer.content.decode()
    with factories.refused("photo.no_room"):
        photos_add(game=evening, person=keeper, pictures=[picture])
    with factories.refused("photo.no_room"):
        one_offs.record(evening, [picture])
    assert files() == stored
    person_keep(person=keeper, username="zuza", password="nine piles, no more")
    add_as(campaign, keeper)
    with factories.refused("photo.no_room"):
        add_as(campaign, keeper)


def test_a_game_planned_anew_takes_no_more_photos_than_a_game_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    campaign = factories.planned_campaign()
    first, second, _third = add(campaign, 3)
    game_undo(
        campaign=campaign,
        revision=campaign.revision,
        person=factories.keeper_of(campaign),
        game=1,
    )
    monkeypatch.setattr(photos, "MAX_PHOTOS", 2)
    session = factories.plan(campaign)
    assert list(session.photos.all()) == [first, second]
    assert Photo.objects.count() == 3


def test_a_caption_that_is_too_long_is_refused_with_a_sentence() -> None:
    campaign = factories.planned_campaign()
    photo = add(campaign)[0]
    url = f"{game_url(campaign)}photos/{photo.name}/caption"
    answer = clients.keeper(campaign).post(url, {"caption": "x" * 141}, follow=True)
    assert "At most 140 characters" in answer.content.decode()


def test_a_photo_is_deleted_with_its_files(django_capture_on_commit_callbacks: object) -> None:
    campaign = factories.planned_campaign()
    photo, other = add(campaign, 2)
    url = f"{game_url(campaign)}photos/{photo.name}/delete"
    client = clients.keeper(campaign)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator] # a fixture of pytest-django
        assert client.post(url).status_code == 302
    assert Photo.objects.get() == other
    assert files() == [f"{other.name}.thumb.webp", f"{other.name}.webp"]
    assert client.post(url).status_code == 302  # once more does no harm


@pytest.mark.parametrize("way", ["caption", "delete"])
def test_who_may_change_a_photo(way: str) -> None:
    campaign = factories.planned_campaign()
    photo = add(campaign)[0]
    url = f"{game_url(campaign)}photos/{photo.name}/{way}"
    sent = {"caption": "Mine now"}
    answered = {
        "reader": clients.member(campaign, Role.READER).post(url, sent).status_code,
        "stranger": clients.stranger().post(url, sent).status_code,
        "anonymous": Client().post(url, sent).status_code,
    }
    assert answered == {"reader": 403, "stranger": 404, "anonymous": 404}
    photo.refresh_from_db()
    assert photo.caption == ""
    assert clients.member(campaign, Role.PLAYER).post(url, sent).status_code == 302


def test_a_photo_of_another_campaign_is_not_changed_from_here() -> None:
    mine, yours = factories.planned_campaign(), factories.planned_campaign(name="Yours")
    photo = add(yours)[0]
    client = clients.keeper(mine)
    url = f"{game_url(mine)}photos/{photo.name}"
    assert client.post(f"{url}/caption", {"caption": "x"}).status_code == 404
    client.post(f"{url}/delete")
    assert Photo.objects.filter(pk=photo.pk).exists()


@pytest.mark.parametrize("way", ["photos", "photos/x/caption", "photos/x/delete"])
def test_writes_are_posts(way: str) -> None:
    campaign = factories.planned_campaign()
    answer = clients.keeper(campaign).get(f"{game_url(campaign)}{way}")
    assert (answer.status_code, answer["Location"]) == (302, game_url(campaign))


def test_readers_and_strangers_add_nothing() -> None:
    campaign = factories.planned_campaign()
    answered = clients.status_by_role(f"{game_url(campaign)}photos", campaign, method="post")
    assert (answered["reader"], answered["stranger"], answered["anonymous"]) == (403, 404, 404)


def with_pictures() -> Campaign:
    campaign = factories.planned_campaign()
    add(campaign, 2)
    with storing([read_picture(jpeg(), square=True)]) as (name,):
        Mage.objects.filter(campaign=campaign, seat=1).update(portrait=name)
    return campaign


def test_a_deleted_campaign_leaves_no_file(django_capture_on_commit_callbacks: object) -> None:
    campaign = with_pictures()
    game_undo(**factories.signed(campaign), game=1)  # an undone game's photos go too
    assert len(files()) == 6
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator] # a fixture of pytest-django
        campaign_delete(campaign=campaign)
    assert files() == []


def test_a_deleted_keeper_leaves_no_file(django_capture_on_commit_callbacks: object) -> None:
    campaign = with_pictures()
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator] # a fixture of pytest-django
        person_delete(person=keeper)
    assert files() == []
