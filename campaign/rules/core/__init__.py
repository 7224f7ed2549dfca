"""What every game system has in common."""
