"""Read settings from environment variables, and refuse what makes no sense.

An unset or empty variable means its default. Anything else that is not understood raises
ImproperlyConfigured with the variable, the value and what would be accepted.
"""

import os
import re
import secrets
import tempfile
from collections.abc import Collection
from pathlib import Path
from typing import NoReturn
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

TRUE = ("1", "true", "yes", "on")
FALSE = ("0", "false", "no", "off")

SQLITE = "django.db.backends.sqlite3"

# Django's own deployment check asks for as much (security.W009).
SECRET_KEY_LENGTH = 50
SECRET_KEY_VARIETY = 5

# A leading dot takes in subdomains; "*" takes in every host.
HOST = re.compile(r"\*|\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\]", re.IGNORECASE)


def refuse(name: str, value: str, accepts: str) -> NoReturn:
    raise ImproperlyConfigured(f"{name}={value!r} is not understood: it accepts {accepts}.")


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool) -> bool:
    value = text(name).lower()
    if not value:
        return default
    if value in TRUE:
        return True
    if value in FALSE:
        return False
    refuse(name, value, f"{', '.join(TRUE)} or {', '.join(FALSE)}")


def whole_number(name: str, *, default: int, least: int, most: int) -> int:
    value = text(name)
    if not value:
        return default
    # int() alone would take "1_000", "+5" and other scripts' digits.
    if re.fullmatch(r"[0-9]{1,12}", value) and least <= int(value) <= most:
        return int(value)
    refuse(name, value, f"a whole number from {least} to {most}")


def choice(name: str, *, default: str, among: Collection[str]) -> str:
    value = text(name, default)
    for known in among:
        if value.lower() == known.lower():
            return known
    refuse(name, value, f"one of {', '.join(among)}")


def time_zone(name: str, *, default: str) -> str:
    value = text(name, default)
    try:
        ZoneInfo(value)
    except (ValueError, OSError, ZoneInfoNotFoundError):
        refuse(name, value, "the name of a time zone, such as UTC or Europe/Warsaw")
    return value


def hosts(name: str, *, default: list[str]) -> list[str]:
    found = _listed(name)
    for host in found:
        if not HOST.fullmatch(host):
            refuse(
                name, host, "host names without scheme or port, separated by commas, or * for any"
            )
    return found or default


def origins(name: str) -> list[str]:
    found = _listed(name)
    for origin in found:
        accepts = "origins such as https://games.example.org, separated by commas"
        try:
            parts = urlsplit(origin)
            _ = parts.port
        except ValueError:
            refuse(name, origin, accepts)
        if parts.scheme not in ("http", "https") or origin != f"{parts.scheme}://{parts.netloc}":
            refuse(name, origin, accepts)
        if not parts.hostname or "@" in parts.netloc:
            refuse(name, origin, accepts)
    return found


def directory(name: str, *, default: Path) -> Path:
    """Return a directory that exists, made if need be."""
    value = text(name)
    path = Path(value).expanduser() if value else default
    if not path.is_absolute():
        refuse(name, value, "an absolute path")
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        refuse(name, str(path), f"a directory that can be made and written ({error.strerror})")
    return path


def database(name: str, *, default: Path) -> dj_database_url.DBConfig:
    """Return Django's settings for SQLite (this file, if the variable is unset) or PostgreSQL."""
    value = text(name)
    if not value:
        return _sqlite({"ENGINE": SQLITE, "NAME": str(default)})
    accepts = (
        "sqlite:////absolute/path/to/file.sqlite3 or postgres://user:password@host:5432/database"
    )
    scheme, separator, rest = value.partition("://")
    # Without the rest: it may hold a password, and this sentence may reach a log.
    shown = f"{scheme}://…" if separator else "…"
    if scheme not in ("sqlite", "postgres", "postgresql") or not rest:
        refuse(name, shown, accepts)
    try:
        config = dj_database_url.parse(value, conn_max_age=60, conn_health_checks=True)
    except ValueError:
        refuse(name, shown, accepts)
    if not config.get("NAME"):
        refuse(name, shown, accepts)
    if scheme != "sqlite":
        # A plan of many small joins looks dear until its tables are analysed; compiling it is dear.
        options = config.setdefault("OPTIONS", {})
        options["options"] = f"{options.get('options', '')} -c jit=off".strip()
        return config
    if config["NAME"] != ":memory:":
        file = Path(config["NAME"]).absolute()
        if file.is_dir() or not file.parent.is_dir():
            refuse(name, value, f"{accepts}; the directory of the file must exist")
        config["NAME"] = str(file)
    return _sqlite(config)


def _sqlite(config: dj_database_url.DBConfig) -> dj_database_url.DBConfig:
    options = {
        # Readers do not wait for a writer.
        "init_command": "PRAGMA journal_mode=WAL;",
        # A writer queues at BEGIN; half-way through a transaction SQLite could only fail.
        "transaction_mode": "IMMEDIATE",
        # Seconds in that queue.
        "timeout": 20,
    }
    return {**config, "CONN_MAX_AGE": 0, "OPTIONS": options | config.get("OPTIONS", {})}


def database_directory(config: dj_database_url.DBConfig, otherwise: Path) -> Path:
    """Return the directory of the SQLite file, or the other one if there is no such file."""
    if config["ENGINE"] == SQLITE and config["NAME"] != ":memory:":
        return Path(config["NAME"]).parent
    return otherwise


def secret_key(name: str, *, keep_in: Path | None) -> str:
    """Return the secret key; with none given, make one once and keep it in this directory."""
    value = text(name)
    accepts = f"a random text of at least {SECRET_KEY_LENGTH} characters"
    if value:
        if len(value) < SECRET_KEY_LENGTH or len(set(value)) < SECRET_KEY_VARIETY:
            refuse(name, "…", accepts)
        return value
    if keep_in is None:
        raise ImproperlyConfigured(
            f"{name} is not set, and debug is off: it accepts {accepts}. One is made by "
            "python3 -c 'import secrets; print(secrets.token_urlsafe(64))'"
        )
    path = keep_in / "secret-key"
    try:
        kept = _kept(path)
    except OSError as error:
        raise ImproperlyConfigured(
            f"{name} is not set, and none can be kept in {path} ({error.strerror}): set it to "
            f"{accepts}."
        ) from error
    if len(kept) < SECRET_KEY_LENGTH:
        raise ImproperlyConfigured(
            f"{path} does not hold a secret key: delete the file, or set {name} to {accepts}."
        )
    return kept


def _kept(path: Path) -> str:
    """Return what the file holds, written first with a new key if there is none.

    The key is complete before it gets its name, and a name is given only once (link fails where
    rename would replace): of two processes that start together, both use the same key.
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


def _listed(name: str) -> list[str]:
    return [part.strip() for part in text(name).split(",") if part.strip()]
