"""What happens now in a live duel, the next moves, and what is to be remembered."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.rules.ashes import moves
from campaign.rules.ashes.dice_pools import to_roll
from campaign.rules.ashes.first_player import basic_symbols, is_tied
from campaign.rules.ashes.recovery import recovers, unknown_recovery
from campaign.rules.ashes.table import Player, RoundPhase, Table
from tracker.live.values import MINUS, Tap, tap
from tracker.systems.ashes.live.attack import AttackView, attack_view
from tracker.systems.ashes.live.chimera import chimera_lead, chimera_taps
from tracker.systems.ashes.words.attack import card_title
from tracker.systems.ashes.words.terms import PHASES
from tracker.words import labelled, listed, series


@dataclass(frozen=True, slots=True)
class TurnPart:
    """What happens now, the next moves, and who may take the first player token."""

    round: int
    phase: str
    seat: int
    title: str
    lead: str
    notes: tuple[str, ...]  # reminders of what the phase does
    first: str
    taps: tuple[Tap, ...]
    others: tuple[Tap, ...]
    is_over: bool
    result_url: str
    attack: AttackView | None  # that is being declared, or could be

    @property
    def key(self) -> str:
        """Return what changes with each turn."""
        return f"{self.round}-{self.seat}"

    @property
    def asks_who_is_first(self) -> bool:
        """Say whether nobody has the first player token yet."""
        return bool(self.others) and not self.first


def turn_part(table: Table, names: Mapping[int, str], result_url: str) -> TurnPart:
    """Return what happens now."""
    title, lead = headline(table, names)
    chooses = table.phase is RoundPhase.PREPARATION and not table.is_over
    recovery = table.phase is RoundPhase.RECOVERY
    return TurnPart(
        round=table.round,
        phase=str(PHASES[table.phase]),
        seat=table.turn or 0,
        title=title,
        lead=lead,
        notes=tuple(_recovery_notes(table, names)) if recovery else (),
        first=names.get(table.first or 0, ""),
        taps=tuple(_same_moment(table, names) if table.is_over else _taps(table, names)),
        others=tuple(
            tap(name, moves.FirstChosen(seat))
            for seat, name in names.items()
            if chooses and seat in table.living and seat != table.first
        ),
        is_over=table.is_over,
        result_url=result_url,
        attack=attack_view(table, names),
    )


def headline(table: Table, names: Mapping[int, str]) -> tuple[str, str]:
    """Return what happens now, and what to do."""
    if table.is_over and table.chimera is not None:
        return _together(table, names)
    if table.is_over:
        if table.winner is None:
            return _("Nobody is left"), _("A draw: all Phoenixborn are destroyed.")
        text = _("%(name)s has won") % {"name": names[table.winner]}
        return text, _("The last Phoenixborn that is not destroyed.")
    if table.phase is RoundPhase.TURNS:
        passed = listed(names[seat] for seat in table.passed if seat in table.living)
        said = _("Passed in a row: %(names)s") % {"names": passed} if passed else ""
        chimera = table.chimera
        if chimera is not None and table.turn == chimera.seat:
            against = f"{names[chimera.seat]} → {names[chimera.faces]}"
            return against, chimera_lead(table, chimera)
        return listed(names[seat] for seat in table.acting), said
    if table.phase is RoundPhase.RECOVERY:
        return str(PHASES[table.phase]), _(
            "Units lose as many wounds as their recover value; every card loses one exhaustion "
            "token. You may exhaust dice. The first player token moves to the left."
        ) + (f" {_chimera_recovers()}" if table.chimera is not None else "")
    last = table.falls[-1] if table.falls else None
    if last is not None and last.in_preparation and last.round == table.round:
        title = _("Destroyed in preparation: %(names)s")
        return title % {"names": listed(names[seat] for seat in last.seats)}, _(
            "All prepare at the same time: enter everybody’s wounds before you go on."
        )
    if table.first is None:
        return _who_is_first(table, names)
    return str(PHASES[table.phase]), _(
        "Roll your exhausted dice, discard what you like, and draw to five. "
        "Each card that you can’t draw is a wound."
    )


def _chimera_recovers() -> str:
    return _(
        "The Chimera’s battlefields are filled up to its threat, and each face-up aspect "
        "gives it a Red Rains token."
    )


def _together(table: Table, names: Mapping[int, str]) -> tuple[str, str]:
    """Return how a game against a Chimera ended for all."""
    fallen = [names[seat] for seat in table.fallen if seat in table.heroes]
    if fallen:
        return _("You have lost"), _("Destroyed: %(names)s.") % {"names": listed(fallen)}
    return _("You have won"), _("The Chimera is destroyed.")


def _who_is_first(table: Table, names: Mapping[int, str]) -> tuple[str, str]:
    """Return what decides the first player, and the basic symbols that all show."""
    shown = basic_symbols(table)
    if not shown:
        return _("Who goes first?"), _("Whoever rolls the most basic symbols.")
    counts = listed(f"{names[seat]} {count}" for seat, count in shown.items())
    said = _("Basic symbols: %(counts)s.") % {"counts": counts}
    return _("A tie: all roll again") if is_tied(table) else _("Who goes first?"), said


def _recovery_notes(table: Table, names: Mapping[int, str]) -> Iterator[str]:
    """Yield what the next tap removes, player by player, and what it cannot know."""
    for player in table.players:
        healed = [
            f"{card_title(card)} {MINUS}{recovers(card)}"
            for card in player.in_play
            if recovers(card)
        ]
        tokens = _tokens(player)
        if tokens:
            healed.append(f"{_('exhaustion tokens')} {MINUS}{tokens}")
        if healed:
            yield labelled(names[player.seat], series(healed))
        for card in unknown_recovery(player):
            text = _("Recover value not known, remove its wounds yourself: %(card)s")
            yield text % {"card": card_title(card)}


def _tokens(player: Player) -> int:
    """Return how many exhaustion tokens go in recovery."""
    return sum(card.exhaustion > 0 for card in player.in_play) + (player.exhaustion > 0)


def _taps(table: Table, names: Mapping[int, str]) -> Iterator[Tap]:
    chimera = table.chimera
    if table.phase is RoundPhase.TURNS and chimera is not None:
        theirs = table.turn == chimera.seat
        yield from chimera_taps(table, chimera, names) if theirs else _shared_taps(table, names)
        return
    match table.phase:
        case RoundPhase.TURNS if table.turn is not None:
            yield tap(_("End the turn"), moves.TurnEnded(table.turn), style="large")
            label = pgettext("a main action", "Pass")
            yield tap(label, moves.TurnEnded(table.turn, passed=True))
        case RoundPhase.PREPARATION if table.first is None:
            if is_tied(table):
                yield tap(_("Roll again for all"), moves.AllRolled(), style="large")
            elif _has_dice_to_roll(table):
                yield tap(_("Roll for all"), moves.AllRolled(), style="large")
        case RoundPhase.PREPARATION:
            decided = len(table.living) <= 1
            label = _("Preparation is done") if decided else _("Begin the turns")
            yield tap(label, moves.PhaseEnded(table.phase), style="large")
            if _has_dice_to_roll(table):
                yield tap(_("Roll for all"), moves.AllRolled())
        case RoundPhase.RECOVERY:
            yield tap(_("Recover: next round"), moves.PhaseEnded(table.phase), style="large")


def _shared_taps(table: Table, names: Mapping[int, str]) -> Iterator[Tap]:
    """Yield the end of the turn for each player whose turn it is: they share it."""
    alone = len(table.heroes) == 1
    for seat in table.acting:
        ended = _("End the turn") if alone else _("%(name)s is done") % {"name": names[seat]}
        yield tap(ended, moves.TurnEnded(seat), style="large")
        passed = pgettext("a main action", "Pass")
        label = passed if alone else labelled(names[seat], passed)
        yield tap(label, moves.TurnEnded(seat, passed=True))


def _has_dice_to_roll(table: Table) -> bool:
    return any(to_roll(player) for player in table.players if not player.is_destroyed)


def _same_moment(table: Table, names: Mapping[int, str]) -> Iterator[Tap]:
    """Yield what ends in a draw: one effect can destroy the last two at once."""
    if table.winner is not None and (left := table.player(table.winner).left):
        label = _("Destroyed at the same moment, too: %(name)s")
        yield tap(label % {"name": names[table.winner]}, moves.Wounded(table.winner, left))
