"""What `check --deploy` says of nginx and of who reads the data."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import override_settings

from tests.tracker.clean_environment import ROOT
from tracker.config import deployment

SITE = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")


def said_of(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch, port: int = 8000) -> str:
    """Return the warnings about a site of nginx."""
    (folder / "breachkeeper").write_text(text)
    (folder / "default").write_text("server { listen 80; root /var/www/html; }")
    monkeypatch.setattr(deployment, "NGINX", (folder, folder / "missing"))
    with override_settings(PORT=port):
        return " ".join(str(message.msg) for message in deployment.check_nginx(None))


def test_the_site_that_ships_keeps_every_promise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert said_of(SITE, tmp_path, monkeypatch) == ""


@pytest.mark.parametrize("pattern", deployment.PROMISED)
def test_a_promise_that_is_only_a_comment_is_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pattern: str
) -> None:
    broken = re.sub(pattern, lambda found: f"# {found[0]}".replace("\n", "\n# "), SITE)
    assert broken != SITE
    said = said_of(broken, tmp_path, monkeypatch)
    assert deployment.PROMISED[pattern] in said


def test_bodies_that_are_passed_on_as_they_arrive_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = SITE.replace("proxy_request_buffering on", "proxy_request_buffering off")
    assert "holds a worker" in said_of(broken, tmp_path, monkeypatch)


def test_sites_of_others_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert said_of("server { listen 80; }", tmp_path, monkeypatch) == ""
    assert said_of(SITE.replace("limit_conn ", "# "), tmp_path, monkeypatch, port=8123) == ""


def test_what_others_can_open_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = tmp_path / "data"
    data.mkdir()
    secret, shown = data / "secret-key", data / "breachkeeper.sqlite3"
    for path in (secret, shown):
        path.touch()
    for path, mode in ((secret, 0o600), (shown, 0o644), (data, 0o755)):
        path.chmod(mode)
    monkeypatch.setattr(deployment, "others_open", by_mode)
    with override_settings(DATA_DIR=data):
        (told,) = deployment.check_data_directory(None)
        assert str(shown) in str(told.msg)
        assert str(secret) not in str(told.msg)
        for path in (shown, data):
            path.chmod(path.stat().st_mode & 0o700)
        assert deployment.check_data_directory(None) == []


def by_mode(path: Path) -> bool:
    """Stand in for another user, who cannot enter the directory of these tests."""
    return bool(path.stat().st_mode & 0o004)


def test_another_user_really_tries(tmp_path: Path) -> None:
    """As root by another user, otherwise by the modes: a file of one's own is closed in both."""
    closed = tmp_path / "closed"
    closed.touch()
    closed.chmod(0o600)
    assert not deployment.others_open(closed)
    assert deployment.others_open(Path("/etc/passwd"))
