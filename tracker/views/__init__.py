"""Views: typed functions, one URL each, access first."""
