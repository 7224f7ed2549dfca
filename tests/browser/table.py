"""What players do with a phone in one hand, step by step, as they would tap it."""

from __future__ import annotations

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

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
BASICS = {
    1: ("Grey Claw", "Salt Bite", "Low Moan"),
    2: ("Ember Rain", "Long Hunger", "Slate Fang", "Pale Warden", "Husk Choir"),
    3: (
        "Last Toll",
        "Ash Colossus",
        "Unmaking",
        "Rift Mouth",
        "Hollow Sun",
        "Black Ebb",
        "Shale Hymn",
    ),
}


class Table:
    """One phone, and the campaign it keeps."""

    def __init__(self, page: Page, *, look_closely: bool = True) -> None:
        self.page = page
        self.console: list[str] = []
        self.look_closely = look_closely
        self.seen: set[str] = set()
        self.code = ""
        page.on("console", lambda message: self.console.append(f"{page.url}: {message.text}"))
        page.on("pageerror", lambda error: self.console.append(f"{page.url}: {error}"))

    # --- looking ---

    def look(self) -> None:
        """Check the page with axe, once for every kind of page."""
        kind = re.sub(r"[0-9]+", "n", self.page.url.split("?")[0].replace(self.code or "-", "code"))
        if not self.look_closely or kind in self.seen:
            return
        self.seen.add(kind)
        found = Axe().run(self.page)
        assert found.violations_count == 0, f"{self.page.url}\n{found.generate_report()}"
        width = self.page.evaluate("document.documentElement.scrollWidth")
        assert width <= 390, f"{self.page.url} is {width} px wide"

    def go(self, path: str = "") -> None:
        """Open a page of the campaign."""
        self.page.goto(f"/c/{self.code}/{path}")
        self.look()

    def press(self, name: str) -> None:
        """Tap the button or the link of this name, and wait for the page it brings."""
        button = self.page.get_by_role("button", name=name, exact=True)
        target = button if button.count() else self.page.get_by_role("link", name=name, exact=True)
        with self.page.expect_navigation():
            target.first.click()

    def says(self, text: str | re.Pattern[str]) -> None:
        """Expect the page to say something."""
        expect(self.page.locator("main")).to_contain_text(text)

    # --- the campaign ---

    def start(
        self, name: str = "Tuesday table", mages: tuple[str, ...] = ("Ilva", "Torrin")
    ) -> str:
        """Start a campaign from the front door, without an account."""
        self.page.goto("/")
        self.look()
        self.press("Start a campaign")
        self.look()
        self.page.fill("[name=name]", name)
        self.page.check(f"[name=mages][value='{len(mages)}']", force=True)
        for number, mage in enumerate(mages, start=1):
            self.page.fill(f"[name=name_{number}]", mage)
            self.page.fill(f"[name=player_{number}]", f"Player {number}")
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
            self.page.fill("[name=nemesis]", name)
            self.page.fill("[name=nemesis_life]", str(life))
        self.send()
        assert "/plan" not in self.page.url

    def result(self, game: int, *, won: bool) -> None:
        """Enter how a game ended."""
        self.go(f"games/{game}/setup")
        self.go(f"games/{game}/result")
        self.page.check(f"[name=result][value={'win' if won else 'loss'}]", force=True)
        ending = "nemesis_defeated" if won else "gravehold_fallen"
        field = "ending_win" if won else "ending_loss"
        self.page.check(f"[name={field}][value={ending}]", force=True)
        self.page.fill("[name=gravehold_life]", "12" if won else "0")
        self.page.fill("[name=nemesis_life]", "0" if won else "9")
        self.page.fill("[name=minutes]", "95")
        self.page.fill("[name=note]", f"Game {game}: we {'held' if won else 'broke'}.")
        self.send()
        assert "/aftermath" in self.page.url, self.page.locator("main").inner_text()

    def settle(self, game: int, *, onward: bool = True, evolve: str = "") -> None:
        """Walk through the aftermath until nothing is open, then settle the game."""
        for _ in range(60):
            self.go(f"games/{game}/aftermath")
            opened = self.page.locator(".walk__card:not(.is-done) h3 a").first
            if not opened.count():
                break
            with self.page.expect_navigation():
                opened.click()
            self.look()
            evolving = "/evolution" in self.page.url
            self.decide(game, onward=onward, evolve=evolve)
            if evolving:
                evolve = ""
        self.press("Settle the game")
        self.look()

    # --- the decisions ---

    def decide(self, game: int, *, onward: bool, evolve: str) -> None:
        """Answer the decision whose page is open."""
        place = self.page.url.split("/aftermath/")[1].split("/")[0].split("?")[0]
        if place == "verdict":
            answer = "yes" if onward else "no"
            options = self.page.locator("[name=onward]")
            values = [options.nth(i).get_attribute("value") for i in range(options.count())]
            self.page.check(
                f"[name=onward][value='{values[0 if answer == 'yes' else 1]}']", force=True
            )
        elif place == "growth":
            self._grow(game)
        elif place == "sections":
            self._tick_all("[name^=tick_]")
        elif place == "seals":
            self._tick_all("[name=due]")
        elif place == "sticker":
            self._sticker()
        elif place == "pool":
            self._pool()
        elif place == "evolution":
            if not evolve:
                quick = self.page.get_by_role(
                    "button", name=re.compile("None evolved|That was all")
                )
                with self.page.expect_navigation():
                    quick.first.click()
                return
            self._evolve(evolve)
        self.send()

    def send(self, *, refused: bool = False) -> None:
        """Send the page's form; a refused one comes back in its place, another leads on."""
        form = self.page.locator("main form[method=post]").last
        button = form.locator("button[type=submit]").first
        if refused:
            button.click()
            expect(self.page.locator("main [role=alert]").first).to_be_visible()
            return
        with self.page.expect_navigation():
            button.click()

    def _tick_all(self, selector: str) -> None:
        boxes = self.page.locator(selector)
        for place in range(boxes.count()):
            boxes.nth(place).check(force=True)

    def _grow(self, game: int) -> None:
        kinds = ("gem", "relic", "spell", "spell")
        for place, kind in enumerate(kinds):
            self.page.fill(f"[name=name_{place}]", f"Find {game}-{place}")
            self.page.check(f"[name=kind_{place}][value={kind}]", force=True)
            self.page.fill(f"[name=cost_{place}]", str(3 + place))
        for place in (0, 3):
            self.page.check(f"[name=take][value='{place}']", force=True)
        piles = self.page.locator("[name=banish]")
        for place in (1, 8):
            piles.nth(place).check(force=True)

    def _sticker(self) -> None:
        slot = self.page.url.rstrip("/").split("/")[-1]
        kind = {"2a": "starter", "2b": "ability", "3": "breach"}.get(slot, "other")
        self.page.check(f"[name=kind][value={kind}]", force=True)
        if kind != "breach":
            self.page.fill("[name=name]", f"Mark of slot {slot}")
        if kind == "starter":
            self.page.check("[name=card_kind][value=spell]", force=True)
            self.page.check("[name=where][value=hand]", force=True)
        if kind == "ability":
            self.page.check("[name=charges][value='5']", force=True)
        if kind == "breach":
            self.page.check("[name=breach_turns][value='1']", force=True)

    def _pool(self) -> None:
        for tier, names in BASICS.items():
            for place, name in enumerate(names):
                self.page.fill(f"[name=name_{tier}_{place}]", name)
                self.page.select_option(f"[name=kind_{tier}_{place}]", "attack")

    def _evolve(self, how: str) -> None:
        self.page.locator("[name=card]").first.check(force=True)
        self.page.check(f"[name=happened][value={how}]", force=True)
        if how == "sticker":
            self.page.fill("[name=text]", "One more damage")
        else:
            self.page.fill("[name=into]", "Grey Talon")
            self.page.check("[name=kind][value=minion]", force=True)
