"""What changed, told in as few sentences as it takes."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.rules.aeons_end.legacy import facts
from campaign.rules.aeons_end.sheet import Line
from tracker.systems.aeons_end import words
from tracker.systems.aeons_end.words import entries
from tracker.systems.aeons_end.words.record import CampaignWords

NAMED_MOST = 4  # basic cards that are told by name


def news_of(lines: Iterable[Line]) -> tuple[str, ...]:
    """Return what a sheet's changes say."""
    news = News()
    for line in lines:
        news.tell_line(line)
    return news.sentences()


@dataclass(slots=True)
class News:
    """What changed, with everything that comes by the dozen in one sentence."""

    market: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    basics: list[str] = field(default_factory=list)
    sections: list[str] = field(default_factory=list)
    seals: list[str] = field(default_factory=list)

    def tell_line(self, line: Line) -> None:
        """Take in a line of a sheet."""
        match line.code:
            case "change.pile_added" | "change.pile_banished":
                self.market.append(words.line(line))
            case "change.joined":
                self.basics.append(str(line.values["name"]))
            case "change.section":
                self.sections.append(str(line.values["letter"]))
            case "change.seal":
                self.seals.append(words.opened(line.values))
            case _:
                self.told.append(words.line(line))

    def tell_fact(self, fact: facts.Fact, said: CampaignWords) -> None:
        """Take in a fact of a game."""
        match fact:
            case facts.BasicJoined(card=card):
                self.basics.append(entries.pool_card(card, said))
            case facts.SectionUnlocked(letter=letter):
                self.sections.append(letter)
            case facts.SealOpened():
                self.seals.append(entries.opened_seal(fact, said))
            case facts.MarketGrown() | facts.MarketOrdered():
                self.market.append(said.fact(fact))
            case facts.Planned() | facts.Played() | facts.Settled() | facts.Noted():
                pass  # told elsewhere on the page
            case facts.DecisionClosed() | facts.StoryRead():
                pass  # nothing changed
            case _:
                self.told.append(said.fact(fact))

    def sentences(self) -> tuple[str, ...]:
        """Return all of it, the market first, then what else is on the table."""
        dozens = (self._basics(), self._sections(), self._seals())
        return tuple(filter(None, (*self.market, *self.told, *dozens)))

    def _basics(self) -> str:
        count = len(self.basics)
        if count > NAMED_MOST:
            text = ngettext(
                "%(count)s basic card has joined the nemesis deck.",
                "%(count)s basic cards have joined the nemesis deck.",
                count,
            )
            return text % {"count": count}
        text = ngettext(
            "%(names)s is a basic nemesis card now.",
            "%(names)s are basic nemesis cards now.",
            count,
        )
        return text % {"names": words.listed(self.basics)} if count else ""

    def _sections(self) -> str:
        text = ngettext(
            "Section %(letters)s is in the rulebook.",
            "Sections %(letters)s are in the rulebook.",
            len(self.sections),
        )
        return text % {"letters": words.listed(self.sections)} if self.sections else ""

    def _seals(self) -> str:
        seals = words.listed(self.seals)
        return _("Opened: %(seals)s.") % {"seals": seals} if self.seals else ""
