"""Backups: all data of an installation in one file, restored completely or not at all.

The file is a ZIP archive: the rows of each model as JSON lines of Django's serializer, the
pictures, and a manifest with the migrations and the SHA-256 of every member. A backup of SQLite can
be restored to PostgreSQL, and the other way round.
"""
