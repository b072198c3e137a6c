"""Joining and leaving a table: opening, sitting down, asking to be let in, being away."""
