"""Passkeys: what a browser is asked to sign, and whether it did."""

import ipaddress
from typing import Any

import webauthn
from django.http import HttpRequest
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, options_to_json_dict, structs
from webauthn.helpers.exceptions import WebAuthnException

from campaign.models import Passkey, Person
from tracker.sign_ins import browser_name

CHALLENGE = "passkey_challenge"  # in the session: what was to be signed, once
WITH_PASSKEY = "with_passkey"  # in the session: signed in by two factors, device and its owner
KEYS_MOST = 10  # of one person
VERIFIED = structs.UserVerificationRequirement.REQUIRED


class PasskeyRefused(Exception):
    """What a browser sent proves nothing."""


def are_possible(request: HttpRequest) -> bool:
    """Say whether browsers take passkeys here: they belong to a name, not to an address."""
    try:
        ipaddress.ip_address(_host(request).strip("[]"))
    except ValueError:
        return True
    return False


def making_options(request: HttpRequest, person: Person) -> dict[str, Any]:
    """Return what a browser is asked to make a key from."""
    options = webauthn.generate_registration_options(
        rp_id=_host(request),
        rp_name="Breachkeeper",
        user_id=str(person.pk).encode(),
        user_name=person.username or "",
        user_display_name=str(person),
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED, user_verification=VERIFIED
        ),
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(id=base64url_to_bytes(key.credential))
            for key in person.passkeys.all()
        ],
    )
    return _asked(request, options)


def made(request: HttpRequest, person: Person, credential: str) -> Passkey:
    """Return the key that a browser has made, not saved yet."""
    expected = _expected(request)
    try:
        found = webauthn.verify_registration_response(credential=credential, **expected)
    except (WebAuthnException, ValueError, KeyError, TypeError) as error:
        raise PasskeyRefused from error
    return Passkey(
        person=person,
        credential=bytes_to_base64url(found.credential_id),
        public_key=found.credential_public_key,
        sign_count=found.sign_count,
        name=browser_name(request.META.get("HTTP_USER_AGENT", "")),
    )


def signing_options(request: HttpRequest) -> dict[str, Any]:
    """Return what a browser is asked to sign; it offers the keys that it has for this site."""
    options = webauthn.generate_authentication_options(
        rp_id=_host(request), user_verification=VERIFIED
    )
    return _asked(request, options)


def signed(request: HttpRequest, credential: str) -> Passkey:
    """Return the key by which a browser has signed, its counter moved on."""
    expected = _expected(request)
    try:
        parsed = webauthn.helpers.parse_authentication_credential_json(credential)
        key = Passkey.objects.select_related("person").get(
            credential=bytes_to_base64url(parsed.raw_id), person__is_active=True
        )
        found = webauthn.verify_authentication_response(
            credential=parsed,
            credential_public_key=bytes(key.public_key),
            credential_current_sign_count=key.sign_count,
            **expected,
        )
    except (WebAuthnException, Passkey.DoesNotExist, ValueError, KeyError, TypeError) as error:
        raise PasskeyRefused from error
    key.sign_count = found.new_sign_count
    key.save(update_fields=["sign_count"])
    return key


def _asked(request: HttpRequest, options: Any) -> dict[str, Any]:
    request.session[CHALLENGE] = bytes_to_base64url(options.challenge)
    return options_to_json_dict(options)


def _expected(request: HttpRequest) -> dict[str, Any]:
    """Return what this browser was asked to sign and where, and forget it: it is signed once."""
    return {
        "expected_challenge": base64url_to_bytes(request.session.pop(CHALLENGE, "") or "AA"),
        "expected_rp_id": _host(request),
        "expected_origin": f"{request.scheme}://{request.get_host()}",
        "require_user_verification": True,
    }


def _host(request: HttpRequest) -> str:
    host = request.get_host()
    return host if host.endswith("]") else host.rpartition(":")[0] or host
