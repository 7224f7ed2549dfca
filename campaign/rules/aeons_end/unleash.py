"""What unleashing does, in numbers (War Eternal pp. 6, 19; Legacy pp. 6, 18).

The words are the mat's. The pack knows the numbers of few nemeses: of any other, the group enters
them once.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from campaign.rules.core.constraints import Limit

Change = Annotated[int, Limit(-99, 99)]  # of a dial


class Who(StrEnum):
    """Whom an effect looks for."""

    LOWEST_LIFE = "lowest_life"  # among those who are not exhausted: War Eternal p. 19
    MOST_CHARGES = "most_charges"
    MOST_PREPPED = "most_prepped"
    MOST_OPEN = "most_open"  # breaches
    ANY = "any"  # the players choose
    EACH = "each"


@dataclass(frozen=True, slots=True)
class UnleashEffect:
    """What one unleash does to the dials: −3 is damage, or what is lost."""

    gravehold: Change = 0
    nemesis: Change = 0
    tokens: Change = 0
    mage: Change = 0  # the life of ``who``
    who: Who = Who.ANY
