"""The addresses of the site with those of the toy."""

from tests.toy.pages.match_face import URLS
from tracker.urls import handler403, handler500
from tracker.urls import urlpatterns as of_the_site

__all__ = ["handler403", "handler500"]  # Django asks for them

urlpatterns = [*of_the_site, *URLS]
