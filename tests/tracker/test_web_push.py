"""Web Push: a receiver of ours reads what was encrypted for it, and only that receiver."""

from __future__ import annotations

import json

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from tracker.outgoing.web_push import (
    MAX_PLAIN,
    Receiver,
    encrypt,
    from_text,
    headers_for,
    public_text,
    receiver_of,
    server_key,
    to_text,
)

CURVE = ec.SECP256R1()
# RFC 8291, appendix A.
PLAIN = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
BROWSER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
BROWSER_PUBLIC = (
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
)
SALT, AUTH = "DGv6ra1nlYgDCS1FRnbzlw", "BTBZMqHH6r4Tts7J_aSIgg"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
    "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
    "lcy4a-fN"
)


def private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(from_text(text)), CURVE)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def decrypt(body: bytes, key: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """Read a message as a browser does, by RFC 8188 and 8291."""
    salt, length = body[:16], body[20]
    sender, sealed = body[21 : 21 + length], body[21 + length :]
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))

    def derive(secret: bytes, salted: bytes, info: bytes, size: int) -> bytes:
        return HKDF(hashes.SHA256(), size, salted, info).derive(secret)

    secret = derive(shared, auth, b"WebPush: info\0" + point(key.public_key()) + sender, 32)
    content_key = derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    padded = AESGCM(content_key).decrypt(nonce, sealed, None)
    assert padded.endswith(b"\x02")
    return padded[:-1]


def test_the_example_of_the_standard_comes_out_byte_by_byte() -> None:
    to = receiver_of(BROWSER_PUBLIC, AUTH)
    assert to is not None
    made = encrypt(PLAIN, to, key=private(SENDER), salt=from_text(SALT))
    assert to_text(made) == BODY
    assert decrypt(made, private(BROWSER), from_text(AUTH)) == PLAIN


def test_only_its_receiver_reads_a_message_and_no_two_are_alike() -> None:
    key, other = ec.generate_private_key(CURVE), ec.generate_private_key(CURVE)
    to = Receiver(point(key.public_key()), bytes(16))
    first, second = encrypt(b"Friday?", to), encrypt(b"Friday?", to)
    assert first != second
    assert decrypt(first, key, bytes(16)) == b"Friday?"
    for wrong in ((other, bytes(16)), (key, b"x" * 16)):
        with pytest.raises(InvalidTag):
            decrypt(first, *wrong)


def test_a_push_service_can_tell_who_sends() -> None:
    key = server_key("a secret of the site")
    assert public_text(server_key("a secret of the site")) == public_text(key)
    assert public_text(server_key("another")) != public_text(key)
    said = headers_for("https://push.example.org/send/1", key, "https://games.example.org")
    scheme, token, public = said["Authorization"].replace(",", "").split()
    assert scheme == "vapid"
    head, claims, signature = token.removeprefix("t=").split(".")
    raw = from_text(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    known = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_text(public[2:]))
    known.verify(pair, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    told = json.loads(from_text(claims))
    assert told["aud"] == "https://push.example.org"
    assert json.loads(from_text(head))["alg"] == "ES256"


@pytest.mark.parametrize("key", ["", "x", "ß", to_text(bytes(65)), to_text(b"\x04" + bytes(64))])
def test_what_is_no_key_is_refused(key: str) -> None:
    assert receiver_of(key, AUTH) is None
    assert receiver_of(BROWSER_PUBLIC, key) is None


def test_a_message_that_no_service_takes_is_not_made() -> None:
    to = receiver_of(BROWSER_PUBLIC, AUTH)
    assert to is not None
    with pytest.raises(ValueError, match="too long"):
        encrypt(b"x" * (MAX_PLAIN + 1), to)
