"""Why a move at the table of a live game is refused."""

from collections.abc import Iterator

from campaign.rules.ashes import dice_pools, first_player
from campaign.rules.ashes.attack_moves import AttackMove, attack_problems
from campaign.rules.ashes.cards_in_play import card_of
from campaign.rules.ashes.chimera_moves import ChimeraMove, chimera_problems
from campaign.rules.ashes.moves import (
    AllRolled,
    CardCounted,
    CardEntered,
    CardLeft,
    ControlChanged,
    DiceChanged,
    DiceRolled,
    DieTurned,
    FirstChosen,
    LifeChanged,
    LifeRead,
    PhaseEnded,
    TurnEnded,
    Wounded,
)
from campaign.rules.ashes.table import MAX_IN_PLAY, Player, RoundPhase, Side, Sides, Table
from campaign.rules.core.live import Move, SeatMove
from campaign.rules.core.problems import Problem


def move_problems(table: Table, move: Move) -> Iterator[Problem]:
    """Yield why a move is refused."""
    # Wounds of the same moment can still be entered: then more than one may be destroyed.
    if table.is_over and not isinstance(move, Wounded | LifeChanged):
        yield Problem("duel.live_over")
        return
    match move:
        case SeatMove(seat=seat) if not 1 <= seat <= len(table.players):
            yield Problem("duel.no_such_seat", {"seat": seat}, "seat")
        case DiceChanged(seat=seat) | DieTurned(seat=seat) | DiceRolled(seat=seat):
            yield from _dice_problems(table, table.player(seat), move)
        case AllRolled(sides=sides):
            yield from _roll_problems(table, sides)
        case ControlChanged():
            yield from _control_problems(table, move)
        case _ if isinstance(move, AttackMove):
            yield from attack_problems(table, move)
        case CardEntered(seat=seat) | CardCounted(seat=seat) | CardLeft(seat=seat):
            yield from _card_problems(table.player(seat), move)
        case LifeRead(seat=seat) if table.player(seat).life is not None:
            yield Problem("duel.live_life_known", {"seat": seat}, "seat")
        case FirstChosen() | TurnEnded() | PhaseEnded():
            yield from _order_problems(table, move)
        case _ if isinstance(move, ChimeraMove):
            yield from chimera_problems(table, move)


def _order_problems(table: Table, move: Move) -> Iterator[Problem]:
    match move:
        case FirstChosen(seat=seat) if table.player(seat).is_destroyed:
            yield Problem("duel.live_destroyed", {"seat": seat}, "seat")
        case TurnEnded(seat=seat) if seat not in table.acting:
            yield Problem("duel.live_turn_over", {"seat": seat})
        case PhaseEnded(phase=phase) if phase is not table.phase or phase is RoundPhase.TURNS:
            yield Problem("duel.live_phase_over")
        case PhaseEnded() if table.first is None:
            yield Problem("duel.live_no_first")


def _dice_problems(table: Table, player: Player, move: Move) -> Iterator[Problem]:
    match move:
        case DiceChanged(die=die) if not player.dice.get(die):
            yield Problem("duel.live_no_dice", {"dice": (die.value,)}, "die")
        case DieTurned(place=place) if place > len(player.sides):
            yield Problem("duel.live_no_die", {"seat": player.seat}, "place")
        case DiceRolled() if table.phase is not RoundPhase.PREPARATION:
            yield Problem("duel.live_no_roll")
        case DiceRolled(sides=sides) if not _can_fall(player, sides):
            yield Problem("duel.live_all_rolled")


def _roll_problems(table: Table, sides: tuple[Sides, ...]) -> Iterator[Problem]:
    """Yield why a roll for all cannot be: dice are rolled once, and again only after a tie."""
    waiting = any(map(dice_pools.to_roll, table.players)) or first_player.is_tied(table)
    if table.phase is not RoundPhase.PREPARATION:
        yield Problem("duel.live_no_roll")
    elif not waiting or [*map(len, sides)] != [len(player.sides) for player in table.players]:
        yield Problem("duel.live_everybody_rolled")


def _control_problems(table: Table, move: ControlChanged) -> Iterator[Problem]:
    if move.to == move.seat or not 1 <= move.to <= len(table.players):
        yield Problem("duel.no_such_seat", {"seat": move.to}, "to")
    elif len(table.player(move.to).in_play) >= MAX_IN_PLAY:
        yield Problem("duel.live_no_room", {"most": MAX_IN_PLAY}, "card")
    elif card_of(table.player(move.seat), move.card) is None:
        yield Problem("duel.live_card_gone", {}, "card")


def _card_problems(player: Player, move: Move) -> Iterator[Problem]:
    match move:
        case CardEntered() if len(player.in_play) >= MAX_IN_PLAY:
            yield Problem("duel.live_no_room", {"most": MAX_IN_PLAY}, "card")
        case CardEntered(name="", card=None):
            yield Problem("duel.live_no_name", {}, "name")
        case CardCounted(card=card) | CardLeft(card=card) if card_of(player, card) is None:
            yield Problem("duel.live_card_gone", {}, "card")


def _can_fall(player: Player, sides: tuple[Side, ...]) -> bool:
    """Say whether there were dice to roll, and these sides can have come of it."""
    return bool(dice_pools.to_roll(player)) and len(sides) == len(player.sides)
