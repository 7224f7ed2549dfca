"""The one next step of a campaign, for its front page and for its players' own."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Ahead:
    """The one next step, and where it is done; no address for who may not do it.

    ``action`` takes the place of ``url`` where one tap does it: the form with ``hidden`` in it.
    """

    title: str
    text: str = ""
    url: str = ""
    label: str = ""
    second_url: str = ""
    second_label: str = ""
    action: str = ""
    hidden: tuple[tuple[str, Any], ...] = ()
