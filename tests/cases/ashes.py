"""Ashes in the shared tests."""

from typing import Any

from campaign.models import Game
from campaign.rules.ashes.duel import DuelChoices, SeatChoice
from campaign.rules.ashes.moves import FirstChosen, PhaseEnded, Wounded
from campaign.rules.ashes.result import DuelResult
from campaign.rules.ashes.table import RoundPhase
from tests.cases.case import GameCase, OneOffCase, SecretsCase
from tests.tracker.ashes import decks, duels
from tests.tracker.security.canaries import called, renamed
from tests.tracker.security.rows import (
    EVERYBODY,
    HOSTED,
    ONE_KEEP,
    ONE_LOOK,
    OWN,
    SEATED,
    SIGNED_IN,
    Row,
    both,
    going,
    moved,
    reads,
    writes,
)


def planted(says: dict[str, Any]) -> dict[str, Any]:
    """Return the plan of a duel in which the name and every card of each deck is a canary."""
    seats, choices = [], []
    for number, seat in enumerate(says["setup"]["seats"], start=1):
        born, chosen = seat["deck"]["phoenixborn"], says["choices"]["seats"][number - 1]
        keys = (*seat["deck"]["cards"], *seat["conjurations"])
        ids = {key: f"canary-{number}-{place}" for place, key in enumerate(keys) if key != born}
        cards = [
            card if card["id"] == born else {**card, "id": ids[card["id"]], "name": called(number)}
            for card in seat["cards"]
        ]
        seat = {**renamed(seat, ids), "cards": cards, "name": called(number)}
        seat["deck"]["name"] = f"Canary {number} deck"
        if chosen.get("deck"):
            chosen = {**chosen, "deck": seat["deck"]}
        if seat.get("ready"):
            seat["ready"] = f"canary-{number}-ready"
        if chosen.get("ready"):
            chosen = {**chosen, "ready": seat["ready"]}
        seats.append(seat)
        choices.append(chosen)
    return {
        **says,
        "seed": "CANARY-SEED",
        "setup": {**says["setup"], "seats": seats},
        "choices": {**says["choices"], "seats": choices},
    }


def secret_duel() -> Game:
    """Return a duel of three, with a deck of somebody's own, a ready-made and a random one."""
    seats = (SeatChoice("Bo", deck=decks.whole()), SeatChoice("Cy", duels.SNAKES), SeatChoice("Di"))
    return duels.duel(choices=DuelChoices(seats, secret=True))


ONE_OFFS = {
    "ashes": OneOffCase(
        start={f"deck_{seat}": "random" for seat in (1, 2, 3, 4)},
        change={"deck_1": "ready:the-iron-men", "deck_2": "ready:the-mist-guardian"},
        result={"winner": "1", "ending": "destroyed", "life_2": "0", "player_1": "Zuza"},
        corrected={"winner": "draw", "life_2": "0"},
        wrong={"winner": "1", "life_1": "0"},
        said="Zuza won",
        said_corrected="A draw",
    ),
}
ROWS = {
    "duel_own_deck": both(("duel_code", "seat"), ONE_LOOK),
    "duel_counted": writes(("duel_code",), ONE_KEEP, ONE_LOOK),
    "duel_deck_pdf": reads(("duel_code", "seat"), ONE_LOOK),
    "duel_proxies_pdf": reads(("duel_code", "seat"), ONE_LOOK),
    # --- decks ---
    "decks": reads((), EVERYBODY),
    "deck_new": both((), EVERYBODY),
    "deck_import": both((), EVERYBODY),
    "card_sets": both((), EVERYBODY),
    "decks_export": reads((), SIGNED_IN),
    "cards": reads((), EVERYBODY),
    "card": reads(("edition", "card"), EVERYBODY),
    "ready_deck": reads(("ready",), EVERYBODY),
    "ready_deck_copy": writes(("ready",), EVERYBODY, EVERYBODY),
    "ready_deck_play": writes(("ready",), EVERYBODY, EVERYBODY),
    "shared_deck": reads(("deck_key",), EVERYBODY),
    "shared_deck_copy": writes(("deck_key",), EVERYBODY, EVERYBODY),
    "shared_deck_play": writes(("deck_key",), EVERYBODY, EVERYBODY),
    "deck": reads(("deck",), OWN),
    "deck_edit": both(("deck",), OWN),
    "deck_about": both(("deck",), OWN),
    "deck_own_cards": both(("deck",), OWN),
    "deck_copy": writes(("deck",), OWN, OWN),
    "deck_play": writes(("deck",), OWN, OWN),
    "deck_share": writes(("deck",), OWN, OWN),
    "deck_delete": writes(("deck",), OWN, OWN),
    "deck_restore": writes(("deleted_deck",), OWN, OWN),
    "deck_list": reads(("deck",), OWN),
    "deck_list_pdf": reads(("deck",), OWN),
    "deck_proxies_pdf": reads(("deck",), OWN),
    "deck_sleeve_pdf": reads(("deck",), OWN),
    "deck_ashes_live": reads(("deck",), OWN),
    "deck_json": reads(("deck",), OWN),
    "deck_hand": reads(("deck",), OWN),
    "deck_publish": both(("deck",), OWN),
    "deck_unpublish": writes(("deck",), OWN, OWN),
    "deck_history": reads(("deck",), OWN),
    "deck_version_restore": writes(("deck", "deck_revision"), OWN, OWN),
    "public_decks": reads((), EVERYBODY),
    "public_deck": reads(("public_deck",), EVERYBODY),
    "public_deck_copy": writes(("public_deck",), EVERYBODY, EVERYBODY),
    "public_deck_play": writes(("public_deck",), EVERYBODY, EVERYBODY),
    "public_deck_report": writes(("public_deck",), EVERYBODY, EVERYBODY),
    **{
        f"{kind}_{name}": reads((part,), EVERYBODY)
        for kind, part in (("ready", "ready"), ("shared", "deck_key"), ("public", "public_deck"))
        for name in (
            *("deck_list", "deck_json", "deck_hand", "deck_list_pdf", "deck_proxies_pdf"),
            *("deck_sleeve_pdf", "deck_ashes_live"),
        )
    },
    # --- drafts: its host is the keeper, and a player has a seat ---
    "drafts": both((), EVERYBODY),
    "draft": reads(("draft",), SEATED),
    "draft_begin": writes(("draft",), HOSTED, HOSTED),
    "draft_move": writes(("draft",), SEATED, SEATED),
    "draft_keep": writes(("draft",), SEATED, SEATED),
    "draft_play": writes(("draft",), SEATED, SEATED),
    "old_draft": Row(("old_draft",), read=going(SEATED), write=moved(SEATED)),
    "old_draft_page": Row(("old_draft", "old_draft_page"), read=going(SEATED), write=moved(SEATED)),
    "old_draft_join": reads(("old_draft_key",), going(EVERYBODY)),
}
CASE = GameCase(
    words=r"ashes|decks?|phoenixborns?|chimeras?|spellboards?|battlefields?",
    one_offs=ONE_OFFS,
    secrets=SecretsCase(
        secret_duel,
        planted,
        (FirstChosen(2), PhaseEnded(RoundPhase.PREPARATION), Wounded(1, 4)),
        DuelResult(1),
    ),
    rows=ROWS,
)
