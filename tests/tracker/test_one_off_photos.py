"""Photos of a one-off game: sent with its result or later, seen by who may see the game."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import override_settings
from PIL import Image
from pytest_django import DjangoCaptureOnCommitCallbacks

from campaign.models import Game, Person, Photo, Role
from campaign.services.merging import person_merge
from campaign.services.one_offs import game_share
from campaign.services.people import person_delete
from campaign.services.photos import MAX_PHOTOS, photos_add
from tests.campaign import factories
from tests.tracker import clients, one_offs
from tests.tracker.photos import files, form, jpeg
from tracker.pictures.uploads import read_picture

pytestmark = pytest.mark.django_db

Committed = DjangoCaptureOnCommitCallbacks


@pytest.fixture(autouse=True)
def own_media(tmp_path: Path) -> Iterator[None]:
    """Give each test an empty place for files."""
    with override_settings(MEDIA_ROOT=tmp_path):
        yield


def url_of(game: Game, page: str = "photos") -> str:
    return f"/g/{game.code}/{page}"


def add(game: Game, count: int = 1) -> list[Photo]:
    pictures = [read_picture(jpeg()) for _ in range(count)]
    return photos_add(game=game, person=game.owner, pictures=pictures)


# --- with the result ---


def test_the_result_takes_photos_along() -> None:
    game = one_offs.game()
    client = one_offs.owner(game)
    sent = {"result": "win", "pictures": [jpeg(), jpeg(40, 60)]}
    assert clients.send(client, url_of(game, "result"), sent).status_code == 302
    first, second = Photo.objects.all()
    assert (first.game, first.added_by, second.width) == (game, game.owner, 40)
    page = client.get(f"/g/{game.code}/").content.decode()
    for photo in (first, second):
        assert f'src="/g/{game.code}/photos/{photo.name}/thumb" alt="Photo of this game"' in page


def test_the_result_needs_no_photo() -> None:
    game = one_offs.game()
    page = one_offs.owner(game).get(url_of(game, "result")).content.decode()
    assert 'enctype="multipart/form-data"' in page
    assert 'type="file" name="pictures"' in page
    assert (
        clients.send(one_offs.owner(game), url_of(game, "result"), {"result": "win"}).status_code
        == 302
    )
    assert not Photo.objects.exists()


def test_a_correction_adds_to_the_photos_there_are() -> None:
    game = one_offs.played()
    add(game)
    sent = {"result": "loss", "pictures": [jpeg()]}
    assert clients.send(one_offs.owner(game), url_of(game, "correct"), sent).status_code == 302
    assert game.photos.count() == 2


def test_a_bad_photo_refuses_the_result_and_names_itself_and_nothing_is_written() -> None:
    game = one_offs.game()
    bad = SimpleUploadedFile("map.svg", b"<svg/>", "image/svg+xml")
    sent = {"result": "win", "note": "What a night.", "pictures": [jpeg(), bad]}
    answer = clients.send(one_offs.owner(game), url_of(game, "result"), sent)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "map.svg: This is not a JPEG, PNG or WebP picture." in page
    assert "What a night." in page
    assert "Choose the photos again" in page
    assert not one_offs.is_played(Game.objects.get())
    assert files() == []


def test_a_result_that_does_not_fit_leaves_no_file_behind() -> None:
    game = one_offs.game()
    sent = {"result": "win", "gravehold_life": "0", "pictures": [jpeg()]}
    assert clients.send(one_offs.owner(game), url_of(game, "result"), sent).status_code == 422
    assert (Photo.objects.count(), files()) == (0, [])


def test_with_scripts_the_chosen_files_stay_and_nobody_is_asked_to_choose_again() -> None:
    game = one_offs.game()
    sent = {"result": "win", "gravehold_life": "0", "pictures": [jpeg()]}
    answer = clients.send(one_offs.owner(game), url_of(game, "result"), sent, headers=clients.HTMX)
    page = answer.content.decode()
    assert "hx-preserve" in page
    assert "Choose the photos again" not in page


def test_the_same_result_sent_twice_brings_its_photos_once() -> None:
    game = one_offs.game()
    client = one_offs.owner(game)
    carried = clients.hidden_fields(client, url_of(game, "result"))
    for _ in range(2):
        sent = {**carried, "result": "win", "pictures": [jpeg()]}
        assert client.post(url_of(game, "result"), sent).status_code == 302
    assert (Photo.objects.count(), len(files())) == (1, 2)


def test_a_result_with_more_photos_than_a_game_holds_is_refused() -> None:
    game = one_offs.game()
    add(game, MAX_PHOTOS)
    sent = {"result": "win", "pictures": [jpeg()]}
    answer = clients.send(one_offs.owner(game), url_of(game, "result"), sent)
    assert answer.status_code == 422
    assert f"at most {MAX_PHOTOS} photos" in answer.content.decode()
    assert len(files()) == 2 * MAX_PHOTOS


def test_a_result_taken_back_leaves_the_photos_with_the_game() -> None:
    game = one_offs.played()
    add(game)
    client = one_offs.owner(game)
    clients.send(client, url_of(game, "reopen"), {})
    assert not one_offs.is_played(Game.objects.get())
    assert "/thumb" in client.get(f"/g/{game.code}/").content.decode()


# --- on the game's page ---


def test_photos_are_added_on_the_page_of_the_game_and_shown_there() -> None:
    game = one_offs.played()
    client = one_offs.owner(game)
    answer = client.post(url_of(game), form(jpeg(), jpeg(), caption="The last round"))
    assert answer["Location"] == f"/g/{game.code}/#photos"
    page = client.get(f"/g/{game.code}/").content.decode()
    assert page.count("<figcaption>The last round</figcaption>") == 2
    assert page.count('alt="The last round"') == 2


def test_htmx_gets_the_photos_alone() -> None:
    game = one_offs.played()
    client = one_offs.owner(game)
    page = client.post(url_of(game), form(jpeg()), headers=clients.HTMX).content.decode()
    assert page.lstrip().startswith('<section id="photos"')
    assert "/thumb" in page


def test_one_bad_file_refuses_them_all() -> None:
    game = one_offs.played()
    bad = SimpleUploadedFile("one.jpg", b"nonsense")
    answer = one_offs.owner(game).post(url_of(game), form(jpeg(), bad))
    assert answer.status_code == 422
    assert "one.jpg" in answer.content.decode()
    assert (Photo.objects.count(), files()) == (0, [])


def test_a_game_keeps_so_many_and_no_more() -> None:
    game = one_offs.played()
    add(game, MAX_PHOTOS)
    answer = one_offs.owner(game).post(url_of(game), form(jpeg()))
    assert answer.status_code == 422
    assert len(files()) == 2 * MAX_PHOTOS


def test_a_form_sent_twice_adds_its_photos_once() -> None:
    game = one_offs.played()
    client = one_offs.owner(game)
    assert [client.post(url_of(game), form(jpeg())).status_code for _ in range(2)] == [302, 302]
    assert (Photo.objects.count(), len(files())) == (1, 2)


def test_adding_a_photo_makes_nobodys_form_stale() -> None:
    game = one_offs.game()
    client = one_offs.owner(game)
    carried = clients.hidden_fields(client, url_of(game, "result"))
    client.post(url_of(game), form(jpeg()))
    answer = client.post(url_of(game, "result"), {**carried, "result": "win"})
    assert answer.status_code == 302


def test_what_is_stored_tells_nothing_of_where_it_was_taken() -> None:
    out, told = io.BytesIO(), Image.Exif()
    told[0x010F] = "A camera of somebody's"
    Image.new("RGB", (60, 40), "teal").save(out, "JPEG", exif=told)
    game = one_offs.played()
    client = one_offs.owner(game)
    client.post(url_of(game), form(SimpleUploadedFile("a.jpg", out.getvalue(), "image/jpeg")))
    answer = client.get(url_of(game, f"photos/{Photo.objects.get().name}"))
    assert answer["Content-Type"] == "image/webp"
    assert answer["Cache-Control"] == "private, max-age=86400"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert b"camera" not in answer.content
    assert not Image.open(io.BytesIO(answer.content)).getexif()


def test_a_caption_is_changed_and_one_that_is_too_long_is_not() -> None:
    game = one_offs.played()
    photo = add(game)[0]
    client = one_offs.owner(game)
    url = url_of(game, f"photos/{photo.name}/caption")
    assert client.post(url, {"caption": " The end "}).status_code == 302
    client.post(url, {"caption": "x" * 141})
    photo.refresh_from_db()
    assert photo.caption == "The end"


# --- who may ---


@pytest.mark.parametrize("thumb", ["", "/thumb"])
def test_who_is_handed_a_photo(thumb: str) -> None:
    game = one_offs.played()
    photo = add(game)[0]
    seen = one_offs.status_by_role(game, url_of(game, f"photos/{photo.name}{thumb}"))
    assert seen == {
        "stranger": 404,
        "anonymous": 404,
        "reader": 200,
        "player": 200,
        "keeper": 200,
        "owner": 200,
    }


def test_a_game_that_is_shared_no_more_shows_its_photos_to_nobody_else() -> None:
    game = one_offs.played()
    photo = add(game)[0]
    member = clients.member(one_offs.shared(game), Role.PLAYER)
    url = url_of(game, f"photos/{photo.name}")
    etag = member.get(url)["ETag"]
    game_share(game=game, person=game.owner, campaign=None)
    assert member.get(url).status_code == 404
    assert member.get(url, HTTP_IF_NONE_MATCH=etag).status_code == 404


@pytest.mark.parametrize("way", ["photos", "photos/{name}/caption", "photos/{name}/delete"])
def test_who_may_change_them(way: str) -> None:
    game = one_offs.played()
    photo = add(game)[0]
    url = url_of(game, way.format(name=photo.name))
    seen = one_offs.status_by_role(game, url, method="post")
    assert (seen["stranger"], seen["anonymous"], seen["reader"]) == (404, 404, 403)
    assert {seen["player"], seen["keeper"], seen["owner"]} <= {302, 404, 422}
    assert one_offs.owner(game).get(url)["Location"] == url_of(game, "")


def test_a_reader_sees_the_photos_and_no_way_to_change_them() -> None:
    game = one_offs.played()
    add(game)
    reader = clients.member(one_offs.shared(game), Role.READER)
    page = reader.get(f"/g/{game.code}/").content.decode()
    assert "/thumb" in page
    assert 'name="pictures"' not in page
    assert "/delete" not in page


def test_a_photo_is_not_to_be_had_under_another_games_name() -> None:
    mine, yours = one_offs.played(), one_offs.played()
    photo = add(yours)[0]
    client = one_offs.owner(mine)
    assert client.get(url_of(mine, f"photos/{photo.name}")).status_code == 404
    url = url_of(mine, f"photos/{photo.name}/caption")
    assert client.post(url, {"caption": "x"}).status_code == 404
    client.post(url_of(mine, f"photos/{photo.name}/delete"))
    assert Photo.objects.filter(pk=photo.pk).exists()


# --- how they go ---


def test_a_photo_is_deleted_with_its_files(django_capture_on_commit_callbacks: Committed) -> None:
    game = one_offs.played()
    photo, other = add(game, 2)
    client = one_offs.owner(game)
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(url_of(game, f"photos/{photo.name}/delete")).status_code == 302
    assert Photo.objects.get() == other
    assert files() == [f"{other.name}.thumb.webp", f"{other.name}.webp"]


def test_a_deleted_game_leaves_no_file(django_capture_on_commit_callbacks: Committed) -> None:
    game = one_offs.played()
    add(game, 2)
    client = one_offs.owner(game)
    assert "Its 2 photos are deleted too." in client.get(url_of(game, "delete")).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(url_of(game, "delete")).status_code == 302
    assert files() == []


def test_a_deleted_person_leaves_no_file(django_capture_on_commit_callbacks: Committed) -> None:
    game = one_offs.played()
    add(game, 2)
    with django_capture_on_commit_callbacks(execute=True):
        person_delete(person=game.owner)
    assert files() == []


def test_the_photos_of_a_shared_game_stay_with_who_inherits_it(
    django_capture_on_commit_callbacks: Committed,
) -> None:
    game = one_offs.played()
    add(game)
    campaign = one_offs.shared(game)
    with django_capture_on_commit_callbacks(execute=True):
        person_delete(person=game.owner)
    photo = Photo.objects.get()
    assert (photo.added_by, len(files())) == (None, 2)
    assert clients.keeper(campaign).get(url_of(game, f"photos/{photo.name}")).status_code == 200


def test_a_guest_who_signs_in_keeps_the_photos() -> None:
    game = one_offs.played()
    add(game)
    into = Person.objects.create_user("zuza", "nine piles, no more")
    person_merge(guest=game.owner, into=into)
    assert Photo.objects.get().added_by == into
    game = Game.objects.get()
    assert game.owner == into
    assert {change.person for change in game.changes.all()} == {into}


def test_a_write_that_fails_leaves_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    game = one_offs.game()

    def fail(*_args: object, **_kwargs: object) -> None:
        raise RuntimeError("no room left")

    monkeypatch.setattr(Photo.objects, "bulk_create", fail)
    for write in (lambda: add(game), lambda: one_offs.record(game, [read_picture(jpeg())])):
        with pytest.raises(RuntimeError):
            write()
    assert files() == []
    assert not one_offs.is_played(Game.objects.get())


def test_the_page_asks_the_database_as_often_for_many_photos_as_for_one() -> None:
    one, many = one_offs.played(), one_offs.played(factories.person())
    add(one)
    add(many, 6)
    url = f"/g/{one.code}/"
    assert one_offs.query_count(one, url) == one_offs.query_count(many, f"/g/{many.code}/") <= 12


def test_the_media_directory_has_no_address() -> None:
    game = one_offs.played()
    photo = add(game)[0]
    assert Path(settings.MEDIA_ROOT, "pictures", f"{photo.name}.webp").exists()
    assert one_offs.owner(game).get(f"/media/pictures/{photo.name}.webp").status_code == 404
