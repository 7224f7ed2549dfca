"""Ways to sign in beside the password, and the browsers in which somebody is signed in."""

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import models
from django.utils import timezone


class RecoveryCode(models.Model):
    """A code that signs somebody in once, without the password. Only its hash is kept."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="recovery_codes"
    )
    code_hash = models.CharField(max_length=64)

    class Meta:
        constraints = (models.UniqueConstraint("person", "code_hash", name="recovery_code_once"),)

    def __str__(self) -> str:
        return f"a code of {self.person_id}"


class Passkey(models.Model):
    """A key in somebody's device that signs them in; the public half is kept here."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="passkeys"
    )
    credential = models.CharField(max_length=1400, unique=True)  # its id, as base64url
    public_key = models.BinaryField()
    sign_count = models.PositiveBigIntegerField(default=0)
    name = models.CharField(max_length=60)  # of the browser that made it
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("made_at", "pk")

    def __str__(self) -> str:
        return self.name


class Browser(models.Model):
    """A browser in which somebody is signed in; it goes with its session."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="browsers"
    )
    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=60)  # "Firefox, Android"
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-since", "-pk")

    def __str__(self) -> str:
        return self.name
