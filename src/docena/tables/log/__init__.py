"""A table's event log: reading it, snapshots, bounds, and what of it everybody may see."""
