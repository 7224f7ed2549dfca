"""How long a text may be, and how high a number, in any record."""

NAME = 100
# A typed key is "~" and the name, which casefolding can make three times as long.
KEY = 1 + 3 * NAME
TEXT = 1000
NOTE = 4000
REASON = 300
SHORT = 10  # a slot, a letter
TOKEN = 40
SELECTOR = 12  # of a link's token: the part that is no secret
CAMPAIGN_NAME = 80
PERSON_NAME = 60  # of a character and of whoever plays it as well
# How many items a list of a record may have: far more than any box has of it.
SEATS = 20
SMALL = 100  # what lies before one player, on a card or on a mat
CARDS = 2000  # of all boxes together
# What no record needs: for texts and numbers that have no bound of their own.
MAX_TEXT = NOTE
MAX_INTEGER = 1_000_000_000
MAX_NUMBER = 99  # what a dial can show; no card of the box costs or has more
