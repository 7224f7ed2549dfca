"""Statistics: pictures with a title and a description, and the same numbers in a table."""

import datetime
import re
from html.parser import HTMLParser

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.models import Person
from campaign.one_off import Choices, Place
from campaign.services.games import game_undo
from campaign.statistics import Score, Share, Spread, Tellings
from campaign.statistics.values import Month
from tests.campaign import factories
from tests.campaign.test_plays import evening
from tests.tracker import doors
from tests.tracker.reference import LOOKED_AT, MOST_QUERIES, at, costs, read, words
from tracker.presenters import charts

pytestmark = pytest.mark.django_db

URL = "/log/statistics"


@pytest.fixture
def zuza() -> Person:
    return factories.person("Zuza")


class Pictures(HTMLParser):
    """Gather the pictures of a page that have a role, each with its title and description."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[dict[str, str]] = []
        self._in = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "svg" and given.get("aria-labelledby"):
            self.found.append({"role": given.get("role") or "", "title": "", "desc": ""})
        if tag in ("title", "desc") and self.found:
            self._in = tag

    def handle_endtag(self, tag: str) -> None:
        self._in = ""

    def handle_data(self, data: str) -> None:
        if self._in and self.found:
            self.found[-1][self._in] += data


def test_without_a_game_the_page_says_what_it_is_for(zuza: Person) -> None:
    assert "Nothing to count yet" in words(doors.client_of(zuza).get(URL))
    assert "Nothing to count yet" in read(factories.start_campaign(), "campaign_statistics")


def test_every_picture_has_a_title_and_a_description_and_a_table(zuza: Person) -> None:
    factories.play_through(factories.start_campaign(person=zuza), chapters=2)
    evening(zuza, minutes=70)
    html = doors.client_of(zuza).get(URL).content.decode()
    pictures = Pictures(html).found
    assert [picture["title"] for picture in pictures] == [
        "Won and lost through time",
        "By nemesis",
        "By mage",
        "By number of mages",
        "By difficulty",
        "Gravehold’s life at the end",
        "The nemesis’ life at the end",
        "How long games take",
        "Piles in the market",
    ]
    assert all(p["role"] == "img" and len(p["desc"]) > 20 for p in pictures)
    assert html.count("<figure") == html.count("<table") == len(pictures)


def test_the_table_has_the_numbers_of_the_picture(zuza: Person) -> None:
    choices = Choices((Place("dezmodia"),), nemesis="gate-witch")
    for won in (True, True, False):
        evening(zuza, choices=choices, won=won)
    html = doors.client_of(zuza).get(URL).content.decode()
    figure = re.search(r'<figure class="chart" id="nemeses">.*?</figure>', html, re.DOTALL)
    assert figure
    picture, table = figure.group().split("<table", 1)
    assert "2 of 3" in picture
    cells = " ".join(re.sub(r"<[^>]*>", " ", table).split())
    assert "Gate Witch 3 2 1 67% 21% to 94%" in cells


def test_small_samples_say_so(zuza: Person) -> None:
    evening(zuza)
    page = words(doors.client_of(zuza).get(URL))
    assert "So few games say little" in page
    assert "1 has fewer than five games, and its dot is hollow." in page
    assert "Share won 100% 95% interval 21% to 100%" in page


def test_no_picture_carries_a_style_or_a_comma(zuza: Person) -> None:
    factories.play_through(factories.start_campaign(person=zuza), chapters=3)
    for minutes in (61, 92):
        evening(zuza, minutes=minutes)
    client = doors.client_of(zuza)
    html = client.get(URL, headers={"accept-language": "fr"}).content.decode()
    assert 'lang="fr"' in html
    assert "style=" not in html
    numbers = re.findall(r' (?:x|y|cx|cy|r|d|width|height|viewBox)="([^"]*)"', html)
    assert numbers
    assert not [number for number in numbers if "," in number or "None" in number]


def test_a_stranger_counts_nothing_of_others(zuza: Person) -> None:
    factories.settled_campaign(person=zuza)
    assert "Maelstrom" not in doors.stranger().get(URL).content.decode()


# --- a campaign's ---


def test_a_campaign_tells_its_chapters_evolutions_and_market() -> None:
    campaign = factories.play_through(factories.start_campaign(), chapters=4)
    page = read(campaign, "campaign_statistics")
    for title in ("By chapter", "Evolutions by chapter", "The market through time"):
        assert title in page
    assert "By difficulty" not in page
    assert "Ember Reed 3.1" in page


def test_evolutions_are_counted_by_chapter() -> None:
    chart = charts.evolutions([(3, 2, 0), (4, 1, 1)])
    assert chart.table.rows == (("3", "2", "0"), ("4", "1", "1"))
    assert [bar.label for bar in chart.bars] == ["3", "4"]
    assert chart.bars[0].below > chart.bars[1].below > 0
    assert chart.bars[0].height == 0 < chart.bars[1].height


def test_what_was_undone_is_not_in_the_market_through_time() -> None:
    campaign = factories.play_through(factories.start_campaign(), chapters=3)
    game_undo(**factories.signed(campaign), game=3)
    assert "Ember Reed 3.1" not in read(campaign, "campaign_statistics")


def test_who_belongs_may_look_and_nobody_else() -> None:
    campaign = factories.settled_campaign()
    assert doors.answers(at(campaign, "campaign_statistics"), campaign) == LOOKED_AT


def test_the_navigation_leads_there() -> None:
    campaign = factories.settled_campaign()
    html = doors.keeper(campaign).get(at(campaign, "results")).content.decode()
    assert f'href="/c/{campaign.code}/statistics"' in html


def test_a_campaigns_page_costs_the_same_for_three_and_for_three_hundred_games() -> None:
    few, many = costs("campaign_statistics")
    assert few == many <= MOST_QUERIES


def test_the_page_costs_the_same_for_three_and_for_three_hundred_games(zuza: Person) -> None:
    ola = factories.person("Ola")
    spent = []
    for person, games in ((zuza, 3), (ola, 300)):
        factories.long_campaign(games, person=person)
        client = doors.client_of(person)
        client.get(URL)
        with CaptureQueriesContext(connection) as asked:
            assert client.get(URL).status_code == 200
        spent.append(len(asked))
    assert spent[0] == spent[1] <= MOST_QUERIES


# --- geometry ---


def share(won: int, lost: int, name: str = "Rageborne") -> Share:
    return Share(name, name, Score(won, lost))


def test_a_dot_stands_within_its_interval_and_the_interval_within_the_picture() -> None:
    chart = charts.rates("x", "X", "Y", [share(w, 7 - w) for w in range(8)], caption="Z")
    for rate in chart.rates:
        assert charts.EDGE <= rate.low <= rate.x <= rate.low + rate.width + 1
        assert rate.low + rate.width <= charts.WIDTH - charts.EDGE + 1
    assert [rate.few for rate in chart.rates] == [False] * 8


def test_more_games_make_a_shorter_line() -> None:
    few, many = charts.rates("x", "X", "Y", [share(3, 1), share(300, 100)], caption="Z").rates
    assert few.few
    assert many.width < few.width / 4


def test_the_picture_shows_the_most_played_and_the_table_all() -> None:
    chart = charts.rates("x", "X", "Y", [share(1, 0, str(n)) for n in range(20)], caption="Z")
    assert (len(chart.rates), chart.left_out, len(chart.table.rows)) == (12, 8, 20)


@pytest.mark.parametrize(("years", "bars"), [(0, 1), (2, 25), (5, 21), (20, 21)])
def test_long_times_are_told_in_quarters_and_years(years: int, bars: int) -> None:
    ends = (2001, 2001 + years) if years else (2001,)
    months = [Month(datetime.date(year, 1, 1), Score(2, 1)) for year in ends]
    chart = charts.through_time(months, undated=0)
    assert len(chart.bars) == bars
    assert sum(int(row[1]) for row in chart.table.rows) == 3 * len(ends)
    assert all(bar.x >= 0 and bar.x + bar.width <= charts.WIDTH for bar in chart.bars)


def test_a_dial_is_drawn_apart_for_games_won_and_lost() -> None:
    told = Tellings(won=Spread(((3, 1), (30, 4))), lost=Spread())
    (strip,) = charts.left("g", "Gravehold", told).strips
    assert strip.won
    assert strip.dots[1].r > strip.dots[0].r
    assert charts.left("g", "Gravehold", told).table.rows == (
        ("won", "5", "30", "30 to 30", "3", "30"),
    )


def test_the_median_stands_where_half_the_games_end() -> None:
    chart = charts.how_long(Spread(((60, 2), (100, 1))))
    assert chart.table.rows == (("60–74", "2"), ("90–104", "1"))
    assert chart.mark_label == "median 60 min"
    assert chart.mark == charts.EDGE
