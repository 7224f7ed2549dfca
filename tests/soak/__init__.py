"""The real server under real clients: killed at random moments, and with too many at once.

A short form of each runs in ``make thorough``; ``make soak`` runs the long one and prints figures.
All of it stays on this machine (127.0.0.1), and is bounded in count and time.
"""
