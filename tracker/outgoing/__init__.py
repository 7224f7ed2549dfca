"""What this site sends by itself, without being asked."""
