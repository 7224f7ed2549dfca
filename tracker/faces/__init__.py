"""What a game system gives the shared pages: one module for each part of its face."""
