"""The site: everything a browser sees."""
