"""Reading a file's bytes into a document. Nothing is trusted: every fault is named by path."""

import unicodedata
from collections import Counter
from collections.abc import Mapping
from types import GenericAlias
from typing import Any, NoReturn

from campaign.exchange.archive import Limits
from campaign.exchange.content import Content, Rules
from campaign.exchange.document import KINDS, CampaignDocument, Document
from campaign.exchange.refusals import Problems, Refused, file_problem
from campaign.exchange.upgrades import upgraded
from campaign.rules.core.constraints import TOO_MANY
from campaign.rules.core.json_text import parsed_json
from campaign.rules.core.serialize import reader_of
from campaign.rules.core.system import CampaignRules
from campaign.rules.core.texts import has_piled_marks
from campaign.rules.registry import UnknownSystemError, campaign_rules, one_off_rules

MAX_KEYS = 2000  # of an object; none has as many


def read_json(data: bytes, limits: Limits | None = None) -> Content:
    """Return the content of a document, upgraded from an older version; or refuse it."""
    limits = limits or Limits()
    plain = _parsed(data, limits)
    kind = KINDS.get(str(plain.get("format"))) if isinstance(plain, dict) else None
    if kind is None:
        raise Refused.because("file.format", "format")
    problems = Problems()
    current = upgraded(plain)
    _refuse_long(current, limits)
    document: Document = reader_of(kind)(current, None, problems)
    problems.raise_if_any()
    rules = _rules(document)
    party: tuple[Any, ...] = ()
    opening: Any = None
    if isinstance(document, CampaignDocument) and isinstance(rules, CampaignRules):
        seats = GenericAlias(tuple, (rules.seat, ...))
        party = reader_of(seats)(document.party, (None, "party"), problems)
        if rules.opening is not None and document.opening is not None:
            opening = reader_of(rules.opening)(document.opening, (None, "opening"), problems)
        else:
            opening = document.opening  # a campaign that should have none is refused later
    facts = _facts(document, rules, problems)
    problems.raise_if_any()
    return Content(document, rules, party, facts, opening)


def _parsed(data: bytes, limits: Limits) -> Any:
    # Millions of empty or tiny ones would take twenty times the memory of their file.
    values = sum(map(data.count, (b"{", b"[", b",")))
    if values > limits.values:
        raise Refused.because(TOO_MANY, most=limits.values, actual=values)
    try:
        text = data.decode("utf-8-sig")
        if has_piled_marks(text):
            raise Refused.because("file.json")
        return parsed_json(
            # As names are stored here; an older file may have decomposed accents.
            unicodedata.normalize("NFC", text),
            object_pairs_hook=_object,
            parse_float=_refuse_number,
            parse_constant=_refuse_number,
        )
    except UnicodeDecodeError:
        raise Refused.because("file.utf8") from None
    except RecursionError:
        raise Refused.because("file.nested") from None
    except ValueError as error:
        raise Refused.because("file.json", got=error) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of a file, unless it has a key twice, or keys without end."""
    if len(pairs) > MAX_KEYS:
        raise Refused.because(TOO_MANY, most=MAX_KEYS, actual=len(pairs))
    found = dict(pairs)
    if len(found) < len(pairs):
        times = Counter(name for name, _value in pairs)
        twice = next(name for name, often in times.items() if often > 1)
        raise Refused.because("file.key_twice", key=twice)
    return found


def _refuse_number(text: str) -> NoReturn:
    raise Refused.because("file.fraction", got=text)


def _refuse_long(plain: Mapping[str, Any], limits: Limits) -> None:
    """Refuse a document, before it is read, that has more than any record that is written here."""
    games = _items(plain, "games")
    tables = (game.get("live") for game in games if isinstance(game, Mapping))
    counted = (
        ("changes", len(_items(plain, "changes")), limits.entries),
        ("facts", len(_items(plain, "facts")), 2 * limits.entries),
        ("games", len(games), limits.games),
        ("games.live.moves", sum(len(_items(table, "moves")) for table in tables), limits.moves),
    )
    for path, number, most in counted:
        if number > most:
            raise Refused.because("file.entries", path, number, most=most)


def _items(plain: object, name: str) -> list[Any]:
    """Return a list of an object; an empty one if there is none."""
    found = plain.get(name) if isinstance(plain, Mapping) else None
    return found if isinstance(found, list) else []


def _rules(document: Document) -> Rules:
    """Return the rules of a document; refuse a system that has no campaigns or no one-off games."""
    slug, in_campaign = document.about.system, isinstance(document, CampaignDocument)
    try:
        return campaign_rules(slug) if in_campaign else one_off_rules(slug)
    except UnknownSystemError:
        path = f"{'campaign' if in_campaign else 'game'}.system"
        raise Refused.because("file.system", path, slug, system=slug) from None


def _facts(document: Document, rules: Rules, problems: Problems) -> tuple[Any, ...]:
    types: Mapping[str, Any] = rules.facts
    allowed = ", ".join(types)
    found = []
    for at, entry in enumerate(document.facts):
        if entry.kind in types:
            read = reader_of(types[entry.kind])
            found.append(read(entry.says, (None, f"facts[{at}].says"), problems))
        else:
            problems.append(
                file_problem("file.choice", f"facts[{at}].kind", entry.kind, allowed=allowed)
            )
    return tuple(found)
