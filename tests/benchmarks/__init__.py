"""Figures and their budgets. A module here registers what it measures; ``make bench`` runs all."""
