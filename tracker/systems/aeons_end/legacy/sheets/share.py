"""The picture to share, 1200 × 630; without names it has no spoilers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.models import Campaign, Game
from campaign.rules.aeons_end.legacy.state import GameState, State
from tracker.presenters.game_share import PIXELS_PER_INCH, picture_of
from tracker.sheets.compiler import Document
from tracker.sheets.figures import Figure, figures
from tracker.systems.aeons_end.legacy.sheets import results
from tracker.systems.aeons_end.shared import look, selectors
from tracker.systems.aeons_end.shared.sheets import TYPST
from tracker.words import series
from tracker.words.phrases import hours

MAX_NUMBERS = 4


@dataclass(frozen=True, slots=True)
class Headline:
    """What the picture says: of a game, or of the campaign."""

    kicker: str
    state: str  # won, lost, planned or story
    said: str
    numbers: Sequence[Figure]


def game_share_document(game: Game, *, names: bool = False) -> Document:
    """Return the picture of one game; ``names``: of mages and nemesis."""
    campaign = game.campaign
    if campaign is None:
        raise TypeError("A one-off game has no story.")
    state = selectors.campaign_state(campaign, after=game.number)
    played = selectors.game_state(campaign, game.number)
    whom = _whom(campaign, played) if names else ""
    opponent = selectors.namer_of(campaign).name(played.foe) if names else campaign.name
    headline = _of_game(campaign, state, played)
    return _document(campaign, state, headline, opponent, names=names, whom=whom)


def campaign_share_document(campaign: Campaign, *, names: bool = False) -> Document:
    """Return the picture of the whole campaign; ``names``: of its mages."""
    state = selectors.campaign_state(campaign)
    headline = _of_campaign(campaign, state)
    return _document(campaign, state, headline, campaign.name, names=names)


def _document(
    campaign: Campaign,
    state: State,
    headline: Headline,
    sigil: str,
    *,
    names: bool,
    whom: str = "",
) -> Document:
    own = look.BY_SLUG[campaign.system]
    path = results.chapter_path(state, selectors.box(campaign.system))
    return Document(
        template=TYPST / "share.typ",
        title=campaign.name,
        data={
            "heading": campaign.name,
            "path": path,
            "who": series(seat.name for seat in state.seats) if names else "",
            "kicker": headline.kicker,
            "state": headline.state,
            "said": headline.said,
            "numbers": headline.numbers,
            "whom": whom,
        },
        look=own,
        files={"ending.svg": picture_of(own, headline.state, sigil)},
        pixels_per_inch=PIXELS_PER_INCH,
    )


def _of_game(campaign: Campaign, state: State, game: GameState) -> Headline:
    where = {"game": game.number, "chapter": game.chapter, "chapters": state.chapters}
    sentences = {"won": _("We won."), "lost": _("We lost."), "planned": _("Tonight we play.")}
    return Headline(
        kicker=_("Game %(game)s · Chapter %(chapter)s of %(chapters)s") % where,
        state=results.game_state(game),
        said=sentences[results.game_state(game)],
        numbers=figures(_dials(campaign, game)),
    )


def _dials(campaign: Campaign, game: GameState) -> Iterator[tuple[str, object]]:
    if (tally := game.tally) is None:
        return
    yield _("Gravehold"), tally.gravehold_life
    yield _("Nemesis"), tally.nemesis_life
    yield _("Mages exhausted"), len(tally.exhausted) or None
    minutes = selectors.campaign_facts(campaign).results[game.number].minutes
    yield _("Time played"), hours(minutes) if minutes else None


def _of_campaign(campaign: Campaign, state: State) -> Headline:
    count = sum(game.tally is not None for game in state.games)
    kicker = ngettext("A campaign of %(count)s game", "A campaign of %(count)s games", count)
    return Headline(
        kicker=kicker % {"count": count},
        state="won" if state.finished and state.games[-1].won else "story",
        said=results.story_so_far(state),
        numbers=results.campaign_numbers(campaign, names=False)[:MAX_NUMBERS],
    )


def _whom(campaign: Campaign, game: GameState) -> str:
    name = selectors.namer_of(campaign).name(game.foe)
    return _("against %(nemesis)s") % {"nemesis": name}
