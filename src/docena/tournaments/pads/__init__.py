"""Score pads: matches played with real cards, stored as logs."""
