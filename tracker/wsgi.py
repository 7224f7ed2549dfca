"""The door for gunicorn: `gunicorn tracker.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tracker.settings")

application = get_wsgi_application()

from tracker.checks import warn_if_not_at_home  # noqa: E402 (once the settings are read)

warn_if_not_at_home()
