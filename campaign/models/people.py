"""People: guests and accounts, how they sign in, and their preferences.

A guest is a person without a username; a guest who sets one keeps everything.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.contrib.sessions.models import Session
from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from campaign.rules.core.sizes import NAME, PERSON_NAME
from campaign.rules.core.texts import username_key

# Begins the key of a name whose other spelling an older account has. No username can begin so.
EXACT_SPELLING = "="


class PersonManager(BaseUserManager["Person"]):
    """Create guests and accounts."""

    def guest(self, *, display_name: str = "") -> Person:
        """Create somebody who cannot sign in, but stays signed in on this device."""
        person = self.model(username=None, display_name=display_name)
        person.set_unusable_password()
        person.save(using=self._db)
        return person

    def create_user(self, username: str, password: str | None = None, **extra: Any) -> Person:
        """Create somebody who can sign in."""
        person = self.model(**extra)
        person.set_username(username)
        person.set_password(password)
        person.save(using=self._db)
        return person

    def create_superuser(self, username: str, password: str | None = None, **extra: Any) -> Person:
        """Create somebody who may use the admin."""
        return self.create_user(username, password, is_staff=True, is_superuser=True, **extra)

    def get_by_natural_key(self, username: str | None) -> Person:
        """Return an account by username, in any spelling; guests have none."""
        # SQLite refuses to compare with a name of fifty thousand letters.
        fits = username is not None and len(username) <= PERSON_NAME
        person = self.find(username) if username is not None and fits else None
        if person is None:
            raise self.model.DoesNotExist
        return person

    def find(self, username: str) -> Person | None:
        """Return the account with a username, in any spelling.

        Where two accounts of an older release have spellings of one name, the newer one is found
        by its exact spelling only.
        """
        exact = EXACT_SPELLING + self.model.normalize_username(username).strip()
        found = self.filter(username_key__in=[exact, username_key(username)])
        return min(found, key=lambda person: person.username_key != exact, default=None)


class Person(AbstractBaseUser, PermissionsMixin):
    """A user: a guest or an account."""

    # None for guests: NULLs are no duplicates, in either database.
    username = models.CharField(  # noqa: DJ001
        _("username"),
        max_length=PERSON_NAME,
        null=True,
        blank=True,
        validators=[UnicodeUsernameValidator()],
    )
    # What it is found by; see ``set_username``.
    username_key = models.CharField(  # noqa: DJ001
        max_length=3 * PERSON_NAME + 1, null=True, editable=False
    )
    display_name = models.CharField(_("name"), max_length=PERSON_NAME, blank=True)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(auto_now_add=True)
    # Bumped by signing out everywhere: sessions of an earlier epoch are invalid.
    session_epoch = models.PositiveIntegerField(default=0)

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects = PersonManager()

    class Meta:
        constraints = (
            # "Zuza" and "zuza" look like one person to everybody but the database.
            models.UniqueConstraint("username_key", name="person_username_key_once"),
            models.CheckConstraint(
                condition=models.Q(username=None, username_key=None)
                | models.Q(username__isnull=False, username_key__isnull=False),
                name="person_username_with_key",
            ),
        )

    def __str__(self) -> str:
        return self.own_name or str(_("a guest"))

    @property
    def own_name(self) -> str:
        """Return the name that they go by; "" for a guest without one."""
        return self.display_name or self.username or ""

    def set_username(self, username: str) -> None:
        """Set the username, and the key under which all its spellings are found."""
        self.username = self.normalize_username(username)
        self.username_key = username_key(self.username)

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        # Django's own hash in epoch 0, so that older sessions, guests' too, stay valid.
        if not self.session_epoch:
            return str(super()._get_session_auth_hash(secret))  # type: ignore[misc] # not in the stubs
        salt = "campaign.models.people.session"
        value = f"{self.session_epoch} {self.password}"
        return salted_hmac(salt, value, secret=secret, algorithm="sha256").hexdigest()

    @property
    def is_guest(self) -> bool:
        """Say whether this person has no username and password yet."""
        return self.username is None


class RecoveryCode(models.Model):
    """A one-time code to sign in without the password. Only its hash is stored."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="recovery_codes")
    code_hash = models.CharField(max_length=64)

    class Meta:
        constraints = (models.UniqueConstraint("person", "code_hash", name="recovery_code_once"),)

    def __str__(self) -> str:
        return f"a code of {self.person_id}"


class Passkey(models.Model):
    """A passkey of a person: the public key, and which browser made it."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="passkeys")
    credential = models.CharField(max_length=1400, unique=True)  # its id, as base64url
    public_key = models.BinaryField()
    sign_count = models.PositiveBigIntegerField(default=0)
    name = models.CharField(max_length=60)  # of the browser that made it
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("made_at", "pk")

    def __str__(self) -> str:
        return self.name


class PasskeyLink(models.Model):
    """A one-time link to add a passkey, made by a command. Only its hash is stored."""

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="passkey_link")
    token_hash = models.CharField(max_length=64)
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"a link of {self.person_id}"


class Browser(models.Model):
    """A browser in which somebody is signed in; deleted with its session."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="browsers")
    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=60)  # "Firefox, Android"
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-since", "-pk")

    def __str__(self) -> str:
        return self.name


class Preference(models.Model):
    """A value that a person saved for a game; only the game's folders know its type."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="preferences")
    family = models.SlugField()  # the game
    kind = models.CharField(max_length=20)
    name = models.CharField(max_length=NAME, blank=True)  # "" if there is only one of its kind
    payload = models.JSONField(default=dict)

    class Meta:
        ordering = ("name", "pk")
        constraints = (
            models.UniqueConstraint(
                "person", "family", "kind", "name", name="preference_once_by_name"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.name} of {self.person}".replace("  ", " ")
