"""My boxes, and games from the shelf: whose boxes, what is sealed, wishes, links."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from dataclasses import replace
from html import escape, unescape
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import Game, Person, Role
from campaign.packs import get_pack
from campaign.rules.aeons_end.catalogue.pack import CardKind, SlotRule
from campaign.rules.aeons_end.catalogue.series import Series
from campaign.rules.aeons_end.endings import Result
from campaign.rules.aeons_end.market.wishes import AtMost
from campaign.rules.aeons_end.one_off.choices import (
    Collection,
    MarketRequest,
    NemesisWish,
    Pattern,
    Preset,
    open_choices,
)
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.aeons_end.plays import OWN_BOXES
from campaign.rules.core.problems import RulesError
from campaign.selectors.plays import plays_of
from campaign.selectors.seeing import game_setup, seen_facts
from campaign.selectors.statistics import count_plays
from campaign.services.live import table_open
from campaign.services.merging import person_merge
from campaign.services.seats import seat_take
from tests.campaign import factories
from tests.marks import thorough
from tests.tracker import clients, one_offs
from tests.tracker.api.clients import Program
from tests.tracker.crawl import crawl
from tracker.systems.aeons_end.one_off import shared_setups
from tracker.systems.aeons_end.shared import shelf
from tracker.systems.aeons_end.shared.selectors import game_sheet

pytestmark = pytest.mark.django_db

WIN = Tally(Result.WIN)
SEALED = ("legacy", "legacy-of-gravehold")


def series() -> Series:
    found: Series = get_pack("aeons-end")
    return found


@pytest.fixture
def zuza(client: Client) -> Person:
    """Return somebody who is signed in."""
    person = Person.objects.create_user("zuza", "nine piles, no more")
    client.force_login(person)
    return person


def own(person: Person, *boxes: str, **more: Any) -> None:
    shelf.save(person, Collection(boxes=boxes, **more))


def started(client: Client, mages: int = 2, **fields: Any) -> Game:
    page = client.get("/play?system=aeons-end")
    token = re.search(r'name="token" value="([^"]+)"', page.content.decode())
    assert token
    sent = {"token": token[1], "mages": str(mages), **fields}
    answer = client.post("/play?system=aeons-end", sent)
    assert answer.status_code == 302, answer.context["form"].errors
    return Game.objects.get(code=answer.headers["Location"].split("/")[2])


def posted(client: Client, game: Game, part: str, **fields: Any) -> Any:
    return clients.send(client, f"/g/{game.code}/{part}", fields)


# --- my boxes --------------------------------------------------------------------------------


def test_boxes_are_ticked_once_and_offered_for_every_game(client: Client) -> None:
    client.post("/boxes", {"boxes": ["the-depths", "war-eternal"]})
    guest = Person.objects.get()
    assert shelf.collection_of(guest).boxes == ("the-depths", "war-eternal")
    page = client.get("/play?system=aeons-end").content.decode()
    assert re.findall(r'name="boxes" value="([^"]+)"', page) == ["the-depths", "war-eternal"]
    game = started(client, boxes=["the-depths", "war-eternal"])
    assert set(game_setup(game).game.boxes_used) <= {"the-depths", "war-eternal"}


def test_who_has_boxes_is_offered_them_first(client: Client, zuza: Person) -> None:
    assert 'name="boxes"' not in client.get("/play").content.decode()
    own(zuza, "outcasts")
    assert 'name="boxes" value="outcasts"' in client.get("/play").content.decode()
    assert 'name="boxes"' not in client.get("/play?system=ashes").content.decode()


def test_a_guests_boxes_go_with_them_into_an_account(client: Client) -> None:
    guest, known = Person.objects.guest(), factories.person("Zuza")
    known = Person.objects.create_user("zuza2", "nine piles, no more")
    own(guest, "outcasts")
    person_merge(guest=guest, into=known)
    assert shelf.collection_of(known).boxes == ("outcasts",)
    other = Person.objects.guest()
    own(other, "the-void")
    person_merge(guest=other, into=known)
    assert shelf.collection_of(known).boxes == ("outcasts",)  # their own stays


def test_a_campaigns_people_offer_their_boxes(client: Client, zuza: Person) -> None:
    campaign = factories.start_campaign(person=zuza, name="The Long Watch")
    friend = factories.person("Ewa")
    factories.join(campaign, friend, Role.PLAYER)
    own(zuza, "war-eternal")
    own(friend, "outcasts", "war-eternal", "legacy-of-gravehold", finished=SEALED)
    page = client.get("/play?system=aeons-end").content.decode()
    assert "Boxes of others in The Long Watch" in page
    # What Ewa has finished is no less a secret to Zuza.
    assert re.findall(r'name="boxes" value="([^"]+)"', page) == ["war-eternal", "outcasts"]
    game = started(client, boxes=["outcasts"])
    assert game_setup(game).game.boxes == ("outcasts",)


# --- sealed boxes ----------------------------------------------------------------------------


def secrets() -> set[str]:
    """Return every name that is in a sealed box and in no other."""
    names: dict[bool, set[str]] = {True: set(), False: set()}
    for slug, box in series().boxes.items():
        for things in (box.pack.cards, box.pack.nemeses, box.pack.nemesis_cards, box.pack.mages):
            for thing in things:
                names[slug in SEALED].update(thing.name.all())
                names[slug in SEALED].add(thing.id)
        for mage in box.pack.mages:
            if mage.ability:
                names[slug in SEALED].update(mage.ability.all())
    open_ones = {name.casefold() for name in names[False]}
    found = {name for name in names[True] if name.casefold() not in open_ones and len(name) > 4}
    return {name.replace("'", "’") for name in found}


@pytest.mark.parametrize("language", ["pl", thorough("en"), thorough("fr")])
def test_no_name_of_a_sealed_box_is_sent_before_it_is_finished(
    client: Client, zuza: Person, language: str
) -> None:
    client.cookies["django_language"] = language
    own(zuza, *series().boxes)  # the sealed ones too, but not finished
    game = started(client, boxes=list(series().open_boxes))
    here, change = f"/g/{game.code}/", f"/g/{game.code}/change"
    decks = reverse("decks")  # the cards of another game, each with a page
    pages = crawl(client, "/boxes", without=(".pdf", ".zip"), outside=(decks,))
    sent = [
        *(answer.body for answer in pages),
        *(client.get(page).content.decode() for page in (here, change, f"{here}sheet.json")),
        client.post("/play?system=aeons-end", {"boxes": ["legacy"], "mages": "2"}).content.decode(),
        *(changing(client, game, open=box).content.decode() for box in SEALED),
        posted(client, game, "roll", redraw="legacy-of-gravehold/kadir").content.decode(),
    ]
    hidden = secrets()
    assert len(hidden) > 150
    assert len(sent) > 20
    said = unescape("\n".join(sent)).replace("'", "’").replace("legacy-of-gravehold/kadir", "")
    shown = set(re.split(r"[<>\"\n,()]| · |: ", said))
    assert hidden & {part.strip() for part in shown} == set()


def test_a_sealed_box_opens_when_the_group_has_finished_it(client: Client, zuza: Person) -> None:
    own(zuza, "legacy", "war-eternal")
    assert "legacy" not in re.findall(
        r'name="boxes" value="([^"]+)"', client.get("/play?system=aeons-end").content.decode()
    )
    answer = client.post("/boxes", {"boxes": ["legacy", "war-eternal"], "finished": ["legacy"]})
    assert answer.status_code == 302
    games = [started(client, boxes=["legacy", "war-eternal"]) for _ in range(3)]
    assert {pile.box for game in games for pile in game_setup(game).game.market} == {
        "legacy",
        "war-eternal",
    }


def test_a_game_with_a_sealed_box_is_shown_to_who_has_finished_it_alone(
    client: Client, zuza: Person
) -> None:
    campaign = factories.start_campaign(person=zuza, name="The Long Watch")
    ewa, kim = factories.person("Ewa"), factories.person("Kim")
    factories.join(campaign, ewa, Role.PLAYER)
    own(zuza, "legacy-of-gravehold", "war-eternal", finished=SEALED)
    game = started(client, boxes=["legacy-of-gravehold"], mages=1)
    share = {"campaign": campaign.pk}
    refused = client.post(f"/g/{game.code}/share", share, follow=True).content.decode()
    assert "Closed until everybody has finished it" in refused
    assert Game.objects.get().shared_with is None
    own(ewa, finished=SEALED)
    client.post(f"/g/{game.code}/share", share)
    assert Game.objects.get().shared_with == campaign
    factories.join(campaign, kim, Role.PLAYER)  # has not finished it
    for person, status in ((ewa, 200), (kim, 403)):
        theirs = Client()
        theirs.force_login(person)
        pages = [theirs.get(f"/g/{game.code}/{page}") for page in ("", "sheet.json", "change")]
        assert [page.status_code for page in pages] == [status] * 3
    assert "Closed until" in pages[0].content.decode()
    nemesis = game_setup(game).game.nemesis.name.en
    assert not any(nemesis in page.content.decode() for page in pages)


def test_no_list_or_file_names_a_sealed_game_to_a_player_who_has_not_finished_it(
    client: Client, zuza: Person
) -> None:
    own(zuza, "legacy-of-gravehold", "war-eternal", finished=SEALED)
    game = started(client, boxes=["legacy-of-gravehold"], mages=2)
    kim = factories.person("Kim", username="kim")
    seat_take(game=game, key=game.invite_key, number=2, person=kim, name="Kim")
    table_open(game=game, person=zuza)
    nemesis = game_setup(game).game.nemesis.name.en
    program = Program(kim)
    for theirs, address in (
        (clients.client_of(kim), "/"),
        (clients.client_of(kim), "/play?system=aeons-end"),
        (program.client, "/api/v1/games"),
    ):
        answer = theirs.get(address)
        assert answer.status_code == 200, address
        assert nemesis not in unescape(answer.content.decode()), address
    exported = clients.client_of(kim).get("/account/export")
    with zipfile.ZipFile(io.BytesIO(exported.getvalue())) as archive:
        assert archive.namelist() == ["account.json"]
    own(kim, finished=SEALED)
    assert nemesis in unescape(clients.client_of(kim).get("/").content.decode())


def test_who_watches_without_a_name_saves_the_choices_as_a_guest(zuza: Person) -> None:
    game = one_offs.game(zuza)
    watcher = Client()
    watcher.post(f"/s/{game.invite_key}/watch")
    answer = watcher.post(f"/g/{game.code}/wishes", {"name": "Hard ones", "default": "on"})
    assert answer.status_code == 302
    (preset,) = shelf.saved(Person.objects.latest("pk"), Preset).values()
    assert preset.default


def test_who_joins_later_reads_nothing_of_a_sealed_box_in_the_log(
    client: Client, zuza: Person
) -> None:
    campaign = factories.start_campaign(person=zuza)
    own(zuza, "legacy-of-gravehold", "war-eternal", finished=SEALED)
    names = []
    for box in ("legacy-of-gravehold", "war-eternal"):
        game = started(client, boxes=[box], mages=1)
        client.post(f"/g/{game.code}/share", {"campaign": campaign.pk})
        factories.end_game(game=game, revision=game.revision, person=zuza, tally=WIN)
        names.append(game_setup(game).game.nemesis.name.en)
    kim = factories.person("Kim")
    factories.join(campaign, kim, Role.PLAYER)
    theirs = Client()
    theirs.force_login(kim)
    addresses = ("/log", "/log?filter", "/log.csv", "/log.bgsplay", "/log/statistics")

    def where(name: str) -> list[str]:
        answers = {address: theirs.get(address).getvalue().decode() for address in addresses}
        return [address for address, answer in answers.items() if name in unescape(answer)]

    sealed, known = names
    assert where(known)[:3] == ["/log", "/log?filter", "/log.csv"]
    assert where(sealed) == where("legacy-of-gravehold") == []
    own(kim, finished=SEALED)
    assert where(sealed) == where(known)


def test_a_shared_game_takes_no_sealed_box_that_others_have_not_finished(
    client: Client, zuza: Person
) -> None:
    campaign = factories.start_campaign(person=zuza)
    factories.join(campaign, factories.person("Ewa"), Role.PLAYER)
    own(zuza, "legacy", "war-eternal", finished=SEALED)
    game = started(client, boxes=["war-eternal"], mages=1)
    client.post(f"/g/{game.code}/share", {"campaign": campaign.pk})
    refused = changing(client, game, boxes=["war-eternal", "legacy"])
    assert "Closed until everybody has finished it" in refused.content.decode()
    assert Game.objects.get().revision == 1


def test_a_campaign_that_is_finished_here_opens_its_box(zuza: Person) -> None:
    assert shelf.opened_by(zuza, Collection()) == frozenset()
    factories.finished_campaign(person=zuza)
    assert shelf.opened_by(zuza, Collection()) == {"legacy"}


# --- wishes ----------------------------------------------------------------------------------


def test_what_is_never_drawn_stays_out_until_it_is_allowed_again(
    client: Client, zuza: Person
) -> None:
    own(zuza, "outcasts", "the-depths")
    client.post("/boxes/never?box=outcasts", {"never": ["outcasts:mages"]})
    client.post("/boxes/never?box=the-depths", {"never": ["the-depths/horde-crone"]})
    for seed in range(5):
        game = game_setup(started(client, boxes=["outcasts", "the-depths"], seed=str(seed))).game
        assert {mat.box for mat in game.mats} == {"the-depths"}
        assert game.nemesis.box == "outcasts"
    page = client.get("/boxes/never?box=outcasts").content.decode()
    assert page.count(" checked") == 1


def test_never_again_is_one_tap_from_the_set_up(client: Client, zuza: Person) -> None:
    own(zuza, "outcasts")
    game = started(client, boxes=["outcasts"])
    nemesis = game_setup(game).game.nemesis.id
    client.post(f"/g/{game.code}/never", {"thing": nemesis})
    assert shelf.collection_of(zuza).never == {nemesis}
    client.post(f"/g/{game.code}/never", {"thing": "war-eternal/nobody"})
    assert shelf.collection_of(zuza).never == {nemesis}


def test_one_thing_is_drawn_again_with_one_tap(client: Client, zuza: Person) -> None:
    own(zuza, "outcasts", "aeons-end")
    game = started(client, boxes=["outcasts", "aeons-end"], mages=3)
    before = game_setup(game).game
    assert posted(client, game, "roll", redraw=before.mats[0].mage).status_code == 302
    game.refresh_from_db()
    after = game_setup(game).game
    assert after.mats[0].mage != before.mats[0].mage
    assert [mat.mage for mat in after.mats[1:]] == [mat.mage for mat in before.mats[1:]]
    assert (after.nemesis, after.market, after.basics) == (
        before.nemesis,
        before.market,
        after.basics,
    )
    assert posted(client, game, "roll", redraw="nobody").status_code == 422


def test_wishes_are_saved_offered_first_and_deleted(client: Client, zuza: Person) -> None:
    own(zuza, "outcasts", "aeons-end")
    game = started(client, boxes=["outcasts", "aeons-end"])
    facts = seen_facts(game)
    client.post(f"/g/{game.code}/wishes", {"name": "Hard ones", "default": "on"})
    ((kept, preset),) = shelf.saved(zuza, Preset).items()
    assert (kept.name, preset.default) == ("Hard ones", True)
    assert preset.choices.places == open_choices(2).places
    page = client.get("/play?system=aeons-end").content.decode()
    assert f'value="{kept.pk}" selected' in page
    again = client.post(f"/g/{game.code}/again", {"token": "played once more"})
    made = Game.objects.get(code=again.headers["Location"].split("/")[2])
    assert seen_facts(made).planned.choices == facts.planned.choices
    assert made.pk != game.pk
    client.post(f"/boxes/wishes/{kept.pk}", {"delete": "1"})
    assert shelf.saved(zuza, Preset) == {}


def test_saved_choices_bring_their_boxes_and_survive_a_re_roll(
    client: Client, zuza: Person
) -> None:
    own(zuza, "outcasts", "aeons-end")
    game = started(client, boxes=["outcasts"])
    nemesis = game_setup(game).game.nemesis.id
    posted(client, game, "roll", keep_nemesis="on")  # ticked: a choice from now on
    game.refresh_from_db()
    posted(client, game, "roll", redraw=game_setup(game).game.market[0].id)
    client.post(f"/g/{game.code}/wishes", {"name": "Hard ones"})
    ((row, preset),) = shelf.saved(zuza, Preset).items()
    assert (preset.choices.nemesis, preset.choices.boxes) == (nemesis, ("outcasts",))
    assert not preset.choices.market.locks
    untouched = started(client, boxes=["outcasts", "aeons-end"], preset=row.pk)
    ticked = started(client, boxes=["aeons-end"], preset="")
    assert seen_facts(untouched).planned.choices.boxes == ("outcasts",)
    assert game_setup(untouched).game.nemesis.id == nemesis
    assert seen_facts(ticked).planned.choices.boxes == ("aeons-end",)


def test_saved_choices_need_no_ticked_box(client: Client, zuza: Person) -> None:
    game = started(client, boxes=["outcasts"])
    client.post(f"/g/{game.code}/wishes", {"name": "Hard ones"})
    ((row, _preset),) = shelf.saved(zuza, Preset).items()
    again = started(client, boxes=[], preset=row.pk)
    assert seen_facts(again).planned.choices.boxes == ("outcasts",)
    refused = clients.send(client, "/play", {"system": "aeons-end", "mages": 2})
    assert "Tick at least one box." in refused.content.decode()


def test_choices_become_the_default_however_their_name_is_spaced(
    client: Client, zuza: Person
) -> None:
    own(zuza, "outcasts")
    game = started(client, boxes=["outcasts"])
    for name in ("Hard ones", "Easy   ones"):
        client.post(f"/g/{game.code}/wishes", {"name": name, "default": "on"})
    saved = shelf.saved(zuza, Preset)
    assert {row.name: preset.default for row, preset in saved.items()} == {
        "Easy ones": True,
        "Hard ones": False,
    }


def test_a_pattern_of_ones_own_shapes_the_market(client: Client, zuza: Person) -> None:
    own(zuza, "outcasts", "aeons-end")
    places = {f"kind_{n}": "any" for n in range(1, 10)}
    sent = {**places, "name": "Cheap", "kind_1": "gem", "min_1": "2", "max_1": "3"}
    assert client.post("/boxes/patterns", {**sent, "min_2": "5", "max_2": "4"}).status_code == 422
    assert client.post("/boxes/patterns", sent).status_code == 302
    ((kept, pattern),) = shelf.saved(zuza, Pattern).items()
    assert pattern.slots == (SlotRule(CardKind.GEM, (2, 3)), *(SlotRule(None),) * 8)
    game = started(client, boxes=["outcasts", "aeons-end"])
    change = client.get(f"/g/{game.code}/change").content.decode()
    assert f'value="own:{kept.pk}"' in change
    client.post("/boxes/patterns", {"delete": str(kept.pk)})
    assert shelf.saved(zuza, Pattern) == {}


def test_only_what_the_group_has_not_met_is_drawn(zuza: Person) -> None:
    game = factories.start_game(person=zuza, choices=replace(open_choices(1), nemesis="gate-witch"))
    factories.end_game(game=game, revision=game.revision, person=zuza, tally=WIN)
    wish = replace(open_choices(1), boxes=("war-eternal",), new_mages=True)
    assert len(shelf.prepared(wish, zuza).resting) == 1
    new = replace(wish, new_mages=False, nemesis_wish=NemesisWish.NEW)
    assert shelf.prepared(new, zuza).resting == {"gate-witch"}


def test_each_box_is_shown_in_its_own_language(client: Client, zuza: Person) -> None:
    own(zuza, "the-depths", "war-eternal")
    client.post(
        "/boxes",
        {"boxes": ["the-depths", "war-eternal"], "language_the-depths": "pl"},
    )
    game = started(client, boxes=["the-depths", "war-eternal"], mages=1)
    page = client.get(f"/g/{game.code}/").content.decode()
    polish = [p for p in game_setup(game).game.market if p.box == "the-depths"]
    assert all(pile.name.in_language("pl") in page for pile in polish)


# --- links -----------------------------------------------------------------------------------


def link_of(client: Client, game: Game) -> str:
    page = client.get(f"/g/{game.code}/table").content.decode()
    link = re.search(r"http://testserver(/play/table/[\w-]+)", page)
    assert link
    return link[1]


def test_a_link_makes_the_same_table_on_another_phone(client: Client, zuza: Person) -> None:
    own(zuza, "the-depths", "outcasts")
    game = started(client, boxes=["the-depths", "outcasts"], mages=3)
    link = link_of(client, game)
    friend = Client()
    assert "Seed" in friend.get(link).content.decode()
    answer = friend.post(link)
    made = Game.objects.get(code=answer.headers["Location"].split("/")[2])
    assert game_setup(made).game == game_setup(game).game
    assert made.owner != game.owner


def test_a_link_with_sealed_boxes_asks_first_and_names_nothing(
    client: Client, zuza: Person
) -> None:
    own(zuza, "legacy", "war-eternal", finished=("legacy",))
    link = link_of(client, started(client, boxes=["legacy", "war-eternal"]))
    friend = Client()
    page = friend.get(link).content.decode()
    assert "We have finished these boxes" in page
    assert not {name for name in secrets() if name in page}
    assert friend.post(link).status_code == 422
    assert friend.post(link, {"finished": "on"}).status_code == 302


def test_a_link_says_when_the_catalogue_has_changed_and_a_broken_one_is_not_found(
    client: Client, zuza: Person
) -> None:
    game = started(client, boxes=["outcasts"])
    shared = shared_setups.shared_table(game)
    assert shared is not None
    assert shared_setups.unpacked(shared_setups.packed(shared)) == shared
    short = link_of(client, game)
    shown = client.get(short).content.decode()
    assert "may differ" not in shown
    assert len(short) < 40
    sheet = game_sheet(game).body
    assert escape(sheet.nemesis.name) in shown  # what it is about comes first
    assert all(escape(pile.name) in shown for pile in sheet.market)
    assert client.get(f"{short[:-1]}x").status_code == 404
    old = shared_setups.packed(replace(shared, versions={"outcasts": 0}))
    assert "may differ" in client.get(f"/play/table?t={old}").content.decode()
    half = shared_setups.packed(replace(shared, seed="\ud800"))  # of a pair: it cannot be shown
    for bad in ("", "x", "é", old[:-9], old[::-1], "A" * 9000, half):
        refused = client.get("/play/table", {"t": bad})
        assert refused.status_code == 404
        assert "This link can’t be read" in refused.content.decode()


def test_a_collection_of_more_than_all_boxes_is_not_saved(zuza: Person) -> None:
    with pytest.raises(RulesError) as refused:
        own(zuza, *(f"box-{number}" for number in range(201)))
    assert [problem.code for problem in refused.value.problems] == ["list.too_long"]
    assert shelf.collection_of(zuza) == Collection()


def hostile_link(game: Game, groups: int) -> str:
    """Return a link with many groups of piles that exclude each other, from all boxes."""
    shared = shared_setups.shared_table(game)
    assert shared is not None
    boxes = tuple(series().open_boxes)
    piles = [card.id for slug in boxes for card in series().boxes[slug].pack.find.piles]
    rng = Random(1)
    limits = tuple(AtMost(2, keys=frozenset(rng.sample(piles, 6))) for _ in range(groups))
    choices = replace(shared.choices, boxes=boxes, market=MarketRequest(constraints=limits))
    return f"/play/table?t={shared_setups.packed(replace(shared, choices=choices))}"


def test_a_link_with_too_many_requirements_is_refused_at_once(client: Client, zuza: Person) -> None:
    game = started(client, boxes=["outcasts"])
    stranger = Client()
    answer = stranger.post(hostile_link(game, 20), follow=True)
    assert "Remove some of them." in answer.content.decode()
    assert stranger.post(hostile_link(game, 21)).status_code == 404
    assert Game.objects.count() == 1


def test_statistics_and_the_log_know_the_boxes(client: Client, zuza: Person) -> None:
    game = started(client, boxes=["outcasts"], mages=1)
    alone = factories.start_game(person=zuza, choices=open_choices(1))
    joined = replace(open_choices(1), boxes=("aeons-end-legacy",))
    both = factories.start_game(person=zuza, choices=joined)
    again = factories.start_game(person=zuza, choices=open_choices(1))
    for each in (game, alone, both, again):
        factories.end_game(game=each, revision=each.revision, person=zuza, tally=WIN)
    factories.played_campaign(person=zuza)
    told = {s.key: s.score.games for s in count_plays(plays_of(zuza), "en").of_kind("box")}
    assert told == {"outcasts": 1, "war-eternal": 3, "legacy": 2}
    assert "By box" in client.get(reverse("statistics")).content.decode()
    log = client.get("/log?filter").content.decode()
    assert "<small>Outcasts</small>" in log
    assert "<small>War Eternal</small>" not in log  # the game is called that
    assert "<small>Legacy, War Eternal</small>" in log
    filtered = client.get("/log?box=war-eternal").content.decode()
    assert ("Outcasts</small>" in filtered, "3 games" in filtered) == (False, True)
    rows = list(
        csv.DictReader(io.StringIO(client.get("/log.csv?box=outcasts").getvalue().decode()))
    )
    assert [row["boxes"] for row in rows] == ["Outcasts"]


def test_a_box_that_is_a_game_of_its_own_is_counted_as_on_the_shelf() -> None:
    boxes = series().boxes.items()
    assert {box.listing.pack: slug for slug, box in boxes if box.listing.pack} == OWN_BOXES


# --- choosing piles ---------------------------------------------------------------------------


def changing(client: Client, game: Game, **fields: Any) -> Any:
    plain = {"mages": "2", "difficulty": "normal", "way": "drawn", "seed": "1", "language": "en"}
    boxes = list(game_setup(game).game.boxes)
    return clients.send(client, f"/g/{game.code}/change", {**plain, "boxes": boxes, **fields})


def test_piles_come_box_by_box_and_what_was_typed_stays(client: Client, zuza: Person) -> None:
    game = started(client, boxes=["outcasts", "the-depths"])
    page = client.get(f"/g/{game.code}/change").content.decode()
    assert 'name="piles"' not in page
    depths, outcasts = (series().boxes[slug].pack.find.piles for slug in ("the-depths", "outcasts"))
    sent = {"open": "the-depths", "player_1": "Ola", "way": "chosen", "seed": ""}
    answer = changing(client, game, **sent, piles=outcasts[0].id)
    page = answer.content.decode()
    assert (answer.status_code, 'value="Ola"' in page, "field--bad" in page) == (200, True, False)
    assert re.search(r"autofocus>\s*<legend>The Depths</legend>", page)
    shown = re.findall(r'name="piles" value="([^"]+)"( checked)?', page)
    assert dict(shown) == {outcasts[0].id: " checked"} | {card.id: "" for card in depths}
    both = changing(client, game, open="outcasts", opened="the-depths").content.decode()
    assert both.count('name="piles"') == len(depths) + len(outcasts)
    game.refresh_from_db()
    assert game.revision == 1
    assert changing(client, game, piles=depths[0].id).status_code == 302
    game.refresh_from_db()
    assert depths[0] in game_setup(game).game.market


def test_no_two_of_the_piles_on_a_line_are_drawn(client: Client, zuza: Person) -> None:
    game = started(client, boxes=["outcasts", "the-depths"])
    gems = [c for c in series().boxes["outcasts"].pack.find.piles if c.kind is CardKind.GEM][:3]
    named = ", ".join(card.name.en.upper().replace("'", "’") for card in gems)
    assert changing(client, game, apart=f"{named}\n\n").status_code == 302
    held = seen_facts(game := Game.objects.get()).planned.choices
    assert held.apart == (frozenset(card.id for card in gems),)
    page = client.get(f"/g/{game.code}/change").content.decode()
    shown = re.search(r'name="apart"[^>]*>\s*([^<]*)<', page)
    assert shown
    assert sorted(shown[1].split("; ")) == sorted(card.name.en for card in gems)
    clash = changing(client, game, apart=named, piles=[card.id for card in gems[:2]])
    assert "Requirement “Never together” can’t be met" in clash.content.decode()
    unknown = changing(client, game, apart="Pyrotechnic Sponge, Jade")
    assert "No pile of these boxes is called: Pyrotechnic Sponge" in unknown.content.decode()
    alone = changing(client, game, apart=gems[0].name.en).content.decode()
    assert "Name at least two piles on a line." in alone
    assert Game.objects.get().revision == 2


def test_a_game_from_the_shelf_is_played_live(client: Client, zuza: Person) -> None:
    game = started(client, boxes=["outcasts"])
    assert client.post(f"/g/{game.code}/live/open").status_code == 302
    page = client.get(f"/g/{game.code}/live")
    assert page.status_code == 200
    assert game_setup(game).game.nemesis.name.en in unescape(page.content.decode())
