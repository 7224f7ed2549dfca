"""What holds in duels and melees; pages are those of the core set's rulebook.

By moment it is what the box has as a card for the phases of a round (p. 4).
"""

from django.utils.translation import gettext_lazy as _

from tracker.faces.crib import Entry
from tracker.systems.ashes.crib.known import (
    ATTACK,
    END,
    PREPARATION,
    RECOVERY,
    SETUP,
    TURNS,
    Known,
)

IN_A_TURN = (TURNS,)
IN_AN_ATTACK = (ATTACK,)


ROUND: tuple[Entry[Known], ...] = (
    Entry(
        id="r.round",
        title=_("The round"),
        text=_(
            "Preparation, everybody at once. Then turns, one after the other, until all pass in a "
            "row. Then recovery, and the next round."
        ),
        page="5–6",
        moments=(SETUP,),
    ),
    Entry(
        id="r.five",
        title=_("First Five"),
        text=_("Five cards of your deck, all different, are your first hand. Choose in secret."),
        page="4",
        moments=(SETUP,),
    ),
    Entry(
        id="r.first",
        title=_("Who starts?"),
        text=_("The most basic symbols in the first roll. After a tie everybody rolls again."),
        page="5",
        moments=(PREPARATION,),
        gate=lambda known: known.is_first_round,
    ),
    Entry(
        id="r.prep",
        title=_("Preparation"),
        text=_("Roll all exhausted dice. Discard what you like. Draw until you hold five cards."),
        page="5",
        moments=(PREPARATION,),
    ),
    Entry(
        id="r.empty",
        title=_("Nothing left to draw"),
        text=_(
            "Each card you can’t draw now is 1 damage to your Phoenixborn, all at once. In other "
            "phases an empty pile costs nothing."
        ),
        page="5",
        moments=(PREPARATION,),
    ),
    Entry(
        id="r.recover",
        title=_("Recovery"),
        text=_(
            "Each unit heals its recover value. Every card loses one exhaustion token. Exhaust any "
            "of your dice. The first player token goes left."
        ),
        page="6",
        moments=(RECOVERY,),
    ),
    Entry(
        id="r.end",
        title=_("Won and lost"),
        text=_(
            "Wounds reach its life: a Phoenixborn is destroyed. The last one left wins. If all "
            "fall together, the rulebook doesn’t decide: record a draw."
        ),
        page="13",
        moments=(END,),
        gate=lambda known: not known.has_chimera,
    ),
)

TURN: tuple[Entry[Known], ...] = (
    Entry(
        id="r.turn",
        title=_("Two actions"),
        text=_("One main action, and one side action if you like, in either order."),
        page="5–6",
        moments=IN_A_TURN,
    ),
    Entry(
        id="r.main",
        title=_("Main actions"),
        text=_("Pay a main cost, attack a Phoenixborn, attack a unit, or pass."),
        page="6",
        moments=IN_A_TURN,
    ),
    Entry(
        id="r.side",
        title=_("Side actions"),
        text=_("Pay a side cost, meditate, or use the power of a die."),
        page="6, 9",
        moments=IN_A_TURN,
    ),
    Entry(
        id="r.pay",
        title=_("Paying dice"),
        text=_("Power pays power, class or basic. Class pays class or basic. Basic pays basic."),
        page="10",
        moments=IN_A_TURN,
    ),
    Entry(
        id="r.pass",
        title=_("Passing"),
        text=_("It is your main action for now: next turn you may act again."),
        page="6, 9",
        moments=IN_A_TURN,
    ),
    Entry(
        id="r.meditate",
        title=_("Meditate"),
        text=_(
            "Discard cards from your hand, the top of your deck or your spellboard. For each, turn "
            "one active die to any side."
        ),
        page="9",
        moments=IN_A_TURN,
    ),
    Entry(
        id="r.react",
        title=_("Reactions"),
        text=_("Each player may play one reaction spell in a turn, in their own or another’s."),
        page="11",
        moments=IN_A_TURN,
    ),
    Entry(
        id="r.focus",
        title=_("Focus"),
        text=_(
            "Copies of a ready spell share a place: two are Focus 1, three Focus 2. Each copy can "
            "be used."
        ),
        page="11",
        moments=IN_A_TURN,
    ),
    Entry(
        id="r.respark",
        title=_("Respark"),
        text=_(
            "Pay its cost as the card would be discarded from play, and take it into your hand. "
            "Not when you meditate."
        ),
        page="12",
        moments=IN_A_TURN,
    ),
    Entry(
        id="r.limit",
        title=_("Full board"),
        text=_(
            "Your Phoenixborn says how many units and spells have room. The rulebook doesn’t "
            "say what happens with one more."
        ),
        page="12",
        moments=IN_A_TURN,
    ),
    Entry(
        id="r.chained",
        title=_("Chained cards"),
        text=_("In organised play: not among the First Five, and not in the first round."),
        page="",
        moments=IN_A_TURN,
        gate=lambda known: known.is_organised and known.is_first_round,
    ),
)

ATTACKS: tuple[Entry[Known], ...] = (
    Entry(
        id="r.attackp",
        title=_("Attacking a Phoenixborn"),
        text=_(
            "Choose ready units, then whom they attack. The other player blocks. Resolve attackers "
            "one by one, in your order."
        ),
        page="6–7",
        moments=IN_AN_ATTACK,
    ),
    Entry(
        id="r.block",
        title=_("Blocking"),
        text=_("Ready units block, at most one for each attacker. The others hit the Phoenixborn."),
        page="6",
        moments=IN_AN_ATTACK,
    ),
    Entry(
        id="r.attacku",
        title=_("Attacking a unit"),
        text=_("All attackers hit one target: add up their attack."),
        page="8–9",
        moments=IN_AN_ATTACK,
    ),
    Entry(
        id="r.guard",
        title=_("Guarding"),
        text=_(
            "One guard takes the attack on a unit: the Phoenixborn, even exhausted, or a ready "
            "unit with Unit Guard."
        ),
        page="9",
        moments=IN_AN_ATTACK,
    ),
    Entry(
        id="r.counter",
        title=_("Countering"),
        text=_(
            "A ready blocker or target may hit back at the same time. Against several attackers it "
            "splits its damage."
        ),
        page="6, 9",
        moments=IN_AN_ATTACK,
    ),
    Entry(
        id="r.tired",
        title=_("Tired from fighting"),
        text=_("Attackers get an exhaustion token; defenders only if they countered."),
        page="6, 9",
        moments=IN_AN_ATTACK,
    ),
)

AT_ANY_TIME: tuple[Entry[Known], ...] = (
    Entry(
        id="r.exh",
        title=_("Exhausted cards"),
        text=_("No text, unless it is inexhaustible; a unit can’t attack, block or counter."),
        page="12",
    ),
    Entry(
        id="r.wound",
        title=_("Damage or wounds?"),
        text=_("Effects that prevent damage do nothing against wound tokens placed directly."),
        page="12",
    ),
    Entry(
        id="r.conj",
        title=_("Conjurations"),
        text=_(
            "Discarded, they go back to their owner’s conjuration pile, whoever controlled them."
        ),
        page="12",
    ),
    Entry(
        id="r.unit",
        title=_("Phoenixborn are no units"),
        text=_("A text about units never means a Phoenixborn."),
        page="13",
    ),
    Entry(
        id="r.same",
        title=_("At the same moment"),
        text=_(
            "The player whose turn it is decides the order; outside turns, whoever has the first "
            "player token. A card beats the rulebook."
        ),
        page="13",
    ),
)
