"""The authority behind games that people play together: who may do what, in which order, durably.

A table's log of events (`events`) is the truth; a `room` is what it adds up to. What people ask for (`asks`) is decided
by `decide`, written by a `Store` (`ports`), and only then applied and shown. Nothing here knows of sockets or
files, and the only clock is the one that it is given.
"""
