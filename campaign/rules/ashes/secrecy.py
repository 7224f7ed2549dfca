"""Secret decks: where a duel keeps its decks secret, the others see them when it is over.

The First Five that somebody chose for a game are theirs in any case: a hand is secret (p. 4).

Phoenixborn, dice and the number of cards lie open on the table (p. 4). The name of a deck is secret
too: that of a ready-made one says what is in it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from campaign.rules.ashes.deck import Deck
from campaign.rules.ashes.duel import DuelChoices, DuelSetup, SeatChoice, SeatSetup
from campaign.rules.core.facts import Planned
from campaign.rules.core.problems import Problem, RulesError
from campaign.rules.core.seeing import Audience

Plan = Planned[DuelChoices, DuelSetup]


def redact_setup(setup: DuelSetup, to: Audience) -> DuelSetup:
    """Return a set-up without the secret decks and the First Five of other players."""
    if to.over or not (setup.secret or any(seat.chosen_five for seat in setup.seats)):
        return setup
    redact = _redact_seat if setup.secret else _redact_five
    seats = enumerate(setup.seats, start=1)
    return replace(
        setup, seats=tuple(seat if to.may_see(number) else redact(seat) for number, seat in seats)
    )


def redact_plan(planned: Plan, to: Audience) -> Plan:
    """Return a plan without the secret decks of other players, nor the seed that draws them.

    The First Five that others chose for this game are left out whether or not decks are secret.
    While decks are drafted, the seed is left out too: no seed deals these hands again.
    """
    choices, setup = planned.choices, planned.setup
    if choices.draft is not None:
        return replace(planned, seed="")
    seats = range(1, len(choices.seats) + 1)
    has_secrets = choices.secret or any(seat.first_five for seat in choices.seats)
    if to.over or not has_secrets or all(map(to.may_see, seats)):
        return planned
    if not choices.secret:
        open_seats = tuple(
            choice if to.may_see(number) else replace(choice, first_five=None)
            for number, choice in zip(seats, choices.seats, strict=True)
        )
        return replace(
            planned,
            choices=replace(choices, seats=open_seats),
            setup=None if setup is None else redact_setup(setup, to),
        )
    drawn = setup.seats if setup is not None else (None,) * len(choices.seats)
    redacted = tuple(
        choice if to.may_see(number) else _redact_choice(choice, seat)
        for number, choice, seat in zip(seats, choices.seats, drawn, strict=True)
    )
    return replace(
        planned,
        choices=replace(choices, seats=redacted),
        seed="",
        setup=None if setup is None else redact_setup(setup, to),
    )


def restore_choices(choices: DuelChoices, before: Plan, sender: Audience) -> DuelChoices:
    """Return choices with the decks that their sender could not see, as they are in the game.

    The reason that lets such a deck be stays with it: without it, the problems would name its
    cards. Nor can others end the secrecy of a deck that stays.
    """
    choices = replace(choices, seats=tuple(_with_fives(choices, before)))
    kept = [number for number, seat in enumerate(choices.seats, start=1) if seat.is_redacted]
    if not kept or not before.choices.secret:
        return choices
    if not choices.secret and not all(map(sender.may_see, kept)):
        raise RulesError([Problem("duel.stays_secret", path="secret")])
    seats = tuple(
        _restore_seat(number, seat, before) if number in kept else seat
        for number, seat in enumerate(choices.seats, start=1)
    )
    return replace(choices, seats=seats, reason=choices.reason or before.choices.reason)


def redact_problems(problems: Iterable[Problem], choices: DuelChoices) -> list[Problem]:
    """Return problems that say nothing of the cards of decks that their sender could not see."""
    hidden = {
        f"decks.{number}"
        for number, seat in enumerate(choices.seats, start=1)
        if choices.secret and seat.is_redacted
    }
    hidden |= {
        f"first_five.{number}"
        for number, seat in enumerate(choices.seats, start=1)
        if seat.first_five is None
    }
    told = (
        Problem("duel.secret_deck", {}, problem.path, overrulable=problem.overrulable)
        if problem.path in hidden
        else problem
        for problem in problems
    )
    return [*dict.fromkeys(told)]


def _with_fives(choices: DuelChoices, before: Plan) -> Iterator[SeatChoice]:
    """Yield the seats with the First Five that they have in the game, where their deck stays."""
    stored = (*before.choices.seats, *(SeatChoice() for _seat in choices.seats))
    for seat, old in zip(choices.seats, stored, strict=False):
        stays = (seat.box_deck, seat.deck) == (old.box_deck, old.deck)
        keeps = stays and seat.first_five is None
        yield replace(seat, first_five=old.first_five) if keeps else seat


def _redact_five(seat: SeatSetup) -> SeatSetup:
    """Return a seat without the First Five that were chosen for this game."""
    return replace(seat, chosen_five=(), has_secret_five=True) if seat.chosen_five else seat


def _redact_deck(deck: Deck) -> Deck:
    own = tuple(card for card in deck.own if card.key == deck.phoenixborn)
    return replace(deck, name="", cards={}, first_five=(), own=own)


def _redact_seat(seat: SeatSetup) -> SeatSetup:
    born = tuple(card for card in seat.cards if card.id == seat.deck.phoenixborn)
    return SeatSetup(_redact_deck(seat.deck), born, {}, redacted_pile=seat.draw_pile)


def _redact_choice(choice: SeatChoice, seat: SeatSetup | None) -> SeatChoice:
    """Return a choice of which others see whether the deck was drawn, but not which it is."""
    deck = choice.deck or (seat.deck if seat is not None else Deck())
    drawn_from = deck.edition if choice.is_drawn else None
    return SeatChoice(choice.player, deck=_redact_deck(deck), drawn_from=drawn_from)


def _restore_seat(number: int, seat: SeatChoice, before: Plan) -> SeatChoice:
    """Return the deck that a seat has in the game; one that was drawn stays the same."""
    if number > len(before.choices.seats):
        raise RulesError([Problem("duel.deck_unknown", {}, f"decks.{number}")])
    stored = before.choices.seats[number - 1]
    stays = stored.stays
    if stored.is_drawn and before.setup is not None:
        stays = before.setup.seats[number - 1].ready
    return replace(stored, player=seat.player, stays=stays)
