"""A campaign is taken along by who belongs to it, and brought in by anybody with its file."""

import io
import json
import os
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

import pytest
from django.conf import settings
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.test import Client, override_settings
from PIL import Image

from campaign.exchange.archive import Limits
from campaign.exchange.exporting import export_json
from campaign.models import Campaign, Game, Mage, Membership, Person, Photo, Role
from campaign.services import photos
from campaign.services.aeons_end import portrait_set
from campaign.services.people import invite_make
from campaign.services.photos import photos_add
from tests.addresses import game_at
from tests.campaign import exchange, factories
from tests.tracker import clients, one_offs
from tests.tracker.clients import Answer
from tracker.management.commands.import_campaign import LARGE
from tracker.people import guests
from tracker.pictures.pixels import MAX_SIDE
from tracker.pictures.uploads import read_imported, read_picture

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_media(tmp_path: Path) -> Iterator[None]:
    """Give each test an empty place for files."""
    with override_settings(MEDIA_ROOT=tmp_path / "media"):
        yield


def webp(width: int = 60, height: int = 40, colour: str = "teal") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(out, "WEBP")
    return out.getvalue()


def illustrated() -> Campaign:
    campaign = factories.planned_campaign()
    picture = read_picture(SimpleUploadedFile("t.webp", webp()))
    keeper = factories.keeper_of(campaign)
    photos_add(game=campaign.games.get(), person=keeper, pictures=[picture], caption="Table")
    square = read_picture(SimpleUploadedFile("t.webp", webp()), square=True)
    portrait_set(mage=Mage.objects.get(campaign=campaign, seat=1), picture=square)
    return campaign


def export_url(campaign: Campaign, photos: str = "") -> str:
    return f"/c/{campaign.code}/export" + (f"?photos={photos}" if photos else "")


def body(response: object) -> bytes:
    streaming = getattr(response, "streaming", False)
    return b"".join(response) if streaming else response.content  # type: ignore[attr-defined, arg-type]


def send(
    client: Client, data: bytes, *, name: str = "campaign.json", token: str = "a-form-of-its-own"
) -> Answer:
    file = SimpleUploadedFile(name, data)
    return client.post("/import", {"file": file, "token": token})


# --- out ---


@pytest.mark.parametrize("photos", ["", "0"])
def test_members_take_it_along_and_nobody_else(photos: str) -> None:
    campaign = factories.planned_campaign()
    assert clients.status_by_role(export_url(campaign, photos), campaign) == {
        "keeper": 200,
        "player": 200,
        "reader": 200,
        "stranger": 404,
        "anonymous": 404,
    }


def test_who_only_looks_on_takes_nothing_along() -> None:
    campaign = factories.planned_campaign()
    keeper = factories.keeper_of(campaign)
    _invite, token = invite_make(campaign=campaign, person=keeper, role=Role.READER, looks=True)
    client = Client()
    client.get(f"/look/{token}", follow=True)
    assert client.get(f"/c/{campaign.code}/").status_code == 200
    assert client.get(export_url(campaign, "0")).status_code == 403
    demo = factories.start_campaign(demo=True)
    assert Client().get(export_url(demo, "0")).status_code == 403


def test_the_page_offers_pictures_only_where_there_are_any() -> None:
    plain, pictured = factories.planned_campaign(), illustrated()
    page = clients.keeper(plain).get(export_url(plain)).content.decode()
    assert 'value="0"' in page
    assert 'value="1"' not in page
    page = clients.keeper(pictured).get(export_url(pictured)).content.decode()
    assert "With 2 pictures" in page


def test_the_page_asks_the_database_seldom() -> None:
    campaign = factories.settled_campaign()
    assert clients.query_count(campaign, export_url(campaign)) <= 12


def test_the_file_is_the_campaign_and_is_saved_under_its_name() -> None:
    campaign = factories.settled_campaign(name='Śnieg "i" \n żar / ../x')
    response = clients.keeper(campaign).get(export_url(campaign, "0"))
    assert response.content == export_json(campaign)
    assert response["Content-Type"] == "application/json"
    assert response["Content-Disposition"] == 'attachment; filename="snieg-i-zar-x.json"'
    assert response["Cache-Control"] == "private, no-store"


def test_a_name_without_letters_gets_one() -> None:
    campaign = factories.planned_campaign(name="龍")
    response = clients.keeper(campaign).get(export_url(campaign, "0"))
    assert 'filename="campaign.json"' in response["Content-Disposition"]


def test_the_archive_has_the_pictures() -> None:
    campaign = illustrated()
    response = clients.keeper(campaign).get(
        export_url(campaign, "1"), headers={"Accept-Encoding": "gzip"}
    )
    with zipfile.ZipFile(io.BytesIO(body(response))) as archive:
        names = sorted(archive.namelist())
    assert names == ["campaign.json", "photos/1-1.webp", "portraits/1.webp"]
    assert response["Content-Type"] == "application/zip"


def test_the_archive_is_for_members_too() -> None:
    campaign = illustrated()
    for role in (Role.PLAYER, Role.READER):
        response = clients.member(campaign, role, str(role)).get(export_url(campaign, "1"))
        assert body(response).startswith(b"PK")
    assert clients.stranger().get(export_url(campaign, "1")).status_code == 404
    assert Client().get(export_url(campaign, "1")).status_code == 404


def test_nothing_is_taken_out_by_a_post() -> None:
    campaign = factories.planned_campaign()
    assert clients.keeper(campaign).post(export_url(campaign)).status_code == 405


# --- in ---


def test_somebody_without_an_account_brings_a_campaign_in_and_keeps_it() -> None:
    data = export_json(factories.settled_campaign())
    client = Client()
    assert client.get("/import").status_code == 200
    before = Person.objects.count()
    response = send(client, data)
    copy = Campaign.objects.latest("pk")
    assert response["Location"] == f"/c/{copy.code}/"
    assert export_json(copy) == data
    assert Person.objects.count() == before + 1
    assert Membership.objects.get(campaign=copy).role == Role.KEEPER
    page = client.get(f"/c/{copy.code}/history").content.decode()
    assert "imported from a file" in page
    assert "by Zuza" in page


def test_somebody_signed_in_keeps_what_they_bring_in() -> None:
    marek = factories.person("Marek", username="marek")
    send(clients.client_of(marek), export_json(factories.planned_campaign()))
    assert Campaign.objects.of(marek).count() == 1


@pytest.mark.parametrize("signed_in", [True, False])
def test_a_form_sent_twice_brings_one_campaign_in(signed_in: bool) -> None:
    data = export_json(factories.planned_campaign())
    person = factories.person("Marek") if signed_in else None
    people = Person.objects.count()
    first = send(clients.client_of(person), data)
    second = send(clients.client_of(person), data)
    assert first["Location"] == second["Location"]
    assert Campaign.objects.count() == 2
    assert Person.objects.count() == people + (not signed_in)


def test_every_page_of_a_campaign_brought_in_opens() -> None:
    campaign = factories.played_through(2)
    exchange.live(campaign, Random(3), steps=20)
    client = Client()
    send(client, export_json(campaign))
    code = Campaign.objects.latest("pk").code
    for place in ("", "mages", "market", "nemesis", "rulebook", "results", "history", "people"):
        assert client.get(f"/c/{code}/{place}").status_code == 200


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "a JSON document"),
        (b"not json", "a JSON document"),
        (
            b'{"format":"breachkeeper-campaign","version":99}',
            "This file is from a newer Breachkeeper",
        ),
        (b'{"format":"breachkeeper-campaign","version":6,"<script>":0}', "&lt;script&gt;"),
        (b'{"format":"breachkeeper-campaign","version":6,"\\ud800":0}', "JSON"),
        (b"PK\x03\x04 no archive", "a ZIP archive"),
        (b"x" * (6 * 1024 * 1024), "at most 5 megabytes"),
    ],
)
def test_a_bad_file_is_refused_with_its_faults_and_nothing_is_written(
    data: bytes, said: str
) -> None:
    before = factories.everything()
    response = send(Client(), data)
    assert response.status_code == 422
    assert said in response.content.decode()
    assert factories.everything() == before
    assert not Person.objects.exists()


def test_a_story_that_does_not_hold_is_refused_in_words() -> None:
    document = exchange.document_of(factories.settled_campaign())
    document["facts"][0]["says"]["chapter"] = 3
    response = send(Client(), json.dumps(document).encode())
    assert response.status_code == 422
    said = "<code>facts[0]</code>: The story is at chapter 1, not 3."
    assert said in response.content.decode()
    assert Campaign.objects.count() == 1


def test_a_form_without_a_file_or_a_token_is_refused() -> None:
    assert Client().post("/import", {"token": "a-form-of-its-own"}).status_code == 422
    data = export_json(factories.planned_campaign())
    assert send(Client(), data, token="").status_code == 422
    assert Client().post("/import", {"file": "a text", "token": "a" * 20}).status_code == 422
    assert Client().put("/import").status_code == 405
    assert Campaign.objects.count() == 1


def test_bringing_in_needs_the_sites_own_form() -> None:
    data = export_json(factories.planned_campaign())
    assert send(Client(enforce_csrf_checks=True), data).status_code == 403


def test_photos_beyond_what_one_person_keeps_are_refused_with_the_whole_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(photos, "PHOTOS_OF_A_GUEST", 1)
    campaign = illustrated()
    data = body(clients.keeper(campaign).get(export_url(campaign, "1")))
    client = Client()
    assert send(client, data, name="campaign.zip").status_code == 302
    before = factories.everything()
    response = send(client, data, name="campaign.zip", token="another-form")
    assert response.status_code == 422
    assert "With this file you would have more than 1 photo here." in response.content.decode()
    assert factories.everything() == before
    response = send(client, export_json(campaign), token="a-third-form")
    assert response.status_code == 302


def test_an_archive_brings_pictures_in_encoded_anew() -> None:
    campaign = illustrated()
    data = body(clients.keeper(campaign).get(export_url(campaign, "1")))
    client = Client()
    assert send(client, data, name="campaign.zip").status_code == 302
    copy = Campaign.objects.latest("pk")
    photo = Photo.objects.get(game__campaign=copy)
    assert (photo.caption, photo.width, photo.height) == ("Table", 60, 40)
    assert client.get(game_at(copy, 1, "photo_thumb", photo.name)).status_code == 200
    again = body(client.get(export_url(copy, "1")))
    with (
        zipfile.ZipFile(io.BytesIO(data)) as first,
        zipfile.ZipFile(io.BytesIO(again)) as second,
    ):
        assert first.namelist() == second.namelist()
        assert first.read("campaign.json") == second.read("campaign.json")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("signed_in", [True, False])
def test_pictures_are_stored_and_removed_again_outside_of_any_transaction(
    signed_in: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = illustrated()
    data = body(clients.keeper(campaign).get(export_url(campaign, "1")))
    person = factories.person("Marek") if signed_in else None
    within: list[bool] = []
    for name in ("save", "delete"):
        work = getattr(default_storage, name)

        def noted(*args: Any, work: Callable[..., Any] = work) -> Any:
            within.append(connection.in_atomic_block)
            return work(*args)

        monkeypatch.setattr(default_storage, name, noted)
    for _time in range(2):
        sent = send(clients.client_of(person), data, name="campaign.zip")
        assert sent.status_code == 302
    assert within == [False] * 3 * 4  # stored, stored again and removed: two files of each picture


@pytest.mark.django_db(transaction=True)
def test_pictures_of_what_was_imported_stay_when_signing_its_guest_in_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    campaign = illustrated()
    data = body(clients.keeper(campaign).get(export_url(campaign, "1")))
    with monkeypatch.context() as failing:
        failing.setattr(guests, "sign_in", mock.Mock(side_effect=OperationalError("gone")))
        failed = send(Client(raise_request_exception=False), data, name="campaign.zip")
        assert failed.status_code == 503
    client = Client()
    send(client, data, name="campaign.zip")  # the same form: their guest, and their campaign
    copy = Campaign.objects.get(games__photos__isnull=False, pk__gt=campaign.pk)
    photo = Photo.objects.get(game__campaign=copy)
    assert client.get(game_at(copy, 1, "photo_thumb", photo.name)).status_code == 200


def _exif() -> bytes:
    out = io.BytesIO()
    exif = Image.Exif()
    exif[0x010E] = "where we live"
    Image.new("RGB", (60, 40), "teal").save(out, "WEBP", exif=exif)
    return out.getvalue()


@pytest.mark.parametrize(
    "picture",
    [
        b"",
        b"no picture",
        b"RIFF\x00\x00\x00\x00WEBPVP8 ",
        webp(MAX_SIDE + 1, 10),
        webp() + b"<script>alert(1)</script>",
        b'<svg xmlns="http://www.w3.org/2000/svg"/>',
    ],
)
def test_a_hostile_picture_refuses_the_whole_archive(picture: bytes) -> None:
    campaign = illustrated()
    data = body(clients.keeper(campaign).get(export_url(campaign, "1")))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    before = factories.everything()
    files = sorted(Path(settings.MEDIA_ROOT).rglob("*"))
    response = send(Client(), exchange.zipped(members | {"photos/1-1.webp": picture}))
    assert response.status_code == 422
    assert "photos/1-1.webp" in response.content.decode()
    assert factories.everything() == before
    assert sorted(Path(settings.MEDIA_ROOT).rglob("*")) == files


def test_only_the_pixels_of_a_picture_survive() -> None:
    assert b"where we live" in _exif()
    assert b"where we live" not in read_imported(_exif(), False).full


# --- one-off games ---


def test_a_one_off_game_is_exported_by_who_may_see_it_and_imported_by_anybody() -> None:
    made = one_offs.played()
    url = f"/g/{made.code}/export"
    allowed = {"owner": 200, "keeper": 200, "player": 200, "reader": 200}
    assert one_offs.status_by_role(made, url) == {**allowed, "stranger": 404, "anonymous": 404}
    response = one_offs.owner(made).get(url)
    assert response.content == export_json(made)
    assert response["Content-Disposition"].endswith(f'-{made.code.lower()}.json"')
    client = Client()
    assert send(client, response.content)["Location"] == f"/g/{Game.objects.latest('pk').code}/"
    copy = Game.objects.latest("pk")
    assert export_json(copy) == response.content
    page = client.get(f"/g/{copy.code}/")
    assert page.status_code == 200
    assert "The game was imported from a file." in page.content.decode()


def test_photos_of_a_one_off_game_come_with_it_unless_it_is_asked_without() -> None:
    picture = read_picture(SimpleUploadedFile("t.webp", webp()))
    made = one_offs.record(one_offs.game(), [picture])
    owner, url = one_offs.owner(made), f"/g/{made.code}/export"
    assert body(owner.get(url)).startswith(b"PK")
    assert body(owner.get(url, {"photos": "0"})) == export_json(made)


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        ("system", "chess", "This game can’t be played here: chess."),
        (
            "gravehold_life",
            0,
            "<code>facts[1]</code>: With Gravehold at 0 the game is lost, not won.",
        ),
    ],
)
def test_a_bad_file_of_a_one_off_game_is_refused_in_words(
    place: str, value: object, said: str
) -> None:
    document = exchange.document_of(one_offs.played())
    played = next(f for f in document["facts"] if f["kind"] == "played")
    at = document["game"] if place == "system" else played["says"]["result"]
    at[place] = value
    response = send(Client(), json.dumps(document).encode())
    assert response.status_code == 422
    assert said in response.content.decode()
    assert Game.objects.count() == 1


# --- by command ---


def test_the_commands_take_a_campaign_out_and_in(tmp_path: Path) -> None:
    campaign = illustrated()
    factories.person("Marek", username="marek")
    for options, name in ((["--photos"], "c.zip"), ([], "c.json")):
        file = str(tmp_path / name)
        call_command("export_campaign", campaign.code.lower(), *options, "--output", file)
        out = io.StringIO()
        call_command("import_campaign", file, "--keeper", "Marek", stdout=out)
        copy = Campaign.objects.get(code=out.getvalue().strip())
        assert export_json(copy) == export_json(campaign)
    out = io.StringIO()
    call_command("export_campaign", campaign.code, stdout=out)
    assert out.getvalue().encode() == export_json(campaign)


@override_settings(MAX_ENTRIES=1)
def test_a_command_takes_more_than_the_site_if_it_is_asked_to(tmp_path: Path) -> None:
    factories.person("Marek", username="marek")
    file = tmp_path / "long.json"
    file.write_bytes(export_json(factories.long_campaign(1)))
    with pytest.raises(CommandError, match=r"changes: The file has too many entries: 2\."):
        call_command("import_campaign", str(file), "--keeper", "marek")
    call_command("import_campaign", str(file), "--keeper", "marek", "--large", stdout=io.StringIO())
    assert Campaign.objects.count() == 2
    usual = Limits()
    assert LARGE.games > usual.games
    assert LARGE.moves > usual.moves


def test_the_commands_refuse_in_sentences(tmp_path: Path) -> None:
    campaign = factories.planned_campaign()
    factories.person("Marek", username="marek")
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    call_command("export_campaign", campaign.code, "--output", str(good))
    bad.write_text("{}")
    with pytest.raises(CommandError, match="is there already"):
        call_command("export_campaign", campaign.code, "--output", str(good))
    with pytest.raises(CommandError, match="No campaign or game has the code NOBODY"):
        call_command("export_campaign", "NOBODY")
    with pytest.raises(CommandError, match="Nobody signs in as ola"):
        call_command("import_campaign", str(good), "--keeper", "ola")
    with pytest.raises(CommandError, match="this is not UTF-8"):
        call_command("export_campaign", os.fsdecode(b"\xff"))
    with pytest.raises(CommandError, match="--keeper: this is not UTF-8"):
        call_command("import_campaign", str(good), "--keeper", os.fsdecode(b"\xff"))
    with pytest.raises(CommandError, match="nothing was written:\n  format: This is not"):
        call_command("import_campaign", str(bad), "--keeper", "marek")
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_campaign", str(tmp_path / "none"), "--keeper", "marek")
    assert Campaign.objects.count() == 1
