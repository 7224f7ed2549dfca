"""Three phones at one live game: they see the same, and a killed server loses nothing."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.engines.phone import NewPhone, Phone
from tests.postgresql import ABSENT, empty_postgresql, postgresql
from tests.soak.crowd import one_table

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).resolve().parents[2]
SOON = 1_000  # ms until a move is on every phone
LATER = 30_000  # ms until a server that was killed is there again, on a busy machine
SETTLE = 650  # ms without a tap, as live.js has it
# A button that other phones' moves have changed ignores taps for a moment.
READY = "() => !document.querySelector('[data-deaf]')"
REMOVAL = """(who) => [...document.querySelectorAll("a[href$='/remove']")].find(
  (link) => link.closest("li").textContent.includes(who)).getAttribute("href")"""
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


def seated(new_phone: NewPhone, site: Site, people: int) -> tuple[str, str, list[Phone]]:
    """Let several people join a campaign and play its first game live, each with a phone.

    Return the addresses of the game and of the campaign's people, and the phones.
    """
    writers = one_table(site, people)  # type: ignore[arg-type] # it asks for the port alone
    csrf = {"csrfmiddlewaretoken": writers[0].browser.cookies["csrftoken"]}
    assert writers[0].browser.post(f"{writers[0].game}live/open", csrf).status == 302
    phones = []
    for writer in writers:
        writer.browser.close()
        session = {"sessionid": writer.browser.cookies["sessionid"]}
        phones.append(new_phone(site.address, session))
    return f"{writers[0].game}live", f"/c/{writers[0].code}/people", phones


def shows(phone: Phone, output: str, number: int) -> bool:
    return phone.text(output) == str(number)


def is_online(phone: Phone) -> bool:
    return not phone.sees("[data-offline]")


def all_show(phones: Sequence[Phone], counter: str, number: int, within: int) -> None:
    """Wait until every phone shows a number."""
    output = f'[data-counter="{counter}"] output'
    for phone in phones:
        phone.until(partial(shows, phone, output, number), within)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_three_phones_see_one_table_whatever_happens(
    kind: str, new_phone: NewPhone, tmp_path: Path
) -> None:
    if kind == "postgresql" and not postgresql():
        pytest.skip(ABSENT)
    with served(kind, tmp_path) as site, ExitStack() as at_the_end:
        address, group, phones = seated(new_phone, site, 3)
        for phone in phones:
            at_the_end.callback(phone.close)
            phone.goto(address)
            phone.until(partial(phone.sees, "[data-live][data-connected]"))
            assert not phone.sees("[data-offline]")

        # Three taps are one move, and everybody sees it.
        phones[0].tap(*["gravehold-less"] * 3)
        all_show(phones, "gravehold", 27, SOON + SETTLE)
        phones[1].until_text(".live-last__said", "−3")

        # Without a network the phone keeps its moves, and sends them when it is back.
        phones[1].set_offline(True)
        phones[1].tap(*["life-1-less"] * 2)
        phones[1].until(lambda: phones[1].sees("[data-offline]"))
        phones[2].tap("gravehold-less")
        all_show(phones[:1], "gravehold", 26, SOON + SETTLE)
        phones[1].set_offline(False)
        all_show(phones, "life-1", 8, LATER)
        all_show(phones, "gravehold", 26, LATER)

        # A server that is killed comes back, and the streams by themselves.
        site.kill()
        phones[0].tap("gravehold-less")
        time.sleep(2 * SETTLE / 1000)
        site.start()
        all_show(phones, "gravehold", 25, LATER)

        # Undo, by anybody.
        phones[2].until(lambda: phones[2].evaluate(READY), LATER)
        phones[2].tap("undo")
        all_show(phones, "gravehold", 26, LATER)
        for phone in phones:
            phone.until(partial(is_online, phone), LATER)

        # Whoever is removed sees no more.
        phones[0].tap("gravehold-less")
        all_show(phones[2:], "gravehold", 25, LATER)
        phones[0].goto(group)
        phones[0].goto(phones[0].evaluate(REMOVAL, "Client 2"))
        phones[0].submit("main .button--danger")
        gone = phones[2]
        gone.until(lambda: not gone.sees("[data-live][data-connected]"), LATER)
        gone.until(lambda: gone.text("[data-live]") is None, LATER)


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
