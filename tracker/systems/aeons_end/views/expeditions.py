"""Expeditions: start, front page, battle, reward, barracks, recipe."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.models import Campaign, Game
from campaign.rules.aeons_end.expeditions.draws import found, outfitted, planned, rewarded
from campaign.rules.aeons_end.expeditions.facts import Decided
from campaign.rules.aeons_end.expeditions.state import State, Step
from campaign.rules.aeons_end.systems import SERIES
from campaign.rules.core.problems import RulesError
from campaign.rules.core.texts import one_line
from campaign.selectors.live import is_live
from campaign.services.aeons_end import before_reward, reward_correct
from campaign.services.campaigns import campaign_start
from campaign.services.facts import fact_record
from campaign.services.games import game_plan
from campaign.services.writing import AlreadyDone
from tracker.people.access import Access, Need, game_of, person_of
from tracker.people.guests import form_key, person_or_guest
from tracker.people.limits import NEW_CAMPAIGNS, address_of
from tracker.presenters.games import ticks_of
from tracker.systems.aeons_end import selectors
from tracker.systems.aeons_end.access import expedition_access
from tracker.systems.aeons_end.forms.expeditions import (
    BattleForm,
    DecideForm,
    RewardForm,
    StartExpeditionForm,
)
from tracker.systems.aeons_end.presenters import expeditions as presenter
from tracker.systems.aeons_end.presenters.setup import setup_table
from tracker.systems.aeons_end.recognise import complete as completions
from tracker.systems.aeons_end.shared_setups import packed, unpacked_recipe
from tracker.systems.registry import face_of
from tracker.web.entries import NOT_SAVED, NOT_SENT, Refusal, refuse
from tracker.web.pages import asked_game, form_page, go, page, record_page, say_done, sent
from tracker.web.records import game_url

RECIPE = "recipe"  # in the query of the start page


def start(request: HttpRequest) -> HttpResponse:
    """Start an expedition, as one likes or by a recipe that somebody shared."""
    recipe = unpacked_recipe(request.GET.get(RECIPE, ""))
    form = StartExpeditionForm(
        sent(request), request.FILES or None, person=person_of(request), recipe=recipe
    )
    if request.method == "POST":
        NEW_CAMPAIGNS.take(address_of(request))
    if form.is_valid():
        try:
            return redirect("campaign", code=_start(request, form).code)
        except RulesError as error:
            form.refuse(error.problems)
    context = {
        "styles": face_of(SERIES.slug).styles,
        "look": face_of(SERIES.slug).look,
        "has_recipe": recipe is not None,
        "is_bad_recipe": recipe is None and RECIPE in request.GET,
    }
    return page(request, "aeons_end/expeditions/start.html", context, form=form)


def _start(request: HttpRequest, form: StartExpeditionForm) -> Campaign:
    """Start the expedition of a valid form; the first player's name becomes a new guest's."""
    token, players = form.cleaned_data["token"], form.players_named()
    outfit = outfitted(
        selectors.series(), form.recipe(), players, reason=form.cleaned_data["reason"]
    )
    with person_or_guest(request, display_name=one_line(players[0]), form=token) as person:
        return campaign_start(
            person=person,
            name=form.cleaned_data["name"],
            seats=(),
            system=SERIES.slug,
            language=form.cleaned_data["language"],
            token=form_key(token),
            opening=outfit,
        )


def front_page(request: HttpRequest, access: Access) -> HttpResponse:
    """Render the front page of an expedition."""
    context = {"front": presenter.front_of(access)}
    template = "aeons_end/expeditions/front.html"
    return record_page(request, access, template, context, current="campaign")


@require_safe
def barracks(request: HttpRequest, code: str) -> HttpResponse:
    """Show what is in the barracks, now or after a game."""
    access = expedition_access(request, code)
    after = asked_game(request, access)
    state = selectors.expedition_state(access.campaign, after=after)
    context = {"barracks": presenter.barracks_of(state, access.campaign)}
    template = "aeons_end/expeditions/barracks.html"
    return record_page(
        request, access, template, context, current="expedition_barracks", after=after
    )


@require_safe
def battles(request: HttpRequest, code: str) -> HttpResponse:
    """Show every battle with its tries."""
    access = expedition_access(request, code)
    state = selectors.expedition_state(access.campaign)
    context = {
        "tries": presenter.tries_of(state, access.campaign),
        "front": presenter.front_of(access),
    }
    template = "aeons_end/expeditions/battles.html"
    return record_page(request, access, template, context, current="expedition_battles")


@require_safe
def recipe(request: HttpRequest, code: str) -> HttpResponse:
    """Show the link that starts the same expedition elsewhere."""
    access = expedition_access(request, code)
    shared = packed(selectors.expedition_state(access.campaign).recipe)
    path = f"{reverse('expedition_start')}?{RECIPE}={shared}"
    context = {"link": request.build_absolute_uri(path)}
    template = "aeons_end/expeditions/recipe.html"
    return record_page(request, access, template, context, current="campaign")


def battle(request: HttpRequest, code: str) -> HttpResponse:
    """Choose mages, treasures and market for the next try, and set it up."""
    access = expedition_access(request, code, Need.RECORD)
    campaign, state = access.campaign, selectors.expedition_state(access.campaign)
    if request.method != "POST" and state.step is not Step.PLAN:
        return go(request, "campaign", code=campaign.code)
    form = BattleForm(sent(request), access=access, state=state, campaign=campaign)
    if not form.is_bound:
        return _battle_page(request, form, NOT_SENT)
    try:
        form.check()
        reason = form.cleaned_data["reason"]
        plan = planned(state, selectors.series(), form.choices(), reason=reason)
        game_plan(campaign=campaign, plan=plan, **form.signature())
    except AlreadyDone:
        pass
    except NOT_SAVED as error:
        return _battle_page(request, form, refuse(form, error))
    number = len(selectors.expedition_state(campaign).tries)
    say_done(request, access, _("The battle is set up."))
    return go(request, "setup", code=campaign.code, number=number)


def _battle_page(request: HttpRequest, form: BattleForm, refusal: Refusal) -> HttpResponse:
    context = {"opponent": presenter.opponent_of(form.state, form.campaign)}
    template = "aeons_end/expeditions/battle.html"
    return form_page(request, form, template, context, refusal=refusal, current="campaign")


def setup_page(request: HttpRequest, access: Access, game: Game) -> HttpResponse:
    """Show the set-up of a try as a checklist."""
    campaign, number = access.campaign, game.number
    sheet = selectors.campaign_sheet(campaign, game=number)
    previous = selectors.campaign_sheet(campaign, game=number - 1)
    may_play = access.may_record and presenter.try_of(game).tally is None
    if sheet is None:  # undone a moment ago
        return go(request, "campaign", code=campaign.code)
    context = {
        "game": game,
        "live_url": game_url(game, "live") if is_live(game) else "",
        "sheet": sheet,
        "table": setup_table(sheet, selectors.namer_of(campaign), before=previous),
        "key": f"{campaign.code}:{number}:{game.pk}",
        "ticks": ticks_of(access, game, next_url=game_url(game, "live") if may_play else ""),
        "may_play": may_play,
    }
    template = "aeons_end/expeditions/setup.html"
    return record_page(request, access, template, context, current="campaign")


def reward(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Draw what comes after a try; after a loss, of the kind that the group names."""
    access = expedition_access(request, code, Need.RECORD)
    game = game_of(access, number)
    state = selectors.expedition_state(access.campaign)
    last = state.current
    due = state.step in (Step.REWARD, Step.CONSOLATION) and last and last.game == number
    if not due:
        return go(request, game_url(game))
    form = RewardForm(sent(request), access=access, state=state)
    if not form.is_bound:
        return _reward_page(request, form, state, NOT_SENT)
    try:
        form.check()
        fact = rewarded(state, **form.chosen())
        fact_record(campaign=access.campaign, game=number, fact=fact, **form.signature())
    except AlreadyDone:
        pass
    except NOT_SAVED as error:
        return _reward_page(request, form, state, refuse(form, error))
    say_done(request, access, _("It is in the barracks."))
    return go(request, "campaign", code=access.campaign.code)


def correct_reward(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Take something else after an earlier loss; what was drawn later stays where it can."""
    access = expedition_access(request, code, Need.RECORD)
    game, campaign = game_of(access, number), access.campaign
    held = presenter.try_of(game)
    if held.came is None or held.won:
        return go(request, game_url(game))
    story = selectors.campaign_record(campaign).story
    state = before_reward(story, selectors.series(), number)
    form = RewardForm(sent(request), access=access, state=state)
    if not form.is_bound:
        return _reward_page(request, form, state, NOT_SENT, corrects=True)
    try:
        form.check()
        reward_correct(campaign=campaign, game=number, **form.chosen(), **form.signature())
    except AlreadyDone:
        pass
    except NOT_SAVED as error:
        return _reward_page(request, form, state, refuse(form, error), corrects=True)
    say_done(request, access, _("Corrected. What was drawn later stays where it can."))
    return go(request, game_url(game))


def _reward_page(
    request: HttpRequest,
    form: RewardForm,
    state: State,
    refusal: Refusal,
    *,
    corrects: bool = False,
) -> HttpResponse:
    number = state.tries[-1].game
    page_name = "expedition_correct_reward" if corrects else "expedition_reward"
    context = {
        "is_won": state.tries[-1].won,
        "action": reverse(page_name, args=[form.access.campaign.code, number]),
        "corrects": corrects,
    }
    template = "aeons_end/expeditions/reward.html"
    return form_page(request, form, template, context, refusal=refusal, current="campaign")


def node(request: HttpRequest, code: str) -> HttpResponse:
    """Read a story node and decide, or draw what a node brings."""
    access = expedition_access(request, code, Need.RECORD)
    campaign, state = access.campaign, selectors.expedition_state(access.campaign)
    if state.step not in (Step.STORY, Step.FIND) or state.node is None:
        return go(request, "campaign", code=campaign.code)
    form = DecideForm(sent(request), access=access, state=state)
    if not form.is_bound:
        return _node_page(request, form, state, NOT_SENT)
    try:
        form.check()
        fact = found(state) if state.step is Step.FIND else Decided(state.at, form.option())
        number = state.tries[-1].game
        fact_record(campaign=campaign, game=number, fact=fact, **form.signature())
    except AlreadyDone:
        pass
    except NOT_SAVED as error:
        return _node_page(request, form, state, refuse(form, error))
    again = selectors.expedition_state(campaign).step in (Step.STORY, Step.FIND)
    return go(request, "expedition_node" if again else "campaign", code=campaign.code)


def _node_page(
    request: HttpRequest, form: DecideForm, state: State, refusal: Refusal
) -> HttpResponse:
    context = {"node": state.node, "finds": state.step is Step.FIND}
    template = "aeons_end/expeditions/node.html"
    return form_page(request, form, template, context, refusal=refusal, current="campaign")


@require_safe
def complete(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Complete the name of a nemesis card from ``q``: of those on the table."""
    access = expedition_access(request, code, Need.RECORD)
    game_of(access, number)
    state = selectors.expedition_state(access.campaign)
    drawn = next(each.drawn for each in state.tries if each.game == number)
    basics = state.stock.basic_cards
    own = state.stock.offer.own.get(drawn.nemesis, ())
    cards = (*own, *(basics[key] for key in (*drawn.upgraded, *drawn.basics) if key in basics))
    names = completions(request.GET.get("q", ""), cards, access.campaign.language)
    return page(request, "aeons_end/aftermath/names.html", {"names": names})
