"""To another machine by one file; and what was revoked since a backup."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client, override_settings

from campaign.models import Browser, Game, Person, Role
from campaign.models.api_tokens import Scope
from campaign.services.accounts import browsers_sign_out
from campaign.services.api_tokens import api_token_make, api_token_use
from campaign.services.people import invite_find, invite_make, invite_revoke
from tests.campaign import factories
from tests.tracker import one_offs
from tests.tracker.clean_environment import run_python

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD = "a lantern over the table"


def said_by(*command: str) -> str:
    out = io.StringIO()
    call_command(*command, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def revoked_since(place: Path) -> tuple[Client, Client, Client, str, str, str, Path]:
    """Make a backup; then sign out, and revoke a token and both kinds of links."""
    anna = Person.objects.create_user("anna", PASSWORD)
    older, client, guest = Client(), Client(), Client()
    older.force_login(anna)
    Browser.objects.all().delete()  # releases before the first list of browsers noted none
    client.force_login(anna)
    guest.force_login(factories.person("Guest"))
    campaign = factories.planned_campaign(person=anna)
    game = one_offs.game(anna)
    old_key = game.invite_key or ""
    token = api_token_make(person=anna, name="script", scope=Scope.READ)
    invite, link = invite_make(campaign=campaign, person=anna, role=Role.PLAYER)
    backup = Path(said_by("backup", "--to", str(place)).strip())
    browsers_sign_out(person=anna)
    invite_revoke(invite=invite, person=anna)
    Game.objects.filter(pk=game.pk).update(invite_key="NEW-KEY")
    return older, client, guest, token, link, old_key, backup


@pytest.mark.parametrize("revoke", [False, True])
def test_what_was_revoked_since_is_said_or_revoked_with_everything(
    tmp_path: Path, revoke: bool
) -> None:
    with override_settings(MEDIA_ROOT=tmp_path / "media", DATA_DIR=tmp_path):
        older, client, guest, token, link, old_key, backup = revoked_since(tmp_path)
        said = said_by("restore", str(backup), "--replace", *(["--revoke"] if revoke else []))
    assert ("what was revoked since is valid" in said) is not revoke
    assert ("1 accounts signed out, 1 tokens" in said) is revoke
    assert ("recovery codes, keeper's codes, members, webhooks" in said) is revoke
    lets_in = (
        older.get("/account").status_code == 200,
        client.get("/account").status_code == 200,
        api_token_use(token=token) is not None,
        invite_find(token=link) is not None,
        Game.objects.filter(invite_key=old_key).exists(),
    )
    assert lets_in == ((not revoke),) * 5
    assert guest.get("/account").status_code == 200  # they could not come back


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the new machine has SQLite")
def test_an_installation_moves_by_one_file(tmp_path: Path) -> None:
    client = Client()
    client.force_login(Person.objects.create_user("anna", PASSWORD))
    factories.planned_campaign(name="The Long Watch")
    file = tmp_path / "everything.zip"
    with override_settings(MEDIA_ROOT=tmp_path / "media", DATA_DIR=tmp_path):
        assert f"breachkeeper restore {file.name}" in said_by("move", str(file))
        with pytest.raises(CommandError, match="is there already"):
            said_by("move", str(file))
    assert [path.name for path in tmp_path.glob("*.zip")] == [file.name]
    assert file.stat().st_mode & 0o077 == 0
    # On the new machine: nothing but an empty directory, and no `migrate` before.
    new = tmp_path / "new"
    done = run_python("-m", "tracker", "restore", str(file), data=new)
    assert done.returncode == 0, done.stderr
    assert "database: created" in done.stdout
    assert "secret key: taken over" in done.stdout
    shown = run_python("-c", SHOW, client.cookies["sessionid"].value, data=new)
    assert shown.stdout.split() == ["200", "The", "Long", "Watch"], shown.stderr


SHOW = """
import sys, tracker.wsgi
from django.test import Client
from campaign.models import Campaign
client = Client(headers={"host": "localhost"})
client.cookies["sessionid"] = sys.argv[1]
print(client.get("/account").status_code, Campaign.objects.get().name)
"""


@pytest.mark.usefixtures("db")
def test_an_update_begins_with_a_backup_and_says_what_to_do(tmp_path: Path) -> None:
    with override_settings(MEDIA_ROOT=tmp_path / "media", DATA_DIR=tmp_path):
        said = said_by("update")
    assert Path(said.splitlines()[0]).exists()
    assert "git pull, then make run" in said
    assert "To go back, stop Breachkeeper, move the file of\nthe database away" in said
