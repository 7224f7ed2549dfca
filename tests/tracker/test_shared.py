"""What several machines share besides the database: pictures and sheets in a storage."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path
from unittest import mock

import pytest
from botocore.exceptions import EndpointConnectionError
from django.conf import settings
from django.core.files.storage import InMemoryStorage, default_storage
from django.core.management import call_command
from django.test import override_settings
from django.utils import timezone
from environs import EnvValidationError

from campaign.backups.archive import open_backup
from campaign.backups.making import make_backup
from campaign.backups.restoring import restore_backup
from campaign.models import Photo
from campaign.pictures import picture_read
from campaign.services.photos import photo_delete, photos_add
from tests.addresses import game_at
from tests.campaign import factories as f
from tests.tracker.clean_environment import load_settings
from tests.tracker.clients import client_of
from tests.tracker.security.site import jpeg
from tracker.bounded import pool
from tracker.config.environment import FILES
from tracker.pictures.uploads import read_picture

S3 = "s3://key:se%2Fcret@objects.example:9000/games?region=eu-1&tls=off"
MEMORY = {"BACKEND": "django.core.files.storage.InMemoryStorage"}


# --- settings ---


def test_object_storage_is_one_variable_away(tmp_path: Path) -> None:
    found = load_settings(data=tmp_path, BREACHKEEPER_STORAGE_URL=S3)
    pictures = found["STORAGES"]["default"]["OPTIONS"]
    assert pictures["endpoint_url"] == "http://objects.example:9000"
    assert (pictures["bucket_name"], pictures["secret_key"]) == ("games", "se/cret")
    assert (pictures["default_acl"], pictures["region_name"]) == ("private", "eu-1")


def test_unset_pictures_lie_in_the_data_directory(tmp_path: Path) -> None:
    found = load_settings(data=tmp_path)
    assert found["MEDIA_ROOT"] == tmp_path / "media"
    elsewhere = load_settings(data=tmp_path, BREACHKEEPER_STORAGE_URL=f"file://{tmp_path}/else")
    assert elsewhere["MEDIA_ROOT"] == tmp_path / "else"


@pytest.mark.parametrize(
    "wrong",
    [
        {"BREACHKEEPER_STORAGE_URL": "s3://key:hidden@objects.example"},
        {"BREACHKEEPER_STORAGE_URL": "ftp://key:hidden@objects.example/games"},
    ],
)
def test_another_address_is_refused_and_no_secret_repeated(
    wrong: dict[str, str], tmp_path: Path
) -> None:
    with pytest.raises(EnvValidationError) as refused:
        load_settings(data=tmp_path, **wrong)
    assert next(iter(wrong)) in str(refused.value)
    assert "hidden" not in str(refused.value)


# --- pictures and sheets ---


@pytest.mark.django_db(transaction=True)
def test_a_backup_brings_pictures_back_to_a_storage_that_is_no_directory(tmp_path: Path) -> None:
    storages = {**settings.STORAGES, "default": MEMORY}
    with override_settings(STORAGES=storages, DATA_DIR=tmp_path, MEDIA_ROOT=tmp_path / "media"):
        campaign = f.planned_campaign()
        picture = read_picture(jpeg())
        photos_add(game=campaign.games.get(), person=f.keeper_of(campaign), pictures=[picture])
        name = Photo.objects.get().name
        made = make_backup(tmp_path / "backups")
        photo_delete(photo=Photo.objects.get(), person=None)
        default_storage.delete(f"pictures/{name}.webp")
        with open_backup(made) as backup:
            restore_backup(backup, replace=True)
        assert picture_read(Photo.objects.get().name) == picture.full


@pytest.mark.django_db
def test_the_same_sheet_is_compiled_once_for_all(tmp_path: Path) -> None:
    campaign = f.planned_campaign()
    client = client_of(f.keeper_of(campaign))
    url = f"{game_at(campaign, 1)}sheet.pdf"
    with (
        override_settings(STORAGES={**settings.STORAGES, "sheets": MEMORY}),
        mock.patch.object(pool, "do", side_effect=pool.do) as compiled,
    ):
        first, second = (client.get(url) for _time in range(2))
    assert first.content == second.content
    assert compiled.call_count == 1


def test_sheets_of_every_folder_go_after_a_week(tmp_path: Path) -> None:
    old = (timezone.now() - timedelta(days=30)).timestamp()
    for number in range(256):
        sheet = tmp_path / f"{number:02x}" / "digest"
        sheet.parent.mkdir()
        sheet.touch()
        os.utime(sheet, (old, old))
    fresh = tmp_path / "ab" / "fresh"
    fresh.touch()
    files = {"BACKEND": FILES, "OPTIONS": {"location": tmp_path}}
    with override_settings(STORAGES={**settings.STORAGES, "sheets": files}):
        call_command("clearsheets")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [fresh]


@pytest.mark.parametrize("fault", [FileNotFoundError(), EndpointConnectionError(endpoint_url="")])
def test_a_storage_without_sheets_or_an_answer_stops_no_night(fault: Exception) -> None:
    with mock.patch.object(InMemoryStorage, "listdir", side_effect=fault):
        call_command("clearsheets")


@pytest.mark.django_db
def test_a_storage_that_does_not_answer_is_a_503_with_a_sentence() -> None:
    campaign = f.planned_campaign()
    photos_add(
        game=campaign.games.get(), person=f.keeper_of(campaign), pictures=[read_picture(jpeg())]
    )
    client = client_of(f.keeper_of(campaign))
    client.raise_request_exception = False
    gone = EndpointConnectionError(endpoint_url="http://objects.example")
    with mock.patch("campaign.pictures.default_storage.open", side_effect=gone):
        answer = client.get(game_at(campaign, 1, "photo", Photo.objects.get().name))
    assert answer.status_code == 503
    assert "can’t reach its pictures" in answer.content.decode()
