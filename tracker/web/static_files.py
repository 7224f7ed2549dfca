"""How static files are stored for production."""

from __future__ import annotations

import rcssmin
from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage


class MinifiedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # no types
    """Hashed names, compressed copies, and styles without comments and spaces.

    Scripts stay as they are: no minifier for Python leaves the meaning of today's JavaScript alone.
    """

    support_js_module_import_aggregation = True  # a script that imports another names its hash

    def _save(self, name: str, content: File[bytes]) -> str:
        """Store a file; a stylesheet minified."""
        if name.endswith(".css"):
            content = ContentFile(rcssmin.cssmin(b"".join(content.chunks())), name)
        stored: str = super()._save(name, content)
        return stored
