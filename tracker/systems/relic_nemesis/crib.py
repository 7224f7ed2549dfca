"""Rules at a glance, in our own words; pages are those of the expansion's rulebook.

What concerns single sheets, characters and scenarios (pp. 14-15) is shown if they are in play.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaign.models import Game
from campaign.rules.relic_nemesis.nemesis_turn import NemesisPhase
from campaign.rules.relic_nemesis.table import Table
from campaign.selectors.games import game_sheet
from tracker.faces.crib import Crib, Entry, Moment
from tracker.systems.relic_nemesis.words.lines import NOTES

CHARACTER = Moment("character", _("A character’s turn"))
MOVEMENT = Moment("movement", _("Nemesis: movement"))
EXPLORATION = Moment("exploration", _("Nemesis: exploration"))
ENGAGEMENT = Moment("engagement", _("Nemesis: engagement"))
EXPERIENCE = Moment("experience", _("Nemesis: experience"))
BATTLE = (ENGAGEMENT, CHARACTER)
PHASES = {
    NemesisPhase.MOVEMENT: MOVEMENT,
    NemesisPhase.EXPLORATION: EXPLORATION,
    NemesisPhase.ENGAGEMENT: ENGAGEMENT,
    NemesisPhase.EXPERIENCE: EXPERIENCE,
}


@dataclass(frozen=True, slots=True)
class Known:
    """What the gates ask: the notes on the set-up sheet, which say what is in play."""

    notes: frozenset[str]


TURN: tuple[Entry[Known], ...] = (
    Entry(
        id="n.move",
        title=_("Moving"),
        text=_(
            "One die, exactly that far, in either direction. You can’t stay, and never enter the "
            "inner tier."
        ),
        page="8",
        moments=(MOVEMENT,),
    ),
    Entry(
        id="n.tier",
        title=_("Between the tiers"),
        text=_(
            "On an outer corner, pay 1 infamy, a trophy, a Might or an arsenal card to reach the "
            "middle; on to experience. Back: by the frame on the Space Hulk’s space."
        ),
        page="14",
        moments=(MOVEMENT,),
    ),
    Entry(
        id="n.explore",
        title=_("Fight or draw"),
        text=_("You may fight one character on your space. If you don’t, you draw."),
        page="9",
        moments=(EXPLORATION,),
    ),
    Entry(
        id="n.imperium",
        title=_("Imperium cards"),
        text=_(
            "Fill up to the threat symbols of your space, whatever their colour. Enough there "
            "already: draw none."
        ),
        page="9",
        moments=(EXPLORATION,),
    ),
    Entry(
        id="n.own",
        title=_("Your own card"),
        text=_("Neither symbols nor Imperium cards here: draw one of yours and keep it hidden."),
        page="9",
        moments=(EXPLORATION,),
    ),
    Entry(
        id="n.engage",
        title=_("In this order"),
        text=_(
            "Events, then agents, then take the arsenal. Without a victory over the agents you "
            "stop there."
        ),
        page="10, 12",
        moments=(ENGAGEMENT,),
    ),
    Entry(
        id="n.many",
        title=_("Several agents"),
        text=_("They fight together: their attributes added, and one roll."),
        page="13",
        moments=(ENGAGEMENT,),
    ),
    Entry(
        id="n.trophy",
        title=_("Trophies"),
        text=_("Only now: a level for every six points. What is left over is lost."),
        page="11",
        moments=(EXPERIENCE,),
    ),
    Entry(
        id="n.level",
        title=_("Levels"),
        text=_("Take the rewards from top to bottom. Above level 9 each one is 1 infamy."),
        page="13",
        moments=(EXPERIENCE,),
    ),
)

BATTLES: tuple[Entry[Known], ...] = (
    Entry(
        id="n.battle",
        title=_("Battle"),
        text=_(
            "The nemesis’ attribute sets the kind. It prepares and rolls first. One weapon and one "
            "armour each."
        ),
        page="12",
        moments=BATTLE,
    ),
    Entry(
        id="n.value",
        title=_("Battle value"),
        text=_("Die (a 6 adds another) + attribute + support + whatever else counts."),
        page="12",
        moments=BATTLE,
    ),
    Entry(
        id="n.support",
        title=_("Support"),
        text=_("The nemesis: +1 for each enemy Threat card here. A character: +1 for each agent."),
        page="14",
        moments=BATTLE,
    ),
    Entry(
        id="n.result",
        title=_("Result"),
        text=_(
            "The lower value loses 1 life. Equal: nothing happens, it is over. An agent that you "
            "beat is a trophy."
        ),
        page="12",
        moments=BATTLE,
    ),
    Entry(
        id="n.bounty",
        title=_("Bounty"),
        text=_("A character who beats a nemesis gets the bounty on its sheet."),
        page="12, 14",
        moments=BATTLE,
    ),
    Entry(
        id="n.duel",
        title=_("Skill duel"),
        text=_(
            "In your turn, instead of exploring, against an apostate on your space, not in the "
            "inner tier. Test 2; failed: over. They test your total, and win if equal."
        ),
        page="4–5",
        moments=(CHARACTER,),
    ),
    Entry(
        id="n.stakes",
        title=_("Stakes of a duel"),
        text=_(
            "Strength: 2 life. Cunning: an asset, with its charges. Willpower: a Power card or 3 "
            "influence. And one Apostate asset. Never a relic."
        ),
        page="5",
        moments=(CHARACTER,),
    ),
)

AT_ANY_TIME: tuple[Entry[Known], ...] = (
    Entry(
        id="n.win",
        title=_("25 infamy"),
        text=_("The nemesis wins at once. Characters win by their scenario’s Confrontation."),
        page="11",
    ),
    Entry(
        id="n.defeat",
        title=_("Nemesis without life"),
        text=_(
            "It drops Might cards and trophies, loses half its infamy, rounded up, and begins "
            "again with full life on its first space."
        ),
        page="13",
    ),
    Entry(
        id="n.might",
        title=_("Might cards"),
        text=_("Its number instead of a roll, or its text; never both."),
        page="13",
    ),
    Entry(
        id="n.pile",
        title=_("Which discard pile?"),
        text=_("The back of the card decides."),
        page="8",
    ),
    Entry(
        id="n.out",
        title=_("A deck runs out"),
        text=_("Shuffle its discards: that is the new deck."),
        page="15",
    ),
    Entry(
        id="n.colour",
        title=_("Colour of a Threat card"),
        text=_("The background colour on its front."),
        page="15",
    ),
    Entry(
        id="n.weapons",
        title=_("Special wargear"),
        text=_(
            "Wargear that counts Power cards doesn’t count one you use. If an exploding die of "
            "your own weapon takes your last life, there was no battle."
        ),
        page="15",
    ),
    Entry(
        id="n.guard",
        title=_("Imperial Guardsman"),
        text=_("Draw an Imperium card each time you resolve this agent."),
        page="15",
        moments=(ENGAGEMENT,),
    ),
)


def _noted(code: str) -> Callable[[Known], bool]:
    """Gate an entry to games whose set-up sheet has a note."""
    return lambda known: code in known.notes


# The same words as on the set-up sheet.
IN_PLAY: tuple[Entry[Known], ...] = tuple(
    Entry(id=key, title=title, text=NOTES[code], page=page, gate=_noted(code))
    for key, title, code, page in (
        ("n.who", _("Neither player nor enemy"), "note.not_a_player", "7"),
        ("n.collector", _("Master Collector"), "note.collector", "14"),
        ("n.hulk", _("Wayward Warrior: trophies"), "note.hulk", "14"),
        ("n.empty", _("Wayward Warrior: empty deck"), "note.hulk_deck", "14"),
        ("n.board", _("Third nemesis"), "note.third_board", "14"),
        ("n.moarn", _("Moarn’s frenzy"), "note.moarn", "15"),
        ("n.eversor", _("Eversor"), "note.eversor", "14"),
        ("n.luxuria", _("Luxuria’s Corruption"), "note.luxuria", "15"),
        ("n.gith", _("Githellion’s infamy"), "note.githellion", "15"),
        ("n.stone", _("Githellion’s stone"), "note.stone", "15"),
    )
)


class HuntCrib(Crib[Known]):
    """The rules of hunts."""

    moments = (CHARACTER, MOVEMENT, EXPLORATION, ENGAGEMENT, EXPERIENCE)
    entries = (*TURN, *BATTLES, *IN_PLAY, *AT_ANY_TIME)

    def known(self, game: Game, table: Table | None) -> Known:
        del table
        return Known(frozenset(game_sheet(game).notes))

    def book(self, game: Game) -> str:
        del game
        return gettext("Relic: Nemesis, rulebook of the expansion")

    def now(self, table: Table) -> tuple[Moment, ...]:
        if table.active in table.characters:
            return (CHARACTER,)
        return (PHASES[table.phase],)


CRIB = HuntCrib()
