"""Facts of a campaign: record, withdraw, put another in its place, rename what they name."""

from dataclasses import replace
from functools import partial
from typing import Unpack

from campaign.models import ChangeKind, Fact
from campaign.models.games import PLANNED
from campaign.records import read_fact
from campaign.rules.core import sizes
from campaign.rules.core.facts import Fact as FactValue
from campaign.rules.core.keys import names_in, renamed, typed_key
from campaign.rules.core.problems import Problem, RulesError, or_refuse, refuse
from campaign.rules.core.texts import one_line, text_problems
from campaign.services.writing import CampaignWrite, Signature, writing


def fact_record(*, game: int, fact: FactValue, **who: Unpack[Signature]) -> Fact:
    """Record one fact in a game, the latest or an earlier one; the whole story must still hold."""
    with writing(**who, kind=ChangeKind.RECORD) as w:
        return w.add(w.game(game), fact)


def facts_record(
    *, game: int, facts: list[FactValue], reason: str = "", **who: Unpack[Signature]
) -> list[Fact]:
    """Record several facts of one game in one write: all of them, or none.

    The players' ``reason`` is recorded with those that need it. Each problem's path begins with
    the place of the fact it is about (``"2.card"``).
    """
    with writing(**who, kind=ChangeKind.RECORD) as w:
        row = w.game(game)
        story = w.record.story
        entered: list[FactValue] = []
        problems = [] if facts else [Problem("fact.nothing_to_record", {"game": game})]
        for place, fact in enumerate(facts):
            judged, found = w.judged(fact, reason, partial(story.with_fact, game))
            for problem in found:
                path = f"{place}.{problem.path}".removesuffix(".")
                problems.append(replace(problem, path=path))
            if not found:
                story = story.with_fact(game, judged)
            entered.append(judged)
        refuse(problems)
        return [w.enter(row, fact) for fact in entered]


def fact_withdraw(*, fact: int, **who: Unpack[Signature]) -> None:
    """Withdraw a fact, by its id; refused if a later fact rests on it."""
    with writing(**who, kind=ChangeKind.WITHDRAW) as w:
        row = _standing(w, fact)
        if row.kind == PLANNED:  # it goes only with its game
            raise RulesError([Problem("fact.not_there")])
        refuse(w.problems(w.record.with_facts({row.pk: None})))
        w.withdraw([row.pk])


def fact_replace(*, fact: int, by: FactValue, reason: str = "", **who: Unpack[Signature]) -> Fact:
    """Withdraw a fact and put another in its place in the story, with a reason if it needs one."""
    with writing(**who, kind=ChangeKind.AMEND) as w:
        row = _standing(w, fact)
        entered, found = w.judged(by, reason, lambda new: w.record.with_facts({row.pk: new}))
        refuse(found)
        return w.enter(row.game, entered, replaces=row)


def name_change(*, key: str, name: str, known: str = "", **who: Unpack[Signature]) -> None:
    """Give another name to what players typed one for, wherever it is mentioned.

    ``known`` is the key of the pack's thing that the name turned out to be.
    """
    entered = one_line(name)
    new = known or typed_key(entered)
    rows = Fact.objects.standing().filter(game__campaign=who["campaign"], game__withdrawn=None)
    facts = list(rows.select_related("game"))
    names = {key: name for row in facts for key, name in names_in(row.payload).items()}
    with writing(**who, kind=ChangeKind.RENAME, detail=f"{names.get(key, '')} → {entered}") as w:
        refuse(text_problems("name", entered, sizes.NAME))
        if key not in names:
            raise RulesError([Problem("fact.not_there")])
        if new != key and any(renamed(row.payload, new, "", "") != row.payload for row in facts):
            raise RulesError([Problem("name.taken", {"called": entered}, "name")])
        changed: dict[int, FactValue] = {}
        for row in facts:
            plain = renamed(row.payload, key, new, "" if known else entered)
            if plain != row.payload:
                fact = read_fact(row.kind, plain, who["campaign"].system, in_campaign=True)
                changed[row.pk] = w.rules.tidy(fact)
        refuse(w.problems(w.record.with_facts(changed)))
        for row in facts:
            if row.pk in changed:
                w.enter(row.game, changed[row.pk], replaces=row)


def _standing(w: CampaignWrite, pk: int) -> Fact:
    """Return a fact that stands, or refuse."""
    rows = Fact.objects.standing().filter(game__campaign=w.campaign, game__withdrawn=None)
    row = rows.filter(pk=pk).select_related("game").first()
    return or_refuse(row, Problem("fact.not_there"))
