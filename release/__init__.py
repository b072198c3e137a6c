"""Builds what is published, the wheels of all systems and the source distribution, and checks it."""
