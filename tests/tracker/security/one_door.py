"""A model of who may be where, kept beside the site: what SECURITY.md promises, as sets.

It knows nothing of tables or sessions. Moments are numbers that grow with everything that is done.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from campaign.models import Evening, Game, Invite, Role
from campaign.selectors.standing import Need

RANKS = (Role.READER, Role.PLAYER, Role.KEEPER)
NEEDS = {Role.READER: Need.LOOK, Role.PLAYER: Need.WRITE, Role.KEEPER: Need.KEEP}
Who = int  # a person's id


@dataclass
class Link:
    """A link to a campaign."""

    invite: Invite
    token: str
    made: int
    revoked: bool = False


@dataclass
class Member:
    """Somebody's place in the campaign."""

    role: Role
    admitted: int  # when their link was made, or when the keeper chose them


@dataclass
class NextEvening:
    """The next evening of the campaign, and who has answered for it."""

    evening: Evening
    keys: list[str]  # of its link, the present one last
    made: int  # when the present one was
    answered: dict[Who, int] = field(default_factory=dict)


@dataclass
class Table:
    """A one-off game."""

    game: Game
    owner: Who
    keys: list[str]  # of its invitation, the present one last
    seats: dict[int, Who] = field(default_factory=dict)
    offers: dict[int, Who] = field(default_factory=dict)
    freed: set[Who] = field(default_factory=set)
    barred: set[Who] = field(default_factory=set)  # from the present invitation
    is_shared: bool = False

    def of(self, who: Who) -> set[int]:
        """Return the seats that somebody holds."""
        return {number for number, holder in self.seats.items() if holder == who}

    def sit(self, who: Who, number: int) -> None:
        """Let somebody take a seat."""
        self.seats[number] = who
        self.offers.pop(number, None)
        for told in (self.freed, self.barred):
            told.discard(who)

    def free(self, who: Who) -> None:
        """Take all seats from somebody."""
        for number in self.of(who):
            del self.seats[number]


@dataclass
class Group:
    """A campaign and the one-off games of its people."""

    members: dict[Who, Member]
    next: NextEvening
    removed: dict[Who, int] = field(default_factory=dict)  # or demoted
    tables: list[Table] = field(default_factory=list)
    barrings: set[tuple[Who, Who]] = field(default_factory=set)  # who has barred whom, anywhere
    now: int = 0

    def tick(self) -> int:
        """Return the next moment."""
        self.now += 1
        return self.now

    @property
    def keeper(self) -> Who:
        """Return who keeps the campaign."""
        return next(who for who, place in self.members.items() if place.role is Role.KEEPER)

    # --- what holds ---

    def is_open(self, link: Link, who: Who | None) -> bool:
        """Say whether a link lets somebody in: not who was removed or demoted since it was made."""
        return not link.revoked and (who is None or self.removed.get(who, -1) < link.made)

    def in_campaign(self, who: Who | None, look: Link | None = None) -> Need | None:
        """Return what somebody may in the campaign, with a view-only link or without."""
        if who in self.members:
            return NEEDS[self.members[who].role]
        return Need.LOOK if look is not None and self.is_open(look, who) else None

    def at_evening(self, who: Who | None, key: str) -> int:
        """Return how a link to the evening is answered."""
        if key != self.next.keys[-1]:
            return 404
        return 403 if self.is_shut_out(who) else 200

    def is_shut_out(self, who: Who | None) -> bool:
        """Say whether somebody was removed or demoted since the evening's link was made."""
        is_member = who is None or who in self.members
        return not is_member and self.removed.get(who or 0, -1) >= self.next.made

    def is_told(self, who: Who) -> bool:
        """Say whether somebody's calendar and phone have the evening."""
        by_link = self.next.answered.get(who, -1) >= self.next.made and not self.is_shut_out(who)
        return who in self.members or by_link

    def renew_evening(self, key: str, *, keeps: bool) -> None:
        """Replace the link of the evening; answers of who is not in the campaign may go."""
        self.next.keys.append(key)
        self.next.made = self.tick()
        if not keeps:
            kept = {who: at for who, at in self.next.answered.items() if who in self.members}
            self.next.answered = kept

    def at_table(self, table: Table, who: Who | None, key: str = "") -> Need | None:
        """Return what somebody may in a one-off game, watching by an invitation or not."""
        if who is not None and table.owner == who:
            return Need.KEEP
        if who is not None and table.of(who):
            return Need.WRITE
        if who in self.members and table.is_shared:
            return min(NEEDS[self.members[who].role], Need.WRITE)
        return Need.LOOK if key == table.keys[-1] and who not in table.barred else None

    def known_to(self, who: Who) -> set[int]:
        """Return the ids of one-off games that are in somebody's lists."""
        return {table.game.pk for table in self.tables if self.at_table(table, who) is not None}

    def shunned_by(self, who: Who) -> set[Who]:
        """Return who has barred somebody from a game: what they start does not reach them."""
        return {by for by, barred in self.barrings if barred == who}

    def offered_to(self, who: Who) -> set[tuple[int, int]]:
        """Return the seats that somebody is asked to take, by game and number."""
        return {
            (table.game.pk, number)
            for table in self.tables
            for number, asked in table.offers.items()
            if asked == who and table.owner not in self._shuns(who)
        }

    def _shuns(self, who: Who) -> set[Who]:
        return {barred for by, barred in self.barrings if by == who}

    # --- what happens ---

    def join(self, who: Who, link: Link) -> None:
        """Let somebody in by a link, or with the better of two roles."""
        place = self.members.get(who)
        if place is None:
            self.members[who] = Member(Role(link.invite.role), link.made)
        elif place.role is Role.READER and link.invite.role == Role.PLAYER:
            self.members[who] = Member(Role.PLAYER, link.made)

    def leave(self, who: Who) -> None:
        """Take somebody out; what they shared is shared no more."""
        del self.members[who]
        self.next.answered.pop(who, None)
        self.unshare(who)

    def unshare(self, who: Who) -> None:
        """Stop sharing somebody's games."""
        for table in self.tables:
            table.is_shared = table.is_shared and table.owner != who

    def brings(self, guest: Who, account: Who) -> dict[str, bool]:
        """Say what stands against an account that a guest is about to become, or against both."""
        brought, mine = self.members.get(guest), self.members.get(account)
        outlived = brought is not None and self.removed.get(account, -1) >= brought.admitted
        return {
            "a_removed_account_with_a_guest_who_is_in": outlived and mine is None,
            "a_demoted_account_with_a_guest_who_plays": outlived and mine is not None,
            "a_removed_guest_with_an_account": guest in self.removed,
            "a_barred_guest_with_an_account": any(guest in table.barred for table in self.tables),
            "a_barred_account_with_a_guest_who_sits": any(
                account in table.barred and bool(table.of(guest)) for table in self.tables
            ),
        }

    def merge(self, guest: Who, account: Who) -> None:
        """Make an account of a guest. What was decided about the account holds."""
        brought = self.members.pop(guest, None)
        mine = self.members.get(account)
        if brought is not None:
            outlived = self.removed.get(account, -1) < brought.admitted
            if brought.role is not Role.KEEPER and not outlived:
                self.unshare(guest)
            elif mine is None or RANKS.index(brought.role) > RANKS.index(mine.role):
                self.members[account] = brought
        if guest in self.next.answered:
            self.next.answered.setdefault(account, self.next.answered.pop(guest))
        if guest in self.removed:
            self.removed[account] = max(self.removed.pop(guest), self.removed.get(account, -1))
        for table in self.tables:
            self._merge_at(table, guest, account)
        pairs = [[account if who == guest else who for who in pair] for pair in self.barrings]
        self.barrings = {(by, barred) for by, barred in pairs if by != barred}

    def _merge_at(self, table: Table, guest: Who, account: Who) -> None:
        if table.owner == guest:
            table.owner = account
        if account in table.barred and table.owner != account:
            table.free(guest)
            table.offers = {n: who for n, who in table.offers.items() if who != guest}
        for held in (table.seats, table.offers):
            held.update({number: account for number, who in held.items() if who == guest})
        for told in (table.freed, table.barred):
            if guest in told:
                told.remove(guest)
                told.add(account)

    def delete(self, who: Who, accounts: set[Who]) -> None:
        """Delete somebody who keeps no campaign; their games stay with who plays in them."""
        self.members.pop(who, None)
        self.removed.pop(who, None)
        self.next.answered.pop(who, None)
        for table in self.tables:
            if table.owner == who:
                heirs = [*self._heirs(table, who, accounts)]
                table.owner = heirs[0] if heirs else -1
            table.free(who)
            table.offers = {n: holder for n, holder in table.offers.items() if holder != who}
            for told in (table.freed, table.barred):
                told.discard(who)
        self.tables = [table for table in self.tables if table.owner != -1]
        self.barrings = {pair for pair in self.barrings if who not in pair}

    def _heirs(self, table: Table, who: Who, accounts: set[Who]) -> Iterator[Who]:
        holders = [table.seats[number] for number in sorted(table.seats)]
        others = [holder for holder in holders if holder != who]
        yield from (holder for holder in others if holder in accounts)
        yield from others
        if table.is_shared:
            yield self.keeper
