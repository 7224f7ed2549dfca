"""What a row of the access table says: who may use an address, and how."""

from __future__ import annotations

from dataclasses import dataclass, field

OK, GO, MOVED, NO, NOTHING = 200, 302, 308, 403, 404
HEARD = 0  # 200, 302, 409 or 422: let in, whatever came of an empty form

Answers = dict[str, int]


def by_role(status: int, **others: int) -> Answers:
    roles = ("anonymous", "stranger", "onlooker", "reader", "player", "guest", "keeper", "other")
    return {role: others.get(role, status) for role in roles}


_OUT = {"anonymous": NOTHING, "stranger": NOTHING, "other": NOTHING}
EVERYBODY = by_role(OK)
LOOK = by_role(OK, **_OUT)
MEMBER = by_role(OK, **_OUT, onlooker=NOTHING)
TAKE = by_role(OK, **_OUT, onlooker=NO)  # a file of one's own, or a second campaign
RECORD = by_role(OK, **_OUT, onlooker=NO, reader=NO)
KEEP = by_role(OK, **_OUT, onlooker=NO, reader=NO, player=NO, guest=NO)
# A one-off game has no onlookers; those it is shared with record, its owner keeps.
ONE_LOOK = by_role(OK, **_OUT, onlooker=NOTHING)
ONE_RECORD = by_role(OK, **_OUT, onlooker=NOTHING, reader=NO)
ONE_KEEP = by_role(OK, **_OUT, onlooker=NOTHING, reader=NO, player=NO, guest=NO)
# Whoever has the link of an evening sees it and answers; the rest is for the group.
_BY_LINK = {"anonymous": NO, "stranger": NO, "onlooker": NO, "other": NO, "reader": NO}
EVENING_PLAN = by_role(OK, **_BY_LINK)
EVENING_KEEP = by_role(OK, **_BY_LINK, player=NO, guest=NO)
OWN = by_role(NOTHING, keeper=OK)  # a deck: whoever keeps the campaign has it
SEATED = by_role(NOTHING, keeper=OK, player=OK)  # at a draft
HOSTED = by_role(NOTHING, keeper=OK, player=NO)  # what only its host does
SIGNED_IN = by_role(OK, anonymous=GO, onlooker=GO)  # to the door, and back


def going(answers: Answers) -> Answers:
    """Return the same answers for a page that redirects."""
    return {role: GO if status == OK else status for role, status in answers.items()}


def moved(answers: Answers) -> Answers:
    """Return the same answers for a form that is sent again to another address."""
    return {role: MOVED if status == OK else status for role, status in answers.items()}


def heard(answers: Answers) -> Answers:
    """Return the same answers for a write: an allowed one may succeed or be refused as a form."""
    return {role: HEARD if status in (OK, GO) else status for role, status in answers.items()}


# Before the name of a URL that campaigns' games and one-off games share: its row for the latter.
ONE_OFF = "one_off:"


def url_name(key: str) -> str:
    """Return the name of the URL that a row is about."""
    return key.rpartition(":")[2]


@dataclass(frozen=True)
class Row:
    """A URL: its arguments, and the status of GET and POST by role (None: 405)."""

    args: tuple[str, ...] = ()
    read: Answers | None = None
    write: Answers | None = None
    query: str = ""
    # In the demo, where everybody looks on: what reading answers who belongs to nothing.
    demo: int | None = field(default=None)
    button: bool = False  # reading it leads to the page that it is a button of


C = ("code",)
G = ("game",)  # the code of a campaign's game
X = ("expedition",)  # the code of a campaign of another kind
J = ("journal",)  # the code of a journal
O = ("game_code",)  # noqa: E741 # a one-off's code


def reads(args: tuple[str, ...], kind: Answers, **more: object) -> Row:
    """Return the row of a read-only page."""
    return Row(args, read=kind, **more)  # type: ignore[arg-type] # a row's own


def both(args: tuple[str, ...], kind: Answers, *, leads: bool = False, **more: object) -> Row:
    """Return the row of a form; ``leads``: on this site its page redirects."""
    return Row(args, read=going(kind) if leads else kind, write=heard(kind), **more)  # type: ignore[arg-type] # a row's own


def writes(args: tuple[str, ...], kind: Answers, back: Answers, **more: object) -> Row:
    """Return the row of a button; ``back``: a GET redirects to the page with the button."""
    return Row(args, read=going(back), write=heard(kind), button=True, **more)  # type: ignore[arg-type] # a row's own
