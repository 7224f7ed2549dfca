"""The pages of an expedition: its front page, the barracks, its battles."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.models import Campaign, Game
from campaign.rules.aeons_end.expeditions.draws import opened_battle
from campaign.rules.aeons_end.expeditions.facts import start_life
from campaign.rules.aeons_end.expeditions.state import State, Step, Try
from campaign.rules.core.problems import RulesError
from tracker.faces.campaigns import Ahead
from tracker.people.access import Access
from tracker.systems.aeons_end.expeditions import words
from tracker.systems.aeons_end.expeditions.presenters.barracks import Barracks, barracks_of
from tracker.systems.aeons_end.expeditions.presenters.path import battle_path
from tracker.systems.aeons_end.expeditions.words import ExpeditionWords, expedition_words
from tracker.systems.aeons_end.shared import selectors
from tracker.systems.aeons_end.shared.presenters.chapter_path import Station
from tracker.web.records import numbered_url
from tracker.words import listed
from tracker.words.records import closed_boxes


@dataclass(frozen=True, slots=True)
class CameView:
    """Things that came, of one kind."""

    heading: str
    names: str


@dataclass(frozen=True, slots=True)
class TryView:
    """A try in the list of battles."""

    title: str  # which battle and try
    nemesis: str
    url: str
    mages: str
    outcome: str  # "win", "loss" or ""
    points: str  # of a battle that is won
    came: tuple[CameView, ...]


@dataclass(frozen=True, slots=True)
class Opponent:
    """What is drawn for the battle that is about to be set up."""

    kicker: str
    nemesis: str
    life: int | None
    joined: str  # upgraded cards that join before it
    friend: str
    foe: str
    note: str
    is_again: bool


@dataclass(frozen=True, slots=True)
class ExpeditionFront:
    """The front page of an expedition."""

    ahead: Ahead
    kicker: str
    options: str
    path: tuple[Station, ...]
    score: str
    won: int
    lost: int
    latest: TryView | None
    barracks: Barracks
    is_over: bool
    is_won: bool
    intro: str  # the words before the first battle
    card: str  # the printed story card that is read before it


def tries_of(state: State, campaign: Campaign) -> tuple[TryView, ...]:
    """Return every try, the oldest first."""
    names = expedition_words(campaign)
    return tuple(_try(game, campaign, names) for game in state.tries)


def _try(game: Try, campaign: Campaign, names: ExpeditionWords) -> TryView:
    outcome = str(game.tally.result) if game.tally else ""
    came = words.came_lines(names, game.came) if game.came else ()
    return TryView(
        title=words.attempt(game),
        nemesis=names.card(game.drawn.nemesis),
        url=numbered_url(campaign, game.game),
        mages=listed(names.card(place.mage) for place in game.choices.places),
        outcome=outcome,
        points=words.points(game.points) if game.won else "",
        came=tuple(CameView(heading, said) for heading, said in came),
    )


def front_of(access: Access) -> ExpeditionFront:
    """Return the front page."""
    campaign = access.campaign
    state = selectors.expedition_state(campaign)
    outcomes = [game.won for game in state.tries if game.tally is not None]
    tries, last = tries_of(state, campaign), state.current
    is_over = state.step is Step.END
    return ExpeditionFront(
        ahead=ahead(access),
        kicker=words.variant(state.recipe),
        options=listed(words.options(state.outfit)),
        path=battle_path(state, expedition_words(campaign)),
        score=words.score(state),
        won=outcomes.count(True),
        lost=outcomes.count(False),
        latest=tries[-1] if tries else None,
        barracks=barracks_of(state, campaign),
        is_over=is_over,
        is_won=is_over and last is not None and last.won,
        intro=state.route.intro if not state.tries else "",
        card=state.route.card if not state.tries else "",
    )


def opponent_of(state: State, campaign: Campaign) -> Opponent | None:
    """Return what the next battle is against; None if nothing can be drawn for it."""
    names, node, last = expedition_words(campaign), state.node, state.current
    again = last is not None and not last.leads_on
    try:
        drawn = last.drawn if again and last is not None else opened_battle(state)
    except RulesError:
        return None
    tier = node.tier if node else 1
    shown = {"battle": state.battle, "attempt": state.attempt, "tier": tier}
    kicker = _("Battle %(battle)s · Tier %(tier)s") % shown
    if again:
        kicker = _("Battle %(battle)s · Try %(attempt)s") % shown
    return Opponent(
        kicker=kicker,
        nemesis=names.card(drawn.nemesis),
        life=start_life(state, selectors.series(), drawn.nemesis, tier),
        joined=listed(map(names.card, drawn.joined)) if drawn.joined and not again else "",
        friend=names.card(drawn.friend) if drawn.friend else "",
        foe=names.card(drawn.foe) if drawn.foe else "",
        note=node.note if node else "",
        is_again=again,
    )


def ahead(access: Access) -> Ahead:
    """Return the next step of an expedition."""
    campaign = access.campaign
    if closed := access.standing.closed:
        why = closed_boxes(closed)
        return Ahead(_("Sealed for you"), why, reverse("boxes"), _("My boxes"))
    step = _next_step(access, campaign)
    if not step.url and not access.may_record:
        return Ahead(step.title, _("The players do this."))
    return step


def _next_step(access: Access, campaign: Campaign) -> Ahead:
    state = selectors.expedition_state(campaign)
    last = state.current
    may = access.may_record and not campaign.is_archived
    plan = reverse("expedition_battle", args=[campaign.code])
    match state.step:
        case Step.PLAN:
            opponent = opponent_of(state, campaign)
            name = opponent.nemesis if opponent else ""
            shown = {"battle": state.battle, "nemesis": name, "attempt": state.attempt}
            title = _("Battle %(battle)s: %(nemesis)s") % shown
            text = _("Choose mages and market, then set up the table.")
            if opponent and opponent.is_again:
                text = _("The same battle again, try %(attempt)s.") % shown
            return Ahead(title, text, plan if may else "", _("Set up the battle"), opponent=name)
        case Step.PLAY if last is not None:
            nemesis = expedition_words(campaign).card(last.drawn.nemesis)
            title = _("%(battle)s: %(nemesis)s") % {
                "battle": words.attempt(last),
                "nemesis": nemesis,
            }
            setup = numbered_url(campaign, last.game, "setup")
            result = numbered_url(campaign, last.game, "result") if may else ""
            return Ahead(
                title,
                _("The table is set up. Play!"),
                setup,
                _("Open the set-up sheet"),
                result,
                _("Enter the result"),
                opponent=nemesis,
            )
        case Step.REWARD | Step.CONSOLATION if last is not None:
            url = numbered_url(campaign, last.game, "expedition_reward") if may else ""
            if state.step is Step.REWARD:
                title = _("Won: the reward waits") if last.won else _("On to the next battle")
                return Ahead(title, _("New piles and treasures."), url, _("Draw the reward"))
            title = _("Lost: choose what helps you")
            return Ahead(title, _("Then the same battle again."), url, _("Choose"))
        case Step.STORY | Step.FIND:
            url = reverse("expedition_node", args=[campaign.code]) if may else ""
            return Ahead(_("The story goes on"), "", url, _("Read on"))
    return _over(access, state)


def _over(access: Access, state: State) -> Ahead:
    last, story = state.current, reverse("story", args=[access.campaign.code])
    title = _("The expedition is over")
    if last is not None and last.won:
        title = _("The expedition is won")
    return Ahead(
        title,
        words.score_sentence(state),
        story,
        _("Read the story"),
        reverse("expedition_start") if access.may_record else "",
        _("Start an expedition"),
    )


def try_of(game: Game) -> Try:
    """Return a game of an expedition as its state has it; ``LookupError`` if it was undone."""
    if game.campaign is None:
        raise TypeError("A one-off game is no try of an expedition.")
    for each in selectors.expedition_state(game.campaign).tries:
        if each.game == game.number:
            return each
    raise LookupError(f"There is no try {game.number}.")
