"""Forms that the rules may refuse: where a problem is shown, and why an entry is not saved."""

import pytest
from django import forms
from django.http import Http404

from campaign.models import Campaign
from campaign.rules.core.problems import Problem, RulesError
from campaign.selectors.standing import may
from campaign.services.campaigns import campaign_rename
from campaign.services.writes import AlreadyDone, Stale
from tests.campaign import factories
from tracker.forms.campaigns import SettingsForm
from tracker.forms.entry import InvalidEntry, RulesForm
from tracker.people.access import Access
from tracker.web.entries import refuse


class DecksForm(RulesForm):
    """A deck, how many play, and a field that nobody sees."""

    players = forms.IntegerField()
    deck = forms.CharField()
    token = forms.CharField(widget=forms.HiddenInput)
    fields_by_path = {
        "decks.*": "deck",
        "players.*.kept": "",
        "size": "players",
    }


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("players", "players"),  # the name of a field
        ("size", "players"),
        ("decks.2", "deck"),
        ("decks.2.cards", "deck"),  # the part before the last dot
        ("decks", None),  # of no row
        ("players.2.kept", None),  # beside no field, though the part before has one
        ("token", None),  # nobody would see it
        ("", None),
        ("elsewhere.1", None),
    ],
)
def test_a_problem_is_shown_beside_its_field(path: str, field: str | None) -> None:
    assert DecksForm({}).field_for(Problem("any.code", path=path)) == field


def form_of(campaign: Campaign, **sent: object) -> SettingsForm:
    """Return a form as the keeper sends it."""
    keeper = factories.keeper_of(campaign)
    access = Access(campaign, keeper, may(keeper, campaign))
    data = {"revision": campaign.revision, "token": "a-token-of-this-form", "language": "en"}
    return SettingsForm({**data, **sent}, access=access)


@pytest.mark.django_db
def test_a_form_that_was_sent_before_is_done() -> None:
    campaign = factories.start_campaign()
    form = form_of(campaign, name="Another name")
    form.check()
    campaign_rename(campaign=campaign, **form.given, **form.signature())
    again = form_of(campaign, name="")  # before it is validated
    with pytest.raises(AlreadyDone):
        again.check()


@pytest.mark.django_db
def test_an_invalid_field_is_the_answer() -> None:
    form = form_of(factories.start_campaign(), name="")
    with pytest.raises(InvalidEntry) as caught:
        form.check()
    refusal = refuse(form, caught.value)
    assert (refusal.status, refusal.stale) == (422, None)
    assert list(form.errors) == ["name"]


@pytest.mark.django_db
def test_a_problem_is_said_in_the_words_of_the_record() -> None:
    form = form_of(factories.start_campaign(), name="Another name")
    form.check()
    refusal = refuse(form, RulesError([Problem("campaign.archived"), Problem("x.y", path="name")]))
    assert (refusal.status, refusal.codes) == (422, {"campaign.archived", "x.y"})
    assert form.non_field_errors() == ["This campaign is archived. Unarchive it to play on."]
    assert "name" in form.errors


@pytest.mark.django_db
def test_a_stale_form_says_what_changed_and_can_be_sent_again() -> None:
    campaign = factories.start_campaign()
    form = form_of(campaign, name="My name")
    factories.plan(Campaign.objects.get(pk=campaign.pk))
    form.check()
    with pytest.raises(Stale) as caught:
        campaign_rename(campaign=campaign, **form.given, **form.signature())
    refusal = refuse(form, caught.value)
    assert refusal.status == 409
    assert refusal.stale is not None
    assert [event.change.kind for event in refusal.events] == ["plan"]
    assert len(refusal.stale.changes) == 1
    assert not refusal.stale.one_off
    again = SettingsForm(form.data, access=form.access)
    again.check()
    campaign_rename(campaign=campaign, **again.given, **again.signature())
    assert Campaign.objects.get(pk=campaign.pk).name == "My name"


@pytest.mark.django_db
def test_a_campaign_that_was_deleted_is_not_found() -> None:
    campaign = factories.start_campaign()
    form = form_of(campaign, name="My name")
    form.check()
    Campaign.objects.all().delete()
    with pytest.raises(Campaign.DoesNotExist) as caught:
        campaign_rename(campaign=campaign, **form.given, **form.signature())
    with pytest.raises(Http404):
        refuse(form, caught.value)
