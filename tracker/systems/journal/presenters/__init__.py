"""What the pages of journals show."""
