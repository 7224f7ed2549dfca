"""What changed, in few sentences."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.rules.aeons_end.legacy import facts
from campaign.rules.aeons_end.sheet import Line
from tracker.systems.aeons_end.shared import words
from tracker.systems.aeons_end.shared.words import entries
from tracker.systems.aeons_end.shared.words.record import CampaignWords

MAX_NAMED = 4  # basic cards; more are only counted
MARKET, BASICS, SECTIONS, SEALS, OTHERS = "market", "basics", "sections", "seals", "others"


def line_news(lines: Iterable[Line]) -> tuple[str, ...]:
    """Return the sentences for the changes on a sheet."""
    return _sentences(map(_line_change, lines))


def fact_news(entered: Iterable[facts.Fact], said: CampaignWords) -> tuple[str, ...]:
    """Return the sentences for what the facts of a game changed."""
    return _sentences(_fact_change(fact, said) for fact in entered)


def _line_change(line: Line) -> tuple[str, str]:
    """Return the sort of a change, and its sentence or its name in the list of its sort."""
    match line.code:
        case "change.pile_added" | "change.pile_banished":
            return MARKET, words.line(line)
        case "change.joined":
            return BASICS, str(line.values["name"])
        case "change.section":
            return SECTIONS, str(line.values["letter"])
        case "change.seal":
            return SEALS, words.opened(line.values)
    return OTHERS, words.line(line)


def _fact_change(fact: facts.Fact, said: CampaignWords) -> tuple[str, str]:
    match fact:
        case facts.BasicJoined(card=card):
            return BASICS, said.name(card)
        case facts.SectionUnlocked(letter=letter):
            return SECTIONS, letter
        case facts.SealOpened():
            return SEALS, entries.opened_seal(fact, said)
        case facts.MarketGrown() | facts.MarketOrdered():
            return MARKET, said.fact(fact)
        case facts.Planned() | facts.Played() | facts.Settled() | facts.Noted():
            return OTHERS, ""  # elsewhere on the page
        case facts.DecisionClosed() | facts.StoryRead():
            return OTHERS, ""  # nothing changed
    return OTHERS, said.fact(fact)


def _sentences(changes: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Return the market's changes, then the others, then one sentence for each list."""
    of: dict[str, list[str]] = defaultdict(list)
    for sort, text in changes:
        of[sort].append(text)
    lists = (_basics(of[BASICS]), _sections(of[SECTIONS]), _seals(of[SEALS]))
    return tuple(filter(None, (*of[MARKET], *of[OTHERS], *lists)))


def _basics(names: Sequence[str]) -> str:
    count = len(names)
    if count > MAX_NAMED:
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
    return text % {"names": words.listed(names)} if names else ""


def _sections(letters: Sequence[str]) -> str:
    text = ngettext(
        "Section %(letters)s is in the rulebook.",
        "Sections %(letters)s are in the rulebook.",
        len(letters),
    )
    return text % {"letters": words.listed(letters)} if letters else ""


def _seals(seals: Sequence[str]) -> str:
    return _("Opened: %(seals)s.") % {"seals": words.listed(seals)} if seals else ""
