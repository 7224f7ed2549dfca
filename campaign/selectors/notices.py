"""Reads of where notices go: the browsers and the e-mail address of somebody."""

from django.db.models import QuerySet

from campaign.models import MailAddress, Person, PushSubscription


def browsers_of(person: int) -> QuerySet[PushSubscription]:
    """Return the browsers that show notices to somebody, by the id of the person."""
    return PushSubscription.objects.filter(person=person)


def mail_of(person: Person) -> MailAddress | None:
    """Return the address that somebody has given, confirmed or not."""
    return MailAddress.objects.filter(person=person).first()


def confirmed_mail(person: int) -> MailAddress | None:
    """Return the confirmed address of somebody who may sign in, by the id of the person."""
    confirmed = MailAddress.objects.exclude(confirmed_at=None)
    return confirmed.filter(person=person, person__is_active=True).first()
