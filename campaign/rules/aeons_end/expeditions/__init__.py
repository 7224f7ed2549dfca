"""Expeditions: short campaigns with the parts of any boxes."""
