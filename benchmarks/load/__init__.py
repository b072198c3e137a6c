"""How much a server bears: many tables, all their seats played from one process."""
