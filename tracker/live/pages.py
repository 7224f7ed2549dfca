"""Pages of a game that phones fetch again when it changes, such as those of a draft.

They have no parts for the stream, because each visitor sees another hand: the stream says that
something changed, which may be known to whoever may open it, and the page's own view says what.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from campaign.selectors.watching import page_stamps
from tracker.live.channels import Channel, Host, Stream


@dataclass(eq=False)
class PageChannel(Channel):
    """A page of a game that some streams watch."""

    async def open(self, hub: Host, stream: Stream) -> None:
        del stream  # whatever it shows, it is compared with the database
        hub.wake(self.watched)

    async def deliver(self, hub: Host) -> None:
        self.unread = False
        stamps = await hub.run(page_stamps, [self.watched.game])
        stamp = stamps.get(self.watched.game, "")  # "": the game was deleted
        for stream in self.streams:
            if stream.stamp != stamp:
                stream.stamp = stamp
                stream.put(stream.variant.encoded(page_event(stamp)))


def page_event(stamp: str) -> bytes:
    """Return the event after which a phone fetches its page again, unless it shows this already."""
    return f"event: page\ndata: {json.dumps({'stamp': stamp})}\n\n".encode()
