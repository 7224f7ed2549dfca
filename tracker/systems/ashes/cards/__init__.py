"""The pages of cards: the browser, and a page for each card."""
