"""The domain: campaigns, their facts, and every way to read or change them."""
