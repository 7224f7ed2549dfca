"""Recovery codes, and signing out elsewhere."""

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import F
from django.utils.crypto import constant_time_compare

from campaign.models import Browser, Person, RecoveryCode
from campaign.models.campaigns import new_code
from campaign.services.people import SECRET_CODE_LENGTH, hash_code, hash_token

CODES = 8


def recovery_codes_make(*, person: Person) -> list[str]:
    """Replace somebody's recovery codes, and return the new ones: they cannot be shown again."""
    codes = [new_code(SECRET_CODE_LENGTH) for _ in range(CODES)]
    with transaction.atomic():
        person.recovery_codes.all().delete()
        RecoveryCode.objects.bulk_create(
            RecoveryCode(person=person, code_hash=hash_token(code)) for code in codes
        )
    return codes


def recovery_code_use(*, username: str, code: str) -> Person | None:
    """Return whose code it is, and spend it; None if it is wrong."""
    written = hash_code(code)
    with transaction.atomic():
        person = Person.objects.filter(username__iexact=username.strip(), is_active=True).first()
        codes = person.recovery_codes.select_for_update() if person else RecoveryCode.objects.none()
        right = [each for each in codes if constant_time_compare(each.code_hash, written)]
        for each in right:
            each.delete()
    return person if right else None


def browser_note(*, person: Person, session_key: str, name: str) -> None:
    """Remember a browser in which somebody has signed in."""
    Browser.objects.update_or_create(
        session_id=session_key, defaults={"person": person, "name": name}
    )


def browser_sign_out(*, browser: Browser) -> None:
    """Sign somebody out in one browser."""
    Session.objects.filter(pk=browser.session_id).delete()


def browsers_sign_out(*, person: Person) -> None:
    """Sign somebody out everywhere; whoever asks for it is signed in anew by the caller."""
    Person.objects.filter(pk=person.pk).update(session_epoch=F("session_epoch") + 1)
    person.refresh_from_db(fields=["session_epoch"])
    Session.objects.filter(pk__in=person.browsers.values("session")).delete()
