"""What a number can be on a card, a mat or a dial.

:mod:`campaign.rules.core.serialize` holds values to it when it reads them, so that a file from
elsewhere cannot say what no form here would have taken.
"""

from typing import Annotated

from campaign.rules.core.entries import Limit
from campaign.rules.core.serialize import between

# No dial shows more, and no card costs or has more.
Dial = Annotated[int, between(0, 99), Limit(0, 99)]
SeatNumber = Annotated[int, between(1, 4)]
Tier = Annotated[int, between(1, 3)]
