"""What can be entered in a journal now: the plan of an evening, changes in the box, its end."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from campaign.models import Game
from campaign.rules.journal.description import Kind
from campaign.rules.journal.progress import Step, next_step
from campaign.rules.journal.state import State
from campaign.services.facts import fact_record, facts_record
from campaign.services.games import game_plan, game_settle
from tracker.faces.steps import OpenStep
from tracker.forms.fields import drop_down, radios
from tracker.people.access import Access
from tracker.systems.journal.access import latest_game
from tracker.systems.journal.forms.changes import (
    OF_THINGS,
    ChangeForm,
    CountForm,
    MarkForm,
    MoveForm,
    OpenForm,
    UnmarkForm,
)
from tracker.systems.journal.forms.evening import FinishForm
from tracker.systems.journal.forms.new import FORMS, NewForm
from tracker.systems.journal.forms.plan import PlanForm
from tracker.systems.journal.live.face import counted_live
from tracker.systems.journal.novelties import New
from tracker.systems.journal.presenters.new import can_be_new
from tracker.systems.journal.selectors import journal_state
from tracker.systems.journal.words.record import JournalWords, seal_name


def open_steps(access: Access) -> tuple[OpenStep, ...]:
    """Return what the pages offer now: the plan of an evening or its end, and what can change."""
    state = journal_state(access.campaign)
    step = next_step(state).step
    plan = (_plan(access, state),) if step is Step.PLAN else ()
    if not state.games:
        return plan
    game = latest_game(access)
    finish = (_finish(access, state, game),) if step is Step.SETTLE else ()
    return (*plan, *_changes(access, state, game), *finish)


def _plan(access: Access, state: State) -> OpenStep:
    def save(form: PlanForm) -> None:
        game_plan(campaign=access.campaign, plan=form.plan(), **form.signature())

    form = partial(_form, PlanForm, access=access, state=state)
    return OpenStep("plan", _("Plan the next game"), form, save)


def _finish(access: Access, state: State, game: Game) -> OpenStep:
    def save(form: FinishForm) -> None:
        number, along = game.number or 0, form.along()
        game_settle(campaign=access.campaign, game=number, along=along, **form.signature())

    form = partial(_form, FinishForm, access=access, state=state, at_table=counted_live(game))
    return OpenStep("finish", _("Finish the evening"), form, save, game.number)


def _changes(access: Access, state: State, game: Game) -> Iterator[OpenStep]:
    """Yield a step for each kind of change."""

    def enter(form: ChangeForm) -> None:
        form.thing = form.cleaned_data.get("thing", "")
        number, fact = game.number or 0, form.fact()
        fact_record(campaign=access.campaign, game=number, fact=fact, **form.signature())

    def bring(form: NewForm) -> None:
        facts_record(
            campaign=access.campaign,
            game=game.number or 0,
            facts=list(form.facts()),
            reason=form.cleaned_data["reason"],
            **form.signature(),
        )

    if state.shut:
        make = partial(_change_form, OpenForm, access=access, state=state)
        yield OpenStep("open", _("Open a seal"), make, enter, game.number)
    for change, kind in OF_THINGS.items():
        make = partial(_change_form, kind, access=access, state=state)
        yield OpenStep(change, _title(change), make, enter, game.number)
    for what, new in FORMS.items():
        if can_be_new(what, state):
            form = partial(_form, new, access=access, state=state)
            yield OpenStep(f"new-{what}", _new_title(what), form, bring, game.number)


def _title(change: str) -> str:
    match change:
        case "count":
            return _("Change a number")
        case "move":
            return _("Move a thing")
        case "mark":
            return _("Add a mark")
        case "unmark":
            return _("Remove a mark")
        case "name":
            return _("Rename a thing")
    raise ValueError(change)


def _new_title(what: New) -> str:
    match what:
        case New.THING:
            return _("A new thing")
        case New.NUMBER:
            return _("A new number")
        case New.SEAL:
            return _("A new seal")
        case New.CHAPTER:
            return _("A new chapter")
        case New.REMINDER:
            return _("A new reminder")


def _form(make: Any, data: QueryDict | None, **more: Any) -> Any:
    return make(data, **more)


def _change_form(make: type[ChangeForm], data: QueryDict | None, **more: Any) -> ChangeForm:
    """Return a form that also asks what its page knows: which thing, which number, which seal."""
    form = make(data, **more)
    state, words = form.state, JournalWords(form.state)
    if make not in (CountForm, OpenForm):
        things = [(key, state.name(key)) for key in state.box.things]
        form.fields["thing"] = radios(_("Thing"), things)
    match form:
        case CountForm():
            owners = {owner: words.owner(owner) for owner in _owners(state)}
            counters = [(key, counter.name) for key, counter in state.box.counters.items()]
            form.fields["counter"] = radios(_("Number"), counters)
            form.fields["owner"] = drop_down(_("Whose number is it?"), owners.items())
        case MoveForm():
            places = dict.fromkeys(place for kind in _kinds(state) for place in kind.places)
            form.fields["place"] = radios(_("Place"), zip(places, places, strict=True))
        case MarkForm():
            form.fields["slot"] = radios(_("Slot"), _slots(state))
        case UnmarkForm():
            marks = {placed.mark: state.mark_name(placed) for placed in state.marks}
            form.fields["slot"] = radios(_("Slot"), _slots(state))
            form.fields["mark"] = radios(_("Mark"), marks.items())
        case OpenForm():
            seals = (state.box.seals[key] for key in state.shut)
            named = [(seal.id, seal_name(seal.kind, seal.label)) for seal in seals]
            form.fields["seal"] = radios(_("Seal"), named)
    return form


def _kinds(state: State) -> Iterable[Kind]:
    return state.box.kinds.values()


def _slots(state: State) -> list[tuple[str, str]]:
    return list({slot.id: slot.name for kind in _kinds(state) for slot in kind.slots}.items())


def _owners(state: State) -> Iterator[str]:
    """Yield who or what has a number, "" for the group."""
    seats = [seat.number for seat in state.seats]
    for counter in state.box.counters.values():
        yield from state.box.owners(counter, seats)
