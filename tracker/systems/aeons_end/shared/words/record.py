"""Sentences for the records of campaigns and one-off games, with their own names."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from campaign.exchange.content import Content
from campaign.models import Campaign, Game
from campaign.records.aeons_end import names_withdrawn
from campaign.rules.aeons_end.endings import Result
from campaign.rules.aeons_end.legacy import facts as story
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.aeons_end.one_off.sheet import Setup, setup_sheet
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.aeons_end.sheet import SheetPile
from campaign.rules.core.facts import Fact, Played
from campaign.rules.core.problems import Problem
from tracker.systems.aeons_end.shared import selectors
from tracker.systems.aeons_end.shared.recognise import typed_names
from tracker.systems.aeons_end.shared.words import entries, problems
from tracker.systems.aeons_end.shared.words.terms import RecordNames
from tracker.words import listed
from tracker.words.one_offs import OneOffWords

FEW_PILES = 3  # that are said one by one, rather than the whole market


@dataclass(frozen=True, slots=True)
class CampaignWords(RecordNames):
    """Sentences for the record of a campaign."""

    kind = staticmethod(entries.fact_kind)
    groups = staticmethod(entries.gathered)

    def sentence(self, problem: Problem) -> str:
        return problems.sentence(problem, self)

    def fact(self, fact: Fact) -> str:
        return entries.fact(fact, self)

    def facts(self, facts: Sequence[Fact]) -> str:
        return entries.facts(facts, self)

    def plan(self, plan: Fact, game: int) -> str:
        if not isinstance(plan, story.Planned):
            raise TypeError(f"{type(plan).__name__} is no plan of a campaign's game.")
        shown = {"game": game, "chapter": plan.chapter, "nemesis": entries.foe(plan, self)}
        text = _("Game %(game)s was planned: chapter %(chapter)s against %(nemesis)s.") % shown
        return " ".join(filter(None, (text, entries.reason(plan))))

    def won(self, fact: Fact) -> bool | None:
        return fact.tally.result is Result.WIN if isinstance(fact, story.Played) else None

    def against(self, plan: Fact) -> str:
        return self.namer.name(plan.foe) if isinstance(plan, story.Planned) and self.namer else ""


def story_words(campaign: Campaign) -> CampaignWords:
    """Return sentences for the facts of a campaign that were not withdrawn."""
    told = selectors.campaign_facts(campaign).story
    namer, typed = selectors.namer_of(campaign), typed_names(told)
    return CampaignWords(namer, told.seats, typed)


def campaign_words(campaign: Campaign) -> CampaignWords:
    """Return sentences for all facts of a campaign, withdrawn ones included."""
    words = story_words(campaign)
    return replace(words, typed={**names_withdrawn(campaign), **words.typed})


def content_words(content: Content) -> CampaignWords:
    """Return sentences for an export file, whose story may not replay."""
    about = content.document.about
    typed = typed_names(content.story()) if content.party else {}
    return CampaignWords(Namer(content.pack, about.language), content.party, typed)


@dataclass(frozen=True, slots=True)
class GameWords(RecordNames, OneOffWords):
    """Sentences for the record of a one-off game."""

    reason = staticmethod(entries.reason)

    def sentence(self, problem: Problem) -> str:
        return problems.sentence(problem, self)

    def ended(self, played: Played[Tally]) -> str:
        """Return how the game ended and who played."""
        sat = enumerate(played.players, start=1)
        who = listed(f"{player} ({self.mage(seat)})" for seat, player in sat if player)
        said = entries.result(played.result, self)
        return f"{said} " + _("Played by: %(names)s.") % {"names": who} if who else said

    def differences(self, old: Setup, new: Setup) -> Iterator[str]:
        language = self.namer.language if self.namer else "en"
        sheet = setup_sheet(new, language=language)
        before, now = old.game, new.game
        if [(mat.mage, mat.name) for mat in before.mats] != [
            (mat.mage, mat.name) for mat in now.mats
        ]:
            names = listed(mage.name for mage in sheet.body.mages)
            yield _("The mages are now %(names)s.") % {"names": names}
        if before.nemesis.id != now.nemesis.id:
            yield _("The nemesis is now %(name)s.") % {"name": sheet.body.nemesis.name}
        if _keys(before.basics) != _keys(now.basics):
            yield _("The nemesis’ basic cards were re-rolled.")
        if _keys([before.market]) != _keys([now.market]):
            yield _market_change(sheet.body.market, {card.id for card in before.market})
        if (before.difficulty.id, before.mage_life) != (now.difficulty.id, now.mage_life):
            name = now.difficulty.name.in_language(language)
            shown = {"name": name, "life": now.mage_life}
            yield _("The difficulty is now %(name)s; each mage begins with %(life)s life.") % shown
        if before.turn_cards != now.turn_cards:
            yield _("The turn-order deck was changed.")


def game_words(game: Game) -> GameWords:
    """Return sentences for a one-off game as it stands."""
    seats = selectors.game_seats(selectors.game_sheet(game))
    return GameWords(selectors.namer_of(game), seats)


def _market_change(piles: Sequence[SheetPile], before: Collection[str]) -> str:
    """Return what is new in a market; all of it, if that is more than a few piles."""
    new = [pile.name for pile in piles if pile.id not in before]
    if 0 < len(new) <= FEW_PILES:
        return _("New in the market: %(names)s.") % {"names": listed(new)}
    names = listed(pile.name for pile in piles)
    return _("The market is now %(names)s.") % {"names": names}


def _keys(piles: Sequence[Sequence[Any]]) -> list[list[str]]:
    return [sorted(card.id for card in pile) for pile in piles]
