"""Parsers of environment variables, beside those of environs; settings.py has the variables.

An error names the variable and what it accepts, and never repeats a value that may be secret:
environs' own parsers say only that a value is not valid.
Object storage and a cache, for several machines, are given as URLs, and need the packages of
requirements-machines.txt, which others need not install.
"""

import contextlib
import importlib.util
import os
import re
import secrets
import stat
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import dj_database_url
from environs import Env, ValidationError

CONNECT_SECONDS = 2  # libpq waits no shorter
# libpq gives up a connection whose other side acknowledges nothing for ten seconds.
UNANSWERED = {
    "tcp_user_timeout": 10_000,  # ms, of what was sent
    "keepalives_idle": 4,  # s, then a probe
    "keepalives_interval": 2,  # s between probes
    "keepalives_count": 3,
}
# Compiling a query of many small joins takes longer than running it. And PostgreSQL ends a
# transaction whose site has gone without a word, for its locks would keep all others waiting.
SESSION = "-c jit=off -c idle_in_transaction_session_timeout=8s"
SQLITE = "tracker.config.sqlite"
DATABASES = (
    "sqlite:////absolute/path/to/file.sqlite3 or postgres://user:password@host:5432/database"
)
# Django's own deployment check asks for as much (security.W009).
SECRET_KEY_LENGTH = 50
SECRET_KEY_VARIETY = 5
SECRET_KEY = f"a random text of at least {SECRET_KEY_LENGTH} characters"

ADDRESSES = (
    "file:///absolute/path or s3://key:secret@host/bucket (?region=…, and &tls=off for plain HTTP)"
)
MAIL_SERVERS = "smtp://user:password@host:587 (?tls=off: unencrypted) or smtps://user:password@host"
FILES = "django.core.files.storage.FileSystemStorage"
OBJECTS = "storages.backends.s3.S3Storage"
MACHINES = "first install the packages: pip install --require-hashes -r requirements-machines.txt"

# Our variables that others use too; all others begin with BREACHKEEPER_.
OTHERS = frozenset({"PORT", "DATABASE_URL", "REDIS_URL"})

# What the site stores in its data directory.
DATABASE, KEY = "breachkeeper.sqlite3*", "secret-key"
OURS = (DATABASE, KEY, "media", "static", "backups", "sheets", "webhooks-alive")

NAME = r"[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\]"
# A leading dot matches subdomains; "*" matches every host.
HOST = re.compile(rf"\*|\.?({NAME})", re.IGNORECASE)
ORIGIN = re.compile(rf"https?://(\*\.)?({NAME})(:[0-9]{{1,5}})?", re.IGNORECASE)


env = Env()


def tidy_variables() -> None:
    """Strip our variables, and unset those that are blank: environs takes a blank for a value."""
    for name, value in list(os.environ.items()):
        if name.startswith("BREACHKEEPER_") or name in OTHERS:
            if stripped := value.strip():
                os.environ[name] = stripped
            else:
                del os.environ[name]


@env.parser_for("switch")
def switch(value: str | bool) -> bool:
    """Return a switch; its default is a boolean already."""
    match str(value).strip().lower():
        case "1" | "true" | "yes" | "on":
            return True
        case "0" | "false" | "no" | "off":
            return False
    raise ValidationError("It accepts 1, true, yes, on or 0, false, no, off.")


@env.parser_for("listed")
def listed(value: str, *, of: re.Pattern[str], accepts: str) -> list[str]:
    """Return the parts of a comma-separated list."""
    parts = [part.strip() for part in value.split(",") if part.strip()]
    for part in parts:
        if not of.fullmatch(part):
            raise ValidationError(f"{part!r} is not understood: it accepts {accepts}.")
    return parts


@env.parser_for("one_of")
def one_of(value: str, *, among: list[str]) -> str:
    """Return one of some values, matched in any letter case."""
    for known in among:
        if value.lower() == known.lower():
            return known
    raise ValidationError(f"{value!r} is not understood: it accepts {', '.join(among)}.")


@env.parser_for("time_zone")
def time_zone(value: str) -> str:
    """Return the name of a time zone."""
    try:
        return ZoneInfo(value).key
    except (ValueError, OSError, ZoneInfoNotFoundError):
        raise ValidationError(
            f"{value!r} is not understood: it accepts a time zone, such as UTC or Europe/Warsaw."
        ) from None


@env.parser_for("directory")
def directory(value: str) -> Path:
    """Return a directory, created if necessary."""
    path = Path(value).expanduser()
    if not path.is_absolute():
        raise ValidationError(f"{value!r} is not understood: it accepts an absolute path.")
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ValidationError(f"{path} cannot be made a directory ({error.strerror}).") from error
    _close_to_others(path)
    return path


def _close_to_others(path: Path) -> None:
    """Make our files in a directory readable by nobody else on the machine.

    A directory is ours if our database is in it, or nothing but our key: others too have
    directories with a name like media. One that all users share (/tmp, which has the sticky bit)
    stays as it is.
    """
    is_ours = any(path.glob(DATABASE)) or all(found.name == KEY for found in path.iterdir())
    closed = [found for name in (OURS if is_ours else [KEY]) for found in path.glob(name)]
    if is_ours and not path.stat().st_mode & stat.S_ISVTX:
        closed.append(path)
    for found in closed:
        with contextlib.suppress(OSError):  # another user's: left to the operator
            found.chmod(0o700 if found.is_dir() else 0o600)


@env.parser_for("database")
def database(url: str) -> dj_database_url.DBConfig:
    """Return Django's settings for SQLite or PostgreSQL."""
    scheme = url.partition("://")[0]
    try:
        config = dj_database_url.parse(url, conn_max_age=60, conn_health_checks=True)
    except ValueError:
        config = {}
    if scheme not in ("sqlite", "postgres", "postgresql") or not config.get("NAME"):
        raise ValidationError(f"It accepts {DATABASES}.")
    if scheme != "sqlite":
        options = config.setdefault("OPTIONS", {})
        options["options"] = f"{options.get('options', '')} {SESSION}".strip()
        options.setdefault("connect_timeout", CONNECT_SECONDS)
        # A server that is gone without a word: its connections end, those that wait included.
        for name, value in UNANSWERED.items():
            options.setdefault(name, value)
        # After five times a statement is prepared: no longer parsed, and rarely planned.
        options |= {"server_side_binding": True, "prepare_threshold": 5}
        return config
    if config["NAME"] != ":memory:":
        file = Path(config["NAME"]).absolute()
        if file.is_dir() or not file.parent.is_dir():
            raise ValidationError(f"It accepts {DATABASES}; the directory of the file must exist.")
        config["NAME"] = str(file)
    options = {
        # Readers do not wait for a writer.
        "init_command": "PRAGMA journal_mode=WAL;",
        # Writers wait at BEGIN; in the middle of a transaction SQLite could only fail.
        "transaction_mode": "IMMEDIATE",
        # Seconds of that wait.
        "timeout": 20,
    }
    return {**config, "ENGINE": SQLITE, "OPTIONS": options | config.get("OPTIONS", {})}


def database_directory(config: dj_database_url.DBConfig, otherwise: Path) -> Path:
    """Return the directory of the SQLite file, or ``otherwise`` if there is none."""
    if config["ENGINE"] == SQLITE and config["NAME"] != ":memory:":
        return Path(config["NAME"]).parent
    return otherwise


@env.parser_for("secret_key")
def secret_key(value: str, *, stored_in: Path | None) -> str:
    """Return the secret key, or else the one stored in a directory, where it is made once."""
    if value:
        if len(value) < SECRET_KEY_LENGTH or len(set(value)) < SECRET_KEY_VARIETY:
            raise ValidationError(f"It accepts {SECRET_KEY}.")
        return value
    if stored_in is None:
        raise ValidationError(
            f"It is not set, and debug is off: it accepts {SECRET_KEY}. One is made by "
            "python3 -c 'import secrets; print(secrets.token_urlsafe(64))'"
        )
    path = stored_in / KEY
    try:
        stored = _stored_key(path)
    except OSError as error:
        raise ValidationError(
            f"It is not set, and none can be stored in {path} ({error.strerror}): make the "
            f"directory writable for this user, or set this to {SECRET_KEY}."
        ) from error
    if len(stored) < SECRET_KEY_LENGTH:
        raise ValidationError(
            f"{path} does not hold a secret key: delete the file, or set this to {SECRET_KEY}."
        )
    return stored


def _stored_key(path: Path) -> str:
    """Return the key in a file, which is first written with a new key if it does not exist.

    The file is complete before it gets its name, and a link, unlike a rename, fails if the name
    exists: two processes that start together use the same key.
    """
    if not path.exists():
        descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=".secret-key-")  # mode 0600
        try:
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write(secrets.token_urlsafe(64) + "\n")
                file.flush()
                os.fsync(file.fileno())
            path.hardlink_to(draft)
        except FileExistsError:
            pass  # the other process was first
        finally:
            Path(draft).unlink()
    return path.read_text(encoding="ascii", errors="replace").strip()


@env.parser_for("storages")
def storages(value: str, *, data: Path) -> dict[str, dict[str, Any]]:
    """Return Django's settings for the storages of pictures and of compiled sheets."""
    address = urlsplit(value)
    match address.scheme:
        case "file" if address.path.startswith("/") and not address.netloc:
            return {
                "default": {"BACKEND": FILES},
                "sheets": {"BACKEND": FILES, "OPTIONS": {"location": data / "sheets"}},
            }
        case "s3" if address.hostname and len(address.path) > 1:
            _need("storages", "boto3")
            options = _bucket(address)
            return {
                "default": {"BACKEND": OBJECTS, "OPTIONS": options},
                "sheets": {"BACKEND": OBJECTS, "OPTIONS": {**options, "location": "sheets"}},
            }
    raise ValidationError(f"It accepts {ADDRESSES}.")


@env.parser_for("mail_server")
def mail_server(value: str) -> dict[str, Any]:
    """Return Django's settings for a mail server; {} for none."""
    if not value:
        return {}
    address = urlsplit(value)
    if address.scheme not in ("smtp", "smtps") or not address.hostname or address.path.strip("/"):
        raise ValidationError(f"It accepts {MAIL_SERVERS}.")
    is_tls = address.scheme == "smtps"
    is_plain = parse_qs(address.query).get("tls") == ["off"]
    try:
        port = address.port or (465 if is_tls else 587)
    except ValueError as error:
        raise ValidationError(f"It accepts {MAIL_SERVERS}.") from error
    return {
        "EMAIL_HOST": address.hostname,
        "EMAIL_PORT": port,
        "EMAIL_HOST_USER": unquote(address.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(address.password or ""),
        "EMAIL_USE_SSL": is_tls,
        "EMAIL_USE_TLS": not is_tls and not is_plain,
    }


def _bucket(address: SplitResult) -> dict[str, Any]:
    query = parse_qs(address.query)
    host = (address.hostname or "") + (f":{address.port}" if address.port else "")
    plain = query.get("tls") == ["off"]
    return {
        "bucket_name": address.path.strip("/"),
        "endpoint_url": f"{'http' if plain else 'https'}://{host}",
        "access_key": unquote(address.username or ""),
        "secret_key": unquote(address.password or ""),
        "region_name": query.get("region", ["us-east-1"])[0],
        "addressing_style": "path",  # other servers than Amazon's have no host for each bucket
        "default_acl": "private",
        "file_overwrite": False,
    }


def _need(*packages: str) -> None:
    if not all(map(importlib.util.find_spec, packages)):
        raise ValidationError(f"It is understood, but {MACHINES}.")
