"""Django's SQLite backend, whose connections are kept open between requests."""
