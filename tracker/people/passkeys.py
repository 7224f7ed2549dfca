"""Passkeys (WebAuthn): the options that browsers get, and the verification of what they return."""

import ipaddress
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypedDict

import webauthn
from django.http import HttpRequest
from django.http.request import split_domain_port
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, options_to_json_dict, structs

from campaign.models import Passkey, Person
from campaign.services.accounts import passkey_link_is_open
from tracker.people.sign_ins import browser_name

CHALLENGE = "passkey_challenge"  # in the session: what is to be signed, once
# In the session: the row of the passkey it was opened by, which is two factors: device and owner.
WITH_PASSKEY = "with_passkey"
LINK = "passkey_link"  # in the session: digest of the link by which a passkey may be added
LONGEST_ID = 1023  # bytes, says WebAuthn (Level 2, 4: Credential ID)
VERIFICATION = structs.UserVerificationRequirement.REQUIRED


class PasskeyRefused(Exception):
    """What a browser sent is no valid proof."""


def may_add(request: HttpRequest, person: Person) -> bool:
    """Say whether a passkey may be added in this session.

    A phished password must not become a passkey: who has one adds others in a session that was
    opened by passkey. Support is open to staff with a passkey, so even their first needs more than
    the password: a link that a command has made.
    """
    if was_used(request, person):
        return True
    link = request.session.get(LINK, "")
    if link and passkey_link_is_open(person=person, token_hash=link):
        return True
    return not person.is_staff and not person.passkeys.exists()


def may_delete(request: HttpRequest, person: Person) -> bool:
    """Say whether passkeys may be deleted in this session: a player may have lost the device."""
    return was_used(request, person) or not person.is_staff


def was_used(request: HttpRequest, person: Person) -> bool:
    """Say whether this session was opened by a passkey that its owner still has."""
    used = request.session.get(WITH_PASSKEY)
    if not isinstance(used, int) or isinstance(used, bool):
        return False  # True in sessions of older releases: their owners sign in once more
    return person.passkeys.filter(pk=used).exists()


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
    with _refusing_nonsense():
        found = webauthn.verify_registration_response(credential=credential, **expected)
    if len(found.credential_id) > LONGEST_ID:
        raise PasskeyRefused
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
    with _refusing_nonsense():
        parsed = webauthn.helpers.parse_authentication_credential_json(credential)
        name = bytes_to_base64url(parsed.raw_id)
    keys = Passkey.objects.select_related("person").filter(person__is_active=True)
    key = keys.filter(credential=name).first()
    if key is None:
        raise PasskeyRefused
    with _refusing_nonsense():
        found = webauthn.verify_authentication_response(
            credential=parsed,
            credential_public_key=bytes(key.public_key),
            credential_current_sign_count=key.sign_count,
            **expected,
        )
    key.sign_count = found.new_sign_count
    key.save(update_fields=["sign_count"])
    return key


@contextmanager
def _refusing_nonsense() -> Iterator[None]:
    """Refuse what the library cannot read: it lets through whatever its many parsers raise."""
    try:
        yield
    except Exception as error:
        raise PasskeyRefused from error


def _with_challenge(request: HttpRequest, options: Any) -> dict[str, Any]:
    """Store the challenge in the session; return the options as JSON values."""
    request.session[CHALLENGE] = bytes_to_base64url(options.challenge)
    return options_to_json_dict(options)


class Expected(TypedDict):
    """What a response is verified against."""

    expected_challenge: bytes
    expected_rp_id: str
    expected_origin: str
    require_user_verification: bool


def _expected(request: HttpRequest) -> Expected:
    """Return what a response is verified against; the challenge is used once."""
    challenge = request.session.pop(CHALLENGE, "")
    if not challenge:
        raise PasskeyRefused
    return Expected(
        expected_challenge=base64url_to_bytes(challenge),
        expected_rp_id=_host(request),
        expected_origin=f"{request.scheme}://{request.get_host()}",
        require_user_verification=True,
    )


def _host(request: HttpRequest) -> str:
    return split_domain_port(request.get_host())[0]
