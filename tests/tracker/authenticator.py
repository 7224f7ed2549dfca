"""A device with passkeys, in software: it answers the options of the site as a browser does."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from webauthn.helpers import bytes_to_base64url

from campaign.models import Person
from tests.tracker.clients import Answer, client_of

HOST = {"host": "localhost"}  # passkeys need a name
ORIGIN = "http://localhost"
OPTIONS = "/account/passkeys/options"
PRESENT_AND_VERIFIED, WITH_KEY = 0x05, 0x40  # flags of the authenticator's data


@dataclass
class Authenticator:
    """One passkey: its key pair and its id."""

    credential_id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )

    def registration(
        self, challenge: str, attestation: bytes | Mapping[str, object] | None = None
    ) -> str:
        """Return the answer that registers this passkey, or one with other attested content."""
        numbers = self.key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
        public_key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})  # COSE: EC2, ES256, P-256
        length = len(self.credential_id).to_bytes(2, "big")
        about_key = bytes(16) + length + self.credential_id + public_key
        data = self._data(PRESENT_AND_VERIFIED | WITH_KEY) + about_key
        if not isinstance(attestation, bytes):
            attested = {"fmt": "none", "attStmt": {}, "authData": data, **(attestation or {})}
            attestation = cbor2.dumps(attested)
        client_data = _client_data("webauthn.create", challenge)
        return self._answer(
            clientDataJSON=bytes_to_base64url(client_data),
            attestationObject=bytes_to_base64url(attestation),
        )

    def assertion(self, challenge: str) -> str:
        """Return the answer that signs in with this passkey."""
        data, client_data = (
            self._data(PRESENT_AND_VERIFIED),
            _client_data("webauthn.get", challenge),
        )
        signed = data + hashlib.sha256(client_data).digest()
        return self._answer(
            clientDataJSON=bytes_to_base64url(client_data),
            authenticatorData=bytes_to_base64url(data),
            signature=bytes_to_base64url(self.key.sign(signed, ec.ECDSA(hashes.SHA256()))),
        )

    def add(
        self,
        client: Client,
        attestation: bytes | Mapping[str, object] | None = None,
        **more: str,
    ) -> Answer:
        """Add this passkey to the account that is signed in."""
        challenge = _challenge(client, {"for": "making"})
        data = {"credential": self.registration(challenge, attestation), **more}
        return client.post("/account/passkeys", data, headers=HOST)

    def sign_in(self, client: Client, **more: str) -> Answer:
        """Sign in with this passkey."""
        data = {"credential": self.assertion(_challenge(client, {})), **more}
        return client.post("/account/sign-in/passkey", data, headers=HOST)

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(b"localhost").digest() + bytes([flags]) + bytes(4)

    def _answer(self, **response: str) -> str:
        name = bytes_to_base64url(self.credential_id)
        answer = {"id": name, "rawId": name, "type": "public-key", "response": response}
        return json.dumps({**answer, "clientExtensionResults": {}})


def passkey_of(person: Person) -> Authenticator:
    """Return a device with a passkey of somebody who had none."""
    device = Authenticator()
    device.add(client_of(person))
    assert person.passkeys.count() == 1
    return device


def _client_data(kind: str, challenge: str) -> bytes:
    return json.dumps({"type": kind, "challenge": challenge, "origin": ORIGIN}).encode()


def _challenge(client: Client, about: dict[str, Any]) -> str:
    answer = client.post(OPTIONS, about, headers=HOST)
    return str(json.loads(answer.content).get("challenge", ""))
