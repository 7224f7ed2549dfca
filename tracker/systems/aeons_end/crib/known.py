"""What the gates of the crib ask, and the moments of a game."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from campaign.models import Game
from campaign.rules.aeons_end.catalogue.pack import BreachState
from campaign.rules.aeons_end.exhaustion import steps_on
from campaign.rules.aeons_end.live.table import NEMESIS_SEAT, Table, TurnPhase
from campaign.rules.aeons_end.mages import StickerKind
from campaign.rules.aeons_end.sheet import AeonsEndBody
from campaign.rules.aeons_end.turn_order import TurnKind
from campaign.selectors.games import sheet_for
from tracker.faces.crib import Moment

CASTING = Moment("casting", _("Your casting phase"))
MAIN = Moment("main", _("Your main phase"))
DRAWING = Moment("drawing", _("Your draw phase"))
TURN = Moment("turn", _("In your turn"))
CHOOSING = Moment("choosing", _("Who takes the card?"))
NEMESIS = Moment("nemesis", _("The nemesis’ turn"))
NEMESIS_MAIN = Moment("nemesis-main", _("The nemesis: cards in play"))
NEMESIS_DRAW = Moment("nemesis-draw", _("The nemesis: its new card"))
STEPS = Moment("steps", _("A mage was just exhausted"))
END = Moment("end", _("The end of the game"))
SETUP = Moment("setup", _("Set-up"))
AFTER = Moment("after", _("After the game"))

MOMENTS = (
    *(SETUP, TURN, CASTING, MAIN, DRAWING, CHOOSING),
    *(NEMESIS, NEMESIS_MAIN, NEMESIS_DRAW, STEPS, END, AFTER),
)


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle of an expedition."""

    keeps_piles: bool  # Big Pockets, or a story that banishes nothing
    has_treasures: bool
    has_upgraded: bool  # basics
    follows_story: bool  # a printed one, which has rewards of its own
    is_fifth: bool  # with a fight-five card


@dataclass(frozen=True, slots=True)
class Known:
    """What a game has on the table, and what its campaign has unlocked."""

    mages: int
    turn_cards: frozenset[str]  # kinds of turn-order cards
    has_abilities: bool
    has_bonus_breach: bool
    has_new_starter: bool  # a sticker brought it
    has_tokens: bool  # on the nemesis' mat
    has_support: bool  # the nemesis has a support deck
    has_steps: bool  # of exhaustion
    sections: frozenset[str] = frozenset()  # of Legacy's rulebook
    has_stop_card: bool = False  # a deck is open to the STOP card in its middle
    battle: Battle | None = None  # of an expedition

    def has_card(self, kind: TurnKind) -> bool:
        """Say whether such a card is in the turn-order deck."""
        return kind in self.turn_cards


def body_of(game: Game) -> AeonsEndBody:
    """Return what lies on the table of a game."""
    body: AeonsEndBody = sheet_for(game).body
    return body


def known_of(body: AeonsEndBody, table: Table | None) -> Known:
    """Return what any game knows of itself."""
    there = [
        breach
        for mage in body.mages
        for breach in mage.breaches
        if breach.state is not BreachState.ABSENT
    ]
    stickers = [sticker for mage in body.mages for sticker in mage.stickers]
    return Known(
        mages=len(body.mages),
        turn_cards=frozenset(turn.card for turn in body.turn_order),
        has_abilities=any(mage.abilities for mage in body.mages),
        has_bonus_breach=any(breach.bonus for breach in there),
        has_new_starter=any(sticker.kind is StickerKind.STARTER for sticker in stickers),
        has_tokens=bool(body.nemesis.tokens or (table and table.tokens)),
        has_support=bool(body.nemesis.then_read),
        has_steps=bool(steps_on(body.exhaustion)),
    )


def moments_now(table: Table) -> tuple[Moment, ...]:
    """Return the moments that are played now; the table does not know the phases of a mage."""
    if table.endings:
        return (END,)
    if any(mage.steps for mage in table.mages):
        return (STEPS,)  # they come before anything else
    match table.phase:
        case TurnPhase.CHOOSE:
            return (CHOOSING,)
        case TurnPhase.MAIN:
            return (NEMESIS_MAIN, NEMESIS)
        case TurnPhase.DRAW:
            return (NEMESIS_DRAW, NEMESIS)
        case TurnPhase.OPEN if table.acting not in (None, NEMESIS_SEAT):
            return (CASTING, MAIN, DRAWING, TURN)
    return (TURN,)
