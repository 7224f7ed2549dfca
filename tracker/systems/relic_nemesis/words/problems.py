"""Problems as sentences."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from campaign.rules.core.problems import Problem
from tracker.words.problems import SENTENCES, Sentences, Word, detail, worded

PROBLEMS: Sentences = {
    **SENTENCES,
    "players.count": _("Number of players: %(least)s to %(most)s, not %(actual)s."),
    "scenario.even_players": _("This scenario needs an even number of players, not %(players)s."),
    "scenario.needs_nemeses": _("This scenario can’t be played without a nemesis."),
    "roles.nemeses_unsaid": _(
        "The rulebook does not say how many nemeses there are with %(players)s players. "
        "Choose a number."
    ),
    "roles.nemeses_count": _(
        "The number of nemeses with %(players)s players is %(said)s in the rulebook, "
        "not %(actual)s."
    ),
    "roles.too_few": _("Nemeses needed: %(needed)s. Players willing to be one: %(actual)s."),
    "character.twice": _("Two players can’t both play %(name)s."),
    "colour.twice": _("Two nemeses can’t have the same colour."),
    "sheet.unknown": _("Unknown nemesis."),
    "sheet.twice": _("Another player has this sheet."),
    "sheet.not_dealt": _("This sheet was not dealt to this player."),
    "dice.face": _("A die shows 1 to 6, not %(faces)s."),
    "dice.too_many": _("Too many dice: %(actual)s were entered, and %(most)s were thrown."),
    "dice.missing": ngettext_lazy(
        "%(count)s more die is needed. Every die that explodes adds one.",
        "%(count)s more dice are needed. Every die that explodes adds one.",
        "count",
    ),
    "dice.order": _("The other side rolls first. Roll or enter its dice."),
    "battle.agents_alone": _("Agents fight with their attributes and one die, nothing else."),
    "battle.opponent": _("Choose a character, or enter the agents’ attributes."),
    "duel.no_apostate": _("Only an apostate can be challenged."),
    "duel.inner_tier": _("There are no skill duels in the inner tier."),
    "duel.not_active": _(
        "Only the player whose turn it is can challenge somebody. It is the turn of: %(seat)s."
    ),
    "duel.alone": _("Choose two different characters."),
    "table.won": _("%(seat)s has 25 infamy and has won. Enter the result, or undo."),
    "table.no_nemesis": _("There is no nemesis at this seat."),
    "table.no_character": _("Choose one of the characters."),
    "table.is_down": _("%(seat)s has no life left: apply the defeat first."),
    "table.no_infamy": _("There is no infamy to pay with."),
    "table.no_trophy": _("This trophy is no longer there."),
    "table.trophies_full": ngettext_lazy(
        "A nemesis can have at most %(most)s trophy here: spend some first.",
        "A nemesis can have at most %(most)s trophies here: spend some first.",
        "most",
    ),
    "table.too_few_points": _(
        "A level costs %(points)s trophy points; these trophies have %(actual)s."
    ),
    "table.turn_over": _("The turn of %(seat)s has already ended."),
    "table.phase_over": _("This phase has already ended."),
    "table.not_own_turn": _("%(seat)s can do this in its own turn only."),
    "table.not_experience": _("Trophies are spent in the experience phase."),
    "table.character_down": _("%(seat)s has no life left. Enter their life again first."),
    "table.entered": _("This is entered already: %(seat)s has %(value)s. Change it at the table."),
    "table.nothing_entered": _("Enter at least one number."),
    "table.turned": _("Change a dial by 1 to %(most)s."),
    "result.no_nemesis": _("There was no nemesis at this seat."),
    "result.no_seat": _("Choose the winners among the players."),
    "result.stopped_won": _("A game that was stopped has no winner."),
    "result.infamy_winner": _("One nemesis wins by infamy: choose it."),
    "result.infamy_short": _("A nemesis wins with %(goal)s infamy, not with %(actual)s."),
    "result.infamy_lost": _("A nemesis with %(goal)s infamy has won."),
    "result.confrontation_winner": _("Characters win by Confrontation: choose who won."),
    "result.no_teams": _("There are no teams in this scenario."),
    "result.team_winner": _("A team has a nemesis and a character: choose those who won."),
}


def sentence(problem: Problem, seats: dict[int, str]) -> str:
    """Return a problem as a sentence; ``seats`` has the names of seats."""
    details: dict[str, Word] = {
        key: seats.get(value, str(value))
        if key == "seat" and isinstance(value, int)
        else detail(key, value)
        for key, value in problem.details.items()
    }
    return worded(problem, details, PROBLEMS)
