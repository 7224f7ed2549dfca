"""Drafts for tests: opened, joined, begun, and played on by whoever is asked."""

from __future__ import annotations

from random import Random
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from campaign.models import Game, Person
from campaign.rules.ashes.catalogue import DiceType, Edition
from campaign.rules.ashes.draft import Draft as DraftState
from campaign.rules.ashes.draft import Stage, deck_names
from campaign.selectors import ashes as selectors
from campaign.services.ashes import drafts as services
from campaign.services.games import change_undo
from campaign.services.seats import seat_take
from tracker.systems.ashes.drafts.forms import sent_move


def opened(*people: Person, names: tuple[str, ...] = ("Ada", "Bo", "Cy")) -> Game:
    """Open a draft with a person a seat."""
    host, *others = people
    draft = services.draft_start(
        person=host, name=names[0], edition=Edition.FIRST, sets={"ashes"}, token=None
    )
    for seat, (person, name) in enumerate(zip(others, names[1:], strict=False), start=2):
        key = draft.invite_key
        seat_take(game=draft, number=seat, person=person, key=key, name=name)
    return draft


def begun(*people: Person, names: tuple[str, ...] = ("Ada", "Bo", "Cy")) -> Game:
    """Begin a draft of these people; somebody alone plays for a second player too."""
    draft = opened(*people, names=names)
    if len(people) == 1:
        seat_take(game=draft, number=2, person=people[0], name="Bo")
    services.draft_begin(game=draft, person=people[0], rng=Random(7))
    return now(draft)


def done(*people: Person) -> Game:
    """Play a draft to its end."""
    draft, rng = begun(*people), Random(5)
    while (state := state_of(draft)).stage is not Stage.DONE:
        move(draft, state, rng)
    return now(draft)


def undone(*people: Person) -> Game:
    """Play a draft to its end, and take the decks back from the game."""
    draft = done(*people)
    change_undo(record=draft, person=people[0], revision=draft.revision)
    return now(draft)


def now(draft: Game) -> Game:
    """Return the game of a draft as it is now."""
    return Game.objects.get(pk=draft.pk)


def move(draft: Game, state: DraftState, rng: Random) -> None:
    """Let whoever is asked choose at random."""
    seat = state.waiting_for[0]
    sent = QueryDict(urlencode(choice(state, seat, rng), doseq=True))
    services.draft_move(game=draft, person=None, move=sent_move(sent, seat))


def state_of(draft: Game) -> DraftState:
    """Return how far a draft is, hands included."""
    position = selectors.draft_of(now(draft))
    assert position is not None
    return position.table


def choice(state: DraftState, seat: int, rng: Random) -> dict[str, Any]:
    """Return what a player sends who chooses at random."""
    sent: dict[str, Any] = {"seat": seat, "stage": state.stage.value, "round": state.round}
    match state.stage:
        case Stage.PHOENIXBORN:
            return sent | {"card": rng.choice(state.offered)}
        case Stage.CARDS:
            return sent | {"card": rng.choice(state.hands[seat - 1])}
        case Stage.DICE:
            two = rng.sample([each for each, n in state.piles.items() for _ in range(n)], 2)
            return sent | {f"d_{each.value}": two.count(each) for each in DiceType}
        case Stage.SWAP:
            mine, open_ = state.taken[seat - 1], state.revealed
            return sent | {"taken": rng.choice(open_), "left": rng.choice(mine)}
    return sent | {"five": rng.sample(deck_names(state, seat), 5)}
