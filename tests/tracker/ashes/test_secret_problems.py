"""What is wrong with a secret deck is a secret too."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaign.models import Fact
from campaign.rules.ashes import systems as ashes
from campaign.rules.ashes.catalogue import CardType
from campaign.rules.ashes.deck import OwnCard
from campaign.rules.ashes.duel import DuelChoices, SeatChoice
from tests.tracker import clients
from tests.tracker.ashes import decks, duels
from tests.tracker.security.canaries import found_in, text_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("is_redacted", [True, False])
def test_what_is_wrong_with_a_secret_deck_is_told_to_nobody_else(
    monkeypatch: pytest.MonkeyPatch, is_redacted: bool
) -> None:
    own = OwnCard("Canary 1 hound", CardType.ALLY)
    deck = decks.whole(cards={**decks.whole().cards, own.key: 5}, own=(own,))
    seats = (SeatChoice("Bo", deck=deck), SeatChoice("Cy", duels.SNAKES))
    game = duels.duel(choices=DuelChoices(seats, reason="ours", secret=True))
    # As if it had come before that was wrong: no reason lets it be.
    fact = Fact.objects.get(game=game)
    fact.payload["choices"].pop("reason")
    fact.save()
    game.refresh_from_db()
    if not is_redacted:
        monkeypatch.setattr(ashes.Duels, "redact_problems", lambda _self, found, _sent: found)
    url = reverse("change", args=[game.code])
    form = {"deck_1": "kept:1", "deck_2": "kept:2", "secret": "on", "language": "en", "reason": ""}
    answer = clients.send(clients.client_of(game.owner), url, form)
    assert answer.status_code == 422
    assert found_in(text_of(answer)) == (set() if is_redacted else {"1"})
