"""Two phones at one one-off game: who comes late hears what changed, by whom, and loses nothing."""

import pytest
from django.test import Client

from campaign.models import Game, Role
from campaign.rules.aeons_end.one_off.choices import Choices, SeatChoice
from campaign.services.one_offs import game_change, game_reopen, game_roll
from tests.campaign import factories
from tests.tracker import clients, one_offs
from tracker.forms.entry import EntryForm

pytestmark = pytest.mark.django_db

LOST = {"result": "loss", "gravehold_life": "0", "note": "Never again."}
CHOSEN = {"mages": "2", "difficulty": "expert", "way": "drawn", "seed": "9", "language": "en"}


def url_of(game: Game, page: str = "result") -> str:
    return f"/g/{game.code}/{page}"


def mate(game: Game, name: str = "Piotr") -> Client:
    """Return the browser of somebody whom the game is shared with."""
    return clients.member(one_offs.shared(game), Role.PLAYER, name)


def late(client: Client, game: Game, page: str, form: dict[str, str]) -> str:
    """Send what was opened before somebody else wrote; return the page that comes back."""
    answer = client.post(url_of(game, page), form)
    assert answer.status_code == 409
    return answer.content.decode()


def test_a_late_result_is_told_who_wrote_the_other_and_what_it_says() -> None:
    game = one_offs.game()
    mine, yours = one_offs.owner(game), mate(game)
    carried = clients.hidden_fields(mine, url_of(game))
    clients.send(yours, url_of(game), {"result": "win", "ending_win": "nemesis_defeated"})
    page = late(mine, game, "result", {**carried, **LOST})
    assert "Piotr entered a result meanwhile" in page
    assert "We won" in page
    assert "Never again." in page
    for same in ("The market is now", "The nemesis is now", "The mages are now"):
        assert same not in page


def test_what_came_late_is_sent_again_as_it_was_typed() -> None:
    game = one_offs.game()
    mine, yours = one_offs.owner(game), mate(game)
    carried = clients.hidden_fields(mine, url_of(game))
    clients.send(yours, url_of(game), {"result": "win"})
    answer = mine.post(url_of(game), {**carried, **LOST})
    again = {name: answer.context["form"][name].value() for name in ("revision", "token")}
    assert mine.post(url_of(game, "correct"), {**again, **LOST}).status_code == 302
    stored = one_offs.stored_record(game)
    assert stored.played is not None
    assert (stored.played.result.result, stored.note) == ("loss", "Never again.")
    assert game.changes.latest("pk").person == game.owner


def test_the_same_result_from_both_phones_is_one_result() -> None:
    game = one_offs.game()
    mine, yours = one_offs.owner(game), mate(game)
    carried = clients.hidden_fields(mine, url_of(game))
    clients.send(yours, url_of(game), {"result": "win"})
    answer = mine.post(url_of(game), {**carried, "result": "win"}, follow=True)
    assert answer.redirect_chain == [(f"/g/{game.code}/", 302)]
    assert "This game already has a result." in answer.content.decode()
    assert Game.objects.get().revision == 2


def test_the_same_result_with_another_note_is_shown_and_not_dropped() -> None:
    game = one_offs.game()
    mine, yours = one_offs.owner(game), mate(game)
    carried = clients.hidden_fields(mine, url_of(game))
    clients.send(yours, url_of(game), {"result": "win", "note": "Mine."})
    page = late(mine, game, "result", {**carried, "result": "win", "note": "What a night."})
    assert "What a night." in page


def test_a_result_of_a_game_that_was_laid_out_anew_hears_of_every_part_that_differs() -> None:
    game = one_offs.game(seed="1")
    carried = clients.hidden_fields(one_offs.owner(game), url_of(game))
    chosen = Choices(
        (SeatChoice(mage="gex"), SeatChoice(mage="mist")), nemesis="gate-witch", difficulty="expert"
    )
    game_change(game=game, revision=1, person=factories.person("Marek"), choices=chosen)
    page = late(one_offs.owner(game), game, "result", {**carried, **LOST})
    assert "Marek saved first" in page
    assert "The mages are now Gex and Mist." in page
    assert "The nemesis is now Gate Witch." in page
    assert "The difficulty is now Expert; each mage begins with 10 life." in page
    assert "The market is now" not in page  # the same seed draws the same one


def test_choices_that_come_late_stay_and_hear_of_the_roll() -> None:
    game = one_offs.game(seed="1")
    mine, yours = one_offs.owner(game), mate(game)
    carried = clients.hidden_fields(mine, url_of(game, "change"))
    game_roll(game=game, revision=1, person=game.owner)
    page = late(yours, game, "change", {**carried, **CHOSEN, "player_1": "Zuza"})
    assert "The market is now" in page
    assert "basic cards were re-rolled" in page
    assert 'value="Zuza"' in page


def test_choices_for_a_game_that_was_played_meanwhile_hear_of_its_result() -> None:
    game = one_offs.game()
    client = one_offs.owner(game)
    carried = clients.hidden_fields(client, url_of(game, "change"))
    one_offs.record(game)
    page = late(client, game, "change", {**carried, **CHOSEN})
    assert "Won: the nemesis fell." in page


def test_a_correction_hears_that_the_result_was_taken_back() -> None:
    game = one_offs.played()
    client = one_offs.owner(game)
    carried = clients.hidden_fields(client, url_of(game, "correct"))
    game_reopen(game=game, revision=2, person=None)
    page = late(client, game, "correct", {**carried, **LOST})
    assert "Somebody saved first" in page
    assert "The result was deleted." in page
    assert "Never again." in page


def test_a_correction_during_which_the_result_is_corrected_and_deleted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = one_offs.played()
    mine, yours = one_offs.owner(game), mate(game)
    carried = clients.hidden_fields(mine, url_of(game, "correct"))
    check = EntryForm.check

    def slowly(form: EntryForm) -> None:
        """Check a form while its photos are read, and somebody else is quicker."""
        monkeypatch.setattr(EntryForm, "check", check)
        clients.send(yours, url_of(game, "correct"), {"result": "loss", "note": "Lost."})
        clients.send(yours, url_of(game, "reopen"))
        check(form)

    monkeypatch.setattr(EntryForm, "check", slowly)
    page = late(mine, game, "correct", {**carried, **LOST})
    assert "Never again." in page
    assert not one_offs.is_played(game)


def test_ones_own_other_phone_is_not_called_somebody() -> None:
    game = one_offs.game()
    client = one_offs.owner(game)
    carried = clients.hidden_fields(client, url_of(game))
    clients.send(client, url_of(game), {"result": "win"})
    page = late(client, game, "result", {**carried, **LOST})
    assert "You entered a result meanwhile" in page


def test_a_roll_that_comes_late_says_who_changed_the_game() -> None:
    game = one_offs.game()
    mine, yours = one_offs.owner(game), mate(game)
    carried = clients.hidden_fields(mine, f"/g/{game.code}/")
    clients.send(yours, url_of(game, "roll"), {})
    page = late(mine, game, "roll", carried)
    assert "Piotr changed this game meanwhile (just now)" in page


def test_taking_back_what_somebody_corrected_meanwhile_names_them() -> None:
    game = one_offs.played()
    mine, yours = one_offs.owner(game), mate(game)
    carried = clients.hidden_fields(mine, url_of(game, "correct"))
    clients.send(yours, url_of(game, "correct"), LOST)
    answer = mine.post(url_of(game, "reopen"), carried, follow=True)
    assert "Piotr entered something meanwhile." in answer.content.decode()
    played = one_offs.stored_record(game).played
    assert played is not None
    assert played.result.result == "loss"


def test_a_late_result_is_shown_all_that_the_first_says_and_both_notes_are_kept() -> None:
    game = one_offs.game()
    mine, yours = one_offs.owner(game), mate(game)
    carried = clients.hidden_fields(mine, url_of(game))
    told = {"played_on": "2024-03-09", "minutes": "70", "note": "What a night.", "player_1": "Ola"}
    clients.send(yours, url_of(game), {"result": "loss", "gravehold_life": "0", **told})
    page = late(mine, game, "result", {**carried, **LOST})
    for said in ("9 March 2024", "70", "Ola", "What a night.\n\nNever again."):
        assert said in page


@pytest.mark.parametrize(
    "more", [{"minutes": "65"}, {"played_on": "2024-03-09"}, {"player_2": "Ola"}]
)
def test_the_same_result_with_more_to_say_is_shown_and_not_dropped(more: dict[str, str]) -> None:
    game = one_offs.game()
    mine, yours = one_offs.owner(game), mate(game)
    carried = clients.hidden_fields(mine, url_of(game))
    clients.send(yours, url_of(game), {"result": "win", "minutes": "70"})
    page = late(mine, game, "result", {**carried, "result": "win", **more})
    assert f'value="{next(iter(more.values()))}"' in page
