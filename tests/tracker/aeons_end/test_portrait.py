"""A mage's portrait: hung, changed, taken down, and seen by members only."""

import io
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image
from pytest_django import DjangoCaptureOnCommitCallbacks

from campaign.models import Campaign, Mage, Role
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.aeons_end.reference import LOOKED_AT, at
from tests.tracker.reading import main_text_of

pytestmark = pytest.mark.django_db


def picture(width: int = 900, height: int = 600, name: str = "face.jpg") -> SimpleUploadedFile:
    out = io.BytesIO()
    Image.new("RGB", (width, height), "green").save(out, "JPEG")
    return SimpleUploadedFile(name, out.getvalue())


def hang(campaign: Campaign, upload: SimpleUploadedFile | None = None) -> Mage:
    url = at(campaign, "portrait_change", 1)
    answer = clients.keeper(campaign).post(url, {"picture": upload or picture()})
    assert answer["Location"] == at(campaign, "mage", 1)
    return Mage.objects.get(campaign=campaign, seat=1)


def stored() -> set[str]:
    return {path.name for path in Path(settings.MEDIA_ROOT).rglob("*.webp")}


def test_a_portrait_is_cut_to_a_square_and_hangs_on_the_mat() -> None:
    campaign = factories.start_campaign()
    hang(campaign)
    client = clients.keeper(campaign)
    shown = client.get(at(campaign, "portrait", 1))
    image = Image.open(io.BytesIO(shown.content))
    assert shown["Content-Type"] == "image/webp"
    assert image.width == image.height == 600
    thumb = client.get(at(campaign, "portrait", 1), {"thumb": "1"})
    assert Image.open(io.BytesIO(thumb.content)).width == 400
    for page in (at(campaign, "mage", 1), at(campaign, "mages")):
        assert at(campaign, "portrait", 1) + "?v=" in client.get(page).content.decode()


def test_a_new_portrait_replaces_the_old_one_and_its_files(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    campaign = factories.start_campaign()
    old = hang(campaign).portrait
    with django_capture_on_commit_callbacks(execute=True):
        new = hang(campaign, picture(300, 300)).portrait
    assert old != new
    assert f"{new}.webp" in stored()
    assert not {name for name in stored() if name.startswith(old)}


def test_a_portrait_is_taken_down_with_its_files(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    campaign = factories.start_campaign()
    name = hang(campaign).portrait
    client = clients.keeper(campaign)
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(at(campaign, "portrait_change", 1), {"remove": "1"})
    assert answer.status_code == 302
    assert not {file for file in stored() if file.startswith(name)}
    assert client.get(at(campaign, "portrait", 1)).status_code == 404
    assert "portrait?v=" not in client.get(at(campaign, "mages")).content.decode()


@pytest.mark.parametrize(
    ("upload", "said"),
    [
        (SimpleUploadedFile("face.jpg", b"no picture at all"), "not a JPEG, PNG or WebP"),
        (SimpleUploadedFile("face.svg", b"<svg/>"), "not a JPEG, PNG or WebP"),
        (picture(name="face.png"), "kind of picture inside"),
        (None, "Choose a file."),
    ],
)
def test_what_is_no_picture_is_refused_with_a_sentence(
    upload: SimpleUploadedFile | None, said: str
) -> None:
    campaign = factories.start_campaign()
    before = stored()
    data = {"picture": upload} if upload else {}
    answer = clients.keeper(campaign).post(at(campaign, "portrait_change", 1), data)
    assert answer.status_code == 422
    assert said in main_text_of(answer)
    assert Mage.objects.get(campaign=campaign, seat=1).portrait == ""
    assert stored() == before


def test_a_portrait_makes_no_entry_stale() -> None:
    campaign = factories.start_campaign()
    url = at(campaign, "mage", 1)
    client = clients.keeper(campaign)
    form = {**clients.hidden_fields(client, url), "name": "Bubda", "player": ""}
    hang(campaign)
    assert client.post(url, form).status_code == 302


def test_only_who_may_look_sees_it_and_only_who_records_changes_it() -> None:
    campaign = factories.start_campaign()
    hang(campaign)
    assert clients.status_by_role(at(campaign, "portrait", 1), campaign) == LOOKED_AT
    url = at(campaign, "portrait_change", 1)
    assert clients.member(campaign, Role.READER, "R").post(url, {"remove": "1"}).status_code == 403
    assert clients.stranger().post(url, {"remove": "1"}).status_code == 404
    assert clients.client_of(None).post(url, {"remove": "1"}).status_code == 404
    assert clients.keeper(campaign).get(url)["Location"] == at(campaign, "mages")
    assert Mage.objects.get(campaign=campaign, seat=1).portrait


def test_a_mage_without_a_portrait_has_none_to_show() -> None:
    campaign = factories.start_campaign()
    assert clients.keeper(campaign).get(at(campaign, "portrait", 1)).status_code == 404
    assert clients.keeper(campaign).get(at(campaign, "portrait", 4)).status_code == 404
