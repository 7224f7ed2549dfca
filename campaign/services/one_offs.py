"""One-off games: start, change, draw again, reopen, share, delete, and change their owner.

Results are recorded as in a campaign, by :mod:`campaign.services.games`.
"""

import secrets
from typing import Any, Unpack

from django.db import transaction
from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.db.models.lookups import IsNull

from campaign.models import (
    Campaign,
    ChangeDetail,
    ChangeKind,
    Game,
    Membership,
    Person,
    Role,
    Seat,
)
from campaign.models.games import NOTE, PLANNED, PLAYED
from campaign.models.records import new_invite_key
from campaign.packs import get_shelf
from campaign.rules.core.constraints import TOO_MANY
from campaign.rules.core.entries import entry_problems, tidied
from campaign.rules.core.facts import Planned
from campaign.rules.core.problems import Problem, RulesError, refuse
from campaign.rules.core.seeing import Audience
from campaign.rules.core.system import seeded
from campaign.rules.core.texts import one_line, text_problems
from campaign.rules.registry import SYSTEMS, one_off_rules
from campaign.selectors.games import left_to_others
from campaign.selectors.seats import seats_open_to
from campaign.services.locks import lock_games
from campaign.services.new_records import begun_before, game_quota_problems, language_problems
from campaign.services.photos import photo_files_remove
from campaign.services.writes import GameSignature, GameWrite, writing_game

SEED = 40  # characters
SEED_DIGITS = 8


def game_start(
    *,
    person: Person,
    system: str,
    choices: Any,
    seed: str = "",
    language: str = "en",
    token: str | None = None,
) -> Game:
    """Set up a game, owned by ``person``. Without a seed, one is drawn.

    The same form submitted twice sets up one.
    """
    if system not in SYSTEMS or SYSTEMS[system].one_off is None:
        raise RulesError([Problem("one_off.system_unknown", {"system": system}, "system")])
    game = Game(owner=person, system=system, revision=1, invite_key=new_invite_key())
    with transaction.atomic():
        done = begun_before(person, token, ChangeKind.PLAN)
        if done is not None and done.game is not None:
            return done.game
        refuse(game_quota_problems(person))
        planned = _draw(game, choices, seed or new_seed(), language)
        game.save()
        change = game.changes.create(
            revision=1, kind=ChangeKind.PLAN, person=person, token=token or None
        )
        write = GameWrite(change, game)
        write.members.of(person)
        write.enter(game, planned)
    return game


def game_change(
    *,
    game: Game,
    choices: Any,
    seed: str | None = None,
    language: str | None = None,
    **who: Unpack[GameSignature],
) -> None:
    """Change the choices; what is left open is drawn with the same seed unless another is given.

    What was redacted in them stays as it is.
    """
    # The change stores the old language, so that undoing it can bring it back.
    before = game.language if language not in (None, game.language) else ""
    detail = ChangeDetail(language_before=before)
    with writing_game(**who, game=game, kind=ChangeKind.CHANGE, detail=detail) as w:
        seed = w.before.planned.seed if seed is None else seed
        _plan_again(w, choices, seed, language or w.game.language, person=who["person"])


def game_roll(*, game: Game, choices: Any | None = None, **who: Unpack[GameSignature]) -> None:
    """Draw again whatever is left open."""
    with writing_game(**who, game=game, kind=ChangeKind.ROLL) as w:
        chosen = choices or w.before.planned.choices
        _plan_again(w, chosen, new_seed(), w.game.language, person=who["person"])


def game_reopen(*, game: Game, **who: Unpack[GameSignature]) -> None:
    """Withdraw the result, so that the game is still to be played. Its photos stay."""
    with writing_game(**who, game=game, kind=ChangeKind.WITHDRAW) as w:
        if w.before.played is None:
            raise RulesError([Problem("one_off.not_played")])
        going = w.game.facts.not_withdrawn().filter(kind__in=(PLAYED, NOTE))
        w.withdraw(going.values_list("pk", flat=True))


def game_share(*, game: Game, person: Person, campaign: Campaign | None) -> None:
    """Share a game with the members of a campaign, or with nobody."""
    shared = Game.objects.one_off().filter(pk=game.pk)
    with transaction.atomic():
        lock_games(shared, also=[campaign.pk if campaign else None])
        if campaign is not None:
            # Checked while the campaign is locked, so that nobody can leave it meanwhile.
            mine = Membership.objects.filter(campaign=campaign, person=person)
            if not mine.exclude(role=Role.READER).exists():
                raise RulesError([Problem("one_off.campaign_not_yours", path="campaign")])
        shared.update(shared_with=campaign)
    game.shared_with = campaign


def game_delete(*, game: Game) -> None:
    """Delete a one-off game for good, with its photo files."""
    with transaction.atomic():
        gone = Game.objects.one_off().filter(pk=game.pk)
        lock_games(gone)
        photo_files_remove(games=gone)
        gone.delete()


# --- when somebody leaves a campaign or deletes their account ---


def games_unshare(*, person: Person, campaign: Campaign) -> None:
    """Stop sharing a person's games with a campaign that they leave."""
    games = list(person.games.filter(shared_with=campaign).values_list("pk", flat=True))
    shared = Game.objects.filter(pk__in=games)
    lock_games(shared)
    shared.update(shared_with=None)


def games_hand_over(*, person: Person) -> None:
    """Give the games of a person who leaves to somebody else.

    That is another who has a seat in the game, one with an account first; or else the keeper of the
    campaign that it is shared with. The rest is deleted with the account; their photo files are
    deleted here.
    """
    lock_games(person.games.all())
    others = Seat.objects.filter(game=OuterRef("pk")).exclude(person=None).exclude(person=person)
    accounts_first = others.order_by(IsNull(F("person__username"), True), "number")
    keepers = Membership.objects.filter(role=Role.KEEPER).exclude(person=person)
    of_campaign = keepers.filter(campaign=OuterRef("shared_with"))
    heir = Coalesce(
        Subquery(accounts_first.values("person")[:1]), Subquery(of_campaign.values("person")[:1])
    )
    Game.objects.filter(pk__in=left_to_others(person).values("pk")).update(owner=heir)
    photo_files_remove(games=person.games.all())


# --- the set-up ---


def new_seed() -> str:
    """Return a seed that can be read aloud and typed with one thumb."""
    return "".join(secrets.choice("0123456789") for _ in range(SEED_DIGITS))


def _plan_again(
    w: GameWrite, sent: Any, seed: str, language: str, *, person: Person | None
) -> None:
    """Replace the plan; what its sender was not shown stays, and no problem tells it."""
    before = w.before.planned
    if w.before.played is not None:
        raise RulesError([Problem("one_off.already_played")])
    seats = len(w.rules.players(before.choices))
    sender = Audience(seats_open_to(w.game, person, of=seats))
    choices = w.rules.restore_choices(sent, before, sender)
    try:
        planned = _draw(w.game, choices, seed, language)
    except RulesError as error:
        raise RulesError(w.rules.redact_problems(error.problems, sent)) from error
    w.must_fit(planned)
    w.game.save(update_fields=["language", "pack_version"])
    w.enter(w.game, planned, replaces=w.fact(PLANNED))


def _draw(game: Game, choices: Any, seed: str, language: str) -> Planned[Any, Any]:
    """Draw the set-up, or refuse with every problem."""
    rules, shelf = one_off_rules(game.system), get_shelf(game.system)
    # Before anything is compared or drawn: what has too many parts would take too long.
    refuse(problem for problem in entry_problems(choices) if problem.code == TOO_MANY)
    choices, seed = tidied(choices), one_line(seed).upper()
    found = [
        *text_problems("seed", seed, SEED),
        *language_problems(language),
        *rules.choice_problems(choices),
    ]
    try:
        setup = rules.draw(shelf, choices, seeded(seed))
    except RulesError as error:
        raise RulesError([*found, *error.problems]) from error
    refuse(found)
    game.language = language
    game.pack_version = shelf.pack.version
    return Planned(choices, seed, setup)
