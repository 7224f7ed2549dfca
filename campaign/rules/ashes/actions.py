"""What a player can do in a turn (pp. 6-9), and what holds at any time (pp. 10-12).

The codes are put into words by the site: a reminder beside the live table, which checks none of it.
"""

from typing import Final

MAIN: Final = ("main.cost", "main.phoenixborn", "main.unit", "main.pass")  # one of them, pp. 6-9
SIDE: Final = ("side.cost", "side.meditate", "side.dice_power")  # at most one of them, p. 9
ANY_TIME: Final = ("reactions", "focus", "respark", "limits")  # pp. 10-12
