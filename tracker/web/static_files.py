"""How static files are stored for production, and compressed at home."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from typing import Any

import rcssmin
from django.conf import settings
from django.core.files.base import ContentFile, File
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from whitenoise.storage import CompressedManifestStaticFilesStorage

from tracker.web.middleware import GetResponse

OF_OTHERS = ("django_htmx/",)
# Types of files that are smaller compressed; pictures and fonts are compressed already.
TEXTS = ("text/", "application/javascript", "application/json", "image/svg+xml")


def compressed(get_response: GetResponse) -> GetResponse:
    """Compress static files as they are sent, at home, where nobody has done so beforehand."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if request.method != "GET" or not request.path_info.startswith(settings.STATIC_URL):
            return response
        is_text = response.headers.get("Content-Type", "").startswith(TEXTS)
        if response.status_code != 200 or not is_text or "Content-Encoding" in response.headers:
            return response  # a part of a file stays as it is
        patch_vary_headers(response, ["Accept-Encoding"])
        accepts = "gzip" in request.headers.get("Accept-Encoding", "")
        if not accepts or not isinstance(response, (HttpResponse, StreamingHttpResponse)):
            return response
        return _gzipped(response)

    return middleware


def _gzipped(response: HttpResponse | StreamingHttpResponse) -> HttpResponse:
    """Return a compressed copy of a response."""
    body = gzip.compress(response.getvalue(), mtime=0)
    response.close()
    as_sent = {"Content-Encoding": "gzip", "Content-Length": str(len(body))}
    return HttpResponse(body, headers={**response.headers, **as_sent})


class MinifiedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # no types
    """Hashed names, compressed copies, and styles without comments and spaces.

    Scripts stay as they are: no minifier for Python leaves the meaning of today's JavaScript alone.
    """

    support_js_module_import_aggregation = True  # a script that imports another names its hash

    def url_converter(self, name: str, *args: Any, **more: Any) -> Callable[[re.Match[str]], str]:
        """Leave scripts of others as they are: one of them names an import in a comment."""
        if name.startswith(OF_OTHERS):
            return lambda found: found[0]
        convert: Callable[[re.Match[str]], str] = super().url_converter(name, *args, **more)
        return convert

    def _save(self, name: str, content: File[bytes]) -> str:
        """Store a file; a stylesheet minified."""
        if name.endswith(".css"):
            content = ContentFile(rcssmin.cssmin(b"".join(content.chunks())), name)
        stored: str = super()._save(name, content)
        return stored
