"""The toy in the shared tests."""

from tests.cases.case import GameCase, OneOffCase
from tests.toy.rules.games import SLUG

CASE = GameCase(
    one_offs={
        SLUG: OneOffCase(
            start={"sides": "6"},
            change={"sides": "8"},
            result={"roll_1": "5", "roll_2": "2", "player_1": "Zuza"},
            corrected={"roll_1": "1", "roll_2": "8"},
            wrong={"roll_1": "9", "roll_2": "2"},
            said="5 against 2.",
            said_corrected="1 against 8.",
        ),
    },
)
