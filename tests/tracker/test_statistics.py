"""Statistics: pictures with a title and a description, and the same numbers in a table."""

import datetime
import itertools
import re
from collections import Counter
from html.parser import HTMLParser
from typing import TypeVar

import pytest
from django.utils.translation import override

from campaign.models import Person
from campaign.rules.aeons_end.one_off.choices import Choices, SeatChoice
from campaign.selectors.statistics import Score, Share
from tests.campaign import factories
from tests.campaign.evenings import evening
from tests.tracker import clients
from tests.tracker.aeons_end.reference import at, read
from tests.tracker.ashes import duels
from tests.tracker.reading import main_text_of
from tracker import charts
from tracker.charts.bars import BarPicture
from tracker.charts.dials import DialPicture
from tracker.charts.matrix import MAX_COMPARED, MAX_NAMES, MatrixPicture
from tracker.charts.shares import RatePicture
from tracker.charts.values import EDGE, WIDTH, Chart
from tracker.presenters.statistics import in_columns
from tracker.systems.aeons_end.legacy.presenters.statistics import EvolutionCount, evolutions

pytestmark = pytest.mark.django_db

URL = "/log/statistics"
Picture = TypeVar("Picture")


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
    assert "No results yet" in main_text_of(clients.client_of(zuza).get(URL))
    assert "No results yet" in read(factories.start_campaign(), "campaign_statistics")


def test_every_picture_has_a_title_and_a_description_and_a_table(zuza: Person) -> None:
    factories.played_through(3, person=zuza)
    choices = Choices((SeatChoice("dezmodia"),), nemesis="gate-witch")
    for _time in range(3):
        evening(zuza, minutes=70, choices=choices)
    html = clients.client_of(zuza).get(URL).content.decode()
    pictures = Pictures(html).found
    assert [picture["title"] for picture in pictures] == [
        "Won and lost over time",
        "By nemesis",
        "By mage",
        "By number of mages",
        "By difficulty",
        "By box",
        "Gravehold’s life at the end",
        "The nemesis’ life at the end",
        "Piles in the market",
        "How long games take",
    ]
    assert all(p["role"] == "img" and len(p["desc"]) > 20 for p in pictures)
    assert html.count("<figure") == html.count("<table") == len(pictures)


def test_of_several_games_each_has_a_tile_that_leads_to_its_own_charts(zuza: Person) -> None:
    factories.settled_campaign(person=zuza)
    evening(zuza)
    duels.played(zuza)
    client = clients.client_of(zuza)
    page = client.get(URL, {"until": "2030-01-01"})
    assert "Gravehold’s life" not in main_text_of(page)
    link = URL + "?until=2030-01-01&amp;game=aeons_end"
    assert f'href="{link}">Aeon’s End</a>' in page.content.decode()
    own = client.get(link.replace("&amp;", "&"))
    assert "Gravehold’s life" in main_text_of(own)
    assert "Games 2 " in main_text_of(own)  # of both boxes; the duel is not among them


def test_the_table_has_the_numbers_of_the_picture(zuza: Person) -> None:
    choices = Choices((SeatChoice("dezmodia"),), nemesis="gate-witch")
    for won in (True, True, False):
        evening(zuza, choices=choices, won=won)
    html = clients.client_of(zuza).get(URL).content.decode()
    figure = re.search(r'<figure class="chart" id="nemeses">.*?</figure>', html, re.DOTALL)
    assert figure
    picture, table = figure.group().split("<table", 1)
    assert "2 of 3" in picture
    cells = " ".join(re.sub(r"<[^>]*>", " ", table).split())
    assert "Gate Witch 3 2 1" in cells


def test_few_games_are_counted_and_no_share_is_told(zuza: Person) -> None:
    for won in (True, False, True):
        evening(zuza, won=won, choices=Choices((SeatChoice("dezmodia"),), nemesis="gate-witch"))
    page = main_text_of(clients.client_of(zuza).get(URL))
    assert "Games 3 Won 2 Lost 1" in page
    assert "Each square is a game; those won are full." in page
    assert "Share won" not in page
    assert "Likely range" not in page


def test_no_picture_carries_a_style_or_a_comma(zuza: Person) -> None:
    factories.played_through(3, person=zuza)
    for minutes in (61, 92):
        evening(zuza, minutes=minutes)
    client = clients.client_of(zuza)
    html = client.get(URL, headers={"accept-language": "fr"}).content.decode()
    assert 'lang="fr"' in html
    assert "style=" not in html
    numbers = re.findall(r' (?:x|y|cx|cy|r|d|width|height|viewBox)="([^"]*)"', html)
    assert numbers
    assert not [number for number in numbers if "," in number or "None" in number]


def test_a_stranger_counts_nothing_of_others(zuza: Person) -> None:
    factories.settled_campaign(person=zuza)
    assert "Maelstrom" not in clients.stranger().get(URL).content.decode()


# --- what is asked about ---


def test_filters_are_those_of_the_log(zuza: Person) -> None:
    factories.settled_campaign(person=zuza)
    choices = Choices((SeatChoice("dezmodia", player="Ola"),), nemesis="gate-witch")
    evening(zuza, choices=choices, won=False)
    client = clients.client_of(zuza)
    html = client.get(f"{URL}?nemesis=gate-witch&person=Ola").content.decode()
    assert "Maelstrom" not in html.split('<div id="numbers"', 1)[1]
    names = re.findall(r'<(?:select|input)[^>]* name="([a-z]+)"', html)
    log = re.findall(
        r'<(?:select|input)[^>]* name="([a-z]+)"', client.get("/log?filter").content.decode()
    )
    assert set(names) == set(log) >= {"game", "group", "nemesis", "mage", "person", "result"}
    assert '<option value="gate-witch" selected>' in html
    assert "Games 1 Won 0 Lost 1" in main_text_of(client.get(f"{URL}?nemesis=gate-witch"))


def test_the_numbers_wait_until_a_filter_is_chosen(zuza: Person) -> None:
    evening(zuza)
    client = clients.client_of(zuza)
    html = client.get(f"{URL}?filter").content.decode()
    assert 'name="nemesis"' in html
    assert '<div id="numbers"></div>' in html  # where the first choice puts them
    everything = client.get(f"{URL}?nemesis=&result=")  # "Show", without a choice
    assert "Games 1 Won 1" in main_text_of(everything)


def test_nothing_found_is_said_kindly_and_leads_back(zuza: Person) -> None:
    evening(zuza)
    response = clients.client_of(zuza).get(f"{URL}?since=2025-01-01")
    assert response.status_code == 200
    assert "No games match these filters." in main_text_of(response)
    assert 'href="/log/statistics"' in response.content.decode()


def test_shares_of_one_result_say_that_they_say_nothing(zuza: Person) -> None:
    evening(zuza)
    client = clients.client_of(zuza)
    said = "so every share here is all or nothing"
    assert said in main_text_of(client.get(f"{URL}?result=win"))
    assert said not in main_text_of(client.get(URL))


def test_htmx_gets_the_numbers_alone(zuza: Person) -> None:
    evening(zuza)
    html = clients.client_of(zuza).get(f"{URL}?result=win", headers=clients.HTMX).content.decode()
    assert html.lstrip().startswith('<div id="numbers"')
    assert "<html" not in html
    assert "This game in the play log" in html


def test_what_stands_out_comes_first(zuza: Person) -> None:
    choices = Choices((SeatChoice("dezmodia"),), nemesis="gate-witch")
    for won, minutes in ((True, 60), (True, 150), (False, 90)):
        evening(zuza, choices=choices, won=won, minutes=minutes)
    client = clients.client_of(zuza)
    assert "Closest win" in main_text_of(client.get(f"{URL}?nemesis=gate-witch"))
    first = main_text_of(client.get(URL)).split("Share won", 1)[0]
    assert "Closest win Gravehold at" in first
    assert "Longest game 150 min Gate Witch" in first
    assert "Best streak 2 wins in a row" in first
    assert "Toughest opponent Gate Witch won 1 of 3 against you" in first


def test_players_are_compared_once_they_have_three_games_and_differ(zuza: Person) -> None:
    for player, won in (("Ola", True), ("Kim", False)):
        for _time in range(3):
            evening(zuza, won=won, choices=Choices((SeatChoice("dezmodia", player=player),)))
    assert "By player" in main_text_of(clients.client_of(zuza).get(URL))


# --- a campaign's ---


def test_a_campaign_tells_its_evolutions_and_leads_to_its_market() -> None:
    campaign = factories.played_through(4)
    html = clients.keeper(campaign).get(at(campaign, "campaign_statistics")).content.decode()
    assert "Evolutions by chapter" in html
    assert "By difficulty" not in html
    link = re.search(r'<a[^>]* href="([^"]+)">When each pile came and went</a>', html)
    assert link is not None
    assert link[1] == at(campaign, "market")


def test_evolutions_are_counted_by_chapter() -> None:
    chart = evolutions([EvolutionCount(3, 2, 0), EvolutionCount(4, 1, 1)])
    assert chart.table.rows == (("3", "2", "0"), ("4", "1", "1"))
    drawn = picture(chart, BarPicture)
    assert [tick.text for tick in drawn.ticks] == ["3", "4"]
    two, one, became = drawn.bars
    assert two.height > one.height == became.height
    assert [bar.hollow for bar in drawn.bars] == [False, False, True]
    assert became.y + became.height == one.y


def test_a_look_back_tells_nothing_of_what_came_later() -> None:
    campaign = factories.played_through(4)
    page = read(campaign, "campaign_statistics", after=2)
    assert "As it was after game 2" in page
    assert "Games 2 Won 2" in page
    for later in ("Hollow Regent 3", "Hollow Regent 4", "Ember Reed 3.1", "after game 3 "):
        assert later not in page
    assert "No results yet" in read(campaign, "campaign_statistics", after=0)
    html = clients.keeper(campaign).get(at(campaign, "market", after=2)).content.decode()
    assert f'href="/c/{campaign.code}/statistics?after=2"' in html


def test_the_navigation_leads_there() -> None:
    campaign = factories.settled_campaign()
    html = clients.keeper(campaign).get(at(campaign, "results")).content.decode()
    assert f'href="/c/{campaign.code}/statistics"' in html


# --- geometry ---


def picture(chart: Chart, kind: type[Picture]) -> Picture:
    """Return what a chart draws, which is of this kind."""
    assert isinstance(chart.drawn, kind)
    return chart.drawn


def share(won: int, lost: int, name: str = "Rageborne") -> Share:
    return Share(name, name, Score(won, lost))


def test_a_dot_stands_within_its_interval_and_the_interval_within_the_picture() -> None:
    chart = charts.rates("x", "X", "Y", [share(w, 10 - w) for w in range(8)], caption="Z")
    for rate in picture(chart, RatePicture).rates:
        assert EDGE <= rate.low <= rate.x <= rate.low + rate.width + 1
        assert rate.low + rate.width <= WIDTH - EDGE + 1
        assert rate.squares == ()


def test_more_games_make_a_shorter_line() -> None:
    chart = charts.rates("x", "X", "Y", [share(9, 3), share(900, 300)], caption="Z")
    few, many = picture(chart, RatePicture).rates
    assert many.width < few.width / 4


def test_of_few_games_each_is_a_square_and_no_share_is_drawn() -> None:
    chart = charts.rates("x", "X", "Y", [share(3, 1)], caption="Z")
    drawn = picture(chart, RatePicture)
    assert [game.won for game in drawn.rates[0].squares] == [True, True, True, False]
    assert all(EDGE <= game.x <= WIDTH - EDGE for game in drawn.rates[0].squares)
    assert drawn.ticks == ()


def test_the_table_has_a_share_and_its_range_of_many_games_alone() -> None:
    few = charts.rates("x", "X", "Y", [share(3, 1, "A")], caption="Z").table
    assert few.columns == ("Y", "Games", "Won", "Lost")
    assert few.rows == (("A", "4", "3", "1"),)
    both = charts.rates("x", "X", "Y", [share(9, 3, "A"), share(3, 1, "B")], caption="Z").table
    assert both.columns == ("Y", "Games", "Won", "Lost", "Share won", "Likely range")
    assert both.rows[0] == ("A", "12", "9", "3", "75%", "47% to 91%")
    assert both.rows[1] == ("B", "4", "3", "1", "–", "–")


def test_of_very_many_names_the_most_played_are_compared() -> None:
    rivals = {(place, place + 1): 2 for place in range(900, 938, 2)}
    strangers = {(place, place + 1): 1 for place in range(0, 900, 2)}
    names = [f"No. {number}" for number in range(1000)]
    chart = charts.matrix("x", "X", "Y", names, Counter(strangers | rivals), text="Z")
    assert len(picture(chart, MatrixPicture).heads) == MAX_NAMES
    assert chart.left_out == MAX_COMPARED - MAX_NAMES
    assert len(chart.table.rows) == MAX_COMPARED
    assert ("No. 900", "No. 901", "2", "2", "0") in chart.table.rows
    assert ("No. 901", "No. 900", "2", "0", "2") in chart.table.rows


def test_one_who_meets_themselves_is_not_compared() -> None:
    won = Counter({(0, 0): 3, (0, 1): 1, (1, 0): 1})
    chart = charts.matrix("x", "X", "Y", ["Ada", "Bo"], won, text="Z")
    assert [row[:3] for row in chart.table.rows] == [("Ada", "Bo", "2"), ("Bo", "Ada", "2")]
    assert [head.name for head in picture(chart, MatrixPicture).heads] == ["Ada", "Bo"]


def test_few_games_against_each_other_are_counted_and_many_told_as_a_share() -> None:
    won = Counter({(0, 1): 2, (1, 0): 1, (0, 2): 9, (2, 0): 3})
    chart = charts.matrix("x", "X", "Y", ["Ada", "Bo", "Cy"], won, text="Z")
    assert [cell.told for cell in picture(chart, MatrixPicture).cells] == ["2–1", "75", "1–2", "25"]
    assert [row[-1] for row in chart.table.rows] == ["–", "75%", "–", "25%"]


def test_the_picture_shows_the_most_played_and_the_table_all() -> None:
    chart = charts.rates("x", "X", "Y", [share(3, 0, str(n)) for n in range(20)], caption="Z")
    assert (len(picture(chart, RatePicture).rates), chart.left_out, len(chart.table.rows)) == (
        10,
        10,
        20,
    )


def test_one_game_alone_is_not_drawn() -> None:
    shares = [share(2, 1, "Three"), share(1, 0, "One")]
    chart = charts.rates("x", "X", "Y", shares, caption="Z")
    assert [rate.name for rate in picture(chart, RatePicture).rates] == ["Three"]
    assert [row[0] for row in chart.table.rows] == ["Three", "One"]


@pytest.mark.parametrize(("years", "periods"), [(0, 1), (2, 25), (5, 21), (20, 21)])
def test_long_times_are_told_in_quarters_and_years(years: int, periods: int) -> None:
    ends = (2001, 2001 + years) if years else (2001,)
    months = {datetime.date(year, 1, 1): Score(2, 1) for year in ends}
    chart = charts.through_time(months, undated=0)
    bars = picture(chart, BarPicture).bars
    assert round((bars[-1].x - bars[0].x) / (344 / periods)) == periods - 1
    assert sum(int(row[1]) for row in chart.table.rows) == 3 * len(ends)
    assert all(bar.x >= 0 and bar.x + bar.width <= WIDTH for bar in bars)


def test_a_dial_is_drawn_apart_for_games_won_and_lost() -> None:
    chart = charts.left("g", "Gravehold", [3, 30, 30, 30, 30], [])
    (strip,) = picture(chart, DialPicture).strips
    assert strip.won
    assert strip.dots[1].radius > strip.dots[0].radius
    assert chart.table.rows == (("won", "5", "30", "30 to 30", "3", "30"),)


@pytest.mark.parametrize(
    ("values", "middle", "half"),
    [
        ([5], "5", "5 to 5"),
        ([1, 2], "1.5", "1.2 to 1.8"),
        ([0, 0, 0, 10], "0", "0 to 2.5"),
        ([1, 2, 3, 100], "2.5", "1.8 to 27.2"),
    ],
)
def test_the_middle_of_a_dial_lies_between_its_quarters(
    values: list[int], middle: str, half: str
) -> None:
    (row,) = charts.left("g", "Gravehold", [], values).table.rows
    assert row[2:4] == (middle, half)


def test_the_median_stands_where_half_the_games_end() -> None:
    chart = charts.how_long([60, 60, 100])
    assert chart.table.rows == (("60–74", "2"), ("90–104", "1"))
    drawn = picture(chart, BarPicture)
    assert drawn.mark.text == "median 60 min"
    begins = drawn.bars[0].x - 1  # the bar of 60 minutes
    assert drawn.mark.x == begins


def test_one_game_is_one_bar_and_not_a_wall() -> None:
    chart = charts.how_long([61])
    (bar,) = picture(chart, BarPicture).bars
    assert bar.width < WIDTH // 5


@pytest.mark.parametrize("longest", [15, 61, 119, 240, 299, 301, 900])
def test_minutes_under_the_bars_keep_their_distance(longest: int) -> None:
    ticks = picture(charts.how_long([10, longest]), BarPicture).ticks
    assert 2 <= len(ticks) <= 6
    places = [tick.x for tick in ticks if tick.x is not None]
    assert len(places) == len(ticks)
    assert min(right - left for left, right in itertools.pairwise(places)) >= 55
    assert all(EDGE <= x <= WIDTH - EDGE for x in places)


def test_few_periods_are_named_each_and_many_at_their_ends() -> None:
    months = [datetime.date(2024, month, 1) for month in range(1, 13)]
    few, many = (
        picture(charts.through_time(dict.fromkeys(played, Score(1, 0)), 0), BarPicture).ticks
        for played in (months[:3], months)
    )
    assert [tick.text for tick in few] == ["January 2024", "February 2024", "March 2024"]
    assert [tick.text for tick in many] == ["January 2024", "December 2024"]


def test_what_all_games_say_stands_beside_what_some_say() -> None:
    shares = [share(5, 7), share(0, 8, "Other")]
    chart = charts.rates("x", "X", "Y", shares, caption="Z", overall=Score(5, 15))
    mark = picture(chart, RatePicture).mark
    assert mark is not None
    assert mark.text == "all games: 25%"
    assert mark.x == EDGE + (WIDTH - 2 * EDGE) // 4
    alone = charts.rates("x", "X", "Y", shares[:1], caption="Z", overall=Score(1, 0))
    assert picture(alone, RatePicture).mark is None


def test_columns_of_charts_are_about_as_long_as_each_other_and_in_order() -> None:
    drawn = [charts.rates(str(n), "X", "Y", [share(3, 0)] * n, caption="Z") for n in range(1, 9)]
    left, right = in_columns(drawn)
    assert [*left, *right] == drawn
    long, short = (sum(chart.height + 150 for chart in column) for column in (left, right))
    assert abs(long - short) < 500
    assert in_columns(()) == ()
    assert in_columns(drawn[:1]) == (tuple(drawn[:1]),)


@pytest.mark.parametrize(
    ("language", "month", "quarter"),
    [
        ("en", "January 2023", "Jan–Mar 2023"),
        ("pl", "styczeń 2023", "sty–mar 2023"),
        ("fr", "janvier 2023", "jan.–mars 2023"),
    ],
)
def test_months_are_written_as_their_language_writes_them(
    language: str, month: str, quarter: str
) -> None:
    first = {datetime.date(2023, 1, 1): Score(1, 0)}
    much_later = {datetime.date(2027, 1, 1): Score(1, 0)}
    with override(language):
        for months, name in ((first, month), (first | much_later, quarter)):
            chart = charts.through_time(months, 0)
            assert picture(chart, BarPicture).ticks[0].text == name
