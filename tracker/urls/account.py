"""URLs of accounts."""

from django.urls import URLPattern, path

from tracker.views import account

urlpatterns: list[URLPattern] = [
    path("account", account.account, name="account"),
    path("account/keep", account.keep, name="keep"),
    path("account/name", account.display_name, name="display_name"),
    path("account/password", account.password, name="password"),
    path("account/sign-in", account.sign_in, name="sign_in"),
    path("account/sign-out", account.sign_out, name="sign_out"),
    path("account/delete", account.delete, name="delete_account"),
]
