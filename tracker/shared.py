"""What several machines share beside the database: object storage, and a cache.

Both are named by an address in the environment, and both need the packages of
requirements-machines.txt, which nobody else has to install.
"""

import importlib.util
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from environs import ValidationError

from tracker.environment import env

ADDRESSES = (
    "file:///absolute/path or s3://key:secret@host/bucket (?region=…, and &tls=off for plain HTTP)"
)
FILES = "django.core.files.storage.FileSystemStorage"
OBJECTS = "storages.backends.s3.S3Storage"
MACHINES = "first install the packages: pip install --require-hashes -r requirements-machines.txt"

Storage = dict[str, Any]


@env.parser_for("storages")
def storages(value: str, *, data: Path) -> dict[str, Storage]:
    """Return where pictures lie, and where compiled sheets do."""
    address = urlsplit(value)
    match address.scheme:
        case "file" if address.path.startswith("/") and not address.netloc:
            return {
                "default": {"BACKEND": FILES},
                "sheets": {"BACKEND": FILES, "OPTIONS": {"location": data / "sheets"}},
            }
        case "s3" if address.hostname and len(address.path) > 1:
            _need("storages", "boto3")
            options = _bucket(value)
            return {
                "default": {"BACKEND": OBJECTS, "OPTIONS": options},
                "sheets": {"BACKEND": OBJECTS, "OPTIONS": {**options, "location": "sheets"}},
            }
    raise ValidationError(f"It accepts {ADDRESSES}.")


def _bucket(value: str) -> Storage:
    address = urlsplit(value)
    asked = parse_qs(address.query)
    host = (address.hostname or "") + (f":{address.port}" if address.port else "")
    plain = asked.get("tls") == ["off"]
    return {
        "bucket_name": address.path.strip("/"),
        "endpoint_url": f"{'http' if plain else 'https'}://{host}",
        "access_key": unquote(address.username or ""),
        "secret_key": unquote(address.password or ""),
        "region_name": asked.get("region", ["us-east-1"])[0],
        "addressing_style": "path",  # a stand-in has no name for each bucket
        "default_acl": "private",
        "file_overwrite": False,
    }


@env.parser_for("cache")
def cache(value: str) -> dict[str, Any]:
    """Return Django's settings for a Redis."""
    if urlsplit(value).scheme not in ("redis", "rediss", "unix"):
        raise ValidationError("It accepts redis://user:password@host:6379/0.")
    _need("redis")
    return {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": value,
        "KEY_PREFIX": "breachkeeper",
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }


def _need(*packages: str) -> None:
    if not all(map(importlib.util.find_spec, packages)):
        raise ValidationError(f"It is understood, but {MACHINES}.")
