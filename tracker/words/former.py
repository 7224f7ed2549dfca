"""Former players, whose accounts were deleted, in words.

Names go through the rules and the pages as they are stored, and so do those of former players
(``campaign.rules.core.players``). What leaves the site is put into words here, as a whole: pages
and parts of them, the events of live games, sheets, CSV, messages. A field in which a player is
named (``PlayerField``) has the words in it, and takes them back.
"""

import re

from django.utils.translation import gettext as _

from campaign.rules.core.players import FORMER, former


def said(text: str) -> str:
    """Return a text with its former players in words."""
    return FORMER.sub(lambda found: _former_player(found[1]), text)


def said_in_json(text: str) -> str:
    """Return JSON, in which characters may be escaped, with its former players in words."""
    return said(re.sub(r"\\u(e00[01])", lambda found: chr(int(found[1], 16)), text))


def heard(name: str) -> str:
    """Return the name of a player as it is stored, if it is that of a former player in words."""
    if name == _former_player("1"):
        return former(1)
    before, _number, after = _former_player("%").partition("%")
    found = re.fullmatch(f"{re.escape(before)}([0-9]{{1,4}}){re.escape(after)}", name)
    return former(int(found[1])) if found else name


def _former_player(number: str) -> str:
    """Return the words for a former player of a record; the first has no number."""
    if number == "1":
        return _("a former player")
    return _("a former player (%(number)s)") % {"number": number}
