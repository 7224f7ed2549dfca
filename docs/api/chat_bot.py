"""A chat bot that posts results: it listens for webhooks and passes them on to a chat.

Run it where the internet reaches it over HTTPS (behind a proxy), with the secret of the webhook and
the address to which your chat takes messages:

    WEBHOOK_SECRET=… CHAT_URL=https://chat.example.org/hooks/… python3 chat_bot.py
"""

import hashlib
import hmac
import json
import os
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

MAX_AGE = 300  # seconds: an old message that somebody repeats is not believed
MAX_BODY = 100_000
RESULTS = {"win": "won", "loss": "lost", "draw": "ended in a draw"}


def is_genuine(secret: str, at: str, body: bytes, signature: str) -> bool:
    """Say whether a message was signed with our secret, and just now."""
    expected = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    fresh = at.isdecimal() and abs(time.time() - int(at)) <= MAX_AGE
    return fresh and hmac.compare_digest(expected, signature)


def sentence(event: dict) -> str:
    """Return what the chat is told."""
    if event["event"] == "campaign.next":
        return f"{event['title']}. {event['text']}".strip()
    play = event["play"]
    players = ", ".join(seat["player"] for seat in play["seats"] if seat["player"])
    how = RESULTS.get(play["result"], "played")
    against = f" against {play['against']}" if play["against"] else ""
    return f"{play['game']}: {how}{against}" + (f" ({players})" if players else "")


class Bot(BaseHTTPRequestHandler):
    """Receive a message, and post it."""

    def do_POST(self) -> None:
        size = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(min(size, MAX_BODY))
        at = self.headers.get("X-Breachkeeper-Time", "")
        signature = self.headers.get("X-Breachkeeper-Signature", "")
        genuine = is_genuine(os.environ["WEBHOOK_SECRET"], at, body, signature)
        if genuine:
            text = json.dumps({"text": sentence(json.loads(body))}).encode()
            headers = {"Content-Type": "application/json"}
            request = urllib.request.Request(os.environ["CHAT_URL"], text, headers)
            urllib.request.urlopen(request, timeout=10).close()
        self.send_response(204 if genuine else 403)
        self.end_headers()


if __name__ == "__main__":
    HTTPServer(("127.0.0.1", 8090), Bot).serve_forever()
