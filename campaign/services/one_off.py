"""One-off games: start, change, roll again, record, correct, share, delete."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from campaign.models import (
    Campaign,
    Membership,
    OneOffGame,
    OneOffMage,
    OneOffPhoto,
    OneOffPile,
    Person,
    sizes,
)
from campaign.models.campaigns import Mage, Role, new_stamp
from campaign.models.one_off import SEED
from campaign.pictures import Picture, keeping
from campaign.rules.aeons_end.endings import result_problems
from campaign.rules.aeons_end.legacy.facts import Noted, Played
from campaign.rules.aeons_end.one_off.choices import (
    Choices,
    Place,
    draw,
    from_json,
    new_seed,
    to_json,
)
from campaign.rules.aeons_end.one_off.kept import keep
from campaign.rules.aeons_end.one_off.setup import OneOffGame as Setup
from campaign.rules.aeons_end.one_off.sheet import laid_out
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.core.problems import Detail, Problem, RulesError, standing
from campaign.rules.registry import SYSTEMS
from campaign.selectors import one_off as selectors
from campaign.selectors.one_off import WAR_ETERNAL
from campaign.services.entries import entry_problems, one_line, text_problems, tidied
from campaign.services.games import evening_problems, note_problems
from campaign.services.locking import hold_games
from campaign.services.photos import no_room, one_off_photos_forget, photo_columns, too_many
from campaign.services.plays import plays_update
from campaign.services.writing import refuse


class OneOffStale(Exception):
    """The caller saw an older revision of the game."""

    def __init__(self, game: OneOffGame, seen: int) -> None:
        self.game = game
        super().__init__(f"saw revision {seen}, the game is at {game.revision}")


class SentBefore(Exception):
    """The same form was sent before; ``game`` is what it wrote to."""

    def __init__(self, game: OneOffGame) -> None:
        self.game = game
        super().__init__(f"already done at revision {game.revision}")


def one_off_start(
    *,
    person: Person,
    choices: Choices,
    seed: str = "",
    language: str = "en",
    system: str = WAR_ETERNAL,
    token: str = "",
) -> OneOffGame:
    """Set a game up; whoever does owns it. Without a seed, one is drawn."""
    if system not in SYSTEMS or SYSTEMS[system].is_campaign:
        raise RulesError([Problem("one_off.system_unknown", {"system": system}, "system")])
    game = OneOffGame(owner=person, system=system, token=token)
    game.changed_by, game.changed_at = person, timezone.now()
    with transaction.atomic():
        # Its twin waits here meanwhile, and finds the game then.
        Person.objects.select_for_update().filter(pk=person.pk).first()
        done = OneOffGame.objects.of(person).filter(token=token).first() if token else None
        if done is not None:
            raise SentBefore(done)
        _lay_out(game, choices, seed or new_seed(), language)
        game.save()
    return game


def one_off_change(
    *,
    game: OneOffGame,
    revision: int,
    person: Person | None,
    choices: Choices,
    seed: str | None = None,
    language: str | None = None,
    token: str = "",
) -> OneOffGame:
    """Choose otherwise; what is left open is drawn with the same seed unless another is given."""
    with _writing(game, revision, person, token) as held:
        _must_be_unplayed(held)
        _lay_out(held, choices, held.seed if seed is None else seed, language or held.language)
    return game


def one_off_roll(
    *,
    game: OneOffGame,
    revision: int,
    person: Person | None,
    choices: Choices | None = None,
    token: str = "",
) -> OneOffGame:
    """Draw again whatever is left open."""
    with _writing(game, revision, person, token) as held:
        _must_be_unplayed(held)
        _lay_out(held, choices or from_json(held.choices), new_seed(), held.language)
    return game


def one_off_record(
    *,
    game: OneOffGame,
    revision: int,
    person: Person | None,
    tally: Tally,
    players: Sequence[str] = (),
    played_on: datetime.date | None = None,
    minutes: int | None = None,
    note: str = "",
    reason: str = "",
    pictures: Sequence[Picture] = (),
    token: str = "",
) -> OneOffGame:
    """Write down how a game ended, with photos of it, or write it down otherwise."""
    # Outside the transaction: if it is rolled back, even while committing, the files go too.
    with keeping(pictures) as names, _writing(game, revision, person, token) as held:
        choices = from_json(held.choices)
        laid = selectors.lay_out(held, choices)
        setup = laid.game
        played, noted = tidied(Played(tally, reason=reason)), tidied(Noted(note))
        choices = _with_players(choices, players)
        refuse(
            (
                *_result_problems(setup, played),
                *evening_problems(played_on, minutes),
                *note_problems(noted),
                *_player_problems(choices.places),
                *too_many(held.photos.count() + len(pictures)),
                *no_room(person, len(pictures)),
            )
        )
        held.result, held.ending = played.tally.result, played.tally.ending or ""
        held.gravehold_life = played.tally.gravehold_life
        held.nemesis_life = played.tally.nemesis_life
        held.played_on, held.minutes = played_on, minutes
        held.note, held.reason = noted.text, played.reason
        held.recorded_by, held.recorded_at = person, timezone.now()
        held.choices = to_json(choices)
        held.setup = keep(laid)  # of a game that is older than its column
        _write_rows(held, setup, choices, played.tally)
        photos = photo_columns(names, pictures, "", person)
        OneOffPhoto.objects.bulk_create(OneOffPhoto(game=held, token=token, **p) for p in photos)
    return game


def one_off_reopen(
    *, game: OneOffGame, revision: int, person: Person | None, token: str = ""
) -> OneOffGame:
    """Take the result back: the game is still to be played. Its photos stay with it."""
    with _writing(game, revision, person, token) as held:
        if not held.is_played:
            raise RulesError([Problem("one_off.not_played")])
        held.result = held.ending = held.reason = held.note = ""
        held.gravehold_life = held.nemesis_life = held.minutes = None
        held.played_on = held.recorded_at = held.recorded_by = None
        _forget_rows(held)
    return game


def one_off_share(*, game: OneOffGame, person: Person, campaign: Campaign | None) -> OneOffGame:
    """Let the people of a campaign see a game and record it, or nobody else again."""
    shared = OneOffGame.objects.filter(pk=game.pk)
    with transaction.atomic():
        hold_games(shared, also=[campaign.pk if campaign else None])
        if campaign is not None:
            # Asked while it is held: whoever leaves it has left, or waits.
            mine = Membership.objects.filter(campaign=campaign, person=person)
            if not mine.exclude(role=Role.READER).exists():
                raise RulesError([Problem("one_off.campaign_not_yours", path="campaign")])
        shared.update(campaign=campaign)
    game.campaign = campaign
    return game


def one_off_delete(*, game: OneOffGame) -> None:
    """Delete a game for good, its photos' files as well."""
    with transaction.atomic():
        gone = OneOffGame.objects.filter(pk=game.pk)
        hold_games(gone)
        one_off_photos_forget(games=gone)
        gone.delete()


# --- one write ---


@contextmanager
def _writing(
    game: OneOffGame, revision: int, person: Person | None, token: str
) -> Iterator[OneOffGame]:
    """Hold a game, check what the caller saw, and keep what is done to it, whole or not at all."""
    refuse(text_problems("token", token, sizes.TOKEN))
    with transaction.atomic():
        mine = OneOffGame.objects.filter(pk=game.pk)
        hold_games(mine)
        held = mine.first()
        if held is None:
            raise RulesError([Problem("one_off.not_there")])
        if token and held.token == token:
            raise SentBefore(held)
        if held.revision != revision:
            raise OneOffStale(held, revision)
        held.revision += 1
        held.stamp = new_stamp()
        held.token = token
        held.changed_by, held.changed_at = person, timezone.now()
        yield held
        held.save()
        plays_update(game=held)
    for column in OneOffGame._meta.concrete_fields:
        setattr(game, column.attname, getattr(held, column.attname))


def _must_be_unplayed(game: OneOffGame) -> None:
    if game.is_played:
        raise RulesError([Problem("one_off.already_played")])


def _lay_out(game: OneOffGame, choices: Choices, seed: str, language: str) -> None:
    """Draw the set-up, or refuse with everything that stands against it; note what it came to."""
    choices = _tidied(choices)
    seed = one_line(seed).upper()
    pack = selectors.one_off_pack(game)
    found = [
        *text_problems("seed", seed, SEED),
        *text_problems("token", game.token, sizes.TOKEN),
        *_language_problems(language),
        *_choice_problems(choices),
    ]
    try:
        also = () if found else selectors.other_boxes(choices)
        setup = draw(pack, choices, seed, also=also)
    except RulesError as error:
        raise RulesError([*found, *error.problems]) from error
    refuse(found)
    game.choices = to_json(choices)
    game.setup = keep(laid_out(setup, pack, also=selectors.naming_boxes(choices)))
    game.seed = seed
    game.language = language
    game.pack_version = pack.version
    game.mage_count = len(setup.mats)
    game.nemesis = setup.nemesis.id
    game.difficulty = setup.difficulty.id


def _tidied(choices: Choices) -> Choices:
    places = tuple(replace(p, player=one_line(p.player)) for p in choices.places)
    return replace(choices, places=places, reason=one_line(choices.reason))


def _choice_problems(choices: Choices) -> Iterator[Problem]:
    yield from _player_problems(choices.places)
    yield from text_problems("reason", choices.reason, sizes.REASON)
    guests = [place.guest for place in choices.places if place.guest]
    times = Counter((guest.mage, guest.mat.name) for guest in guests)
    twice = tuple(name for (_mage, name), count in times.items() if count > 1)
    if twice:
        yield Problem("mages.twice", {"names": twice}, "mages")
    unknown = tuple(slug for slug in choices.boxes if slug not in SYSTEMS)
    if unknown:
        yield Problem("one_off.box_unknown", {"boxes": unknown}, "boxes")


def _player_problems(places: Sequence[Place]) -> Iterator[Problem]:
    for seat, place in enumerate(places, start=1):
        yield from text_problems(f"players.{seat}", place.player, sizes.PERSON_NAME)


def _language_problems(language: str) -> Iterator[Problem]:
    known = tuple(code for code, _name in settings.LANGUAGES)
    if language not in known:
        details: dict[str, Detail] = {"language": language, "known": known}
        yield Problem("campaign.language_unknown", details, "language")


# --- the result ---


def _result_problems(setup: Setup, played: Played) -> tuple[Problem, ...]:
    found = result_problems(
        played.tally,
        mages=len(setup.mats),
        mage_life=setup.mage_life,
        gravehold_life=setup.gravehold_life,
        nemesis_life=setup.nemesis_life,
    )
    return (*entry_problems(played), *standing(found, played.reason))


def _with_players(choices: Choices, players: Sequence[str]) -> Choices:
    """Return the choices with the names of who played; where none are given, as they were."""
    named = dict(enumerate(players))
    places = (
        replace(place, player=one_line(named.get(i, place.player)))
        for i, place in enumerate(choices.places)
    )
    return replace(choices, places=tuple(places))


def _forget_rows(game: OneOffGame) -> None:
    OneOffMage.objects.filter(game=game).delete()
    OneOffPile.objects.filter(game=game).delete()


def _write_rows(game: OneOffGame, setup: Setup, choices: Choices, tally: Tally) -> None:
    """Keep what lay on the table, for counting."""
    _forget_rows(game)
    lives = dict(enumerate(tally.lives, start=1))
    came = {
        seat: place.guest.mage
        for seat, place in enumerate(choices.places, start=1)
        if place.guest and place.guest.mage
    }
    there = set(Mage.objects.filter(pk__in=came.values()).values_list("pk", flat=True))
    OneOffMage.objects.bulk_create(
        OneOffMage(
            game=game,
            owner_id=game.owner_id,
            result=game.result,
            key=mat.mage,
            seat=mat.seat,
            name=mat.name,
            colour=mat.colour or "",
            player=choices.places[mat.seat - 1].player,
            legacy_id=came.get(mat.seat) if came.get(mat.seat) in there else None,
            life=lives.get(mat.seat),
            exhausted=mat.seat in tally.exhausted,
        )
        for mat in setup.mats
    )
    OneOffPile.objects.bulk_create(
        OneOffPile(
            game=game,
            owner_id=game.owner_id,
            result=game.result,
            key=card.id,
            kind=card.kind,
            cost=card.cost,
        )
        for card in setup.market
    )
