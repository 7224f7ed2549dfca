"""Members of a record by their numbers and names, for all that is stored with players in it.

What is stored holds numbers, what rules and pages work with holds names: :func:`named` and
:class:`Members` turn one into the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

from django.db.models import QuerySet
from django.utils.functional import cached_property

from campaign.models import Campaign, Change, Game, Member, Person, Record
from campaign.records import Names
from campaign.rules.core.players import is_former, read_from_file, with_players
from campaign.rules.core.serialize import to_plain


def members_of(record: Record) -> QuerySet[Member]:
    """Return the members of a campaign, or of a one-off game."""
    match record:
        case Campaign():
            return Member.objects.filter(campaign=record)
        case Game():
            return Member.objects.filter(game=record)
    raise TypeError(f"{record!r} is no record")


def member_names(record: Record) -> Names:
    """Return the names of the members of a record."""
    return _names(members_of(record).values_list(*_COLUMNS))


def member_names_by_game(games: Iterable[int]) -> dict[int, Names]:
    """Return the names of the members of one-off games, by the ids of the games."""
    found: dict[int, list[_Row]] = {}
    rows = Member.objects.filter(game__in=list(games)).values_list("game", *_COLUMNS)
    for game, *row in rows:
        found.setdefault(game or 0, []).append(cast(_Row, tuple(row)))
    return {game: _names(members) for game, members in found.items()}


def refreshed_names(record: Record, columns: Sequence[str]) -> Names:
    """Read some columns of a record again, with the names of its members; raise if it is gone."""
    joined = [f"members__{column}" for column in _COLUMNS]
    here = type(record)._default_manager.filter(pk=record.pk).order_by("members__number")
    rows = list(here.values_list(*columns, *joined))
    if not rows:
        raise type(record).DoesNotExist
    for column, value in zip(columns, rows[0], strict=False):
        setattr(record, column, value)
    found = (cast(_Row, row[len(columns) :]) for row in rows)
    return _names(found)


_COLUMNS = ("number", "name", "person", "seats__number")
_Row = tuple[int | None, str, int | None, int | None]  # without a number: there is no member


def _names(members: Iterable[_Row]) -> Names:
    by_number, by_person, by_seat = dict[int, str](), dict[int, str](), dict[int, str]()
    for number, name, person, seat in members:
        if number is None:
            continue
        by_number[number] = name
        if person is not None:
            by_person.setdefault(person, name)
        if seat is not None:
            by_seat[seat] = name
    return Names(by_number, by_person, by_seat)


def named(kind: Any, stored: Any, names: Names) -> Any:
    """Return stored values of a type with the names of the members whose numbers they hold."""

    def name(held: Any) -> Any:
        return names.by_number.get(held, "") if isinstance(held, int) else held

    return with_players(kind, stored, name)


class Members:
    """The members of a record that is locked, and is written to."""

    def __init__(self, record: Record) -> None:
        self.record = record

    @classmethod
    def of_change(cls, change: Change) -> Members:
        """Return the members of the record that a change is of."""
        record = change.campaign or change.game
        if record is None:
            raise TypeError("A change belongs to a record.")
        return cls(record)

    @cached_property
    def _rows(self) -> list[Member]:
        return list(members_of(self.record))

    @property
    def names(self) -> Names:
        """Return their names."""
        return _names((row.number, row.name, row.person_id, None) for row in self._rows)

    def numbered(self, kind: Any, value: Any) -> Any:
        """Return a value of a type as it is stored: with the numbers of members instead of names.

        Whoever is not a member yet becomes one.
        """
        return with_players(kind, to_plain(value), self._number)

    def _number(self, name: Any) -> Any:
        member = self.called(name) if isinstance(name, str) else None
        return member.number if member else name

    def called(self, name: str) -> Member | None:
        """Return the member of a name, made if there is none; None without a name."""
        return self.sitting(name) if name else None

    def sitting(self, name: str) -> Member:
        """Return the member of a name, made if there is none; a seat has one in any case."""
        name = read_from_file(name)
        return next((row for row in self._rows if row.name == name), None) or self._add(name, None)

    def of(self, person: Person, name: str = "") -> Member | None:
        """Return the member who is a person, made if there is none; None if they have no name yet.

        ``name`` is the one to go by here. Somebody of that name without a person, such as one whose
        name was only typed, is taken to be them.
        """
        mine = next((row for row in self._rows if row.person_id == person.pk), None)
        name = name or person.own_name
        if mine is not None or not name:
            return mine
        typed = (row for row in self._rows if row.person_id is None and row.name == name)
        found = next(typed, None) or self._add(name, person)
        return self._save(found, person=person)

    def seated(self, person: Person, name: str, *, before: Member | None, is_first: bool) -> Member:
        """Return who plays a seat that a person takes under a name.

        The first seat is their own, under one name for all of this record; who was named there
        before, without a phone, is taken to be them. Further seats are those of others.
        """
        mine = next((row for row in self._rows if row.person_id == person.pk), None)
        if mine is None and is_first and before and _is_typed(before):
            mine = next(row for row in self._rows if row.pk == before.pk)
        if mine is None and is_first:
            mine = self.of(person, name)
        if mine is None or not (is_first or mine.name == name):
            return self.sitting(name)
        return self._save(mine, person=person, name=name)

    def copy(self, source: Record) -> None:
        """Copy the members of another record under their numbers; this one has none yet."""
        rows = [
            self._new(member.number, member.person, member.name)
            for member in members_of(source).select_related("person")
        ]
        self._rows.extend(Member.objects.bulk_create(rows))

    def brought(self, member: Member) -> Member:
        """Return the member of this record who is a member of another, under the same name."""
        found = self.of(member.person, member.name) if member.person else None
        return self._save(found, name=member.name) if found else self.sitting(member.name)

    def _save(self, row: Member, **columns: Any) -> Member:
        changed = {key: value for key, value in columns.items() if getattr(row, key) != value}
        for key, value in changed.items():
            setattr(row, key, value)
        if changed:
            row.save(update_fields=list(changed))
        return row

    def _add(self, name: str, person: Person | None) -> Member:
        number = max((row.number for row in self._rows), default=0) + 1
        row = self._new(number, person, name)
        row.save()
        self._rows.append(row)
        return row

    def _new(self, number: int, person: Person | None, name: str) -> Member:
        row = Member(number=number, person=person, name=name)
        if isinstance(self.record, Campaign):
            row.campaign = self.record
        elif isinstance(self.record, Game):
            row.game = self.record
        return row


def _is_typed(member: Member) -> bool:
    """Say whether a member is a name that was typed, of somebody who may join any time."""
    return member.person_id is None and bool(member.name) and not is_former(member.name)
