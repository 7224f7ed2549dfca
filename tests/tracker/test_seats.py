"""Seats on phones: the invitation, who is let in and until when, and where the game is shown."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from campaign.models import Game, Person, Role, SeatOffer
from campaign.services.ashes.decks import deck_share
from campaign.services.live import table_open
from campaign.services.people import person_delete
from campaign.services.seats import invite_renew, seat_free, seat_take
from tests.addresses import game_at
from tests.campaign import factories
from tests.tracker import clients, one_offs
from tests.tracker.ashes import decks, duels
from tests.tracker.relic_nemesis import relic_games
from tracker.people import limits
from tracker.views import one_offs as one_off_views

pytestmark = pytest.mark.django_db

TOKEN = "a-form-of-its-own"


def invitation(game: Game) -> str:
    return reverse("invitation", args=[game.invite_key])


def at(name: str, game: Game, *args: object) -> str:
    return reverse(name, args=[game.code, *args])


def join(game: Game, seat: int, name: str, client: Client | None = None) -> Client:
    """Take a seat by the link; return the phone."""
    phone = client or Client()
    phone.post(invitation(game), {"name": name, "seat": seat, "token": f"{TOKEN}-{name}"})
    return phone


def text(phone: Client, url: str) -> str:
    return phone.get(url, follow=True).content.decode()


@pytest.mark.parametrize("make", [one_offs.game, duels.duel], ids=["co-operative", "duel"])
def test_a_phone_joins_any_game_by_its_link_without_an_account(make: type[Game]) -> None:
    game = make()
    owner = one_offs.owner(game)
    for page in ("seats", "live"):
        assert invitation(game) in text(owner, at(page, game))
    assert f"{at('seats', game)}#invite" in text(owner, at("game", game))
    phone = join(game, 2, "Bo")
    assert text(phone, at("game", game)).count("on this phone") == 1
    assert "Bo" in text(owner, at("game", game))
    assert phone.get(at("result", game)).status_code == 200
    assert phone.post(at("live_open", game)).status_code == 302
    assert "Live now" in text(phone, reverse("home"))
    assert "Live now" in text(owner, reverse("home"))


def test_the_game_of_the_evening_is_on_the_home_page_and_in_the_log_of_who_plays() -> None:
    game = one_offs.game()
    phone = join(game, 1, "Bo")
    assert at("game", game) in text(phone, reverse("home"))
    one_offs.record(game)
    assert at("game", game) in text(phone, reverse("log"))
    assert "Remove from my log" in text(phone, at("game", game))
    assert "The others keep the game" in text(phone, at("delete_game", game))
    phone.post(at("delete_game", game))
    assert at("game", game) not in text(phone, reverse("log"))
    assert phone.get(at("game", game)).status_code == 404
    assert Game.objects.filter(pk=game.pk).exists()


def test_who_watches_sees_the_game_and_changes_nothing() -> None:
    game = one_offs.game()
    phone = Client()
    assert phone.get(at("game", game)).status_code == 404
    phone.post(f"{invitation(game)}/watch")
    assert "_auth_user_id" not in phone.session  # no guest is made for that
    assert phone.get(at("game", game)).status_code == 200
    assert phone.get(at("seats", game)).status_code == 200
    assert invitation(game) not in text(phone, at("seats", game))
    assert "Invite the others" not in text(phone, at("game", game))
    for page in ("result", "change"):
        assert phone.get(at(page, game)).status_code == 403
    for button in ("roll", "live_open", "seat_take", "play_again"):
        assert phone.post(at(button, game)).status_code == 403
    invite_renew(game=game, owner=game.owner)
    closed = phone.get(at("game", game))
    assert closed.status_code == 403
    assert "The link to this game was replaced." in closed.content.decode()


@override_settings(RATE_LIMITS=True)
def test_a_wrong_or_revoked_link_leads_nowhere_and_many_are_counted() -> None:
    game, phone = one_offs.game(), Client()
    old = invitation(game)
    assert phone.get(old.lower()).status_code == 200  # it is typed in any letters
    one_offs.owner(game).post(at("invite_renew", game))
    game.refresh_from_db()
    assert phone.get(old).status_code == 404
    assert phone.get(invitation(game)).status_code == 200
    wrong = [phone.get(reverse("invitation", args=["A" * 12])).status_code for _ in range(40)]
    assert wrong[0] == 404
    assert wrong[-1] == 429


def test_a_form_sent_twice_makes_one_guest_and_the_slower_of_two_phones_is_told() -> None:
    game = one_offs.game()
    before = Person.objects.count()
    for phone in (Client(), Client()):  # the same form, before its answer came
        join(game, 1, "Bo", phone)
    assert Person.objects.count() == before + 1
    late = Client().post(invitation(game), {"name": "Cy", "seat": "1", "token": TOKEN})
    assert late.status_code == 422
    assert "this seat is taken" in late.content.decode()
    assert Person.objects.count() == before + 1


def test_whose_seat_was_freed_is_told_and_comes_back_by_the_link() -> None:
    game = one_offs.game()
    owner, phone = one_offs.owner(game), join(game, 2, "Bo")
    free = at("seat_free", game, 2)
    assert phone.post(free).status_code == 403  # nobody else frees a seat
    assert "Free the seat of Bo?" in text(owner, free)
    owner.post(free)
    told = phone.get(at("game", game))
    assert told.status_code == 403
    assert "Your seat in this game was freed." in told.content.decode()
    assert "The owner freed seat 2." in text(owner, at("game", game))
    join(game, 2, "Bo", phone)
    assert phone.get(at("game", game)).status_code == 200
    owner.post(free, {"bars": "on"})
    shut_out = phone.get(invitation(game))
    assert shut_out.status_code == 403
    assert "this link is closed to you" in shut_out.content.decode()
    assert phone.post(f"{invitation(game)}/watch").status_code == 403


def test_a_guest_without_a_name_goes_by_the_one_of_their_first_seat() -> None:
    guest = factories.person("")
    phone = clients.client_of(guest)
    game = one_offs.game(guest, mages=2)
    for seat, name in ((1, "Zuza"), (2, "Grandma")):
        phone.post(at("seat_take", game), {"name": name, "seat": seat, "token": f"{TOKEN}-{seat}"})
    guest.refresh_from_db()
    assert str(guest) == "Zuza"


def test_one_phone_plays_for_two_and_leaves_one_seat() -> None:
    game = one_offs.game(mages=3)
    phone = join(game, 1, "Bo")
    sent = {"name": "Ola", "seat": "2", "token": TOKEN}
    assert phone.post(at("seat_take", game), sent).status_code == 302
    assert text(phone, at("seats", game)).count("on this phone") == 2
    assert phone.post(at("seat_leave", game), {"seat": "3"}).status_code == 302  # not theirs
    phone.post(at("seat_leave", game), {"seat": "2"})
    assert [seat.number for seat in game.seats.exclude(person=None)] == [1]
    phone.post(at("seat_leave", game), {"seat": "1"})
    assert phone.get(at("game", game)).status_code == 404


def test_a_seat_is_taken_on_the_game_s_page_with_one_tap() -> None:
    game = one_offs.game(factories.person("Zuza"))
    owner = one_offs.owner(game)
    assert "Which seat is yours?" in text(owner, at("game", game))
    owner.post(at("seat_take", game), {"seat": "2", "token": TOKEN, "name": "Zuza"})
    assert [seat.name for seat in game.seats.all()] == ["Zuza"]
    assert "Which seat is yours?" not in text(owner, at("game", game))


@pytest.mark.parametrize("make", [one_offs.played, duels.played], ids=["co-operative", "duel"])
def test_playing_again_asks_the_same_people_who_sit_down_with_one_tap(make: type[Game]) -> None:
    game = make()
    bo = factories.person("Bo")
    seat_take(game=game, key=game.invite_key, number=1, person=game.owner, name="Ada")
    seat_take(game=game, key=game.invite_key, number=2, person=bo, name="Bruno")
    answer = clients.send(one_offs.owner(game), at("play_again", game), follow=True)
    assert "The others are asked on their phones" in answer.content.decode()
    again = Game.objects.exclude(pk=game.pk).get()
    seats = [(seat.number, seat.name, seat.person) for seat in again.seats.all()]
    assert seats == [(1, "Ada", game.owner), (2, "Bruno", None)]
    phone = clients.client_of(bo)
    assert phone.get(at("game", again)).status_code == 404  # nobody is seated unasked
    invitation = reverse("invitation", args=[again.invite_key])
    for page in (reverse("home"), at("game", game)):
        assert f'action="{invitation}"' in text(phone, page)
    phone.post(invitation, {"token": TOKEN, "name": "Bruno", "seat": "2"})
    assert again.seats.get(number=2).person == bo
    assert "was asked to take the same seat as before" in text(phone, at("game", again))
    assert "wants to play again" not in text(phone, reverse("home"))


def test_who_declines_is_asked_no_more_and_nobody_else_is_shown_the_offer() -> None:
    game, bo, cy = duels.played(), factories.person("Bo"), factories.person("Cy")
    seat_take(game=game, key=game.invite_key, number=2, person=bo, name="Bruno")
    clients.send(one_offs.owner(game), at("play_again", game))
    again = Game.objects.exclude(pk=game.pk).get()
    url = reverse("invitation_decline", args=[again.invite_key])
    clients.client_of(cy).post(url)
    phone = clients.client_of(bo)
    assert phone.get(url).status_code == 302  # a link that is followed declines nothing
    assert "wants to play again" in text(phone, reverse("home"))
    for who in (clients.client_of(cy), one_offs.owner(game)):
        assert "wants to play again" not in text(who, reverse("home"))
    phone.post(url)
    assert "wants to play again" not in text(phone, reverse("home"))


@override_settings(RATE_LIMITS=True)
def test_games_to_play_again_are_counted_per_person_and_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(one_off_views, "AGAIN_FROM", replace(limits.AGAIN_FROM, capacity=13))
    game, bo = duels.played(), factories.person("Bo")
    seat_take(game=game, key=game.invite_key, number=2, person=bo, name="Bruno")
    answers = [clients.send(clients.client_of(bo), at("play_again", game)) for _time in range(13)]
    assert [answer.status_code for answer in answers] == [302] * 12 + [429]
    owner, address = one_offs.owner(game), at("play_again", game)
    assert clients.send(owner, address).status_code == 302
    assert clients.send(owner, address).status_code == 429  # one network asks no more
    owner.defaults["REMOTE_ADDR"] = "198.51.100.7"
    assert clients.send(owner, address).status_code == 302


def test_what_somebody_starts_who_was_barred_does_not_reach_who_barred_them() -> None:
    game, bo = duels.played(), factories.person("Bo")
    owner = game.owner
    seat_take(game=game, key=game.invite_key, number=1, person=owner, name="Ada")
    seat_take(game=game, key=game.invite_key, number=2, person=bo, name="Bo")
    clients.send(clients.client_of(bo), at("play_again", game))
    copy = Game.objects.exclude(pk=game.pk).get()
    seat_take(game=copy, key=copy.invite_key, number=1, person=owner, name="Ada")
    clients.send(clients.client_of(bo), at("play_again", copy))
    assert "Bo wants to play again" in text(one_offs.owner(game), reverse("home"))
    seat_free(game=game, number=2, owner=owner, bars=True)
    assert "wants to play again" not in text(one_offs.owner(game), reverse("home"))
    invite_renew(game=game, owner=owner)  # others get a new link; Bo is no friend for it
    clients.send(clients.client_of(bo), at("play_again", copy))
    assert "wants to play again" not in text(one_offs.owner(game), reverse("home"))
    assert SeatOffer.objects.filter(person=owner).count() == 1  # the one before


def test_playing_again_tells_of_no_seats_where_nobody_had_one() -> None:
    game = one_offs.game()
    client, url = one_offs.owner(game), at("play_again", game)
    sent = clients.fresh_fields(url)
    for _tap in range(2):
        client.post(url, sent)
    again = Game.objects.exclude(pk=game.pk).get()
    assert again.changes.count() == 1
    assert "same seat as before" not in text(client, at("game", again))


def test_a_game_whose_owner_is_gone_can_be_taken_over_and_outlives_an_account() -> None:
    game = one_offs.game()
    phone = join(game, 1, "Bo")
    over = "Take the game over"
    assert over not in text(phone, at("seats", game))
    Game.objects.update(created_at=timezone.now() - timedelta(hours=2))
    game.changes.update(at=timezone.now() - timedelta(hours=2))
    assert over in text(phone, at("seats", game))
    person_delete(person=game.owner)
    assert phone.get(at("seats", game)).status_code == 200
    assert over not in text(phone, at("seats", game))  # it is theirs already


def test_a_live_game_ends_for_who_is_removed() -> None:
    game = one_offs.game()
    phone = join(game, 1, "Bo")
    table_open(game=game, person=None)
    assert phone.get(at("live_state", game)).status_code == 200
    seat_free(game=game, number=1, owner=game.owner)
    for page in ("live_state", "live_events", "live"):
        assert phone.get(at(page, game)).status_code == 403


def test_everybody_in_a_campaign_sees_that_a_game_is_live() -> None:
    campaign = factories.planned_campaign()
    viewer = clients.member(campaign, Role.READER)
    pages = [game_at(campaign, 1, name) for name in ("game", "setup")]
    pages += [reverse("campaign", args=[campaign.code]), reverse("home")]
    live = game_at(campaign, 1, "live")
    for phone in (viewer, clients.keeper(campaign)):
        assert not [page for page in pages if "Live now" in text(phone, page)]
    table_open(game=factories.game_of_campaign(campaign, 1), person=None)
    for phone in (viewer, clients.keeper(campaign)):
        assert all("Live now" in text(phone, page) for page in pages)
        assert all(live in text(phone, page) for page in pages)


def test_a_player_takes_a_mage_and_everything_else_stays() -> None:
    game = one_offs.game()
    phone = join(game, 2, "Bo")
    before = one_offs.setup(game)
    url = at("seat_choose", game, 2)
    form = text(phone, url)
    taken = before.mats[0].mage
    assert f'value="{taken}"' not in form  # the other has it
    offered = [key for key in re.findall(r'<option value="([^"]+)"', form) if key != taken]
    wanted = next(key for key in offered if key != before.mats[1].mage)
    clients.send(phone, url, {"mage": wanted})
    game.refresh_from_db()
    after = one_offs.setup(game)
    assert [mat.mage for mat in after.mats] == [taken, wanted]
    assert (after.nemesis, after.market) == (before.nemesis, before.market)
    assert phone.get(at("seat_choose", game, 1)).status_code == 302  # not their seat


@pytest.mark.parametrize("is_secret", [False, True])
def test_a_player_brings_a_deck_of_their_own(is_secret: bool) -> None:
    game = duels.duel()
    phone = join(game, 2, "Bo")
    bo = game.seats.get(number=2).person
    assert bo is not None
    mine = decks.saved(bo)
    url = at("seat_choose", game, 2)
    assert "Iron, but better" in text(phone, url)
    assert "Iron, but better" not in text(one_offs.owner(game), at("change", game))
    clients.send(
        phone, url, {"deck": f"own:{mine.code}", **({"secret": "on"} if is_secret else {})}
    )
    # The First Five are a player's own secret, in an open duel too.
    assert reverse("duel_own_deck", args=[game.code, 2]) in text(phone, at("game", game))
    choices = one_offs.stored_record(game).planned.choices
    assert (choices.seats[1].deck.name, choices.secret) == ("Iron, but better", is_secret)
    shown = "Iron, but better" in text(one_offs.owner(game), at("game", game))
    assert shown is not is_secret


def test_a_deck_is_played_from_its_page() -> None:
    ada = factories.person("Ada")
    saved, phone = decks.saved(ada), clients.client_of(ada)
    assert "Play this deck" in text(phone, reverse("deck", args=[saved.code]))
    form = {"token": "one tap only"}
    for _tap in range(2):  # the second one finds the game of the first
        answer = phone.post(reverse("deck_play", args=[saved.code]), form, follow=True)
    page = answer.content.decode()
    game = Game.objects.get()
    assert invitation(game) in page
    assert [(seat.number, seat.person) for seat in game.seats.all()] == [(1, ada)]


def test_a_ready_made_deck_is_played_from_its_page_by_anybody() -> None:
    phone = clients.client_of(None)
    assert "Play this deck" in text(phone, reverse("ready_deck", args=["the-iron-men"]))
    form = {"token": "one tap only"}
    page = phone.post(reverse("ready_deck_play", args=["the-iron-men"]), form, follow=True)
    game = Game.objects.get()
    assert invitation(game) in page.content.decode()
    assert one_offs.stored_record(game).planned.choices.seats[0].ready == "the-iron-men"
    assert game.seats.get(number=1).person == game.owner


def test_a_shared_deck_is_played_in_secret() -> None:
    ada, bo = factories.person("Ada"), factories.person("Bo")
    saved, phone = decks.saved(ada), clients.client_of(bo)
    deck_share(saved=saved, shared=True)
    saved.refresh_from_db()
    url = reverse("shared_deck_play", args=[saved.share_key])
    phone.post(url, {"token": "one tap only"})
    game = Game.objects.get()
    choices = one_offs.stored_record(game).planned.choices
    assert (game.owner, choices.seats[0].deck.name) == (bo, "Iron, but better")
    assert choices.secret
    assert phone.post(url).headers["Location"] == reverse("shared_deck", args=[saved.share_key])


def test_a_player_names_their_character() -> None:
    game = relic_games.dealt()
    phone = join(game, 3, "Bo")
    clients.send(phone, at("seat_choose", game, 3), {"character": "Old Mira"})
    assert "Old Mira" in text(phone, at("game", game))
    nemesis = join(game, 1, "Cy")
    assert at("relic_deal", game, 1) in text(nemesis, at("game", game))
    assert nemesis.get(at("seat_choose", game, 1)).status_code == 302  # it keeps a sheet
