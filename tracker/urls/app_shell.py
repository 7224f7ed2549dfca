"""URLs of the site as an app."""

from django.urls import URLPattern, path

from tracker.views import app_shell

urlpatterns: list[URLPattern] = [
    path("manifest.webmanifest", app_shell.manifest, name="manifest"),
    path("sw.js", app_shell.service_worker, name="service_worker"),
    path("offline", app_shell.offline, name="offline"),
    path("display", app_shell.set_display, name="set_display"),
]
