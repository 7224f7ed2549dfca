"""Export of a campaign or a one-off game, and of an account with all of both."""

import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain
from typing import IO, Any, TypeVar, cast

from django.db.models import F, Model

from campaign.exchange import document as schema
from campaign.exchange.archive import DOCUMENTS, PHOTO, PORTRAIT, add_file
from campaign.exchange.live import live_entries
from campaign.models import (
    CalendarFeed,
    Campaign,
    Change,
    ChangeKind,
    Fact,
    Game,
    MailAddress,
    Person,
    Photo,
    Record,
    Seat,
)
from campaign.models.games import PLANNED, PLAYED
from campaign.pictures import picture_read
from campaign.records import Names
from campaign.records.members import member_names, named
from campaign.records.own_tables import BELONGINGS, party_rows
from campaign.records.reading import fact_of, opening_of, rules_of
from campaign.rules.core.seeing import Audience
from campaign.rules.core.serialize import to_plain
from campaign.rules.registry import campaign_rules, one_off_rules
from campaign.selectors.campaigns import read_consistently
from campaign.selectors.games import games_of
from campaign.selectors.standing import may

ACCOUNT = "breachkeeper-account"
IN_MEMORY = 4 * 1024 * 1024  # bytes of an archive; a larger one is written to disk
AboutType = TypeVar("AboutType", bound=schema.About)


@dataclass(frozen=True, slots=True)
class Export:
    """The document of a record, and the names under which its pictures are stored."""

    document: schema.Document
    portraits: Mapping[int, str]  # by seat
    photos: Mapping[int, Sequence[Photo]]  # by the number of the game


def export_json(record: Record) -> bytes:
    """Return the file of a campaign or a one-off game, without pictures."""
    return schema.encode(to_plain(_read_export(record).document))


def export_zip(record: Record, out: IO[bytes]) -> None:
    """Write the file and its pictures into an archive; missing pictures are left out."""
    export = _read_export(record)
    with zipfile.ZipFile(out, "w") as archive:

        def added(name: str, file: str) -> bool:
            data = picture_read(name)
            if data is not None:
                add_file(archive, file, data)
            return data is not None

        portraits = {
            seat: PORTRAIT.format(seat)
            for seat, name in sorted(export.portraits.items())
            if added(name, PORTRAIT.format(seat))
        }
        games = []
        for game in export.document.games:
            photos: list[schema.PhotoEntry] = []
            for photo in export.photos.get(game.number, ()) if game.withdrawn is None else ():
                file = PHOTO.format(game.number, len(photos) + 1)
                if added(photo.name, file):
                    photos.append(schema.PhotoEntry(file, photo.added_at, photo.caption))
            games.append(replace(game, photos=tuple(photos)))
        document = replace(export.document, games=tuple(games))
        if isinstance(document, schema.CampaignDocument):
            document = replace(document, portraits=portraits)
        add_file(archive, DOCUMENTS[document.format], schema.encode(to_plain(document)))


def _read_export(record: Record) -> Export:
    """Read everything of a record as it is now."""
    return read_consistently(type(record)._default_manager.get(pk=record.pk), _query_export)


def _query_export(record: Record) -> Export:
    games = list(record.own_games().order_by("pk"))
    facts = list(Fact.objects.filter(game__in=games).select_related("game"))
    # An order that does not depend on ids, which differ after an import.
    facts.sort(key=lambda row: (row.recorded_id, row.kind != PLANNED, row.pk))
    # Photos of undone games are not shown anywhere.
    photos: dict[int, list[Photo]] = {}
    for photo in Photo.objects.filter(game__in=games, game__withdrawn=None).select_related("game"):
        photos.setdefault(photo.game.number or 1, []).append(photo)
    # Queried last, so that every change that a row refers to is included.
    rows = record.changes.exclude(kind=ChangeKind.IMPORT).select_related("person").order_by("pk")
    names = member_names(record)
    match record:
        case Campaign():
            lists = _lists(games, facts, list(rows), names, lambda row: _with_names(row, names))
            return _campaign_export(record, lists, photos, names)
        case Game():
            lists = _lists(games, facts, list(rows), names, _one_off_payloads(facts, names))
            return _one_off_export(record, lists, photos)
    raise TypeError(f"{record!r} is no record")


def _with_names(row: Fact, names: Names) -> Any:
    """Return the payload of a fact as a file has it: with names, not the numbers of members."""
    return named(rules_of(row.game).facts[row.kind], row.payload, names)


def _campaign_export(
    campaign: Campaign,
    lists: dict[str, Any],
    photos: Mapping[int, Sequence[Photo]],
    names: Names,
) -> Export:
    rows_of, rules = party_rows(campaign), campaign_rules(campaign.system)
    document = schema.CampaignDocument(
        format=schema.CAMPAIGN,
        campaign=_about(campaign, schema.CampaignAbout),
        party=tuple(to_plain(rows_of.read(campaign))),
        opening=to_plain(opening_of(campaign, rules, names)),
        **lists,
    )
    return Export(document, rows_of.portraits(campaign), photos)


def _one_off_export(
    game: Game, lists: dict[str, Any], photos: Mapping[int, Sequence[Photo]]
) -> Export:
    about = _about(game, schema.About)
    return Export(schema.GameDocument(format=schema.GAME, game=about, **lists), {}, photos)


def _about(record: Record, kind: type[AboutType]) -> AboutType:
    """Return the columns of a record that are in a file; their names are the same in both."""
    return kind(**{column.name: getattr(record, column.name) for column in fields(kind)})


def _lists(
    games: list[Game],
    facts: list[Fact],
    changes: list[Change],
    names: Names,
    payload_of: Callable[[Fact], Any],
) -> dict[str, Any]:
    """Return the lists of a document, which refer to each other by position."""
    fact, game, change = _positions(facts), _positions(games), _positions(changes)
    live, seats = live_entries(games, names), _seat_entries(games)
    return {
        "version": schema.VERSION,
        "changes": tuple(
            schema.ChangeEntry(
                row.kind, row.at, row.revision, schema.signed_name(row, names), row.detail
            )
            for row in changes
        ),
        "games": tuple(
            schema.GameEntry(
                row.number or 1,
                change[row.withdrawn_id],
                live=live.get(row.pk),
                seats=seats.get(row.pk, ()),
            )
            for row in games
        ),
        "facts": tuple(
            schema.FactEntry(
                game=game[row.game_id],
                kind=row.kind,
                place=row.place,
                recorded=change[row.recorded_id],
                says=payload_of(row),
                withdrawn=change[row.withdrawn_id],
                replaces=fact[row.replaces_id],
            )
            for row in facts
        ),
    }


def _seat_entries(games: list[Game]) -> dict[int, tuple[schema.SeatEntry, ...]]:
    """Return the names at the seats of one-off games, by the id of the game."""
    found: dict[int, tuple[schema.SeatEntry, ...]] = {}
    for seat in Seat.objects.filter(game__in=games).order_by("number"):
        entry = schema.SeatEntry(seat.number, seat.name)
        found[seat.game_id] = (*found.get(seat.game_id, ()), entry)
    return found


def _positions(rows: Iterable[Model]) -> dict[int | None, Any]:
    """Return the positions of rows by their ids, from 1; None for no row."""
    return {None: None} | {row.pk: position for position, row in enumerate(rows, start=1)}


def _one_off_payloads(facts: list[Fact], names: Names) -> Callable[[Fact], Any]:
    """Return the function that tells the payload of a one-off game's fact.

    Plans have no ids of this database. While the game is not finished, they are also without what
    its players hide from each other, earlier plans too: undoing a change brings one back.
    """
    is_over = any(row.kind == PLAYED and row.withdrawn_id is None for row in facts)
    everybody = Audience(over=is_over)

    def payload(row: Fact) -> Any:
        if row.kind != PLANNED:
            return _with_names(row, names)
        rules, planned = one_off_rules(row.game.system), cast(Any, fact_of(row, names))
        seen = rules.redact_plan(planned, everybody)
        if seen is not planned:
            seen = rules.export_plan(seen)
        return to_plain(replace(seen, choices=rules.detached(seen.choices)))

    return payload


# --- an account, with all records of the person ---


def export_account(person: Person, out: IO[bytes]) -> None:
    """Write all data of a person; their campaigns and one-off games can be imported again.

    Records with a box that they must not see yet stay out.
    """
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        kept = schema.encode(to_plain(_account_data(person)))
        archive.writestr("account.json", kept, zipfile.ZIP_DEFLATED)
        for campaign in Campaign.objects.of(person):
            if may(person, campaign).sees:
                _add_record(archive, f"campaigns/{campaign.code}.zip", campaign)
        for game in games_of(person):
            if may(person, game).sees:
                _add_record(archive, f"games/{game.code}.zip", game)


def _add_record(archive: zipfile.ZipFile, name: str, record: Record) -> None:
    with tempfile.SpooledTemporaryFile(IN_MEMORY) as file:
        export_zip(record, file)
        file.seek(0)
        with archive.open(name, "w", force_zip64=True) as member:
            shutil.copyfileobj(file, member)


def _account_data(person: Person) -> dict[str, Any]:
    """Return a person's data beside the records; passkeys, tokens and codes without secrets."""
    places = person.memberships.select_related("campaign")
    own = (belongings.exported(person).items() for belongings in BELONGINGS)
    return {
        "format": ACCOUNT,
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
        **dict(chain.from_iterable(own)),
        "browsers": list(person.browsers.values("name", "since")),
        "passkeys": list(person.passkeys.values("name", "made_at")),
        "api_tokens": list(person.api_tokens.values("name", "scope", "made_at", "used_on")),
        "webhooks": list(person.webhooks.values("url", "made_at")),
        "recovery_codes": person.recovery_codes.count(),
        "evening_answers": list(
            person.evening_answers.values("answer", "at", starts_at=F("date__starts_at"))
        ),
        "calendars": list(CalendarFeed.objects.filter(person=person).values("made_at", "used_on")),
        "mail_addresses": list(
            MailAddress.objects.filter(person=person).values("address", "made_at", "confirmed_at")
        ),
        "notified_browsers": list(person.push_subscriptions.values("name", "made_at")),
        "muted": list(person.mutes.values("kind", code=F("campaign__code"))),
    }
