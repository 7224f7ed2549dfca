"""The codes of problems, lines and notes are told apart."""

from tests.rules.codes import LINES, first_arguments, line_codes, note_codes, problem_codes


def test_problems_are_problems_and_nothing_else_is() -> None:
    found = first_arguments("Problem", 0)
    assert len(found) > 100
    assert found <= problem_codes()
    assert note_codes()


def test_every_line_is_named_after_its_part_of_the_sheet() -> None:
    assert all(code.startswith(LINES) for code in line_codes())
    assert not any(code.startswith(LINES) for code in problem_codes())
