"""The cache of a process is bounded by what it holds, not by how many things."""

from campaign.memory import Memory


def test_what_was_not_used_for_longest_makes_room_for_what_is_heavy() -> None:
    memory = Memory(10)
    for key in "abc":
        memory.set((key,), key, 3)
    assert memory.get(("a",)) == "a"
    memory.set(("d",), "d", 4)
    assert [memory.get((key,)) for key in "abcd"] == ["a", None, "c", "d"]
    memory.set(("e",), "e", 10)
    assert [memory.get((key,)) for key in "acde"] == [None, None, None, "e"]


def test_a_value_set_again_weighs_what_it_weighs_now() -> None:
    memory = Memory(10)
    for weight in (9, 1, 5):
        memory.set(("a",), weight, weight)
    memory.set(("b",), "b", 5)
    assert memory.get(("a",)) == 5
    memory.clear()
    memory.set(("c",), "c", 10)
    assert memory.get(("c",)) == "c"


def test_what_is_heavier_than_the_whole_cache_is_made_each_time() -> None:
    memory = Memory(10)
    memory.set(("a",), "a", 1)
    assert memory.get_or_set(("b",), lambda: "b", 11) == "b"
    assert memory.get(("b",)) is None
    assert memory.get_or_set(("c",), lambda: "c", 10) == "c"
    assert memory.get(("c",)) == "c"
