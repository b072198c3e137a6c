"""Compiles the rules and bots for the page: the same entries that Python calls, as one WebAssembly module."""
