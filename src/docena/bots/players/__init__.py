"""Bots as players at a table: each gets a view and returns a move."""
