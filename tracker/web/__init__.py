"""Requests and responses: middleware, pages and their parts, threads, logs."""
