"""A game as a library user holds it: played, recorded, replayed, verified."""
