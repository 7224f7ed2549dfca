"""Plays for import into BG Stats: one by a link, or many in a play file.

Where the formats come from: the link and its JSON are described by the makers of the app at
https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/; what that
page calls optional is sent all the same where the app for Android is known to refuse a play without
it (``startPlayer``, ``winner``). That the app opens play files is said at
https://www.bgstatsapp.com/explanations/importing-own-files-into-board-game-stats/; their fields are
those of files the app itself has written, as others have published them: games, players and
locations by number, plays that refer to them. ``tests/tracker/test_bgstats.py`` holds both as a
schema. Neither was tried in the app itself.

Nothing is sent from here: only following the link or opening the file passes plays on.
"""

import datetime
import json
from collections.abc import Iterable
from typing import NotRequired, TypedDict
from urllib.parse import quote
from uuid import UUID, uuid5

from tracker.presenters.plays import PlayView, SeatView
from tracker.words import former

LINK = "https://app.bgstatsapp.com/createPlay.html"
SOURCE = "Breachkeeper"
ABOUT = (
    "This is a Play file that can be read by Board Game Stats. If you see this text, try to use a "
    "share, export or open-in function to open it with Board Game Stats."
)
# A play has the same id in every file, so that BG Stats recognises it.
_SPACE = UUID("5f0c7c53-5a5e-4c3f-9c56-0f1a4d1f8a10")


# --- the link's JSON, and the file's ---


class LinkedGame(TypedDict):
    """A game in a link."""

    name: str
    sourceGameId: str
    highestWins: bool
    noPoints: bool


class LinkedPlayer(TypedDict):
    """A player of a play in a link."""

    name: str
    sourcePlayerId: str
    role: str
    startPlayer: bool
    winner: bool
    score: NotRequired[int]
    rank: NotRequired[int]


class LinkedPlay(TypedDict):
    """A play in a link."""

    sourceName: str
    sourcePlayId: str
    playDate: str
    board: str
    game: LinkedGame
    players: list[LinkedPlayer]
    comments: NotRequired[str]
    durationMin: NotRequired[int]


class FiledGame(TypedDict):
    """A game in a play file."""

    id: int
    uuid: str
    name: str
    bggId: int
    cooperative: bool
    highestWins: bool
    noPoints: bool
    usesTeams: bool


class FiledPlayer(TypedDict):
    """A player in a play file."""

    id: int
    uuid: str
    name: str
    isAnonymous: bool


class FiledScore(TypedDict):
    """How somebody played, in a play file."""

    playerRefId: int
    role: str
    score: str
    winner: bool
    newPlayer: bool
    startPlayer: bool
    rank: int
    seatOrder: int


class FiledPlay(TypedDict):
    """A play in a play file."""

    uuid: str
    gameRefId: int
    playDate: str
    durationMin: int
    board: str
    comments: str
    ignored: bool
    manualWinner: bool
    rating: int
    rounds: int
    usesTeams: bool
    playImages: str
    playerScores: list[FiledScore]


class Owner(TypedDict):
    """Whose play file it is."""

    meRefId: int


class PlayFile(TypedDict):
    """A play file."""

    about: str
    games: list[FiledGame]
    locations: list[str]
    players: list[FiledPlayer]
    plays: list[FiledPlay]
    userInfo: NotRequired[Owner]


def _listed(game: str) -> str:
    """Return a box's name as catalogues spell it, so that BG Stats finds it."""
    return game.replace("’", "'")


def play_link(play: PlayView, day: datetime.date) -> str:
    """Return the URL that opens BG Stats with a play to import, which needs a date."""
    value: LinkedPlay = {
        "sourceName": SOURCE,
        "sourcePlayId": play_id(play),
        "playDate": _moment(day),
        "board": _board(play),
        "game": {
            "name": _listed(play.game),
            "sourceGameId": _game_key(play),
            "highestWins": True,
            "noPoints": not _has_points(play),
        },
        "players": [_player(seat) for seat in play.seats],
    }
    if play.play.group:
        value["comments"] = play.play.group
    if play.play.minutes:
        value["durationMin"] = play.play.minutes
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return f"{LINK}?data={quote(text, safe='')}"


def _game_key(play: PlayView) -> str:
    """Return what tells games apart: the system, and the name of a game that players described."""
    return " ".join(filter(None, (play.play.system, play.play.game_name)))


def _has_points(play: PlayView) -> bool:
    return any(seat.score is not None for seat in play.seats)


def _player(seat: SeatView) -> LinkedPlayer:
    value: LinkedPlayer = {
        "name": former.said(seat.person),
        "sourcePlayerId": seat.person,
        "role": seat.character,
        "startPlayer": False,
        "winner": seat.won,
    }
    if seat.score is not None:
        value["score"] = seat.score
    if seat.place is not None:
        value["rank"] = seat.place
    return value


def play_file(plays: Iterable[PlayView], *, me: str = "") -> PlayFile:
    """Return a play file, without plays that have no date.

    ``me`` is the owner's name: the app takes the player of that name for its owner. Locations are
    not known here.
    """
    games: dict[str, FiledGame] = {}
    players: dict[str, FiledPlayer] = {}
    plays_filed: list[FiledPlay] = []
    for play in plays:
        if play.play.played_on is None:
            continue
        game = games.setdefault(_game_key(play), _game(play, len(games) + 1))
        game["noPoints"] = game["noPoints"] and not _has_points(play)
        plays_filed.append(_play(play, game["id"], play.play.played_on, players))
    found: PlayFile = {
        "about": ABOUT,
        "games": list(games.values()),
        "locations": [],
        "players": list(players.values()),
        "plays": plays_filed,
    }
    if me in players:
        found["userInfo"] = {"meRefId": players[me]["id"]}
    return found


def play_id(play: PlayView) -> str:
    """Return the permanent id of a play."""
    code, number = play.play.code, play.play.number
    return f"{code}-{number}" if number else code


def _game(play: PlayView, number: int) -> FiledGame:
    return {
        "id": number,
        "uuid": _uuid("game", _game_key(play)),
        "name": _listed(play.game),
        "bggId": 0,  # unknown: the app finds the game by its name
        "cooperative": bool(play.play.result),
        "highestWins": True,
        "noPoints": not _has_points(play),
        "usesTeams": False,
    }


def _play(
    play: PlayView, game: int, day: datetime.date, players: dict[str, FiledPlayer]
) -> FiledPlay:
    scores: list[FiledScore] = []
    for place, seat in enumerate(play.seats, start=1):
        name = seat.person
        player = players.setdefault(
            name,
            {
                "id": len(players) + 1,
                "uuid": _uuid("player", name),
                "name": former.said(name),
                "isAnonymous": False,
            },
        )
        scores.append(
            {
                "playerRefId": player["id"],
                "role": seat.character,
                "score": "" if seat.score is None else str(seat.score),
                "winner": seat.won,
                "newPlayer": False,
                "startPlayer": False,
                "rank": seat.place or 0,
                "seatOrder": place,
            }
        )
    return {
        "uuid": _uuid("play", play_id(play)),
        "gameRefId": game,
        "playDate": _moment(day),
        "durationMin": play.play.minutes or 0,
        "board": _board(play),
        "comments": play.play.group,
        "ignored": False,
        "manualWinner": True,
        "rating": 0,
        "rounds": 0,
        "usesTeams": False,
        "playImages": "[]",
        "playerScores": scores,
    }


def _board(play: PlayView) -> str:
    """Return the variant that was played: the opponent and the difficulty."""
    return " · ".join(filter(None, (play.against, play.difficulty)))


def _moment(day: datetime.date) -> str:
    # Only the day is known. Noon in UTC is the same day nearly everywhere.
    return f"{day.isoformat()} 12:00:00"


def _uuid(kind: str, name: str) -> str:
    return str(uuid5(_SPACE, f"{kind}:{name}")).upper()
