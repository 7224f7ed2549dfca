"""Terms of the game."""

from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tracker.words.phrases import Words, word

AGENTS = "agents"  # whom a nemesis fights, in addresses and forms, instead of a seat

ROLES: Words = {
    "nemesis": pgettext_lazy("a role", "Nemesis"),
    "character": pgettext_lazy("a role", "Character"),
}
ATTRIBUTES: Words = {
    "strength": gettext_lazy("Strength"),
    "willpower": gettext_lazy("Willpower"),
    "cunning": gettext_lazy("Cunning"),
    "": gettext_lazy("Attribute"),  # not known yet
}
COLOURS: Words = {
    "black": pgettext_lazy("a colour", "black"),
    "red": pgettext_lazy("a colour", "red"),
}
DIALS: Words = {
    "life": gettext_lazy("Life"),
    "infamy": gettext_lazy("Infamy"),
    "attribute": gettext_lazy("Attribute"),
}
ENDINGS: Words = {
    "infamy": gettext_lazy("25 infamy"),
    "confrontation": gettext_lazy("Confrontation"),
    "team": gettext_lazy("A team won"),
    "stopped": gettext_lazy("Stopped before the end"),
}
TOLLS: Words = {  # for moving to the middle tier
    "infamy": gettext_lazy("1 infamy"),
    "trophy": gettext_lazy("a trophy"),
    "might": gettext_lazy("a Might card"),
    "arsenal": gettext_lazy("an arsenal card"),
}
PHASES: Words = {  # of the turn of a nemesis
    "movement": gettext_lazy("Movement"),
    "exploration": gettext_lazy("Exploration"),
    "engagement": gettext_lazy("Engagement"),
    "experience": gettext_lazy("Experience"),
}
FOUND: Words = {  # in the exploration phase
    "character": gettext_lazy("A character: battle"),
    "imperium": gettext_lazy("Threat symbols or Imperium cards"),
    "nothing": gettext_lazy("Neither: a nemesis card"),
}
role = partial(word, ROLES)
attribute = partial(word, ATTRIBUTES)
colour = partial(word, COLOURS)
dial = partial(word, DIALS)
ending = partial(word, ENDINGS)
toll = partial(word, TOLLS)
phase = partial(word, PHASES)
found = partial(word, FOUND)


def player(number: int, name: str) -> str:
    """Return the player of a seat: by name, else by number."""
    return name or _("Player %(number)s") % {"number": number}
