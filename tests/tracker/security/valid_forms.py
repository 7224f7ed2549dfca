"""What is fuzzed: campaigns in every state, and a valid submission of each form.

Every form that somebody can see is read off its page with the values a browser would send, and
filled in where it is empty. Most of these are written if they are sent; the fuzzing spoils them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from django.db import connection
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone

from campaign.models import Campaign, Change, Game, Person, Role, SavedDeck
from campaign.rules.aeons_end.legacy.first_evening import FirstEvening
from campaign.rules.aeons_end.one_off.choices import Collection, open_choices
from campaign.services.ashes.decks import deck_create
from campaign.services.live import table_open
from campaign.services.one_offs import game_share, game_start
from campaign.services.seats import seat_take
from tests.addresses import game_at
from tests.campaign import factories, next_evenings
from tests.rules.journal.journals import plain
from tests.soak.players import GROWTH, LOST, WON, party
from tests.tracker import one_offs
from tests.tracker.aeons_end import expeditions
from tests.tracker.ashes import decks, drafting, duels
from tests.tracker.journal import kept
from tests.tracker.security.rows import OK, ONE_OFF, url_name
from tests.tracker.security.site import PASSWORD, Site
from tests.tracker.security.table import TABLE
from tests.tracker.security.valid_calls import ValidCall, valid_calls
from tests.tracker.test_web_push import AUTH, BROWSER_PUBLIC
from tracker.people.guests import form_key
from tracker.systems.aeons_end.shared import shelf

USED = "a-token-used-before"  # by a write of the campaign that the table is about
Fields = dict[str, tuple[str, ...]]
Record = dict[str, list[tuple[Any, ...]]]
SHEETS = ("_pdf", "_png", "share", "photo", "thumb", "portrait", "_csv", "bgstats")
# What a form holds besides what its page shows, to be written.
READ_ON = ("used_on", "seen_on")
SOON = (timezone.localdate() + timedelta(days=8)).isoformat()
FILLED: dict[str, dict[str, Any]] = {
    "start": party("Another detector"),
    "journal_start": {"name": "Our box", "player_1": "Ann"},
    "journal_description": {"pasted": json.dumps(plain("delta") | {"edition": 2})},
    "journal_thing": {"name": "Home", "own": "Rusty"},
    "journal_new": {"kind": "keeper", "name": "The cook"},
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
    "one_off:photo_caption": {"caption": "By candlelight"},
    "new_game": {"seats": ""},  # not the button that only adds a seat
    "change": {"mages": 2, "difficulty": "normal", "way": "drawn", "seed": "1"} | {"seats": ""},
    "result": WON | {"note": "Won."},
    "aftermath_verdict": {"onward": "no"},
    "aftermath_sections": {"all": "1", "letter_Y": "V"},
    "aftermath_seals": {"typed": "The blue envelope"},
    "aftermath_ordered": {"order": "banish", "goes": "gravity-node", "reason": "L31 says so"},
    "bookmark": {"card": "L07"},
    "aftermath_growth": GROWTH,
    "aftermath_sticker": {"kind": "starter", "name": "Bone Flute", "card_kind": "relic"}
    | {"where": "hand"},
    "aftermath_stickers": {"brings_1_2a": "starter-relic-hand", "name_1_2a": "Bone Flute"},
    "aftermath_evolution": {"card": "~pale thing 2.1", "happened": "sticker", "text": "Twice."},
    "aftermath_close": {"decision": "growth:1", "reason": "There were none left."},
    "aftermath_pool": {"names": "Ambush"},
    "join": {"display_name": "Ewa"},
    "my_mage": {"seat": "2"},
    "names": {"name": "Paler Still"},
    "live_move": {"move": '{"kind":"dial","whose":"gravehold","by":-1}'},
    "one_off:live_move": {"move": '{"kind":"life","seat":1,"by":-1}'},
    "evenings": {"day_1": SOON, "place": "At Ada’s", "brings": "Bo: crisps"},
    "game_evenings": {"day_1": SOON},
    "evening_dates": {"day_1": SOON},
    "notices": {"everything": "on"},
    "notices_subscribe": {
        "endpoint": "https://push.example.org/1",
        "public_key": BROWSER_PUBLIC,
        "auth": AUTH,
    },
    "notices_mail": {"address": "bo@example.org"},
    "evening_plan": {"place": "At Ada’s", "brings": "Bo: crisps", "minutes": "240"},
    "drafts": {"name": "Ada"},
    "invitation": {"name": "Ewa", "seat": "1"},
    "seat_take": {"name": "Ewa", "seat": "1"},
    "seat_leave": {"seat": "1"},
    "seat_choose": {"deck": f"ready:{duels.MIST}"},
    "duel_counted": {"counted": "1"},
    "draft_move": {"card": "coal-roarkwin"},
    "deck_new": {"phoenixborn": "coal-roarkwin", "name": "Iron"},
    "deck_import": {"text": "3x Anchornaut", "edition": "first"},
    "deck_edit": {"do": "remove:anchornaut"},
    "deck_about": {"name": "Iron", "tags": "fast", "note": "For Friday."},
    "deck_own_cards": {"own_name": "Ash Golem", "own_type": "ally"},
    "public_deck_report": {"text": "This is rude."},
    "share_game": {"campaign": ""},
    "relic_start": {"life_3": "4"},
    "relic_battle": {"do": "apply", "n_attribute": "5", "n_shown_1": "3"}
    | {"o_attribute": "4", "o_shown_1": "6", "o_shown_2": "2"},
    "relic_duel": {"do": "apply", "c_attribute": "6", "c_shown_1": "3"}
    | {"d_attribute": "4", "d_shown_1": "5"},
    "boxes": {"boxes": ["war-eternal", "the-depths"]},
    "patterns": {"name": "Cheap"},
    "exclusions": {"never": ["aeons-end/xaxos"]},
    "preset_save": {"name": "Once more"},
    "one_off:result": LOST | {"life_1": "0", "life_2": "5"},
}
FILES = {"photos": "pictures", "portrait_change": "picture", "import": "file"}


@dataclass(frozen=True)
class ValidForm:
    """A valid form of somebody who may send it, and the values its fields offer."""

    name: str
    args: tuple[str, ...]
    visitor: str
    query: tuple[tuple[str, str], ...]
    fields: tuple[tuple[str, tuple[str, ...]], ...]
    offered: tuple[str, ...]


@dataclass(frozen=True)
class FuzzTarget:
    """The site, with more campaigns to fuzz, its forms, and calls of its API."""

    site: Site
    forms: tuple[ValidForm, ...]
    calls: tuple[ValidCall, ...]
    # Of a campaign, a game or its invitation, a deck, a preset: "ours", "theirs" or "demo".
    codes: dict[str, str]
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
    # A form's token is stored as it is, or as a digest; of one that was sent to the API, a digest
    # of it and of who sent it.
    digests = form_key(USED), form_key(f"{keeper.pk}:{USED}")
    for digest in digests:
        game_start(person=keeper, system="aeons-end", choices=open_choices(2), token=digest)
        deck_create(person=keeper, deck=decks.whole(), token=digest)
    table_open(game=opened, person=keeper)
    table_open(game=factories.game_of_campaign(campaigns[0], 1), person=keeper)
    _with_a_silent_owner(keeper)
    written = Change.objects.filter(campaign=site.sample.campaign, revision__gte=1).order_by("-pk")
    for change, token in zip(written[:3], (USED, *digests), strict=True):
        Change.objects.filter(pk=change.pk).update(token=token)
    every = _forms(site, campaigns, opened, shelved)
    forms = {(form.name, form.args, form.visitor): form for form in every}
    there = site.other_sample
    records = (
        there.campaign,
        there.one_off,
        there.duel,
        there.relic_game,
        there.expedition,
        there.journal,
        there.deck,
        there.deleted_deck,
        there.draft,
    )
    theirs = {record.code for record in records}
    known = [code for code, _revision in _revisions()]
    theirs |= codes_in(there.campaign) | codes_in(there.expedition) | codes_in(there.journal)
    codes = {code: "theirs" if code in theirs else "ours" for code in known}
    codes |= {game.invite_key: codes[game.code] for game in Game.objects.one_off()}
    codes |= {str(site.sample.preset.pk): "ours", str(there.preset.pk): "theirs"}
    return FuzzTarget(
        site=site,
        forms=tuple(forms.values()),
        calls=tuple(valid_calls(site)),
        codes=codes | dict.fromkeys(codes_in(site.demo), "demo"),
        revisions=dict(_revisions()),
        tables=_tables(),
    )


def _tables() -> dict[str, tuple[str, ...]]:
    """Return the campaign tables; the day on which something was used changes by reading."""
    with connection.cursor() as cursor:
        names = sorted(connection.introspection.table_names(cursor))
        columns = {
            name: connection.introspection.get_table_description(cursor, name)
            for name in names
            if name.startswith("campaign_")
        }
    return {
        name: tuple(f'"{column.name}"' for column in found if column.name not in READ_ON)
        for name, found in columns.items()
    }


def codes_in(campaign: Campaign) -> set[str]:
    """Return the codes of a campaign and of its games."""
    return {campaign.code, *campaign.games.values_list("code", flat=True)}


def _revisions() -> Iterator[tuple[str, int]]:
    yield from Campaign.objects.values_list("code", "revision")
    for game in Game.objects.select_related("campaign"):
        yield game.code, game.record.revision
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


def _with_a_silent_owner(person: Person) -> Game:
    """Return a game in which somebody else sits, and whose owner has long been gone."""
    game = one_offs.game()
    seat_take(game=game, key=game.invite_key, number=1, person=person, name="Bo")
    long_ago = timezone.now() - timedelta(days=1)
    Game.objects.filter(pk=game.pk).update(created_at=long_ago)
    game.changes.update(at=long_ago)
    return game


# --- the forms ---


def _forms(
    site: Site, campaigns: list[Campaign], opened: Game, shelved: Game
) -> Iterator[ValidForm]:
    more = ("keeper", reverse("game", args=[shelved.code]))
    for visitor, url in (*_pages(site, campaigns, opened), more):
        page = site.client(visitor).get(url)
        if page.status_code == OK and "html" in page.headers.get("Content-Type", ""):
            for form in forms_of(url, page.content.decode()):
                offered = {value for values in form.offered.values() for value in values}
                yield from _valid(visitor, form, tuple(sorted(offered)))


def _pages(site: Site, campaigns: list[Campaign], opened: Game) -> Iterator[tuple[str, str]]:
    for name, row in TABLE.items():
        if not row.read or name.endswith(SHEETS):
            continue
        keeps = row.read["keeper"] == OK
        for visitor in ("keeper",) if keeps else ("guest", "anonymous"):
            if row.read[visitor] == OK:
                yield visitor, reverse(url_name(name), args=site.sample.args(*row.args)) + row.query
        if row.args == ("game_code",):
            yield "keeper", reverse(url_name(name), args=[opened.code])
            yield "keeper", reverse(url_name(name), args=[site.sample.duel.code])
    yield "keeper", reverse("live", args=[one_offs.game(site.person("keeper")).code])
    yield "keeper", reverse("game", args=[duels.played(site.person("keeper")).code])
    first = site.sample.campaign.code
    yield "keeper", game_at(site.sample.campaign, 1)
    keeper = site.person("keeper")
    for draft in (drafting.begun(keeper), drafting.done(keeper), drafting.undone(keeper)):
        for seat in (1, 2):
            yield "keeper", f"{reverse('draft', args=[draft.code])}?seat={seat}"
    sealed = factories.start_campaign(person=site.person("keeper"), opening=FirstEvening())
    yield "keeper", reverse("first_evening", args=[sealed.code])
    going = expeditions.begun(site.person("keeper"))
    yield "keeper", reverse("expedition_battle", args=[going.code])
    reading = expeditions.reading(site.person("keeper"))
    yield "keeper", reverse("expedition_node", args=[reading.code])
    planning = kept.begun(site.person("keeper"))
    yield "keeper", reverse("journal_plan", args=[planning.code])
    again = expeditions.consoled(site.person("keeper"))
    yield "keeper", game_at(again, 1, "expedition_correct_reward")
    yield "keeper", reverse("evenings", args=[campaigns[0].code])
    asked = next_evenings.proposed(campaigns[1], site.person("keeper"))
    yield "keeper", reverse("evening", args=[asked.key])
    yield "player", reverse("leave", args=[first])
    yield (
        "player",
        reverse("seats", args=[_with_a_silent_owner(site.person("player")).code]),
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
                yield "keeper", game_at(campaign, number, name, *more)


def _valid(visitor: str, form: PageForm, offered: tuple[str, ...]) -> Iterator[ValidForm]:
    action = urlsplit(form.action)
    try:
        found = resolve(action.path)
    except Resolver404:
        return
    name = str(found.url_name)
    games = Game.objects.one_off().filter(code=found.kwargs.get("code"))
    if f"{ONE_OFF}{name}" in TABLE and games.exists():
        name = f"{ONE_OFF}{name}"
    if name in TABLE:
        filled = {
            key: tuple(given) if isinstance(given, list) else (str(given),)
            for key, given in FILLED.get(name, {}).items()
        }
        args = tuple(str(part) for part in found.kwargs.values())
        query, fields = tuple(parse_qsl(action.query)), tuple((form.fields | filled).items())
        yield ValidForm(name, args, visitor, query, fields, offered)


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
            self.forms.insert(0, PageForm(found["formaction"], held))
        elif tag == "form":
            self._inside = found.get("method", "").lower() == "post"
            if self._inside:
                self.forms.append(PageForm(found.get("action") or self.url))
        elif not self._inside or "disabled" in found:
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
