"""What holds in every box: Legacy and War Eternal say it on the same pages, unless marked."""

from django.utils.translation import gettext_lazy as _

from campaign.rules.aeons_end.turn_order import TurnKind
from tracker.faces.crib import Entry
from tracker.systems.aeons_end.crib.known import (
    CASTING,
    CHOOSING,
    DRAWING,
    END,
    MAIN,
    NEMESIS,
    NEMESIS_DRAW,
    NEMESIS_MAIN,
    STEPS,
    TURN,
    Known,
)

OWN_TURN: tuple[Entry[Known], ...] = (
    Entry(
        id="a.cast",
        title=_("Cast or keep?"),
        text=_(
            "A spell on an open breach: cast it or keep it. On a closed breach: you have to cast "
            "it. You decide the order."
        ),
        page="13",
        moments=(CASTING,),
    ),
    Entry(
        id="a.damage",
        title=_("One target"),
        text=_(
            "A spell hits one minion or the nemesis, unless its card says otherwise. A minion "
            "without life leaves at once."
        ),
        page="7, 13",
        moments=(CASTING,),
    ),
    Entry(
        id="a.main",
        title=_("What you can do"),
        text=_(
            "As often as you like, in any order: play gems and relics, gain cards, focus, open, "
            "prep, use effects “while prepped”, pay TO DISCARD."
        ),
        page="12, 14–15",
        moments=(MAIN,),
    ),
    Entry(
        id="a.prep",
        title=_("Prep"),
        text=_(
            "Put a spell on one of your open breaches, or on one you focused this turn. One per "
            "breach. You can cast it from your next turn on."
        ),
        page="4, 15",
        moments=(MAIN,),
    ),
    Entry(
        id="a.focus",
        title=_("Focus"),
        text=_(
            "Pay and turn the breach a quarter clockwise: opening gets cheaper. Any breach, again "
            "and again. With yellow on top, an effect that focuses it opens it."
        ),
        page="4, 14–15",
        moments=(MAIN,),
    ),
    Entry(
        id="a.open",
        title=_("Open"),
        text=_("Pay what the breach shows on top and flip it. It stays open for this game."),
        page="4, 14–15",
        moments=(MAIN,),
    ),
    Entry(
        id="a.discard",
        title=_("TO DISCARD"),
        text=_("Pay the whole cost: the power leaves and never takes effect."),
        page="7, 15, 19",
        moments=(MAIN,),
    ),
    Entry(
        id="a.aether",
        title=_("Aether"),
        text=_("What you don’t spend is lost when your turn ends. You can’t give it to others."),
        page="14",
        moments=(MAIN,),
    ),
    Entry(
        id="a.pile",
        title=_("Empty pile"),
        text=_("Nothing takes its place in the market."),
        page="11",
        moments=(MAIN,),
    ),
    Entry(
        id="a.draw",
        title=_("Draw to five"),
        text=_(
            "Gems and relics you played go on your discard pile in any order. You keep what is "
            "left in your hand and fill it up to five. No hand limit."
        ),
        page="16",
        moments=(DRAWING,),
    ),
    Entry(
        id="a.flip",
        title=_("Never shuffle"),
        text=_(
            "Deck too short? Draw the rest, turn your discard pile over and go on. You may look "
            "through your discard pile, but keep its order."
        ),
        page="16",
        moments=(DRAWING,),
    ),
    Entry(
        id="a.order",
        title=_("What goes on top?"),
        text=_(
            "A cast spell is discarded before its effect, a gained card at once. Gems and relics "
            "wait for your draw phase."
        ),
        page="14",
        moments=(TURN,),
    ),
    Entry(
        id="a.ally",
        title=_("An ally’s spell"),
        text=_(
            "If you cast it, you decide everything, and “you” means you. The spell goes on its "
            "owner’s discard pile."
        ),
        page="13",
        moments=(TURN,),
    ),
    Entry(
        id="a.turns",
        title=_("Next turn card"),
        text=_("If a card is due and the turn deck is empty, shuffle all of them: a new round."),
        page="8, 12",
        moments=(TURN,),
    ),
    Entry(
        id="a.wild",
        title=_("Wild card"),
        text=_("You decide together who plays, and who is hit by an effect that names the card."),
        page="8",
        moments=(CHOOSING,),
        gate=lambda known: known.has_card(TurnKind.WILD),
    ),
    Entry(
        id="a.pair",
        title=_("Pair cards"),
        text=_(
            "First card of a pair: either of you plays and takes the token. Second card: the "
            "other one plays, and the token goes back."
        ),
        page="8, 12",
        moments=(CHOOSING,),
        gate=lambda known: known.has_card(TurnKind.PAIR),
    ),
)

NEMESIS_ENTRIES: tuple[Entry[Known], ...] = (
    Entry(
        id="a.nemesis",
        title=_("The nemesis’ turn"),
        text=_("First its cards in play, the oldest first. Then it gets one new card."),
        page="17",
        moments=(NEMESIS,),
    ),
    Entry(
        id="a.power",
        title=_("Power tokens"),
        text=_("Each power loses one token. With none left, do what it says and discard it."),
        page="7, 17",
        moments=(NEMESIS_MAIN,),
    ),
    Entry(
        id="a.new",
        title=_("New minion or power"),
        text=_(
            "Do what it says after IMMEDIATELY, then put its tokens on it. Everything else waits "
            "for the nemesis’ next turn."
        ),
        page="17–18",  # p. 17 puts the tokens first; the worked example on p. 18 does not
        moments=(NEMESIS_DRAW,),
    ),
    Entry(
        id="a.attack",
        title=_("New attack"),
        text=_("Do its lines from top to bottom, then discard it."),
        page="18",
        moments=(NEMESIS_DRAW,),
    ),
    Entry(
        id="a.unleash",
        title=_("Unleash"),
        text=_("Do what the mat says under Unleash, once for each time you are told to."),
        page="6, 19",
        moments=(NEMESIS,),
    ),
    Entry(
        id="a.empty",
        title=_("Nemesis deck empty"),
        text=_("If a card is due and there is none, unleash three times instead."),
        page="18",
        moments=(NEMESIS_DRAW,),
    ),
    Entry(
        id="a.tie",
        title=_("Who is hit?"),
        text=_("Several fit, or nobody? You choose together."),
        page="18",
        moments=(NEMESIS,),
    ),
    Entry(
        id="a.partial",
        title=_("Not all of it possible?"),
        text=_("Do as much of the effect as you can."),
        page="14, 18",
        moments=(TURN, NEMESIS),
    ),
    Entry(
        id="a.or",
        title=_("OR"),
        text=_("Choose one side. If you can do only one of them in full, it has to be that one."),
        page="14, 18–19",
        moments=(TURN, NEMESIS),
    ),
    Entry(
        id="a.end",
        title=_("Won? Lost?"),
        text=_(
            "Won: nemesis at 0, or its deck empty and none of its cards in play. Lost: everybody "
            "exhausted, Gravehold at 0, or the mat’s condition. Then you stop."
        ),
        page="20",
        moments=(END,),
    ),
)

AT_ANY_TIME: tuple[Entry[Known], ...] = (
    Entry(
        id="a.down",
        title=_("Exhausted: from now on"),
        text=_(
            "You play on, but you can’t be healed. “Lowest life” skips you. Gravehold takes "
            "your damage doubled, including what was left of the hit that exhausted you."
        ),
        page="19",
    ),
    Entry(
        id="a.words",
        title=_("Ally, destroy"),
        text=_("Ally: any other player. Destroyed: out of play until this game is over."),
        page="19",
    ),
    Entry(
        id="a.card",
        title=_("Card against book"),
        text=_("The card wins."),
        page="5",
    ),
    Entry(
        id="a.alone",
        title=_("One mage alone"),
        text=_(
            "You are your own ally. What hits you and another player hits you twice. Being "
            "exhausted doesn’t lose the game."
        ),
        page="20",
        gate=lambda known: known.mages == 1,
    ),
)

# A second "deal" sentence may hit another target: Legacy says so, War Eternal does not say.
EXTRA_DAMAGE: Entry[Known] = Entry(
    id="a.extra",
    title=_("Additional damage"),
    text=_(
        "It goes where the first damage went. Two sentences that deal damage may hit two targets."
    ),
    page="13",
    moments=(CASTING,),
)

# Legacy and War Eternal have these two under different sections: the same words for both.
CHARGES: Entry[Known] = Entry(
    id="w.charge",
    title=_("Charges"),
    text=_(
        "2 aether for each, only for yourself, never more than the slots. All full? You may use "
        "the ability, even this turn. It empties the slots."
    ),
    page="4, 14",
    moments=(MAIN,),
)
BONUS_BREACH: Entry[Known] = Entry(
    id="w.bonus",
    title=_("Breach with +1"),
    text=_(
        "A spell cast from it while it is open deals 1 more, even if it deals no damage itself."
    ),
    page="13",
    moments=(CASTING,),
)
JUST_EXHAUSTED: Entry[Known] = Entry(
    id="w.steps",
    title=_("In this order"),
    text=_(
        "Finish the unleash under way. Unleash twice. Destroy a breach and discard its spell. "
        "Drop all charges. Then Gravehold takes the rest of the damage twice over."
    ),
    page="19",
    moments=(STEPS,),
)
TOKENS: Entry[Known] = Entry(
    id="w.tokens",
    title=_("Nemesis tokens"),
    text=_("The mat says what they do. The live table counts them for you."),
    page="2, 10",
    moments=(NEMESIS,),
    gate=lambda known: known.has_tokens,
)
