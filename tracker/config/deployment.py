"""What ``check --deploy`` looks at outside the settings: nginx, and who can read the data."""

import os
import re
import stat
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Tags, register

# Where Debian's nginx has its sites.
NGINX = (Path("/etc/nginx/sites-enabled"), Path("/etc/nginx/conf.d"))
NOBODY = 65534  # a user who owns nothing
# What the documents promise of the proxy, as deploy/nginx.conf says it.
PROMISED = {
    r"limit_conn\s+\w+\s+\d+;": (
        "it bounds the requests that one address has under way (limit_conn)"
    ),
    r"client_max_body_size\s+\w+;": "it bounds uploads (client_max_body_size)",
    r"client_header_timeout\s+\w+;": "it gives up on slow visitors (client_header_timeout)",
    r"proxy_set_header\s+X-Forwarded-Proto\s+(https|\$scheme);": (
        "it sets X-Forwarded-Proto itself, and passes none on"
    ),
    r"proxy_set_header\s+X-Forwarded-For\s+\$proxy_add_x_forwarded_for;": (
        "it appends to X-Forwarded-For, by which rate limits tell visitors apart"
    ),
    r"location\s+~\s+\S*/live/events\S*\s*\{[^}]*proxy_buffering\s+off;": (
        "it passes the streams of live games on at once (proxy_buffering off)"
    ),
}
UNBUFFERED = re.compile(r"proxy_request_buffering\s+off;")


@register(Tags.security, deploy=True)
def check_nginx(
    app_configs: Sequence[AppConfig] | None,  # noqa: ARG001 (Django passes it by this name)
    **_: object,
) -> list[CheckMessage]:
    """Hold the nginx site that leads to this one, if there is one, against what is promised."""
    found = [message for site in sites_of(settings.PORT) for message in _nginx_faults(site)]
    return list(found)


def sites_of(port: int) -> Iterator[Path]:
    """Yield the files of nginx that pass requests on to a port of this machine."""
    ours = re.compile(rf"(127\.0\.0\.1|localhost|\[::1\]):{port}\b")
    for path in (path for folder in NGINX if folder.is_dir() for path in sorted(folder.iterdir())):
        try:
            text = path.read_text(encoding="utf-8", errors="replace")
        except OSError:  # a folder, or not for this user to read
            continue
        if ours.search(_code(text)):
            yield path


def _nginx_faults(site: Path) -> Iterator[CheckMessage]:
    text = _code(site.read_text(encoding="utf-8", errors="replace"))
    for pattern, promise in PROMISED.items():
        if not re.search(pattern, text):
            yield _warning(f"{site} does not say that {promise}.", "tracker.W004")
    if UNBUFFERED.search(text):
        said = f"{site} passes bodies on as they arrive: a slow phone then holds a worker."
        yield _warning(said, "tracker.W004")


def _code(text: str) -> str:
    """Return a configuration without its comments."""
    return re.sub(r"(?m)#.*$", "", text)


def _warning(text: str, number: str) -> CheckMessage:
    return checks.Warning(text, hint="deploy/nginx.conf has it.", id=number)


@register(Tags.security, deploy=True)
def check_data_directory(
    app_configs: Sequence[AppConfig] | None,  # noqa: ARG001 (Django passes it by this name)
    **_: object,
) -> list[CheckMessage]:
    """Warn of anything in the data directory that another user of the machine can open."""
    data = Path(settings.DATA_DIR)
    top = [data, *sorted(data.iterdir())] if data.is_dir() else []
    readable = [path for path in top if others_open(path)]
    if not readable:
        return []
    return [
        checks.Warning(
            f"Other users of this machine can open {', '.join(map(str, readable))}.",
            hint=f"chmod -R go= {data}",
            id="tracker.W005",
        )
    ]


def others_open(path: Path) -> bool:
    """Say whether another user can read a file or list a directory.

    Root tries it as a user who owns nothing; anybody else can only look at the modes.
    """
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        what = ["ls", "--", str(path)] if path.is_dir() else ["head", "-c", "1", "--", str(path)]
        tried = subprocess.run(  # noqa: S603 # our own path, and no shell
            what, user=NOBODY, group=NOBODY, extra_groups=(), capture_output=True, check=False
        )
        return tried.returncode == 0
    way_in = all(parent.stat().st_mode & stat.S_IXOTH for parent in path.absolute().parents)
    return way_in and bool(path.stat().st_mode & stat.S_IROTH)
