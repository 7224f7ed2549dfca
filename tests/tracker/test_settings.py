"""Settings are read when a process starts: one starts where that is the point of the test."""

import logging
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.test import override_settings
from environs import EnvValidationError, ValidationError

from tests.marks import thorough
from tests.tracker.clean_environment import PRODUCTION, ROOT, load_settings, run_python
from tracker.config import checks, environment

SHOW_KEY = "from django.conf import settings; print(settings.SECRET_KEY)"
NEAR = ["localhost", "127.0.0.1", "[::1]", "192.168.1.20", "[fd00::7]", "games.local", ".lan"]
NEAR += ["attic"]
FAR = ["games.example.org", "*", "93.184.216.34", "local.example"]


def test_unset_it_works_at_home_on_sqlite(tmp_path: Path) -> None:
    found = load_settings(data=tmp_path)
    assert found["DEBUG"] is False
    assert found["HTTPS"] is found["SESSION_COOKIE_SECURE"] is False
    database = found["DATABASES"]["default"]
    assert database["NAME"] == str(tmp_path / "breachkeeper.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_an_empty_variable_counts_as_unset(tmp_path: Path) -> None:
    empty = dict.fromkeys(
        ("BREACHKEEPER_DEBUG", "BREACHKEEPER_ALLOWED_HOSTS", "DATABASE_URL", "PORT"), ""
    )
    found = load_settings(data=tmp_path, **empty)
    assert (found["DEBUG"], found["PORT"]) == (False, 8000)


SERVED = """
import tracker.wsgi
from django.core.management import call_command
from django.test import Client
call_command("check", fail_level="WARNING")
for path in ("/nothing/here", "/static/css/base.css"):
    answer = Client().get(path, headers={"host": "localhost"})
    print(path, answer.status_code, "you don’t have access" in answer.getvalue().decode())
    print("traceback" in str(answer).lower() or "URLconf" in answer.getvalue().decode())
"""


@pytest.mark.parametrize(("debug", "ours"), [("", True), thorough("on", False)])
def test_at_home_a_stranger_sees_the_sites_own_page_and_a_developer_djangos(
    debug: str, ours: bool, tmp_path: Path
) -> None:
    hosts = ",".join(("localhost", *FAR))
    at_home = {"BREACHKEEPER_DEBUG": debug, "BREACHKEEPER_ALLOWED_HOSTS": hosts}
    done = run_python("-c", SERVED, data=tmp_path, **at_home)
    assert done.returncode == 0, done.stderr
    told = done.stdout.split("\n")
    assert told[0].startswith("System check identified no issues"), told
    assert told[1] == f"/nothing/here 404 {ours}", told
    assert told[2] == str(not ours)
    assert told[3] == "/static/css/base.css 200 False"  # from the sources, nothing collected
    warned = f"answers to {', '.join(FAR)}: set BREACHKEEPER_DEBUG=off" in done.stderr
    assert warned is ours  # once it serves, not when it is checked


@pytest.mark.parametrize(
    ("variable", "value", "accepts"),
    [
        ("BREACHKEEPER_DEBUG", "maybe", "1, true, yes, on or 0, false, no, off"),
        ("PORT", "http", "integer"),
        ("PORT", "70000", "greater than or equal to 1 and less than or equal to 65535"),
        ("BREACHKEEPER_ALLOWED_HOSTS", "https://games.example.org", "host names without scheme"),
        ("BREACHKEEPER_CSRF_TRUSTED_ORIGINS", "games.example.org", "origins such as https://"),
        ("BREACHKEEPER_CSRF_TRUSTED_ORIGINS", "https://games.example.org/", "origins such as"),
        ("BREACHKEEPER_DATA_DIR", "somewhere/here", "an absolute path"),
        ("BREACHKEEPER_DATA_DIR", "/dev/null/data", "cannot be made a directory"),
        ("BREACHKEEPER_LANGUAGE", "xx", "en, pl, fr, de"),
        ("BREACHKEEPER_TIME_ZONE", "Gravehold", "a time zone, such as"),
        ("BREACHKEEPER_TIME_ZONE", "../etc/passwd", "a time zone, such as"),
        ("BREACHKEEPER_LOG_LEVEL", "loud", "DEBUG, INFO, WARNING, ERROR, CRITICAL"),
        ("BREACHKEEPER_SECRET_KEY", "hunter2", "a random text of at least 50 characters"),
        ("DATABASE_URL", "mysql://root:hunter2@localhost/db", "sqlite:////absolute"),
        ("DATABASE_URL", "yes", "sqlite:////absolute"),
        ("DATABASE_URL", "postgres://keeper:hunter2@localhost:port/db", "sqlite:////absolute"),
        ("DATABASE_URL", "postgres://keeper@localhost", "sqlite:////absolute"),
        ("DATABASE_URL", "sqlite:////nowhere/at/all.sqlite3", "the directory of the file"),
    ],
)
def test_nonsense_is_refused_by_name_and_no_secret_is_repeated(
    variable: str, value: str, accepts: str, tmp_path: Path
) -> None:
    with pytest.raises(EnvValidationError) as refusal:
        load_settings(data=tmp_path, **{variable: value})
    assert str(refusal.value).startswith(f'Environment variable "{variable}" invalid')
    assert accepts in str(refusal.value)
    assert "hunter2" not in str(refusal.value)


def test_with_nonsense_nothing_starts_and_the_reason_is_said(tmp_path: Path) -> None:
    done = run_python("manage.py", "check", data=tmp_path, PORT="http")
    assert done.returncode != 0
    assert 'Environment variable "PORT" invalid' in done.stderr.splitlines()[-1]


def test_lists_switches_and_choices_are_read_as_people_write_them(tmp_path: Path) -> None:
    found = load_settings(
        data=tmp_path,
        BREACHKEEPER_ALLOWED_HOSTS=" games.local, .example.org,*,",
        BREACHKEEPER_CSRF_TRUSTED_ORIGINS="https://*.example.org,http://[::1]:8000",
        BREACHKEEPER_LANGUAGE="PL",
        BREACHKEEPER_THROTTLING=" OFF ",
    )
    assert found["ALLOWED_HOSTS"] == ["games.local", ".example.org", "*"]
    assert found["CSRF_TRUSTED_ORIGINS"] == ["https://*.example.org", "http://[::1]:8000"]
    assert (found["LANGUAGE_CODE"], found["RATE_LIMITS"]) == ("pl", False)


def test_nobody_else_on_the_machine_reads_the_data(tmp_path: Path) -> None:
    (tmp_path / "media").mkdir(mode=0o755)
    file = tmp_path / "breachkeeper.sqlite3"
    file.touch(mode=0o644)
    other = tmp_path / "notes.txt"
    other.touch()
    other.chmod(0o644)
    tmp_path.chmod(0o755)
    environment.directory(str(tmp_path))
    modes = [path.stat().st_mode & 0o777 for path in (tmp_path, tmp_path / "media", file, other)]
    assert modes == [0o700, 0o700, 0o600, 0o644]


def test_a_directory_of_others_stays_as_open_as_it_was(tmp_path: Path) -> None:
    theirs = tmp_path / "media"
    for path in (theirs, tmp_path / "films"):
        path.mkdir()
    for path in (theirs, tmp_path):
        path.chmod(0o755)
    for _time in range(2):  # the first makes the key
        assert run_python("manage.py", "check", data=tmp_path).returncode == 0
        assert [path.stat().st_mode & 0o777 for path in (theirs, tmp_path)] == [0o755, 0o755]
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600


def test_postgresql_is_one_variable_away() -> None:
    found = environment.database("postgres://keeper:pw@db:5433/games?sslmode=require")
    assert found["ENGINE"] == "django.db.backends.postgresql"
    assert (found["HOST"], found["PORT"], found["NAME"]) == ("db", 5433, "games")
    assert found["OPTIONS"] == {
        "sslmode": "require",
        "options": "-c jit=off -c idle_in_transaction_session_timeout=8s",
        "connect_timeout": 2,
        "tcp_user_timeout": 10_000,
        "keepalives_idle": 4,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "server_side_binding": True,
        "prepare_threshold": 5,
    }
    assert found["CONN_HEALTH_CHECKS"]


def test_a_secret_key_is_made_once_and_kept_to_its_owner(tmp_path: Path) -> None:
    first = run_python("-c", SHOW_KEY, data=tmp_path).stdout.strip()
    assert len(first) > 50
    assert first == load_settings(data=tmp_path)["SECRET_KEY"]
    kept = tmp_path / "secret-key"
    assert kept.read_text().strip() == first
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


def test_the_secret_key_lies_beside_the_sqlite_file(tmp_path: Path) -> None:
    beside = tmp_path / "elsewhere"
    beside.mkdir()
    load_settings(data=tmp_path, DATABASE_URL=f"sqlite:///{beside}/db.sqlite3")
    assert (beside / "secret-key").exists()
    assert not (tmp_path / "secret-key").exists()


def test_processes_that_start_together_agree_on_the_secret_key(tmp_path: Path) -> None:
    for attempt in range(20):
        directory = tmp_path / str(attempt)
        directory.mkdir()
        with ThreadPoolExecutor(8) as pool:
            starts = [
                pool.submit(environment.secret_key, "", stored_in=directory) for _ in range(8)
            ]
        assert len({start.result() for start in starts}) == 1


def test_a_spoiled_secret_key_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret-key").touch()
    with pytest.raises(ValidationError, match="does not hold a secret key"):
        environment.secret_key("", stored_in=tmp_path)


def test_without_debug_a_secret_key_must_be_given(tmp_path: Path) -> None:
    with pytest.raises(EnvValidationError, match=r"BREACHKEEPER_SECRET_KEY.*It is not set"):
        load_settings(data=tmp_path, BREACHKEEPER_DEBUG="off")
    assert not (tmp_path / "secret-key").exists()


# That they pass the deployment check is tested with a server in security/test_seeing.py.
def test_the_page_on_hosting_names_the_production_variables(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    assert all(f"export {name}=" in page for name in PRODUCTION)
    found = load_settings(data=tmp_path, **PRODUCTION)
    assert found["HTTPS"] is found["SESSION_COOKIE_SECURE"] is True
    assert "Minified" in found["STORAGES"]["staticfiles"]["BACKEND"]


UNHELPFUL = {"BREACHKEEPER_PROXIES": "0", "BREACHKEEPER_THROTTLING": "off"}


@pytest.mark.parametrize(
    ("variable", "said"),
    [("", []), ("BREACHKEEPER_PROXIES", ["W001"]), ("BREACHKEEPER_THROTTLING", ["W002"])],
)
def test_each_kind_of_throttling_that_does_not_help_is_told_by_itself(
    tmp_path: Path, variable: str, said: list[str]
) -> None:
    given = PRODUCTION | {name: value for name, value in UNHELPFUL.items() if name == variable}
    found = load_settings(data=tmp_path, **given)
    with override_settings(**{name: found[name] for name in ("HTTPS", "PROXIES", "RATE_LIMITS")}):
        told = checks.check_rate_limits(None)
    assert [warning.id for warning in told] == [f"tracker.{each}" for each in said]
    assert all(variable in str(warning.hint) for warning in told)


def test_a_site_without_a_proxy_is_told_that_nothing_bounds_connections() -> None:
    with override_settings(AT_HOME=False, HTTPS=False, PROXIES=0, RATE_LIMITS=True):
        assert [warning.id for warning in checks.check_rate_limits(None)] == ["tracker.W003"]
    with override_settings(AT_HOME=True, HTTPS=False, PROXIES=0, RATE_LIMITS=True):
        assert checks.check_rate_limits(None) == []


@pytest.mark.parametrize(
    ("place", "host", "told"),
    [
        *(({}, host, False) for host in NEAR),
        *(({}, host, True) for host in FAR),
        *((PRODUCTION, host, False) for host in FAR),  # where the place is said, nothing is told
        *(({"BREACHKEEPER_DEBUG": "on"}, host, False) for host in FAR),
    ],
)
def test_a_name_of_the_world_is_told_where_the_place_is_not_said(
    place: dict[str, str], host: str, told: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    found = load_settings(
        data=tmp_path, **(place | {"BREACHKEEPER_ALLOWED_HOSTS": f"localhost,{host}"})
    )
    start = {name: found[name] for name in ("AT_HOME", "DEBUG", "ALLOWED_HOSTS")}
    with override_settings(**start), caplog.at_level(logging.DEBUG, "tracker.config.checks"):
        checks.warn_if_not_at_home()
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) == told
    assert all(f"answers to {host}: set BREACHKEEPER_DEBUG=off" in line for line in lines)
