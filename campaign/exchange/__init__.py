"""Export files of campaigns and one-off games; docs/export-format.md has the format.

A file is one :class:`~campaign.exchange.document.Document`, whichever way it goes: rows → document
→ JSON, and JSON → document → rows. So a file that is imported and exported again is the same file,
byte for byte.
"""
