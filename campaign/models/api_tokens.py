"""Personal tokens of the API."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaign.rules.core.sizes import NAME


class Scope(models.TextChoices):
    """What a token allows: to read, or also to record games."""

    READ = "read", _("Read")
    RECORD = "record", _("Read and record")


class ApiToken(models.Model):
    """A token by which a program acts for a person. Only its hash is stored."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens"
    )
    name = models.CharField(max_length=NAME)
    scope = models.CharField(max_length=10, choices=Scope)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    used_on = models.DateField(null=True, editable=False)  # the last day

    class Meta:
        ordering = ("-made_at", "-pk")
        constraints = (
            models.CheckConstraint(condition=Q(scope__in=Scope.values), name="api_token_scope"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def may_record(self) -> bool:
        """Say whether it allows to record games."""
        return self.scope == Scope.RECORD
