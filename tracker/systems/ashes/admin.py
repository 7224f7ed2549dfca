"""Published decks in the admin: staff may take one down, and put it back."""

# ruff: noqa: ARG002 # Django passes the arguments

from typing import Any

from django.contrib.admin import display
from django.db.models import Count, Model
from django.http import HttpRequest

from campaign.models import PublicDeck
from tracker.admin import ReadOnly, support


class PublicDeckAdmin(ReadOnly):
    """Published decks; staff may take one down, and put it back."""

    list_display = ("code", "title", "author", "reported", "is_taken_down", "published_at")
    list_filter = ("is_taken_down",)
    search_fields = ("=code", "author", "description")
    fields = ("code", "title", "author", "description", "reasons", "is_taken_down", "published_at")
    readonly_fields = ("code", "title", "author", "description", "reasons", "published_at")

    def get_queryset(self, request: HttpRequest) -> Any:
        """Return the decks with the number of their reports, the most reported first."""
        return super().get_queryset(request).annotate(n=Count("reports")).order_by("-n", "-pk")

    @display(description="name")
    def title(self, public: PublicDeck) -> str:
        """Return what the deck is called."""
        return str(public.deck.get("name", ""))

    @display(description="reports")
    def reported(self, public: Any) -> int:
        """Return how often it was reported, which ``get_queryset`` has counted."""
        return int(public.n)

    @display(description="reports")
    def reasons(self, public: PublicDeck) -> str:
        """Return what was reported, the latest first."""
        return "\n".join(f"{report.at:%Y-%m-%d}: {report.text}" for report in public.reports.all())

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Let staff take decks down: the only field that is not read-only."""
        return True

    def save_model(self, request: HttpRequest, obj: PublicDeck, form: Any, change: bool) -> None:
        """Save whether it is taken down."""
        self.save_only(obj, "is_taken_down")


support.register(PublicDeck, PublicDeckAdmin)
