"""Sigils: one for each name, the same for ever, in a box of 100."""

import re
from hashlib import sha256

import pytest

from tracker.pictures.sigils import Motif, sigil, sigil_svg

POLYGON = re.compile(r"M([-\d. ]+)L([-\d. ]+)Z")
NUMBER = re.compile(r"-?\d+(?:\.\d)?")


@pytest.mark.parametrize(
    ("name", "motif", "digest"),
    [
        ("Rageborne", Motif.RINGS, "6ba379166f27"),
        ("Coal Roarkwin", Motif.FLAMES, "49ee1cb90523"),
        ("Specimen X", Motif.COGS, "ce6561de8a62"),
    ],
)
def test_players_find_the_sigil_they_know(name: str, motif: Motif, digest: str) -> None:
    assert sha256(sigil(name, motif).encode()).hexdigest().startswith(digest)


def test_case_and_spaces_do_not_count() -> None:
    assert sigil(" gate  WITCH ", Motif.RINGS) == sigil("Gate Witch", Motif.RINGS)
    # An accent as a letter of its own, or with its letter.
    assert sigil("Nérée", Motif.COGS) == sigil("Ne\u0301re\u0301e", Motif.COGS)


@pytest.mark.parametrize("motif", Motif)
def test_names_are_told_apart(motif: Motif) -> None:
    drawn = {sigil(f"Name {number}", motif) for number in range(400)}
    assert len(drawn) >= 395
    assert max(map(len, drawn)) < 2_100


def test_metal_has_straight_edges_within_its_box() -> None:
    for number in range(200):
        path = sigil(f"Name {number}", Motif.COGS)
        assert POLYGON.sub("", path) == ""
        assert all(abs(float(place)) <= 50 for place in NUMBER.findall(path))


def test_a_file_has_the_figure_in_its_colour() -> None:
    svg = sigil_svg("Gate Witch", Motif.RINGS, "#123456").decode()
    assert sigil("Gate Witch", Motif.RINGS) in svg
    assert 'fill="#123456"' in svg
