"""The link in an e-mail: it confirms an address or ends what is sent there, and signs nobody in."""

from __future__ import annotations

from django.core import signing
from django.http import Http404, HttpRequest
from django.urls import reverse

from campaign.models import MailAddress
from campaign.services.mails import mail_of
from tracker.people.limits import WRONG_LINKS, address_of

SALT = "tracker.people.mail_links"


def mail_url(mail: MailAddress) -> str:
    """Return the whole link of an address."""
    token = signing.dumps([mail.person_id, mail.address], salt=SALT)
    return f"{mail.site}{reverse('mail_link', args=[token])}"


def mail_of_link(request: HttpRequest, token: str) -> MailAddress:
    """Return the address of a link; an unknown one is counted, as of any invitation."""
    try:
        person, address = signing.loads(token, salt=SALT)
        mail = mail_of(person, address)
    except signing.BadSignature:
        mail = None
    if mail is None:
        WRONG_LINKS.take(address_of(request))
        raise Http404
    return mail
