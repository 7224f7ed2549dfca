"""Lists, labels and sentences in a row, as each language writes them."""

from collections.abc import Iterable

from django.utils.translation import pgettext


def listed(names: Iterable[str]) -> str:
    """Return names as a list: "a, b and c"."""
    *most, last = list(names) or [""]
    if not most:
        return last
    first = series(most)
    return pgettext("end of a list of names", "%(first)s and %(last)s") % {
        "first": first,
        "last": last,
    }


def series(names: Iterable[str]) -> str:
    """Return names one after the other, with no word before the last: "a, b, c"."""
    return pgettext("between names in a list", ", ").join(names)


def sentences(said: Iterable[str]) -> str:
    """Return sentences one after the other, as parts of one."""
    return pgettext("between sentences in a list", "; ").join(said)


def colon(label: str) -> str:
    """Return a label as it stands before what it labels; after a question it needs no colon."""
    if label.endswith(("?", "!", ":", "…")):
        return label
    return pgettext("a label, before what it labels", "%(label)s:") % {"label": label}


def labelled(label: str, text: str) -> str:
    """Return a label and what it labels: "Cost: 4"."""
    return f"{colon(label)} {text}"
