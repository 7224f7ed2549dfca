"""The crib of War Eternal, and of expeditions and games from several boxes.

Pages are those of War Eternal. Nobody here has read the printed rules of expeditions: their
entries say what independent sources agree on, and give no page.
"""

from collections.abc import Callable
from dataclasses import replace

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaign.models import Game
from campaign.packs import game_name
from campaign.rules.aeons_end.expeditions.stories import STORIES
from campaign.rules.aeons_end.live.table import Table
from campaign.rules.aeons_end.systems import WAR_ETERNAL
from tracker.faces.crib import Crib, Entry, Moment, always
from tracker.systems.aeons_end.crib import entries
from tracker.systems.aeons_end.crib.known import (
    AFTER,
    END,
    MOMENTS,
    SETUP,
    TURN,
    Battle,
    Known,
    body_of,
    known_of,
    moments_now,
)
from tracker.systems.aeons_end.shared import selectors

WAR_ETERNAL_ONLY: tuple[Entry[Known], ...] = (
    Entry(
        id="w.deck",
        title=_("Nemesis deck"),
        text=_(
            "Nine cards of its own and random basics, tier 1 on top; never shuffle the whole. "
            "Basics by mages – 1: 1/3/7, 2: 3/5/7, 3: 5/6/7, 4: 8/7/7."
        ),
        page="10",
        moments=(SETUP,),
    ),
    Entry(
        id="w.market",
        title=_("Market"),
        text=_("Three gems, two relics, four spells. A pile has 7 gems, 5 relics or 5 spells."),
        page="11",
        moments=(SETUP,),
    ),
    Entry(
        id="w.alone",
        title=_("Turn cards for one mage"),
        text=_(
            "Three of your cards, two of the nemesis. Easier: four, or start with 12 or 15 life."
        ),
        page="20",
        moments=(SETUP,),
        gate=lambda known: known.mages == 1,
    ),
    Entry(
        id="w.level",
        title=_("Difficulty"),
        text=_(
            "Beginner: mages 12, Gravehold 35, nemesis 10 less. Expert: the mat’s harder rule. "
            "Extinction: that rule, mages 8, Gravehold 25, nemesis 10 more."
        ),
        page="20",
        moments=(SETUP,),
    ),
    Entry(
        id="w.link",
        title=_("Link"),
        text=_(
            "Two spells with Link share a breach. The books differ on whether casting one casts "
            "both (French: yes, Polish: no). Agree before you play."
        ),
        page="14",
        moments=(TURN,),
    ),
    Entry(
        id="w.adjacent",
        title=_("Adjacent"),
        text=_("Breaches right beside each other."),
        page="4",
        moments=(TURN,),
    ),
    Entry(
        id="w.deckout",
        title=_("Empty deck: when won?"),
        text=_(
            "The books differ: at once (Polish), or at the end of a turn (French). Your set-up "
            "sheet says what you chose."
        ),
        page="20",
        moments=(END,),
    ),
    Entry(
        id="w.max",
        title=_("Never above the start"),
        text=_("Mages, Gravehold and the nemesis never have more life than they began with."),
        page="8, 10",
    ),
    Entry(
        id="w.tier",
        title=_("Nemesis tier"),
        text=_("The highest tier among its cards that are in play or discarded."),
        page="14",
    ),
    Entry(
        id="w.reveal",
        title=_("Reveal"),
        text=_("Put what you revealed back on top, several cards in any order."),
        page="14",
    ),
)


def _in_battle(holds: Callable[[Battle], bool] = always) -> Callable[[Known], bool]:
    """Gate an entry to battles of expeditions for which something holds."""
    return lambda known: known.battle is not None and holds(known.battle)


EXPEDITIONS: tuple[Entry[Known], ...] = (
    Entry(
        id="x.nine",
        title=_("Nine piles"),
        text=_("Choose nine of your piles for the battle. The others are banished."),
        page="",
        moments=(SETUP,),
        gate=_in_battle(lambda battle: not battle.keeps_piles),
    ),
    Entry(
        id="x.pockets",
        title=_("Nine piles, none banished"),
        text=_("Choose nine of your piles for the battle. The others wait for the next one."),
        page="",
        moments=(SETUP,),
        gate=_in_battle(lambda battle: battle.keeps_piles),
    ),
    Entry(
        id="x.treasure",
        title=_("Treasures"),
        text=_(
            "Level 1 and 3: one for each player. Level 2: one for all. All come back after the "
            "battle. A level 1 gem replaces a Crystal, a spell a Spark."
        ),
        page="",
        moments=(SETUP,),
        gate=_in_battle(lambda battle: battle.has_treasures),
    ),
    Entry(
        id="x.upgraded",
        title=_("Upgraded basics"),
        text=_("They take the places of ordinary basics: the deck has as many cards as before."),
        page="",
        moments=(SETUP,),
        gate=_in_battle(lambda battle: battle.has_upgraded),
    ),
    Entry(
        id="x.mages",
        title=_("Mages"),
        text=_("Take any mages of your barracks, and others for the next try if you like."),
        page="",
        moments=(SETUP,),
        gate=_in_battle(),
    ),
    Entry(
        id="x.five",
        title=_("Fifth battle"),
        text=_(
            "Follow the nemesis’ fight-five card. If it swaps a turn card for an unleash card, "
            "that one only unleashes: no nemesis turn."
        ),
        page="",
        moments=(SETUP,),
        gate=_in_battle(lambda battle: battle.is_fifth),
    ),
    Entry(
        id="x.win",
        title=_("After a win"),
        text=_("A gem, a relic and a spell come into your barracks, and treasures if any are due."),
        page="",
        moments=(AFTER,),
        gate=_in_battle(lambda battle: not battle.follows_story),
    ),
    Entry(
        id="x.loss",
        title=_("After a loss"),
        text=_("Name a kind and draw one thing of it. Then you meet the same nemesis again."),
        page="",
        moments=(AFTER,),
        gate=_in_battle(lambda battle: not battle.follows_story),
    ),
    Entry(
        id="x.tries",
        title=_("How many tries?"),
        text=_(
            "Until you win. If you agreed on a number, the expedition goes on after the last one: "
            "with the reward of a win, but no points."
        ),
        page="",
        moments=(AFTER,),
        gate=_in_battle(lambda battle: not battle.follows_story),
    ),
    Entry(
        id="x.points",
        title=_("Points"),
        text=_("Won at the first try: 6. At the second: 4, at the third: 2, later: 0."),
        page="",
        moments=(AFTER,),
        gate=_in_battle(),
    ),
)


class BoxesCrib(Crib[Known]):
    """The rules of one-off games and of expeditions."""

    moments = MOMENTS
    entries = (
        *entries.OWN_TURN,
        replace(entries.EXTRA_DAMAGE, page=""),
        entries.CHARGES,
        entries.BONUS_BREACH,
        *entries.NEMESIS_ENTRIES,
        entries.TOKENS,
        entries.JUST_EXHAUSTED,
        *entries.AT_ANY_TIME,
        *WAR_ETERNAL_ONLY,
        *EXPEDITIONS,
    )

    def known(self, game: Game, table: Table | None) -> Known:
        body = body_of(game)
        known = known_of(body, table)
        if game.campaign is None or body.battle is None:
            return known
        state = selectors.expedition_state(game.campaign)
        return replace(
            known,
            battle=Battle(
                keeps_piles=state.keeps_piles,
                has_treasures=bool(body.battle.treasures),
                has_upgraded=bool(state.pool),
                follows_story=state.recipe.variant in STORIES,
                is_fifth=body.battle.unleash_card or body.battle.more_on_the_card,
            ),
        )

    def book(self, game: Game) -> str:
        box = game_name(WAR_ETERNAL.slug, game.language)
        if game.system == WAR_ETERNAL.slug:
            return gettext("%(box)s, rulebook") % {"box": box}
        return gettext("%(box)s, rulebook; where your box says otherwise, your box wins") % {
            "box": box
        }

    def now(self, table: Table) -> tuple[Moment, ...]:
        return moments_now(table)


BOXES_CRIB = BoxesCrib()
