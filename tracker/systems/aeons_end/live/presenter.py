"""The values of each part of the live page."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from campaign.rules.aeons_end.breaches import Breach
from campaign.rules.aeons_end.catalogue.pack import BreachState, NemesisKind
from campaign.rules.aeons_end.endings import Result
from campaign.rules.aeons_end.exhaustion import ExhaustionStep
from campaign.rules.aeons_end.live import moves, nemesis_turn, turns
from campaign.rules.aeons_end.live.moves import BreachAct, Whose
from campaign.rules.aeons_end.live.nemesis_turn import EMPTY
from campaign.rules.aeons_end.live.table import NEMESIS_SEAT, InPlay, LiveMage, Table, TurnPhase
from campaign.rules.aeons_end.live.turns import From, To
from campaign.rules.aeons_end.sheet import AeonsEndBody
from campaign.rules.aeons_end.turn_order import OF_NEMESIS, TurnCard, TurnKind, counted
from tracker.faces.live import LiveEnding, Outcome, PlayerName
from tracker.live.values import Clock, Counter, MoveChoice, Tap, as_json, counter, move_choice, tap
from tracker.pictures.look import EndingForm
from tracker.systems.aeons_end.live import words
from tracker.systems.aeons_end.live.effects import Effects
from tracker.systems.aeons_end.live.values import (
    Acting,
    BreachView,
    CardInPlay,
    ComingCard,
    DialsView,
    DrawnCard,
    MageView,
    PileView,
    PutBackView,
    StepView,
    TurnBadge,
    TurnView,
)
from tracker.systems.aeons_end.live.words import Names
from tracker.systems.aeons_end.shared.recognise import folded
from tracker.systems.aeons_end.shared.words import terms

OPPONENT_COLOUR = "opponent"  # of the live page, for the nemesis


def chance(odds: Fraction) -> str:
    """Return a probability in words: "1 in 3"."""
    if odds == 1:
        return _("for certain")
    return _("%(some)s in %(all)s") % {"some": odds.numerator, "all": odds.denominator}


@dataclass(frozen=True, slots=True)
class LiveView:
    """A live table with its names; each public method returns the values of a template."""

    table: Table
    names: Names
    costs: Mapping[str, str] = field(default_factory=dict)  # to discard a card, by its folded name
    has_link: bool = True  # two spells may share a breach
    evolves: bool = False  # cards can evolve

    @property
    def effects(self) -> Effects:
        """Return the effects of the nemesis."""
        return Effects(self.table, self.names)

    # --- turn order ---

    def turn(self) -> TurnView:
        """Return whose turn it is, the cards drawn, and those that may come."""
        table = self.table
        return TurnView(
            round=table.round,
            turn=table.turn,
            acting=table.acting,
            who=self._acting(),
            taps=tuple(self._turn_taps()),
            drawn=self._drawn() if table.turn else (),
            coming=tuple(self._coming()),
            left_says=self._left_says(),
            face_down=self._face_down,
            by_hand=tuple(self._by_hand()),
            put_back=tuple(self._put_back()) if table.turn else (),
            ends=words.game_over(table.endings, self.names),
            clock=Clock(
                spent=table.spent,
                since=table.since,
                move=as_json(moves.Clock(runs=table.since is None)),
            ),
        )

    def _acting(self) -> Acting:
        table = self.table
        if (question := self.effects.question()) is not None:
            return question
        if (fallen := self._fallen) is not None:
            step = words.exhaustion(fallen.steps[0], fallen.overflow)
            name, colour = self.names.mage(fallen.seat), self.names.colour(fallen.seat)
            return Acting(_("%(mage)s is exhausted") % {"mage": name}, step, colour)
        if table.phase is TurnPhase.CHOOSE:
            return Acting(_("Who takes it?"), self.names.card(table.turns.waiting))
        if table.acting is None and (table.turns.round_over or not table.turns.drawn):
            return Acting(_("Ready?"), _("Draw the first card of the round."))
        if table.acting is None:
            return Acting(_("Ready?"), _("Draw the next card."))
        if table.acting != NEMESIS_SEAT:
            mage = self.names.mages[table.acting - 1]
            lead = mage.player if mage.player != mage.name else ""
            return Acting(mage.name, lead, self.names.colour(mage.seat))
        return Acting(self.names.nemesis, self._nemesis_lead(), OPPONENT_COLOUR)

    def _nemesis_lead(self) -> str:
        table = self.table
        if table.endings:
            return ""  # nothing more is resolved
        match table.phase:
            case TurnPhase.MAIN:
                return words.resolve(table.card(table.walk[0]))[0]
            case TurnPhase.DRAW if table.deck == EMPTY:
                return _("Its deck is empty: unleash three times.")
            case TurnPhase.DRAW:
                return _("Draw its card.")
            case TurnPhase.UNLEASH:
                return _("Unleash: do what its card says. It takes no turn.")
        return _("Its turn is over.")

    @property
    def _fallen(self) -> LiveMage | None:
        """Return the mage whose steps of exhaustion come next; None if there are none."""
        if self.table.endings:
            return None
        return next((mage for mage in self.table.mages if mage.steps), None)

    def _turn_taps(self) -> Iterator[Tap]:
        table = self.table
        if table.endings:
            return
        if self.effects.question() is not None:
            yield from self.effects.answers()
            return
        if (fallen := self._fallen) is not None:
            yield from self._step_taps(fallen, "large")  # before anything else is drawn
            return
        match table.phase:
            case TurnPhase.CHOOSE:
                for seat in table.turns.may_act:
                    name, colour = self.names.mage(seat), self.names.colour(seat)
                    yield tap(name, turns.Act(seat), colour, "large")
            case TurnPhase.MAIN:
                held = table.card(table.walk[0])
                yield tap(words.resolve(held)[1], nemesis_turn.Tick(held.number), style="large")
            case TurnPhase.DRAW if table.deck != EMPTY:
                attack = NemesisKind.ATTACK
                yield tap(terms.nemesis_kind(attack).capitalize(), nemesis_turn.Enter(attack))
                yield Tap(_("Minion or power"), "", opens="add")
                if table.deck is None:
                    yield tap(_("No card left"), nemesis_turn.NoCardLeft())
                if table.drew_early:
                    yield tap(_("Next turn"), turns.DrawTurn(), style="quiet")
            case TurnPhase.DRAW | TurnPhase.UNLEASH:
                yield from self._unleash_taps()
            case _:
                yield tap(_("Draw"), turns.DrawTurn(), style="large")

    def _unleash_taps(self) -> Iterator[Tap]:
        """Yield the buttons for an unleash that is due: the dials follow, or are turned by hand."""
        is_card, is_known = self.table.phase is TurnPhase.UNLEASH, self.table.unleash is not None
        by_hand = "secondary" if is_known else "large"
        if is_card and is_known:
            yield tap(_("Unleash"), nemesis_turn.UnleashCard(unleashes=True), style="large")
        elif is_known:
            three = nemesis_turn.DeckOut(unleashes=True)
            yield tap(_("Unleash × %(times)s") % {"times": 3}, three, style="large")
        if is_card:
            yield tap(_("Unleashed"), nemesis_turn.UnleashCard(), style=by_hand)
        else:
            yield tap(_("Unleashed three times"), nemesis_turn.DeckOut(), style=by_hand)

    def _drawn(self) -> tuple[DrawnCard, ...]:
        return tuple(
            DrawnCard(
                label=self.names.card(card),
                badges=self._badges(card),
                is_nemesis=card.kind in OF_NEMESIS,
            )
            for card in self.table.turns.drawn
        )

    def _badges(self, card: TurnCard) -> tuple[TurnBadge, ...]:
        """Return the mages on a card; a wild card shows none."""
        seats = () if card.kind is TurnKind.WILD else card.seats
        return tuple(TurnBadge(self.names.mage(seat), self.names.colour(seat)) for seat in seats)

    def _coming(self) -> Iterator[ComingCard]:
        """Yield each card that may come next; one that came from a real deck takes one tap."""
        table, cards = self.table, self.table.next_cards
        draws = table.phase is not TurnPhase.CHOOSE and not table.endings
        for card, count in counted(cards):
            name = self.names.card(card)
            drawn = tap(_("%(card)s was drawn") % {"card": name}, turns.DrawTurn(card))
            yield ComingCard(
                label=name,
                chance=chance(Fraction(count, len(cards))),
                badges=self._badges(card),
                is_nemesis=card.kind in OF_NEMESIS,
                tap=drawn if draws else None,
            )

    @property
    def _face_down(self) -> int:
        return 0 if self.table.turns.round_over else len(self.table.turns.remaining)

    def _left_says(self) -> str:
        left = self._face_down
        if not left:
            return _("All cards are shuffled again.")
        return ngettext("%(left)s card left", "%(left)s cards left", left) % {"left": left}

    def _by_hand(self) -> Iterator[Tap]:
        table = self.table
        if table.hidden_cards:
            label = _("Look at one more card") if table.top else _("Look at the next card")
            yield tap(label, turns.LookAtTop())
        for place, card in enumerate(dict.fromkeys(table.top)):
            named = {"card": self.names.card(card)}
            if place:
                on_top = turns.PutBack(To.TOP, From.TOP, card)
                yield tap(_("%(card)s on top of the deck") % named, on_top)
            under = turns.PutBack(To.UNDER, From.TOP, card)
            yield tap(_("%(card)s under the deck") % named, under)
        if table.top:
            yield tap(_("Shuffle the deck"), turns.PutBack(To.SHUFFLED, From.TOP))
        if table.deck is None:
            yield tap(_("The nemesis deck is empty"), nemesis_turn.NoCardLeft())

    def _put_back(self) -> Iterator[PutBackView]:
        """Yield the cards that were drawn this round, the latest first."""
        for card in dict.fromkeys(reversed(self.table.turns.drawn)):
            ways = {
                To.TOP: _("On top"),
                To.UNDER: pgettext("where a card goes", "Under"),
                To.SHUFFLED: _("Shuffle in"),
            }
            taps = (tap(label, turns.PutBack(to, card=card)) for to, label in ways.items())
            yield PutBackView(self.names.card(card), tuple(taps))

    # --- dials ---

    def dials(self) -> DialsView:
        """Return the dials and counters, and the nemesis' tier and deck."""
        return DialsView(
            counters=tuple(self._counters()),
            says=self._deck_says(),
        )

    def _counters(self) -> Iterator[Counter]:
        table, start = self.table, self.table.start
        yield self._dial(Whose.GRAVEHOLD, table.gravehold, start.gravehold)
        if table.nemesis is not None:
            yield self._dial(Whose.NEMESIS, table.nemesis, start.nemesis, OPPONENT_COLOUR)
        if start.tokens or table.counts_tokens:
            yield self._dial(Whose.TOKENS, table.tokens)
        if start.support:
            yield self._dial(Whose.SUPPORT, table.support)

    def _dial(self, whose: Whose, value: int, most: int | None = None, colour: str = "") -> Counter:
        turned = partial(moves.Dial, whose)
        return counter(str(whose), self.names.dial(whose), value, turned, most, colour)

    def _deck_says(self) -> str:
        table = self.table
        said = []
        if table.tier:
            said.append(_("Tier %(tier)s") % {"tier": table.tier})
        if table.deck == EMPTY:
            said.append(_("Its deck is empty: once none of its cards is in play, you win."))
        elif table.deck is not None:
            left = sum(table.deck)
            cards = ngettext("%(left)s card in its deck", "%(left)s cards in its deck", left)
            tiers = "/".join(map(str, table.deck))
            said.append(f"{cards % {'left': left}} ({tiers})")
        return " · ".join(said)

    # --- mages ---

    def mage(self, mage: LiveMage) -> MageView:
        """Return one mage."""
        named, start = self.names.mages[mage.seat - 1], self.table.start.mages[mage.seat - 1]
        seat = mage.seat
        charges = tuple(
            self._charges(seat, ability, held, most)
            for ability, (held, most) in enumerate(
                zip(mage.charges, start.ability_slots, strict=True), start=1
            )
        )
        hurt, colour = partial(moves.Life, seat), self.names.colour(seat)
        life = counter(
            f"life-{seat}",
            named.name,
            mage.life,
            hurt,
            start.life,
            colour,
            limit=0 if mage.exhausted and not mage.life else None,
            overflows=True,
        )
        return MageView(
            seat=seat,
            name=named.name,
            colour=colour,
            exhausted=mage.exhausted,
            life=life,
            charges=charges,
            uses=tuple(self._uses(mage)),
            breaches=tuple(
                BreachView(breach, mage.spells(breach.number), self._breach_taps(mage, breach))
                for breach in mage.breaches
            ),
            step=self._step(mage),
        )

    def _charges(self, seat: int, ability: int, held: int, most: int) -> Counter:
        """Return the charges of one of a mage's abilities, by its name."""
        label = _("Charges: %(ability)s") % {"ability": self.names.ability(seat, ability)}
        charge = partial(moves.Charge, seat, ability=ability)
        return counter(f"charge-{seat}-{ability}", label, held, charge, most)

    def _uses(self, mage: LiveMage) -> Iterator[Tap]:
        """Yield a button for each ability that is fully charged: using it spends all charges."""
        slots = self.table.start.mages[mage.seat - 1].ability_slots
        for ability, (held, most) in enumerate(zip(mage.charges, slots, strict=True), start=1):
            if most and held >= most:
                used = {"ability": self.names.ability(mage.seat, ability), "charges": most}
                label = _("%(ability)s: use it, spend %(charges)s") % used
                yield tap(label, moves.Charge(mage.seat, -most, ability))

    def _breach_taps(self, mage: LiveMage, breach: Breach) -> tuple[Tap, ...]:
        """Return the buttons for a breach."""
        acts: tuple[BreachAct, ...] = ()
        if breach.state is BreachState.CLOSED:
            acts = (BreachAct.FOCUS, BreachAct.OPEN)
        elif breach.state is BreachState.OPEN and breach.open_costs:
            acts = (BreachAct.CLOSE,)
        # Destroying one is a step of exhaustion: sealed in Legacy's first chapters (p. 19).
        if self.table.start.exhaustion and breach.state is not BreachState.ABSENT:
            acts = (*acts, BreachAct.DESTROY)
        seat, number = mage.seat, breach.number
        taps = [
            tap(words.breach_act_with_cost(act, breach), moves.BreachMove(seat, number, act))
            for act in acts
        ]
        if breach.state is BreachState.ABSENT:
            return tuple(taps)
        spells = mage.spells(number)
        if not spells:
            taps.append(tap(_("Prep"), moves.Prep(seat, number, 1)))
        elif spells < moves.MAX_SPELLS and self.has_link:
            taps.append(tap(_("Link: second spell"), moves.Prep(seat, number, 1)))
        if spells:
            taps.append(tap(_("Spell off"), moves.Prep(seat, number, -1)))
        return tuple(taps)

    def _step(self, mage: LiveMage) -> StepView | None:
        """Return the next step of a mage's exhaustion; None if there is none."""
        if not mage.steps:
            return None
        said = words.exhaustion(mage.steps[0], mage.overflow)
        return StepView(said, tuple(self._step_taps(mage)))

    def _step_taps(self, mage: LiveMage, style: str = "secondary") -> Iterator[Tap]:
        """Yield the buttons for the next step of a mage's exhaustion."""
        step, seat = mage.steps[0], mage.seat
        there = [b.number for b in mage.breaches if b.state is not BreachState.ABSENT]
        if step is ExhaustionStep.DESTROY_BREACH and there:
            for number in there:
                yield tap(number, moves.Exhaust(seat, step, number), style=style)
        else:
            skipped = step is ExhaustionStep.DESTROY_BREACH
            if step is ExhaustionStep.UNLEASH_TWICE and self.table.unleash is not None:
                twice = moves.Exhaust(seat, step, unleashes=True)
                yield tap(_("Unleash × %(times)s") % {"times": 2}, twice, style=style)
            yield tap(_("Done"), moves.Exhaust(seat, step, skipped=skipped), style=style)
        yield tap(_("Skip"), moves.Exhaust(seat, step, skipped=True), style="quiet")

    # --- the nemesis ---

    def foe(self) -> tuple[CardInPlay, ...]:
        """Return the nemesis' cards in play, the oldest first."""
        return tuple(
            CardInPlay(
                kind=card.kind,
                tokens=self._tokens(card),
                is_next=self.table.walk[:1] == (card.number,),
                discard=as_json(nemesis_turn.Leave(card.number)),
                cost=words.typed_cost(card) or self.costs.get(folded(card.name), ""),
                evolves=card.name if self.evolves else "",
            )
            for card in self.table.in_play
        )

    def _tokens(self, card: InPlay) -> Counter:
        name = card.name or terms.nemesis_kind(card.kind).capitalize()
        changed = partial(nemesis_turn.Tokens, card.number)
        return counter(f"card-{card.number}", name, card.tokens, changed, limit=card.most)

    # --- market ---

    def market(self) -> tuple[PileView, ...]:
        """Return how many cards each pile has left."""
        piles = zip(self.names.piles, self.table.piles, self.table.start.piles, strict=False)
        return tuple(
            PileView(
                pile.kind,
                counter(f"pile-{place}", pile.name, left, partial(moves.Pile, place), most),
            )
            for place, (pile, left, most) in enumerate(piles, start=1)
        )


def live_ending(table: Table, names: Names) -> LiveEnding:
    """Return how a game that is over was decided."""
    has_won = table.endings[0].result is Result.WIN
    return LiveEnding(
        outcome=Outcome.WIN if has_won else Outcome.LOSS,
        title=_("The breach is closed") if has_won else _("Gravehold is lost"),
        reasons=words.game_over(table.endings, names),
        players=tuple(
            PlayerName(
                name=mage.name,
                detail=mage.player if mage.player != mage.name else "",
                colour=mage.colour or "",
            )
            for mage in names.mages
        ),
        form=EndingForm("win" if has_won else "loss", names.nemesis),
    )


def panel_choices(names: Names, body: AeonsEndBody) -> tuple[MoveChoice, ...]:
    """Return everything that a typed number can change."""
    dials = [Whose.GRAVEHOLD]
    dials += [Whose.NEMESIS] if body.nemesis.life is not None else []
    # Any mat may bring tokens, but Legacy's open token list has none (p. 2).
    dials += [Whose.TOKENS] if body.nemesis.tokens or body.chapter != 1 else []
    return (
        *(move_choice(names.dial(whose), moves.Dial(whose, 0)) for whose in dials),
        *(move_choice(mage.name, moves.Life(mage.seat, 0)) for mage in names.mages),
    )
