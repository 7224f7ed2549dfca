"""The messages of a page: for whoever uses the browser, and not used up by a copy of a page."""

from typing import Any

from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from django.core.signing import get_cookie_signer
from django.http import HttpRequest

from tracker.people.holders import holder_of

COPY = "X-Copy"  # sent by the service worker, for a page that is open already


def left_out_of_copies(request: HttpRequest) -> dict[str, tuple[str, ...]]:
    """Take the messages from a page that nobody looks at: a context processor, after Django's."""
    return {"messages": ()} if COPY in request.headers else {}


class HolderCookieStorage(CookieStorage):
    """Django's cookie, signed for whoever uses the browser: the next one is not shown it."""

    def _get(self, *args: Any, **kwargs: Any) -> Any:
        self._sign_for_holder()
        return super()._get(*args, **kwargs)  # type: ignore[misc] # not in the stubs

    def _store(self, *args: Any, **kwargs: Any) -> Any:
        self._sign_for_holder()
        return super()._store(*args, **kwargs)  # type: ignore[misc] # not in the stubs

    def _sign_for_holder(self) -> None:
        self.signer = get_cookie_signer(salt=f"{self.key_salt}.{holder_of(self.request)}")


class HolderStorage(FallbackStorage):
    """The cookie, and for what does not fit into it the session, which ends by signing out."""

    storage_classes = (HolderCookieStorage, SessionStorage)
