"""Views: typed functions, one URL each, access first.

One that only shows says ``require_safe``, one that only takes what is sent ``posted``; the bounds
middleware lets nothing but GET, HEAD and POST through to any of them.
"""
