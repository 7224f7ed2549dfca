"""The sheets: what the table holds in its hands. One set-up sheet, many faces."""
