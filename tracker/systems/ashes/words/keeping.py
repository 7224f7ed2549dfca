"""What stands against keeping a deck or sitting down to a draft, in words."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tracker.words.problems import Sentences

KEEPING: Sentences = {
    "deck.no_room": ngettext_lazy(
        "You can keep at most %(most)s deck. Delete one first.",
        "You can keep at most %(most)s decks. Delete one first.",
        "most",
    ),
    "deck.not_there": _("This deck was deleted."),
    "deck.too_many_own_cards": _("Cards of your own: at most %(most)s in a deck, not %(actual)s."),
    "deck.unknown_set": _("Unknown set: %(name)s."),
    "draft.begun": _("This draft has already begun."),
    "draft.not_begun": _("This draft has not begun yet."),
    "draft.nothing_chosen": _("Choose one first."),
    "draft.seat_taken": _("Somebody else has taken this seat."),
    "draft.full": _("All %(most)s seats of this draft are taken."),
    "draft.not_there": _("This draft was deleted."),
    "draft.name_missing": _("Enter a name."),
    "draft.no_room": ngettext_lazy(
        "You can keep at most %(most)s draft. Delete one first.",
        "You can keep at most %(most)s drafts. Delete one first.",
        "most",
    ),
}
