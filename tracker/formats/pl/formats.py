"""Polish dates: with dots where they are short, as Polish writes them."""

SHORT_DATE_FORMAT = "d.m.Y"
