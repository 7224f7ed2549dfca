"""The type that comes with the site: its figures, and pages that fit in any other."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import PHONE
from tests.browser.sessions import sign_in
from tests.campaign import factories

pytestmark = pytest.mark.django_db(transaction=True)

FACES = ((700, "Alegreya"), (400, "Alegreya Sans"), (700, "Alegreya Sans"))
# Figures of a face drawn at 100 px: their width, and how far they reach above and below the line.
FIGURES = """async (face) => {
  await document.fonts.load(face, "0123456789");
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = face;
  const drawn = (text) => {
    const { width, actualBoundingBoxAscent, actualBoundingBoxDescent } = pen.measureText(text);
    return [width, actualBoundingBoxAscent, actualBoundingBoxDescent].map(Math.round);
  };
  return [..."0123456789"].map(drawn);
}"""
WIDER = """() => {
  document.documentElement.style.fontSize = "200%";
  document.documentElement.style.setProperty("--text", "sans-serif");
  document.body.style.letterSpacing = "0.1em"; // wider than any font that stands in for ours
  return document.documentElement.scrollWidth;
}"""


@pytest.mark.parametrize("weight_and_family", FACES)
def test_figures_have_one_width_and_stand_on_the_line(
    page: Page, base_url: str, weight_and_family: tuple[int, str]
) -> None:
    page.goto(base_url + "/start")
    weight, family = weight_and_family
    figures = page.evaluate(FIGURES, f'{weight} 100px "{family}"')
    assert len({width for width, _, _ in figures}) == 1
    # Old-style figures differ by a third of their height, and half of them hang below the line.
    tops = [top for _, top, _ in figures]
    assert max(tops) - min(tops) <= 4
    assert max(below for _, _, below in figures) <= 3


def test_the_seals_fit_a_phone_at_twice_the_size_in_any_font(page: Page, base_url: str) -> None:
    reader = factories.person("Ala")
    campaign = factories.start_campaign(person=reader)
    sign_in(page.context, reader, base_url)
    page.context.add_cookies([{"name": "django_language", "value": "pl", "url": base_url}])
    page.goto(f"{base_url}/c/{campaign.code}/seals")
    assert page.evaluate(WIDER) == PHONE["width"]
