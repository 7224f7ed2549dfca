"""The site as an app: manifest, service worker, offline page, text size and theme."""

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

from tracker.faces.registry import FACES, campaign_faces, face_of
from tracker.web.display import TEXT_COOKIE, TEXT_SIZES, THEME_COOKIE, THEMES, Display
from tracker.web.pages import next_url
from tracker.web.post_only import posted

WORKER = settings.BASE_DIR / "static" / "sw.js"
# What a cached page needs offline, beside its system's styles.
FILES = (
    "css/tokens.css",
    "css/base.css",
    "css/components.css",
    "css/forms.css",
    "css/pages.css",
    "css/print.css",
    "fonts/alegreya-700-latin.woff2",
    "fonts/alegreya-700-polish.woff2",
    "fonts/alegreya-sans-400-latin.woff2",
    "fonts/alegreya-sans-400-polish.woff2",
    "fonts/alegreya-sans-700-latin.woff2",
    "fonts/alegreya-sans-700-polish.woff2",
    "img/favicon.svg",
    "js/app.js",
    "js/table.js",
    "django_htmx/htmx-2.min.js",
)
OF_SOME_PAGES = ("css/plays.css", "css/ending.css")  # for cached pages with a chart, or an ending
PAPER = "#f3f0e6"
STAGE = "#140e24"  # the bar of every page
# By the name of a setting: its cookie, and the values other than the default.
DISPLAY = {"size": (TEXT_COOKIE, TEXT_SIZES), "theme": (THEME_COOKIE, THEMES)}
DISPLAY_AGE = int(timedelta(days=400).total_seconds())  # browsers keep cookies no longer


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the web app manifest."""
    icons = [
        ("img/icon-192.png", "192x192", "any"),
        ("img/icon-512.png", "512x512", "any"),
        ("img/icon-maskable-192.png", "192x192", "maskable"),
        ("img/icon-maskable-512.png", "512x512", "maskable"),
    ]
    values = {
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
        "theme_color": STAGE,
        "icons": [
            {"src": static(name), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in icons
        ],
    }
    return JsonResponse(values, content_type="application/manifest+json")


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Serve the service worker, from the root so that its scope is the whole site."""
    script = worker_script() if settings.DEBUG else cached_script()
    return HttpResponse(script, content_type="text/javascript")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show the page that the worker falls back to offline: the same for everybody."""
    return HttpResponse(render_to_string("offline.html", {"display": Display()}))


@posted(lambda _request: "home")
def set_display(request: HttpRequest) -> HttpResponse:
    """Set the text size or the theme, in a cookie."""
    response = HttpResponseRedirect(next_url(request))
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
    """Return the static files that pages need offline."""
    faces = [face_of(slug) for slug in FACES]
    styles = [face.styles for face in faces]
    styles += [face.styles for face in campaign_faces().values()]
    return [*FILES, *OF_SOME_PAGES, *dict.fromkeys(filter(None, styles))]


def _kept_offline() -> list[str]:
    """Return which pages of campaigns and their games are kept offline, as regular expressions.

    A phone may still hold pages of games at their old addresses (``views.moved``).
    """
    faces = campaign_faces().values()
    kept = [f"^/c/[^/]+/{path}$" for face in faces for path in face.kept_offline]
    of_games = dict.fromkeys(path for face in faces for path in face.kept_of_games)
    kept.append("^/e/[^/]+$")  # when and where the next evening is
    return kept + [rf"^/(g/[^/]+|c/[^/]+/games/\d+)/{path}$" for path in of_games]


def worker_script() -> str:
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
        "kept": _kept_offline(),
        "icon": static("img/icon-192.png"),
        "signOut": reverse("sign_out"),
    }
    return f"const SHELL = {json.dumps(shell)};\n{script}"


cached_script = cache(worker_script)
