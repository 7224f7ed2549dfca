"""Every read, by subject."""
