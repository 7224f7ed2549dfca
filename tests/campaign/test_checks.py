"""The system check refuses a faulty pack, and get_pack finds the good ones."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.checks import run_checks
from django.test import override_settings

from campaign.checks import check_packs
from campaign.packs import all_packs, get_pack, packs_directory
from campaign.rules.registry import UnknownSystemError


@pytest.fixture
def copied(tmp_path: Path) -> Iterator[Path]:
    """Let the site find its packs in a copy that a test may spoil."""
    folder = tmp_path / "fixtures" / "packs"
    shutil.copytree(packs_directory(), folder)
    with override_settings(BASE_DIR=tmp_path):
        yield folder / "aeons_end"


def spoil(file: Path, **changes: object) -> None:
    document = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps(document | changes), encoding="utf-8")


def test_the_packs_of_the_house_have_no_fault() -> None:
    assert check_packs(None) == []


def test_the_check_runs_with_the_others(copied: Path) -> None:
    spoil(copied / "aeons-end-legacy.json", version="new")
    # The pack's own, and two of the series: its box, and what that brings to expeditions.
    assert [message.id for message in run_checks(tags=["packs"])] == ["campaign.E001"] * 3


def test_every_fault_of_every_pack_is_a_message(copied: Path) -> None:
    spoil(copied / "aeons-end-legacy.json", version="new", notes=7)
    spoil(copied / "aeons-end-war-eternal.json", own_per_tier=True)
    messages = check_packs(None)
    assert [message.msg for message in messages] == [
        'aeons-end-legacy.json: version: expected a whole number, got "new"',
        "aeons-end-legacy.json: notes: expected a list, got 7",
        "aeons-end-war-eternal.json: own_per_tier: expected a whole number, got true",
        "aeons-end.json: pack: expected a pack without faults, got aeons-end-war-eternal.json",
    ]
    assert {message.id for message in messages} == {"campaign.E001"}


def test_a_pack_lies_in_a_file_of_its_name(copied: Path) -> None:
    (copied / "aeons-end-legacy.json").rename(copied / "legacy.json")
    series, expeditions, message = check_packs(None)
    assert "legacy: pack: expected a pack without faults" in series.msg
    assert "legacy.json: box: expected a box of the series" in expeditions.msg
    assert message.id == "campaign.E003"
    assert message.hint == "Name the file aeons-end-legacy.json."


def test_a_house_without_packs_is_told_where_they_belong(copied: Path) -> None:
    shutil.rmtree(copied.parent)
    [message] = check_packs(None)
    assert message.id == "campaign.E002"


def test_a_pack_is_found_by_slug_and_loaded_once() -> None:
    pack = get_pack("aeons-end-legacy")
    assert pack.slug == "aeons-end-legacy"
    assert get_pack("aeons-end-legacy") is pack
    assert pack in all_packs()
    assert [one.slug for one in all_packs()] == sorted(one.slug for one in all_packs())


@pytest.mark.parametrize(
    "slug", ["", "chess", "../packs/aeons-end-legacy", "aeons-end-legacy.json"]
)
def test_a_slug_that_no_pack_has_is_refused(slug: str) -> None:
    with pytest.raises(UnknownSystemError):
        get_pack(slug)


def test_the_packs_come_with_the_project() -> None:
    assert packs_directory().is_relative_to(settings.BASE_DIR)
