"""Uploaded pictures, checked and scaled, and the icons of pages."""
