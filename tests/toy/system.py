"""The line of the rules' registry: the system with everything that it has."""

from pathlib import Path

from campaign.rules.core.system import System
from tests.toy.live import LIVE
from tests.toy.match import MATCHES
from tests.toy.rules import GAMES, SLUG, DicePack


def _load(_path: Path) -> DicePack:
    return DicePack()


SYSTEM = System(SLUG, "toy", _load, one_off=GAMES, campaign=MATCHES, live=LIVE)
