"""URLs of the site; those of one game system are in its own folder."""

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path
from django.views.i18n import set_language

from campaign.records import SetupLost
from tracker.admin import support
from tracker.api import docs as api_docs
from tracker.api import site as api_site
from tracker.faces.registry import system_urls
from tracker.views import (
    account,
    api_tokens,
    app_shell,
    campaigns,
    corrections,
    crib,
    exchange,
    games,
    health,
    history,
    home,
    live,
    one_offs,
    people,
    photos,
    plays,
    results,
    seats,
    sheets,
    styleguide,
    webhooks,
)

View = Callable[..., HttpResponse]

handler403 = "tracker.views.errors.forbidden"
handler500 = "tracker.views.errors.server_error"

CAMPAIGN = "c/<str:code>/"
GAME = f"{CAMPAIGN}games/<int:number>/"
PHOTO = "photos/<slug:name>"


def of_one_off(route: str, view: View, name: str, **more: bool) -> URLPattern:
    """Return a URL of a one-off game, with a page for a game that can no longer be set up."""

    @wraps(view)
    def or_lost(request: HttpRequest, code: str, **parts: Any) -> HttpResponse:
        try:
            return view(request, code=code, **parts)
        except SetupLost:
            return one_offs.lost_page(request, code)

    return path(f"g/<str:code>/{route}", or_lost, more, name=name)


def of_any_game(route: str, view: View, name: str) -> Iterator[URLPattern]:
    """Yield the URLs of a page for a campaign's games and for one-off games (``game_url``)."""
    yield path(GAME + route, view, name=name)
    yield of_one_off(route, view, "one_off" if name == "game" else f"one_off_{name}")


urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("admin/", support.urls),
    path("", home.home, name="home"),
    path("demo", home.demo, name="demo"),
    path("language", set_language, name="set_language"),
    # --- the site as an app ---
    path("manifest.webmanifest", app_shell.manifest, name="manifest"),
    path("sw.js", app_shell.service_worker, name="service_worker"),
    path("offline", app_shell.offline, name="offline"),
    path("display", app_shell.set_display, name="set_display"),
    # --- accounts ---
    path("account", account.account, name="account"),
    path("account/keep", account.keep, name="keep"),
    path("account/name", account.display_name, name="display_name"),
    path("account/password", account.password, name="password"),
    path("account/sign-in", account.sign_in, name="sign_in"),
    path("account/passkeys", account.passkeys_page, name="passkeys"),
    path("account/passkeys/link/<str:token>", account.passkey_link, name="passkey_link"),
    path("account/passkeys/options", account.passkey_options, name="passkey_options"),
    path("account/sign-in/passkey", account.passkey_sign_in, name="passkey_sign_in"),
    path("account/recover", account.recover, name="recover"),
    path("account/recovery-codes", account.recovery_codes, name="recovery_codes"),
    path("account/browsers", account.browsers, name="browsers"),
    path("account/tokens", api_tokens.api_tokens, name="api_tokens"),
    path("account/webhooks", webhooks.webhooks, name="webhooks"),
    path("account/confirm", account.confirm, name="confirm"),
    path("account/sign-out", account.sign_out, name="sign_out"),
    path("account/export", exchange.export_own_account, name="export_account"),
    path("account/delete", account.delete, name="delete_account"),
    # --- a campaign ---
    path("start", campaigns.start, name="start"),
    path(CAMPAIGN, campaigns.campaign, name="campaign"),
    path(CAMPAIGN + "settings", campaigns.settings, name="settings"),
    path(CAMPAIGN + "archive", campaigns.archive, name="archive"),
    path(CAMPAIGN + "delete", campaigns.delete, name="delete_campaign"),
    path(CAMPAIGN + "history", history.history, name="history"),
    path(CAMPAIGN + "undo", history.undo, name="undo"),
    path(CAMPAIGN + "undo-last", history.undo_last, name="undo_last"),
    path(CAMPAIGN + "fork", campaigns.fork, name="fork"),
    path(CAMPAIGN + "export", exchange.export, name="export"),
    path(CAMPAIGN + "share.png", sheets.campaign_share_png, name="share"),
    path("import", exchange.bring_in, name="import"),
    # --- its people, and the links that let people in ---
    path(CAMPAIGN + "people", people.people, name="people"),
    path(CAMPAIGN + "people/invite", people.invite, name="invite"),
    path(CAMPAIGN + "people/invite/<int:pk>/revoke", people.revoke, name="revoke_invite"),
    path(CAMPAIGN + "people/keeper", people.keeper_code, name="keeper_code"),
    path(CAMPAIGN + "people/leave", people.leave, name="leave"),
    path(CAMPAIGN + "people/<int:pk>/role", people.role, name="change_role"),
    path(CAMPAIGN + "people/<int:pk>/remove", people.remove, name="remove_member"),
    path(CAMPAIGN + "people/<int:pk>/hand-over", people.hand_over, name="hand_over"),
    path("join/<str:token>", people.join, name="join"),
    path("look/<str:token>", people.look, name="look"),
    path("look/<str:token>/share.png", people.look_share_png, name="look_share_png"),
    # --- any game, of a campaign or by itself ---
    *of_any_game("", games.game, "game"),
    *of_any_game("result", results.result, "result"),
    *of_any_game("correct", corrections.correct, "correct"),
    *of_any_game("rules", crib.crib, "crib"),
    *of_any_game("rules.pdf", crib.crib_pdf, "crib_pdf"),
    *of_any_game("live", live.live, "live"),
    *of_any_game("live/open", live.live_open, "live_open"),
    *of_any_game("live/move", live.live_move, "live_move"),
    *of_any_game("live/state", live.live_state, "live_state"),
    *of_any_game("live/events", live.live_events, "live_events"),
    *of_any_game("live/log", live.live_log, "live_log"),
    *of_any_game("live/moves.json", live.live_moves, "live_moves"),
    *of_any_game("live/replay.svg", live.live_replay, "live_replay"),
    *of_any_game("live/clear", live.live_clear, "live_clear"),
    *of_any_game("share.png", sheets.share_png, "share_png"),
    *of_any_game("ticks", games.ticks, "ticks"),
    *of_any_game("photos", photos.photos, "photos"),
    *of_any_game(f"{PHOTO}/caption", photos.photo_edit, "photo_caption"),
    *of_any_game(f"{PHOTO}/delete", photos.delete, "photo_delete"),
    path(f"{GAME}sheet.pdf", sheets.sheet_pdf, name="setup_pdf"),
    path(f"{GAME}sheet.png", sheets.sheet_png, name="setup_png"),
    path(f"{GAME}sheet.txt", sheets.sheet_text, name="setup_text"),
    path(f"{GAME}sheet.json", sheets.sheet_json, name="setup_json"),
    of_one_off("sheet.pdf", sheets.sheet_pdf, "one_off_sheet_pdf"),
    # --- a game of a campaign ---
    path(GAME + "notes", games.note, name="note"),
    path(GAME + "notes/<int:fact>/delete", games.note_delete, name="note_delete"),
    path(GAME + "bgstats", plays.game_bgstats, name="game_bgstats"),
    path(CAMPAIGN + PHOTO, photos.photo, name="photo"),
    path(f"{CAMPAIGN}{PHOTO}/thumb", photos.photo, {"thumb": True}, name="photo_thumb"),
    # --- a one-off game ---
    path("play", one_offs.new, name="one_off_new"),
    of_one_off("roll", one_offs.roll, "one_off_roll"),
    of_one_off("change", one_offs.change, "one_off_change"),
    of_one_off("undo", one_offs.undo, "one_off_undo"),
    of_one_off("reopen", one_offs.reopen, "one_off_reopen"),
    of_one_off("share", one_offs.share, "one_off_share"),
    of_one_off("delete", one_offs.delete, "one_off_delete"),
    of_one_off("again", one_offs.play_again, "one_off_play_again"),
    of_one_off("seats", seats.seats, "one_off_seats"),
    of_one_off("seats/take", seats.take, "one_off_seat_take"),
    of_one_off("seats/leave", seats.leave, "one_off_seat_leave"),
    of_one_off("seats/<int:number>/free", seats.free, "one_off_seat_free"),
    of_one_off("seats/<int:number>/choose", seats.choose, "one_off_seat_choose"),
    of_one_off("seats/link", seats.renew, "one_off_invite_renew"),
    of_one_off("seats/take-over", seats.take_over, "one_off_take_over"),
    path("s/<str:key>", seats.invitation, name="invitation"),
    path("s/<str:key>/watch", seats.watch, name="invitation_watch"),
    path("s/<str:key>/decline", seats.decline, name="invitation_decline"),
    of_one_off("sheet.json", sheets.sheet_json, "one_off_sheet_json"),
    of_one_off(PHOTO, photos.photo, "one_off_photo", one_off=True),
    of_one_off(f"{PHOTO}/thumb", photos.photo, "one_off_photo_thumb", one_off=True, thumb=True),
    path("g/<str:code>/export", exchange.export_game, name="one_off_export"),
    path("g/<str:code>/bgstats", plays.game_bgstats, name="one_off_bgstats"),
    # --- the play log ---
    path("log", plays.log, name="log"),
    path("log.csv", plays.log_csv, name="log_csv"),
    path("log.bgsplay", plays.log_bgstats, name="log_bgstats"),
    path("log/statistics", plays.statistics, name="statistics"),
    # --- for programs ---
    path("api/v1/", api_docs.docs, name="api_docs"),
    path("api/v1/openapi.json", api_site.openapi_json, name="api_openapi"),
    path("api/v1/", api_site.urls),
    *system_urls(),
]
if settings.DEBUG:
    urlpatterns.append(path("styleguide", styleguide.styleguide, name="styleguide"))
