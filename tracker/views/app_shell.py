"""The site as an app: its manifest, its service worker, the page without a network, larger text."""

import hashlib
import json
from datetime import timedelta
from functools import cache

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tracker.pages import safe_url
from tracker.posting import posted
from tracker.systems.registry import FACES, face_of

WORKER = settings.BASE_DIR / "static" / "sw.js"
# What a kept page cannot do without, beside its system's styles.
FILES = (
    "css/tokens.css",
    "css/base.css",
    "css/components.css",
    "css/forms.css",
    "css/pages.css",
    "css/print.css",
    "fonts/alegreya-700-latin.woff2",
    "fonts/alegreya-700-polish.woff2",
    "img/favicon.svg",
    "js/app.js",
    "js/table.js",
    "django_htmx/htmx-2.min.js",
)
CHARTS = "css/plays.css"  # asked for by a kept page that has one
PAPER = "#f3f0e6"
# What a browser remembers beside the language: each choice, its cookie, and what that may say.
DISPLAY = {"size": ("text", ("large",)), "theme": ("theme", ("light", "dark"))}
DISPLAY_AGE = int(timedelta(days=400).total_seconds())  # browsers keep none for longer


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Say what the site is called and looks like on a home screen."""
    icons = [
        ("img/icon-192.png", "192x192", "any"),
        ("img/icon-512.png", "512x512", "any"),
        ("img/icon-maskable-192.png", "192x192", "maskable"),
        ("img/icon-maskable-512.png", "512x512", "maskable"),
    ]
    told = {
        "id": "/",
        "name": _("Breachkeeper"),
        "short_name": _("Breachkeeper"),
        "description": _("Tracks a legacy campaign for your group."),
        "lang": get_language(),
        "dir": "ltr",
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [
            {"src": static(name), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in icons
        ],
    }
    return JsonResponse(told, content_type="application/manifest+json")


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Serve the worker from the root, which is its reach; another version is another file."""
    script = _written() if settings.DEBUG else _written_once()
    return HttpResponse(script, content_type="text/javascript")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show what the worker shows where nothing is kept: the same for everybody."""
    return HttpResponse(render_to_string("offline.html"))


@posted(lambda _request: "home")
def set_display(request: HttpRequest) -> HttpResponse:
    """Choose the size of the text, light or dark; this browser remembers it."""
    response = HttpResponseRedirect(safe_url(request, request.POST.get("next", "")))
    for name, (cookie, choices) in DISPLAY.items():
        chosen = request.POST.get(name)
        if chosen in choices:
            response.set_cookie(
                cookie,
                chosen,
                max_age=DISPLAY_AGE,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        elif chosen is not None:
            response.delete_cookie(cookie, samesite="Lax")
    return response


def shell_files() -> list[str]:
    """Return the files that a page needs when there is no connection."""
    faces = [face_of(slug) for slug in FACES]
    styles = (file for face in faces for file in (face.styles, face.campaign_styles))
    return [*FILES, CHARTS, *dict.fromkeys(filter(None, styles))]


def _written() -> str:
    """Return the worker's script; its version changes with it and with any static file."""
    script = WORKER.read_text(encoding="utf-8")
    files = [static(name) for name in shell_files()]
    manifest_hash = getattr(staticfiles_storage, "manifest_hash", "")
    digest = hashlib.sha256("\n".join([script, manifest_hash, *files]).encode()).hexdigest()
    shell = {
        "version": digest[:12],
        "offline": reverse("offline"),
        "static": settings.STATIC_URL,
        "files": files,
    }
    return f"const SHELL = {json.dumps(shell)};\n{script}"


_written_once = cache(_written)
