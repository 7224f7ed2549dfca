"""A journal on phones: the taps of an evening, ten evenings, and what axe says of its pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from campaign.models import Campaign, PlaySeat
from campaign.services.live import table_open
from tests.addresses import game_at
from tests.browser.conftest import PHONE
from tests.browser.sessions import sign_in
from tests.browser.table import Table
from tests.campaign import factories
from tests.rules.journal.journals import COMPANIES, GROUP, LOST
from tests.tracker.journal.kept import begun, planned, played, state_of

pytestmark = pytest.mark.django_db(transaction=True)

PLAIN, TYPICAL = 6, 25


class Phone(Table):
    """A phone that counts taps; typing is counted apart."""

    taps = 0

    def tap(self, target: Locator) -> None:
        self.taps += 1
        super().tap(target)
        self.look()

    def mark(self, target: Locator) -> None:
        self.taps += 1
        super().mark(target)


@pytest.fixture
def campaign() -> Campaign:
    """Return a journal after its first evening, which was lost: January comes again."""
    return played(factories.person("Ann"), LOST)


@pytest.fixture
def phone(page: Page, base_url: str, campaign: Campaign) -> Phone:
    """Return the phone of its keeper, on the front page."""
    page.set_viewport_size({"width": 390, "height": 844})
    phone = Phone(page)
    phone.sit_down(campaign, base_url)
    phone.look()
    return phone


def test_journal_taps_of_a_plain_evening(phone: Phone, campaign: Campaign) -> None:
    phone.press("Plan the evening")
    phone.press("Plan it")
    phone.press("Enter the result")
    phone.pick("result", "win")
    phone.press("Save the result")
    phone.press("Finish the evening")
    assert phone.taps <= PLAIN
    assert state_of(campaign).games[-1].is_settled
    phone.says("February")
    assert phone.console == []


def test_journal_taps_of_a_typical_evening(phone: Phone, campaign: Campaign) -> None:
    """Two harbours damaged, a mark, a scar in own words, a name, something new, a seal."""
    phone.press("Plan the evening")
    phone.press("Plan it")
    phone.press("Enter the result")
    phone.pick("result", "loss")
    phone.press("Save the result")
    for harbour in ("Salt Bay", "Old Mole"):
        phone.press(harbour)
        phone.tap(phone.page.locator(".number__form [name=by][value='1']"))
    phone.press("North Cape")
    phone.press("Boathouse")
    phone.press("The engineer")
    phone.write("#own-2", "Bad knee")
    phone.tap(phone.page.get_by_role("button", name="Put this mark on").nth(1))
    phone.press("Something new came out of the box")
    phone.choose("[name=kind]", "card")
    phone.taps += 2  # a list is opened and an answer chosen
    phone.write("[name=name]", "Torn chart")
    phone.press("Enter it")
    phone.press("Open a seal")
    phone.tap(phone.page.get_by_role("button", name="Open it").first)
    phone.press("Finish the evening")
    assert phone.taps <= TYPICAL
    state = state_of(campaign)
    assert len(state.marks) == 2
    assert state.counts["damage", "salt-bay"] == state.counts["damage", "old-mole"] == 1
    assert "~torn chart" in state.box.things
    assert state.opened == ("crate-1",)
    for place in ("box", "restore", "sealed", "description", "numbers", "new/seal"):
        phone.go(f"journal/{place}")
    for place in ("story", "statistics", "history"):
        phone.go(place)
    assert phone.console == []


def test_a_score_on_the_live_table_goes_below_zero_by_taps(page: Page, base_url: str) -> None:
    ann = factories.person("Ann")
    campaign = planned(ann, "spring", description="delta", playing=COMPANIES)
    table_open(game=factories.game_of_campaign(campaign, 1), person=ann)
    page.set_viewport_size({"width": 390, "height": 844})
    sign_in(page.context, ann, base_url)
    page.goto(f"{base_url}{game_at(campaign, 1, 'live')}")
    score = page.locator("[data-counter='score-1'] output")
    for shown in ("-1", "-2"):
        page.locator("[data-key='score-1-less']").click()
        expect(score).to_have_text(shown)
    page.reload()
    expect(score).to_have_text("-2")
    barges = page.locator("[data-counter='dial-0']")
    for _tap in range(12):
        barges.locator(".live-counter__less").click()
    expect(barges.locator("output")).to_have_text("0")
    expect(barges.locator(".live-counter__less")).to_have_attribute("aria-disabled", "true")


@pytest.fixture
def group(browser: Browser, base_url: str) -> Iterator[dict[str, Phone]]:
    """Return the phones of three players of a journal for points, by name."""
    people = [factories.person(name) for name in GROUP]
    campaign = begun(people[0], "delta")
    contexts = []
    phones: dict[str, Phone] = {}
    for person in people:
        if person != people[0]:
            factories.join(campaign, person)
        contexts.append(browser.new_context(base_url=base_url, viewport=PHONE, locale="en-GB"))
        sign_in(contexts[-1], person, base_url)
        phones[str(person)] = Phone(contexts[-1].new_page(), look_closely=False)
        phones[str(person)].code = campaign.code
    yield phones
    for context in contexts:
        context.close()


def test_a_group_plays_ten_evenings_on_three_phones(group: dict[str, Phone]) -> None:
    """Ann plans, Bo enters the result, Cy ends the evening; now and then at the live table."""
    ann, bo, cy = group.values()
    campaign = Campaign.objects.get(code=ann.code)
    for number in range(1, 11):
        before = sum(phone.taps for phone in group.values())
        is_live = number in (1, 6)
        _plan(ann, number)
        if is_live:
            _play_live(group)
        bo.go("" if is_live or number == 1 else f"games/{number}/")
        bo.press("Enter the result")
        for seat, points in enumerate((48, 39, 61), start=1):
            if not is_live:
                bo.write(f"[name=number_{seat}]", str(points + number * seat))
        bo.press("Save the result")
        if is_live:  # the other phones are led from the table, which has ended
            for phone in (ann, cy):
                phone.page.wait_for_url(lambda url: not url.endswith("/live"))
        cy.go("journal/evening")
        if number == 3:  # the only chapter with a choice
            cy.pick("next", "autumn-calm")
        cy.press("Finish the evening")
        taps = sum(phone.taps for phone in group.values()) - before
        assert taps <= (TYPICAL if is_live or number in (2, 3) else PLAIN), number
    state = state_of(campaign)
    assert [game.is_settled for game in state.games] == [True] * 10
    assert [game.chapter for game in state.games][:5] == [
        *("spring", "summer", "harvest", "autumn-calm", "winter")
    ]
    firsts = PlaySeat.objects.filter(place=1).values_list("player", flat=True)
    assert list(firsts) == ["Cy"] * 10
    for phone, place in zip(group.values(), ("story", "statistics", "journal/box"), strict=True):
        phone.go(place)
        assert phone.console == []


def _plan(ann: Phone, number: int) -> None:
    """Plan the evening; the second needs a seal opened, the first says who plays what."""
    ann.go()
    if number == 2:
        ann.press("Open: Chest 1")
    ann.press("Plan the evening")
    if number == 1:
        for seat, company in enumerate(("heron", "otter", "crane"), start=1):
            ann.choose(f"[name=thing_{seat}]", company)
            ann.taps += 2  # a list is opened and an answer chosen
    ann.press("Plan it")


def _play_live(group: dict[str, Phone]) -> None:
    """Play at the live table: everybody counts on their own phone, and sees all of it."""
    ann, *_others = group.values()
    ann.press("Play live")
    ann.press("Start")
    for seat, phone in enumerate(group.values(), start=1):
        if phone is not ann:
            phone.go("journal/evening")
            phone.press("Play live")
        for _point in range(seat):
            phone.page.locator(f"[data-key='score-{seat}-more']").click()
            phone.taps += 1
    for phone in group.values():
        for seat in (1, 2, 3):
            shown = phone.page.locator(f"[data-counter='score-{seat}'] output")
            expect(shown).to_have_text(str(seat))
