"""Pictures people send: only pixels survive, and what is no picture is refused with a sentence."""

import io
import struct
import zlib

import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from PIL import Image, ImageCms

from campaign.pictures import (
    Picture,
    picture_path,
    picture_read,
    picture_remove_on_commit,
    storing,
)
from tracker.bounded.work import Work
from tracker.pictures import pixels, uploads
from tracker.pictures.pixels import Fault
from tracker.pictures.uploads import PictureRefused, read_picture

PLACE = b"52.2297N"


def sent(data: bytes, name: str = "table.jpg") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def encoded(image: Image.Image, kind: str = "JPEG", **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def table(width: int = 800, height: int = 600, mode: str = "RGB") -> Image.Image:
    """Draw a table: red on the left, blue on the right."""
    image = Image.new("RGB", (width, height), "red")
    image.paste("blue", (width // 2, 0, width, height))
    return image.convert(mode)


def decoded(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


def refusal(data: bytes, name: str = "table.jpg") -> Fault:
    with pytest.raises(PictureRefused) as refused:
        read_picture(sent(data, name))
    assert refused.value.sentence.endswith(".")
    return refused.value.fault


@pytest.mark.parametrize(
    ("kind", "name"),
    [("JPEG", "a.jpg"), ("JPEG", "a.JPEG"), ("PNG", "a.png"), ("WEBP", "a.webp")],
)
def test_the_three_kinds_of_picture_come_in_and_webp_goes_out(kind: str, name: str) -> None:
    picture = read_picture(sent(encoded(table(), kind), name))
    assert decoded(picture.full).format == "WEBP"
    assert (picture.width, picture.height) == decoded(picture.full).size == (800, 600)


def test_a_large_picture_shrinks_to_1600_and_its_thumbnail_to_400() -> None:
    picture = read_picture(sent(encoded(table(4000, 2000))))
    assert decoded(picture.full).size == (1600, 800)
    assert decoded(picture.thumb).size == (400, 200)


def test_a_small_picture_is_not_blown_up() -> None:
    picture = read_picture(sent(encoded(table(60, 40), "PNG"), "a.png"))
    assert decoded(picture.full).size == decoded(picture.thumb).size == (60, 40)


def test_place_camera_and_comments_are_stripped() -> None:
    exif = Image.Exif()
    exif[0x010E] = PLACE.decode()
    exif.get_ifd(0x8825)[1] = "N"
    data = encoded(table(), exif=exif, comment=PLACE, xmp=b"<x:xmpmeta>" + PLACE)
    assert PLACE in data
    picture = read_picture(sent(data))
    for stored in (picture.full, picture.thumb):
        assert PLACE not in stored
        image = decoded(stored)
        assert not image.getexif()
        assert not {"exif", "xmp", "icc_profile", "comment"} & set(image.info)


def pixel(image: Image.Image, x: int, y: int) -> tuple[int, ...]:
    """Return one value for each channel of a picture that has several."""
    values = image.getpixel((x, y))
    assert isinstance(values, tuple)
    return values


def test_a_picture_held_sideways_is_turned_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera's top is to the right
    picture = read_picture(sent(encoded(table(800, 600), exif=exif)))
    image = decoded(picture.full).convert("RGB")
    assert image.size == (600, 800)
    assert pixel(image, 300, 100)[0] > 200  # red, once left, is on top
    assert pixel(image, 300, 700)[2] > 200


def test_a_cameras_own_colours_are_turned_into_the_browsers() -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    picture = read_picture(sent(encoded(table(), icc_profile=profile)))
    assert "icc_profile" not in decoded(picture.full).info


def test_a_broken_colour_profile_does_not_lose_the_picture() -> None:
    picture = read_picture(sent(encoded(table(), icc_profile=b"no profile at all" * 20)))
    assert decoded(picture.full).size == (800, 600)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "I;16"])
def test_every_mode_of_png_comes_in(mode: str) -> None:
    image = Image.new("I;16", (50, 50), 40_000) if mode == "I;16" else table(50, 50, mode)
    picture = read_picture(sent(encoded(image, "PNG"), "a.png"))
    assert decoded(picture.full).size == (50, 50)


def test_sixteen_bits_of_grey_stay_grey() -> None:
    grey = Image.new("I;16", (50, 50), 0x8000)
    picture = read_picture(sent(encoded(grey, "PNG"), "a.png"))
    value = decoded(picture.full).convert("L").getpixel((25, 25))
    assert isinstance(value, int)
    assert 118 <= value <= 138


def test_the_ink_of_a_printer_comes_in() -> None:
    picture = read_picture(sent(encoded(table(mode="CMYK"))))
    assert decoded(picture.full).mode == "RGB"


def test_what_is_clear_stays_clear() -> None:
    clear = Image.new("RGBA", (50, 50), (0, 0, 0, 0))
    picture = read_picture(sent(encoded(clear, "PNG"), "a.png"))
    assert pixel(decoded(picture.full).convert("RGBA"), 25, 25)[3] == 0


def test_a_phones_picture_with_a_second_one_behind_it_is_a_picture() -> None:
    data = encoded(table(), "MPO", save_all=True, append_images=[table()])
    assert decoded(data).format == "MPO"
    assert read_picture(sent(data)).width == 800


def test_a_portrait_is_cropped_to_a_square() -> None:
    picture = read_picture(sent(encoded(table(3000, 1500))), square=True)
    assert decoded(picture.full).size == (640, 640)
    assert decoded(picture.thumb).size == (400, 400)


def test_a_small_portrait_is_cropped_but_not_blown_up() -> None:
    picture = read_picture(sent(encoded(table(90, 300))), square=True)
    assert decoded(picture.full).size == (90, 90)


def test_nothing_is_no_picture() -> None:
    assert refusal(b"") is Fault.EMPTY


def test_more_than_ten_megabytes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refusal(b"x" * (uploads.MAX_BYTES + 1)) is Fault.TOO_HEAVY


def test_exactly_ten_megabytes_are_not_too_heavy() -> None:
    assert refusal(b"x" * uploads.MAX_BYTES) is Fault.KIND


@pytest.mark.parametrize("data", [b"GIF89a" + b"\0" * 50, b"<svg></svg>", b"BM" + b"\0" * 60])
def test_another_kind_of_picture_is_refused_whatever_its_name(data: bytes) -> None:
    assert refusal(data, "a.png") is Fault.KIND


@pytest.mark.parametrize("name", ["a.svg", "a.gif", "a.html", "a", "a.jpg.php"])
def test_a_name_that_is_no_pictures_is_refused(name: str) -> None:
    upload = sent(encoded(table()))
    upload.name = name
    with pytest.raises(PictureRefused) as refused:
        read_picture(upload)
    assert refused.value.fault is Fault.KIND


def test_a_jpeg_called_png_is_refused() -> None:
    assert refusal(encoded(table()), "a.png") is Fault.MISNAMED


@pytest.mark.parametrize(("kind", "name"), [("PNG", "a.png"), ("WEBP", "a.webp")])
def test_a_moving_picture_is_refused(kind: str, name: str) -> None:
    other = Image.new("RGB", (800, 600), "green")
    data = encoded(table(), kind, save_all=True, append_images=[other], duration=100)
    assert refusal(data, name) is Fault.ANIMATED


@pytest.mark.parametrize(
    ("kind", "name"), [("JPEG", "a.jpg"), ("PNG", "a.png"), ("WEBP", "a.webp")]
)
def test_a_picture_cut_short_is_refused(kind: str, name: str) -> None:
    data = encoded(table(), kind)
    assert refusal(data[: len(data) // 2], name) is Fault.BROKEN


def test_a_picture_with_a_wrong_checksum_is_refused() -> None:
    data = bytearray(encoded(table(), "PNG"))
    data[len(data) // 2] ^= 0xFF
    assert refusal(bytes(data), "a.png") is Fault.BROKEN


def bomb(width: int, height: int) -> bytes:
    """Write a PNG of a few bytes that claims to be huge."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        checksum = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + checksum

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"\0" * 1000)
    start = b"\x89PNG\r\n\x1a\n"
    return start + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


@pytest.mark.parametrize("size", [(8000, 5001), (10_000, 10_000), (50_000, 50_000)])
def test_a_decompression_bomb_is_refused_before_it_goes_off(size: tuple[int, int]) -> None:
    assert refusal(bomb(*size), "a.png") is Fault.TOO_LARGE


def test_what_is_unpacked_whole_has_fewer_pixels_than_a_jpeg(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert refusal(bomb(8000, 5000), "a.png") is Fault.TOO_LARGE_WHOLE
    assert refusal(bomb(5000, 4001), "a.png") is Fault.TOO_LARGE_WHOLE
    assert refusal(bomb(5000, 4000), "a.png") is Fault.BROKEN  # it is looked into
    monkeypatch.setattr(pixels, "PIXELS_MOST_WHOLE", 800 * 600 - 1)
    done = pixels.do_job(Work({"formats": ["WEBP"], "square": False}, [encoded(table(), "WEBP")]))
    assert done.values == {"fault": Fault.TOO_LARGE_WHOLE}
    done = pixels.do_job(Work({"formats": ["JPEG"], "square": False}, [encoded(table())]))
    assert done.values == {"size": (800, 600)}


def scans(data: bytes, times: int) -> bytes:
    """Repeat the last scan of a progressive JPEG: its decoder goes over every pixel each time."""
    end = data.rindex(b"\xff\xd9")
    return data[:end] + data[data.rindex(b"\xff\xda") : end] * times + data[end:]


def test_a_picture_that_is_drawn_over_and_over_is_refused() -> None:
    drawn = encoded(table(), progressive=True)
    assert refusal(scans(drawn, pixels.MAX_SCANS)) is Fault.BROKEN
    assert refusal(scans(encoded(table()), 500)) is Fault.BROKEN
    assert read_picture(sent(scans(drawn, 20))).width == 800


def test_what_looks_like_a_scan_beside_or_behind_a_picture_is_none() -> None:
    looks = b"\xff\xda\x00\x08" * 5000
    exif = Image.Exif()
    exif[0x010E] = "-"
    beside = encoded(table(), progressive=True, exif=exif.tobytes() + looks[:50_000])
    assert read_picture(sent(beside)).width == 800
    assert read_picture(sent(encoded(table(), progressive=True) + looks)).width == 800


def never(*_args: object, **_more: object) -> None:
    pytest.fail("it was opened")


SEGMENT = b"\xff\xe9\x00\x02"


@pytest.mark.parametrize("before", [b"", b"\xff\xd9"])  # an end that ends nothing
@pytest.mark.parametrize(
    "crumb",
    [b"\xff", b"\xff\x00", SEGMENT, b"\xff\x01", b"\xff\xd9", SEGMENT + b"-" * 4000],
)
def test_a_photo_in_crumbs_is_refused_before_they_are_counted(
    crumb: bytes, before: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = encoded(table())
    monkeypatch.setattr(Image, "open", never)
    filled = data[:2] + before + crumb * (8_000_000 // len(crumb)) + data[2:]
    done = pixels.do_job(Work({"formats": ["JPEG"], "square": False}, [filled]))
    assert done.values == {"fault": Fault.BROKEN}


def test_what_fills_a_file_behind_a_picture_is_no_part_of_it() -> None:
    behind = b"\0" * 300_000
    assert read_picture(sent(encoded(table(), "PNG") + behind, "a.png")).width == 800
    assert read_picture(sent(encoded(table()) + behind)).width == 800


@pytest.mark.parametrize("kind", [b"IDAT", b"prVt", b"tEXt"])
def test_a_picture_in_crumbs_is_refused_before_they_are_counted(kind: bytes) -> None:
    data = encoded(table(60, 40), "PNG")
    crumb = b"\0\0\0\0" + kind + struct.pack(">I", zlib.crc32(kind))
    assert refusal(data[:33] + crumb * pixels.MAX_PARTS + data[33:], "a.png") is Fault.BROKEN


@pytest.mark.parametrize(
    "payload",
    [b"<script>alert(1)</script>", b"<HTML><body>", b"<?php echo 1;", b"PK\x05\x06" + b"\0" * 18],
)
def test_a_picture_that_is_also_something_else_is_refused(payload: bytes) -> None:
    assert refusal(encoded(table()) + payload) is Fault.TRAILING_DATA


def test_a_document_that_is_also_a_picture_is_refused() -> None:
    data = encoded(table(), comment=b"%PDF-1.7 ")
    assert refusal(data) is Fault.TRAILING_DATA


def test_what_hangs_behind_a_picture_does_not_survive() -> None:
    film = b"ftypmp42" * 2000  # a phone's moving picture behind the still one
    picture = read_picture(sent(encoded(table()) + film))
    assert b"ftypmp42" not in picture.full + picture.thumb


def small() -> Picture:
    return read_picture(sent(encoded(table(60, 40))))


def test_a_stored_picture_has_a_name_nobody_guesses_and_comes_back_whole() -> None:
    picture = small()
    with storing([picture, picture]) as (name, other):
        pass
    assert name != other
    assert len(name) == 32
    assert picture_read(name) == picture.full
    assert picture_read(name, thumb=True) == picture.thumb


def test_a_picture_that_is_gone_reads_as_none() -> None:
    assert picture_read("never-stored") is None


@pytest.mark.django_db(transaction=True)
def test_a_picture_goes_when_the_transaction_that_forgets_it_is_committed() -> None:
    with storing([small()]) as (name,):
        pass
    with transaction.atomic():
        picture_remove_on_commit([name, ""])
        assert default_storage.exists(picture_path(name))
    assert not default_storage.exists(picture_path(name))
    assert not default_storage.exists(picture_path(name, thumb=True))


@pytest.mark.django_db(transaction=True)
def test_a_picture_stays_when_that_transaction_is_rolled_back() -> None:
    with storing([small()]) as (name,):
        pass
    with transaction.atomic():
        picture_remove_on_commit([name])
        transaction.set_rollback(True)
    assert default_storage.exists(picture_path(name))


def test_files_go_again_when_their_rows_are_not_written() -> None:
    held: list[str] = []

    def fail() -> None:
        with storing([small(), small()]) as names:
            held.extend(names)
            assert all(default_storage.exists(picture_path(name)) for name in names)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert len(held) == 2
    assert not any(default_storage.exists(picture_path(name)) for name in held)
