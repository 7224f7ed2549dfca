"""Tests of the rules of expeditions."""
