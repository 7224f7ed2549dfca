"""Tables to print: campaigns in which everything that players can name has the name of a test."""

from __future__ import annotations

import re
from dataclasses import replace

from campaign.models import Campaign
from campaign.rules.aeons_end.legacy.decisions import Decision, DecisionKind, open_decisions
from campaign.rules.aeons_end.legacy.facts import (
    COLOURS,
    BasicJoined,
    CardEvolved,
    CardTransformed,
    DecisionClosed,
    Fact,
    Foe,
    MarketGrown,
    Noted,
    Planned,
    Played,
    SealOpened,
    Seat,
    SectionUnlocked,
    Settled,
    StickerPlaced,
    Story,
)
from campaign.rules.aeons_end.legacy.state import State
from campaign.rules.aeons_end.market.growth import Growth
from campaign.rules.aeons_end.sheet import SetupSheet
from campaign.rules.core.keys import typed_key
from campaign.selectors import campaigns as selectors
from tests.campaign import factories
from tests.rules.aeons_end.legacy_stories import Teller, missing_basics
from tests.rules.packs import legacy
from tests.tracker.sheets.reading import text_of
from tracker.sheets.compiler import Document, Format, Paper
from tracker.systems.aeons_end.legacy.sheets.chronicle import chronicle_document
from tracker.systems.aeons_end.legacy.sheets.poster import poster_document
from tracker.systems.aeons_end.legacy.sheets.restore import restore_document
from tracker.systems.aeons_end.legacy.sheets.results import results_document
from tracker.systems.aeons_end.legacy.sheets.share import (
    campaign_share_document,
    game_share_document,
)
from tracker.systems.aeons_end.legacy.sheets.slips import slips_document
from tracker.systems.aeons_end.shared.sheets.mats import mats_document
from tracker.systems.aeons_end.shared.sheets.setup import setup_document

LONGEST = 60  # letters of a mage's name


def squashed(text: str) -> str:
    """Return a text without its spaces: a name that was broken over lines is whole again."""
    return re.sub(r"\s+", "", text)


def says(pdf: bytes, name: str) -> bool:
    """Say whether a name stands in a PDF, on one line or on several."""
    return squashed(name) in squashed(text_of(pdf))


def sheet_of(campaign: Campaign, game: int | None = None) -> SetupSheet:
    """Return the set-up sheet of a campaign."""
    sheet = selectors.campaign_sheet(campaign, game=game)
    assert sheet is not None
    return sheet


def documents(campaign: Campaign, paper: Paper = Paper.A4) -> dict[str, Document]:
    """Return every PDF that a campaign has."""
    sheet = sheet_of(campaign)
    link = "https://example.org/g/X/result"
    made = {
        "setup": replace(setup_document(sheet, campaign.name), link=link),
        "restore": restore_document(sheet, campaign.name),
        "mats": mats_document(campaign),
        "slips": slips_document(campaign),
        "results": results_document(campaign),
        "chronicle": chronicle_document(campaign),
        "poster": poster_document(campaign),
    }
    return {name: replace(document, paper=paper) for name, document in made.items()}


def share_document(campaign: Campaign, *, game: int | None = None, names: bool = False) -> Document:
    """Return the picture of a campaign's game, or of the whole campaign."""
    if game is None:
        return campaign_share_document(campaign, names=names)
    return game_share_document(campaign.games.not_withdrawn().get(number=game), names=names)


def pictures(campaign: Campaign) -> dict[str, Document]:
    """Return every picture that a campaign has."""
    return {
        "mat": mats_document(campaign, seat=1, form=Format.PNG),
        "share": share_document(campaign, names=True),
        "game share": share_document(campaign, game=1, names=True),
    }


def campaign_named(name: str, *, mages: int = 2, chapters: int = 3) -> Campaign:
    """Return a campaign whose every name begins with a number and goes on with this one."""
    return factories.store(_Namer(name, mages).told(chapters), name=name[:80])


class _Namer(Teller):
    """Tell a story in which whatever players name has one name."""

    def __init__(self, name: str, mages: int) -> None:
        self.name = name
        self.count = 0
        seats = tuple(
            Seat(number, colour, "a", self.next(), self.next())
            for number, colour in enumerate(COLOURS[:mages], start=1)
        )
        super().__init__(story=Story(seats))

    def next(self) -> str:
        """Return a name that nothing else has."""
        self.count += 1
        return f"{self.count}{self.name}"[:LONGEST].strip()

    def told(self, chapters: int) -> Story:
        """Win so many chapters and plan the next."""
        for _chapter in range(chapters):
            self.begin()
            self.tell(Played(factories.WIN), Noted(f"{self.name}, and {self.name}"))
            self.answer_named()
            self.tell(Settled())
        self.begin()
        self.answer_named()
        return self.story

    def begin(self) -> None:
        due = self.state.next_chapter
        name = self.next()
        foe = Foe(typed_key(name), name, 40) if due > 1 else Foe("maelstrom", life=99)
        self.tell(Planned(due, foe), game=self.game + 1)

    def answer_named(self) -> None:
        while due := open_decisions(self.state, legacy()):
            self.tell(*self.answers(due[0], self.state))

    def answers(self, decision: Decision, state: State) -> list[Fact]:
        subject, seat = decision.subject, decision.seat or 0
        match decision.kind:
            case DecisionKind.SEAL:
                return [SealOpened(subject)]
            case DecisionKind.SECTION:
                return [SectionUnlocked(subject, subject, self.next())]
            case DecisionKind.SLOT:
                placed = replace(factories.sticker(subject, seat), text=self.next())
                return [StickerPlaced(seat, replace(placed, name=placed.name and self.next()))]
            case DecisionKind.GROWTH:
                return [MarketGrown(self.growth(state))]
            case DecisionKind.POOL:
                cards = missing_basics(state)
                return [BasicJoined(factories.basic(self.next(), c.tier)) for c in cards]
            case DecisionKind.EVOLUTION:
                return [*self.evolution(state), DecisionClosed(decision.key)]
        raise AssertionError(decision)

    def growth(self, state: State) -> Growth:
        last = replace(factories.pile(self.next()), kind=None, cost=None)  # never taken
        offered = (*(factories.pile(self.next()) for _ in range(3)), last)
        added = tuple(pile.key for pile in offered[:2])
        return Growth(offered, added, tuple(pile.key for pile in state.market[:2]))

    def evolution(self, state: State) -> list[Fact]:
        first, second = state.pool[:2]
        into = factories.basic(self.next(), second.tier)
        facts: list[Fact] = []
        reason = factories.REASON if second.evolved_from else ""
        if not first.stickers:
            facts.append(CardEvolved(first.key, self.next(), 2 if first.spaces is None else None))
        if second.spaces is None or len(second.stickers) >= second.spaces:
            spaces = len(second.stickers) if second.spaces is None else None
            facts.append(CardTransformed(second.key, into, spaces, reason=reason))
        else:
            facts.append(CardEvolved(second.key, self.next(), reason=reason))
        return facts
