"""Passkeys with Chromium's virtual authenticator."""

from __future__ import annotations

from playwright.sync_api import Page, expect

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def make_passkey(
    page: Page, username: str, password: str, *, url: str = "/account/passkeys"
) -> None:
    """Sign in with a password, and make a passkey; staff need a link for it."""
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    device.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    page.goto("/account/sign-in")
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password").fill(password)
    page.get_by_role("main").get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/")
    page.goto(url)
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("Passkey added.")).to_be_visible()


def sign_in_by_passkey(page: Page) -> None:
    """Come back without a session, and sign in by the passkey."""
    page.context.clear_cookies()
    page.goto("/account/sign-in")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url("**/")
