"""What happened in a journal, in label form: names and numbers stand as the box has them.

A thing that is not in the box, such as one behind a seal whose opening was undone, has no name.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from campaign.exchange.content import Content
from campaign.models import Campaign
from campaign.rules.core.facts import Fact, Noted
from campaign.rules.core.keys import is_typed
from campaign.rules.core.problems import Problem, RulesError
from campaign.rules.journal.changes import Counted, Marked, Moved, Named, Unmarked
from campaign.rules.journal.description import Addition, Description, Mode
from campaign.rules.journal.finds import Described, Opened
from campaign.rules.journal.games import Chosen, Planned, Played, Settled
from campaign.rules.journal.reminders import Reminded
from campaign.rules.journal.state import Opening, Outcome, State, Won, first_state
from campaign.rules.journal.systems import RULES
from tracker.systems.journal.selectors import journal_state
from tracker.systems.journal.words import problems
from tracker.systems.journal.words.kinds import fact_kind
from tracker.words import labelled, listed, series


@dataclass(frozen=True, slots=True)
class JournalWords:
    """Sentences for the record of a journal; names are those of a state."""

    state: State

    def sentence(self, problem: Problem) -> str:
        """Return a problem in words."""
        return problems.sentence(problem)

    def kind(self, kind: str) -> str:
        """Return the name of a kind of fact."""
        return fact_kind(kind)

    def groups(self, facts: Sequence[Fact]) -> list[list[Fact]]:
        """Return facts in the same order, each by itself."""
        return [[fact] for fact in facts]

    def facts(self, facts: Sequence[Fact]) -> str:
        """Return facts in words, with reasons."""
        return " ".join(filter(None, (part for fact in facts for part in self._with_reason(fact))))

    def plan(self, plan: Fact, game: int) -> str:
        """Return the plan of a game in words, with its reason."""
        text = _("Game %(game)s was planned.") % {"game": game}
        return " ".join(filter(None, (text, *self._with_reason(plan))))

    def won(self, fact: Fact) -> bool | None:
        """Say whether a result is a win; None if the game is not won or lost together."""
        if not isinstance(fact, Played) or fact.outcome.result is None:
            return None
        return fact.outcome.result is Won.WIN

    def against(self, plan: Fact) -> str:
        """Return the chapter of a planned game."""
        return self.chapter(plan.chapter, plan.name) if isinstance(plan, Planned) else ""

    def fact(self, fact: Fact) -> str:
        """Return the sentence of a fact."""
        match fact:
            case Planned():
                return self._plan(fact)
            case Played(outcome=outcome):
                return self.outcome(outcome)
            case Chosen(chapter=chapter):
                return _("Next: %(chapter)s.") % {"chapter": self.chapter(chapter)}
            case Reminded(chapter=chapter, text=text):
                shown = {"chapter": self.chapter(chapter), "text": text}
                return _("To remember for %(chapter)s: %(text)s") % shown
            case Noted(text=text):
                return _("Note: %(text)s") % {"text": text.strip()}
            case Settled():
                return _("The evening is finished.")
        return self._change(fact)

    def _change(self, fact: Fact) -> str:
        """Return the sentence of what changed in the box."""
        match fact:
            case Opened(seal=seal):
                return _("Opened: %(seal)s.") % {"seal": self.seal(seal)}
            case Moved():
                return self._move(fact)
            case Marked():
                return self._mark(fact)
            case Unmarked(thing=thing, mark=mark):
                shown = {"thing": self.thing(thing), "mark": self.mark(mark)}
                return _("%(thing)s: mark taken off: %(mark)s.") % shown
            case Counted():
                return self._count(fact)
            case Named(thing=thing, name=name):
                return _("%(thing)s is now called %(name)s.") % {
                    "thing": self._printed(thing),
                    "name": name,
                }
            case Described():
                return self._described(fact)
        raise TypeError(f"{type(fact).__name__} is no fact of a journal.")

    # --- names ---

    def chapter(self, key: str, name: str = "") -> str:
        """Return the name of a chapter."""
        known = self.state.box.chapters.get(key)
        return known.name if known else name or _typed(key)

    def seal(self, key: str) -> str:
        """Return a seal as it is printed."""
        found = self.state.box.seals.get(key)
        return seal_name(found.kind, found.label) if found else _unknown()

    def thing(self, key: str) -> str:
        """Return what a thing is called."""
        return self.state.name(key) if key in self.state.box.things else _typed(key) or _unknown()

    def mark(self, key: str, name: str = "") -> str:
        """Return what a mark is called."""
        known = self.state.box.marks.get(key)
        return known.name if known else name or _typed(key) or _unknown()

    def player(self, seat: int) -> str:
        """Return who has a seat."""
        return next((each.name for each in self.state.seats if each.number == seat), "")

    def owner(self, key: str) -> str:
        """Return who or what has a counter; "" for the group."""
        if not key:
            return ""
        return self.player(int(key)) if key.isdecimal() else self.thing(key)

    def _printed(self, key: str) -> str:
        found = self.state.box.things.get(key)
        return found.name if found else _typed(key) or _unknown()

    # --- sentences ---

    def outcome(self, outcome: Outcome) -> str:
        """Return how a game ended."""
        names = {seat.number: seat.name for seat in self.state.seats}
        if outcome.result is not None:
            return _("Won.") if outcome.result is Won.WIN else _("Lost.")
        if outcome.scores:
            return series(self._scores(outcome)) + "."
        if outcome.ranks:
            places = ((outcome.rank(seat), name) for seat, name in names.items())
            known = sorted((place, name) for place, name in places if place is not None)
            text = pgettext("the place of a player", "%(place)s. %(name)s")
            return series(text % {"place": place, "name": name} for place, name in known) + "."
        if outcome.winners:
            won = listed(names.get(seat, "") for seat in sorted(outcome.winners))
            return _("Won by %(names)s.") % {"names": won}
        return _("Saved, to be continued.")

    def _scores(self, outcome: Outcome) -> Iterator[str]:
        scored = ((outcome.score(seat.number), seat.name) for seat in self.state.seats)
        known = [(score, name) for score, name in scored if score is not None]
        for score, name in sorted(known, key=lambda pair: -pair[0]):
            yield labelled(name, str(score))

    def _with_reason(self, fact: Fact) -> Iterator[str]:
        yield self.fact(fact)
        if fact.reason:
            yield _("Reason: %(reason)s") % {"reason": fact.reason}

    def _plan(self, fact: Planned) -> str:
        said = [f"{chapter}."] if (chapter := self.against(fact)) else []
        brought = {new.thing.id: new.name for new in fact.brings}
        playing = []
        for held in fact.playing:
            thing = brought.get(held.thing) or (self.thing(held.thing) if held.thing else "")
            player = self.player(held.seat)
            playing.append(f"{player} ({thing})" if thing else player)
        said.append(_("Playing: %(names)s.") % {"names": listed(playing)})
        return " ".join(said)

    def _move(self, fact: Moved) -> str:
        if fact.new is None:
            shown = {"thing": self.thing(fact.thing), "place": fact.place}
            return _("%(thing)s is now here: %(place)s.") % shown
        kind = self.state.box.kinds.get(fact.new.kind)
        name = fact.new.name
        found = labelled(kind.name, name) if kind else name
        return _("New: %(thing)s.") % {"thing": found}

    def _mark(self, fact: Marked) -> str:
        slot = self.state.box.slot(fact.thing, fact.slot)
        mark = self.mark(fact.mark, fact.name)
        where = f"{self.thing(fact.thing)}, {slot.name}" if slot else self.thing(fact.thing)
        text = f" ({fact.text})" if fact.text else ""
        return _("%(what)s: %(change)s.") % {"what": where, "change": mark + text}

    def _count(self, fact: Counted) -> str:
        counter = self.state.box.counters.get(fact.counter)
        name = counter.name if counter else _unknown()
        owner = self.owner(fact.owner)
        what = f"{owner}, {name}" if owner else name
        return _("%(what)s: %(change)s.") % {"what": what, "change": signed(fact.by)}

    def _described(self, fact: Described) -> str:
        if fact.edition:
            return _("The description is now edition %(edition)s.") % {"edition": fact.edition}
        return _("New: %(names)s.") % {"names": series(_named(fact.addition)) or _unknown()}


def seal_name(kind: str, label: str) -> str:
    """Return a seal as it is printed: "Crate 1"."""
    return f"{kind} {label}"


def signed(number: int) -> str:
    """Return a change with its sign: "+2", "−1"."""
    return f"+{number}" if number >= 0 else f"−{-number}"


def chapters_played(count: int) -> str:
    """Return a number of games."""
    return ngettext("%(count)s game", "%(count)s games", count) % {"count": count}


def mode_word(mode: Mode) -> str:
    """Return how games of a box end."""
    match mode:
        case Mode.TOGETHER:
            return _("All win or lose together")
        case Mode.SCORES:
            return _("By points")
        case Mode.RANKS:
            return _("By places, without points")
        case Mode.SIDES:
            return _("Some win, the others lose")
        case Mode.SAVED:
            return _("Nobody wins: an evening is a save point")


def _named(addition: Addition) -> Iterator[str]:
    for part in (addition.kinds, addition.things, addition.marks, addition.counters):
        yield from (each.name for each in part)
    yield from (seal_name(seal.kind, seal.label) for seal in addition.seals)
    yield from (chapter.name for chapter in addition.chapters)


def _typed(key: str) -> str:
    return key[1:] if is_typed(key) else ""


def _unknown() -> str:
    return pgettext("in place of a name that is not known", "something")


def journal_words(campaign: Campaign) -> JournalWords:
    """Return sentences for the facts of a journal."""
    return JournalWords(journal_state(campaign))


def content_words(content: Content) -> JournalWords:
    """Return sentences for an export file, whose story may not replay."""
    opening = content.opening
    if not isinstance(opening, Opening):
        opening = Opening(Description(""), ())
    try:
        return JournalWords(RULES.replay(content.story(), content.pack))
    except RulesError:
        return JournalWords(first_state(opening))
