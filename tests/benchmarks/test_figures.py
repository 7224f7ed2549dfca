"""A figure over its budget shows in the table and in the exit code."""

import pytest

from tests.benchmarks import __main__ as runner
from tests.benchmarks.figures import Figure, Measure, table
from tests.benchmarks.replay import long_story


@pytest.mark.parametrize(
    ("figure", "within"),
    [
        (Figure("a", 120, "×", at_most=120), True),
        (Figure("a", 121, "×", at_most=120), False),
        (Figure("a", 5, "/s", at_least=5), True),
        (Figure("a", 4, "/s", at_least=5), False),
        (Figure("a", 4, "ms"), True),
    ],
)
def test_a_figure_is_held_against_its_budget(figure: Figure, within: bool) -> None:
    assert figure.within is within
    line = list(table([figure]))[-1]
    assert line.endswith("OK" if within else "OVER") or not figure.budget


@pytest.mark.parametrize(("value", "code"), [(1, 0), (3, 1)])
def test_a_figure_over_its_budget_sets_the_exit_code(
    value: float, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    measured: list[Measure] = [lambda: [Figure("made up", value, "ms", at_most=2)]]
    monkeypatch.setattr(runner, "MEASURES", measured)
    assert runner.main() == code
    assert "made up" in capsys.readouterr().out


@pytest.mark.parametrize(("asked_for", "seen"), [((), False), (("<lambda>",), True)])
def test_a_benchmark_of_minutes_runs_only_when_named(
    asked_for: tuple[str, ...],
    seen: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    measured: list[Measure] = [lambda: [Figure("long", 1, "s")]]
    monkeypatch.setattr(runner, "MEASURES", measured)
    monkeypatch.setattr(runner, "ONLY_BY_NAME", measured)
    runner.main(*asked_for)
    assert ("long  " in capsys.readouterr().out) is seen


def test_the_long_story_has_as_many_games_as_it_says() -> None:
    assert len(long_story(10).games) == 10
    assert len(long_story(25).games) == 25
