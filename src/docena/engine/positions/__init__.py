"""Positions as one line of text, for a whole table or for what one seat sees (docs/position-format.md)."""
