"""No spoilers: no response contains what a campaign has not opened yet."""

from __future__ import annotations

import io
import json
import re
import zipfile
from html import unescape
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from campaign.models import Campaign, Game, LiveTable, Role
from campaign.models.records import new_stamp
from campaign.packs import get_pack
from campaign.rules.aeons_end.catalogue.pack import NemesisKind
from campaign.rules.aeons_end.catalogue.story import When
from campaign.rules.aeons_end.endings import Result
from campaign.rules.aeons_end.exhaustion import ExhaustionStep
from campaign.rules.aeons_end.expeditions.stories import STORIES
from campaign.rules.aeons_end.legacy.first_evening import BOX_WAS_OPEN, FirstEvening
from campaign.rules.aeons_end.legacy.state import knowing
from campaign.rules.aeons_end.live.hits import Hit
from campaign.rules.aeons_end.live.moves import BreachAct, Life, Whose
from campaign.rules.aeons_end.live.nemesis_turn import Enter
from campaign.rules.aeons_end.live.turns import DrawTurn
from campaign.rules.aeons_end.one_off.choices import Collection
from campaign.rules.aeons_end.unleash import Who
from campaign.rules.core.serialize import to_plain
from campaign.selectors import campaigns as selectors
from campaign.services.live import move_make, table_open
from tests.addresses import game_at
from tests.campaign import factories
from tests.marks import thorough
from tests.tracker.aeons_end import expeditions
from tests.tracker.crawl import Names, crawl
from tracker.bounded.work import Work
from tracker.faces.crib import always
from tracker.live.channels import Variant
from tracker.live.tables import catch_up
from tracker.systems.aeons_end.crib.boxes import WAR_ETERNAL_ONLY
from tracker.systems.aeons_end.crib.known import STEPS
from tracker.systems.aeons_end.crib.legacy import LEGACY_CRIB
from tracker.systems.aeons_end.expeditions.words import expedition_words
from tracker.systems.aeons_end.live.words import Names as TableNames
from tracker.systems.aeons_end.live.words import breach_act, exhaustion
from tracker.systems.aeons_end.shared.recognise import What
from tracker.systems.aeons_end.shared.shelf import save

pytestmark = pytest.mark.django_db

LANGUAGES = ("en", "pl", "fr", "de")


@pytest.fixture(autouse=True)
def printed(monkeypatch: pytest.MonkeyPatch, settings: Any) -> list[str]:
    """Collect the data of each sheet instead of printing it: its words come from there.

    The sheets are stored apart: none that another test printed is found, and no other test
    finds these.
    """
    sources: list[str] = []
    memory = {"BACKEND": "django.core.files.storage.InMemoryStorage"}
    settings.STORAGES = {**settings.STORAGES, "sheets": memory}

    def keep(_job: str, work: Work) -> Work:
        files = zip(work.values["files"], work.blobs, strict=True)
        sources.extend(text.decode() for name, text in files if not name.endswith(".typ"))
        return Work(blobs=[b"%PDF-"])

    monkeypatch.setattr("tracker.bounded.pool.do", keep)
    return sources


def unknown_names(campaign: Campaign) -> set[str]:
    """Return every name in the pack that this campaign may not see, in all spellings."""
    pack = get_pack(campaign.system)
    known = knowing(selectors.campaign_state(campaign), pack)
    shown = {name for thing, name, _ in pack.names() if thing in known}
    return {name for _, name, _ in pack.names()} - shown


def leaks(campaign: Campaign, client: Client, printed: list[str]) -> tuple[list[str], int]:
    """Crawl a campaign; return what leaked where, and how many pages were looked at."""
    unknown = Names(unknown_names(campaign))
    found, pages = [], 0
    # The cards of another game are the same for everybody, and some have a name in common.
    decks = reverse("decks")
    for answer in crawl(client, reverse("campaign", args=[campaign.code]), outside=(decks,)):
        assert answer.status < 500, f"{answer.url} answered {answer.status}"
        pages += 1
        said = "\n".join((answer.url, answer.headers, answer.body, *printed))
        printed.clear()
        found += [f"{answer.url}: {name}" for name in unknown.findall(said)]
    return found, pages


# The names are looked for in all languages each time; the box's own takes turns. The suite has two
# chapters, `make thorough` the others.
@pytest.mark.parametrize(
    ("chapter", "language"),
    [
        *((chapter, LANGUAGES[chapter % 3]) for chapter in (1, 3)),
        *(thorough(chapter, LANGUAGES[chapter % 3]) for chapter in (2, 4, 5, 6, 7)),
    ],
)
def test_no_page_of_a_campaign_names_what_it_has_not_met(
    client: Client, chapter: int, language: str, printed: list[str]
) -> None:
    campaign = factories.played_through(chapter - 1, mages=2, language=language)
    factories.plan(campaign)
    factories.record_loss(campaign)
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    client.force_login(keeper)
    client.cookies["django_language"] = language
    with translation.override(language):
        found, pages = leaks(campaign, client, printed)
    assert not found
    assert pages >= 20


# What sealed sections and stickers bring, in the words of each language: the mechanics themselves,
# and the numbers of a nemesis deck.
EVOLUTION = r"\bevol|transform|ewoluc|przemian|\bévol|\bentwickel|verwandel"
DECK = (
    r'id="deck"|Tier \d \d+ of \d|own \d+, basic|Rząd \d \d+ z \d|Palier \d \d+ sur \d'
    r"|Stufe \d \d+ von \d|eigene \d+, Basis|unikalne \d+, podst|\d+ spécifiques, \d+ de base"
)
CHARGES = (
    r"\bcharges?\b|\babilit|breach IV|ładun|zdolnoś|Brama IV|capacité|brèche IV"
    r"|\bEnergie\b|Fähigkeit|Riss IV"
)


# The words of each section of the rulebook. S and K say what they bring (Legacy pp. 3, 10), N and Q
# stand where War Eternal has its charges (pp. 12, 15). Of the others only the box knows; what they
# may bring, such as the steps of exhaustion and tokens, is among the phrases.
SECTION_WORDS = {"K": DECK, "N": CHARGES, "Q": CHARGES, "S": EVOLUTION}
ONLY_THE_BOX_KNOWS = frozenset("ABCDEFGHILMOPRTUWXYZ")


def test_the_words_of_every_section_are_known_or_only_the_box_has_them() -> None:
    letters = {section.letter for section in get_pack("aeons-end-legacy").sections}
    assert letters == SECTION_WORDS.keys() | ONLY_THE_BOX_KNOWS


def sealed_words(campaign: Campaign) -> str:
    """Return a pattern for the words of all sections that this campaign has not unlocked.

    What comes at the start of a chapter is there once the chapter is; what comes at its end, once
    it is recorded.
    """
    state = selectors.campaign_state(campaign)
    come = {
        section.letter
        for section in get_pack(campaign.system).sections
        if section.moment.when is When.START and state.reached(section.moment)
    }
    letters = SECTION_WORDS.keys() - set(state.sections) - come
    return "|".join(sorted({SECTION_WORDS[letter] for letter in letters})) or r"(?!)"


def sealed_phrases(campaign: Campaign) -> re.Pattern[str]:
    """Return our own words for everything that this campaign has not unlocked.

    In the active language: what the crib keeps back, the steps of exhaustion with their buttons,
    the tokens of a nemesis, and what only other boxes have.
    """
    games = len(selectors.campaign_state(campaign).games)
    game = factories.game_of_campaign(campaign, games) if games else None
    ungated = tuple(entry for entry in LEGACY_CRIB.entries if entry.gate is always)
    shown = LEGACY_CRIB.shown(game) if game else ungated
    phrases = {str(entry.text) for entry in LEGACY_CRIB.entries if entry not in shown}
    if game is None or not LEGACY_CRIB.known(game, None).has_steps:
        phrases |= {exhaustion(step, 0) for step in ExhaustionStep}
        phrases |= {breach_act(BreachAct.DESTROY), str(STEPS.label)}
    if games <= 1:
        phrases.add(TableNames((), "", (), "").dial(Whose.TOKENS))
    phrases |= {gettext("Link: second spell"), *(str(entry.text) for entry in WAR_ETERNAL_ONLY)}
    phrases -= {str(entry.text) for entry in shown}
    return re.compile("|".join(rf"\b{re.escape(phrase.strip(':'))}\b" for phrase in phrases))


def places(campaign: Campaign) -> tuple[str, ...]:
    """Return the address of a campaign, and those of its games."""
    games = Game.objects.filter(campaign=campaign).values_list("code", flat=True)
    return (
        reverse("campaign", args=[campaign.code]),
        *(reverse("game", args=[code]) for code in games),
    )


def rule_leaks(
    campaign: Campaign, client: Client, printed: list[str]
) -> tuple[list[str], set[str]]:
    """Crawl a campaign with its games; return where sealed rules are mentioned, and the pages."""
    pattern = re.compile(f"(?i:{sealed_words(campaign)})|{sealed_phrases(campaign).pattern}")
    found, pages = [], set()
    within = places(campaign)  # other boxes have other rules
    for answer in crawl(client, within[0], within=within):
        page = urlsplit(answer.url).path.rstrip("/").rpartition("/")[2]
        pages.add(page)
        words = re.sub(r"<[^>]*>", " ", answer.body) + "".join(re.findall('id="deck"', answer.body))
        # Sheets of other kinds are given labels of parts that they leave out.
        sheets = printed if page == "rules.pdf" else ()
        said = re.sub(r"\s+", " ", "\n".join((words, *sheets)))
        printed.clear()
        found += [f"{answer.url}: {said[m.start() - 30 : m.end()]}" for m in pattern.finditer(said)]
    return found, pages


@pytest.mark.parametrize("language", ["en", *(thorough(other) for other in ("pl", "fr", "de"))])
@pytest.mark.parametrize("chapter", [1, *map(thorough, (2, 3, 4))])
def test_no_page_mentions_rules_that_are_still_sealed(
    client: Client, chapter: int, language: str, printed: list[str]
) -> None:
    campaign = factories.played_through(chapter - 1, mages=2, language=language)
    factories.plan(campaign)
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    client.force_login(keeper)
    client.cookies["django_language"] = language
    with translation.override(language):
        found, pages = rule_leaks(campaign, client, printed)
        assert not found
        assert {"rules", "rules.pdf", "setup", "result", "market"} <= pages
        factories.record_loss(campaign)
        found, pages = rule_leaks(campaign, client, printed)
        assert not found
        assert {"aftermath", "rules"} <= pages


@pytest.mark.parametrize("language", ["en", *(thorough(other) for other in ("pl", "fr", "de"))])
def test_the_first_evening_shows_nothing_that_is_still_sealed(
    client: Client, language: str, printed: list[str]
) -> None:
    campaign = factories.start_campaign(language=language, opening=FirstEvening())
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    client.force_login(keeper)
    client.cookies["django_language"] = language
    pack, seals = get_pack(campaign.system), reverse("seals", args=[campaign.code])
    decks = [seal for seal in pack.seals if seal.holds and seal.label in ("Ia", "Ib", "Ic", "E")]
    inside = [str(seal.holds.in_language(language)) for seal in decks if seal.holds]
    with translation.override(language):
        for opened in (FirstEvening(), BOX_WAS_OPEN):
            Campaign.objects.filter(pk=campaign.pk).update(
                opening=to_plain(opened), stamp=new_stamp()
            )
            campaign.refresh_from_db()
            mentioned, _pages = rule_leaks(campaign, client, printed)
            assert not mentioned
            found, pages = leaks(campaign, client, printed)
            assert not found
            assert pages >= 20, "each step is a page"
            shown = unescape(client.get(seals).content.decode()).lower()
            open_ones = [holds for holds in inside if holds.lower() in shown]
            assert len(open_ones) == (3 if opened.skipped else 0)


def live_at(chapter: int, language: str = "en") -> tuple[Campaign, LiveTable]:
    """Return a campaign whose game of a chapter is played live, one of each thing on the table."""
    campaign = factories.played_through(chapter - 1, mages=2, language=language)
    factories.plan(campaign)
    game = factories.game_of_campaign(campaign, chapter)
    table_open(game=game, person=None)
    moves = (DrawTurn(), Enter(NemesisKind.MINION, "", 5), Life(1, -12), Hit(Who.ANY, 1))
    for number, move in enumerate(moves):
        move_make(game=game, move=move, seen=number, person=None)
    return campaign, LiveTable.objects.get(game=game)


@pytest.mark.parametrize(
    ("chapter", "language"),
    [
        *((1, language) for language in LANGUAGES),
        *(thorough(2, language) for language in LANGUAGES),
        *(thorough(chapter, LANGUAGES[chapter % 4]) for chapter in (3, 4, 5, 6, 7)),
    ],
)
def test_a_live_table_mentions_no_sealed_rule_on_its_page_or_in_its_stream(
    client: Client, chapter: int, language: str
) -> None:
    campaign, table = live_at(chapter, language)
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    client.force_login(keeper)
    client.cookies["django_language"] = language
    with translation.override(language):
        words, phrases = sealed_words(campaign), sealed_phrases(campaign)
    page = client.get(f"{game_at(campaign, chapter)}live").content.decode()
    _sequence, event = catch_up(table.pk, 0, Variant(language, may=True))
    assert event is not None
    for said in (page, json.dumps(json.loads(event.split(b"data: ")[1]), ensure_ascii=False)):
        assert "data-seat" in said
        assert not re.findall(words, said, re.IGNORECASE)
        assert not phrases.findall(unescape(said))
        assert not Names(unknown_names(campaign)).findall(said)


@pytest.mark.parametrize("chapter", [1, 3])
def test_no_three_letters_complete_a_sealed_name(client: Client, chapter: int) -> None:
    # Not sealed, though not recorded: the nemesis of a begun chapter, and from chapter 2 on the
    # basic cards, which the story hands out then (Legacy p. 10).
    campaign, _table = live_at(chapter)
    pack = get_pack(campaign.system)
    known = knowing(selectors.campaign_state(campaign), pack)
    handed = {nemesis.id for nemesis in pack.nemeses if (nemesis.chapter or 99) <= chapter}
    handed |= {card.id for card in pack.find.basics} if chapter >= 2 else set()
    sealed = {name for key, name, _ in pack.names() if key not in known | handed}
    letters = {name[:3] for name in sealed}
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    client.force_login(keeper)
    url, told = reverse("complete", args=[campaign.code]), ""
    for what in What:
        for begun in letters:
            told += unescape(client.get(url, {"what": what, "q": begun}).content.decode())
    assert [name for name in sealed if f'"{name}"' in told] == []
    assert len(letters) > 20


@pytest.mark.parametrize("page", ["evolution", "pool", "sticker/1/2a"])
def test_a_guessed_url_shows_no_sealed_rules(client: Client, page: str) -> None:
    campaign = factories.played_campaign()
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    client.force_login(keeper)
    walk = game_at(campaign, 1, "aftermath")
    assert client.get(f"{walk}/{page}")["Location"] == walk


def test_a_reader_and_a_stranger_see_no_more_than_the_keeper(
    client: Client, printed: list[str]
) -> None:
    campaign = factories.third_chapter()
    reader = factories.person("Rita")
    factories.join(campaign, reader, Role.READER)
    client.force_login(reader)
    found, pages = leaks(campaign, client, printed)
    assert not found
    assert pages >= 12
    client.force_login(factories.person("Stranger"))
    assert client.get(reverse("campaign", args=[campaign.code])).status_code == 404


def test_the_crawl_notices_a_leaked_name(client: Client, printed: list[str]) -> None:
    campaign = factories.start_campaign(name="A pyre for Pyro Geist")
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    client.force_login(keeper)
    found, _pages = leaks(campaign, client, printed)
    assert any(leak.endswith(": Pyro Geist") for leak in found)
    assert any(".pdf" in leak for leak in found)  # the sheets' words are looked at too


def test_an_expedition_stays_closed_to_a_member_for_whom_a_box_is_sealed(
    client: Client, printed: list[str]
) -> None:
    keeper, late = factories.person("Zuza"), factories.person("Late")
    campaign = expeditions.begun(keeper, boxes=(*expeditions.BOXES, "legacy"))
    for _battle in range(2):
        expeditions.win(campaign)
    factories.join(campaign, late, Role.PLAYER)
    series = get_pack(campaign.system)
    sealed = {thing.name.en for thing in series.boxes["legacy"].pack.mages}
    sealed |= {thing.name.en for thing in series.boxes["legacy"].pack.nemeses}
    state = selectors.campaign_state(campaign)
    sealed |= {expedition_words(campaign).card(game.drawn.nemesis) for game in state.tries}
    unknown = Names(sealed)
    client.force_login(late)
    here = reverse("campaign", args=[campaign.code])
    assert "Closed until everybody has finished it" in client.get(here).content.decode()
    for url in (reverse("home"), reverse("log"), reverse("statistics"), here):
        found = [
            f"{answer.url}: {name}"
            for answer in crawl(client, url, outside=(reverse("decks"),))
            for name in unknown.findall("\n".join((answer.body, *printed)))
        ]
        assert not found
    names = ["expedition_barracks", "expedition_battles", "story", "campaign_statistics", "history"]
    names += ["expedition_recipe", "export", "share"]
    for name in names:
        assert client.get(reverse(name, args=[campaign.code])).status_code == 403, name
    exported = client.get(reverse("export_account")).getvalue()
    with zipfile.ZipFile(io.BytesIO(exported)) as archive:
        assert archive.namelist() == ["account.json"]
    assert client.get(reverse("leave", args=[campaign.code])).status_code == 200
    assert client.get(game_at(campaign, 1)).status_code == 403
    save(late, Collection(finished=("legacy",)))
    assert client.get(here).status_code == 200


def test_a_printed_story_shows_nothing_of_what_lies_ahead(
    client: Client, printed: list[str]
) -> None:
    keeper = factories.person("Zuza")
    campaign = expeditions.begun(keeper, variant="story-outcasts", boxes=("outcasts",))
    expeditions.end(campaign, Result.WIN)
    route = STORIES["story-outcasts"]
    ahead = [node for node in route.nodes if node.id != "battle-1"]
    keys = {node.nemesis for node in ahead if node.nemesis}
    keys |= {key for node in ahead if node.reward for key in node.reward.named}
    keys |= {key for node in ahead for key in node.upgraded or ()}
    words = expedition_words(campaign)
    unknown = Names(map(words.card, keys))
    client.force_login(keeper)
    here = reverse("campaign", args=[campaign.code])
    found, pages = [], 0
    for answer in crawl(client, here, within=places(campaign)):
        pages += 1
        said = "\n".join((answer.url, answer.headers, answer.body, *printed))
        printed.clear()
        found += [f"{answer.url}: {name}" for name in unknown.findall(said)]
    assert not found
    assert pages >= 20
