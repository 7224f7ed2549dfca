"""Web Push: encrypt a message for one browser (RFC 8291), and say who sends it (VAPID, RFC 8292).

Of the libraries for it, one sends by a client of its own, past ``sending``, which asks no private
network, and needs a package that is not kept. The cryptography itself is not ours.
"""

from __future__ import annotations

import base64
import json
import secrets
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of its points
RECORD_SIZE = 4096
MAX_PLAIN = 3000  # bytes: push services take 4096 with all that is added
POINT, AUTH = 65, 16  # bytes of a browser's public key and of its secret
TOKEN_SECONDS = 12 * 3600
TTL = 12 * 3600  # seconds that a push service keeps a message for a phone that is off


@dataclass(frozen=True, slots=True)
class Receiver:
    """The keys of a browser, as it gave them."""

    public_key: bytes
    auth: bytes


def receiver_of(public_key: str, auth: str) -> Receiver | None:
    """Return the keys of a browser from their texts; None if they are no such keys."""
    try:
        found = Receiver(from_text(public_key), from_text(auth))
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, found.public_key)
    except (ValueError, UnsupportedAlgorithm):
        return None
    fits = len(found.public_key) == POINT and len(found.auth) == AUTH
    return found if fits else None


def encrypt(
    plain: bytes,
    to: Receiver,
    *,
    key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return a message that only one browser can read; tests choose ``key`` and ``salt``."""
    if len(plain) > MAX_PLAIN:
        raise ValueError("This message is too long to be pushed.")
    own = key or ec.generate_private_key(CURVE)
    salt = salt or secrets.token_bytes(16)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, to.public_key)
    shared, point = own.exchange(ec.ECDH(), theirs), _point(own)
    secret = _derive(shared, to.auth, b"WebPush: info\x00" + to.public_key + point, 32)
    content_key = _derive(secret, salt, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\x00", 12)
    closed = AESGCM(content_key).encrypt(nonce, plain + b"\x02", None)
    head = salt + RECORD_SIZE.to_bytes(4) + len(point).to_bytes(1) + point
    return head + closed


def server_key(secret: str) -> ec.EllipticCurvePrivateKey:
    """Return the key by which push services know this site: always the same for a secret key."""
    found = _derive(secret.encode(), b"", b"tracker.outgoing.web_push", 48)
    return ec.derive_private_key(int.from_bytes(found) % (ORDER - 1) + 1, CURVE)


def public_text(key: ec.EllipticCurvePrivateKey) -> str:
    """Return the public half of the site's key, as browsers take it."""
    return to_text(_point(key))


def headers_for(endpoint: str, key: ec.EllipticCurvePrivateKey, contact: str) -> dict[str, str]:
    """Return the headers of a message to a push service, signed for it alone."""
    to = urlsplit(endpoint)
    claims = {
        "aud": f"{to.scheme}://{to.netloc}",
        "exp": int(time.time()) + TOKEN_SECONDS,
        "sub": contact,
    }
    parts = [_json({"typ": "JWT", "alg": "ES256"}), _json(claims)]
    signed = key.sign(".".join(parts).encode(), ec.ECDSA(hashes.SHA256()))
    pair = decode_dss_signature(signed)
    parts.append(to_text(b"".join(number.to_bytes(32) for number in pair)))
    return {
        "Authorization": f"vapid t={'.'.join(parts)}, k={public_text(key)}",
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(TTL),
    }


def to_text(raw: bytes) -> str:
    """Return bytes as base64url without padding."""
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def from_text(text: str) -> bytes:
    """Return the bytes of a base64url text; raise ``ValueError`` for anything else."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _json(value: dict[str, object]) -> str:
    return to_text(json.dumps(value, separators=(",", ":")).encode())


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)
