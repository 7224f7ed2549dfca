"""Everything an installation stores, in one file; and back again, whole or not at all.

The file is a ZIP archive: the rows of each model as Django serializes them to lines of JSON, each
picture as it is, and a manifest with the migrations and the SHA-256 of every member. What was
SQLite may become PostgreSQL, and the other way round.
"""
