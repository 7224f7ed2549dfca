"""Reads that only this game has: decks, the card sets people own, drafts."""

from collections import Counter
from dataclasses import dataclass
from typing import Final, cast

from django.db.models import Count, Q

from campaign.models import (
    CardCollection,
    CountedGame,
    DraftLink,
    Game,
    Person,
    Play,
    PlaySeat,
    PlayTag,
    PublicDeck,
    SavedDeck,
)
from campaign.models.ashes import PublicDeckQuerySet
from campaign.packs import get_pack
from campaign.rules.ashes.catalogue import (
    CURRENT,
    SLUG,
    Catalogue,
    DiceType,
    Edition,
    folded,
    searched,
)
from campaign.rules.ashes.deck import Deck, deck_faults
from campaign.rules.ashes.draft import DRAFT, Stage
from campaign.rules.ashes.draft import Draft as DraftState
from campaign.rules.ashes.draft_pool import DraftChoice
from campaign.rules.ashes.duel import DuelSetup
from campaign.rules.ashes.systems import DECK
from campaign.rules.core.live import Position
from campaign.rules.core.problems import not_overruled
from campaign.rules.core.serialize import from_stored
from campaign.selectors import live
from campaign.selectors.games import games_of, players_of
from campaign.selectors.seeing import game_setup, seen_facts_of

MAX_KEYS: Final = 100  # cards that one search for a name looks for
DRAFTS_LISTED: Final = 20  # games without a result that are looked through
MAX_PLAYS: Final = 2000  # games of a deck that are counted
WON: Final = "win"  # the result of a seat
LOST: Final = "loss"
PUBLIC_LEAST: Final = 10  # games: fewer say more about who played them


@dataclass(frozen=True, slots=True)
class OwnDeck:
    """A saved deck and its deserialized contents."""

    saved: SavedDeck
    deck: Deck

    @property
    def is_playable(self) -> bool:
        """Say whether it has no faults that its reason does not overrule."""
        return not not_overruled(deck_faults(self.deck, catalogue()), self.saved.reason)


def catalogue() -> Catalogue:
    """Return the catalogue of all sets."""
    found: Catalogue = get_pack(SLUG)
    return found


def deck_of(saved: SavedDeck) -> Deck:
    """Deserialize a saved deck."""
    return from_stored(Deck, saved.deck)


@dataclass(frozen=True, slots=True)
class DeckSteps:
    """The decks that undoing and redoing would lead to; None: there is no such step."""

    before: Deck | None
    after: Deck | None


def deck_steps(saved: SavedDeck) -> DeckSteps:
    """Return what can be undone and redone in a deck."""
    before = saved.versions.filter(revision__lt=saved.version).first()
    after = saved.versions.filter(revision__gt=saved.version).last()
    return DeckSteps(
        from_stored(Deck, before.deck) if before else None,
        from_stored(Deck, after.deck) if after else None,
    )


def decks_of(person: Person) -> tuple[OwnDeck, ...]:
    """Return a person's decks, the latest changed first."""
    return tuple(OwnDeck(saved, deck_of(saved)) for saved in person.decks.not_deleted())


def shared_deck(key: str) -> SavedDeck | None:
    """Return the deck of a public link."""
    return SavedDeck.objects.not_deleted().filter(share_key=key).first()


@dataclass(frozen=True, slots=True)
class PublicQuery:
    """What public decks are asked for; what is empty is not asked."""

    text: str = ""  # a part of a name of the deck or of one of its cards
    phoenixborn: str = ""
    dice: tuple[DiceType, ...] = ()  # it has all of them
    card_set: str = ""
    card: str = ""  # the id of a card, of ``edition``
    edition: Edition | None = None


def public_decks(asked: PublicQuery) -> PublicDeckQuerySet:
    """Return the public decks that match, the newest first."""
    found = PublicDeck.objects.visible()
    if asked.phoenixborn:
        found = found.filter(deck__phoenixborn=asked.phoenixborn)
    if asked.dice:
        found = found.filter(deck__dice__has_keys=[str(each) for each in asked.dice])
    if asked.edition:
        found = _of_edition(found, asked.edition)
    if asked.card:
        holds = Q(deck__cards__has_key=asked.card) | Q(deck__phoenixborn=asked.card)
        found = found.filter(holds)
    box = next((each for each in catalogue().sets if each.slug == asked.card_set), None)
    if box:
        keys = [card.id for card in box.cards]
        found = _of_edition(found, box.edition).filter(deck__cards__has_any_keys=keys)
    if asked.text:
        found = found.filter(_named(asked.text))
    return found


def _of_edition(found: PublicDeckQuerySet, edition: Edition) -> PublicDeckQuerySet:
    if edition is Edition.FIRST:
        return found.filter(deck__edition__isnull=True)  # the default is not stored
    return found.filter(deck__edition=edition.value)


def _named(text: str) -> Q:
    """Return the condition that a deck or one of its cards has this name."""
    wanted = folded(text)
    keys = [
        card.id
        for edition in Edition
        for card in catalogue().cards(edition)
        if wanted and wanted in searched(card.name)
    ]
    by_name = Q(deck__name__icontains=text) | Q(deck__phoenixborn__in=keys)
    return by_name | Q(deck__cards__has_any_keys=keys[:MAX_KEYS]) if keys else by_name


def public_deck(code: str) -> PublicDeck | None:
    """Return a public deck."""
    return PublicDeck.objects.visible().filter(code=code.upper()).first()


def publication_of(saved: SavedDeck) -> PublicDeck | None:
    """Return what somebody has published of a deck of theirs, shown or taken down."""
    return PublicDeck.objects.filter(saved=saved).first()


def deck_of_public(public: PublicDeck) -> Deck:
    """Deserialize a public deck."""
    return from_stored(Deck, public.deck)


@dataclass(frozen=True, slots=True)
class DeckOrigin:
    """What a deck is a copy of: a public deck, or the key of a ready-made one."""

    public: PublicDeck | None = None
    ready: str = ""


def origin_of(saved: SavedDeck) -> DeckOrigin:
    """Return what a deck is a copy of, as far as everybody may see it."""
    ready = saved.copied_ready if saved.copied_ready in catalogue().decks else ""
    public = PublicDeck.objects.visible().filter(copies=saved).first()
    return DeckOrigin(public, ready)


@dataclass(frozen=True, slots=True)
class Meeting:
    """How often a deck met a Phoenixborn, and won."""

    key: str
    name: str  # only if players typed it
    games: int
    won: int


@dataclass(frozen=True, slots=True)
class DeckRecord:
    """The games of a person in which a deck was played."""

    games: int = 0
    won: int = 0
    against: tuple[Meeting, ...] = ()  # the most met first


def deck_record(person: Person, key: str) -> DeckRecord:
    """Return how a deck did in a person's own games; ``key`` is that of the ledger of plays."""
    tags = PlayTag.objects.filter(
        kind=DECK, key=key, play__game__owner=person, play__system=SLUG
    ).values_list("play", "number")[:MAX_PLAYS]
    seats_of_deck = dict(tags)
    won: Counter[str] = Counter()
    met: Counter[str] = Counter()
    names: dict[str, str] = {}
    wins = 0
    results: dict[int, str] = {}
    seats = list(PlaySeat.objects.filter(play__in=seats_of_deck))
    for seat in seats:
        if seat.seat == seats_of_deck[seat.play_id]:
            results[seat.play_id] = seat.result
            wins += seat.result == WON
    for seat in seats:
        if seat.seat != seats_of_deck[seat.play_id]:
            names[seat.key] = seat.name
            met[seat.key] += 1
            won[seat.key] += results.get(seat.play_id) == WON
    meetings = (Meeting(key, names[key], games, won[key]) for key, games in met.most_common())
    return DeckRecord(len(results), wins, tuple(meetings))


def owned_sets(person: Person | None) -> frozenset[str]:
    """Return the sets that a person owns; the base set of each edition by default."""
    held = CardCollection.objects.filter(owner=person).first() if person else None
    if held and held.sets:
        return frozenset(held.sets)
    return frozenset(catalogue().sets_of(edition)[0].slug for edition in Edition)


def usual_edition(person: Person | None) -> Edition:
    """Return the edition that a person means: the one in print, unless all their sets are older."""
    owned = owned_sets(person)
    return next(
        (each for each in Edition if any(box.slug in owned for box in catalogue().sets_of(each))),
        CURRENT,
    )


def has_collection(person: Person | None) -> bool:
    """Say whether a person has told which sets they own."""
    return CardCollection.objects.filter(owner=person).exists() if person else False


def owned_of(person: Person | None, edition: Edition) -> frozenset[str]:
    """Return the sets of an edition that a person owns; its base set by default."""
    owned, sets = owned_sets(person), catalogue().sets_of(edition)
    return frozenset(each.slug for each in sets if each.slug in owned) or frozenset({sets[0].slug})


# --- drafts ---


def draft_choice(game: Game) -> DraftChoice | None:
    """Return from what the decks of a game are still to be drafted; None if they need not be."""
    setup: DuelSetup = game_setup(game)
    return setup.draft


def draft_of(game: Game) -> Position[DraftState] | None:
    """Return how far the draft of a game is, hands included: for the server only.

    None before it begins, and if its beginning was undone: then others may play than in it.
    """
    table = live.table_of(game, DRAFT)
    if table is None:
        return None
    position: Position[DraftState] = live.position_of(table)
    state, setup = position.table, cast(DuelSetup, game_setup(game))
    if setup.draft is None:
        return position if state.stage is Stage.DONE else None
    return position if state.players == len(setup.seats) else None


def drafts_of(person: Person) -> list[tuple[Game, tuple[str, ...]]]:
    """Return the latest games of a person whose decks are still to be drafted, with who plays."""
    planned = games_of(person).filter(system=SLUG).planned().order_by("-created_at", "-pk")
    games = {game.pk: game for game in planned[:DRAFTS_LISTED]}
    return [
        (games[pk], tuple(filter(None, players_of(games[pk], facts))))
        for pk, facts in seen_facts_of(games.values()).items()
        if facts.planned.choices.draft is not None
    ]


def game_of_old_code(code: str) -> Game | None:
    """Return the game that a draft became, by the code that the draft had."""
    link = DraftLink.objects.select_related("game").filter(code=code.upper()).first()
    return link.game if link else None


def game_of_old_invitation(key: str) -> tuple[Game, bool] | None:
    """Return the game that the invitation of a draft leads to, and whether it lets people in."""
    if not key.isprintable():
        return None
    link = DraftLink.objects.select_related("game").filter(join_key=key).first()
    return (link.game, link.game.invite_key == link.invite_key) if link else None


# --- games that everybody's win rates count ---


@dataclass(frozen=True, slots=True)
class PublicRates:
    """What everybody's games say of Phoenixborn, by their ids; who played is not told."""

    games: int
    results: Counter[tuple[str, str]]  # a Phoenixborn and a result → games
    won: Counter[tuple[str, str]]  # a winner and a loser → games


def is_counted(game: Game) -> bool:
    """Say whether everybody's win rates count a game."""
    return CountedGame.objects.filter(game=game).exists()


def public_rates() -> PublicRates | None:
    """Return everybody's win rates; None while too few games are public.

    A Phoenixborn whose name somebody typed is left out: typed words stay with their group.
    """
    games = Play.objects.filter(system=SLUG, game__counted__isnull=False).count()
    if games < PUBLIC_LEAST:
        return None
    seats = PlaySeat.objects.filter(play__system=SLUG, play__game__counted__isnull=False)
    known = seats.filter(name="").exclude(key="").order_by()
    results = known.values_list("key", "result").annotate(games=Count("pk"))
    beaten = known.filter(
        result=WON, play__seats__result=LOST, play__seats__name="", play__seats__key__gt=""
    )
    pairs = beaten.values_list("key", "play__seats__key").annotate(games=Count("pk"))
    return PublicRates(
        games,
        Counter({(key, result): count for key, result, count in results}),
        Counter({(winner, loser): count for winner, loser, count in pairs}),
    )
