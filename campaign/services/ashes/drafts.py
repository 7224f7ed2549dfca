"""Draft the decks of a game: open a lobby, begin, pick, and play on with the drafted decks.

Seats, the invitation and who may be there are those of any one-off game.
"""

from collections.abc import Collection
from dataclasses import replace
from random import Random, SystemRandom

from django.db import transaction

from campaign.models import Game, Person
from campaign.packs import get_pack
from campaign.rules.ashes.catalogue import PLAYERS, SLUG, Edition
from campaign.rules.ashes.draft import DRAFT, Draft, Stage, begin_draft, drafted_deck
from campaign.rules.ashes.draft_pool import DraftChoice, draft_pool
from campaign.rules.ashes.duel import DuelChoices, SeatChoice
from campaign.rules.core import sizes
from campaign.rules.core.live import SeatMove
from campaign.rules.core.problems import Problem, RulesError, refuse
from campaign.rules.core.texts import one_line, text_problems
from campaign.selectors.ashes import draft_of
from campaign.selectors.seats import seats_of
from campaign.selectors.seeing import seen_facts
from campaign.services.live import move_make, phase_open
from campaign.services.locks import game_missing, locked_record
from campaign.services.one_offs import game_change, game_start
from campaign.services.seats import seat_take, seats_close_up
from campaign.services.writes import touching


def draft_start(
    *,
    person: Person,
    name: str,
    edition: Edition,
    sets: Collection[str],
    language: str = "en",
    token: str | None = None,
) -> Game:
    """Set up a game whose decks are drafted; whoever opens it takes the first seat.

    There are as many seats as can draft with these sets. Those that nobody takes fall away when
    the draft begins.
    """
    name = one_line(name)
    missing = [] if name else [Problem("draft.name_missing", path="name")]
    refuse((*missing, *text_problems("name", name, sizes.PERSON_NAME)))
    pack = get_pack(SLUG)
    # The sets must suffice for the fewest players now, and for all of them when it begins.
    begin_draft(pack, PLAYERS[0], SystemRandom(), edition=edition, sets=sets)
    seats = (SeatChoice(),) * draft_pool(pack, edition, sets).most_players
    choices = DuelChoices(seats, draft=DraftChoice(edition, tuple(sorted(sets))))
    with transaction.atomic():
        game = game_start(
            person=person, system=SLUG, choices=choices, language=language, token=token
        )
        if not game.seats.exists():
            seat_take(game=game, number=1, person=person, name=name)
    return game


def draft_begin(*, game: Game, person: Person | None, rng: Random | None = None) -> None:
    """Shuffle and begin with the seats that are taken; do nothing if it has begun."""
    with touching(game) as held:
        choices = _choices(held)
        if choices.draft is None or draft_of(held) is not None:
            return
        taken = [seat.number for seat in seats_of(held) if not seat.is_free]
        start = begin_draft(
            get_pack(SLUG),
            len(taken),
            rng or SystemRandom(),
            edition=choices.draft.edition,
            sets=choices.draft.sets,
        )
        if len(taken) < len(choices.seats):
            fewer = tuple(choices.seats[number - 1] for number in taken)
            seats_close_up(game=held, numbers=taken)
            _change(held, person, replace(choices, seats=fewer))
        phase_open(game=held, person=person, phase=DRAFT, start=start)


def draft_move(*, game: Game, person: Person | None, move: SeatMove) -> None:
    """Make a move, or raise ``RulesError``. After the last one the game has its decks."""
    with locked_record(game, game_missing(game)) as held:
        if draft_of(held) is None:
            raise RulesError([Problem("draft.not_begun")])
        made = move_make(game=held, person=person, move=move, phase=DRAFT)
        if made.position.table.stage is Stage.DONE:
            draft_play(game=held, person=person)


def draft_play(*, game: Game, person: Person | None) -> None:
    """Give a game the decks that were drafted; do nothing if it has them."""
    with touching(game) as held:
        choices, draft = _choices(held), draft_of(held)
        if choices.draft is None:
            return
        if draft is None or draft.table.stage is not Stage.DONE:
            raise RulesError([Problem("draft.unfinished")])
        _change(held, person, _with_decks(choices, draft.table))


def _choices(game: Game) -> DuelChoices:
    choices: DuelChoices = seen_facts(game).planned.choices
    return choices


def _with_decks(choices: DuelChoices, state: Draft) -> DuelChoices:
    """Return the choices with the drafted decks, which are secret until the game is over."""
    seats = (
        SeatChoice(seat.player, deck=drafted_deck(state, number))
        for number, seat in enumerate(choices.seats, start=1)
    )
    return DuelChoices(tuple(seats), secret=True)


def _change(game: Game, person: Person | None, choices: DuelChoices) -> None:
    game_change(game=game, choices=choices, revision=game.revision, person=person)
