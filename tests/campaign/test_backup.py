"""A backup has everything, is made while the site is in use, and comes back whole or not at all."""

import hashlib
import io
import json
import os
import shutil
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, connections
from django.test import Client, override_settings

from campaign.backups import making
from campaign.backups.archive import MANIFEST, BackupError, open_backup
from campaign.backups.making import default_directory, make_backup
from campaign.backups.media import take_media
from campaign.backups.restoring import restore_backup
from campaign.backups.rows import dump_rows, snapshot, stored_models
from campaign.models import Campaign, Person
from campaign.pictures import Picture
from campaign.services.aeons_end import portrait_set
from campaign.services.campaigns import campaign_delete, campaign_rename
from campaign.services.photos import photos_add
from tests.campaign import factories
from tests.campaign.factories import signed

pytestmark = pytest.mark.django_db(transaction=True)

Members = dict[str, bytes]


@pytest.fixture(autouse=True)
def place(tmp_path: Path) -> Iterator[Path]:
    """Give each test a data directory of its own."""
    with override_settings(MEDIA_ROOT=tmp_path / "media", DATA_DIR=tmp_path):
        yield tmp_path


def everything() -> dict[str, list[Any]]:
    """Return every row of every table, those of other apps included."""
    return {
        model._meta.label_lower: list(model._base_manager.order_by("pk").values())
        for model in stored_models(include_auto_created=True)
    }


def media(place: Path) -> dict[str, bytes]:
    root = place / "media"
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file()
    }


def illustrated(name: str = "The Long Watch") -> Campaign:
    campaign = factories.planned_campaign(name=name)
    picture = Picture(f"full {name}".encode(), b"thumb", 4, 3)
    game = campaign.games.get(number=1)
    photos_add(game=game, person=factories.keeper_of(campaign), pictures=[picture])
    return campaign


def restore(
    path: Path, *, replace: bool = True, say: Callable[[str], object] = lambda _text: None
) -> None:
    with open_backup(path) as backup:
        restore_backup(backup, replace=replace, say=say)


def members_of(path: Path) -> Members:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(path: Path, members: Members) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


# --- there and back ---


def test_what_was_lost_comes_back_and_what_was_added_goes(place: Path) -> None:
    person = factories.person("Zuza", username="zuza")
    campaign = illustrated()
    client = Client()
    client.force_login(person)
    rows, files = everything(), media(place)
    path = make_backup(place / "backups")
    campaign_delete(campaign=campaign)
    illustrated("Another")
    Person.objects.update(display_name="Somebody else")
    assert everything() != rows
    restore(path)
    assert everything() == rows
    assert media(place) == files
    assert client.get("/account").status_code == 200  # who was signed in still is
    assert illustrated("One more").pk > campaign.pk  # ids go on where they were


def test_a_picture_that_changed_on_the_disk_comes_back_as_it_was(place: Path) -> None:
    illustrated()
    files = media(place)
    path = make_backup(place / "backups")
    for name in files:
        (place / "media" / name).write_bytes(b"damaged")
    restore(path)
    assert media(place) == files


def test_restored_campaigns_replay_and_play_on(place: Path) -> None:
    campaign = factories.settled_campaign()
    path = make_backup(place / "backups")
    campaign_delete(campaign=campaign)
    call_command("restore", str(path), "--replace", stdout=io.StringIO())
    call_command("replay", "--quiet")
    factories.play_game(Campaign.objects.get())


def test_nothing_is_written_beside_the_directory_of_the_pictures(place: Path) -> None:
    mount = place / "mount"
    mount.mkdir()
    with override_settings(MEDIA_ROOT=mount / "media"):
        illustrated()
        os.utime(mount, (0, 0))  # it changes with every file that is made or deleted there
        restore(make_backup(place / "backups"))
        assert mount.stat().st_mtime == 0
        assert [path.name for path in (mount / "media").iterdir()] == ["pictures"]


# --- while the site is in use ---


def test_a_backup_is_one_moment_while_others_write(place: Path) -> None:
    campaign = factories.start_campaign()
    stop = threading.Event()
    faults: list[BaseException] = []

    def write() -> None:
        try:
            fresh = Campaign.objects.get(pk=campaign.pk)
            while not stop.is_set():
                campaign_rename(**signed(fresh), name=f"Name {fresh.revision}")
        except BaseException as error:
            faults.append(error)
        finally:
            connections.close_all()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        seen = []
        for _ in range(6):
            members = members_of(make_backup(place / "backups"))
            row = json.loads(members["rows/campaign.campaign.jsonl"])
            changes = map(json.loads, members["rows/campaign.change.jsonl"].splitlines())
            revision = row["fields"]["revision"]
            assert max(change["fields"]["revision"] for change in changes) == revision
            seen.append(revision)
    finally:
        stop.set()
        writer.join(60)
    assert not faults
    assert seen[-1] > seen[0]  # somebody did write meanwhile


def test_writers_do_not_wait_for_a_backup_and_it_does_not_see_them() -> None:
    campaign = factories.start_campaign()

    def rename() -> None:
        campaign_rename(**signed(campaign), name="Meanwhile")
        connections.close_all()

    with snapshot():
        assert Campaign.objects.get().name == "The Long Watch"
        writer = threading.Thread(target=rename)
        began = time.monotonic()
        writer.start()
        writer.join(10)
        assert not writer.is_alive()
        assert time.monotonic() - began < 10
        assert Campaign.objects.get().name == "The Long Watch"
    assert Campaign.objects.get().name == "Meanwhile"


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no such limit")
def test_pictures_may_take_longer_than_a_transaction_of_the_site_may_idle() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET idle_in_transaction_session_timeout = '100ms'")
    try:
        with snapshot():
            time.sleep(0.5)
            assert not Campaign.objects.exists()
        with connection.cursor() as cursor:
            cursor.execute("SHOW idle_in_transaction_session_timeout")
            assert cursor.fetchone() == ("100ms",)
    finally:
        connection.close()


def test_a_photo_deleted_while_the_backup_is_made_is_in_it(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = illustrated()
    files = media(place)

    def late(to: Path) -> None:
        # The rows are read in a snapshot; the file goes before its turn comes.
        shutil.rmtree(place / "media" / "pictures", ignore_errors=True)
        dump_rows(to)

    monkeypatch.setattr(making, "dump_rows", late)
    path = make_backup(place / "backups")
    campaign_delete(campaign=campaign)
    restore(path)
    assert media(place) == files


def test_a_photo_added_while_the_backup_is_made_is_in_it_whole_or_not_at_all(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = factories.planned_campaign().games.get(number=1)

    def upload() -> None:
        photos_add(game=game, person=None, pictures=[Picture(b"new", b"thumb", 4, 3)])
        connections.close_all()

    def slow(to: Path) -> None:
        take_media(to)
        uploader = threading.Thread(target=upload)  # of a connection of its own
        uploader.start()
        uploader.join(60)

    monkeypatch.setattr(making, "take_media", slow)
    members = members_of(make_backup(place / "backups"))
    photos = map(json.loads, members["rows/campaign.photo.jsonl"].splitlines())
    names = [photo["fields"]["name"] for photo in photos]
    assert len(names) == 1  # it was uploaded twice: before the snapshot, and after it
    assert f"media/pictures/{names[0]}.webp" in members


def test_a_photo_added_while_a_backup_is_restored_stays(place: Path) -> None:
    campaign = illustrated()
    path = make_backup(place / "backups")

    def upload(said: str) -> None:
        if said == "committed":
            game = campaign.games.get(number=1)
            photos_add(game=game, person=None, pictures=[Picture(b"new", b"thumb", 4, 3)])

    restore(path, say=upload)
    assert sorted(media(place).values()) == [b"full The Long Watch", b"new", b"thumb", b"thumb"]


def test_portraits_that_are_replaced_go_too(place: Path) -> None:
    path = make_backup(place / "backups")
    mage = illustrated().mages.get(seat=1)
    portrait_set(mage=mage, picture=Picture(b"portrait", b"thumb", 4, 3))
    restore(path)
    assert media(place) == {}


# --- what is refused ---


def test_nothing_is_overwritten_without_being_told(place: Path) -> None:
    illustrated()
    path = make_backup(place / "backups")
    illustrated("Another")
    rows, files = everything(), media(place)
    for options in ([], ["--into-empty"]):
        with pytest.raises(CommandError, match="there is data here already"):
            call_command("restore", str(path), *options, stdout=io.StringIO())
    with pytest.raises(BackupError, match="there is data here already"):
        restore(path, replace=False)
    assert everything() == rows
    assert media(place) == files


def test_into_an_empty_place_it_goes_without_being_told(place: Path) -> None:
    campaign = illustrated()
    rows = everything()["campaign.fact"]
    path = make_backup(place / "backups")
    campaign_delete(campaign=campaign)
    Person.objects.all().delete()
    call_command("restore", str(path), stdout=io.StringIO())
    assert everything()["campaign.fact"] == rows


def test_what_was_replaced_is_kept_in_a_backup_of_its_own(place: Path) -> None:
    path = make_backup(place / "backups")
    illustrated()
    rows, files = everything(), media(place)
    out = io.StringIO()
    call_command("restore", str(path), "--replace", stdout=out)
    assert not Campaign.objects.exists()
    (kept,) = default_directory().glob("before-restore-*.zip")
    assert str(kept) in out.getvalue()
    restore(kept)
    assert everything() == rows
    assert media(place) == files


def _manifest(change: Callable[[dict[str, Any]], object]) -> Callable[[Members], object]:
    def changed(members: Members) -> None:
        told = json.loads(members[MANIFEST])
        change(told)
        members[MANIFEST] = json.dumps(told).encode()

    return changed


def _resealed(members: Members, rows: bytes) -> None:
    """Put other rows in the place of the writes, with the checksum that they have."""
    name = "rows/campaign.change.jsonl"
    members[name] = rows
    _manifest(lambda t: t["sha256"].update({name: hashlib.sha256(rows).hexdigest()}))(members)


TAMPERED: dict[str, tuple[Callable[[Members], object], str]] = {
    "no manifest": (lambda m: m.pop(MANIFEST), "no manifest"),
    "another format": (_manifest(lambda t: t.update(format="other")), "no backup of Breachkeeper"),
    "another version": (_manifest(lambda t: t.update(version=3)), "of version 3"),
    "not json": (lambda m: m.update({MANIFEST: b"{"}), "manifest cannot be read"),
    "a list": (lambda m: m.update({MANIFEST: b"[]"}), "manifest cannot be read"),
    "deep": (lambda m: m.update({MANIFEST: b"[" * 100_000}), "manifest cannot be read"),
    "no checksums": (_manifest(lambda t: t.pop("sha256")), "manifest cannot be read"),
    "another model": (
        lambda m: _resealed(m, b'{"model": "campaign.nothing", "pk": 1, "fields": {}}'),
        "there is no campaign.nothing",
    ),
    "another field": (
        lambda m: _resealed(m, b'{"model": "campaign.change", "pk": 1, "fields": {"x": 1}}'),
        "no field named 'x'",
    ),
    "no json in a row": (lambda m: _resealed(m, b"{"), "do not fit together"),
    "rows that belong to nothing": (lambda m: _resealed(m, b""), "do not fit together"),
    "a key that is none": (_manifest(lambda t: t.update(secret_key="x")), "secret key is none"),
    "newer tables": (
        _manifest(lambda t: t["migrations"].append("campaign.9999_later")),
        r"made by a newer Breachkeeper \(.*campaign.9999_later. Update this one first",
    ),
    "a missing table": (lambda m: m.pop("rows/campaign.fact.jsonl"), "what its manifest lists"),
    "another file": (lambda m: m.update({"media/x": b"x"}), "what its manifest lists"),
    "another row": (
        lambda m: m.update({"rows/campaign.change.jsonl": m["rows/campaign.change.jsonl"] * 2}),
        "its checksum is another",
    ),
    "another picture": (
        lambda m: m.update({next(n for n in m if n.startswith("media/")): b"x"}),
        "its checksum is another",
    ),
}


@pytest.mark.parametrize("how", TAMPERED)
def test_a_wrong_file_is_refused_and_nothing_changes(how: str, place: Path) -> None:
    change, said = TAMPERED[how]
    illustrated()
    members = members_of(make_backup(place / "backups"))
    change(members)
    wrong = packed(place / "wrong.zip", members)
    rows, files = everything(), media(place)
    with pytest.raises(CommandError, match=r"(?s)Nothing was changed.*" + said):
        call_command("restore", str(wrong), "--replace", stdout=io.StringIO())
    assert everything() == rows
    assert media(place) == files


def test_a_disk_that_fills_while_rows_are_restored_is_not_filled_with_pictures(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    illustrated()
    backup = make_backup(place / "backups")
    for name in media(place):
        (place / "media" / name).unlink()
    rows = everything()
    full = OperationalError("database or disk is full")
    monkeypatch.setattr("campaign.backups.restoring.reset_sequences", mock.Mock(side_effect=full))
    said = r"Nothing was changed.*: the database did not take its rows: database or disk is full"
    with pytest.raises(CommandError, match=said):
        call_command("restore", str(backup), "--replace", stdout=io.StringIO())
    assert everything() == rows
    assert media(place) == {}


@pytest.mark.parametrize(
    "full_at",
    ["campaign.backups.restoring.make_backup", "campaign.backups.archive.shutil.copyfileobj"],
)
def test_a_disk_that_is_full_before_the_rows_leaves_everything_and_the_reason_in_words(
    full_at: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    illustrated()
    backup, rows, pictures = make_backup(place / "backups"), everything(), media(place)
    full = OSError(28, "No space left on device")
    monkeypatch.setattr(full_at, mock.Mock(side_effect=full))
    said = r"Nothing was changed.*a file could not be written: No space left on device\.$"
    with pytest.raises(CommandError, match=said):
        call_command("restore", str(backup), "--replace", stdout=io.StringIO())
    assert (everything(), media(place)) == (rows, pictures)


def test_a_name_that_leads_out_of_the_media_directory_is_refused(place: Path) -> None:
    illustrated()
    members = members_of(make_backup(place / "backups"))
    inside = next(name for name in members if name.startswith("media/"))
    for outside in ("media/../../evil", "/etc/evil", "other/evil", "media/.."):
        told = json.loads(members[MANIFEST])
        told["sha256"][outside] = told["sha256"].pop(inside)
        changed = {n: d for n, d in members.items() if n not in (inside, MANIFEST)}
        changed |= {outside: members[inside], MANIFEST: json.dumps(told).encode()}
        wrong = packed(place / "wrong.zip", changed)
        with pytest.raises(BackupError, match="leads elsewhere"):
            restore(wrong)
    assert not (place / "evil").exists()


def test_a_file_that_is_no_archive_or_cut_short_or_not_there_is_refused(place: Path) -> None:
    illustrated()
    whole = make_backup(place / "backups").read_bytes()
    wrong = place / "wrong.zip"
    for data in (b"", b"x" * 1000, whole[:-1], whole[: len(whole) // 2], whole[10:]):
        wrong.write_bytes(data)
        with pytest.raises(CommandError, match="Nothing was changed"):
            call_command("restore", str(wrong), "--replace", stdout=io.StringIO())
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("restore", str(place / "none.zip"), "--replace")
    assert Campaign.objects.count() == 1


def test_a_backup_can_be_verified_without_restoring_it(place: Path) -> None:
    path = make_backup(place / "backups")
    illustrated()
    out = io.StringIO()
    call_command("restore", str(path), "--verify", stdout=out)
    assert "verified" in out.getvalue()
    assert Campaign.objects.count() == 1


# --- the file itself ---


def test_only_its_owner_can_read_a_backup_and_none_replaces_another(place: Path) -> None:
    first, second = make_backup(place / "backups"), make_backup(place / "backups")
    assert first != second
    assert first.stat().st_mode & 0o777 == 0o600
    assert first.parent.stat().st_mode & 0o777 == 0o700


def test_older_backups_go_and_nothing_else(place: Path) -> None:
    directory = place / "backups"
    directory.mkdir()
    old = [directory / f"breachkeeper-2020010{day}T000000Z.zip" for day in range(1, 6)]
    others = [directory / name for name in ("before-restore-20200101T000000Z.zip", "mine.zip")]
    for path in (*old, *others):
        path.write_bytes(b"")
    out = io.StringIO()
    call_command("backup", "--to", str(directory), "--keep", "3", stdout=out, stderr=io.StringIO())
    made = Path(out.getvalue().strip())
    assert set(directory.iterdir()) == {made, *old[3:], *others}
    with pytest.raises(CommandError, match="1 or more"):
        call_command("backup", "--to", str(directory), "--keep", "0")


def test_a_backup_that_fails_leaves_nothing_and_deletes_nothing(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = place / "backups"
    first = make_backup(directory)

    def fail(*_args: object, **_more: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("campaign.backups.making.pack", fail)
    with pytest.raises(CommandError, match="No space left"):
        call_command("backup", "--to", str(directory), "--keep", "1")
    assert list(directory.iterdir()) == [first]
    assert not list((place / "media").glob(".backup-*"))


def test_a_disk_that_fills_leaves_no_query_open_to_complain_after_the_reason(place: Path) -> None:
    person, begun, ended = factories.person(), list[bool](), list[bool]()

    def reading(*_args: object, **_more: object) -> Iterator[Person]:
        begun.append(True)
        try:
            yield person
        finally:
            ended.append(True)

    full = OSError(28, "No space left on device")
    with (
        mock.patch("django.db.models.QuerySet.iterator", reading),
        mock.patch("django.core.serializers.jsonl.Serializer.end_object", side_effect=full),
        pytest.raises(OSError, match="No space left") as failed,
    ):
        dump_rows(place / "rows")
    # Although the fault, which holds all that was under way, is still known.
    assert len(begun) == len(ended) > 0
    assert failed.value is full


def test_what_another_backup_has_staged_is_in_none(place: Path) -> None:
    illustrated()
    staged = place / "media" / ".backup-killed" / "media" / "pictures"
    staged.mkdir(parents=True)
    (staged / "staged.webp").write_bytes(b"x")
    assert not [n for n in members_of(make_backup(place / "backups")) if "staged" in n]


def test_what_a_killed_backup_left_is_swept_up_a_day_later(place: Path) -> None:
    directory = place / "backups"
    directory.mkdir()
    names = (".breachkeeper-a.partial", ".breachkeeper-b.partial", ".download.partial")
    left, fresh, of_others = (directory / name for name in names)
    for path in (left, fresh, of_others):
        path.write_bytes(b"x")
    staged, being_staged = (place / "media" / name for name in (".backup-a", ".backup-b"))
    for path in (staged, being_staged):
        (path / "rows").mkdir(parents=True)
    for path in (left, of_others, staged):
        os.utime(path, (0, 0))
    make_backup(directory)
    assert not left.exists()
    assert not staged.exists()
    assert fresh.exists()
    assert being_staged.exists()
    assert of_others.exists()
