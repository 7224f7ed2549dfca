"""A connection that notices when the file it has open is no longer the database.

Opening the file for each request costs a third of a live move. But whoever puts another file in its
place while the site runs would otherwise have the site write to a file that has no name any more.
"""

from contextlib import suppress
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's connection, opened anew if the file was replaced or deleted."""

    _file: tuple[int, int] | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Open the file, and remember which it is."""
        opened = super().get_new_connection(conn_params)
        self._file = self._found()
        return opened

    def is_usable(self) -> bool:
        """Say whether the file that is open is the one that has the name; asked once a request."""
        return self._found() == self._file

    def _found(self) -> tuple[int, int] | None:
        with suppress(OSError):  # there is none: in memory, or deleted
            found = Path(str(self.settings_dict["NAME"])).stat()
            return found.st_dev, found.st_ino
        return None
