"""Problems of decks, drafts and duels as sentences."""

from collections.abc import Sequence

from django.utils.translation import get_language, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from campaign.rules.core.problems import Detail, Problem
from campaign.selectors.ashes import catalogue
from tracker.systems.ashes.words.terms import dice_name
from tracker.words.phrases import listed
from tracker.words.problems import SENTENCES, Sentences, Word, detail, worded

# Raised by services and views; all others come from the rules.
KEEPING: Sentences = {
    "deck.no_room": ngettext_lazy(
        "You can keep at most %(most)s deck. Delete one first.",
        "You can keep at most %(most)s decks. Delete one first.",
        "most",
    ),
    "deck.not_there": _("This deck was deleted."),
    "deck.not_publishable": _("Only a deck that is ready to play can be published."),
    "deck.author_is_guest": _("Create an account to publish a deck."),
    "deck.author_taken": _("This name belongs to somebody else. Choose a different name."),
    "deck.too_many_public": _(
        "You have published as many decks as one person can. Make one private first."
    ),
    "deck.report_empty": _("Say what is wrong with it."),
    "deck.too_many_own_cards": _("Cards of your own: at most %(most)s in a deck, not %(actual)s."),
    "deck.too_many_tags": _("A deck has at most %(most)s tags."),
    "deck.unknown_step": _("Nothing was changed. Reload the page and try again."),
    "deck.unknown_set": _("Unknown set: %(name)s."),
    "duel.not_over": _("Only a finished game can be counted."),
    "duel.not_counted": _("Everybody’s win rates cover duels and melees only."),
    "draft.nothing_chosen": _("Choose one first."),
    "draft.no_seat_chosen": _("Choose whose turn it is."),
    "draft.name_missing": _("Enter a name."),
}
PROBLEMS: Sentences = {
    **SENTENCES,
    **KEEPING,
    "deck.no_phoenixborn": _("Choose a Phoenixborn."),
    "deck.not_a_phoenixborn": _("%(card)s is not a Phoenixborn."),
    "deck.unknown_card": _("%(card)s is not in this edition."),
    "deck.too_few_cards": ngettext_lazy(
        "%(count)s card is missing: a deck has %(needed)s, this one %(actual)s.",
        "%(count)s cards are missing: a deck has %(needed)s, this one %(actual)s.",
        "count",
    ),
    "deck.too_many_cards": ngettext_lazy(
        "%(count)s card too many: a deck has %(needed)s, this one %(actual)s.",
        "%(count)s cards too many: a deck has %(needed)s, this one %(actual)s.",
        "count",
    ),
    "deck.too_many_copies": _("%(card)s: at most %(most)s copies, not %(actual)s."),
    "deck.too_many_exclusives": _(
        "Exclusive cards of a Reborn deck: at most %(most)s in all, not %(actual)s."
    ),
    "deck.exclusive_to_another": _("Only %(phoenixborn)s can use %(card)s."),
    "deck.conjuration_in_deck": _(
        "%(card)s is a conjuration: it goes into the conjuration pile, not into the deck."
    ),
    "deck.phoenixborn_in_deck": _("%(card)s is a Phoenixborn and can’t be one of the cards."),
    "deck.too_few_dice": ngettext_lazy(
        "%(count)s die is missing: a deck has %(needed)s, this one %(actual)s.",
        "%(count)s dice are missing: a deck has %(needed)s, this one %(actual)s.",
        "count",
    ),
    "deck.too_many_dice": ngettext_lazy(
        "%(count)s die too many: a deck has %(needed)s, this one %(actual)s.",
        "%(count)s dice too many: a deck has %(needed)s, this one %(actual)s.",
        "count",
    ),
    "deck.dice_not_needed": _("No card of this deck needs %(dice)s dice."),
    "deck.dice_missing": _("Some cards need %(dice)s dice, and this deck has none."),
    "deck.first_five_count": _("The First Five are five different cards; chosen: %(actual)s."),
    "deck.first_five_twice": _("%(card)s can be among the First Five only once."),
    "deck.first_five_not_in_deck": _("%(card)s is among the First Five but not in the deck."),
    "draft.not_begun": _("This draft has not begun yet."),
    "draft.unfinished": _("The draft isn’t finished yet."),
    "draft.players": _("A draft is for %(least)s to %(most)s players, not %(actual)s."),
    "draft.unknown_set": _("There is no set “%(name)s” in this edition."),
    "draft.too_few_phoenixborn": _(
        "Too few Phoenixborn in these sets: %(actual)s, and the draft needs %(needed)s."
    ),
    "draft.too_few_cards": _(
        "Too few cards in these sets: %(actual)s, and the draft needs %(needed)s."
    ),
    "draft.too_few_dice": _(
        "Too few dice for these sets: %(actual)s, and the draft needs %(needed)s."
    ),
    "draft.phoenixborn_gone": _("Somebody else has taken %(card)s. Choose another."),
    "draft.round_over": _("Round %(round)s is over: your pick came too late."),
    "draft.not_in_hand": _("%(card)s is not in your hand."),
    "draft.dice_number": _("Take %(needed)s dice at a time."),
    "draft.dice_gone": _("There are not enough %(dice)s dice left."),
    "draft.first_five": _("Choose %(needed)s different cards."),
    "draft.not_yours": _("Choose one of your own cards."),
    "draft.not_revealed": _("Choose one of the revealed cards."),
    "draft.no_such_seat": _("There is no player at this seat."),
    "draft.stage_over": _("The draft has moved on. Reload the page."),
    "draft.already_moved": _("You have already chosen. Wait for the others."),
    "draft.not_your_turn": _("It is not your turn yet."),
    "duel.players": _("Number of players: %(least)s to %(most)s, not %(actual)s."),
    "duel.no_such_seat": _("There is no player at this seat."),
    "duel.deck_twice": _("Two players chose %(deck)s, but there is only one."),
    "duel.deck_unknown": _("Choose one of the decks offered."),
    "duel.secret_deck": _("This secret deck doesn’t fit. Its player has to choose another."),
    "duel.stays_secret": _("The decks stay secret while somebody else has a secret deck."),
    "duel.too_few_decks": _("Too few ready-made decks: there are %(have)s."),
    "duel.chained_first": _(
        "%(card)s is chained: in organised play it can’t be among the First Five."
    ),
    "duel.editions_mixed": _("The decks are from different editions."),
    "duel.more_life_than_printed": _(
        "This Phoenixborn has %(most)s life and can’t have %(actual)s left."
    ),
    "duel.winner_destroyed": _("The winner needs at least 1 life."),
    "duel.loser_lives": _(
        "One Phoenixborn was left, so the others have 0 life. If somebody gave up, choose that "
        "above."
    ),
    "duel.somebody_lives": _("In a draw no Phoenixborn is left, so this one has 0 life."),
    "duel.live_over": _("The game is over: enter the result, or undo the last move."),
    "duel.live_no_dice": _("This deck has no %(dice)s dice."),
    "duel.live_no_die": _("This player has fewer dice."),
    "duel.other_attack": _("Another player is attacking: finish that first."),
    "chimera.players": _("One or two fight a Chimera, not %(actual)s."),
    "chimera.unknown": _("Choose one of the Chimeras offered."),
    "chimera.other_deck": _("Choose aspects of this Chimera."),
    "chimera.none": _("There is no Chimera in this game."),
    "chimera.no_result": _("Choose whether you won or lost together."),
    "chimera.more_life": _("This Chimera has %(most)s life and can’t have %(actual)s left."),
    "chimera.lives": _("You won, so the Chimera has 0 life left."),
    "chimera.destroyed": _("The Chimera has no life left, so you won."),
    "chimera.won_otherwise": _("You win only by destroying the Chimera."),
    "chimera.not_its_turn": _("It is not the Chimera’s turn."),
    "chimera.rolled": _("The Chimera has already rolled in this turn."),
    "chimera.none_face_down": _("No aspect is face down there."),
    "chimera.no_ultimate": _("The Chimera has too few Red Rains tokens for its ultimate."),
    "duel.live_no_roll": _("Dice are rolled in preparation."),
    "duel.live_all_rolled": _("All dice of this player are rolled."),
    "duel.live_everybody_rolled": _("All dice are rolled."),
    "duel.live_no_room": ngettext_lazy(
        "At most %(most)s card can be in play here: discard some first.",
        "At most %(most)s cards can be in play here: discard some first.",
        "most",
    ),
    "duel.live_no_name": _("Enter the name of the card."),
    "duel.live_card_gone": _("This card has left play."),
    "duel.no_attack": _("There is no such attack now."),
    "duel.attack_exhausted": _("%(card)s is exhausted or destroyed."),
    "duel.attack_unknown": _("Enter the attack value first: %(card)s."),
    "duel.guards_itself": _("A unit can’t guard itself."),
    "duel.split": _("Split all the damage among the attackers first; left: %(actual)s."),
    "duel.live_life_known": _("The life of this Phoenixborn is known."),
    "duel.live_destroyed": _("This Phoenixborn is destroyed."),
    "duel.live_turn_over": _("This turn is over."),
    "duel.live_phase_over": _("This phase is over."),
    "duel.live_no_first": _("Choose who goes first."),
    "duel.no_such_place": _("Places go from 1 to %(most)s."),
    "duel.winner_not_first": _("The winner is first."),
    "duel.first_did_not_win": _("Only the winner is first."),
}


def sentence(problem: Problem) -> str:
    """Return a problem as a sentence in the active language."""
    details = {key: _detail(key, value) for key, value in problem.details.items()}
    return worded(problem, details, PROBLEMS)


def _detail(key: str, value: Detail) -> Word:
    if key == "dice" and isinstance(value, Sequence):
        return listed(dice_name(str(dice)) for dice in value)
    if key in ("card", "phoenixborn", "deck"):
        # A typed card is given by its name already.
        return catalogue().name_of(key, str(value), get_language() or "en") or str(value)
    return detail(key, value)
