"""Facts of a campaign: record, withdraw and replace them, and rename what they name."""

from dataclasses import replace
from functools import partial
from typing import Unpack

from campaign.models import Campaign, ChangeDetail, ChangeKind, Fact, LiveMove
from campaign.models.games import PLANNED
from campaign.records import NO_NAMES
from campaign.records.reading import fact_of, read_fact
from campaign.rules.core import sizes
from campaign.rules.core.constraints import TOO_MANY
from campaign.rules.core.facts import Fact as FactValue
from campaign.rules.core.keys import names_in, renamed, typed_key
from campaign.rules.core.problems import Problem, RulesError, or_refuse, refuse
from campaign.rules.core.texts import one_line, text_problems
from campaign.services.locks import lock_moves
from campaign.services.writes import CampaignWrite, Signature, writing

MAX_AT_ONCE = 60  # facts of one write; all that a campaign can leave open at once is fewer


def fact_record(*, game: int, fact: FactValue, **who: Unpack[Signature]) -> Fact:
    """Record one fact in any game; refuse it unless the whole story still replays."""
    with writing(**who, kind=ChangeKind.RECORD, about=[fact]) as w:
        return w.add(w.game(game), fact)


def facts_record(
    *, game: int, facts: list[FactValue], reason: str = "", **who: Unpack[Signature]
) -> list[Fact]:
    """Record several facts of one game in one write: all of them, or none.

    The players' ``reason`` is stored with those that need it. Each problem's path begins with the
    index of its fact (``"2.card"``).
    """
    if len(facts) > MAX_AT_ONCE:  # the whole story is replayed for each, while it is locked
        raise RulesError([Problem(TOO_MANY, {"most": MAX_AT_ONCE, "actual": len(facts)})])
    with writing(**who, kind=ChangeKind.RECORD, about=facts) as w:
        row = w.game(game)
        story = w.before.story
        entered: list[FactValue] = []
        problems = [] if facts else [Problem("fact.nothing_to_record", {"game": game})]
        for place, fact in enumerate(facts):
            checked, found = w.check(fact, reason, partial(story.with_fact, game))
            for problem in found:
                path = f"{place}.{problem.path}".removesuffix(".")
                problems.append(replace(problem, path=path))
            if not found:
                story = story.with_fact(game, checked)
            entered.append(checked)
        refuse(problems)
        return [w.enter(row, fact) for fact in entered]


def fact_withdraw(*, fact: int, **who: Unpack[Signature]) -> None:
    """Withdraw a fact, by id; refuse if a later fact depends on it."""
    with writing(**who, kind=ChangeKind.WITHDRAW, about=_stored(fact)) as w:
        row = _not_withdrawn(w, fact)
        if row.kind == PLANNED:  # it goes only with its game
            raise RulesError([Problem("fact.not_there")])
        refuse(w.problems(w.before.with_facts({row.pk: None})))
        w.withdraw([row.pk])


def fact_replace(*, fact: int, by: FactValue, reason: str = "", **who: Unpack[Signature]) -> Fact:
    """Replace a fact at its place in the story; ``reason`` is stored only if it is needed."""
    with writing(**who, kind=ChangeKind.AMEND, about=[*_stored(fact), by]) as w:
        row = _not_withdrawn(w, fact)
        entered, found = w.check(by, reason, lambda new: w.before.with_facts({row.pk: new}))
        refuse(found)
        if row.kind == PLANNED:
            w.must_fit(row.game, w.before.with_facts({row.pk: entered}))
        return w.enter(row.game, entered, replaces=row)


def name_change(*, key: str, name: str, known: str = "", **who: Unpack[Signature]) -> None:
    """Rename something that players typed the name of, wherever it is mentioned.

    ``known`` is the key in the pack, if the thing turned out to be in it.
    """
    entered = one_line(name)
    new = known or typed_key(entered)
    rows = Fact.objects.not_withdrawn().filter(game__campaign=who["campaign"], game__withdrawn=None)
    facts = list(rows.select_related("game"))
    names = {key: name for row in facts for key, name in names_in(row.payload).items()}
    refuse(text_problems("name", entered, sizes.NAME))
    detail = ChangeDetail(name=entered, name_before=names.get(key, ""))
    with writing(**who, kind=ChangeKind.RENAME, detail=detail) as w:
        if key not in names:
            raise RulesError([Problem("fact.not_there")])
        if new != key and any(renamed(row.payload, new, "", "") != row.payload for row in facts):
            raise RulesError([Problem("name.taken", {"called": entered}, "name")])
        changed: dict[int, FactValue] = {}
        for row in facts:
            plain = renamed(row.payload, key, new, "" if known else entered)
            if plain != row.payload:
                fact = read_fact(row.kind, plain, w.rules.facts, w.members.names)
                changed[row.pk] = w.rules.tidy(fact)
        refuse(w.problems(w.before.with_facts(changed)))
        for row in facts:
            if row.pk in changed:
                w.enter(row.game, changed[row.pk], replaces=row)
        rename_in_moves(w.campaign, key, new, entered)


def rename_in_moves(campaign: Campaign, key: str, new: str, name: str) -> None:
    """Rename a card in the moves of live games, which hold its name as it was typed there."""
    moves = LiveMove.objects.filter(table__game__campaign=campaign, payload__has_key="name")
    changed = []
    for move in moves:
        plain = renamed(move.payload, key, new, name)
        if plain != move.payload:
            move.payload = plain
            changed.append(move)
    LiveMove.objects.bulk_update(changed, ["payload"])


def _stored(pk: int) -> list[FactValue]:
    """Return a fact by id, withdrawn or not, in a list; an empty one if there is none."""
    rows = Fact.objects.filter(pk=pk).select_related("game")
    return [fact_of(row, NO_NAMES) for row in rows]  # only what it is about is asked


def _not_withdrawn(w: CampaignWrite, pk: int) -> Fact:
    """Return a fact that was not withdrawn, or refuse."""
    rows = Fact.objects.not_withdrawn().filter(game__campaign=w.campaign, game__withdrawn=None)
    row = rows.filter(pk=pk).select_related("game").first()
    held = or_refuse(row, Problem("fact.not_there"))
    lock_moves([held.game_id])
    return held
