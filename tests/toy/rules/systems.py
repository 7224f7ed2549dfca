"""The system, with everything that it has: what the entry of a game finds."""

from pathlib import Path

from campaign.rules.core.system import System
from tests.toy.rules.games import GAMES, SLUG, DicePack
from tests.toy.rules.live import LIVE
from tests.toy.rules.match import MATCHES


def _load(_path: Path) -> DicePack:
    return DicePack()


SYSTEMS = (System(SLUG, "toy", _load, one_off=GAMES, campaign=MATCHES, live=LIVE),)
