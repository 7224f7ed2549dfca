"""Webhooks: told in the transaction of the result, signed, sent again, never into our network."""

from __future__ import annotations

import datetime
import hashlib
import hmac
import http.server
import json
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import time_machine
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.management import call_command
from django.db import transaction
from django.test import Client, override_settings
from django.utils import timezone

from campaign.memory import memory
from campaign.models import Fact, Membership, Person, Webhook, WebhookDelivery, WebhookStyle
from campaign.services import webhooks as services
from campaign.services.webhooks import KEPT_FOR, MAX_WEBHOOKS, WAITS, webhook_make
from tests.campaign import factories as f
from tests.tracker import one_offs
from tests.tracker.clients import client_of
from tracker.outgoing import sending
from tracker.outgoing.sending import Fault, NotSent
from tracker.webhooks import outbox

pytestmark = pytest.mark.django_db
PAGE = "/account/webhooks"
URL = "https://bot.example.org/games?key=1"


@dataclass
class Receiver:
    """What arrives instead of being sent; ``fault`` refuses it."""

    messages: list[tuple[sending.Target, bytes, dict[str, str]]] = field(default_factory=list)
    fault: Fault | None = None

    def send(
        self, target: sending.Target, body: bytes, headers: dict[str, str], **_more: object
    ) -> None:
        if self.fault is not None:
            raise NotSent(self.fault)
        self.messages.append((target, body, headers))


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch) -> Receiver:
    found = Receiver()
    monkeypatch.setattr(sending, "send", found.send)
    named(monkeypatch, "93.184.216.34")
    return found


@pytest.fixture
def zuza() -> Person:
    return f.person("Zuza", username="zuza")


def named(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Let every name have these addresses."""
    rows = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, 443)) for each in addresses]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_more: rows)


def test_a_result_is_told_with_a_signature(zuza: Person, receiver: Receiver) -> None:
    hook = webhook_make(person=zuza, url=URL)
    game = one_offs.played(zuza)
    outbox.send_all()
    ((target, body, headers),) = receiver.messages
    assert (target.host, target.path) == ("bot.example.org", "/games?key=1")
    told = json.loads(body)
    assert (told["event"], told["code"]) == ("game.finished", game.code)
    assert told["play"]["system"] == game.system
    signed = f"{headers['X-Breachkeeper-Time']}.".encode() + body
    expected = hmac.new(hook.secret.encode(), signed, hashlib.sha256).hexdigest()
    assert headers["X-Breachkeeper-Signature"] == expected
    assert not WebhookDelivery.objects.exists()


def test_a_campaign_tells_its_members_of_results_and_of_what_comes_next(
    zuza: Person, receiver: Receiver
) -> None:
    ada = f.person("Ada", username="ada")
    campaign = f.planned_campaign(person=zuza)
    f.join(campaign, ada)
    webhook_make(person=ada, url=URL)
    webhook_make(person=f.person("Eve", username="eve"), url=URL)
    f.record_win(campaign)
    f.settle_all(campaign)
    outbox.send_all()
    told = [json.loads(body) for _target, body, _headers in receiver.messages]
    assert [each["event"] for each in told] == ["game.finished", "campaign.next"]
    assert {each["campaign"] for each in told} == {campaign.code}
    assert told[1]["title"]


def test_a_result_that_is_not_saved_is_not_told(zuza: Person, receiver: Receiver) -> None:
    webhook_make(person=zuza, url=URL)
    with transaction.atomic():
        one_offs.played(zuza)
        transaction.set_rollback(True)
    assert not WebhookDelivery.objects.exists()


def test_who_has_left_a_campaign_is_told_nothing_more(zuza: Person, receiver: Receiver) -> None:
    campaign, ada = f.planned_campaign(person=zuza), f.person("Ada", username="ada")
    place = f.join(campaign, ada)
    webhook_make(person=ada, url=URL)
    f.record_win(campaign)
    Membership.objects.filter(pk=place.pk).delete()
    outbox.send_all()
    assert receiver.messages == []
    assert not WebhookDelivery.objects.exists()


def test_what_does_not_arrive_is_sent_again_later_and_given_up_at_last(
    zuza: Person, receiver: Receiver
) -> None:
    webhook_make(person=zuza, url=URL)
    receiver.fault = Fault.REFUSED
    with time_machine.travel(timezone.now(), tick=False) as clock:
        one_offs.played(zuza)
        assert outbox.send_all() == 1
        for wait in WAITS:
            assert outbox.send_all() == 0  # not yet
            clock.shift(wait)
            assert outbox.send_all() == 1
        assert WebhookDelivery.objects.get().gave_up
        page = client_of(zuza).get(PAGE).content.decode()
        assert "1 message has not arrived yet. The message was refused." in page
        clock.shift(KEPT_FOR + datetime.timedelta(seconds=1))
        assert outbox.send_all() == 0
        assert not WebhookDelivery.objects.exists()


def test_a_webhook_that_is_deleted_while_it_is_asked_holds_up_no_other_message(
    zuza: Person, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    webhook_make(person=zuza, url=URL)
    one_offs.played(zuza)

    def deleted_meanwhile(*_args: object, **_more: object) -> None:
        raise NotSent(Fault.REFUSED)

    note = services.delivery_failed

    def note_later(*, delivery: WebhookDelivery, fault: str) -> None:
        Webhook.objects.all().delete()
        note(delivery=delivery, fault=fault)

    monkeypatch.setattr(sending, "send", deleted_meanwhile)
    monkeypatch.setattr(services, "delivery_failed", note_later)
    assert outbox.send_all() == 1
    assert not WebhookDelivery.objects.exists()


def test_a_slow_address_delays_its_owner_alone(
    zuza: Person, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = Person.objects.create_user("anna")
    for person, games in ((zuza, 3), (anna, 2)):
        webhook_make(person=person, url=f"https://{person.username}.example.org/")
        for _game in range(games):
            one_offs.played(person)
    others_done = threading.Event()
    waited: list[bool] = []

    def send(target: sending.Target, body: bytes, headers: dict[str, str], **_more: object) -> None:
        if target.host.startswith("zuza"):
            waited.append(others_done.wait(20))
        receiver.messages.append((target, body, headers))
        if [each[0].host for each in receiver.messages].count("anna.example.org") == 2:
            others_done.set()

    monkeypatch.setattr(sending, "send", send)
    assert outbox.send_all() == 5
    assert waited == [True] * 3  # one by one, and none before both of the other's had arrived
    hosts = [target.host.partition(".")[0] for target, _body, _headers in receiver.messages]
    assert hosts == ["anna", "anna", "zuza", "zuza", "zuza"]


def test_a_name_that_takes_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()

    def late(*_args: object, **_more: object) -> list[tuple[object, ...]]:
        ended.wait(20)
        return [(0, 0, 0, "", ("8.8.8.8", 443))]

    monkeypatch.setattr(sending, "LOOK_UP_SECONDS", 0.05)
    monkeypatch.setattr(sending, "_look_ups", threading.BoundedSemaphore(1))
    monkeypatch.setattr(socket, "getaddrinfo", late)
    for _attempt in range(2):  # the second finds no room for another look-up
        with pytest.raises(NotSent) as refused:
            sending.target_of(URL)
        assert refused.value.fault is Fault.UNKNOWN
    ended.set()


# --- chats, and a test message ---


@pytest.mark.parametrize("style", list(WebhookStyle))
def test_a_chat_is_told_a_sentence_that_calls_nobody(
    zuza: Person, receiver: Receiver, style: WebhookStyle
) -> None:
    campaign = f.planned_campaign(person=zuza, name="<The> @everyone")
    webhook_make(person=zuza, url=URL, style=style)
    f.record_win(campaign)
    outbox.send_all()
    ((_target, body, headers),) = receiver.messages
    told = json.loads(body)
    assert ("X-Breachkeeper-Signature" in headers) is (style is WebhookStyle.PROGRAM)
    match style:
        case WebhookStyle.PROGRAM:
            assert told["play"]["group"] == "<The> @everyone"
        case WebhookStyle.DISCORD:
            assert told["content"].startswith("<The> @\u200beveryone · ")
            assert ": won" in told["content"]
            assert told["allowed_mentions"] == {"parse": []}
        case WebhookStyle.SLACK:
            assert told["text"].startswith("&lt;The&gt; @\u200beveryone · ")


def test_a_new_webhook_has_sent_nothing_and_a_test_says_whether_it_arrives(
    zuza: Person, receiver: Receiver
) -> None:
    client = client_of(zuza)
    client.post(PAGE, {"url": URL, "style": "discord"})
    hook = zuza.webhooks.get()
    page = client.get(PAGE).content.decode()
    assert "Nothing sent yet." in page
    assert hook.secret not in page  # a chat has no use for it
    receiver.fault = Fault.SILENT
    failed = client.post(PAGE, {"test": hook.pk}, follow=True).content.decode()
    assert "The test message did not arrive. There was no answer." in failed
    assert "Nothing sent yet." in failed
    receiver.fault = None
    arrived = client.post(PAGE, {"test": hook.pk}, follow=True).content.decode()
    assert "The test message arrived." in arrived
    assert "Everything has arrived, the last message on" in arrived
    ((_target, body, _headers),) = receiver.messages
    assert "test message from Breachkeeper" in json.loads(body)["content"]


def test_nobody_tests_the_webhook_of_somebody_else(zuza: Person, receiver: Receiver) -> None:
    hook = webhook_make(person=zuza, url=URL)
    other = client_of(f.person("Eve", username="eve"))
    assert other.post(PAGE, {"test": hook.pk}).status_code == 404
    assert receiver.messages == []


@override_settings(RATE_LIMITS=True)
def test_test_messages_are_limited(zuza: Person, receiver: Receiver) -> None:
    hook, client = webhook_make(person=zuza, url=URL), client_of(zuza)
    answers = [client.post(PAGE, {"test": hook.pk}).status_code for _ in range(11)]
    assert answers == [302] * 10 + [429]


@pytest.mark.parametrize(
    "host",
    [
        *("localhost", "localhost:8443", "127.0.0.1", "[::1]", "10.1.2.3", "192.168.0.9", "nas"),
        *("printer.local", "games.lan", "a.internal", "LOCALHOST.", "x.home.arpa", "0.0.0.0"),
    ],
)
def test_what_can_never_work_is_refused_at_once(zuza: Person, host: str) -> None:
    answer = client_of(zuza).post(PAGE, {"url": f"https://{host}/hook"})
    assert answer.status_code == 422
    assert "This address is not on the internet." in answer.content.decode()
    assert not zuza.webhooks.exists()


def test_a_damaged_record_holds_up_no_other_message(zuza: Person, receiver: Receiver) -> None:
    webhook_make(person=zuza, url=URL)
    damaged = f.planned_campaign(person=zuza)
    f.record_win(damaged)
    f.settle_all(damaged)
    one_offs.played(zuza)
    Fact.objects.filter(game__campaign=damaged).update(payload={"nothing": "of the kind"})
    memory.clear()
    outbox.send_all()
    told = [json.loads(body) for _target, body, _headers in receiver.messages]
    assert [each["campaign"] for each in told] == [damaged.code, ""]
    waiting = WebhookDelivery.objects.get()
    assert (waiting.game.campaign, waiting.fault) == (damaged, Fault.UNREADABLE)
    assert "The game can’t be read." in client_of(zuza).get(PAGE).content.decode()


def test_two_senders_do_not_send_the_same(zuza: Person, receiver: Receiver) -> None:
    from campaign.services.webhooks import delivery_take

    webhook_make(person=zuza, url=URL)
    one_offs.played(zuza)
    assert delivery_take() is not None
    assert delivery_take() is None


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.0.0.1", "192.168.1.1", "172.16.0.1", "169.254.169.254", "0.0.0.0"),
        *(
            "100.64.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::1",
            "fe80::1%eth0",
            "fd00::1",
            "ff02::1",
            "fec0::1",
        ),
        *("::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "nonsense"),
    ],
)
def test_an_address_of_a_private_network_is_never_asked(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    named(monkeypatch, "93.184.216.34", address)  # one of several is enough
    with pytest.raises(NotSent) as refused:
        sending.target_of(URL)
    assert refused.value.fault is Fault.PRIVATE


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1::1"])
def test_an_address_on_the_internet_is_asked(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    named(monkeypatch, address)
    assert sending.target_of(URL).address == address


@pytest.mark.parametrize(
    "url",
    [
        *("http://bot.example.org/", "https://", "https://user:pw@bot.example.org/", "ftp://x/"),
        *("https://bot.example.org:99999/", "https://bot.example.org/\r\nX: 1", "javascript:1"),
        *("https://[::1", "https://żółw.example/", "x" * 501),
    ],
)
def test_an_address_that_cannot_be_one_is_refused(zuza: Person, url: str) -> None:
    assert client_of(zuza).post(PAGE, {"url": url}).status_code == 422
    assert not Webhook.objects.exists()


def test_a_webhook_is_listed_with_its_secret_and_deleted(zuza: Person) -> None:
    client = client_of(zuza)
    assert client.post(PAGE, {"url": URL}).status_code == 302
    hook = Webhook.objects.get()
    page = client.get(PAGE).content.decode()
    assert hook.secret in page
    other = client_of(f.person("Ada", username="ada"))
    assert other.post(PAGE, {"delete": str(hook.pk)}).status_code == 404
    client.post(PAGE, {"delete": str(hook.pk)})
    assert not Webhook.objects.exists()


def test_a_person_has_a_limited_number_of_webhooks(zuza: Person) -> None:
    for number in range(MAX_WEBHOOKS):
        webhook_make(person=zuza, url=f"{URL}{number}")
    answer = client_of(zuza).post(PAGE, {"url": URL})
    assert answer.status_code == 422
    assert "Delete one first." in answer.content.decode()


def test_webhooks_that_are_never_done_hold_up_no_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    told = threading.Event()

    def send_notices() -> int:
        told.set()
        return 0

    def send_all() -> int:
        assert told.wait(20), "notices wait for webhooks"
        return 0

    turns = iter([False, True])
    monkeypatch.setattr(outbox, "PAUSE", 0.01)
    monkeypatch.setattr(outbox, "send_notices", send_notices)
    monkeypatch.setattr(outbox, "send_all", send_all)
    outbox.send_for_ever(lambda _seconds: next(turns))


def test_the_command_sends_what_is_due(zuza: Person, receiver: Receiver, capsys: Any) -> None:
    webhook_make(person=zuza, url=URL)
    one_offs.played(zuza)
    call_command("webhooks", "--once")
    assert capsys.readouterr().out == "1 tried.\n"
    assert len(receiver.messages) == 1


# --- over a real connection ---


TRICKLES = ("/trickle/head", "/trickle/body")


class Answering(http.server.BaseHTTPRequestHandler):
    """Answer with the status in the path; 302 leads to where nobody may be led."""

    asked: list[tuple[str, bytes]] = []

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.asked.append((self.path, body))
        if self.path in TRICKLES:
            self._trickle(self.path == "/trickle/body")
            return
        self.send_response(int(self.path.strip("/")))
        self.send_header("Location", "/200")
        self.end_headers()

    def _trickle(self, in_body: bool) -> None:
        """Send a byte every moment, until the other side has had enough."""
        with suppress(OSError):
            self.wfile.write(b"HTTP/1.0 200 OK\r\n" + b"\r\n" * in_body)
            for _moment in range(100):
                self.wfile.write(b"x")
                time.sleep(0.05)

    def log_message(self, *_args: object) -> None:
        """Say nothing."""


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[sending.Target]:
    """Serve with a certificate for a name, which is trusted here alone."""
    certificate = tmp_path / "bot.pem"
    certificate.write_bytes(certified("bot.example.org"))
    server = http.server.HTTPServer(("127.0.0.1", 0), Answering)
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    served.load_cert_chain(certificate)
    server.socket = served.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    trusting = ssl.create_default_context(cafile=str(certificate))
    monkeypatch.setattr(ssl, "create_default_context", lambda: trusting)
    Answering.asked.clear()
    yield sending.Target("bot.example.org", server.server_port, "/200", "127.0.0.1")
    server.shutdown()
    server.server_close()


def certified(name: str) -> bytes:
    """Return a key and a certificate of a name, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    ) + certificate.public_bytes(serialization.Encoding.PEM)


def test_a_message_arrives_at_the_address_that_was_looked_up(bot: sending.Target) -> None:
    sending.send(bot, b"{}", {"Content-Type": "application/json"})
    assert Answering.asked == [("/200", b"{}")]


@pytest.mark.parametrize("status", [302, 404, 500])
def test_a_redirect_or_an_error_is_no_receipt(bot: sending.Target, status: int) -> None:
    target = sending.Target(bot.host, bot.port, f"/{status}", bot.address)
    with pytest.raises(NotSent) as refused:
        sending.send(target, b"{}", {})
    assert refused.value.fault is Fault.REFUSED
    assert len(Answering.asked) == 1  # it was not followed


@pytest.mark.parametrize("path", TRICKLES)
def test_who_answers_a_byte_at_a_time_holds_nobody_up(
    bot: sending.Target, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "SECONDS", 0.5)
    began = time.monotonic()
    with pytest.raises(NotSent) as refused:
        sending.send(sending.Target(bot.host, bot.port, path, bot.address), b"{}", {})
    assert refused.value.fault is Fault.SILENT
    assert time.monotonic() - began < 3


def test_who_never_shakes_hands_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        target = sending.Target("bot.example.org", silent.getsockname()[1], "/", "127.0.0.1")
        with pytest.raises(NotSent) as refused:
            sending.send(target, b"{}", {})
    assert refused.value.fault is Fault.SILENT


def test_a_certificate_of_another_name_is_not_trusted(bot: sending.Target) -> None:
    other = sending.Target("other.example.org", bot.port, "/200", bot.address)
    with pytest.raises(NotSent) as refused:
        sending.send(other, b"{}", {})
    assert refused.value.fault is Fault.SILENT
    assert Answering.asked == []


def test_a_guest_has_no_webhooks() -> None:
    assert client_of(f.person("Gia")).get(PAGE)["Location"] == "/account"
    assert Client().get(PAGE).status_code == 302
