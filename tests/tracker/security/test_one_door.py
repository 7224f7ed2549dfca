"""One door: whatever people do, in any order, nobody is where SECURITY.md does not let them.

Browsers join, sit down, watch, leave, sign in and out; keepers and owners remove, demote, bar,
renew and hand over. After each step the site is compared with a model (``one_door.py``): lists,
roles and seats of everybody, and what one of the browsers or programs is answered.
"""

from __future__ import annotations

import io
import sys
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path

import pytest
from django.db import connection, transaction
from django.template.backends.django import Template
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from campaign.exchange.exporting import export_account
from campaign.models import (
    Campaign,
    Evening,
    Game,
    Membership,
    Notice,
    NoticeKind,
    Person,
    Role,
    Seat,
)
from campaign.rules.aeons_end.one_off.choices import open_choices
from campaign.selectors.seats import offers_to
from campaign.selectors.standing import Need, may
from campaign.services import people, seats
from campaign.services.calendars import calendar_make
from campaign.services.evenings import link_renew
from campaign.services.live import table_open
from campaign.services.one_offs import game_share
from tests.addresses import game_at
from tests.campaign import factories
from tests.campaign.databases import migrated_database
from tests.campaign.next_evenings import settled
from tests.tracker.api.clients import Program
from tests.tracker.clients import client_of
from tests.tracker.security.one_door import Group, Link, Member, NextEvening, Table, Who
from tests.tracker.security.open_streams import OpenStream
from tracker.live.streams import AdmittedResponse
from tracker.webhooks.notices import said_of

BROWSERS, SEATS, STREAMS = 5, 2, 2
WAYS = ("sits", "joins", "answers")
BEGINNINGS = (
    "nothing",
    *("removed", "demoted", "barred", "removed as a guest", "barred as a guest"),
    *("asks who barred them", "deleted"),
)
NAMES = ("Ada", "Bruno", "Cyryl", "Dorota", "Emil", "Filip", "Gosia", "Hanka", "Igor", "Jan")
MET: Counter[str] = Counter()  # what was tried by somebody who may not
browsers = st.integers(0, BROWSERS - 1)
some = st.integers(0, 30)  # of whatever there is
numbers = st.integers(1, SEATS)


@dataclass
class Browser:
    """A browser: who is signed in, and what it was let in by."""

    client: Client
    who: Who | None = None
    look: Link | None = None
    watches: dict[int, str] = field(default_factory=dict)  # keys of invitations by game


class OneDoor(RuleBasedStateMachine):
    """The site, and a model of who may be where."""

    def __init__(self, beginning: str) -> None:
        super().__init__()
        self.beginning = beginning
        self.before = transaction.savepoint()
        self.sent = self.steps = 0
        self.campaign = factories.planned_campaign()
        self.first = self.campaign.games.get()
        table_open(game=self.first, person=None)
        keeper = factories.keeper_of(self.campaign)
        assert keeper is not None
        people_here = [factories.person(name, username=name) for name in ("olaf", "pia")]
        self.accounts = {person.pk: person for person in people_here}
        self.programs = {who: Program(person) for who, person in self.accounts.items()}
        evening = settled(self.campaign, keeper)
        following = NextEvening(evening, [evening.key], made=0, answered={keeper.pk: 0})
        self.group = Group({keeper.pk: Member(Role.KEEPER, 0)}, following)
        self.calendars = {person.pk: calendar_make(person=person) for person in people_here}
        self.links: list[Link] = []
        self.streams: list[OpenStream] = []
        self.browsers = [Browser(Client()) for _number in range(BROWSERS)]
        self.browsers[0] = Browser(client_of(keeper), keeper.pk)
        table = self.add_table(keeper)
        self.make_link(Role.PLAYER, looks=False)
        for at, person in enumerate(people_here, start=1):
            self.browsers[at] = Browser(client_of(person), person.pk)
            self.follow_link(at, 0)
            self.sit(at, 0, old=False, number=at)
        self.make_link(Role.READER, looks=True)
        for at in (1, 2, 3):  # a guest to be among them
            self.follow_link(at, 1)
            self.watch(at, 0, old=False)
        assert {*table.seats.values()} == {*self.accounts}
        assert len(self.group.members) == 3

    def teardown(self) -> None:
        transaction.savepoint_rollback(self.before)

    def add_table(self, owner: Person) -> Table:
        game = factories.start_game(person=owner, choices=open_choices(SEATS))
        table_open(game=game, person=owner)
        table = Table(game, owner.pk, [str(game.invite_key)])
        self.group.tables.append(table)
        return table

    def person(self, who: Who) -> Person:
        return Person.objects.get(pk=who)

    def table(self, pick: int) -> Table:
        return self.group.tables[pick % len(self.group.tables)]

    def token(self) -> str:
        self.sent += 1
        return f"form-number-{self.sent}"

    def meets(self, **what: bool) -> None:
        """Count what was tried; a run with ``-s`` says how often."""
        MET.update(name for name, happens in what.items() if happens)

    def signed_in(self, browser: Browser) -> None:
        """Note whom the site has signed in there, who may be a new guest."""
        found = browser.client.session.get("_auth_user_id")
        # The session of an account that was deleted signs nobody in.
        is_there = found is not None and Person.objects.filter(pk=found).exists()
        browser.who = int(found) if is_there else None

    @initialize(pick=st.integers(0, SEATS - 1))
    def begin_with_a_way_back(self, pick: int) -> None:
        """Begin with somebody who tries to come back, or with nothing; the rest is chance.

        ``pick`` is one of the two accounts, by its seat and browser too.
        """
        number = at = 1 + pick
        for in_campaign in (True, False):
            self.open_a_stream(at, 0, in_campaign)
        match self.beginning:
            case "removed" | "demoted":
                if self.beginning == "removed":
                    self.remove(pick, revokes=False)
                else:
                    self.give_role(pick, Role.READER)
                self.come_by_a_private_window(pick, 0, "joins", number)
            case "barred":
                self.free_seat(0, number, bars=True)
                self.come_by_a_private_window(pick, 0, "sits", number)
            case "removed as a guest":
                self.follow_link(BROWSERS - 1, 0)
                self.remove(len(self.accounts), revokes=False)
                self.sign_in(BROWSERS - 1, pick)
                self.leave(at)
                self.follow_link(at, 0)
            case "barred as a guest":
                self.free_seat(0, number, bars=False)
                self.sit(BROWSERS - 1, 0, old=False, number=number)
                self.free_seat(0, number, bars=True)
                self.sign_in(BROWSERS - 1, pick)
            case "asks who barred them":
                self.free_seat(0, number, bars=False)
                self.sit(0, 0, old=False, number=number)  # the owner
                other = 3 - number
                self.play_again(other, 0)
                self.accept(0)
                self.free_seat(0, other, bars=True)
                self.play_again(other, 1)
            case "deleted":
                self.delete_account(pick)
                self.let_a_program_sit(pick, 0, old=False, number=number)

    # --- the campaign ---

    @rule(role=st.sampled_from((Role.PLAYER, Role.READER)), looks=st.booleans())
    def make_link(self, role: Role, looks: bool) -> None:
        invite, token = people.invite_make(
            campaign=self.campaign, person=self.person(self.group.keeper), role=role, looks=looks
        )
        self.links.append(Link(invite, token, self.group.tick()))

    @rule(pick=some)
    def revoke_link(self, pick: int) -> None:
        link = self.links[pick % len(self.links)]
        people.invite_revoke(invite=link.invite, person=self.person(self.group.keeper))
        link.revoked = True

    @rule(at=browsers, pick=some)
    def follow_link(self, at: int, pick: int) -> None:
        browser, link = self.browsers[at], self.links[pick % len(self.links)]
        lets_in = self.group.is_open(link, browser.who)
        self.meets(an_old_link_after_a_removal=not lets_in and not link.revoked)
        if link.invite.looks:
            answer = browser.client.get(reverse("look", args=[link.token]))
            assert answer.status_code == (200 if lets_in else 404)
            browser.look = link if lets_in else browser.look
            return
        name = f"{NAMES[at]} {NAMES[self.sent % len(NAMES)]}{self.sent}"
        form = {"token": self.token(), "display_name": name}
        browser.client.post(reverse("join", args=[link.token]), form)
        self.signed_in(browser)
        if browser.who is not None and lets_in:
            self.group.join(browser.who, link)

    @rule(pick=some, revokes=st.booleans())
    @precondition(lambda self: len(self.group.members) > 1)
    def remove(self, pick: int, revokes: bool) -> None:
        place = self.member(pick)
        keeper = self.person(self.group.keeper)
        people.member_remove(membership=place, person=keeper, revoke_links=revokes)
        self.group.leave(place.person_id)
        self.group.removed[place.person_id] = self.group.tick()
        for link in self.links:
            link.revoked = link.revoked or revokes
        if revokes:
            self.group.next.evening.refresh_from_db()
            self.group.renew_evening(self.group.next.evening.key, keeps=True)

    @rule(pick=some, role=st.sampled_from((Role.PLAYER, Role.READER)))
    @precondition(lambda self: len(self.group.members) > 1)
    def give_role(self, pick: int, role: Role) -> None:
        place = self.member(pick)
        keeper = self.person(self.group.keeper)
        people.member_set_role(membership=place, person=keeper, role=role)
        member, moment = self.group.members[place.person_id], self.group.tick()
        member.role = role
        if role is Role.PLAYER:
            member.admitted = moment
        else:
            self.group.removed[place.person_id] = moment

    @rule(pick=some)
    @precondition(lambda self: len(self.group.members) > 1)
    def hand_over(self, pick: int) -> None:
        place, keeper = self.member(pick), self.group.keeper
        people.campaign_hand_over(campaign=self.campaign, person=self.person(keeper), to=place)
        self.group.members[keeper].role = Role.PLAYER
        self.group.members[place.person_id] = Member(Role.KEEPER, self.group.tick())

    @rule(at=browsers)
    def leave(self, at: int) -> None:
        browser = self.browsers[at]
        answer = browser.client.post(reverse("leave", args=[self.campaign.code]))
        place = self.group.members.get(browser.who or 0)
        if place is None:
            assert answer.status_code == 404
        elif place.role is not Role.KEEPER:
            self.group.leave(browser.who or 0)

    def member(self, pick: int) -> Membership:
        """Return the place of somebody who is not the keeper."""
        places = Membership.objects.filter(campaign=self.campaign).exclude(role=Role.KEEPER)
        return places.order_by("pk")[pick % len(places)]

    # --- the next evening ---

    @rule(at=browsers, old=st.booleans())
    def answer_for_the_evening(self, at: int, old: bool) -> None:
        browser, following = self.browsers[at], self.group.next
        key = following.keys[0] if old else following.keys[-1]
        lets_in = self.group.at_evening(browser.who, key) == 200
        date = following.evening.dates.values_list("pk", flat=True)[0]
        form = {"token": self.token(), "answer": f"{date} yes"}
        form["name"] = f"{NAMES[at]} {NAMES[self.sent % len(NAMES)]}{self.sent}"
        browser.client.post(reverse("evening", args=[key]), form)
        self.signed_in(browser)
        if browser.who is not None and lets_in:
            following.answered[browser.who] = self.group.tick()

    @rule()
    def renew_the_link_of_the_evening(self) -> None:
        evening = self.group.next.evening
        link_renew(evening=evening, person=self.person(self.group.keeper))
        evening.refresh_from_db()
        self.group.renew_evening(evening.key, keeps=False)

    # --- one-off games ---

    @rule(at=browsers, pick=some, old=st.booleans(), number=numbers)
    def sit(self, at: int, pick: int, old: bool, number: int) -> None:
        browser, table = self.browsers[at], self.table(pick)
        key = table.keys[0] if old else table.keys[-1]
        name = f"{NAMES[at]} {number}{self.sent}"
        form = {"token": self.token(), "name": name, "seat": number}
        browser.client.post(reverse("invitation", args=[key]), form)
        self.signed_in(browser)
        who = browser.who
        self.meets(
            a_seat_for_who_is_barred=who in table.barred,
            a_seat_by_an_old_link=key != table.keys[-1],
        )
        is_open = key == table.keys[-1] and (who not in table.barred or who == table.owner)
        if who is not None and is_open and number not in table.seats:
            table.sit(who, number)

    @rule(pick=some, table=some, old=st.booleans(), number=numbers)
    def let_a_program_sit(self, pick: int, table: int, old: bool, number: int) -> None:
        """Take a seat by the API, as somebody who may have been barred or deleted."""
        who, place = list(self.programs)[pick % len(self.programs)], self.table(table)
        key = place.keys[0] if old else place.keys[-1]
        body = {"token": self.token(), "name": f"{NAMES[who % 10]} {number}{self.sent}"}
        answer = self.programs[who].post(f"/invitations/{key}", seat=number, **body)
        is_shut = who in place.barred and who != place.owner
        self.meets(
            a_seat_for_the_program_of_nobody=who not in self.accounts,
            a_seat_for_the_program_of_who_is_barred=is_shut,
        )
        if who not in self.accounts:
            assert answer.status_code == 401
        elif key != place.keys[-1] or is_shut:
            assert answer.status_code == (403 if key == place.keys[-1] else 404)
        elif number not in place.seats:
            assert answer.status_code == 201
            place.sit(who, number)

    @rule(at=browsers, pick=some, old=st.booleans())
    def watch(self, at: int, pick: int, old: bool) -> None:
        browser, table = self.browsers[at], self.table(pick)
        key = table.keys[0] if old else table.keys[-1]
        browser.client.post(reverse("invitation_watch", args=[key]))
        is_barred = browser.who in table.barred and browser.who != table.owner
        if key == table.keys[-1] and not (is_barred and not table.of(browser.who or 0)):
            browser.watches[table.game.pk] = key

    @rule(pick=some, number=numbers, bars=st.booleans())
    def free_seat(self, pick: int, number: int, bars: bool) -> None:
        table = self.table(pick)
        who = table.seats.get(number)
        if who is None or who == table.owner:
            return
        owner = self.person(table.owner)
        seats.seat_free(game=table.game, number=number, owner=owner, bars=bars)
        table.freed.add(who)
        if bars:
            table.free(who)
            table.barred.add(who)
            self.group.barrings.add((table.owner, who))
            table.offers = {n: asked for n, asked in table.offers.items() if asked != who}
        else:
            del table.seats[number]

    @rule(pick=some)
    def renew(self, pick: int) -> None:
        table = self.table(pick)
        seats.invite_renew(game=table.game, owner=self.person(table.owner))
        table.keys.append(str(table.game.invite_key))
        table.barred.clear()

    @rule(pick=some, shares=st.booleans())
    def share(self, pick: int, shares: bool) -> None:
        table = self.table(pick)
        place = self.group.members.get(table.owner)
        if shares and (place is None or place.role is Role.READER):
            return
        owner, campaign = self.person(table.owner), self.campaign if shares else None
        game_share(game=table.game, person=owner, campaign=campaign)
        table.is_shared = shares

    @rule(at=browsers, pick=some)
    @precondition(lambda self: len(self.group.tables) < 4)
    def play_again(self, at: int, pick: int) -> None:
        browser, table = self.browsers[at], self.table(pick)
        before = set(Game.objects.values_list("pk", flat=True))
        url = reverse("play_again", args=[table.game.code])
        answer = browser.client.post(url, {"token": self.token()})
        need = self.seen_at(browser, table)
        made = Game.objects.exclude(pk__in=before).first()
        if need is None or need < Need.WRITE:
            assert made is None
            assert answer.status_code in (403, 404)
            return
        assert made is not None
        who = browser.who or 0
        assert made.owner_id == who
        copy = Table(made, who, [str(made.invite_key)])
        copy.seats = dict.fromkeys(table.of(who), who)
        avoided = {who, *self.group.shunned_by(who)}
        copy.offers = {n: asked for n, asked in table.seats.items() if asked not in avoided}
        shunned = avoided - {who}
        self.meets(a_copy_after_a_bar=not shunned.isdisjoint(table.seats.values()))
        self.group.barrings -= {(who, asked) for asked in copy.offers.values()}
        self.group.tables.append(copy)

    @rule(pick=some)
    def accept(self, pick: int) -> None:
        asked = [
            (browser, table, number)
            for browser in self.browsers
            for table in self.group.tables
            for number, who in table.offers.items()
            if browser.who == who and (table.game.pk, number) in self.group.offered_to(who)
        ]
        if not asked:
            return
        browser, table, number = asked[pick % len(asked)]
        (offer,) = [
            found
            for found in offers_to(self.person(browser.who or 0))
            if (found.game_id, found.number) == (table.game.pk, number)
        ]
        form = {"token": self.token(), "name": offer.name, "seat": number}
        # Whoever took another seat meanwhile sits there under this name, and has to type another.
        others = table.game.seats.exclude(number=number).exclude(person=None)
        sits_elsewhere = others.filter(member=offer.member_id).exists()
        browser.client.post(reverse("invitation", args=[table.keys[-1]]), form)
        if not sits_elsewhere:
            table.sit(browser.who or 0, number)

    @rule(at=browsers, pick=some, in_campaign=st.booleans())
    def open_a_stream(self, at: int, pick: int, in_campaign: bool) -> None:
        """Follow a live game, and stay."""
        client, table = self.browsers[at].client, self.table(pick)
        in_game = reverse("live_events", args=[table.game.code])
        url = game_at(self.campaign, 1, "live_events") if in_campaign else in_game
        answer = client.get(url)
        if isinstance(answer, AdmittedResponse):
            self.streams = [*self.streams, OpenStream(client, url, answer)][-STREAMS:]

    # --- who somebody is ---

    @rule(at=st.integers(1, BROWSERS - 1), pick=some)
    @precondition(lambda self: self.accounts)
    def sign_in(self, at: int, pick: int) -> None:
        browser = self.browsers[at]
        if browser.who in self.accounts or browser.who == self.group.keeper:
            return
        account = list(self.accounts.values())[pick % len(self.accounts)]
        form = {"username": account.username, "password": "pass-1234", "take": "on"}
        browser.client.post(reverse("sign_in"), form)
        guest, browser.who = browser.who, account.pk
        if guest is not None:
            self.meets(**self.group.brings(guest, account.pk))
            if browser.look is not None and self.group.removed.get(guest, -1) >= browser.look.made:
                browser.look = None
            self.group.merge(guest, account.pk)
            # What a guest was shut out of comes along: streams of the account learn of it later.
            kept = (stream for stream in self.streams if stream.person != account.pk)
            self.streams = list(kept)
        for other in self.browsers:
            if guest is not None and other is not browser and other.who == guest:
                other.who = None

    @rule(pick=some, link=some, how=st.sampled_from(WAYS), number=numbers)
    @precondition(lambda self: self.accounts)
    def come_by_a_private_window(self, pick: int, link: int, how: str, number: int) -> None:
        """Use a link as a guest in another browser, and sign in there: the account's own door."""
        at = BROWSERS - 1
        self.browsers[at] = Browser(Client())
        match how:
            case "sits":
                self.sit(at, link, old=False, number=number)
            case "joins":
                self.follow_link(at, link)
            case "answers":
                self.answer_for_the_evening(at, old=False)
        self.sign_in(at, pick)

    @rule(at=browsers)
    def sign_out(self, at: int) -> None:
        browser = self.browsers[at]
        browser.client.post(reverse("sign_out"))
        # A guest is warned instead. Whoever is signed in as nobody loses what they were let in by.
        if browser.who in self.accounts or browser.who is None:
            self.browsers[at] = Browser(browser.client)

    @rule(pick=some)
    @precondition(lambda self: len(self.accounts) > 1)
    def delete_account(self, pick: int) -> None:
        who = list(self.accounts)[pick % len(self.accounts)]
        if who == self.group.keeper or any(
            table.owner == who and not (table.seats.keys() - table.of(who) or table.is_shared)
            for table in self.group.tables[:1]
        ):
            return
        people.person_delete(person=self.accounts.pop(who))
        self.group.delete(who, {*self.accounts})
        for browser in self.browsers:
            if browser.who == who:
                browser.who = None

    # --- what holds after every step ---

    @invariant()
    def everybody_has_what_they_were_given(self) -> None:
        places = Membership.objects.filter(campaign=self.campaign)
        roles = dict(places.values_list("person", "role"))
        assert roles == {who: place.role for who, place in self.group.members.items()}
        held = Seat.objects.exclude(person=None).values_list("game", "number", "person")
        assert {*held} == {
            (table.game.pk, number, who)
            for table in self.group.tables
            for number, who in table.seats.items()
        }

    @invariant()
    def one_after_another_may_and_is_shown_in_lists_what_they_were_given(self) -> None:
        here = (browser.who for browser in self.browsers if browser.who is not None)
        known = sorted({*self.accounts, *self.group.members, *here})
        who = known[self.steps % len(known)]
        person = self.person(who)
        assert may(person, self.campaign).need == self.group.in_campaign(who)
        assert Campaign.objects.of(person).exists() == (who in self.group.members)
        listed = Game.objects.known_to(person).one_off().values_list("pk", flat=True)
        assert {*listed} == self.group.known_to(who)
        asked = {(offer.game_id, offer.number) for offer in offers_to(person)}
        assert asked == self.group.offered_to(who)
        for table in self.group.tables:
            standing = may(person, Game.objects.get(pk=table.game.pk))
            assert standing.need == self.group.at_table(table, who)
            assert standing.belongs == (table.game.pk in self.group.known_to(who))
            assert standing.seats == table.of(who)

    @invariant()
    def a_browser_is_shown_and_writes_what_it_may(self) -> None:
        self.steps += 1
        browser = self.browsers[self.steps % BROWSERS]
        if self.steps % 2:
            pages = ("game", "live", "live_events", "live_state")
            self.compare(
                browser,
                self.group.in_campaign(browser.who, browser.look),
                game_at(self.campaign, 1, pages[self.steps // 2 % len(pages)]),
                game_at(self.campaign, 1, "ticks"),
            )
        else:
            table = self.table(self.steps // 2)
            pages = ("game", "live", "live_events", "export_game")
            self.compare(
                browser,
                self.seen_at(browser, table),
                reverse(pages[self.steps // 2 % len(pages)], args=[table.game.code]),
                reverse("ticks", args=[table.game.code]),
                is_told=browser.who in table.freed or table.game.pk in browser.watches,
            )

    def seen_at(self, browser: Browser, table: Table) -> Need | None:
        return self.group.at_table(table, browser.who, browser.watches.get(table.game.pk, ""))

    def compare(
        self, browser: Browser, need: Need | None, page: str, write: str, *, is_told: bool = False
    ) -> None:
        nothing = 403 if is_told else 404
        expected = nothing if need is None else 200
        assert browser.client.get(page).status_code == expected
        written = browser.client.post(write, headers={"Accept": "application/json"}).status_code
        allowed = need is not None and need >= Need.WRITE
        assert written == (200 if allowed else nothing if need is None else 403)

    @invariant()
    def no_stream_goes_on_for_who_may_not_watch(self) -> None:
        for stream in list(self.streams):
            if not stream.is_asked_again:
                assert stream.may_still_watch
            elif not stream.ask_again():
                self.meets(a_stream_of_who_lost_their_place=True)
                self.streams.remove(stream)

    @invariant()
    def links_calendars_and_phones_tell_of_the_evening_whom_they_may(self) -> None:
        following, browser = self.group.next, self.browsers[self.steps % BROWSERS]
        key = following.keys[self.steps % len(following.keys)]
        answer = browser.client.get(reverse("evening", args=[key]))
        assert answer.status_code == self.group.at_evening(browser.who, key)
        for who, token in self.calendars.items():
            is_told = who in self.accounts and self.group.is_told(who)
            if who == [*self.calendars][self.steps % len(self.calendars)]:
                answer = Client().get(reverse("calendar_feed", args=[token]))
                assert answer.status_code == (200 if who in self.accounts else 404)
                assert (b"BEGIN:VEVENT" in answer.content) == is_told
            if who in self.accounts:
                person = self.person(who)
                notice = Notice(
                    person=person, kind=NoticeKind.SETTLED, evening=self.following_now()
                )
                assert (said_of(notice) is not None) == is_told

    def following_now(self) -> Evening:
        """Return the evening as it is stored."""
        return Evening.objects.get(pk=self.group.next.evening.pk)

    @invariant()
    def a_program_reads_what_its_person_may(self) -> None:
        if self.steps % 5:
            return
        who = list(self.programs)[self.steps // 5 % len(self.programs)]
        if who not in self.accounts:
            self.meets(a_token_of_a_deleted_account=True)
            assert self.programs[who].get("/games").status_code == 401
            return
        is_member = who in self.group.members
        answer = self.programs[who].get(f"/campaigns/{self.campaign.code}")
        assert answer.status_code == (200 if is_member else 404)
        file = io.BytesIO()
        export_account(self.accounts[who], file)
        with zipfile.ZipFile(file) as archive:
            names = {name for name in archive.namelist() if name != "account.json"}
        own = {t.game.code for t in self.group.tables if t.owner == who or t.of(who)}
        campaigns = {f"campaigns/{self.campaign.code}.zip"} if is_member else set()
        assert names == {f"games/{code}.zip" for code in own} | campaigns


@pytest.fixture
def database(kind: str, tmp_path: Path, db: None) -> Iterator[None]:
    """Take each database in turn, in one transaction that is rolled back."""
    with migrated_database(kind, tmp_path), transaction.atomic():
        if connection.vendor == "postgresql":  # the machine may be busy
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        yield
        transaction.set_rollback(True)


@pytest.mark.django_db
@pytest.mark.usefixtures("database")
@pytest.mark.hypothesis
@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_nobody_is_where_they_may_not_be_and_nobody_is_kept_out(
    monkeypatch: pytest.MonkeyPatch, beginning: str
) -> None:
    monkeypatch.setattr(Template, "render", lambda *_args, **_more: "")  # statuses are compared

    def machine() -> OneDoor:
        return OneDoor(beginning)

    # Of all beginnings together: 50 sequences in the suite, on SQLite; in `make thorough` 2,000 on
    # each database.
    usual = settings().max_examples
    sequences = 2 * usual if usual <= 25 else 10 * usual
    run_state_machine_as_test(
        machine,  # type: ignore[arg-type] # a function that makes one will do
        settings=settings(
            settings(),
            max_examples=ceil(sequences / len(BEGINNINGS)),
            stateful_step_count=15,
            suppress_health_check=[HealthCheck.too_slow],  # each step asks a whole site
        ),
    )
    for name, number in MET.most_common():
        sys.stdout.write(f"{number:6} {name}\n")
