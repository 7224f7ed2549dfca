"""URLs of the site; those of one game system are in its own folder."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
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
    calendars,
    campaigns,
    corrections,
    crib,
    evenings,
    exchange,
    games,
    health,
    history,
    home,
    live,
    moved,
    news,
    notices,
    one_offs,
    people,
    photos,
    plays,
    previously,
    results,
    seats,
    sheets,
    story,
    styleguide,
    webhooks,
)

View = Callable[..., HttpResponseBase]

handler400 = "tracker.views.errors.bad_request"
handler403 = "tracker.views.errors.forbidden"
handler500 = "tracker.views.errors.server_error"

CAMPAIGN = "c/<str:code>/"
PHOTO = "photos/<slug:name>"


def of_game(route: str, view: View, name: str, **more: bool) -> URLPattern:
    """Return the URL of a page of a game, with a page for one that can no longer be set up."""

    @wraps(view)
    def or_lost(request: HttpRequest, code: str, **parts: Any) -> HttpResponseBase:
        try:
            return view(request, code=code, **parts)
        except SetupLost:
            return one_offs.lost_page(request, code)

    return path(f"g/<str:code>/{route}", or_lost, more, name=name)


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
    path(CAMPAIGN + "previously", previously.previously, name="previously"),
    path(CAMPAIGN + "previously.png", previously.previously_png, name="previously_png"),
    path(CAMPAIGN + "story", story.story, name="story"),
    path(CAMPAIGN + "statistics", story.statistics, name="campaign_statistics"),
    path(CAMPAIGN + "chronicle.pdf", story.chronicle_pdf, name="chronicle_pdf"),
    path(CAMPAIGN + "poster.pdf", story.poster_pdf, name="poster_pdf"),
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
    # --- the next evening ---
    path(CAMPAIGN + "evenings", evenings.evenings, name="evenings"),
    of_game("evenings", evenings.game_evenings, "game_evenings"),
    path("e/<str:key>", evenings.evening, name="evening"),
    path("e/<str:key>/dates", evenings.dates, name="evening_dates"),
    path("e/<str:key>/withdraw", evenings.withdraw, name="evening_withdraw"),
    path("e/<str:key>/settle", evenings.settle, name="evening_settle"),
    path("e/<str:key>/reopen", evenings.reopen, name="evening_reopen"),
    path("e/<str:key>/plan", evenings.plan, name="evening_plan"),
    path("e/<str:key>/link", evenings.renew, name="evening_renew"),
    path("e/<str:key>/call-off", evenings.call_off, name="evening_call_off"),
    path("e/<str:key>/evening.ics", calendars.evening_file, name="evening_ics"),
    path("account/calendar", calendars.calendar, name="calendar"),
    path("notifications", notices.notices, name="notices"),
    path("notifications/subscribe", notices.subscribe, name="notices_subscribe"),
    path("notifications/mail", notices.mail, name="notices_mail"),
    path("mail/<str:token>", notices.mail_link, name="mail_link"),
    path("calendar/<str:token>.ics", calendars.feed, name="calendar_feed"),
    # --- any game, of a campaign or one-off ---
    of_game("", games.game, "game"),
    of_game("result", results.result, "result"),
    of_game("correct", corrections.correct, "correct"),
    of_game("rules", crib.crib, "crib"),
    of_game("rules.pdf", crib.crib_pdf, "crib_pdf"),
    of_game("news", news.news, "game_news"),
    of_game("live", live.live, "live"),
    of_game("live/open", live.live_open, "live_open"),
    of_game("live/move", live.live_move, "live_move"),
    of_game("live/state", live.live_state, "live_state"),
    of_game("live/events", live.live_events, "live_events"),
    of_game("live/log", live.live_log, "live_log"),
    of_game("live/moves.json", live.live_moves, "live_moves"),
    of_game("live/replay.svg", live.live_replay, "live_replay"),
    of_game("live/clear", live.live_clear, "live_clear"),
    of_game("share.png", sheets.share_png, "share_png"),
    of_game("ticks", games.ticks, "ticks"),
    of_game("photos", photos.photos, "photos"),
    of_game("bgstats", plays.game_bgstats, "game_bgstats"),
    of_game(PHOTO, photos.photo, "photo"),
    of_game(f"{PHOTO}/thumb", photos.photo, "photo_thumb", thumb=True),
    of_game(f"{PHOTO}/caption", photos.photo_edit, "photo_caption"),
    of_game(f"{PHOTO}/delete", photos.delete, "photo_delete"),
    of_game("sheet.pdf", sheets.sheet_pdf, "sheet_pdf"),
    of_game("sheet.png", sheets.sheet_png, "sheet_png"),
    of_game("sheet.txt", sheets.sheet_text, "sheet_text"),
    of_game("sheet.json", sheets.sheet_json, "sheet_json"),
    # --- a game of a campaign ---
    of_game("notes", games.note, "note"),
    of_game("notes/<int:fact>/delete", games.note_delete, "note_delete"),
    # --- a one-off game ---
    path("play", one_offs.new, name="new_game"),
    of_game("roll", one_offs.roll, "roll"),
    of_game("change", one_offs.change, "change"),
    of_game("undo", one_offs.undo, "undo_game"),
    of_game("reopen", one_offs.reopen, "reopen"),
    of_game("share", one_offs.share, "share_game"),
    of_game("delete", one_offs.delete, "delete_game"),
    of_game("again", one_offs.play_again, "play_again"),
    of_game("seats", seats.seats, "seats"),
    of_game("seats/take", seats.take, "seat_take"),
    of_game("seats/leave", seats.leave, "seat_leave"),
    of_game("seats/<int:number>/free", seats.free, "seat_free"),
    of_game("seats/<int:number>/choose", seats.choose, "seat_choose"),
    of_game("seats/link", seats.renew, "invite_renew"),
    of_game("seats/take-over", seats.take_over, "take_over"),
    path("s/<str:key>", seats.invitation, name="invitation"),
    path("s/<str:key>/watch", seats.watch, name="invitation_watch"),
    path("s/<str:key>/decline", seats.decline, name="invitation_decline"),
    of_game("export", exchange.export_game, "export_game"),
    # --- addresses of a campaign's games until 2026 ---
    path(f"{CAMPAIGN}games/<int:number>/", moved.game, name="old_game"),
    path(f"{CAMPAIGN}games/<int:number>/<path:rest>", moved.game, name="old_game_page"),
    path(f"{CAMPAIGN}{PHOTO}", moved.photo, name="old_photo"),
    path(f"{CAMPAIGN}{PHOTO}/thumb", moved.photo, {"rest": "/thumb"}, name="old_photo_thumb"),
    # --- the play log ---
    path("log", plays.log, name="log"),
    path("log.csv", plays.log_csv, name="log_csv"),
    path("log.bgsplay", plays.log_bgstats, name="log_bgstats"),
    path("log/statistics", plays.statistics, name="statistics"),
    # --- for programs ---
    path("api/v1/", api_docs.docs, name="api_docs"),
    path("api/v1/openapi.json", api_site.openapi_json, name="api_openapi"),
    path("api/v1/", api_site.urls),
    path("export/<slug:name>.schema.json", exchange.export_schema, name="export_schema"),
    *system_urls(),
]
if settings.DEBUG:
    urlpatterns.append(path("styleguide", styleguide.styleguide, name="styleguide"))
