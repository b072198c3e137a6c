"""Score pads: matches that people play with real cards, kept as logs."""
