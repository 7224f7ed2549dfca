"""A Chimera at the live table: its life and tokens, its dice, its battlefields, and its turn."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.rules.ashes import chimera_moves, moves
from campaign.rules.ashes.attack import leftmost_attacker
from campaign.rules.ashes.cards_in_play import Token
from campaign.rules.ashes.chimera import RAGE_DICE
from campaign.rules.ashes.chimera_recovery import is_fatigued
from campaign.rules.ashes.chimera_turn import aspects_of, face_down
from campaign.rules.ashes.red_rains_sheet import SheetChimera
from campaign.rules.ashes.table import CardInPlay, ChimeraState, Player, Table
from tracker.live.values import Counter, Tap, as_json, counter, tap
from tracker.systems.ashes.live.field import CardView, Marker
from tracker.systems.ashes.words.attack import card_title
from tracker.systems.ashes.words.red_rains import ROMAN, aim_words, level_words
from tracker.words import labelled


@dataclass(frozen=True, slots=True)
class ChimeraPart:
    """A Chimera: the life that is left, its draw pile and its tokens."""

    seat: int
    name: str
    detail: str
    life: Counter  # that is left; the wounds if nobody knows the life
    most: int | None
    wounds: int
    pile: Counter
    markers: tuple[Marker, ...]
    ultimate: int | None  # tokens that trigger it; None: unknown
    threat: int | None
    is_fatigued: bool
    is_active: bool
    is_first: bool
    is_destroyed: bool

    @property
    def is_unread(self) -> bool:
        """Say whether the life is still to be read off the card."""
        return self.most is None

    @property
    def asks_values(self) -> bool:
        """Say whether its threat or its ultimate value is still to be read off the card."""
        return self.ultimate is None or self.threat is None


@dataclass(frozen=True, slots=True)
class RagePart:
    """The rage dice, the behaviour die, and which of its cards lie on top."""

    seat: int
    name: str
    dice: tuple[bool, ...]  # which show power
    cards: str  # the level of its behaviour and ultimate cards
    behaviour: int  # 0: not rolled in this turn
    markers: tuple[Marker, ...]  # how many show power
    ultimate: Tap | None


@dataclass(frozen=True, slots=True)
class AspectView:
    """A card on a battlefield of a Chimera."""

    view: CardView
    target: str  # what it attacks; "" if that is not known


@dataclass(frozen=True, slots=True)
class BattlefieldView:
    """The battlefield of a Chimera opposite one player, from the left."""

    title: str
    aspects: tuple[AspectView, ...]
    markers: tuple[Marker, ...]  # aspects face down
    reveals: bool  # the next one to be revealed lies here


@dataclass(frozen=True, slots=True)
class AspectsPart:
    """The battlefields of a Chimera."""

    seat: int
    name: str
    battlefields: tuple[BattlefieldView, ...]


def chimera_part(table: Table, player: Player, sheet: SheetChimera) -> ChimeraPart | None:
    """Return a Chimera; None where players fight each other."""
    chimera, seat, name = table.chimera, player.seat, sheet.name
    if chimera is None:
        return None
    if player.left is None:
        wounds, made = labelled(name, _("wounds")), partial(moves.Wounded, seat)
        life = counter(f"wounds-{seat}", wounds, player.wounds, made)
    else:
        left, made_left = labelled(name, _("life left")), partial(moves.LifeChanged, seat)
        life = counter(f"life-{seat}", left, player.left, made_left, limit=player.life)
    pile = labelled(name, _("draw pile"))
    return ChimeraPart(
        seat=seat,
        name=name,
        detail=level_words(sheet.difficulty, sheet.level),
        life=life,
        most=player.life,
        wounds=player.wounds,
        pile=counter(f"pile-{seat}", pile, player.pile, partial(moves.PileChanged, seat)),
        markers=(
            Marker(
                key=f"rains-{seat}",
                kind="rains",
                label=labelled(name, _("Red Rains tokens")),
                short=pgettext("tokens", "Red Rains"),
                count=chimera.rains,
                less=as_json(chimera_moves.RainsChanged(-1)),
                more=as_json(chimera_moves.RainsChanged(1)),
            ),
            Marker(
                key=f"born-{seat}-exhaustion",
                kind="exhaustion",
                label=labelled(name, _("exhaustion tokens")),
                short=pgettext("tokens", "exhaustion"),
                count=player.exhaustion,
                less=as_json(moves.PhoenixbornMarked(seat, Token.EXHAUSTION, -1)),
                more=as_json(moves.PhoenixbornMarked(seat, Token.EXHAUSTION, 1)),
            ),
        ),
        ultimate=chimera.ultimate,
        threat=chimera.threat,
        is_fatigued=is_fatigued(table),
        is_active=seat == table.turn,
        is_first=seat == table.first,
        is_destroyed=player.is_destroyed,
    )


def rage_part(chimera: ChimeraState, name: str) -> RagePart:
    """Return the dice of a Chimera."""
    due = _("Ultimate %(number)s is resolved") % {"number": ROMAN[chimera.level]}
    return RagePart(
        seat=chimera.seat,
        name=name,
        dice=tuple(place < chimera.rage for place in range(RAGE_DICE)),
        cards=ROMAN[chimera.level],
        behaviour=chimera.behaviour,
        markers=(
            Marker(
                key=f"rage-{chimera.seat}",
                kind="rage",
                label=labelled(name, _("rage dice with power")),
                short=pgettext("rage dice", "power"),
                count=chimera.rage,
                less=as_json(chimera_moves.RageChanged(-1)),
                more=as_json(chimera_moves.RageChanged(1)),
            ),
        ),
        ultimate=tap(due, chimera_moves.UltimateResolved()) if chimera.is_ultimate_due else None,
    )


def aspects_part(table: Table, chimera: ChimeraState, names: Mapping[int, str]) -> AspectsPart:
    """Return the battlefields of a Chimera, one opposite each player."""
    return AspectsPart(
        seat=chimera.seat,
        name=names[chimera.seat],
        battlefields=tuple(_battlefield(table, chimera, seat, names) for seat in table.heroes),
    )


def _battlefield(
    table: Table, chimera: ChimeraState, facing: int, names: Mapping[int, str]
) -> BattlefieldView:
    down, title = face_down(table, facing), labelled(_("Opposite"), names[facing])
    return BattlefieldView(
        title=title,
        aspects=tuple(_aspect(chimera.seat, card) for card in aspects_of(table, facing)),
        markers=(
            Marker(
                key=f"aspects-{facing}",
                kind="aspects",
                label=labelled(title, _("aspects face down")),
                short=_("face down"),
                count=len(down),
                less=as_json(chimera_moves.AspectPlaced(facing, -1)),
                more=as_json(chimera_moves.AspectPlaced(facing)),
            ),
        ),
        reveals=bool(down) and facing == chimera.faces,
    )


def _aspect(seat: int, card: CardInPlay) -> AspectView:
    aims = card.blood is not None and not card.face_down
    return AspectView(
        CardView(seat, card, card_title(card)), aim_words(card.aim or "") if aims else ""
    )


def chimera_lead(table: Table, chimera: ChimeraState) -> str:
    """Return what a Chimera does in its turn."""
    first = _("First resolve status abilities of its aspects, from the left.")
    if chimera.behaviour:
        text = _("Behaviour card %(card)s, number %(number)s: do what it says.")
        return text % {"card": ROMAN[chimera.level], "number": chimera.behaviour}
    if face_down(table, chimera.faces):
        return " ".join((first, _("Then roll one basic rage die and the behaviour die.")))
    attacker = leftmost_attacker(table)
    if attacker is None:
        return " ".join((first, _("No aspect is face down and none can attack: it passes.")))
    said = {"unit": card_title(attacker), "target": aim_words(attacker.aim or "phoenixborn")}
    return " ".join((first, _("Then it attacks: %(unit)s → %(target)s.") % said))


def chimera_taps(table: Table, chimera: ChimeraState, names: Mapping[int, str]) -> Iterator[Tap]:
    """Yield the next moves in the turn of a Chimera."""
    down, ended = face_down(table, chimera.faces), moves.TurnEnded(chimera.seat)
    rolls = bool(down) and not chimera.behaviour
    if rolls:
        yield tap(_("Roll its dice"), chimera_moves.ChimeraRolled(), style="large")
    can_act = bool(down) or leftmost_attacker(table) is not None
    style = "secondary" if rolls or not can_act else "large"
    yield tap(_("End its turn"), ended, style=style)
    if not can_act:
        passed = moves.TurnEnded(chimera.seat, passed=True)
        yield tap(pgettext("a main action", "It passes"), passed, style="large")
    if not chimera.faced and not chimera.behaviour:
        for seat in table.heroes:
            if seat != chimera.faces:
                label = _("First against: %(name)s") % {"name": names[seat]}
                yield tap(label, chimera_moves.ChimeraFaced(seat))
