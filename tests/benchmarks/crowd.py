"""Load on the whole server: responses per second of the most used pages, and of a write."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator

from tests.benchmarks._databases import empty_installation
from tests.benchmarks.figures import Figure, measures
from tests.soak.browser import Browser, carried
from tests.soak.crowd import Writer, many_tables
from tests.soak.installation import Installation, kinds

CLIENTS = 4
SECONDS = 1.0
EMPTY = "/manifest.webmanifest"  # the emptiest view there is, through the same middleware
PAGES = {
    "home": "/",
    "a campaign": "/c/{code}/",
    "a game": "{game}",
    "set-up": "{game}setup",
    "result form": "{game}result",
    "log": "/log",
}


@measures
def crowd() -> Iterable[Figure]:
    """Measure on every database, with one worker and with two."""
    for kind in kinds():
        with empty_installation(kind) as installation:
            for workers in (1, 2):
                installation.workers = workers
                yield from _figures(installation, f"{kind}, {workers} × worker")


def _figures(installation: Installation, where: str) -> Iterator[Figure]:
    installation.start()
    writers = many_tables(installation, CLIENTS)
    empty = _rate(writers, lambda writer: _get(writer.browser, EMPTY))
    yield Figure(f"crowd: {where}: an empty view", empty, "answers/s")
    for name, address in PAGES.items():

        def read(writer: Writer, address: str = address) -> None:
            _get(writer.browser, address.format(code=writer.code, game=writer.game))

        rate = _rate(writers, read)
        yield Figure(f"crowd: {where}: {name}", rate, "answers/s")
        yield Figure(f"crowd: {where}: {name}, in empty views", empty / rate, "×")
    rate = _rate(writers, _note)
    yield Figure(f"crowd: {where}: a note, with its page before and after", rate, "notes/s")
    yield Figure(f"crowd: {where}: a note, in empty views", empty / rate, "×")
    installation.stop()


def _get(browser: Browser, url: str) -> None:
    answer = browser.get(url)
    assert answer.status == 200, (url, answer.status)


def _note(writer: Writer) -> None:
    url = f"{writer.game}notes"
    page = writer.browser.get(writer.game).text
    answer = writer.browser.post(url, {**carried(page, url), "text": f"at {time.time()}"})
    assert answer.status == 302, answer.status
    _get(writer.browser, writer.game)


def _rate(writers: list[Writer], ask: Callable[[Writer], None]) -> float:
    """Return the responses per second when all clients ask at once, repeatedly.

    As long again they ask before it counts: each worker reads templates when it first needs them.
    """
    counts, faults = [0] * len(writers), []
    begin = time.monotonic() + SECONDS
    until = begin + SECONDS

    def keep_asking(place: int) -> None:
        try:
            while (now := time.monotonic()) < until:
                ask(writers[place])
                counts[place] += now >= begin
        except BaseException as error:
            faults.append(error)

    threads = [threading.Thread(target=keep_asking, args=[n]) for n in range(len(writers))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]
    return sum(counts) / (time.monotonic() - begin)
