"""Webhooks: which events are told, and to whom."""
