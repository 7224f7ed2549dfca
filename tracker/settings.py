"""Settings, all from the environment; docs/settings.md has the table.

With nothing set, the site works at home, on SQLite: in a checkout under var/, as an installed
package in the folder that the system has for data of programs. Invalid values are refused.
"""

import os
from datetime import timedelta
from pathlib import Path
from urllib.parse import quote, urlsplit
from urllib.request import url2pathname

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from environs import validate
from platformdirs import user_data_path

from tracker.config.environment import (
    HOST,
    ORIGIN,
    database_directory,
    env,
    tidy_variables,
)

tidy_variables()
# What a process of the site writes, no other user of the machine reads, from the first start on.
os.umask(0o077)

CODE_DIR = Path(__file__).resolve().parent
# Templates, styles and catalogues: in a package in this folder, in a checkout beside the code.
PACKAGED = CODE_DIR / "resources"
IS_PACKAGED = PACKAGED.is_dir()
BASE_DIR = PACKAGED if IS_PACKAGED else CODE_DIR.parent

# Three modes. Unset is for use at home: nothing to prepare, and the site's own error pages. "on" is
# the same with Django's debug pages, for development. "off" is for any site that others can reach:
# it needs a secret key and collected static files.
DEBUG = env.switch("BREACHKEEPER_DEBUG", False)
AT_HOME = DEBUG or not env.str("BREACHKEEPER_DEBUG", "")
# Served over HTTPS behind a proxy that sets X-Forwarded-Proto: the default except at home.
HTTPS = env.switch("BREACHKEEPER_HTTPS", not AT_HOME)
# How many proxies append to X-Forwarded-For, by which rate limits tell visitors apart.
PROXIES = env.int("BREACHKEEPER_PROXIES", 0, validate=validate.Range(0, 9))
PORT = env.int("PORT", 8000, validate=validate.Range(1, 65535))
# Where phones in the home network find the site; ``breachkeeper --phones`` sets it.
PHONES_URL = env.str("BREACHKEEPER_PHONES_URL", "")

# --- storage ---

DATA_DIR = env.directory(
    "BREACHKEEPER_DATA_DIR",
    str(user_data_path("breachkeeper", appauthor=False) if IS_PACKAGED else BASE_DIR / "var"),
)

DATABASES = {
    "default": env.database(
        "DATABASE_URL", f"sqlite:///{quote(str(DATA_DIR))}/breachkeeper.sqlite3"
    ),
}
# How long a page waits for a PostgreSQL that hangs.
DATABASE_SECONDS = env.float("BREACHKEEPER_DATABASE_SECONDS", 15, validate=validate.Range(1, 300))
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

FILE_UPLOAD_PERMISSIONS, FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o600, 0o700  # people's photos
STATIC_ROOT = DATA_DIR / "static"
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Uploads are served only by the application, after its access checks.
STORAGE_URL = env.str("BREACHKEEPER_STORAGE_URL", (DATA_DIR / "media").as_uri())
MEDIA_ROOT = (
    Path(url2pathname(urlsplit(STORAGE_URL).path))
    if STORAGE_URL.startswith("file:///")
    else DATA_DIR / "media"
)
STORAGES = {
    **env.storages("BREACHKEEPER_STORAGE_URL", STORAGE_URL, data=DATA_DIR),
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if AT_HOME
            else "tracker.web.static_files.MinifiedStaticFilesStorage"
        ),
    },
}
# At home straight from the sources, read again for each request.
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = AT_HOME

# --- apps, middleware, templates ---

# A game system's folder is an app, for its template tags and commands.
SYSTEM_APPS = [
    f"tracker.systems.{init.parent.name}"
    for init in sorted((CODE_DIR / "systems").glob("*/__init__.py"))
]

INSTALLED_APPS = [
    "tracker",
    *SYSTEM_APPS,
    "campaign",
    "whitenoise.runserver_nostatic",  # static files are served as in production
    "django.contrib.admin.apps.SimpleAdminConfig",  # tracker/admin.py has its own site
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django.forms",  # for its templates, which FORM_RENDERER looks for beside ours
    "csp",
    "django_htmx",
    "template_partials",  # wraps the loaders of TEMPLATES, which are cached (runserver resets them)
]

MIDDLEWARE = [
    "tracker.web.middleware.request_id",  # first: what the others log has its id
    "django.middleware.security.SecurityMiddleware",
    *(["tracker.web.static_files.compressed"] if AT_HOME else []),
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # pages; static files are compressed beforehand
    "csp.middleware.CSPMiddleware",
    "tracker.api.middleware.json_refusals",  # around everything that refuses a request
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "tracker.web.middleware.bounds",  # its responses have the headers of those before it
    "tracker.web.middleware.deadline",  # before anything that queries the database
    "tracker.web.middleware.reader",  # around sessions: a new one has its key only afterwards
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",  # around all that changes the length of a response
    "tracker.web.middleware.former_players",  # in the language of the request
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tracker.web.middleware.DeletedMeanwhile",
    "tracker.web.moved.UndoneGames",
    "tracker.web.middleware.methods",  # its page needs the visitor and the language
]

MESSAGE_STORAGE = "tracker.web.messages.HolderStorage"

ROOT_URLCONF = "tracker.urls"
WSGI_APPLICATION = "tracker.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tracker.web.messages.left_out_of_copies",
                "tracker.web.display.display",
                "tracker.people.holders.holder",
            ],
        },
    },
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"  # templates/django/forms/ are ours

# --- hosts, accounts, limits ---

KEY_DIR = database_directory(DATABASES["default"], DATA_DIR) if AT_HOME else None
SECRET_KEY = env.secret_key("BREACHKEEPER_SECRET_KEY", "", stored_in=KEY_DIR)
# Where it is stored; None if it was given.
SECRET_KEY_FILE = (
    KEY_DIR / "secret-key" if KEY_DIR and not env.str("BREACHKEEPER_SECRET_KEY", "") else None
)

ALLOWED_HOSTS = env.listed(
    "BREACHKEEPER_ALLOWED_HOSTS",
    "localhost,127.0.0.1,[::1]",
    of=HOST,
    accepts="host names without scheme or port, separated by commas, or * for any",
)
CSRF_TRUSTED_ORIGINS = env.listed(
    "BREACHKEEPER_CSRF_TRUSTED_ORIGINS",
    "",
    of=ORIGIN,
    accepts="origins such as https://games.example.org, separated by commas",
)

# Whom push services ask about this site: it stands in what is signed for them.
PUSH_CONTACT = f"https://{next((host for host in ALLOWED_HOSTS if host != '*'), 'localhost')}"

# Without a server of the host's, nobody is asked for an address, and nothing is sent.
MAIL = env.mail_server("BREACHKEEPER_MAIL_URL", "")
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if MAIL else 'dummy'}.EmailBackend"
EMAIL_HOST = MAIL.get("EMAIL_HOST", "")
EMAIL_PORT = MAIL.get("EMAIL_PORT", 587)
EMAIL_HOST_USER = MAIL.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = MAIL.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_SSL = MAIL.get("EMAIL_USE_SSL", False)
EMAIL_USE_TLS = MAIL.get("EMAIL_USE_TLS", False)
EMAIL_TIMEOUT = 10  # seconds
DEFAULT_FROM_EMAIL = env.str("BREACHKEEPER_MAIL_FROM", "") or EMAIL_HOST_USER or "Breachkeeper"

AUTH_USER_MODEL = "campaign.Person"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
    "django.contrib.auth.hashers.ScryptPasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in {
        "UserAttributeSimilarityValidator": {},
        "MinimumLengthValidator": {"min_length": 10},
        "CommonPasswordValidator": {},
        "NumericPasswordValidator": {},
    }.items()
]

# Not cached: a cache in each worker would keep somebody signed in who has signed out.
SESSION_ENGINE = "django.contrib.sessions.backends.db"
# A guest has no password to sign in with again. Browsers keep a cookie for 400 days at most.
SESSION_COOKIE_AGE = int(timedelta(days=400).total_seconds())

# tracker/people/limits.py has them. Off is for load tests from one machine.
RATE_LIMITS = env.switch("BREACHKEEPER_THROTTLING", True)

# What one person may have, so that no script fills the disk; a guest a tenth of that.
MAX_CAMPAIGNS = env.int("BREACHKEEPER_CAMPAIGNS_MOST", 500, validate=validate.Range(10, 10**6))
MAX_GAMES = env.int("BREACHKEEPER_GAMES_MOST", 5000, validate=validate.Range(10, 30_000))
# How often one campaign or one-off game may be written to.
MAX_ENTRIES = env.int("BREACHKEEPER_ENTRIES_MOST", 5000, validate=validate.Range(1000, 30_000))

# The limits of a job: sheets and pictures are made in processes of their own (tracker/bounded).
JOB_SECONDS = env.int("BREACHKEEPER_JOB_SECONDS", 10, validate=validate.Range(1, 300))
JOB_MEMORY_MB = env.int("BREACHKEEPER_JOB_MEMORY_MB", 1024, validate=validate.Range(256, 65536))

# --- security headers and cookies ---

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:", "blob:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}
# The other headers and cookies are Django's defaults; tests/tracker/security checks them.
CSRF_COOKIE_HTTPONLY = True  # scripts read the token from the page

SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz)$"]  # requested from inside, not through the proxy
SECURE_HSTS_SECONDS = int(timedelta(days=365).total_seconds()) if HTTPS else 0
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

SILENCED_SYSTEM_CHECKS = [
    # HSTS for subdomains (W005) and the browsers' preload list (W021) bind a whole domain, of which
    # this site may be a small part: its owner can set them at the proxy.
    "security.W005",
    "security.W021",
    # Usernames are unique in any letter case, by a constraint that this check does not know.
    "auth.E003",
]

# --- languages and time ---

LANGUAGES = [
    ("en", _("English")),
    ("pl", _("Polish")),
    ("fr", _("French")),
    ("de", _("German")),
]
LANGUAGE_CODE = env.one_of("BREACHKEEPER_LANGUAGE", "en", among=[code for code, _name in LANGUAGES])
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["tracker.formats"]
TIME_ZONE = env.time_zone("BREACHKEEPER_TIME_ZONE", "UTC")

# --- logging ---

LOG_LEVEL = env.one_of(
    "BREACHKEEPER_LOG_LEVEL", "INFO", among=["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"]
)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        # Except at home, JSON lines without personal data; see tracker/web/logs.py.
        "line": {
            "()": "tracker.web.logs.PlainLines",
            "format": "{asctime} {levelname} {name} [{request_id}]: {message}",
            "style": "{",
        }
        if AT_HOME
        else {"()": "tracker.web.logs.JsonLines"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "line"},
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "campaign": {"level": LOG_LEVEL},
        "tracker": {"level": LOG_LEVEL},
        "tracker.requests": {"level": "WARNING" if AT_HOME else LOG_LEVEL},  # runserver has its own
        "django": {"handlers": [], "level": LOG_LEVEL},  # instead of its own, which mail
        # What runserver logs of each request; its own handler would write secret URLs.
        "django.server": {"handlers": [], "level": LOG_LEVEL, "propagate": True},
        "django.utils.autoreload": {"level": "WARNING"},
        "django.db.backends": {"level": "INFO"},  # not every SQL statement
        # Uvicorn's own lines, whose handlers it has set up before; of requests we log less.
        "uvicorn": {
            "handlers": [],
            "level": "WARNING" if AT_HOME else LOG_LEVEL,
            "propagate": True,
        },
        "uvicorn.access": {"handlers": [], "propagate": False},
    },
}
