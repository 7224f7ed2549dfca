"""Hands and decks: a long word is marked, so that it can be made to fit its card."""

import pytest
from django.template.loader import render_to_string

from tracker.templatetags.bk import longest_word


def listed(name: str) -> str:
    cards = [{"name": name, "kind": "spell", "unique": True}]
    return render_to_string("aeons_end/includes/card_list.html", {"cards": cards, "lang": "en"})


@pytest.mark.parametrize("name", ["Extinguish", "Shattered Geode", "Wszechostrze"])
def test_a_card_with_a_long_word_is_marked(name: str) -> None:
    assert 'class="card is-unique is-long"' in listed(name)


@pytest.mark.parametrize("name", ["Spark", "Coal Shard", "Oblivion Shard", ""])
def test_words_that_fit_are_left_as_they_are(name: str) -> None:
    assert "is-long" not in listed(name)


def test_the_longest_word_is_what_counts() -> None:
    assert (longest_word("Oblivion Shard"), longest_word(""), longest_word(" ")) == (8, 0, 0)
