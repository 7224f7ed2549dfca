"""The crib of Legacy: it grows with what a campaign has unlocked.

Which rule a sealed section brings, only the box knows, except for K (Legacy p. 10) and S (its
picture on p. 3). Everything else is shown once the group has recorded what it is about.
"""

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaign.models import Game
from campaign.packs import game_name
from campaign.rules.aeons_end.live.table import Table
from tracker.faces.crib import Crib, Entry, Moment
from tracker.systems.aeons_end.crib import entries
from tracker.systems.aeons_end.crib.known import (
    AFTER,
    END,
    MOMENTS,
    NEMESIS,
    SETUP,
    Known,
    body_of,
    known_of,
    moments_now,
)
from tracker.systems.aeons_end.shared import selectors

DECK_SECTION = "K"  # Legacy p. 10: its hole replaces steps 7 and 8
EVOLUTION_SECTION = "S"  # Legacy p. 3

LEGACY_ONLY: tuple[Entry[Known], ...] = (
    Entry(
        id="l.absent",
        title=_("Somebody is missing"),
        text=_("Another player plays that mage, too. Nobody joins a campaign later."),
        page="2",
        moments=(SETUP,),
    ),
    Entry(
        id="l.story",
        title=_("Story deck"),
        text=_(
            "Card by card; don’t look ahead. Out of order? Let somebody who doesn’t play sort it "
            "by its numbers."
        ),
        page="5",
        moments=(SETUP, AFTER),
    ),
    Entry(
        id="l.deck",
        title=_("Nemesis deck"),
        text=_(
            "Nine cards of its own and your basics, tier 1 on top. Basics by mages – 1: 1/3/7, "
            "2: 3/5/7, 3: 5/6/7, 4: 8/7/7. Your sticker wins."
        ),
        page="10",
        moments=(SETUP,),
        gate=lambda known: DECK_SECTION in known.sections,
    ),
    Entry(
        id="l.starter",
        title=_("New starter card"),
        text=_("It takes the place of a Crystal, in your hand or your deck as your mat shows."),
        page="3",
        moments=(SETUP,),
        gate=lambda known: known.has_new_starter,
    ),
    Entry(
        id="l.support",
        title=_("Support"),
        text=_(
            "Resolve the top card of its support deck; used ones have their own pile. At the end "
            "resolve the last one if you can, then read the card the mat names."
        ),
        page="6",
        moments=(NEMESIS, END),
        gate=lambda known: known.has_support,
    ),
    Entry(
        id="l.evolve",
        title=_("EVOLVE"),
        text=_("Put a sticker on the topmost free space. No space free? Read the E card it names."),
        page="18–19",
        moments=(NEMESIS,),
        gate=lambda known: EVOLUTION_SECTION in known.sections,
    ),
    Entry(
        id="l.transform",
        title=_("Transformed"),
        text=_(
            "Attack or power: the new card goes on the nemesis’ discard pile. Minion: the new one "
            "stays in play with the same tokens."
        ),
        page="18–19",
        moments=(NEMESIS,),
        gate=lambda known: EVOLUTION_SECTION in known.sections,
    ),
    Entry(
        id="l.grow",
        title=_("The market grows"),
        text=_(
            "Four new piles. Add two, banish two of your nine, and banish the two you didn’t "
            "take. Advice: keep a gem that costs 3."
        ),
        page="11",
        moments=(AFTER,),
    ),
    Entry(
        id="l.banish",
        title=_("Banish"),
        text=_(
            "Into the box until a card says otherwise. Destroyed cards come back after the game, "
            "banished ones don’t."
        ),
        page="2, 19",
        moments=(AFTER,),
    ),
    Entry(
        id="l.back",
        title=_("Put away"),
        text=_(
            "Cards that cost something go back to their piles. Hand, deck and breaches as your mat "
            "shows. Enter the result."
        ),
        page="20",
        moments=(AFTER,),
    ),
    Entry(
        id="l.stop",
        title=_("STOP card"),
        text=_("Don’t look at the cards behind it before you are told to."),
        page="3",
        moments=(AFTER,),
        gate=lambda known: known.has_stop_card,
    ),
    Entry(
        id="l.max",
        title=_("Never above the start"),
        text=_("Mages have at most 10 life, Gravehold 30, the nemesis what its mat says."),
        page="8, 10",
    ),
)

# The same rules as in other boxes, once this campaign has recorded what they are about.
UNLOCKED: tuple[Entry[Known], ...] = (
    replace(entries.CHARGES, id="l.charge", page="", gate=lambda known: known.has_abilities),
    replace(entries.BONUS_BREACH, id="l.bonus", page="", gate=lambda known: known.has_bonus_breach),
    replace(entries.TOKENS, id="l.tokens", page=""),
    replace(
        entries.JUST_EXHAUSTED,
        id="l.steps",
        title=_("If your sticker says so"),
        page="",
        gate=lambda known: known.has_steps,
    ),
)


class LegacyCrib(Crib[Known]):
    """The rules of a campaign of Legacy."""

    moments = MOMENTS
    entries = (
        *entries.OWN_TURN,
        entries.EXTRA_DAMAGE,
        *entries.NEMESIS_ENTRIES,
        *UNLOCKED,
        *entries.AT_ANY_TIME,
        *LEGACY_ONLY,
    )

    def known(self, game: Game, table: Table | None) -> Known:
        known = known_of(body_of(game), table)
        if game.campaign is None:
            raise TypeError("A game of Legacy belongs to a campaign.")
        state = selectors.campaign_state(game.campaign)
        return replace(
            known,
            sections=frozenset(state.sections),
            has_stop_card=any(seal.parts for seal in state.seals.values()),
        )

    def book(self, game: Game) -> str:
        return gettext("%(box)s, rulebook") % {"box": game_name(game.system, game.language)}

    def now(self, table: Any) -> tuple[Moment, ...]:
        return moments_now(table)


LEGACY_CRIB = LegacyCrib()
