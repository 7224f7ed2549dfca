"""``manage.py replay``: a story that holds is told so; one that does not is named and fails."""

import os
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from campaign.demo import make_demo
from campaign.memory import memory
from campaign.models import Campaign, Fact

pytestmark = pytest.mark.django_db


def _replay(*options: str) -> tuple[str, str, str]:
    """Return what went to standard output and error, and the last word of a failure."""
    out, err, failure = StringIO(), StringIO(), ""
    try:
        call_command("replay", *options, stdout=out, stderr=err)
    except CommandError as error:
        failure = f"{error} ({error.returncode})"
    return out.getvalue(), err.getvalue(), failure


@pytest.fixture(scope="module")
def demo(django_db_setup: None, django_db_blocker: Any) -> Iterator[list[str]]:
    """Make the demo once for the whole module: it is written through the services, fact by fact."""
    with django_db_blocker.unblock():
        codes = [campaign.code for campaign in make_demo()]
    yield codes
    with django_db_blocker.unblock():
        Campaign.objects.filter(code__in=codes).delete()


@pytest.fixture
def campaigns(demo: list[str], db: None) -> Iterator[list[Campaign]]:
    yield [Campaign.objects.get(code=code) for code in demo]
    memory.clear()  # a test broke a story without a write, so its stamp did not change


def _break(campaign: Campaign) -> None:
    """Banish, behind the services' back, a pile that is not in the market."""
    grown = Fact.objects.filter(game__campaign=campaign, kind="growth").order_by("pk").first()
    assert grown is not None
    grown.payload["growth"]["banished"][0] = "~never heard of"
    grown.save(update_fields=["payload"])
    memory.clear()


def test_a_code_that_no_database_can_be_asked_for_is_refused() -> None:
    assert "this is not UTF-8" in _replay(os.fsdecode(b"\xff"))[2]


def test_every_campaign_that_holds_is_told_so(campaigns: list[Campaign]) -> None:
    out, err, failure = _replay()
    assert [line.split()[0] for line in out.splitlines()[:2]] == [c.code for c in campaigns]
    assert "The Lantern Year: ok, 10 games" in out
    assert "2 campaigns replayed." in out
    assert (err, failure) == ("", "")


def test_quiet_says_nothing_while_all_is_well(campaigns: list[Campaign]) -> None:
    assert _replay("--quiet") == ("", "", "")


def test_the_first_fact_that_does_not_fit_is_named_in_words(campaigns: list[Campaign]) -> None:
    _break(campaigns[0])
    out, err, failure = _replay()
    assert f"{campaigns[0].code}  The Lantern Year: game 1, entry " in err
    assert "The market grew. Added: Hollow Thimble and Glass Tempest" in err
    assert "Not in the market: Never heard of." in err
    assert "Three on the Salt Road: ok" in out, "one bad story hides no good one"
    assert failure == "1 of 2 campaigns do not replay. (1)"


def test_quiet_still_says_what_does_not_hold(campaigns: list[Campaign]) -> None:
    _break(campaigns[1])
    out, err, failure = _replay("--quiet")
    assert out == ""
    assert campaigns[1].code in err
    assert failure


def test_one_campaign_can_be_asked_for(campaigns: list[Campaign]) -> None:
    _break(campaigns[0])
    out, err, failure = _replay(campaigns[1].code.lower())
    assert "1 campaigns replayed." in out
    assert (err, failure) == ("", "")
    with pytest.raises(CommandError, match="No campaign has the code NOPE"):
        call_command("replay", "NOPE")


def test_a_campaign_of_a_game_that_is_gone_is_a_fault_and_no_crash(
    campaigns: list[Campaign],
) -> None:
    Campaign.objects.filter(pk=campaigns[0].pk).update(system="gone")
    _out, err, failure = _replay()
    assert "there is no pack called gone" in err
    assert failure


def test_a_plan_that_does_not_fit_is_named_as_one(campaigns: list[Campaign]) -> None:
    plan = Fact.objects.get(game__campaign=campaigns[0], game__number=4, kind="planned")
    plan.payload["chapter"] = 6
    plan.save(update_fields=["payload"])
    memory.clear()
    _out, err, _failure = _replay()
    assert "game 4, entry 1 does not fit. Planned: chapter 6 against Choir of Nails." in err
    assert "The story is at chapter 3, not 6." in err
