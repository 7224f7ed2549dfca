"""A live duel: wounds, dice, cards in play, draw piles, phases and turns, folded from its moves."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from campaign.rules.ashes import cards_in_play, dice_pools, first_player
from campaign.rules.ashes.cards_in_play import card_of
from campaign.rules.ashes.catalogue import DiceType
from campaign.rules.ashes.moves import (
    MOVES,
    AllRolled,
    CardCounted,
    CardEntered,
    CardLeft,
    DiceChanged,
    DiceRolled,
    DieTurned,
    FirstChosen,
    LifeChanged,
    LifeRead,
    PhaseEnded,
    PhoenixbornMarked,
    PileChanged,
    TurnEnded,
    Wounded,
)
from campaign.rules.ashes.player_turns import turn_ended, with_next_turn
from campaign.rules.ashes.preparation import drawn, prepared
from campaign.rules.ashes.recovery import recovered
from campaign.rules.ashes.result import DuelResult, Ending
from campaign.rules.ashes.sheet import DuelBody
from campaign.rules.ashes.table import (
    MAX_IN_PLAY,
    CardInPlay,
    Phase,
    Player,
    Side,
    Sides,
    Start,
    Table,
)
from campaign.rules.ashes.wounds import places, with_falls, wounded
from campaign.rules.core.live import Live, Move, SeatMove
from campaign.rules.core.problems import Problem, refuse
from campaign.rules.core.sheet import SetupSheet


class DuelLive(Live[Start, Table]):
    """Duels and melees."""

    start = Start
    moves = MOVES

    def begin(self, sheet: SetupSheet[DuelBody]) -> Start:
        seats = (
            Player(
                seat.number,
                seat.life if isinstance(seat.life, int) else None,
                {DiceType(each): n for each, n in seat.dice.items()},
                seat.draw_pile,
            )
            for seat in sheet.body.seats
        )
        return Start(tuple(seats), sheet.body.first)

    def table(self, start: Start) -> Table:
        # An imported start may have other fields set; they are ignored.
        players = (
            Player(
                each.seat,
                each.life,
                each.dice,
                each.pile,
                sides=dice_pools.all_exhausted(each.dice),
            )
            for each in start.seats
        )
        return Table(tuple(players), start.first)

    def seats(self, start: Start) -> tuple[int, ...]:
        return tuple(each.seat for each in start.seats)

    def decide(self, table: Table, move: Move, rng: Random) -> Move:
        """Return a roll with how the dice fell."""
        if isinstance(move, DiceRolled) and 1 <= move.seat <= len(table.players):
            return replace(move, sides=dice_pools.thrown(table.player(move.seat), rng))
        if isinstance(move, AllRolled):
            sides, again = first_player.roll_for_all(table, rng)
            return replace(move, sides=sides, again=again)
        return move

    def apply(self, table: Table, move: Move, at: int) -> Table:
        del at
        refuse(_problems(table, move))
        return with_next_turn(with_falls(_applied(table, move)))


def _problems(table: Table, move: Move) -> Iterator[Problem]:
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
        case CardEntered(seat=seat) | CardCounted(seat=seat) | CardLeft(seat=seat):
            yield from _card_problems(table.player(seat), move)
        case LifeRead(seat=seat) if table.player(seat).life is not None:
            yield Problem("duel.live_life_known", {"seat": seat}, "seat")
        case FirstChosen(seat=seat) if table.player(seat).is_destroyed:
            yield Problem("duel.live_destroyed", {"seat": seat}, "seat")
        case TurnEnded(seat=seat) if seat != table.turn:
            yield Problem("duel.live_turn_over", {"seat": seat})
        case PhaseEnded(phase=phase) if phase is not table.phase or phase is Phase.TURNS:
            yield Problem("duel.live_phase_over")
        case PhaseEnded() if table.first is None:
            yield Problem("duel.live_no_first")


def _dice_problems(table: Table, player: Player, move: Move) -> Iterator[Problem]:
    match move:
        case DiceChanged(die=die) if not player.dice.get(die):
            yield Problem("duel.live_no_dice", {"dice": (die.value,)}, "die")
        case DieTurned(place=place) if place > len(player.sides):
            yield Problem("duel.live_no_die", {"seat": player.seat}, "place")
        case DiceRolled() if table.phase is not Phase.PREPARATION:
            yield Problem("duel.live_no_roll")
        case DiceRolled(sides=sides) if not _can_fall(player, sides):
            yield Problem("duel.live_all_rolled")


def _roll_problems(table: Table, sides: tuple[Sides, ...]) -> Iterator[Problem]:
    """Yield why a roll for all cannot be: dice are rolled once, and again only after a tie."""
    waiting = any(map(dice_pools.to_roll, table.players)) or first_player.is_tied(table)
    if table.phase is not Phase.PREPARATION:
        yield Problem("duel.live_no_roll")
    elif not waiting or [*map(len, sides)] != [len(player.sides) for player in table.players]:
        yield Problem("duel.live_everybody_rolled")


def _card_problems(player: Player, move: Move) -> Iterator[Problem]:
    match move:
        case CardEntered() if len(player.in_play) >= MAX_IN_PLAY:
            yield Problem("duel.live_no_room", {"most": MAX_IN_PLAY}, "card")
        case CardEntered(name="", card=None):
            yield Problem("duel.live_no_name", {}, "name")
        case CardCounted(card=card) | CardLeft(card=card) if card_of(player, card) is None:
            yield Problem("duel.live_card_gone", {}, "card")


def _applied(table: Table, move: Move) -> Table:
    match move:
        case FirstChosen(seat=seat):
            return replace(table, first=seat)
        case TurnEnded(seat=seat, passed=passed):
            return turn_ended(table, seat, passed=passed)
        case PhaseEnded(phase=Phase.PREPARATION):
            return prepared(table)
        case PhaseEnded():
            return recovered(table)
        case AllRolled(sides=sides):
            pairs = zip(table.players, sides, strict=True)
            players = tuple(replace(player, sides=own) for player, own in pairs)
            return first_player.with_first(replace(table, players=players))
        case DiceRolled(seat=seat, sides=own):
            rolled = table.with_player(replace(table.player(seat), sides=own))
            return first_player.with_first(rolled)
        case SeatMove(seat=seat):
            return table.with_player(_changed(table, table.player(seat), move))
    raise TypeError(type(move))


def _changed(table: Table, player: Player, move: SeatMove) -> Player:
    """Return a player after a move that is about them alone."""
    match move:
        case Wounded(by=by):
            return wounded(player, by)
        case LifeChanged(by=by):
            return wounded(player, -by)
        case PileChanged(by=by):
            return drawn(table, player, by)
        case LifeRead(value=value):
            return replace(player, life=value)
        case DiceChanged(die=die, by=by):
            return dice_pools.moved(player, die, by)
        case DieTurned(place=place, side=side):
            return dice_pools.turned(player, place, side)
        case CardEntered():
            return cards_in_play.entered(player, _card(move))
        case CardCounted(card=card, what=what, by=by):
            return cards_in_play.counted(player, card, what, by)
        case CardLeft(card=card):
            return cards_in_play.left(player, card)
        case PhoenixbornMarked(token=token, by=by):
            return cards_in_play.marked(player, token, by)
    raise TypeError(type(move))


def _can_fall(player: Player, sides: tuple[Side, ...]) -> bool:
    """Say whether there were dice to roll, and these sides can have come of it."""
    return bool(dice_pools.to_roll(player)) and len(sides) == len(player.sides)


def _card(move: CardEntered) -> CardInPlay:
    """Return the card that comes into play; it has no number yet."""
    return CardInPlay(
        number=0,
        zone=move.zone,
        name=move.name or str(move.card),
        card=move.card or "",
        attack=move.attack,
        life=move.life,
        recover=move.recover,
        limit=move.limit,
    )


def result_so_far(table: Table) -> DuelResult:
    """Return the result as far as the table knows it."""
    by_seat, count = places(table), len(table.players)
    seats = range(1, count + 1)
    return DuelResult(
        winner=table.winner,
        ending=Ending.DESTROYED if table.is_over else None,
        rounds=table.round,
        places=tuple(by_seat.get(seat) for seat in seats) if count > 2 and table.is_over else (),
        life=tuple(player.left for player in table.players),
    )


LIVE = DuelLive()
