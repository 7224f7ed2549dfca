"""What is fuzzed: campaigns at every turn of their life, and each form as it ought to be sent.

Every form that somebody can see is read off its page with the values a browser would send, and
filled in where it is empty. Most of these are written if they are sent; the fuzzing spoils them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

from django.db import connection
from django.urls import Resolver404, resolve, reverse

from campaign.models import Campaign, Change, Game, Person, Role
from campaign.services.one_offs import game_share
from tests.campaign import factories
from tests.soak.players import GROWTH, LOST, WON, party
from tests.tracker import evenings
from tests.tracker.security.house import PASSWORD, House
from tests.tracker.security.table import OK, TABLE

USED = "a-token-used-before"  # by a write of the campaign that the table is about
Fields = dict[str, tuple[str, ...]]
Record = dict[str, list[tuple[Any, ...]]]
SHEETS = ("_pdf", "_png", "share", "photo", "thumb", "portrait", "_csv", "bgstats")
# What a form holds besides what its page shows, to be written.
FILLED: dict[str, dict[str, Any]] = {
    "start": party("Another watch"),
    "keep": {"username": "gia-of-the-table", "password": "a lantern over the table"},
    "display_name": {"display_name": "Somebody Else"},
    "password": {"old": PASSWORD, "password": "a lantern over the table"},
    "sign_in": {"username": "stranger", "password": PASSWORD},
    "delete_account": {"word": "delete"},
    "delete_campaign": {"name": "The Long Watch"},
    "note": {"text": "The breach closed."},
    "photo_caption": {"caption": "By candlelight"},
    "one_off_photo_caption": {"caption": "By candlelight"},
    "one_off_change": {"mages": 2, "difficulty": "normal", "way": "drawn", "seed": "1"},
    "result": WON | {"note": "Won."},
    "aftermath_verdict": {"onward": "no"},
    "aftermath_sections": {"all": "1", "letter_Y": "V"},
    "aftermath_seals": {"typed": "The blue envelope"},
    "aftermath_growth": GROWTH,
    "aftermath_sticker": {"kind": "starter", "name": "Bone Flute", "card_kind": "relic"}
    | {"where": "hand"},
    "aftermath_evolution": {"card": "~pale thing 2.1", "happened": "sticker", "text": "Twice."},
    "aftermath_close": {"decision": "growth:1", "reason": "There were none left."},
    "aftermath_pool": {"name_1_0": "Pale Thing", "kind_1_0": "minion"},
    "join": {"display_name": "Ewa"},
    "one_off_share": {"campaign": ""},
    "one_off_result": LOST | {"life_1": "0", "life_2": "5"},
}
FILES = {"photos": "pictures", "portrait_change": "picture", "import": "file"}


@dataclass(frozen=True)
class Valid:
    """A form as somebody who may would send it, and all that its fields offer."""

    name: str
    args: tuple[str, ...]
    visitor: str
    fields: tuple[tuple[str, tuple[str, ...]], ...]
    offered: tuple[str, ...]


@dataclass(frozen=True)
class Ground:
    """The house with what was added to it."""

    house: House
    valid: tuple[Valid, ...]
    codes: dict[str, str]  # of a campaign or a one-off game: "ours", "theirs" or "demo"
    revisions: dict[str, int]
    tables: tuple[str, ...]

    def record(self) -> Record:
        """Return every row of the record, past the models: it is asked for very often."""
        with connection.cursor() as cursor:
            found: Record = {}
            for table in self.tables:
                cursor.execute(f"SELECT * FROM {table} ORDER BY 1")
                found[table] = cursor.fetchall()
            return found

    def carry(self, field: str) -> frozenset[str]:
        """Return the URLs whose forms carry a field."""
        return frozenset(
            form.name for form in self.valid if any(key == field for key, _value in form.fields)
        )


def prepare(house: House) -> Ground:
    """Add what the house lacks, and read every form in it."""
    keeper = house.person("keeper")
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
        factories.join(campaign, house.person("reader"), Role.READER)
        factories.join(campaign, house.person("player"))
        factories.join(campaign, house.person("guest"))
    opened = evenings.game(keeper)
    game_share(game=opened, person=keeper, campaign=house.place.campaign)
    last = Change.objects.filter(campaign=house.place.campaign, revision__gte=1).latest("pk")
    Change.objects.filter(pk=last.pk).update(token=USED)
    every = _forms(house, campaigns, opened)
    forms = {(form.name, form.args, form.visitor): form for form in every}
    theirs = {house.elsewhere.campaign.code, house.elsewhere.one_off.code}
    codes = {code: "theirs" if code in theirs else "ours" for code, _rev in _revisions()}
    return Ground(
        house=house,
        valid=tuple(forms.values()),
        codes=codes | {house.demo.code: "demo"},
        revisions=dict(_revisions()),
        tables=tuple(
            sorted(
                name
                for name in connection.introspection.table_names()
                if name.startswith("campaign_")
            )
        ),
    )


def _revisions() -> Iterator[tuple[str, int]]:
    yield from Campaign.objects.values_list("code", "revision")
    yield from Game.objects.values_list("code", "revision")


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


# --- the forms ---


def _forms(house: House, campaigns: list[Campaign], opened: Game) -> Iterator[Valid]:
    for visitor, url in _pages(house, campaigns, opened):
        page = house.client(visitor).get(url)
        if page.status_code == OK and "html" in page.headers.get("Content-Type", ""):
            reader = _Reader(url)
            reader.feed(page.content.decode())
            for action, fields, offered in reader.forms:
                yield from _valid(visitor, action, fields, tuple(sorted(offered)))


def _pages(house: House, campaigns: list[Campaign], opened: Game) -> Iterator[tuple[str, str]]:
    for name, row in TABLE.items():
        if not row.read or name.endswith(SHEETS):
            continue
        keeps = row.read["keeper"] == OK
        for visitor in ("keeper",) if keeps else ("guest", "anonymous"):
            if row.read[visitor] == OK:
                yield visitor, reverse(name, args=house.place.args(*row.args))
        if row.args == ("game_code",):
            yield "keeper", reverse(name, args=[opened.code])
    first = house.place.campaign.code
    yield "keeper", reverse("game", args=[first, 1])
    yield "player", reverse("leave", args=[first])
    yield "stranger", reverse("join", args=[house.place.join_token])
    yield "guest", reverse("account")
    note = house.place.note
    yield "keeper", reverse("fact_withdraw", args=[first, note.pk])
    for campaign in campaigns:
        number = factories.last_game(campaign)
        for name in TABLE:
            if name in ("result", "game", "setup") or name.startswith("aftermath"):
                more = [1, "2a"] if name == "aftermath_sticker" else []
                yield "keeper", reverse(name, args=[campaign.code, number, *more])


def _valid(visitor: str, action: str, fields: Fields, offered: tuple[str, ...]) -> Iterator[Valid]:
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
        yield Valid(name, args, visitor, tuple((fields | filled).items()), offered)


class _Reader(HTMLParser):
    """Read the forms of a page: what a browser would send, and whatever else they offer."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = url
        self.forms: list[tuple[str, Fields, set[str]]] = []
        self._inside = False
        self._select = self._area = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {key: value or "" for key, value in attrs}
        name, value = found.get("name", ""), found.get("value", "")
        if tag == "button" and "formaction" in found:
            held = dict(self.forms[-1][1]) if self._inside else {}
            held |= {name: (value,)} if name else {}
            self.forms.insert(0, (urlsplit(found["formaction"]).path, held, set()))
        elif tag == "form":
            self._inside = found.get("method", "").lower() == "post"
            if self._inside:
                action = urlsplit(found.get("action") or self.url).path
                self.forms.append((action, {}, set()))
        elif not self._inside:
            return
        elif tag == "button" and name:
            self._found(name, value, sent=name not in self.forms[-1][1])  # one is pressed
        elif tag == "input" and name and found.get("type") in ("radio", "checkbox"):
            self._found(name, found.get("value", "on"), sent="checked" in found)
        elif tag == "input" and name and found.get("type") != "file":
            self._found(name, value, sent=True)
        elif tag == "textarea":
            self._area = name
            self.forms[-1][1][name] = ("",)
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            if "selected" in found:
                self.forms[-1][1].pop(self._select, None)
            self._found(self._select, value, sent=self._select not in self.forms[-1][1])

    def handle_data(self, data: str) -> None:
        if self._inside and self._area:
            fields = self.forms[-1][1]
            fields[self._area] = (fields[self._area][0] + data.lstrip("\n"),)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False
        self._area = "" if tag == "textarea" else self._area
        self._select = "" if tag == "select" else self._select

    def _found(self, name: str, value: str, *, sent: bool) -> None:
        _action, fields, offered = self.forms[-1]
        offered.add(value)
        if sent and name != "csrfmiddlewaretoken":
            fields[name] = (*fields.get(name, ()), value)
