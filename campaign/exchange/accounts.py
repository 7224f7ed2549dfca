"""An account as one archive: what is kept of a person, and the records they may take along."""

import shutil
import tempfile
import zipfile
from typing import IO, Any

from campaign.exchange.document import encode
from campaign.exchange.exporting import export_zip
from campaign.models import Campaign, Game, Person
from campaign.rules.core.serialize import to_plain

FORMAT = "breachkeeper-account"
IN_MEMORY = 4 * 1024 * 1024  # of one record; a larger one is put together on the disk


def export_account(person: Person, out: IO[bytes]) -> None:
    """Write what is kept of somebody; their campaigns and one-off games can be imported again."""
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("account.json", encode(to_plain(_kept(person))), zipfile.ZIP_DEFLATED)
        for campaign in Campaign.objects.of(person):
            _add(archive, f"campaigns/{campaign.code}.zip", campaign)
        for game in Game.objects.one_off().standing().of(person):
            _add(archive, f"games/{game.code}.zip", game)


def _add(archive: zipfile.ZipFile, name: str, record: Campaign | Game) -> None:
    with tempfile.SpooledTemporaryFile(IN_MEMORY) as file:
        export_zip(record, file)
        file.seek(0)
        with archive.open(name, "w", force_zip64=True) as member:
            shutil.copyfileobj(file, member)


def _kept(person: Person) -> dict[str, Any]:
    """Return what is kept beside the records; of keys and codes only that there are any."""
    places = person.memberships.select_related("campaign")
    decks = person.decks.standing()
    return {
        "format": FORMAT,
        "version": 1,
        "username": person.username,
        "name": person.display_name,
        "joined_at": person.joined_at,
        "last_signed_in_at": person.last_login,
        "campaigns": [
            {"code": place.campaign.code, "name": place.campaign.name, "role": place.role}
            for place in places
        ],
        "preferences": list(person.preferences.values("family", "kind", "name", "payload")),
        "decks": list(decks.values("code", "deck", "reason", "created_at", "changed_at")),
        "browsers": list(person.browsers.values("name", "since")),
        "passkeys": list(person.passkeys.values("name", "made_at")),
        "recovery_codes": person.recovery_codes.count(),
    }
