"""What goes to a job and comes back from it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Work:
    """What goes to a job or comes back from it: plain values and bytes."""

    values: Mapping[str, Any] = field(default_factory=dict)
    blobs: Sequence[bytes] = ()

    def send(self, to: Connection) -> None:
        """Write it; JSON and bytes, so that whoever reads it cannot be made to run anything."""
        to.send_bytes(json.dumps({"values": self.values, "blobs": len(self.blobs)}).encode())
        for blob in self.blobs:
            to.send_bytes(blob)

    @classmethod
    def receive(cls, of: Connection) -> Self:
        """Read one; raises ``EOFError`` when the other end is gone."""
        head = json.loads(of.recv_bytes())
        return cls(head["values"], [of.recv_bytes() for _ in range(head["blobs"])])
