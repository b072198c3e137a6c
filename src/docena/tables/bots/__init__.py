"""Bots at tables with people: a pool of processes, and the requests to it."""
