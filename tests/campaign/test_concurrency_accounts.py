"""An account that is changed in two browsers at once: what works once works once."""

from __future__ import annotations

import pytest

from campaign.models import Passkey, Person
from campaign.services.accounts import (
    CODES,
    PasskeyNotAllowed,
    hash_token,
    passkey_add,
    passkey_link_is_open,
    passkey_link_make,
    recovery_code_use,
    recovery_codes_make,
)
from tests.campaign import factories
from tests.campaign.at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)
BROWSERS = 6


@pytest.fixture
def zuza() -> Person:
    return factories.person("Zuza", username="zuza")


def test_of_recovery_codes_made_at_once_one_set_is_valid(zuza: Person) -> None:
    sets = at_once(*[lambda: recovery_codes_make(person=zuza)] * BROWSERS)
    assert zuza.recovery_codes.count() == CODES
    valid = [codes for codes in sets if recovery_code_use(username="zuza", code=codes[0])]
    assert len(valid) == 1


def test_a_recovery_code_used_at_once_works_once(zuza: Person) -> None:
    code = recovery_codes_make(person=zuza)[0]
    answers = at_once(*[lambda: recovery_code_use(username="zuza", code=code)] * BROWSERS)
    assert sorted(map(str, answers)) == sorted(["Zuza", *["None"] * (BROWSERS - 1)])


def test_a_link_used_at_once_adds_one_passkey(zuza: Person) -> None:
    digest = hash_token(passkey_link_make(person=zuza))

    def add(credential: str) -> None:
        passkey_add(
            passkey=Passkey(person=zuza, credential=credential, public_key=b"x"),
            may_add=lambda: passkey_link_is_open(person=zuza, token_hash=digest),
        )

    answers = at_once(*(lambda each=each: add(f"key-{each}") for each in range(BROWSERS)))
    assert zuza.passkeys.count() == 1
    assert sum(isinstance(answer, PasskeyNotAllowed) for answer in answers) == BROWSERS - 1
