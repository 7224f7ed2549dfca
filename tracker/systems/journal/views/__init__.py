"""Views of journals."""
