"""The draft on phones: every phone is sent its own hand and what lies open, nothing else."""
