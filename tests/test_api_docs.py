"""The uses in docs/api work: the bot believes what we sign, the script asks for what there is."""

from __future__ import annotations

import json
import re
import runpy
import time
from pathlib import Path
from typing import Any

import pytest

from campaign.models import WebhookDelivery
from campaign.services.webhooks import webhook_make
from tests.campaign import factories as f
from tests.tracker import one_offs
from tests.tracker.api.clients import Program
from tracker.api.site import description
from tracker.outgoing import sending
from tracker.webhooks.messages import message_of

DOCS = Path(__file__).resolve().parents[1] / "docs" / "api"
SECRET = "a secret of the two"


@pytest.fixture(scope="module")
def bot() -> dict[str, Any]:
    return runpy.run_path(str(DOCS / "chat_bot.py"))


def test_the_chat_bot_believes_our_signature_and_no_other(bot: dict[str, Any]) -> None:
    is_genuine, now, body = bot["is_genuine"], int(time.time()), b'{"event": "game.finished"}'
    signed = sending.signature(SECRET, now, body)
    assert is_genuine(SECRET, str(now), body, signed)
    wrong = [
        ("another", str(now), body, signed),
        (SECRET, str(now), body + b" ", signed),
        (SECRET, str(now - 301), body, sending.signature(SECRET, now - 301, body)),
        (SECRET, "", body, signed),
        (SECRET, str(now), body, ""),
    ]
    assert not [each for each in wrong if is_genuine(*each)]


@pytest.mark.django_db
def test_the_chat_bot_says_what_happened(bot: dict[str, Any]) -> None:
    zuza = f.person("Zuza", username="zuza")
    webhook_make(person=zuza, url="https://bot.example.org/")
    campaign = f.planned_campaign(person=zuza)
    f.record_win(campaign)
    f.settle_all(campaign)
    told = [message_of(each) for each in WebhookDelivery.objects.order_by("pk")]
    finished, following = (
        bot["sentence"](json.loads(json.dumps(each.plain()))) for each in told if each
    )
    assert "won against" in finished
    assert following


@pytest.mark.django_db
def test_the_script_for_tabletop_simulator_reads_what_the_api_has() -> None:
    script = (DOCS / "tabletop-simulator.lua").read_text(encoding="utf-8")
    zuza = f.person("Zuza", username="zuza")
    one_offs.game(zuza)
    program = Program(zuza)
    (game,) = program.read("/games")["items"]
    sheet = program.read(f"/games/{game['code']}/sheet")
    values = {"games": program.read("/games"), "game": game, "sheet": sheet}
    values["step"] = sheet["steps"][0]
    code = "\n".join(line for line in script.splitlines() if not line.startswith(("--", "SITE")))
    found = re.findall(r"\b(games|game|sheet|step)\.(\w+)", code)
    assert len(found) > 5
    for name, field in found:
        assert field in values[name], f"{name}.{field}"


def test_every_address_in_the_docs_is_one_of_the_api() -> None:
    paths = {re.sub(r"\{\w+\}", "…", path) for path in description()["paths"]}
    for file in DOCS.glob("*.md"):
        for path in re.findall(r"`GET (/[^`…]+)`", file.read_text(encoding="utf-8")):
            assert "/api/v1" + re.sub(r"\{\w+\}", "…", path) in paths, (file.name, path)
