"""The sentences of problems by code."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tracker.systems.aeons_end.shared.words.expedition_problems import EXPEDITIONS
from tracker.words.phrases import Words
from tracker.words.problems import SENTENCES as COMMON
from tracker.words.problems import ByKey, IfKnown, Sentences

# By the kind of an entry of a later game that a correction would make invalid.
_LATER_FACTS: Words = {
    "planned": _("Not possible because of game %(game)s: its plan would no longer fit."),
    "played": _("Not possible because of game %(game)s: its result would no longer fit."),
    "verdict": _(
        "Not possible because of game %(game)s: how the story went on from it would no longer fit."
    ),
    "reward": _("Not possible because of game %(game)s: its reward would no longer fit."),
    "decided": _("Not possible because of game %(game)s: a decision there would no longer fit."),
    "found": _("Not possible because of game %(game)s: what came there would no longer fit."),
    "growth": _("Not possible because of game %(game)s: its market growth would no longer fit."),
    "sticker": _(
        "Not possible because of game %(game)s: a sticker placed there would no longer fit."
    ),
    "evolved": _(
        "Not possible because of game %(game)s: a card that evolved there would no longer fit."
    ),
    "transformed": _(
        "Not possible because of game %(game)s: a card that transformed there would no longer fit."
    ),
    "joined": _(
        "Not possible because of game %(game)s: a basic card that joined there would no longer fit."
    ),
    "left": _(
        "Not possible because of game %(game)s: a basic card that left there would no longer fit."
    ),
    "section": _(
        "Not possible because of game %(game)s: a rule section unlocked there would no longer fit."
    ),
    "seal": _("Not possible because of game %(game)s: a seal opened there would no longer fit."),
    "ordered": _(
        "Not possible because of game %(game)s: what the story changed in its market would no "
        "longer fit."
    ),
    "removed": _(
        "Not possible because of game %(game)s: a sticker removed there would no longer fit."
    ),
    "read": _("Not possible because of game %(game)s: its bookmark would no longer fit."),
    "closed": _(
        "Not possible because of game %(game)s: a decision closed there would no longer fit."
    ),
    "note": _("Not possible because of game %(game)s: a note there would no longer fit."),
    "settled": _(
        "Not possible because of game %(game)s: its aftermath is finished "
        "and would no longer be complete."
    ),
}

SENTENCES: Sentences = {
    **COMMON,
    **EXPEDITIONS,
    # --- who sits down ---
    "party.size": _("Number of mages: %(least)s to %(most)s, not %(actual)s."),
    "party.seats": _("Number the seats from 1, without gaps."),
    "party.colour": _("Choose a mat: green, yellow, orange or blue."),
    "party.colour_twice": _("Two mages have the same mat colour: %(colour)s."),
    "party.side": _("Choose a side of the mat: A or B."),
    "party.name_missing": _("Enter a name for every mage."),
    "party.name_twice": IfKnown(
        "name",
        known=_("Two mages are called %(name)s: rename one of them."),
        unknown=_("Two mages have the same name: rename one of them."),
    ),
    "party.no_such_seat": _("There is no mage of this campaign at this seat."),
    "mages.unknown": IfKnown(
        "names",
        known=_("These mages are not in the box: %(names)s."),
        unknown=_("One of these mages is not in the box."),
    ),
    "mages.twice": IfKnown(
        "names",
        known=_("Each mage can play only once: %(names)s."),
        unknown=_("Each mage can play only once."),
    ),
    "mages.versions": IfKnown(
        "names",
        known=_("These are versions of one mage: %(names)s. Allow it, or choose others."),
        unknown=_("Two of these are versions of one mage. Allow it, or choose others."),
    ),
    "mages.too_few_left": ngettext_lazy(
        "%(need)s mage must be drawn; available: %(have)s, excluded: %(out)s.",
        "%(need)s mages must be drawn; available: %(have)s, excluded: %(out)s.",
        "need",
    ),
    "mages.too_few": ngettext_lazy(
        "%(need)s mage must be drawn; available: %(have)s.",
        "%(need)s mages must be drawn; available: %(have)s.",
        "need",
    ),
    # --- plans, results and what follows ---
    "fact.once_per_game": _("Game %(game)s already has this entry: %(kind)s."),
    "plan.game_number": _("Game %(expected)s comes next, not game %(actual)s."),
    "plan.previous_open": _("Finish the aftermath of game %(game)s first."),
    "plan.campaign_finished": _("All %(chapters)s chapters are done: the story is complete."),
    "plan.no_such_chapter": _("There is no chapter %(chapter)s: the campaign has %(chapters)s."),
    "plan.chapter_unexpected": _("The story is at chapter %(expected)s, not %(actual)s."),
    "plan.nemesis_missing": _("Enter the nemesis of this game."),
    "plan.nemesis_unknown": _("Not in the catalogue: type the name on the mat."),
    "plan.nemesis_life_impossible": _("Enter a number from 1 to %(most)s, not %(life)s."),
    "plan.nemesis_life_differs": _("Its mat should show %(expected)s life, not %(actual)s."),
    "plan.nemesis_other_chapter": _(
        "This nemesis belongs to chapter %(expected)s, not %(actual)s."
    ),
    "plan.pairs_fixed": _("The pairs are written on the turn-order cards and stay as they are."),
    "plan.pairs": ngettext_lazy(
        "Pairs need four mages, each in one pair; this game has %(mages)s.",
        "Pairs need four mages, each in one pair; this game has %(mages)s.",
        "mages",
    ),
    "result.ending_of_other_result": _("The result doesn’t match how the game ended."),
    "result.win_with_gravehold_fallen": _("With Gravehold at 0 the game is lost, not won."),
    "result.win_with_all_exhausted": _("With all mages exhausted the game is lost, not won."),
    "result.win_with_nemesis_alive": _(
        "The nemesis was defeated, so its life must be 0, not %(life)s."
    ),
    "result.deck_out_with_nemesis_at_zero": _(
        "With the nemesis at 0, the game ended by its life, not by its empty deck."
    ),
    "result.loss_with_nemesis_at_zero": _("With the nemesis at 0 the game is won, not lost."),
    "result.gravehold_has_life": _("Gravehold fell, so its life must be 0, not %(life)s."),
    "result.gravehold_fell_instead": _("With Gravehold at 0, that is how the game ended."),
    "result.exhaustion_with_one_mage": _("With one mage, exhaustion doesn’t lose the game."),
    "result.not_all_exhausted": _("Every mage must be exhausted; not marked: %(seats)s."),
    "result.seat_unknown": ngettext_lazy(
        "Life was entered for more mages than play: %(mages)s.",
        "Life was entered for more mages than play: %(mages)s.",
        "mages",
    ),
    "result.exhausted_with_life": _("%(seat)s is exhausted and can’t have %(life)s life."),
    "result.life_zero_not_exhausted": _("%(seat)s has 0 life: mark as exhausted."),
    "result.life_below_zero": ByKey(
        "whose",
        {
            "mage": _("%(seat)s can’t have less than 0 life; you entered %(life)s."),
            "gravehold": _("Gravehold can’t have less than 0 life; you entered %(life)s."),
            "nemesis": _("The nemesis can’t have less than 0 life; you entered %(life)s."),
        },
    ),
    "result.life_above_start": ByKey(
        "whose",
        {
            "mage": _("%(seat)s started with %(start)s life and can’t have %(life)s."),
            "gravehold": _("Gravehold started with %(start)s life and can’t have %(life)s."),
            "nemesis": _("The nemesis started with %(start)s life and can’t have %(life)s."),
        },
    ),
    "verdict.no_result": _("Enter the result of game %(game)s first."),
    "verdict.not_asked": _(
        "After game %(game)s the story goes on anyway: there is nothing to choose."
    ),
    "settle.no_result": _("Enter the result of game %(game)s first."),
    "settle.already_settled": _("The aftermath of game %(game)s is already finished."),
    "settle.decisions_open": ngettext_lazy(
        "%(count)s decision is still open: %(decisions)s.",
        "%(count)s decisions are still open: %(decisions)s.",
        "count",
    ),
    "decision.not_open": _("Not needed now: %(decision)s."),
    "decision.cannot_be_waived": _("This needs an entry, not just a reason: %(decision)s."),
    "decision.reason_missing": _("Enter why there is no entry: %(decision)s."),
    # --- the market ---
    "market.nothing_ordered": _("Choose the pile that leaves or the pile that joins."),
    "market.already_grown": _("The market has already grown after chapter %(chapter)s."),
    "market.not_yet": _("The market grows when chapter %(chapter)s is over."),
    "market.not_nine_piles": _("A market has %(expected)s piles; this one has %(actual)s."),
    "market.offer_at_most_four": _("At most %(expected)s are offered, not %(actual)s."),
    "market.add_exactly_two": _("Add exactly %(expected)s of the piles offered, not %(actual)s."),
    "market.banish_exactly_two": _("Banish exactly %(expected)s of the piles, not %(actual)s."),
    "market.offered_twice": IfKnown(
        "names", known=_("Offered twice: %(names)s."), unknown=_("A pile is offered twice.")
    ),
    "market.offered_already_in_market": IfKnown(
        "names",
        known=_("Already in the market: %(names)s."),
        unknown=_("A pile offered is already in the market."),
    ),
    "market.offered_was_banished": IfKnown(
        "names",
        known=_("Banished earlier in this campaign: %(names)s."),
        unknown=_("A pile offered was banished earlier in this campaign."),
    ),
    "market.added_twice": IfKnown(
        "names", known=_("Added twice: %(names)s."), unknown=_("A pile is added twice.")
    ),
    "market.added_not_offered": IfKnown(
        "names",
        known=_("Not among the piles offered: %(names)s."),
        unknown=_("A pile to add is not among those offered."),
    ),
    "market.kind_or_cost_missing": IfKnown(
        "names",
        known=_("Needs a kind and a cost to join the market: %(names)s."),
        unknown=_("A pile needs a kind and a cost to join the market."),
    ),
    "market.banished_twice": IfKnown(
        "names", known=_("Banished twice: %(names)s."), unknown=_("A pile is banished twice.")
    ),
    "market.banished_not_in_market": IfKnown(
        "names",
        known=_("Not in the market: %(names)s."),
        unknown=_("A pile to banish is not in the market."),
    ),
    "market.card_unknown": IfKnown(
        "names",
        known=_("Not in the catalogue: %(names)s."),
        unknown=_("A card is not in the catalogue: type its name as it is printed."),
    ),
    "market.name_missing": _("Pile %(place)s of those offered has no name yet."),
    "market.starter_is_no_pile": IfKnown(
        "names",
        known=_("A starter card can’t be a market pile: %(names)s."),
        unknown=_("A starter card can’t be a market pile."),
    ),
    "market.card_differs": IfKnown(
        "name",
        known=_("In the catalogue %(name)s is a %(kind)s that costs %(cost)s."),
        unknown=_("In the catalogue this card is another kind or costs %(cost)s."),
    ),
    "market.card_twice": IfKnown(
        "names",
        known=_("In the market twice: %(names)s."),
        unknown=_("A card is in the market twice."),
    ),
    "market.kind_count": _("A market has %(expected)s of this kind (%(kind)s), not %(actual)s."),
    "market.one_way_only": _("Choose how the market is made: suggested, chosen or drawn."),
    "market.suggestion_unknown": _("The rulebook suggests no market with that name."),
    "market.template_unknown": _("There is no market pattern with that name."),
    "market.slot_unfillable": IfKnown(
        "kind",
        known=IfKnown(
            "costs",
            known=_(
                "The pattern needs %(need)s of one kind (%(kind)s, cost %(costs)s); the boxes have "
                "%(have)s."
            ),
            unknown=_(
                "The pattern needs %(need)s of one kind (%(kind)s); the boxes have %(have)s."
            ),
        ),
        unknown=ngettext_lazy(
            "The pattern needs %(need)s card of one kind, not %(have)s.",
            "The pattern needs %(need)s cards of one kind, not %(have)s.",
            "need",
        ),
    ),
    "market.slots_conflict": IfKnown(
        "kind",
        known=_(
            "%(need)s positions of the pattern need the same cards (%(kind)s); the boxes "
            "have %(have)s."
        ),
        unknown=_("%(need)s positions need the same cards; the boxes have %(have)s."),
    ),
    "market.lock_twice": IfKnown(
        "names", known=_("Ticked twice: %(names)s."), unknown=_("A pile is ticked twice.")
    ),
    "market.lock_unknown": IfKnown(
        "names",
        known=_("Ticked, but not in the boxes in use: %(names)s."),
        unknown=_("A ticked pile is not in the boxes in use."),
    ),
    "market.lock_does_not_fit": IfKnown(
        "names",
        known=_("No room beside the other ticked piles: %(names)s (%(kind)s, %(places)s in all)."),
        unknown=_("There is no room for one of the ticked piles."),
    ),
    "market.lock_excluded": IfKnown(
        "names",
        known=_("Requirement %(constraint)s excludes ticked piles: %(names)s."),
        unknown=_("Requirement %(constraint)s excludes a ticked pile."),
    ),
    "market.constraint_unmeetable": _(
        "Requirement %(constraint)s can’t be met: it asks for %(need)s, the boxes have "
        "%(have)s, and this market pattern has room for %(room)s."
    ),
    "market.constraints_conflict": _(
        "Requirement %(constraint)s can’t be met together with %(others)s: it asks for "
        "%(need)s, and there is room for %(room)s."
    ),
    "market.at_most_unmeetable": _(
        "Requirement %(constraint)s can’t be met: it allows %(most)s, and every market has at "
        "least %(fewest)s such cards."
    ),
    "market.at_most_conflict": _(
        "Requirement %(constraint)s can’t be met together with %(others)s: it allows %(most)s, "
        "and at least %(fewest)s such cards are needed."
    ),
    "market.exclusion_leaves_too_few": _(
        "Requirement %(constraint)s excludes too much: %(need)s are needed and %(have)s are left."
    ),
    "market.too_complex": _(
        "These requirements together are too complex to draw a market. Remove some of them."
    ),
    # --- mats and their stickers ---
    "sticker.no_such_mage": _("There is no mage of this campaign at this seat."),
    "sticker.slot_missing": _("Choose the slot of the sticker."),
    "sticker.unknown_slot": _("The mats have no slot %(slot)s."),
    "sticker.too_early": _("Slot %(slot)s takes its sticker later: %(moment)s."),
    "sticker.not_there": _("%(seat)s has no sticker on slot %(slot)s."),
    "sticker.slot_taken": _("%(seat)s already has a sticker on slot %(slot)s."),
    "sticker.name_missing": _("Enter the name of the sticker."),
    "sticker.where_missing": _("Choose where the starter card goes: in hand or in the deck."),
    "sticker.card_kind_missing": _("Choose the kind of the starter card: gem, relic or spell."),
    "sticker.charges_missing": _("Choose how many charges the ability needs: %(allowed)s."),
    "sticker.replaces_missing": _("Choose whether the new ability replaces the earlier one."),
    "sticker.breach_turns_missing": _("Choose which cost is on top of breach IV."),
    "mat.charges_out_of_range": _("Charges of an ability: %(allowed)s; not %(actual)s."),
    "mat.no_crystal_to_replace": _("%(seat)s has no Crystal left there to replace: %(where)s."),
    "mat.breach_already_there": _("%(seat)s already has breach %(number)s."),
    "breach.turns": _("A breach starts with 0 to %(most)s quarter turns, not %(actual)s."),
    "breach.not_closed": _("Breach %(number)s is not closed: it can’t be focused or opened."),
    # --- the nemesis, its deck and the turn order ---
    "evolution.too_early": _("Basic cards do not evolve yet in this campaign."),
    "evolution.not_in_pool": IfKnown(
        "names",
        known=_("Not among this campaign’s basic cards: %(names)s."),
        unknown=_("This card is not among this campaign’s basic cards."),
    ),
    "evolution.already_in_pool": IfKnown(
        "names",
        known=_("Already among this campaign’s basic cards: %(names)s."),
        unknown=_("This card is already among this campaign’s basic cards."),
    ),
    "evolution.no_space_left": IfKnown(
        "names",
        known=_("%(names)s has no free space for a sticker: it transforms."),
        unknown=_("This card has no free space for a sticker: it transforms."),
    ),
    "evolution.space_still_free": IfKnown(
        "names",
        known=ngettext_lazy(
            "%(names)s has %(free)s free space: it takes a sticker before it transforms.",
            "%(names)s has %(free)s free spaces: it takes a sticker before it transforms.",
            "free",
        ),
        unknown=_("This card takes a sticker before it transforms."),
    ),
    "evolution.not_basic": IfKnown(
        "names",
        known=_("%(names)s is a transformed card; only basic cards evolve."),
        unknown=_("This is a transformed card; only basic cards evolve."),
    ),
    "evolution.spaces_missing": IfKnown(
        "names",
        known=_("How many sticker spaces does %(names)s have?"),
        unknown=_("How many sticker spaces does the card have?"),
    ),
    "evolution.spaces_differ": IfKnown(
        "names",
        known=ngettext_lazy(
            "You entered %(spaces)s sticker space for %(names)s earlier.",
            "You entered %(spaces)s sticker spaces for %(names)s earlier.",
            "spaces",
        ),
        unknown=_("You entered a different number of sticker spaces for this card earlier."),
    ),
    "evolution.more_stickers": IfKnown(
        "names",
        known=ngettext_lazy(
            "%(names)s already has %(stickers)s sticker.",
            "%(names)s already has %(stickers)s stickers.",
            "stickers",
        ),
        unknown=_("The card already has more stickers."),
    ),
    "evolution.becomes_another": IfKnown(
        "names",
        known=_("%(names)s transforms into %(number)s."),
        unknown=_("This card transforms into %(number)s."),
    ),
    "pool.fixed": _("From chapter %(chapter)s on only a story card changes the basic cards."),
    "evolution.same_card": IfKnown(
        "names",
        known=_("%(names)s can’t transform into itself."),
        unknown=_("A card can’t transform into itself."),
    ),
    "evolution.tier_changes": _("A card of tier %(expected)s stays in its tier, not %(actual)s."),
    "pool.no_such_tier": _("Basic cards have tier 1, 2 or 3, not %(tier)s."),
    "pool.already_in": IfKnown(
        "name",
        known=_("Already among this campaign’s basic cards: %(name)s."),
        unknown=_("This card is already among this campaign’s basic cards."),
    ),
    "pool.not_basic": IfKnown(
        "name",
        known=_("A transformed card, not a basic one: %(name)s."),
        unknown=_("This is a transformed card, not a basic one."),
    ),
    "pool.was_removed": IfKnown(
        "name",
        known=_("Already removed from this campaign: %(name)s."),
        unknown=_("This card left the campaign earlier."),
    ),
    "pool.name_missing": _("Enter the name of the card."),
    "pool.card_unknown": _("This card is not in the catalogue: type its name as it is printed."),
    "pool.card_differs": IfKnown(
        "name",
        known=_("In the catalogue %(name)s is of tier %(tier)s: %(kind)s."),
        unknown=_("In the catalogue this card is another kind or of tier %(tier)s."),
    ),
    "pool.not_in": IfKnown(
        "name",
        known=_("Not among this campaign’s basic cards: %(name)s."),
        unknown=_("This card is not among this campaign’s basic cards."),
    ),
    "pool.tier_mismatch": ngettext_lazy(
        "Tier %(tier)s needs %(expected)s basic card for this number of mages; the campaign has "
        "%(actual)s.",
        "Tier %(tier)s needs %(expected)s basic cards for this number of mages; the campaign "
        "has %(actual)s.",
        "expected",
    ),
    "pool.card_twice": IfKnown(
        "names",
        known=_("Among the basic cards twice: %(names)s."),
        unknown=_("A card is among the basic cards twice."),
    ),
    "nemesis_deck.too_few_basics": ngettext_lazy(
        "Tier %(tier)s needs %(need)s basic card; the boxes in use have %(have)s.",
        "Tier %(tier)s needs %(need)s basic cards; the boxes in use have %(have)s.",
        "need",
    ),
    "nemesis.unknown": IfKnown(
        "names",
        known=_("These nemeses are not in the box: %(names)s."),
        unknown=_("This nemesis is not in the box."),
    ),
    "nemesis.none_in_boxes": _("There is no nemesis in these boxes. Add a box that has one."),
    "nemesis.wishes_clash": _("No nemesis is left. These choices conflict: %(wishes)s."),
    "nemesis_deck.basic_unknown": _("A basic card you kept is not in these boxes."),
    "nemesis.none_in_range": _("No nemesis has a difficulty from %(least)s to %(most)s."),
    "difficulty.unknown": _("The box has no such difficulty."),
    "solo.life": _("With one mage, life is one of these: %(allowed)s; not %(actual)s."),
    "solo.life_needs_one_mage": _("Extra life is for one mage only; this game has %(actual)s."),
    "turn_order.mage_count": _("Number of mages: %(least)s to %(most)s, not %(actual)s."),
    "turn_order.solo_cards": _(
        "With one mage, the number of cards is one of these: %(allowed)s; not %(actual)s."
    ),
    "turn_order.solo_cards_need_one_mage": _(
        "Four cards are for one mage only; this game has %(actual)s."
    ),
    "turn_order.pairs_need_four": _("Pairs need four mages; this game has %(actual)s."),
    "turn_order.pairs_do_not_split_the_table": _("Make two pairs, with every mage in one of them."),
    "turn_order.seat_may_not_act": _("%(seat)s can’t take this card; it is for: %(allowed)s."),
    # --- rule sections, seals and the story ---
    "section.already_unlocked": _("Section %(section)s is already in the rulebook."),
    "section.letter_missing": _("Enter the letter on the sticker."),
    "section.letter_twice": _("Another section already has the letter %(letter)s."),
    "section.unknown": _("The rulebook has no section %(section)s."),
    "section.too_early": _("Section %(section)s comes later: %(moment)s."),
    "section.letter_differs": _("The letter on this sticker should not be %(letter)s."),
    "seal.already_open": IfKnown(
        "seal", known=_("Already open: %(seal)s."), unknown=_("This is already open.")
    ),
    "seal.name_missing": _("Enter what you opened."),
    "seal.unknown": _("The box has nothing sealed by that name."),
    "seal.too_early": IfKnown(
        "seal",
        known=_("Leave it sealed until then (%(moment)s): %(seal)s."),
        unknown=_("Leave it sealed until then: %(moment)s."),
    ),
    "seal.no_such_part": IfKnown(
        "seal",
        known=_("The catalogue has no such part: %(seal)s."),
        unknown=_("The catalogue has no such part."),
    ),
    "story.reason_missing": _("Enter what the story card says."),
    "story.card_missing": _("Enter the number of the story card."),
    # --- moves at the live table ---
    "live.choose_who_acts": _("First choose who takes the card that was drawn."),
    "live.nobody_to_choose": _("No card is waiting for somebody to take it."),
    "live.card_not_drawn": _("No card was drawn. Try again."),
    "live.top_is_known": _("All cards of the deck are already known."),
    "live.nothing_to_put_back": _("There is no card to put back."),
    "live.no_nemesis_dial": _("This nemesis has no life dial."),
    "live.no_healing": _("%(seat)s is exhausted and can’t be healed."),
    "live.no_ability": _("%(seat)s has no ability to charge."),
    "live.breach_stays_open": _("Breach %(number)s of %(seat)s can’t be closed."),
    "live.breach_not_there": _("%(seat)s has no breach %(number)s."),
    "live.step_not_next": _("Another step of the exhaustion of %(seat)s comes first."),
    "live.pile_unknown": _("The market has no such pile."),
    "live.seat_unknown": _("There is no mage at this seat."),
    "live.unleash_unknown": _("First enter what Unleash does."),
    "live.unleash_empty": _("Enter at least one number."),
    "first_evening.not_in_order": _("The steps of the first evening are out of order."),
    "first_evening.over": _(
        "The first game is planned. Enter what you opened on its set-up sheet or in its aftermath."
    ),
    "live.nothing_due": _("No unleash is due any more."),
    "live.hit_waits": _("First say who is hit by the previous effect."),
    "live.nobody_asked": _("Somebody has already said who is hit."),
    "live.no_unleash_card": _("No unleash card was drawn."),
    "live.deck_empty": _("The nemesis deck is empty: unleash three times instead."),
    "live.deck_counted": _("The table counts the nemesis deck: draw its cards."),
    "live.deck_not_empty": _("The nemesis deck still has cards: draw one."),
    "live.not_the_nemesis_turn": _("It is not the turn of the nemesis."),
    "live.card_not_next": _("Another card of the nemesis comes first."),
    "live.card_not_in_play": _("This card is no longer in play."),
    "live.name_missing": _("Enter the name of the card."),
    "live.too_many_cards": ngettext_lazy(
        "At most %(most)s card can be in play here: discard some first.",
        "At most %(most)s cards can be in play here: discard some first.",
        "most",
    ),
    "live.too_many_evolved": ngettext_lazy(
        "At most %(most)s evolved card can be noted in a game.",
        "At most %(most)s evolved cards can be noted in a game.",
        "most",
    ),
    "turn_order.card_not_left": _("This card can’t come next."),
    # A correction that would make an entry of a later game invalid.
    "story.later_fact_breaks": ByKey(
        "kind",
        _LATER_FACTS,
        otherwise=_("Not possible because of game %(game)s: an entry would no longer fit."),
    ),
    # A corrected result that would make its own aftermath invalid; the page lists which entries.
    "story.aftermath_breaks": ByKey(
        "kind",
        {
            "settled": _(
                "The aftermath of game %(game)s is finished, "
                "but with this result something is left to decide."
            )
        },
        otherwise=_("With this result, some decisions after game %(game)s no longer fit."),
    ),
}
