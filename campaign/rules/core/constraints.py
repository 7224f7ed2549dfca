"""Constraints of texts beyond their type, for ``Annotated``: for what is read from files."""

from campaign.rules.core.serialize import Check
from campaign.rules.core.texts import one_line, shows_something, text_problems


def at_most(most: int) -> Check:
    """Return the check of a text's length."""
    expected = f"{most} characters at most"
    return Check(lambda text: len(text) <= most, expected, "file.text_long", (("most", most),))


def one_of(*accepted: str) -> Check:
    """Return the check of a text that is one of a few."""
    allowed = ", ".join(accepted)
    details = (("allowed", allowed),)
    return Check(lambda text: text in accepted, f"one of {allowed}", "file.choice", details)


PRINTABLE = Check(
    lambda text: not any(text_problems("", text, len(text))),
    "a text without control characters",
    "file.text_forbidden",
)
_SPACES = ("a text without spaces around it", "file.text_spaces")
ONE_LINE = Check(lambda text: one_line(text) == text, *_SPACES)
TRIMMED = Check(lambda text: text.strip() == text, *_SPACES)
VISIBLE = Check(shows_something, "a text that says something", "file.text_empty", new_only=True)
NOT_EMPTY = Check(bool, "a text that says something", "file.text_empty")
