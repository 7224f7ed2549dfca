"""Words for boxes on a shelf: what is in them, and what keeps things from being drawn."""

from django.utils.translation import ngettext, pgettext_lazy

from campaign.rules.aeons_end.catalogue.pack import Pack

NEMESIS_WISHES = {
    "difficulty": pgettext_lazy("what keeps a nemesis out", "its difficulty"),
    "never": pgettext_lazy("what keeps a nemesis out", "your exclusions"),
    "resting": pgettext_lazy("what keeps a nemesis out", "what you have played"),
}
MARKET_WISHES = {
    "apart": pgettext_lazy("a wish for the market", "“no two of these piles”"),
    "fresh": pgettext_lazy("a wish for the market", "“no card of the last game”"),
    "never": pgettext_lazy("a wish for the market", "“never drawn”"),
}
WHOLE_LISTS = {
    "mages": pgettext_lazy("a whole list of a box", "All its mages"),
    "nemeses": pgettext_lazy("a whole list of a box", "All its nemeses"),
    "piles": pgettext_lazy("a whole list of a box", "All its market cards"),
    "basics": pgettext_lazy("a whole list of a box", "All its basic cards"),
}


def box_holds(box: Pack) -> str:
    """Return what is in a box, counted: "8 mages, 4 nemeses, 27 cards"."""
    mages, nemeses, piles = len(box.mages), len(box.nemeses), len(box.piles())
    parts = (
        (mages, ngettext("%(number)s mage", "%(number)s mages", mages)),
        (nemeses, ngettext("%(number)s nemesis", "%(number)s nemeses", nemeses)),
        (piles, ngettext("%(number)s market card", "%(number)s market cards", piles)),
    )
    return ", ".join(text % {"number": number} for number, text in parts if number)


def whole_list(key: str) -> str:
    """Return what a whole list of a box is called, to leave it out."""
    return str(WHOLE_LISTS[key])


def nemesis_wish(key: str) -> str:
    """Return what keeps a nemesis from being drawn."""
    return str(NEMESIS_WISHES[key])


def market_wish(key: str) -> str:
    """Return what a wish for the market is called: its row, from one on, or what it says."""
    return str(MARKET_WISHES[key]) if key in MARKET_WISHES else str(int(key) + 1)
