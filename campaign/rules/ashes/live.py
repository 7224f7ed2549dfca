"""A live game: wounds, dice, cards in play, draw piles, phases and turns, folded from its moves."""

from dataclasses import replace
from random import Random

from campaign.rules.ashes import cards_in_play, chimera_recovery, dice_pools, first_player
from campaign.rules.ashes.attack import with_attack_pruned
from campaign.rules.ashes.attack_moves import AttackMove, attack_applied
from campaign.rules.ashes.catalogue import DiceType
from campaign.rules.ashes.chimera_moves import (
    CHIMERA_MOVES,
    ChimeraMove,
    ChimeraRolled,
    aspect_left,
    chimera_applied,
    rolled,
)
from campaign.rules.ashes.move_problems import move_problems
from campaign.rules.ashes.moves import (
    MOVES,
    AllRolled,
    CardCounted,
    CardEntered,
    CardLeft,
    CardsDrawn,
    ControlChanged,
    DiceChanged,
    DiceRolled,
    DieTurned,
    FirstChosen,
    HandChanged,
    LifeChanged,
    LifeRead,
    PhaseEnded,
    PhoenixbornMarked,
    PileChanged,
    ReactionPlayed,
    TurnEnded,
    Wounded,
)
from campaign.rules.ashes.player_turns import turn_ended, with_next_turn
from campaign.rules.ashes.preparation import drawn, drawn_to_hand, in_hand, prepared
from campaign.rules.ashes.recovery import recovered
from campaign.rules.ashes.result import DuelResult, Ending, Together
from campaign.rules.ashes.sheet import DuelBody
from campaign.rules.ashes.table import (
    CardInPlay,
    ChimeraStart,
    ChimeraState,
    Player,
    RoundPhase,
    Start,
    Table,
)
from campaign.rules.ashes.wounds import places, with_falls, wounded
from campaign.rules.core.live import Live, Move, SeatMove
from campaign.rules.core.problems import Problem, RulesError, refuse
from campaign.rules.core.sheet import SetupSheet


class DuelLive(Live[Start, Table]):
    """Duels, melees, and games together against a Chimera."""

    start = Start
    moves = (*MOVES, *CHIMERA_MOVES)

    def begin(self, sheet: SetupSheet[DuelBody]) -> Start:
        if sheet.body.is_draft:
            raise RulesError([Problem("draft.unfinished")])
        seats = (
            Player(
                seat.number,
                seat.life if isinstance(seat.life, int) else None,
                {DiceType(each): n for each, n in seat.dice.items()},
                seat.draw_pile,
            )
            for seat in sheet.body.seats
        )
        chimera = sheet.body.chimera
        if chimera is None:
            return Start(tuple(seats), sheet.body.first)
        began = ChimeraStart(
            chimera.life,
            chimera.threat,
            chimera.ultimate,
            chimera.cards,
            len(chimera.start) or chimera.threat or 0,
        )
        # Either player may begin: the table says how to change it.
        return Start(tuple(seats), sheet.body.first or 1, began)

    def table(self, start: Start) -> Table:
        # An imported start may have other fields set; they are ignored.
        players = (
            Player(
                each.seat,
                each.life,
                dice_pools.in_order(each.dice),
                each.pile,
                sides=dice_pools.all_exhausted(each.dice),
            )
            for each in start.seats
        )
        table = Table(tuple(players), start.first)
        return table if start.chimera is None else _with_chimera(table, start.chimera)

    def seats(self, start: Start) -> tuple[int, ...]:
        return tuple(each.seat for each in start.seats)

    def decide(self, table: Table, move: Move, rng: Random) -> Move:
        """Return a roll with how the dice fell."""
        if isinstance(move, DiceRolled) and 1 <= move.seat <= len(table.players):
            return replace(move, sides=dice_pools.thrown(table.player(move.seat), rng))
        if isinstance(move, AllRolled):
            sides, again = first_player.roll_for_all(table, rng)
            return replace(move, sides=sides, again=again)
        if isinstance(move, ChimeraRolled):
            return rolled(move, rng)
        return move

    def apply(self, table: Table, move: Move, at: int) -> Table:
        del at
        refuse(move_problems(table, move))
        return with_attack_pruned(with_next_turn(with_falls(_applied(table, move))))


def _with_chimera(table: Table, start: ChimeraStart) -> Table:
    """Return a table with a Chimera at the seat after those of the players."""
    seat = len(table.players) + 1
    state = ChimeraState(seat, start.threat, start.ultimate, start.cards)
    player = Player(seat, start.life, {}, start.cards, hand=0)
    table = replace(table, players=(*table.players, player), chimera=state)
    for facing in table.heroes:
        for _aspect in range(start.face_down):
            table = chimera_recovery.placed(table, facing)
    return table


def _of_chimera(table: Table, chimera: ChimeraState, move: Move) -> Table | None:
    """Return the table after a move that is about the Chimera; None if it is about players."""
    match move:
        case ChimeraMove():
            return chimera_applied(table, chimera, move)
        case CardEntered(seat=chimera.seat):
            card = replace(_card(move), facing=chimera.faces)
            return table.with_player(cards_in_play.entered(table.player(chimera.seat), card))
        case CardLeft(seat=chimera.seat, card=number):
            return aspect_left(table, chimera, number)
        case PileChanged(seat=chimera.seat, by=by):
            return chimera_recovery.drawn(table, chimera, by)
    return None


def _applied(table: Table, move: Move) -> Table:
    if table.chimera is not None and (after := _of_chimera(table, table.chimera, move)):
        return after
    match move:
        case FirstChosen(seat=seat):
            return replace(table, first=seat)
        case TurnEnded(seat=seat, passed=passed):
            return turn_ended(table, seat, passed=passed)
        case PhaseEnded(phase=RoundPhase.PREPARATION):
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
        case ControlChanged(seat=seat, card=card, to=to):
            return cards_in_play.given(table, seat, card, to)
        case _ if isinstance(move, AttackMove):
            return attack_applied(table, move)
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
        case CardsDrawn(by=by):
            return drawn_to_hand(table, player, by)
        case HandChanged(by=by):
            return in_hand(player, by)
        case ReactionPlayed():
            return in_hand(replace(player, reactions=player.reactions + 1), -1)
        case LifeRead(value=value):
            return replace(player, life=value)
        case PhoenixbornMarked(token=token, by=by):
            return cards_in_play.marked(player, token, by)
    return _with_pieces_changed(player, move)


def _with_pieces_changed(player: Player, move: SeatMove) -> Player:
    """Return a player after a move of a die, or of a card in play."""
    match move:
        case DiceChanged(die=die, by=by):
            return dice_pools.moved(player, die, by)
        case DieTurned(place=place, side=side):
            return dice_pools.turned(player, place, side)
        case CardEntered():
            return cards_in_play.entered(in_hand(player, -move.from_hand), _card(move))
        case CardCounted(card=card, what=what, by=by):
            return cards_in_play.counted(player, card, what, by)
        case CardLeft(card=card):
            return cards_in_play.left(player, card)
    raise TypeError(type(move))


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
    if table.chimera is not None:
        return _together_so_far(table, table.chimera.seat)
    by_seat, count = places(table), len(table.players)
    seats = range(1, count + 1)
    return DuelResult(
        winner=table.winner,
        ending=Ending.DESTROYED if table.is_over else None,
        rounds=table.round,
        places=tuple(by_seat.get(seat) for seat in seats) if count > 2 and table.is_over else (),
        life=tuple(player.left for player in table.players),
    )


def _together_so_far(table: Table, chimera: int) -> DuelResult:
    lost = any(table.player(seat).is_destroyed for seat in table.heroes)
    together = Together.LOSS if lost else Together.WIN
    return DuelResult(
        ending=Ending.DESTROYED if table.is_over else None,
        rounds=table.round,
        life=tuple(table.player(seat).left for seat in table.heroes),
        together=together if table.is_over else None,
        chimera_life=table.player(chimera).left,
    )


LIVE = DuelLive()
