"""Static files as they are sent: compressed beforehand, styles without what only we read."""

from __future__ import annotations

import re

from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

_READ_BY_US = re.compile(
    r"""("[^"]*")            # a string stays as it is
      | /\*.*?\*/\s*         # a comment
      | \s*([{,])\s*         # space around these means nothing
      | \s*;?\s*(\})\s*      # nor does a last semicolon
      | \s*(;)\s*
      | (:)\s+               # before a colon it would
      | \s+                  # elsewhere one space is enough
    """,
    re.DOTALL | re.VERBOSE,
)


class LeanManifestStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # untyped
    """Take comments and indentation out of the styles as they are collected."""

    def _save(self, name: str, content: File[bytes]) -> str:
        if name.endswith(".css"):
            written = b"".join(content.chunks())  # from its start, wherever it was read to
            content = ContentFile(lean(written.decode()).encode())
        return str(super()._save(name, content))


def lean(css: str) -> str:
    """Return the same styles without comments and without space that means nothing."""
    return _READ_BY_US.sub(_kept, css).strip()


def _kept(found: re.Match[str]) -> str:
    text = found.group()
    if text.startswith("/*"):
        return ""
    return next(filter(None, found.groups()), " ")
