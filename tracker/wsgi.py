"""Django for a server that speaks WSGI; `tracker.asgi` has it too, and streams beside it."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tracker.settings")

application = get_wsgi_application()

# Once the settings are read; and every page's code now, so that the first visitor need not wait,
# and that workers which are forked from one process share it.
from tracker import urls as urls  # noqa: E402
from tracker.config.checks import warn_if_not_at_home  # noqa: E402

warn_if_not_at_home()
