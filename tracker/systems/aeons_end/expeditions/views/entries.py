"""Expeditions: what changes one: start, battle, reward, story nodes."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from campaign.models import Campaign, Game
from campaign.rules.aeons_end.expeditions.facts import Found
from campaign.rules.aeons_end.expeditions.state import Step, win_reward
from campaign.rules.aeons_end.systems import SERIES
from campaign.rules.core.problems import RulesError
from campaign.rules.core.texts import one_line
from campaign.selectors.live import is_live
from campaign.services.aeons_end import before_reward, reward_correct
from tracker.faces.registry import face_of
from tracker.people.access import Access, Need, person_of
from tracker.people.guests import form_key, person_or_guest
from tracker.people.limits import NEW_CAMPAIGNS, address_of
from tracker.presenters.games import ticks_of
from tracker.presenters.news import news_of_plan
from tracker.systems.aeons_end.expeditions import words
from tracker.systems.aeons_end.expeditions.forms.entries import BattleForm, DecideForm, RewardForm
from tracker.systems.aeons_end.expeditions.forms.start import StartExpeditionForm
from tracker.systems.aeons_end.expeditions.presenters import pages as presenter
from tracker.systems.aeons_end.expeditions.steps import (
    battle_plan,
    expedition_begin,
    node_decide,
    reward_draw,
)
from tracker.systems.aeons_end.expeditions.views.pages import RECIPE
from tracker.systems.aeons_end.expeditions.words import expedition_words
from tracker.systems.aeons_end.one_off.shared_setups import unpacked_recipe
from tracker.systems.aeons_end.shared import selectors
from tracker.systems.aeons_end.shared.access import expedition_access, expedition_game
from tracker.systems.aeons_end.shared.presenters.setup import setup_table
from tracker.systems.aeons_end.shared.recognise import complete as completions
from tracker.web.entries import Refusal, attempt, save
from tracker.web.pages import asked_by_htmx, form_page, go, page, record_page, say_done, sent
from tracker.web.records import game_url, numbered_url


def start(request: HttpRequest) -> HttpResponse:
    """Start an expedition, as one likes or by a recipe that somebody shared."""
    recipe = unpacked_recipe(request.GET.get(RECIPE, ""))
    checks = request.method == "GET" and asked_by_htmx(request)  # boxes were ticked: enough?
    form = StartExpeditionForm(
        request.GET if checks else sent(request),
        request.FILES or None,
        person=person_of(request),
        recipe=recipe,
    )
    if checks:
        form.full_clean()
        shown = {"lacks": form.lacks()}
        return page(request, "aeons_end/expeditions/start.html", shown, part="lacks")
    if request.method == "POST":
        NEW_CAMPAIGNS.take(address_of(request))
    if form.is_valid():
        try:
            return redirect("campaign", code=_start(request, form).code)
        except RulesError as error:
            form.refuse(error.problems)
    context = {
        "lacks": form.lacks() if form.is_bound else None,
        "styles": face_of(SERIES.slug).styles,
        "look": face_of(SERIES.slug).look,
        "has_recipe": recipe is not None,
        "is_bad_recipe": recipe is None and RECIPE in request.GET,
    }
    return page(request, "aeons_end/expeditions/start.html", context, form=form)


def _start(request: HttpRequest, form: StartExpeditionForm) -> Campaign:
    """Start the expedition of a valid form; the first player's name becomes a new guest's."""
    token, name = form.cleaned_data["token"], one_line(form.players_named()[0])
    with person_or_guest(request, display_name=name, form=token) as person:
        return expedition_begin(form, person, token=form_key(token))


def battle(request: HttpRequest, code: str) -> HttpResponse:
    """Choose mages, treasures and market for the next try, and set it up."""
    access = expedition_access(request, code, Need.WRITE)
    campaign, state = access.campaign, selectors.expedition_state(access.campaign)
    if request.method != "POST" and state.step is not Step.PLAN:
        return go(request, "campaign", code=campaign.code)
    form = BattleForm(sent(request), access=access, state=state)
    refusal = save(form, lambda: battle_plan(form))
    if refusal is not None:
        if state.step is not Step.PLAN:
            return _moved_on(request, refusal, campaign)
        return _battle_page(request, form, refusal)
    number = len(selectors.expedition_state(campaign).tries)
    say_done(request, access, _("The battle is set up."))
    return go(request, numbered_url(campaign, number, "setup"))


def _battle_page(request: HttpRequest, form: BattleForm, refusal: Refusal) -> HttpResponse:
    context = {"opponent": presenter.opponent_of(form.state, form.access.campaign)}
    template = "aeons_end/expeditions/battle.html"
    return form_page(request, form, template, context, refusal=refusal, current="campaign")


def setup_page(request: HttpRequest, access: Access, game: Game) -> HttpResponse:
    """Show the set-up of a try as a checklist."""
    campaign, number = access.campaign, game.number
    sheet = selectors.campaign_sheet(campaign, game=number)
    previous = selectors.campaign_sheet(campaign, game=number - 1)
    is_planned = presenter.try_of(game).tally is None
    may_play, is_on = access.may_record and is_planned, is_live(game)
    if sheet is None:  # undone a moment ago
        return go(request, "campaign", code=campaign.code)
    context = {
        "game": game,
        "live_url": game_url(game, "live") if is_on else "",
        "news": news_of_plan(access, game, is_live=is_on) if is_planned else None,
        "sheet": sheet,
        "table": setup_table(sheet, selectors.namer_of(campaign), before=previous),
        "key": f"{campaign.code}:{number}:{game.pk}",
        "ticks": ticks_of(access, game, next_url=game_url(game, "live") if may_play else ""),
        "may_play": may_play,
    }
    template = "aeons_end/expeditions/setup.html"
    return record_page(request, access, template, context, current="campaign")


def reward(request: HttpRequest, code: str) -> HttpResponse:
    """Draw what comes after a try; after a loss, of the kind that the group names."""
    access, game = expedition_game(request, code, Need.WRITE)
    state = selectors.expedition_state(access.campaign)
    if state.step not in (Step.REWARD, Step.CONSOLATION) or state.tries[-1].game != game.number:
        return go(request, game_url(game, "expedition_came"))  # drawn on another phone
    form = RewardForm(sent(request), access=access, state=state)
    refusal = save(form, lambda: reward_draw(form))
    if refusal is not None:
        return _reward_page(request, form, refusal)
    say_done(request, access, _("It is in the barracks."))
    return go(request, game_url(game, "expedition_came"))


def correct_reward(request: HttpRequest, code: str) -> HttpResponse:
    """Take something else after an earlier loss; what was drawn later stays where it can."""
    access, game = expedition_game(request, code, Need.WRITE)
    campaign, held = access.campaign, presenter.try_of(game)
    if held.came is None or held.won:
        return go(request, game_url(game))
    story = selectors.campaign_facts(campaign).story
    state = before_reward(story, selectors.series(), game.number)
    form = RewardForm(sent(request), access=access, state=state)
    refusal = save(
        form,
        lambda: reward_correct(
            campaign=campaign, game=game.number, **form.chosen(), **form.signature()
        ),
    )
    if refusal is not None:
        return _reward_page(request, form, refusal, corrects=True)
    say_done(request, access, _("Corrected. What was drawn later stays if possible."))
    return go(request, game_url(game))


def _reward_page(
    request: HttpRequest, form: RewardForm, refusal: Refusal, *, corrects: bool = False
) -> HttpResponse:
    last = form.state.tries[-1]
    page_name = "expedition_correct_reward" if corrects else "expedition_reward"
    context = {
        "is_won": last.won,
        "brings": list(words.reward_lines(win_reward(last.node))),
        "action": numbered_url(form.access.campaign, last.game, page_name),
        "corrects": corrects,
    }
    template = "aeons_end/expeditions/reward.html"
    return form_page(request, form, template, context, refusal=refusal, current="campaign")


def node(request: HttpRequest, code: str) -> HttpResponse:
    """Read a story node and decide, or draw what a node brings."""
    access = expedition_access(request, code, Need.WRITE)
    campaign, state = access.campaign, selectors.expedition_state(access.campaign)
    if state.step not in (Step.STORY, Step.FIND) or state.node is None:
        return go(request, "campaign", code=campaign.code)
    form = DecideForm(sent(request), access=access, state=state)
    done = attempt(form, lambda: node_decide(form))
    if done.refusal is not None:
        if done.refusal.stale is not None:  # another node may be open by now
            return _moved_on(request, done.refusal, campaign)
        return _node_page(request, form, done.refusal)
    if isinstance(done.made, Found):
        say_done(request, access, expedition_words(campaign).fact(done.made))
    again = selectors.expedition_state(campaign).step in (Step.STORY, Step.FIND)
    return go(request, "expedition_node" if again else "campaign", code=campaign.code)


def _moved_on(request: HttpRequest, refusal: Refusal, campaign: Campaign) -> HttpResponse:
    """Say that somebody was faster, and show where the expedition is by now."""
    if refusal.stale is not None and refusal.stale.who:
        text = _("%(who)s entered something meanwhile. Check it again.")
        messages.info(request, text % {"who": refusal.stale.who})
    else:
        messages.info(request, _("You entered something meanwhile. Check it again."))
    return go(request, "campaign", code=campaign.code)


def _node_page(request: HttpRequest, form: DecideForm, refusal: Refusal) -> HttpResponse:
    state = form.state
    reward = state.node.reward if state.node else None
    context = {
        "node": state.node,
        "finds": state.step is Step.FIND,
        "brings": list(words.reward_lines(reward)) if reward else [],
    }
    template = "aeons_end/expeditions/node.html"
    return form_page(request, form, template, context, refusal=refusal, current="campaign")


def complete(request: HttpRequest, access: Access, game: Game) -> HttpResponse:
    """Complete the name of a nemesis card from ``q``: of those on the table."""
    drawn = presenter.try_of(game).drawn
    state = selectors.expedition_state(access.campaign)
    basics = state.stock.basic_cards
    own = state.stock.offer.own.get(drawn.nemesis, ())
    cards = (*own, *(basics[key] for key in (*drawn.upgraded, *drawn.basics) if key in basics))
    names = completions(request.GET.get("q", ""), cards, access.campaign.language)
    return page(request, "aeons_end/aftermath/names.html", {"names": names})
