"""Let the network fail while a game is played live, and check what phones show afterwards.

One proxy stands between the phones and the site; on PostgreSQL another one stands between the site
and its database. Within ten seconds after each fault every phone shows the table as it is, and
every acknowledged move is in the record, once and in its place. At the end, during a fault, a
player is removed, who sees nothing more after two seconds, and a game is deleted, whose streams
end.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPException
from random import Random
from urllib.parse import urlsplit, urlunsplit

from tests.soak.browser import Browser
from tests.soak.installation import Installation
from tests.soak.live import SHUT_OUT, Phone, look, sit_down_at_games, wait_for_moves
from tests.soak.network import Fault, Proxy, proxy_to

REMOVAL = 2.0  # seconds after which somebody who was removed sees nothing more
RECOVERY = 10.0  # seconds after which every phone must show the table as it is
GIVE_UP = 5  # seconds after which a request gives a silent database up
LONGEST = 3.0  # seconds that a fault lasts
MAX_MOVES = 8  # between two faults
FAULTS_A_GAME = 40  # no game has more moves than an evening could
OF_PHONES = (Fault.CUT, Fault.FREEZE, Fault.DELAY)  # a browser ends a silent stream by itself
OF_DATABASE = tuple(Fault)

Proxies = dict[str, tuple[Proxy, tuple[Fault, ...]]]  # by where they are, with what can happen


def network_faults(
    installation: Installation,
    *,
    faults: int,
    seed: int,
    say: Callable[[str], object] = lambda _line: None,
) -> Counter[str]:
    """Let so many faults happen, and check after each."""
    chance, happened = Random(seed), Counter[str]()
    with ExitStack() as stack:
        database = None
        if installation.url:
            address = urlsplit(installation.url)
            database = stack.enter_context(proxy_to(address.port or 5432))
            host = f"{address.username}@127.0.0.1:{database.port}"
            installation.served_url = urlunsplit(address._replace(netloc=host))
            installation.settings["BREACHKEEPER_DATABASE_SECONDS"] = str(GIVE_UP)
        installation.start()
        stack.callback(lambda: installation.kill(alone=False))
        line = stack.enter_context(proxy_to(installation.port))
        proxies: dict[str, tuple[Proxy, tuple[Fault, ...]]] = {"phones": (line, OF_PHONES)}
        if database is not None:
            proxies["database"] = (database, OF_DATABASE)
        while (left := faults - happened.total()) > 0:
            some = min(left, FAULTS_A_GAME)
            try:
                happened += _evening(installation, line, proxies, some, chance)
            except AssertionError as error:
                lines = installation.log.read_text(errors="replace").splitlines()
                error.add_note("\n".join([f"seed {seed}", *lines[-20:]]))
                raise
            say(f"{happened.total()} faults: {dict(happened)}")
    return happened


@contextmanager
def frozen_database(
    installation: Installation,
) -> Iterator[tuple[Callable[[], None], list[Phone]]]:
    """Start an installation with phones at live games; yield what freezes it, and the phones."""
    with ExitStack() as stack:
        address = urlsplit(installation.url)
        database = stack.enter_context(proxy_to(address.port or 5432))
        host = f"{address.username}@127.0.0.1:{database.port}"
        installation.served_url = urlunsplit(address._replace(netloc=host))
        installation.start()
        stack.callback(lambda: installation.kill(alone=False))
        yield (
            lambda: database.begin(Fault.FREEZE),
            sit_down_at_games(installation, installation, installation),
        )


def _evening(
    installation: Installation,
    line: Proxy,
    proxies: Proxies,
    faults: int,
    chance: Random,
) -> Counter[str]:
    """Play new games under so many faults."""
    phones = sit_down_at_games(installation, line, line)
    happened = Counter[str]()
    go, stop = threading.Event(), threading.Event()
    threads = [threading.Thread(target=phone.look_on, args=[stop]) for phone in phones]
    threads += [threading.Thread(target=phone.play, args=[go, stop]) for phone in phones]
    for thread in threads:
        thread.start()
    try:
        for _ in range(faults):
            go.set()
            wait_for_moves(phones, chance.randint(1, MAX_MOVES))
            with _fault(proxies, chance) as what:
                time.sleep(chance.uniform(0, LONGEST))
            go.clear()
            _look_soon(installation, phones)
            happened[what] += 1
        *others, owner, guest = phones
        go.set()
        _remove(owner, guest, proxies, chance)
        go.clear()
        _look_soon(installation, [*others, owner])
        _delete(owner, proxies, chance)
        _look_soon(installation, others)
    finally:
        stop.set()
        go.set()
        line.begin(Fault.CUT)
        for thread in threads:
            thread.join(60)
    return happened


@contextmanager
def _fault(proxies: Proxies, chance: Random, seconds: float = 0) -> Iterator[str]:
    """Let a fault happen until the block ends, or for so many seconds."""
    where = chance.choice(sorted(proxies))
    proxy, possible = proxies[where]
    fault = chance.choice(possible)
    proxy.begin(fault)
    timer = threading.Timer(seconds, proxy.mend)
    if seconds:
        timer.start()
    try:
        yield f"{where}: {fault.value}"
    finally:
        timer.cancel()
        proxy.mend()


def _remove(owner: Phone, guest: Phone, proxies: Proxies, chance: Random) -> None:
    """Free the seat of a guest during a fault, and assert that they see no later move."""
    guest.is_removed = True
    with _fault(proxies, chance, chance.uniform(0, LONGEST)):
        _post(owner, "seats/2/free", bars="on")
        time.sleep(REMOVAL)
    seen = guest.seen
    wait_for_moves([owner], MAX_MOVES)
    _until(lambda: guest.is_shut_out, "who was removed still has a stream")
    assert guest.seen == seen, f"who was removed at move {seen} was shown move {guest.seen}"


def _delete(owner: Phone, proxies: Proxies, chance: Random) -> None:
    """Delete a game during a fault, and assert that its stream ends."""
    with owner.moving:
        owner.is_removed = True
    with _fault(proxies, chance, chance.uniform(0, LONGEST)):
        _post(owner, "delete")
        _until(lambda: owner.is_shut_out, "a deleted game still has a stream")


def _post(phone: Phone, path: str, **fields: str) -> None:
    """Send a form of the game's owner until it is acknowledged."""
    until = time.monotonic() + RECOVERY
    while True:
        browser = Browser(phone.moves.port, dict(phone.browser.cookies))
        csrf = {"csrfmiddlewaretoken": browser.cookies["csrftoken"]}
        try:
            status = browser.post(phone.url.removesuffix("live") + path, {**fields, **csrf}).status
        except (OSError, HTTPException):
            status = 503
        finally:
            browser.close()
        if status == 302 or (status in SHUT_OUT and path == "delete"):  # it was deleted before
            return
        assert status == 503, status
        assert time.monotonic() < until, f"{path} is still not answered"
        time.sleep(0.02)


def _until(holds: Callable[[], bool], otherwise: str) -> None:
    until = time.monotonic() + RECOVERY
    while not holds():
        assert time.monotonic() < until, otherwise
        time.sleep(0.02)


def _look_soon(installation: Installation, phones: Iterable[Phone]) -> None:
    """Assert that every phone has caught up in time, and that nothing was lost."""
    until = time.monotonic() + RECOVERY
    with ExitStack() as held:
        for phone in phones:
            left = max(0.0, until - time.monotonic())
            assert phone.moving.acquire(timeout=left), "a move is still not answered"
            held.callback(phone.moving.release)
        look(installation, phones, within=max(1.0, until - time.monotonic()))
