"""Coming to a table and leaving it: opening, sitting down, asking to be let in, being away."""
