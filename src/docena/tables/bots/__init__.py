"""Bots at tables with people: a pool of processes, and what is asked of them."""
