"""A campaign as a file: written whole, read with suspicion. docs/export-format.md has the format.

What the file holds is one :class:`~campaign.exchange.document.CampaignFile`, whichever way it goes:
rows → document → JSON, and JSON → document → rows. So a file that is brought in and written out
again is the same file, byte for byte.
"""

from campaign.exchange.archive import Limits, export_zip
from campaign.exchange.bringing_in import campaign_import, demo_import, read_file
from campaign.exchange.document import FORMAT, VERSION, Refused
from campaign.exchange.taking_out import export_json

__all__ = [
    "FORMAT",
    "VERSION",
    "Limits",
    "Refused",
    "campaign_import",
    "demo_import",
    "export_json",
    "export_zip",
    "read_file",
]
