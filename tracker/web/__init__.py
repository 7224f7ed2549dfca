"""Requests and responses: middleware, pages of records, refused entries, threads, logs."""
