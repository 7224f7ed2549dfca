"""The pages of drafts: a phone gets its player's hand and what everybody sees, nothing else."""
