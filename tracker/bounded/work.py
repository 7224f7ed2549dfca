"""The input and the result of a job."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Work:
    """The input or the result of a job: plain values and bytes."""

    values: Mapping[str, Any] = field(default_factory=dict)
    blobs: Sequence[bytes] = ()

    def send(self, to: Connection) -> None:
        """Send it as JSON and bytes, which unlike pickles cannot run code in the receiver."""
        to.send_bytes(json.dumps({"values": self.values, "blobs": len(self.blobs)}).encode())
        for blob in self.blobs:
            to.send_bytes(blob)

    @classmethod
    def receive(cls, of: Connection) -> Self:
        """Receive one; raise ``EOFError`` if the connection is closed."""
        head = json.loads(of.recv_bytes())
        return cls(head["values"], [of.recv_bytes() for _ in range(head["blobs"])])
