"""``manage.py sheet --format pdf|png``: the faces that the site draws."""

from io import BytesIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from PIL import Image

from tests.campaign import factories
from tests.tracker.sheets.tables import says
from tracker.sheets.compiler import page_count

pytestmark = pytest.mark.django_db

WAR_ETERNAL = ("--system", "aeons-end-war-eternal", "--players", "2", "--seed", "5")


def test_a_campaigns_game_is_written_as_pdf(tmp_path: Path) -> None:
    campaign = factories.third_chapter()
    file = tmp_path / "sheet.pdf"
    call_command("sheet", "--campaign", campaign.code, "--format", "pdf", "--output", str(file))
    pdf = file.read_bytes()
    assert page_count(pdf) == 1
    assert says(pdf, "The Long Watch")
    assert says(pdf, campaign.code)


def test_a_one_off_game_is_written_as_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "sheet.png"
    options = ("--format", "png", "--paper", "letter", "--output", str(file))
    call_command("sheet", *WAR_ETERNAL, *options)
    image = Image.open(BytesIO(file.read_bytes()))
    assert image.width / image.height == pytest.approx(8.5 / 11, rel=0.01)


def test_several_pages_are_one_picture(tmp_path: Path) -> None:
    file = tmp_path / "sheet.png"
    code = factories.third_chapter(mages=4).code
    call_command("sheet", "--campaign", code, "--format", "png", "--output", str(file))
    image = Image.open(BytesIO(file.read_bytes()))
    assert image.height / image.width == pytest.approx(2 * 297 / 210, rel=0.01)


def test_a_drawing_needs_a_place() -> None:
    with pytest.raises(CommandError, match="--output FILE"):
        call_command("sheet", *WAR_ETERNAL, "--format", "pdf")


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    nowhere = str(tmp_path / "no" / "sheet.pdf")
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("sheet", *WAR_ETERNAL, "--format", "pdf", "--output", nowhere)
