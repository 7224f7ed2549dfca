"""The sentences of problems, by code; ``code:kind`` where one kind of thing needs its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tracker.words.problems import SENTENCES as COMMON

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_Sentences = Mapping[str, "StrPromise"]

_PARTY: _Sentences = {
    "party.size": _("From %(least)s to %(most)s mages can play; here are %(actual)s."),
    "party.seats": _("Number the seats from 1, without a gap."),
    "party.colour": _("Choose a mat: green, yellow, orange or blue."),
    "party.colour_twice": _(
        "There is one mat of each colour, and two mages want this one: %(colour)s."
    ),
    "party.side": _("Choose a side of the mat: A or B."),
    "party.name_missing": _("Every mage needs a name; one has none yet."),
    "party.name_twice": _("Two mages are called %(name)s: give one of them another name."),
    "party.no_such_seat": _("No mage of this campaign sits there."),
    "mages.unknown": _("These are not among the box’s mages: %(names)s."),
    "mages.twice": _("Each mage sits down once: %(names)s."),
    "mages.more_than_count": ngettext_lazy(
        "%(chosen)s mage is chosen for a game of %(count)s.",
        "%(chosen)s mages are chosen for a game of %(count)s.",
        "chosen",
    ),
    "mages.too_few": ngettext_lazy(
        "%(need)s more mage is needed, and %(have)s can still be drawn.",
        "%(need)s more mages are needed, and %(have)s can still be drawn.",
        "need",
    ),
}

_GAMES: _Sentences = {
    "fact.once_per_game": _("Game %(game)s has this entry already: %(kind)s."),
    "plan.game_number": _("Game %(expected)s comes next, not game %(actual)s."),
    "plan.previous_open": _("Settle game %(game)s first."),
    "plan.campaign_finished": _("All %(chapters)s chapters are behind you: the story is told."),
    "plan.no_such_chapter": _("There is no chapter %(chapter)s: the campaign has %(chapters)s."),
    "plan.chapter_unexpected": _("The story has come to chapter %(expected)s, not %(actual)s."),
    "plan.nemesis_missing": _("Name the nemesis of this game."),
    "plan.nemesis_unknown": _("Not in the catalogue: type the name that the mat shows."),
    "plan.nemesis_life_impossible": _("A dial shows from 1 to %(most)s, so not %(life)s."),
    "plan.nemesis_life_differs": _("Its mat should show %(expected)s life, not %(actual)s."),
    "plan.nemesis_other_chapter": _("This nemesis is met in chapter %(expected)s, not %(actual)s."),
    "plan.pairs": ngettext_lazy(
        "Pairs are for four mages, each in one pair; here is %(mages)s.",
        "Pairs are for four mages, each in one pair; here are %(mages)s.",
        "mages",
    ),
    "result.ending_of_other_result": _("The result and what ended the game contradict each other."),
    "result.win_with_gravehold_fallen": _("A win with Gravehold at 0 cannot be: that is a loss."),
    "result.win_with_all_exhausted": _("A win with all mages exhausted cannot be: that is a loss."),
    "result.win_with_nemesis_alive": _("The nemesis fell, yet its dial is said to show %(life)s."),
    "result.deck_out_with_nemesis_at_zero": _(
        "With the nemesis at 0, that is what ended the game, not its empty deck."
    ),
    "result.loss_with_nemesis_at_zero": _("A loss with the nemesis at 0 cannot be: that is a win."),
    "result.gravehold_standing": _("Gravehold fell, yet its dial is said to show %(life)s."),
    "result.gravehold_fell_instead": _("With Gravehold at 0, that is what ended the game."),
    "result.exhaustion_with_one_mage": _("One mage alone does not lose by exhaustion."),
    "result.not_all_exhausted": _("Every mage was exhausted, but not so here: %(seats)s."),
    "result.seat_unknown": ngettext_lazy(
        "More lives are noted than there are mages: %(mages)s plays.",
        "More lives are noted than there are mages: %(mages)s play.",
        "mages",
    ),
    "result.exhausted_with_life": _("%(seat)s is exhausted, yet is said to have %(life)s life."),
    "result.life_zero_not_exhausted": _("%(seat)s has 0 life: that is exhausted."),
    "result.life_below_zero:mage": _("%(seat)s: life does not go below 0, so not %(life)s."),
    "result.life_below_zero:gravehold": _("Gravehold does not go below 0, so not %(life)s."),
    "result.life_below_zero:nemesis": _("The nemesis does not go below 0, so not %(life)s."),
    "result.life_above_start:mage": _("%(seat)s began with %(start)s life, so not %(life)s."),
    "result.life_above_start:gravehold": _("Gravehold began with %(start)s, so not %(life)s."),
    "result.life_above_start:nemesis": _("The nemesis began with %(start)s life, so not %(life)s."),
    "verdict.no_result": _("Write down how game %(game)s ended first."),
    "verdict.not_asked": _("The story goes on from game %(game)s anyway, no need to choose."),
    "settle.no_result": _("Write down how game %(game)s ended first."),
    "settle.already_settled": _("Game %(game)s is settled already."),
    "settle.decisions_open": ngettext_lazy(
        "%(count)s thing is still open: %(decisions)s.",
        "%(count)s things are still open: %(decisions)s.",
        "count",
    ),
    "decision.not_open": _("This is not open now: %(decision)s."),
    "decision.cannot_be_waived": _("This needs an entry, a reason is not enough: %(decision)s."),
    "decision.reason_missing": _("Write why this stays without an entry: %(decision)s."),
}

_MARKET: _Sentences = {
    "market.already_grown": _("The market has grown after chapter %(chapter)s already."),
    "market.not_yet": _("The market grows when chapter %(chapter)s is over."),
    "market.not_nine_piles": _("A market has %(expected)s piles; this one has %(actual)s."),
    "market.offer_exactly_four": _("Name the %(expected)s piles offered; here: %(actual)s."),
    "market.add_exactly_two": _("Add exactly %(expected)s of the piles offered; here: %(actual)s."),
    "market.banish_exactly_two": _("Banish exactly %(expected)s of the piles; here: %(actual)s."),
    "market.offered_twice": _("Offered twice: %(names)s."),
    "market.offered_already_in_market": _("In the market already: %(names)s."),
    "market.offered_was_banished": _("Banished earlier in this campaign: %(names)s."),
    "market.added_twice": _("Added twice: %(names)s."),
    "market.added_not_offered": _("Not among the piles offered: %(names)s."),
    "market.banished_twice": _("Banished twice: %(names)s."),
    "market.banished_not_in_market": _("Not in the market: %(names)s."),
    "market.size_changes": _("In came %(added)s, out went %(banished)s: as many must go as come."),
    "market.card_unknown": _("Not in the catalogue: %(names)s."),
    "market.name_missing": _("Pile %(place)s of those offered has no name yet."),
    "market.starter_is_no_pile": _("A starter card is no pile of the market: %(names)s."),
    "market.card_differs": _("In the catalogue %(name)s is a %(kind)s that costs %(cost)s."),
    "market.card_twice": _("In the market twice: %(names)s."),
    "market.kind_count": _("A market has %(expected)s of this kind (%(kind)s); here: %(actual)s."),
    "market.one_way_only": _("A market is suggested, chosen or drawn: ask for one of the three."),
    "market.suggestion_unknown": _("The rulebook suggests no market of that name."),
    "market.template_unknown": _("There is no pattern of that name for a market."),
    "market.slot_unfillable": _(
        "The pattern wants %(need)s of one kind (%(kind)s); the boxes have %(have)s."
    ),
    "market.slot_unfillable:costs": _(
        "The pattern wants %(need)s of one kind (%(kind)s, cost %(costs)s); "
        "the boxes have %(have)s."
    ),
    "market.slots_conflict": _(
        "%(need)s places of the pattern want the same cards (%(kind)s); the boxes have %(have)s."
    ),
    "market.lock_twice": _("Locked twice: %(names)s."),
    "market.lock_unknown": _("Not in the boxes on the table, so it cannot be locked: %(names)s."),
    "market.lock_does_not_fit": _(
        "No place is left beside the other locked piles: %(names)s (%(kind)s, %(places)s in all)."
    ),
    "market.lock_excluded": _("Wish %(constraint)s keeps out what is locked: %(names)s."),
    "market.constraint_unmeetable": _(
        "Wish %(constraint)s cannot be met: it asks for %(need)s, the boxes have %(have)s, "
        "and a market has room for %(room)s."
    ),
    "market.constraints_conflict": _(
        "Wish %(constraint)s cannot be met together with %(others)s: it asks for %(need)s, "
        "and there is room for %(room)s."
    ),
    "market.exclusion_leaves_too_few": _(
        "Wish %(constraint)s keeps out too much: %(need)s are needed and %(have)s are left."
    ),
}

_MATS: _Sentences = {
    "sticker.no_such_mage": _("No mage of this campaign sits there."),
    "sticker.slot_missing": _("Say which slot the sticker is on."),
    "sticker.unknown_slot": _("The mats have no slot %(slot)s."),
    "sticker.too_early": _("Slot %(slot)s takes its sticker later: %(moment)s."),
    "sticker.slot_taken": _("%(seat)s has a sticker on slot %(slot)s already."),
    "sticker.name_missing": _("Write down what the sticker is called."),
    "sticker.where_missing": _("Say where the starter card lies: in hand or in the deck."),
    "sticker.card_kind_missing": _("Say what the starter card is: gem, relic or spell."),
    "sticker.charges_missing": _("Say how many charges the ability takes: %(allowed)s."),
    "sticker.breach_turns_missing": _("Say how breach IV lies: which cost is on top."),
    "mat.charges_out_of_range": _(
        "Charges of an ability are one of these: %(allowed)s; not %(actual)s."
    ),
    "mat.no_crystal_to_replace": _("%(seat)s has no Crystal left there to replace: %(where)s."),
    "mat.breach_already_there": _("%(seat)s has breach %(number)s already."),
    "breach.unknown": _("There is no breach %(number)s."),
    "breach.turns": _("A breach starts with 0 to %(most)s quarter turns made, so not %(actual)s."),
    "breach.not_closed": _("Breach %(number)s is not closed: it cannot be focused or opened."),
}

_NEMESIS: _Sentences = {
    "evolution.too_early": _("Basic cards do not evolve yet in this campaign."),
    "evolution.not_in_pool": _("Not among this campaign’s basic cards: %(names)s."),
    "evolution.already_in_pool": _("Among this campaign’s basic cards already: %(names)s."),
    "evolution.no_space_left": _("%(names)s has no free space for a sticker: it transforms."),
    "evolution.space_still_free": ngettext_lazy(
        "%(names)s has %(free)s free space: it takes a sticker before it transforms.",
        "%(names)s has %(free)s free spaces: it takes a sticker before it transforms.",
        "free",
    ),
    "evolution.same_card": _("%(names)s cannot transform into itself."),
    "evolution.tier_changes": _("A card of tier %(expected)s stays in its tier, not %(actual)s."),
    "pool.no_such_tier": _("Basic cards have tier 1, 2 or 3, not %(tier)s."),
    "pool.already_in": _("Among this campaign’s basic cards already: %(name)s."),
    "pool.not_basic": _("An evolved card, not a basic one: %(name)s."),
    "pool.was_removed": _("Out of this campaign since earlier: %(name)s."),
    "pool.name_missing": _("Write down what the card is called."),
    "pool.card_unknown": _("This card is not in the catalogue: type its name as it is printed."),
    "pool.card_differs": _("In the catalogue %(name)s is of tier %(tier)s: %(kind)s."),
    "pool.not_in": _("Not among this campaign’s basic cards: %(name)s."),
    "pool.tier_mismatch": ngettext_lazy(
        "Tier %(tier)s needs %(expected)s basic card for this table; the campaign has %(actual)s.",
        "Tier %(tier)s needs %(expected)s basic cards for this table; the campaign has %(actual)s.",
        "expected",
    ),
    "pool.card_twice": _("Among the basic cards twice: %(names)s."),
    "nemesis_deck.mage_count": _("From %(least)s to %(most)s mages can play; here are %(actual)s."),
    "nemesis_deck.too_few_basics": ngettext_lazy(
        "Tier %(tier)s needs %(need)s basic card; the boxes on the table have %(have)s.",
        "Tier %(tier)s needs %(need)s basic cards; the boxes on the table have %(have)s.",
        "need",
    ),
    "nemesis.unknown": _("Not among the box’s nemeses: %(names)s."),
    "nemesis.none_in_range": _("No nemesis has a difficulty from %(least)s to %(most)s."),
    "difficulty.unknown": _("The box has no such difficulty."),
    "solo.life": _("Life of one mage alone is one of these: %(allowed)s; not %(actual)s."),
    "solo.life_needs_one_mage": _("More life is for one mage alone; here are %(actual)s."),
    "turn_order.mage_count": _("From %(least)s to %(most)s mages can play; here are %(actual)s."),
    "turn_order.solo_cards": _(
        "Cards for one mage alone are one of these: %(allowed)s; not %(actual)s."
    ),
    "turn_order.solo_cards_need_one_mage": _("Four cards are for one mage; here are %(actual)s."),
    "turn_order.pairs_need_four": _("Pairs are for four mages; here are %(actual)s."),
    "turn_order.pairs_do_not_split_the_table": _("Two pairs, and every mage in one of them."),
    "turn_order.card_not_waiting": _("That is not the card that was drawn last."),
    "turn_order.seat_may_not_act": _("%(seat)s cannot take this card; it is for: %(allowed)s."),
    "turn_order.seat_unknown": _("No mage of this game sits there."),
}

_BOX: _Sentences = {
    "section.already_unlocked": _("Section %(section)s is in the rulebook already."),
    "section.letter_missing": _("Write down the letter on the sticker."),
    "section.letter_twice": _("Another section has the letter %(letter)s already."),
    "section.unknown": _("The rulebook has no section %(section)s."),
    "section.too_early": _("Section %(section)s comes later: %(moment)s."),
    "section.letter_differs": _("The letter on this sticker should not be %(letter)s."),
    "seal.already_open": _("Open already: %(seal)s."),
    "seal.name_missing": _("Write down what was opened."),
    "seal.unknown": _("The box has nothing sealed by that name."),
    "seal.too_early": _("Leave it sealed until then (%(moment)s): %(seal)s."),
}

# A correction that an entry of a later game would not survive: which game, and which entry.
_LATER: _Sentences = {
    "story.later_fact_breaks": _("Game %(game)s stands in the way: an entry would no longer fit."),
    "story.later_fact_breaks:planned": _(
        "Game %(game)s stands in the way: its plan would no longer fit."
    ),
    "story.later_fact_breaks:played": _(
        "Game %(game)s stands in the way: its result would no longer fit."
    ),
    "story.later_fact_breaks:verdict": _(
        "Game %(game)s stands in the way: whether the story went on from it would no longer fit."
    ),
    "story.later_fact_breaks:growth": _(
        "Game %(game)s stands in the way: its market growth would no longer fit."
    ),
    "story.later_fact_breaks:sticker": _(
        "Game %(game)s stands in the way: a sticker placed there would no longer fit."
    ),
    "story.later_fact_breaks:evolved": _(
        "Game %(game)s stands in the way: a card that evolved there would no longer fit."
    ),
    "story.later_fact_breaks:transformed": _(
        "Game %(game)s stands in the way: a card that transformed there would no longer fit."
    ),
    "story.later_fact_breaks:joined": _(
        "Game %(game)s stands in the way: a basic card that joined there would no longer fit."
    ),
    "story.later_fact_breaks:left": _(
        "Game %(game)s stands in the way: a basic card that left there would no longer fit."
    ),
    "story.later_fact_breaks:section": _(
        "Game %(game)s stands in the way: a rule section unlocked there would no longer fit."
    ),
    "story.later_fact_breaks:seal": _(
        "Game %(game)s stands in the way: a seal opened there would no longer fit."
    ),
    "story.later_fact_breaks:closed": _(
        "Game %(game)s stands in the way: a decision closed there would no longer fit."
    ),
    "story.later_fact_breaks:note": _(
        "Game %(game)s stands in the way: a note there would no longer fit."
    ),
    "story.later_fact_breaks:settled": _(
        "Game %(game)s stands in the way: it is settled, and would no longer be complete."
    ),
}

# A correction of a result that part of its own aftermath would not survive; the page says which.
_AFTERMATH: _Sentences = {
    "story.aftermath_breaks": _(
        "With this result, part of what was decided after game %(game)s no longer fits."
    ),
    "story.aftermath_breaks:settled": _(
        "Game %(game)s is settled, and with this result something is left to decide."
    ),
}

SENTENCES: _Sentences = {
    **COMMON,
    **_PARTY,
    **_GAMES,
    **_MARKET,
    **_MATS,
    **_NEMESIS,
    **_BOX,
    **_LATER,
    **_AFTERMATH,
}

# What is said where a thing has no name that this table may read.
NAMELESS: _Sentences = {
    "party.colour_twice": _("Let every mage have a colour of their own."),
    "party.name_twice": _("Two mages have the same name: give one of them another."),
    "mages.unknown": _("One of these is not among the box’s mages."),
    "mages.twice": _("Each mage sits down once."),
    "market.offered_twice": _("A pile is offered twice."),
    "market.offered_already_in_market": _("A pile offered is in the market already."),
    "market.offered_was_banished": _("A pile offered was banished earlier in this campaign."),
    "market.added_twice": _("A pile is added twice."),
    "market.added_not_offered": _("A pile to add is not among those offered."),
    "market.banished_twice": _("A pile is banished twice."),
    "market.banished_not_in_market": _("A pile to banish is not in the market."),
    "market.card_unknown": _("A card is not in the catalogue: type its name as it is printed."),
    "market.starter_is_no_pile": _("A starter card is no pile of the market."),
    "market.card_differs": _("In the catalogue this card is another kind or costs %(cost)s."),
    "market.card_twice": _("A card is in the market twice."),
    "market.kind_count": ngettext_lazy(
        "A market has %(expected)s pile of this kind; here: %(actual)s.",
        "A market has %(expected)s piles of this kind; here: %(actual)s.",
        "expected",
    ),
    "market.slot_unfillable": ngettext_lazy(
        "The pattern wants %(need)s card of one kind; here: %(have)s.",
        "The pattern wants %(need)s cards of one kind; here: %(have)s.",
        "need",
    ),
    "market.slots_conflict": _("%(need)s places want the same cards; the boxes have %(have)s."),
    "market.lock_twice": _("A pile is locked twice."),
    "market.lock_unknown": _("A locked pile is not in the boxes on the table."),
    "market.lock_does_not_fit": _("There is no place left for one of the locked piles."),
    "market.lock_excluded": _("Wish %(constraint)s keeps out what is locked."),
    "mat.no_crystal_to_replace": _("%(seat)s has no Crystal left there to replace."),
    "evolution.not_in_pool": _("This card is not among this campaign’s basic cards."),
    "evolution.already_in_pool": _("This card is among this campaign’s basic cards already."),
    "evolution.no_space_left": _("This card has no free space for a sticker: it transforms."),
    "evolution.space_still_free": _("This card takes a sticker before it transforms."),
    "evolution.same_card": _("A card cannot transform into itself."),
    "pool.already_in": _("This card is among this campaign’s basic cards already."),
    "pool.not_basic": _("This is an evolved card, not a basic one."),
    "pool.was_removed": _("This card left the campaign earlier."),
    "pool.card_differs": _("In the catalogue this card is another kind or of tier %(tier)s."),
    "pool.not_in": _("This card is not among this campaign’s basic cards."),
    "pool.card_twice": _("A card is among the basic cards twice."),
    "nemesis.unknown": _("This is not among the box’s nemeses."),
    "seal.already_open": _("This is open already."),
    "seal.too_early": _("Leave it sealed until then: %(moment)s."),
}
