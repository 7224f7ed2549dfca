"""Backups: all data of an installation in one file, restored completely or not at all.

The file is a ZIP archive: the rows of each model as JSON lines of Django's serializer, the
pictures, and a manifest with the migrations and the SHA-256 of every member. A backup of SQLite can
be restored to PostgreSQL, and the other way round.

Written by hand on Django's serializer, because no library does it. django-dbbackup runs the
database's own tools, whose files only that database reads, and stores pictures apart. ``dumpdata``
and ``loaddata`` leave pictures out, and rows that are there already stay beside those they load.
"""
