"""Words of journals: what happened, what is wrong, what is set up."""
