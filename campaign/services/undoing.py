"""Undo the last change of a campaign or of a one-off game; undone once more, it is back."""

from typing import Unpack

from campaign.models import Campaign, ChangeKind, Game
from campaign.models.games import PLANNED
from campaign.records import fact_of, record_of
from campaign.rules.core.problems import Problem, RulesError, refuse
from campaign.selectors.history import happenings_of
from campaign.services.writing import CampaignWrite, GameSignature, GameWrite, writing_to

# What undoing a change of a kind is; of any other it is an undo.
_KINDS: dict[str, ChangeKind] = {
    ChangeKind.UNDO: ChangeKind.REDO,
    ChangeKind.RENAME: ChangeKind.RENAME,
}


def change_undo(*, record: Campaign | Game, **who: Unpack[GameSignature]) -> Game:
    """Undo the last change: what it recorded goes, what it withdrew is back.

    An undo is a change itself: undoing it, as long as nothing else is written, is a redo. Returns
    the game that was written to; one whose plan is gone is withdrawn with it.
    """
    last = record.changes.filter(revision=who["revision"]).first()
    kind = _KINDS.get(last.kind, ChangeKind.UNDO) if last else ChangeKind.UNDO
    with writing_to(record, **who, kind=kind) as w:
        happened = next(iter(happenings_of((last,))), None) if last else None
        if last is None or happened is None or not happened.can_be_undone:
            raise RulesError([Problem("undo.nothing")])
        brought = {(row.game_id, row.place): row for row in happened.recorded}
        w.withdraw(row.pk for row in brought.values())
        for row in happened.withdrawn:
            taken = brought.get((row.game_id, row.place))
            w.enter(row.game, fact_of(row), replaces=taken or row)
        games = {row.game for row in (*happened.recorded, *happened.withdrawn)}
        if last.kind == ChangeKind.RENAME:
            w.change.detail = " → ".join(reversed(last.detail.split(" → ")))
            w.change.save(update_fields=["detail"])
        if isinstance(w, GameWrite):
            _speak_as_before(w, last.detail)
        else:
            for game in games:
                _stand_or_not(w, game)
            refuse(w.problems(record_of(w.campaign).story))
    return min(games, key=lambda game: game.number)


def _stand_or_not(w: CampaignWrite, game: Game) -> None:
    """Withdraw a game that has no plan any more, or let one stand that has a plan again."""
    w.touch(game.number)
    planned = game.facts.standing().filter(kind=PLANNED).exists()
    game.withdrawn = None if planned else w.change
    game.save(update_fields=["withdrawn"])


def _speak_as_before(w: GameWrite, language: str) -> None:
    """Bring back the language of a box that a change of the set-up had taken another for."""
    if language:
        w.change.detail, w.game.language = w.game.language, language
        w.change.save(update_fields=["detail"])
        w.game.save(update_fields=["language"])
