"""People: a guest is somebody without a name to sign in with; setting one keeps everything."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from campaign.rules.core.sizes import PERSON_NAME


class PersonManager(BaseUserManager["Person"]):
    """Make people: guests, and those who can sign in."""

    def guest(self, *, display_name: str = "") -> Person:
        """Make somebody who cannot sign in yet and stays signed in on this device."""
        person = self.model(username=None, display_name=display_name)
        person.set_unusable_password()
        person.save(using=self._db)
        return person

    def create_user(self, username: str, password: str | None = None, **extra: Any) -> Person:
        """Make somebody who can sign in."""
        person = self.model(username=self.model.normalize_username(username), **extra)
        person.set_password(password)
        person.save(using=self._db)
        return person

    def create_superuser(self, username: str, password: str | None = None, **extra: Any) -> Person:
        """Make somebody who may use the admin."""
        return self.create_user(username, password, is_staff=True, is_superuser=True, **extra)

    def get_by_natural_key(self, username: str | None) -> Person:
        """Find somebody by name; letter case does not count. Guests have none to be found by."""
        if username is None:
            raise self.model.DoesNotExist
        return self.get(username__iexact=username)


class Person(AbstractBaseUser, PermissionsMixin):
    """Somebody at a table."""

    # None: a guest. Several NULLs are no duplicates, in either database.
    username = models.CharField(  # noqa: DJ001
        _("username"),
        max_length=PERSON_NAME,
        null=True,
        blank=True,
        validators=[UnicodeUsernameValidator()],
    )
    display_name = models.CharField(_("name"), max_length=PERSON_NAME, blank=True)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(auto_now_add=True)
    # Counts how often somebody signed out everywhere; sessions of an earlier count are none.
    session_epoch = models.PositiveIntegerField(default=0)

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects = PersonManager()

    class Meta:
        constraints = (
            # "Zuza" and "zuza" would be taken for each other by everyone but the database.
            models.UniqueConstraint(Lower("username"), name="person_username_once"),
        )

    def __str__(self) -> str:
        return self.display_name or self.username or str(_("a guest"))

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        # As Django has it for whoever never signed out everywhere: guests stay signed in.
        if not self.session_epoch:
            return str(super()._get_session_auth_hash(secret))  # type: ignore[misc] # not in the stubs
        salt = "campaign.models.people.session"
        value = f"{self.session_epoch} {self.password}"
        return salted_hmac(salt, value, secret=secret, algorithm="sha256").hexdigest()

    @property
    def is_guest(self) -> bool:
        """Say whether this person has no name and password yet."""
        return self.username is None
