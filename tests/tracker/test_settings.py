"""Settings are read when a process starts, so most of these tests start one."""

import json
import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from tracker import environment

ROOT = Path(__file__).resolve().parents[2]

# README.md documents these.
PRODUCTION = {
    "BREACHKEEPER_DEBUG": "off",
    "BREACHKEEPER_SECRET_KEY": "k3eper-" * 10,
    "BREACHKEEPER_ALLOWED_HOSTS": "games.example.org",
    "BREACHKEEPER_PROXIES": "1",
}
SHOW = """
import json, sys
from django.conf import settings as s
print(json.dumps({name: getattr(s, name) for name in sys.argv[1:]}, default=str))
"""


def run(*args: str, data: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a clean environment that keeps its data in this directory."""
    clean = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("BREACHKEEPER_", "DJANGO_"))
        and name not in ("DATABASE_URL", "PORT")
    }
    return subprocess.run(
        [sys.executable, *args],
        cwd=ROOT,
        env={
            **clean,
            "DJANGO_SETTINGS_MODULE": "tracker.settings",
            "BREACHKEEPER_DATA_DIR": str(data),
            **variables,
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def shown(*names: str, data: Path, **variables: str) -> dict[str, object]:
    done = run("-c", SHOW, *names, data=data, **variables)
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_unset_it_works_at_home_on_sqlite(tmp_path: Path) -> None:
    done = run("manage.py", "check", "--fail-level", "WARNING", data=tmp_path)
    assert done.returncode == 0, done.stderr
    found = shown("DEBUG", "DATABASES", "HTTPS", "SESSION_COOKIE_SECURE", data=tmp_path)
    assert found["DEBUG"] is False
    assert found["HTTPS"] is found["SESSION_COOKIE_SECURE"] is False
    database = found["DATABASES"]["default"]  # type: ignore[index]
    assert database["NAME"] == str(tmp_path / "breachkeeper.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_an_empty_variable_counts_as_unset(tmp_path: Path) -> None:
    empty = dict.fromkeys(
        ("BREACHKEEPER_DEBUG", "BREACHKEEPER_ALLOWED_HOSTS", "DATABASE_URL", "PORT"), ""
    )
    assert shown("DEBUG", "PORT", data=tmp_path, **empty) == {"DEBUG": False, "PORT": 8000}


MISSING = """
import django, sys
from django.test import Client
django.setup()
for path in ("/nothing/here", "/static/css/app.css"):
    answer = Client().get(path, headers={"host": "localhost"})
    print(path, answer.status_code, "Nothing lies here" in answer.getvalue().decode())
    print("traceback" in str(answer).lower() or "URLconf" in answer.getvalue().decode())
"""


@pytest.mark.parametrize(("debug", "ours"), [("", True), ("on", False)])
def test_at_home_a_stranger_sees_the_sites_own_page_and_a_developer_djangos(
    debug: str, ours: bool, tmp_path: Path
) -> None:
    at_home = {"BREACHKEEPER_DEBUG": debug}
    told = run("-c", MISSING, data=tmp_path, **at_home).stdout.split("\n")
    assert told[0] == f"/nothing/here 404 {ours}", told
    assert told[1] == str(not ours)
    assert told[2] == "/static/css/app.css 200 False"  # from the sources, nothing collected


@pytest.mark.parametrize(
    ("variable", "value", "accepts"),
    [
        ("BREACHKEEPER_DEBUG", "maybe", "1, true, yes, on or 0, false, no, off"),
        ("BREACHKEEPER_HTTPS", "2", "1, true, yes, on or 0, false, no, off"),
        ("PORT", "http", "a whole number from 1 to 65535"),
        ("PORT", "0", "a whole number from 1 to 65535"),
        ("PORT", "70000", "a whole number from 1 to 65535"),
        ("BREACHKEEPER_ALLOWED_HOSTS", "https://games.example.org", "host names without scheme"),
        ("BREACHKEEPER_CSRF_TRUSTED_ORIGINS", "games.example.org", "origins such as https://"),
        ("BREACHKEEPER_DATA_DIR", "somewhere/here", "an absolute path"),
        ("BREACHKEEPER_DATA_DIR", "/dev/null/data", "a directory that can be made and written"),
        ("BREACHKEEPER_LANGUAGE", "xx", "one of en, pl, fr"),
        ("BREACHKEEPER_TIME_ZONE", "Gravehold", "the name of a time zone"),
        ("BREACHKEEPER_TIME_ZONE", "../etc/passwd", "the name of a time zone"),
        ("BREACHKEEPER_LOG_LEVEL", "loud", "one of DEBUG, INFO, WARNING, ERROR, CRITICAL"),
        ("BREACHKEEPER_SECRET_KEY", "hunter2", "a random text of at least 50 characters"),
        ("DATABASE_URL", "mysql://root@localhost/db", "sqlite:////absolute"),
        ("DATABASE_URL", "yes", "sqlite:////absolute"),
        ("DATABASE_URL", "postgres://keeper@localhost:port/db", "sqlite:////absolute"),
        ("DATABASE_URL", "postgres://keeper@localhost", "sqlite:////absolute"),
        ("DATABASE_URL", "sqlite:////nowhere/at/all.sqlite3", "the directory of the file"),
    ],
)
def test_nonsense_is_refused_by_name(
    variable: str, value: str, accepts: str, tmp_path: Path
) -> None:
    done = run("manage.py", "check", data=tmp_path, **{variable: value})
    assert done.returncode != 0
    assert f"ImproperlyConfigured: {variable}=" in done.stderr
    assert accepts in done.stderr


@pytest.mark.parametrize(
    "value", ["mysql://keeper:s3cret@localhost/db", "postgres://keeper:s3cret@localhost:x/db"]
)
def test_a_refused_password_is_not_repeated(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", value)
    with pytest.raises(ImproperlyConfigured) as refusal:
        environment.database("DATABASE_URL", default=ROOT / "x.sqlite3")
    assert "s3cret" not in str(refusal.value)


def test_postgresql_is_one_variable_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://keeper:pw@db:5433/games?sslmode=require")
    found = environment.database("DATABASE_URL", default=ROOT / "x.sqlite3")
    assert found["ENGINE"] == "django.db.backends.postgresql"
    assert (found["HOST"], found["PORT"], found["NAME"]) == ("db", 5433, "games")
    assert found["OPTIONS"] == {"sslmode": "require", "options": "-c jit=off"}
    assert found["CONN_HEALTH_CHECKS"]


def test_a_secret_key_is_made_once_and_kept_to_its_owner(tmp_path: Path) -> None:
    first = shown("SECRET_KEY", data=tmp_path)
    assert first == shown("SECRET_KEY", data=tmp_path)
    kept = tmp_path / "secret-key"
    assert kept.read_text().strip() == first["SECRET_KEY"]
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


def test_the_secret_key_lies_beside_the_sqlite_file(tmp_path: Path) -> None:
    beside = tmp_path / "elsewhere"
    beside.mkdir()
    shown("SECRET_KEY", data=tmp_path, DATABASE_URL=f"sqlite:///{beside}/db.sqlite3")
    assert (beside / "secret-key").exists()
    assert not (tmp_path / "secret-key").exists()


def test_processes_that_start_together_agree_on_the_secret_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BREACHKEEPER_SECRET_KEY", raising=False)
    for attempt in range(20):
        directory = tmp_path / str(attempt)
        directory.mkdir()
        with ThreadPoolExecutor(8) as pool:
            starts = [
                pool.submit(environment.secret_key, "BREACHKEEPER_SECRET_KEY", keep_in=directory)
                for _ in range(8)
            ]
        assert len({start.result() for start in starts}) == 1


def test_a_spoiled_secret_key_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BREACHKEEPER_SECRET_KEY", raising=False)
    (tmp_path / "secret-key").touch()
    with pytest.raises(ImproperlyConfigured, match="does not hold a secret key"):
        environment.secret_key("BREACHKEEPER_SECRET_KEY", keep_in=tmp_path)


def test_without_debug_a_secret_key_must_be_given(tmp_path: Path) -> None:
    done = run("manage.py", "check", data=tmp_path, BREACHKEEPER_DEBUG="off")
    assert done.returncode != 0
    assert "ImproperlyConfigured: BREACHKEEPER_SECRET_KEY is not set" in done.stderr
    assert not (tmp_path / "secret-key").exists()


def test_the_documented_production_variables_pass_the_deployment_check(tmp_path: Path) -> None:
    done = run(
        "manage.py", "check", "--deploy", "--fail-level", "WARNING", data=tmp_path, **PRODUCTION
    )
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(f"export {name}=" in readme for name in PRODUCTION)
    found = shown("HTTPS", "SESSION_COOKIE_SECURE", "STORAGES", data=tmp_path, **PRODUCTION)
    assert found["HTTPS"] is found["SESSION_COOKIE_SECURE"] is True
    assert "Manifest" in found["STORAGES"]["staticfiles"]["BACKEND"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [("BREACHKEEPER_PROXIES", "0", "tracker.W001"), ("BREACHKEEPER_THROTTLING", "off", "W002")],
)
def test_the_deployment_check_tells_of_throttling_that_does_not_help(
    tmp_path: Path, variable: str, value: str, said: str
) -> None:
    given = PRODUCTION | {variable: value}
    done = run("manage.py", "check", "--deploy", data=tmp_path, **given)
    assert done.stderr.count("?: (") == 1, done.stderr
    assert said in done.stderr
    assert variable in done.stderr


@pytest.mark.parametrize(
    "hosts", ["localhost,127.0.0.1,[::1]", "192.168.1.20,[fd00::7]", "games.local,.lan,attic"]
)
def test_at_home_nothing_is_said_at_the_start(tmp_path: Path, hosts: str) -> None:
    done = run("-c", "import tracker.wsgi", data=tmp_path, BREACHKEEPER_ALLOWED_HOSTS=hosts)
    assert done.returncode == 0
    assert done.stderr == ""


@pytest.mark.parametrize("host", ["games.example.org", "*", "93.184.216.34", "local.example"])
def test_at_home_a_name_of_the_world_is_told_in_one_line(tmp_path: Path, host: str) -> None:
    hosts = f"localhost,{host}"
    done = run("-c", "import tracker.wsgi", data=tmp_path, BREACHKEEPER_ALLOWED_HOSTS=hosts)
    assert done.returncode == 0
    [line] = done.stderr.splitlines()
    assert "WARNING" in line
    assert f"answers to {host}: set BREACHKEEPER_DEBUG=off" in line


def test_where_the_place_is_said_nothing_is_told_at_the_start(tmp_path: Path) -> None:
    done = run("-c", "import tracker.wsgi", data=tmp_path, **PRODUCTION)
    assert done.returncode == 0
    assert "BREACHKEEPER_DEBUG" not in done.stderr
