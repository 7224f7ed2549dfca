"""The steps of players on a phone, one method a step."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from campaign.models import Campaign
from tests.addresses import path_at
from tests.browser.page_checks import run_check
from tests.browser.sessions import sign_in
from tests.campaign import factories

CODE = re.compile(r"/c/([A-Z0-9]{8})/")

# Names of our own: what players would read off cards that no pack of ours names.
FOES = {
    2: ("Sallow Tide", 45),
    3: ("Warden of Husks", 50),
    4: ("Gloam Cantor", 55),
    5: ("Ninefold Moth", 60),
    6: ("Old Saltmother", 70),
    7: ("Crown Unlit", 80),
}
# Of cards that a pack knows, the name is enough; for two mages.
BASICS = """Ambush, Conduct, Daze
Caustic Cocoon, Drain, Hunted, Sap, Tremor
Annihilate, Facet Ogre, Flash of Decay, Gathering Storm, Maddening Spectre, Scatter, Suffocate"""


class Table:
    """One phone, and the campaign it keeps."""

    def __init__(
        self, page: Page, *, look_closely: bool = True, seen: set[str] | None = None
    ) -> None:
        self.page = page
        self.console: list[str] = []
        self.look_closely = look_closely
        self.seen = set() if seen is None else seen  # kinds of pages that axe has checked
        self.code = ""
        page.on("console", lambda message: self.console.append(f"{page.url}: {message.text}"))
        page.on("pageerror", lambda error: self.console.append(f"{page.url}: {error}"))

    # --- looking ---

    def kind(self) -> str:
        """Return the URL of the open page without ids, the same for all pages of its kind."""
        return self.nameless(self.page.url.split("?")[0])

    def nameless(self, address: str) -> str:
        """Replace the ids of a campaign, game or mage in a URL."""
        return re.sub(r"/[0-9]+", "/n", address.replace(self.code or "-", "code"))

    def look(self) -> None:
        """Check the page with axe, once for every kind of page."""
        kind = self.kind()
        if not self.look_closely or kind in self.seen:
            return
        self.seen.add(kind)
        _looks, found = run_check(self.page, "checkAll", [])
        assert not found, "\n".join((self.page.url, *found))
        width = self.page.evaluate("document.documentElement.scrollWidth")
        assert width <= 390, f"{self.page.url} is {width} px wide"

    def address(self, path: str) -> str:
        """Return the address of a page of the campaign, or of one of its games."""
        return path_at(Campaign.objects.get(code=self.code), path)

    def go(self, path: str = "") -> None:
        """Open a page of the campaign, or of one of its games."""
        self.page.goto(self.address(path), wait_until="domcontentloaded")
        self.look()

    # --- the hand: everything below is done with these ---

    def tap(self, target: Locator) -> None:
        """Tap a button or a link, and wait for the page it brings."""
        with self.page.expect_navigation(wait_until="domcontentloaded"):
            target.click()

    def write(self, selector: str, text: str) -> None:
        """Write into a field."""
        self.page.fill(selector, text)

    def mark(self, target: Locator) -> None:
        """Tick a box, or choose one of some."""
        target.check(force=True)

    def unmark(self, target: Locator) -> None:
        """Clear a tick."""
        target.uncheck(force=True)

    def choose(self, selector: str, value: str) -> None:
        """Choose from a list."""
        self.page.select_option(selector, value)

    def press(self, name: str) -> None:
        """Tap the button or the link of this name."""
        button = self.page.get_by_role("button", name=name, exact=True)
        link = self.page.get_by_role("link", name=name, exact=True)
        button.or_(link).first.wait_for(state="attached")
        self.tap((button if button.count() else link).first)

    def pick(self, name: str, value: str) -> None:
        """Mark the answer of this name and value."""
        self.mark(self.page.locator(f"main [name={name}][value='{value}']"))

    def says(self, text: str | re.Pattern[str]) -> None:
        """Expect the page to say something."""
        expect(self.page.locator("main")).to_contain_text(text)

    # --- the campaign ---

    def sit_down(self, campaign: Campaign, base_url: str) -> None:
        """Open a campaign that is under way, as its keeper."""
        keeper = factories.keeper_of(campaign)
        assert keeper is not None
        sign_in(self.page.context, keeper, base_url)
        self.code = campaign.code
        self.page.goto(f"/c/{campaign.code}/")

    def start(
        self,
        name: str = "Tuesday table",
        mages: tuple[str, ...] = ("Ilva", "Torrin"),
        *,
        sealed: bool = False,
    ) -> str:
        """Start a campaign from the front door, without an account."""
        self.page.goto("/")
        self.look()
        self.tap(self.page.get_by_role("link", name="Start a campaign").first)
        self.look()
        self.write("[name=name]", name)
        self.pick("mages", str(len(mages)))
        for number, mage in enumerate(mages, start=1):
            self.write(f"[name=name_{number}]", mage)
            self.write(f"[name=player_{number}]", f"Player {number}")
        if not sealed:
            self.unmark(self.page.locator("[name=is_sealed]"))
        self.press("Start the campaign")
        found = CODE.search(self.page.url)
        assert found, f"no campaign at {self.page.url}"
        self.code = found.group(1)
        self.look()
        return self.code

    def plan(self, chapter: int) -> None:
        """Plan the next game; the nemesis of chapter 1 is known, later ones are typed."""
        self.go("plan")
        if chapter > 1 and not self.page.input_value("[name=nemesis]"):
            name, life = FOES[chapter]
            self.write("[name=nemesis]", name)
            self.write("[name=nemesis_life]", str(life))
        self.send()
        assert "/plan" not in self.page.url

    def result(self, game: int, *, won: bool) -> None:
        """Enter how a game ended."""
        self.go(f"games/{game}/setup")
        self.go(f"games/{game}/result")
        self.pick("result", "win" if won else "loss")
        ending = "nemesis_defeated" if won else "gravehold_fallen"
        self.pick("ending_win" if won else "ending_loss", ending)
        self.write("[name=gravehold_life]", "12" if won else "0")
        self.write("[name=nemesis_life]", "0" if won else "9")
        self.write("[name=minutes]", "95")
        self.write("[name=note]", f"Game {game}: we {'held' if won else 'broke'}.")
        self.send()
        there = self.page.url.endswith(self.address(f"games/{game}/"))
        assert there, self.page.locator("main").inner_text()

    def settle(self, game: int, *, onward: bool = True, evolve: str = "") -> None:
        """Walk through the aftermath until nothing is open, then settle the game."""
        for _ in range(60):
            if not self.page.url.endswith(self.address(f"games/{game}/aftermath")):
                self.go(f"games/{game}/aftermath")
            opened = self.page.locator(".decisions__card:not(.is-done) h3 a").first
            if not opened.count():
                break
            self.tap(opened)
            self.look()
            evolving = "/evolution" in self.page.url
            self.decide(game, onward=onward, evolve=evolve)
            if evolving:
                evolve = ""
        self.press("Finish the aftermath")
        self.look()

    # --- the decisions ---

    def decide(self, game: int, *, onward: bool, evolve: str) -> None:
        """Answer the decision whose page is open."""
        place = self.page.url.split("/aftermath/")[1].split("/")[0].split("?")[0]
        if place == "verdict":
            answer = "yes" if onward else "no"
            self.mark(self.page.locator("[name=onward]").nth(0 if answer == "yes" else 1))
        elif place == "growth":
            self._grow(game)
        elif place == "sections":
            self._tick_all("[name^=tick_]")
            for letters in self.page.locator(".tick fieldset").all():
                self.mark(letters.locator("input").first)
        elif place == "seals":
            self._tick_all("[name=due]")
        elif place == "sticker":
            self._sticker()
        elif place == "pool":
            self._pool()
        elif place == "evolution":
            if not evolve:
                quick = self.page.get_by_role("button", name=re.compile("None evolved|All entered"))
                self.tap(quick.first)
                return
            self._evolve(evolve)
        self.send()

    def send(self, *, refused: bool = False) -> None:
        """Send the page's form; a refused one comes back in its place, another leads on."""
        form = self.page.locator("main form[method=post]").last
        button = form.locator("button[type=submit]").first
        if refused:
            button.click()
            expect(self.page.locator("main [role=group][autofocus]").first).to_be_focused()
            return
        self.tap(button)

    def _tick_all(self, selector: str) -> None:
        boxes = self.page.locator(selector)
        for place in range(boxes.count()):
            self.mark(boxes.nth(place))

    def _grow(self, game: int) -> None:
        for place, kind in enumerate(("gem", "spell")):
            self.write(f"[name=name_{place}]", f"Find {game}-{place}")
            self.pick(f"kind_{place}", kind)
            self.write(f"[name=cost_{place}]", str(3 + place))
        piles = self.page.locator("[name=banish]")
        for place in (1, 8):
            self.mark(piles.nth(place))

    def _sticker(self) -> None:
        slot = self.page.url.rstrip("/").split("/")[-1]
        kind = {"2a": "starter", "2b": "ability", "3": "breach"}.get(slot, "other")
        self.pick("kind", kind)
        if kind != "breach":
            self.write("[name=name]", f"Mark of slot {slot}")
        if kind == "starter":
            self.pick("card_kind", "spell")
            self.pick("where", "hand")
        if kind == "ability":
            self.pick("charges", "5")
        if kind == "breach":
            self.pick("breach_turns", "1")

    def _pool(self) -> None:
        self.write("[name=names]", BASICS)

    def _evolve(self, how: str) -> None:
        self.mark(self.page.locator("[name=card]").first)
        self.pick("happened", how)
        self.write("[name=spaces]", "1")
        if how == "sticker":
            self.write("[name=text]", "One more damage")
        else:
            self.write("[name=into]", "Grey Talon")
            self.pick("kind", "minion")
