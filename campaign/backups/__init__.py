"""Everything an installation keeps, in one file; and back again, whole or not at all.

The file is a ZIP archive: each table as lines of JSON, each picture as it lies on the disk, and a
manifest with the number of rows and the SHA-256 of every member. It says nothing about the database
it came from, so what was SQLite may become PostgreSQL, and the other way round.
"""

from campaign.backups.making import make_backup, rotate
from campaign.backups.manifest import BackupError
from campaign.backups.restoring import restore_backup
from campaign.backups.verifying import Verified, verify_backup

__all__ = [
    "BackupError",
    "Verified",
    "make_backup",
    "restore_backup",
    "rotate",
    "verify_backup",
]
