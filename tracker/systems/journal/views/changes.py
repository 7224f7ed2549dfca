"""What changes in the box: on a thing, in the numbers, by opening a seal, by something new."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from campaign.rules.journal.fact import JournalFact
from campaign.services.facts import fact_record, facts_record
from tracker.people.access import Access, Need
from tracker.systems.journal.access import journal_access, latest_game
from tracker.systems.journal.forms.changes import (
    OF_THINGS,
    ChangeForm,
    CountForm,
    MarkForm,
    NameForm,
    OpenForm,
)
from tracker.systems.journal.forms.new import FORMS, NewForm, NewThingForm
from tracker.systems.journal.novelties import New
from tracker.systems.journal.presenters.box import group_numbers, thing_page
from tracker.systems.journal.presenters.new import can_be_new, new_choices
from tracker.systems.journal.presenters.sealed import seal_groups, seal_views
from tracker.systems.journal.selectors import journal_state
from tracker.systems.journal.words.record import journal_words
from tracker.web.entries import NOT_SENT, Refusal, save
from tracker.web.pages import form_page, go, say_done, sent


def thing(request: HttpRequest, code: str) -> HttpResponse:
    """Show a thing, whose key ``?thing=`` has; a POST changes what its ``do`` says."""
    posting = request.method == "POST"
    access = journal_access(request, code, Need.WRITE if posting else Need.LOOK)
    state = journal_state(access.campaign)
    key = request.GET.get("thing", "")
    if key not in state.box.things:
        raise Http404
    if not posting:
        form: ChangeForm = MarkForm(access=access, state=state, thing=key)
        return _thing_page(request, form, NOT_SENT)
    kind = OF_THINGS.get(request.POST.get("do", ""), NameForm)
    form = kind(request.POST, access=access, state=state, thing=key)
    refusal = save(form, lambda: _enter(access, form))
    if refusal is not None:
        return _thing_page(request, form, refusal)
    return _changed(request, access, form.fact() if form.is_valid() else None)


def _thing_page(request: HttpRequest, form: ChangeForm, refusal: Refusal) -> HttpResponse:
    access, state = form.access, form.state
    may_change = access.may_record and bool(state.games)
    context = {
        "page": thing_page(state, access.campaign, form.thing),
        "may_change": may_change,
        "name_form": form
        if isinstance(form, NameForm)
        else NameForm(access=access, state=state, thing=form.thing),
        "mark_form": form
        if isinstance(form, MarkForm)
        else MarkForm(access=access, state=state, thing=form.thing),
        "refused": form if form.is_bound else None,
    }
    return form_page(
        request,
        form,
        "journal/thing.html",
        context,
        refusal=refusal,
        current="journal_box",
        part=None,
    )


def numbers(request: HttpRequest, code: str) -> HttpResponse:
    """Show the numbers of the group and of each player; a POST changes one."""
    posting = request.method == "POST"
    access = journal_access(request, code, Need.WRITE if posting else Need.LOOK)
    state = journal_state(access.campaign)
    form = CountForm(sent(request), access=access, state=state)
    refusal = save(form, lambda: _enter(access, form))
    if refusal is not None:
        return _numbers_page(request, form, refusal)
    return _changed(request, access, form.fact() if form.is_valid() else None)


def _numbers_page(request: HttpRequest, form: CountForm, refusal: Refusal) -> HttpResponse:
    access, state = form.access, form.state
    context = {
        "numbers": group_numbers(state, every_game=state.goes_on),
        "may_change": access.may_record and bool(state.games),
    }
    return form_page(request, form, "journal/numbers.html", context, refusal=refusal, part=None)


def sealed(request: HttpRequest, code: str) -> HttpResponse:
    """Show which seals are open; a POST opens one."""
    posting = request.method == "POST"
    access = journal_access(request, code, Need.WRITE if posting else Need.LOOK)
    state = journal_state(access.campaign)
    form = OpenForm(sent(request), access=access, state=state)
    refusal = save(form, lambda: _enter(access, form))
    if refusal is not None:
        return _sealed_page(request, form, refusal)
    return _opened(request, access, form)


def _opened(request: HttpRequest, access: Access, form: OpenForm) -> HttpResponse:
    """Say what came out of a seal, and go on where the group was."""
    if form.is_valid():
        state = journal_state(access.campaign)
        key = form.cleaned_data["seal"]
        seal = next((each for each in seal_views(state) if each.key == key), None)
        if seal is not None and seal.brought:
            shown = {"seal": seal.name, "things": seal.brought}
            say_done(request, access, _("Opened: %(seal)s. In it: %(things)s.") % shown)
        elif seal is not None:
            text = _("Opened: %(seal)s. Enter what came out of it as something new.")
            say_done(request, access, text % {"seal": seal.name})
    return _go_on(request, access, finished="campaign")


def _sealed_page(request: HttpRequest, form: OpenForm, refusal: Refusal) -> HttpResponse:
    access, state = form.access, form.state
    context = {
        "groups": seal_groups(state),
        "may_open": access.may_record and bool(state.games),
    }
    return form_page(
        request,
        form,
        "journal/sealed.html",
        context,
        refusal=refusal,
        current="journal_sealed",
        part=None,
    )


def new(request: HttpRequest, code: str, what: str) -> HttpResponse:
    """Enter something new that came out of the box."""
    access = journal_access(request, code, Need.WRITE)
    state = journal_state(access.campaign)
    if what not in FORMS or not can_be_new(New(what), state):
        raise Http404
    if not state.games:
        return go(request, "campaign", code=code)
    form = FORMS[New(what)](sent(request), access=access, state=state)
    refusal = save(
        form,
        lambda: facts_record(
            campaign=access.campaign,
            game=latest_game(access).number or 0,
            facts=list(form.facts()),
            reason=form.cleaned_data["reason"],
            **form.signature(),
        ),
    )
    if refusal is not None:
        return _new_page(request, form, New(what), refusal)
    say_done(request, access, _("Entered."))
    return _go_on(request, access)


def _new_page(request: HttpRequest, form: NewForm, what: New, refusal: Refusal) -> HttpResponse:
    context = {
        "choices": new_choices(form.access.campaign, form.state, what),
        "is_thing": isinstance(form, NewThingForm),
    }
    return form_page(request, form, "journal/new.html", context, refusal=refusal)


def _enter(access: Access, form: ChangeForm) -> None:
    """Enter a change in the latest game."""
    game = latest_game(access).number or 0
    fact_record(campaign=access.campaign, game=game, fact=form.fact(), **form.signature())


def _changed(request: HttpRequest, access: Access, fact: JournalFact | None) -> HttpResponse:
    """Say what was entered, and go on."""
    if fact is not None:
        say_done(request, access, journal_words(access.campaign).fact(fact))
    return _go_on(request, access)


def _go_on(request: HttpRequest, access: Access, *, finished: str = "journal_box") -> HttpResponse:
    """Go back to the evening; to another page if that is ``finished``."""
    latest = journal_state(access.campaign).latest
    is_open = latest is not None and not latest.is_settled
    page = "journal_evening" if is_open else finished
    return go(request, page, code=access.campaign.code)
