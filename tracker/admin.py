"""The admin at /admin/: staff can look everything up, but change nothing that was played.

All rows are read-only. Staff can lock somebody out and let them in again. A game system may add
what people publish in it, which staff can take down.
It is in English only, as players do not see it.
"""

# ruff: noqa: ARG001, ARG002 # Django passes the arguments

from functools import update_wrapper
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.contrib.admin import AdminSite, ModelAdmin, display
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from campaign.models import Campaign, Change, Fact, Game, Invite, Membership, Person
from tracker.people.access import person_of
from tracker.people.passkeys import was_used

if TYPE_CHECKING:
    Rows = ModelAdmin[Any]
else:
    Rows = ModelAdmin  # not generic at run time


class SupportSite(AdminSite):
    """The admin, for staff only; they sign in on the site's own page, which has rate limits."""

    site_header = "Breachkeeper: support"
    site_title = "Breachkeeper"
    index_title = "What is kept"
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        """Admit staff who have signed in with a passkey, which is two factors."""
        person = person_of(request)
        if person is None or not (person.is_active and person.is_staff):
            return False
        return was_used(request, person)

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Return the view for staff; ``login`` answers everybody else."""
        inner: Any = super().admin_view(view, cacheable)

        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            if self.has_permission(request):
                return inner(request, *args, **kwargs)
            return self.login(request)

        return update_wrapper(guarded, inner)

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect to the site's own sign-in page; 404 for people who are not staff."""
        if self.has_permission(request):
            return HttpResponseRedirect(reverse("admin:index"))
        person = person_of(request)
        if person is not None and not person.is_staff:
            raise Http404
        if person is not None:
            messages.warning(request, "Support is for staff who have signed in with a passkey.")
            return HttpResponseRedirect(reverse("passkeys"))
        to_itself = request.path in (reverse("admin:login"), reverse("admin:logout"))
        then = request.GET.get("next", "") if to_itself else request.get_full_path()
        query = {"next": then or reverse("admin:index")}
        return HttpResponseRedirect(reverse("sign_in", query=query))

    def password_change(  # type: ignore[override] # a redirect is an answer as well
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect to the site's own password page."""
        return HttpResponseRedirect(reverse("password"))

    def logout(  # type: ignore[override] # a redirect is an answer as well
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Send the form on to the site's own way out, which ends this browser's notifications."""
        return HttpResponseRedirect(reverse("sign_out"), preserve_request=True)


def _always(self: Rows, request: HttpRequest, obj: Any = None) -> bool:
    return True


def _never(self: Rows, request: HttpRequest, obj: Any = None) -> bool:
    return False


class ReadOnly(Rows):
    """Read-only rows for all staff, whatever Django's permissions say."""

    show_full_result_count = False
    list_per_page = 50
    actions = None
    has_module_permission = has_view_permission = _always
    has_add_permission = has_change_permission = has_delete_permission = _never

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Filter by what the list offers, and nothing else.

        Django would filter by any column: ``?password__startswith=`` tells a hash by its letters.
        """
        field, _, way = lookup.partition("__")
        return field in self.list_filter and way in ("", "exact", "isnull")

    def save_only(self, row: Model, field: str) -> None:
        """Save one field, for the others may have changed since; 404 if the row is deleted."""
        rows = self.model._default_manager.filter(pk=row.pk)
        if not rows.update(**{field: getattr(row, field)}):
            raise Http404


class PersonAdmin(ReadOnly):
    """People, without their credentials; staff may lock somebody out."""

    list_display = ("id", "display_name", "username", "is_active", "is_staff", "joined_at")
    list_display_links = ("id", "display_name")
    list_filter = ("is_active", "is_staff")
    search_fields = ("=id", "display_name", "username")
    ordering = ("-pk",)
    fields = ("display_name", "username", "is_active", "is_staff", "joined_at", "last_login")
    readonly_fields = ("display_name", "username", "is_staff", "joined_at", "last_login")

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Let staff lock out anybody but other staff, whom only the administrator can lock out."""
        return not (isinstance(obj, Person) and obj.is_staff)

    def save_model(self, request: HttpRequest, obj: Person, form: Any, change: bool) -> None:
        """Save whether somebody is locked out."""
        self.save_only(obj, "is_active")

    def log_change(self, request: HttpRequest, obj: Person, message: Any) -> LogEntry:
        """Log who did it to whom, by id: a name would outlive a deleted account."""
        return LogEntry.objects.create(
            user_id=int(request.user.pk or 0),
            content_type=ContentType.objects.get_for_model(Person),
            object_id=str(obj.pk),
            object_repr=f"person {obj.pk}",
            action_flag=CHANGE,
            change_message=f"active: {obj.is_active}",
        )


class CampaignAdmin(ReadOnly):
    """Campaigns, with links to everything in them."""

    list_display = ("code", "name", "system", "revision", "demo", "created_at", "archived_at")
    list_filter = ("demo", "system")
    search_fields = ("=code", "name", "memberships__person__display_name")
    readonly_fields = ("code", "created_at", "look_into")
    exclude = ("stamp",)

    @display(description="look into")
    def look_into(self, campaign: Campaign) -> SafeString:
        """Link to the rows of this campaign."""
        ways = ("game", "fact", "change", "membership", "invite")
        lists = ((reverse(f"admin:campaign_{way}_changelist"), campaign.code, way) for way in ways)
        return format_html_join(" · ", '<a href="{}?q={}">{}s</a>', lists)


class MembershipAdmin(ReadOnly):
    """Who belongs to which campaign."""

    list_display = ("id", "campaign", "person", "role", "joined_at")
    list_select_related = ("campaign", "person")
    list_filter = ("role",)
    search_fields = ("=campaign__code", "campaign__name", "person__display_name")
    readonly_fields = ("joined_at",)


class InviteAdmin(ReadOnly):
    """Invitation links, without their hashes."""

    fields = ("campaign", "role", "looks", "made_by", "made_at", "expires_at", "revoked_at", "uses")
    list_display = ("id", *fields[:-1])
    list_select_related = ("campaign", "made_by")
    list_filter = ("role", "looks")
    search_fields = ("=campaign__code", "campaign__name")
    readonly_fields = ("made_at",)


class GameAdmin(ReadOnly):
    """Games, of campaigns and one-off."""

    list_display = ("code", "system", "campaign", "number", "owner", "created_at", "withdrawn")
    list_select_related = ("campaign", "owner", "withdrawn")
    list_filter = ("system",)
    search_fields = ("=code", "=campaign__code", "campaign__name", "owner__display_name")
    exclude = ("stamp",)
    ordering = ("-pk",)


class FactAdmin(ReadOnly):
    """Facts, as they are stored."""

    list_display = ("id", "game", "kind", "place", "recorded", "withdrawn")
    list_select_related = ("game", "recorded", "withdrawn")
    list_filter = ("kind",)
    search_fields = ("=game__campaign__code", "game__campaign__name", "=game__code", "kind")
    ordering = ("-pk",)


class ChangeAdmin(ReadOnly):
    """Changes: who, when, what; without the token of the form, which can sign a guest in."""

    list_display = ("id", "campaign", "game", "revision", "kind", "person", "at", "detail")
    list_select_related = ("campaign", "game", "person")
    list_filter = ("kind",)
    search_fields = ("=campaign__code", "campaign__name", "=game__code", "person__display_name")
    ordering = ("-pk",)
    fields = ("campaign", "game", "revision", "kind", "person", "signed", "at", "detail")
    readonly_fields = ("at",)


support = SupportSite(name="admin")
support.register(Person, PersonAdmin)
support.register(Campaign, CampaignAdmin)
support.register(Membership, MembershipAdmin)
support.register(Invite, InviteAdmin)
support.register(Game, GameAdmin)
support.register(Fact, FactAdmin)
support.register(Change, ChangeAdmin)
