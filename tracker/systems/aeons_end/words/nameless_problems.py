"""What is said of a problem where a thing has no name that this group may read."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tracker.words.problems import Sentences

NAMELESS: Sentences = {
    "party.colour_twice": _("Choose a different colour for each mage."),
    "party.name_twice": _("Two mages have the same name: rename one of them."),
    "mages.unknown": _("One of these mages is not in the box."),
    "mages.twice": _("Each mage can play only once."),
    "mages.versions": _("Two of these are versions of one mage. Allow it, or choose others."),
    "market.offered_twice": _("A pile is offered twice."),
    "market.offered_already_in_market": _("A pile offered is already in the market."),
    "market.offered_was_banished": _("A pile offered was banished earlier in this campaign."),
    "market.added_twice": _("A pile is added twice."),
    "market.added_not_offered": _("A pile to add is not among those offered."),
    "market.kind_or_cost_missing": _("A pile needs a kind and a cost to join the market."),
    "market.banished_twice": _("A pile is banished twice."),
    "market.banished_not_in_market": _("A pile to banish is not in the market."),
    "market.card_unknown": _("A card is not in the catalogue: type its name as it is printed."),
    "market.starter_is_no_pile": _("A starter card can’t be a market pile."),
    "market.card_differs": _("In the catalogue this card is another kind or costs %(cost)s."),
    "market.card_twice": _("A card is in the market twice."),
    "market.kind_count": ngettext_lazy(
        "A market has %(expected)s pile of this kind; here: %(actual)s.",
        "A market has %(expected)s piles of this kind; here: %(actual)s.",
        "expected",
    ),
    "market.slot_unfillable": ngettext_lazy(
        "The pattern needs %(need)s card of one kind; here: %(have)s.",
        "The pattern needs %(need)s cards of one kind; here: %(have)s.",
        "need",
    ),
    "market.slots_conflict": _("%(need)s places need the same cards; the boxes have %(have)s."),
    "market.lock_twice": _("A pile is locked twice."),
    "market.lock_unknown": _("A locked pile is not in the boxes in use."),
    "market.lock_does_not_fit": _("There is no room for one of the locked piles."),
    "market.lock_excluded": _("Requirement %(constraint)s excludes a locked pile."),
    "mat.no_crystal_to_replace": _("%(seat)s has no Crystal left there to replace."),
    "evolution.not_in_pool": _("This card is not among this campaign’s basic cards."),
    "evolution.already_in_pool": _("This card is already among this campaign’s basic cards."),
    "evolution.no_space_left": _("This card has no free space for a sticker: it transforms."),
    "evolution.space_still_free": _("This card takes a sticker before it transforms."),
    "evolution.same_card": _("A card cannot transform into itself."),
    "pool.already_in": _("This card is already among this campaign’s basic cards."),
    "pool.not_basic": _("This is a transformed card, not a basic one."),
    "pool.was_removed": _("This card left the campaign earlier."),
    "pool.card_differs": _("In the catalogue this card is another kind or of tier %(tier)s."),
    "pool.not_in": _("This card is not among this campaign’s basic cards."),
    "pool.card_twice": _("A card is among the basic cards twice."),
    "nemesis.unknown": _("This nemesis is not in the box."),
    "seal.already_open": _("This is already open."),
    "seal.no_such_part": _("The catalogue has no such part."),
    "evolution.not_basic": _("This is a transformed card; only basic cards evolve."),
    "evolution.spaces_missing": _("How many sticker spaces does the card have?"),
    "evolution.spaces_differ": _(
        "You entered a different number of sticker spaces for this card earlier."
    ),
    "evolution.more_stickers": _("The card already has more stickers."),
    "evolution.becomes_another": _("This card transforms into %(number)s."),
    "seal.too_early": _("Leave it sealed until then: %(moment)s."),
}
