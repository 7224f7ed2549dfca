"""The address at which somebody reads notices as e-mail: entered, confirmed, removed."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from campaign.models import MailAddress, Person

CONFIRM_WITHIN = timedelta(days=2)


def mail_set(*, person: Person, address: str, language: str, site: str) -> MailAddress:
    """Note an address that is still to be confirmed; it takes the place of the one before."""
    given = {"address": address, "language": language, "site": site}
    fresh = {"made_at": timezone.now(), "confirmed_at": None}
    made, _new = MailAddress.objects.update_or_create(person=person, defaults=given | fresh)
    return made


def mail_confirm(*, mail: MailAddress) -> None:
    """Note that an address is its person's: whoever has its link reads its mail."""
    MailAddress.objects.filter(pk=mail.pk, confirmed_at=None).update(confirmed_at=timezone.now())


def mail_remove(*, person: Person) -> None:
    """Forget somebody's address."""
    MailAddress.objects.filter(person=person).delete()


def mail_of(person: int, address: str) -> MailAddress | None:
    """Return an address by what its link says; None if it was removed, or not confirmed in time."""
    found = MailAddress.objects.select_related("person").filter(person=person, address=address)
    mail = found.filter(person__is_active=True).first()
    if mail is None or (
        mail.confirmed_at is None and mail.made_at < timezone.now() - CONFIRM_WITHIN
    ):
        return None
    return mail
