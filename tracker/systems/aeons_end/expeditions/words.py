"""Words of expeditions: variants, steps, what came, sentences for the record."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext_lazy
from django.utils.translation import gettext as _

from campaign.exchange.content import Content
from campaign.models import Campaign
from campaign.rules.aeons_end.endings import Result
from campaign.rules.aeons_end.expeditions import facts as expedition
from campaign.rules.aeons_end.expeditions.recipe import OWN, Came, Outfit, Recipe
from campaign.rules.aeons_end.expeditions.route import Reward, Route
from campaign.rules.aeons_end.expeditions.state import LossKind, State, Try
from campaign.rules.aeons_end.expeditions.stock import Stock
from campaign.rules.aeons_end.expeditions.stories import STORIES
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.aeons_end.sheet import SheetPile
from campaign.rules.core.facts import Fact, Noted
from campaign.rules.core.problems import Problem
from tracker.systems.aeons_end.shared import selectors
from tracker.systems.aeons_end.shared.words import entries, problems
from tracker.systems.aeons_end.shared.words.terms import RecordNames, Words, word
from tracker.words import listed

VARIANTS: Words = {
    "short": pgettext_lazy("kind of expedition", "Short"),
    "default": pgettext_lazy("kind of expedition", "Default"),
    "extended": pgettext_lazy("kind of expedition", "Extended"),
    "fight-five": pgettext_lazy("kind of expedition", "Fight Five"),
    OWN: pgettext_lazy("kind of expedition", "Our own"),
}
LOSS_KINDS: Words = {
    LossKind.MAGE: gettext_lazy("A mage"),
    LossKind.GEM: gettext_lazy("A gem"),
    LossKind.RELIC: gettext_lazy("A relic"),
    LossKind.SPELL: gettext_lazy("A spell"),
    LossKind.TREASURE: gettext_lazy("A treasure"),
    LossKind.BANNER: gettext_lazy("A banner"),
}
KINDS: Words = {
    expedition.Planned.kind: pgettext_lazy("kind of entry", "set-up"),
    expedition.Played.kind: pgettext_lazy("kind of entry", "result"),
    expedition.Rewarded.kind: pgettext_lazy("kind of entry", "reward"),
    expedition.Decided.kind: pgettext_lazy("kind of entry", "decision"),
    expedition.Found.kind: pgettext_lazy("kind of entry", "find"),
    Noted.kind: pgettext_lazy("kind of entry", "note"),
}


def variant(recipe: Recipe) -> str:
    """Return what an expedition is called by its length."""
    if recipe.own is not None and recipe.own.name:
        return recipe.own.name
    if story := STORIES.get(recipe.variant):
        box = selectors.series().boxes[story.box].name(get_language() or "en")
        return _("The story in the box: %(box)s") % {"box": box}
    return word(VARIANTS, recipe.variant)


def loss_kind(kind: LossKind) -> str:
    """Return a kind of which one thing is drawn."""
    return word(LOSS_KINDS, kind)


def battles(count: int) -> str:
    """Return a number of battles."""
    return ngettext("%(count)s battle", "%(count)s battles", count) % {"count": count}


def options(outfit: Outfit) -> list[str]:
    """Return the options that an expedition is played with."""
    recipe = outfit.recipe
    found = (
        (recipe.big_pockets, _("Big Pockets")),
        (recipe.companions, _("friends and foes")),
        (not recipe.versions, _("no mage twice")),
    )
    said = [text for holds, text in found if holds]
    if recipe.tries is not None:
        text = ngettext("%(count)s try a battle", "%(count)s tries a battle", recipe.tries)
        said.append(text % {"count": recipe.tries})
    return said


def attempt(game: Try) -> str:
    """Return which battle and try a game is."""
    shown = {"battle": game.battle, "attempt": game.attempt}
    if game.attempt == 1:
        return _("Battle %(battle)s") % shown
    return _("Battle %(battle)s, try %(attempt)s") % shown


def points(count: int) -> str:
    """Return a number of points."""
    return ngettext("%(count)s point", "%(count)s points", count) % {"count": count}


def score(state: State) -> str:
    """Return the points, and how many there could be."""
    return _("%(points)s of %(most)s") % {"points": state.score, "most": state.most_points}


def score_sentence(state: State) -> str:
    """Return the points as a sentence."""
    shown = {"points": points(state.score), "most": state.most_points}
    return _("%(points)s of %(most)s.") % shown


def reward_lines(reward: Reward) -> Iterator[str]:
    """Yield how much a reward brings, a line for each kind."""
    counted = (
        (ngettext("%(count)s mage", "%(count)s mages", reward.mages), reward.mages),
        (ngettext("%(count)s gem", "%(count)s gems", reward.gems), reward.gems),
        (ngettext("%(count)s relic", "%(count)s relics", reward.relics), reward.relics),
        (ngettext("%(count)s spell", "%(count)s spells", reward.spells), reward.spells),
        (ngettext("%(count)s banner", "%(count)s banners", reward.banners), reward.banners),
    )
    for text, count in counted:
        if count:
            yield text % {"count": count}
    for level, count in sorted(reward.treasures.items()):
        text = ngettext(
            "%(count)s treasure of level %(level)s",
            "%(count)s treasures of level %(level)s",
            count,
        )
        yield text % {"count": count, "level": level}
    if reward.named:
        text = ngettext("%(count)s named thing", "%(count)s named things", len(reward.named))
        yield text % {"count": len(reward.named)}


@dataclass(frozen=True, slots=True)
class ExpeditionWords(RecordNames):
    """Sentences for the record of an expedition."""

    route: Route | None = None  # whose decisions are named

    def kind(self, kind: str) -> str:
        """Return the name of a kind of fact."""
        return word(KINDS, kind)

    def groups(self, facts: Sequence[Fact]) -> list[list[Fact]]:
        """Return facts in the same order, each by itself."""
        return [[fact] for fact in facts]

    def sentence(self, problem: Problem) -> str:
        return problems.sentence(problem, self)

    def facts(self, facts: Sequence[Fact]) -> str:
        said = (" ".join(filter(None, (self.fact(each), entries.reason(each)))) for each in facts)
        return " ".join(said)

    def fact(self, fact: Fact) -> str:
        """Return the sentence of a fact."""
        match fact:
            case expedition.Planned():
                return _("Set up against %(nemesis)s: %(mages)s.") % {
                    "nemesis": self.against(fact),
                    "mages": listed(self.card(place.mage) for place in fact.choices.places),
                }
            case expedition.Played(tally=tally):
                return entries.result(tally, self)
            case expedition.Rewarded():
                return self._reward(fact)
            case expedition.Found(came=came):
                return _("Found: %(things)s.") % {"things": self.things(came)}
            case expedition.Decided():
                return self._decision(fact)
            case Noted(text=note):
                return _("Note: %(text)s") % {"text": note.strip()}
        raise TypeError(f"{type(fact).__name__} is no fact of an expedition.")

    def plan(self, plan: Fact, game: int) -> str:
        if not isinstance(plan, expedition.Planned):
            raise TypeError(f"{type(plan).__name__} is no plan of an expedition's game.")
        shown = {"game": game, "nemesis": self.against(plan)}
        text = _("Game %(game)s was set up against %(nemesis)s.") % shown
        return " ".join(filter(None, (text, entries.reason(plan))))

    def won(self, fact: Fact) -> bool | None:
        return fact.tally.result is Result.WIN if isinstance(fact, expedition.Played) else None

    def against(self, plan: Fact) -> str:
        return self.card(plan.drawn.nemesis) if isinstance(plan, expedition.Planned) else ""

    def piles(
        self, stock: Stock, keys: Collection[str], *, new: Collection[str] = ()
    ) -> tuple[SheetPile, ...]:
        """Return piles with their names, in the order of a market."""
        return tuple(
            SheetPile(key, self.card(key), str(card.kind), card.cost, card.copies, key in new)
            for key, card in stock.offer.piles.cards.items()
            if key in keys
        )

    def things(self, came: Came) -> str:
        """Return what came, by name."""
        return listed(self.card(key) for key in came.keys)

    def decision(self, fact: expedition.Decided) -> str:
        """Return what a group decided at a story node, in the words of that node."""
        node = self.route.node(fact.node) if self.route else None
        chosen = node.decisions[fact.option : fact.option + 1] if node else ()
        return chosen[0].text if chosen else ""

    def _decision(self, fact: expedition.Decided) -> str:
        node = self.route.node(fact.node) if self.route else None
        if node is not None and node.card:
            return _("Story card read: %(card)s.") % {"card": node.card}
        if decided := self.decision(fact):
            return _("The story was read. Decided: %(decision)s") % {"decision": decided}
        return _("The story was read.")

    def _reward(self, fact: expedition.Rewarded) -> str:
        said = [_("They went on anyway.")] if fact.onward else []
        if fact.came.keys:
            said.append(_("Into the barracks: %(things)s.") % {"things": self.things(fact.came)})
        else:
            said.append(_("Nothing was added to the barracks."))
        return " ".join(said)


def expedition_words(campaign: Campaign) -> ExpeditionWords:
    """Return sentences for the facts of an expedition."""
    opening = selectors.campaign_facts(campaign).story.opening
    route = opening.recipe.route if isinstance(opening, Outfit) else None
    return ExpeditionWords(selectors.namer_of(campaign), route=route)


def content_words(content: Content) -> ExpeditionWords:
    """Return sentences for an export file, whose story may not replay."""
    return ExpeditionWords(Namer(content.pack, content.document.about.language))


def came_lines(words: ExpeditionWords, came: Came) -> Iterator[tuple[str, str]]:
    """Yield what came by its kind: a heading and the names."""
    rows = (
        (_("Mages"), came.mages),
        (_("Piles"), came.piles),
        (_("Treasures"), came.treasures),
        (_("Banners"), came.banners),
    )
    for heading, keys in rows:
        if keys:
            yield heading, listed(words.card(key) for key in keys)
