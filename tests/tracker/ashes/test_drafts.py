"""The draft on phones: who joins, what each phone is sent, and what comes of a pick."""

import re
from datetime import timedelta
from html import unescape
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaign.models import Draft, DraftFact, Game, Person, SavedDeck
from campaign.rules.ashes.catalogue import Edition
from campaign.rules.ashes.draft import Draft as DraftState
from campaign.rules.ashes.draft import Stage, deck_names
from campaign.rules.ashes.result import DuelResult
from campaign.rules.core import sizes
from campaign.rules.core.facts import Played
from campaign.selectors import ashes as selectors
from campaign.services.ashes.drafts import draft_join, draft_leave, draft_start
from campaign.services.games import game_record
from campaign.services.people import person_delete, person_merge
from tests.campaign import factories
from tests.marks import thorough
from tests.tracker import clients
from tests.tracker.ashes import drafting
from tests.tracker.clients import Answer
from tests.tracker.sheets.reading import text_of
from tracker.systems.ashes.words.terms import card_name
from tracker.web.records import game_url

pytestmark = pytest.mark.django_db
TOKEN = "a-token-of-a-form"
POLL = {"HX-Request": "true"}


def at(name: str, draft: Draft) -> str:
    return reverse(name, args=[draft.code])


def table(count: int = 3) -> tuple[Draft, list[Client]]:
    """Return a draft that has begun, and a phone a player."""
    people = [factories.person(name) for name in ("Ada", "Bo", "Cy")[:count]]
    return drafting.begun(*people), [clients.client_of(person) for person in people]


def polled(phone: Client, draft: Draft) -> str:
    """Return the URL that a waiting phone asks again and again."""
    found = re.search(r'hx-get="([^"]+)"', phone.get(at("draft", draft)).content.decode())
    assert found is not None
    return unescape(found[1])


def play_on(draft: Draft, until: Stage, rng: Random) -> DraftState:
    """Let everybody choose until a stage."""
    while (state := drafting.state_of(draft)).stage is not until:
        drafting.move(draft, state, rng)
    return state


def secrets(state: DraftState, seat: int) -> set[str]:
    """Return the cards that a player must not read of: what is neither open nor theirs."""
    hidden = {key for hand in (*state.hands, *state.taken) for key in hand} | set(state.deck)
    hand = state.hands[seat - 1] if seat in state.waiting_for else ()
    known = {*hand, *state.taken[seat - 1], *state.revealed}
    return hidden - known


def told(answer: Answer, state: DraftState, seat: int) -> set[str]:
    """Return the cards that an answer names and its reader must not know."""
    sent = unescape(answer.content.decode()) + str(answer.headers) + str(answer.cookies)
    words = {*re.findall(r'(?<=")[^"]*(?=")', sent), *re.findall(r"(?<=>)[^<]*(?=<)", sent)}
    cards = {key: selectors.catalogue().card(state.edition, key) for key in secrets(state, seat)}
    assert len(cards) > 20
    return {key for key, card in cards.items() if card and words & {key, card.name.en}}


@pytest.mark.parametrize("every", [False, thorough(True)], ids=["of each kind", "every position"])
def test_no_phone_is_sent_a_byte_of_anothers_hand(every: bool) -> None:
    draft, phones = table()
    rng, url = Random(3), at("draft", draft)
    looked: set[object] = set()
    while (state := drafting.state_of(draft)).stage is not Stage.DONE:
        position = (state.stage, len(state.waiting_for) < 3)
        if not every and position in looked:
            drafting.move(draft, state, rng)
            continue
        looked.add(position)
        for seat, phone in enumerate(phones, start=1):
            answers = (
                phone.get(url),
                phone.get(url, headers={"HX-Request": "true"}),
                phone.get(f"{url}?seat={seat % 3 + 1}"),
            )
            assert not any(told(answer, state, seat) for answer in answers)
        seat = state.waiting_for[-1 if state.stage in (Stage.CARDS, Stage.FIRST_FIVE) else 0]
        sent = drafting.choice(state, seat, rng)
        after = phones[seat - 1].post(at("draft_move", draft), sent, follow=True)
        assert not told(after, drafting.state_of(draft), seat)
    assert len(looked) >= 2 * (len(Stage) - 1)


def test_who_is_refused_a_draft_does_not_become_a_guest(client: Client) -> None:
    sent = {"token": TOKEN, "name": "a\x03b", "edition": "first"}
    assert client.post(reverse("drafts"), sent).status_code == 422
    assert not Person.objects.exists()
    assert client.post(reverse("drafts"), sent | {"name": "Ada"}).status_code == 302
    assert Draft.objects.get().host == Person.objects.get()


def test_players_with_the_same_name_are_told_apart() -> None:
    people = [factories.person(name) for name in ("Ola", "Ola B", "Ola C", "Ola D")]
    draft = drafting.opened(*people, names=("Ola", "ola", "Ola 2", "Ola"))
    names = [seat.name for seat in draft.seats.all()]
    assert names == ["Ola", "ola 2", "Ola 2 2", "Ola 3"]


def test_a_phone_sees_its_own_hand_and_comes_back_to_it() -> None:
    draft, phones = table()
    state = play_on(draft, Stage.CARDS, Random(3))
    for _time in range(2):
        page = phones[1].get(at("draft", draft)).content.decode()
        assert all(f'value="{key}"' in page for key in state.hands[1])


def test_picks_are_simultaneous_and_the_round_goes_on_when_all_have_picked() -> None:
    draft, phones = table()
    state = play_on(draft, Stage.CARDS, Random(3))
    rng = Random(1)
    for seat in (3, 1):
        phones[seat - 1].post(at("draft_move", draft), drafting.choice(state, seat, rng))
    assert drafting.state_of(draft).round == 1
    assert "Waiting for Bo." in phones[0].get(at("draft", draft)).content.decode()
    phones[1].post(at("draft_move", draft), drafting.choice(state, 2, rng))
    assert drafting.state_of(draft).round == 2


def test_a_pick_sent_twice_or_late_is_answered_with_a_sentence() -> None:
    draft, phones = table(2)
    state = play_on(draft, Stage.CARDS, Random(3))
    sent = drafting.choice(state, 1, Random(1))
    url = at("draft_move", draft)
    phones[0].post(url, sent)
    again = phones[0].post(url, sent, follow=True).content.decode()
    assert "You have already chosen. Wait for the others." in again
    phones[1].post(url, drafting.choice(state, 2, Random(1)))
    late = phones[0].post(url, sent, follow=True).content.decode()
    assert "Round 1 is over: your pick came too late." in late
    assert DraftFact.objects.filter(kind="draft_card").count() == 2


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({}, "The draft has moved on. Reload the page."),
        ({"stage": "cards", "round": "1", "card": "x"}, "The draft has moved on."),
        ({"stage": "phoenixborn"}, "Choose one first."),
        ({"stage": "phoenixborn", "card": "nobody"}, "Choose another."),
        ({"stage": "dice", "d_charm": "9"}, "The draft has moved on."),
    ],
)
def test_a_move_that_makes_no_sense_changes_nothing(sent: dict[str, str], said: str) -> None:
    draft, phones = table(2)
    first = drafting.state_of(draft).waiting_for[0]
    page = phones[first - 1].post(at("draft_move", draft), sent, follow=True)
    assert said in page.content.decode()
    assert draft.facts.count() == 1


def test_whoever_is_not_asked_cannot_move_and_nobody_moves_for_another() -> None:
    draft, phones = table(2)
    state = drafting.state_of(draft)
    early = state.waiting_for[1]
    sent = {"stage": "phoenixborn", "card": state.offered[0], "seat": state.waiting_for[0]}
    page = phones[early - 1].post(at("draft_move", draft), sent, follow=True).content.decode()
    assert "It is not your turn yet." in page
    assert draft.facts.count() == 1


def test_strangers_find_no_draft() -> None:
    draft, _phones = table(2)
    for client in (Client(), clients.stranger()):
        assert client.get(at("draft", draft)).status_code == 404
        for name in ("draft_move", "draft_seats", "draft_begin", "draft_keep", "draft_play"):
            assert client.post(at(name, draft)).status_code == 404


def test_drafted_decks_are_kept_and_set_up_at_once() -> None:
    draft, phones = table()
    play_on(draft, Stage.DONE, Random(3))
    for _time in range(2):
        phones[1].post(at("draft_keep", draft), {"seat": 2})
        phones[0].post(at("draft_play", draft))
    saved = SavedDeck.objects.get()
    assert selectors.decks_of(saved.owner)[0].is_playable
    game = Game.objects.get()
    url = reverse("game", args=[game.code])
    assert url in phones[2].get(at("draft", draft)).content.decode()
    assert [phone.get(url).status_code for phone in phones] == [200, 200, 200]
    assert phones[1].get(reverse("result", args=[game.code])).status_code == 200
    assert [seat.name for seat in game.seats.exclude(person=None)] == ["Ada", "Bo", "Cy"]
    assert clients.stranger().get(url).status_code == 404


@pytest.mark.parametrize("face", ["", "sheet.json", "export", "sheet.pdf"])
def test_a_drafted_deck_is_its_players_secret_until_the_game_is_over(face: str) -> None:
    draft, phones = table()
    state = play_on(draft, Stage.DONE, Random(3))
    phones[0].post(at("draft_play", draft))
    game = Game.objects.get()
    url, own = reverse("game", args=[game.code]), f"/g/{game.code}/decks"
    keys = {key for seat in state.seats for key in deck_names(state, seat)}
    secret = {card_name(key) for key in keys}

    for phone in phones:  # the host is a player like the others
        page = shown(phone, f"{url}{face}")
        assert not [name for name in secret if name in page]
        assert not [key for key in keys if f'"{key}"' in page]
    mine = {card_name(key) for key in deck_names(state, 2)}
    assert all(name in shown(phones[1], f"{own}/2") for name in mine)
    for phone in (phones[0], phones[2]):
        for secret_url in (f"{own}/2", f"{own}/2.pdf", f"{own}/2/proxies.pdf"):
            page = shown(phone, secret_url)
            assert "Only the player of this deck can see it" in page
            assert not [name for name in mine if name in page]
    assert clients.stranger().get(f"{own}/2").status_code == 404
    assert 'value="kept:2"' in (change := shown(phones[0], f"{url}change"))
    assert change.count('value="kept:2"') == 1  # nobody else can choose it
    result = Played(DuelResult(1), ("Ada", "Bo", "Cy"))
    game_record(game=game, revision=game.revision, person=game.owner, played=result)
    assert all(name in shown(phones[0], f"{own}/2") for name in mine)
    assert all(name in shown(phones[0], f"{url}sheet.json") for name in mine)


def shown(phone: Client, url: str) -> str:
    """Return what a page, file or PDF says."""
    answer = phone.get(url, follow=True)
    assert answer.status_code == 200
    if answer.headers["Content-Type"] == "application/pdf":
        return " ".join(text_of(answer.getvalue()).split())
    return unescape(answer.getvalue().decode())


def test_whoever_lost_their_phone_comes_back_where_they_were() -> None:
    draft, phones = table()
    state = play_on(draft, Stage.CARDS, Random(3))
    link = reverse("draft_join", args=[draft.join_key])
    new = Client()
    assert "Ask the host to free it" in new.get(link).content.decode()
    page = phones[0].post(at("draft_seats", draft), {"free": "2"}, follow=True).content.decode()
    assert link in page
    told = phones[1].get(at("draft", draft))
    assert told.status_code == 403
    assert "Your seat in this draft was freed." in told.content.decode()
    assert new.post(link, {"seat": "1"}).status_code == 200  # that seat is not free
    new.post(link, {"seat": "2"})
    hand = new.get(at("draft", draft)).content.decode()
    assert all(f'value="{key}"' in hand for key in state.hands[1])
    assert "I am Bo" not in Client().get(link).content.decode()


@pytest.mark.parametrize("seat", ["1", "3"])
def test_only_the_host_frees_a_seat_while_the_draft_goes_on(seat: str) -> None:
    """Else any player could take another's hand with a second browser."""
    draft, phones = table()
    page = phones[1].post(at("draft_seats", draft), {"free": seat}, follow=True).content.decode()
    assert "Only the host frees seats." in page
    assert not draft.seats.filter(person=None).exists()


def test_a_host_reads_no_deck_in_the_draft_once_it_is_played_with() -> None:
    """Its player would not lose the seat in the game, and the draft can be deleted afterwards."""
    draft, phones = table()
    state = play_on(draft, Stage.DONE, Random(3))
    assert "Free the seat" in phones[0].get(at("draft", draft)).content.decode()
    phones[0].post(at("draft_play", draft))
    assert "Free the seat" not in phones[0].get(at("draft", draft)).content.decode()
    page = phones[0].post(at("draft_seats", draft), {"free": "2"}, follow=True).content.decode()
    assert "The draft has moved on." in page
    assert not draft.seats.filter(person=None).exists()
    theirs = {card_name(key) for key in deck_names(state, 2)} - {
        card_name(key) for key in deck_names(state, 1)
    }
    page = unescape(phones[0].get(f"{at('draft', draft)}?seat=2").content.decode())
    assert not [name for name in theirs if f">{name}<" in page]


def test_a_host_whom_all_wait_for_can_be_freed_and_is_the_host_again() -> None:
    draft, phones = table(2)
    play_on(draft, Stage.CARDS, Random(3))  # both choose at the same time
    draft.facts.update(at=timezone.now() - timedelta(minutes=11))
    link = reverse("draft_join", args=[draft.join_key])
    phones[1].post(at("draft_seats", draft), {"free": "1"})
    new = Client()
    new.post(link, {"seat": "1"})
    play_on(draft, Stage.DONE, Random(3))
    assert new.post(at("draft_play", draft)).status_code == 302
    assert Game.objects.exists()


@pytest.mark.parametrize("seat", ["1", "7", "x"])
def test_nobody_frees_their_own_seat_or_none(seat: str) -> None:
    draft, phones = table(2)
    page = phones[0].post(at("draft_seats", draft), {"free": seat}, follow=True).content.decode()
    assert "There is no player at this seat." in page
    assert not draft.seats.filter(person=None).exists()


def test_one_phone_goes_round_with_a_screen_between() -> None:
    host = factories.person("Ada")
    draft = drafting.opened(host)
    phone = clients.client_of(host)
    phone.post(at("draft_seats", draft), {"name": "Bo", "token": TOKEN})
    phone.post(at("draft_seats", draft), {"name": "Bo", "token": TOKEN})
    assert draft.seats.count() == 2
    phone.post(at("draft_begin", draft))
    rng = Random(5)
    seen: set[object] = set()
    while (state := drafting.state_of(draft)).stage is not Stage.DONE:
        seat = state.waiting_for[0]
        if (state.stage, seat) in seen:
            drafting.move(draft, state, rng)
            continue
        seen.add((state.stage, seat))
        between = phone.get(at("draft", draft)).content.decode()
        assert f"I am {state.players[seat - 1]}" in between
        hands = {key for hand in (*state.hands, *state.taken) for key in hand}
        assert not any(f'value="{key}"' in between for key in hands)
        assert phone.get(f"{at('draft', draft)}?seat={seat}").status_code == 200
        phone.post(at("draft_move", draft), drafting.choice(state, seat, rng))
    assert "Deck of Bo" in phone.get(at("draft", draft)).content.decode()


def test_players_join_by_the_link_until_the_draft_begins_or_is_full() -> None:
    host = factories.person("Ada")
    draft = drafting.opened(host)
    link = reverse("draft_join", args=[draft.join_key])
    assert link in clients.client_of(host).get(at("draft", draft)).content.decode()
    guest = Client()
    assert "Ada" in guest.get(link).content.decode()
    for client in (guest, Client()):  # the same form sent twice, before its answer came
        client.post(link, {"name": "Bo", "token": TOKEN})
    assert [seat.name for seat in draft.seats.all()] == ["Ada", "Bo"]
    assert guest.get(link).headers["Location"] == at("draft", draft)
    for name in ("Cy", "Di"):
        Client().post(link, {"name": name, "token": f"{TOKEN}-{name}"})
    answer = Client().post(link, {"name": "Ed", "token": f"{TOKEN}-Ed"})
    assert answer.status_code == 422
    assert "All 4 seats of this draft are taken." in answer.content.decode()
    guest.post(at("draft_seats", draft), {"remove": str(draft.seats.get(name="Bo").pk)})
    assert [(seat.seat, seat.name) for seat in draft.seats.all()] == [
        (1, "Ada"),
        (2, "Cy"),
        (3, "Di"),
    ]
    assert Client().get(reverse("draft_join", args=["no-such-key"])).status_code == 404


def test_whoever_leaves_twice_takes_nobody_along() -> None:
    """The number of their seat is the next player's by then."""
    people = [factories.person(name) for name in ("Ada", "Bo", "Cy", "Di")]
    draft = drafting.opened(*people, names=("Ada", "Bo", "Cy", "Di"))
    phone, host = clients.client_of(people[1]), clients.client_of(people[0])
    seats = {seat.name: seat for seat in draft.seats.all()}
    url = at("draft_seats", draft)
    for _time in range(2):
        phone.post(url, {"remove": str(seats["Bo"].pk)})
        draft_leave(draft=draft, seat=seats["Bo"], person=people[1])  # both were let in before
    assert [seat.name for seat in draft.seats.all()] == ["Ada", "Cy", "Di"]
    assert (
        f'name="remove" value="{seats["Cy"].pk}"' in host.get(at("draft", draft)).content.decode()
    )
    for _time in range(2):
        host.post(url, {"remove": str(seats["Cy"].pk)})
    assert [(seat.seat, seat.name) for seat in draft.seats.all()] == [(1, "Ada"), (2, "Di")]


def test_nobody_but_the_host_removes_another_player() -> None:
    people = [factories.person(name) for name in ("Ada", "Bo", "Cy")]
    draft = drafting.opened(*people)
    third = draft.seats.get(name="Cy")
    sent = {"remove": str(third.pk)}
    assert clients.client_of(people[1]).post(at("draft_seats", draft), sent).status_code == 404
    draft_leave(draft=draft, seat=third, person=people[1])
    assert draft.seats.count() == 3


def test_a_form_sent_twice_signs_nobody_in_to_an_account() -> None:
    draft = drafting.opened(factories.person("Ada"))
    link = reverse("draft_join", args=[draft.join_key])
    sent = {"name": "Bo", "token": TOKEN}
    clients.client_of(factories.person("Bo", username="bo")).post(link, sent)
    stranger = Client()
    answer = stranger.post(link, sent)
    assert answer.status_code == 422
    assert "Somebody else has taken this seat." in answer.content.decode()
    assert "_auth_user_id" not in stranger.session
    assert [seat.name for seat in draft.seats.all()] == ["Ada", "Bo"]


def test_a_draft_does_not_begin_alone() -> None:
    host = factories.person("Ada")
    draft = drafting.opened(host)
    page = clients.client_of(host).post(at("draft_begin", draft), follow=True).content.decode()
    assert "A draft is for 2 to 6 players, not 1." in page
    assert not draft.facts.exists()


def test_anybody_opens_a_draft(client: Client) -> None:
    sent = {"name": "Ada", "edition": "first", "token": TOKEN}
    answer = client.post(reverse("drafts"), sent)
    draft = Draft.objects.get()
    assert answer.headers["Location"] == at("draft", draft)
    assert at("draft", draft) in client.get(reverse("drafts")).content.decode()
    client.post(at("draft_delete", draft))
    assert not Draft.objects.exists()


def test_a_draft_is_from_all_sets_at_the_table_whoever_owns_them(client: Client) -> None:
    sent = {"name": "Ada", "edition": "reborn", "token": TOKEN, "sets_first": ["ashes"]}
    boxes = ["reborn-master-set", "reborn-the-grave-king"]
    client.post(reverse("drafts"), sent | {"sets_reborn": boxes})
    assert Draft.objects.get().sets == boxes
    wrong = sent | {"token": f"{TOKEN}-2", "sets_reborn": ["no-such-set"]}
    assert client.post(reverse("drafts"), wrong).status_code == 422
    assert Draft.objects.count() == 1


def test_a_waiting_phone_is_told_when_nothing_has_happened() -> None:
    draft, phones = table(2)
    waits = phones[drafting.state_of(draft).waiting_for[1] - 1]
    url = polled(waits, draft)
    assert waits.get(url, headers=POLL).status_code == 204
    assert waits.get(url).status_code == 200


def test_a_waiting_phone_is_told_who_came_for_somebody_who_left() -> None:
    ada, bo, cy = (factories.person(name) for name in ("Ada", "Bo", "Cy"))
    draft, phone = drafting.opened(ada, bo), clients.client_of(ada)
    url = polled(phone, draft)
    draft_leave(draft=draft, seat=draft.seats.get(person=bo), person=bo)
    draft_join(draft=draft, person=cy, name="Cy")
    assert "<b>Cy</b>" in phone.get(url, headers=POLL).content.decode()


def test_the_phones_of_others_are_told_that_the_game_is_set_up() -> None:
    host, guest = factories.person("Ada"), factories.person("Bo")
    draft, phone = drafting.done(host, guest), clients.client_of(guest)
    url = polled(phone, draft)
    assert "Waiting for the host to set up the game." in phone.get(url).content.decode()
    assert phone.get(url, headers=POLL).status_code == 204
    clients.client_of(host).post(at("draft_play", draft))
    told = phone.get(url, headers=POLL).content.decode()
    assert f'href="{game_url(Game.objects.get())}"' in told
    assert "Waiting for the host" not in told
    assert "hx-get" not in told


def test_a_waiting_phone_without_a_place_is_sent_to_the_page_that_says_so() -> None:
    ada, bo = factories.person("Ada"), factories.person("Bo")
    draft, phone = drafting.opened(ada, bo), clients.client_of(bo)
    url, page = polled(phone, draft), at("draft", draft)
    draft_leave(draft=draft, seat=draft.seats.get(person=bo), person=ada)
    assert phone.get(url, headers=POLL).headers["HX-Redirect"] == page
    draft.delete()
    assert clients.client_of(ada).get(url, headers=POLL).headers["HX-Redirect"] == page
    assert phone.get(page).status_code == 404


def test_everybody_at_the_table_has_a_name_of_their_own() -> None:
    everything = [each.slug for each in selectors.catalogue().sets_of(Edition.FIRST)]
    host, name = factories.person("Ada"), f"{'x' * 58} 2"  # of the greatest length
    draft = draft_start(person=host, name=name, edition=Edition.FIRST, sets=everything)
    for _player in range(5):
        draft_join(draft=draft, person=host, name=name)
    names = set(draft.seats.values_list("name", flat=True))
    assert len(names) == 6
    assert max(map(len, names)) == sizes.PERSON_NAME


def test_a_card_that_cannot_be_one_is_not_repeated() -> None:
    draft, phones = table(2)
    mover = phones[drafting.state_of(draft).waiting_for[0] - 1]
    sent = {"stage": "phoenixborn", "card": "x" * 100_000}
    answer = mover.post(at("draft_move", draft), sent, follow=True)
    assert "xxx" not in answer.content.decode()
    assert draft.facts.count() == 1


def test_seats_go_over_to_an_account_and_from_a_deleted_one_to_the_host() -> None:
    host, guest = factories.person("Ada", username="ada"), factories.person("Bo")
    draft = drafting.begun(host, guest)
    account = factories.person("Bo", username="bo")
    person_merge(guest=guest, into=account)
    assert clients.client_of(account).get(at("draft", draft)).status_code == 200
    person_delete(person=account)
    assert "I am " in clients.client_of(host).get(at("draft", draft)).content.decode()
