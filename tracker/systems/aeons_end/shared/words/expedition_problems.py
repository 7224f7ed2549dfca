"""The sentences of problems that only expeditions have."""

from django.utils.translation import gettext_lazy as _

from tracker.words.problems import IfKnown, Sentences

EXPEDITIONS: Sentences = {
    "expedition.no_boxes": _("Tick the boxes that you play with."),
    "expedition.no_seed": _("Enter a seed."),
    "expedition.no_variant": _("Choose how long the expedition is."),
    "expedition.no_opening": _("This expedition has no start."),
    "expedition.story_box": _("Tick the box whose story you play."),
    "expedition.too_few_nemeses": _(
        "Nemeses of tier %(tier)s: %(need)s needed, %(have)s in your boxes."
    ),
    "expedition.too_few_fifth": _(
        "Nemeses with a card for the fifth battle: %(need)s needed, %(have)s left in your boxes."
    ),
    "expedition.too_few_mages": _("Mages: %(need)s needed, %(have)s in your boxes."),
    "expedition.too_few_piles": _(
        "Piles (%(kind)s): %(need)s needed with all rewards, %(have)s in your boxes."
    ),
    "expedition.too_few_treasures": _(
        "Treasures of level %(level)s: %(need)s needed, %(have)s in your boxes."
    ),
    "expedition.too_few_upgraded": _(
        "Upgraded basic cards of tier %(tier)s: %(need)s needed, %(have)s in your boxes."
    ),
    "expedition.too_few_banners": _("Banners: %(need)s needed, %(have)s in your boxes."),
    "expedition.no_companions": _("Your boxes have no friends and foes."),
    "expedition.not_this_battle": _("This battle is not the next one any more."),
    "expedition.not_this_node": _("The expedition has moved on."),
    "expedition.no_such_decision": _("Choose one of the decisions."),
    "expedition.unknown": IfKnown(
        "names",
        known=_("Not in the boxes of this expedition: %(names)s."),
        unknown=_("Something here is not in the boxes of this expedition."),
    ),
    "expedition.not_there": IfKnown(
        "names",
        known=_("Not in the barracks: %(names)s."),
        unknown=_("Something here is not in the barracks."),
    ),
    "expedition.twice": IfKnown(
        "names",
        known=_("Already there: %(names)s."),
        unknown=_("Something here is already there."),
    ),
    "expedition.same_again": _("A battle is tried again against the same nemesis."),
    "expedition.met_before": IfKnown(
        "names",
        known=_("Met before: %(names)s."),
        unknown=_("This nemesis was met before."),
    ),
    "expedition.other_tier": _("This battle is against a nemesis of tier %(tier)s."),
    "expedition.joined_size": _("A different number of upgraded cards joins before this battle."),
    "expedition.companions_differ": _("Each battle has one friend and one foe, or neither."),
    "expedition.not_in_pool": _("An upgraded card of this deck has not joined yet."),
    "expedition.deck_size": _("The nemesis deck needs a different number of basic cards."),
    "expedition.mage_missing": _("Choose a mage for every seat."),
    "expedition.nine_piles": _("Choose nine piles, not %(actual)s."),
    "expedition.treasure_twice": IfKnown(
        "names",
        known=_("Handed out twice: %(names)s."),
        unknown=_("A treasure is handed out twice."),
    ),
    "expedition.too_many_treasures": _("Only one treasure of level %(level)s can be taken."),
    "expedition.treasure_for_others": _(
        "A treasure of level 2 is for the whole group, all others are for one mage."
    ),
    "expedition.no_result": _("Enter the result of game %(game)s first."),
    "expedition.nothing_due": _("Nothing more comes after game %(game)s."),
    "expedition.nothing_to_choose": _("There is nothing to choose after game %(game)s."),
    "expedition.level_not_yet": _("Level %(level)s treasures aren’t available yet."),
    "expedition.no_banners": _("Banners come only with friends and foes."),
    "expedition.other_reward": _("The reward of game %(game)s doesn’t match this result."),
    "expedition.reward_size": _("This reward has a different number of things."),
}
