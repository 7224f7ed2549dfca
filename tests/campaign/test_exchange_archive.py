"""An archive brings pictures along; one that is damaged, huge or hostile is refused whole."""

import io
import json
import stat
import struct
import zipfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from unittest import mock

import pytest
from django.db import IntegrityError
from django.test import override_settings
from PIL import Image
from pytest_django import DjangoCaptureOnCommitCallbacks

from campaign.exchange import importing
from campaign.exchange.archive import Limits
from campaign.exchange.exporting import export_json, export_zip
from campaign.exchange.importing import file_import, read_file
from campaign.exchange.refusals import Refused
from campaign.models import Campaign, Mage, Photo
from campaign.pictures import Picture
from campaign.services import photos as services
from campaign.services.aeons_end import portrait_set
from campaign.services.games import game_undo
from campaign.services.photos import photos_add
from tests.campaign import exchange, factories
from tests.campaign.exchange import faults, zipped
from tracker.words.file_problems import file_sentence

pytestmark = pytest.mark.django_db

PICTURE = Picture(b"full", b"thumb", 4, 3)


@pytest.fixture(autouse=True)
def own_media(tmp_path: Path) -> Iterator[None]:
    """Give each test an empty place for files."""
    with override_settings(MEDIA_ROOT=tmp_path / "media"):
        yield


@pytest.fixture
def illustrated() -> Campaign:
    campaign = factories.planned_campaign()
    keeper = factories.keeper_of(campaign)
    pictures = [PICTURE, PICTURE]
    photos_add(game=campaign.games.get(), person=keeper, pictures=pictures, caption="Table")
    portrait_set(mage=Mage.objects.get(campaign=campaign, seat=2), picture=PICTURE)
    return campaign


def archive_of(campaign: Campaign) -> bytes:
    out = io.BytesIO()
    export_zip(campaign, out)
    return out.getvalue()


def members_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_an_archive_brings_its_pictures_along_and_goes_round(illustrated: Campaign) -> None:
    data = archive_of(illustrated)
    assert sorted(members_of(data)) == [
        "campaign.json",
        "photos/1-1.webp",
        "photos/1-2.webp",
        "portraits/2.webp",
    ]
    brought = read_file(io.BytesIO(data), pictures=exchange.same_pictures)
    copy = file_import(person=factories.person("Marek"), brought=brought)
    assert isinstance(copy, Campaign)
    assert archive_of(copy) == data == archive_of(illustrated)
    photos = Photo.objects.filter(game__campaign=copy)
    assert [photo.caption for photo in photos] == ["Table", "Table"]
    ours = Photo.objects.filter(game__campaign=illustrated)
    assert not {photo.name for photo in photos} & {photo.name for photo in ours}


def test_the_same_form_sent_twice_leaves_no_file_behind(
    illustrated: Campaign,
    tmp_path: Path,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    data, marek = archive_of(illustrated), factories.person("Marek")
    brought = read_file(io.BytesIO(data), pictures=exchange.same_pictures)
    first = file_import(person=marek, brought=brought, token="one-form")
    files = sorted((tmp_path / "media").rglob("*"))
    with django_capture_on_commit_callbacks(execute=True):
        assert file_import(person=marek, brought=brought, token="one-form") == first
    assert sorted((tmp_path / "media").rglob("*")) == files
    assert archive_of(illustrated) == data


def test_its_photos_count_as_theirs_who_bring_it_in_and_are_bounded(
    illustrated: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "PHOTOS_OF_A_GUEST", 5)
    data, marek = archive_of(illustrated), factories.person("Marek")
    photos = Photo.objects.filter(added_by=marek)

    def bring_in(*, bounded: bool = True) -> Campaign:
        brought = read_file(io.BytesIO(data), pictures=exchange.same_pictures)
        copy = file_import(person=marek, brought=brought, bounded=bounded)
        assert isinstance(copy, Campaign)
        return copy

    assert archive_of(bring_in()) == archive_of(bring_in()) == data
    assert photos.count() == 4
    before, files = factories.everything(), sorted((tmp_path / "media").rglob("*"))
    with pytest.raises(Refused) as refused:
        bring_in()
    (fault,) = refused.value.problems
    said = "With this file you would have more than 5 photos here."
    assert file_sentence(fault).startswith(said)
    assert factories.everything() == before
    assert sorted((tmp_path / "media").rglob("*")) == files
    # They have no room for a photo of their own either; whoever runs the machine makes some.
    bring_in(bounded=False)
    with factories.refused("photo.no_room"):
        photos_add(game=illustrated.games.get(), person=marek, pictures=[PICTURE])
    photos.all().delete()
    assert archive_of(bring_in()) == data


def test_a_document_alone_is_brought_in_by_who_has_no_room_for_photos(
    illustrated: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "PHOTOS_OF_A_GUEST", 0)
    assert export_json(exchange.bring_in(export_json(illustrated))) == export_json(illustrated)


def test_a_photo_whose_file_is_gone_is_left_out(illustrated: Campaign, tmp_path: Path) -> None:
    lost = Photo.objects.first()
    (tmp_path / "media" / "pictures" / f"{lost.name}.webp").unlink()
    found = json.loads(members_of(archive_of(illustrated))["campaign.json"])
    assert [photo["file"] for photo in found["games"][0]["photos"]] == ["photos/1-1.webp"]


@pytest.mark.parametrize("bytes_left", [0, 3, 7, 11, -1])
def test_a_photo_whose_file_was_cut_short_is_left_out(
    illustrated: Campaign, tmp_path: Path, bytes_left: int
) -> None:
    """A full disk or a power cut does that; whoever brings the archive in would be refused it."""
    cut, whole = Photo.objects.order_by("pk")
    out = io.BytesIO()
    Image.linear_gradient("L").save(out, "WEBP")
    for photo, data in ((cut, out.getvalue()[:bytes_left]), (whole, out.getvalue())):
        (tmp_path / "media" / "pictures" / f"{photo.name}.webp").write_bytes(data)
    members = members_of(archive_of(illustrated))
    assert members["photos/1-1.webp"] == out.getvalue()
    assert "photos/1-2.webp" not in members


def test_a_photo_of_an_undone_game_is_not_taken_out(illustrated: Campaign) -> None:
    game_undo(**factories.signed(illustrated), game=1)
    assert sorted(members_of(archive_of(illustrated))) == ["campaign.json", "portraits/2.webp"]


def test_an_archive_with_anything_else_in_it_is_refused(illustrated: Campaign) -> None:
    members = members_of(archive_of(illustrated))
    for name in ("../evil.webp", "/etc/passwd", "photos/9-9.webp", "a\\..\\b", "readme.txt", "x/"):
        assert "archive" in faults(zipped(members | {name: b"x"}))[0]


def test_an_archive_without_its_document_or_a_picture_is_refused(illustrated: Campaign) -> None:
    members = members_of(archive_of(illustrated))
    for name in members:
        less = {other: data for other, data in members.items() if other != name}
        assert name in faults(zipped(less))[0]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_an_archive_with_one_name_twice_is_refused(illustrated: Campaign) -> None:
    out = io.BytesIO(archive_of(illustrated))
    with zipfile.ZipFile(out, "a") as archive:
        archive.writestr("photos/1-1.webp", b"another")
    assert "archive.twice" in faults(out.getvalue())[0]


def test_an_archive_with_a_link_is_refused(illustrated: Campaign) -> None:
    members = members_of(archive_of(illustrated))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in members.items():
            member = zipfile.ZipInfo(name)
            if name.startswith("photos/1-1"):
                member.external_attr = (stat.S_IFLNK | 0o777) << 16
                data = b"/etc/passwd"
            archive.writestr(member, data)
    assert "archive.plain" in faults(out.getvalue())[0]


def test_an_archive_packed_otherwise_is_refused(illustrated: Campaign) -> None:
    members = members_of(archive_of(illustrated))
    for method in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        assert "archive.plain" in faults(zipped(members, method))[0]


def test_a_bomb_is_refused_without_being_set_off(illustrated: Campaign) -> None:
    members = members_of(archive_of(illustrated))
    bomb = zipped(members | {"campaign.json": b" " * 100 * 1024 * 1024})
    assert len(bomb) < 1024 * 1024
    assert "file.large" in faults(bomb)[0]
    heavy = zipped(members | {"photos/1-2.webp": b"\0" * 11 * 1024 * 1024})
    assert "file.large" in faults(heavy)[0]


def test_an_archive_that_lists_a_million_files_is_refused_before_they_are_counted() -> None:
    entry = b"PK\x01\x02" + struct.pack("<6H3I5H2I", 20, 20, 0, 0, 0, 0x21, *(0,) * 10)
    listed, start = entry * 1_000_000, b"PK\x03\x04"
    end = struct.pack("<4sHHHHIIH", b"PK\x05\x06", 0, 0, 65535, 65535, len(listed), len(start), 0)
    data = start + listed + end
    assert len(data) < Limits().archive
    with pytest.raises(Refused, match="a long list"), mock.patch("zipfile.ZipInfo") as counted:
        read_file(io.BytesIO(data), pictures=exchange.same_pictures)
    assert not counted.called


def test_an_archive_of_as_many_pictures_as_there_may_be_is_read(illustrated: Campaign) -> None:
    keeper = factories.keeper_of(illustrated)
    photos_add(game=illustrated.games.get(), person=keeper, pictures=[PICTURE] * 20)
    data = archive_of(illustrated)
    members = len(members_of(data)) - 1
    limits = Limits(pictures=members)
    brought = read_file(io.BytesIO(data), pictures=exchange.same_pictures, limits=limits)
    assert len(brought.pictures) == members == 23


def test_an_archive_of_too_many_files_or_bytes_is_refused(illustrated: Campaign) -> None:
    data = archive_of(illustrated)
    assert "archive.pictures" in faults(data, Limits(pictures=2))[0]
    assert "file.large" in faults(data, Limits(archive=100))[0]


def test_a_damaged_archive_is_refused(illustrated: Campaign) -> None:
    data = archive_of(illustrated)
    rng = Random(1)
    for _ in range(25):
        cut = rng.randrange(len(data))
        assert faults(data[:cut])
    whole = read_file(io.BytesIO(data), pictures=exchange.same_pictures)
    refused = 0
    for _ in range(150):
        broken = bytearray(data)
        broken[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        try:
            taken = read_file(io.BytesIO(bytes(broken)), pictures=exchange.same_pictures)
        except Refused:
            refused += 1
        else:  # a bit of a date or of a mode: nothing that is read
            assert taken == whole
    assert refused > 50


def test_a_picture_that_is_refused_refuses_the_whole_file(
    illustrated: Campaign, tmp_path: Path
) -> None:
    before = factories.everything()
    with pytest.raises(Refused, match=r"photos/1-1\.webp|portraits/2\.webp"):
        read_file(io.BytesIO(archive_of(illustrated)), pictures=exchange.no_pictures)
    assert factories.everything() == before


def test_a_file_the_database_refuses_leaves_no_row_and_no_picture(
    illustrated: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:

    brought = read_file(io.BytesIO(archive_of(illustrated)), pictures=exchange.same_pictures)
    marek = factories.person("Marek")
    before, files = factories.everything(), sorted((tmp_path / "media").rglob("*"))

    def refuse(*_args: object) -> None:
        raise IntegrityError("a constraint")

    monkeypatch.setattr(importing, "_write_photos", refuse)
    with pytest.raises(Refused, match="a constraint"):
        file_import(person=marek, brought=brought)
    assert factories.everything() == before
    assert sorted((tmp_path / "media").rglob("*")) == files
