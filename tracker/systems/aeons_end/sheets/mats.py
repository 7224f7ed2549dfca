"""Mage mats at the size of the cardboard: to be laid on it instead of stickering it."""

from base64 import b64encode
from collections.abc import Iterable
from io import BytesIO

from django.utils.translation import gettext as _
from PIL import Image

from campaign import pictures
from campaign.models import Campaign
from campaign.rules.aeons_end import sheet_parts as sheets
from campaign.rules.aeons_end.mages import Mat
from tracker.sheets.compiler import Document, Format, Paper
from tracker.systems.aeons_end import selectors
from tracker.systems.aeons_end.sheets import TYPST
from tracker.systems.aeons_end.sheets.shapes import Data, mage_data, sticker_data

# Millimetres. The publisher gives no measure; this is the cardboard's within a few millimetres,
# and it fits both papers lying on their side.
MAT_WIDTH = 228
MAT_HEIGHT = 152
PORTRAIT_WIDTH = 480  # pixels: 24 mm at 500 to the inch


def mats_document(
    campaign: Campaign, *, paper: Paper, seat: int | None = None, form: Format = Format.PDF
) -> Document:
    """Return the mats of all mages, or of one; as a picture a mat stands alone on its page."""
    state = selectors.campaign_state(campaign)
    mats = [mat for mat in state.mats if seat in (None, mat.seat)]
    mages, files = _with_portraits(campaign, mats)
    title = mats[0].name if seat is not None else _("Mage mats")
    return Document(
        template=TYPST / "mats.typ",
        title=f"{title} · {campaign.name}",
        data={
            "paper": paper.value,
            "bare": form is Format.PNG,
            "heading": campaign.name,
            "mat": {"width": MAT_WIDTH, "height": MAT_HEIGHT},
            "words": mat_words(),
            "mages": mages,
        },
        files=files,
    )


def mat_words() -> Data:
    """Return what stands on every mat."""
    return {
        "life": _("Life"),
        "ability": _("Ability"),
        "no_ability": _("No ability yet"),
        "hand": _("Hand"),
        "left_first": _("left to right"),
        "deck": _("Deck"),
        "top_first": _("top first"),
        "free": _("free"),
    }


def mat_data(campaign: Campaign, mat: Mat) -> Data:
    """Return a mat as it is drawn: the mage with everything its stickers brought."""
    namer = selectors.campaign_namer(campaign)
    placed = {sticker.slot: sticker for sticker in mat.stickers}
    slots = [
        sticker_data(placed[slot.id])
        if slot.id in placed
        else {"slot": slot.id, "name": "", "text": ""}
        for slot in namer.pack.slots
    ]
    shown = mage_data(sheets.named(mat, namer.ref, fallback=mat.name))
    return {**shown, "slots": slots, "ability_texts": [held.text for held in mat.abilities]}


def _with_portraits(campaign: Campaign, mats: Iterable[Mat]) -> tuple[list[Data], dict[str, bytes]]:
    """Return mats with the names of their portraits' files, and those files."""
    portraits = dict(campaign.mages.values_list("seat", "portrait"))
    shown, files = [], {}
    for mat in mats:
        file, portrait = "", portraits.get(mat.seat)
        picture = pictures.picture_read(portrait) if portrait else None
        if picture is not None:
            file = f"portrait-{mat.seat}.svg"
            files[file] = picture_svg(picture, PORTRAIT_WIDTH)
        shown.append({**mat_data(campaign, mat), "portrait": file})
    return shown, files


def picture_svg(picture: bytes, most: int) -> bytes:
    """Return a stored picture as Typst takes it from memory: a JPEG, no larger than is printed.

    It stands in an SVG because files that are handed over must be text; the PDF takes the JPEG as
    it is.
    """
    with Image.open(BytesIO(picture)) as image:
        small = image.convert("RGB")
    small.thumbnail((most, most))
    out = BytesIO()
    small.save(out, "JPEG", quality=82)
    jpeg = b64encode(out.getvalue()).decode()
    size = f'width="{small.width}" height="{small.height}"'
    image_tag = f'<image {size} href="data:image/jpeg;base64,{jpeg}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{image_tag}</svg>'.encode()
