"""Export files of campaigns and one-off games; docs/export-format.md has the format.

Both directions go through :class:`~campaign.exchange.document.Document`: rows → document → JSON,
and JSON → document → rows. So importing a file and exporting it again gives the same bytes.
"""
