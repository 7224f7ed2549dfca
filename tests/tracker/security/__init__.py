"""Attacks on the site, and the proof of who may do what."""
