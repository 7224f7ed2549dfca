"""The face of live games of Aeon's End."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse

from campaign.models import Campaign, Game, Person
from campaign.rules.aeons_end.legacy.decisions import evolution_begun
from campaign.rules.aeons_end.live.moves import Whose
from campaign.rules.aeons_end.live.nemesis_turn import Enter
from campaign.rules.aeons_end.live.table import Evolved, Table, course
from campaign.rules.aeons_end.systems import LEGACY
from campaign.rules.core.live import Move, Position, minutes_of
from campaign.rules.core.seeing import Audience
from campaign.selectors.games import sheet_for
from campaign.selectors.live import moves_of_campaign, position_of, table_of, typed_before
from tracker.charts import Chart
from tracker.faces.live import LiveEnding, LiveFace, LivePart, ReplayLine, SeatName, edges
from tracker.systems.aeons_end.live import words
from tracker.systems.aeons_end.live.course import course_chart
from tracker.systems.aeons_end.live.effects import who_choices
from tracker.systems.aeons_end.live.presenter import LiveView, live_ending, panel_choices
from tracker.systems.aeons_end.live.values import Panels
from tracker.systems.aeons_end.live.words import Names
from tracker.systems.aeons_end.shared import selectors
from tracker.systems.aeons_end.shared.forms.results import ENDING_OF, MageRow
from tracker.systems.aeons_end.shared.recognise import What, folded, recognise

MAX_ENTERED = 500  # cards that came into play, of which the basic ones are looked for
TYPED_CARDS = 60  # names of cards that the group is offered


def names_for(game: Game) -> Names:
    """Return the names in a game."""
    body = selectors.with_colours(sheet_for(game)).body
    return Names(body.mages, body.nemesis.name, body.market, body.nemesis.then_read)


class AeonsEndLiveFace(LiveFace):
    """A live game: whose turn, dials, mages, the nemesis' cards, the market."""

    def parts(self, game: Game, position: Position[Table]) -> Mapping[str, LivePart]:
        view = LiveView(
            position.table,
            names_for(game),
            _discard_costs(game) if position.table.in_play else {},
            has_link=game.system != LEGACY.slug,  # a word of War Eternal’s
            evolves=bool(position.table.in_play) and _evolves(game),
        )
        seated = zip(position.table.mages, edges(len(position.table.mages)), strict=True)
        mages = {
            f"mage-{mage.seat}": LivePart("aeons_end/live/mage.html", view.mage(mage), edge)
            for mage, edge in seated
        }
        return {
            "turn": LivePart("aeons_end/live/turn.html", view.turn()),
            "dials": LivePart("aeons_end/live/dials.html", view.dials()),
            **mages,
            "cards": LivePart("aeons_end/live/cards.html", view.foe()),
            "who": LivePart("aeons_end/live/who.html", view.effects.view()),
            "market": LivePart("aeons_end/live/market.html", view.market()),
        }

    def ending(self, game: Game, position: Position[Table]) -> LiveEnding | None:
        is_over = bool(position.table.endings)
        return live_ending(position.table, names_for(game)) if is_over else None

    def panels(self, game: Game, to: Audience, person: Person | None) -> Panels:
        """Return the values of the panels, for moves that take more than a tap."""
        del to  # nothing here is secret
        body = sheet_for(game).body
        return Panels(
            dials=panel_choices(names_for(game), body),
            evolves=_evolves(game),
            basics=_basics(game),
            typed_cards=typed_before(game, person, Enter.kind, "name", most=TYPED_CARDS),
            by_story=body.nemesis.by_story,
            has_dial=body.nemesis.life is not None,
            who=who_choices(has_abilities=any(mage.abilities for mage in body.mages)),
            may_have_tokens=bool(body.nemesis.tokens) or body.chapter != 1,
            complete_url=_complete_url(game),
        )

    def seats(self, game: Game) -> tuple[SeatName, ...]:
        return tuple(SeatName(mage.seat, mage.name) for mage in names_for(game).mages)

    def move(self, game: Game, move: Move, before: Table, after: Table) -> str:
        return words.move_text(move, names_for(game), before, after)

    def initial(self, table: Table, at: int) -> Mapping[str, Any]:
        shown: dict[str, Any] = {
            "gravehold_life": table.gravehold,
            "nemesis_life": table.nemesis,
            "minutes": minutes_of(table.seconds(at)),
            "rounds": table.round or None,
        }
        for ending in table.endings[:1]:
            shown["result"] = ending.result
            shown[ENDING_OF[ending.result]] = ending
        for mage in table.mages:
            shown |= MageRow.named(mage.seat, life=mage.life)
            if mage.exhausted:
                shown |= MageRow.named(mage.seat, exhausted=True)
        return shown

    def picture(self, game: Game, position: Position[Table]) -> Chart:
        """Return a chart of the game turn by turn."""
        return course_chart(course(position), position.table.start, names_for(game))

    def replay(self, game: Game, tables: Sequence[Table]) -> tuple[ReplayLine, ...]:
        names, start = names_for(game), tables[0].start
        lines = [
            ReplayLine(
                names.dial(Whose.GRAVEHOLD),
                tuple(table.gravehold for table in tables),
                start.gravehold,
            )
        ]
        if start.nemesis is not None:
            life = tuple(table.nemesis or 0 for table in tables)
            lines.append(ReplayLine(names.nemesis, life, start.nemesis))
        for mage in tables[0].mages:
            life = tuple(table.mage(mage.seat).life for table in tables)
            lines.append(ReplayLine(names.mage(mage.seat), life, mage.life))
        return tuple(lines)


def evolved_live(game: Game) -> tuple[Evolved, ...]:
    """Return the cards that evolved while a game was played live."""
    table = table_of(game)
    if table is None:
        return ()
    marked: tuple[Evolved, ...] = position_of(table).table.evolved
    return marked


def basics_seen_live(campaign: Campaign) -> list[str]:
    """Return the names of basic cards that came into play live and are not in the pool, by tier.

    Only those that the pack knows: any other name may be a card of the nemesis.
    """
    pack, state = selectors.box(campaign.system), selectors.campaign_state(campaign)
    held = {card.key for card in state.pool}
    entered = moves_of_campaign(campaign, Enter.kind, most=MAX_ENTERED)
    known = (recognise(move.get("name", ""), pack.find.basics) for move in entered)
    seen = {card.id: card for card in known if card is not None and card.id not in held}
    by_tier = sorted(seen.values(), key=lambda card: (card.tier, card.id))
    return [card.name.in_language(selectors.namer_of(campaign).language) for card in by_tier]


def _discard_costs(game: Game) -> dict[str, str]:
    """Return what it costs to discard each card of the box, by its folded name.

    Only of names that players typed from the card in their hand is anything shown.
    """
    cards = selectors.box(game.system).nemesis_cards
    priced = [(card, cost) for card in cards if (cost := words.discard_cost(card))]
    return {
        folded(card.name.in_language(language)): cost
        for card, cost in priced
        for language in (game.language, "en")
    }


def _basics(game: Game) -> list[str]:
    """Return the names of a campaign's basic cards; none for a one-off game."""
    if game.campaign is None or game.system != LEGACY.slug:
        return []
    namer = selectors.namer_of(game.campaign)
    return [namer.name(card) for card in selectors.campaign_state(game.campaign).pool]


def _evolves(game: Game) -> bool:
    """Say whether cards can evolve: in a campaign whose section on it has come."""
    if game.campaign is None or game.system != LEGACY.slug:
        return False
    state = selectors.campaign_state(game.campaign)
    return evolution_begun(state, selectors.box(game.campaign.system))


def _complete_url(game: Game) -> str:
    """Return the URL for completing a name, up to the typed text."""
    if game.campaign is None or game.system != LEGACY.slug:
        return reverse("game_complete", args=[game.code]) + "?q="
    return reverse("complete", args=[game.campaign.code]) + f"?what={What.NEMESIS_CARD}&q="


LIVE = AeonsEndLiveFace()
