"""Jobs with limits on time and memory, in processes of their own.

Written by hand, because no library does it. ``concurrent.futures`` cannot end a job that has begun,
and one dead process breaks its whole pool. Pebble ends late jobs, but exchanges pickles, by which a
process that a hostile file has taken over would run code in the one that serves pages.
"""
