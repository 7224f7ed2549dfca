"""What is fuzzed: campaigns in every state, and a valid submission of each form.

Every form that somebody can see is read off its page with the values a browser would send, and
filled in where it is empty. Most of these are written if they are sent; the fuzzing spoils them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

from django.db import connection
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone

from campaign.models import Campaign, Change, Draft, Game, Person, Role, SavedDeck
from campaign.rules.aeons_end.one_off.choices import Collection, open_choices
from campaign.services.live import table_open
from campaign.services.one_offs import game_share, game_start
from campaign.services.seats import seat_take
from tests.campaign import factories
from tests.soak.players import GROWTH, LOST, WON, party
from tests.tracker import one_offs
from tests.tracker.aeons_end import expeditions
from tests.tracker.ashes import drafting, duels
from tests.tracker.security.site import PASSWORD, Site
from tests.tracker.security.table import OK, TABLE
from tests.tracker.security.valid_calls import ValidCall, valid_calls
from tracker.people.guests import form_key
from tracker.systems.aeons_end.shared import shelf

USED = "a-token-used-before"  # by a write of the campaign that the table is about
Fields = dict[str, tuple[str, ...]]
Record = dict[str, list[tuple[Any, ...]]]
SHEETS = ("_pdf", "_png", "share", "photo", "thumb", "portrait", "_csv", "bgstats")
# What a form holds besides what its page shows, to be written.
FILLED: dict[str, dict[str, Any]] = {
    "start": party("Another detector"),
    "expedition_start": {"boxes": ["aeons-end", "the-new-age"], "seed": "7"},
    "expedition_reward": {"kind": "gem"},
    "expedition_correct_reward": {"kind": "relic"},
    "expedition_node": {"option": "1"},
    "keep": {"username": "gia-of-the-table", "password": "a lantern over the table"},
    "display_name": {"display_name": "Somebody Else"},
    "password": {"old": PASSWORD, "password": "a lantern over the table"},
    "sign_in": {"username": "stranger", "password": PASSWORD},
    "api_tokens": {"name": "A bot", "scope": "read"},
    "webhooks": {"url": "https://bot.example.org/games"},
    "confirm": {"password": PASSWORD},
    "recover": {"username": "stranger", "code": "AAAA BBBB CCCC"},
    "keeper_code": {"code": "AAAA BBBB CCCC"},
    "delete_account": {"word": "delete"},
    "delete_campaign": {"name": "The Long Watch"},
    "note": {"text": "The breach closed."},
    "photo_caption": {"caption": "By candlelight"},
    "one_off_photo_caption": {"caption": "By candlelight"},
    "one_off_new": {"seats": ""},  # not the button that only adds a seat
    "one_off_change": {"mages": 2, "difficulty": "normal", "way": "drawn", "seed": "1"}
    | {"seats": ""},
    "result": WON | {"note": "Won."},
    "aftermath_verdict": {"onward": "no"},
    "aftermath_sections": {"all": "1", "letter_Y": "V"},
    "aftermath_seals": {"typed": "The blue envelope"},
    "aftermath_ordered": {"order": "banish", "goes": "gravity-node", "reason": "L31 says so"},
    "bookmark": {"card": "L07"},
    "aftermath_growth": GROWTH,
    "aftermath_sticker": {"kind": "starter", "name": "Bone Flute", "card_kind": "relic"}
    | {"where": "hand"},
    "aftermath_stickers": {"brings_1_2a": "starter-relic", "name_1_2a": "Bone Flute"}
    | {"where_1_2a": "hand"},
    "aftermath_evolution": {"card": "~pale thing 2.1", "happened": "sticker", "text": "Twice."},
    "aftermath_close": {"decision": "growth:1", "reason": "There were none left."},
    "aftermath_pool": {"names": "Ambush"},
    "join": {"display_name": "Ewa"},
    "my_mage": {"seat": "2"},
    "names": {"name": "Paler Still"},
    "live_move": {"move": '{"kind":"dial","whose":"gravehold","by":-1}'},
    "one_off_live_move": {"move": '{"kind":"life","seat":1,"by":-1}'},
    "drafts": {"name": "Ada"},
    "draft_join": {"name": "Ewa"},
    "draft_seats": {"name": "Ewa"},
    "invitation": {"name": "Ewa", "seat": "1"},
    "one_off_seat_take": {"name": "Ewa", "seat": "1"},
    "one_off_seat_leave": {"seat": "1"},
    "one_off_seat_choose": {"deck": f"ready:{duels.MIST}"},
    "duel_counted": {"counted": "1"},
    "draft_move": {"card": "coal-roarkwin"},
    "deck_new": {"phoenixborn": "coal-roarkwin", "name": "Iron"},
    "deck_import": {"text": "3x Anchornaut", "edition": "first"},
    "deck_edit": {"do": "save", "name": "Iron"},
    "public_deck_report": {"text": "This is rude."},
    "one_off_share": {"campaign": ""},
    "relic_start": {"life_3": "4"},
    "relic_battle": {"do": "apply", "n_attribute": "5", "n_shown_1": "3"}
    | {"o_attribute": "4", "o_shown_1": "6", "o_shown_2": "2"},
    "relic_duel": {"do": "apply", "c_attribute": "6", "c_shown_1": "3"}
    | {"d_attribute": "4", "d_shown_1": "5"},
    "boxes": {"boxes": ["war-eternal", "the-depths"]},
    "patterns": {"name": "Cheap"},
    "exclusions": {"never": ["aeons-end/xaxos"]},
    "preset_save": {"name": "Once more"},
    "one_off_result": LOST | {"life_1": "0", "life_2": "5"},
}
FILES = {"photos": "pictures", "portrait_change": "picture", "import": "file"}


@dataclass(frozen=True)
class ValidForm:
    """A valid form of somebody who may send it, and the values its fields offer."""

    name: str
    args: tuple[str, ...]
    visitor: str
    fields: tuple[tuple[str, tuple[str, ...]], ...]
    offered: tuple[str, ...]


@dataclass(frozen=True)
class FuzzTarget:
    """The site, with more campaigns to fuzz, its forms, and calls of its API."""

    site: Site
    forms: tuple[ValidForm, ...]
    calls: tuple[ValidCall, ...]
    codes: dict[str, str]  # of a campaign, a game, a deck, a preset: "ours", "theirs" or "demo"
    revisions: dict[str, int]
    tables: dict[str, tuple[str, ...]]  # with the columns that count

    def record(self) -> Record:
        """Return every row with plain SQL, for it is read very often."""
        with connection.cursor() as cursor:
            found: Record = {}
            for table, columns in self.tables.items():
                cursor.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY 1")
                found[table] = cursor.fetchall()
            return found

    def urls_with_field(self, field: str) -> frozenset[str]:
        """Return the URLs whose forms carry a field."""
        return frozenset(
            form.name for form in self.forms if any(key == field for key, _value in form.fields)
        )


def prepare_target(site: Site) -> FuzzTarget:
    """Add campaigns in every state, and read every form."""
    keeper = site.person("keeper")
    second = _next_chapter(keeper)
    factories.record_win(second)
    campaigns = [
        factories.planned_campaign(person=keeper, name="The Long Watch"),
        _next_chapter(keeper),
        factories.played_campaign(person=keeper, name="The Long Watch"),
        _lost(keeper),
        second,
        factories.answer_all(factories.played_campaign(person=keeper, name="The Long Watch")),
        _evolving(keeper),
    ]
    for campaign in campaigns:
        factories.join(campaign, site.person("reader"), Role.READER)
        factories.join(campaign, site.person("player"))
        factories.join(campaign, site.person("guest"))
    opened = one_offs.game(keeper)
    game_share(game=opened, person=keeper, campaign=site.sample.campaign)
    shelf.save(keeper, Collection(boxes=("the-depths", "war-eternal", "aeons-end", "the-new-age")))
    shelved = game_start(person=keeper, system="aeons-end", choices=open_choices(2))
    game_start(person=keeper, system="aeons-end", choices=open_choices(2), token=form_key(USED))
    table_open(game=opened, person=keeper)
    table_open(game=factories.game_of_campaign(campaigns[0], 1), person=keeper)
    last = Change.objects.filter(campaign=site.sample.campaign, revision__gte=1).latest("pk")
    Change.objects.filter(pk=last.pk).update(token=USED)
    every = _forms(site, campaigns, opened, shelved)
    forms = {(form.name, form.args, form.visitor): form for form in every}
    there = site.other_sample
    records = (
        there.campaign,
        there.one_off,
        there.duel,
        there.relic_game,
        there.expedition,
        there.deck,
        there.deleted_deck,
    )
    theirs = {record.code for record in records} | {there.draft.code}
    drafts = Draft.objects.values_list("code", flat=True)
    known = [*(code for code, _revision in _revisions()), *drafts]
    codes = {code: "theirs" if code in theirs else "ours" for code in known}
    codes |= {str(site.sample.preset.pk): "ours", str(there.preset.pk): "theirs"}
    return FuzzTarget(
        site=site,
        forms=tuple(forms.values()),
        calls=tuple(valid_calls(site)),
        codes=codes | {site.demo.code: "demo"},
        revisions=dict(_revisions()),
        tables=_tables(),
    )


def _tables() -> dict[str, tuple[str, ...]]:
    """Return the campaign tables; the day on which a token was used changes by reading."""
    with connection.cursor() as cursor:
        names = sorted(connection.introspection.table_names(cursor))
        columns = {
            name: connection.introspection.get_table_description(cursor, name)
            for name in names
            if name.startswith("campaign_")
        }
    return {
        name: tuple(f'"{column.name}"' for column in found if column.name != "used_on")
        for name, found in columns.items()
    }


def _revisions() -> Iterator[tuple[str, int]]:
    yield from Campaign.objects.values_list("code", "revision")
    yield from Game.objects.values_list("code", "revision")
    yield from SavedDeck.objects.values_list("code", "revision")


def _next_chapter(keeper: Person) -> Campaign:
    campaign = factories.settled_campaign(person=keeper, name="The Long Watch")
    factories.plan(campaign)
    return campaign


def _lost(keeper: Person) -> Campaign:
    campaign = _next_chapter(keeper)
    factories.record_loss(campaign)
    return campaign


def _evolving(keeper: Person) -> Campaign:
    """Return a campaign at the end of chapter 3, where a card evolves."""
    campaign = factories.third_chapter(person=keeper, name="The Long Watch")
    factories.record_win(campaign)
    return factories.answer_all(campaign, but="evolution")


def _with_a_silent_owner(player: Person) -> Game:
    """Return a game in which somebody else sits, and whose owner has long been gone."""
    game = one_offs.game()
    seat_take(game=game, key=game.invite_key, number=1, person=player, name="Bo")
    long_ago = timezone.now() - timedelta(days=1)
    Game.objects.filter(pk=game.pk).update(created_at=long_ago)
    game.changes.update(at=long_ago)
    return game


# --- the forms ---


def _forms(
    site: Site, campaigns: list[Campaign], opened: Game, shelved: Game
) -> Iterator[ValidForm]:
    more = ("keeper", reverse("one_off", args=[shelved.code]))
    for visitor, url in (*_pages(site, campaigns, opened), more):
        page = site.client(visitor).get(url)
        if page.status_code == OK and "html" in page.headers.get("Content-Type", ""):
            for form in forms_of(url, page.content.decode()):
                offered = {value for values in form.offered.values() for value in values}
                yield from _valid(visitor, form.action, form.fields, tuple(sorted(offered)))


def _pages(site: Site, campaigns: list[Campaign], opened: Game) -> Iterator[tuple[str, str]]:
    for name, row in TABLE.items():
        if not row.read or name.endswith(SHEETS):
            continue
        keeps = row.read["keeper"] == OK
        for visitor in ("keeper",) if keeps else ("guest", "anonymous"):
            if row.read[visitor] == OK:
                yield visitor, reverse(name, args=site.sample.args(*row.args)) + row.query
        if row.args == ("game_code",):
            yield "keeper", reverse(name, args=[opened.code])
            yield "keeper", reverse(name, args=[site.sample.duel.code])
    yield "keeper", reverse("one_off_live", args=[one_offs.game(site.person("keeper")).code])
    yield "keeper", reverse("one_off", args=[duels.played(site.person("keeper")).code])
    first = site.sample.campaign.code
    yield "keeper", reverse("game", args=[first, 1])
    for draft in (drafting.begun(site.person("keeper")), drafting.done(site.person("keeper"))):
        for seat in (1, 2):
            yield "keeper", f"{reverse('draft', args=[draft.code])}?seat={seat}"
    going = expeditions.begun(site.person("keeper"))
    yield "keeper", reverse("expedition_battle", args=[going.code])
    reading = expeditions.reading(site.person("keeper"))
    yield "keeper", reverse("expedition_node", args=[reading.code])
    again = expeditions.consoled(site.person("keeper"))
    yield "keeper", reverse("expedition_correct_reward", args=[again.code, 1])
    yield "player", reverse("leave", args=[first])
    yield (
        "player",
        reverse("one_off_seats", args=[_with_a_silent_owner(site.person("player")).code]),
    )
    yield "player", reverse("keeper_code", args=[first])
    yield "stranger", reverse("join", args=[site.sample.join_token])
    yield "guest", reverse("account")
    note = site.sample.note
    yield "keeper", reverse("entry_delete", args=[first, note.pk])
    yield "keeper", reverse("names", args=[campaigns[-1].code]) + "?key=~pale thing 2.1"
    for campaign in campaigns:
        number = factories.last_game(campaign)
        for name in TABLE:
            if name in ("result", "game", "setup", "live", "live_log") or name.startswith(
                "aftermath"
            ):
                more = [1, "2a"] if name == "aftermath_sticker" else []
                yield "keeper", reverse(name, args=[campaign.code, number, *more])


def _valid(
    visitor: str, action: str, fields: Fields, offered: tuple[str, ...]
) -> Iterator[ValidForm]:
    try:
        found = resolve(action)
    except Resolver404:
        return
    name = str(found.url_name)
    if name in TABLE:
        filled = {
            key: tuple(given) if isinstance(given, list) else (str(given),)
            for key, given in FILLED.get(name, {}).items()
        }
        args = tuple(str(part) for part in found.kwargs.values())
        yield ValidForm(name, args, visitor, tuple((fields | filled).items()), offered)


@dataclass
class PageForm:
    """A form of a page: what a browser would send, and the values that each field offers."""

    action: str
    fields: Fields = field(default_factory=dict)
    offered: dict[str, list[str]] = field(default_factory=dict)


def forms_of(url: str, page: str) -> list[PageForm]:
    """Return the forms of a page that are posted."""
    reader = _FormReader(url)
    reader.feed(page)
    return reader.forms


class _FormReader(HTMLParser):
    """Read the forms of a page: what a browser would send, and the other values they offer."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = url
        self.forms: list[PageForm] = []
        self._inside = False
        self._select = self._area = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {key: value or "" for key, value in attrs}
        name, value = found.get("name", ""), found.get("value", "")
        if tag == "button" and "formaction" in found:
            held = dict(self.forms[-1].fields) if self._inside else {}
            held |= {name: (value,)} if name else {}
            self.forms.insert(0, PageForm(urlsplit(found["formaction"]).path, held))
        elif tag == "form":
            self._inside = found.get("method", "").lower() == "post"
            if self._inside:
                self.forms.append(PageForm(urlsplit(found.get("action") or self.url).path))
        elif not self._inside:
            return
        elif tag == "button" and name:
            self._found(name, value, sent=name not in self.forms[-1].fields)  # one is pressed
        elif tag == "input" and name and found.get("type") in ("radio", "checkbox"):
            self._found(name, found.get("value", "on"), sent="checked" in found)
        elif tag == "input" and name and found.get("type") != "file":
            self._found(name, value, sent=True)
        elif tag == "textarea":
            self._area = name
            self.forms[-1].fields[name] = ("",)
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            if "selected" in found:
                self.forms[-1].fields.pop(self._select, None)
            self._found(self._select, value, sent=self._select not in self.forms[-1].fields)

    def handle_data(self, data: str) -> None:
        if self._inside and self._area:
            fields = self.forms[-1].fields
            fields[self._area] = (fields[self._area][0] + data.lstrip("\n"),)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False
        self._area = "" if tag == "textarea" else self._area
        self._select = "" if tag == "select" else self._select

    def _found(self, name: str, value: str, *, sent: bool) -> None:
        form = self.forms[-1]
        form.offered.setdefault(name, []).append(value)
        if sent and name != "csrfmiddlewaretoken":
            form.fields[name] = (*form.fields.get(name, ()), value)
