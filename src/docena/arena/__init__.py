"""Whole games between bots: mass simulation, matches, ratings and benchmarks."""
