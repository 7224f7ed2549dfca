"""Export files of campaigns and one-off games; docs/export-format.md has the format.

A file is one :class:`~campaign.exchange.document.Document`, whichever way it goes: rows → document
→ JSON, and JSON → document → rows. So a file that is imported and exported again is the same file,
byte for byte.
"""

from campaign.exchange.archive import Limits
from campaign.exchange.document import VERSION, Refused
from campaign.exchange.exporting import export_account, export_json, export_zip
from campaign.exchange.importing import Brought, PictureFault, demo_import, file_import, read_file

__all__ = [
    "VERSION",
    "Brought",
    "Limits",
    "PictureFault",
    "Refused",
    "demo_import",
    "export_account",
    "export_json",
    "export_zip",
    "file_import",
    "read_file",
]
