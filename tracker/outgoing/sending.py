"""Send a signed message to an address on the internet, and to no other.

Whoever enters an address could otherwise let the server ask its own network. So a name is looked up
once, every address that it has must be public, and the connection goes to one of these: a name that
means something else a moment later changes nothing. Redirects are not followed.
"""

import hashlib
import hmac
import http.client
import ipaddress
import queue
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import SplitResult, urlsplit

SECONDS = 10.0  # for a whole message, from the connection to the answer
LOOK_UP_SECONDS = 3.0  # for a name; a resolver of the system may wait for half a minute
MAX_LOOK_UPS = 32  # at a time, those among them that nobody waits for any more
# Names that no machine on the internet has.
AT_HOME = (".local", ".localhost", ".home.arpa", ".internal", ".lan", ".test", ".invalid")
MAX_ANSWER_BYTES = 1024  # bytes of an answer: only its status counts
# Networks that carry addresses of others within their own.
TUNNELS = (ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("2002::/16"))


class Fault(StrEnum):
    """Why a message did not arrive."""

    INVALID = "invalid"  # no address that begins with https://
    UNKNOWN = "unknown"  # the name has no address
    PRIVATE = "private"  # one of its addresses is not on the internet
    SILENT = "silent"  # no connection, no valid certificate, no answer
    REFUSED = "refused"  # an answer that does not say that it was received
    UNREADABLE = "unreadable"  # nothing was sent: the record to tell of is damaged


class NotSent(Exception):
    """A message did not arrive."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(fault)


@dataclass(frozen=True, slots=True)
class Target:
    """Where a message goes: a name, and the address that it was found to have."""

    host: str
    port: int
    path: str
    address: str


def is_valid(url: str) -> bool:
    """Say whether an address can be one of a webhook: HTTPS, with a host, without a password."""
    found = _split(url)
    return (
        found is not None
        and found.scheme == "https"
        and bool(found.hostname)
        and not (found.username or found.password)
        and url.isascii()
        and url.isprintable()
        and " " not in url
    )


def can_be_public(url: str) -> bool:
    """Say whether a valid address may be on the internet, without a look at the internet."""
    found = _split(url)
    host = (found.hostname or "").rstrip(".").lower() if found else ""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return "." in host and not host.endswith(AT_HOME)
    return is_public(host)


def target_of(url: str) -> Target:
    """Look a name up; raise ``NotSent`` unless all its addresses are public."""
    found = _split(url)
    if found is None or found.hostname is None or not is_valid(url):
        raise NotSent(Fault.INVALID)
    port = found.port or 443
    addresses = _looked_up(found.hostname, port)
    if not all(map(is_public, addresses)):
        raise NotSent(Fault.PRIVATE)
    path = found.path or "/"
    query = f"?{found.query}" if found.query else ""
    return Target(found.hostname, port, path + query, addresses[0])


_look_ups = threading.BoundedSemaphore(MAX_LOOK_UPS)


def _looked_up(host: str, port: int) -> list[str]:
    """Return the addresses of a name; raise ``NotSent`` if that takes long, or it has none.

    A look-up cannot be ended: its thread goes on by itself, and counts until it has.
    """
    room = _look_ups
    if not room.acquire(timeout=LOOK_UP_SECONDS):
        raise NotSent(Fault.UNKNOWN)
    answer: queue.SimpleQueue[list[str]] = queue.SimpleQueue()

    def look() -> None:
        found: list[str] = []
        try:
            with suppress(OSError, UnicodeError):
                rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
                found = [str(row[4][0]) for row in rows]
        finally:
            room.release()
            answer.put(found)

    threading.Thread(target=look, daemon=True, name="look-up").start()
    try:
        addresses = answer.get(timeout=LOOK_UP_SECONDS)
    except queue.Empty:
        addresses = []
    if not addresses:
        raise NotSent(Fault.UNKNOWN)
    return addresses


def is_public(written: str) -> bool:
    """Say whether an address is one on the internet, and not of this or another private network."""
    try:
        address = ipaddress.ip_address(written.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return is_public(str(address.ipv4_mapped))
        if address.is_site_local or any(address in network for network in TUNNELS):
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def send(
    target: Target, body: bytes, headers: Mapping[str, str], *, within: float | None = None
) -> None:
    """Send a message; raise ``NotSent`` unless the answer says that it was received."""
    connection = _Connection(target)
    # The timeout of a socket begins anew with every byte that comes.
    deadline = threading.Timer(within or SECONDS, connection.cut)
    deadline.start()
    try:
        connection.request("POST", target.path, body, dict(headers))
        with connection.getresponse() as answer:
            answer.read(MAX_ANSWER_BYTES)
    except (OSError, http.client.HTTPException) as error:
        raise NotSent(Fault.SILENT) from error
    finally:
        deadline.cancel()
        connection.close()
    if connection.was_cut:  # what came of an answer may look like a whole one
        raise NotSent(Fault.SILENT)
    if not 200 <= answer.status < 300:
        raise NotSent(Fault.REFUSED)


def signature(secret: str, at: int, body: bytes) -> str:
    """Return the signature of a message that was sent at a time, in seconds since 1970."""
    signed = f"{at}.".encode() + body
    return hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()


class _Connection(http.client.HTTPSConnection):
    """A connection to the address that was looked up, with the certificate of its name."""

    def __init__(self, target: Target) -> None:
        self._trust = ssl.create_default_context()
        super().__init__(target.host, target.port, timeout=SECONDS, context=self._trust)
        self._target = target
        self._secure: ssl.SSLSocket | None = None
        self.was_cut = False

    def connect(self) -> None:
        plain = socket.create_connection((self._target.address, self._target.port), SECONDS)
        secure = self._trust.wrap_socket(
            plain, server_hostname=self._target.host, do_handshake_on_connect=False
        )
        self.sock = self._secure = secure  # it can be cut before it has shaken hands
        if self.was_cut:
            raise TimeoutError
        secure.do_handshake()

    def cut(self) -> None:
        """End the connection, whatever it waits for; called in another thread."""
        self.was_cut = True
        if self._secure is not None:
            with suppress(OSError):  # it has ended
                # Not of TLS, whose state the other thread is using.
                socket.socket.shutdown(self._secure, socket.SHUT_RDWR)


def _split(url: str) -> SplitResult | None:
    try:
        found = urlsplit(url)
        _ = found.port  # raises for what is no number
    except ValueError:
        return None
    return found
