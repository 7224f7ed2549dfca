"""Drafts for tests: opened, joined, begun, and played on by whoever is asked."""

from __future__ import annotations

from random import Random
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from campaign.models import Draft, Person
from campaign.rules.ashes.catalogue import DiceType, Edition
from campaign.rules.ashes.draft import Draft as DraftState
from campaign.rules.ashes.draft import Stage, deck_names, replay
from campaign.selectors import ashes as selectors
from campaign.services.ashes import drafts as services
from tracker.systems.ashes.drafts.forms import sent_move


def opened(*people: Person, names: tuple[str, ...] = ("Ada", "Bo", "Cy")) -> Draft:
    """Open a draft with a person a seat."""
    host, *others = people
    draft = services.draft_start(
        person=host, name=names[0], edition=Edition.FIRST, sets={"ashes"}, token=None
    )
    for person, name in zip(others, names[1:], strict=False):
        services.draft_join(draft=draft, person=person, name=name)
    return draft


def begun(*people: Person) -> Draft:
    """Begin a draft of these people; somebody alone plays for a second player too."""
    draft = opened(*people)
    if len(people) == 1:
        services.draft_join(draft=draft, person=people[0], name="Bo")
    services.draft_begin(draft=draft, rng=Random(7))
    return draft


def done(*people: Person) -> Draft:
    """Play a draft to its end."""
    draft, rng = begun(*people), Random(5)
    while (state := state_of(draft)).stage is not Stage.DONE:
        move(draft, state, rng)
    return draft


def move(draft: Draft, state: DraftState, rng: Random) -> None:
    """Let whoever is asked choose at random."""
    seat = state.waiting_for[0]
    sent = QueryDict(urlencode(choice(state, seat, rng), doseq=True))
    services.draft_move(draft=draft, move=sent_move(sent, seat))


def state_of(draft: Draft) -> DraftState:
    """Return how far a draft is, hands included."""
    return replay(selectors.draft_facts(draft))


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
