"""The codes of problems, lines and notes are told apart."""

from tests.rules.codes import LINE_CODES, LINES, NOTE_CODES, PROBLEM_CODES, first_arguments


def test_problems_are_problems_and_nothing_else_is() -> None:
    found = first_arguments("Problem", 0)
    assert len(found) > 100
    assert found <= PROBLEM_CODES
    assert NOTE_CODES


def test_every_line_is_named_after_its_part_of_the_sheet() -> None:
    assert all(code.startswith(LINES) for code in LINE_CODES)
    assert not any(code.startswith(LINES) for code in PROBLEM_CODES)
