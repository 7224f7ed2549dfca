"""A stream that stays open: asked about again as the site does it, and as often as a test likes."""

from __future__ import annotations

from copy import deepcopy

from django.test import Client

from campaign.selectors.watching import newest_change, people_changed
from tracker.live.streams import AdmittedResponse, ended_games, is_in_doubt, signed_out


class OpenStream:
    """A browser's stream of a live game, with the cookies that opened it."""

    def __init__(self, client: Client, url: str, opened: AdmittedResponse) -> None:
        self.client = Client()
        self.client.cookies = deepcopy(client.cookies)
        self.url, self.admitted = url, opened.admitted
        self.newest = newest_change()

    @property
    def person(self) -> int | None:
        """Return the id of who was signed in when it was opened."""
        return self.admitted.login[0] if self.admitted.login else None

    @property
    def may_still_watch(self) -> bool:
        """Say whether the view still lets in whoever holds these cookies."""
        return isinstance(self.client.get(self.url), AdmittedResponse)

    @property
    def is_asked_again(self) -> bool:
        """Say whether the site asks the view again, or leads the phone elsewhere."""
        visitor = self.admitted
        _newest, changes = people_changed(self.newest)
        changed = {record for pk, record in changes.items() if pk > self.newest}
        over, belongs_to = ended_games({visitor.watched})
        return bool(over) or is_in_doubt(visitor, changed, signed_out([visitor]), belongs_to)

    def ask_again(self) -> bool:
        """Let the view decide; say whether the stream stays open."""
        again = self.client.get(self.url)
        self.newest = newest_change()
        if isinstance(again, AdmittedResponse):
            self.admitted = again.admitted
            return True
        return False
