"""How much of everything there can be on a table."""

SEATS = 6
PLACES = 4
"""Building piles on the table, and discard piles of a seat (3.2, 3.4)."""
HAND = 5
"""Cards to draw up to (4.1)."""
TOP = 12
"""A building pile is built up to this number (3.2)."""
TOLLS = 4
"""A toll is 0 to 3 coins: the number of different tolls."""
PENALTY_CARDS = 2
"""The penalty for a partner who talked (6.5)."""
MOST_CARDS = 239
"""The largest deck that a table holds."""
MOST_CODES = 16 * TOLLS
"""Card codes are below this: a kind and a toll."""
