"""Webhooks: what is sent, and how it is sent without reaching into the server's own network."""
