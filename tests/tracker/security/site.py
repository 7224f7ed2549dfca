"""A site with everything on it and a visitor of every kind: built once, and left as it was."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.test.client import ClientHandler
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone
from django.utils.functional import cached_property
from PIL import Image

from campaign.models import (
    CalendarFeed,
    Campaign,
    DraftLink,
    Evening,
    Fact,
    Game,
    Invite,
    Membership,
    Person,
    Photo,
    Preference,
    Role,
    SavedDeck,
    Scope,
)
from campaign.rules.aeons_end.legacy.facts import MarketGrown, Noted
from campaign.rules.aeons_end.one_off.choices import Preset, open_choices
from campaign.services.aeons_end import portrait_set
from campaign.services.api_tokens import api_token_make
from campaign.services.calendars import calendar_make
from campaign.services.mails import mail_set
from campaign.services.one_offs import game_share
from campaign.services.people import invite_make
from campaign.services.photos import photos_add
from campaign.services.preferences import preference_save
from campaign.services.seats import seat_take
from tests.campaign import factories, next_evenings
from tests.rules.journal.journals import LOST
from tests.tracker import one_offs
from tests.tracker.aeons_end import expeditions
from tests.tracker.ashes import decks, drafting, duels
from tests.tracker.journal import kept
from tests.tracker.relic_nemesis import relic_games
from tracker.people.mail_links import mail_url
from tracker.pictures.uploads import read_picture
from tracker.systems.aeons_end.one_off.shared_setups import key_of
from tracker.systems.aeons_end.shared.shelf import KINDS

ROLES = (
    "anonymous",
    "stranger",
    "onlooker",  # came by a link to look on
    "reader",
    "player",
    "guest",  # a player without an account
    "keeper",
    "other",  # keeps another campaign
)
ACCOUNTS = ("stranger", "reader", "player", "keeper", "other")
REVOKED = "revoked"  # beside the scopes of tokens
PASSWORD = "nine piles, no more"


@dataclass(frozen=True)
class Sample:
    """A campaign with one of everything that has an address of its own."""

    campaign: Campaign
    note: Fact
    entry: Fact
    photo: Photo
    invite: Invite
    join_token: str
    look: Invite
    look_token: str
    one_off: Game
    one_off_photo: Photo
    duel: Game
    relic_game: Game  # a one-off game that is being played
    expedition: Campaign  # its first try was lost
    journal: Campaign  # its first evening has a result, and is not finished
    preset: Preference
    deck: SavedDeck
    deleted_deck: SavedDeck
    draft: Game
    draft_link: DraftLink
    members: dict[str, Membership]
    evening: Evening
    calendar_token: str
    mail_token: str

    def args(self, *names: str) -> list[Any]:
        """Return what stands in an address."""
        return [self.part(name) for name in names]

    def part(self, name: str) -> Any:
        """Return one thing by the name it has in an address."""
        return self._parts[name]

    @cached_property
    def _parts(self) -> dict[str, Any]:
        return {
            "code": self.campaign.code,
            "game_code": self.one_off.code,
            "duel_code": self.duel.code,
            "number": 2,
            "game": factories.game_of_campaign(self.campaign, 2).code,
            "photo_game": factories.game_of_campaign(self.campaign, 1).code,
            "page": "setup",
            "note": self.note.pk,
            "fact": self.entry.pk,
            "photo": self.photo.name,
            "game_photo": self.one_off_photo.name,
            "deck": self.deck.code,
            "draft": self.draft.code,
            "old_draft": self.draft_link.code,
            "old_draft_key": self.draft_link.join_key,
            "old_draft_page": "move",
            "deleted_deck": self.deleted_deck.code,
            "deck_key": self.deck.share_key,
            "deck_revision": 1,
            "public_deck": self.deck.published.code,
            "ready": "the-iron-men",
            "schema": "game-ashes",
            "edition": "first",
            "card": "anchornaut",
            "invite": self.invite.pk,
            "preset": self.preset.pk,
            "member": self.members["reader"].pk,
            "relic_game": self.relic_game.code,
            "expedition": self.expedition.code,
            "journal": self.journal.code,
            "new": "thing",
            "battle": factories.game_of_campaign(self.expedition, 1).code,
            "seat": 1,
            "taken_seat": 2,
            "invite_key": self.one_off.invite_key,
            "setup_key": key_of(self.one_off),
            "slot": "2a",
            "section": "S",
            "join": self.join_token,
            "look": self.look_token,
            "evening": self.evening.key,
            "calendar": self.calendar_token,
            "mail": self.mail_token,
        }


@dataclass(frozen=True)
class Site:
    """Two campaigns, the demo, and everybody."""

    sample: Sample
    other_sample: Sample
    demo: Campaign
    people: dict[str, Person | None]
    cookies: dict[str, SimpleCookie]
    tokens: dict[str, dict[str, str]]  # of the API, by role: those of each scope, and a revoked one

    def client(self, role: str, *, handler: ClientHandler | None = None, **options: Any) -> Client:
        """Return a client of a role with its first cookies: another may have signed out since.

        ``handler``: share one where thousands of requests are sent; a new one loads all middleware.
        """
        client = client_of(None, **options)
        client.handler = handler or client.handler
        client.cookies = SimpleCookie({key: kept.value for key, kept in self.cookies[role].items()})
        return client

    def person(self, role: str) -> Person:
        """Return somebody who is signed in."""
        return _known(self.people[role])


def build_site() -> Site:
    """Build everything through the services."""
    people: dict[str, Person | None] = {
        "anonymous": None,
        "onlooker": None,
        "guest": factories.person("Gia"),
    }
    for name in ACCOUNTS:
        people[name] = Person.objects.create_user(name, PASSWORD, display_name=name.title())
    members = {
        "reader": (people["reader"], Role.READER),
        "player": (people["player"], Role.PLAYER),
        "guest": (people["guest"], Role.PLAYER),
    }
    sample = _sample(_known(people["keeper"]), members, "The Long Watch")
    spare = {"reader": (factories.person("Spare"), Role.READER)}
    other_sample = _sample(_known(people["other"]), spare, "Somewhere Else")
    demo = factories.store(factories.long_story(3), name="The Demo")
    Campaign.objects.filter(pk=demo.pk).update(demo=True)
    Membership.objects.filter(campaign=demo).delete()
    clients = {name: client_of(person) for name, person in people.items()}
    assert clients["onlooker"].get(f"/look/{sample.look_token}").status_code == 200
    return Site(
        *(sample, other_sample, demo, people),
        cookies={role: clients[role].cookies for role in ROLES},
        tokens={name: _tokens(_known(people[name])) for name in ACCOUNTS},
    )


def _tokens(person: Person) -> dict[str, str]:
    """Make tokens of the API; they were used today, which is noted once a day."""
    made = {
        name: api_token_make(person=person, name=name, scope=scope)
        for name, scope in (*((str(each), each) for each in Scope), (REVOKED, Scope.RECORD))
    }
    person.api_tokens.filter(name=REVOKED).delete()
    person.api_tokens.update(used_on=timezone.localdate())
    return made


def _mail(person: Person) -> str:
    """Enter an address, still to be confirmed; return the end of its link."""
    made = mail_set(
        person=person, address="ada@example.org", language="en", site="http://testserver"
    )
    return mail_url(made).rpartition("/")[2]


def _calendar(person: Person) -> str:
    """Make a private calendar that was read today, which is noted once a day."""
    token = calendar_make(person=person)
    CalendarFeed.objects.filter(person=person).update(used_on=timezone.localdate())
    return token


def _known(person: Person | None) -> Person:
    assert person is not None
    return person


def _sample(keeper: Person, members: dict[str, tuple[Person | None, Role]], name: str) -> Sample:
    campaign = factories.store(factories.long_story(2), person=keeper, name=name)
    joined = {
        role: factories.join(campaign, _known(person), held)
        for role, (person, held) in members.items()
    }
    note = factories.record(campaign, Noted("What a night."), game=2)
    photo = photos_add(
        game=factories.game_of_campaign(campaign, 1), person=keeper, pictures=[read_picture(jpeg())]
    )
    portrait_set(mage=campaign.mages.get(seat=1), picture=read_picture(jpeg(), square=True))
    invite, join_token = invite_make(campaign=campaign, person=keeper, role=Role.PLAYER)
    look, look_token = invite_make(campaign=campaign, person=keeper, role=Role.READER, looks=True)
    one_off = one_offs.played(keeper)
    game_share(game=one_off, person=keeper, campaign=campaign)
    duel = duels.duel(keeper)
    game_share(game=duel, person=keeper, campaign=campaign)
    seat_take(game=duel, key=duel.invite_key, number=1, person=keeper, name="Zuza")
    seat_take(game=duel, key=duel.invite_key, number=2, person=factories.person("Bo"), name="Bo")
    relic_game = relic_games.under_way(keeper)
    game_share(game=relic_game, person=keeper, campaign=campaign)
    expedition = expeditions.lost(keeper)
    journal = kept.entered(kept.planned(keeper), keeper, LOST)
    for person, held in members.values():
        factories.join(expedition, _known(person), held)
        factories.join(journal, _known(person), held)
    taken = photos_add(game=one_off, person=keeper, pictures=[read_picture(jpeg())])
    players = [_known(person) for role, (person, _held) in members.items() if role == "player"]
    return Sample(
        campaign=campaign,
        note=note,
        entry=factories.standing_fact(campaign, MarketGrown.kind),
        photo=photo[0],
        invite=invite,
        join_token=join_token,
        look=look,
        look_token=look_token,
        one_off=one_off,
        one_off_photo=taken[0],
        duel=duel,
        relic_game=relic_game,
        expedition=expedition,
        journal=journal,
        preset=preference_save(
            person=keeper,
            family="aeons_end",
            kind=KINDS[Preset],
            name="As always",
            value=Preset(open_choices(2)),
        ),
        deck=decks.changed(decks.public(keeper)),
        deleted_deck=decks.deleted(keeper),
        draft=(draft := drafting.opened(keeper, *players)),
        draft_link=DraftLink.objects.create(
            game=draft,
            code=f"OLD{draft.pk:05}",
            join_key=f"old-{draft.pk}",
            invite_key=str(draft.invite_key),
        ),
        members=joined,
        evening=next_evenings.settled(campaign, keeper, place="At Ada’s"),
        calendar_token=_calendar(keeper),
        mail_token=_mail(keeper),
    )


def client_of(person: Person | None, **options: Any) -> Client:
    """Return a signed-in client that answers 500 instead of raising."""
    client = Client(raise_request_exception=False, **options)
    if person is not None:
        client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return client


def jpeg(name: str = "table.jpg", more: bytes = b"") -> SimpleUploadedFile:
    """Return a small photo, with more bytes appended to it."""
    out = io.BytesIO()
    Image.new("RGB", (60, 40), "teal").save(out, "JPEG")
    return SimpleUploadedFile(name, out.getvalue() + more, "image/jpeg")


@contextmanager
def rolled_back() -> Iterator[None]:
    """Roll back whatever is written inside."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def url_patterns(under: str = "") -> dict[str, URLPattern]:
    """Return every URL pattern by its name (or by its route), or those of a namespace."""
    found: dict[str, URLPattern] = {}

    def walk(each: list[URLPattern | URLResolver], space: str, route: str) -> None:
        for pattern in each:
            here = f"{route}{pattern.pattern}"
            if isinstance(pattern, URLResolver):
                inside = f"{pattern.namespace}:" if pattern.namespace else space
                walk(pattern.url_patterns, inside, here)
                continue
            name = f"{space}{pattern.name or here}"
            assert name not in found, f"two URLs go by the name of {name}"
            found[name] = pattern

    walk(get_resolver().url_patterns, "", "")
    return {name: found[name] for name in found if name.rpartition(":")[0] == under}
