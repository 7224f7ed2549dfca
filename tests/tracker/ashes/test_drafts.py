"""The draft on phones: who joins, what each phone is sent, and what comes of a pick."""

import re
from dataclasses import replace
from html import unescape
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import DraftLink, Game, LiveMove, LiveTable, Person, SavedDeck
from campaign.rules.ashes.catalogue import Edition
from campaign.rules.ashes.draft import Draft as DraftState
from campaign.rules.ashes.draft import Stage, deck_names
from campaign.rules.ashes.draft_pool import draft_pool
from campaign.rules.ashes.duel import SeatChoice
from campaign.rules.ashes.result import DuelResult
from campaign.rules.core.facts import Played
from campaign.rules.core.problems import RulesError
from campaign.selectors import ashes as selectors
from campaign.selectors.seats import seats_of
from campaign.selectors.seeing import audience_of, game_setup, seen_facts
from campaign.services.ashes.drafts import draft_start
from campaign.services.games import change_undo, game_record
from campaign.services.merging import person_merge
from campaign.services.one_offs import game_change
from campaign.services.people import person_delete
from campaign.services.seats import invite_renew, seat_leave, seat_take
from tests.campaign import factories
from tests.marks import thorough
from tests.tracker import clients
from tests.tracker.ashes import drafting
from tests.tracker.clients import Answer
from tests.tracker.sheets.reading import text_of
from tracker.systems.ashes.words.terms import card_name

pytestmark = pytest.mark.django_db
TOKEN = "a-token-of-a-form"
BY_HTMX = {"HX-Request": "true"}


def at(name: str, draft: Game) -> str:
    return reverse(name, args=[draft.code])


def own_deck(draft: Game, seat: int) -> str:
    return reverse("duel_own_deck", args=[draft.code, seat])


def page(phone: Client, url: str) -> str:
    answer = phone.get(url)
    assert answer.status_code == 200
    return answer.content.decode()


def table(count: int = 3) -> tuple[Game, list[Client]]:
    """Return a draft that has begun, and a phone a player."""
    people = [factories.person(name) for name in ("Ada", "Bo", "Cy")[:count]]
    return drafting.begun(*people), [clients.client_of(person) for person in people]


def part_of(phone: Client, draft: Game) -> str:
    """Return the URL that a waiting phone asks again after a change."""
    found = re.search(r'data-page="([^"]+)"', phone.get(at("draft", draft)).content.decode())
    assert found is not None
    return unescape(found[1])


def play_on(draft: Game, until: Stage, rng: Random) -> DraftState:
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
    assert Game.objects.get().owner == Person.objects.get()


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
    assert LiveMove.objects.filter(kind="draft_card").count() == 2


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
    assert not LiveMove.objects.exists()


def test_a_waiting_phone_says_who_has_picked_and_shows_the_own_picks() -> None:
    draft, phones = table()
    state = play_on(draft, Stage.CARDS, Random(3))
    picked = drafting.choice(state, 3, Random(1))
    phones[2].post(at("draft_move", draft), picked)
    page = phones[2].get(at("draft", draft)).content.decode()
    assert "Waiting for Ada and Bo." in page
    players = re.findall(r'<li class="drafter.*?</li>', page, re.DOTALL)
    assert [("choosing" in each, "has chosen" in each) for each in players] == [
        *[(True, False)] * 2,
        (False, True),
    ]
    born = state.phoenixborn[2]
    assert born is not None
    own = page[page.index('id="taken"') :]
    assert own.index(card_name(born)) < own.index(card_name(picked["card"]))


@pytest.mark.parametrize("stage", [Stage.SWAP, Stage.FIRST_FIVE])
def test_who_has_swapped_or_chosen_five_still_sees_the_own_cards(stage: Stage) -> None:
    draft, phones = table()
    state = play_on(draft, stage, Random(3))
    seat = state.awaited[0]
    phones[seat - 1].post(at("draft_move", draft), drafting.choice(state, seat, Random(1)))
    page = phones[seat - 1].get(at("draft", draft)).content.decode()
    own = unescape(page[page.index('id="taken"') :])
    assert all(card_name(key) in own for key in deck_names(drafting.state_of(draft), seat))
    assert ('id="face-up"' in page) == (stage is Stage.SWAP)
    assert own.count("First Five") == (5 if stage is Stage.FIRST_FIVE else 0)


def test_a_draft_says_how_many_seats_are_taken_and_no_seed() -> None:
    ada, bo = factories.person("Ada"), factories.person("Bo")
    draft, phone = drafting.opened(ada, bo), clients.client_of(ada)
    game = reverse("game", args=[draft.code])
    assert "2 of 4 seats taken" in phone.get(at("draft", draft)).content.decode()
    assert "2 of 4 seats taken" in phone.get(game).content.decode()
    phone.post(at("draft_begin", draft))
    page = phone.get(game).content.decode()
    assert "2 players" in page
    assert "Seed" not in page


def test_whoever_is_not_asked_cannot_move_and_nobody_moves_for_another() -> None:
    draft, phones = table(2)
    state = drafting.state_of(draft)
    early = state.waiting_for[1]
    sent = {"stage": "phoenixborn", "card": state.offered[0], "seat": state.waiting_for[0]}
    page = phones[early - 1].post(at("draft_move", draft), sent, follow=True).content.decode()
    assert "It is not your turn yet." in page
    assert not LiveMove.objects.exists()


def test_strangers_find_no_draft() -> None:
    draft, _phones = table(2)
    for client in (Client(), clients.stranger()):
        assert client.get(at("draft", draft)).status_code == 404
        for name in ("draft_move", "draft_begin", "draft_keep", "draft_play"):
            assert client.post(at(name, draft)).status_code == 404


def test_drafted_decks_are_kept_and_the_game_goes_on_with_them() -> None:
    draft, phones = table()
    play_on(draft, Stage.DONE, Random(3))
    for _time in range(2):
        phones[1].post(at("draft_keep", draft), {"seat": 2})
    saved = SavedDeck.objects.get()
    assert selectors.decks_of(saved.owner)[0].is_playable
    game = Game.objects.get()
    assert [seat.name for seat in game.seats.exclude(person=None)] == ["Ada", "Bo", "Cy"]
    url = reverse("game", args=[game.code])
    assert f'href="{url}"' in phones[2].get(at("draft", draft)).content.decode()
    assert [phone.get(url).status_code for phone in phones] == [200, 200, 200]
    assert phones[1].get(reverse("result", args=[game.code])).status_code == 200
    own = phones[1].get(reverse("duel_own_deck", args=[game.code, 2])).content.decode()
    assert f'href="{at("draft", draft)}?seat=2"' in own  # where it is kept, later too
    assert clients.stranger().get(url).status_code == 404


@pytest.mark.parametrize("seats", [2, 4])
def test_a_game_goes_on_after_its_draft_with_fewer_or_more_players(seats: int) -> None:
    draft, phones = table(3)
    play_on(draft, Stage.DONE, Random(3))
    if seats < 3:
        seat_leave(game=draft, number=3, person=draft.seats.get(number=3).person)
    draft.refresh_from_db()
    choices = seen_facts(draft, audience_of(draft, {1})).planned.choices
    new = (*choices.seats, SeatChoice("Di"))[:seats]
    changed = replace(choices, seats=new)
    game_change(game=draft, choices=changed, revision=draft.revision, person=draft.owner)
    draft.refresh_from_db()
    keep, di = at("draft_keep", draft), factories.person("Di")
    if seats > 3:  # who comes later has drafted nothing
        seat_take(game=draft, key=draft.invite_key, number=4, person=di)
        late = clients.client_of(di)
        assert at("draft", draft) not in page(late, own_deck(draft, 4))
        assert keep not in page(late, at("draft", draft))
        late.post(keep, {"seat": "4"})
        assert not SavedDeck.objects.exists()
    for number, phone in enumerate(phones[:seats], start=1):
        assert f'"{at("draft", draft)}?seat={number}"' in page(phone, own_deck(draft, number))
        assert keep in page(phone, at("draft", draft))


def test_the_end_of_a_draft_can_be_undone_and_done_again() -> None:
    ada, bo = factories.person("Ada"), factories.person("Bo")
    draft = drafting.done(ada, bo)
    phone, game = clients.client_of(ada), reverse("game", args=[draft.code])
    setup = game_setup(draft)
    change_undo(record=draft, person=ada, revision=draft.revision)
    assert selectors.draft_choice(drafting.now(draft)) is not None
    assert at("draft", draft) in phone.get(game).content.decode()
    assert "Set up the game" in phone.get(at("draft", draft)).content.decode()
    phone.post(at("draft_play", draft))
    assert game_setup(drafting.now(draft)) == setup


def test_whoever_undoes_the_beginning_is_in_the_lobby_again() -> None:
    ada, bo = factories.person("Ada"), factories.person("Bo")
    draft = drafting.begun(ada, bo)
    phone = clients.client_of(ada)
    change_undo(record=draft, person=ada, revision=draft.revision)
    assert "Start the draft" in phone.get(at("draft", draft)).content.decode()
    refused = phone.post(at("draft_move", draft), {"seat": 1, "stage": "phoenixborn", "card": "x"})
    assert refused.status_code == 302
    phone.post(at("draft_begin", draft))
    assert drafting.state_of(draft).stage is Stage.PHOENIXBORN


@pytest.mark.parametrize("name", ["live", "result", "change"])
def test_nothing_is_played_or_changed_while_decks_are_drafted(name: str) -> None:
    ada, bo = factories.person("Ada"), factories.person("Bo")
    draft = drafting.begun(ada, bo)
    phone = clients.client_of(ada)
    answer = phone.get(reverse(name, args=[draft.code]))
    assert answer.status_code == 302
    result = Played(DuelResult(1), ("Ada", "Bo"))
    with pytest.raises(RulesError) as refused:
        game_record(game=draft, revision=draft.revision, person=ada, played=result)
    assert [problem.code for problem in refused.value.problems] == ["draft.unfinished"]
    phone.post(reverse("live_open", args=[draft.code]))
    assert not LiveTable.objects.filter(phase="").exists()


@pytest.mark.parametrize("face", ["", "sheet.json", "export", "sheet.pdf"])
def test_a_drafted_deck_is_its_players_secret_until_the_game_is_over(face: str) -> None:
    draft, phones = table()
    state = play_on(draft, Stage.DONE, Random(3))
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
    link = reverse("invitation", args=[draft.invite_key])
    new = Client()
    phones[0].post(reverse("seat_free", args=[draft.code, 2]))
    told = phones[1].get(at("draft", draft))
    assert told.status_code == 403
    assert "Your seat in this game was freed." in told.content.decode()
    assert new.post(link, {"seat": "1", "token": TOKEN}).status_code == 422  # that is not free
    answer = new.post(link, {"seat": "2", "name": "Bo", "token": TOKEN})
    assert answer.headers["Location"] == at("draft", draft)
    hand = new.get(at("draft", draft)).content.decode()
    assert all(f'value="{key}"' in hand for key in state.hands[1])


def test_only_the_owner_frees_a_seat_while_the_draft_goes_on() -> None:
    """Else any player could take another's hand with a second browser."""
    draft, phones = table()
    for seat in (1, 3):
        answer = phones[1].post(reverse("seat_free", args=[draft.code, seat]))
        assert answer.status_code == 403
    assert not draft.seats.filter(person=None).exists()


def test_an_owner_reads_no_deck_in_the_draft_once_it_is_played_with() -> None:
    """A seat that they free then is played by nobody: whoever had it is told, and can come back."""
    draft, phones = table()
    state = play_on(draft, Stage.DONE, Random(3))
    phones[0].post(reverse("seat_free", args=[draft.code, 2]))
    theirs = {card_name(key) for key in deck_names(state, 2)} - {
        card_name(key) for key in deck_names(state, 1)
    }
    page = unescape(phones[0].get(f"{at('draft', draft)}?seat=2").content.decode())
    assert not [name for name in theirs if f">{name}<" in page]


def test_the_owner_plays_a_seat_that_is_free() -> None:
    draft, phones = table(2)
    state = play_on(draft, Stage.CARDS, Random(3))
    phones[0].post(reverse("seat_free", args=[draft.code, 2]))
    page = phones[0].get(f"{at('draft', draft)}?seat=2").content.decode()
    assert all(f'value="{key}"' in page for key in state.hands[1])


def test_whoever_watches_sees_who_chooses_and_no_hand() -> None:
    draft, _phones = table(2)
    state = play_on(draft, Stage.CARDS, Random(3))
    watcher = Client()
    watcher.post(reverse("invitation_watch", args=[draft.invite_key]))
    answer = watcher.get(at("draft", draft))
    assert "Waiting for " in answer.content.decode()
    everything = {key for hand in (*state.hands, *state.taken) for key in hand}
    assert not any(f'"{key}"' in answer.content.decode() for key in everything)
    assert watcher.post(at("draft_move", draft), {"seat": 1}).status_code == 403


def test_one_phone_goes_round_with_a_screen_between() -> None:
    host = factories.person("Ada")
    draft = drafting.opened(host)
    phone = clients.client_of(host)
    phone.post(reverse("seat_take", args=[draft.code]), {"seat": 2, "name": "Bo", "token": TOKEN})
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
        assert f"I am {('Ada', 'Bo')[seat - 1]}" in between
        hands = {key for hand in (*state.hands, *state.taken) for key in hand}
        assert not any(f'value="{key}"' in between for key in hands)
        assert phone.get(f"{at('draft', draft)}?seat={seat}").status_code == 200
        phone.post(at("draft_move", draft), drafting.choice(state, seat, rng))
    assert "Deck of Bo" in phone.get(at("draft", draft)).content.decode()


def test_players_join_by_the_link_of_the_game_and_sit_where_they_like() -> None:
    host = factories.person("Ada")
    draft = drafting.opened(host)
    link, phone = reverse("invitation", args=[draft.invite_key]), clients.client_of(host)
    assert link in phone.get(at("draft", draft)).content.decode()
    guest = Client()
    answer = guest.post(link, {"seat": "4", "name": "Bo", "token": TOKEN})
    assert answer.headers["Location"] == at("draft", draft)
    assert "Waiting for the host to start." in guest.get(at("draft", draft)).content.decode()
    phone.post(at("draft_begin", draft))
    assert [(seat.number, seat.name) for seat in draft.seats.all()] == [(1, "Ada"), (2, "Bo")]
    assert drafting.state_of(draft).players == 2


def test_a_seat_that_was_left_before_the_beginning_falls_away() -> None:
    people = [factories.person(name) for name in ("Ada", "Bo", "Cy")]
    draft = drafting.opened(*people)
    phone = clients.client_of(people[1])
    for _time in range(2):
        phone.post(reverse("seat_leave", args=[draft.code]), {"seat": 2})
    for _time in range(2):
        clients.client_of(people[0]).post(at("draft_begin", draft))
    assert [(seat.number, seat.name) for seat in draft.seats.all()] == [(1, "Ada"), (2, "Cy")]
    assert drafting.now(draft).changes.filter(kind="change").count() == 1


@pytest.mark.parametrize("sets", [["ashes"], ["ashes", "the-young-ruler"]])
def test_as_many_can_join_as_the_sets_suffice_for(sets: list[str]) -> None:
    game = draft_start(person=factories.person("Ada"), name="Ada", edition=Edition.FIRST, sets=sets)
    assert (
        len(seats_of(game)) == draft_pool(selectors.catalogue(), Edition.FIRST, sets).most_players
    )


def test_a_draft_does_not_begin_alone() -> None:
    host = factories.person("Ada")
    draft = drafting.opened(host)
    page = clients.client_of(host).post(at("draft_begin", draft), follow=True).content.decode()
    assert "A draft is for 2 to 6 players, not 1." in page
    assert selectors.draft_of(drafting.now(draft)) is None


def test_anybody_opens_a_draft(client: Client) -> None:
    sent = {"name": "Ada", "edition": "first", "token": TOKEN}
    answer = client.post(reverse("drafts"), sent)
    draft = Game.objects.get()
    assert answer.headers["Location"] == at("draft", draft)
    assert at("draft", draft) in client.get(reverse("drafts")).content.decode()
    client.post(reverse("drafts"), sent)  # twice
    assert Game.objects.count() == 1


def test_a_draft_is_from_all_sets_at_the_table_whoever_owns_them(client: Client) -> None:
    sent = {"name": "Ada", "edition": "reborn", "token": TOKEN, "sets_first": ["ashes"]}
    boxes = ["reborn-master-set", "reborn-the-grave-king"]
    client.post(reverse("drafts"), sent | {"sets_reborn": boxes})
    choice = selectors.draft_choice(Game.objects.get())
    assert choice is not None
    assert list(choice.sets) == boxes
    wrong = sent | {"token": f"{TOKEN}-2", "sets_reborn": ["no-such-set"]}
    assert client.post(reverse("drafts"), wrong).status_code == 422
    assert Game.objects.count() == 1


def test_a_waiting_phone_is_told_when_nothing_has_happened() -> None:
    draft, phones = table(2)
    waits = phones[drafting.state_of(draft).waiting_for[1] - 1]
    url = part_of(waits, draft)
    assert waits.get(url, headers=BY_HTMX).status_code == 204
    assert waits.get(url).status_code == 200


def test_a_waiting_phone_is_told_who_came_for_somebody_who_left() -> None:
    ada, bo, cy = (factories.person(name) for name in ("Ada", "Bo", "Cy"))
    draft, phone = drafting.opened(ada, bo), clients.client_of(ada)
    url = part_of(phone, draft)
    seat_leave(game=draft, number=2, person=bo)
    seat_take(game=draft, number=2, person=cy, key=draft.invite_key, name="Cy")
    assert "Cy" in phone.get(url, headers=BY_HTMX).content.decode()


def test_a_waiting_phone_without_a_place_is_sent_to_the_page_that_says_so() -> None:
    ada, bo = factories.person("Ada"), factories.person("Bo")
    draft, phone = drafting.opened(ada, bo), clients.client_of(bo)
    url, page = part_of(phone, draft), at("draft", draft)
    seat_leave(game=draft, number=2, person=bo)
    assert phone.get(url, headers=BY_HTMX).headers["HX-Redirect"] == page
    assert phone.get(page).status_code == 404
    draft.delete()
    assert clients.client_of(ada).get(url, headers=BY_HTMX).headers["HX-Redirect"] == page


def test_a_card_that_cannot_be_one_is_not_repeated() -> None:
    draft, phones = table(2)
    mover = phones[drafting.state_of(draft).waiting_for[0] - 1]
    sent = {"stage": "phoenixborn", "card": "x" * 100_000}
    answer = mover.post(at("draft_move", draft), sent, follow=True)
    assert "xxx" not in answer.content.decode()
    assert not LiveMove.objects.exists()


def test_seats_go_over_to_an_account_and_from_a_deleted_one_to_the_host() -> None:
    host, guest = factories.person("Ada", username="ada"), factories.person("Bo")
    draft = drafting.begun(host, guest)
    account = factories.person("Bo", username="bo")
    person_merge(guest=guest, into=account)
    assert clients.client_of(account).get(at("draft", draft)).status_code == 200
    person_delete(person=account)
    assert "I am " in clients.client_of(host).get(at("draft", draft)).content.decode()


# --- the addresses that drafts had before they were games ---


def linked(draft: Game, **more: str) -> DraftLink:
    return DraftLink.objects.create(game=draft, code="OLDDRAFT", join_key="old-key", **more)


def test_old_addresses_lead_to_the_draft_whoever_may_be_there() -> None:
    draft, phones = table(2)
    linked(draft)
    for rest, page in (("", "draft"), ("/move", "draft_move"), ("/seats", "draft")):
        url = f"/drafts/olddraft{rest}"
        assert phones[0].get(url).headers["Location"] == at(page, draft)
        assert clients.stranger().get(url).status_code == 404
    sent = phones[0].post("/drafts/olddraft/move", {"seat": 1})
    assert (sent.status_code, sent.headers["Location"]) == (308, at("draft_move", draft))
    assert Client().get("/drafts/NODRAFT1").status_code == 404


def test_an_old_invitation_leads_to_the_new_one_until_that_is_replaced() -> None:
    draft, _phones = table(2)
    linked(draft, invite_key=str(draft.invite_key))
    invited = reverse("invitation", args=[draft.invite_key])
    assert Client().get("/drafts/join/old-key").headers["Location"] == invited
    owner = draft.owner
    assert owner is not None
    invite_renew(game=draft, owner=owner)
    assert Client().get("/drafts/join/old-key").status_code == 404
    assert clients.client_of(owner).get("/drafts/join/old-key").status_code == 302
    assert Client().get("/drafts/join/no-such-key").status_code == 404
