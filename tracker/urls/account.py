"""URLs of accounts."""

from django.urls import URLPattern, path

from tracker.views import account, exchange, passkeys, sign_ins

urlpatterns: list[URLPattern] = [
    path("account", account.account, name="account"),
    path("account/keep", account.keep, name="keep"),
    path("account/name", account.display_name, name="display_name"),
    path("account/password", account.password, name="password"),
    path("account/sign-in", account.sign_in, name="sign_in"),
    path("account/passkeys", passkeys.passkeys_page, name="passkeys"),
    path("account/passkeys/options", passkeys.passkey_options, name="passkey_options"),
    path("account/sign-in/passkey", passkeys.passkey_sign_in, name="passkey_sign_in"),
    path("account/recover", sign_ins.recover, name="recover"),
    path("account/recovery-codes", sign_ins.recovery_codes, name="recovery_codes"),
    path("account/browsers", sign_ins.browsers, name="browsers"),
    path("account/confirm", sign_ins.confirm, name="confirm"),
    path("account/sign-out", account.sign_out, name="sign_out"),
    path("account/export", exchange.export_own_account, name="export_account"),
    path("account/delete", account.delete, name="delete_account"),
]
