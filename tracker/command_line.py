"""The command ``breachkeeper``: serve the site at home, or run a management command.

By itself it migrates the database, makes the demo and serves the site, as ``make run`` does in a
checkout. ``breachkeeper manage …`` is ``manage.py …``; some of its commands need no ``manage``.
"""

import argparse
import importlib.util
import io
import os
import socket
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from importlib import metadata
from typing import Any

SHORT_FORMS = ("backup", "restore", "sheet", "check", "journal")
APPLICATION = "tracker.asgi:application"
HOSTS = "BREACHKEEPER_ALLOWED_HOSTS"
LOOPBACK = "127.0.0.1"
LOCAL = ("localhost", "127.0.0.1", "[::1]")
SHUTDOWN_SECONDS = 2


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tracker.settings")
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["manage"]:
        manage(given[1:])
    elif given and given[0] in SHORT_FORMS:
        manage(given)
    else:
        serve(_parser().parse_args(given))


def manage(arguments: Sequence[str]) -> None:
    """Run a management command."""
    from django.core.management import execute_from_command_line  # slow to import

    execute_from_command_line(["breachkeeper manage", *arguments])


def serve(options: argparse.Namespace) -> None:
    """Serve the site until it is stopped."""
    hosts = [options.host]
    if options.phones:
        hosts = [LOOPBACK, _home_address()]
        os.environ["BREACHKEEPER_PHONES_URL"] = _url(hosts[-1], options.port)
    os.environ["PORT"] = str(options.port)
    os.environ.setdefault(HOSTS, ",".join((*LOCAL, *map(_in_url, hosts))))
    manage(["migrate", "--verbosity", "0"])
    _make_demo()
    if options.phones:
        _say(terminal_code(_url(hosts[-1], options.port)))
    _say(f"Breachkeeper is at {_url(hosts[-1], options.port)} – Ctrl-C stops it.")
    _send_webhooks()
    run_server(hosts, options.port, reload=options.reload)


def run_server(hosts: Sequence[str], port: int, *, reload: bool = False) -> None:
    """Serve the site, once its database is ready."""
    import uvicorn  # slow to import

    common: dict[str, Any] = {
        "access_log": False,
        "log_level": "warning",
        "timeout_graceful_shutdown": SHUTDOWN_SECONDS,
        **server_parts(),
    }
    if reload:  # for development: it starts processes of its own
        uvicorn.run(APPLICATION, host=hosts[0], port=port, reload=True, **common)
        return
    server = uvicorn.Server(uvicorn.Config(APPLICATION, **common))
    with suppress(KeyboardInterrupt):
        server.run([_listening(host, port) for host in hosts])


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        sys.exit(f"{host} port {port} cannot be used ({error.strerror}): --port takes another.")


def _send_webhooks() -> None:
    """Send what webhooks are to be told, beside the server; it ends with the process."""
    from tracker.webhooks.outbox import send_for_ever  # Django comes first

    never = threading.Event()
    threading.Thread(target=send_for_ever, args=[never.wait], daemon=True, name="webhooks").start()


def terminal_code(url: str) -> str:
    """Return the QR code of an address in characters, to be scanned off a terminal."""
    import segno  # slow to import

    drawn = io.StringIO()
    segno.make(url, micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()


def _home_address() -> str:
    from tracker.web.phones import home_address  # Django comes first

    return home_address() or sys.exit(
        "No home network was found: this machine has no private address. "
        "--host takes an address to listen on."
    )


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _url(host: str, port: int) -> str:
    return f"http://{_in_url(host)}:{port}/"


def _say(text: str) -> None:
    """Print a text; what a terminal cannot show becomes question marks."""
    encoding = sys.stdout.encoding or "ascii"
    print(text.encode(encoding, "replace").decode(encoding), flush=True)  # noqa: T201


def server_parts() -> dict[str, Any]:
    """Return the parser and the event loop of uvicorn: those in C, or what there is without.

    Uvicorn's other parser, h11, bounds the size of a request's head itself.
    """
    has_parser, has_loop = map(_is_installed, ("httptools", "uvloop"))
    return {
        "http": "tracker.web.protocol:BoundedHttp" if has_parser else "h11",
        "loop": "uvloop" if has_loop else "asyncio",
    }


def _is_installed(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ValueError:  # it was tried before, and could not be imported
        return False


def _make_demo() -> None:
    """Make the demo unless there is one."""
    from campaign.demo import demo_campaigns, make_demo  # Django comes first

    if not demo_campaigns():
        make_demo()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="breachkeeper",
        description="Serve the site with its demo on this machine.",
        epilog=f"breachkeeper {' | '.join(SHORT_FORMS)} | manage …: run a management command "
        "(breachkeeper manage help lists them).",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--host", default=LOOPBACK, help="the address to listen on")
    where.add_argument(
        "--phones",
        action="store_true",
        help="listen in the home network too, and show its address as a QR code",
    )
    parser.add_argument("--port", type=_port, default=os.environ.get("PORT", "8000"))
    parser.add_argument("--reload", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--version", action="version", version=_version())
    return parser


def _port(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 1 to 65535")
    return int(text)


def _version() -> str:
    try:
        return metadata.version("breachkeeper")
    except metadata.PackageNotFoundError:
        return "a checkout"
