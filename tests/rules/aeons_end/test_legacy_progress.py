"""How far a campaign is by its latest game alone, held against the replay of its whole story."""

from campaign.rules.aeons_end.legacy.facts import Fact, Planned, Played, Settled, Verdict
from campaign.rules.aeons_end.legacy.progress import Progress, progress
from campaign.rules.aeons_end.legacy.state import GameStatus
from tests.rules.aeons_end.legacy_stories import LOSS, WIN, Teller
from tests.rules.packs import legacy


def of_latest(told: Teller) -> Progress:
    """Return the progress by the latest game of a story."""
    facts: dict[type[Fact], Fact] = {type(fact): fact for fact in told.story.games[told.game]}
    planned, played, verdict = facts[Planned], facts.get(Played), facts.get(Verdict)
    assert isinstance(planned, Planned)
    assert played is None or isinstance(played, Played)
    assert verdict is None or isinstance(verdict, Verdict)
    return progress(legacy(), planned, played, verdict, is_settled=Settled in facts)


def test_until_a_game_is_settled_it_is_in_its_own_chapter() -> None:
    told = Teller(2).after(1).plan()
    assert of_latest(told) == Progress(GameStatus.PLANNED, 2)
    assert of_latest(told.play()) == Progress(GameStatus.PLAYED, 2)


def test_chapter_one_goes_on_whoever_won() -> None:
    for tally in (WIN, LOSS):
        assert of_latest(Teller(2).whole_game(tally)) == Progress(GameStatus.SETTLED, 2)


def test_after_a_loss_the_verdict_says_which_chapter_comes_next() -> None:
    for onward, chapter in ((True, 3), (False, 2)):
        told = Teller(2).after(1).plan().play(LOSS).tell(Verdict(onward=onward)).settle()
        assert of_latest(told) == Progress(GameStatus.SETTLED, chapter)


def test_it_agrees_with_the_replay_after_every_game() -> None:
    told = Teller(2)
    while not told.state.finished:
        assert not told.game or of_latest(told).chapter == told.state.next_chapter
        told.whole_game()
    assert of_latest(told).is_finished
