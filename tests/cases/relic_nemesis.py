"""Relic: Nemesis in the shared tests."""

from typing import Any

from campaign.models import Game
from campaign.rules.relic_nemesis.moves import Dial, Turned
from campaign.rules.relic_nemesis.result import Ending, Result
from tests.cases.case import GameCase, OneOffCase, SecretsCase
from tests.tracker.relic_nemesis import relic_games
from tests.tracker.security.canaries import called
from tests.tracker.security.rows import ONE_LOOK, ONE_RECORD, Row, both, heard


def planted(says: dict[str, Any]) -> dict[str, Any]:
    """Return the plan of a hunt in which every sheet of a nemesis is a canary."""
    seats, places = [], []
    for number, seat in enumerate(says["setup"]["seats"], start=1):
        place = says["choices"]["places"][number - 1]
        ids = {sheet["id"]: f"canary-{number}-{n}" for n, sheet in enumerate(seat.get("dealt", ()))}
        sheets = [*seat.get("dealt", ()), *filter(None, [seat.get("kept")])]
        for sheet in sheets:
            sheet.update(id=ids[sheet["id"]], name=called(number), space=called(number))
        seats.append(seat)
        places.append({**place, "kept": ids[place["kept"]]} if place.get("kept") else place)
    return {
        **says,
        "seed": "CANARY-SEED",
        "setup": {**says["setup"], "seats": seats},
        "choices": {**says["choices"], "places": places},
    }


def dealt() -> Game:
    """Return a hunt in which one of two nemeses has kept a sheet."""
    return relic_games.keep(relic_games.dealt(), 1)


ONE_OFFS = {
    "relic-nemesis": OneOffCase(
        start={"players": "4", "wish_1": "nemesis"},
        change={"scenario": "master-collector"},
        result={"ending": "stopped", "player_1": "Zuza"},
        corrected={"ending": "confrontation", "winners": ["2"]},
        wrong={"ending": "infamy"},
        said="The game was stopped",
        said_corrected="Won by Confrontation",
    ),
}
ROWS = {
    "relic_deal": both(("relic_game", "seat"), ONE_RECORD),
    "relic_defeat": both(("relic_game", "seat"), ONE_RECORD),
    "relic_seat": Row(("relic_game", "seat"), read=ONE_LOOK, write=heard(ONE_RECORD)),
    "relic_seat_pdf": Row(("relic_game", "seat"), read=ONE_LOOK, write=heard(ONE_RECORD)),
    "relic_seat_json": Row(("relic_game", "seat"), read=ONE_LOOK, write=heard(ONE_RECORD)),
    "relic_start": both(("relic_game",), ONE_RECORD),
    "relic_battle": both(("relic_game",), ONE_RECORD),
    "relic_duel": both(("relic_game",), ONE_RECORD),
}
CASE = GameCase(
    words=r"relics?|nemes[ie]s|hero(es)?|infamy",
    one_offs=ONE_OFFS,
    secrets=SecretsCase(dealt, planted, (Turned(1, Dial.INFAMY, 3),), Result(Ending.STOPPED)),
    rows=ROWS,
)
