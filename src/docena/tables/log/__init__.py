"""A table's event log: reading it, snapshots, bounds, and its public part."""
