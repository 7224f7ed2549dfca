"""Three phones at one live game: they see the same, and a killed server loses nothing."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from tests.postgresql import ABSENT, empty_postgresql, postgresql
from tests.soak.crowd import one_table

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).resolve().parents[2]
SOON = 1_000  # ms until a move is on every phone
LATER = 30_000  # ms until a server that was killed is there again, on a busy machine
SETTLE = 650  # ms without a tap, as live.js has it
PHONE: ViewportSize = {"width": 390, "height": 844}


class Site:
    """A site of its own, as ``make run`` serves it."""

    def __init__(self, url: str, folder: Path) -> None:
        with socket.socket() as held:
            held.bind(("127.0.0.1", 0))
            self.port = int(held.getsockname()[1])
        self.env = {**os.environ, "DATABASE_URL": url, "BREACHKEEPER_DATA_DIR": str(folder)}
        self.env["BREACHKEEPER_LOG_LEVEL"] = "ERROR"
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(migrate, cwd=ROOT, env=self.env, check=True)
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "uvicorn", "--port", str(self.port), "--no-access-log"]
        command += ["--log-level", "error", "tracker.asgi:application"]
        self.process = subprocess.Popen(command, cwd=ROOT, env=self.env)
        for _ in range(600):
            with socket.socket() as knock:
                if knock.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.1)

    def kill(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None


@contextmanager
def served(kind: str, folder: Path) -> Iterator[Site]:
    with ExitStack() as stack:
        url = f"sqlite:///{folder}/live.sqlite3"
        if kind == "postgresql":
            url = stack.enter_context(empty_postgresql())
        site = Site(url, folder)
        stack.callback(site.kill)
        site.start()
        yield site


def started(page: Page, site: Site, mages: int = 2) -> str:
    """Set a game up and play it live; return its address."""
    page.goto(f"{site.address}/play?system=aeons-end-war-eternal")
    page.locator(f'button.count[value="{mages}"]').click()
    page.wait_for_url("**/g/*/")
    address = f"{page.url}live"
    page.goto(address)
    page.locator('form[action$="live/open"] button').click()
    page.wait_for_url(address)
    return address


def seated(browser: Browser, site: Site, people: int) -> tuple[str, list[Page]]:
    """Let several people join a campaign and play its first game live, each with a phone."""
    writers = one_table(site, people)  # type: ignore[arg-type] # it asks for the port alone
    address = f"{site.address}{writers[0].game}live"
    csrf = {"csrfmiddlewaretoken": writers[0].browser.cookies["csrftoken"]}
    assert writers[0].browser.post(f"{writers[0].game}live/open", csrf).status == 302
    phones = []
    for writer in writers:
        writer.browser.close()
        context = browser.new_context(viewport=PHONE)
        kept = writer.browser.cookies.items()
        context.add_cookies([{"name": n, "value": v, "url": site.address} for n, v in kept])
        phones.append(context.new_page())
    return address, phones


def gravehold(page: Page) -> Locator:
    return page.locator('[data-counter="gravehold"] output')


def tap(page: Page, key: str, times: int = 1) -> None:
    for _ in range(times):
        page.locator(f'[data-key="{key}"]').click()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_three_phones_see_one_table_whatever_happens(
    kind: str, browser: Browser, tmp_path: Path
) -> None:
    if kind == "postgresql" and not postgresql():
        pytest.skip(ABSENT)
    with served(kind, tmp_path) as site:
        address, phones = seated(browser, site, 3)
        contexts: list[BrowserContext] = [phone.context for phone in phones]
        for phone in phones:
            phone.goto(address)
            phone.locator("[data-live][data-connected]").wait_for()

        # Three taps are one move, and everybody sees it.
        tap(phones[0], "gravehold-less", 3)
        for phone in phones:
            expect(gravehold(phone)).to_have_text("27", timeout=SOON + SETTLE)
        expect(phones[1].locator(".live-last__said")).to_contain_text("−3")

        # Without a network the phone keeps its moves, and sends them when it is back.
        contexts[1].set_offline(True)
        tap(phones[1], "life-1-less", 2)
        expect(phones[1].locator("[data-offline]")).to_be_visible(timeout=10_000)
        tap(phones[2], "gravehold-less")
        expect(gravehold(phones[0])).to_have_text("26", timeout=SOON + SETTLE)
        contexts[1].set_offline(False)
        for phone in phones:
            life = phone.locator('[data-counter="life-1"] output')
            expect(life).to_have_text("8", timeout=LATER)
            expect(gravehold(phone)).to_have_text("26", timeout=LATER)

        # A server that is killed comes back, and the streams by themselves.
        site.kill()
        tap(phones[0], "gravehold-less")
        phones[0].wait_for_timeout(2 * SETTLE)
        site.start()
        for phone in phones:
            expect(gravehold(phone)).to_have_text("25", timeout=LATER)

        # Undo, by anybody.
        tap(phones[2], "undo")
        for phone in phones:
            expect(gravehold(phone)).to_have_text("26", timeout=LATER)

        # Whoever is removed sees no more.
        tap(phones[0], "gravehold-less")
        expect(gravehold(phones[2])).to_have_text("25", timeout=LATER)
        desk = contexts[0].new_page()
        desk.goto(address.partition("games/")[0] + "people")
        theirs = desk.get_by_role("listitem").filter(has_text="Client 2")
        way = theirs.locator("a[href$='/remove']").get_attribute("href")
        desk.goto(f"{site.address}{way}")
        button = desk.locator("main form button[type=submit]").last
        with desk.expect_navigation(wait_until="commit"):
            button.click()
        gone = phones[2].locator("[data-live][data-connected]")
        expect(gone).to_have_count(0, timeout=SOON)
        expect(phones[2].locator("[data-live]")).to_have_count(0, timeout=LATER)
        for context in contexts:
            context.close()


STUBS = """
const request = async (kind) => { window.awake = kind; return { released: false }; };
Object.defineProperty(navigator, "wakeLock", { value: { request } });
"""


def test_a_phone_adapts_to_one_player_or_to_the_middle_of_the_table(
    browser: Browser, tmp_path: Path
) -> None:
    with served("sqlite", tmp_path) as site:
        context = browser.new_context(viewport=PHONE, locale="en-GB")
        page = context.new_page()
        page.add_init_script(STUBS)
        started(page, site, mages=3)
        page.locator("[data-live][data-connected]").wait_for()
        assert page.evaluate("awake") == "screen"

        # A name completes itself.
        page.locator("#add > summary").click()
        page.locator("#add_name").press_sequentially("deep ab")
        option = page.locator("#add_names option[value='Deep Abomination']")
        expect(option).to_be_attached(timeout=LATER)
        page.locator("#add_name").fill("Deep Abomination")
        page.locator("#add_tokens").fill("6")
        page.get_by_role("button", name="Minion", exact=True).click()
        expect(page.locator(".foe-cards .foe-card")).to_have_count(1, timeout=LATER)

        # This phone: whose it is, large and black on white.
        page.locator("[data-phone] > summary").click()
        page.locator("[data-i-am]").select_option("3")
        expect(page.locator("[data-part='mage-3'][data-mine]")).to_be_attached()
        page.locator("[data-switch=middle]").check()
        expect(page.locator("body.live--middle")).to_be_attached()
        page.reload()
        expect(page.locator("body.live--middle")).to_be_attached()
        assert page.locator("[data-i-am]").input_value() == "3"
        context.close()
