"""Uploads: what is not a picture is refused, and no file name escapes the media directory."""

import csv
import io
import struct
import zipfile
import zlib
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from campaign.models import Campaign, Mage, Member, Photo
from campaign.selectors.seeing import seen_facts
from tests.addresses import game_at
from tests.marks import thorough
from tests.tracker.security.site import Site, jpeg

pytestmark = pytest.mark.django_db

SCRIPT = b"<script>alert(document.domain)</script>"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'


def picture(kind: str, more: bytes = b"") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (40, 30), "teal").save(out, kind)
    return out.getvalue() + more


def zipped() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("index.html", SCRIPT)
    return out.getvalue()


def bomb(side: int = 60_000) -> bytes:
    """Return a PNG of a few hundred bytes that claims enormous dimensions."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        )

    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"\0" * 200_000, 9)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
    )


def comment(data: bytes) -> bytes:
    """Hide something in a JPEG's comment."""
    jpg = picture("JPEG")
    return jpg[:2] + b"\xff\xfe" + struct.pack(">H", len(data) + 2) + data + jpg[2:]


HOSTILE = {
    "a JPEG with a page behind it": ("a.jpg", picture("JPEG", b"<html>" + SCRIPT)),
    "a JPEG with a page in its comment": ("a.jpg", comment(SCRIPT)),
    "a PNG with a script behind it": ("a.png", picture("PNG", SCRIPT)),
    "a JPEG with an archive behind it": ("a.jpg", picture("JPEG", zipped())),
    "a GIF with an archive behind it": ("a.gif", picture("GIF", zipped())),
    "a GIF by another name": ("a.png", picture("GIF")),
    "a GIF that is a script": ("a.jpg", b"GIF89a/*" + b"\0" * 40 + b"*/=1;alert(1)//"),
    "a PDF with a picture in it": ("a.jpg", b"%PDF-1.7\n" + picture("JPEG")),
    "an SVG": ("a.svg", SVG),
    "an SVG by another name": ("a.png", SVG),
    "an SVG in two encodings": ("a.jpg", SVG.decode().encode("utf-16")),
    "a page": ("a.html", SCRIPT),
    "PHP": ("a.php.jpg", picture("JPEG", b"<?php system($_GET[0]) ?>")),
    "a bomb": ("a.png", bomb()),
    "half a picture": ("a.jpg", picture("JPEG")[:-300]),
    "nothing": ("a.jpg", b""),
}


def stored() -> list[Path]:
    return sorted(path for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file())


KINDS = ("image/jpeg", "text/html", "")  # what the browser says it is
# Each file goes to two places and takes the kinds in turns; `make thorough` tries all places.
TURNS = [
    *((what, number, 2) for number, what in enumerate(HOSTILE)),
    *(
        thorough(what, number + turn, 4)
        for number, what in enumerate(HOSTILE)
        for turn in range(len(KINDS))
    ),
]


@pytest.mark.parametrize(("what", "turn", "uploads"), TURNS)
def test_a_hostile_file_is_refused_as_a_photo_and_as_a_portrait(
    what: str, turn: int, uploads: int, site: Site
) -> None:
    sample, client, before = site.sample, site.client("keeper"), stored()
    code, evening = sample.campaign.code, sample.one_off.code
    form = {"token": "a-form-of-its-own"}
    places: list[tuple[str, str, dict[str, str]]] = [
        (game_at(sample.campaign, 2, "photos"), "pictures", form),
        (reverse("photos", args=[evening]), "pictures", form),
        (
            reverse("correct", args=[evening]),
            "pictures",
            {**form, "revision": "2", "result": "loss"},
        ),
        (reverse("portrait_change", args=[code, 1]), "picture", {}),
    ]
    name, data = HOSTILE[what]
    for number in range(turn, turn + uploads):
        url, field, more = places[number % len(places)]
        sent = SimpleUploadedFile(name, data, KINDS[number % len(KINDS)])
        assert client.post(url, {field: sent, **more}).status_code == 422, url
    assert stored() == before
    assert Photo.objects.filter(game__campaign=sample.campaign).count() == 1
    sample.one_off.refresh_from_db()
    played = seen_facts(sample.one_off).played
    assert played is not None
    assert (sample.one_off.photos.count(), played.result.result) == (1, "win")


def test_an_upload_is_re_encoded_and_served_as_a_picture(site: Site) -> None:
    sent = jpeg(more=b"trailing secret 52.2297N")
    url = game_at(site.sample.campaign, 2, "photos")
    form = {"pictures": sent, "token": "a-form-of-its-own"}
    assert site.client("keeper").post(url, form).status_code == 302
    photo = Photo.objects.latest("pk")
    response = site.client("reader").get(game_at(site.sample.campaign, 2, "photo", photo.name))
    assert response.headers["Content-Type"] == "image/webp"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert b"trailing secret" not in response.content
    assert Image.open(io.BytesIO(response.content)).format == "WEBP"


@pytest.mark.parametrize(
    "name",
    [
        "../../../../etc/passwd.jpg",
        "..\\..\\a.jpg",
        "/etc/passwd.jpg",
        "a\r\nX: y.jpg",
        "a\0.jpg",
        "…" * 99,
    ],
)
def test_an_uploads_file_name_does_not_decide_where_it_is_stored(name: str, site: Site) -> None:
    before = stored()
    url = game_at(site.sample.campaign, 2, "photos")
    form = {"pictures": jpeg(name), "token": "a-form-of-its-own"}
    assert site.client("keeper").post(url, form).status_code in (302, 422)
    new = set(stored()) - set(before)
    folder = Path(settings.MEDIA_ROOT) / "pictures"
    assert all(path.parent == folder and path.suffix == ".webp" for path in new)
    assert not any(part in path.name for path in new for part in ("passwd", "..", "etc"))


@pytest.mark.parametrize(
    "part",
    [
        *("../secret-key", "..%2fsecret-key", "%2e%2e%2fsecret-key", "..%252fsecret-key", "%00"),
        *("....//secret-key", "..%5csecret-key", "%c0%ae%c0%ae/secret-key", "/etc/passwd", "."),
    ],
)
def test_no_url_leads_out_of_the_media_directory(part: str, site: Site) -> None:
    (Path(settings.MEDIA_ROOT) / "secret-key").write_text("the key")
    code, client = site.sample.campaign.code, site.client("keeper")
    game = game_at(site.sample.campaign, 1)
    for path in (
        f"{game}photos/{part}",
        f"{game}photos/{part}/thumb",
        f"/c/{code}/photos/{part}",
        f"/c/{code}/mages/{part}/portrait",
        f"/static/{part}",
        f"/media/{part}",
        f"/media/pictures/{part}",
        f"/{part}",
    ):
        response = client.get(path)
        assert response.status_code in (404, 400, 301), path
        assert b"the key" not in b"".join(response)


def test_a_row_that_names_a_file_outside_media_does_not_serve_it(site: Site) -> None:
    (Path(settings.MEDIA_ROOT) / "secret.webp").write_text("the key")
    Mage.objects.filter(campaign=site.sample.campaign, seat=1).update(portrait="../secret")
    url = reverse("portrait", args=[site.sample.campaign.code, 1])
    response = site.client("keeper").get(url)
    assert b"the key" not in response.content


def test_the_media_directory_is_not_served(site: Site) -> None:
    for path in stored():
        inside = path.relative_to(settings.MEDIA_ROOT)
        for prefix in ("/media/", "/static/", "/"):
            assert site.client("keeper").get(f"{prefix}{inside}").status_code == 404


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", " =", "＝"])
def test_a_spreadsheet_evaluates_no_formula(start: str, site: Site) -> None:
    formula = f'{start}HYPERLINK("http://evil.example","x")'
    Campaign.objects.filter(pk=site.sample.campaign.pk).update(name=formula)
    Member.objects.filter(campaign=site.sample.campaign).update(name=formula)
    response = site.client("keeper").get("/log.csv")
    text = b"".join(response).decode("utf-8-sig")
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    assert any("HYPERLINK" in cell for cell in cells)
    assert not [cell for cell in cells if cell.lstrip().startswith(("=", "+", "-", "@", "＝"))]


def test_markup_in_any_name_is_escaped(site: Site) -> None:
    campaign = site.sample.campaign
    evil = '"><img src=x onerror=alert(1)>'
    Campaign.objects.filter(pk=campaign.pk).update(name=evil)
    Mage.objects.filter(campaign=campaign).update(name=evil)
    Member.objects.filter(campaign=campaign).update(name=evil)
    Photo.objects.filter(game__campaign=campaign).update(caption=evil)
    keeper = site.person("keeper")
    type(keeper).objects.filter(pk=keeper.pk).update(display_name=evil)
    pages = ["campaign", "mages", "history", "people", "results", "settings", "fork", "print"]
    for name in pages:
        content = site.client("keeper").get(reverse(name, args=[campaign.code])).content
        assert b"<img src=x" not in content, name
    for url in ("/", "/account", "/log", game_at(campaign, 1)):
        assert b"<img src=x" not in site.client("keeper").get(url).content, url
