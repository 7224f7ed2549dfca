"""What an unleash does, who is hit, and the buttons for both."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.rules.aeons_end.live.hits import ChooseHit, Hit, Unleash, UnleashOn
from campaign.rules.aeons_end.live.table import Asked, Table
from campaign.rules.aeons_end.live.who_is_hit import COUNTED, who_is_hit
from campaign.rules.aeons_end.unleash import Who
from tracker.live.values import Tap, signed, tap
from tracker.systems.aeons_end.live import words
from tracker.systems.aeons_end.live.values import (
    Acting,
    EffectsView,
    HitView,
    TurnBadge,
    WhoChoice,
)
from tracker.systems.aeons_end.live.words import Names

DAMAGES = (1, 2, 3)  # that take one tap


def who_choices(*, has_abilities: bool) -> tuple[WhoChoice, ...]:
    """Return whom an unleash can hit; charges only where somebody has an ability."""
    there = (each for each in Who if has_abilities or each is not Who.MOST_CHARGES)
    first = (Who.ANY, Who.EACH)
    ordered = sorted(there, key=lambda each: each not in first)
    return tuple(WhoChoice(str(each), words.who(each)) for each in ordered)


@dataclass(frozen=True, slots=True)
class Effects:
    """The effects of the nemesis at a table, with its names."""

    table: Table
    names: Names

    def view(self) -> EffectsView:
        """Return what an unleash does, and whom an effect hits; of several, players choose."""
        has_abilities = any(mage.ability_slots for mage in self.table.start.mages)
        asked = (each for each in COUNTED if has_abilities or each is not Who.MOST_CHARGES)
        return EffectsView(
            unleash=words.unleash_effect(self.table, self.names),
            unleashes=tuple(self._unleashes()),
            hits=tuple(self._hit(each) for each in asked),
        )

    def question(self) -> Acting | None:
        """Return what players are asked before anything else; None if nothing."""
        table = self.table
        if table.endings:
            return None
        if table.asked is not None:
            lead = _("Several mages fit: you choose. Life: %(change)s")
            return Acting(_("Who is hit?"), lead % {"change": signed(table.asked.by)})
        if table.due and not any(mage.steps for mage in table.mages):
            text = ngettext("%(count)s unleash is due.", "%(count)s unleashes are due.", table.due)
            return Acting(_("Unleash"), text % {"count": table.due})
        return None

    def answers(self) -> Iterator[Tap]:
        """Yield the buttons that answer the question."""
        if self.table.asked is not None:
            yield from self._choices(self.table.asked)
        else:
            yield from self._due()

    def _choices(self, asked: Asked) -> Iterator[Tap]:
        for seat in asked.seats:
            name, colour = self.names.mage(seat), self.names.colour(seat)
            yield tap(name, ChooseHit(seat), colour, "large")

    def _due(self) -> Iterator[Tap]:
        yield tap(_("Unleash × %(times)s") % {"times": self.table.due}, UnleashOn(), style="large")
        yield tap(_("Skip"), UnleashOn(skipped=True), style="quiet")

    def _unleashes(self) -> Iterator[Tap]:
        """Yield the buttons that unleash; before its effect is entered, the way to enter it."""
        table = self.table
        if table.endings:
            return
        if table.unleash is None:
            yield Tap(_("Enter what Unleash does"), "", style="quiet", opens="unleash")
            return
        if table.due and table.asked is None:
            yield from self._due()
        yield tap(_("Unleash"), Unleash())
        for times in (2, 3):
            yield tap(f"× {times}", Unleash(times))
        yield Tap(_("Change"), "", style="quiet", opens="unleash")

    def _hit(self, who: Who) -> HitView:
        table, label = self.table, words.who(who)
        seats = who_is_hit(table, who)
        note = ""
        if not seats:
            note = _("nobody: you choose")
        elif len(seats) > 1:
            note = _("a tie: you choose")
        can_hit = bool(seats) and table.asked is None and not table.endings
        return HitView(
            label=label,
            mages=tuple(TurnBadge(self.names.mage(s), self.names.colour(s)) for s in seats),
            note=note,
            taps=tuple(tap(signed(-by), Hit(who, by)) for by in DAMAGES) if can_hit else (),
        )
