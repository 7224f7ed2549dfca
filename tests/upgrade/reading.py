"""What the product reads from an upgraded database, as plain values.

``november_2026/expected.json`` was written by these functions when it was made. Whoever changes the
product behind them changes the functions, never the values: names, numbers and texts that mean the
same in every version. People are named by the name they sign in with, guests by their own name.
"""

from __future__ import annotations

import csv
import datetime
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from html import unescape
from typing import Any

import time_machine
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client
from django.utils import translation

from campaign.models import Campaign, Game, Mage, Person, PlaySeat, PlayTag
from campaign.packs import get_pack
from campaign.records import GameFacts
from campaign.records.reading import facts_of_game, setup_of
from campaign.rules.aeons_end.market.wishes import Exclude
from campaign.rules.core.serialize import to_plain
from campaign.rules.registry import campaign_rules
from campaign.selectors import games as selectors_one_off
from campaign.selectors import statistics
from campaign.selectors.campaigns import campaign_facts, campaign_state
from campaign.selectors.history import GameHistory, HistoryEvent
from campaign.selectors.history import history as happened_in
from campaign.selectors.plays import Wanted, plays_of
from campaign.selectors.standing import STRANGER
from campaign.selectors.statistics import Score, Share, Statistics
from tracker.people.access import Access
from tracker.presenters.history import HistoryBook
from tracker.systems.aeons_end.shared import selectors
from tracker.systems.aeons_end.shared.presenters.statistics import easiest_first

Row = dict[str, Any]
STICKER = ("kind", "name", "text", "charges", "where", "card_kind", "breach_turns")
BASIC = ("key", "tier", "kind", "spaces", "stickers", "evolved_from", "life", "power")
LATER_COLUMNS = (
    "system",
    "winners",
    "rounds",
    "infamy",
    "boxes",
    "scores",
    "places",
    "chimera_life",
)  # of the spreadsheet
LATER_LINES = frozenset(  # of the sheets
    {
        "step.nemesis_tokens",
        "step.acolytes",
        "step.support_deck",
        "step.in_play",
        "restore.player_aid",
        "put_away.support",
    }
)
# Then the sheet said that the books differ, not which of them holds.
LATER_NOTES = {"deck_out.at_once": "deck_out.timing_differs"}
# Then every sheet had this note; today the crib has it, and only stored set-ups keep it.
NOTE_OF_THEN = "link.readings_differ"
LATER_KEYS = frozenset({"boxes"})
# What the history says now, and what it said then.
REWORDED = (
    (r"Joined the campaign", "Somebody joined"),
    (r"Left the campaign", "Somebody left the campaign"),
    (r"Name or player changed:", "A new name:"),
    (r"was forked from", "branched off from"),
    (r"An invitation was created", "An invitation was made"),
    (r"\(viewer\)", "(reader)"),
    (r": viewer", ": reader"),
    (r"was archived", "was put aside"),
    (r"was unarchived", "was taken up again"),
    (r"was imported from a file", "was brought in from a file"),
    (r"A view-only link was created", "A link to look on was made"),
    (r"A link was revoked", "A link was taken back"),
    (r"was removed from the campaign", "was taken out of the campaign"),
    (r"entered together", "written down at once"),
    (r"(Game \d+: [a-z ]+|\bNote) deleted", r"\1 withdrawn"),
    (r"Deleted (from|by)", r"Withdrawn \1"),
    (r"Evolutions of game (\d+): all entered\.", r"Nothing more evolved in game \1."),
    (r"The aftermath was finished\.", "The game was settled."),
    (r"Aftermath finished", "Settled"),
    (r"[Hh]ow the story goes on", "the story’s turn"),
    (r"[Mm]arket change from the story", "the story’s change of the market"),
    (r"The market grew\. Added:", "The market grew: in came"),
)
GUEST = "guest "  # before the name of somebody who cannot sign in

# --- people, and what they are handed: addresses that stay ---


def label(person: Any) -> str | None:
    """Return a person's label in the expected values."""
    if person is None:
        return None
    return str(person.username or f"{GUEST}{person.display_name}")


def person_called(name: str) -> Any:
    """Return the person with a label."""
    people = get_user_model()._default_manager
    if name.startswith(GUEST):
        return people.get(username=None, display_name=name.removeprefix(GUEST))
    return people.get(username=name)


def client_of(name: str) -> Client:
    """Return a browser in which somebody is signed in."""
    client = Client()
    client.force_login(person_called(name))
    return client


def body(client: Client, url: str, asked: Mapping[str, str] | None = None) -> bytes:
    """Return the body of a URL's response."""
    response = client.get(url, asked or {})
    assert response.status_code == 200, (url, response.status_code)
    return bytes(response.getvalue())


def log_rows(name: str, asked: Mapping[str, str] | None = None) -> list[Row]:
    """Return the rows of a person's log from its CSV export."""
    text = body(client_of(name), "/log.csv", asked).decode("utf-8-sig")
    rows = csv.DictReader(io.StringIO(text))
    return [
        {name: _unescaped(row[name]) for name in row if name not in LATER_COLUMNS} for row in rows
    ]


def _unescaped(cell: str) -> str:
    """Return a cell without what is put before a formula of a second name, which was not then."""
    return re.sub(r"(?<=[;,|])'(?= ?[=+\-@])", "", cell)


def bgstats_file(name: str) -> Row:
    """Return a person's BG Stats export, each play with the objects it refers to."""
    file: Row = json.loads(body(client_of(name), "/log.bgsplay"))
    games = {game["id"]: game for game in file.pop("games")}
    players = {player["id"]: player for player in file.pop("players")}
    for play in file["plays"]:
        play["game"] = _without_id(games[play.pop("gameRefId")])
        for score in play["playerScores"]:
            score["player"] = _without_id(players[score.pop("playerRefId")])
    file["plays"].sort(key=lambda play: play["uuid"])
    if "userInfo" in file:
        file["me"] = players[file.pop("userInfo")["meRefId"]]["name"]
    return file


def _without_id(row: Row) -> Row:
    """Leave out an id that is only valid within its file."""
    return {name: value for name, value in row.items() if name != "id"}


def exported(code: str) -> bytes:
    """Return a campaign's file, as the command prints it."""
    out = io.StringIO()
    call_command("export_campaign", code, stdout=out)
    return out.getvalue().encode()


def then() -> Any:
    """Travel to the day on which the values were written, before links expired."""
    return time_machine.travel(datetime.datetime(2026, 11, 15, 12, tzinfo=datetime.UTC))


def answer(url: str) -> int:
    """Return the final response of a link for an anonymous visitor."""
    return Client().get(url, follow=True).status_code


def in_words_of_then(text: str) -> str:
    """Return the history in the words of that release."""
    for now, before in REWORDED:
        text = re.sub(now, before, text)
    return text


def words(html: bytes) -> str:
    """Return what somebody reads on a page: no tags, no entities, single spaces."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html.decode())).split())


# --- statistics ---


def statistics_of_person(name: str, asked: Mapping[str, str] | None = None) -> Row:
    """Return a person's statistics; the filter has the names of the URL's query."""
    mine = plays_of(person_called(name), _wanted(asked or {}))
    return _statistics(statistics.count_plays(mine, "en"))


def statistics_of_campaign(code: str) -> Row:
    """Return a campaign's statistics."""
    return _statistics(statistics.campaign_statistics(Campaign.objects.get(code=code)))


def _wanted(asked: Mapping[str, str]) -> Wanted:
    def day(name: str) -> datetime.date | None:
        return datetime.date.fromisoformat(asked[name]) if name in asked else None

    return Wanted(
        system=asked.get("game", ""),
        campaign=asked.get("group", ""),
        against=asked.get("nemesis", ""),
        character=asked.get("mage", ""),
        player=asked.get("person", ""),
        result=asked.get("result", ""),
        since=day("since"),
        until=day("until"),
    )


def _statistics(found: Statistics) -> Row:
    return {
        "games": _score(found.score),
        "without_a_date": found.undated,
        "months": [{"month": f"{m:%Y-%m}", **_score(score)} for m, score in found.months.items()],
        "nemeses": _shares(found.against),
        "mages": _shares(found.characters),
        "mage_counts": _shares(found.sizes),
        "difficulties": _shares(easiest_first(found.difficulties)),
        "chapters": _shares(found.of_kind("chapter")),
        "piles": _shares(found.of_kind("pile")),
        "gravehold_life": {
            "won": _spread(found.dial("gravehold")[0]),
            "lost": _spread(found.dial("gravehold")[1]),
        },
        "nemesis_life": {
            "won": _spread(found.dial("nemesis")[0]),
            "lost": _spread(found.dial("nemesis")[1]),
        },
        "minutes": _spread(found.minutes),
    }


def _score(score: Score) -> Row:
    return {"won": score.won, "lost": score.lost}


def _shares(shares: Iterable[Share]) -> list[Row]:
    return [{"key": s.key, "name": s.name, **_score(s.score)} for s in shares]


def _spread(values: list[int]) -> list[list[int]]:
    """Return how often each number occurs."""
    return [[value, times] for value, times in Counter(values).items()]


# --- campaigns ---


def campaign_row(code: str) -> Row:
    """Return a campaign's fields, its members and what belongs to it."""
    campaign = Campaign.objects.get(code=code)
    invites = campaign.invites.select_related("made_by").order_by("pk")
    return {
        "name": campaign.name,
        "system": campaign.system,
        "pack_version": campaign.pack_version,
        "language": campaign.language,
        "revision": campaign.revision,
        "demo": campaign.demo,
        "created_at": _moment(campaign.created_at),
        "archived_at": _moment(campaign.archived_at),
        "forked_from": campaign.forked_from.code if campaign.forked_from else None,
        "forked_after": campaign.forked_after,
        "people": {
            label(member.person): member.role
            for member in campaign.memberships.select_related("person").order_by("pk")
        },
        "mages": [
            {
                name: getattr(mage, name)
                for name in ("seat", "colour", "side", "name", "player", "portrait")
            }
            for mage in campaign.mages.order_by("seat")
        ],
        "links": [
            {
                "selector": invite.selector,
                "role": invite.role,
                "looks": invite.looks,
                "made_by": label(invite.made_by),
                "expires_at": _moment(invite.expires_at),
                "revoked_at": _moment(invite.revoked_at),
                "uses": invite.uses,
            }
            for invite in invites
        ],
        "photos": [
            {"game": session.number, "undone": session.withdrawn_id is not None, **_photo(photo)}
            for session in campaign.games.order_by("number", "pk")
            for photo in session.photos.select_related("added_by").order_by("added_at", "name")
        ],
    }


def results(code: str) -> list[Row]:
    """Return a campaign's table of results."""
    campaign = Campaign.objects.get(code=code)
    return [
        {
            "game": row.game.number,
            "chapter": row.game.chapter,
            "nemesis": row.nemesis,
            "nemesis_key": row.game.foe.key,
            "nemesis_life_at_start": row.game.foe.life,
            "pairs": [list(pair) for pair in row.game.pairs] if row.game.pairs else None,
            "phase": str(row.game.phase),
            "onward": row.game.onward,
            **_tally(row.game.tally),
            "played_on": row.played_on.isoformat() if row.played_on else None,
            "minutes": row.minutes,
        }
        for row in selectors.results_table(campaign)
    ]


def state(code: str) -> Row:
    """Return the state of a campaign."""
    campaign = Campaign.objects.get(code=code)
    namer = selectors.namer_of(campaign)
    found = selectors.campaign_state(campaign)
    step = selectors.campaign_next_step(campaign)
    return {
        "market": [{"key": p.key, "name": namer.name(p)} for p in found.market],
        "banished": [{"key": p.key, "name": namer.name(p)} for p in found.banished],
        "mats": [_mat(mat, namer) for mat in found.mats],
        "basics": [_basic(card, namer) for card in sorted(found.pool, key=lambda c: c.tier)],
        "retired_basics": [_basic(card, namer) for card in found.gone.values()],
        "sections": _picked(found.sections.values(), "section", "letter", "note", "game"),
        "seals": _picked(found.seals.values(), "seal", "name", "game"),
        "closed": sorted(found.closed),
        "chapters_left_behind": found.ended,
        "finished": found.finished,
        "next": {
            "kind": str(step.kind),
            "chapter": step.chapter,
            "game": step.game,
            "open": [decision.key for decision in step.decisions],
        },
    }


def _mat(mat: Any, namer: Any) -> Row:
    ability = mat.ability
    return {
        **_picked([mat], "mage", "seat", "name", "colour", "side", "player", "life")[0],
        "hand": [namer.name(card) for card in mat.hand],
        "deck": [namer.name(card) for card in mat.deck],
        "breaches": _picked(mat.breaches, "number", "state", "turns", "bonus"),
        "ability": _picked([ability], "name", "charges")[0] if ability else None,
        "stickers": {sticker.slot: _picked([sticker], *STICKER)[0] for sticker in mat.stickers},
    }


def _basic(card: Any, namer: Any) -> Row:
    return _picked([card], *BASIC)[0] | {"name": namer.name(card)}


def _picked(values: Iterable[Any], *names: str) -> list[Row]:
    """Return some attributes of values, enums as text."""
    found = ({name: getattr(value, name) for name in names} for value in values)
    return [
        {
            name: str(held)
            if isinstance(held, str)
            else list(held)
            if isinstance(held, tuple)
            else held
            for name, held in each.items()
        }
        for each in found
    ]


def history(code: str) -> list[Row]:
    """Return every write to a campaign in words, the first one first."""
    campaign = Campaign.objects.get(code=code)
    happened = list(happened_in(campaign, size=100_000))[::-1]
    with translation.override("en"):
        book = HistoryBook(Access(campaign, None, STRANGER))
        (card,) = book.cards([GameHistory(None, tuple(happened))])
    return [
        {
            "revision": write.change.revision,
            "kind": write.change.kind,
            "by": label(write.change.person),
            "signed": write.change.signed,
            "at": _moment(write.change.at),
            "title": in_words_of_then(_with_its_game(shown.title, write)),
            "who": shown.who,
            "state": shown.state,
            "entries": [
                {
                    "text": in_words_of_then(entry.text),
                    "reason": entry.reason,
                    "struck": entry.struck,
                    "struck_by": in_words_of_then(entry.struck_by),
                }
                for entries in shown.lists
                for entry in entries
            ],
        }
        for write, shown in zip(happened, card.changes, strict=True)
    ]


def _with_its_game(title: str, write: HistoryEvent) -> str:
    """Return a title with the game that its card names today."""
    games = {row.game.number for row in write.recorded or write.withdrawn}
    if len(games) != 1 or re.search(r"\bgame\b", title, re.IGNORECASE):
        return title
    if title == "Aftermath finished":
        return f"Game {games.pop()} was settled"
    return f"Game {games.pop()}: {title[0].lower()}{title[1:]}"


def sheet(code: str, game: int) -> Row:
    """Return the set-up sheet of a campaign's game."""
    campaign = Campaign.objects.get(code=code)
    story = campaign_facts(campaign).story
    found = selectors.campaign_sheet(campaign, game=game)
    assert found is not None
    if game == len(story.games):  # the sheet of the latest game followed its own aftermath
        pack, rules = get_pack(campaign.system), campaign_rules(campaign.system)
        before = rules.state_of(rules.as_set_up(story, pack, game - 1), pack) if game > 1 else None
        language = campaign.language
        found = rules.setup_sheet(campaign_state(campaign), pack, before=before, language=language)
    # A campaign's had no notes.
    return _as_then(_json(found.as_dict()), campaign.pack_version) | {"notes": []}


def _as_then(sheet: Row, version: int) -> Row:
    """Return a sheet without later additions, made from the catalogue of that release."""

    def said(value: Any) -> Any:
        if isinstance(value, list):
            return [said(each) for each in value if not _is_later(each)]
        if isinstance(value, dict):
            kept = {name: said(each) for name, each in value.items() if name not in LATER_KEYS}
            return kept | _first_page(value)
        return value

    then = said(sheet)
    return {
        **then,
        "changes": _changes(then["changes"]),
        "notes": [LATER_NOTES.get(code, code) for code in then["notes"]],
        "pack_version": version,
    }


def _changes(lines: list[Row]) -> list[Row]:
    """Return what changed since the last game; of a card that had just joined that was all."""
    joined = {line["values"]["card"] for line in lines if line["code"] == "change.joined"}
    return [
        line
        for line in lines
        if line["code"] != "change.evolved" or line["values"]["card"] not in joined
    ]


def _is_later(value: Any) -> bool:
    return isinstance(value, dict) and value.get("code") in LATER_LINES


def _first_page(value: Row) -> Row:
    """Return the page of a rule section as a number: the second one was not known."""
    page = value.get("page")
    return {"page": int(page.partition("–")[0])} if isinstance(page, str) else {}


# --- games without a campaign ---


def one_off(code: str) -> Row:
    """Return a one-off game: what was chosen, what lay on the table, how it ended."""
    game = Game.objects.select_related("owner", "shared_with").get(code=code)
    facts = facts_of_game(game)
    played, setup = facts.played, setup_of(game, facts).game
    result = (
        game.facts.not_withdrawn().filter(kind="played").select_related("recorded__person").first()
    )
    last = game.changes.exclude(revision=None).order_by("-revision").first()
    tags = PlayTag.objects.filter(play__game=game, kind="pile")
    return {
        "owner": label(game.owner),
        "shared_with": game.shared_with.code if game.shared_with else None,
        "system": game.system,
        "pack_version": game.pack_version,
        "language": game.language,
        "seed": facts.planned.seed,
        "revision": game.revision,
        "choices": _choices(facts.planned.choices),
        "mage_count": len(setup.mats),
        "nemesis": setup.nemesis.id,
        "nemesis_name": setup.nemesis.name.in_language(game.language),
        "difficulty": setup.difficulty.id,
        **_tally(played and played.result),
        "played_on": played.played_on.isoformat() if played and played.played_on else None,
        "minutes": played.minutes if played else None,
        "note": facts.note,
        "reason": played.reason if played else "",
        "recorded_by": label(result.recorded.person) if result else None,
        "recorded_at": _moment(result.recorded.at) if result else None,
        "changed_by": label(last.person) if last else None,
        "created_at": _moment(game.created_at),
        "mages": list(_mages(game, facts)) if played else [],
        "piles": sorted(tags.values_list("key", flat=True)),
        "photos": [
            _photo(photo)
            for photo in game.photos.select_related("added_by").order_by("added_at", "name")
        ],
        "sheet": _one_off_sheet(game, drawn_anew=facts.planned.setup is None),
    }


def _one_off_sheet(game: Game, *, drawn_anew: bool) -> Row:
    """Return the set-up sheet of a one-off game; one that is drawn anew has the notes of today."""
    found = _as_then(_json(selectors_one_off.game_sheet(game).as_dict()), game.pack_version)
    if not drawn_anew:
        return found
    *notes, last = found["notes"]
    return {**found, "notes": [*notes, NOTE_OF_THEN, last]}


def _mages(game: Game, facts: GameFacts) -> Iterator[Row]:
    """Yield who sat at the table of a played game."""
    assert facts.played is not None
    tally = facts.played.result
    lives = dict(enumerate(tally.lives, start=1))
    for seat in PlaySeat.objects.filter(play__game=game).order_by("seat"):
        guest = facts.planned.choices.places[seat.seat - 1].guest
        mage = Mage.objects.filter(pk=guest.mage).first() if guest else None
        yield {
            "seat": seat.seat,
            "key": seat.key,
            "name": seat.name,
            "colour": seat.colour,
            "player": seat.player,
            "life": lives.get(seat.seat),
            "exhausted": seat.seat in tally.exhausted,
            "from_campaign": mage.campaign.code if mage else None,
            "from_seat": mage.seat if mage else None,
        }


def _choices(choices: Any) -> Row:
    """Return what players chose, as it was stored then."""
    market, span = choices.market, choices.nemesis_difficulty
    return {
        "version": 1,
        "places": [
            {
                "mage": place.mage,
                "player": place.player,
                "guest": place.guest
                and {
                    "mat": to_plain(place.guest.mat),
                    "mage": place.guest.mage,
                    "campaign": place.guest.campaign,
                },
            }
            for place in choices.places
        ],
        "nemesis": choices.nemesis,
        "nemesis_difficulty": list(span) if span else None,
        "difficulty": choices.difficulty,
        "market": {
            "suggested": market.suggested,
            "chosen": list(market.chosen),
            "template": market.template,
            "locks": list(market.locks),
            "constraints": [
                {"exclude": sorted(wish.keys)}
                if isinstance(wish, Exclude)
                else {name: value for name, value in asdict(wish).items() if name != "box"}
                for wish in market.constraints
            ],
        },
        **{
            name: getattr(choices, name)
            for name in ("paired", "partner", "solo_cards", "solo_life", "reason")
        },
        "boxes": list(choices.boxes),
    }


def _tally(tally: Any) -> Row:
    if tally is None:
        return {"result": None}
    return {
        "result": str(tally.result),
        "ending": str(tally.ending) if tally.ending else None,
        "gravehold_life": tally.gravehold_life,
        "nemesis_life": tally.nemesis_life,
        "lives": list(tally.lives),
        "exhausted": sorted(tally.exhausted),
    }


def _photo(photo: Any) -> Row:
    return {
        "name": photo.name,
        "caption": photo.caption,
        "width": photo.width,
        "height": photo.height,
        "added_by": label(photo.added_by),
        "added_at": _moment(photo.added_at),
    }


# --- all of it ---


def campaigns() -> list[str]:
    """Return the codes of all campaigns, the first one first."""
    return list(Campaign.objects.order_by("pk").values_list("code", flat=True))


def one_offs() -> list[str]:
    """Return the codes of all one-off games, the first one first."""
    return list(Game.objects.one_off().order_by("pk").values_list("code", flat=True))


def people() -> list[str]:
    """Return the labels of all people, the first one first."""
    return [str(label(person)) for person in Person.objects.order_by("pk")]


def _moment(at: datetime.datetime | None) -> str | None:
    return at.astimezone(datetime.UTC).isoformat() if at else None


def _json(value: Any) -> Row:
    """Return a value as JSON gives it back."""
    found: Row = json.loads(json.dumps(value))
    return found
