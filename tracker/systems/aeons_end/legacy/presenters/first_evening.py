"""The first evening, step by step: what to open, read, lay out and enter."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.rules.aeons_end.legacy.first_evening import STEPS, EveningStep
from campaign.rules.aeons_end.sheet import SheetPile
from campaign.rules.aeons_end.turn_order import (
    LEGACY_SOLO_CARDS,
    TurnCard,
    TurnKind,
    counted,
    turn_cards,
)
from tracker.systems.aeons_end.legacy.presenters.campaign_snapshot import CampaignSnapshot
from tracker.systems.aeons_end.legacy.presenters.market import piles
from tracker.systems.aeons_end.legacy.presenters.mats import MatView, mats
from tracker.words import series

PAIRED = 4  # mages, from which on they share turn-order cards


@dataclass(frozen=True, slots=True)
class Task:
    """What to do in a step: open, read, lay out or enter something."""

    title: str
    icon: str
    lines: tuple[str, ...]
    url: str = ""
    label: str = ""  # of the link


@dataclass(frozen=True, slots=True)
class StepLink:
    """A step in the list of all."""

    title: str
    url: str
    is_done: bool
    is_current: bool


@dataclass(frozen=True, slots=True)
class EveningPage:
    """One step of the first evening, and where it stands among the others."""

    step: EveningStep
    title: str
    number: int
    tasks: tuple[Task, ...]
    is_done: bool
    steps: tuple[StepLink, ...]
    piles: tuple[SheetPile, ...]  # of the step in which they are laid out
    mats: tuple[MatView, ...]  # of the steps in which something goes onto them
    may_mark: bool
    may_skip: bool
    is_skipped: bool
    is_over: bool  # every step is done
    plan_url: str  # "" unless the first game can be planned

    @property
    def names_mats(self) -> bool:
        """Say whether the step is about which mat is whose."""
        return self.step is EveningStep.MATS

    @property
    def shows_breaches(self) -> bool:
        """Say whether the step is about breaches and life."""
        return self.step is EveningStep.LIVES

    @property
    def shows_cards(self) -> bool:
        """Say whether the step is about hands and decks."""
        return self.step is EveningStep.STARTERS


def evening_page(snapshot: CampaignSnapshot, asked: str) -> EveningPage:
    """Return the step that was asked for, or else the next one."""
    evening = snapshot.state.evening
    step = EveningStep(asked) if asked in set(EveningStep) else evening.next or STEPS[-1]
    may = snapshot.may_edit and snapshot.state.current is None
    on_mats = (EveningStep.MATS, EveningStep.LIVES, EveningStep.STARTERS)
    return EveningPage(
        step=step,
        title=step_title(step),
        number=STEPS.index(step) + 1,
        tasks=_tasks(step, snapshot),
        is_done=step in evening.done or evening.skipped,
        steps=tuple(
            StepLink(
                title=step_title(each),
                url=step_url(snapshot.code, each),
                is_done=each in evening.done or evening.skipped,
                is_current=each is step,
            )
            for each in STEPS
        ),
        piles=piles(snapshot) if step is EveningStep.MARKET else (),
        mats=mats(snapshot, {}) if step in on_mats else (),
        may_mark=may and not evening.skipped,
        may_skip=may,
        is_skipped=evening.skipped,
        is_over=evening.next is None and not evening.skipped,
        plan_url=reverse("plan", args=[snapshot.code]) if may else "",
    )


def step_url(code: str, step: EveningStep) -> str:
    """Return the URL of a step of the first evening."""
    return reverse("first_evening", args=[code], query={"step": step})


def step_title(step: EveningStep) -> str:
    """Return the name of a step."""
    match step:
        case EveningStep.BOOK:
            return _("Rulebook and first sheet")
        case EveningStep.MARKET:
            return _("Deck Ia: the market")
        case EveningStep.MATS:
            return _("The mages’ mats")
        case EveningStep.LIVES:
            return _("Breaches and life")
        case EveningStep.STARTERS:
            return _("Deck Ib: starting cards")
        case EveningStep.ENVELOPE:
            return _("Envelope 1")
        case EveningStep.NEMESIS:
            return _("Deck Ic: the nemesis")
        case EveningStep.STORY:
            return _("Deck L: the story")


# --- the tasks of each step ---


def _tasks(step: EveningStep, snapshot: CampaignSnapshot) -> tuple[Task, ...]:
    match step:
        case EveningStep.BOOK:
            return _book()
        case EveningStep.MARKET:
            return _market()
        case EveningStep.MATS:
            return _mats(snapshot)
        case EveningStep.LIVES:
            return _lives(snapshot)
        case EveningStep.STARTERS:
            return _starters(snapshot)
        case EveningStep.ENVELOPE:
            return _envelope()
        case EveningStep.NEMESIS:
            return _nemesis(snapshot)
        case EveningStep.STORY:
            return _story()


def _open(*lines: str) -> Task:
    return Task(pgettext("first evening", "Open"), "seal", lines)


def _read(*lines: str) -> Task:
    return Task(pgettext("first evening", "Read"), "rulebook", lines)


def _lay_out(*lines: str) -> Task:
    return Task(pgettext("first evening", "Lay out"), "market", lines)


def _enter(*lines: str, url: str = "", label: str = "") -> Task:
    return Task(pgettext("first evening", "Enter"), "note", lines, url, label)


def _book() -> tuple[Task, ...]:
    return (
        _read(
            _("The rulebook from front to back. Its blank spaces stay blank for now."),
            _("Then the sheet for the first game. Where it says more than this page, follow it."),
        ),
        _open(_("Nothing yet. Leave every pack sealed until a step or a card names it.")),
    )


def _market() -> tuple[Task, ...]:
    return (
        _open(_("Deck Ia, up to its STOP card.")),
        _lay_out(
            _("Nine piles, three by three: seven cards of a gem, five of a relic or a spell."),
            _("Everybody can buy from them in every game."),
        ),
    )


def _mats(snapshot: CampaignSnapshot) -> tuple[Task, ...]:
    return (
        _lay_out(
            _("A mat for each mage, on the side that you chose."),
            _("The number of mages is final: nobody joins later, and nobody leaves."),
        ),
        _enter(
            _("Write the name on the mat, too."),
            url=reverse("mages", args=[snapshot.code]),
            label=_("Change a name"),
        ),
    )


def _lives(snapshot: CampaignSnapshot) -> tuple[Task, ...]:
    pack = snapshot.pack
    return (
        _lay_out(
            _("Breaches I to III above each mat, turned as drawn here."),
            _("Life: %(mage)s for each mage, %(gravehold)s for Gravehold.")
            % {"mage": pack.mage_life, "gravehold": pack.gravehold_life},
        ),
    )


def _starters(snapshot: CampaignSnapshot) -> tuple[Task, ...]:
    tasks = [
        _open(_("Deck Ib, up to its STOP card.")),
        _lay_out(
            _("Hand and deck of each mage as on the mat. The leftmost card of the deck is on top."),
            _("A player aid for everybody."),
            _turn_order(snapshot),
        ),
    ]
    if len(snapshot.state.seats) == PAIRED:
        tasks.append(
            _enter(_("Two mages share each card: you enter the pairs when you plan the game."))
        )
    return tuple(tasks)


def _turn_order(snapshot: CampaignSnapshot) -> str:
    """Return which turn-order cards a group has, with the mages' names to be written on them."""
    seats = snapshot.state.seats
    if len(seats) == PAIRED:
        return _("Turn-order cards: two for each pair of mages, two of the nemesis.")
    named = {seat.number: seat.name for seat in seats}
    deck = counted(turn_cards(len(seats), solo_cards=LEGACY_SOLO_CARDS))
    cards = series(f"{_card_name(card, named)} × {count}" for card, count in deck)
    return _("Turn-order cards: %(cards)s. Write your mages’ names on them.") % {"cards": cards}


def _card_name(card: TurnCard, named: Mapping[int, str]) -> str:
    if card.kind is TurnKind.NEMESIS:
        return pgettext("turn-order card", "Nemesis")
    if card.kind is TurnKind.WILD:
        return pgettext("turn-order card", "Any mage")
    return named[card.seats[0]]


def _envelope() -> tuple[Task, ...]:
    return (
        _open(_("Envelope 1, when the sheet or a card says so.")),
        _read(_("The top card, aloud. Then do what it says.")),
    )


def _nemesis(snapshot: CampaignSnapshot) -> tuple[Task, ...]:
    first = snapshot.pack.find.chapter(1)
    nemesis = snapshot.pack.find.nemesis(first.nemesis or "") if first else None
    if nemesis is None:
        return (_open(_("Deck Ic, up to its STOP card.")),)
    name = nemesis.name.in_language(snapshot.namer.language)
    return (
        _open(_("Deck Ic, up to its STOP card.")),
        _lay_out(
            _("The mat of %(nemesis)s, its dial at %(life)s.")
            % {"nemesis": name, "life": nemesis.life},
            _("Its deck, made as the story says."),
            _("Its support cards beside it, face down and unshuffled."),
        ),
    )


def _story() -> tuple[Task, ...]:
    return (
        _open(_("Deck L. Keep it in order, and never look through it.")),
        _read(_("Card L02, its front and then its back. Stop where it tells you to.")),
        _enter(_("The first game: plan it next. Its set-up sheet checks the table once more.")),
    )
