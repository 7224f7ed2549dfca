"""Secret sheets: what a nemesis was dealt and kept, until all have chosen (p. 6)."""

from dataclasses import replace
from typing import Final

from campaign.rules.core.facts import Planned
from campaign.rules.core.pack import Name
from campaign.rules.core.seeing import Audience
from campaign.rules.relic_nemesis.catalogue import Nemesis
from campaign.rules.relic_nemesis.choices import Choices, Role, Seat, SeatChoice, Setup

REDACTED: Final = "?"  # in a place of which others see only that a sheet was kept
REDACTED_SHEET: Final = Nemesis("", Name(""))

Plan = Planned[Choices, Setup]


def redact_setup(setup: Setup, to: Audience) -> Setup:
    """Return a set-up without the secret sheets of other players."""
    if to.over or setup.is_revealed:
        return setup
    seats = enumerate(setup.seats, start=1)
    return replace(
        setup,
        seats=tuple(seat if to.may_see(number) else _redact_seat(seat) for number, seat in seats),
    )


def redact_plan(planned: Plan, to: Audience) -> Plan:
    """Return a plan without the secret sheets of other players, nor the seed that deals them."""
    setup = planned.setup
    if to.over or (setup is not None and setup.is_revealed):
        return planned
    places = tuple(
        place if to.may_see(number) else _redact_place(place)
        for number, place in enumerate(planned.choices.places, start=1)
    )
    return replace(
        planned,
        choices=replace(planned.choices, places=places),
        seed="",
        setup=None if setup is None else redact_setup(setup, to),
    )


def restore_choices(choices: Choices, before: Plan, sender: Audience) -> Choices:
    """Return choices with the kept sheets that their sender could not see."""
    del sender
    stored = (*before.choices.places, *(SeatChoice() for _ in choices.places))
    pairs = zip(choices.places, stored, strict=False)
    places = tuple(
        replace(place, kept=was.kept, attribute=was.attribute, value=was.value, life=was.life)
        if place.kept == REDACTED
        else place
        for place, was in pairs
    )
    return replace(choices, places=places)


def export_plan(planned: Plan) -> Plan:
    """Return a redacted plan for a file: without the deal.

    Roles are no secret: they stay as they were drawn, whatever the seed.
    """
    places = tuple(place.unkept for place in planned.choices.places)
    if planned.setup is not None:
        pairs = zip(places, planned.setup.seats, strict=True)
        places = tuple(replace(place, stays=seat.role) for place, seat in pairs)
    return replace(planned, choices=replace(planned.choices, places=places), setup=None)


def _redact_place(place: SeatChoice) -> SeatChoice:
    return replace(place.unkept, kept=REDACTED) if place.kept else place


def _redact_seat(seat: Seat) -> Seat:
    """Return a seat of which others see how many sheets it has, and whether one was kept."""
    if seat.role is not Role.NEMESIS:
        return seat
    dealt = (REDACTED_SHEET,) * len(seat.dealt)
    return replace(seat, dealt=dealt, kept=REDACTED_SHEET if seat.kept else None)
