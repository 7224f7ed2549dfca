"""Keys of an account: tokens of the API and webhooks, as the rows of one list."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A token or a webhook in the list of its owner, for ``account/key_list.html``."""

    pk: int
    name: str
    state: str  # in words: what it may do, or what waits
    secret: str = ""  # "" where it is shown only once
    can_test: bool = False  # a test message can be sent to it
