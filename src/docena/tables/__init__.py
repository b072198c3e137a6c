"""The authority behind games that people play together: who may do what, in which order, durably.

A table's log of events (`events`) is authoritative; a `room` is its state. Commands (`commands`) are decided
by `decide`, written by a `Store` (`ports`), and only then applied and shown. Nothing here knows about sockets or
files, and the only clock is the one that it is given.
"""
