"""JSON from outside: what no page can show and no database can store is refused as bad JSON."""

import pytest

from campaign.rules.core.json_text import parsed_json, parsed_json_texts


@pytest.mark.parametrize(
    "text",
    [
        r'"\ud800"',
        r'"\ude00\ud83d"',  # the two halves in the wrong order
        r'{"a\udfff": 1}',
        r'[{"a": [{"b": "\ud800"}]}]',
        r'["a\u0000b"]',
        r'{"\u0000": 1}',
        '["a' + r"\u0301\u0316" * 100 + '"]',
        '{"a' + "\u0301\u0316" * 100 + '": 1}',
        b'["\xed\xa0\x80"]',  # half a pair in bytes, which Python's parser takes
        "{",
    ],
)
def test_texts_that_cannot_be_stored_are_bad_json(text: str | bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 # as bad JSON is
        parsed_json(text)


def test_all_other_texts_are_read_as_they_are() -> None:
    assert parsed_json(r'{"\ud83d\ude00": ["Zoe\u0301", "\\u0000", 1, null]}') == {
        "😀": ["Zoe\u0301", "\\u0000", 1, None]
    }


def test_texts_that_stand_one_after_the_other_are_read_each() -> None:
    assert parsed_json_texts(' {"a": 1}\n\n[2]{"b": 3} ') == [{"a": 1}, [2], {"b": 3}]
    for wrong in ('{"a": 1} and more', '[1] {"a": "\\u0000"}'):
        with pytest.raises(ValueError):  # noqa: PT011 # as bad JSON is
            parsed_json_texts(wrong)
