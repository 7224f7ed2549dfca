"""How Ashes looks."""
