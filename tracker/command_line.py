"""The command ``breachkeeper``: serve the site at home, or run a management command.

By itself it migrates the database, makes the demo and serves the site, as ``make run`` does in a
checkout. ``breachkeeper manage …`` is ``manage.py …``; some of its commands need no ``manage``.
"""

import argparse
import errno
import importlib
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

from tracker.config.start import explained, missing_migrations

SHORT_FORMS = {
    "backup": "save everything to one file",
    "restore": "bring a backup back, on a new machine too",
    "move": "write everything to one file for a new machine",
    "update": "make a backup, and say how to update",
    "sheet": "print a set-up sheet",
    "check": "say what is wrong with the installation",
}
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
    elif given and given[0] in short_forms():
        manage(given, "breachkeeper")
    elif given and not given[0].startswith("-"):
        sys.exit(f"“{given[0]}” is no command. breachkeeper --help lists them.")
    else:
        serve(_parser().parse_args(given))


def short_forms() -> dict[str, str]:
    """Return the commands that need no ``manage``, and what they do; a game may have some."""
    from campaign.rules.registry import GAMES  # slow to import

    games = (importlib.import_module(f"tracker.systems.{game}") for game in GAMES)
    found = dict(SHORT_FORMS)
    for game in games:
        found.update(getattr(game, "COMMANDS", {}))
    return found


def manage(arguments: Sequence[str], name: str = "breachkeeper manage") -> None:
    """Run a management command."""
    import django  # slow to import
    from django.core.management import execute_from_command_line

    with explained():
        if arguments[:1] == ["migrate"]:
            django.setup()
            missing_migrations()
        execute_from_command_line([name, *arguments])


def serve(options: argparse.Namespace) -> None:
    """Serve the site until it is stopped, and say what happens until then."""
    _say("Breachkeeper is starting.")
    hosts = [options.host]
    with explained():
        if options.phones:
            _refuse_debug_pages()
            hosts = [LOOPBACK, _home_address()]
            os.environ["BREACHKEEPER_PHONES_URL"] = _url(hosts[-1], options.port)
        os.environ["PORT"] = str(options.port)
        named = os.environ.get(HOSTS, "").strip()
        if options.phones or not named:  # phones come by the address, whatever names there are
            os.environ[HOSTS] = ",".join(filter(None, (named, *LOCAL, *map(_in_url, hosts))))
        # Before anything is written: whoever starts it twice has it running already.
        sockets = [_bound(host, options.port) for host in hosts]
        _prepare()
        _send_webhooks()
    url = _url(hosts[-1], options.port)
    code = terminal_code(url) if options.phones else ""
    run_server(sockets, f"{code}Breachkeeper is at {url} – Ctrl-C stops it.", options)


def _prepare() -> None:
    """Bring the data up to date, and make the demo unless there is one. No cron runs at home."""
    import django  # slow to import

    django.setup()
    from django.conf import settings

    from campaign.demo import languages_without_demo, make_demo
    from campaign.services.probes import write_probe
    from tracker.sheets.compiler import delete_old_sheets

    _say(f"Opening the data in {settings.DATA_DIR}")
    missing, has_data = missing_migrations()
    if missing:
        what = "Updating the data to this version" if has_data else "Creating the database"
        _say(f"{what}: {missing} steps")
        manage(["migrate", "--verbosity", "0"])
    write_probe()
    delete_old_sheets()
    languages = languages_without_demo()
    if languages:
        _say(f"Creating the demo campaigns in {len(languages)} languages")
        make_demo(languages)


def run_server(sockets: Sequence[socket.socket], ready: str, options: argparse.Namespace) -> None:
    """Serve the site once its database is ready, and say so once it answers."""
    import uvicorn  # slow to import

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                _say(ready)

    _say("Starting the server")
    common: dict[str, Any] = {
        "access_log": False,
        "log_level": "warning",
        "timeout_graceful_shutdown": SHUTDOWN_SECONDS,
        **server_parts(),
    }
    if options.reload:  # for development: it starts processes of its own
        for taken in sockets:
            taken.close()
        _say(ready)
        uvicorn.run(APPLICATION, host=options.host, port=options.port, reload=True, **common)
        return
    with suppress(KeyboardInterrupt):
        Server(uvicorn.Config(APPLICATION, **common)).run(list(sockets))


def _bound(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address; end the program if somebody else has it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        found = socket.create_server((host, port), family=family)
    except OSError as error:
        sys.exit(_cannot_listen(host, port, error))
    return found


def _cannot_listen(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is taken: Breachkeeper, or another program, is running there already. "
            "--port takes another."
        )
    return f"{host} port {port} cannot be used ({error.strerror}): --port takes another."


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


def _refuse_debug_pages() -> None:
    """End the program if everybody in the network would be shown Django's debug pages."""
    from tracker.config.environment import env, tidy_variables  # slow to import

    tidy_variables()
    if env.switch("BREACHKEEPER_DEBUG", False):
        sys.exit(
            "With BREACHKEEPER_DEBUG=on everybody in the home network could read Django's debug "
            "pages: leave it unset for --phones."
        )


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _url(host: str, port: int) -> str:
    return f"http://{_in_url(host)}:{port}/"


def _say(text: str) -> None:
    """Print a text; what a terminal cannot show becomes question marks."""
    encoding = sys.stdout.encoding or "ascii"
    print(text.encode(encoding, "replace").decode(encoding), flush=True)  # noqa: T201


def server_parts() -> dict[str, str]:
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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="breachkeeper",
        description="Serve the site with its demo on this machine, or run a command.",
        epilog="\n".join(
            (
                "commands (breachkeeper COMMAND --help says more):",
                *(f"  {name:9} {what}" for name, what in short_forms().items()),
                f"  {'manage':9} run any other management command (manage help lists them)",
            )
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
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
