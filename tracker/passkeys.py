"""Passkeys (WebAuthn): the options that browsers get, and the verification of what they return."""

import ipaddress
from typing import Any

import webauthn
from django.http import HttpRequest
from django.http.request import split_domain_port
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, options_to_json_dict, structs
from webauthn.helpers.exceptions import WebAuthnException

from campaign.models import Passkey, Person
from tracker.sign_ins import browser_name

CHALLENGE = "passkey_challenge"  # in the session: what is to be signed, once
WITH_PASSKEY = "with_passkey"  # in the session: signed in with two factors, device and its owner
MAX_KEYS = 10  # of one person
VERIFICATION = structs.UserVerificationRequirement.REQUIRED


class PasskeyRefused(Exception):
    """What a browser sent is no valid proof."""


def are_possible(request: HttpRequest) -> bool:
    """Say whether passkeys work here: they need a host name, not an IP address."""
    try:
        ipaddress.ip_address(_host(request).strip("[]"))
    except ValueError:
        return True
    return False


def registration_options(request: HttpRequest, person: Person) -> dict[str, Any]:
    """Return the options with which a browser makes a passkey."""
    options = webauthn.generate_registration_options(
        rp_id=_host(request),
        rp_name="Breachkeeper",
        user_id=str(person.pk).encode(),
        user_name=person.username or "",
        user_display_name=str(person),
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED, user_verification=VERIFICATION
        ),
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(id=base64url_to_bytes(key.credential))
            for key in person.passkeys.all()
        ],
    )
    return _with_challenge(request, options)


def registered(request: HttpRequest, person: Person, credential: str) -> Passkey:
    """Return the passkey that a browser has made, not saved yet."""
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


def sign_in_options(request: HttpRequest) -> dict[str, Any]:
    """Return the options to sign in with; the browser offers the passkeys it has for this site."""
    options = webauthn.generate_authentication_options(
        rp_id=_host(request), user_verification=VERIFICATION
    )
    return _with_challenge(request, options)


def verified(request: HttpRequest, credential: str) -> Passkey:
    """Return the passkey that has signed the challenge, with its counter updated."""
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


def _with_challenge(request: HttpRequest, options: Any) -> dict[str, Any]:
    """Store the challenge in the session; return the options as JSON values."""
    request.session[CHALLENGE] = bytes_to_base64url(options.challenge)
    return options_to_json_dict(options)


def _expected(request: HttpRequest) -> dict[str, Any]:
    """Return what a response is verified against; the challenge is used once."""
    return {
        "expected_challenge": base64url_to_bytes(request.session.pop(CHALLENGE, "") or "AA"),
        "expected_rp_id": _host(request),
        "expected_origin": f"{request.scheme}://{request.get_host()}",
        "require_user_verification": True,
    }


def _host(request: HttpRequest) -> str:
    return split_domain_port(request.get_host())[0]
