"""SECURITY.md names a test for each threat that is there, and the numbers that the code has."""

from __future__ import annotations

import re
from datetime import timedelta
from math import log2
from pathlib import Path
from typing import Any

from django.conf import settings

from campaign.exchange.archive import Limits
from campaign.exchange.reading import MAX_KEYS
from campaign.models.records import CODE_ALPHABET, INVITE_LENGTH, new_invite_key
from campaign.rules.core.texts import MAX_MARKS
from campaign.rules.evenings.agreement import MAX_PEOPLE
from campaign.services import accounts, notices, seats
from campaign.services.ashes.public_decks import MAX_PUBLIC
from campaign.services.limits import RateLimit
from tracker.api import bodies
from tracker.bounded import pool
from tracker.live import streams
from tracker.outgoing import sending
from tracker.people import limits, sign_ins
from tracker.sheets import compiler
from tracker.systems.aeons_end.legacy.sheets import chronicle
from tracker.web import protocol, threads
from tracker.webhooks import notices as messages
from tracker.webhooks import outbox

ROOT = Path(__file__).parents[1]
SECURITY = ROOT / "tests" / "tracker" / "security"
FILE = re.compile(r"`([\w/.{},]+\.py)`")
WRITTEN = (ROOT / "SECURITY.md").read_text()
TABLE = WRITTEN.split("## What stands against it")[1].split("\n## ")[0]
ROWS = [line.strip("| ").split(" | ") for line in TABLE.splitlines() if line.startswith("| ")][1:]


def place_of(name: str) -> Path:
    """Return where a named file lies: seen from the tests of security, or from the root."""
    return (ROOT if name.startswith(("tests/", "campaign/")) else SECURITY) / name


def test_each_threat_has_a_test_that_is_there() -> None:
    assert len(ROWS) > 40
    for threat, defence, proof in ROWS:
        assert FILE.search(proof) or "`make " in proof, threat
        named = [place_of(name) for name in FILE.findall(defence + proof)]
        assert [path for path in named if not path.exists()] == [], threat


HOUR, QUARTER = timedelta(hours=1), timedelta(minutes=15)
# How often something is promised to be let through, and by which limits.
OFTEN: dict[str, list[tuple[RateLimit, int, timedelta]]] = {
    "twelve an hour per person, sixty per address": [
        (limits.AGAIN, 12, HOUR),
        (limits.AGAIN_FROM, 60, HOUR),
    ],
    "240 answers in a quarter of an hour from one address": [(limits.ANSWERS, 240, QUARTER)],
    "sixty changes an hour per person": [(limits.EVENINGS, 60, HOUR)],
    "twenty entered an hour": [(limits.SUBSCRIPTIONS, 20, HOUR)],
    "eight wrong ones per name *and* address and fifteen per address, in a quarter of an hour": [
        (limits.SIGN_INS, 8, QUARTER),
        (limits.SIGN_INS_FROM, 15, QUARTER),
    ],
    "sixty an hour per name from all addresses": [(limits.SIGN_INS_OF, 60, HOUR)],
    "eight wrong ones an hour per person *and* address, 24 per person": [
        (limits.OLD_PASSWORDS, 8, HOUR),
        (limits.OLD_PASSWORDS_OF, 24, HOUR),
    ],
    "sixty new links and keeper's codes an hour per person": [(limits.LINKS_MADE, 60, HOUR)],
    "ten test messages in a quarter of an hour": [(limits.WEBHOOK_TESTS, 10, QUARTER)],
    "accounts alone publish, twenty an hour": [(limits.PUBLISHED, 20, HOUR)],
}
# Every other number: what the code has, and what is written.
NUMBERS: dict[str, tuple[Any, Any]] = {
    "twelve random characters of 31 (59 bits)": (
        (len(new_invite_key()), len(CODE_ALPHABET), int(log2(31) * INVITE_LENGTH)),
        (12, 31, 59),
    ),
    "recovery codes (59 bits": (int(log2(31) * accounts.SECRET_CODE_LENGTH), 59),
    "good once, for an hour": (accounts.PASSKEY_LINK_LASTS, HOUR),
    "without the old one for a quarter of an hour": (sign_ins.CONFIRMED_FOR, QUARTER),
    "ten characters": (settings.AUTH_PASSWORD_VALIDATORS[1]["OPTIONS"], {"min_length": 10}),
    "twenty may answer": (MAX_PEOPLE, 20),
    "five browsers of one person": (notices.MAX_SUBSCRIPTIONS, 5),
    "five seconds each and thirty in all": ((messages.SECONDS, messages.A_TURN), (5, 30)),
    "sixteen owners": (outbox.SENDERS, 16),
    "looked up once, within three seconds": (sending.LOOK_UP_SECONDS, 3),
    "fifty in all": (MAX_PUBLIC, 50),
    "(256 kB, 2,000 values)": ((bodies.MAX_BYTES, bodies.MAX_VALUES), (256 * 1024, 2000)),
    "(5 MB, 160,000 values, 2,000 keys of an object)": (
        (Limits().document // 1024**2, Limits().values, MAX_KEYS),
        (5, 160_000, 2000),
    ),
    "within half an hour": (streams.CHECK_AGAIN, 1800),
    "64 KB and ten seconds for the head": (
        (protocol.MAX_HEAD, protocol.HEAD_SECONDS),
        (64 * 1024, 10),
    ),
    "bodies at 16 KB a second or faster": (threads.SLOWEST, 16 * 1024),
    "a gigabyte of them, a quarter of it from one address": (
        (threads.ROOM, threads.ROOM_OF_ONE),
        (1024**3, 1024**3 // 4),
    ),
    "two at once a worker": (pool.MAX_JOBS, 2),
    "combining marks are cut to four": (MAX_MARKS, 4),
    "the last 200 games": (chronicle.MAX_GAMES, 200),
    "who has done nothing for an hour": (seats.OWNER_SILENT, HOUR),
    "for up to seven days": (compiler.KEPT, timedelta(days=7)),
}


def test_every_number_is_that_of_the_code() -> None:
    words = " ".join(WRITTEN.split())
    assert [each for each in (*OFTEN, *NUMBERS) if each not in words] == []
    for text, promised in OFTEN.items():
        for limit, times, period in promised:
            assert (limit.capacity, limit.period) == (times, period), text
    for text, (has, written) in NUMBERS.items():
        assert has == written, text
