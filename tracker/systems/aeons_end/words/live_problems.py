"""What stands against a move at the live table, as sentences."""

from django.utils.translation import gettext_lazy as _

from tracker.words.problems import Sentences

LIVE: Sentences = {
    "live.choose_who_acts": _("First choose who takes the card that was drawn."),
    "live.nobody_to_choose": _("No card is waiting for somebody to take it."),
    "live.card_not_drawn": _("No card was drawn. Try again."),
    "live.top_is_known": _("The next card is already known."),
    "live.nothing_to_put_back": _("There is no card to put back."),
    "live.no_nemesis_dial": _("This nemesis has no life dial."),
    "live.no_healing": _("%(seat)s is exhausted and cannot be healed."),
    "live.no_ability": _("%(seat)s has no ability to charge."),
    "live.breach_stays_open": _("Breach %(number)s of %(seat)s cannot be closed."),
    "live.breach_not_there": _("%(seat)s has no breach %(number)s."),
    "live.step_not_next": _("Another step of the exhaustion of %(seat)s comes first."),
    "live.pile_unknown": _("The market has no such pile."),
    "live.seat_unknown": _("There is no mage at this seat."),
    "live.deck_empty": _("The nemesis deck is empty: unleash three times instead."),
    "live.deck_not_empty": _("The nemesis deck still has cards: draw one."),
    "live.not_the_nemesis_turn": _("It is not the turn of the nemesis."),
    "live.card_not_next": _("Another card of the nemesis comes first."),
    "live.card_not_in_play": _("This card is no longer in play."),
    "live.name_missing": _("Enter the name of the card."),
    "turn_order.card_not_left": _("This card cannot come next."),
}
