"""People and what they may do: accounts, guests, passkeys, access to records, rate limits."""
