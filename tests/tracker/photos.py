"""Photos to send, and those that are stored."""

import io
from pathlib import Path

from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image


def jpeg(width: int = 60, height: int = 40, name: str = "table.jpg") -> SimpleUploadedFile:
    out = io.BytesIO()
    Image.new("RGB", (width, height), "teal").save(out, "JPEG")
    return SimpleUploadedFile(name, out.getvalue(), "image/jpeg")


def files() -> list[str]:
    return sorted(path.name for path in Path(settings.MEDIA_ROOT).rglob("*.webp"))


def form(
    *pictures: SimpleUploadedFile, token: str = "a-token-of-its-own", caption: str = ""
) -> dict:
    return {"pictures": list(pictures), "token": token, "caption": caption}
